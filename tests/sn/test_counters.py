"""2.0, 5.3, 5.8  The counters: every figure of the specification, sides and nations, sizes, names, backs, markers."""

from __future__ import annotations

import csv
from collections import Counter

import pytest

from khalkhin.board.data import Row
from khalkhin.games.sn.game import NAVAL, STRIKES, SUPPORT
from khalkhin.render.tokens import tokens
from tests.sn.positions import board, ids, offered, position, the_game, unit, units

rule = pytest.mark.rule
GAME = the_game()
SHEET = GAME.sheet
ROWS = {row.text("id"): row for row in SHEET.rows}

GROUND = {
    ("SU", "mechanized_corps", "XXX"): (3, "12-10-6 mech", "5 29 30"),
    ("SU", "infantry_corps", "XXX"): (8, "7-9-4", "12 18 26 31 39 43 59 65"),
    ("SU", "shock_army", "XXX"): (2, "10-9-4", "1 2"),
    ("SU", "artillery_corps", "XXX"): (1, "8-3-3", "1"),
    ("SU", "cavalry_corps", "XXX"): (1, "5-4-5", "TB"),
    ("SU", "armored_division", "XX"): (6, "4-3-6 mech", "57 58 60 61 69 111"),
    ("SU", "mechanized_division", "XX"): (5, "3-3-6 mech", "36 57 82 109 239"),
    ("SU", "infantry_division", "XX"): (15, "2-3-4", "21 22 26 32 35 39 40 59 65 66 78 92 94 105 114"),
    ("SU", "cavalry_division", "XX"): (3, "2-2-5", "8 15 51"),
    ("SU", "mountain_division", "XX"): (1, "2-3-4", "101"),
    ("SU", "nkvd_division", "XX"): (2, "1-2-4", "FE TB"),
    ("SU", "airborne_brigade", "X"): (2, "1-2-4", "202 212"),
    ("SU", "marine_brigade", "X"): (2, "1-2-4", "1FE 2FE"),
    ("SU", "flotilla", "X"): (2, "2-2-6", "1RB 2RB"),
    ("SU", "fort", "X"): (14, "0-3-0", ""),
    ("OM", "cavalry_corps", "XXX"): (2, "4-4-5", "1 2"),
    ("OM", "mechanized_brigade", "X"): (1, "2-2-6 mech", "7"),
    ("OM", "fort", "X"): (2, "0-1-0", ""),
    ("JP", "infantry_corps", "XXX"): (10, "10-10-4", "2 3 4 5 6 12 20 KDC Kor MG"),
    ("JP", "mechanized_corps", "XXX"): (3, "12-10-5 mech", "1 2 3"),
    ("JP", "armored_division", "XX"): (6, "4-3-6 mech", "1 2 3 4 5 6"),
    ("JP", "infantry_division", "XX"): (16, "3-3-4", "IG 1 7 8 9 10 11 12 14 19 20 23 24 25 28 57"),
    ("JP", "cavalry_division", "XX"): (1, "2-2-5", "MPC"),
    ("JP", "marine_brigade", "X"): (2, "2-2-4", "1 CSNLF 2 CSNLF"),
    ("JP", "airborne_brigade", "X"): (2, "2-2-4", "1 TS 2 TS"),
    ("JP", "engineer_brigade", "X"): (2, "2-2-4", "1 2"),
    ("JP", "mechanized_brigade", "X"): (1, "2-2-6 mech", "Sen"),
    ("JP", "infantry_brigade", "X"): (2, "1-2-4", "NSD NBF"),
    ("JP", "fort", "X"): (10, "0-3-0", ""),
    ("DE", "special_division", "XX"): (1, "3-3-6", "AK"),
    ("MC", "infantry_corps", "XXX"): (3, "3-5-3", "1 2 3"),
    ("MC", "cavalry_corps", "XXX"): (1, "3-3-5", "1"),
    ("MC", "fort", "X"): (5, "0-2-0", ""),
    ("MC", "flotilla", "X"): (1, "1-1-6", "Sungari"),
    ("MJ", "cavalry_corps", "XXX"): (3, "2-3-5", "1 2 3"),
    ("MJ", "fort", "X"): (1, "0-1-0", ""),
    ("FER", "infantry_division", "XX"): (1, "1-2-4", "FER"),
}
"""Ground combat units: how many, their figures and designations."""

