"""The counters of the games that are not played yet, held against the totals of their specifications."""

from __future__ import annotations

from collections import Counter

import pytest

from khalkhin.engine.counters import CounterSheet
from tests.render.counters.games import GAMES, all_counters, counters, markers

WAITING = ["kgw", "pbn", "sn"]
TAGS = {"printed", "derived", "reconstructed"}


def count(game: str, **wanted: str) -> int:
    return sum(all(row[column] == value for column, value in wanted.items()) for row in counters(game))


def by(game: str, column: str) -> Counter[str]:
    return Counter(row[column] for row in counters(game))


@pytest.mark.parametrize("game", WAITING)
def test_the_engine_reads_the_sheet(game: str) -> None:
    sheet = CounterSheet(GAMES / game / "data" / "counters.csv", ("soviet", "japan"), {})
    assert len(sheet) == len(all_counters(game))
    assert len(set(sheet.names)) == len(sheet), "every counter can be called by its name"
    marks = [row["id"] for row in markers(game)]
    assert len(set(marks) | set(sheet.ids)) == len(marks) + len(sheet)


@pytest.mark.parametrize("game", WAITING)
def test_every_group_of_values_has_its_provenance(game: str) -> None:
    for row in all_counters(game) + markers(game):
        tags = {column: value for column, value in row.items() if column.startswith("prov_")}
        assert row["prov_existence"] in TAGS, row["id"]
        assert set(tags.values()) <= TAGS | {""}, row["id"]
        assert row["source"], row["id"]
    for row in all_counters(game):
        figures = any(row.get(column) for column in ("attack", "combat", "range", "radius", "capacity", "points"))
        assert bool(row["prov_factors"]) == figures, row["id"]


def test_kgw_totals() -> None:
    assert by("kgw", "side") == {"soviet": 73, "japan": 87}
    assert len(counters("kgw")) + len(markers("kgw")) == 176
    assert by("kgw", "nation") == {"RA": 59, "MPR": 14, "IJA": 60, "CXF": 11, "MC": 7, "MJ": 7, "WR": 2}
    assert by("kgw", "type") == {
        "infantry": 40, "mech_infantry": 6, "cavalry": 25, "armor": 5, "armor_group": 2, "armored_recon": 8,
        "airborne": 1, "artillery": 6, "mixed": 6, "security": 4, "garrison": 9, "armored_train": 2, "air": 17,
        "air_supply": 1, "leader": 1, "gekokujo": 1, "engineer": 4, "mech_engineer": 1, "supply": 16, "agent": 5,
    }  # fmt: skip
    assert Counter(row["front"] for row in markers("kgw")) == {"turn": 2, "points": 2, "railhead": 1, "entrenched": 11}


def test_kgw_divisions_and_their_parts() -> None:
    parts = Counter(row["formation"] for row in counters("kgw") if row["formation"] not in ("", row["id"]))
    assert parts == {
        "RA-36": 3, "RA-57": 3, "RA-93": 3, "RA-82": 3, "RA-152": 3, "RA-15": 2,
        "JA-7": 5, "JA-23": 4, "JA-2": 5, "JA-4": 5, "CX-26": 4, "CX-CAVGP": 2,
    }  # fmt: skip
    divisions = {row["id"] for row in counters("kgw") if row["size"] == "XX" and row["type"] != "armor_group"}
    assert parts.keys() == divisions


def test_kgw_factors() -> None:
    found = {row["id"]: row for row in counters("kgw")}
    for name, factors in {
        "RA-36": ("14", "+", "6", "mech"),
        "RA-57": ("12", "", "4", "non"),
        "JA-7": ("20", "", "5", "non"),
        "RA-57ART": ("2", "±", "5", "non"),
        "JA-KAART": ("1", "+", "4", "non"),
        "CX-SENDA": ("5", "+", "6", "mech"),
        "MJ-MPF": ("5", "", "5", "non"),
    }.items():
        assert tuple(found[name][column] for column in ("combat", "shock", "movement", "class")) == factors, name
    assert {row["type"] for row in counters("kgw") if row["bracket"]} == {"artillery", "supply"}
    assert {row["back"] for row in counters("kgw")} == {"", "bridge", "depot", "partisan"}
    assert count("kgw", back="depot", back_radius="3") == count("kgw", back="depot", back_radius="2") == 8


def test_pbn_totals() -> None:
    units = [row for row in counters("pbn") if row["size"] and not row["breakdown"]]
    assert Counter(row["side"] for row in units) == {"japan": 48, "soviet": 41}
    assert count("pbn", breakdown="yes") == 44
    others = {kind: by("pbn", "type")[kind] for kind in ("air", "supply", "deception", "campaign")}
    assert others == {"air": 23, "supply": 16, "deception": 12, "campaign": 20}
    assert Counter(row["front"] for row in markers("pbn")) == {"fortified": 20, "turn": 2, "command": 2}
    assert len(counters("pbn")) + len(markers("pbn")) == 228


