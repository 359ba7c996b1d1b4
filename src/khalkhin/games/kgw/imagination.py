"""21.0  A whole position as one side may imagine it: hidden counters dealt at random, divisions with their parts."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from khalkhin.board.hexset import members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.kgw import setup
from khalkhin.games.kgw.entry import open_to
from khalkhin.games.kgw.position import DISPLAY, HAND, REORG, Position
from khalkhin.games.kgw.reorganize import usual_parts

DEPOT_CHANCE = 0.5
"""How often a hidden supply unit is taken to be a depot."""


def guess(s: Position, seen: Mapping[str, Any], nameless: Mapping[str, tuple[int, ...]], rng: random.Random) -> None:
    """Deal the counters that the view does not name over the places where it shows nameless ones."""
    game = s.game
    named = {game.sheet.index[c["id"]] for counters in seen["places"].values() for c in counters if "id" in c}
    for side, name in enumerate(game.sides):
        unknown = [u for u in members(game.sheet.of_side[side]) if u not in named]
        for unit in unknown:
            s.send(unit, DISPLAY)
        _absorb(s, side)
        _deal(s, side, [place for place in nameless.get(name, ()) if place >= 0], rng)
        if unknown:
            _take_in_hand(s, side)
    s.partisans = tuple((u, _homeland(s, u)) for u in members(game.agents & s.flipped) if s.where[u] >= 0)


def _absorb(s: Position, side: int) -> None:
    """17.2  Divisions in play have their components, taken from what lies in the Displays."""
    game = s.game
    mine = game.sheet.of_side[side]
    in_play = (s.on_map(side) | s.stack(game.box(HAND))) & game.divisions & mine
    for division in members(in_play):
        if not s.parts(division):
            spare = (s.stack(game.box(REORG)) | s.stack(game.box(DISPLAY))) & mine & ~game.divisions
            _form(s, division, spare & ~_absorbed(s))


def _absorbed(s: Position) -> UnitSet:
    found = 0
    for _, parts in s.formed:
        found |= parts
    return found


def _form(s: Position, division: int, pool: UnitSet) -> bool:
    parts = usual_parts(s, division, pool)
    if not parts:
        return False
    s.formed = tuple(sorted((*s.formed, (division, parts))))
    for unit in members(parts):
        s.send(unit, REORG)
    return True


def _deal(s: Position, side: int, places: list[int], rng: random.Random) -> None:
    """Somebody for every hidden counter on the map: whoever can stand there, a division only if its parts are left."""
    game = s.game
    mine = game.sheet.of_side[side]
    for number, place in enumerate(places):
        pool = list(members(s.stack(game.box(DISPLAY)) & mine & game.ground))
        rng.shuffle(pool)
        waiting = len(places) - number - 1
        for unit in pool:
            if open_to(s, unit) >> place & 1 and _affordable(s, unit, len(pool), waiting):
                s.put(unit, place)
                if game.supply >> unit & 1 and rng.random() < DEPOT_CHANCE:
                    s.flipped |= 1 << unit
                break


def _affordable(s: Position, unit: int, left: int, waiting: int) -> bool:
    """A division takes its components out of the pool; enough must be left for the other places."""
    game = s.game
    if not game.divisions >> unit & 1:
        return True
    pool = s.stack(game.box(DISPLAY)) & game.sheet.of_side[game.sheet.side[unit]] & ~game.divisions
    parts = usual_parts(s, unit, pool)
    return left - 1 - parts.bit_count() >= waiting and _form(s, unit, pool)


def _take_in_hand(s: Position, side: int) -> None:
    """23.0  While a side sets up, what it has to place is in its hand."""
    game = s.game
    if not any(isinstance(step, setup.Setup | setup.SetDown) and step.side == side for step in s.agenda):
        return
    for line in game.lines[s.scenario]:
        for unit in members(line.counters & game.sheet.of_side[side] & s.stack(game.box(DISPLAY))):
            s.send(unit, HAND)
    _absorb(s, side)


def _homeland(s: Position, unit: int) -> str:
    where = s.where[unit]
    return next(name for name, land in s.game.country.items() if land >> where & 1)
