"""The rows of a run as Parquet tables: one row a game, a turn, a roll on a table, a rule of a game, an event of a turn.

Columns that begin with one of `CLOCKS` are the only ones that differ between two runs of the same order.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any

from khalkhin.engine.errors import KhalkhinError
from khalkhin.lab.folder import TABLES, RunFolder
from khalkhin.lab.witness import Row

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
    """A library that the tables need, or one sentence on how to get it."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise KhalkhinError("lab.extra", package="pyarrow", extra="lab") from None


def read_table(run: Path, name: str) -> Any:
    """A table of a run, as pyarrow has it."""
    path = run / f"{name}.parquet"
    if not path.is_file():
        raise KhalkhinError("lab.no-tables", folder=str(run))
    return library().read_table(path)


def write_tables(run: RunFolder) -> None:
    """Make the tables of a run anew from all games that are done, each whole or not at all."""
    paths = {name: run.path / f"{name}.parquet" for name in TABLES}
    scratch = {name: path.with_name(f".{path.name}.{os.getpid()}.part") for name, path in paths.items()}
    try:
        _write(run.games(), scratch)
        for name, path in paths.items():
            if scratch[name].exists():
                os.replace(scratch[name], path)
    except OSError as error:
        told = {"file": str(run.path), "error": error.strerror or str(error)}
        raise KhalkhinError("lab.cannot-write", **told) from None
    finally:
        for path in scratch.values():
            path.unlink(missing_ok=True)


def _write(games: Iterator[dict[str, Any]], paths: dict[str, Path]) -> None:
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
