"""5.1.1.d  A whole position as one side may imagine it: the counters it cannot tell apart, dealt at random."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import chain
from typing import TYPE_CHECKING, Any

from khalkhin.board.hexset import members, union
from khalkhin.engine.codec import UnitSet
from khalkhin.games.bkg.engagement import who_must_attack
from khalkhin.games.bkg.position import DUE, RESERVE, Position
from khalkhin.games.bkg.victory import FinalAttrition

if TYPE_CHECKING:
    from khalkhin.games.bkg.game import Batalha

FLIP_CHANCE = 0.25
"""How often a hidden unit is taken to have losses."""


def guess(s: Position, seen: Mapping[str, Any], nameless: Mapping[str, tuple[int, ...]], rng: random.Random) -> None:
    """Deal the counters that the view does not name over the places where it shows nameless ones."""
    game = s.game
    unnamed = game.unnamed(s, seen)
    dealt = 0
    for nation, places in nameless.items():
        found = _deal(s, list(members(game.sheet.of_nation[nation] & unnamed)), list(places), rng)
        s.set_out(found)
        dealt |= union(chain.from_iterable(found.values()))
    _flip(s, dealt, rng)
    for hex_name, keys in seen["markers"].items():
        stack = s.stack(game.place_at(hex_name))
        if "marker.penalised" in keys and not stack & s.penalised:
            # Who is shown in a battle has a name, but whether it is he is not told.
            s.penalised |= 1 << rng.choice(list(members(stack & dealt or stack)))
    phase = seen["phase"]
    for side in (0, 1):
        hidden_side = dealt & game.sheet.of_side[side]
        if hidden_side and phase == ("phase.sov_combat", "phase.jap_combat")[side]:
            s.obliged |= who_must_attack(s, side) & hidden_side


def _deal(s: Position, pool: list[int], places: list[int], rng: random.Random) -> dict[int, list[int]]:
    """Units to places at random, the choosiest places first: boxes and the reserve's hexes, then closed terrain."""
    game = s.game
    rng.shuffle(pool)
    rng.shuffle(places)
    near_reserve = game.reserve_ring | 1 << game.reserve_hex if s.turn < game.reserve_moves else 0
    easy = game.passable["ARM"]

    def rank(place: int) -> int:
        if place < 0:
            return 0
        return 1 if near_reserve >> place & 1 else 3 if easy >> place & 1 else 2

    out: dict[int, list[int]] = {}
    for place in sorted(places, key=rank):
        able = _able(game, place)
        if place >= 0 and near_reserve >> place & 1 and union(pool) & able & game.reserve:
            able &= game.reserve
        unit = next(u for u in pool if able >> u & 1)
        pool.remove(unit)
        out.setdefault(place, []).append(unit)
    return out


def _able(game: Batalha, place: int) -> UnitSet:
    """Who may be in a place, whoever is there."""
    found = game.kept_able.get(place)
    if found is None:
        if place == game.box(RESERVE):
            found = game.reserve
        elif place == game.box(DUE):
            found = union(game.arrival)
        else:
            found = union(u for u, kind in enumerate(game.type) if game.passable[kind] >> place & 1)
        game.kept_able[place] = found
    return found


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
