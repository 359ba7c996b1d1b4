"""Ideas for airborne landings, transport by sea, and carriers."""

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


def first_idea(evaluation: Evaluation, s: Position) -> Idea | None:
    """What comes before any march: an airborne landing that is worth it, and carriers that move to their station."""
    for unit in members(ready(s, evaluation.side)):
        best = _drop_hex(evaluation, s, unit)
        if best is not None:
            return (("drop", unit), ("hex", best))
    for unit in members(carriers(s, evaluation.side)):
        hex_, near = _carrier_station(evaluation, s), evaluation.settings.landing_ideas.carrier_station
        if hex_ is not None and (s.where[unit] < 0 or s.game.map.grid.distance(s.where[unit], hex_) > near):
            return (("unit", unit), ("hex", hex_))
    return None


def _drop_hex(evaluation: Evaluation, s: Position, unit: int) -> Hex | None:
    """The place on which an airborne landing is worth most; None if it is not worth the risk."""
    settings, chance = evaluation.settings.landing_ideas, s.game.charts.airborne_survives[evaluation.side] / 6
    worth: dict[Hex, float] = {}
    for hex_ in members(zones(s, evaluation.side, unit) & evaluation.values.places & ~s.occupied(evaluation.side)):
        stays = (
            1.0
            if evaluation.goals.moves_last
            else 1 / (1 + evaluation.goals.pressure(hex_) / settings.landing_pressure)
        )
        prize = evaluation.values.hold[evaluation.side].get(hex_, 0.0) * stays + evaluation.values.first(
            s, evaluation.side, hex_
        )
        risk = (1 - chance * stays) * evaluation.values.unit[unit]
        trap = settings.landing_zone if s.zone(evaluation.enemy) >> hex_ & 1 else 0.0
        worth[hex_] = chance * prize - risk - trap
    best = max(worth, key=lambda h: (worth[h], -h), default=None)
    return best if best is not None and worth[best] > settings.landing_gain else None


def drop_ideas(evaluation: Evaluation, s: Position, step: Drop) -> Iterator[Idea]:
    """The hex of a landing that has been begun: the most valuable place, or else where friends are."""
    best = _drop_hex(evaluation, s, step.unit)
    hexes = [best] if best is not None else offered(s, step.side, "hex")
    if not hexes:
        yield (("home", None),)
        return
    yield (
        ("hex", max(hexes, key=lambda h: (s.units_at(step.side, h).bit_count(), -evaluation.goals.pressure(h), -h))),
    )


def sailing_ideas(evaluation: Evaluation, s: Position, step: Sailing) -> Iterator[Idea]:
    """The rest of a voyage that has been begun: to the best coast by a quick evaluation."""
    unit = next(members(step.units))
    open_ = sea.destinations(s, step.side, step.units) & ~s.occupied(evaluation.enemy)
    room = [h for h in members(open_) if excess(s, step.side, h, step.units) <= 0]
    hexes = room or offered(s, step.side, "hex")
    if not hexes:
        yield (("home", None),)
        return
    moves = Marches(evaluation, s)
    yield (("hex", max(hexes, key=lambda h: (moves.quick_value(unit, h), -h))),)


def _carrier_station(evaluation: Evaluation, s: Position) -> Hex | None:
    """The sea hex for carriers: near the most valuable enemy hex on the coast."""
    game = s.game
    near = game.coast & s.occupied(evaluation.enemy)
    if not near or evaluation.side == SOVIET:
        return None
    grid, far = game.map.grid, evaluation.settings.landing_ideas.carrier_distance
    target = max(members(near), key=lambda h: (evaluation.values.take(s, evaluation.side, h), -h))
    return min(members(game.sea), key=lambda h: (abs(grid.distance(h, target) - far), h))


def cruise_ideas(evaluation: Evaluation, s: Position, step: Cruise) -> Iterator[Idea]:
    """The hex of a carrier that is to move."""
    hexes = offered(s, step.side, "hex")
    best = _carrier_station(evaluation, s)
    yield (("hex", best if best in hexes else hexes[0]),)
