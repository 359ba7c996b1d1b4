"""2.3, 2.31, 4.8, 26.9  The counters: every figure of the specification, the groups, points and battalions."""

from __future__ import annotations

import csv
from collections import Counter

import pytest

from khalkhin.board.data import Row
from khalkhin.board.hexset import members
from khalkhin.engine.provenance import ABOUT
from khalkhin.games.pbn.position import Position
from khalkhin.render.counter_look import faces, read_countersheet
from khalkhin.render.tokens import tokens
from tests.pbn.oracles.order_of_battle import BATTALIONS, GROUPS, LAND
from tests.pbn.positions import board, ids, the_game, unit, units

rule = pytest.mark.rule
SHEET = the_game().sheet
ROWS = {row.text("id"): row for row in SHEET.rows}
PRINTED = [row for row in SHEET.rows if row.text("stock") != "spare"]


def figures(row: Row) -> str:
    if row.text("type") == "headquarters":
        return f"({row.text('support')})-{row.text('defence')}-{row.text('movement')} r{row.text('radius')}"
    return f"{row.text('attack')}-{row.text('defence')}-{row.text('movement')}"


# -- units -------------------------------------------------------------------------------------------------------------


@rule("pbn", "2.31.11", "11.32")
def test_every_land_unit_is_as_specified() -> None:
    """4.8, R85: type, size, class, figures, equivalents, points and recipe of 48 Japanese and 41 Soviet units."""
    found: dict[tuple[str, str, str, str, int, int, str], set[str]] = {}
    for row in PRINTED:
        if row.text("size") and not row.text("breakdown"):
            told = (row.text("type"), row.text("size"), row.text("class"), figures(row), row.integer("equivalents"),
                    row.integer("value"), row.text("breaks_into"))  # fmt: skip
            found.setdefault(told, set()).add(row.text("id"))
    assert found == {line: set(names.split()) for line, names in LAND.items()}
    sides = Counter(ROWS[name].text("side") for names in LAND.values() for name in names.split())
    assert sides == {"japan": 48, "soviet": 41}


@rule("pbn", "2.1", "2.3")
def test_228_counters_were_printed() -> None:
    """4.9: 48 + 41 units, 44 battalions, 23 air, 16 supply, 12 deception, 20 campaign, 20 status, 4 tracks."""
    kinds = Counter(row.text("type") for row in PRINTED)
    assert (kinds["air"], kinds["supply"], kinds["deception"], kinds["campaign"]) == (23, 16, 12, 20)
    with (the_game().folder / "markers.csv").open(encoding="utf-8") as file:
        markers = list(csv.DictReader(file))
    assert Counter(row["front"] for row in markers) == {"fortified": 20, "turn": 2, "command": 2}
    assert len(PRINTED) + len(markers) == 228


@rule("pbn", "2.31.11")
def test_sizes_that_occur() -> None:
    assert {row.text("size") for row in SHEET.rows} == {"", "I", "II", "III", "X", "XX", "XXX", "XXXX"}
    for row in SHEET.rows:
        if row.text("type") == "headquarters":
            assert row.text("size") in ("X", "XX", "XXX", "XXXX")
        if row.text("breakdown"):
            assert (row.text("size"), row.integer("equivalents")) == ("II", 1)


@rule("pbn", "2.31.12", "2.31.13")
def test_groups_of_colours() -> None:
    """Each side has its army, the battalions of it, its air units and an ally; all can be told apart."""
    colours = tokens()["nations"]["pbn"]
    assert {name: look["side"] for name, look in colours.items()} == {
        "SU": "soviet",
        "SUb": "soviet",
        "MN": "soviet",
        "JP": "japanese",
        "JPb": "japanese",
        "MC": "japanese",
    }
    assert len({look["ground"] for look in colours.values()}) == len(colours)
    assert {row.text("nation") for row in SHEET.rows} == {"SU", "MN", "JP", "MC"}
    look = read_countersheet("pbn", the_game().folder).look
    worn = {face.id: face.nation for face in faces(SHEET.rows, look)}
    assert (worn["SU-11A"], worn["SU-B3114-1"], worn["MN-15M"], worn["JP-B1210-1"]) == ("SU", "SUb", "MN", "JPb")
    assert {row.text("type") for row in SHEET.rows if row.text("class") == "air"} == {"air"}