def test_pbn_spares_look_like_what_they_add_to() -> None:
    """What is not printed differs in nothing but its number from a counter that is."""
    about = ("id", "name", "stock", "prov_existence", "prov_type", "prov_factors", "prov_location", "source")
    printed = [{k: v for k, v in row.items() if k not in about} for row in counters("pbn")]
    spares = [row for row in all_counters("pbn") if row["stock"] == "spare"]
    assert len(spares) == len(all_counters("pbn")) - len(counters("pbn")) > 0
    assert all({k: v for k, v in row.items() if k not in about} in printed for row in spares)


def test_pbn_points_are_the_most_that_can_arrive() -> None:
    for side, air in (("japan", 27), ("soviet", 18)):
        points = [int(row["points"]) for row in counters("pbn") if row["side"] == side and row["type"] == "air"]
        assert sum(points) == air


def test_pbn_groups() -> None:
    assert by("pbn", "arrives") == {
        "": 115, "setup_east": 4, "setup_hailar": 6, "sixth_army": 13, "kar_1": 8, "kar_2": 14, "optional": 7,
        "setup_west": 2, "setup_tamsag": 8, "57_corps": 13, "1st_army_group": 14,
    }  # fmt: skip


LINES = {
    "26.9.1": "6-6-12", "26.9.2": "5-5-10", "26.9.3": "5-4-10", "26.9.4": "12-8-14", "26.9.5": "9-6-14",
    "26.9.6": "2-4-12", "26.9.7": "2-3-12", "26.9.8": "3-4-8", "26.9.9": "2-4-8", "26.9.10": "2-3-8",
}  # fmt: skip


def test_pbn_units_that_break_down_have_the_printed_lines() -> None:
    found = Counter(row["breaks_into"] for row in counters("pbn") if row["breaks_into"])
    assert found.keys() == LINES.keys()
    for row in counters("pbn"):
        if line := LINES.get(row["breaks_into"]):
            assert f"{row['attack']}-{row['defence']}-{row['movement']}" == line, row["id"]
        assert (row["class"] == "mech") == (row["type"] in {"armor", "armor_flame", "armored_recon", "mechanized"})


def test_sn_totals() -> None:
    assert by("sn", "nation") == {"SU": 91, "OM": 5, "JP": 100, "DE": 1, "MC": 10, "MJ": 4, "FER": 1}
    assert len(counters("sn")) + len(markers("sn")) == 228
    assert Counter(row["front"] for row in markers("sn")) == {
        "turn": 1, "disrupted": 11, "railhead": 2, "contamination": 2,
    }  # fmt: skip
    assert by("sn", "type") == {
        "mechanized_corps": 6, "infantry_corps": 21, "shock_army": 2, "artillery_corps": 1, "cavalry_corps": 7,
        "armored_division": 12, "mechanized_division": 5, "infantry_division": 32, "cavalry_division": 4,
        "mountain_division": 1, "nkvd_division": 2, "airborne_brigade": 4, "marine_brigade": 4, "flotilla": 3,
        "fort": 32, "headquarters": 6, "airbase": 10, "supply": 20, "airstrike": 20, "mechanized_brigade": 2,
        "engineer_brigade": 2, "infantry_brigade": 2, "carrier_airstrike": 4, "carrier": 2, "bombardment": 2,
        "amphibious": 3, "chemical": 2, "special_division": 1,
    }  # fmt: skip


def test_sn_figures() -> None:
    strikes = Counter(
        (row["nation"], row["type"], row["range"], row["back_range"]) for row in counters("sn") if row["range"]
    )
    assert strikes == {
        ("SU", "airstrike", "2", "4"): 6, ("SU", "airstrike", "3", "6"): 2,
        ("JP", "airstrike", "4", "8"): 5, ("JP", "airstrike", "3", "6"): 5, ("JP", "airstrike", "2", "4"): 2,
        ("JP", "carrier_airstrike", "2", "4"): 4,
    }  # fmt: skip
    radii = [(row["nation"], row["unit"], row["radius"]) for row in counters("sn") if row["type"] == "headquarters"]
    assert radii == [
        ("SU", "FE", "3"), ("SU", "TB", "3"), ("SU", "OG", "2"),
        ("JP", "KA", "4"), ("JP", "1F", "3"), ("JP", "2F", "3"),
    ]  # fmt: skip
    forts = Counter((row["nation"], row["defence"]) for row in counters("sn") if row["type"] == "fort")
    assert forts == {("SU", "3"): 14, ("OM", "1"): 2, ("JP", "3"): 10, ("MC", "2"): 5, ("MJ", "1"): 1}
    corps = {row["id"]: "-".join(row[c] for c in ("attack", "defence", "movement")) for row in counters("sn")}
    assert (corps["SU-30MC"], corps["JP-6IC"], corps["DE-AK"], corps["MC-1CC"]) == (
        "12-10-6", "10-10-4", "3-3-6", "3-3-5",
    )  # fmt: skip
