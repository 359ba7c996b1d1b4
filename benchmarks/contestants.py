"""What a contestant has to offer, and the one this is all about: the board of this project."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from benchmarks.sheets import Move, Sheet, Supply
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.board.reach import Reach, reach
from khalkhin.board.trace import flood

Job = Callable[[], Any]
"""A question in the form that suits a contestant best, ready to be answered."""


class Contestant(Protocol):
    """One way to answer the questions of a sheet. Making the job is not timed, doing it is.

    An answer has the form that suits the contestant and is good until the next question is answered; `costs` and
    `hexes` put it in common terms.
    """

    def reach(self, move: Move) -> Job: ...

    def zone(self, units: HexSet) -> Job: ...

    def flood(self, supply: Supply) -> Job: ...

    def costs(self, answer: Any) -> dict[Hex, int]:
        """The cheapest cost of every hex reached, with the start at 0."""
        ...

    def hexes(self, answer: Any) -> set[Hex]: ...


class Ints:
    """Hex sets as ints: the board itself."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet

    def reach(self, move: Move) -> Job:
        costs = self.sheet.classes[move.kind]
        return partial(reach, costs, move.start, self.sheet.allowance, stop=move.stop, barred=move.barred)

    def zone(self, units: HexSet) -> Job:
        return partial(self.sheet.grid.spread, units)

    def flood(self, supply: Supply) -> Job:
        return partial(flood, self.sheet.grid, supply.sources, supply.open)

    def costs(self, answer: Reach) -> dict[Hex, int]:
        return {h: cost for cost, level in enumerate(answer.levels) for h in members(level)}

    def hexes(self, answer: HexSet) -> set[Hex]:
        return set(members(answer))
