"""Games between players, sides swapped from game to game."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from khalkhin.engine.view import view
from khalkhin.games import get
from khalkhin.players import Player, make


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


def contest(game: str, scenario: str | None, players: Sequence[str], games: int, seed: int = 0) -> Iterator[Played]:
    """Games between two players, who take turns on the sides. The same seed gives the same games."""
    for number in range(games):
        seats = tuple(players if number % 2 == 0 else reversed(players))
        yield play(game, scenario, seats, number, seed)


def play(code: str, scenario: str | None, seats: Sequence[str], number: int, seed: int) -> Played:
    """One game; each player sees only its views."""
    game = get(code)
    # Two games in a row have the same dice, so that each player meets them from either side.
    match = Match(game.start(scenario, None, Dice.practice(seed + number // 2)))
    sitting: list[Player] = [make(name, seed * 1000 + 2 * number + n) for n, name in enumerate(seats)]
    seconds: list[list[float]] = [[] for _ in seats]
    while not match.over:
        side = match.prompts()[0].side
        seen = view(match.state, side)
        begin = time.process_time()
        said = sitting[side].decide(seen)
        seconds[side].append(time.process_time() - begin)
        match.play(*said, side=game.sides[side])
    result = match.state.result
    assert result is not None
    return Played(
        number,
        tuple(seats),
        None if result.winner is None else seats[result.winner],
        None if result.winner is None else game.sides[result.winner],
        result.how,
        result.points,
        match.length,
        tuple(map(tuple, seconds)),
    )
