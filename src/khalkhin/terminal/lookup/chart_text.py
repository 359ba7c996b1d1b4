"""Every chart of a game as text, with a badge on what is not printed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from khalkhin.engine import library
from khalkhin.engine.charts import Cell, Chart
from khalkhin.engine.words import Words
from khalkhin.terminal.columns import aligned, paragraph

BADGES = {"printed": "", "derived": " [D]", "reconstructed": " [R]"}


def charts(game_code: str, language: str, out: TextIO, overrides: Path | None = None) -> int:
    """Print the charts of a game. 0 unless it has none."""
    game = library.get(game_code, overrides)
    words = Words(language, game)
    found = game.chart_list()
    if not found:
        print(words.say("charts.none", {"game": game.code}), file=out)
        return 1
    for chart in found:
        for line in _chart(chart, words):
            print(line, file=out)
        print(file=out)
    print(words.say("charts.legend"), file=out)
    return 0


def _chart(chart: Chart, words: Words) -> Iterator[str]:
    title = words.say(chart.title) + (f" ({chart.rule})" if chart.rule else "")
    yield title
    yield "-" * len(title)
    heads = [words.value("column", head) for head in chart.columns]
    yield from aligned([heads, *([_cell(cell, words) for cell in row] for row in chart.rows)])
    if chart.note in words:
        yield from paragraph(words.say(chart.note))


def _cell(cell: Cell, words: Words) -> str:
    return words.value("cell", cell.value) + BADGES[cell.tag]
