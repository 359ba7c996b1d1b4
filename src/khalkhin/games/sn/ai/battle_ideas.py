"""Ideas for expending supply, and for the attacks of a Combat Phase."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.ai.ideas import Idea, Said, offered
from khalkhin.ai.values import NOWHERE
from khalkhin.board.hexset import members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.sn.ai import air_ideas
from khalkhin.games.sn.ai.battle_plan import Backing, StretchPlan
from khalkhin.games.sn.ai.evaluation import Evaluation
from khalkhin.games.sn.combat import Attacks
from khalkhin.games.sn.declaration import Declare, front
from khalkhin.games.sn.position import Position
from khalkhin.games.sn.supply import Expend, general, offensive

# -- supply ------------------------------------------------------------------------------------------------------------


def supply_ideas(evaluation: Evaluation, s: Position, step: Expend) -> Iterator[Idea]:
    """The supply units to expend: for attacks, for a second move, or for airstrikes."""
    if step.use == "combat":
        yield _attack_supply_idea(evaluation, s, step)
    elif step.use == "move":
        yield _march_supply_idea(evaluation, s, step)
    else:
        store = (
            None
            if step.guest or step.spent
            else air_ideas.air_supply_unit(evaluation, s, offered(s, step.side, "expend"))
        )
        yield (("done", None),) if store is None else (("expend", store), ("done", None))


def _attack_supply_idea(evaluation: Evaluation, s: Position, step: Expend) -> Idea:
    """One supply unit after another, as long as it makes the attacks better by more than it is worth."""
    able = [u for u in offered(s, step.side, "expend") if s.where[u] >= 0]
    supplied, led, covered = general(s, step.side), _led_units(s, step.side), s.hexes_of(step.side, s.close_support)
    attackers = sum(1 << u for u in front(s, step.side).beside)

    def value(spent: UnitSet) -> float:
        return evaluation.attacks_value(s, Backing(led, supplied, offensive(s, step.side, spent), (), covered))

    spent, said = step.spent, list[Said]()
    best = value(spent)
    while True:
        options = [
            (value(spent | 1 << u) - best, u) for u in able if offensive(s, step.side, 1 << u) & attackers & ~spent
        ]
        gain, unit = max(options, default=(0.0, -1))
        if gain <= evaluation.values.kept_supply:
            return [*said, ("done", None)]
        best += gain
        spent |= 1 << unit
        able.remove(unit)
        said.append(("expend", unit))


def _march_supply_idea(evaluation: Evaluation, s: Position, step: Expend) -> Idea:
    """Supply for units far from their goals that no headquarters lead."""
    done, said = _led_units(s, step.side), list[Said]()
    able = [u for u in offered(s, step.side, "expend") if s.where[u] >= 0]
    while able:
        gain, unit = max((_second_move_value(evaluation, s, offensive(s, step.side, 1 << u) & ~done), u) for u in able)
        if gain <= evaluation.values.kept_supply:
            break
        said.append(("expend", unit))
        done |= offensive(s, step.side, 1 << unit)
        able.remove(unit)
    return [*said, ("done", None)]


def _led_units(s: Position, side: int) -> UnitSet:
    """Units that headquarters lead."""
    lead = s.lead(side)
    return sum(1 << u for u in members(s.ground(side)) if lead >> s.where[u] & 1)


def _second_move_value(evaluation: Evaluation, s: Position, units: UnitSet) -> float:
    """What it is worth that units move a second time."""
    game, settings, out = s.game, evaluation.settings.battle_ideas, 0.0
    for unit in members(units & game.combat_units):
        goal = evaluation.goals.destinations.get(unit)
        if goal is None or s.enemy_zone(evaluation.side) >> s.where[unit] & 1:
            continue
        moves = evaluation.goals.moves(unit, goal)
        if settings.least_moves < moves < NOWHERE:
            out += min(1.0, moves) * evaluation.numbers.goal_distance * evaluation.distance_weight(unit)
            worth = settings.arrival * game.attack[unit] * evaluation.goals.worth(goal) / settings.arrival_worth
            out += worth if moves <= settings.arrival_moves else 0.0
    return settings.second_move_share * out


# -- attacks -----------------------------------------------------------------------------------------------------------


def declaration_ideas(evaluation: Evaluation, s: Position, step: Declare) -> Iterator[Idea]:
    """All attacks at once; a declaration that has been begun is completed as it is."""
    if step.battles or step.current.targets:
        yield (("commit" if offered(s, step.side, "commit") else "auto", None),)
        return
    said: list[Said] = []
    for units, targets in evaluation.battles(s, evaluation.current_backing(s)):
        first, *others = members(targets)
        said += [("attack", first), *(("unit", u) for u in _obliged_first(evaluation, s, units))]
        said += [("also", hex_) for hex_ in others]
    yield [*said, ("commit", None)]


def _obliged_first(evaluation: Evaluation, s: Position, units: UnitSet) -> list[int]:
    zone = s.enemy_zone(evaluation.side)
    return sorted(members(units), key=lambda u: (not zone >> s.where[u] & 1, u))


def next_attack_ideas(evaluation: Evaluation, s: Position, step: Attacks) -> Iterator[Idea]:
    """The most valuable attack first: units that retreat later find fewer ways out."""
    plan = StretchPlan(evaluation, s, front(s, step.side), evaluation.current_backing(s))

    def worth(n: int) -> float:
        attack = step.attacks[n]
        held = all(s.units_at(evaluation.enemy, h) for h in members(attack.targets))
        return plan.worth(attack.units, attack.targets) if attack.units and held else 0.0

    best = max(range(len(step.attacks)), key=lambda n: (worth(n), -n))
    yield (("attack", next(members(step.attacks[best].targets))),)
