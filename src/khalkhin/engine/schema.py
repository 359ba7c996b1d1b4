"""What a game's data files may say. Whatever else they say is refused when they are loaded, with file, line and field.

A game declares a kind for every entry of its TOML files and every column of its CSV files (`games/<game>/shape.py`).
Entries without a kind are refused, for most of them are misspelt; so are entries that are missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from khalkhin.board.data import DataError, Row, TomlTable
from khalkhin.board.mapsheet import TAGS
from khalkhin.board.toml_lines import TomlPath
from khalkhin.engine.folder import Folder
from khalkhin.engine.provenance import ABOUT


class Wrong(Exception):
    """A value that is not of its kind: the way to it from the value that was checked, and what is wrong with it."""

    def __init__(self, message: str, path: TomlPath = ()) -> None:
        super().__init__(message)
        self.message = message
        self.path = path


class ValueKind:
    """What a value may be. `folder` is where references look up what there is."""

    def check(self, value: Any, folder: Folder) -> None:
        """Raise `Wrong` if the value is not of this kind."""
        raise NotImplementedError

    def of_cell(self, text: str) -> Any:
        """The value that a cell of a CSV file stands for."""
        return text


@dataclass(frozen=True)
class Maybe(ValueKind):
    """An entry that may be left out, or a cell that may be empty."""

    kind: ValueKind

    def check(self, value: Any, folder: Folder) -> None:
        self.kind.check(value, folder)

    def of_cell(self, text: str) -> Any:
        return self.kind.of_cell(text)


@dataclass(frozen=True)
class Number(ValueKind):
    """A whole number."""

    least: int
    most: int

    def check(self, value: Any, folder: Folder) -> None:
        if type(value) is not int:
            raise Wrong(f"{value!r} is not a whole number")
        if not self.least <= value <= self.most:
            raise Wrong(f"{value} is not between {self.least} and {self.most}")

    def of_cell(self, text: str) -> Any:
        return int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else text


@dataclass(frozen=True)
class Decimal(ValueKind):
    """A number in a CSV file that may have a fraction, of `parts` parts a unit where that is given."""

    least: float
    most: float
    parts: int = 0

    def check(self, value: Any, folder: Folder) -> None:
        if not isinstance(value, float):
            raise Wrong(f"{value!r} is not a number")
        if not self.least <= value <= self.most:
            raise Wrong(f"{value:g} is not between {self.least:g} and {self.most:g}")
        if self.parts and (value * self.parts) % 1:
            raise Wrong(f"{value:g} cannot be counted in parts of 1/{self.parts}")

    def of_cell(self, text: str) -> Any:
        return float(text) if re.fullmatch(r"-?[0-9]{1,18}(\.[0-9]{1,18})?", text) else text


class Flag(ValueKind):
    """True or false."""

    def check(self, value: Any, folder: Folder) -> None:
        if not isinstance(value, bool):
            raise Wrong(f"{value!r} is neither true nor false")


@dataclass(frozen=True)
class TextValue(ValueKind):
    """Any text that is not empty, or one of a form: a regular expression, and how to say it."""

    form: str = ""
    said: str = ""

    def check(self, value: Any, folder: Folder) -> None:
        if not isinstance(value, str):
            raise Wrong(f"{value!r} is not a text")
        if not value:
            raise Wrong("the text is empty")
        if self.form and not re.fullmatch(self.form, value):
            raise Wrong(f"{value!r} is not {self.said}")


class WordList(ValueKind):
    """One of some words."""

    def words(self, folder: Folder) -> Collection[str]:
        raise NotImplementedError

    def denial(self) -> str:
        """What is said of a word that is none of them."""
        raise NotImplementedError

    def check(self, value: Any, folder: Folder) -> None:
        if not isinstance(value, str):
            raise Wrong(f"{value!r} is not a text")
        if value not in self.words(folder):
            raise Wrong(f"{value!r} is {self.denial()}")


class OneOf(WordList):
    """One of the words that are listed here."""

    def __init__(self, *words: str) -> None:
        self._words = words

    def words(self, folder: Folder) -> Collection[str]:
        return self._words

    def denial(self) -> str:
        return f"none of {', '.join(map(repr, self._words))}"


class Named(WordList):
    """Something that a file of the game has: a cell of a column, the key of a table, an item of a list."""

    def __init__(self, file: str, *path: str) -> None:
        self.file = file
        self.path = path

    def words(self, folder: Folder) -> Collection[str]:
        return folder.names(self.file, *self.path)

    def denial(self) -> str:
        column = self.file.endswith(".csv")
        return f"not in {'column ' if column else ''}{'.'.join(self.path)} of {self.file}"


class AnyOf(WordList):
    """A word of any of these kinds."""

    def __init__(self, *kinds: WordList) -> None:
        self.kinds = kinds

    def words(self, folder: Folder) -> Collection[str]:
        return {word: None for kind in self.kinds for word in kind.words(folder)}

    def denial(self) -> str:
        return " and ".join(kind.denial() for kind in self.kinds)


@dataclass(frozen=True)
class Some(ValueKind):
    """One of the words, or none of them: an empty text."""

    kind: WordList

    def check(self, value: Any, folder: Folder) -> None:
        if value != "" or not isinstance(value, str):
            self.kind.check(value, folder)


@dataclass(frozen=True)
class Split(ValueKind):
    """A text of several parts, such as two codes with a blank between them."""

    kind: ValueKind
    by: str

    def check(self, value: Any, folder: Folder) -> None:
        if not isinstance(value, str):
            raise Wrong(f"{value!r} is not a text")
        for part in value.split(self.by):
            self.kind.check(part.strip(), folder)


@dataclass(frozen=True)
class Listed(ValueKind):
    """A list of values of one kind; of `size` of them where that is given. With `once` none stands in it twice."""

    kind: ValueKind
    size: int | None = None
    least: int = 0
    once: bool = False

    def check(self, value: Any, folder: Folder) -> None:
        if not isinstance(value, list):
            raise Wrong(f"{value!r} is not a list")
        if self.size is not None and len(value) != self.size:
            raise Wrong(f"the list has {len(value)} items instead of {self.size}")
        if len(value) < self.least:
            raise Wrong(f"the list has fewer items than {self.least}")
        for number, item in enumerate(value):
            _inside(self.kind, item, number, folder)
            if self.once and item in value[:number]:
                raise Wrong(f"{item!r} stands in the list twice", (number,))


Also = Callable[[TomlTable, Folder], Iterator[tuple[TomlPath, str]]]
"""A check of a whole table, each value of which is of its kind: what does not go with the rest, and why not."""


class Entries(ValueKind):
    """A table with these entries. Those that tell about a table, such as its rule and its tag, may stand in any."""

    def __init__(self, kinds: Mapping[str, ValueKind] | None = None, *also: Also, **more: ValueKind) -> None:
        self.kinds = {**(kinds or {}), **more}
        self.also = also

    def check(self, value: Any, folder: Folder) -> None:
        if not isinstance(value, TomlTable):
            raise Wrong(f"{value!r} is not a table")
        for key, item in value.items():
            kind = self.kinds.get(key) or _ABOUT.get(key)
            if kind is None:
                raise Wrong(f"there is no such entry, only {', '.join(self.kinds)}", (key,))
            _inside(kind, item, key, folder)
        for key, kind in self.kinds.items():
            if key not in value and not isinstance(kind, Maybe):
                raise Wrong("this entry is missing", (key,))
        for check in self.also:
            for path, message in check(value, folder):
                raise Wrong(message, path)


@dataclass(frozen=True)
class Keyed(ValueKind):
    """A table whose keys are of one kind and its values of another; with `all` it has an entry for every key."""

    key: ValueKind
    value: ValueKind
    all: bool = False
    least: int = 0

    def check(self, value: Any, folder: Folder) -> None:
        if not isinstance(value, TomlTable):
            raise Wrong(f"{value!r} is not a table")
        for key, item in value.items():
            if key in ABOUT:
                _inside(_ABOUT[key], item, key, folder)
                continue
            _inside(self.key, key, key, folder)
            _inside(self.value, item, key, folder)
        if len(value.keys() - ABOUT) < self.least:
            raise Wrong(f"the table has fewer entries than {self.least}")
        if self.all and isinstance(self.key, WordList):
            for key in self.key.words(folder):
                if key not in value:
                    raise Wrong("this entry is missing", (key,))


def _inside(kind: ValueKind, value: Any, key: str | int, folder: Folder) -> None:
    try:
        kind.check(value, folder)
    except Wrong as wrong:
        wrong.path = (key, *wrong.path)
        raise


TEXT = TextValue()
TAG = OneOf(*TAGS)
RULE = Named("rules.csv", "rule")
_ABOUT: Mapping[str, ValueKind] = {
    "rule": RULE,
    "rules": Listed(RULE),
    "ruling": TextValue(r"[A-Z]-?[0-9]+", "the number of a ruling"),
    "provenance": TAG,
    "provenance_of": Keyed(TEXT, TAG),
}
"""Entries that tell about a table: any may have them."""


# -- files -------------------------------------------------------------------------------------------------------------


RowsCheck = Callable[[list[Row], Folder], None]
"""A check of a whole CSV file, each cell of which is of its kind."""


class Columns:
    """The columns of a CSV file, all of which it has, and no others but those that say how well values are known."""

    def __init__(self, kinds: Mapping[str, ValueKind], *also: RowsCheck, **more: ValueKind) -> None:
        self.kinds = {**kinds, **more}
        self.also = also

    def check_header(self, name: str, folder: Folder) -> None:
        """Refuse a column that is missing or that nobody reads."""
        columns = folder.columns(name)
        for column in columns:
            if column not in self.kinds and not column.startswith("prov_"):
                known = ", ".join(self.kinds)
                raise DataError(folder / name, 1, column, f"there is no such column, only {known}")
        for column in self.kinds:
            if column not in columns:
                raise DataError(folder / name, 1, column, "this column is missing")

    def check(self, name: str, folder: Folder) -> None:
        """Refuse a cell that is not of the kind of its column."""
        found = folder.rows(name)
        for column in folder.columns(name):
            self._column(self.kinds.get(column, Maybe(TAG)), column, found, folder)
        self._tags(found)
        for check in self.also:
            check(found, folder)

    def _tags(self, found: list[Row]) -> None:
        """A value has a tag where its column has tags."""
        tagged = [column for column in self.kinds if found and f"prov_{column}" in found[0].values]
        for row in found:
            for column in tagged:
                if row.text(column) and not row.text(f"prov_{column}"):
                    row.fail(f"prov_{column}", f"the value {row.text(column)!r} of {column} has no tag")

    def _column(self, kind: ValueKind, column: str, found: list[Row], folder: Folder) -> None:
        """Equal cells are looked at once: a map has thousands of them."""
        wrong: dict[str, str] = {}
        for text in {row.values[column] for row in found}:
            if isinstance(kind, Maybe) and not text.strip():
                continue
            try:
                kind.check(kind.of_cell(text.strip()), folder)
            except Wrong as error:
                wrong[text] = error.message
        if wrong:
            row = next(row for row in found if row.values[column] in wrong)
            row.fail(column, wrong[row.values[column]])


@dataclass(frozen=True)
class Shape:
    """The shape of a game's data: a kind for every file that decides play, by its name or a pattern of names."""

    files: Mapping[str, ValueKind | Columns]

    def of(self, name: str) -> ValueKind | Columns | None:
        """The shape of a file; None for those that only tell about the game or draw it."""
        return next((shape for pattern, shape in self.files.items() if fnmatchcase(name, pattern)), None)

    def check(self, folder: Folder) -> None:
        """Refuse the first file that says what it may not; those that others refer to stand first in a shape."""
        names = [name for pattern in self.files for name in folder.files() if fnmatchcase(name, pattern)]
        shapes = [(name, self.of(name)) for name in names]
        for name, shape in shapes:
            if isinstance(shape, Columns):
                shape.check_header(name, folder)
        for name, shape in shapes:
            if isinstance(shape, Columns):
                shape.check(name, folder)
            elif shape is not None:
                _check_table(shape, folder.table(name), folder)


def _check_table(kind: ValueKind, found: TomlTable, folder: Folder) -> None:
    try:
        kind.check(found, folder)
    except Wrong as wrong:
        found.fail_at(wrong.path, wrong.message)
