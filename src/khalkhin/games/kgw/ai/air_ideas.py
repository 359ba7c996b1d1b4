"""What air units do: win the sky, bomb, go to a better base, or wait for the battle."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.ai.ideas import Idea, offered
from khalkhin.board.hexset import Hex, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.kgw.ai.evaluation import Evaluation
from khalkhin.games.kgw.ai.phase_ideas import base_value
from khalkhin.games.kgw.air import GroundAttack, Mission, Relocating, Superiority, new_bases
from khalkhin.games.kgw.air_combat import SUPERIORITY, air_odds, air_result
from khalkhin.games.kgw.missions import ready
from khalkhin.games.kgw.position import Position


def mission_ideas(evaluation: Evaluation, s: Position, step: Superiority | GroundAttack) -> Iterator[Idea]:
    """The mission that promises most with those who are not needed to support attacks; else better bases."""
    side, settings = step.side, evaluation.settings.air
    best: tuple[float, Idea] = 0.0, (("done", None),)
    kept = settings.kept_for_attack * len(evaluation.battles(s))
    for target in offered(s, side, step.kind):
        flyers = list(members(ready(s, side, target)))
        for count in range(1, min(len(flyers) - kept, s.game.charts.block) + 1):
            gain = _mission_value(evaluation, s, step.kind, target, count)
            if gain > best[0]:
                chosen = flyers[:count]
                best = gain, [(step.kind, target), *(("unit", u) for u in chosen), ("commit", None)]
    if best[0] <= 0.0 and isinstance(step, GroundAttack):
        for unit in offered(s, side, "relocate")[kept:]:
            better = _better_base(evaluation, s, unit)
            if better is not None:
                best = settings.least_better_base, (("relocate", unit), ("hex", better))
                break
    yield best[1]


def _mission_value(evaluation: Evaluation, s: Position, kind: str, target: Hex, count: int) -> float:
    """The mean over the faces of the die, in points."""
    odds = air_odds(s, kind, target, count)
    assert odds.column is not None
    there = s.air_at(evaluation.enemy, target) if kind == SUPERIORITY else s.units_at(evaluation.enemy, target)
    plane = evaluation.values.unit[next(members(s.game.air))]
    out = -evaluation.settings.air.mission_price * count
    for code, chance in odds.table.distribution(odds.column).items():
        result = air_result(kind, code)
        level = int(result[1:] or 0)
        if result[0] in "AE":
            out -= float(chance) * plane * min(level, count)
        if result[0] in "DE":
            planes = plane * min(level, there.bit_count())
            out += float(chance) * (planes if kind == SUPERIORITY else _bombing_value(evaluation, there, level))
    return out


def _bombing_value(evaluation: Evaluation, there: UnitSet, level: int) -> float:
    """Who has no division to break down loses more."""
    settings = evaluation.settings.air
    usual = settings.bombing[level]
    if there & evaluation.game.divisions:
        return settings.division_share * usual
    least = min(evaluation.values.unit[u] for u in members(there))
    return usual if level == 1 else max(usual, least)


def _better_base(evaluation: Evaluation, s: Position, unit: int) -> Hex | None:
    here = s.where[unit]
    bases = list(members(new_bases(s, unit)))
    if not bases:
        return None
    best = max(bases, key=lambda h: (base_value(evaluation, s, h), -h))
    now = base_value(evaluation, s, here)
    if (
        not s.units_at(evaluation.side, here)
        and s.air_at(evaluation.side, here).bit_count() == 1
        and here in evaluation.values.place
    ):
        now += evaluation.settings.bases.hold  # nobody else holds the place
    return best if base_value(evaluation, s, best) > now + evaluation.settings.air.least_better_base else None


def relocation_ideas(evaluation: Evaluation, s: Position, step: Relocating) -> Iterator[Idea]:
    yield (("hex", max(offered(s, step.side, "hex"), key=lambda h: (base_value(evaluation, s, h), -h))),)


def flyer_ideas(evaluation: Evaluation, s: Position, step: Mission) -> Iterator[Idea]:
    """A mission half ordered: everybody who is ready if nobody is told off yet."""
    if step.units:
        yield (("commit", None),)
    else:
        most = s.game.charts.block
        yield [*(("unit", u) for u in list(members(step.pool(s)))[:most]), ("commit", None)]
