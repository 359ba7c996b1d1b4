"""How good a position is for one side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from khalkhin.ai import evaluation
from khalkhin.ai.evaluation import Key, Tools
from khalkhin.ai.ideas.assignment import assigned
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.kgw.ai.battle_values import NOTHING, AttackValue, BattleValues, Force, summed
from khalkhin.games.kgw.ai.goals import Goals
from khalkhin.games.kgw.ai.settings import Settings
from khalkhin.games.kgw.ai.values import Distances, Values
from khalkhin.games.kgw.combat import alone, fit
from khalkhin.games.kgw.missions import ready
from khalkhin.games.kgw.odds import across_ussr, column, terrain_shift, total
from khalkhin.games.kgw.position import Position
from khalkhin.games.kgw.supply import hexes_served, on_hand

if TYPE_CHECKING:
    from khalkhin.games.kgw.game import KhalkinGolWar

ATTACKS_MADE = "attacks made"
"""Under this key a copy of a position notes what the attacks that led to it are worth (battle_ideas.py)."""


class Evaluation(evaluation.Evaluation[Position]):
    """How good positions of Khalkin-Gol War are for one side."""

    battle_values: BattleValues
    distances: Distances
    values: Values
    goals: Goals
    settings: Settings
    game: KhalkinGolWar

    def __init__(self, tools: Tools, s: Position, side: int, before_battle: bool) -> None:
        super().__init__(tools, s, side, before_battle)
        self.goals = Goals(tools, s, side)
        self._numbers = self.settings.evaluation
        self._attacks: dict[tuple[int, ...], AttackValue] = {}
        self._fought: dict[tuple[int, ...], float] = {}
        self._marches: dict[int, tuple[list[int], int, float] | None] = {}

    # -- the evaluation ---------------------------------------------------------------------------------------------

    def score(self, s: Position) -> float:
        return self._places(s) + self._alive(s)

    def apart(self, s: Position) -> Iterable[float]:
        return (s.notes[ATTACKS_MADE],) if ATTACKS_MADE in s.notes else ()

    def _alive(self, s: Position) -> float:
        """The units of both sides, as far as they have changed."""
        out = 0.0
        for side, sign in ((self.side, 1), (self.enemy, -1)):
            now, then = s.on_map(side), self.start.on_map(side)
            if now != then:
                out += sign * (self.values.group(now & ~then) - self.values.group(then & ~now))
        return out

    def _places(self, s: Position) -> float:
        """What counts at the end, as it stands."""
        own, enemy = s.occupied(self.side), s.occupied(self.enemy)
        our_zone, their_zone = s.zone(self.side), s.zone(self.enemy)
        wings = s.held(self.side) & ~own & ~enemy
        numbers = self._numbers
        contested, exposed, based = numbers.contested_share, numbers.exposed_chance, numbers.air_hold
        out = 0.0
        for hex_, worth in self.values.place.items():
            bit = 1 << hex_
            if own & bit:
                out += worth * contested if their_zone & bit else worth
            elif enemy & bit:
                out -= worth * contested if our_zone & bit else worth
            else:
                out += based if wings & bit and not their_zone & bit else 0.0
                out -= exposed * worth if self.goals.pressure(hex_) else 0.0
        return out

    # -- stacks of one's own ----------------------------------------------------------------------------------------

    def stacks(self, s: Position) -> Iterator[Key]:
        trenches = s.trenches[self.side]
        for hex_ in members(s.occupied(self.side)):
            stack = s.at[hex_]
            yield hex_, stack, s.flipped & stack, trenches >> hex_ & 1

    def stack(self, s: Position, key: Key) -> float:
        hex_, stack, *_ = key
        here = stack & self.game.ground & self.game.sheet.of_side[self.side]
        out = sum(self.post(u, hex_) for u in members(here))
        numbers, followers, fighters = self._numbers, (here & self.weak).bit_count(), here & ~self.weak
        if fighters and followers:
            out += min(numbers.most_escort, numbers.escort_factor * total(s, fighters)) + numbers.escorted * followers
        elif self.start.zone(self.enemy) >> hex_ & 1:
            out -= numbers.stranded * followers
        return out - self.weights.danger * numbers.danger_share * self.threat(s, hex_, here)

    @cached_property
    def weak(self) -> UnitSet:
        game = self.game
        return game.supply | game.artillery | game.engineers | 1 << game.zhukov

    def posted(self, unit: int, place: int) -> float:
        if unit not in self._marches:
            self._marches[unit] = self._march(unit)
        march = self._marches[unit]
        if march is None:
            return 0.0
        far, allowance, weight = march
        numbers = self._numbers
        return -numbers.goal_distance * min(far[place] / allowance, numbers.longest_march) * weight

    def _march(self, unit: int) -> tuple[list[int], int, float] | None:
        """For a unit that has a goal: how far it is there from every hex, its allowance, and how much that matters."""
        goal = self.goals.goal(unit)
        if goal is None or self.start.static() >> unit & 1:
            return None
        kind = self.distances.kind(unit, self.start.winter)
        numbers = self._numbers
        weight = numbers.unit_weight + numbers.factor_weight * min(self.game.combat[unit], numbers.most_factors)
        return self.distances.to(kind, goal), max(1, self.start.allowance(unit)), weight

    def threat(self, s: Position, hex_: Hex, here: UnitSet) -> float:
        """What the enemy stands to gain by an attack on a stack with what he has in reach."""
        attack = int(self.settings.goals.coming_share * self.goals.pressure(hex_))
        if not attack or not here:
            return 0.0
        game, battle_values = self.game, self.battle_values
        strength = max(1, total(s, here))
        shift = sum(x.value for x in terrain_shift(s, hex_))
        if s.trenches[self.side] >> hex_ & 1:
            shift += game.charts.shifts["entrenchment"]
        col = min(column(s, attack, strength) + shift, battle_values.last)
        ours = battle_values.force(s, self.values, here)
        prize = battle_values.prize(self.values, hex_)
        return max(0.0, battle_values.gain(col, self._typical, ours, prize, 0.0, 0.0))

    @cached_property
    def _typical(self) -> Force:
        """What attacks cost the enemy on average."""
        units = self.start.ground(self.enemy) & ~self.game.supply
        mean = self.values.group(units) / max(1, units.bit_count())
        numbers = self._numbers
        return Force(summed([mean * numbers.typical_loss] * numbers.typical_losses), numbers.typical_retreat, False)

    # -- attacks ----------------------------------------------------------------------------------------------------

    def prospects(self, s: Position) -> float:
        """What the attacks of this Segment are worth, as the units stand: every unit attacks once, the best first."""
        ours = s.occupied(self.side) & s.zone(self.enemy)
        if not ours or (s.segment == 2 and not s.supplied):
            return 0.0
        stacks = 0
        for hex_ in members(ours):
            stacks |= s.at[hex_]
        key = ours, stacks, *(s.at[h] for h in members(ours))
        found = self._fought.get(key)
        if found is None:
            found = self._fought[key] = sum(p.worth for _, p in self.battles(s))
        return found

    def battles(self, s: Position) -> list[tuple[Hex, AttackValue]]:
        """The attacks worth making one after another, none of them with units of another."""
        free = fit(s, self.side)
        known: dict[tuple[Hex, UnitSet], AttackValue] = {}

        def weigh(target: Hex) -> AttackValue:
            # Most targets have lost nobody to the attacks taken before.
            key = target, self.beside(s, target, free)
            if key not in known:
                known[key] = self._best(s, *key)
            return known[key]

        def take(target: Hex, promise: AttackValue) -> bool:
            nonlocal free
            if promise.worth > 0:
                free &= ~promise.units
            return promise.worth > 0

        return assigned(self.targets(s), weigh, take)

    def targets(self, s: Position) -> list[Hex]:
        near = s.game.map.grid.spread(s.occupied(self.side)) & s.occupied(self.enemy) & ~s.spared
        return list(members(across_ussr(s, self.side, near)))

    def beside(self, s: Position, target: Hex, free: UnitSet) -> UnitSet:
        """Who can attack a hex; guns only with company."""
        found = 0
        for hex_ in members(self.game.map.grid.around[target] & s.occupied(self.side)):
            found |= s.at[hex_]
        found &= free
        return found & ~alone(s, found) & ~(1 << self.game.zhukov)

    def best_attack(self, s: Position, target: Hex, free: UnitSet) -> AttackValue:
        """The best attack with those who are free."""
        return self._best(s, target, self.beside(s, target, free))

    def _best(self, s: Position, target: Hex, near: UnitSet) -> AttackValue:
        """With everybody who is near, or without those who guard a place."""
        if not near:
            return NOTHING
        flyers = ready(s, self.side, target).bit_count()
        supply = s.segment == 1 and self.stocked(s, near)
        hexes = [s.where[u] for u in members(near)]
        key = target, near, flyers, supply, s.at[target], s.flipped & s.at[target], *hexes
        found = self._attacks.get(key)
        if found is None:
            found = self.battle_values.attack(s, self.values, target, near, flyers, supply)
            guards = sum(1 << u for u in members(near) if s.where[u] in self.values.place)
            rest = near & ~guards
            rest &= ~alone(s, rest) if rest else 0
            if rest and rest != near:
                other = self.battle_values.attack(s, self.values, target, rest, flyers, supply)
                found = max(found, other, key=lambda p: p.worth)
            self._attacks[key] = found
        return found

    def stocked(self, s: Position, near: UnitSet) -> bool:
        """Whether a supply unit has a line to all who attack."""
        places: HexSet = sum(1 << h for h in {s.where[u] for u in members(near)})
        return any(not places & ~hexes_served(s, u) for u in members(on_hand(s, self.side)))
