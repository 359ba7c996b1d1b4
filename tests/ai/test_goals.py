"""Who guards, who goes where and who follows, in the tiny game's valley."""

from __future__ import annotations

from khalkhin.ai.threats import Threats, massed
from khalkhin.ai.values import NOWHERE
from khalkhin.ai.weights import STANDARD, Weights
from tests.ai.valley import Distances, Goals, tools
from tests.tiny import positions as tiny
from tests.tiny.position import RED, Position
from tests.tiny.positions import at, unit


def planned(placed: dict[str, list[str]], worths: dict[str, float], weights: Weights = STANDARD) -> Goals:
    s = tiny.planning(placed).state
    assert isinstance(s, Position)
    found = Goals(tools(s.game, weights), s, RED)
    found.worths = {at(name): worth for name, worth in worths.items()}
    return found


def test_forces_of_one_place_are_one() -> None:
    assert massed([("a", 2), ("b", 1), ("a", 3)]) == {"a": 5, "b": 1}


def test_pressure_is_what_comes_from_all_areas_that_hold_a_hex() -> None:
    asked: list[int] = []

    def areas() -> list[tuple[int, float]]:
        asked.append(1)
        return [(0b011, 2.0), (0b110, 0.5)]

    threat = Threats(areas)
    assert not asked
    assert [threat.pressure(h) for h in (0, 1, 2, 3, 1)] == [2.0, 2.5, 0.5, 0, 2.5]
    assert len(asked) == 1


def test_distances_are_those_of_the_march_there_not_of_the_way_back() -> None:
    """Into the hills it costs two, out of them one; the water is never reached."""
    far = Distances(tiny.the_game())
    assert far.to("", at("0402"))[at("0401")] == 2
    assert far.to("", at("0401"))[at("0402")] == 1
    assert far.to("", at("0304"))[at("0303")] == NOWHERE
    assert far.to("", at("0401"))[at("0401")] == 0


def test_defence_counts_the_place_and_half_of_what_is_around() -> None:
    found = planned({"0302": ["BL-COL"], "0303": ["BL-DET-1"], "0501": ["BL-DET-2"], "0101": ["RD-COL"]}, {})
    assert found.defence(at("0302")) == 4 + 0.5 * (2 + 2)
    assert found.defence(at("0101")) == 0.5 * 4


def test_the_cheapest_who_is_near_stays_and_the_rest_go_together() -> None:
    """Nobody threatens 0101: one detachment is enough there, the column and the other one go for the village."""
    placed = {"0101": ["RD-COL", "RD-DET-1"], "0102": ["RD-DET-2"], "0302": ["BL-PAT"]}
    found = planned(placed, {"0101": 1.0, "0302": 5.0})
    goals = {name: found.destinations[unit(name)] for name in ("RD-COL", "RD-DET-1", "RD-DET-2")}
    assert goals == {"RD-COL": at("0302"), "RD-DET-1": at("0101"), "RD-DET-2": at("0302")}


def test_more_stay_where_the_enemy_can_come() -> None:
    placed = {"0101": ["RD-DET-1", "RD-DET-2"], "0201": ["BL-COL"]}
    found = planned(placed, {"0101": 1.0, "0504": 9.0})
    assert found.pressure(at("0101")) == 4
    assert set(found.destinations.values()) == {at("0504"), at("0101")}
    strong = planned({**placed, "0202": ["BL-DET-1"]}, {"0101": 1.0, "0504": 9.0})
    assert set(strong.destinations.values()) == {at("0101")}


def test_who_guards_more_leaves_nobody_to_go_out() -> None:
    placed = {"0101": ["RD-DET-1", "RD-DET-2"], "0201": ["BL-COL"]}
    worths = {"0101": 1.0, "0504": 9.0}
    assert set(planned(placed, worths).destinations.values()) == {at("0504"), at("0101")}
    assert set(planned(placed, worths, Weights(garrison=2.0)).destinations.values()) == {at("0101")}


def test_more_go_for_an_aim_where_mass_counts() -> None:
    """Two aims with hardly anybody near: a unit for each of them, or both for the better one."""
    placed = {"0101": ["RD-COL"], "0102": ["RD-DET-1"], "0303": ["BL-PAT"]}
    worths = {"0302": 9.0, "0401": 2.0}
    assert set(planned(placed, worths).destinations.values()) == {at("0302"), at("0401")}
    assert set(planned(placed, worths, Weights(concentration=1.5)).destinations.values()) == {at("0302")}


def test_nobody_sets_out_against_too_many() -> None:
    placed = {"0101": ["RD-DET-1"], "0102": ["RD-DET-2"], "0503": ["BL-COL", "BL-DET-1"]}
    found = planned(placed, {"0101": 1.0, "0503": 9.0})
    assert found.targets_in_reach(found.fighters) == []
    assert set(found.destinations.values()) == {at("0101")}


def test_who_does_not_fight_goes_with_a_party_and_the_next_with_another() -> None:
    placed = {"0101": ["RD-DET-1", "RD-GUN", "RD-PAT"], "0504": ["RD-COL"]}
    found = planned(placed, {"0101": 1.0, "0504": 1.0})
    assert found.strength_by_goal == {at("0101"): 2.0, at("0504"): 4.0}
    assert found.goal(unit("RD-GUN")) == at("0101")
    assert found.goal(unit("RD-PAT")) == at("0504")
    assert found.goal(unit("BL-COL")) is None
