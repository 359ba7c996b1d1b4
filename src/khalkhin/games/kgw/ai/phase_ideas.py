"""What is bought and where it comes in, how an army is organised, and what supply is spent on."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.ai.ideas import Idea, Said, offered
from khalkhin.ai.values import NOWHERE
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.games.kgw.ai.evaluation import Evaluation
from khalkhin.games.kgw.entry import opening, places
from khalkhin.games.kgw.odds import total
from khalkhin.games.kgw.organization import Combining, Organise, entrenchable
from khalkhin.games.kgw.position import JAPAN, Position
from khalkhin.games.kgw.recruit import Buy, Deploy, Placing, in_hand, price
from khalkhin.games.kgw.supply import STATIC, Gekokujo, SupplyPhase, hexes_served, on_hand, radius, served, units_in

# -- recruiting ------------------------------------------------------------------------------------------------------


def purchase_ideas(evaluation: Evaluation, s: Position, step: Buy) -> Iterator[Idea]:
    """One unit after another, what is worth most for its price first."""
    found = offered(s, step.side, "recruit")
    quota = opening(s)
    wanted = [(_purchase_value(evaluation, s, u), u) for u in found if places(s, u, quota)]
    best = max(wanted, default=(0.0, 0))
    yield (("recruit", best[1]),) if best[0] > 0 else (("done", None),)


def _purchase_value(evaluation: Evaluation, s: Position, unit: int) -> float:
    """What a unit does for each half point that it costs."""
    game, side, bit, settings = s.game, evaluation.side, 1 << unit, evaluation.settings.purchases
    have = s.on_map(side) | in_hand(s, side)
    if game.agents & bit or (evaluation.values.left == 0 and game.supply & bit):
        return 0.0
    if game.supply & bit:
        return settings.supply if (have & game.supply).bit_count() < settings.wanted_supply[side] else 0.0
    if game.air & bit:
        return settings.air if (have & game.air).bit_count() < settings.wanted_air else settings.more_air
    if not game.ground & bit:
        return 0.0
    force = game.combat[unit] * (settings.any_movement + settings.movement_point * game.movement[unit])
    if game.shock & bit and not have & game.shock:
        force += settings.first_shock
    if game.artillery & bit:
        force += settings.first_artillery if not have & game.artillery else 0
    return force / price(s, unit)


def deployment_ideas(evaluation: Evaluation, s: Position, step: Deploy) -> Iterator[Idea]:
    """Divisions are formed first, then the strongest comes in first, where it is nearest to where it is needed."""
    if forms := offered(s, step.side, "combine"):
        yield (("combine", forms[0]),)
        return
    found = offered(s, step.side, "unit")
    if not found:
        yield (("done", None),)
        return
    unit = max(found, key=lambda u: (s.game.combat[u], -u))
    yield (("unit", unit), ("hex", _entrance(evaluation, s, unit, places(s, unit, step.quota))))


def placing_ideas(evaluation: Evaluation, s: Position, step: Placing) -> Iterator[Idea]:
    yield (("hex", _entrance(evaluation, s, step.unit, step.open(s))),)


def _entrance(evaluation: Evaluation, s: Position, unit: int, hexes: HexSet) -> Hex:
    found = list(members(hexes))
    if not s.game.ground >> unit & 1:
        return max(found, key=lambda h: (base_value(evaluation, s, h), -h))
    goals, settings = _needs(evaluation, s, unit), evaluation.settings.entry

    def merit(hex_: Hex) -> tuple[float, int]:
        pulls = [
            worth / (settings.distance_offset + months)
            for goal, worth in goals.items()
            if (months := evaluation.goals.moves(unit, goal, hex_)) < NOWHERE
        ]
        friends = settings.friends if s.units_at(evaluation.side, hex_) else 0.0
        return max(pulls, default=0.0) + friends - settings.danger * evaluation.goals.pressure(hex_), -hex_

    return max(found, key=merit)


def _needs(evaluation: Evaluation, s: Position, unit: int) -> dict[Hex, float]:
    """Where a new unit would be of use: with those who attack, in places nobody guards, before places of the enemy."""
    goals, settings, out = evaluation.goals, evaluation.settings.entry, dict[Hex, float]()
    if s.game.supply >> unit & 1 or unit == s.game.zhukov:
        return goals.strength_by_goal
    for hex_, worth in evaluation.values.place.items():
        guarded = total(s, s.units_at(evaluation.side, hex_))
        if hex_ not in goals.places_to_guard:
            out[hex_] = worth
        elif not guarded:
            out[hex_] = settings.unguarded * worth
        else:
            out[hex_] = worth * min(1.0, settings.guarded + goals.pressure(hex_) / (settings.guards_strength * guarded))
    return out


def base_value(evaluation: Evaluation, s: Position, hex_: Hex) -> float:
    """What it is worth to base an air unit there: enemies in range, no danger, and a place that nobody else holds."""
    game, settings = s.game, evaluation.settings.bases
    reach = game.charts.air_range[game.sides[evaluation.side]]
    area = game.map.grid.within(1 << hex_, reach)
    targets = (area & s.occupied(evaluation.enemy)).bit_count()
    alone = not s.units_at(evaluation.side, hex_)
    here = s.air_at(evaluation.side, hex_).bit_count()
    danger = (settings.danger_alone if alone else settings.danger) * evaluation.goals.pressure(hex_)
    hold = settings.hold if alone and not here and hex_ in evaluation.values.place else 0.0
    return settings.target * min(targets, settings.most_targets) + hold - danger


# -- organisation ----------------------------------------------------------------------------------------------------


def organization_ideas(evaluation: Evaluation, s: Position, step: Organise) -> Iterator[Idea]:
    """Divisions are stronger than their parts; places in danger are entrenched; then the march begins."""
    if forms := offered(s, step.side, "combine"):
        yield (("combine", max(forms, key=lambda u: (s.game.combat[u], u))),)
        return
    for supply in offered(s, step.side, "flip"):
        if bool(s.static() >> supply & 1) != _better_depot(evaluation, s, supply):
            yield (("flip", supply),)
            return
    best: tuple[float, list[Said]] = 0.0, [("done", None)]
    for supply in offered(s, step.side, "entrench"):
        worth = {h: _trench_value(evaluation, s, h) for h in members(entrenchable(s, supply))}
        dug = [h for h, w in worth.items() if w > evaluation.settings.supply.least_trench]
        gain = sum(worth[h] for h in dug) - evaluation.values.unit[supply]
        if gain > best[0]:
            best = gain, [("entrench", supply), *(("hex", h) for h in dug), ("commit", None)]
    yield best[1]


def _better_depot(evaluation: Evaluation, s: Position, supply: int) -> bool:
    """Whether supply does more where it is, for all who will be around it, than on the march with some of them."""
    area = served(s, evaluation.side, s.where[supply], radius(s, evaluation.side, True))
    return evaluation.goals.going_on(area) >= evaluation.settings.supply.depot_strength


def _trench_value(evaluation: Evaluation, s: Position, hex_: Hex) -> float:
    """What an entrenchment takes from the danger a stack is in."""
    here = s.units_at(evaluation.side, hex_) & ~s.game.supply
    if not here or hex_ not in evaluation.values.place:
        return 0.0
    before = evaluation.threat(s, hex_, here)
    after = s.clone()
    after.entrench(evaluation.side, 1 << hex_)
    return before - evaluation.threat(after, hex_, here)


def combining_ideas(s: Position, step: Combining) -> Iterator[Idea]:
    yield (("unit", offered(s, step.side, "unit")[0]),)


# -- a second Segment ------------------------------------------------------------------------------------------------


def supply_ideas(evaluation: Evaluation, s: Position, step: SupplyPhase) -> Iterator[Idea]:
    """Supply where more is to be won by going on than it costs."""
    side = step.side
    options: list[tuple[float, Idea]] = [(0.0, (("done", None),))]
    for supply in on_hand_sorted(s, side):
        gain = _second_segment_value(evaluation, s, hexes_served(s, supply)) - evaluation.values.unit[supply]
        options.append((gain, (("supply", supply),)))
    for hex_ in offered(s, side, "gekokujo"):
        area = served(s, JAPAN, hex_, radius(s, JAPAN, True))
        options.append((_second_segment_value(evaluation, s, area), (("gekokujo", hex_), ("as", STATIC))))
    for hex_ in offered(s, side, "deliver"):
        area = s.game.map.grid.within(1 << hex_, 1)
        options.append((_second_segment_value(evaluation, s, area), (("deliver", hex_),)))
    yield max(options, key=lambda option: option[0])[1]


def on_hand_sorted(s: Position, side: int) -> list[int]:
    return list(members(on_hand(s, side)))


def _second_segment_value(evaluation: Evaluation, s: Position, area: HexSet) -> float:
    """What it is worth that all units of an area move and attack again."""
    fed = units_in(s, evaluation.side, area) & ~s.supplied & ~s.game.supply & ~s.static()
    if not fed:
        return 0.0
    out, game, settings = 0.0, s.game, evaluation.settings.supply
    for unit in members(fed):
        goal = evaluation.goals.goal(unit)
        if goal is not None and goal != s.where[unit]:
            out += settings.factor_moved * game.combat[unit] * min(1.0, evaluation.goals.moves(unit, goal))
    after = s.clone()
    after.supplied |= fed
    after.attacked = after.spared = 0
    return out + settings.promised_share * sum(p.worth for _, p in evaluation.battles(after))


def gekokujo_ideas(step: Gekokujo) -> Iterator[Idea]:
    yield (("as", STATIC),)
