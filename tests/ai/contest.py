"""Games between players for tests, sides swapped from game to game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from khalkhin.ai.budget import Budget
from khalkhin.ai.players import Player, make
from khalkhin.engine.dice import Dice
from khalkhin.engine.library import get
from khalkhin.engine.match import Match
from khalkhin.engine.state import State
from khalkhin.lab.decisions import decisions


@dataclass(frozen=True)
class Played:
    """One game of a contest."""

    number: int
    seats: tuple[str, ...]
    """Who played each side."""
    winner: str | None
    """The player who won; None for a draw."""
    side: str | None
    """The side that won."""
    how: str
    points: tuple[int, ...]
    decisions: int
    seconds: tuple[tuple[float, ...], ...] = field(repr=False)
    """For each side, the processor time of every decision."""
    turns: tuple[tuple[float, ...], ...] = field(repr=False)
    """For each side, the processor time of every turn in which it decided something."""


def contest(game: str, scenario: str | None, players: Sequence[str], games: int, seed: int = 0) -> Iterator[Played]:
    """Games between two players, who take turns on the sides. The same seed gives the same games."""
    for number in range(games):
        seats = tuple(players if number % 2 == 0 else reversed(players))
        sitting = [make(name, seed * 1000 + 2 * number + n) for n, name in enumerate(seats)]
        # Two games in a row have the same dice, so that each player meets them from either side.
        state = get(game).start(scenario, None, Dice.practice(seed + number // 2))
        yield play(state, seats, sitting, number)


def play(
    start: State, seats: Sequence[str], sitting: Sequence[Player], number: int = 0, budget: Budget | None = None
) -> Played:
    """One game between players whose names are given; each is shown only what its side sees."""
    match, sides = Match(start), start.game.sides
    clocks = [_Clock() for _ in sides]
    for decided in decisions(match, sitting, budget):
        clocks[decided.prompt.side].add(decided.turn, decided.seconds)
    result = match.state.result
    assert result is not None
    return Played(
        number,
        tuple(seats),
        None if result.winner is None else seats[result.winner],
        None if result.winner is None else sides[result.winner],
        result.how,
        result.points,
        match.length,
        tuple(tuple(clock.seconds) for clock in clocks),
        tuple(tuple(clock.turns.values()) for clock in clocks),
    )


@dataclass
class _Clock:
    """The processor time that one side takes."""

    seconds: list[float] = field(default_factory=list)
    turns: dict[int, float] = field(default_factory=dict)

    def add(self, turn: int, seconds: float) -> None:
        self.seconds.append(seconds)
        self.turns[turn] = self.turns.get(turn, 0.0) + seconds
