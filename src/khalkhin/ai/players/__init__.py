"""Who can sit down. A player is shown what its side may see, as plain data, and never a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from khalkhin.ai.budget import Budget
from khalkhin.ai.players.greedy_player import GreedyPlayer
from khalkhin.ai.players.planner_player import PlannerPlayer
from khalkhin.ai.players.random_player import RandomPlayer
from khalkhin.ai.players.search_player import SearchPlayer
from khalkhin.ai.players.sparring_player import PARTNERS
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


def partners() -> list[str]:
    """The sparring partners there are (khalkhin.ai.sparring)."""
    return list(PARTNERS)


def known() -> list[str]:
    """Everybody who can sit down: the levels, then the sparring partners."""
    return [*names(), *partners()]


def check(name: str) -> None:
    """Whether there is somebody of a name; tells who there is."""
    if name not in known():
        raise KhalkhinError("cli.unknown-player", player=name, known=", ".join(known()))


def make(name: str, seed: int) -> Player:
    """A player of a level or a sparring partner, such as `"planner"` or `"idle"`.

    The same seed and the same views give the same decisions.
    """
    check(name)
    return (_MAKERS.get(name) or PARTNERS[name])(seed)
