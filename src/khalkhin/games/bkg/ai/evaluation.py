"""How good a position is for one side."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from khalkhin.ai import evaluation
from khalkhin.ai.evaluation import Key, Tools
from khalkhin.ai.ideas.assignment import assigned
from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.bkg.ai.battle_values import BattleValues
from khalkhin.games.bkg.ai.goals import Goals
from khalkhin.games.bkg.ai.settings import Settings
from khalkhin.games.bkg.ai.values import Values
from khalkhin.games.bkg.engagement import dominates
from khalkhin.games.bkg.entry import waiting
from khalkhin.games.bkg.odds import AIR_STRENGTH
from khalkhin.games.bkg.position import DESTROYED, DUE, GONE, JAPAN, SOVIET, Position

if TYPE_CHECKING:
    from khalkhin.games.bkg.game import Batalha


class Strike(NamedTuple):
    """The best way to make an attack."""

    worth: float
    guns: UnitSet = 0
    air: int = 0
    """Air points."""


NOTHING = Strike(0.0)


class Evaluation(evaluation.Evaluation[Position]):
    """How good the positions are for one side that come of one position, in points of victory."""

    battle_values: BattleValues
    values: Values
    goals: Goals
    settings: Settings
    game: Batalha

    def __init__(self, tools: Tools, s: Position, side: int, before_battle: bool) -> None:
        super().__init__(tools, s, side, before_battle)
        self.goals = Goals(tools, s, side)
        self._numbers, self._prices = self.settings.evaluation, self.settings.battle_values
        self._attacks: dict[tuple[int, ...], Strike] = {}
        self._battles: dict[tuple[int, ...], float] = {}
        self._zone = s.zone(self.enemy)
        self._artillery = tuple(members(s.game.sheet.of_side[side] & s.game.artillery))
        self._supports: dict[int, int] = {}

    # -- what the enemy can do, worked out once ---------------------------------------------------------------------

    @cached_property
    def _typical(self) -> tuple[float, float]:
        """What a loss and a death cost the enemy on average when he attacks."""
        s = self.start
        units = [u for h in members(s.held(self.enemy)) for u in members(s.at[h])]
        if not units:
            return 1.0, 1.0
        deaths = sum(self.values.unit[u] for u in units) / len(units)
        intact = self.values.intact if self.enemy == JAPAN else 0.0
        inside = self._numbers.enemy_inside
        return deaths / self.game.charts.attrition + inside * intact, deaths + inside * intact

    def support(self, target: int) -> int:
        """Half points that the enemy will find to support a hex: some of his guns in range, and some air power."""
        found = self._supports.get(target)
        if found is None:
            s, game = self.start, self.game
            guns = game.sheet.of_side[self.enemy] & game.artillery & ~s.fired & ~s.stack(target)
            near = sum(s.attack(u) for u in members(guns) if self.battle_values.in_range(u, s.where[u], target))
            air = min(s.air[self.enemy], self._numbers.most_air)
            found = self._supports[target] = int(self._numbers.guns_share * near) + air
        return found

    # -- the evaluation ---------------------------------------------------------------------------------------------

    def score(self, s: Position) -> float:
        """Objectives, air points, the line, and whether Japanese are left inside it."""
        inside = sum((s.at[h] & self.values.japanese).bit_count() for h in members(s.held(JAPAN) & self.game.inside))
        cleared = self.values.clearing(inside) * (1 if self.side == SOVIET else -1)
        air = self._prices.air_point * (s.air[self.side] - s.air[self.enemy])
        return self._objectives(s) + air + cleared + self._line(s)

    def _line(self, s: Position) -> float:
        """The hexes of the line that are shut, when no move is left to shut others."""
        posts = self.goals.posts
        if not posts.price or posts.moves:
            return 0.0
        return posts.price * (posts.hexes & s.held(self.side)).bit_count()

    def stacks(self, s: Position) -> Iterator[Key]:
        """Those of both sides, and the units off the map."""
        own, around, mine = s.held(self.side), self.game.map.grid.around, self.game.sheet.of_side[self.side]
        flipped = s.flipped
        for hex_, stack in s.at.items():
            if hex_ >= 0 and stack & mine:
                yield hex_, stack, flipped & stack, around[hex_] & own
            else:
                yield hex_, stack, flipped & stack

    def stack(self, s: Position, key: Key) -> float:
        hex_, stack, flipped, *friends = key
        if friends:
            return self._own(s, hex_, stack, flipped, friends[0])
        return self._box(hex_, stack, flipped) if hex_ < 0 else -self._units(hex_, stack, flipped)

    def _units(self, hex_: int, stack: UnitSet, flipped: UnitSet) -> float:
        return sum(self.values.at(hex_, u, bool(flipped >> u & 1)) for u in members(stack))

    def _box(self, box: int, stack: UnitSet, flipped: UnitSet) -> float:
        """Units off the map: the dead are worth nothing, those who left for good next to nothing."""
        if box == self.game.box(DESTROYED):
            return 0.0
        numbers = self._numbers
        share = numbers.gone_share if box == self.game.box(GONE) else numbers.off_map_share
        due = stack & self._due if self.before_battle and box == self.game.box(DUE) else 0
        late = numbers.late * due.bit_count()
        own = self.game.sheet.of_side[self.side]
        out = 0.0
        for unit in members(stack):
            worth = self.values.hurt[unit] if flipped >> unit & 1 else self.values.unit[unit]
            out += worth if own >> unit & 1 else -worth
        return share * out - late

    @cached_property
    def _due(self) -> UnitSet:
        """4.2.1  Reinforcements of one's own that are to come in now."""
        return waiting(self.start, self.side)

    def _own(self, s: Position, hex_: int, stack: UnitSet, flipped: UnitSet, friends: HexSet) -> float:
        """The worth of a stack of one's own: its units, where they stand, and what the enemy may do to it."""
        worth = self._units(hex_, stack, flipped) + sum(self.post(u, hex_) for u in members(stack))
        if self.side == SOVIET and self.game.beyond >> hex_ & 1:
            worth -= self._numbers.beyond_line * stack.bit_count()
        return worth - self.weights.danger * self._numbers.danger_share * self.threat(s, hex_, stack, flipped, friends)

    def posted(self, unit: int, place: int) -> float:
        if self.side == JAPAN:
            return 0.0
        far, numbers, posts = self.goals.far.get(place, 0), self._numbers, self.goals.posts
        if self.game.artillery >> unit & 1:
            far = max(0, far - max(numbers.guns_behind, self.game.range[unit] - 1))
        out = -numbers.goal_distance * far
        if (post := posts.of.get(unit)) is not None and place >= 0:
            out -= posts.cost(unit, self.goals.moves(unit, post, place))
        return out

    def threat(self, s: Position, hex_: int, stack: UnitSet, flipped: UnitSet, friends: HexSet) -> float:
        """What the enemy stands to gain by an attack on a stack with what he has in reach."""
        game, around = self.game, self.game.map.grid.around[hex_]
        open_ = around & ~friends & game.passable["INF"]
        numbers = self._numbers
        per_hex = game.charts.stacking * numbers.unit_strength
        attack = min(int(numbers.coming_share * self.goals.pressure(hex_)), per_hex * open_.bit_count())
        if not attack:
            return 0.0
        trapped = not open_ & ~self._zone & ~s.held(self.enemy) and not friends & ~self._zone
        defence = sum(game.defence[u] * (1 if flipped >> u & 1 else 2) for u in members(stack))
        column = self.battle_values.ratio(s, attack, defence) + trapped - game.columns[hex_]
        column = min(column - self.battle_values.cover(stack), self.battle_values.even + numbers.most_columns)
        costs = self.values.cheapest(stack, flipped, hex_)
        going = self.battle_values.going(self.values, hex_, stack, flipped, trapped)
        return max(0.0, self.battle_values.gain(column, costs, going, self._typical, numbers.attackers))

    def _objectives(self, s: Position) -> float:
        """Objectives held, less the chance that one without a guard is lost."""
        game, total = self.game, 0.0
        own = s.held(self.side)
        for hex_, kind in game.objective_kind.items():
            points = game.charts.points[kind].integer("points")
            if (s.soviet_objectives >> hex_ & 1) == (self.side == SOVIET):
                total += points * (1 if own >> hex_ & 1 else 1 - 2 * self.goals.risk[hex_])
            else:
                total -= points
        return total

    def wanted(self, s: Position) -> HexSet:
        """Objectives without a guard: the enemy's, and one's own that he can come to."""
        game = self.game
        held = s.soviet_objectives if self.side == SOVIET else game.objectives & ~s.soviet_objectives
        safe = sum(1 << h for h, risk in self.goals.risk.items() if not risk)
        return game.objectives & ~s.held(SOVIET) & ~s.held(JAPAN) & ~(held & safe)

    # -- attacks to come --------------------------------------------------------------------------------------------

    def prospects(self, s: Position) -> float:
        """What the attacks of this turn are worth, as the units stand now: those that have to be made and others."""
        contact = s.held(self.side) & s.zone(self.enemy)
        if not contact:
            return 0.0
        grid, stacks = self.game.map.grid, 0
        for hex_ in members(contact):
            stacks |= s.at[hex_]
        near = s.held(self.side) & grid.within(contact, 3)
        key = contact, near, stacks, s.moved & stacks, *(s.where[u] for u in self._artillery)
        found = self._battles.get(key)
        if found is None:
            found = self._battles[key] = self._assigned(s, contact)
        return found

    def _assigned(self, s: Position, contact: HexSet) -> float:
        """Every unit in contact attacks once, the best attack first."""
        free, must = self._fighters(s, contact)
        around, guns, air = self.game.map.grid.around, self.guns(s, must), s.air[self.side]

        def weigh(target: int) -> Strike:
            return self.attack(s, target, self._beside(s, target, free), guns, air)

        def take(target: int, strike: Strike) -> bool:
            nonlocal free, guns, air
            near = self._beside(s, target, free)
            if not near or (strike.worth <= 0 and not near & must):
                return False
            free, guns, air = free & ~near, guns & ~strike.guns, air - strike.air
            return True

        targets = [h for h in members(s.held(self.enemy)) if around[h] & contact]
        return sum(strike.worth for _, strike in assigned(targets, weigh, take))

    def _fighters(self, s: Position, contact: HexSet) -> tuple[UnitSet, UnitSet]:
        """(who may attack, who has to)."""
        free = must = 0
        for hex_ in members(contact):
            stack = s.at[hex_] & ~s.penalised
            free |= stack
            must |= stack & ~(s.engaged & ~s.moved) if dominates(s, self.side, hex_) else stack
        return free, must

    def guns(self, s: Position, must: UnitSet) -> UnitSet:
        guns = self.game.sheet.of_side[self.side] & self.game.artillery & ~must & ~s.fired & ~s.fought & ~s.penalised
        return sum(1 << u for u in members(guns) if s.where[u] >= 0)

    def _beside(self, s: Position, target: int, free: UnitSet) -> UnitSet:
        game, out = self.game, 0
        for hex_ in members(game.map.grid.around[target] & s.held(self.side)):
            out |= s.at[hex_]
        out &= free
        return out & ~game.armour if game.mountains >> target & 1 else out

    def attack(self, s: Position, target: int, near: UnitSet, guns: UnitSet, air: int) -> Strike:
        """The best attack on a hex with these units."""
        if not near:
            return NOTHING
        game = self.game
        ranged = sum(1 << u for u in members(guns & ~near) if game.in_range[game.range[u]][s.where[u]] >> target & 1)
        trapped = self.is_trapped(s, target)
        key = target, near, ranged, air, trapped, *sorted({s.where[u] for u in members(near)})
        found = self._attacks.get(key)
        if found is None:
            found = self._attacks[key] = self._weigh(s, target, near, ranged, air, trapped)
        return found

    def is_trapped(self, s: Position, target: int) -> bool:
        """Whether whoever stands in an enemy hex has nowhere to retreat to."""
        game = self.game
        quiet = game.map.grid.around[target] & ~s.held(self.side) & ~s.zone(self.side) & game.passable["INF"]
        return not quiet and not game.map.grid.exits(target)

    def _weigh(self, s: Position, target: int, near: UnitSet, guns: UnitSet, air: int, trapped: bool) -> Strike:
        battle_values, prices, stack = self.battle_values, self._prices, s.stack(target)
        hexes = {s.where[u] for u in members(near)}
        shift = battle_values.shift(s, target, near, hexes, trapped)
        defence = sum(s.defence(u) for u in members(stack)) + self.support(target)
        costs = self.values.cheapest(stack, s.flipped, target)
        going = battle_values.going(self.values, target, stack, s.flipped, trapped)
        hits = [self.values.cheapest(near & s.at[h], s.flipped, h) for h in hexes]
        ours = min(x[0] for x in hits), min(x[1] for x in hits)
        crowd = near.bit_count()

        def worth(column: int, spent: float) -> float:
            return battle_values.gain(column, costs, going, ours, crowd) - spent

        # Whatever is added without coming to another column costs something and brings nothing.
        strength = sum(s.attack(u) for u in members(near))
        column = battle_values.column(s, strength, defence, shift)
        best, used = Strike(worth(column, 0.0)), 0
        for gun in sorted(members(guns), key=lambda u: -s.attack(u)):
            used |= 1 << gun
            strength += s.attack(gun)
            before, column = column, battle_values.column(s, strength, defence, shift)
            if column != before:
                best = max(best, Strike(worth(column, prices.gun * used.bit_count()), used))
        with_guns = sum(s.attack(u) for u in members(near | best.guns))
        column = battle_values.column(s, with_guns, defence, shift)
        for points in range(1, air + 1) if near & ~self.game.artillery else ():
            before, column = column, battle_values.column(s, with_guns + AIR_STRENGTH * points, defence, shift)
            if column != before:
                value = worth(column, prices.gun * best.guns.bit_count() + prices.air_point * points)
                if value > best.worth:
                    best = Strike(value, best.guns, points)
        return best
