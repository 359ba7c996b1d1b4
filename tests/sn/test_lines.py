"""14.1, 14.2  Lines of supply as clients draw them: from a supply unit by rail and over land, or what blocks them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import khalkhin
from khalkhin.engine.match import Match
from khalkhin.engine.view import overlays
from khalkhin.games.sn.lines import sources
from khalkhin.games.sn.supply import general
from tests.sn.positions import board, do, names, position, the_game

rule = pytest.mark.rule
GAME = the_game()
OFF_RAIL = "0912"
"""Beside a railroad, not on it."""


def lines(match: Match, side: str) -> dict[str, Any]:
    return {line["hex"]: line for line in overlays(position(match), GAME.sides.index(side))["supply"]}


def path(match: Match, hex_: str, side: str = "japan") -> list[str]:
    found: list[str] = lines(match, side)[hex_]["path"]
    return found


def why(match: Match, hex_: str, side: str = "japan") -> tuple[str | None, str]:
    """What stands in the way of a line, and what is said of it."""
    found = lines(match, side)[hex_]
    return found["block"], found["why"]["key"]


@rule("sn", "14.1")
def test_w2_a_line_over_land() -> None:
    """W2: an Imperial supply unit serves Manchukuoans two hexes away."""
    match = board({"2721": "JP-SUP-1", "2521": "MC-1IC"}, "japan_reorganize")
    assert path(match, "2721") == ["2721"]
    assert path(match, "2521") == ["2721", "2621", "2521"]


@rule("sn", "14.1", "14.1.4")
def test_a_line_along_the_railroad_and_on() -> None:
    """E70: a unit twelve hexes down the line, and one two hexes off it."""
    match = board({"3614": "JP-SUP-1", "2411": "JP-2IC", "2413": "JP-3IC"}, "japan_reorganize")
    rail = path(match, "2411")
    assert (rail[0], rail[-1], len(rail)) == ("3614", "2411", 13)
    assert set(rail) <= names(GAME.rail)
    assert path(match, "2413")[0] == "3614"


@rule("sn", "14.1.3", "14.2")
def test_e76_a_supply_unit_in_an_enemy_zone_is_its_own_block() -> None:
    """E76: it supplies its own hex and nobody else; a fort in the hex opens it."""
    placed = {"1715": ["JP-SUP-1"], "1716": "JP-2IC", "1814": "SU-12IC"}
    match = board(placed, "japan_reorganize")
    assert (path(match, "1716"), why(match, "1716")) == ([], ("1715", "why.line-source-zone"))
    match = board({**placed, "1715": ["JP-SUP-1", "JP-FORT-1"]}, "japan_reorganize")
    assert path(match, "1716") == ["1715", "1716"]


@rule("sn", "14.1.1")
def test_rough_ground_without_a_road_is_no_hex_but_is_told() -> None:
    match = board({"0429": "JP-SUP-1", "0529": "JP-7ID"}, "japan_reorganize")
    found = lines(match, "japan")["0529"]
    assert (found["path"], found["block"]) == ([], None)
    assert (found["why"]["rule"], found["why"]["key"]) == ("14.1.1", "why.line-barred")


@rule("sn", "14.1.2")
def test_an_enemy_in_the_way_is_the_block() -> None:
    match = board({"2723": "JP-SUP-1", "2725": "JP-2IC", "2724": "SU-12IC", "2624": "SU-18IC", "2823": "SU-26IC"},
                  "japan_reorganize")  # fmt: skip
    found = lines(match, "japan")["2725"]
    assert (found["path"], found["block"]) == ([], "2723"), "already the supply unit is in their zones"


@rule("sn", "14.1.2", "14.1.3")
@pytest.mark.parametrize(("store", "end", "enemy"), [("2318", "2316", "2216"), ("2316", "2318", "2217")])
def test_a_zone_on_the_way_is_the_block(store: str, end: str, enemy: str) -> None:
    """2317 is the only hex between, in the zone of a corps beside it; the end itself may be in that zone, too."""
    match = board({store: "JP-SUP-1", end: "JP-2IC", enemy: "SU-12IC"}, "japan_reorganize")
    assert (path(match, end), why(match, end)) == ([], ("2317", "why.line-zone"))


@rule("sn", "14.1", "14.1.4")
def test_only_supply_units_on_one_railroad_are_one_source() -> None:
    """Harbin and Hsinking are joined by rail; 0912 lies beside the railroad, and has nothing of it."""
    s = position(board({"2010": "JP-SUP-1", "2411": "JP-SUP-2", OFF_RAIL: "JP-SUP-3", "1038": "SU-12IC"}))
    joined, alone = sources(s, 1)
    assert (names(joined.hexes), names(alone.hexes)) == ({"2010", "2411"}, {OFF_RAIL})
    assert (names(joined.net) >= {"2010", "2411", "0911"}, names(alone.net)) == (True, {OFF_RAIL})


@rule("sn", "14.1")
def test_too_far_away_nothing_blocks() -> None:
    match = board({"1936": "OM-1CC", "1902": "SU-SUP-1"}, "soviet_reorganize")
    assert why(match, "1936", "soviet") == (None, "why.line-far")


@rule("sn", "14.2.1", "14.2.2")
def test_forts_and_stores_need_no_line() -> None:
    match = board({"1826": ["OM-1CC", "OM-FORT-1"], "1936": ["OM-2CC"]}, "soviet_reorganize")
    assert (path(match, "1826", "soviet"), path(match, "1936", "soviet")) == (["1826"], [])


@rule("sn", "14.1.1", "20.0.mtn")
def test_who_has_it_hardest_tells() -> None:
    """E69: roadless rough beside Voroshilov takes a line to the mountain division, not to the infantry with it."""
    alone = board({"2103": "SU-SUP-1", "2102": "SU-101MT"}, "soviet_reorganize")
    assert path(alone, "2102", "soviet") == ["2103", "2102"]
    both = board({"2103": "SU-SUP-1", "2102": ["SU-101MT", "SU-21ID"]}, "soviet_reorganize")
    assert path(both, "2102", "soviet") == []


def test_the_enemy_and_spectators_see_no_lines() -> None:
    match = board({"1715": "JP-SUP-1", "1713": "MC-1IC", "1002": "SU-12IC"}, "japan_reorganize")
    assert set(lines(match, "soviet")) == {"1002"}
    assert overlays(position(match), None)["supply"] == []


@rule("sn", "14.1", "14.2")
@pytest.mark.parametrize("scenario", ["anti-comintern", "kantokuen", "nomonhan"])
def test_lines_and_general_supply_are_one(scenario: str) -> None:
    """After the set-up of every scenario, and in its second turn: a line wherever everybody is in General Supply."""
    match = do(khalkhin.new("sn", scenario, seed=1), "auto", "done", "auto", "done")
    for turn in (1, 2):
        s = position(match)
        s.turn, s.notes = turn, {}
        for side in (0, 1):
            fed = general(s, side)
            for line in GAME.supply_lines(s, side):
                assert bool(line.path) == (not s.units_at(side, line.hex) & ~fed)
                assert all(GAME.map.grid.around[a] >> b & 1 for a, b in pairwise(line.path))
