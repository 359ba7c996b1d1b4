"""Charts as a person reads them: headings and cells as plain data for the words, with how well each value is known.

A game lists its charts from the same data its rules use (`Game.chart_list`), and every client shows that list.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from khalkhin.board.data import TomlTable
from khalkhin.engine.provenance import PRINTED, tags


@dataclass(frozen=True)
class Cell:
    """A value as `Words.value` takes it (a number, a text, `@key`, a list of these), and its tag."""

    value: Any
    tag: str = PRINTED

    def to_data(self) -> dict[str, Any]:
        return {"value": self.value, "tag": self.tag}


class ChartMaker:
    """Makes charts of what charts.toml tells, with the tag of every value."""

    def __init__(self, data: TomlTable) -> None:
        self.data = data
        self.tags = tags(data)

    def cell(self, value: Any, *path: str) -> Cell:
        """A value and the tag of its place in charts.toml."""
        return Cell(value, self.tags[path])

    def chart(self, name: str, rule: str, columns: Iterable[str], rows: Iterable[Iterable[Cell]]) -> Chart:
        return Chart(name, rule, tuple(columns), tuple(tuple(row) for row in rows))


@dataclass(frozen=True)
class Chart:
    """One table. The words have its title under `table.<name>`, and under `note.<name>` what a reader has to know."""

    name: str
    rule: str
    """Empty for a chart of values from several chapters."""
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def __post_init__(self) -> None:
        for row in self.rows:
            assert len(row) == len(self.columns), f"a row of {self.name} has {len(row)} cells"

    @property
    def title(self) -> str:
        return f"table.{self.name}"

    @property
    def note(self) -> str:
        return f"note.{self.name}"

    def to_data(self) -> Mapping[str, Any]:
        """Plain data for clients."""
        return {
            "name": self.name,
            "title": self.title,
            "note": self.note,
            "rule": self.rule,
            "columns": list(self.columns),
            "rows": [[cell.to_data() for cell in row] for row in self.rows],
        }
