"""Playing a match to its end, decision by decision."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from khalkhin.ai.budget import Budget
from khalkhin.ai.players import Player
from khalkhin.engine.agenda import Prompt
from khalkhin.engine.match import Match
from khalkhin.engine.view import sight


class Decided(NamedTuple):
    """One decision of a game that goes on: what was asked, in which turn, and the processor time it took."""

    prompt: Prompt
    turn: int
    seconds: float


def decisions(match: Match, sitting: Sequence[Player], budget: Budget | None = None) -> Iterator[Decided]:
    """Play a match to its end, decision by decision; each player is shown only what its side sees."""
    sides = match.game.sides
    while not match.over:
        asked, turn = match.prompts()[0], match.state.turn
        seen = sight(match.state, asked.side)
        begin = time.process_time()
        said = sitting[asked.side].decide(seen, budget)
        seconds = time.process_time() - begin
        match.play(*said, side=sides[asked.side])
        yield Decided(asked, turn, seconds)
