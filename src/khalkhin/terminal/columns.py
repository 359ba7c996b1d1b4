"""Plain text in columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from unicodedata import east_asian_width

WIDTH = 120


def width(text: str) -> int:
    """How many places a text takes in a terminal."""
    return sum(2 if east_asian_width(c) in "WF" else 1 for c in text)


def aligned(rows: Iterable[Sequence[str]], indent: str = "", gap: str = "  ") -> Iterator[str]:
    """Lines with every column as wide as its widest entry."""
    table = [list(row) for row in rows]
    widths = [max(map(width, column)) for column in zip(*table, strict=True)]
    for row in table:
        padded = (text + " " * (w - width(text)) for text, w in zip(row, widths, strict=True))
        yield (indent + gap.join(padded)).rstrip()


def paragraph(text: str, indent: str = "") -> Iterator[str]:
    """A text folded to the width of a page."""
    return iter(wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False))