@rule("pbn", "2.3.1")
def test_headquarters_show_no_support_on_their_backs() -> None:
    look = read_countersheet("pbn", the_game().folder).look
    headquarters = [row for row in SHEET.rows if row.text("type") == "headquarters"]
    assert len(headquarters) == 15
    for row, face in zip(headquarters, faces(headquarters, look, back=True), strict=True):
        assert face.factors == f"0-{row.text('defence')}-{row.text('movement')}"


@rule("pbn", "2.32", "2.32.1", "11.32")
def test_classes() -> None:
    """Mechanized: armour, armoured cars, flame tanks, mechanized brigades; motorized infantry is not."""
    mech = {row.text("type") for row in SHEET.rows if row.text("class") == "mech"}
    assert mech == {"armor", "armor_flame", "armored_recon", "mechanized"}
    assert the_game().kind[unit("JP-26")] == the_game().kind[unit("JP-SUP-1")] == "non"
    assert the_game().kind[unit("SU-B3114-1")] == the_game().kind[unit("SU-11A")] == "mech"


@rule("pbn", "2.36.5")
def test_combat_units_are_all_land_units_but_headquarters_and_supply() -> None:
    assert the_game().land == the_game().fighting | the_game().headquarters | the_game().supply
    assert not the_game().fighting & (
        the_game().headquarters | the_game().supply | the_game().air | the_game().deception | the_game().campaign
    )
    assert (1 << len(SHEET)) - 1 == the_game().land | the_game().air | the_game().deception | the_game().campaign


@rule("pbn", "26.13")
def test_abbreviations_on_the_counters() -> None:
    """R6, R84: one spelling of each name; the 22nd and 23rd cavalry are Mongolian."""
    names = {row.text("unit") for row in SHEET.rows}
    assert {"1/8BG", "4H", "29IG", "1KA", "8M", "15M", "Sek", "Yok", "NOG", "COG", "SOG", "5MG", "57c", "57d"} <= names
    assert ROWS["MC-Sek"].text("nation") == "MC"
    assert ROWS["MN-22M"].text("nation") == ROWS["MN-23M"].text("nation") == "MN"


# -- groups and points -------------------------------------------------------------------------------------------------


@rule("pbn", "JRG.1", "JRG.2", "JRG.3", "JRG.4", "JRG.7", "SRG.1", "SRG.2", "SRG.7")
def test_groups() -> None:
    """R4: Sek comes with Sixth Army; R5: three regiments 80 and one 480."""
    assert {name: ids(group) for name, group in the_game().group.items() if name} == {
        name: set(found.split()) for name, found in GROUPS.items()
    }
    points = {name: (group.air, group.supply, group.next) for name, group in the_game().charts.groups.items()}
    assert points == {
        "sixth_army": (0, 3, ""),
        "kar_1": (3, 1, "kar_2"),
        "kar_2": (0, 2, ""),
        "2nd_air_division": (6, 0, ""),
        "57_corps": (3, 2, ""),
        "1st_army_group": (4, 0, ""),
    }
    bring = {row.group: name for name, row in the_game().charts.markers.items() if row.group}
    assert bring == {
        "2nd_air_division": "JP-CM-KAO",
        "sixth_army": "JP-CM-6ARMY",
        "kar_1": "JP-CM-KAR",
        "57_corps": "SU-CM-STAVKA",
        "1st_army_group": "SU-CM-1AG",
    }
    assert the_game().charts.optional_price == 3


@rule("pbn", "JRG.5", "JRG.6", "SRG.3", "SRG.4", "SRG.5", "SRG.6", "35.2.1", "35.2.2")
def test_routine_reinforcements() -> None:
    assert (the_game().charts.routine_air, the_game().charts.routine_supply) == ((2, 3), (3, 3))
    assert the_game().charts.reinforced_supply == (5, 3)
    assert (the_game().charts.deception_start, the_game().charts.deception) == (3, 1)
    assert (the_game().charts.markers["SU-CM-ZHUKOV"].level, the_game().charts.markers["SU-CM-ZHUKOV"].group) == (1, "")


