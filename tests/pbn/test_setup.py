"""3.0, 25.0  Set-up: every line of the scenario, placing by hand, what is refused, and "place for me"."""

from __future__ import annotations

import pytest

import khalkhin
from khalkhin.board.hexset import members
from khalkhin.engine.match import Match
from khalkhin.engine.words import Words, plain
from khalkhin.games.pbn.setup import places
from tests.pbn.oracles.order_of_battle import GROUPS
from tests.pbn.positions import (
    air,
    asked,
    board,
    do,
    ids,
    marked,
    names,
    offered,
    place,
    points,
    position,
    refused,
    supply_at,
    the_game,
    unit,
    who_is_at,
    why,
)

rule = pytest.mark.rule

SHEET = the_game().sheet


def new(**options: bool) -> Match:
    return khalkhin.new("pbn", seed=1, options=options)


def japan_places(**options: bool) -> Match:
    """The Soviets have placed everything."""
    return do(new(**options), "auto", "done")


def waiting(match: Match) -> set[str]:
    return who_is_at(match, "turn_1")


# -- what the scenario says --------------------------------------------------------------------------------------------


@rule("pbn", "3.0", "25.0", "25.1")
def test_there_is_one_scenario() -> None:
    assert [name for name, one in the_game().scenarios.items() if not one.short] == ["campaign"]
    assert Words("en", the_game()).say("scenario.campaign.title") == "The campaign"


@rule("pbn", "25.4.1", "25.5.1", "3.1.4")
def test_who_is_placed_by_hand_and_where() -> None:
    match = new()
    assert waiting(match) == set(GROUPS["setup_west"].split()) | set(GROUPS["setup_east"].split())
    for name in GROUPS["setup_west"].split():
        assert names(places(position(match), unit(name))) == names(the_game().west)
    for name in GROUPS["setup_east"].split():
        assert names(places(position(match), unit(name))) == names(the_game().east)


@rule("pbn", "25.4.2", "25.5.2")
def test_the_bases_are_filled() -> None:
    match = new()
    assert who_is_at(match, "tamsag") == set(GROUPS["setup_tamsag"].split()) | {"SU-SUP-1"}
    assert who_is_at(match, "hailar") == set(GROUPS["setup_hailar"].split()) | {"JP-SUP-1"}
    assert (supply_at(match, "soviet", "tamsag"), supply_at(match, "japan", "hailar")) == (1, 1)


@rule("pbn", "25.4.3", "25.5.3")
def test_air_points_begin_in_reserve() -> None:
    match = new()
    assert (air(match, "soviet"), air(match, "japan")) == ({"reserve": 1}, {"reserve": 3})


@rule("pbn", "25.4.4", "25.5.4", "25.3", "5.2", "3.2")
def test_levels_points_and_the_turn() -> None:
    s = position(new())
    assert (s.levels, s.points, s.turn) == ((3, 3), (0, 0), 1)


@rule("pbn", "25.4.5", "25.5.5", "25.5.6")
def test_the_japanese_hold_banzai_all_other_markers_are_in_the_pools() -> None:
    match = new()
    assert who_is_at(match, "hand") == {"JP-CM-BANZAI"}
    assert who_is_at(match, "pool") == ids(the_game().campaign) - {"JP-CM-BANZAI"}


@rule("pbn", "3.1.2", "6.12")
def test_reinforcements_are_kept_aside() -> None:
    match = new()
    for name in ("sixth_army", "kar_1", "kar_2", "57_corps", "1st_army_group", "optional"):
        assert {place(match, found) for found in GROUPS[name].split()} == {"out"}


def test_headquarters_begin_inactive() -> None:
    """R51."""
    assert not position(new()).activated


# -- placing by hand ---------------------------------------------------------------------------------------------------


@rule("pbn", "3.1", "3.1.1", "25.4", "25.5", "25.2", "3.3")
def test_the_soviets_place_first_then_the_japanese_then_turn_one_begins() -> None:
    match = new()
    assert (asked(match).side, offered(match, "unit")) == (0, {"MN-15M", "MN-17M"})
    do(match, "unit MN-15M", "hex 1212", "unit MN-17M", "hex 1217")
    assert asked(match).message.key == "ask.setup-done"
    do(match, "done")
    assert (asked(match).side, offered(match, "unit")) == (1, {"JP-23R", "MC-4H", "MC-5H", "MC-12H"})
    for name, hex_ in {"JP-23R": "2010", "MC-4H": "1707", "MC-5H": "1506", "MC-12H": "2517"}.items():
        do(match, f"unit {name}", f"hex {hex_}")
    do(match, "done")
    assert (position(match).turn, position(match).first) == (1, 0)
    assert place(match, "MN-15M") == "1212"
    assert place(match, "MC-12H") == "2517"
    assert "log.initiative" in [event.key for event in match.log]


