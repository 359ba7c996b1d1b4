"""Data files with one value broken: what a slip of the hand may do to any of them."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from khalkhin.board.data import rows
from khalkhin.board.toml_lines import Spot, TomlPath, path_name, spots
from khalkhin.engine.schema import (
    Columns,
    Decimal,
    Entries,
    Keyed,
    Listed,
    Maybe,
    Number,
    Split,
    TextValue,
    ValueKind,
    WordList,
)


@dataclass(frozen=True)
class Broken:
    """A file's text with one value broken, and where a loader has to say so."""

    what: str
    name: str
    text: str
    line: int | None
    """None where another line may be named: a key is looked for elsewhere too."""
    field: str | None


def sample(found: Sequence[Any], count: int, rng: random.Random) -> Sequence[Any]:
    return found if len(found) <= count else rng.sample(found, count)


# -- TOML --------------------------------------------------------------------------------------------------------------


def broken_table(name: str, path: Path, shape: ValueKind, count: int, rng: random.Random) -> Iterator[Broken]:
    """Values of a wrong type, out of range or naming nothing, and keys misspelt or missing."""
    text = path.read_text("utf-8-sig")
    where = spots(text)
    found = list(_values(tomllib.loads(text), shape, ()))
    for at, kind in sample(found, count, rng):
        spot = where[at]
        for what, new in _worse(kind):
            yield Broken(what, name, _put(text, spot, new), spot.line, path_name(at))
    keys = [(at, needed) for at, needed in _keys(tomllib.loads(text), shape, ()) if at in where]
    entries = [(at, needed) for at, needed in keys if where[at].key != where[at].start]  # no headers of tables
    for at, needed in sample(entries, count, rng):
        spot = where[at]
        begin = spot.key + (text[spot.key] == '"')
        yield Broken("misspelt", name, f"{text[:begin]}zzz{text[begin:]}", None, None)
        if needed:
            yield Broken("missing", name, _without(text, spot), None, None)


def _values(value: Any, kind: ValueKind, path: TomlPath) -> Iterator[tuple[TomlPath, ValueKind]]:
    """Every value that has a kind of its own, by its path."""
    if isinstance(kind, Maybe):
        kind = kind.kind
    if path:
        yield path, kind
    if isinstance(kind, Listed):
        for number, item in enumerate(value):
            yield from _values(item, kind.kind, (*path, number))
    elif isinstance(kind, Entries | Keyed):
        for key, item in value.items():
            inner = kind.kinds.get(key) if isinstance(kind, Entries) else kind.value
            if inner is not None and key not in ("provenance", "rules", "ruling", "provenance_of"):
                yield from _values(item, inner, (*path, key))


def _keys(value: Any, kind: ValueKind, path: TomlPath) -> Iterator[tuple[TomlPath, bool]]:
    """Every key that a shape knows, and whether it has to be there."""
    if isinstance(kind, Maybe):
        kind = kind.kind
    if isinstance(kind, Listed):
        for number, item in enumerate(value):
            yield from _keys(item, kind.kind, (*path, number))
    elif isinstance(kind, Entries):
        for key, inner in kind.kinds.items():
            if key in value:
                yield (*path, key), not isinstance(inner, Maybe)
                yield from _keys(value[key], inner, (*path, key))
    elif isinstance(kind, Keyed):
        for key, item in value.items():
            if key in ("rule", "rules", "ruling", "provenance", "provenance_of"):
                continue
            if isinstance(kind.key, WordList):
                yield (*path, key), kind.all
            yield from _keys(item, kind.value, (*path, key))


def _worse(kind: ValueKind) -> Iterator[tuple[str, str]]:
    """Texts for values that are not of a kind."""
    yield "wrong type", '"zzz"' if isinstance(kind, Number | Listed | Entries | Keyed) else "[[77]]"
    if isinstance(kind, Number):
        yield "too little", str(kind.least - 1)
        yield "too much", str(kind.most + 1)
        yield "a fraction", f"{kind.least}.5"
        yield "true", "true"
    elif isinstance(kind, WordList | Split):
        yield "unknown", '"zzz"'
        yield "wrong type", "77"
    elif isinstance(kind, TextValue):
        yield "empty", '""'
        yield "wrong type", "77"
    elif not isinstance(kind, Listed | Entries | Keyed):
        yield "wrong type", "77"


def _put(text: str, spot: Spot, new: str) -> str:
    """Another value for an entry; the header of a table becomes an entry of the table round it."""
    return text[: spot.start] + new + text[spot.end :]


def _without(text: str, spot: Spot) -> str:
    before, after = text[: spot.key], text[spot.end :]
    if after.lstrip().startswith(","):
        return before + after.lstrip()[1:]
    if before.rstrip().endswith(","):
        return before.rstrip()[:-1] + after
    return before + after


# -- CSV ---------------------------------------------------------------------------------------------------------------


def broken_rows(name: str, path: Path, shape: Columns, count: int, rng: random.Random) -> Iterator[Broken]:
    """Cells of a wrong type, out of range or naming nothing; columns misspelt or missing."""
    lines = path.read_text("utf-8-sig").splitlines()
    header = lines[0].split(",")
    found = [row for row in rows(path) if lines[row.line - 1].count(",") == len(header) - 1]
    for at, column in enumerate(header):
        kind = shape.kinds.get(column)
        bare = kind.kind if isinstance(kind, Maybe) else kind
        for row in sample(found, count, rng):
            for what, new in _worse_cells(kind, bare):
                yield Broken(what, name, _cell(lines, row.line, at, new), row.line, column)
    for at, column in enumerate(header):
        if column in shape.kinds:
            yield Broken("misspelt", name, _cell(lines, 1, at, f"{column}zzz"), 1, None)


def _worse_cells(kind: ValueKind | None, bare: ValueKind | None) -> Iterator[tuple[str, str]]:
    if isinstance(bare, Number | Decimal):
        yield "wrong type", "x"
        yield "too much", str(int(bare.most) + 1)
        yield "too little", str(int(bare.least) - 1)
    elif isinstance(bare, WordList | Split) or (isinstance(bare, TextValue) and bare.form) or kind is None:
        yield "unknown", "zzz"
    if kind is not None and not isinstance(kind, Maybe):
        yield "empty", ""


def _cell(lines: list[str], line: int, at: int, new: str) -> str:
    cells = lines[line - 1].split(",")
    cells[at] = new
    return "\n".join([*lines[: line - 1], ",".join(cells), *lines[line:], ""])


def broken_files(
    shapes: Mapping[str, ValueKind | Columns], files: Mapping[str, Path], entries: int, cells: int, rng: random.Random
) -> Iterator[Broken]:
    """A sample of what may be broken in the files that have a shape."""
    for name, path in files.items():
        shape = shapes[name]
        if isinstance(shape, Columns):
            yield from broken_rows(name, path, shape, cells, rng)
        else:
            yield from broken_table(name, path, shape, entries, rng)
