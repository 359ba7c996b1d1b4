"""The little HTML that a report needs, and tables that are also there as CSV."""

from __future__ import annotations

import csv
import io
from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any


def text(said: str) -> str:
    """What a person reads, as markup."""
    return escape(said, quote=False)


def tag(name: str, content: str | Iterable[str] = "", /, **attributes: object) -> str:
    """An element. Underscores in attribute names stand for dashes; None leaves an attribute out, True has no value."""
    parts = [name]
    for key, value in attributes.items():
        shown = key.rstrip("_").replace("_", "-")
        if value is True:
            parts.append(shown)
        elif value is not None:
            parts.append(f'{shown}="{escape(str(value), quote=True)}"')
    inner = content if isinstance(content, str) else "".join(content)
    return f"<{' '.join(parts)}>{inner}</{name}>"


@dataclass(frozen=True)
class Cell:
    """A cell of a table on the page: markup, and what class it has."""

    content: str
    class_: str | None = None


def table(head: Sequence[str], rows: Iterable[Iterable[str | Cell]], class_: str = "numbers") -> str:
    """A table; the first cell of a row names it. The cells are markup."""
    top = tag("tr", (tag("th", cell, scope="col") for cell in head))
    body = (tag("tr", (_cell(cell, n == 0) for n, cell in enumerate(row))) for row in rows)
    return tag("div", tag("table", [tag("thead", top), tag("tbody", body)], class_=class_), class_="scroll")


def _cell(cell: str | Cell, first: bool) -> str:
    found = cell if isinstance(cell, Cell) else Cell(cell)
    return tag("th" if first else "td", found.content, scope="row" if first else None, class_=found.class_)


@dataclass(frozen=True)
class ReportSheet:
    """Numbers of a report as CSV. Heads are names for programs and the same in every language."""

    name: str
    head: Sequence[str]
    rows: Sequence[Sequence[Any]]

    @property
    def csv(self) -> str:
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.head)
        writer.writerows([_plain(value) for value in row] for row in self.rows)
        return out.getvalue()

    def link(self) -> str:
        """A link that saves the sheet from the page."""
        address = "data:text/csv;base64," + b64encode(self.csv.encode("utf-8")).decode("ascii")
        return tag("a", f"{self.name}.csv", href=address, download=f"{self.name}.csv", class_="save")


def _plain(value: Any) -> Any:
    """Numbers with six figures: more would be noise."""
    if isinstance(value, float):
        return f"{value:.6g}"
    return "" if value is None else value


@dataclass(frozen=True)
class Section:
    """A part of the page: what stands in it, and its numbers as CSV."""

    key: str
    content: str
    sheets: Sequence[ReportSheet] = field(default=())
