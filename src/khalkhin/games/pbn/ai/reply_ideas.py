"""Ideas after a battle: who takes a loss, who retreats where, who pursues."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from khalkhin.ai.ideas import Idea, offered
from khalkhin.board.hexset import Hex, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.pbn.ai.evaluation import Evaluation
from khalkhin.games.pbn.losses import LoseHalf
from khalkhin.games.pbn.position import Position
from khalkhin.games.pbn.pursuit import Pursue, Pursuit
from khalkhin.games.pbn.retreat import Going, Withdraw
from khalkhin.games.pbn.stacking import overfull

# -- losses ----------------------------------------------------------------------------------------------------------


def loss_ideas(evaluation: Evaluation, s: Position, side: int) -> Iterator[Idea]:
    """The cheapest loss: a counter, or a battalion of one that breaks down."""
    whole = [(evaluation.values.unit[u], "unit", u) for u in offered(s, side, "unit")]
    broken = [(evaluation.values.part(u), "breakdown", u) for u in offered(s, side, "breakdown")]
    _, verb, unit = min([*whole, *broken])
    yield ((verb, unit),)


class _Loss(NamedTuple):
    """A counter or battalion that can be lost."""

    factor: int
    cost: float
    unit: int
    """The counter, -1 for battalions that there are only if a unit breaks down."""


def half_loss_ideas(evaluation: Evaluation, s: Position, step: LoseHalf) -> Iterator[Idea]:
    """The cheapest choice of losses that is enough; broken down if that costs less."""
    items = [_Loss(step.factor(s, u), evaluation.values.unit[u], u) for u in members(step.group)]
    best, chosen = _cheapest_half(items, step)
    whom = -1
    for unit in offered(s, step.side, "breakdown"):
        rest = [item for item in items if item.unit != unit]
        cost, _ = _cheapest_half([*rest, *_battalions(evaluation, s, step, unit)], step)
        if cost < best - 1e-9:
            best, whom = cost, unit
    able = offered(s, step.side, "unit")
    if whom >= 0 or not able:
        yield (("breakdown", whom if whom >= 0 else offered(s, step.side, "breakdown")[0]),)
        return
    wanted = [u for u in able if chosen >> u & 1 and not step.taken >> u & 1]
    yield (("unit", wanted[0] if wanted else min(able, key=lambda u: (evaluation.values.unit[u], u))),)


def _battalions(evaluation: Evaluation, s: Position, step: LoseHalf, unit: int) -> list[_Loss]:
    game, out = s.game, list[_Loss]()
    recipe = game.recipe[unit]
    assert recipe is not None
    for line in recipe.parts:
        kin = next(members(game.battalions[recipe.side, line]))
        out.append(_Loss(line[0] if step.attacking else line[1], evaluation.values.unit[kin], -1))
    return out


def _cheapest_half(items: Sequence[_Loss], step: LoseHalf) -> tuple[float, UnitSet]:
    """The cheapest loss of half of the factors: its cost and the units, those already taken among them."""
    total = sum(item.factor for item in items)
    need = (total + 1) // 2
    base = sum(item.cost for item in items if not item.factor) if step.attacking else 0.0
    sums: dict[int, tuple[float, UnitSet]] = {0: (base, 0)}
    for item in items:
        if not item.factor:
            continue
        bit = 1 << item.unit if item.unit >= 0 else 0
        forced = bool(bit & step.taken)
        grown = {} if forced else dict(sums)
        for have, (cost, units) in sums.items():
            key, price = min(need, have + item.factor), cost + item.cost
            if key not in grown or price < grown[key][0]:
                grown[key] = price, units | bit
        sums = grown
    return sums.get(need, (float("inf"), 0))


# -- retreats --------------------------------------------------------------------------------------------------------


def retreat_order_ideas(evaluation: Evaluation, s: Position, step: Going) -> Iterator[Idea]:
    """The most valuable unit retreats first, while there is room."""
    found = offered(s, step.conductor, "unit")
    yield (("unit", max(found, key=lambda u: (evaluation.values.unit[u], u))),)


def retreat_ideas(evaluation: Evaluation, s: Position, step: Withdraw) -> Iterator[Idea]:
    """One's own units to the best hex, the enemy's to the worst."""
    hexes = offered(s, step.conductor, "hex")
    if step.side == evaluation.side:
        yield (("hex", retreat_hex(evaluation, s, 1 << step.unit, hexes)),)
    else:
        yield (("hex", max(hexes, key=lambda h: (_enemy_retreat_value(evaluation, s, 1 << step.unit, h), -h))),)


def retreat_hex(evaluation: Evaluation, s: Position, units: UnitSet, hexes: list[Hex]) -> Hex:
    """The best hex to retreat to: near the goal, with friends or on an objective, out of danger."""
    unit, settings = next(members(units)), evaluation.settings.reply_ideas

    def value(hex_: Hex) -> tuple[float, int]:
        empty = not s.land_at(evaluation.side, hex_)
        place = evaluation.values.hold[evaluation.side].get(hex_, 0.0) if empty else settings.retreat_friends
        full = settings.retreat_overstacked if overfull(s, evaluation.side, hex_, units) else 0.0
        danger = settings.retreat_danger * evaluation.goals.pressure(hex_)
        danger -= settings.retreat_terrain * evaluation.battle_values.ground[hex_]
        return settings.retreat_goal * evaluation.post(unit, hex_) + place - full - danger, -hex_

    return max(hexes, key=value)


def _enemy_retreat_value(evaluation: Evaluation, s: Position, units: UnitSet, hex_: Hex) -> float:
    """How bad a hex is for an enemy unit: far from its friends, no good terrain, no objective."""
    grid, enemy, settings = s.game.map.grid, evaluation.enemy, evaluation.settings.reply_ideas
    alone = min((grid.distance(h, hex_) for h in members(s.occupied(enemy))), default=0)
    jam = settings.enemy_overstacked if overfull(s, enemy, hex_, units) else 0.0
    apart = settings.enemy_alone * min(alone, settings.enemy_farthest)
    return apart + jam - evaluation.battle_values.ground[hex_] - evaluation.values.hold[enemy].get(hex_, 0.0)


# -- pursuit ---------------------------------------------------------------------------------------------------------


def pursuit_ideas(evaluation: Evaluation, s: Position, step: Pursuit) -> Iterator[Idea]:
    """The pursuit by one unit that makes the position best, or none."""
    best: tuple[float, Idea] = evaluation(s) + evaluation.settings.reply_ideas.least_pursuit, (("done", None),)
    for unit in offered(s, step.side, "unit"):
        for hex_ in members(s.game.map.grid.around[s.where[unit]] & step.targets & ~s.occupied(evaluation.enemy)):
            after = s.clone()
            after.put(unit, hex_)
            worth = evaluation(after)
            if worth > best[0]:
                best = worth, (("unit", unit), ("hex", hex_))
    yield best[1]


def further_pursuit_ideas(evaluation: Evaluation, s: Position, step: Pursue) -> Iterator[Idea]:
    """The hex that makes the position best for a unit that pursues, or to stay."""
    options: list[tuple[float, int, Idea]] = []
    if not step.first:
        options.append((evaluation(s) + evaluation.settings.reply_ideas.least_pursuit, 0, (("done", None),)))
    for hex_ in offered(s, step.after.side, "hex"):
        after = s.clone()
        after.put(step.unit, hex_)
        options.append((evaluation(after), -hex_, (("hex", hex_),)))
    yield max(options, key=lambda option: option[:2])[2]
