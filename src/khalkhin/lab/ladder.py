"""The ladder: levels against each other, every set-up twice with the sides swapped::

    from khalkhin.lab import ladder, scorebook, standings

    order = ladder.Order.of("bkg", levels=["greedy", "planner"], games=20)
    with scorebook.opened(Path("ladder"), order) as book:
        for entry in ladder.games(order, book, jobs=2):
            print(entry.seats, entry.winner)
        print(standings.of(order, book.of(order.tasks())))

How a game goes hangs on the order and the task alone, not on who plays it when, nor beside how many others.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from khalkhin.ai import players
from khalkhin.ai.budget import Budget
from khalkhin.ai.players.fallback_player import FallbackPlayer
from khalkhin.engine import library
from khalkhin.engine.dice import LARGEST_SEED, Dice, check_seed
from khalkhin.engine.errors import KhalkhinError
from khalkhin.lab.contest import play
from khalkhin.lab.scorebook import Entry, Scorebook, Task
from khalkhin.lab.workers import results

GAMES = 100
SEED = 1
EVALUATIONS = 200
APART = 1_000_000
"""How far the seeds of two ladders lie apart, so that they have no dice in common."""
LARGEST = LARGEST_SEED // APART - 1
"""The largest seed of a ladder: all its games have one for their dice."""

Played = Generator[Entry, None, None]
"""Games as they end. Whoever closes it ends those that are still going on."""


@dataclass(frozen=True)
class Order:
    """What is to be played. `of` makes one from what somebody asks for."""

    game: str
    levels: tuple[str, ...]
    """The weakest first."""
    scenarios: tuple[str, ...]
    """They take turns."""
    games: int = GAMES
    """For each pair of levels."""
    seed: int = SEED
    evaluations: int = EVALUATIONS
    """What a player that searches may spend on a turn."""

    @classmethod
    def of(
        cls,
        game: str,
        scenario: str | None = None,
        levels: Sequence[str] = (),
        games: int = GAMES,
        seed: int = SEED,
        evaluations: int = EVALUATIONS,
    ) -> Order:
        """An order that can be carried out: all levels and all scenarios where none are named."""
        there = list(library.get(game).scenarios)
        if scenario is not None and scenario not in there:
            raise KhalkhinError("engine.unknown-scenario", scenario=scenario, known=", ".join(there))
        known = players.names()
        for level in levels:
            if level not in known:
                raise KhalkhinError("cli.unknown-player", player=level, known=", ".join(known))
        if levels and len(set(levels)) < 2:
            raise KhalkhinError("ladder.one-level", level=levels[0], known=", ".join(known))
        if games < 2 or games % 2:
            raise KhalkhinError("ladder.odd", games=games)
        chosen = tuple(level for level in known if level in (levels or known))
        scenarios = (scenario,) if scenario else tuple(there)
        return cls(game, chosen, scenarios, games, check_seed(seed, LARGEST), evaluations)

    def pairs(self) -> list[tuple[str, str]]:
        """Everybody against everybody, the stronger one first."""
        return [(b, a) for a, b in combinations(self.levels, 2)]

    def tasks(self) -> list[Task]:
        """Every game; all pairs go on side by side, so that there is something to see of each early on."""
        return [self._task(pair, number) for number in range(self.games) for pair in self.pairs()]

    def _task(self, pair: tuple[str, str], number: int) -> Task:
        scenario = self.scenarios[number // 2 % len(self.scenarios)]
        return Task(scenario, pair if number % 2 == 0 else pair[::-1], number)


def games(order: Order, book: Scorebook, jobs: int = 1) -> Played:
    """Play what is not in the book yet; every game is written down as soon as it is over, then told."""
    missing = [task for task in order.tasks() if task not in book]
    with closing(results(partial(play_one, order), missing, jobs)) as played:
        for entry in played:
            book.add(entry)
            yield entry


def play_one(order: Order, task: Task) -> Entry:
    """One game of a ladder. A player that fails is helped out by a plainer one; how often is told."""
    # Two games in a row have the same dice, so that each player meets them from either side.
    first = order.seed * APART
    start = library.get(order.game).start(task.scenario, None, Dice.practice(first + task.number // 2))
    sitting = [FallbackPlayer(name, 2 * (first + task.number) + n) for n, name in enumerate(task.seats)]
    played = play(start, task.seats, sitting, task.number, Budget(evaluations=order.evaluations))
    return Entry(
        task,
        None if played.side is None else start.game.sides.index(played.side),
        played.how,
        played.points,
        tuple(map(len, played.seconds)),
        tuple(tuple(round(seconds, 4) for seconds in side) for side in played.turns),
        tuple(tuple(player.faults) for player in sitting),
    )
