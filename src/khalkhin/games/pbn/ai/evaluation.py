"""How good a position is for one side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from khalkhin.ai import evaluation
from khalkhin.ai.battles import Battle, stretches
from khalkhin.ai.evaluation import Key, Tools
from khalkhin.ai.values import NOWHERE
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.cover import Front
from khalkhin.games.pbn.ai.battle_plan import Planner
from khalkhin.games.pbn.ai.battle_values import BattleValues, Force
from khalkhin.games.pbn.ai.goals import MOST, Goals
from khalkhin.games.pbn.ai.settings import Settings
from khalkhin.games.pbn.ai.values import Distances, Values
from khalkhin.games.pbn.declaration import front
from khalkhin.games.pbn.headquarters import active, best_support
from khalkhin.games.pbn.odds import column
from khalkhin.games.pbn.position import Position

if TYPE_CHECKING:
    from khalkhin.games.pbn.game import Nomonhan

FEARS = ((0.12, 0.35), (0.4, 0.2))
"""How likely the enemy is taken to attack a stack with some share of the strength he has in reach: with few rather than
with many."""
EAGER = 8.0
"""Points that he has to gain by an attack to be twice as likely to make it."""
CERTAIN = 0.9
"""How likely it is at most."""
LATER = 0.5
"""How much less that is if he moves no more in this turn."""
PULL = 0.7
"""Points for each move that a unit is nearer to its goal, for a unit of ten factors."""
BASED = 0.3
"""Points that a unit loses as long as it waits in the base."""
BESIDE = 2 * 12
"""Twelfths of a point that headquarters and supply stay behind those they go with."""
COMPANY = 0.4
"""Points for a headquarters that has supply in or next to its hex, or stands with those who can protect it."""
SUDDEN = 40.0
"""Points for a position that would win at once at the end of the turn."""
CLOSE = {4: 0.03, 5: 0.12, 6: 0.35, 7: 0.7, 8: 0.8}
"""How near to that so many objectives beside Nomonhan are, while the other side can still do something about it."""
EXPOSED = 0.5
"""The chance that the enemy takes an objective that nobody holds and that he can come to."""
TYPICAL = Force(8.0, 4.4, 1.4, 0.8)
"""What attacks cost the enemy on average."""


class Evaluation(evaluation.Evaluation[Position]):
    """Looks at positions of Nomonhan."""

    battle_values: BattleValues
    distances: Distances
    values: Values
    goals: Goals
    settings: Settings
    game: Nomonhan

    def __init__(self, tools: Tools, s: Position, side: int, before_battle: bool) -> None:
        super().__init__(tools, s, side, before_battle)
        self.goals = Goals(tools, s, side)
        self._marches: dict[int, Callable[[int], float] | None] = {}
        self._fought: dict[tuple[object, ...], tuple[float, list[Battle]]] = {}

    # -- the verdict ------------------------------------------------------------------------------------------------

    def score(self, s: Position) -> float:
        return self._places(s) + s.points[self.side] - s.points[self.enemy]

    def apart(self, s: Position) -> Iterator[float]:
        """Those who wait in the base."""
        for unit in members(s.based(self.side) & self.game.land):
            yield self.post(unit, s.where[unit]) - BASED

    def _places(self, s: Position) -> float:
        """The objectives as they are held; empty ones may yet fall to the enemy."""
        own, enemy = s.occupied(self.side), s.occupied(self.enemy)
        chance = EXPOSED * LATER if self.goals.last_word else EXPOSED
        out = 0.0
        for hex_, worth in self.values.hold[self.side].items():
            if own >> hex_ & 1:
                out += worth
            elif enemy >> hex_ & 1:
                out -= self.values.hold[self.enemy][hex_]
            elif self.goals.pressure(hex_):
                out -= chance * self.values.hold[self.enemy][hex_]
        return out + self._near(own, enemy)

    def _near(self, own: HexSet, enemy: HexSet) -> float:
        """How much nearer to a sudden victory a side is than the other, in points."""
        return SUDDEN * (self._close(own, own | enemy) - self._close(enemy, own | enemy))

    @cached_property
    def stakes(self) -> dict[Hex, float]:
        """What hangs on taking an objective, beside what it brings: a sudden victory, or defeat."""
        own, enemy = self.start.occupied(self.side), self.start.occupied(self.enemy)
        now, free = self._near(own, enemy), self.game.objectives & ~own
        return {h: self._near(own | 1 << h, enemy & ~(1 << h)) - now for h in members(free)}

    @cached_property
    def at_risk(self) -> dict[Hex, float]:
        """The same for losing one."""
        own, enemy = self.start.occupied(self.side), self.start.occupied(self.enemy)
        now, held = self._near(own, enemy), self.game.objectives & ~enemy
        return {h: now - self._near(own & ~(1 << h), enemy | 1 << h) for h in members(held)}

    def _close(self, held: HexSet, taken: HexSet) -> float:
        """How near a side is to a sudden victory."""
        game = self.game
        count = (held & game.objectives & ~(1 << game.nomonhan)).bit_count()
        if self.goals.last_word and count >= game.charts.sudden_death:
            return float(held >> game.nomonhan & 1)
        share = 1.0 if held >> game.nomonhan & 1 else 0.0 if taken >> game.nomonhan & 1 else 0.5
        return share * CLOSE.get(count, 0.0)

    # -- stacks of one's own ----------------------------------------------------------------------------------------

    def stacks(self, s: Position) -> Iterator[Key]:
        works, staffs = s.fortified[self.side], active(s, self.side)
        supplied = self.game.map.grid.within(s.hexes_of(self.side, self.game.supply), 1)
        for hex_ in members(s.occupied(self.side)):
            yield hex_, s.at[hex_], works >> hex_ & 1, supplied >> hex_ & 1, staffs

    def stack(self, s: Position, key: Key) -> float:
        hex_, stack, _, supplied, _ = key
        game = self.game
        here = stack & game.land & game.sheet.of_side[self.side]
        out = sum(self.post(u, hex_) for u in members(here))
        staff = here & game.headquarters
        if staff and supplied:
            out += self.weights.escort * COMPANY * staff.bit_count()
        if staff and s.options["high_ground"] and game.high >> hex_ & 1:
            out += self.weights.escort * COMPANY * staff.bit_count()
        if here & (staff | game.supply) and here & game.fighting:
            out += self.weights.escort * COMPANY
        if s.size(here) > game.charts.stack_limit:
            out -= 3.0
        return out - self.weights.danger * self.danger(s, hex_, here)

    def danger(self, s: Position, hex_: Hex, here: UnitSet) -> float:
        """What is to be feared for a stack: attacks with much and with little of what the enemy has in reach."""
        pressure = self.goals.pressure(hex_)
        if not pressure or not here:
            return 0.0
        fear = worst = 0.0
        threat = self._threat(s, hex_, here)
        for share, chance in FEARS:
            gain = threat(min(MOST, share * pressure))
            worst = max(worst, gain)
            fear += chance * gain * (1 + gain / EAGER)
        fear = min(fear, CERTAIN * worst)
        return LATER * fear if self.goals.last_word else fear

    def posted(self, unit: int, place: int) -> float:
        if unit not in self._marches:
            self._marches[unit] = self._march(unit)
        march = self._marches[unit]
        return 0.0 if march is None else march(place)

    def _march(self, unit: int) -> Callable[[int], float] | None:
        """What it is worth to a unit with a goal to stand in a hex: asked for every hex it can come to."""
        game, goal = self.game, self.goals.goal(unit)
        if goal is None:
            return None
        moves, fighter = self.goals.march(unit, goal), bool(game.fighting >> unit & 1)
        behind = 0.0 if fighter or not game.movement[unit] else BESIDE / game.movement[unit]
        weight = 0.4 + 0.06 * (game.attack[unit] + game.defence[unit]) if fighter else 0.8

        def worth(place: int) -> float:
            far = moves(place)
            return 0.0 if far >= NOWHERE else -PULL * min(max(0.0, far - behind), 8.0) * weight

        return worth

    def _threat(self, s: Position, hex_: Hex, here: UnitSet) -> Callable[[float], float]:
        """What the enemy stands to gain by an attack on a stack, by the attack factors that he comes with."""
        game, battle_values = self.game, self.battle_values
        defence = sum(game.defence[u] for u in members(here))
        shift = battle_values.ground[hex_] + best_support(s, self.side, 1 << hex_)[0]
        if s.fortified[self.side] >> hex_ & 1:
            shift += game.charts.fortification[self.side]
        ours = battle_values.force(s, self.values, here, False)
        prize = battle_values.prize(self.values, self.enemy, 1 << hex_, self.at_risk)

        def gain(force: float) -> float:
            col = column(s, max(1, round(force)), defence) - shift
            return max(0.0, battle_values.best(col, TYPICAL, ours, prize).worth)

        return gain

    # -- battles ----------------------------------------------------------------------------------------------------

    def prospects(self, s: Position, idle: UnitSet = 0) -> float:
        """What the battles of this impulse are worth as the units stand: those that must be, and those that may."""
        return sum(self._planned(s, stretch)[0] for stretch in stretches(front(s, self.side, idle)))

    def battles(self, s: Position, idle: UnitSet = 0) -> list[Battle]:
        """The battles to declare."""
        return [b for stretch in stretches(front(s, self.side, idle)) for b in self._planned(s, stretch)[1]]

    def _planned(self, s: Position, stretch: Front) -> tuple[float, list[Battle]]:
        where = s.where
        staffs = tuple(where[u] for u in members(active(s, self.side)))
        there = tuple(s.at[h] for h in members(stretch.due | stretch.optional))
        units = tuple((u, where[u]) for u in sorted(stretch.beside))
        key = units, there, stretch.due, stretch.optional, staffs, s.suppressed, s.activated
        found = self._fought.get(key)
        if found is None:
            planner = Planner(self.battle_values, self.values, s, self.side, stretch, self.stakes)
            found = self._fought[key] = planner.battles()
        return found
