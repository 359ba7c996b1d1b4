"""Ideas in a movement phase: assaults by several units, and marches of units or stacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from khalkhin.ai.ideas import Idea
from khalkhin.ai.ideas.assaults import Assaults, Crew, MarchOrder, split_moves
from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.bkg.ai.evaluation import Evaluation
from khalkhin.games.bkg.ai.settings import MarchSettings
from khalkhin.games.bkg.entry import waiting
from khalkhin.games.bkg.movement import Moving, movable
from khalkhin.games.bkg.position import Position

if TYPE_CHECKING:
    from khalkhin.games.bkg.game import Batalha


class Marches(Assaults[Position]):
    """The ideas of one side in one position."""

    END: Idea = (("done", None),)

    settings: MarchSettings
    game: Batalha

    def __init__(self, evaluation: Evaluation, s: Position) -> None:
        super().__init__(evaluation, s, movable(s, evaluation.side), evaluation.settings.marches)
        self.evaluation = evaluation
        self._zone = s.zone(1 - self.side)
        self._full = s.crowded(self.side, 1)
        self._reach: dict[tuple[int, str, int], HexSet] = {}

    def reach(self, unit: int) -> HexSet:
        """Where a unit on the map can end its move; units of a kind that stand together share the answer."""
        key = self.s.where[unit], self.game.type[unit], self.game.allowance[unit]
        found = self._reach.get(key)
        if found is None:
            found = self._reach[key] = Moving(self.side, 1 << unit, key[0], (), ()).offered(self.s)
        return found

    def quick_value(self, unit: int, hex_: int) -> float:
        """A first quick look at a hex."""
        game, evaluation = self.game, self.evaluation
        shelter = 1 + game.columns[hex_] + self.s.stack(hex_).bit_count()
        danger = self.settings.danger * evaluation.goals.pressure(hex_) / shelter
        worth = evaluation.post(unit, hex_) + self.holding_value(hex_) - danger
        return worth + evaluation.values.at(hex_, unit, bool(self.s.flipped >> unit & 1))

    def holding_value(self, hex_: int) -> float:
        """What it brings that somebody stands in a hex of the line, when it is the last moment."""
        posts = self.evaluation.goals.posts
        empty = posts.hexes >> hex_ & 1 and not self.s.stack(hex_)
        return posts.price if empty and not posts.moves else 0.0

    def ideas(self) -> Iterator[Idea]:
        yield from self.assault_ideas(self.settings.targets)
        yield from self.march_ideas()
        yield from self.entry_ideas(self.settings.entry_hexes)

    def quick_ideas(self) -> Iterator[Idea]:
        yield from super().quick_ideas()
        yield from self.entry_ideas(self.settings.quick_entry_hexes)

    def kind(self, unit: int) -> tuple[int, str, int, bool]:
        flipped = bool(self.s.flipped >> unit & 1)
        return self.s.where[unit], self.game.type[unit], self.game.allowance[unit], flipped

    def group_key(self, order: MarchOrder) -> tuple[object, ...]:
        unit, hex_ = order
        return self.s.where[unit], hex_, self.game.type[unit], self.game.allowance[unit]

    def has_room(self, s: Position, hex_: int, units: UnitSet) -> bool:
        return not s.crowded(self.side, units.bit_count()) >> hex_ & 1

    # -- going somewhere --------------------------------------------------------------------------------------------

    def march_ideas(self) -> Iterator[Idea]:
        """Single units, and all units of a kind that stand together, to the hexes that look best."""
        on_map = [u for u in members(self.movers) if self.s.where[u] >= 0]
        posts = self.evaluation.goals.posts

        def group(unit: int) -> tuple[object, ...]:
            return *self.kind(unit), posts.of.get(unit, -1)

        quiet = (~self._zone | posts.hexes) & ~self._full
        for _, units in groupby(sorted(on_map, key=group), key=group):
            together = list(units)
            for hex_ in self._likely_hexes(together[0], self.reach(together[0]) & quiet):
                yield self.march_idea([(together[0], hex_)])
                if len(together) > 1:
                    yield self.march_idea([(unit, hex_) for unit in together])

    def _likely_hexes(self, unit: int, hexes: HexSet) -> list[int]:
        """The hexes that look best at first sight, and every objective."""
        ranked = sorted(members(hexes), key=lambda h: -self.quick_value(unit, h))
        best = ranked[: self.settings.hexes]
        return best + [h for h in members(hexes & self.game.objectives) if h not in best]

    def entry_ideas(self, few: int) -> Iterator[Idea]:
        """Units that come in, and go on from the edge."""
        for unit in members(waiting(self.s, self.side) & self.movers):
            edge = Moving(self.side, 1 << unit, self.s.where[unit], (), ())
            offered = edge.offered(self.s)
            for hex_ in self._likely_hexes(unit, offered & ~self._full)[:few]:
                yield (("unit", unit), ("hex", hex_), ("done", None))
            for hex_ in self._likely_hexes(unit, offered)[:few]:
                onward = edge.extended(self.s, hex_).offered(self.s)
                for further in self._likely_hexes(unit, onward & ~self._zone & ~self._full)[:few]:
                    yield (("unit", unit), ("hex", hex_), ("hex", further), ("done", None))

    def onward_ideas(self, step: Moving) -> Iterator[Idea]:
        """A move in hand: to end it where it is, or to go on to the hexes that look best and end it there."""
        if step.can_end(self.s):
            yield (("done", None),)
        likely = self._likely_hexes(next(members(step.units)), step.offered(self.s))
        for hex_ in likely:
            yield (("hex", hex_), ("done", None))
        for hex_ in likely[:1]:
            yield (("hex", hex_),)

    # -- assaults ---------------------------------------------------------------------------------------------------

    def wanted_hexes(self) -> HexSet:
        return self.evaluation.wanted(self.s)

    def takers(self) -> Iterable[int]:
        return (u for u in members(self.movers) if self.s.where[u] >= 0)

    def enemy_hexes(self) -> HexSet:
        return self.s.held(1 - self.side)

    def attackers(self) -> Iterable[int]:
        return (u for u in members(self.movers & ~self.game.artillery) if self.s.where[u] >= 0)

    def crews_by_target(self) -> dict[int, Crew]:
        """Armour does not attack mountains."""
        found, armour = super().crews_by_target(), self.game.armour
        for target in members(self.game.mountains & self.enemy_hexes()):
            found[target] = {u: hexes for u, hexes in found.get(target, {}).items() if not armour >> u & 1}
        return {target: crew for target, crew in found.items() if crew}

    def rank(self, unit: int) -> tuple[float, ...]:
        return -self.s.attack(unit), unit

    def target_value(self, hex_: int, crew: Crew) -> tuple[float, ...]:
        """What is there, against how strong it is and who can come."""
        s, evaluation, settings = self.s, self.evaluation, self.settings
        stack = s.stack(hex_)
        shelter = 1 + settings.target_column * self.game.columns[hex_]
        defence = sum(s.defence(u) for u in members(stack)) * shelter + evaluation.support(hex_)
        attack = sum(s.attack(u) for u in crew)
        worth = sum(evaluation.values.at(hex_, u, bool(s.flipped >> u & 1)) for u in members(stack))
        worth += settings.target_objective * (self.game.objectives >> hex_ & 1)
        return (worth * min(settings.most_odds, attack / (1 + defence)),)

    def ranked_targets(self, crews: dict[int, Crew], most: int) -> list[int]:
        return sorted(super().ranked_targets(crews, most))

    def call_up_sequences(self, crew: Crew) -> Iterator[list[int]]:
        """Complete regiments first, for they are worth a column more; or the strongest first."""
        able, strong = sum(1 << u for u in crew), sorted(crew, key=self.rank)
        whole: list[int] = []
        for elements, _ in self.evaluation.battle_values.attacking:
            if not elements & ~able and elements.bit_count() <= self.settings.most_units:
                whole += [u for u in members(elements) if u not in whole]
        yield whole + [u for u in strong if u not in whole]
        yield strong

    def assault_orders(self, target: int, crew: Crew, order: list[int]) -> list[MarchOrder]:
        """One unit is always called up, and others as long as they add enough."""
        settings, after, orders, count = self.settings, self.s.clone(), list[MarchOrder](), 0
        best = self.attack_value(after, target)
        for unit in order:
            if len(orders) == settings.most_units:
                break
            if (hex_ := self.best_attack_hex(after, target, unit, crew[unit])) is None:
                continue
            after.put(unit, hex_)
            after.moved |= 1 << unit
            orders.append((unit, hex_))
            promise = self.attack_value(after, target) - settings.least_gain * len(orders)
            if promise > best or not count:
                best, count = promise, len(orders)
            elif len(orders) - count >= settings.patience:
                break
        return orders[:count]

    def attack_value(self, s: Position, target: int) -> float:
        near = 0
        for hex_ in members(self.game.map.grid.around[target] & s.held(self.side)):
            near |= s.at[hex_]
        near &= ~s.penalised
        if self.game.mountains >> target & 1:
            near &= ~self.game.armour
        return self.evaluation.attack(s, target, near, self.evaluation.guns(s, near), s.air[self.side])[0]

    def attack_hex_value(self, s: Position, target: int) -> Callable[[int], float]:
        """No river between, good ground, few other enemies beside it."""
        game, around, enemies = self.game, self.game.map.grid.around, s.held(1 - self.side)
        settings, river = self.settings, self.evaluation.battle_values.river

        def value(hex_: int) -> float:
            others = (around[hex_] & enemies).bit_count() - 1
            return game.columns[hex_] - river(hex_, target) - settings.other_enemy * others

        return value


def position_after(s: Position, side: int, idea: Idea) -> Position | None:
    """A copy with the moves of an idea made, if they can still be made; for judging only."""
    after = s.clone()
    for group, way in split_moves(idea):
        to = way[-1][1]
        if group & after.moved or after.crowded(side, group.bit_count()) >> to & 1:
            return None
        for unit in members(group):
            after.enter(unit, to)
            after.put(unit, to)
        after.moved |= group
    return after
