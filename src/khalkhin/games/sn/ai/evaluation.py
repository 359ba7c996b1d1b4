"""How good a position is for one side."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from khalkhin.ai import evaluation
from khalkhin.ai.battles import ROUNDS, Battle, stretches
from khalkhin.ai.evaluation import Key, Tools
from khalkhin.ai.values import NOWHERE
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.cover import Front
from khalkhin.games.sn.ai.battle_plan import SECURE, Backing, Planner, Target
from khalkhin.games.sn.ai.battle_values import GROUND, BattleValues, Force
from khalkhin.games.sn.ai.goals import Goals
from khalkhin.games.sn.ai.settings import Settings
from khalkhin.games.sn.ai.sky import cover_of_air
from khalkhin.games.sn.ai.values import Distances, Values
from khalkhin.games.sn.declaration import front
from khalkhin.games.sn.odds import column
from khalkhin.games.sn.position import AVAILABLE, JAPAN, Position
from khalkhin.games.sn.supply import automatic, cover, stores
from khalkhin.games.sn.terrain import NON, stack_limit

if TYPE_CHECKING:
    from khalkhin.games.sn.game import StrikeNorth

FEARS = ((0.3, 0.35), (0.8, 0.25))
"""How likely the enemy is taken to attack a stack with some share of the strength he has in reach: with few rather than
with many."""
MOST = 50.0
"""Attack factors that come to one attack at most."""
PULL = 0.6
"""Points for each move that a unit is nearer to its goal, for a unit of ten factors."""
AWAY = 6.0
"""Moves that units in the Home Islands are taken to be away."""
BEHIND = {"headquarters": 4, "supply": 3, "airbase": 8}
"""Half points that support units stay behind those they go with."""
EXPOSED = 0.5
"""The chance that the enemy takes a place that nobody holds and that he can come to."""
COMPANY = 0.3
"""Points for a support unit that stands with those who can protect it."""
UNFED = 0.08
"""Points for each divisional equivalent that has no supply."""
OUTSTANDING = 0.1
"""The share of a city's worth that it brings to clear a hex on the way to it."""
QUICK_IDEA_SOURCES = 2
"""How often attacks are looked through for something better while units still move."""


