"""What a run of the lab is to play::

    request = RunRequest.of("bkg", games=400, levels={"japan": "greedy"}, options={"open_strengths": True})
    ladder = RunRequest.ladder("bkg", levels=["greedy", "planner"], games=20)

How a game of it goes hangs on the request and the game's task alone, not on who plays it when, nor beside how many
others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from khalkhin.ai import players
from khalkhin.engine import library
from khalkhin.engine.dice import LARGEST_SEED, check_seed
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.folder import corrected_by
from khalkhin.engine.game import Game
from khalkhin.lab.program import program

FORMAT = 1
LEVEL = "planner"
GAMES = 100
SEED = 1
EVALUATIONS = 200
APART = 1_000_000
"""How far the seeds of two runs lie apart, so that they have no dice in common."""
LARGEST = LARGEST_SEED // APART - 1
"""The largest seed of a run: all its games have one for their dice."""
ANY = "*"
"""Stands for the scenario and the players of a ladder, which differ from game to game."""

Seats = tuple[str, ...]
"""The level that plays each side, in the order of the game's sides."""


class Task(NamedTuple):
    """One game of a run: all that differs from game to game."""

    number: int
    scenario: str
    seats: Seats
    dice_seed: int
    player_seed: int
    """Of the first side's player; the others' count up from it."""
    name: str
    """What its files in the folder of the run are called."""


