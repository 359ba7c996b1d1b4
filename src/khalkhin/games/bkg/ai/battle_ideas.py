"""Ideas in a combat phase: attacks, bombardments, air strikes, and the support of a defence."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.ai.ideas import Idea, Said
from khalkhin.board.hexset import members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.bkg.ai.battle_values import BattleValues
from khalkhin.games.bkg.ai.evaluation import Evaluation
from khalkhin.games.bkg.declaration import CombatPhase, Declaring, attackable, may_attack, may_fire
from khalkhin.games.bkg.engagement import duty, left_without_target, pinned
from khalkhin.games.bkg.odds import (
    AIR_STRENGTH,
    attack_total,
    bombardment_column,
    border_shift,
    defence_total,
    full_odds,
    terrain_shift,
    vulnerability,
)
from khalkhin.games.bkg.plan import ATTACK, BOMBARD, STRIKE
from khalkhin.games.bkg.position import Position
from khalkhin.games.bkg.support import DefenceSupport, may_support

Weighed = tuple[float, list[Said]]


def attack_ideas(evaluation: Evaluation, s: Position, step: CombatPhase) -> Iterator[Idea]:
    """The attacks that promise most, and to leave it at that, before those that promise nothing if it is allowed."""
    side = step.side
    found: list[Weighed] = [*_assaults(evaluation, s, side), *_barrages(evaluation, s, side)]
    found = sorted(found, key=lambda pair: -pair[0])[: evaluation.settings.battle_ideas.attacks]
    if not duty(s):
        found.append((0.0, [("done", None)]))
    for _, idea in sorted(found, key=lambda pair: -pair[0]):
        yield idea


def _assaults(evaluation: Evaluation, s: Position, side: int) -> Iterator[Weighed]:
    waiting = duty(s)
    for target in members(attackable(s, side) & s.zone(side)):
        near = may_attack(s, side, target)
        if not near:
            continue
        guns, air = may_fire(s, side, target), s.air[side]
        for units in {near, near & waiting} - {0}:
            if not left_without_target(s, target, units):
                worth, used, points = evaluation.attack(s, target, units, guns, air)
                yield worth, _declaration(ATTACK, target, units | used, points)


def _declaration(kind: str, target: int, units: UnitSet, air: int) -> list[Said]:
    said: list[Said] = [(kind, target), *(("unit", u) for u in members(units))]
    return [*said, *([("air", air)] if air else []), ("commit", None)]


def _barrages(evaluation: Evaluation, s: Position, side: int) -> Iterator[Weighed]:
    """Artillery or air power alone."""
    charts, hits, prices = s.game.charts, evaluation.battle_values.hits, evaluation.settings.battle_values
    for target in members(attackable(s, side) & ~pinned(s)):
        cost = evaluation.values.cheapest(s.stack(target), s.flipped, target)[0]
        net = sum(shift.value for shift in (*terrain_shift(s, target), *border_shift(s, target)))
        if guns := may_fire(s, side, target):
            strength = sum(s.attack(u) for u in members(guns))
            column = bombardment_column(charts, strength, vulnerability(s, target, "artillery"), net)
            yield hits[column] * cost - prices.gun * guns.bit_count(), _declaration(BOMBARD, target, guns, 0)
        index = vulnerability(s, target, "air")
        for air in range(charts.least_strike, min(charts.most_strike, s.air[side]) + 1):
            hit = hits[bombardment_column(charts, AIR_STRENGTH * air, index, net)]
            yield hit * cost - prices.air_point * air, _declaration(STRIKE, target, 0, air)


def declaration_ideas(evaluation: Evaluation, s: Position, step: Declaring) -> Iterator[Idea]:
    """An attack half declared: with everybody who can join it, with those who have to, and as it is."""
    plan = step.plan
    pool = may_attack(s, plan.side, plan.target) if plan.kind == ATTACK else 0
    guns = may_fire(s, plan.side, plan.target) & ~plan.guns if plan.kind != STRIKE else 0
    air = 0 if plan.air or plan.kind == BOMBARD else s.air[plan.side]
    for joining in (pool, pool & duty(s), 0):
        units = plan.units | joining
        if plan.kind == ATTACK and units:
            _, used, points = evaluation.attack(s, plan.target, units, guns, air)
        else:
            used, points = guns, min(air, s.game.charts.most_strike)
        said = _declaration(plan.kind, plan.target, (joining & ~plan.units) | used, points)
        yield said[1:]


def support_ideas(evaluation: Evaluation, s: Position, step: DefenceSupport) -> Iterator[Idea]:
    """Support for a hex under attack: the guns and air points after which the attack promises least."""
    found = sorted(_supports(evaluation.battle_values, s, step), key=lambda pair: pair[0])
    columns: set[float] = set()
    for worth, idea in found:
        if len(columns) == evaluation.settings.battle_ideas.supports:
            break
        if round(worth, 2) not in columns:
            columns.add(round(worth, 2))
            yield idea


def _supports(battle_values: BattleValues, s: Position, step: DefenceSupport) -> Iterator[Weighed]:
    plan, side = step.plan, step.side
    values, prices = battle_values.values(s.turn), battle_values.settings
    net = full_odds(s, plan).net
    attack, defence = attack_total(s, plan), defence_total(s, plan)
    stack = s.stack(plan.target)
    costs = values.cheapest(stack, s.flipped, plan.target)
    going = battle_values.going(values, plan.target, stack, s.flipped, False)
    beside = [values.cheapest(1 << u, s.flipped, s.where[u]) for u in members(plan.units)]
    theirs = min(x[0] for x in beside), min(x[1] for x in beside)
    guns = sorted(members(may_support(s, side, plan.target) & ~plan.support), key=lambda u: -s.attack(u))
    most = 0 if plan.support_air else s.air[side]
    said: list[Said] = []
    for count in range(len(guns) + 1):
        if count:
            said = [*said, ("unit", guns[count - 1])]
            defence += s.attack(guns[count - 1])
        for air in range(most + 1):
            column = battle_values.ratio(s, attack, defence + AIR_STRENGTH * air) + net
            promise = battle_values.gain(column, costs, going, theirs, len(beside))
            price = prices.gun * count + prices.air_point * air
            yield promise + price, [*said, *([("air", air)] if air else []), ("commit", None)]
