"""8.0-8.9  Movement on land: what a step costs, where units may go, when they may go again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.sn.game import HERE, StrikeNorth
from khalkhin.games.sn.movement import BeginMovement
from tests.sn.oracles.atlas import GROUND, SIDES, STATE, around, crosses, linked
from tests.sn.positions import (
    at,
    board,
    cited,
    do,
    keys,
    marked,
    names,
    offered,
    place,
    position,
    refused,
    told,
    units,
    why,
)


def left(match: Match) -> Mapping[str, str]:
    """Points that the units in hand have left in every hex they can go to."""
    found: Mapping[str, str] = match.view(match.game.sides[position(match).active])["details"]["left"]
    return found


def moving(where: str, unit: str, others: Mapping[str, Any] | None = None, **fields: Any) -> Match:
    """One unit in hand, in a Movement Phase of its side."""
    side = "soviet" if unit.startswith(("SU", "OM")) else "japan"
    return do(board({where: unit, **(others or {})}, f"{side}_move", **fields), f"unit {unit}")


def along_road(start: str, length: int) -> list[str]:
    """Hexes so many links away along roads and railroads, at the shortest."""
    seen, front = {start}, [start]
    for _ in range(length):
        front = sorted({b for a in front for b in around(a) if linked(a, b)} - seen)
        seen |= {*front}
    return front


# -- costs ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "8.1", "8.4", "8.1.1")
def test_each_terrain_has_its_price_for_each_class() -> None:
    """From 2317 all around is clear; 2430 lies in the desert; 0915 is rough."""
    assert {left(moving("2317", "JP-7ID"))[h] for h in around("2317")} == {"3"}
    assert {left(moving("2317", "JP-1AD"))[h] for h in around("2317")} == {"5"}
    assert {left(moving("2430", "JP-7ID"))[h] for h in around("2430")} == {"2"}
    assert {left(moving("2430", "JP-1AD"))[h] for h in around("2430")} == {"4"}
    assert left(moving("0916", "JP-7ID"))["0915"] == "2"


@pytest.mark.rule("sn", "8.1", "8.2.1")
def test_a_named_way_is_paid_hex_by_hex() -> None:
    """From 2317 all around is clear, and everything beyond; 4 points."""
    match = do(moving("2317", "JP-7ID"), "via 2318", "via 2417")
    move = match.view("japan")["details"]["move"]
    assert move == {"units": ["JP-7ID"], "origin": "2317", "path": ["2318", "2417"], "planned": True}
    assert left(match)["2317"] == left(match)["2416"] == "1"
    assert why(match, "hex 2417").key == "why.already-there"
    assert not offered(match, "unit") | offered(match, "rail")
    do(match, "hex 2416")
    assert told(match, "log.move")["path"] == ["2317", "2318", "2417", "2416"]


@pytest.mark.rule("sn", "8.3", "8.1")
def test_a_way_leads_through_no_zone_and_not_beyond_the_points() -> None:
    match = moving("2317", "JP-7ID", {"2320": "SU-12IC"})
    ends, zone = offered(match, "hex"), {*around("2320")}
    assert refused(match, "via 2319") == "8.3"
    assert why(match, "via 2319").key == "why.via-zone"
    spent = {h for h in ends if left(match)[str(h)] == "0"} - zone
    assert spent
    assert not (spent | zone) & offered(match, "via")
    assert {why(match, f"via {h}").key for h in spent} == {"why.via-spent"}


@pytest.mark.rule("sn", "8.2")
def test_the_minimum_move_is_for_who_has_not_gone_a_step() -> None:
    """E57: rough across a river is too much after one hex, and nothing leads on from it."""
    first = moving("2317", "JP-7ID")
    assert offered(first, "via") < offered(first, "hex")
    match = do(first, "via 2318", "via 2317", "via 2318")
    assert {left(match)[str(h)] for h in offered(match, "hex")} == {"0"}
    assert not offered(match, "via")


def test_a_named_way_is_taken_back_and_nobody_else_hears_of_it() -> None:
    match = do(moving("2317", "JP-7ID"), "via 2318")
    view = match.view("soviet")
    assert (view["details"], "2318" in str(view["agenda"])) == ({}, False)
    match.undo("japan")
    assert match.view("japan")["details"]["move"]["path"] == []
    assert offered(match, "hex") >= {"2318"}


@pytest.mark.rule("sn", "8.11.1")
def test_who_goes_on_foot_does_not_ride_too() -> None:
    match = moving("1521", "JP-7ID", {"1522": "JP-SUP-1"})
    assert offered(match, "rail")
    do(match, "via 1522")
    assert not offered(match, "rail")
    assert refused(match, "rail 1521") == "8.11.1"


@pytest.mark.rule("sn", "8.4.1", "8.4")
def test_an_unbridged_river_is_paid_beside_the_hex() -> None:
    """W3, E128."""
    assert crosses("river", "1012", "1011")
    assert not linked("1012", "1011")
    assert left(moving("1012", "JP-7ID"))["1011"] == "2", "2 of 4 points"
    assert left(moving("1012", "JP-1AD"))["1011"] == "3", "3 of 6 points"
    assert left(moving("1012", "JP-7ID"))["0912"] == "2"


@pytest.mark.rule("sn", "8.4.1")
def test_a_minor_river_costs_nothing() -> None:
    """E127."""
    assert crosses("minor_river", "2016", "2116")
    assert left(moving("2016", "JP-7ID"))["2116"] == "3"


@pytest.mark.rule("sn", "8.6.4", "8.4")
def test_a_city_on_rough_ground_is_open_to_everybody() -> None:
    """E121."""
    assert not linked("3521", "3522")
    assert left(moving("3521", "JP-1AD"))["3522"] == "5"


@pytest.mark.rule("sn", "8.9", "8.9.2", "8.1")
def test_four_points_are_eight_hexes_of_road() -> None:
    """E55."""
    match = moving("3424", "JP-7ID")
    eighth, ninth = set(along_road("3424", 8)), set(along_road("3424", 9))
    assert eighth
    assert ninth
    assert eighth <= offered(match, "hex")
    assert {left(match)[h] for h in eighth} == {"0"}
    assert not ninth & offered(match, "hex")
    assert refused(match, f"hex {min(ninth)}") == "8.1"


@pytest.mark.rule("sn", "8.9.1", "8.9.2", "8.9")
def test_bridges_take_the_river_away_and_railroads_are_roads() -> None:
    assert crosses("river", "1002", "1003")
    assert crosses("rail", "1002", "1003")
    assert left(moving("1002", "SU-21ID"))["1003"] == "3½"
    assert left(moving("1002", "SU-57AD"))["1003"] == "5½"
    assert left(moving("1616", "JP-7ID"))["1617"] == "3½", "whatever the terrain: it is rough"


@pytest.mark.rule("sn", "8.9")
def test_two_road_hexes_without_a_link_are_not_joined() -> None:
    on = sorted(h for pair in SIDES["road"] | SIDES["rail"] for h in pair)
    pairs = ((a, b) for a in on for b in around(a) if b in on and b not in along_road(a, 1) + along_road(a, 2))
    a, b = next((a, b) for a, b in pairs if GROUND[b] == "clear" and not crosses("river", a, b))
    assert left(moving(a, "JP-7ID"))[b] == "3"


@pytest.mark.rule("sn", "8.1", "8.4.1")
def test_points_run_out() -> None:
    """E56: three points; rough takes two of them, the river and the clear hex beyond would take two more."""
    match = moving("1417", "MC-1IC")
    assert GROUND["1418"] == "rough"
    assert crosses("river", "1418", "1419")
    assert left(match)["1418"] == "1"
    assert refused(match, "hex 1419") == "8.1"


@pytest.fixture(scope="module")
def slow_game(tmp_path_factory: pytest.TempPathFactory) -> StrikeNorth:
    """A Manchukuoan corps that has but two points: no counter is so slow that it needs the minimum move."""
    folder: Path = tmp_path_factory.mktemp("slow")
    text = (HERE / "data" / "counters.csv").read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if line.startswith("MC-1IC,"))
    cells = row.split(",")
    assert cells[10] == "3"
    cells[10] = "2"
    (folder / "counters.csv").write_text(text.replace(row, ",".join(cells)), encoding="utf-8")
    return StrikeNorth(folder)


@pytest.mark.rule("sn", "8.2", "8.2.1")
def test_everybody_can_move_one_hex(slow_game: StrikeNorth) -> None:
    """E57: rough over a river takes three points, and is entered with two by who has not moved yet."""
    match = do(board({"0814": "MC-1IC"}, game=slow_game), "unit MC-1IC")
    assert crosses("river", "0814", "0915")
    assert left(match)["0915"] == "0"
    do(match, "hex 0915")
    assert place(match, "MC-1IC") == "0915"
    far = do(board({"0714": "MC-1IC"}, game=slow_game), "unit MC-1IC")
    assert "0814" in offered(far, "hex")
    assert "0915" not in offered(far, "hex"), "after another hex it is too dear"
    enemies = {"0814": "MC-1IC", "0813": "SU-21ID", "0916": "SU-22ID"}
    close = do(board(enemies, game=slow_game), "unit MC-1IC")
    assert refused(close, "hex 0915") == "8.6.5", "from zone to zone nobody goes"


@pytest.mark.rule("sn", "8.2", "8.2.1")
def test_no_allowance_no_move() -> None:
    """E57, R33: forts and supply bases stay; a hex that is prohibited stays so."""
    match = board({"2317": ["JP-SUP-1", "JP-SUP-2", "JP-FORT-1"]}, flipped="JP-SUP-1")
    assert offered(match, "unit") == {"JP-SUP-2"}
    assert refused(match, "unit JP-FORT-1") == "8.2.1"
    assert refused(match, "unit JP-SUP-1") == "2.8"
    assert refused(moving("0916", "JP-1AD"), "hex 0915") == "8.6.4"


@pytest.mark.rule("sn", "8.1.2", "8.6.1", "8.6.3", "8.0", "14.5.3")
def test_units_move_once_a_phase_or_not_at_all_and_save_nothing() -> None:
    match = board({"2317": ["JP-7ID", "JP-8ID"], "2318": ["JP-SUP-1", "JP-KAHQ"], "1002": "SU-21ID"})
    do(match, "unit JP-7ID", "hex 2217")
    assert refused(match, "unit JP-7ID") == "8.6.1"
    do(match, "done")
    while position(match).round == 1:
        do(match, "done")
    do(match, "done")  # nothing is expended
    assert place(match, "JP-8ID") == "2317"
    do(match, "unit JP-7ID")
    assert {left(match)[h] for h in around("2217")} == {"3"}, "four points again, not seven"


@pytest.mark.rule("sn", "8.1")
def test_a_stack_can_go_the_same_way_with_the_points_of_its_slowest() -> None:
    match = do(board({"2317": ["JP-7ID", "JP-MPCCD", "JP-1AD", "JP-1BASE"]}), "unit JP-MPCCD")
    assert offered(match, "unit") == {"JP-7ID", "JP-1BASE"}
    assert refused(match, "unit JP-1AD") == "8.1.1"
    assert refused(match, "unit JP-MPCCD") == "8.1"
    do(match, "unit JP-7ID")
    assert {left(match)[h] for h in around("2317")} == {"3"}
    do(match, "unit JP-1BASE")
    assert {left(match)[h] for h in around("2317")} == {"2"}
    do(match, "hex 2217")
    assert {place(match, u) for u in ("JP-7ID", "JP-MPCCD", "JP-1BASE")} == {"2217"}
    assert place(match, "JP-1AD") == "2317"
    assert told(match, "log.move")["path"] == ["2317", "2217"]


@pytest.mark.rule("sn", "8.1")
def test_the_order_of_the_stack_is_kept() -> None:
    match = do(board({"2317": ["JP-8ID", "JP-7ID", "JP-MPCCD"]}), "unit JP-7ID", "unit JP-8ID", "hex 2217")
    assert position(match).piles[at("2217")] == tuple(match.game.sheet.index[u] for u in ("JP-8ID", "JP-7ID"))


# -- where nobody goes ------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "8.6", "8.6.2")
def test_enemies_and_the_sea_are_not_entered() -> None:
    match = moving("2303", "SU-21ID", {"2202": "JP-7ID"})
    assert refused(match, "hex 2202") == "8.6.2"
    assert refused(match, "hex 2302") == "8.6.2"
    assert refused(match, "hex 2303") == "8.1"
    assert not offered(match, "hex") & {"2202", "2302"}


@pytest.mark.rule("sn", "8.6.4", "8.1.1")
def test_mechanized_units_keep_to_the_roads_in_rough() -> None:
    match = moving("1616", "JP-1AD")
    assert "1617" in offered(match, "hex"), "by rail as by road"
    assert refused(match, "hex 1517") == "8.6.4"
    assert "1517" in offered(moving("1616", "JP-7ID"), "hex")
    inside = moving("1617", "JP-1AD")
    assert "1618" in offered(inside, "hex"), "R35: leaving is not barred"
    assert refused(inside, "hex 1717") == "8.6.4"


STATES = {"USSR", "MPR", "Manchukuo", "Korea", "Mengjiang", "North China"}


@pytest.mark.rule("sn", "8.6.6", "8.6.7", "8.6.8", "8.6.9", "8.6.10", "8.6.11", "8.6.12", "8.6")
@pytest.mark.parametrize(
    ("unit", "states", "rule"),
    [
        ("SU-21ID", STATES - {"North China"}, "8.6.6"),
        ("OM-1CC", {"MPR", "Mengjiang", "Manchukuo"}, "8.6.7"),
        ("JP-7ID", STATES, None),
        ("DE-AK", STATES, None),
        ("MJ-1CC", {"Mengjiang", "MPR", "Manchukuo"}, "8.6.9"),
        ("MC-1IC", {"Manchukuo", "MPR"}, "8.6.10"),
        ("FE-FER", {"Manchukuo", "USSR"}, "8.6.11"),
    ],
)
def test_nations_keep_to_their_states(unit: str, states: set[str], rule: str | None) -> None:
    """E75: over every frontier, from every state that it may be in."""
    closed = 0
    for home in sorted(states):
        found: dict[str, tuple[str, str]] = {}
        for a in sorted(h for h, s in STATE.items() if s == home):
            for b in around(a):
                open_ = GROUND[b] != "sea" and not crosses("lake", a, b) and STATE[b] != home
                if open_ and STATE[b] not in found:
                    found[STATE[b]] = a, b
        for state, (a, b) in found.items():
            match = moving(a, unit)
            if state in states:
                assert b in offered(match, "hex"), (unit, a, b)
            else:
                assert refused(match, f"hex {b}") == rule, (unit, a, b)
                closed += 1
    assert bool(closed) == (rule is not None)


@pytest.mark.rule("sn", "8.8")
def test_a_lake_takes_the_whole_move() -> None:
    """E59, E129."""
    match = moving("0834", "SU-21ID")
    assert left(match)["0735"] == "0"
    assert refused(moving("0936", "SU-57AD"), "hex 0937") == "8.8", "not for mechanized units"
    behind = moving("0833", "SU-21ID")
    assert "0834" in offered(behind, "hex")
    assert "0735" not in offered(behind, "hex"), "not after another hex"
    do(match, "hex 0735")
    assert (cited(match, "log.move"), refused(match, "unit SU-21ID")) == ("8.8", "8.6.1")
    assert "1802" in offered(moving("1803", "JP-7ID"), "hex")
    held = moving("1803", "JP-7ID", {"1802": "SU-21ID"})
    assert refused(held, "hex 1802") == "8.6.2"


# -- the second phase -------------------------------------------------------------------------------------------------


def second(placed: Mapping[str, Any], side: str = "japan", **fields: Any) -> Match:
    return board(placed, f"{side}_move", round=2, **fields)


@pytest.mark.rule("sn", "8.5", "8.0", "14.5.3", "8.6.1")
def test_in_a_second_phase_supply_is_expended_first() -> None:
    match = second({"2317": "JP-7ID", "2319": "JP-SUP-1", "2415": "JP-8ID"})
    assert offered(match, "expend") == {"JP-SUP-1"}
    assert refused(match, "unit JP-7ID") == "14.4.2"
    do(match, "expend JP-SUP-1", "done")
    assert place(match, "JP-SUP-1") == "pool"
    assert offered(match, "unit") == {"JP-7ID"}, "the other one is too far away"
    assert refused(match, "unit JP-8ID") == "8.5"
    assert told(match, "log.expended")["count"] == 1
    idle = do(second({"2317": "JP-7ID", "2319": "JP-SUP-1"}), "done")
    assert refused(idle, "unit JP-7ID") == "8.5"


@pytest.mark.rule("sn", "8.5.1")
def test_who_is_expended_moves_no_more() -> None:
    match = do(second({"2317": "JP-7ID", "2318": ["JP-SUP-1", "JP-SUP-2"]}), "expend JP-SUP-1", "done")
    assert refused(match, "unit JP-SUP-1") == "8.1"
    assert "JP-SUP-2" in offered(match, "unit")


@pytest.mark.rule("sn", "20.0.hq2", "20.0.hq3", "22.0.3", "22.0")
def test_headquarters_lead_units_in_a_second_phase() -> None:
    """E72, W15: within three hexes, counted without the hex of the headquarters; in winter within one."""
    placed = {"2317": "JP-1FHQ", "2314": "JP-7ID", "2319": "JP-8ID", "2318": "JP-9ID", "2313": "JP-10ID"}
    match = second(placed)
    assert offered(match, "unit") == {"JP-1FHQ", "JP-7ID", "JP-8ID", "JP-9ID"}
    winter = second(placed, turn=3)
    assert offered(winter, "unit") == {"JP-1FHQ", "JP-9ID"}
    assert refused(winter, "unit JP-8ID") == "8.5"
    shaken = second(placed, disrupted="JP-1FHQ")
    assert not offered(shaken, "unit")


@pytest.mark.rule("sn", "20.0.hq2", "20.0.hq3")
def test_a_radius_goes_over_enemies_and_any_ground() -> None:
    match = second({"1902": "SU-FEHQ", "1804": "SU-21ID", "1803": "JP-7ID", "1903": "JP-8ID"}, "soviet")
    assert marked(match, "led", "SU-21ID"), "past two enemies and a lake"


@pytest.mark.rule("sn", "20.0.hq2", "14.5.3")
def test_disrupted_units_are_led_but_not_supplied() -> None:
    """R42."""
    placed = {"2317": "JP-7ID", "2318": "JP-SUP-1"}
    assert not offered(do(second(placed, disrupted="JP-7ID"), "expend JP-SUP-1", "done"), "unit") & {"JP-7ID"}
    led = second({"2317": ["JP-7ID", "JP-1FHQ"]}, disrupted="JP-7ID")
    assert "JP-7ID" in offered(led, "unit")


@pytest.mark.rule("sn", "25.4.1", "25.8")
def test_in_the_first_turn_the_japanese_move_twice_for_nothing() -> None:
    for scenario, free in (("anti-comintern", True), ("kantokuen", True), ("nomonhan", False)):
        match = second({"2317": "JP-7ID", "0415": "SU-21ID"}, scenario=scenario, turn=1)
        assert ("JP-7ID" in offered(match, "unit")) == free, scenario
        assert marked(match, "general", "JP-7ID") == free
    later = second({"2317": "JP-7ID"}, scenario="kantokuen", turn=2)
    assert not offered(later, "unit")
    soviet = second({"0415": "SU-21ID"}, "soviet", scenario="kantokuen", turn=1)
    assert not offered(soviet, "unit")


@pytest.mark.rule("sn", "8.6.13")
def test_retreats_and_advances_are_no_movement() -> None:
    """The corps has one point a hex to pay, and pays none: pursuit leaves its move of the phase untouched."""
    placed = {"1012": ["JP-2IC", "JP-3IC", "JP-4IC"], "1011": "SU-21ID", "1013": "JP-KAHQ"}
    match = board(placed, "japan_combat", dice=[6])
    do(match, *(["done"] if "done" in {o.verb for o in match.prompts()[0].offers} else []))
    do(match, "auto", "commit")
    s = position(match)
    assert not s.moved & match.game.sheet.of_side[1]
    assert "log.move" not in keys(match)


# -- reasons ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "8.1")
def test_every_refusal_tells_the_reason_that_holds() -> None:
    match = board({"2317": "JP-7ID", "1002": "SU-21ID", "2318": "JP-8ID"}, moved="JP-8ID")
    assert refused(match, "unit SU-21ID") == "8.1"
    assert refused(match, "unit JP-9ID") == "8.1"
    assert why(match, "hex 2217").key == "why.unit-first"
    assert why(match, "top JP-7ID").rule == "10.1.8"
    do(match, "unit JP-7ID")
    assert why(match, "done").key == "why.destination"
    assert why(match, "hex 1002").key == "why.enemy"
    assert why(match, "hex 2401").key == "why.sea"
    assert why(match, "hex 2010").key == "why.points"


@pytest.mark.rule("sn", "8.6.5", "8.1")
def test_who_is_surrounded_stays() -> None:
    ring = {h: f"SU-{n}ID" for h, n in zip(around("2317"), (21, 22, 26, 32, 35, 39), strict=True)}
    match = board({"2317": "JP-7ID", **ring})
    assert not offered(match, "unit")
    assert why(match, "unit JP-7ID").key == "why.hemmed-in"


@pytest.mark.rule("sn", "8.1")
def test_what_is_shown_beside_the_prompt() -> None:
    match = moving("2317", "JP-7ID", {"2315": "SU-21ID"})
    details = match.view("japan")["details"]
    assert details["allowance"] == "4"
    assert details["move"] == {"units": ["JP-7ID"], "origin": "2317", "path": [], "planned": True}
    assert set(details["stops"]) == names(position(match).enemy_zone(1)) & offered(match, "hex")
    assert set(details["from"]) == offered(match, "hex")
    assert not match.view("soviet").get("details")


@pytest.mark.rule("sn", "4.1.3", "15.1.2")
@pytest.mark.parametrize("round", [1, 2])
def test_a_movement_phase_begins_with_its_own_airbases_unmoved(round: int) -> None:
    s = position(board({"2010": "JP-1BASE", "1028": "SU-FEBASE"}))
    s.moved, s.shifted = units("JP-1BASE"), units("JP-1BASE", "SU-FEBASE")
    BeginMovement(1, round).run(s)
    assert (s.moved, s.shifted) == (0, units("SU-FEBASE"))
