"""What air units do: win the sky, bomb, go to a better base, or wait for the battle."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.ai.ideas import Idea, offered
from khalkhin.board.hexset import Hex, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.kgw.ai.evaluation import Evaluation
from khalkhin.games.kgw.ai.phase_ideas import airfield
from khalkhin.games.kgw.air import GroundAttack, Mission, Relocating, Superiority, new_bases
from khalkhin.games.kgw.air_combat import SUPERIORITY, air_odds, air_result
from khalkhin.games.kgw.missions import ready
from khalkhin.games.kgw.position import Position

BETTER = 0.8
"""What a new base has to be better by to be worth a month of an air unit's work."""
BOMBS = (0.0, 0.15, 0.35)
"""What a D1 and a D2 of a Ground Attack are worth as a rule: the defender may break down a division instead."""
RESERVE = 2
"""Air units kept for each attack that will be made."""


def ordered(evaluation: Evaluation, s: Position, step: Superiority | GroundAttack) -> Iterator[Idea]:
    """The mission that promises most with those who are not needed to support attacks; else better bases."""
    side = step.side
    best: tuple[float, Idea] = 0.0, (("done", None),)
    kept = RESERVE * len(evaluation.battles(s))
    for target in offered(s, side, step.kind):
        flyers = list(members(ready(s, side, target)))
        for count in range(1, min(len(flyers) - kept, s.game.charts.block) + 1):
            gain = _mission(evaluation, s, step.kind, target, count)
            if gain > best[0]:
                chosen = flyers[:count]
                best = gain, [(step.kind, target), *(("unit", u) for u in chosen), ("commit", None)]
    if best[0] <= 0.0 and isinstance(step, GroundAttack):
        for unit in offered(s, side, "relocate")[kept:]:
            better = _better_base(evaluation, s, unit)
            if better is not None:
                best = BETTER, (("relocate", unit), ("hex", better))
                break
    yield best[1]


def _mission(evaluation: Evaluation, s: Position, kind: str, target: Hex, count: int) -> float:
    """The mean over the faces of the die, in points."""
    odds = air_odds(s, kind, target, count)
    assert odds.column is not None
    there = s.air_at(evaluation.enemy, target) if kind == SUPERIORITY else s.units_at(evaluation.enemy, target)
    plane = evaluation.values.unit[next(members(s.game.air))]
    out = -0.02 * count
    for code, chance in odds.table.distribution(odds.column).items():
        result = air_result(kind, code)
        level = int(result[1:] or 0)
        if result[0] in "AE":
            out -= float(chance) * plane * min(level, count)
        if result[0] in "DE":
            hits = plane * min(level, there.bit_count()) if kind == SUPERIORITY else _bombs(evaluation, there, level)
            out += float(chance) * hits
    return out


def _bombs(evaluation: Evaluation, there: UnitSet, level: int) -> float:
    """Who has no division to break down loses more."""
    if there & evaluation.game.divisions:
        return BOMBS[level] / 2
    least = min(evaluation.values.unit[u] for u in members(there))
    return BOMBS[level] if level == 1 else max(BOMBS[level], least)


def _better_base(evaluation: Evaluation, s: Position, unit: int) -> Hex | None:
    here = s.where[unit]
    bases = list(members(new_bases(s, unit)))
    if not bases:
        return None
    best = max(bases, key=lambda h: (airfield(evaluation, s, h), -h))
    now = airfield(evaluation, s, here)
    if (
        not s.units_at(evaluation.side, here)
        and s.air_at(evaluation.side, here).bit_count() == 1
        and here in evaluation.values.place
    ):
        now += 1.0  # nobody else holds the place
    return best if airfield(evaluation, s, best) > now + BETTER else None


def relocated(evaluation: Evaluation, s: Position, step: Relocating) -> Iterator[Idea]:
    yield (("hex", max(offered(s, step.side, "hex"), key=lambda h: (airfield(evaluation, s, h), -h))),)


def flown(evaluation: Evaluation, s: Position, step: Mission) -> Iterator[Idea]:
    """A mission half ordered: everybody who is ready if nobody is told off yet."""
    if step.units:
        yield (("commit", None),)
    else:
        most = s.game.charts.block
        yield [*(("unit", u) for u in list(members(step.pool(s)))[:most]), ("commit", None)]
