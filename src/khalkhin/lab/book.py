"""The book of a ladder as earlier versions wrote it: a file with one game a line, and a heading in the first.

Nothing is added to it: games that it does not have go into the folder of the run beside it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from khalkhin.engine.errors import KhalkhinError
from khalkhin.lab.request import RunRequest, pairing_name
from khalkhin.lab.results import GameResult

WHAT = {
    "ladder": "@ladder.what.format",
    "game": "@ladder.what.game",
    "data": "@ladder.what.data",
    "program": "@ladder.what.program",
    "seed": "@ladder.what.seed",
    "evaluations": "@ladder.what.evaluations",
}
"""What all games of a book have in common, with the words for it."""


def read_book(path: Path) -> tuple[dict[str, Any], dict[str, GameResult]]:
    """The heading of a book, and its games by name; a last line that was cut off is dropped."""
    whole, _, _ = path.read_bytes().rpartition(b"\n")
    head: dict[str, Any] = {}
    found: dict[str, GameResult] = {}
    for number, line in enumerate(whole.splitlines(), start=1):
        try:
            data = json.loads(line)
            if number > 1:
                result = _result(data)
                found[pairing_name(result.number, result.scenario, result.seats)] = result
            elif not isinstance(data, dict) or data.keys() != WHAT.keys():
                raise ValueError(data)
            else:
                head = data
        except (ValueError, TypeError, LookupError):
            raise KhalkhinError("ladder.damaged", file=str(path), line=number) from None
    return head, found


def book_of(path: Path, request: RunRequest) -> dict[str, GameResult]:
    """The games of a book that is gone on with; none if there is no book, and another request's is refused."""
    if not path.is_file():
        return {}
    head, found = read_book(path)
    wanted = {**request.heading(), "ladder": request.heading()["format"]}
    for name, what in WHAT.items():
        if head and head[name] != wanted[name]:
            told = {"found": str(head[name]), "wanted": str(wanted[name])}
            raise KhalkhinError("ladder.other", file=str(path), what=what, **told)
    return found


def _result(data: Mapping[str, Any]) -> GameResult:
    first, second = data["seats"]
    return GameResult(
        data["scenario"],
        (first, second),
        data["number"],
        data["winner"],
        data["how"],
        tuple(data["decisions"]),
        tuple(tuple(side) for side in data["turns"]),
        tuple(tuple(side) for side in data["faults"]),
    )
