"""Counters and hexes of a game by the names that are printed, for tests of any game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine import library
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.game import Game

Some = str | Iterable[str]
"""One name, or several."""


def each(some: Some) -> list[str]:
    return [some] if isinstance(some, str) else list(some)


class Naming:
    """Translates between names and numbers; the game is loaded when a name is first asked for."""

    def __init__(self, code: str) -> None:
        self.code = code

    @property
    def game(self) -> Game[Any]:
        return library.get(self.code)

    def unit(self, name: str) -> int:
        """A counter by its id."""
        return self.game.sheet.index[name]

    def units(self, *ids: str) -> UnitSet:
        """A set of counters by their ids."""
        return sum(1 << self.unit(i) for i in ids)

    def at(self, name: str) -> int:
        """A hex by its printed number."""
        return self.game.map.grid.at(name)

    def hexes(self, *names: str) -> HexSet:
        """A set of hexes by their printed numbers."""
        return sum(1 << self.at(n) for n in names)

    def ids(self, group: UnitSet) -> set[str]:
        """The ids of a set of counters."""
        return {self.game.sheet.ids[u] for u in members(group)}

    def names(self, area: HexSet) -> set[str]:
        """The printed numbers of a set of hexes."""
        return {self.game.map.grid.name(h) for h in members(area)}
