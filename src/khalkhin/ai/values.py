"""What units are worth, and how far it is from everywhere to anywhere."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.board.reach import Costs, reach
from khalkhin.engine.codec import UnitSet

NOWHERE = 10**6
"""Points, or moves, to a place that cannot be reached."""

K = TypeVar("K")


class Values:
    """The worth of units at one time of the game, in points of victory."""

    unit: tuple[float, ...]
    """What it costs to lose a counter."""

    def group(self, units: UnitSet) -> float:
        return sum(self.unit[u] for u in members(units))


class Distances(ABC, Generic[K]):
    """What it costs from every hex to a goal, for every class of units: nobody in the way."""

    FARTHEST: int
    """The points it takes at most from one end of the map to the other."""

    def __init__(self) -> None:
        self._kept: dict[tuple[K, Hex], list[int]] = {}
        self._back: dict[K, Costs] = {}

    @abstractmethod
    def costs(self, kind: K) -> Costs:
        """What steps cost a class."""

    def barred(self, kind: K) -> HexSet:
        """Hexes that a class never enters, whatever the terrain."""
        return 0

    def to(self, kind: K, goal: Hex) -> list[int]:
        """For every hex the points to a goal."""
        key = kind, goal
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._field(kind, goal)
        return found

    def _field(self, kind: K, goal: Hex) -> list[int]:
        """From the goal outward, against the direction of the march."""
        back = self._back.get(kind)
        if back is None:
            tolls = self.costs(kind)
            back = self._back[kind] = Costs.build(tolls.grid, lambda a, b, d: tolls.tolls[b][(d + 3) % 6])
        far = [NOWHERE] * back.grid.bits
        for cost, hexes in enumerate(reach(back, goal, self.FARTHEST, barred=self.barred(kind)).levels):
            for hex_ in members(hexes):
                far[hex_] = cost
        return far
