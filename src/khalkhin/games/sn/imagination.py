"""21.0  A whole position as one side may imagine it: hidden units dealt at random where nameless counters show."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from khalkhin.board.hexset import Hex, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.sn.position import Position
from khalkhin.games.sn.supply import begin_phase

BASE_CHANCE = 0.4
"""How often a hidden supply unit is taken to show its base side."""


def guess(s: Position, seen: Mapping[str, Any], nameless: Mapping[str, tuple[int, ...]], rng: random.Random) -> None:
    """All boxes are open: whom the view does not name stands hidden somewhere on the map."""
    game = s.game
    named = sum(1 << game.sheet.index[c["id"]] for pile in seen["places"].values() for c in pile if "id" in c)
    for side, name in enumerate(game.sides):
        unknown = game.sheet.of_side[side] & game.ground & ~named
        _deal(s, unknown, list(nameless.get(name, ())), rng)
        for unit in members(unknown & game.supply):
            if rng.random() < BASE_CHANCE:
                s.based |= 1 << unit
        if unknown and s.round and s.active == side:
            begin_phase(s, side)  # what the enemy worked out for himself when his phase began


def _deal(s: Position, unknown: UnitSet, places: list[Hex], rng: random.Random) -> None:
    """Somebody for every nameless counter: a matching of units and places where they may be, at random."""
    pool = list(members(unknown))
    rng.shuffle(pool)
    rng.shuffle(places)
    holder: dict[int, int] = {}

    def settle(place: int, tried: set[int]) -> bool:
        for unit in pool:
            if unit not in tried and _may_be(s, unit, places[place]):
                tried.add(unit)
                if unit not in holder or settle(holder[unit], tried):
                    holder[unit] = place
                    return True
        return False

    unplaced = [place for place in range(len(places)) if not settle(place, set())]
    spare = [unit for unit in pool if unit not in holder]
    holder.update(zip(spare, unplaced, strict=False))
    for unit, place in holder.items():
        s.put(unit, places[place])


def _may_be(s: Position, unit: int, hex_: Hex) -> bool:
    """8.6, 20.0.riv1  Whether a unit could have come to a hex."""
    game = s.game
    if not game.enterable[game.sheet.nation[unit]] >> hex_ & 1:
        return False
    if game.flotillas >> unit & 1:
        return bool(game.riverside >> hex_ & 1)
    return not (game.mech >> unit & 1 and game.rough >> hex_ & 1 and not game.linked >> hex_ & 1)