SUPPORTING = {
    ("SU", "headquarters"): {"FE": "0-1-5 r3", "TB": "0-1-5 r3", "OG": "0-1-5 r2"},
    ("SU", "airbase"): dict.fromkeys(("1RB", "2RB", "FE", "TB", "Sib"), "0-1-3 c2"),
    ("JP", "headquarters"): {"KA": "0-1-5 r4", "1F": "0-1-5 r3", "2F": "0-1-5 r3"},
    ("JP", "airbase"): dict.fromkeys(("1", "2", "3", "5", "11F"), "0-1-3 c4"),
}
STRIKE_COUNTERS = {
    ("SU", "airstrike"): {"2 (4)": 6, "3 (6)": 2},
    ("JP", "airstrike"): {"4 (8)": 5, "3 (6)": 5, "2 (4)": 2},
    ("JP", "carrier_airstrike"): {"2 (4)": 4},
    ("JP", "bombardment"): {"": 2},
    ("JP", "carrier"): {"": 2},
    ("JP", "amphibious"): {"": 3},
    ("JP", "chemical"): {"": 2},
}


def figures(row: Row) -> str:
    shown = f"{row.text('attack')}-{row.text('defence')}-{row.text('movement')}"
    if row.text("type") == "headquarters":
        return f"{shown} r{row.text('radius')}"
    if row.text("type") == "airbase":
        return f"{shown} c{row.text('capacity')}"
    return f"{shown} mech" if row.text("class") == "mech" else shown


def of_kind(nation: str, kind: str) -> list[Row]:
    return [row for row in SHEET.rows if (row.text("nation"), row.text("type")) == (nation, kind)]


@rule("sn", "2.4", "2.4.2", "2.5", "2.9")
def test_every_combat_unit_is_as_specified() -> None:
    found: dict[tuple[str, str, str], list[Row]] = {}
    for row in SHEET.rows:
        if GAME.combat_units >> unit(row.text("id")) & 1:
            found.setdefault((row.text("nation"), row.text("type"), row.text("size")), []).append(row)
    assert set(found) == set(GROUND), "no motorized infantry among them"
    for key, (count, shown, names) in GROUND.items():
        rows = found[key]
        assert (len(rows), {figures(row) for row in rows}) == (count, {shown}), key
        if names:
            told = " ".join(row.text("unit") for row in rows)
            assert Counter(told.split()) == Counter(names.split()), key


@rule("sn", "2.6", "2.4.3", "2.10")
def test_every_support_unit_is_as_specified() -> None:
    assert set(SUPPORT) == {"headquarters", "airbase", "supply"}
    for (nation, kind), units_ in SUPPORTING.items():
        assert {row.text("unit"): figures(row) for row in of_kind(nation, kind)} == units_
    for nation, count in (("SU", 8), ("JP", 12)):
        rows = of_kind(nation, "supply")
        assert len(rows) == count
        for row in rows:
            assert (figures(row), row.text("radius"), row.text("back_radius")) == ("0-1-4", "2", "4")
    assert {row.text("nation") for row in SHEET.rows if row.text("type") in SUPPORT} == {"SU", "JP"}


@rule("sn", "2.4.4", "2.7.1", "2.7.2", "2.7.3")
def test_every_strike_counter_is_as_specified() -> None:
    """The front is the range of interception, the back that of attacks."""
    assert {*STRIKES, *NAVAL} == {kind for _, kind in STRIKE_COUNTERS}
    for (nation, kind), ranges in STRIKE_COUNTERS.items():
        rows = of_kind(nation, kind)
        told = [f"{r.text('range')} ({r.text('back_range')})" if r.text("range") else "" for r in rows]
        assert Counter(told) == ranges
    assert (GAME.range[unit("JP-AIR-1")], GAME.back_range[unit("JP-AIR-1")]) == (4, 8)


@rule("sn", "2.0", "2.12", "2.12.1", "2.12.3", "2.12.4")
def test_228_counters_were_printed() -> None:
    """91 of the USSR, 5 Outer Mongolian, 100 Japanese, 16 of their friends, 16 markers."""
    nations = Counter(row.text("nation") for row in SHEET.rows)
    assert nations == {"SU": 91, "OM": 5, "JP": 100, "DE": 1, "MC": 10, "MJ": 4, "FER": 1}
    with (GAME.folder / "markers.csv").open(encoding="utf-8") as file:
        markers = list(csv.DictReader(file))
    kinds = Counter(row["id"].split("-")[1] for row in markers)
    assert sorted(kinds.values()) == [1, 2, 2, 11]
    assert kinds["DISRUPTED"] == 11
    assert kinds["TURN"] == 1
    assert len(SHEET) + len(markers) == 228


