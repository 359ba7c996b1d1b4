"""5.1.1.d  What the enemy reads of a move: nothing that hangs on which counters lie under the same backs."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import settle
from khalkhin.engine.match import Match
from khalkhin.games.bkg.movement import Moving, movable
from khalkhin.games.bkg.position import Position
from tests.bkg.oracles.crowd import HILLS, MARCH, crowd
from tests.bkg.positions import board, do, position, the_game, told_to

RULE = pytest.mark.rule


def read(match: Match, side: str | None) -> str:
    """All that a side is shown, the log included."""
    return json.dumps(match.view(side), sort_keys=True)


def path(match: Match, side: str | None, key: str = "log.move") -> Any:
    return told_to(match, side, key)["path"]


def dealt_otherwise(s: Position, one: int, other: int) -> Position | None:
    """The position with two counters of a nation exchanged, and all that is marked on them; None if none may be so."""
    game, ids = s.game, s.game.sheet.ids
    where = {one: s.where[other], other: s.where[one]}
    for unit, place in where.items():
        if place >= 0 and not game.passable[game.type[unit]] >> place & 1:
            return None
    exchanged = {ids[one]: ids[other], ids[other]: ids[one]}
    data = json.dumps(s.to_data())
    for a, b in ((ids[one], "?one"), (ids[other], ids[one]), ("?one", ids[other])):
        data = data.replace(f'"{a}"', f'"{b}"')
    found = json.loads(data)
    assert sorted(found["where"]) == sorted({exchanged.get(i, i) for i in ids})
    twin: Position = game.restore(found, s.dice)
    twin.log = []
    return twin


def went(s: Position, unit: int, hexes: tuple[int, ...]) -> Match | None:
    """A unit moves by these points of its way, if it can, and stops there."""
    match = Match(s)
    for verb, noun in [("unit", unit), *(("hex", h) for h in hexes), ("done", None)]:
        if not any(p.allows(verb, noun) for p in match.prompts()):
            return None
        match.play(verb, match.game.write(verb, noun))
    return match


def pairs(s: Position, side: int, rng: random.Random) -> tuple[int, int] | None:
    """A unit that can move, and another of its nation and of another movement class elsewhere on the map."""
    game = s.game
    classes = game.charts.classes
    able = [u for u in members(movable(s, side)) if s.where[u] >= 0]
    rng.shuffle(able)
    for unit in able:
        alike = members(s.on_map(side) & game.sheet.of_nation[game.sheet.nation[unit]])
        others = [u for u in alike if classes[game.type[u]] != classes[game.type[unit]] and s.where[u] != s.where[unit]]
        if others:
            return unit, rng.choice(others)
    return None


@RULE("bkg", "5.1.1.d")
def test_the_enemy_reads_the_same_of_every_unit_that_makes_a_move() -> None:
    compared = 0
    for seed in range(400):
        rng = random.Random(seed)
        s = crowd(rng, rng.choice((MARCH, HILLS)))
        s.options["open_strengths"] = False
        s.log = []
        settle(s)
        side = s.asked[0].side
        if (pair := pairs(s, side, rng)) is None:
            continue
        unit, other = pair
        twin = dealt_otherwise(s, unit, other)
        if twin is None:
            continue
        goals = list(members(Moving(side, 1 << unit, s.where[unit], (), ()).offered(s)))
        for goal in rng.sample(goals, min(6, len(goals))):
            one, two = s.clone(), twin.clone()
            one.log, two.log = [], []
            first, second = went(one, unit, (goal,)), went(two, other, (goal,))
            if first is None or second is None:
                continue
            if position(first).soviet_objectives != position(second).soviet_objectives:
                continue  # one way leads through an objective, which falls for all to see
            compared += 1
            for viewer in (the_game().sides[1 - side], None):
                assert read(first, viewer) == read(second, viewer), (seed, s.game.place_name(goal))
    assert compared > 300


@RULE("bkg", "5.1.1.d")
def test_the_owner_reads_the_way_and_the_enemy_its_ends() -> None:
    match = do(board({"0513": ["SU-149-1"], "2320": ["JP-64-1"]}), "unit SU-149-1", "hex 1011", "done")
    assert path(match, "soviet") == ["0513", "0613", "0712", "0812", "0911", "1011"]
    assert path(match, "japan") == path(match, None) == ["0513", "1011"]
    open_ = board({"0513": ["SU-149-1"], "2320": ["JP-64-1"]}, options={"open_strengths": True})
    assert path(do(open_, "unit SU-149-1", "hex 1011", "done"), "japan") == path(match, "soviet")


@RULE("bkg", "5.1.1.d")
def test_of_reinforcements_the_enemy_reads_where_they_come_in_and_where_they_stop() -> None:
    match = board({"0320": ["SU-601-1"]}, "jap_move", turn=24, due=["JP-3RT"])
    do(match, "unit JP-3RT", "hex 2715", "hex 2414", "done")
    assert path(match, "japan", "log.enter")[0] == "2715"
    assert len(path(match, "japan", "log.enter")) > 2
    assert path(match, "soviet", "log.enter") == ["2715", "2414"]
    assert position(match).turn == 24
