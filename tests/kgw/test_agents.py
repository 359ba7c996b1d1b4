"""24.6  Agents and partisans."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.view import log_for, view
from khalkhin.games.kgw.losses import eliminate
from khalkhin.games.kgw.ways import barred_to
from tests.kgw.positions import (
    Some,
    asked,
    board,
    do,
    hexes,
    marked,
    names,
    offered,
    place,
    points,
    position,
    refused,
    the_game,
    units,
)

rule = pytest.mark.rule

ON = {"agents": True}


def holding(*agents: str, placed: Mapping[str, Some] | None = None, **more: object) -> Match:
    """The deployment of a side with agents in hand."""
    side = "soviet" if agents[0].startswith("MP") else "japan"
    fields = {"options": ON, **more}
    match = board({**(placed or {}), "hand": list(agents)}, f"{side}_recruit", **fields)  # type: ignore[arg-type]
    return do(match, "done")


def rolling(agent: str, where: str, die: int, **more: object) -> Match:
    """The end of a Recruit Phase with an agent on the map."""
    side = "soviet" if agent.startswith("MP") else "japan"
    fields = {"options": ON, "dice": [die], **more}
    return board({where: agent}, f"{side}_agents", **fields)  # type: ignore[arg-type]


# -- agents --


@rule("kgw", "24.6", "24.6.1.b")
def test_agents_are_recruited_only_with_the_option() -> None:
    match = board({}, "soviet_recruit", rest="display", points=(2, 0), options=ON)
    assert points(do(match, "recruit MP-AG-MRA", "done"), "soviet") == 0
    assert place(match, "MP-AG-MRA") == "hand"


@rule("kgw", "24.6.1.c", "24.6.1.d")
def test_agents_are_deployed_anywhere_outside_the_ussr() -> None:
    found = offered(do(holding("MP-AG-MRA"), "unit MP-AG-MRA"), "hex")
    assert {"2608", "1524", "2015", "2312"} <= found
    assert not found & {"1803", "1602"}
    assert not found & names(the_game().lakes)
    watched = {"2608": "JA-64-23"}
    match = do(holding("MP-AG-MRA", placed=watched), "unit MP-AG-MRA")
    near = names(the_game().map.grid.within(hexes("2608"), 1))
    assert not offered(match, "hex") & near
    assert refused(match, "hex 2608") == "24.6.1.d"


@rule("kgw", "24.6.1.e")
def test_one_agent_a_hex() -> None:
    match = do(holding("MP-AG-MRA", "MP-AG-AJAA"), "unit MP-AG-MRA", "hex 2211", "unit MP-AG-AJAA")
    assert refused(match, "hex 2211") == "24.6.1.e"
    rebels = {"placed": {"2211": "MP-AG-MRA"}, "partisans": {"MP-AG-MRA": "Manchukuo"}}
    beside = do(holding("MP-AG-AJAA", **rebels), "unit MP-AG-AJAA")
    assert "2211" in offered(beside, "hex"), "a partisan is no agent"


@rule("kgw", "24.6.1.g")
def test_agents_may_be_held_for_later() -> None:
    match = do(holding("MP-AG-MRA"), "done")
    assert place(match, "MP-AG-MRA") == "hand"
    assert "hand" not in view(match.state, 1)["places"]
    later = do(board({"hand": "MP-AG-MRA"}, "soviet_recruit", month=9, options=ON), "done")
    assert "MP-AG-MRA" in offered(later, "unit")


@rule("kgw", "24.6.1.a", "24.6.3.a")
def test_agents_and_partisans_are_non_mechanized_ground_units() -> None:
    game = the_game()
    assert game.agents & game.ground == game.agents
    assert not game.agents & game.mech
    match = board({"2211": "MP-AG-MRA"}, "soviet_move", partisans={"MP-AG-MRA": "Manchukuo"}, options=ON)
    assert "MP-AG-MRA" in offered(match, "unit")


@rule("kgw", "24.6.1.f", "24.6.3.f")
def test_agents_do_not_count_for_stacking_but_two_partisans_are_one_too_many() -> None:
    six: list[str] = [f"MP-{n}CAV" for n in range(1, 7)]
    quiet = board({"2015": [*six, "MP-AG-MRA"]}, "soviet_stacking", options=ON)
    assert asked(quiet).message.key != "ask.crowd"
    both = {"MP-AG-MRA": "MPR", "MP-AG-AJAA": "MPR"}
    crowd = board({"2015": list(both)}, "soviet_stacking", partisans=both, options=ON)
    assert asked(crowd).message.key == "ask.crowd"
    assert offered(crowd, "unit") == set(both)
    seventh = board({"2015": [*six, "MP-AG-MRA"]}, "soviet_stacking", partisans={"MP-AG-MRA": "MPR"}, options=ON)
    assert asked(seventh).message.key == "ask.crowd"


# -- the roll --


@rule("kgw", "24.6.2.a", "24.6.2.b", "24.6.2.c", "24.6.2.d")
@pytest.mark.parametrize(("agent", "most"), [("MP-AG-AJAA", 4), ("MP-AG-CPAJA", 4), ("MP-AG-MRA", 3), ("WR-AG-RFP", 3)])
def test_e_18_in_range_partisans_rise_out_of_range_the_agent_is_gone(agent: str, most: int) -> None:
    rises = rolling(agent, "2411", most)
    assert marked(rises, "flipped", agent)
    assert place(rises, agent) == "2411"
    caught = rolling(agent, "2411", most + 1)
    assert place(caught, agent) == "eliminated"


@rule("kgw", "24.6.2.a")
def test_t_99_only_the_own_agents_roll_those_just_deployed_too() -> None:
    """Q-66"""
    match = holding("MJ-AG-MIA", placed={"2211": "MP-AG-MRA"}, dice=[1])
    do(match, "unit MJ-AG-MIA", "hex 2015", "done")
    assert marked(match, "flipped", "MJ-AG-MIA")
    assert not marked(match, "flipped", "MP-AG-MRA")
    assert match.state.rolled == 1


@rule("kgw", "24.6.2.e", "24.6.3.e")
def test_neither_agents_nor_partisans_come_back() -> None:
    match = board({"2211": "MP-AG-MRA"}, "soviet_move", partisans={"MP-AG-MRA": "Manchukuo"}, options=ON)
    eliminate(position(match), the_game().sheet.index["MP-AG-MRA"], "25.0")
    assert place(match, "MP-AG-MRA") == "eliminated"
    assert not position(match).partisans


def test_an_uprising_under_other_counters_names_nobody_to_the_enemy() -> None:
    match = board({"1515": ["MP-AG-MRA", "MP-1CAV"]}, "soviet_agents", dice=[1], options=ON)
    lines = [line for line in log_for(match.log, 1) if line["key"] == "log.uprising"]
    assert len(lines) == 1
    assert "MP-AG-MRA" not in str(lines)
    assert "MP-AG-MRA" in str(log_for(match.log, 0))


# -- partisans --


@rule("kgw", "24.6.3.b")
def test_partisans_keep_to_their_country() -> None:
    match = board({"1514": "MP-AG-MRA"}, "soviet_move", partisans={"MP-AG-MRA": "MPR"}, options=ON)
    s = position(match)
    country = the_game().country
    assert dict(s.partisans) == {the_game().sheet.index["MP-AG-MRA"]: "MPR"}
    barred = barred_to(s, 0, the_game().sheet.index["MP-AG-MRA"])
    assert not country["MPR"] & barred
    assert country["Mengjiang"] & ~barred == 0
    assert country["USSR"] & ~barred == 0


@rule("kgw", "24.6.3.b")
@pytest.mark.parametrize(("named", "open_", "shut"), [("MPR", "2212", "2412"), ("Manchukuo", "2412", "2212")])
def test_in_the_disputed_area_the_owner_names_one(named: str, open_: str, shut: str) -> None:
    """Q-67"""
    match = rolling("MP-AG-MRA", "2312", 1)
    assert asked(match).message.key == "ask.homeland"
    assert offered(match, "country") == {"MPR", "Manchukuo"}
    assert refused(match, "country USSR").startswith("24.6.3")
    do(match, f"country {named}")
    s = position(match)
    barred = names(barred_to(s, 0, the_game().sheet.index["MP-AG-MRA"]))
    land = the_game().country
    assert hexes(open_) & land[named]
    assert open_ not in barred
    assert shut in barred


@rule("kgw", "24.6.3.b")
def test_partisans_attack_across_a_border() -> None:
    game = the_game()
    grid = game.map.grid
    home = next(h for h in grid.names if hexes(h) & game.country["MPR"] & grid.spread(game.country["Mengjiang"]))
    there = next(n for n in names(grid.within(hexes(home), 1)) if hexes(n) & game.country["Mengjiang"])
    placed = {home: ["MP-AG-MRA"], there: "MJ-4CAV"}
    match = board(placed, "soviet_combat", partisans={"MP-AG-MRA": "MPR"}, options=ON)
    assert there in offered(match, "attack")


@rule("kgw", "24.6.3.c")
def test_partisans_have_zones_across_borders() -> None:
    match = board({"2312": "MP-AG-MRA"}, "japan_move", partisans={"MP-AG-MRA": "MPR"}, options=ON)
    zone = names(position(match).zone(0))
    assert zone == names(the_game().map.grid.spread(hexes("2312")) & ~position(match).water)
    assert any(hexes(n) & the_game().country["Manchukuo"] & ~the_game().disputed for n in zone)


@rule("kgw", "24.6.3.d")
def test_partisans_need_supply_for_the_second_segment() -> None:
    rebels = {"MP-AG-MRA": "MPR"}
    hungry = board({"1515": "MP-AG-MRA"}, "soviet_move", segment=2, partisans=rebels, options=ON)
    assert "MP-AG-MRA" not in offered(hungry, "unit")
    fed = board({"1515": ["MP-AG-MRA", "RA-SUP-1"]}, "soviet_supply", partisans=rebels, options=ON)
    do(fed, "supply RA-SUP-1", "done")
    assert "MP-AG-MRA" in offered(fed, "unit")


@rule("kgw", "24.6.3.a")
@pytest.mark.parametrize(
    ("where", "mongolian"),
    [
        ("1211", True),
        ("1510", True),
        ("2515", True),
        ("1511", False),
        ("2211", False),
        ("1524", False),
        ("0420", False),
    ],
)
def test_an_uprising_belongs_to_the_country_it_is_in(where: str, mongolian: bool) -> None:
    match = rolling("MP-AG-MRA", where, 1)
    assert marked(match, "flipped", "MP-AG-MRA")
    assert position(match).mongolian == (units("MP-AG-MRA") if mongolian else 0)
    assert not match.prompts() or asked(match).message.key != "ask.homeland"


@rule("kgw", "24.6.3.b")
@pytest.mark.parametrize(("where", "choice"), [("2312", True), ("2313", True), ("2311", False), ("2314", False)])
def test_only_in_the_disputed_area_there_is_a_choice(where: str, choice: bool) -> None:
    match = rolling("MP-AG-MRA", where, 1)
    assert (bool(match.prompts()) and asked(match).message.key == "ask.homeland") is choice


@rule("kgw", "24.6.3")
def test_partisans_are_agents_that_have_risen_on_the_map() -> None:
    placed = {"1211": ["MP-AG-MRA", "RA-SUP-1"], "2211": "MP-AG-CPAJA", "hand": "MP-AG-AJAA"}
    marks = {"flipped": ["RA-SUP-1", "MP-AG-AJAA"]}
    match = board(placed, "soviet_move", partisans={"MP-AG-CPAJA": "Manchukuo"}, marks=marks, options=ON)
    assert position(match).partisans == ((the_game().sheet.index["MP-AG-CPAJA"], "Manchukuo"),)


@rule("kgw", "24.6.3.b")
def test_one_partisan_more_changes_no_other_partisans_country() -> None:
    placed = {"2312": "MP-AG-MRA", "2313": "MP-AG-CPAJA"}
    fields = {"options": ON, "dice": [1], "partisans": {"MP-AG-CPAJA": "MPR"}}
    match = do(board(placed, "soviet_agents", **fields), "country MPR")  # type: ignore[arg-type]
    assert position(match).mongolian == units("MP-AG-MRA", "MP-AG-CPAJA")


@rule("kgw", "24.6.3.a", "24.6.3.b")
@pytest.mark.parametrize("named", ["MPR", "Manchukuo"])
def test_the_named_country_counts_in_the_disputed_area_only(named: str) -> None:
    """Q-67"""
    for where, home in (("2312", named), ("2313", named), ("2311", "Manchukuo"), ("2314", "MPR"), ("1211", "MPR")):
        s = position(board({where: "MP-AG-MRA"}, partisans={"MP-AG-MRA": named}, options=ON))
        assert s.homeland(the_game().sheet.index["MP-AG-MRA"]) == home, where
