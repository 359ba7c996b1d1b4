"""One table of everything that was measured, and whether it is what this project aims at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from benchmarks import board, engine
from benchmarks.timing import Times

OURS = board.OURS
COLUMNS = (OURS, board.PLAIN, board.BUCKETS, board.SCIPY, board.CALLED, board.LOOPED, engine.CHESS)
NAMES = {"reach": "reach", "zone": "zones of 60 units", "flood": "supply flood"}

# What this project aims at.
FASTER_THAN_HEAPQ, SLOWER_THAN_C, CLONE, STEPS, STEPS_AT_LEAST, DECLARING = 2, 8, 5e-6, 13_000, 5_000, 50e-3


@dataclass(frozen=True)
class Results:
    """Everything that was measured."""

    board: dict[tuple[str, str], Times]
    """By game and task."""
    clone: Times
    views: Times
    games: engine.Games
    declaring: Times
    compiler: bool


@dataclass
class Row:
    """Times or rates of everybody in one line of the table."""

    what: str
    times: Times
    name: str = OURS
    rates: bool = False
    absent: dict[str, str] = field(default_factory=dict)

    def cells(self) -> list[str]:
        return [self.what, *(self._cell(column) for column in COLUMNS)]

    def _cell(self, column: str) -> str:
        """A time, and for the others how many times as long as ours it is."""
        name = self.name if column == OURS else column
        if name not in self.times.rounds:
            return self.absent.get(column, "")
        seconds = self.times.seconds(name)
        shown = f"{number(1 / seconds)}/s" if self.rates else duration(seconds)
        return shown if column == OURS else f"{shown} ({number(self.times.ratio(name, self.name))}x)"


def rows(results: Results) -> list[Row]:
    absent = {} if results.compiler else {board.CALLED: "no compiler", board.LOOPED: "no compiler"}
    found = [Row(f"{game}: {NAMES[task]}", times, absent=absent) for (game, task), times in results.board.items()]
    return [
        *found,
        Row("clone of a position", results.clone),
        Row("view of a position", results.views, "view"),
        Row("JSON of a view", results.views, "json"),
        Row("position imagined from a view", results.views, "imagine"),
        Row("choices and a random decision", results.games.decisions, rates=True),
        Row("whole random games", results.games.whole, rates=True),
        Row("kgw: choices and a random decision", results.games.war, rates=True),
        Row("pbn: offers of a declaration, at worst", results.declaring),
    ]


@dataclass(frozen=True)
class Aim:
    text: str
    measured: str
    met: bool | None
    """None: could not be measured."""

    def cells(self) -> list[str]:
        return [self.text, self.measured, {True: "yes", False: "no", None: "not measured"}[self.met]]


def aims(results: Results) -> list[Aim]:
    steps = 1 / results.games.decisions.seconds(OURS)
    war = 1 / results.games.war.seconds(OURS)
    clone, declaring = results.clone.seconds(OURS), results.declaring.seconds(OURS)
    return [
        _beats_heapq(results),
        _near_c(results, board.CALLED, "called for every question"),
        _near_c(results, board.LOOPED, "called once for all questions"),
        Aim("a clone in less than 5 us", duration(clone), clone < CLONE),
        Aim(f"{STEPS:,} decisions a second", f"{number(steps)}/s", steps >= STEPS),
        Aim(f"never less than {STEPS_AT_LEAST:,} decisions a second", f"{number(steps)}/s", steps >= STEPS_AT_LEAST),
        Aim(f"kgw: {STEPS_AT_LEAST:,} decisions a second", f"{number(war)}/s", war >= STEPS_AT_LEAST),
        Aim("pbn: offers of a declaration within 50 ms", duration(declaring), declaring <= DECLARING),
    ]


def _beats_heapq(results: Results) -> Aim:
    found = {game: times.ratio(board.PLAIN, OURS) for game, times in _reach(results)}
    text = f"reach at least {FASTER_THAN_HEAPQ} times as fast as Dijkstra with heapq"
    return Aim(text, _by_game(found), min(found.values()) >= FASTER_THAN_HEAPQ)


def _near_c(results: Results, column: str, how: str) -> Aim:
    text = f"reach at most {SLOWER_THAN_C} times as slow as C {how}"
    if not results.compiler:
        return Aim(text, "no compiler", None)
    found = {game: times.ratio(OURS, column) for game, times in _reach(results)}
    return Aim(text, _by_game(found), max(found.values()) <= SLOWER_THAN_C)


def _reach(results: Results) -> list[tuple[str, Times]]:
    return [(game, times) for (game, task), times in results.board.items() if task == "reach"]


def _by_game(ratios: dict[str, float]) -> str:
    return ", ".join(f"{game} {ratio:.1f}x" for game, ratio in ratios.items())


def written(results: Results) -> str:
    """The table and the aims, as text that is also Markdown."""
    table = aligned([["", *COLUMNS], *(row.cells() for row in rows(results))])
    goals = aligned([["aim", "measured", "met"], *(aim.cells() for aim in aims(results))])
    return f"{table}\n\n{goals}"


def aligned(lines: Sequence[Sequence[str]]) -> str:
    """Cells as a Markdown table whose columns line up."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    head, *body = (
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in lines
    )
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join((head, rule, *body))


def duration(seconds: float) -> str:
    return f"{number(seconds * 1e6)} us" if seconds < 1e-3 else f"{number(seconds * 1e3)} ms"


def number(value: float) -> str:
    """Two or three digits that matter."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 1 else f"{value:.2f}"
