"""2.34, 14.4, 16, 24.2, TEC  The charts: every cell of the specification, and that better is never worse."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from khalkhin.board.data import TomlTable
from khalkhin.engine.provenance import ABOUT
from khalkhin.engine.results_tables import EXCHANGE, LOSS, STALEMATE, WIN, ResultsTable
from khalkhin.engine.words import Words
from khalkhin.games.pbn.charts import Charts
from khalkhin.games.pbn.position import LAST_MONTH, MISSIONS, TRACK
from tests.pbn.positions import board, do, names, offered, position, refused, the_game

rule = pytest.mark.rule
SIXTH = Fraction(1, 6)

RAID = """
    AE  AAT AAT AAT DM  DM  DM  C   C   C
    AAT AAT DM  DM  DM  C   C   C   DAT AM
    AAT DM  DM  C   C   C   DAT DAT AM  AM
    DM  DM  C   C   DAT DAT AM  AM  AM  DR
    DM  C   C   DAT AM  AM  AM  DR  DR  DR
    C   C   DAT AM  AM  DR  DR  DR  RT  RT
"""
ASSAULT = """
    AE  AE  AE  AS  AS  AAT AAT BB  DAT DAT
    AE  AE  AS  AAT AAT BB  BB  DAT DAT DS
    AE  AS  AAT AAT BB  BB  DAT DAT DS  DS
    AS  AS  AAT BB  BB  DAT DS  DS  DS  DE
    AS  AAT BB  BB  DAT DS  DS  DE  DE  DE
    AAT BB  BB  DAT DS  DS  DE  DE  DE  DE
"""
BOMBARDMENT = """
    AA AA AA   AA   AA   AA   S+AA
    AA AA -    -    -    S+AA S
    -  -  -    -    S+AA S    S
    -  -  -    S+AA S    S    S
    -  -  S+AA S    S    S    SE
    -  S  S    S    S    SE   SE
"""
SUPERIORITY = """
    0/0 0/0 0/0 0/0 0/1 0/1 0/1 0/2
    0/0 0/0 0/1 0/1 0/1 0/2 0/2 1/1
    0/0 0/1 0/1 1/0 1/1 1/1 1/1 1/2
    0/1 0/1 1/0 1/1 1/2 1/2 2/2 2/2
    0/1 1/1 1/1 1/2 2/2 2/2 2/3 3/3
    1/0 1/1 1/2 2/2 2/3 3/3 3/4 4/4
