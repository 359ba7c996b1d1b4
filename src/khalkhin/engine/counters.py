"""The countersheet: what is printed on every counter. Loaded once, never changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from khalkhin.board.data import Row, rows
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import KhalkhinError

_ID = re.compile(r"[A-Z]{2}-[A-Za-z0-9]+(-[A-Za-z0-9]+)?")


class CounterSheet:
    """Counters in the order of the file: a counter is its place in it, a set of counters is one int.

    Every sheet has the columns id, name, side and nation; a game names what else it wants of the file.
    """

    def __init__(self, path: Path, sides: Sequence[str], columns: dict[str, Callable[[Row, str], Any]]) -> None:
        found = list(rows(path, required=["id", "name", "side", "nation", *columns]))
        self.rows = tuple(found)
        self.ids = tuple(_unique_id(row, found[:n]) for n, row in enumerate(found))
        self.index = {i: n for n, i in enumerate(self.ids)}
        self.names = tuple(row.text("name") for row in found)
        self.side = tuple(sides.index(row.choice("side", sides)) for row in found)
        self.nation = tuple(row.text("nation") for row in found)
        self.columns = {name: tuple(read(row, name) for row in found) for name, read in columns.items()}
        self.of_side: tuple[UnitSet, ...] = tuple(self.such(self.side, s) for s in range(len(sides)))
        self.of_nation = {n: self.such(self.nation, n) for n in dict.fromkeys(self.nation)}

    def __len__(self) -> int:
        return len(self.ids)

    def such(self, column: Sequence[Any], *values: Any) -> UnitSet:
        """The counters whose entry in a column is one of the values."""
        return sum(1 << u for u, value in enumerate(column) if value in values)

    def find(self, text: str, among: UnitSet = 0, called: Sequence[Sequence[str]] = ()) -> int:
        """A counter by its id, its name, or the id without the nation (`601/1`), if only one answers to it; then by
        what else the counters are `called`, in lists in the order of the sheet.

        Of several, and by the bare number on a counter, the only one of `among`: of those who can be meant now.
        """
        if text in self.index:  # as records and views write it: nothing to search for
            return self.index[text]
        wanted = _plain(text)
        for names in (self.ids, self.names, [i.split("-", 1)[-1] for i in self.ids], *called):
            hits = [u for u, name in enumerate(names) if _plain(name) == wanted]
            likely = [u for u in hits if among >> u & 1] or hits
            if len(likely) == 1:
                return likely[0]
            if hits:
                raise self._ambiguous(text, likely)
        likely = [u for u, row in enumerate(self.rows) if among >> u & 1 and _plain(_designation(row)) == wanted]
        if len(likely) == 1:
            return likely[0]
        raise self._ambiguous(text, likely) if likely else KhalkhinError("engine.unknown-unit", text=text)

    def _ambiguous(self, text: str, units: Sequence[int]) -> KhalkhinError:
        return KhalkhinError("engine.ambiguous-unit", text=text, ids=", ".join(self.ids[u] for u in units))


def _plain(text: str) -> str:
    return re.sub(r"[\s/\-]+", "/", text.strip().lower())


def _designation(row: Row) -> str:
    """What stands beside the symbol: a number and what it belongs to, for sheets that have these columns."""
    return "/".join(row.text(name) for name in ("unit", "parent") if name in row.values and row.text(name))


def _unique_id(row: Row, before: Sequence[Row]) -> str:
    text = row.text("id")
    if not _ID.fullmatch(text):
        row.fail("id", f"'{text}' is not of the form NN-NAME or NN-NAME-PART")
    if any(other.text("id") == text for other in before):
        row.fail("id", f"'{text}' stands in the file twice")
    return text
