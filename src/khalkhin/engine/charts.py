"""Charts as a person reads them: headings and cells as plain data for the words, with how well each value is known.

A game lists its charts from the same data its rules use (`Game.chart_list`), and every client shows that list.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from khalkhin.engine.provenance import PRINTED


@dataclass(frozen=True)
class Cell:
    """A value as `Words.value` takes it (a number, a text, `@key`, a list of these), and its tag."""

    value: Any
    tag: str = PRINTED

    def to_data(self) -> dict[str, Any]:
        return {"value": self.value, "tag": self.tag}


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
