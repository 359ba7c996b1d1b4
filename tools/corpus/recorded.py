"""A game of the corpus: what was played, and every decision; one packed file each."""

from __future__ import annotations

import json
import lzma
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from khalkhin.engine import library
from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match

HOME = Path("tests/corpus")


@dataclass(frozen=True)
class Recorded:
    """A game by its decisions. Not in the format of records, which has files of its own to be proved by."""

    game: str
    name: str
    scenario: str
    options: dict[str, Any]
    seed: int
    players: tuple[str, ...]
    decisions: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        return HOME / self.game / f"{self.name}.txt.xz"

    def write(self) -> None:
        head = {"scenario": self.scenario, "options": self.options, "seed": self.seed, "players": self.players}
        text = "\n".join([json.dumps(head, sort_keys=True), *self.decisions]) + "\n"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(lzma.compress(text.encode()))

    def start(self) -> Match:
        return Match(library.get(self.game).start(self.scenario, self.options, Dice.practice(self.seed)))


def read(path: Path) -> Recorded:
    head, *decisions = lzma.decompress(path.read_bytes()).decode().splitlines()
    told = json.loads(head)
    name = path.name.removesuffix(".txt.xz")
    players = tuple(told.pop("players"))
    return Recorded(path.parent.name, name, players=players, decisions=tuple(decisions), **told)


def kept(game: str) -> list[Recorded]:
    """The games of the corpus, in the order of their names."""
    return [read(path) for path in sorted((HOME / game).glob("*.txt.xz"))]


def say(match: Match, line: str) -> None:
    """Take a decision as it is written: side, verb, noun."""
    side, _, said = line.partition(" ")
    verb, _, noun = said.partition(" ")
    match.play(verb, noun or None, side=side)
