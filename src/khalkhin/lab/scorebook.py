"""The scorebook of a ladder: a file with one game a line, written as soon as the game is over.

The first line says what all games have in common; a book of another version or of other settings is not gone on with.
How many games are played, between whom and in which scenario may differ from time to time: what is there counts.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Protocol

from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.game import Game

FORMAT = 1
PACKAGE = Path(__file__).parent.parent
DECIDING = ("board", "engine", "ai")
"""Parts of the package that games hang on, besides the game itself."""
SOURCE = (".py", ".json")
WEIGHTS = "weights.toml"
"""Code, what was learned, and what was tuned by hand."""
APART = {"analysis", "chart_list.py", "hint.py", "rulebook.py"}
"""What lies beside rules and players and no game hangs on."""


class Task(NamedTuple):
    """One game to be played."""

    scenario: str
    seats: tuple[str, str]
    """Who plays each side."""
    number: int


@dataclass(frozen=True)
class Entry:
    """One game that was played."""

    task: Task
    winner: int | None
    """The side that won; None for a draw."""
    how: str
    points: tuple[int, ...]
    decisions: tuple[int, ...]
    """How many each side took."""
    turns: tuple[tuple[float, ...], ...]
    """For each side, the processor time of every turn."""
    faults: tuple[tuple[str, ...], ...]
    """For each side, what went wrong in its player."""

    def data(self) -> dict[str, Any]:
        own = {name: getattr(self, name) for name in ("winner", "how", "points", "decisions", "turns", "faults")}
        return {**self.task._asdict(), **own}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Entry:
        first, second = data["seats"]
        return cls(
            Task(data["scenario"], (first, second), data["number"]),
            data["winner"],
            data["how"],
            tuple(data["points"]),
            tuple(data["decisions"]),
            tuple(tuple(side) for side in data["turns"]),
            tuple(tuple(side) for side in data["faults"]),
        )


class Wanted(Protocol):
    """What a book has to be of."""

    @property
    def game(self) -> str: ...

    @property
    def seed(self) -> int: ...

    @property
    def evaluations(self) -> int: ...


WHAT = {
    "ladder": "@ladder.what.format",
    "game": "@ladder.what.game",
    "data": "@ladder.what.data",
    "program": "@ladder.what.program",
    "seed": "@ladder.what.seed",
    "evaluations": "@ladder.what.evaluations",
}
"""What all games of a book have in common, with the words for it."""


def heading(order: Wanted) -> dict[str, Any]:
    """The first line of a book."""
    game = library.get(order.game)
    return {
        "ladder": FORMAT,
        "game": order.game,
        "data": game.version,
        "program": program(game),
        "seed": order.seed,
        "evaluations": order.evaluations,
    }


def program(game: Game[Any]) -> str:
    """A short hash of the source that a game and its players hang on: changed players are other players."""
    folders = [*(PACKAGE / name for name in DECIDING), Path(inspect.getfile(type(game))).parent]
    total = hashlib.sha256()
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.suffix in SOURCE or path.name == WEIGHTS):
            name = path.relative_to(folder)
            if not APART & set(name.parts):
                total.update(name.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return total.hexdigest()[:16]


def opened(folder: Path, order: Wanted) -> Scorebook:
    """The book of a game in a folder, begun if there is none yet."""
    folder.mkdir(parents=True, exist_ok=True)
    return Scorebook(folder / f"{order.game}.jsonl", heading(order))


class Scorebook:
    """Reads what is there and adds to it; a line that was cut off when somebody pulled the plug is dropped."""

    def __init__(self, path: Path, head: Mapping[str, Any]) -> None:
        self.path = path
        self._entries: dict[Task, Entry] = {}
        whole = self._read(head)
        self._file = path.open("ab")
        self._file.truncate(whole)
        if not whole:
            self._write(head)

    def _read(self, head: Mapping[str, Any]) -> int:
        """Read the file, if there is one; how many bytes of it are whole lines."""
        text = self.path.read_bytes() if self.path.exists() else b""
        whole = text.rfind(b"\n") + 1
        for number, line in enumerate(text[:whole].splitlines(), start=1):
            try:
                data = json.loads(line)
                entry = Entry.read(data) if number > 1 else None
            except (ValueError, TypeError, LookupError):
                raise KhalkhinError("ladder.damaged", file=str(self.path), line=number) from None
            if entry is not None:
                self._entries[entry.task] = entry
            else:
                self._compare(data, head)
        return whole

    def _compare(self, found: Any, head: Mapping[str, Any]) -> None:
        if not isinstance(found, dict) or found.keys() != head.keys():
            raise KhalkhinError("ladder.damaged", file=str(self.path), line=1)
        for name, what in WHAT.items():
            if found[name] != head[name]:
                told = {"found": str(found[name]), "wanted": str(head[name])}
                raise KhalkhinError("ladder.other", file=str(self.path), what=what, **told)

    def add(self, entry: Entry) -> None:
        """Write a game down. Whatever happens next, it is on the disk."""
        self._write(entry.data())
        self._entries[entry.task] = entry

    def _write(self, data: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(data, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def __contains__(self, task: Task) -> bool:
        return task in self._entries

    def of(self, tasks: Iterable[Task]) -> list[Entry]:
        """Those of the games that have been played."""
        return [self._entries[task] for task in tasks if task in self._entries]

    def __enter__(self) -> Scorebook:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()
