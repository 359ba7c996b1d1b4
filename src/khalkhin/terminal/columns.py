"""Plain text in columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap
from unicodedata import east_asian_width

WIDTH = 120


def width(text: str) -> int:
    """How many places a text takes in a terminal."""
    return sum(2 if east_asian_width(c) in "WF" else 1 for c in text)


def aligned(rows: Iterable[Sequence[str]], indent: str = "", gap: str = "  ", room: int | None = None) -> Iterator[str]:
    """Lines with every column as wide as its widest entry; folded where they would take more than `room`."""
    table = [list(row) for row in rows]
    columns = list(zip(*table, strict=True))
    widths = [max(map(width, column)) for column in columns]
    if room is not None:
        _fold(widths, [_longest_word(column) for column in columns], room - len(indent) - len(gap) * (len(widths) - 1))
    for row in table:
        cells = [_folded(text, w) for text, w in zip(row, widths, strict=True)]
        for line in zip_longest(*cells, fillvalue=""):
            padded = (text + " " * (w - width(text)) for text, w in zip(line, widths, strict=True))
            yield (indent + gap.join(padded)).rstrip()


def _folded(text: str, room: int) -> list[str]:
    return [text] if width(text) <= room else wrap(text, room, break_on_hyphens=False)


def _fold(widths: list[int], least: Sequence[int], room: int) -> None:
    """Make the widest columns narrower until all fit, but none narrower than its longest word."""
    while (over := sum(widths) - room) > 0:
        able = [n for n, w in enumerate(widths) if w > least[n]]
        if not able:
            return
        widest = max(able, key=lambda n: widths[n])
        rest = [widths[n] for n in able if n != widest]
        widths[widest] = max(least[widest], widths[widest] - over, min(max(rest, default=0), widths[widest] - 1))


def _longest_word(column: Sequence[str]) -> int:
    return max((width(word) for text in column for word in text.split()), default=0)


def paragraph(text: str, indent: str = "", room: int = WIDTH) -> Iterator[str]:
    """A text folded to the width of a page."""
    return iter(wrap(text, room, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False))
