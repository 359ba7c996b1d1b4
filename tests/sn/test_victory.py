"""5.3.a, 24.0, 25.12  Victory: the award for cities, points, levels, automatic victory, the table of points."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.sn.victory import automatic, city_points, decide, total, worth
from tests.sn.oracles.atlas import CITIES, STATE, TOWNS
from tests.sn.positions import at, board, cited, do, keys, offered, place, points, position, the_game, told

NOBODY = {"2010": "JP-FORT-1", "0733": "SU-FORT-1"}
"""Garrisons that are worth something to nobody but their side: Harbin nothing to Japan in 1941, Barguzin nothing."""


@pytest.fixture(autouse=True)
def nothing_is_known_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """What places are worth is worked out anew in every test, though the game keeps it."""
    monkeypatch.setattr(the_game(), "kept_worth", {})


def forts(nation: str, hexes: list[str]) -> dict[str, str]:
    return dict(zip(hexes, (f"{nation}-FORT-{n}" for n in range(1, 15)), strict=False))


def of(state: str, places: set[str] = CITIES) -> list[str]:
    return sorted(h for h in places if STATE[h] == state)


# -- the first capture of a city (5.3.a) -------------------------------------------------------------------------------


@pytest.mark.rule("sn", "5.3")
@pytest.mark.rule("sn", "5.3.a")
@pytest.mark.rule("sn", "5.3.a.1")
@pytest.mark.rule("sn", "5.3.a.2")
def test_the_first_capture_of_a_city_brings_five_points_once() -> None:
    """W17: Chita is taken, lost and retaken; the Soviets lose nothing."""
    match = board({"1127": "JP-2IC", "1026": "SU-12IC"}, "japan_move", points=(7, 10))
    do(match, "unit JP-2IC", "hex 1028")
    assert (points(match, "japan"), points(match, "soviet")) == (15, 7)
    assert told(match, "log.captured")["hex"] == "1028"
    assert told(match, "log.award-city") == {"side": "japan", "count": 5, "hex": "1028"}
    again = board({"1127": "JP-2IC", "1026": "SU-12IC"}, "japan_move", points=(7, 10), captured="1028")
    assert points(do(again, "unit JP-2IC", "hex 1028"), "japan") == 10
    back = board({"1127": "SU-12IC", "1521": "JP-2IC"}, "soviet_move", points=(7, 10), captured="1028")
    assert points(do(back, "unit SU-12IC", "hex 1028"), "soviet") == 7


@pytest.mark.rule("sn", "5.3.a")
def test_support_units_earn_nothing_and_use_nothing_up() -> None:
    match = board({"1127": ["JP-2IC", "JP-SUP-1"], "0924": "SU-12IC"}, "japan_move")
    do(match, "unit JP-SUP-1", "hex 1028")
    assert points(match, "japan") == 0
    do(match, "unit JP-2IC", "hex 1028")
    assert points(match, "japan") == 5


@pytest.mark.rule("sn", "5.3.a")
def test_clients_earn_it_too_also_in_cities_without_a_garrison() -> None:
    match = board({"1827": "MC-1CC", "1028": "SU-12IC"}, "japan_move")
    assert points(do(match, "unit MC-1CC", "hex 1826"), "japan") == 5


@pytest.mark.rule("sn", "5.3.a")
def test_own_cities_towns_and_north_china_bring_nothing() -> None:
    match = board({"1522": "JP-2IC", "1424": "JP-3IC", "1028": "SU-12IC"}, "japan_move")
    do(match, "unit JP-2IC", "hex 1521", "unit JP-3IC", "hex 1325")
    assert points(match, "japan") == 0


@pytest.mark.rule("sn", "5.3.a")
def test_who_passes_through_a_city_has_entered_it() -> None:
    """Along the railroad through Chita."""
    match = board({"1127": "JP-2IC", "0733": "SU-12IC"}, "japan_move")
    do(match, "unit JP-2IC", "hex 1029")
    path = told(match, "log.move")["path"]
    assert "1028" in path
    assert (points(match, "japan"), place(match, "JP-2IC")) == (5, "1029")


@pytest.mark.rule("sn", "5.3.a", "8.1")
def test_the_way_can_be_named_so_that_it_leads_through_a_city() -> None:
    """From 0912 to 1010 both ways cost as much; only one leads through Blagoveshchensk."""
    match = do(board({"0912": "JP-2IC", "0733": "SU-12IC"}, "japan_move"), "unit JP-2IC", "via 1011")
    assert points(match, "japan") == 0, "it has not gone yet"
    do(match, "hex 1010")
    assert told(match, "log.move")["path"] == ["0912", "1011", "1010"]
    assert (points(match, "japan"), place(match, "JP-2IC")) == (5, "1010")


@pytest.mark.rule("sn", "5.3.a", "8.1")
def test_a_unit_can_take_a_city_and_come_back() -> None:
    match = board({"0912": ["JP-2IC", "JP-3IC"], "0733": "SU-12IC"}, "japan_move")
    do(match, "unit JP-2IC", "via 1011", "hex 0912")
    assert (points(match, "japan"), place(match, "JP-2IC")) == (5, "0912")
    assert offered(match, "unit") == {"JP-3IC"}


@pytest.mark.rule("sn", "5.5")
def test_no_award_goes_beyond_a_hundred_points() -> None:
    """E101"""
    match = board({"1127": "JP-2IC", "0924": "SU-12IC"}, "japan_move", points=(0, 98))
    assert points(do(match, "unit JP-2IC", "hex 1028"), "japan") == 100
    assert told(match, "log.award-city")["count"] == 2, "so many were to be had"


# -- what places are worth (24.0.2, 24.0.3, 25.12.3, 25.12.4) ----------------------------------------------------------

PRINTED = {
    "kantokuen": {
        "city": {"USSR": (5, 10), "Mengjiang": (5, 10), "MPR": (5, 0), "Manchukuo": (5, 0), "Korea": (5, 0)},
        "town": {"USSR": (0, 1), "Manchukuo": (1, 0), "Korea": (1, 0)},
    },
    "nomonhan": {
        "city": {"USSR": (5, 10), "Mengjiang": (5, 10), "MPR": (5, 3), "Manchukuo": (5, 3), "Korea": (5, 3)},
        "town": {},
    },
}
PRINTED["anti-comintern"] = PRINTED["kantokuen"]


@pytest.mark.rule("sn", "24.0.2")
@pytest.mark.rule("sn", "24.0.3")
@pytest.mark.rule("sn", "25.12.3")
@pytest.mark.rule("sn", "25.12.4")
@pytest.mark.parametrize("scenario", PRINTED)
def test_every_city_and_town_is_worth_what_is_printed(scenario: str) -> None:
    s = position(board(NOBODY, "japan_mobilize", scenario=scenario))
    for hex_ in CITIES | TOWNS:
        kind = "city" if hex_ in CITIES else "town"
        wanted = PRINTED[scenario][kind].get(STATE[hex_], (0, 0))
        if hex_ in ("1038", "2202"):
            wanted = (10, 20)
        assert worth(s, at(hex_)) == wanted, hex_


@pytest.mark.rule("sn", "24.0.2")
@pytest.mark.parametrize(("scenario", "outer"), [("kantokuen", (0, 10)), ("nomonhan", (3, 10))])
def test_the_option_exchanges_the_mongolias_in_the_japanese_list(scenario: str, outer: tuple[int, int]) -> None:
    """Inner Mongolia is then worth what Outer Mongolia was, and the other way round; to the Soviets nothing changes."""
    options = {"vp_table": "mongolia_swapped"}
    s = position(board(NOBODY, "japan_mobilize", scenario=scenario, options=options))
    inner, far = worth(s, at("3424")), worth(s, at("1936"))
    assert (inner, far) == ((5, outer[0]), (5, outer[1]))
    assert worth(position(board(NOBODY, "japan_mobilize", scenario=scenario)), at("3424")) == (5, 10)


@pytest.mark.rule("sn", "24.0")
@pytest.mark.rule("sn", "24.0.1")
def test_points_are_mobilization_points_and_places_that_units_occupy() -> None:
    """W4: Vladivostok without anybody in it is worth nothing to either side."""
    placed = {"1028": "JP-SUP-1", "1325": "JP-2IC", "1521": "SU-12IC"}
    s = position(board(placed, "japan_reorganize", points=(12, 30), captured="1521"))
    assert (city_points(s, 1), city_points(s, 0)) == (11, 5)
    assert (total(s, 1), total(s, 0)) == (41, 17)
    lines = s.game.score(s, None)
    assert [sum(line.points or 0 for line in lines if line.side == side) for side in (0, 1)] == [17, 41]


@pytest.mark.rule("sn", "25.12.3")
def test_in_1939_japan_counts_its_own_cities_and_no_towns() -> None:
    """E115: two Manchukuoan cities and three towns of the USSR are six points."""
    placed = {
        "1521": "JP-2IC",
        "2010": "JP-3IC",
        "1325": "JP-4IC",
        "1225": "JP-5IC",
        "1127": "JP-6IC",
        "0733": "SU-12IC",
    }
    s = position(board(placed, "victory", scenario="nomonhan"))
    assert city_points(s, 1) == 6
    assert {(line.side, line.rule) for line in s.game.score(s, None) if line.key == "vp.cities"} == {
        (0, "25.12.4"),
        (1, "25.12.3"),
    }


@pytest.mark.rule("sn", "24.0.2")
def test_north_china_is_worth_nothing() -> None:
    s = position(board({"3522": "JP-2IC", "3620": "JP-3IC", "3720": "JP-4IC", "0733": "SU-12IC"}, "victory"))
    assert city_points(s, 1) == 0


@pytest.mark.rule("sn", "24.0.2", "24.0.3")
def test_open_country_and_the_towns_of_outer_mongolia_are_worth_nothing() -> None:
    s = position(board(NOBODY, "japan_mobilize"))
    assert worth(s, at("2317")) == worth(s, at("1536")) == worth(s, at("3522")) == (0, 0)


@pytest.mark.rule("sn", "5.0.1", "24.0.2", "24.0.3")
def test_the_score_of_each_side_cites_its_own_list() -> None:
    s = position(board({"1028": "JP-2IC", "1521": "SU-12IC"}, "japan_mobilize"))
    lines = {(line.side, line.key): (line.rule, line.count, line.points) for line in s.game.score(s, None)}
    assert (lines[1, "vp.cities"], lines[0, "vp.cities"]) == (("24.0.2", 1, 10), ("24.0.3", 1, 5))
    assert (lines[1, "vp.towns"], lines[0, "vp.towns"]) == (("24.0.2", 0, 0), ("24.0.3", 0, 0))


@pytest.mark.rule("sn", "24.0")
def test_objectives_tell_who_holds_them_and_what_they_count() -> None:
    s = position(board({"2202": "SU-12IC", "1521": "JP-2IC"}, "japan_mobilize"))
    found = {o.hex: o for o in s.game.objective_list(s, None)}
    assert (found[at("2202")].holder, found[at("2202")].points) == (0, 10)
    assert (found[at("1038")].holder, found[at("1038")].points) == (None, 20)
    assert at("3522") not in found


# -- levels (24.1) -----------------------------------------------------------------------------------------------------


def ended(soviet: int, japan: int) -> Match:
    """The last turn is over with these points and no cities."""
    return board(NOBODY, "advance", turn=4, points=(soviet, japan))


@pytest.mark.rule("sn", "24.1")
@pytest.mark.rule("sn", "4.4")
@pytest.mark.parametrize(
    ("difference", "level"),
    [
        (0, "draw"),
        (25, "draw"),
        (26, "tactical"),
        (50, "tactical"),
        (51, "operational"),
        (75, "operational"),
        (76, "strategic"),
    ],
)
def test_the_difference_tells_the_level(difference: int, level: str) -> None:
    """E112, for either side."""
    japan, soviet = ended(10, 10 + difference).state.result, ended(10 + difference, 10).state.result
    assert japan is not None
    assert soviet is not None
    assert (japan.how, soviet.how) == (level, level)
    assert (japan.winner, soviet.winner) == ((None, None) if level == "draw" else (1, 0))
    assert japan.points == (10, 10 + difference)


@pytest.mark.rule("sn", "4.4")
def test_the_game_ends_after_the_last_turn_only() -> None:
    assert board(NOBODY, "advance", turn=3).state.result is None
    assert ended(0, 0).state.result is not None
    s = position(ended(40, 0))
    assert "log.end-tactical" in keys(ended(40, 0))
    assert s.agenda == ()


@pytest.mark.rule("sn", "4.3", "4.4", "5.3.a")
def test_captures_and_the_end_are_told_aloud_and_with_the_winner() -> None:
    taken = board({"1127": "JP-2IC", "0733": "SU-12IC"}, "japan_move")
    do(taken, "unit JP-2IC", "hex 1028")
    placed: dict[str, Any] = forts("SU", of("USSR") + of("MPR"))
    placed.update(zip(["1521", "2010", "3424", "2604", "1715"], (f"SU-SUP-{n}" for n in range(1, 9)), strict=False))
    automatic_ = board({**placed, "2913": "JP-2IC"}, "victory")
    for match, key in (
        (taken, "log.captured"),
        (automatic_, "log.automatic"),
        (ended(40, 0), "log.end-tactical"),
        (ended(0, 0), "log.end-draw"),
    ):
        assert next(event for event in match.log if event.key == key).loud, key
    assert (told(ended(40, 0), "log.end-tactical")["side"], told(ended(0, 40), "log.end-tactical")["side"]) == (
        "soviet",
        "japan",
    )
    assert "side" not in told(ended(0, 0), "log.end-draw")


def test_the_end_is_told_with_the_points_of_both() -> None:
    s = position(board({"2202": "JP-2IC", "0733": "SU-12IC"}, "japan_reorganize", turn=4))
    s.points = (5, 30)
    decide(s)
    assert s.result is not None
    assert (s.result.how, s.result.points) == ("tactical", (5, 50))


# -- automatic victory (24.2) ------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "4.3")
@pytest.mark.rule("sn", "24.2")
@pytest.mark.rule("sn", "24.2.1")
def test_japan_wins_with_all_cities_but_those_of_korea_and_china() -> None:
    cities = [h for state in ("Manchukuo", "Mengjiang", "MPR", "USSR") for h in of(state)]
    units = [f"JP-FORT-{n}" for n in range(1, 11)] + [f"JP-SUP-{n}" for n in range(1, 13)]
    placed: dict[str, Any] = dict(zip(cities, units, strict=False))
    placed["0733"] = "SU-12IC"
    match = board(placed, "victory")
    assert match.state.result is not None
    assert (match.state.result.winner, match.state.result.how, "log.automatic" in keys(match)) == (1, "strategic", True)
    assert cited(match, "log.automatic") == "24.2.1"
    for missing in ("1521", "1936", "1002"):
        rest = {h: u for h, u in placed.items() if h != missing}
        assert board(rest, "victory").state.result is None


@pytest.mark.rule("sn", "24.2.2")
@pytest.mark.parametrize(("more", "won"), [(4, False), (5, True)])
def test_the_soviets_win_with_all_of_their_cities_and_five_more(more: int, won: bool) -> None:
    """E114: the five may be in Manchukuo, Inner Mongolia and Korea."""
    others = ["1521", "2010", "3424", "2604", "1715"][:more]
    placed: dict[str, Any] = forts("SU", of("USSR") + of("MPR"))
    placed.update(zip(others, (f"SU-SUP-{n}" for n in range(1, 9)), strict=False))
    match = board({**placed, "2913": "JP-2IC"}, "victory")
    assert (match.state.result is not None) == won
    if won:
        assert match.state.result is not None
        assert (match.state.result.winner, match.state.result.how) == (
            0,
            "strategic",
        )
        assert cited(match, "log.automatic") == "24.2.2"
        short = {h: u for h, u in placed.items() if h != "1936"}
        assert board({**short, "2913": "JP-2IC"}, "victory").state.result is None


@pytest.mark.rule("sn", "24.2")
def test_it_is_tested_in_the_victory_check_only() -> None:
    placed: dict[str, Any] = forts("SU", of("USSR") + of("MPR"))
    placed.update(zip(["1521", "2010", "3424", "2604", "1715"], (f"SU-SUP-{n}" for n in range(1, 9)), strict=False))
    match = board({**placed, "2913": "JP-2IC"}, "soviet_rally")
    assert match.state.result is not None  # nothing is left to do but the check
    early = board({**placed, "2913": "JP-2IC"}, "soviet_move")
    assert early.state.result is None
    assert automatic(position(early), 0)
