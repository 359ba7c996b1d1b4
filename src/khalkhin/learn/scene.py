"""What a lesson looks at: the game as its pupil sees it, and the figures that its sentences tell."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any

from khalkhin.board.hexset import members
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.match import Match
from khalkhin.engine.results_tables import LOSS, WIN
from khalkhin.engine.view import View


class UnknownFigure(KhalkhinError):
    """A figure that a lesson asks for and that is not to be had now."""

    def __init__(self, figure: str) -> None:
        super().__init__("learn.no-figure", figure=figure)


class Scene:
    """One moment of a lesson. Nothing in it tells the pupil more than his own view does."""

    def __init__(self, match: Match, side: str, since: int = 0) -> None:
        self.match = match
        self.side = side
        self.since = since
        """How many decisions had been taken when the step began."""

    @cached_property
    def view(self) -> View:
        return self.match.view(self.side)

    @property
    def prompt(self) -> str:
        """The key of what the pupil is asked; empty while he is asked nothing."""
        return self.view["prompt"]["key"] if self.view["prompt"] else ""

    def place(self, unit: str) -> str | None:
        """Where the pupil sees a counter."""
        return next((p for p, units in self.view["places"].items() if any(u.get("id") == unit for u in units)), None)

    def beside(self, hex_: str) -> set[str]:
        """The hexes round a hex."""
        grid = self.match.game.map.grid
        return {grid.name(h) for h in members(grid.spread(1 << grid.at(hex_)))}

    @property
    def in_hand(self) -> set[str]:
        """The pupil's counters that are on the move."""
        s = self.match.state
        if not self.prompt or not s.agenda:
            return set()
        return {s.game.sheet.ids[unit] for unit in members(s.agenda[-1].in_hand(s)[0])}

    def detail(self, path: str) -> Any:
        """A value of what is shown beside the prompt, by its keys: `plan.units`. None where there is none."""
        found: Any = self.view["details"]
        for key in path.split("."):
            found = found.get(key) if isinstance(found, dict) else None
        return found

    def said(self) -> list[str]:
        """What the pupil has decided since the step began, as records write it."""
        game, number = self.match.game, self.match.side_number(self.side)
        taken = [d for d in self.match.decisions[self.since :] if d.side == number]
        return [" ".join(str(part) for part in (d.verb, game.write(d.verb, d.noun)) if part is not None) for d in taken]

    def figure(self, asked: str) -> str:
        """A figure as a sentence has it: `win`, `lost`, `column`, `base`, `attack`, `left 1320`, `chance EMP`."""
        name, _, of = asked.partition(" ")
        found = self._figure(name, of)
        if found is None:
            raise UnknownFigure(asked)
        return found

    def _figure(self, name: str, of: str) -> str | None:
        if name == "left":
            left: dict[str, Any] = self.detail("left") or {}
            return None if of not in left else str(left[of])
        odds: dict[str, Any] | None = self.detail("odds")
        if odds is None:
            return None
        if name in ("win", "lost"):
            chance = self._chance(odds, WIN if name == "win" else LOSS)
            return None if chance is None else str(round(100 * chance))
        if name == "chance":
            return str(round(100 * Fraction(odds["chances"].get(of, 0)))) if odds["chances"] else None
        value = odds.get(name) if name in ("column", "base", "attack", "defence", "net") else None
        return None if value is None else str(value)

    @staticmethod
    def _chance(odds: dict[str, Any], kind: str) -> Fraction | None:
        """The chance of all results of a kind, where the defence is known."""
        if not odds["chances"]:
            return None
        return sum((Fraction(c) for r, c in odds["chances"].items() if odds["kinds"].get(r) == kind), Fraction(0))
