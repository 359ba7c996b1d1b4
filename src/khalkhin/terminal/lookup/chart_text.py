"""Every chart of a game as text, with a badge on what is not printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

from khalkhin.engine import library
from khalkhin.engine.charts import Cell, Chart
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.game import Game
from khalkhin.engine.words import Words
from khalkhin.terminal.columns import WIDTH, aligned, paragraph

BADGES = {"printed": "", "derived": " [D]", "reconstructed": " [R]"}


def charts(game_code: str, language: str, out: TextIO, overrides: Path | None = None) -> int:
    """Print the charts of a game. 0 unless it has none."""
    game = library.get(game_code, overrides)
    words = Words(language, game)
    if not game.chart_list():
        print(words.say("charts.none", {"game": game.code}), file=out)
        return 1
    for line in chart_lines(game, words, WIDTH):
        print(line, file=out)
    return 0


def chart_lines(game: Game[Any], words: Words, room: int, wanted: str = "") -> Iterator[str]:
    """The charts of a game with a word in their title, folded to a width."""
    found = [c for c in game.chart_list() if wanted.lower() in words.say(c.title).lower()]
    if not found:
        raise KhalkhinError("charts.no-such", text=wanted)
    for chart in found:
        yield from chart_text(chart, chart.rows, words, room)
        yield ""
    yield from paragraph(words.say("charts.legend"), room=room)


def titles(game: Game[Any], words: Words) -> Iterator[str]:
    """What charts there are."""
    for chart in game.chart_list():
        yield f"  {_title(chart, words)}"


def _title(chart: Chart, words: Words) -> str:
    return words.say(chart.title) + (f" ({chart.rule})" if chart.rule else "")


def chart_text(chart: Chart, some: Iterable[Sequence[Cell]], words: Words, room: int) -> Iterator[str]:
    """Some rows of a chart below its title."""
    title = _title(chart, words)
    yield title
    yield "-" * len(title)
    heads = [words.value("column", head) for head in chart.columns]
    yield from aligned([heads, *([_cell(cell, words) for cell in row] for row in some)], room=room)
    if chart.note in words:
        yield from paragraph(words.say(chart.note), room=room)


def _cell(cell: Cell, words: Words) -> str:
    return words.value("cell", cell.value) + BADGES[cell.tag]
