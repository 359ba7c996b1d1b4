"""Who can sit down. A player is shown what its side may see, as plain data, and never a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from khalkhin.ai.budget import Budget
from khalkhin.ai.players.greedy_player import GreedyPlayer
from khalkhin.ai.players.planner_player import PlannerPlayer
from khalkhin.ai.players.random_player import RandomPlayer
from khalkhin.ai.players.search_player import SearchPlayer
from khalkhin.engine.agenda import Noun
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.view import View


class Player(Protocol):
    """Anything that can answer the prompt of a view."""

    def decide(self, seen: View, budget: Budget | None = None) -> tuple[str, Noun]:
        """One of the answers that the prompt offers: a verb and a noun in printed names."""


_MAKERS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "planner": PlannerPlayer,
    "search": SearchPlayer,
}
"""The levels, the weakest first."""


def names() -> list[str]:
    """The levels there are, the weakest first."""
    return list(_MAKERS)


def make(name: str, seed: int) -> Player:
    """A player of a level, such as `"planner"`; the same seed and the same views give the same decisions."""
    if name not in _MAKERS:
        raise KhalkhinError("cli.unknown-player", player=name, known=", ".join(_MAKERS))
    return _MAKERS[name](seed)
