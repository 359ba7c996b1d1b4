"""What a report says, in one language: words, names, and numbers as that language writes them."""

from __future__ import annotations

import math
from typing import Any

from khalkhin.engine.game import Game
from khalkhin.engine.words import Words

COMMA = ("pt",)
"""Languages with a comma before the decimals."""
LEAST_P = 0.001


class Speech(Words):
    """Says things about the runs of one game."""

    game: Game[Any]

    def __init__(self, game: Game[Any], language: str) -> None:
        super().__init__(language, game)

    def named(self, family: str, name: str, otherwise: str) -> str:
        """The words for a name that stands in the rows of a run: of a pool, a type, an event."""
        return self.maybe(f"{family}.{name}", otherwise)

    def side(self, name: str) -> str:
        """A side in a word, where there is one; else as the game calls it."""
        return self.maybe(f"report.side.{name}", self.maybe(f"side.{name}", name))

    def how(self, how: str) -> str:
        """How a game can end."""
        return self.maybe(f"report.how.{how}", how)

    def ending(self, winner: str, how: str) -> str:
        """How a game ended, and for whom; nobody has won a draw."""
        return f"{self.side(winner)}: {self.how(how)}" if winner else self.how(how)

    def table(self, name: str) -> str:
        return self.maybe(f"table.{name}", name)

    # -- numbers ----------------------------------------------------------------------------------------------------

    def number(self, value: float, digits: int = 1) -> str:
        """With so many decimals at most, and none where it is whole."""
        if math.isinf(value):
            return "∞" if value > 0 else "−∞"
        shown = f"{value:.{digits}f}"
        if "." in shown:
            shown = shown.rstrip("0").rstrip(".")
        return self._written("0" if shown == "-0" else shown)

    def fixed(self, value: float, digits: int) -> str:
        """With just so many decimals: for columns of numbers."""
        return self._written(f"{value:.{digits}f}")

    def signed(self, value: float, digits: int = 1) -> str:
        shown = self.number(value, digits)
        return shown if shown.startswith(("−", "0")) and not value > 0 else f"+{shown}" if value > 0 else shown

    def percent(self, share: float, digits: int = 1) -> str:
        return f"{self.fixed(100 * share, digits)} %"

    def points(self, share: float) -> str:
        """A difference of two shares, in percentage points."""
        return f"{'+' if share > 0 else ''}{self.fixed(100 * share, 1)}"

    def interval(self, low: float, high: float) -> str:
        """An interval of a share, in percent."""
        return f"{self.fixed(100 * low, 1)}–{self.fixed(100 * high, 1)} %"

    def chance(self, p: float) -> str:
        """How likely chance alone makes as much."""
        return f"< {self.number(LEAST_P, 3)}" if p < LEAST_P else self.fixed(p, 3)

    def _written(self, shown: str) -> str:
        shown = shown.replace("-", "−")
        return shown.replace(".", ",") if self.language in COMMA else shown