@dataclass(frozen=True)
class RunRequest:
    """What is to be played. `of` makes one with the same players in every game, `ladder` one with pairings."""

    game: str
    scenarios: tuple[str, ...]
    """They take turns."""
    seatings: tuple[Seats, ...]
    """Who plays; in a ladder the pairings, the stronger level first."""
    games: int = GAMES
    """For each seating."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Every option of the scenario; none in a ladder, whose scenarios are played as they come."""
    overrides: Path | None = None
    """A folder of corrections to the game's data."""
    seed: int = SEED
    evaluations: int = EVALUATIONS
    """What a player that searches may spend on a turn."""
    is_ladder: bool = False
    """Whether every set-up is played twice, with the sides swapped."""

    @classmethod
    def of(
        cls,
        game: str,
        scenario: str | None = None,
        games: int = GAMES,
        levels: Mapping[str, str] | None = None,
        options: Mapping[str, Any] | None = None,
        overrides: Path | None = None,
        seed: int = SEED,
        evaluations: int = EVALUATIONS,
    ) -> RunRequest:
        """A request that can be carried out: the only scenario where none is named, and planners where no level is."""
        there = library.get(game, overrides)
        chosen = _scenario(there, scenario)
        seats = _seats(there, levels or {})
        if games < 1:
            raise KhalkhinError("cli.no-number", option="--games", least=1, text=str(games))
        if games >= APART:
            raise KhalkhinError("lab.too-many", most=APART - 1, text=str(games))
        wanted = there.choose_options(chosen, options or {})
        return cls(game, (chosen,), (seats,), games, wanted, overrides, check_seed(seed, LARGEST), evaluations)

    @classmethod
    def ladder(
        cls,
        game: str,
        scenario: str | None = None,
        levels: Sequence[str] = (),
        games: int = GAMES,
        seed: int = SEED,
        evaluations: int = EVALUATIONS,
    ) -> RunRequest:
        """Everybody against everybody: all levels and all scenarios of the rulebook where none are named.

        Sparring partners play where they are named."""
        there, known = list(library.get(game).scenarios), players.known()
        if scenario is not None and scenario not in there:
            raise KhalkhinError("engine.unknown-scenario", scenario=scenario, known=", ".join(there))
        for level in levels:
            players.check(level)
        if levels and len(set(levels)) < 2:
            raise KhalkhinError("ladder.one-level", level=levels[0], known=", ".join(known))
        if games < 2 or games % 2:
            raise KhalkhinError("ladder.odd", games=games)
        pairings = tuple((b, a) for a, b in combinations([n for n in known if n in (levels or players.names())], 2))
        scenarios = (scenario,) if scenario else tuple(_of_the_rulebook(library.get(game)))
        return cls(game, scenarios, pairings, games, {}, None, check_seed(seed, LARGEST), evaluations, is_ladder=True)

    # -- what is played ------------------------------------------------------------------------------------------------

    @property
    def scenario(self) -> str:
        """The scenario of a run that has only one."""
        (only,) = self.scenarios
        return only

    @property
    def seats(self) -> Seats:
        """Who plays each side of a run in which it is always the same."""
        (only,) = self.seatings
        return only

    @property
    def levels(self) -> tuple[str, ...]:
        """Everybody who plays: levels, the weakest first, then sparring partners."""
        there = {level for seats in self.seatings for level in seats}
        return tuple(level for level in players.known() if level in there)

    def tasks(self) -> list[Task]:
        """Every game. The pairings of a ladder go on side by side, so that there is something to see of each soon."""
        if self.is_ladder:
            return [self._pairing_task(pair, number) for number in range(self.games) for pair in self.seatings]
        return [self.task(number) for number in self.numbers()]

    def numbers(self) -> range:
        """The numbers of the games of a run with the same players in each."""
        return range(1, self.games + 1)

    def task(self, number: int) -> Task:
        """A game of such a run by its number."""
        # Runs with the same seed have the same dice, whatever else differs.
        seed = self.seed * APART + number
        return Task(number, self.scenario, self.seats, seed, 2 * seed, name_of(number))

    def _pairing_task(self, pair: Seats, number: int) -> Task:
        scenario = self.scenarios[number // 2 % len(self.scenarios)]
        seats, first = pair if number % 2 == 0 else pair[::-1], self.seed * APART
        # Two games in a row have the same dice, so that each player meets them from either side.
        name = pairing_name(number, scenario, seats)
        return Task(number, scenario, seats, first + number // 2, 2 * (first + number), name)

    # -- what it is played with ----------------------------------------------------------------------------------------

    def rules(self) -> Game[Any]:
        """The game with its data and the corrections to it."""
        return library.get(self.game, self.overrides)

    def check(self) -> None:
        """Whether it can be set up: corrections that do not fit are told before anything is played."""
        with corrected_by(self.overrides):
            for scenario in self.scenarios:
                self.rules().start(scenario, self.options)

    def moved(self, overrides: Path) -> RunRequest:
        """The same request with the corrections in another folder."""
        return replace(self, overrides=overrides)

    def heading(self) -> dict[str, Any]:
        """What all games of a run have in common, as plain data.

        How many games of a ladder are played, between whom and in which scenario may differ from time to time.
        """
        game = self.rules()
        seats = [ANY] * len(game.sides) if self.is_ladder else self.seats
        return {
            "format": FORMAT,
            "game": self.game,
            "scenario": ANY if self.is_ladder else self.scenario,
            "data": game.version,
            "program": program(game),
            "seats": dict(zip(game.sides, seats, strict=True)),
            "options": dict(self.options),
            "overrides": self.overrides and {"folder": str(self.overrides), "hash": _hash(self.overrides)},
            "seed": self.seed,
            "evaluations": self.evaluations,
        }


def name_of(number: int) -> str:
    """What the files of a game are called by its number."""
    return f"{number:05}"


def pairing_name(number: int, scenario: str, seats: Seats) -> str:
    """What the files of a ladder's game are called."""
    return f"{name_of(number)}.{scenario}.{'-'.join(seats)}"


def _of_the_rulebook(game: Game[Any]) -> list[str]:
    """The scenarios that are no short battles of ours."""
    return [name for name, one in game.scenarios.items() if not one.short]


def _scenario(game: Game[Any], wanted: str | None) -> str:
    known, printed = ", ".join(game.scenarios), _of_the_rulebook(game)
    if wanted is None and len(printed) > 1:
        raise KhalkhinError("lab.which-scenario", game=game.code, known=known)
    name = wanted or printed[0]
    if name not in game.scenarios:
        raise KhalkhinError("engine.unknown-scenario", scenario=name, known=known)
    return name


def _seats(game: Game[Any], levels: Mapping[str, str]) -> Seats:
    for side in levels:
        if side not in game.sides:
            raise KhalkhinError("engine.unknown-side", side_=side, known=", ".join(game.sides))
    seats = tuple(levels.get(side, LEVEL) for side in game.sides)
    for level in seats:
        players.check(level)
    return seats


def files_of(folder: Path) -> list[Path]:
    """The files of a folder of corrections, in a fixed order."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _hash(folder: Path) -> str:
    """A short hash of a folder of corrections."""
    total = hashlib.sha256()
    for path in files_of(folder):
        total.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:16]
