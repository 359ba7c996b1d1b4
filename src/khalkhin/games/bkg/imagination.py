"""5.1.1.d  A whole position as one side may imagine it: the counters it cannot tell apart, dealt at random."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from khalkhin.board.hexset import members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.bkg.engagement import who_must_attack
from khalkhin.games.bkg.position import DUE, RESERVE, Position
from khalkhin.games.bkg.victory import FinalAttrition

FLIP_CHANCE = 0.25
"""How often a hidden unit is taken to have losses."""


def guess(s: Position, seen: Mapping[str, Any], nameless: Mapping[str, tuple[int, ...]], rng: random.Random) -> None:
    """Deal the counters that the view does not name over the places where it shows nameless ones."""
    game = s.game
    named = {c["id"] for counters in seen["places"].values() for c in counters if "id" in c}
    dealt = 0
    for nation, places in nameless.items():
        pool = [u for u in members(game.sheet.of_nation[nation]) if game.sheet.ids[u] not in named]
        for unit, place in _deal(s, pool, list(places), rng):
            s.put(unit, place)
            dealt |= 1 << unit
    _flip(s, dealt, rng)
    for hex_name, keys in seen["markers"].items():
        stack = s.stack(game.place_at(hex_name)) & dealt
        if "marker.penalised" in keys and stack:
            s.penalised |= 1 << rng.choice(list(members(stack)))
    phase = seen["phase"]
    for side in (0, 1):
        hidden_side = dealt & game.sheet.of_side[side]
        if hidden_side and phase == ("phase.sov_combat", "phase.jap_combat")[side]:
            s.obliged |= who_must_attack(s, side) & hidden_side


def _deal(s: Position, pool: list[int], places: list[int], rng: random.Random) -> list[tuple[int, int]]:
    """Units to places at random, the choosiest places first: boxes and the reserve's hexes, then closed terrain."""
    game = s.game
    rng.shuffle(pool)
    rng.shuffle(places)
    reserve_area = game.reserve_ring | 1 << game.reserve_hex

    def fits(unit: int, place: int) -> bool:
        if place == game.box(RESERVE):
            return bool(game.reserve >> unit & 1)
        if place == game.box(DUE):
            return unit in game.arrival
        return bool(game.passable[game.type[unit]] >> place & 1)

    def rank(place: int) -> int:
        if place < 0:
            return 0
        if s.turn < game.reserve_moves and reserve_area >> place & 1:
            return 1
        return 2 if not game.passable["ARM"] >> place & 1 else 3

    out: list[tuple[int, int]] = []
    for place in sorted(places, key=rank):
        wanted = [u for u in pool if fits(u, place)]
        if rank(place) == 1:
            wanted.sort(key=lambda u: not game.reserve >> u & 1)
        pool.remove(wanted[0])
        out.append((wanted[0], place))
    return out


def _flip(s: Position, dealt: UnitSet, rng: random.Random) -> None:
    """Guess who has losses; before the first battle nobody has, and final losses need enough who have."""
    for unit in members(dealt):
        if s.where[unit] >= 0 and s.rolled and rng.random() < FLIP_CHANCE:
            s.flipped |= 1 << unit
    top = s.agenda[-1] if s.agenda else None
    if isinstance(top, FinalAttrition) and top.left:
        fresh = [u for u in members(dealt & ~s.flipped & s.game.sheet.of_side[top.side]) if s.where[u] >= 0]
        rng.shuffle(fresh)
        for unit in fresh[: top.left + 1]:
            s.flipped |= 1 << unit
