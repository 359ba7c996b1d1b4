"""What a run of the lab is to play::

    order = Order.of("bkg", games=400, levels={"japan": "greedy"}, options={"open_strengths": True})

How a game of it goes hangs on the order and the number of the game alone, not on who plays it when, nor beside how
many others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from khalkhin.ai import players
from khalkhin.engine import library
from khalkhin.engine.dice import check_seed
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.folder import corrected_by
from khalkhin.engine.game import Game
from khalkhin.lab.ladder import APART, EVALUATIONS, GAMES, LARGEST, SEED
from khalkhin.lab.scorebook import program

FORMAT = 1
LEVEL = "planner"


@dataclass(frozen=True)
class Order:
    """What is to be played. `of` makes one from what somebody asks for."""

    game: str
    scenario: str
    seats: tuple[str, ...]
    """The level of each side, in the order of the game's sides."""
    games: int = GAMES
    options: Mapping[str, Any] = field(default_factory=dict)
    """Every option of the scenario."""
    overrides: Path | None = None
    """A folder of corrections to the game's data."""
    seed: int = SEED
    evaluations: int = EVALUATIONS
    """What a player that searches may spend on a turn."""

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
    ) -> Order:
        """An order that can be carried out: the only scenario where none is named, and planners where no level is."""
        there = library.get(game, overrides)
        chosen = _scenario(there, scenario)
        seats = _seats(there, levels or {})
        if games < 1:
            raise KhalkhinError("cli.no-number", option="--games", least=1, text=str(games))
        if games >= APART:
            raise KhalkhinError("lab.too-many", most=APART - 1, text=str(games))
        wanted = there.choose_options(chosen, options or {})
        return cls(game, chosen, seats, games, wanted, overrides, check_seed(seed, LARGEST), evaluations)

    def rules(self) -> Game[Any]:
        """The game with its data and the corrections to it."""
        return library.get(self.game, self.overrides)

    def check(self) -> None:
        """Whether it can be set up: corrections that do not fit are told before anything is played."""
        with corrected_by(self.overrides):
            self.rules().start(self.scenario, self.options)

    def numbers(self) -> range:
        """The numbers of its games."""
        return range(1, self.games + 1)

    def dice_seed(self, number: int) -> int:
        """The seed of the dice of a game: runs with the same seed have the same dice, whatever else differs."""
        return self.seed * APART + number

    def moved(self, overrides: Path) -> Order:
        """The same order with the corrections in another folder."""
        return replace(self, overrides=overrides)

    def heading(self) -> dict[str, Any]:
        """What all games of a run have in common, as plain data."""
        game = self.rules()
        return {
            "format": FORMAT,
            "game": self.game,
            "scenario": self.scenario,
            "data": game.version,
            "program": program(game),
            "seats": dict(zip(game.sides, self.seats, strict=True)),
            "options": dict(self.options),
            "overrides": self.overrides and {"folder": str(self.overrides), "hash": _hash(self.overrides)},
            "seed": self.seed,
            "evaluations": self.evaluations,
        }


def _scenario(game: Game[Any], wanted: str | None) -> str:
    known = ", ".join(game.scenarios)
    if wanted is None and len(game.scenarios) > 1:
        raise KhalkhinError("lab.which-scenario", game=game.code, known=known)
    name = wanted or next(iter(game.scenarios))
    if name not in game.scenarios:
        raise KhalkhinError("engine.unknown-scenario", scenario=name, known=known)
    return name


def _seats(game: Game[Any], levels: Mapping[str, str]) -> tuple[str, ...]:
    for side in levels:
        if side not in game.sides:
            raise KhalkhinError("engine.unknown-side", side_=side, known=", ".join(game.sides))
    seats = tuple(levels.get(side, LEVEL) for side in game.sides)
    for level in seats:
        if level not in players.names():
            raise KhalkhinError("cli.unknown-player", player=level, known=", ".join(players.names()))
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