"""
RAID_ORDER = ["AE", "AAT", "DM", "C", "DAT", "AM", "DR", "RT"]
ASSAULT_ORDER = ["AE", "AS", "AAT", "BB", "DAT", "DS", "DE"]


def charts() -> Charts:
    return the_game().charts


def cells(text: str) -> list[list[str]]:
    return [line.split() for line in text.split("\n") if line.strip()]


def of(table: ResultsTable) -> list[list[str]]:
    return [[table.result(column, die) for column in range(len(table.columns))] for die in range(1, 7)]


def never_falls(table: ResultsTable, worth: Callable[[str], int]) -> bool:
    """Whether a column further right or a higher die is never worse."""
    grid = [[worth(cell) for cell in row] for row in of(table)]
    return all(a <= b for line in (*grid, *zip(*grid, strict=True)) for a, b in pairwise(line))


def sixths(table: ResultsTable, *codes: str) -> list[int]:
    """The chance of some results by column, in sixths."""
    out = []
    for column in range(len(table.columns)):
        chance = sum((p for code, p in table.distribution(column).items() if code in codes), Fraction(0))
        assert (chance / SIXTH).denominator == 1
        out.append(int(chance / SIXTH))
    return out


# -- land combat -------------------------------------------------------------------------------------------------------


@rule("pbn", "2.34.5", "14.4", "14.42")
def test_both_tables_cell_by_cell() -> None:
    assert of(charts().combat["raid"]) == cells(RAID)
    assert of(charts().combat["assault"]) == cells(ASSAULT)
    assert charts().at_least == (0, 25, 50, 100, 150, 200, 300, 400, 500, 600)
    for table in charts().combat.values():
        assert table.columns == ("≤24%", "25%", "50%", "100%", "150%", "200%", "300%", "400%", "500%", "≥600%")


@rule("pbn", "14.42")
def test_a_better_column_or_die_never_helps_the_defender() -> None:
    assert never_falls(charts().combat["raid"], RAID_ORDER.index)
    assert never_falls(charts().combat["assault"], ASSAULT_ORDER.index)
    assert set(RAID_ORDER) | set(ASSAULT_ORDER) == set(charts().codes)


@rule("pbn", "14.42")
def test_chances_in_sixths() -> None:
    raid, assault = charts().combat["raid"], charts().combat["assault"]
    assert sixths(raid, "AE", "AAT") == [3, 2, 1, 1, 0, 0, 0, 0, 0, 0]
    assert sixths(raid, "DM") == [2, 2, 2, 1, 2, 1, 1, 0, 0, 0]
    assert sixths(raid, "DAT") == [0, 0, 1, 1, 1, 1, 1, 1, 1, 0]
    assert sixths(raid, "AM", "DR", "RT") == [0, 0, 0, 1, 2, 2, 3, 3, 4, 5]
    assert sixths(assault, "AE", "AS", "BB") == [5, 5, 4, 3, 3, 2, 1, 1, 0, 0]
    assert sixths(assault, "BB", "DS", "DE") == [0, 1, 2, 2, 3, 4, 4, 4, 4, 5]


@rule("pbn", "14.42", "2.34.6", "2.34.7", "15.42")
def test_what_the_codes_do() -> None:
    """The errata: DS and BB cost half of the defenders, DM moves the attackers. DAT brings no pursuit (E7)."""
    told = {
        code: (row["attacker"], row["defender"], row["attacker_retreats"], row["defender_retreats"], row["rout"])
        for code, row in charts().codes.items()
    }
    assert told == {
        "AE": ("all", "", 0, 0, False),
        "AS": ("half", "", 2, 0, False),
        "AAT": ("one", "", 0, 0, False),
        "DM": ("", "", 1, 0, False),
        "C": ("", "", 0, 0, False),
        "BB": ("half", "half", 0, 0, False),
        "DAT": ("", "one", 0, 0, False),
        "AM": ("", "", 0, 1, False),
        "DR": ("", "", 0, 2, False),
        "RT": ("", "", 0, 0, True),
        "DS": ("", "half", 0, 0, True),
        "DE": ("", "all", 0, 0, False),
    }
    assert {code: row["conductor"] for code, row in charts().codes.items() if row["conductor"]} == {
        "DM": "defender",
        "AM": "attacker",
    }
    assert {code for code, row in charts().codes.items() if row["pursuit"]} == {"AM", "DR", "RT", "DS", "DE"}
    assert {row["pursuit"] for row in charts().codes.values()} == {0, 1}


def test_what_results_mean_to_the_attacker() -> None:
    kinds = {**charts().combat["raid"].kinds, **charts().combat["assault"].kinds}
    assert {code for code, kind in kinds.items() if kind == WIN} == {"DAT", "AM", "DR", "RT", "DS", "DE"}
    assert {code for code, kind in kinds.items() if kind == LOSS} == {"AE", "AS", "AAT", "DM"}
    assert (kinds["C"], kinds["BB"]) == (STALEMATE, EXCHANGE)
    air = charts().bombardment.kinds
    assert (air["-"], air["AA"], air["S"], air["SE"], air["S+AA"]) == (STALEMATE, LOSS, WIN, WIN, EXCHANGE)


@rule("pbn", "14.3.4")
def test_shifts() -> None:
    assert charts().shifts == {
        "suppressed": 1,
        "banzai": 1,
        "experience": 1,
        "close_support": 1,
        "anti_aircraft": 1,
    }


# -- air ---------------------------------------------------------------------------------------------------------------


@rule("pbn", "2.34.4", "16.81", "16.83", "16.84")
def test_the_bombardment_table() -> None:
    table = charts().bombardment
    assert of(table) == cells(BOMBARDMENT)
    assert table.columns == ("0", "1", "2", "3", "4", "5", "≥6")
    assert never_falls(table, lambda cell: 2 * ("S" in cell) + ("E" in cell))
    assert sixths(table, "S", "S+AA", "SE") == [0, 1, 2, 3, 4, 5, 6]
    assert sixths(table, "AA", "S+AA") == [2, 2, 2, 2, 2, 2, 1]


@rule("pbn", "16.51", "16.52", "30.0")
def test_the_superiority_table() -> None:
    """Never more hits than points that fire; E10 and E11 are printed examples."""
    table = charts().superiority
    assert of(table) == cells(SUPERIORITY)
    assert len(table.columns) == charts().fire_together == 8
    hits = [[tuple(map(int, cell.split("/"))) for cell in row] for row in of(table)]
    for row in hits:
        assert all(lost + hurt <= column for column, (lost, hurt) in enumerate(row, 1))
    assert never_falls(table, lambda cell: sum(map(int, cell.split("/"))))
    assert never_falls(table, lambda cell: int(cell.split("/")[0]))
    assert (table.result(1, 5), table.result(5, 6)) == ("1/1", "3/3")


@rule("pbn", "2.34.2", "2.34.11", "16.62", "26.8")
def test_the_interdiction_table() -> None:
    assert (charts().committed, charts().interdiction_modifier) == ((2, 4, 6), (0, 1, 2))
    assert charts().interdiction_delay == (0, 0, 0, 1, 1, 2, 2, 2)
    assert (charts().interdiction_fire, charts().interdiction_lost) == ((4, 5, 6, 7, 8), 8)
    assert len(charts().interdiction_delay) == 6 + max(charts().interdiction_modifier)


@rule("pbn", "2.34.3", "16.31")
def test_the_boxes_of_the_air_missions() -> None:
    assert {"reserve", "superiority", "interdiction", "recon", "strike", "damaged", "shot_down"} <= set(
        the_game().boxes
    )
    assert MISSIONS == ("superiority", "interdiction", "recon", "strike", "support")


@rule("pbn", "26.7", "26.6", "7.6", "7.5.2", "12.1")
def test_fixed_numbers() -> None:
    assert charts().strike_limit == (3, 4)
    assert (charts().repaired, charts().refitted, charts().stack_limit) == (3, 3, 6)


# -- terrain -----------------------------------------------------------------------------------------------------------

TERRAIN: dict[str, tuple[Any, ...]] = {
    "clear": ("TEC.1", 1, 1, 0, 0), "dunes": ("TEC.2", 2, 2, 0, 0), "woods": ("TEC.3", 2, 1, 1, 0),
    "jungle": ("TEC.4", 4, 2, 2, 1), "cultivated": ("TEC.5", 2, 1, 1, 0), "marsh": ("TEC.6", 2, 1, 1, 0),
    "swamp": ("TEC.7", 3, 2, 1, 1), "mud_flat": ("TEC.8", 2, 2, 0, 0), "sea": ("TEC.9", None, None, 0, 0),
    "coral_reef": ("TEC.10", None, 1, 0, 0), "dock": ("TEC.11", 1, 1, 0, 0), "ridge": ("TEC.12", 2, 2, 2, 0),
    "hilltop": ("TEC.13", 2, 1, 1, 0), "mountain": ("TEC.14", None, 3, 3, 1),
    "printed_fortification": ("TEC.22", 2, 2, 1, 1), "base": ("TEC.23", 1, 1, 1, 0),
    "airfield": ("TEC.24", 1, 1, 0, 0), "town": ("TEC.28", 1, 1, 1, 0), "city": ("TEC.29", 3, 1, 2, 1),
}  # fmt: skip
HEXSIDES: dict[str, tuple[Any, ...]] = {
    "cliff": ("TEC.15", None, 1, 1), "stream": ("TEC.16", 1, 1, 0), "narrow_river": ("TEC.17", 4, 2, 1),
    "wide_river": ("TEC.18", 6, 4, 2), "levee": ("TEC.19", 3, 2, 0),
}  # fmt: skip
WAYS = {
    "all_weather_road": ("TEC.30", "1/4", "1/3"), "road": ("TEC.31", "1/2", "1/2"),
    "trail": ("TEC.32", "1", "1"), "railroad": ("TEC.34", "1/2", "1/2"),
}  # fmt: skip


def points(row: TomlTable, kind: str) -> Fraction | None:
    return Fraction(row[kind], charts().scale) if kind in row else None


@rule("pbn", "2.34.9", "TEC.0", "TEC.1", "TEC.2", "TEC.3", "TEC.4", "TEC.5", "TEC.6", "TEC.7", "TEC.8", "TEC.9")
@rule("pbn", "TEC.10", "TEC.11", "TEC.12", "TEC.13", "TEC.14", "TEC.21", "TEC.22", "TEC.23", "TEC.24", "TEC.28")
@rule("pbn", "TEC.29")
def test_terrain_costs_and_columns() -> None:
    """R83: also of terrain that this map does not have."""
    found = {
        name: (row["rule"], points(row, "mech"), points(row, "non"), row["defence"], row["bombardment"])
        for name, row in charts().terrain.items()
    }
    assert found == TERRAIN
    assert charts().terrain["sea"]["rules"] == ["TEC.21"], "the second row of the sea says the same"


@rule("pbn", "TEC.15", "TEC.16", "TEC.17", "TEC.18", "TEC.19")
def test_hexsides() -> None:
    found = {
        name: (row["rule"], points(row, "mech"), points(row, "non"), row["defence"])
        for name, row in charts().hexsides.items()
    }
    assert found == HEXSIDES


@rule("pbn", "TEC.30", "TEC.31", "TEC.32", "TEC.34")
def test_ways_are_counted_exactly_in_twelfths() -> None:
    for name, (number, mech, non) in WAYS.items():
        row = charts().ways[name]
        assert (row["rule"], points(row, "mech"), points(row, "non")) == (number, Fraction(mech), Fraction(non))
    assert charts().ways.keys() == WAYS.keys()


@rule("pbn", "TEC.12", "TEC.13", "TEC.14", "16.71")
def test_high_ground_and_open_ground() -> None:
    assert {name for name, row in charts().terrain.items() if row.get("high")} == {"ridge", "hilltop", "mountain"}
    assert {name for name, row in charts().terrain.items() if row.get("open")} == {
        "clear", "dunes", "cultivated", "mud_flat", "marsh", "coral_reef",
    }  # fmt: skip


@rule("pbn", "TEC.20", "TEC.25", "TEC.26", "TEC.27", "TEC.33", "TEC.35")
def test_what_changes_nothing() -> None:
    """No cost and no column of their own: other terrain in the hex tells; a bridge only takes a cost away."""
    neutral = {name: number for name, number in charts().data["neutral"].items() if name not in ABOUT}
    assert neutral == {
        "coastal": "TEC.20",
        "objective": "TEC.25",
        "landmark": "TEC.26",
        "village": "TEC.27",
        "bridge": "TEC.33",
        "border": "TEC.35",
    }
    assert not neutral.keys() & {*charts().terrain, *charts().hexsides, *charts().ways}


@rule("pbn", "TEC.36", "TEC.37", "21.1")
def test_fortification_markers() -> None:
    assert charts().fortification == (1, 2)


# -- markers, turns, victory -------------------------------------------------------------------------------------------


@rule("pbn", "2.34.8", "5.3")
def test_campaign_markers_act_and_go_where_the_chart_says() -> None:
    held = {name for name, row in charts().markers.items() if row.held}
    assert held == {
        "JP-CM-BANZAI", "JP-CM-RECON", "JP-CM-STAFF",
        "SU-CM-ESPIONAGE", "SU-CM-MASKIROVKA", "SU-CM-RECON", "SU-CM-STAFF", "SU-CM-EXPERIENCE",
    }  # fmt: skip
    stays = {name for name, row in charts().markers.items() if row.then == "effect"}
    assert stays == {"JP-CM-KAO", "JP-CM-6ARMY", "JP-CM-KAR", "SU-CM-STAVKA", "SU-CM-1AG", "SU-CM-CRISIS",
                     "SU-CM-ZHUKOV"}  # fmt: skip
    assert {name for name, row in charts().markers.items() if row.then == "removed"} == {
        "JP-CM-ARMOR",
        "SU-CM-MASKIROVKA",
    }
    assert {name for name, row in charts().markers.items() if row.level} == {
        "JP-CM-6ARMY",
        "JP-CM-KAR",
        "SU-CM-1AG",
        "SU-CM-ZHUKOV",
    }


@rule("pbn", "2.34.10", "25.1")
def test_the_turn_track_has_a_space_for_every_month() -> None:
    assert TRACK == ("turn_1", "turn_2", "turn_3", "turn_4", "turn_5", "turn_6")
    english = Words("en", the_game())
    months = [english.say(f"month.{n}") for n in range(1, LAST_MONTH + 1)]
    assert months == ["May", "June", "July", "August", "September", "October"]
    assert the_game().scenarios["campaign"].data["turns"] == {"first": 1, "last": 5, "october": 6}


@rule("pbn", "24.2", "24.2.1", "24.2.2", "24.2.3", "24.2.4")
def test_levels_of_victory() -> None:
    """R8: 45 is still major."""
    assert charts().levels == {"marginal": 16, "major": 31, "decisive": 46}


@rule("pbn", "JVP.11", "JVP.12", "SVP.9", "SVP.10", "SVP.11", "24.6")
def test_points_of_objectives() -> None:
    """R9: Nomonhan is worth 5 to the Soviets, and 1 to the Japanese as any objective in the east."""
    assert charts().objective_points == {"east": (2, 1), "west": (0, 3), "center": (5, 1)}
    assert (charts().nomonhan, len(charts().objective_hexes)) == ("2010", 9)


@rule("pbn", "27.2", "JCM.3.1", "JCM.4", "JCM.6", "JCM.7", "5.2")
def test_numbers_of_the_markers() -> None:
    effects = {name: value for name, value in charts().effects.items() if name not in ABOUT}
    assert effects == {
        "reserves_lead": 10,
        "armor_withdrawn": 4,
        "gekokujo_activates": 4,
        "deserts": 5,
        "price": 2,
    }
    assert charts().start_level == 3


@rule("pbn", "33.4", "33.4.1")
def test_the_landing_table() -> None:
    table = charts().landing
    assert (table["scatter"], table["suppressed"], table["scatter_suppressed"]) == ([5], [6, 7], 8)
    assert (table["near_gun"], table["gun_range"], table["near_enemy"], table["rough"]) == (2, 2, 1, 1)


# -- what charts say of play ----------------------------------------------------------------------------------------


@rule("pbn", "2.34.12")
def test_the_sequence_of_play() -> None:
    """The phases of a turn in their order, for a Japanese First Player."""
    match = board({}, "initiative", first_player="japan", month=2, points=(0, 1), levels=(0, 0))
    begun = [(type(entry).__name__, getattr(entry, "side", None)) for entry in reversed(position(match).agenda)]
    impulse = [
        (phase, side) for side in (1, 0) for phase in ("BeginMovement", "StrikePhase", "CombatPhase")
    ]  # fmt: skip
    assert begun[begun.index(("ReinforcementPhase", 0)) :] == [
        ("ReinforcementPhase", 0),
        ("LogisticsPhase", 1),
        ("LogisticsPhase", 0),
        *impulse,
        *impulse,
        ("VictoryPhase", None),
        ("Advance", None),
        ("Turn", None),
    ]


@rule("pbn", "TEC.38")
def test_infiltration_takes_the_whole_allowance() -> None:
    """From one enemy zone to another, one hex, whatever it costs; nothing is left. Only Japanese infantry can."""
    enemies = {"1606": "SU-24", "1804": "SU-76", "1807": "SU-149"}
    match = board({"1706": "JP-64", **enemies}, "japan_move")
    do(match, "unit JP-64")
    assert offered(match, "hex") == {"1605", "1705", "1805", "1806", "1707"}
    assert set(match.view("japan")["details"]["left"].values()) == {"0"}
    match = board({"1706": "MC-4H", **enemies}, "japan_move")
    assert refused(match, "unit MC-4H") == "13.4"


@rule("pbn", "TEC.39")
def test_an_enemy_zone_of_control_ends_a_move() -> None:
    match = board({"2106": "SU-11A", "2009": "JP-64"}, "soviet_move")
    do(match, "unit SU-11A")
    stops = match.view("soviet")["details"]["stops"]
    assert set(stops) == offered(match, "hex") & names(position(match).zone(1))
    assert stops
    tree = match.view("soviet")["details"]["from"]
    assert not set(tree.values()) & set(stops), "no way leads on from there"
