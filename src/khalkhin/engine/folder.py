"""A game's data folder, and the scenarios in it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from khalkhin.board.data import DataError, Row, TomlTable, rows, table
from khalkhin.board.grid import UnknownHex
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.provenance import ABOUT


class Folder:
    """A game's data folder, with an owner's corrections laid over it file by file."""

    def __init__(self, base: Path, overrides: Path | None = None) -> None:
        self.base = base
        self.overrides = overrides
        self._tables: dict[str, TomlTable] = {}
        self._rows: dict[str, list[Row]] = {}
        self._names: dict[tuple[str, ...], dict[str, None]] = {}
        if overrides is not None:
            self._check(overrides)

    def _check(self, overrides: Path) -> None:
        if not overrides.is_dir():
            raise KhalkhinError("data.no-folder", folder=str(overrides))
        for path in sorted(p for p in overrides.rglob("*") if p.is_file()):
            name = path.relative_to(overrides).as_posix()
            if not (self.base / name).is_file():
                raise KhalkhinError("data.unknown-file", file=str(path), files=", ".join(self.files()))

    def files(self) -> list[str]:
        found = (p for p in self.base.rglob("*") if p.suffix in (".csv", ".toml"))
        return sorted(p.relative_to(self.base).as_posix() for p in found)

    def __truediv__(self, name: str) -> Path:
        if self.overrides is not None and (self.overrides / name).exists():
            return self.overrides / name
        return self.base / name

    def table(self, name: str) -> TomlTable:
        """The content of a TOML file, read once."""
        if name not in self._tables:
            self._tables[name] = table(self / name)
        return self._tables[name]

    def rows(self, name: str) -> list[Row]:
        """The rows of a CSV file, read once."""
        if name not in self._rows:
            self._rows[name] = list(rows(self / name))
        return self._rows[name]

    def columns(self, name: str) -> list[str]:
        """The columns of a CSV file; of one without rows nobody asks."""
        return list(self.rows(name)[0].values) if self.rows(name) else []

    def names(self, name: str, *path: str) -> Collection[str]:
        """The texts in a column, the keys of a table or the items of a list, in the order of the file."""
        key = name, *path
        if key not in self._names:
            if name.endswith(".csv"):
                found = [row.text(path[0]) for row in self.rows(name)]
            else:
                found = _names(self.table(name), path)
            self._names[key] = dict.fromkeys(found)
        return self._names[key]

    def version(self) -> str:
        """A short hash of the values that decide play: it goes into every record (docs/records.md says what counts)."""
        values = {name: self._deciding(name) for name in self.files() if _decides(name)}
        text = json.dumps(values, ensure_ascii=False, separators=(",", ":"), default=str)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def _deciding(self, name: str) -> Any:
        """The values of a file that decide play, as plain data in the order of the file."""
        if name.endswith(".csv"):
            return [dict(sorted(_deciding_cells(row.values, name))) for row in self.rows(name)]
        left_out = _TELLING_HEADS.get(name.partition("/")[0].partition(".")[0], ())
        return _deciding_entries({key: value for key, value in self.table(name).items() if key not in left_out})


def _names(found: Any, path: Sequence[str]) -> list[str]:
    """The names at the end of a path; on the way a list of tables stands for each of them."""
    if isinstance(found, list) and path:
        return [name for item in found for name in _names(item, path)]
    if isinstance(found, TomlTable):
        return _names(found.get(path[0]), path[1:]) if path else [key for key in found if key not in ABOUT]
    if isinstance(found, list):
        return [item for item in found if isinstance(item, str)]
    return [found] if isinstance(found, str) and not path else []


# -- what decides play -------------------------------------------------------------------------------------------------

_TELLING_FILES = ("rules", "provenance", "rulings", "markers", "editions")
"""Files that tell about the game or draw it. A file that nobody named counts: it may decide something."""
_TELLING_COLUMNS = ("source", "basis", "lon", "lat", "relief")
_TELLING_ENTRIES = ("provenance", "provenance_of", "rules", "ruling", "decided_in")
_TELLING_HEADS = {"charts": ("rulings",), "scenarios": ("title", "summary", "minutes", "options")}
"""Entries at the head of a file. Options are left out because a record names those that matter."""


def _decides(name: str) -> bool:
    return name.partition(".")[0] not in _TELLING_FILES and not name.endswith("look.toml")


def _deciding_cells(cells: Mapping[str, str], name: str) -> Iterator[tuple[str, str]]:
    for column, text in cells.items():
        told = column.startswith("prov_") or column in _TELLING_COLUMNS or (name, column) == ("counters.csv", "name")
        if text.strip() and not told:
            yield column, text.strip()


def _deciding_entries(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _deciding_entries(inner) for key, inner in value.items() if key not in _TELLING_ENTRIES}
    return [_deciding_entries(item) for item in value] if isinstance(value, list) else value


# -- scenarios ---------------------------------------------------------------------------------------------------------


@contextmanager
def corrected_by(overrides: Path | None) -> Iterator[None]:
    """Whatever breaks in here, it is the corrections that do not fit the game: a set-up may name what there is not."""
    try:
        yield
    except (DataError, UnknownHex):
        raise
    except (LookupError, ValueError, TypeError, AttributeError, StopIteration) as error:
        if overrides is None:
            raise
        raise KhalkhinError("data.does-not-fit", folder=str(overrides), error=str(error)) from error


@dataclass(frozen=True)
class Scenario:
    """A set-up to play, as its file tells it."""

    name: str
    data: TomlTable

    @property
    def turns(self) -> int | None:
        """How many turns it has, where its file says from which to which it runs or an option says how many."""
        turns = self.data.get("turns")
        if isinstance(turns, TomlTable) and {"first", "last"} <= set(turns):
            return turns.integer("last") - turns.integer("first") + 1
        default = self.options.get("turns")
        return default if isinstance(default, int) else None

    @property
    def minutes(self) -> int | None:
        """About how long a game of it takes, where its file says so: short battles do."""
        return self.data.integer("minutes") if self.short else None

    @property
    def short(self) -> bool:
        """Whether it is a short battle: a game of an evening in a sector of the map, made by us."""
        return "sector" in self.data

    def sector(self, names: Iterable[str]) -> Collection[str]:
        """Those hexes of a map, by their numbers, in which it is played: all but in a short battle."""
        if not self.short:
            return tuple(names)
        boxes = [box.split("-") for box in self.data.table("sector").texts("hexes")]
        return tuple(name for name in names if any(_between(name, *box) for box in boxes))

    @property
    def options(self) -> Mapping[str, Any]:
        """The optional rules and their defaults."""
        return {name: option["default"] for name, option in self._options.items()}

    @property
    def absent(self) -> Mapping[str, Any]:
        """What a record means by not naming an option: its default, unless the file says what it was once."""
        return {name: option.get("absent", option["default"]) for name, option in self._options.items()}

    @property
    def _options(self) -> Mapping[str, TomlTable]:
        if "options" not in self.data:
            return {}
        options = self.data.table("options")
        return {name: options.table(name) for name in options}

    @property
    def choices(self) -> Mapping[str, Sequence[Any]]:
        """What each optional rule can be; of numbers only the default, as there is no end of them."""
        out: dict[str, Sequence[Any]] = {}
        for name, option in self._options.items():
            default = option["default"]
            values = (False, True) if isinstance(default, bool) else option.get("choices", (default,))
            out[name] = (default,) if option.get("fixed") else tuple(values)
        return out

    def check(self) -> None:
        """Every option has a default that is true or false, a whole number, or one of its choices."""
        for option in self._options.values():
            default = option.get("default")
            if isinstance(default, str):
                option.choice("default", option.texts("choices"))
            elif not isinstance(default, int):
                option.fail("default", f"{default!r} is neither true, false, a whole number nor a word")
            if type(option.get("absent", default)) is not type(default):
                option.fail("absent", f"{option['absent']!r} is not of the kind of the default {default!r}")

    def option(self, name: str, value: Any) -> Any:
        """A value for an option, if it may have it."""
        if name not in self._options:
            raise KhalkhinError("engine.unknown-option", option=name, known=", ".join(self._options) or "-")
        option = self._options[name]
        kind = type(option["default"])
        if type(value) is not kind:
            raise KhalkhinError("engine.bad-option", option=name, value=str(value), kind=f"@value.{kind.__name__}")
        if option.get("fixed") and value != option["default"]:
            raise KhalkhinError("engine.fixed-option", option=name, value=str(option["default"]).lower())
        if kind is str and value not in option.texts("choices"):
            raise KhalkhinError("engine.bad-choice", option=name, value=value, known=", ".join(option.texts("choices")))
        return value


def _between(name: str, corner: str, other: str) -> bool:
    """Whether a hex number lies in the rectangle between two others, by both halves of the number."""
    return all(corner[half] <= name[half] <= other[half] for half in (slice(2), slice(2, 4)))


def read_scenario(data: TomlTable) -> Scenario:
    scenario = Scenario(data.file.stem, data)
    scenario.check()
    return scenario
