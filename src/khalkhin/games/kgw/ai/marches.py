"""Ideas in a Movement Phase: assaults by several units, and marches of units or stacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from khalkhin.ai.ideas import Idea, Said, marches
from khalkhin.ai.ideas.assaults import Crew, MarchOrder, split_moves
from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.engine.codec import UnitSet
from khalkhin.games.kgw.ai.evaluation import Evaluation
from khalkhin.games.kgw.ai.settings import MarchSettings
from khalkhin.games.kgw.combat import fit
from khalkhin.games.kgw.movement import Moving, movable
from khalkhin.games.kgw.position import Position
from khalkhin.games.kgw.stacking import excess

if TYPE_CHECKING:
    from khalkhin.games.kgw.game import KhalkinGolWar


class Marches(marches.Marches[Position]):
    """The ideas of one side in one position."""

    END: Idea = (("done", None),)

    settings: MarchSettings
    evaluation: Evaluation
    game: KhalkinGolWar

    def __init__(self, evaluation: Evaluation, s: Position) -> None:
        super().__init__(evaluation, s, movable(s, evaluation.side))
        self._reach: dict[tuple[Hex, str, int, bool], HexSet] = {}

    def kind(self, unit: int) -> tuple[Hex, str, int, bool]:
        red = self.game.sheet.nation[unit] == "RA"
        return self.s.where[unit], self.game.movement_class[unit], self.s.allowance(unit), red

    def group_key(self, order: MarchOrder) -> tuple[object, ...]:
        return order[1], *self.kind(order[0])

    def reach(self, unit: int) -> HexSet:
        """By land."""
        key = self.kind(unit)
        found = self._reach.get(key)
        if found is None or self.game.trains >> unit & 1 or self.game.agents >> unit & 1:
            found = Moving(self.side, 1 << unit, key[0]).ways(self.s).hexes
            self._reach[key] = found
        return found

    def has_room(self, s: Position, hex_: Hex, units: UnitSet) -> bool:
        return not excess(s, self.side, hex_, units)

    # -- going somewhere --------------------------------------------------------------------------------------------

    def marching_column(self, together: list[int], hex_: Hex) -> list[int]:
        """All or none: a stack that is too high breaks up into divisions first."""
        return together

    def friends(self, hex_: Hex) -> UnitSet:
        return self.s.units_at(self.side, hex_)

    @cached_property
    def _places(self) -> HexSet:
        return union(self.evaluation.values.place)

    def notable_hexes(self) -> HexSet:
        return self._places

    def holding_value(self, unit: int, hex_: Hex) -> float:
        return self.evaluation.values.place.get(hex_, 0.0)

    def best_hexes(self, unit: int, hexes: set[Hex]) -> list[Hex]:
        """Of hexes that look equally good, whichever."""
        return sorted(hexes, key=lambda h: -self.quick_value(unit, h))[: self.settings.hexes]

    def wanted_hexes(self) -> HexSet:
        return self._places & ~self.s.occupied(self.side) & ~self.enemy_hexes()

    def takers(self) -> Iterable[int]:
        return members(self.movers & ~self.game.supply)

    def ride_ideas(self, together: list[int]) -> Iterator[Idea]:
        """By railroad to the hex from where it is the shortest way."""
        first = together[0]
        rides = Moving(self.side, 1 << first, self.s.where[first]).rides(self.s)
        if not rides:
            return
        best = max(members(rides), key=lambda h: (self.evaluation.post(first, h), -h))
        if self.evaluation.post(first, best) <= self.evaluation.post(first, self.s.where[first]):
            return
        room = self.game.charts.rail_capacity - self.s.rail_used
        group = 0
        for unit in together:
            if self.s.load(group | 1 << unit) <= room:
                group |= 1 << unit
        if not group:
            return
        said: list[Said] = [*(("unit", u) for u in members(group)), ("rail", best)]
        yield [*said, ("done", None)]
        charts = self.game.charts
        toll = (charts.rail_on + charts.rail_off,) * group.bit_count()
        there = Moving(self.side, group, self.s.where[first], (best,), toll, True)
        for hex_ in self.likely_hexes(first, there.ways(self.s).hexes)[: self.settings.hexes_by_rail]:
            yield [*said, ("hex", hex_), ("done", None)]

    def onward_ideas(self, step: Moving) -> Iterator[Idea]:
        """A move in hand: to the hexes that look best, or to end it where it is."""
        unit = next(members(step.units))
        for hex_ in self.likely_hexes(unit, step.ways(self.s).hexes):
            yield (("hex", hex_), ("done", None))
        rides = step.rides(self.s)
        for hex_ in self.likely_hexes(unit, rides)[:1]:
            yield (("rail", hex_), ("done", None))
        if step.path:
            yield (("done", None),)

    # -- assaults ---------------------------------------------------------------------------------------------------

    def attackers(self) -> Iterable[int]:
        """Nobody attacks in a second Segment without supply."""
        idle = self.s.segment == 2 and not self.s.supplied
        return () if idle else members(self.movers & ~self.game.supply & ~(1 << self.game.zhukov))

    def enemy_hexes(self) -> HexSet:
        return self.s.occupied(self.evaluation.enemy)

    def rank(self, unit: int) -> tuple[float, ...]:
        """Guns last: they need company."""
        return self.game.artillery >> unit & 1, -self.s.strength(unit), unit

    def target_value(self, hex_: Hex, crew: Crew) -> tuple[float, ...]:
        return self.evaluation.values.place.get(hex_, 0.0), len(crew)

    def attack_value(self, s: Position, target: Hex) -> float:
        return max(0.0, self.evaluation.best_attack(s, target, fit(s, self.side)).worth)

    def set_down(self, after: Position, unit: int, hex_: Hex) -> None:
        put(after, self.s, self.side, 1 << unit, hex_)

    def attack_hex_value(self, s: Position, target: Hex) -> Callable[[Hex], float]:
        """No river between, company, few other enemies beside it."""
        around, enemies, ours = self.game.map.grid.around, s.occupied(self.evaluation.enemy), s.occupied(self.side)
        settings = self.settings

        def value(hex_: Hex) -> float:
            others = (around[hex_] & enemies).bit_count() - 1
            river = 0.0 if s.winter else settings.river * self.game.map.has_side("river", hex_, target)
            company = settings.company if ours >> hex_ & 1 else 0.0
            return company - river - settings.other_enemy * others

        return value


def put(after: Position, before: Position, side: int, units: UnitSet, hex_: Hex) -> None:
    """Set ground units down in a copy; what hangs on the enemy and on who is on the map at all is not forgotten."""
    for unit in members(units):
        after.put(unit, hex_)
    after.moved |= units
    enemy, notes = 1 - side, before.notes
    after.notes = {
        ("occupied", enemy): before.occupied(enemy),
        ("zone", enemy): before.zone(enemy),
        ("on map", side): before.on_map(side),
        ("on map", enemy): before.on_map(enemy),
        ("able", side): notes.setdefault(("able", side), {}),
        ("served", side): notes.setdefault(("served", side), {}),
    }


def position_after(s: Position, side: int, idea: Idea) -> Position | None:
    """A copy with the moves of an idea made, if they can still be made; for judging only."""
    after = s.clone()
    for group, way in split_moves(idea):
        to = way[-1][1]
        if group & after.moved or excess(after, side, to, group):
            return None
        put(after, s, side, group, to)
        after.railed |= group if any(verb == "rail" for verb, _ in way) else 0
    return after if after.rail_used <= s.game.charts.rail_capacity else None
