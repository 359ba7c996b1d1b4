"""What comes to mind when something has happened: who takes a loss, who retreats where, who goes on."""

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

FRIENDS = 0.5
"""Points that it is worth to retreat to friends."""
DANGER = 0.03
"""Points for each factor that the enemy can bring against a refuge."""


# -- losses ----------------------------------------------------------------------------------------------------------


def cheapest(evaluation: Evaluation, s: Position, side: int) -> Iterator[Idea]:
    """A counter, or a battalion of one that breaks down: whatever costs least."""
    whole = [(evaluation.values.unit[u], "unit", u) for u in offered(s, side, "unit")]
    broken = [(evaluation.values.part(u), "breakdown", u) for u in offered(s, side, "breakdown")]
    _, verb, unit = min([*whole, *broken])
    yield ((verb, unit),)


class _Item(NamedTuple):
    factor: int
    cost: float
    unit: int
    """The counter, -1 for battalions that there are only if a unit breaks down."""


def half(evaluation: Evaluation, s: Position, step: LoseHalf) -> Iterator[Idea]:
    """The cheapest choice of losses that is enough; broken down if that costs less."""
    items = [_Item(step.factor(s, u), evaluation.values.unit[u], u) for u in members(step.group)]
    best, chosen = _price(items, step)
    whom = -1
    for unit in offered(s, step.side, "breakdown"):
        rest = [item for item in items if item.unit != unit]
        cost, _ = _price([*rest, *_battalions(evaluation, s, step, unit)], step)
        if cost < best - 1e-9:
            best, whom = cost, unit
    able = offered(s, step.side, "unit")
    if whom >= 0 or not able:
        yield (("breakdown", whom if whom >= 0 else offered(s, step.side, "breakdown")[0]),)
        return
    wanted = [u for u in able if chosen >> u & 1 and not step.taken >> u & 1]
    yield (("unit", wanted[0] if wanted else min(able, key=lambda u: (evaluation.values.unit[u], u))),)


def _battalions(evaluation: Evaluation, s: Position, step: LoseHalf, unit: int) -> list[_Item]:
    game, out = s.game, list[_Item]()
    recipe = game.recipe[unit]
    assert recipe is not None
    for line in recipe.parts:
        kin = next(members(game.battalions[recipe.side, line]))
        out.append(_Item(line[0] if step.attacking else line[1], evaluation.values.unit[kin], -1))
    return out


def _price(items: Sequence[_Item], step: LoseHalf) -> tuple[float, UnitSet]:
    """The least that half of the factors cost, and who is lost; those taken already are."""
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


def going(evaluation: Evaluation, s: Position, step: Going) -> Iterator[Idea]:
    """The most valuable of one's own units goes first, as long as there is room."""
    found = offered(s, step.conductor, "unit")
    yield (("unit", max(found, key=lambda u: (evaluation.values.unit[u], u))),)


def withdrawn(evaluation: Evaluation, s: Position, step: Withdraw) -> Iterator[Idea]:
    """One's own to safety, the enemy's where it hurts him."""
    hexes = offered(s, step.conductor, "hex")
    if step.side == evaluation.side:
        yield (("hex", refuge(evaluation, s, 1 << step.unit, hexes)),)
    else:
        yield (("hex", max(hexes, key=lambda h: (_exile(evaluation, s, 1 << step.unit, h), -h))),)


def refuge(evaluation: Evaluation, s: Position, units: UnitSet, hexes: list[Hex]) -> Hex:
    """Where a unit is of use and out of danger."""
    unit = next(members(units))

    def merit(hex_: Hex) -> tuple[float, int]:
        empty = not s.land_at(evaluation.side, hex_)
        place = evaluation.values.hold[evaluation.side].get(hex_, 0.0) if empty else FRIENDS
        full = 5.0 if overfull(s, evaluation.side, hex_, units) else 0.0
        danger = DANGER * evaluation.goals.pressure(hex_) - 0.3 * evaluation.battle_values.ground[hex_]
        return 0.5 * evaluation.post(unit, hex_) + place - full - danger, -hex_

    return max(hexes, key=merit)


def _exile(evaluation: Evaluation, s: Position, units: UnitSet, hex_: Hex) -> float:
    """How bad a hex is for an enemy unit: far from his friends, no good ground, no objective."""
    grid, enemy = s.game.map.grid, evaluation.enemy
    alone = min((grid.distance(h, hex_) for h in members(s.occupied(enemy))), default=0)
    jam = 1.0 if overfull(s, enemy, hex_, units) else 0.0
    return (
        0.3 * min(alone, 3) + jam - evaluation.battle_values.ground[hex_] - evaluation.values.hold[enemy].get(hex_, 0.0)
    )


# -- pursuit ---------------------------------------------------------------------------------------------------------


def pursued(evaluation: Evaluation, s: Position, step: Pursuit) -> Iterator[Idea]:
    """Whoever makes the position better by following, the best one first."""
    best: tuple[float, Idea] = evaluation(s) + 0.05, (("done", None),)
    for unit in offered(s, step.side, "unit"):
        for hex_ in members(s.game.map.grid.around[s.where[unit]] & step.targets & ~s.occupied(evaluation.enemy)):
            after = s.clone()
            after.put(unit, hex_)
            worth = evaluation(after)
            if worth > best[0]:
                best = worth, (("unit", unit), ("hex", hex_))
    yield best[1]


def pursued_on(evaluation: Evaluation, s: Position, step: Pursue) -> Iterator[Idea]:
    """To the hex that is best, or to stay."""
    options: list[tuple[float, int, Idea]] = []
    if not step.first:
        options.append((evaluation(s) + 0.05, 0, (("done", None),)))
    for hex_ in offered(s, step.after.side, "hex"):
        after = s.clone()
        after.put(step.unit, hex_)
        options.append((evaluation(after), -hex_, (("hex", hex_),)))
    yield max(options, key=lambda option: option[:2])[2]
