"""Ideas in a Combat Phase: attacks, their support, and counterattacks."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.ai.ideas import Idea, Said
from khalkhin.board.hexset import members
from khalkhin.games.kgw.ai.evaluation import ATTACKS_MADE, Evaluation
from khalkhin.games.kgw.combat import Declare, Support, beside, fit
from khalkhin.games.kgw.counterattack import CounterChoice, goals, must
from khalkhin.games.kgw.position import Position


def attack_ideas(evaluation: Evaluation, s: Position) -> Iterator[Idea]:
    """The best attack on every hex that can be attacked."""
    free = fit(s, evaluation.side)
    for target in evaluation.targets(s):
        promise = evaluation.best_attack(s, target, free)
        if promise.units:
            yield [("attack", target), *(("unit", u) for u in _partners_first(s, promise.units)), ("commit", None)]


def _partners_first(s: Position, units: int) -> list[int]:
    """Guns can only be told off after somebody of their hex."""
    return [*members(units & ~s.game.artillery), *members(units & s.game.artillery)]


def position_after_attack(evaluation: Evaluation, s: Position, idea: Idea) -> Position | None:
    """A copy in which an attack has been made: nobody has moved, but what it promises is noted."""
    (_, target), *rest = idea
    assert isinstance(target, int)
    units = sum(1 << u for verb, u in rest if verb == "unit" and isinstance(u, int))
    if units & ~fit(s, evaluation.side) or s.spared >> target & 1:
        return None
    promise = evaluation.best_attack(s, target, units)
    after = s.clone()
    after.attacked |= units
    after.spared |= 1 << target
    after.notes = {**s.notes, ATTACKS_MADE: s.notes.get(ATTACKS_MADE, 0.0) + promise.worth}
    return after


def declaration_ideas(evaluation: Evaluation, s: Position, step: Declare) -> Iterator[Idea]:
    """An attack half declared: with everybody who makes it better."""
    pool = beside(s, step.side, step.target)
    promise = evaluation.best_attack(s, step.target, pool)
    more = [("unit", u) for u in _partners_first(s, promise.units & ~step.units)]
    offered = step.pool(s)
    if not step.units and not more:
        more = [("unit", next(members(offered)))]
    yield [*more, ("commit", None)]


def support_ideas(evaluation: Evaluation, s: Position, step: Support) -> Iterator[Idea]:
    """Everything is on the table now: the support that is worth most by the exact chances."""
    flyers, stores = list(members(step.flyers(s))), list(members(step.stores(s)))
    promise = evaluation.battle_values.attack(s, evaluation.values, step.target, s.attackers, len(flyers), bool(stores))
    said: list[Said] = [("support", u) for u in flyers[: promise.flyers - step.air.bit_count()]]
    if promise.maximum and stores:
        said.append(("maximum", stores[0]))
    yield [*said, ("commit", None)]


def counterattack_ideas(evaluation: Evaluation, s: Position, step: CounterChoice) -> Iterator[Idea]:
    """The best counterattack, or a retreat if that costs less."""
    worth, hex_ = evaluation.battle_values.counter(s, evaluation.values, s.defenders, step.side, goals(s, step.side))
    lost = evaluation.battle_values.prize(evaluation.values, step.target)
    if not must(s, step.side, step.target) and worth < -lost:
        yield (("retreat", None),)
    else:
        yield (("counterattack", hex_),)
