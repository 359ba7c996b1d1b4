"""Reading data files. Whatever is wrong with one is said in one sentence that names file, line and field."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, Protocol

from khalkhin.board.toml_lines import TomlPath, line_of, path_name


class DataError(ValueError):
    """A data file that cannot be used. `line` and `field` are None where the whole file is at fault."""

    def __init__(self, file: Path | str, line: int | None, field: str | None, message: str) -> None:
        self.file = str(file)
        self.line = line
        self.field = field
        self.message = message.rstrip(".")
        super().__init__(self.file, line, field, self.message)

    def __str__(self) -> str:
        where = self.file
        if self.line is not None:
            where += f", line {self.line}"
        if self.field is not None:
            where += f", field {self.field!r}"
        return f"{where}: {self.message}."


class DataFolder(Protocol):
    """Where data files are: a path, or a folder with an owner's corrections laid over it."""

    def __truediv__(self, name: str, /) -> Path: ...


class Row:
    """One row of a CSV file, which knows where it stands."""

    def __init__(self, file: Path, line: int, values: Mapping[str, str]) -> None:
        self.file = file
        self.line = line
        self.values = values

    def fail(self, field: str, message: str) -> NoReturn:
        raise DataError(self.file, self.line, field, message)

    def text(self, field: str) -> str:
        """The value without surrounding blanks; it may be empty."""
        if field not in self.values:
            self.fail(field, "the file has no such column")
        return self.values[field].strip()

    def integer(self, field: str, default: int | None = None) -> int:
        """A whole number; an empty value is the default, or an error where there is none."""
        text = self.text(field)
        if not text and default is not None:
            return default
        try:
            return int(text)
        except ValueError:
            self.fail(field, f"{text!r} is not a whole number")

    def choice(self, field: str, allowed: Collection[str]) -> str:
        """A value that must be one of those allowed."""
        text = self.text(field)
        if text not in allowed:
            self.fail(field, f"{text!r} is none of {_list(allowed)}")
        return text


def rows(path: Path, required: Sequence[str] = ()) -> Iterator[Row]:
    """The rows of a CSV file in order. Columns beyond those required are allowed."""
    reader = csv.reader(io.StringIO(_read(path)), strict=True)
    records = _records(path, reader)
    line, header = next(records, (1, []))
    _check_header(path, line, header, required)
    for line, record in records:
        if len(record) != len(header):
            raise DataError(path, line, None, f"the row has {len(record)} values for {len(header)} columns")
        yield Row(path, line, dict(zip(header, record, strict=True)))


def _records(path: Path, reader: Any) -> Iterator[tuple[int, list[str]]]:
    """Records with the line each begins on; blank lines are skipped."""
    while True:
        line = reader.line_num + 1
        try:
            record = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise DataError(path, line, None, f"this is not well-formed CSV ({error})") from error
        if record:
            yield line, record


def _check_header(path: Path, line: int, header: list[str], required: Sequence[str]) -> None:
    for field in header:
        if header.count(field) > 1:
            raise DataError(path, line, field, "two columns have this name")
    for field in required:
        if field not in header:
            raise DataError(path, line, field, "this column is missing")


class TomlTable(dict[str, Any]):
    """A TOML table, which knows where it stands: a dict with the checks of a `Row`."""

    def __init__(self, values: Mapping[str, Any], file: Path, path: TomlPath = ()) -> None:
        self.file = file
        self.path = path
        super().__init__({key: self._wrap(value, (*path, key)) for key, value in values.items()})

    def _wrap(self, value: Any, path: TomlPath) -> Any:
        if isinstance(value, dict):
            return TomlTable(value, self.file, path)
        if isinstance(value, list):
            return [self._wrap(item, (*path, number)) for number, item in enumerate(value)]
        return value

    def fail(self, field: str, message: str) -> NoReturn:
        self.fail_at((field,), message)

    def fail_at(self, path: TomlPath, message: str) -> NoReturn:
        """Refuse a value somewhere inside of this table."""
        where = (*self.path, *path)
        raise DataError(self.file, line_of(_read(self.file), where), path_name(where), message)

    def text(self, field: str) -> str:
        return str(self._typed(field, str, "a text"))

    def integer(self, field: str) -> int:
        return int(self._typed(field, int, "a whole number"))

    def choice(self, field: str, allowed: Collection[str]) -> str:
        text = self.text(field)
        if text not in allowed:
            self.fail(field, f"{text!r} is none of {_list(allowed)}")
        return text

    def table(self, field: str) -> TomlTable:
        value = self._typed(field, TomlTable, "a table")
        assert isinstance(value, TomlTable)
        return value

    def texts(self, field: str) -> list[str]:
        """A list of texts."""
        values: list[Any] = self._typed(field, list, "a list")
        if not all(isinstance(value, str) for value in values):
            self.fail(field, "not every item of this list is a text")
        return values

    def _typed(self, field: str, kind: type, said: str) -> Any:
        if field not in self:
            self.fail(field, "this entry is missing")
        # bool is an int to Python, but not to a reader of the file.
        if not isinstance(self[field], kind) or isinstance(self[field], bool) is not (kind is bool):
            self.fail(field, f"{self[field]!r} is not {said}")
        return self[field]


def table(path: Path) -> TomlTable:
    """The content of a TOML file."""
    text = _read(path)
    try:
        return TomlTable(tomllib.loads(text), path)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found[1]) if found else len(text.splitlines())
        raise DataError(path, line, None, f"this is not well-formed TOML ({error})") from error


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise DataError(path, None, None, f"the file cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise DataError(path, line, None, "the text is not UTF-8") from error


def _list(values: Collection[str]) -> str:
    return ", ".join(repr(v) for v in values)
