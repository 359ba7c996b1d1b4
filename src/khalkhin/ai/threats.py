"""Where the enemy can attack, and with what strength."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar

from khalkhin.board.hexset import Hex, HexSet

Area: TypeAlias = tuple[HexSet, float]
"""Hexes that somebody can attack, and his strength."""

K = TypeVar("K")


def massed(forces: Iterable[tuple[K, float]]) -> dict[K, float]:
    """Strengths summed up: who starts from one place and comes equally far is reckoned with as one."""
    out: dict[K, float] = {}
    for key, force in forces:
        out[key] = out.get(key, 0) + force
    return out


class Threats:
    """What one side has in reach of every hex. The areas are worked out when they are first asked for."""

    def __init__(self, areas: Callable[[], Iterable[Area]]) -> None:
        self._find = areas
        self._areas: list[Area] | None = None
        self._pressures: dict[Hex, float] = {}

    def pressure(self, hex_: Hex) -> float:
        """The strength that can come against a hex."""
        found = self._pressures.get(hex_)
        if found is None:
            if self._areas is None:
                self._areas = list(self._find())
            bit = 1 << hex_
            found = self._pressures[hex_] = sum(force for area, force in self._areas if area & bit)
        return found
