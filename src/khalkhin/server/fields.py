"""Reads what clients send, field by field: what is not as it should be is named, with what was expected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khalkhin.engine.dice import check_seed
from khalkhin.server.http import Problem
from khalkhin.server.store.rows import Said

LARGEST = 2**53 - 1
"""The largest whole number that every reader of JSON agrees on."""


class Fields:
    """The fields of one JSON object."""

    def __init__(self, data: Mapping[str, Any], where: str = "") -> None:
        self._data = data
        self._where = where

    def _bad(self, name: str, kind: str) -> Problem:
        return Problem(400, "server.bad-field", field=self._where + name, kind=f"@server.kind.{kind}")

    def only(self, *names: str) -> None:
        """No other fields than these."""
        for name in self._data:
            if name not in names:
                raise Problem(400, "server.unknown-field", field=self._where + name[:40], known=", ".join(names))

    def text(self, name: str, longest: int = 200) -> str:
        value = self.optional_text(name, longest)
        if value is None:
            raise self._bad(name, "text")
        return value

    def optional_text(self, name: str, longest: int = 200) -> str | None:
        value = self._data.get(name)
        if value is None:
            return None
        if not isinstance(value, str) or len(value) > longest:
            raise self._bad(name, "text")
        return value

    def whole(self, name: str, least: int = 0, most: int = LARGEST) -> int:
        value = self.optional_whole(name, least, most)
        if value is None:
            raise self._bad(name, "whole")
        return value

    def optional_whole(self, name: str, least: int = 0, most: int = LARGEST) -> int | None:
        value = self._data.get(name)
        if value is None:
            return None
        if type(value) is not int or not least <= value <= most:
            raise self._bad(name, "whole")
        return value

    def optional_seed(self, name: str) -> int | None:
        value = self._data.get(name)
        if value is None:
            return None
        if type(value) is not int:
            raise self._bad(name, "whole")
        return check_seed(value)

    def seconds(self, name: str, most: float) -> float:
        value = self._data.get(name, 0)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
            raise self._bad(name, "seconds")
        return float(value)

    def flag(self, name: str) -> bool:
        value = self._data.get(name, False)
        if not isinstance(value, bool):
            raise self._bad(name, "flag")
        return value

    def choice(self, name: str, *known: str) -> str:
        value = self._data.get(name)
        if value not in known:
            raise Problem(400, "server.bad-choice", field=self._where + name, known=", ".join(known))
        return str(value)

    def table(self, name: str) -> dict[str, Any]:
        value = self._data.get(name, {})
        if not isinstance(value, dict):
            raise self._bad(name, "object")
        return value

    def inner(self, name: str) -> Fields:
        return Fields(self.table(name), f"{self._where}{name}.")

    def items(self, name: str, most: int) -> list[Fields]:
        """A list of objects."""
        value = self._data.get(name)
        if not isinstance(value, list) or len(value) > most or not all(isinstance(x, dict) for x in value):
            raise Problem(400, "server.bad-list", field=self._where + name, most=most)
        return [Fields(x, f"{self._where}{name}[{n}].") for n, x in enumerate(value)]

    def noun(self, name: str) -> str | int | None:
        value = self._data.get(name)
        if value is None or type(value) is int or (isinstance(value, str) and len(value) <= 200):
            return value
        raise self._bad(name, "noun")

    def said(self) -> Said:
        """A verb and a noun."""
        self.only("verb", "noun")
        return self.text("verb"), self.noun("noun")
