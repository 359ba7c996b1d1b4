"""Evaluation of a position for one side, in victory points."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from khalkhin.ai import evaluation
from khalkhin.ai.evaluation import Key, Tools
from khalkhin.ai.ideas.battles import Battle, stretches
from khalkhin.ai.values import NOWHERE
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.cover import Front
from khalkhin.games.pbn.ai.battle_plan import StretchPlan
from khalkhin.games.pbn.ai.battle_values import BattleValues, Force
from khalkhin.games.pbn.ai.goals import Goals
from khalkhin.games.pbn.ai.settings import Settings
from khalkhin.games.pbn.ai.values import Distances, Values
from khalkhin.games.pbn.declaration import front
from khalkhin.games.pbn.headquarters import active, best_support
from khalkhin.games.pbn.odds import column
from khalkhin.games.pbn.position import Position

if TYPE_CHECKING:
    from khalkhin.games.pbn.game import Nomonhan


class Evaluation(evaluation.Evaluation[Position]):
    """Evaluates the positions of Nomonhan that come of one position."""

    battle_values: BattleValues
    distances: Distances
    values: Values
    goals: Goals
    settings: Settings
    game: Nomonhan

    def __init__(self, tools: Tools, s: Position, side: int, before_battle: bool) -> None:
        super().__init__(tools, s, side, before_battle)
        self.goals = Goals(tools, s, side)
        self.numbers = self.settings.evaluation
        force = self.numbers.enemy_force
        self._enemy_force = Force(force.everything, force.half, force.one, force.retreat)
        self._march_values: dict[int, Callable[[int], float] | None] = {}
        self._plans: dict[tuple[object, ...], tuple[float, list[Battle]]] = {}

    # -- the score --------------------------------------------------------------------------------------------------

    def score(self, s: Position) -> float:
        return self._objectives_value(s) + s.points[self.side] - s.points[self.enemy]

    def apart(self, s: Position) -> Iterator[float]:
        """The units in the base."""
        for unit in members(s.based(self.side) & self.game.land):
            yield self.post(unit, s.where[unit]) - self.numbers.base_cost

    def _objectives_value(self, s: Position) -> float:
        """The objectives as they are held; the enemy may still take those that nobody holds."""
        own, enemy = s.occupied(self.side), s.occupied(self.enemy)
        numbers = self.numbers
        chance = numbers.exposed_objective * (numbers.last_move_share if self.goals.moves_last else 1.0)
        out = 0.0
        for hex_, worth in self.values.hold[self.side].items():
            if own >> hex_ & 1:
                out += worth
            elif enemy >> hex_ & 1:
                out -= self.values.hold[self.enemy][hex_]
            elif self.goals.pressure(hex_):
                out -= chance * self.values.hold[self.enemy][hex_]
        return out + self._sudden_victory_lead(own, enemy)

    def _sudden_victory_lead(self, own: HexSet, enemy: HexSet) -> float:
        """How much nearer to a sudden victory a side is than the other, in points."""
        return self.numbers.sudden_victory * (
            self._sudden_victory_nearness(own, own | enemy) - self._sudden_victory_nearness(enemy, own | enemy)
        )

    @cached_property
    def stakes(self) -> dict[Hex, float]:
        """What hangs on taking an objective, beside what it brings: a sudden victory, or defeat."""
        own, enemy = self.start.occupied(self.side), self.start.occupied(self.enemy)
        now, free = self._sudden_victory_lead(own, enemy), self.game.objectives & ~own
        return {h: self._sudden_victory_lead(own | 1 << h, enemy & ~(1 << h)) - now for h in members(free)}

    @cached_property
    def at_risk(self) -> dict[Hex, float]:
        """The same for losing one."""
        own, enemy = self.start.occupied(self.side), self.start.occupied(self.enemy)
        now, held = self._sudden_victory_lead(own, enemy), self.game.objectives & ~enemy
        return {h: now - self._sudden_victory_lead(own & ~(1 << h), enemy | 1 << h) for h in members(held)}

    def _sudden_victory_nearness(self, held: HexSet, taken: HexSet) -> float:
        """How near a side is to a sudden victory, from 0 to 1."""
        game = self.game
        count = (held & game.objectives & ~(1 << game.nomonhan)).bit_count()
        if self.goals.moves_last and count >= game.charts.sudden_death:
            return float(held >> game.nomonhan & 1)
        share = 1.0 if held >> game.nomonhan & 1 else 0.0 if taken >> game.nomonhan & 1 else 0.5
        return share * self.numbers.sudden_victory_nearness.get(count, 0.0)

    # -- stacks of one's own ----------------------------------------------------------------------------------------

    def stacks(self, s: Position) -> Iterator[Key]:
        works, staffs = s.fortified[self.side], active(s, self.side)
        supplied = self.game.map.grid.within(s.hexes_of(self.side, self.game.supply), 1)
        for hex_ in members(s.occupied(self.side)):
            yield hex_, s.at[hex_], works >> hex_ & 1, supplied >> hex_ & 1, staffs

    def stack(self, s: Position, key: Key) -> float:
        hex_, stack, _, supplied, _ = key
        game, company = self.game, self.weights.escort * self.numbers.headquarters_company
        here = stack & game.land & game.sheet.of_side[self.side]
        out = sum(self.post(u, hex_) for u in members(here))
        staff = here & game.headquarters
        if staff and supplied:
            out += company * staff.bit_count()
        if staff and s.options["high_ground"] and game.high >> hex_ & 1:
            out += company * staff.bit_count()
        if here & (staff | game.supply) and here & game.fighting:
            out += company
        if s.size(here) > game.charts.stack_limit:
            out -= self.numbers.overstacked
        return out - self.weights.danger * self.danger(s, hex_, here)

    def danger(self, s: Position, hex_: Hex, here: UnitSet) -> float:
        """The expected loss of a stack: attacks with several shares of the strength that the enemy has in reach."""
        pressure = self.goals.pressure(hex_)
        if not pressure or not here:
            return 0.0
        numbers, expected, worst = self.numbers, 0.0, 0.0
        attack_gain = self._attack_gain(s, hex_, here)
        for share, chance in numbers.attack_chances:
            gain = attack_gain(min(numbers.most_attack_factors, share * pressure))
            worst = max(worst, gain)
            expected += chance * gain * (1 + gain / numbers.tempting_gain)
        expected = min(expected, numbers.most_attack_chance * worst)
        return numbers.last_move_share * expected if self.goals.moves_last else expected

    def posted(self, unit: int, place: int) -> float:
        if unit not in self._march_values:
            self._march_values[unit] = self._march_value(unit)
        march = self._march_values[unit]
        return 0.0 if march is None else march(place)

    def _march_value(self, unit: int) -> Callable[[int], float] | None:
        """The function from hexes to the value of a unit there, for a unit with a goal."""
        game, numbers, goal = self.game, self.numbers, self.goals.goal(unit)
        if goal is None:
            return None
        moves, fighter = self.goals.moves_to(unit, goal), bool(game.fighting >> unit & 1)
        behind, weight = 0.0, numbers.support_weight
        if fighter:
            weight = numbers.fighter_weight + numbers.factor_weight * (game.attack[unit] + game.defence[unit])
        elif game.movement[unit]:
            behind = game.charts.scale * numbers.support_distance / game.movement[unit]
        points, farthest = numbers.goal_distance, numbers.farthest

        def worth(place: int) -> float:
            far = moves(place)
            return 0.0 if far >= NOWHERE else -points * min(max(0.0, far - behind), farthest) * weight

        return worth

    def _attack_gain(self, s: Position, hex_: Hex, here: UnitSet) -> Callable[[float], float]:
        """The function from attack factors of the enemy to what he gains by attacking a stack with them."""
        game, battle_values = self.game, self.battle_values
        defence = sum(game.defence[u] for u in members(here))
        shift = battle_values.ground[hex_] + best_support(s, self.side, 1 << hex_)[0]
        if s.fortified[self.side] >> hex_ & 1:
            shift += game.charts.fortification[self.side]
        ours = battle_values.force(s, self.values, here, False)
        prize = battle_values.prize(self.values, self.enemy, 1 << hex_, self.at_risk)

        def gain(force: float) -> float:
            col = column(s, max(1, round(force)), defence) - shift
            return max(0.0, battle_values.best(col, self._enemy_force, ours, prize).worth)

        return gain

    # -- battles ----------------------------------------------------------------------------------------------------

    def prospects(self, s: Position, idle: UnitSet = 0) -> float:
        """What the battles of this impulse are worth as the units stand: those that must be, and those that may."""
        return sum(self._battle_plan(s, stretch)[0] for stretch in stretches(front(s, self.side, idle)))

    def battles(self, s: Position, idle: UnitSet = 0) -> list[Battle]:
        """The battles to declare."""
        return [b for stretch in stretches(front(s, self.side, idle)) for b in self._battle_plan(s, stretch)[1]]

    def _battle_plan(self, s: Position, stretch: Front) -> tuple[float, list[Battle]]:
        where = s.where
        staffs = tuple(where[u] for u in members(active(s, self.side)))
        there = tuple(s.at[h] for h in members(stretch.due | stretch.optional))
        units = tuple((u, where[u]) for u in sorted(stretch.beside))
        key = units, there, stretch.due, stretch.optional, staffs, s.suppressed, s.activated
        found = self._plans.get(key)
        if found is None:
            plan = StretchPlan(self.battle_values, self.values, s, self.side, stretch, self.stakes)
            found = self._plans[key] = plan.battles()
        return found