@rule("pbn", "3.1", "3.1.4")
def test_everything_has_to_be_placed() -> None:
    match = new()
    assert refused(match, "done") == "3.1"
    assert refused(match, "hex 1310") == "3.1"
    do(match, "unit MN-15M")
    assert refused(match, "done") == "3.1.4"
    assert refused(match, "unit MN-17M") == "3.1.4"
    do(match, "hex 1212")
    assert refused(match, "unit MN-15M") == "3.1"
    assert refused(match, "done") == "3.1"
    do(match, "unit MN-17M", "hex 1212")
    assert refused(match, "auto") == "3.1"


@rule("pbn", "25.4.1", "25.5.1", "3.1.4")
def test_each_side_of_the_river() -> None:
    match = do(new(), "unit MN-15M")
    assert offered(match, "hex") == names(the_game().west)
    assert refused(match, "hex 2010") == "25.4.1"
    match = do(japan_places(), "unit JP-23R")
    assert offered(match, "hex") == names(the_game().east)
    assert refused(match, "hex 1007") == "25.5.1"


@rule("pbn", "25.5.1", "26.11")
def test_the_japanese_may_begin_beyond_the_border() -> None:
    """East of the river is Mongolia, too."""
    mongolia = the_game().map.where("country", "Mongolia") & the_game().east
    match = do(japan_places(), "unit JP-23R")
    assert names(mongolia) <= offered(match, "hex")


@rule("pbn", "3.1.5")
def test_not_in_a_hex_with_enemies() -> None:
    """The areas do not overlap, so only the check itself can be shown: with a Soviet unit east of the river."""
    match = japan_places()
    position(match).put(unit("MN-15M"), the_game().map.grid.at("1610"))
    do(match, "unit JP-23R")
    assert "1610" not in offered(match, "hex")
    assert refused(match, "hex 1610") == "3.1.5"


@rule("pbn", "3.1.6")
def test_zones_of_control_do_not_matter() -> None:
    """1314 and 1413 are neighbours on both banks at Kawamata."""
    match = do(new(), "unit MN-15M", "hex 1314", "unit MN-17M", "hex 1212", "done", "unit JP-23R")
    assert "1413" in offered(match, "hex")
    assert position(match).zone(0) >> the_game().map.grid.at("1413") & 1
    do(match, "hex 1413")
    assert place(match, "JP-23R") == "1413"


@rule("pbn", "12.8")
def test_the_stacking_limit_holds() -> None:
    """Three Manchukuoan regiments are nine battalion equivalents, two are six."""
    match = japan_places()
    do(match, "unit MC-4H", "hex 2010", "unit MC-5H", "hex 2010", "unit MC-12H")
    assert "2010" not in offered(match, "hex")
    assert refused(match, "hex 2010") == "12.8"
    do(match, "hex 2009", "unit JP-23R")
    assert refused(match, "hex 2010") == "12.8"
    assert "2009" in offered(match, "hex")


@rule("pbn", "9.43")
def test_nobody_breaks_down() -> None:
    """T97."""
    match = new()
    assert refused(match, "breakdown SU-11A") == "9.43"
    assert plain(why(match, "breakdown SU-11A"), the_game()) == "9.43: Nobody breaks down during set-up."


# -- "place for me" ----------------------------------------------------------------------------------------------------


@rule("pbn", "3.1", "25.4.1", "25.5.1")
def test_place_for_me_goes_where_history_had_them() -> None:
    match = do(new(), "auto")
    assert {place(match, name) for name in GROUPS["setup_west"].split()} == {"1008", "1216"}
    do(match, "done", "auto")
    assert {place(match, name) for name in GROUPS["setup_east"].split()} == {"1610", "1707", "1812", "1915"}
    do(match, "done")
    assert not waiting(match) & set(GROUPS["setup_east"].split())


@rule("pbn", "25.4.1", "25.5.1")
def test_preferred_hexes_lie_in_the_areas() -> None:
    prefer = the_game().scenarios["campaign"].data["prefer"]
    assert set(prefer["soviet"]) <= names(the_game().west)
    assert set(prefer["japan"]) <= names(the_game().east)
    assert (len(prefer["soviet"]), len(prefer["japan"])) == (2, 4)


def test_place_for_me_leaves_what_is_placed() -> None:
    match = do(new(), "unit MN-17M", "hex 1217", "auto")
    assert (place(match, "MN-17M"), place(match, "MN-15M")) == ("1217", "1008")


def test_set_up_can_be_taken_back() -> None:
    match = do(new(), "unit MN-17M", "hex 1217", "auto")
    for _ in range(3):
        match.undo("soviet")
    assert (place(match, "MN-17M"), place(match, "MN-15M")) == ("turn_1", "turn_1")
    assert offered(match, "unit") == {"MN-15M", "MN-17M"}


