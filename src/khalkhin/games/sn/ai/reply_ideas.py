"""Ideas after an attack: who takes a loss, who retreats where, who pursues; and the set-up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from khalkhin.ai.ideas import Idea, offered
from khalkhin.board.hexset import Hex, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.sn.ai.evaluation import Evaluation
from khalkhin.games.sn.position import Position
from khalkhin.games.sn.pursuit import Pursuit, advances, cleared
from khalkhin.games.sn.retreat import Going
from khalkhin.games.sn.setup import Setup
from khalkhin.games.sn.stacking import excess


def setup_ideas(s: Position, step: Setup) -> Iterator[Idea]:
    """The set-up as the scenario suggests it."""
    yield (("auto" if offered(s, step.side, "auto") else "done", None),)


# -- losses ------------------------------------------------------------------------------------------------------------


def loss_ideas(evaluation: Evaluation, s: Position, step: Any) -> Iterator[Idea]:
    """The cheapest loss for its size: a counter, or a division of a corps that breaks down."""
    whole = [(unit_value(evaluation, s, u) / s.size(1 << u), "unit", u) for u in offered(s, evaluation.side, "unit")]
    broken = [(evaluation.values.part(u), "breakdown", u) for u in offered(s, evaluation.side, "breakdown")]
    _, verb, unit = min([*whole, *broken])
    yield ((verb, unit),)


def unit_value(evaluation: Evaluation, s: Position, unit: int) -> float:
    """What a unit is worth, with the place that it holds alone."""
    hex_ = s.where[unit]
    alone = hex_ >= 0 and s.units_at(evaluation.side, hex_) == 1 << unit
    return evaluation.values.unit[unit] + (evaluation.values.hold[evaluation.side].get(hex_, 0.0) if alone else 0.0)


# -- retreats ----------------------------------------------------------------------------------------------------------


def retreat_ideas(evaluation: Evaluation, s: Position, step: Going) -> Iterator[Idea]:
    """All units of a hex retreat together to share losses by enemy zones, as long as there is room for them."""
    mates = offered(s, step.side, "unit")
    if not step.units:
        yield (("unit", max(mates, key=lambda u: (evaluation.values.unit[u], u))),)
        return
    hexes = offered(s, step.side, "hex")
    best = retreat_hex(evaluation, s, step.units, hexes) if hexes else None
    for unit in mates:
        if best is None or excess(s, step.side, best, step.units | 1 << unit) <= 0:
            yield (("unit", unit),)
            return
    yield (("hex", best),)


def retreat_hex(evaluation: Evaluation, s: Position, units: UnitSet, hexes: list[Hex]) -> Hex:
    """The best hex to retreat to: near the goal, with friends or on a place that counts, out of danger."""
    unit = max(members(units), key=lambda u: (evaluation.values.unit[u], u))
    settings = evaluation.settings.reply_ideas

    def value(hex_: Hex) -> tuple[float, int]:
        empty = not s.units_at(evaluation.side, hex_)
        place = 0.0 if empty else settings.retreat_friends
        if empty and evaluation.values.places >> hex_ & 1:
            place = evaluation.stake(hex_)
        full = settings.retreat_overstacked * max(0, excess(s, evaluation.side, hex_, units))
        fort = settings.retreat_fort if s.hexes_of(evaluation.side, s.game.forts) >> hex_ & 1 else 0.0
        danger = settings.retreat_danger * evaluation.goals.pressure(hex_)
        danger += settings.retreat_terrain * evaluation.battle_values.shelter(s, hex_)
        return settings.retreat_goal * evaluation.post(unit, hex_) + place + fort - full - danger, -hex_

    return max(hexes, key=value)


# -- pursuit -----------------------------------------------------------------------------------------------------------


def pursuit_ideas(evaluation: Evaluation, s: Position, step: Pursuit) -> Iterator[Idea]:
    """The pursuit by one unit that makes the position best, or none."""
    if step.units:
        hexes = offered(s, step.side, "hex")
        yield (("hex", max(hexes, key=lambda h: (evaluation.stake(h), -h))),)
        return
    best: tuple[float, Idea] = evaluation(s) + evaluation.settings.reply_ideas.least_pursuit, (("done", None),)
    open_ = cleared(s, step.side, step.targets)
    for unit in offered(s, step.side, "unit"):
        for hex_ in members(advances(s, step.side, unit, open_)):
            after = s.clone()
            after.put(unit, hex_)
            found = evaluation(after)
            if found > best[0] and excess(s, step.side, hex_, 1 << unit) <= 0:
                best = found, (("unit", unit), ("hex", hex_))
    yield best[1]
