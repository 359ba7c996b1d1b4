"""What comes to mind when something has happened: who takes a loss, who retreats where, who goes on."""

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

FRIENDS = 0.5
"""Points that it is worth to retreat to friends."""
DANGER = 0.03
"""Points for each factor that the enemy can bring against a refuge."""
BOTHER = 0.05
"""What a pursuit has to bring."""


def placed_for_me(s: Position, step: Setup) -> Iterator[Idea]:
    yield (("auto" if offered(s, step.side, "auto") else "done", None),)


# -- losses ------------------------------------------------------------------------------------------------------------


def cheapest(evaluation: Evaluation, s: Position, step: Any) -> Iterator[Idea]:
    """A counter, or a division of a corps that breaks down: whatever costs least for its size."""
    whole = [(worth(evaluation, s, u) / s.size(1 << u), "unit", u) for u in offered(s, evaluation.side, "unit")]
    broken = [(evaluation.values.part(u), "breakdown", u) for u in offered(s, evaluation.side, "breakdown")]
    _, verb, unit = min([*whole, *broken])
    yield ((verb, unit),)


def worth(evaluation: Evaluation, s: Position, unit: int) -> float:
    """What a unit is worth, with the place that nobody else holds."""
    hex_ = s.where[unit]
    alone = hex_ >= 0 and s.units_at(evaluation.side, hex_) == 1 << unit
    return evaluation.values.unit[unit] + (evaluation.values.hold[evaluation.side].get(hex_, 0.0) if alone else 0.0)


# -- retreats ----------------------------------------------------------------------------------------------------------


def fled(evaluation: Evaluation, s: Position, step: Going) -> Iterator[Idea]:
    """All of a hex together, so that they share what zones cost; who would be too many goes by himself."""
    mates = offered(s, step.side, "unit")
    if not step.units:
        yield (("unit", max(mates, key=lambda u: (evaluation.values.unit[u], u))),)
        return
    hexes = offered(s, step.side, "hex")
    best = refuge(evaluation, s, step.units, hexes) if hexes else None
    for unit in mates:
        if best is None or excess(s, step.side, best, step.units | 1 << unit) <= 0:
            yield (("unit", unit),)
            return
    yield (("hex", best),)


def refuge(evaluation: Evaluation, s: Position, units: UnitSet, hexes: list[Hex]) -> Hex:
    """Where units are of use and out of danger."""
    unit = max(members(units), key=lambda u: (evaluation.values.unit[u], u))

    def merit(hex_: Hex) -> tuple[float, int]:
        empty = not s.units_at(evaluation.side, hex_)
        place = (
            evaluation.stake(hex_) if empty and evaluation.values.places >> hex_ & 1 else FRIENDS if not empty else 0.0
        )
        full = 2.0 * max(0, excess(s, evaluation.side, hex_, units))
        fort = 1.0 if s.hexes_of(evaluation.side, s.game.forts) >> hex_ & 1 else 0.0
        danger = DANGER * evaluation.goals.pressure(hex_) + 0.3 * evaluation.battle_values.shelter(s, hex_)
        return 0.5 * evaluation.post(unit, hex_) + place + fort - full - danger, -hex_

    return max(hexes, key=merit)


# -- pursuit -----------------------------------------------------------------------------------------------------------


def pursued(evaluation: Evaluation, s: Position, step: Pursuit) -> Iterator[Idea]:
    """Whoever makes the position better by following, the best one first."""
    if step.units:
        hexes = offered(s, step.side, "hex")
        yield (("hex", max(hexes, key=lambda h: (evaluation.stake(h), -h))),)
        return
    best: tuple[float, Idea] = evaluation(s) + BOTHER, (("done", None),)
    open_ = cleared(s, step.side, step.targets)
    for unit in offered(s, step.side, "unit"):
        for hex_ in members(advances(s, step.side, unit, open_)):
            after = s.clone()
            after.put(unit, hex_)
            found = evaluation(after)
            if found > best[0] and excess(s, step.side, hex_, 1 << unit) <= 0:
                best = found, (("unit", unit), ("hex", hex_))
    yield best[1]