def test_the_enemy_sees_what_is_placed_but_not_the_bases() -> None:
    match = do(new(), "unit MN-15M", "hex 1212", "unit MN-17M", "hex 1212")
    places = match.view("japan")["places"]
    shown = {found["id"] for entry in places.values() for found in entry if "id" in found}
    assert len(shown & {"MN-15M", "MN-17M"}) == 1, "only the top counter of the stack shows"
    assert not shown & set(GROUPS["setup_tamsag"].split())
    assert set(GROUPS["setup_hailar"].split()) <= shown


# -- options -----------------------------------------------------------------------------------------------------------


@rule("pbn", "34.0", "35.2")
def test_face_down_units_begin_face_down() -> None:
    match = do(new(face_down=True), "auto", "done", "auto")
    assert marked(match, "face_down", "MN-15M")
    assert marked(match, "face_down", "MC-4H")
    assert marked(match, "face_down", "SU-11A")
    assert not marked(match, "face_down", "SU-36HQ")
    assert not marked(match, "face_down", "JP-SUP-1")
    assert not position(do(new(), "auto", "done", "auto")).face_down


@rule("pbn", "35.2", "35.2.1", "35.2.2", "34.1")
def test_three_deception_markers_each() -> None:
    """They go on or next to friendly units, and not next to the enemy."""
    match = new(deception=True)
    assert position(match).options["face_down"]
    mine = {name for name in waiting(match) if name.startswith("SU-DEC")}
    assert len(mine) == 3
    assert offered(match, "unit") == {"MN-15M", "MN-17M"}, "markers need a unit first"
    assert refused(match, f"unit {min(mine)}") == "34.1"
    do(match, "unit MN-15M", "hex 1210", f"unit {min(mine)}")
    around = names(the_game().map.grid.around[the_game().map.grid.at("1210")])
    assert offered(match, "hex") == {"1210", *around}
    assert refused(match, "hex 1217") == "34.1"
    assert refused(match, "hex 2010") == "34.1"
    do(match, "hex 1210", "auto", "done")
    assert not [name for name in waiting(match) if name.startswith("SU-DEC")]
    do(match, "auto", "done")
    enemies = the_game().map.grid.spread(position(match).occupied(0))
    for name in ("JP-DEC-1", "JP-DEC-2", "JP-DEC-3"):
        assert not enemies >> position(match).where[unit(name)] & 1


@rule("pbn", "34.1")
def test_deception_markers_without_a_place_stay_out() -> None:
    """Enemies stand next to every hex on or beside the only friends: set-up can be finished all the same."""
    match, grid = japan_places(deception=True), the_game().map.grid
    for name, hex_ in {"MC-4H": "2010", "MC-5H": "2010", "MC-12H": "2011"}.items():
        do(match, f"unit {name}", f"hex {hex_}")
    assert {"JP-DEC-1", "JP-DEC-2", "JP-DEC-3"} < offered(match, "unit")
    s = position(match)
    ring = grid.within(s.occupied(1), 1) & ~s.occupied(1)
    for number, there in zip(members(the_game().fighting & SHEET.of_side[0]), members(ring), strict=False):
        s.put(number, there)
    do(match, "unit JP-23R", "hex 2011")
    assert (offered(match, "unit"), offered(match, "done")) == (set(), {None})
    assert refused(match, "unit JP-DEC-1") == "34.1"
    do(match, "done")
    assert {place(match, f"JP-DEC-{n}") for n in (1, 2, 3)} == {"out"}


@rule("pbn", "35.1", "25.4.5", "25.5.6")
def test_historical_markers_are_taken_out_of_the_pools() -> None:
    """R67."""
    match = new(historical=True)
    aside = {"JP-CM-KAO", "JP-CM-6ARMY", "JP-CM-KAR", "SU-CM-STAVKA", "SU-CM-ZHUKOV", "SU-CM-1AG"}
    assert who_is_at(match, "pool") == ids(the_game().campaign) - aside - {"JP-CM-BANZAI"}
    assert {place(match, name) for name in aside} == {"out"}


@rule("pbn", "25.1")
def test_october_is_played_by_agreement() -> None:
    assert (the_game().last_turn(position(new())), the_game().last_turn(position(new(october=True)))) == (5, 6)


@rule("pbn", "26.0", "26.4", "26.10")
def test_nobody_enters_the_enemy_base_and_nobody_jumps() -> None:
    """A base is no hex: nothing offers it, and it cannot be attacked."""
    match = board({"tamsag": "SU-11A", "0119": "SU-24", "hailar": "JP-64"}, "soviet_move")
    do(match, "unit SU-24")
    assert not {"hailar", "tamsag"} & offered(match, "hex")
    match = board({"tamsag": "SU-212"}, "soviet_move")
    assert refused(match, "drop SU-212") == "26.10"
    assert points(match) == (0, 0)


def test_who_is_in_hand_is_nobody_elses_business() -> None:
    match = do(new(), "unit MN-15M")
    assert match.view("soviet")["agenda"][-1]["step"] == "SetDown"
    for stranger in ("japan", None):
        assert match.view(stranger)["agenda"][-1]["step"] == "Setup"
