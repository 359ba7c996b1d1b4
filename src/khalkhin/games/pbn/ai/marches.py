"""Ideas for a Movement Phase: assaults by several units, and marches of units or stacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from khalkhin.ai.ideas import Idea, marches
from khalkhin.ai.ideas.assaults import Crew, MarchOrder, split_moves
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.pbn.ai.evaluation import Evaluation
from khalkhin.games.pbn.ai.settings import PbnMarchSettings
from khalkhin.games.pbn.movement import Movement, Moving, movable
from khalkhin.games.pbn.position import Position
from khalkhin.games.pbn.stacking import overfull
from khalkhin.games.pbn.ways import Engineers, ways

if TYPE_CHECKING:
    from khalkhin.games.pbn.game import Nomonhan


class Marches(marches.Marches[Position]):
    """The movement ideas of one side in one position."""

    settings: PbnMarchSettings
    evaluation: Evaluation
    game: Nomonhan

    def __init__(self, evaluation: Evaluation, s: Position, engineers: Engineers) -> None:
        super().__init__(evaluation, s, movable(s, evaluation.side))
        self.engineers = engineers

    def kind(self, unit: int) -> tuple[int, str, int]:
        return self.s.where[unit], self.game.kind[unit], self.game.movement[unit]

    def group_key(self, order: MarchOrder) -> tuple[object, ...]:
        return order[1], self.s.where[order[0]], self.game.kind[order[0]]

    def reach(self, unit: int) -> HexSet:
        return ways(self.s, self.side, 1 << unit, self.engineers).hexes

    def has_room(self, s: Position, hex_: Hex, units: UnitSet) -> bool:
        return not overfull(s, self.side, hex_, units)

    # -- going somewhere --------------------------------------------------------------------------------------------

    def friends(self, hex_: Hex) -> UnitSet:
        return self.s.land_at(self.side, hex_)

    def notable_hexes(self) -> HexSet:
        return self.game.objectives

    def holding_value(self, unit: int, hex_: Hex) -> float:
        return self.evaluation.values.hold[self.side].get(hex_, 0.0)

    def terrain_value(self, hex_: Hex) -> float:
        return self.settings.terrain * self.evaluation.battle_values.ground[hex_]

    def contact_hexes(self) -> HexSet:
        return self.s.zone(self.evaluation.enemy)

    def may_enter_contact(self, unit: int) -> bool:
        return bool(self.game.fighting >> unit & 1)

    def prize_hexes(self, unit: int, hexes: HexSet) -> Iterable[Hex]:
        return members(hexes & self.game.objectives)

    def wanted_hexes(self) -> HexSet:
        return self.game.objectives & ~self.s.occupied(self.side) & ~self.enemy_hexes()

    def takers(self) -> Iterable[int]:
        return members(self.movers & self.game.fighting)

    def singles(self, together: list[int]) -> list[int]:
        return together[:1] if len(together) > 2 else together

    def other_ideas(self) -> Iterator[Idea]:
        """Engineers take supply along."""
        s, game = self.s, self.game
        for engineer in members(self.movers & game.engineers & ~s.suppressed):
            stock = self.movers & s.at[s.where[engineer]] & game.supply
            if stock:
                group = 1 << engineer | stock & -stock
                supply = next(members(stock))
                for hex_ in self.likely_hexes(supply, ways(s, self.side, group, self.engineers).hexes)[
                    : self.settings.engineer_hexes
                ]:
                    yield self.march_idea([(engineer, hex_), (supply, hex_)])

    def onward_ideas(self, step: Moving) -> Iterator[Idea]:
        """The rest of a move that has been begun: to the best hex by a quick evaluation."""
        unit = next(members(step.units))
        found = step.hexes(self.s)
        if not found:
            yield (("done", None),)
        elif self.game.deception >> unit & 1:
            yield (("hex", next(members(found))),)
        else:
            yield (("hex", max(members(found), key=lambda h: (self.quick_value(unit, h), -h))),)

    # -- assaults ---------------------------------------------------------------------------------------------------

    def attackers(self) -> Iterable[int]:
        return (u for u in members(self.movers & self.game.fighting) if self.game.attack[u])

    def enemy_hexes(self) -> HexSet:
        return self.s.occupied(self.evaluation.enemy)

    def rank(self, unit: int) -> tuple[float, ...]:
        return -self.game.attack[unit], unit

    def target_value(self, hex_: Hex, crew: Crew) -> tuple[float, ...]:
        """What is there, against its defence and the attack factors that can come."""
        s, evaluation, settings = self.s, self.evaluation, self.settings
        there = s.land_at(evaluation.enemy, hex_)
        terrain = settings.target_terrain * evaluation.battle_values.ground[hex_]
        defence = sum(self.game.defence[u] for u in members(there)) + terrain
        attack = sum(self.game.attack[u] for u in crew)
        worth = evaluation.values.group(there) + evaluation.values.swing(self.side, hex_)
        ratio = min(settings.target_ratio, attack / (1 + defence))
        return (worth * ratio / (settings.target_base + settings.target_defence * defence),)

    def attack_value(self, s: Position, target: Hex) -> float:
        return self.evaluation.prospects(s)

    def attack_hex_value(self, s: Position, target: Hex) -> Callable[[Hex], float]:
        """No river between, good terrain, friends, an objective, few other enemies beside it."""
        evaluation, around, enemies = self.evaluation, self.game.map.grid.around, s.occupied(self.evaluation.enemy)

        settings = self.settings

        def value(hex_: Hex) -> float:
            others = (around[hex_] & enemies).bit_count() - 1
            river = evaluation.battle_values.river(hex_, target) or 0
            company = settings.attack_company if s.land_at(self.side, hex_) else 0.0
            terrain = settings.attack_terrain * evaluation.battle_values.ground[hex_]
            objective = settings.attack_objective * evaluation.values.hold[self.side].get(hex_, 0.0)
            against = settings.attack_river * river
            return company + terrain + objective - against - settings.attack_neighbours * others

        return value


def position_after(s: Position, side: int, idea: Idea) -> Position | None:
    """A copy with the moves of an idea made, if they can still be made; only for evaluating."""
    after = s.clone()
    for group, [(_, to)] in split_moves(idea):
        if group & after.moved or overfull(after, side, to, group):
            return None
        for unit in members(group):
            after.put(unit, to)
        after.moved |= group
    return after


def engineers(s: Position) -> Engineers:
    """Where engineers stood when the phase began."""
    return next((step.engineers for step in reversed(s.agenda) if isinstance(step, Movement)), ())
