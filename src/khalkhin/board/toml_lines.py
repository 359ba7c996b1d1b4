"""Where every value of a TOML file stands: tomllib reads values, but does not tell their lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

TomlPath = tuple[str | int, ...]
"""The way to a value: keys, and places in lists, which count from 0."""


class Spot(NamedTuple):
    """The line of an entry, and where in the text its key and its value begin and the value ends."""

    line: int
    key: int
    start: int
    end: int


def spots(text: str) -> dict[TomlPath, Spot]:
    """Every table, entry and item of a well-formed file."""
    scan = _Scan(text, {})
    scan.document()
    return scan.found


def line_of(text: str, where: TomlPath) -> int | None:
    """The line of a value, or of the innermost thing round it that there is."""
    found = spots(text)
    for size in range(len(where), 0, -1):
        if where[:size] in found:
            return found[where[:size]].line
    return None


def path_name(where: TomlPath) -> str:
    """A path as people write it: the second item of a list is [2]."""
    return "".join(f"[{key + 1}]" if isinstance(key, int) else f".{key}" for key in where).lstrip(".")


_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY = re.compile(r"""[ \t]*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+))[ \t]*(\.?)""")
_STRINGS = (r'"""(?:[^\\]|\\.)*?"{3,5}', r"'''.*?'{3,5}", r'"(?:[^"\\]|\\.)*"', r"'[^']*'")
_STRING = re.compile("|".join(_STRINGS), re.DOTALL)
_BARE = re.compile(r"[^\s,\]}#]+(?: [0-9][^\s,\]}#]*)?")


@dataclass
class _Scan:
    """A walk through the text from its beginning to its end."""

    text: str
    found: dict[TomlPath, Spot]
    at: int = 0

    def document(self) -> None:
        table: TomlPath = ()
        self._skip()
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._entry(table)
            self._skip()

    def _header(self) -> TomlPath:
        begin, listed = self.at, self.text.startswith("[[", self.at)
        self.at += 2 if listed else 1
        keys = self._keys()
        self.at = self.text.index("]", self.at) + (2 if listed else 1)
        spot = Spot(self._line(begin), begin, begin, self.at)
        path: TomlPath = ()
        for key in keys[:-1]:
            self.found.setdefault((*path, key), spot)
            path = self._last((*path, key))
        path = (*path, keys[-1])
        if listed:
            self.found.setdefault(path, spot)
            path = (*path, sum(1 for other in self.found if len(other) == len(path) + 1 and other[:-1] == path))
        self.found[path] = spot
        return path

    def _last(self, path: TomlPath) -> TomlPath:
        """A table by its name; of several with the name the last one so far."""
        items = [other[-1] for other in self.found if len(other) == len(path) + 1 and other[:-1] == path]
        numbers = [item for item in items if isinstance(item, int)]
        return (*path, max(numbers)) if numbers else path

    def _entry(self, table: TomlPath) -> None:
        begin = self.at
        path = (*table, *self._keys())
        self.at = self.text.index("=", self.at) + 1
        self._skip()
        self._value(path, begin)

    def _value(self, path: TomlPath, key: int) -> None:
        start = self.at
        opening = self.text[start]
        if opening == "[":
            self._many(path, "]")
        elif opening == "{":
            self._many(path, "}")
        else:
            pattern = _STRING if opening in "\"'" else _BARE
            match = pattern.match(self.text, start)
            self.at = match.end() if match else start + 1
        self.found[path] = Spot(self._line(key), key, start, self.at)

    def _many(self, path: TomlPath, closing: str) -> None:
        """The items of a list, or the entries of a table in braces."""
        self.at += 1
        number = 0
        self._skip()
        while self.text[self.at] != closing:
            if closing == "]":
                self._value((*path, number), self.at)
                number += 1
            else:
                self._entry(path)
            self._skip()
            if self.text[self.at] == ",":
                self.at += 1
                self._skip()
        self.at += 1

    def _keys(self) -> list[str]:
        keys, more = [], True
        while more and (match := _KEY.match(self.text, self.at)):
            keys.append(next(part for part in match.groups()[:3] if part is not None))
            self.at, more = match.end(), bool(match[4])
        return keys

    def _skip(self) -> None:
        match = _BLANK.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def _line(self, at: int) -> int:
        return self.text.count("\n", 0, at) + 1
