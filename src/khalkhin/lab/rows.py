"""The rows of a run as tables: one row a game, a turn, a roll on a table, a rule of a game, an event of a turn.

Where pyarrow is installed they are Parquet, else files with a JSON object a line: the same rows with the same columns.
Columns that begin with one of `CLOCKS` are the only ones that differ between two runs of the same request.
"""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from khalkhin.engine.errors import KhalkhinError
from khalkhin.lab.folder import TABLES, RunFolder
from khalkhin.lab.witness import Row

PARQUET, LINES = "parquet", "jsonl"
"""The forms of tables, as their files' names end."""
CLOCKS = ("seconds_", "longest_turn_")
TEXT = ("winner", "how", "digest", "side", "table", "column", "dice", "result", "kind", "rule", "key", "detail")
LISTS = ("hexes", "held_")
REAL = (*CLOCKS, "attack", "defence")
"""How columns that hold text, lists and real numbers are named or begin; all others hold whole numbers."""
COLUMNS = {
    "combats": ("number", "turn", "side", "table", "column", "hexes", "dice", "total", "result", "kind", "attack",
                "defence", "shifts"),
    "rules": ("number", "rule", "decisions", "events"),
    "events": ("number", "turn", "key", "side", "detail", "count", "amount"),
}  # fmt: skip
"""Tables of which a game may have no row. The others have columns for the sides and pools of the game."""
AT_ONCE = 100
"""Games whose rows are in memory at a time."""


def library(name: str = "pyarrow.parquet") -> Any:
    """A library that Parquet needs; None if it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def read_table(run: Path, name: str) -> Any:
    """A Parquet table of a run, as pyarrow has it."""
    path = run / f"{name}.{PARQUET}"
    if not path.is_file():
        raise KhalkhinError("lab.no-tables", folder=str(run))
    parquet = library()
    if parquet is None:
        raise KhalkhinError("lab.extra", package="pyarrow", extra="lab")
    return parquet.read_table(path)


def write_tables(run: RunFolder) -> None:
    """Make the tables of a run anew from all games that are done, each whole or not at all.

    Tables of the other form go: they would tell of an earlier time.
    """
    form, other, write = (LINES, PARQUET, _write_lines) if library() is None else (PARQUET, LINES, _write_parquet)
    paths = {name: run.path / f"{name}.{form}" for name in TABLES}
    scratch = {name: path.with_name(f".{path.name}.{os.getpid()}.part") for name, path in paths.items()}
    try:
        write(run.games(), scratch)
        for name, path in paths.items():
            if scratch[name].exists():
                os.replace(scratch[name], path)
                path.with_suffix(f".{other}").unlink(missing_ok=True)
    except OSError as error:
        told = {"file": str(run.path), "error": error.strerror or str(error)}
        raise KhalkhinError("lab.cannot-write", **told) from None
    finally:
        for path in scratch.values():
            path.unlink(missing_ok=True)


def _write_lines(games: Iterator[dict[str, Any]], paths: dict[str, Path]) -> None:
    files: dict[str, TextIO] = {}
    with ExitStack() as open_files:
        for game in games:
            for name, path in paths.items():
                if name not in files:
                    files[name] = open_files.enter_context(path.open("w", encoding="utf-8"))
                files[name].writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in game[name])


def _write_parquet(games: Iterator[dict[str, Any]], paths: dict[str, Path]) -> None:
    arrow, files = library("pyarrow"), library()
    writers: dict[str, Any] = {}
    with ExitStack() as open_files:
        while some := list(islice(games, AT_ONCE)):
            for name, path in paths.items():
                rows = [row for game in some for row in game[name]]
                if name not in writers:
                    schema = _schema(arrow, COLUMNS.get(name) or tuple(rows[0]))
                    writers[name] = open_files.enter_context(files.ParquetWriter(path, schema))
                writers[name].write_table(_table(arrow, rows, writers[name].schema))


def _table(arrow: Any, rows: Sequence[Row], schema: Any) -> Any:
    return arrow.Table.from_pylist(rows, schema=schema)


def _schema(arrow: Any, columns: Iterable[str]) -> Any:
    return arrow.schema([(name, _type(arrow, name)) for name in columns])


def _type(arrow: Any, column: str) -> Any:
    if column in TEXT:
        return arrow.string()
    if column.startswith(LISTS):
        return arrow.list_(arrow.string())
    return arrow.float64() if column.startswith(REAL) else arrow.int64()
