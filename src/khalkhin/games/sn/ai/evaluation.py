"""Evaluation of a position for one side, in victory points."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from khalkhin.ai import evaluation
from khalkhin.ai.evaluation import Key, Tools
from khalkhin.ai.ideas.battles import ROUNDS, Battle, stretches
from khalkhin.ai.values import NOWHERE
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.cover import Front
from khalkhin.games.sn.ai.battle_plan import Backing, StretchPlan, Target
from khalkhin.games.sn.ai.battle_values import BattleValues, Force
from khalkhin.games.sn.ai.goals import Goals
from khalkhin.games.sn.ai.settings import Settings
from khalkhin.games.sn.ai.values import Distances, Values
from khalkhin.games.sn.bases import home, in_range, launching
from khalkhin.games.sn.declaration import front
from khalkhin.games.sn.odds import column
from khalkhin.games.sn.position import AVAILABLE, JAPAN, Position
from khalkhin.games.sn.supply import automatic, cover, stores
from khalkhin.games.sn.terrain import NON, stack_limit

if TYPE_CHECKING:
    from khalkhin.games.sn.game import StrikeNorth


class Evaluation(evaluation.Evaluation[Position]):
    """Evaluates the positions of Strike North that come of one position."""

    battle_values: BattleValues
    distances: Distances
    values: Values
    goals: Goals
    settings: Settings
    game: StrikeNorth

    def __init__(self, tools: Tools, s: Position, side: int, before_battle: bool) -> None:
        super().__init__(tools, s, side, before_battle)
        self.goals = Goals(tools, s, side)
        self.numbers = self.settings.evaluation
        self._plans: dict[tuple[object, ...], tuple[float, list[Battle]]] = {}
        self._held_values: dict[tuple[HexSet, ...], float] = {}
        self._march_cache: dict[int, tuple[list[int], int, float, float] | None] = {}
        self._clearing_values: dict[Hex, float] = {}
        self.targets: dict[tuple[int, ...], Target] = {}
        """Who defends a hex, for all plans of attack."""

    # -- the score --------------------------------------------------------------------------------------------------

    def score(self, s: Position) -> float:
        return self._places_value(s) + s.points[self.side] - s.points[self.enemy]

    def apart(self, s: Position) -> Iterator[float]:
        """The units in the Home Islands."""
        for unit in members(s.at_home & self.game.sheet.of_side[self.side]):
            yield self.post(unit, s.where[unit])

    def _places_value(self, s: Position) -> float:
        """The cities and towns as they are held; the enemy may still take those that nobody holds."""
        places = self.values.places
        key = s.occupied(self.side) & places, s.occupied(self.enemy) & places, s.captured
        found = self._held_values.get(key)
        if found is None:
            found = self._held_values[key] = self._held_value(s, *key[:2])
        return found

    def _held_value(self, s: Position, own: HexSet, enemy: HexSet) -> float:
        hold, values = self.values.hold, self.values
        out = 0.0
        for hex_ in members(own):
            out += hold[self.side].get(hex_, 0.0) + values.first(s, self.side, hex_)
        for hex_ in members(enemy & ~own):
            out -= hold[self.enemy].get(hex_, 0.0)
        if self.goals.moves_last:
            return out
        for hex_ in members(self._threatened_places & ~own & ~enemy):
            out -= self.numbers.exposed_place * values.take(self.start, self.enemy, hex_)
        return out

    @cached_property
    def _threatened_places(self) -> HexSet:
        """Places that count for the enemy and that he can reach."""
        found = members(self.values.places & ~self.start.occupied(self.enemy))
        gain = self.values.take
        return sum(1 << h for h in found if gain(self.start, self.enemy, h) and self.goals.pressure(h))

    def stake(self, hex_: Hex) -> float:
        """What it costs to lose a place to the enemy."""
        values = self.values
        return (
            values.hold[self.side].get(hex_, 0.0)
            + values.hold[self.enemy].get(hex_, 0.0)
            + values.first(self.start, self.enemy, hex_)
        )

    def clearing_value(self, hex_: Hex) -> float:
        """What it is worth to clear a hex on the way to a city."""
        found = self._clearing_values.get(hex_)
        if found is None:
            numbers, distance = self.numbers, self.game.map.grid.distance
            cities = self.goals.aims[: numbers.clearing_cities]
            near = (self.goals.worth(h) for h in cities if 0 < distance(h, hex_) <= numbers.clearing_distance)
            found = self._clearing_values[hex_] = numbers.clearing_share * max(near, default=0.0)
        return found

    # -- stacks of one's own ----------------------------------------------------------------------------------------

    def stacks(self, s: Position) -> Iterator[Key]:
        for hex_ in members(s.occupied(self.side)):
            here = s.units_at(self.side, hex_)
            yield hex_, here, s.flipped & here, s.disrupted & here

    def stack(self, s: Position, key: Key) -> float:
        hex_, here, *_ = key
        game, numbers = self.game, self.numbers
        out = sum(self.post(u, hex_) for u in members(here))
        followers = here & game.support
        if followers and here & game.combat_units:
            out += self.weights.escort * numbers.support_company * followers.bit_count()
        over = s.size(here) - stack_limit(game, hex_)
        if over > 0:
            out -= numbers.overstacked * over
        if not self.in_supply >> hex_ & 1 and not here & game.forts:
            out -= numbers.unsupplied * self.values.use * s.size(here)
        return out - self.weights.danger * self.danger(s, hex_, here)

    def danger(self, s: Position, hex_: Hex, here: UnitSet) -> float:
        """The expected loss of a stack: attacks with several shares of the strength that the enemy has in reach."""
        pressure = self.goals.pressure(hex_)
        if not pressure or not here or self.goals.moves_last:
            return 0.0
        most, chances = self.numbers.most_attack_factors, self.numbers.attack_chances
        return sum(chance * self.attack_gain(s, hex_, here, min(most, share * pressure)) for share, chance in chances)

    def attack_gain(self, s: Position, hex_: Hex, here: UnitSet, force: float) -> float:
        """What the enemy gains by attacking a stack with some attack factors."""
        game, battle_values = self.game, self.battle_values
        defence = sum(game.defence[u] for u in members(here))
        fort = bool(here & game.forts)
        col = column(s, max(1, round(force)), defence) + battle_values.shelter(s, hex_)
        col += game.charts.shifts["fort"] if fort else 0
        col += game.charts.shifts["disrupted_defender"] if here & s.disrupted else 0
        settings = battle_values.settings
        ours = battle_values.force(s, self.values, here, settings.ground * s.size(here), fort)
        return max(0.0, battle_values.gain(col, self._enemy_force(force), ours, settings.kept_share * self.stake(hex_)))

    def _enemy_force(self, force: float) -> Force:
        """The usual force of the enemy with so many attack factors."""
        numbers = self.numbers
        size = max(1, round(force / numbers.factors_per_size))
        return Force(numbers.enemy_factor * force * self.values.use, size, size, numbers.enemy_retreat, False)

    def posted(self, unit: int, place: int) -> float:
        if place < 0:
            return -self.numbers.goal_distance * self.numbers.farthest * self.distance_weight(unit)
        if unit not in self._march_cache:
            self._march_cache[unit] = self._march_terms(unit)
        march = self._march_cache[unit]
        if march is None:
            return 0.0
        far, movement, behind, weight = march
        if far[place] >= NOWHERE:
            return 0.0
        moves = max(0.0, far[place] / movement - behind)
        numbers = self.numbers
        return -numbers.goal_distance * min(moves, numbers.farthest) * weight * self._distance_share

    def distance_weight(self, unit: int) -> float:
        """How much the distance of a unit to its goal counts."""
        game, numbers = self.game, self.numbers
        if not game.combat_units >> unit & 1:
            return numbers.support_weight
        return numbers.fighter_weight + numbers.factor_weight * (game.attack[unit] + game.defence[unit])

    @cached_property
    def _distance_share(self) -> float:
        """The share of the points for distance that counts in this month."""
        early = min(1.0, self.values.left / 2 + 0.5)
        return self.numbers.last_month_distance + self.numbers.early_distance * early

    def _march_terms(self, unit: int) -> tuple[list[int], int, float, float] | None:
        """For a unit that has a goal: how far it is there from every hex, its allowance, how many moves it stays
        behind, and how much that matters."""
        game, behind = self.game, 0.0
        goal = self.goals.goal(unit)
        if goal is None or not self.start.allowance(unit):
            return None
        if not game.combat_units >> unit & 1:
            goal = self.goals.spearheads.get(goal, goal)
            behind = self.numbers.support_distance[game.type[unit]] / game.movement[unit]
        if not game.enterable[game.sheet.nation[unit]] >> goal & 1:
            return None
        return self.distances.to(game.kind[unit], goal), game.movement[unit], behind, self.distance_weight(unit)

    # -- supply and support -----------------------------------------------------------------------------------------

    @cached_property
    def in_supply(self) -> HexSet:
        """Hexes in General Supply, as supply units stand now."""
        s, side = self.start, self.side
        if s.surprise(side) and s.active == side:
            return self.game.map.grid.all
        return cover(s, side, stores(s, side), True)[NON] | s.hexes_of(side, self.game.forts)

    @cached_property
    def _offensive_reach(self) -> dict[int, HexSet]:
        """Hexes that each supply unit can supply for an attack."""
        s, side = self.start, self.side
        return {u: cover(s, side, 1 << u, False)[NON] for u in members(stores(s, side))}

    @cached_property
    def _air_support(self) -> HexSet:
        """Enemy hexes in range of the longest-ranged available airstrikes, from bases as they stand: only the Japanese
        fly close air support."""
        s, game, found = self.start, self.game, 0
        if self.side != JAPAN:
            return found
        bases = [*launching(s, JAPAN, True), *([home(s)] if s.round == 1 else [])]
        strikes = s.in_box(JAPAN, AVAILABLE) & game.airstrikes & ~game.carrier_air
        longest = {game.back_range[u]: u for u in members(strikes)}
        if longest:
            for base in bases:
                found |= in_range(s, longest[max(longest)], base, False, s.occupied(self.enemy))
        return found

    def expected_backing(self, s: Position, units: UnitSet) -> Backing:
        """The backing of attackers when they have moved."""
        lead, led, general = s.lead(self.side), 0, automatic(s, self.side) & units
        for unit in members(units):
            led |= lead >> s.where[unit] & 1 and 1 << unit
            general |= self.in_supply >> s.where[unit] & 1 and 1 << unit
        reaches = [self._offensive_reach[u] for u in self._offensive_reach if s.where[u] == self.start.where[u]]
        return Backing(led, general, 0, reaches, self._air_support)

    def current_backing(self, s: Position) -> Backing:
        """The backing of attackers in a Combat Phase whose supply is fixed."""
        return Backing(s.led, s.general, s.offensive, (), s.hexes_of(self.side, s.close_support))

    # -- attacks ----------------------------------------------------------------------------------------------------

    def attack_front(self, s: Position) -> Front:
        """The front without units that need not attack and have no attack factors."""
        whole = front(s, self.side)
        idle = whole.volunteers & self._without_attack
        if not idle:
            return whole
        beside = {unit: near for unit, near in whole.beside.items() if not idle >> unit & 1}
        optional = 0
        for near in beside.values():
            optional |= near
        return whole._replace(
            optional=optional & ~whole.due, beside=beside, volunteers=whole.volunteers & ~self._without_attack
        )

    @cached_property
    def _without_attack(self) -> UnitSet:
        return sum(1 << u for u, force in enumerate(self.game.attack) if not force)

    def prospects(self, s: Position) -> float:
        """What the attacks of this round are worth as the units stand: those that must be, and those that may."""
        whole = self.attack_front(s)
        if not whole.beside:
            return 0.0
        backing = self.expected_backing(s, sum(1 << u for u in whole.beside))
        return sum(self._attack_plan(s, stretch, backing, self.numbers.quick_rounds)[0] for stretch in stretches(whole))

    def battles(self, s: Position, backing: Backing) -> list[Battle]:
        """The attacks to declare."""
        parts = stretches(self.attack_front(s))
        return [battle for stretch in parts for battle in self._attack_plan(s, stretch, backing, ROUNDS)[1]]

    def attacks_value(self, s: Position, backing: Backing) -> float:
        """What the attacks are worth with this backing."""
        return sum(self._attack_plan(s, stretch, backing, ROUNDS)[0] for stretch in stretches(self.attack_front(s)))

    def _attack_plan(self, s: Position, stretch: Front, backing: Backing, rounds: int) -> tuple[float, list[Battle]]:
        units = sum(1 << u for u in stretch.beside)
        places = tuple((u, s.where[u]) for u in sorted(stretch.beside))
        there = stretch.due | stretch.optional
        foes = tuple(s.units_at(self.enemy, h) for h in members(there))
        behind = backing.led & units, backing.general & units, backing.offensive & units, backing.covered & there
        key = places, foes, stretch.due, stretch.optional, behind, len(backing.stores), s.disrupted, rounds
        found = self._plans.get(key)
        if found is None:
            found = self._plans[key] = StretchPlan(self, s, stretch, backing).battles(rounds)
        return found
