"""A player that cannot fail: whatever goes wrong in a level, a plainer one decides, and it is told."""

from __future__ import annotations

import logging

from khalkhin.ai import players
from khalkhin.ai.budget import Budget
from khalkhin.engine.agenda import Noun
from khalkhin.engine.view import View, answers

LOG = logging.getLogger("khalkhin.ai.players")
PLAINER = ("greedy", "random")
"""Who decides where a level fails, one after the other."""


class FallbackPlayer:
    """A level that cannot fail: if it raises an exception, or says what is not allowed, a plainer level decides."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self._players = {level: players.make(level, seed) for level in dict.fromkeys((name, *PLAINER))}
        self.faults: list[str] = []
        """Everything that went wrong so far, a sentence each."""
        self.trouble: str | None = None
        """What went wrong with the last decision."""
        self.decided = name
        """The level that took the last decision."""

    def decide(self, seen: View, budget: Budget | None = None) -> tuple[str, Noun]:
        """One of the answers that the prompt allows."""
        allowed = answers(seen)
        self.trouble = None
        for level, player in self._players.items():
            try:
                said = player.decide(seen, budget)
                if said in allowed:
                    self.decided = level
                    return said
                self._note(f"{level} said {said[0]} {said[1]}, which is not on offer")
            except Exception as error:
                # Any exception at all: a game goes on whatever a player does.
                self._note(f"{level} failed: {type(error).__name__}: {error}")
        return allowed[-1]

    def _note(self, fault: str) -> None:
        LOG.warning("a computer player: %s", fault)
        self.trouble = fault
        self.faults.append(fault)