@rule("sn", "2.12.3", "2.12.4")
def test_chemical_counters_have_no_rule() -> None:
    """R14: they lie aside, and nobody can recruit them; railheads are no counters of the game at all."""
    match = board({}, "japan_mobilize", points=(100, 100))
    assert ids(position(match).stack(GAME.box("unused"))) == {"JP-CHEM-1", "JP-CHEM-2"}
    assert not {"JP-CHEM-1", "JP-CHEM-2"} & {str(name) for name in offered(match, "recruit")}
    assert not [name for name in SHEET.ids if "RAIL" in name]


@rule("sn", "2.1.4", "2.3.1", "2.3.3")
def test_who_fights_on_which_side() -> None:
    assert [set(nations) for nations in GAME.nations] == [{"SU", "OM"}, {"JP", "MC", "MJ", "FER", "DE"}]
    assert SHEET.of_nation["DE"] == units("DE-AK")
    assert not {"FER", "Germany", "DE"} & set(GAME.realm), "they own no state of the map"


@rule("sn", "2.13", "2.4.2")
def test_six_japanese_armoured_divisions() -> None:
    """Printed as mechanized infantry, really armoured; mechanized either way."""
    armour = GAME.of_type["armored_division"] & SHEET.of_nation["JP"]
    assert armour.bit_count() == 6
    assert not armour & ~GAME.mech
    assert not GAME.of_type["mechanized_division"] & SHEET.of_nation["JP"]


@rule("sn", "2.9", "7.0.1")
def test_sizes_and_who_has_no_divisions() -> None:
    """XXX counts three divisional equivalents; client, shock and artillery corps never break down."""
    assert {row.text("size") for row in SHEET.rows} == {"", "X", "XX", "XXX"}
    assert {GAME.type[u] for u in range(len(SHEET)) if GAME.corps >> u & 1} == {
        "mechanized_corps", "infantry_corps", "shock_army", "artillery_corps", "cavalry_corps",
    }  # fmt: skip
    whole = GAME.corps & ~GAME.formed
    assert whole == units(
        "SU-1SA", "SU-2SA", "SU-1AC", "OM-1CC", "OM-2CC", "MC-1IC", "MC-2IC", "MC-3IC", "MC-1CC", "MJ-1CC", "MJ-2CC",
        "MJ-3CC",
    )  # fmt: skip


@rule("sn", "2.11")
def test_nations_have_colours_of_their_own() -> None:
    """R3: Outer, not Inner Mongolia has Soviet colours."""
    colours = tokens()["nations"]["sn"]
    assert {name: look["side"] for name, look in colours.items() if name in SHEET.of_nation} == {
        "SU": "soviet", "OM": "soviet", "JP": "japanese", "MC": "japanese", "MJ": "japanese", "FER": "japanese",
        "DE": "japanese",
    }  # fmt: skip
    assert len({look["mark"] for look in colours.values()}) == len(colours)


@rule("sn", "2.10")
def test_abbreviations_of_the_rulebook() -> None:
    told = {name for row in SHEET.rows for name in row.text("unit").split()}
    told |= {name.lstrip("0123456789") for name in told}
    assert told >= {"11F", "AK", "CSNLF", "IG", "Kor", "KDC", "NBF", "MG", "MPC", "NSD", "Sen", "TS"}
    assert told >= {"FER", "FE", "OG", "RB", "Sib", "TB"}
    assert {row.text("name") for row in of_kind("SU", "nkvd_division")} == {"FE NKVD Div", "TB NKVD Div"}


@rule("sn", "2.8")
def test_supply_units_have_a_base_side() -> None:
    """R9: a base stands still and reaches twice as far; the back of no other unit matters."""
    match = board({"2106": "JP-SUP-1", "2010": "JP-SUP-2"}, "japan_move", flipped="JP-SUP-1")
    s = position(match)
    assert (s.allowance(unit("JP-SUP-1")), s.radius(unit("JP-SUP-1"))) == (0, 4)
    assert (s.allowance(unit("JP-SUP-2")), s.radius(unit("JP-SUP-2"))) == (8, 2)
    assert {row.text("type") for row in SHEET.rows if row.text("back")} == {"supply", "airstrike", "carrier_airstrike"}


def test_every_fact_has_a_tag_and_a_source() -> None:
    for row in SHEET.rows:
        for fact in ("existence", "designation", "factors", "back"):
            assert row.text(f"prov_{fact}") in ("", "printed", "derived", "reconstructed")
        assert row.text("prov_existence")
        assert row.text("source")
    assert ROWS["SU-58AD"].text("prov_designation") == ROWS["SU-69AD"].text("prov_designation") == "printed"
