"""The folder of a run: what is played, and every game as soon as it is over.

    run.json                   what all games have in common
    data-override/             the corrections to the game's data, if there are any
    games/00017.json.gz        the rows of a game; where it is there the game is done
    records/00017.record.gz    its record, for khalkhin replay
    run.lock                   locked while a run writes to the folder; nothing is in it
    broken/00018.txt           what went wrong in a game that a fault of the program ended; it is not done
    games.parquet ...          all rows as tables; games.jsonl ... where pyarrow is not installed

The files of a ladder's game are named after its scenario and players, too: 00016.august-1939.search-planner.json.gz.

A file is there whole or not at all, whatever happens to the process or the disk.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from khalkhin.engine.errors import KhalkhinError
from khalkhin.lab.lock import LOCK, Lock
from khalkhin.lab.play import Broken, Played
from khalkhin.lab.request import FORMAT, RunRequest, files_of, name_of

HEADING = "run.json"
ROWS = ".json.gz"
OVERRIDES = "data-override"
BEGUN = {"games", "records", OVERRIDES, LOCK}
"""What is made before the heading: a folder with nothing else in it was cut off at its beginning."""
TABLES = ("games", "turns", "combats", "rules", "events")
WHAT = {
    "format": "@ladder.what.format",
    "game": "@ladder.what.game",
    "scenario": "@lab.what.scenario",
    "data": "@ladder.what.data",
    "program": "@ladder.what.program",
    "seats": "@lab.what.seats",
    "options": "@lab.what.options",
    "seed": "@ladder.what.seed",
    "evaluations": "@ladder.what.evaluations",
}
"""What all games of a run have in common, with the words for it. Its data tell whether corrections differ."""


class RunFolder:
    """Reads what is there and adds to it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.heading = _read_heading(path)
        self._lock: Lock | None = None

    @classmethod
    def opened(cls, path: Path, request: RunRequest) -> RunFolder:
        """The folder of a request to add games to, begun if there is none yet. Until it is closed nobody else can.

        The folder of another request is refused, and one that another run is writing to.
        """
        wanted = request.heading()
        if not (path / HEADING).exists() and path.exists() and not _only_begun(path):
            raise KhalkhinError("lab.no-run", folder=str(path))
        path.mkdir(parents=True, exist_ok=True)
        lock = Lock(path / LOCK)
        if not lock.acquire():
            raise KhalkhinError("lab.locked", folder=str(path))
        try:
            if not (path / HEADING).exists():
                cls._begin(path, request, wanted)
            found = cls(path)
            found._compare(wanted)
        except BaseException:
            lock.release()
            raise
        found._lock = lock
        return found

    @staticmethod
    def _begin(path: Path, request: RunRequest, heading: Mapping[str, Any]) -> None:
        for name in ("games", "records"):
            (path / name).mkdir(parents=True, exist_ok=True)
        if request.overrides is not None:
            _copy(request.overrides, path / OVERRIDES)
        # The heading comes last: a folder that has one is whole.
        write_whole(path / HEADING, json.dumps(heading, indent=2).encode() + b"\n")

    def close(self) -> None:
        """Let other runs add games."""
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> RunFolder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _compare(self, wanted: Mapping[str, Any]) -> None:
        for name, what in WHAT.items():
            if self.heading.get(name) != wanted[name]:
                found, asked = _apart(self.heading.get(name), wanted[name])
                raise KhalkhinError("lab.other", folder=str(self.path), what=what, found=found, wanted=asked)

    @property
    def overrides(self) -> Path | None:
        """The corrections to the game's data that its games are played with."""
        return self.path.resolve() / OVERRIDES if self.heading["overrides"] else None

    def names(self) -> set[str]:
        """What the files of games are called that are done."""
        return {path.name.removesuffix(ROWS) for path in (self.path / "games").glob(f"*{ROWS}")}

    def numbers(self) -> list[int]:
        """The games that are done, of a run with the same players in each; whatever lies beside them is left alone."""
        names = self.names()
        return sorted(number for name in names if name.isdecimal() and name_of(number := int(name)) == name)

    def add(self, played: Played) -> None:
        """Keep a game. Whatever happens next, it is on the disk."""
        write_whole(self._record(played.task.name), gzip.compress(played.record.encode(), mtime=0))
        rows = json.dumps(played.data(), separators=(",", ":")).encode()
        write_whole(self._rows(played.task.name), gzip.compress(rows, mtime=0))
        (self.broken / f"{played.task.name}.txt").unlink(missing_ok=True)

    def add_broken(self, broken: Broken) -> None:
        """Keep what went wrong in a game. It is played again the next time."""
        self.broken.mkdir(exist_ok=True)
        write_whole(self.broken / f"{broken.task.name}.txt", broken.fault.encode())

    @property
    def broken(self) -> Path:
        """Where it is told what went wrong in games that broke off."""
        return self.path / "broken"

    def read(self, number: int, name: str | None = None) -> dict[str, Any]:
        """The rows of a game, by table; one of a ladder has a name besides its number."""
        path = self._rows(name or name_of(number))
        try:
            data: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
            whole = data.keys() >= {*TABLES, "faults"}
            if not whole or data["number"] != number or len(data["games"]) != 1 or not data["turns"]:
                raise ValueError(number)
        except (ValueError, LookupError, TypeError, AttributeError, EOFError, gzip.BadGzipFile, zlib.error):
            raise KhalkhinError("lab.damaged", file=str(path)) from None
        return data

    def games(self) -> Iterator[dict[str, Any]]:
        """All games that are done, by number."""
        return (self.read(number) for number in self.numbers())

    def record(self, number: int) -> Path:
        """Where the record of a game is."""
        return self._record(name_of(number))

    def _record(self, name: str) -> Path:
        return self.path / "records" / f"{name}.record.gz"

    def _rows(self, name: str) -> Path:
        return self.path / "games" / f"{name}{ROWS}"