def line_of(row: Row) -> str:
    """The line of the victory point tables that a counter belongs to (R60)."""
    nation = {"JP": "japanese", "MC": "manchukuoan", "SU": "soviet", "MN": "mongolian"}[row.text("nation")]
    kind, mech = row.text("type"), row.text("class") == "mech"
    if kind in ("headquarters", "air", "supply", "airborne"):
        return f"{nation}_{kind}"
    if nation == "mongolian":
        return "mongolian_cavalry"
    if nation == "manchukuoan":
        return "manchukuoan_regiment"
    size = {"I": "company", "II": "battalion", "III": "regiment", "X": "brigade"}[row.text("size")]
    if size == "brigade" and not mech:
        size = "regiment"
    return f"{nation}_mech_{size}" if mech else f"{nation}_{size}"


@rule("pbn", "JVP.1", "JVP.2", "JVP.3", "JVP.4", "JVP.5", "JVP.6", "JVP.7", "JVP.8", "JVP.9", "JVP.10")
@rule("pbn", "SVP.1", "SVP.2", "SVP.3", "SVP.4", "SVP.5", "SVP.6", "SVP.7", "SVP.8", "24.4")
def test_every_counter_is_worth_what_its_line_says() -> None:
    lines = {name: row for name, row in the_game().charts.data["eliminated"]["of"].items() if name not in ABOUT}
    assert {name: (row["rule"], row["scores"], row["points"]) for name, row in lines.items()} == {
        "soviet_mech_brigade": ("JVP.1", "japan", 6),
        "soviet_headquarters": ("JVP.2", "japan", 5),
        "soviet_regiment": ("JVP.3", "japan", 3),
        "soviet_airborne": ("JVP.4", "japan", 3),
        "mongolian_cavalry": ("JVP.5", "japan", 1),
        "soviet_mech_company": ("JVP.6", "japan", 1),
        "soviet_mech_battalion": ("JVP.7", "japan", 2),
        "soviet_battalion": ("JVP.8", "japan", 1),
        "soviet_air": ("JVP.9", "japan", 2),
        "soviet_supply": ("JVP.10", "japan", 0),
        "japanese_mech_regiment": ("SVP.1", "soviet", 9),
        "japanese_headquarters": ("SVP.2", "soviet", 4),
        "japanese_regiment": ("SVP.3", "soviet", 3),
        "japanese_mech_battalion": ("SVP.4", "soviet", 3),
        "japanese_battalion": ("SVP.5", "soviet", 1),
        "manchukuoan_regiment": ("SVP.6", "soviet", 1),
        "japanese_air": ("SVP.7", "soviet", 2),
        "japanese_supply": ("SVP.8", "soviet", 0),
    }
    for number in members(the_game().land):
        row = SHEET.rows[number]
        line = lines[line_of(row)]
        assert the_game().value[number] == line["points"], row.text("id")
        assert line["scores"] != row.text("side")
    assert the_game().charts.air_value == lines["soviet_air"]["points"] == lines["japanese_air"]["points"]


# -- battalions (26.9) -------------------------------------------------------------------------------------------------


@rule("pbn", "26.9", "26.9.1", "26.9.2", "26.9.3", "26.9.4", "26.9.5", "26.9.6", "26.9.7", "26.9.8", "26.9.9")
@rule("pbn", "26.9.10")
def test_recipes() -> None:
    told = {
        recipe.rule: (the_game().sides[recipe.side], recipe.unit, Counter(recipe.parts))
        for recipe in the_game().charts.recipes
    }
    assert told == {
        "26.9.1": ("japan", (6, 6, 12), {(2, 2, 12): 1, (1, 2, 12): 2}),
        "26.9.2": ("japan", (5, 5, 10), {(1, 2, 10): 3}),
        "26.9.3": ("japan", (5, 4, 10), {(1, 2, 10): 2, (1, 1, 10): 1}),
        "26.9.4": ("soviet", (12, 8, 14), {(3, 1, 14): 3, (1, 2, 14): 1}),
        "26.9.5": ("soviet", (9, 6, 14), {(3, 1, 14): 2, (1, 2, 14): 1}),
        "26.9.6": ("soviet", (2, 4, 12), {(0, 1, 12): 4}),
        "26.9.7": ("soviet", (2, 3, 12), {(0, 1, 12): 3}),
        "26.9.8": ("soviet", (3, 4, 8), {(0, 1, 8): 3}),
        "26.9.9": ("soviet", (2, 4, 8), {(0, 1, 8): 4}),
        "26.9.10": ("soviet", (2, 3, 8), {(0, 1, 8): 3}),
    }
    for number in members(the_game().breakable):
        recipe = the_game().recipe[number]
        assert recipe is not None
        row = SHEET.rows[number]
        assert recipe.unit == (row.integer("attack"), row.integer("defence"), row.integer("movement"))
        assert recipe.side == SHEET.side[number]


