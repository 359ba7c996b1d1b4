"""Ideas in a movement phase: assaults by several units, and marches of units or stacks."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from khalkhin.ai.evaluation import Evaluation
from khalkhin.ai.ideas import Idea
from khalkhin.ai.ideas.assaults import Assaults, AssaultSettings, P
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet


@dataclass(frozen=True, kw_only=True)
class MarchSettings(AssaultSettings):
    """The numbers by which a game looks for marches, and for assaults."""

    hexes: int
    """Hexes that are looked at more closely for each group."""
    closest_hexes: int
    """Hexes nearest to a group's goal that get a first quick look."""
    danger: float
    """Points for each factor of the enemy's strength in reach of a hex, in the first quick look at it."""


class Marches(Assaults[P]):
    """The ideas of one side in one position, where every unit has a goal."""

    settings: MarchSettings

    def __init__(self, evaluation: Evaluation[P], s: P, movers: UnitSet) -> None:
        super().__init__(evaluation, s, movers, evaluation.settings.marches)
        self.evaluation: Any = evaluation

    def ideas(self) -> Iterator[Idea]:
        yield from self.assault_ideas(self.settings.targets)
        yield from self.march_ideas()
        yield from self.other_ideas()

    # -- what a game says -------------------------------------------------------------------------------------------

    @abstractmethod
    def friends(self, hex_: Hex) -> UnitSet:
        """Who of one's own stands in a hex."""

    @abstractmethod
    def notable_hexes(self) -> HexSet:
        """Places that are always worth a quick look."""

    @abstractmethod
    def holding_value(self, unit: int, hex_: Hex) -> float:
        """What it brings that somebody stands in a place."""

    def terrain_value(self, hex_: Hex) -> float:
        """What the ground of a hex is worth."""
        return 0.0

    def contact_hexes(self) -> HexSet:
        """Hexes beside the enemy, where whoever goes there has to attack."""
        return 0

    def may_enter_contact(self, unit: int) -> bool:
        """Whether a unit may go there."""
        return True

    def prize_hexes(self, unit: int, hexes: HexSet) -> Iterable[Hex]:
        """Places there that a unit may go for whatever they look like."""
        return ()

    def singles(self, together: list[int]) -> list[int]:
        """Who of a group may go without the others."""
        return together[:1]

    def ride_ideas(self, together: list[int]) -> Iterator[Idea]:
        """Other ways for a group to go somewhere."""
        yield from ()

    def other_ideas(self) -> Iterator[Idea]:
        """Moves of another sort."""
        yield from ()

    # -- going somewhere --------------------------------------------------------------------------------------------

    def march_ideas(self) -> Iterator[Idea]:
        """All units of a kind with one goal, and one of them alone, to the hexes that look best."""

        def group(unit: int) -> tuple[Any, ...]:
            goal = self.evaluation.goals.goal(unit)
            return *self.kind(unit), -1 if goal is None else goal

        for _, units in groupby(sorted(members(self.movers), key=group), key=group):
            together = list(units)
            for hex_ in self.likely_hexes(together[0], self.reach(together[0])):
                column = self.marching_column(together, hex_)
                if len(column) > 1:
                    yield self.march_idea([(unit, hex_) for unit in column])
                for unit in self.singles(together):
                    yield self.march_idea([(unit, hex_)])
            yield from self.ride_ideas(together)

    def marching_column(self, together: list[int], hex_: Hex) -> list[int]:
        """As many of a group as find room in a hex."""
        group = 0
        for unit in together:
            if self.has_room(self.s, hex_, group | 1 << unit):
                group |= 1 << unit
        return list(members(group))

    def quick_value(self, unit: int, hex_: Hex) -> float:
        """A first quick look at a hex."""
        evaluation, friends = self.evaluation, self.friends(hex_).bit_count()
        danger = self.settings.danger * evaluation.goals.pressure(hex_) / (1 + friends)
        worth: float = evaluation.post(unit, hex_) + self.terrain_value(hex_) - danger
        return worth if friends else worth + self.holding_value(unit, hex_)

    def likely_hexes(self, unit: int, hexes: HexSet) -> list[Hex]:
        """The hexes that look best at first sight: some that are quiet, and some beside the enemy."""
        line = self.contact_hexes()
        quiet = self._best_looking(unit, hexes & ~line)
        if not line or not self.may_enter_contact(unit):
            return quiet
        return [*quiet, *self._best_looking(unit, hexes & line)[:1], *self.prize_hexes(unit, hexes & line)]

    def _best_looking(self, unit: int, hexes: HexSet) -> list[Hex]:
        """The best of those nearest to the goal, and of the places that count."""
        near = {h: self.evaluation.post(unit, h) for h in members(hexes)}
        closest = sorted(near, key=lambda h: -near[h])[: self.settings.closest_hexes]
        return self.best_hexes(unit, {*closest, *members(hexes & self.notable_hexes())})

    def best_hexes(self, unit: int, hexes: set[Hex]) -> list[Hex]:
        """Those that a quick look likes best."""
        return sorted(hexes, key=lambda h: (-self.quick_value(unit, h), h))[: self.settings.hexes]
