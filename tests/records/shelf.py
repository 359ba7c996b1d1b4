"""Records that earlier programs wrote, games whose data were changed as a later program might, and forged lines."""

from __future__ import annotations

import gzip
import shutil
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import tests.tiny  # noqa: F401  the tiny game takes its place among the others
from khalkhin.engine import library
from khalkhin.engine.game import Game
from khalkhin.engine.record import HashChain

HERE = Path(__file__).parent
FORMAT_1 = sorted(path.name.removesuffix(".txt.gz") for path in (HERE / "format_1").glob("*.txt.gz"))


def format_1(name: str) -> str:
    """A record that was written before there were editions."""
    with gzip.open(HERE / "format_1" / f"{name}.txt.gz", "rt", encoding="utf-8") as file:
        return file.read()


def with_lines(text: str, changes: dict[int, str | None]) -> str:
    """A record with lines of its body changed by their number (None: left out), and its marks made to fit."""
    lines = text.splitlines()
    head = lines.index("--") + 1
    found = {n: line.partition(" ")[2] for n, line in enumerate(lines[head:], start=head + 1)} | changes
    chain = HashChain(lines[:head])
    return "\n".join([*lines[:head], *(chain.add(line) for line in found.values() if line is not None)]) + "\n"


class Later:
    """A game as a later program might ship it: with a copy of its data that can be changed."""

    def __init__(self, code: str, folder: Path) -> None:
        self.code = code
        self.folder = folder
        shutil.copytree(library.get(code).folder.base, folder / "data")

    def change(self, name: str, old: str, new: str) -> None:
        """Change a text in a file that has it, wherever it stands."""
        path = self.folder / "data" / name
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{name} has no {old!r}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    def append(self, name: str, more: str) -> None:
        path = self.folder / "data" / name
        path.write_text(path.read_text(encoding="utf-8") + more, encoding="utf-8")

    def game(self) -> Game[Any]:
        cls = type(library.get(self.code))
        # What may stand in a file changes with the program too: a new option is one that the later program knows.
        with patch.object(sys.modules[cls.__module__], "HERE", self.folder), patch.object(cls, "shape", None):
            made: Game[Any] = cls(None)  # type: ignore[arg-type]
        return made