@rule("pbn", "2.33.1")
def test_there_are_battalions_for_everybody_at_once() -> None:
    """R59: all units of both sides may be broken down; the printed numbers are no limit."""
    printed = Counter((row.text("side"), figures(row)) for row in PRINTED if row.text("breakdown"))
    assert printed == BATTALIONS
    needed: Counter[tuple[int, tuple[int, ...]]] = Counter()
    for number in members(the_game().breakable):
        recipe = the_game().recipe[number]
        assert recipe is not None
        needed.update((recipe.side, part) for part in recipe.parts)
    for (side, line), count in needed.items():
        assert len(line) == 3
        assert the_game().battalions[side, line].bit_count() == count, line


@rule("pbn", "2.31.3", "16.1", "2.33.1")
def test_single_points_stand_for_all_change() -> None:
    """R104, E8: counters of 2 and 3 points are never in play; there are as many single ones as can ever come."""
    change = [row for row in SHEET.rows if row.text("stock") == "change"]
    assert {row.integer("points") for row in change} == {2, 3}
    assert not the_game().in_play & units(*(row.text("id") for row in change))
    for side, (air, deception) in enumerate([(18, 3 + 6 + 6), (27, 3 + 6)]):
        mine = SHEET.of_side[side] & the_game().in_play
        assert (mine & the_game().air).bit_count() == air, "1 or 3 at the start, groups, and five months of routine"
        assert (mine & the_game().deception).bit_count() == deception
        assert (mine & the_game().supply).bit_count() >= 26
        assert {ROWS[name].integer("points") for name in ids(mine & (the_game().air | the_game().supply))} == {1}


@rule("pbn", "2.33.2", "2.33.8")
def test_one_counter_of_each_campaign_marker() -> None:
    assert ids(the_game().campaign) == set(the_game().charts.markers)
    assert [(the_game().campaign & SHEET.of_side[side]).bit_count() for side in (0, 1)] == [10, 10]


@rule("pbn", "2.31.5", "2.31.6", "2.31.7", "2.31.8", "2.31.9")
def test_what_the_game_reads_off_a_counter() -> None:
    cog, brigade = unit("SU-COG"), unit("SU-11A")
    assert (the_game().attack[brigade], the_game().defence[brigade], the_game().movement[brigade]) == (
        12,
        8,
        14 * the_game().charts.scale,
    )
    assert (the_game().support[cog], the_game().radius[cog], the_game().attack[cog], the_game().defence[cog]) == (
        3,
        4,
        0,
        1,
    )
    assert (the_game().equivalents[unit("JP-SUP-1")], the_game().stacking[unit("JP-SUP-1")]) == (1, 0)


def test_counters_have_names_of_their_own_and_say_where_they_come_from() -> None:
    assert len(set(SHEET.names)) == len(set(SHEET.ids)) == len(SHEET)
    for row in SHEET.rows:
        assert row.text("source"), row.text("id")
        assert not row.text("source").startswith("4."), "a section of a specification is no reason"


@rule("pbn", "2.31.2", "2.3.1")
def test_headquarters_that_are_not_activated_show_their_backs() -> None:
    match = board({"1216": ["SU-36HQ", "SU-24"], "1314": "SU-82HQ"}, "soviet_move", activated=["SU-82HQ"])
    stacks = match.view("soviet")["places"]
    shown = {found["id"]: found["is"] for where in ("1216", "1314") for found in stacks[where]}
    assert "flipped" in shown["SU-36HQ"]
    assert "flipped" not in shown["SU-82HQ"]
    assert "flipped" not in shown["SU-24"]
    assert {"activated"} <= set(shown["SU-82HQ"])
    again = match.imagine("soviet")
    assert isinstance(again, Position)
    assert again.activated == units("SU-82HQ")
