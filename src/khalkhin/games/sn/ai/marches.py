"""Ideas for a Movement Phase: assaults by several units, and marches of units or stacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from khalkhin.ai.ideas import Idea, marches
from khalkhin.ai.ideas.assaults import Crew, MarchOrder, split_moves
from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.engine.codec import UnitSet
from khalkhin.games.sn import sea
from khalkhin.games.sn.ai.evaluation import Evaluation
from khalkhin.games.sn.ai.settings import SnMarchSettings
from khalkhin.games.sn.movement import Moving, movable, rides
from khalkhin.games.sn.position import Position
from khalkhin.games.sn.stacking import excess
from khalkhin.games.sn.ways import ways

if TYPE_CHECKING:
    from khalkhin.games.sn.game import StrikeNorth

SINGLE = 2
"""Decisions that it takes to move one unit."""


class Marches(marches.Marches[Position]):
    """The movement ideas of one side in one position."""

    settings: SnMarchSettings
    evaluation: Evaluation
    game: StrikeNorth

    def __init__(self, evaluation: Evaluation, s: Position) -> None:
        super().__init__(evaluation, s, movable(s, evaluation.side))

    def kind(self, unit: int) -> tuple[int, str, int]:
        return self.s.where[unit], self.game.kind[unit], self.s.allowance(unit)

    def group_key(self, order: MarchOrder) -> tuple[object, ...]:
        return order[1], self.s.where[order[0]], self.game.kind[order[0]]

    def reach(self, unit: int) -> HexSet:
        return ways(self.s, self.side, 1 << unit).hexes

    def has_room(self, s: Position, hex_: Hex, units: UnitSet) -> bool:
        return excess(s, self.side, hex_, units) <= 0

    # -- going somewhere --------------------------------------------------------------------------------------------

    def friends(self, hex_: Hex) -> UnitSet:
        return self.s.units_at(self.side, hex_)

    def notable_hexes(self) -> HexSet:
        return self.evaluation.values.places & ~self.s.occupied(self.side)

    def holding_value(self, unit: int, hex_: Hex) -> float:
        """What it brings that somebody stands in a place."""
        values = self.evaluation.values
        first = values.first(self.s, self.side, hex_) if self.game.combat_units >> unit & 1 else 0.0
        return values.hold[self.side].get(hex_, 0.0) + first

    def terrain_value(self, hex_: Hex) -> float:
        return -self.settings.terrain * self.evaluation.battle_values.ground[hex_]

    def contact_hexes(self) -> HexSet:
        return self.s.zone(self.evaluation.enemy)

    def may_enter_contact(self, unit: int) -> bool:
        return bool(self.game.attack[unit])

    def prize_hexes(self, unit: int, hexes: HexSet) -> Iterable[Hex]:
        return [h for h in members(hexes & self.evaluation.values.places) if self.holding_value(unit, h)]

    def wanted_hexes(self) -> HexSet:
        """Cities and towns that bring something, or that the enemy can come to."""
        empty, pressure = self.notable_hexes() & ~self.enemy_hexes(), self.evaluation.goals.pressure
        hold, first = self.evaluation.values.hold[self.side], self.evaluation.values.first
        return union(h for h in members(empty) if h in hold or first(self.s, self.side, h) or pressure(h))

    def takers(self) -> Iterable[int]:
        return members(self.movers & self.game.combat_units)

    def ride_ideas(self, together: list[int]) -> Iterator[Idea]:
        """By rail to the best hex by a quick evaluation, if that is nearer to the goal."""
        first, evaluation = together[0], self.evaluation
        here = evaluation.post(first, self.s.where[first])
        if self.s.round != 1 or here > -self.settings.rail_distance or not self.game.rail >> self.s.where[first] & 1:
            return
        found = rides(self.s, self.side, 1 << first)
        if found:
            best = max(members(found), key=lambda h: (self.quick_value(first, h), -h))
            if evaluation.post(first, best) > here:
                column = self.marching_column(together, best)
                if len(column) > 1:
                    yield [*(("unit", unit) for unit in column), ("rail", best)]
                yield [("unit", first), ("rail", best)]

    def other_ideas(self) -> Iterator[Idea]:
        """By sea to the best coast by a quick evaluation."""
        for unit in members(sea.sailors(self.s, self.side)):
            open_ = sea.destinations(self.s, self.side, 1 << unit) & ~self.s.occupied(self.evaluation.enemy)
            if not open_ or self.game.charts.marine_lands[self.side] > self.settings.marine_die:
                continue
            best = max(members(open_), key=lambda h: (self.quick_value(unit, h), -h))
            yield [("sail", unit), ("hex", best)]

    def onward_ideas(self, step: Moving) -> Iterator[Idea]:
        """The rest of a move that has been begun: to the best hex by a quick evaluation."""
        unit = next(members(step.units))
        yield (("hex", max(members(step.ways(self.s).hexes), key=lambda h: (self.quick_value(unit, h), -h))),)

    # -- assaults ---------------------------------------------------------------------------------------------------

    def attackers(self) -> Iterable[int]:
        return (u for u in members(self.movers & self.game.combat_units) if self.game.attack[u])

    def enemy_hexes(self) -> HexSet:
        return self.s.occupied(self.evaluation.enemy)

    def attack_hexes(self, target: Hex) -> HexSet:
        return self.game.contact[target]

    def rank(self, unit: int) -> tuple[float, ...]:
        return -self.game.attack[unit], unit

    def target_value(self, hex_: Hex, crew: Crew) -> tuple[float, ...]:
        """What is there, against its defence and the attack factors that can come."""
        s, evaluation, settings = self.s, self.evaluation, self.settings
        there = s.units_at(evaluation.enemy, hex_)
        terrain = 1 - settings.target_terrain * evaluation.battle_values.ground[hex_]
        defence = sum(self.game.defence[u] for u in members(there)) * terrain
        attack = sum(self.game.attack[u] for u in crew)
        worth = (
            evaluation.values.group(there)
            + evaluation.values.take(s, self.side, hex_)
            + evaluation.clearing_value(hex_)
        )
        ratio = min(settings.target_ratio, attack / (1 + defence))
        return (worth * ratio / (settings.target_base + settings.target_defence * defence),)

    def attack_value(self, s: Position, target: Hex) -> float:
        return self.evaluation.prospects(s)

    def set_down(self, after: Position, unit: int, hex_: Hex) -> None:
        put(after, self.side, 1 << unit, hex_)

    def attack_hex_value(self, s: Position, target: Hex) -> Callable[[Hex], float]:
        """No river between, opposite to other attackers, good terrain, few other enemies beside it."""
        evaluation, settings, grid = self.evaluation, self.settings, self.game.map.grid
        enemies = s.occupied(evaluation.enemy) & ~(1 << target)
        ours = grid.around[target] & s.occupied(self.side)
        wide = ours | grid.spread(ours)

        def value(hex_: Hex) -> float:
            others = (self.game.contact[hex_] & enemies).bit_count()
            river = settings.attack_river if evaluation.battle_values.river(hex_, target) else 0.0
            company = settings.attack_company if s.units_at(self.side, hex_) else 0.0
            further = grid.around[target] & (grid.around[hex_] | 1 << hex_) & ~wide
            around = settings.attack_around * further.bit_count()
            terrain = settings.attack_terrain * evaluation.battle_values.ground[hex_]
            return company + around - river - settings.attack_neighbours * others - terrain

        return value


def put(after: Position, side: int, units: UnitSet, hex_: Hex) -> None:
    """Set units down in a copy. What is known of the enemy, of forts and of supply that does not move still holds."""
    game, disrupted = after.game, after.disrupted
    known: dict[Any, Any] = {("enemy zone", side, disrupted): after.enemy_zone(side)}
    kinds = [game.forts, *([] if units & game.supply else [game.supply & ~disrupted])]
    own: dict[Any, Any] = {("hexes", kind): after.hexes_of(side, kind) for kind in kinds}
    for unit in members(units):
        after.put(unit, hex_)
    after.notes, after.own_notes[side] = known, own


def _already_taken(s: Position, side: int, hex_: Hex) -> bool:
    """Whether another unit has moved to a city or town in this plan: one is enough."""
    return bool((s.game.cities | s.game.towns) >> hex_ & 1 and s.units_at(side, hex_) & s.moved)


def position_after(s: Position, side: int, idea: Idea) -> Position | None:
    """A copy with the moves of an idea made, if they can still be made; only for evaluating."""
    after = s.clone()
    if idea[0][0] == "sail" and not _embark(after, side, idea):
        return None
    for group, [(_, to)] in split_moves(idea):
        if group & after.moved or excess(after, side, to, group) > 0:
            return None
        if len(idea) == SINGLE and _already_taken(after, side, to):
            return None
        put(after, side, group, to)
        after.moved |= group
    return after


def _embark(after: Position, side: int, idea: Idea) -> bool:
    """Whether there are ships for those who sail, and embark them; marines have their own."""
    for verb, noun in idea:
        if verb == "sail" and isinstance(noun, int) and not after.game.marines >> noun & 1:
            ship = sea.markers(after, side)
            if not ship:
                return False
            after.moved |= ship & -ship
    return True