class Evaluation(evaluation.Evaluation[Position]):
    """Looks at positions of Strike North."""

    battle_values: BattleValues
    distances: Distances
    values: Values
    goals: Goals
    settings: Settings
    game: StrikeNorth

    def __init__(self, tools: Tools, s: Position, side: int, before_battle: bool) -> None:
        super().__init__(tools, s, side, before_battle)
        self.goals = Goals(tools, s, side)
        self._fought: dict[tuple[object, ...], tuple[float, list[Battle]]] = {}
        self._held: dict[tuple[HexSet, ...], float] = {}
        self._marches: dict[int, tuple[list[int], int, float, float] | None] = {}
        self._ways: dict[Hex, float] = {}
        self.targets: dict[tuple[int, ...], Target] = {}
        """Who defends a hex, for all plans of attack."""

    # -- the verdict ------------------------------------------------------------------------------------------------

    def score(self, s: Position) -> float:
        return self._places(s) + s.points[self.side] - s.points[self.enemy]

    def apart(self, s: Position) -> Iterator[float]:
        """Those who wait in the Home Islands."""
        for unit in members(s.at_home & self.game.sheet.of_side[self.side]):
            yield self.post(unit, s.where[unit])

    def _places(self, s: Position) -> float:
        """The cities and towns as they are held; empty ones may yet fall to the enemy."""
        places = self.values.places
        key = s.occupied(self.side) & places, s.occupied(self.enemy) & places, s.captured
        found = self._held.get(key)
        if found is None:
            found = self._held[key] = self._holding(s, *key[:2])
        return found

    def _holding(self, s: Position, own: HexSet, enemy: HexSet) -> float:
        hold, values = self.values.hold, self.values
        out = 0.0
        for hex_ in members(own):
            out += hold[self.side].get(hex_, 0.0) + values.first(s, self.side, hex_)
        for hex_ in members(enemy & ~own):
            out -= hold[self.enemy].get(hex_, 0.0)
        if self.goals.last_word:
            return out
        for hex_ in members(self._coveted & ~own & ~enemy):
            out -= EXPOSED * values.take(self.start, self.enemy, hex_)
        return out

    @cached_property
    def _coveted(self) -> HexSet:
        """Places that the enemy would gain by and can come to."""
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

    def loosened(self, hex_: Hex) -> float:
        """What it is worth to clear a hex on the way to a city."""
        found = self._ways.get(hex_)
        if found is None:
            distance = self.game.map.grid.distance
            near = (self.goals.worth(h) for h in self.goals.aims[:6] if 0 < distance(h, hex_) <= 2)
            found = self._ways[hex_] = OUTSTANDING * max(near, default=0.0)
        return found

    # -- stacks of one's own ----------------------------------------------------------------------------------------

    def stacks(self, s: Position) -> Iterator[Key]:
        for hex_ in members(s.occupied(self.side)):
            here = s.units_at(self.side, hex_)
            yield hex_, here, s.flipped & here, s.disrupted & here

    def stack(self, s: Position, key: Key) -> float:
        hex_, here, *_ = key
        game = self.game
        out = sum(self.post(u, hex_) for u in members(here))
        followers = here & game.support
        if followers and here & game.combat_units:
            out += self.weights.escort * COMPANY * followers.bit_count()
        over = s.size(here) - stack_limit(game, hex_)
        if over > 0:
            out -= 3.0 * over
        if not self.fed >> hex_ & 1 and not here & game.forts:
            out -= UNFED * self.values.use * s.size(here)
        return out - self.weights.danger * self.danger(s, hex_, here)

    def danger(self, s: Position, hex_: Hex, here: UnitSet) -> float:
        """What is to be feared for a stack: attacks with much and with little of what the enemy has in reach."""
        pressure = self.goals.pressure(hex_)
        if not pressure or not here or self.goals.last_word:
            return 0.0
        return sum(chance * self.threat(s, hex_, here, min(MOST, share * pressure)) for share, chance in FEARS)

    def threat(self, s: Position, hex_: Hex, here: UnitSet, force: float) -> float:
        """What the enemy stands to gain by an attack on a stack with some attack factors."""
        game, battle_values = self.game, self.battle_values
        defence = sum(game.defence[u] for u in members(here))
        fort = bool(here & game.forts)
        col = column(s, max(1, round(force)), defence) + battle_values.shelter(s, hex_)
        col += game.charts.shifts["fort"] if fort else 0
        col += game.charts.shifts["disrupted_defender"] if here & s.disrupted else 0
        ours = battle_values.force(s, self.values, here, GROUND * s.size(here), fort)
        return max(0.0, battle_values.gain(col, self._typical(force), ours, SECURE * self.stake(hex_)))

    def _typical(self, force: float) -> Force:
        """What attacks with so many factors cost the enemy."""
        size = max(1, round(force / 3))
        return Force(0.55 * force * self.values.use, size, size, 0.5, False)

    def posted(self, unit: int, place: int) -> float:
        if place < 0:
            return -PULL * AWAY * self._weight(unit)
        if unit not in self._marches:
            self._marches[unit] = self._march(unit)
        march = self._marches[unit]
        if march is None:
            return 0.0
        far, movement, behind, weight = march
        if far[place] >= NOWHERE:
            return 0.0
        moves = max(0.0, far[place] / movement - behind)
        return -PULL * min(moves, AWAY) * weight * (0.3 + 0.7 * min(1.0, self.values.left / 2 + 0.5))

    def _weight(self, unit: int) -> float:
        """How much it matters where a unit is."""
        game = self.game
        return 0.3 + 0.06 * (game.attack[unit] + game.defence[unit]) if game.combat_units >> unit & 1 else 0.7

    def _march(self, unit: int) -> tuple[list[int], int, float, float] | None:
        """For a unit that has a goal: how far it is there from every hex, its allowance, how many moves it stays
        behind, and how much that matters."""
        game, behind = self.game, 0.0
        goal = self.goals.goal(unit)
        if goal is None or not self.start.allowance(unit):
            return None
        if not game.combat_units >> unit & 1:
            goal = self.goals.spearheads.get(goal, goal)
            behind = BEHIND[game.type[unit]] / game.movement[unit]
        if not game.enterable[game.sheet.nation[unit]] >> goal & 1:
            return None
        return self.distances.to(game.kind[unit], goal), game.movement[unit], behind, self._weight(unit)

    # -- supply and support -----------------------------------------------------------------------------------------

    @cached_property
    def fed(self) -> HexSet:
        """Hexes in General Supply, as supply units stand now."""
        s, side = self.start, self.side
        if s.surprise(side) and s.active == side:
            return self.game.map.grid.all
        return cover(s, side, stores(s, side), True)[NON] | s.hexes_of(side, self.game.forts)

    @cached_property
    def _reaches(self) -> dict[int, HexSet]:
        """Hexes that each supply unit can supply for an attack."""
        s, side = self.start, self.side
        return {u: cover(s, side, 1 << u, False)[NON] for u in members(stores(s, side))}

    @cached_property
    def _flights(self) -> HexSet:
        """Enemy hexes that close air support can fly to."""
        s = self.start
        if self.side != JAPAN or not s.in_box(JAPAN, AVAILABLE) & self.game.airstrikes:
            return 0
        return cover_of_air(s, self.side)

    def foreseen(self, s: Position, units: UnitSet) -> Backing:
        """What will stand behind attackers when they have moved."""
        lead, led, general = s.lead(self.side), 0, automatic(s, self.side) & units
        for unit in members(units):
            led |= lead >> s.where[unit] & 1 and 1 << unit
            general |= self.fed >> s.where[unit] & 1 and 1 << unit
        reaches = [self._reaches[u] for u in self._reaches if s.where[u] == self.start.where[u]]
        return Backing(led, general, 0, reaches, self._flights)

    def at_hand(self, s: Position) -> Backing:
        """What stands behind attackers in a Combat Phase whose supply is fixed."""
        return Backing(s.led, s.general, s.offensive, (), s.hexes_of(self.side, s.close_support))

    # -- attacks ----------------------------------------------------------------------------------------------------

    def line(self, s: Position) -> Front:
        """The front without those who need not attack and have nothing to attack with."""
        whole = front(s, self.side)
        idle = whole.volunteers & self._helpless
        if not idle:
            return whole
        beside = {unit: near for unit, near in whole.beside.items() if not idle >> unit & 1}
        optional = 0
        for near in beside.values():
            optional |= near
        return whole._replace(
            optional=optional & ~whole.due, beside=beside, volunteers=whole.volunteers & ~self._helpless
        )

    @cached_property
    def _helpless(self) -> UnitSet:
        return sum(1 << u for u, force in enumerate(self.game.attack) if not force)

    def prospects(self, s: Position) -> float:
        """What the attacks of this round are worth as the units stand: those that must be, and those that may."""
        whole = self.line(s)
        if not whole.beside:
            return 0.0
        backing = self.foreseen(s, sum(1 << u for u in whole.beside))
        return sum(self._planned(s, stretch, backing, QUICK_IDEA_SOURCES)[0] for stretch in stretches(whole))

    def battles(self, s: Position, backing: Backing) -> list[Battle]:
        """The attacks to declare."""
        parts = stretches(self.line(s))
        return [battle for stretch in parts for battle in self._planned(s, stretch, backing, ROUNDS)[1]]

    def outlook(self, s: Position, backing: Backing) -> float:
        """What the attacks are worth with this behind them."""
        return sum(self._planned(s, stretch, backing, ROUNDS)[0] for stretch in stretches(self.line(s)))

    def _planned(self, s: Position, stretch: Front, backing: Backing, rounds: int) -> tuple[float, list[Battle]]:
        units = sum(1 << u for u in stretch.beside)
        places = tuple((u, s.where[u]) for u in sorted(stretch.beside))
        there = stretch.due | stretch.optional
        foes = tuple(s.units_at(self.enemy, h) for h in members(there))
        behind = backing.led & units, backing.general & units, backing.offensive & units, backing.covered & there
        key = places, foes, stretch.due, stretch.optional, behind, len(backing.stores), s.disrupted, rounds
        found = self._fought.get(key)
        if found is None:
            found = self._fought[key] = Planner(self, s, stretch, backing).battles(rounds)
        return found