def _read_heading(path: Path) -> dict[str, Any]:
    file = path / HEADING
    if not file.is_file():
        raise KhalkhinError("lab.no-run", folder=str(path))
    try:
        found = json.loads(file.read_bytes())
        if not isinstance(found, dict) or not found.keys() >= {*WHAT, "overrides"}:
            raise ValueError(file)
    except ValueError:
        raise KhalkhinError("lab.damaged-heading", file=str(file)) from None
    if found["format"] != FORMAT:
        raise KhalkhinError("lab.other-format", folder=str(path), found=str(found["format"]), wanted=FORMAT)
    return found


def _only_begun(path: Path) -> bool:
    """Whether a folder is empty, or holds no more than a run has before it has its heading."""
    if not path.is_dir() or not {inner.name for inner in path.iterdir()} <= BEGUN:
        return False
    return not any(inner.is_file() for name in ("games", "records") for inner in (path / name).rglob("*"))


def _apart(found: Any, wanted: Any) -> tuple[str, str]:
    """Two values that differ, as text; of several things only those in which they do."""
    if isinstance(found, Mapping) and isinstance(wanted, Mapping):
        names = [name for name in {**found, **wanted} if found.get(name) != wanted.get(name)]
        return _listed(found, names), _listed(wanted, names)
    return str(found), str(wanted)


def _listed(values: Mapping[str, Any], names: list[str]) -> str:
    return ", ".join(f"{name}={str(values.get(name, '-')).lower()}" for name in names)


def _copy(source: Path, target: Path) -> None:
    """Copy a folder, also one without a file; what is left of a copy that was cut off goes first."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for path in files_of(source):
        copy = target / path.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there whole or not at all."""
    scratch = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with scratch.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(scratch, path)
    except OSError as error:
        raise KhalkhinError("lab.cannot-write", file=str(path), error=error.strerror or str(error)) from None
    finally:
        scratch.unlink(missing_ok=True)
