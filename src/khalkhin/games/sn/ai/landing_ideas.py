"""From the air and over the sea: where airborne units drop, who sails, and where carriers cruise."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.ai.ideas import Idea, offered
from khalkhin.board.hexset import Hex, members
from khalkhin.games.sn import sea
from khalkhin.games.sn.ai.evaluation import Evaluation
from khalkhin.games.sn.ai.marches import Marches
from khalkhin.games.sn.airborne import Drop, ready, zones
from khalkhin.games.sn.movement import carriers
from khalkhin.games.sn.position import SOVIET, Position
from khalkhin.games.sn.sea import Cruise, Sailing
from khalkhin.games.sn.stacking import excess

LEAP = 1.0
"""Points that an airborne landing has to promise."""
HEAVY = 12.0
"""Attack factors in reach of those who land that leave them half a chance."""
OFF_COAST = 3
"""Hexes that a carrier likes to be away from what its airstrikes are to attack."""


def first(evaluation: Evaluation, s: Position) -> Idea | None:
    """What comes before anybody marches: a landing from the air where it pays, and carriers go to sea."""
    for unit in members(ready(s, evaluation.side)):
        best = _landing(evaluation, s, unit)
        if best is not None:
            return (("drop", unit), ("hex", best))
    for unit in members(carriers(s, evaluation.side)):
        hex_ = _station(evaluation, s)
        if hex_ is not None and (s.where[unit] < 0 or s.game.map.grid.distance(s.where[unit], hex_) > OFF_COAST):
            return (("unit", unit), ("hex", hex_))
    return None


def _landing(evaluation: Evaluation, s: Position, unit: int) -> Hex | None:
    """Where an airborne unit lands: on a place that nobody holds, if the chances to keep it are good."""
    chance = s.game.charts.airborne_survives[evaluation.side] / 6
    worth: dict[Hex, float] = {}
    for hex_ in members(zones(s, evaluation.side, unit) & evaluation.values.places & ~s.occupied(evaluation.side)):
        stays = 1.0 if evaluation.goals.last_word else 1 / (1 + evaluation.goals.pressure(hex_) / HEAVY)
        prize = evaluation.values.hold[evaluation.side].get(hex_, 0.0) * stays + evaluation.values.first(
            s, evaluation.side, hex_
        )
        risk = (1 - chance * stays) * evaluation.values.unit[unit]
        trap = 0.5 if s.zone(evaluation.enemy) >> hex_ & 1 else 0.0
        worth[hex_] = chance * prize - risk - trap
    best = max(worth, key=lambda h: (worth[h], -h), default=None)
    return best if best is not None and worth[best] > LEAP else None


def dropped(evaluation: Evaluation, s: Position, step: Drop) -> Iterator[Idea]:
    """A drop in hand: where it promises most, or wherever friends are."""
    best = _landing(evaluation, s, step.unit)
    hexes = [best] if best is not None else offered(s, step.side, "hex")
    if not hexes:
        yield (("home", None),)
        return
    yield (
        ("hex", max(hexes, key=lambda h: (s.units_at(step.side, h).bit_count(), -evaluation.goals.pressure(h), -h))),
    )


def sailed(evaluation: Evaluation, s: Position, step: Sailing) -> Iterator[Idea]:
    """A voyage in hand: to the shore that looks best."""
    unit = next(members(step.units))
    open_ = sea.destinations(s, step.side, step.units) & ~s.occupied(evaluation.enemy)
    room = [h for h in members(open_) if excess(s, step.side, h, step.units) <= 0]
    hexes = room or offered(s, step.side, "hex")
    if not hexes:
        yield (("home", None),)
        return
    moves = Marches(evaluation, s)
    yield (("hex", max(hexes, key=lambda h: (moves.quick_value(unit, h), -h))),)


def _station(evaluation: Evaluation, s: Position) -> Hex | None:
    """At sea, near enemies by the coast that are worth most."""
    game = s.game
    near = game.coast & s.occupied(evaluation.enemy)
    if not near or evaluation.side == SOVIET:
        return None
    grid = game.map.grid
    prey = max(members(near), key=lambda h: (evaluation.values.take(s, evaluation.side, h), -h))
    return min(members(game.sea), key=lambda h: (abs(grid.distance(h, prey) - 2), h))


def cruised(evaluation: Evaluation, s: Position, step: Cruise) -> Iterator[Idea]:
    hexes = offered(s, step.side, "hex")
    best = _station(evaluation, s)
    yield (("hex", best if best in hexes else hexes[0]),)
