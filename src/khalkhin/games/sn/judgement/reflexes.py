"""What comes to mind when something has happened: who takes a loss, who retreats where, who goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from khalkhin.board.hexset import Hex, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.judgement import Idea, offered
from khalkhin.games.sn.judgement.eye import Eye
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


def cheapest(eye: Eye, s: Position, step: Any) -> Iterator[Idea]:
    """A counter, or a division of a corps that breaks down: whatever costs least for its size."""
    whole = [(worth(eye, s, u) / s.size(1 << u), "unit", u) for u in offered(s, eye.side, "unit")]
    broken = [(eye.values.part(u), "breakdown", u) for u in offered(s, eye.side, "breakdown")]
    _, verb, unit = min([*whole, *broken])
    yield ((verb, unit),)


def worth(eye: Eye, s: Position, unit: int) -> float:
    """What a unit is worth, with the place that nobody else holds."""
    hex_ = s.where[unit]
    alone = hex_ >= 0 and s.units_at(eye.side, hex_) == 1 << unit
    return eye.values.unit[unit] + (eye.values.hold[eye.side].get(hex_, 0.0) if alone else 0.0)


# -- retreats ----------------------------------------------------------------------------------------------------------


def fled(eye: Eye, s: Position, step: Going) -> Iterator[Idea]:
    """All of a hex together, so that they share what zones cost; who would be too many goes by himself."""
    mates = offered(s, step.side, "unit")
    if not step.units:
        yield (("unit", max(mates, key=lambda u: (eye.values.unit[u], u))),)
        return
    hexes = offered(s, step.side, "hex")
    best = refuge(eye, s, step.units, hexes) if hexes else None
    for unit in mates:
        if best is None or excess(s, step.side, best, step.units | 1 << unit) <= 0:
            yield (("unit", unit),)
            return
    yield (("hex", best),)


def refuge(eye: Eye, s: Position, units: UnitSet, hexes: list[Hex]) -> Hex:
    """Where units are of use and out of danger."""
    unit = max(members(units), key=lambda u: (eye.values.unit[u], u))

    def merit(hex_: Hex) -> tuple[float, int]:
        empty = not s.units_at(eye.side, hex_)
        place = eye.stake(hex_) if empty and eye.values.places >> hex_ & 1 else FRIENDS if not empty else 0.0
        full = 2.0 * max(0, excess(s, eye.side, hex_, units))
        fort = 1.0 if s.hexes_of(eye.side, s.game.forts) >> hex_ & 1 else 0.0
        danger = DANGER * eye.campaign.pressure(hex_) + 0.3 * eye.clashes.shelter(s, hex_)
        return 0.5 * eye.post(unit, hex_) + place + fort - full - danger, -hex_

    return max(hexes, key=merit)


# -- pursuit -----------------------------------------------------------------------------------------------------------


def pursued(eye: Eye, s: Position, step: Pursuit) -> Iterator[Idea]:
    """Whoever makes the position better by following, the best one first."""
    if step.units:
        hexes = offered(s, step.side, "hex")
        yield (("hex", max(hexes, key=lambda h: (eye.stake(h), -h))),)
        return
    best: tuple[float, Idea] = eye(s) + BOTHER, (("done", None),)
    open_ = cleared(s, step.side, step.targets)
    for unit in offered(s, step.side, "unit"):
        for hex_ in members(advances(s, step.side, unit, open_)):
            after = s.clone()
            after.put(unit, hex_)
            found = eye(after)
            if found > best[0] and excess(s, step.side, hex_, 1 << unit) <= 0:
                best = found, (("unit", unit), ("hex", hex_))
    yield best[1]
