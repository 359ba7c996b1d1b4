"""How games ended: wins, draws and levels of victory with their intervals, and by how much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean, median

from khalkhin.lab.rating import wilson
from khalkhin.lab.report.markup import ReportSheet, Section, tag
from khalkhin.lab.report.plots.bars import Bar, BarGroup, of_runs
from khalkhin.lab.report.plots.figure import EVEN, MARKS, SIDES, Key, figure, keys, run_tone
from khalkhin.lab.report.plots.histogram import Spread, histogram, plain
from khalkhin.lab.report.runs import Run
from khalkhin.lab.report.speech import Speech

GREATEST = ("sudden-death", "strategic", "decisive", "operational", "major", "marginal", "tactical", "points")
"""Levels of victory, the greatest first; others come after them."""


def results(runs: Sequence[Run], speech: Speech) -> Section:
    """The section."""
    plots = [_winners(runs, speech), _levels(runs, speech), _margins(runs, speech)]
    return Section("results", tag("div", plots, class_="plots"), (_sheet(runs), _margin_sheet(runs)))


def run_keys(runs: Sequence[Run]) -> str:
    return keys(Key(run_tone(n), f"{run.label} · {run.path.name}") for n, run in enumerate(runs))


def side_keys(speech: Speech) -> str:
    sides = speech.game.sides[:2]
    return keys(Key(SIDES[n], speech.side(side), MARKS[n]) for n, side in enumerate(sides))


def _ends(run: Run) -> list[tuple[str, str]]:
    """Who can win and how, from the first side's greatest victory to the second's: (winner, how)."""
    found = {(row["winner"], row["how"]) for row in run.games}
    return sorted(found, key=lambda end: _order(run.sides, *end))


def _order(sides: Sequence[str], winner: str, how: str) -> tuple[int, int, str]:
    rank = GREATEST.index(how) if how in GREATEST else len(GREATEST)
    if winner == sides[0]:
        return 0, rank, how
    return (1, 0, how) if not winner else (2, -rank, how)


def _winners(runs: Sequence[Run], speech: Speech) -> str:
    sides = speech.game.sides
    groups = []
    for n, winner in enumerate((sides[0], "", sides[1])):
        said = speech.side(winner) if winner else speech.say("report.tile.draws")
        tone = (SIDES[0], EVEN, SIDES[1])[n]
        groups.append(BarGroup(said, list(_bars(runs, speech, said, tone, [run.wins(winner) for run in runs]))))
    title = speech.say("report.results.winners")
    drawn = of_runs(groups, title, lambda value: speech.percent(value, 0), 1.0)
    return figure(title, drawn, speech.say("report.results.wilson"), run_keys(runs) if len(runs) > 1 else "")


def _bars(runs: Sequence[Run], speech: Speech, said: str, tone: str, counts: Sequence[int]) -> Iterator[Bar]:
    """One thing that is counted: a bar for each run."""
    for n, (run, count) in enumerate(zip(runs, counts, strict=True)):
        low, high = wilson(count, run.count)
        tip = speech.say(
            "report.results.tip",
            what=said if len(runs) == 1 else f"{run.label}, {said}",
            count=count,
            games=run.count,
            share=speech.percent(count / run.count),
            interval=speech.interval(low, high),
        )
        shown = f"{count} · {speech.percent(count / run.count)}"
        many = len(runs) > 1
        yield Bar(
            run.label if many else said,
            count / run.count,
            low,
            high,
            shown,
            tip,
            run_tone(n) if many else tone,
        )


def _levels(runs: Sequence[Run], speech: Speech) -> str:
    sides = speech.game.sides
    ends = sorted({end for run in runs for end in _ends(run)}, key=lambda end: _order(sides, *end))
    counts = [Counter((row["winner"], row["how"]) for row in run.games) for run in runs]
    groups = []
    for winner, how in ends:
        tone = SIDES[sides.index(winner)] if winner else EVEN
        said = speech.ending(winner, how)
        found = _bars(runs, speech, said, tone, [count[winner, how] for count in counts])
        groups.append(BarGroup(said, list(found)))
    title = speech.say("report.results.levels")
    drawn = of_runs(groups, title, lambda value: speech.percent(value, 0))
    return figure(title, drawn, speech.say("report.results.wilson"))


def _margins(runs: Sequence[Run], speech: Speech) -> str:
    many = len(runs) > 1

    def tone(value: float) -> str:
        return EVEN if value == 0 else SIDES[value < 0]

    def tip(spread: Spread, low: float, high: float, count: int) -> str:
        whole = high - low == 1
        span = speech.signed((low + high) / 2) if whole else f"{speech.signed(low)} … {speech.signed(high)}"
        share = speech.percent(count / len(spread.values))
        told = speech.say("report.results.margin-tip", span=span, count=count, share=share)
        return f"{spread.said}: {told}" if many else told

    spreads = [
        Spread(run.label, run.column("margin"), plain(run_tone(n)) if many else tone) for n, run in enumerate(runs)
    ]
    title = speech.say("report.results.margin")
    drawn = histogram(
        spreads, title, lambda value: speech.signed(value, 0), lambda value: speech.percent(value, 0), tip
    )
    first, second = (speech.side(side) for side in speech.game.sides[:2])
    middles = []
    for run in runs:
        mean, middle = (speech.signed(found(run.column("margin"))) for found in (fmean, median))
        told = speech.say("report.results.mean-median", mean=mean, median=middle)
        middles.append(f"{run.label}: {told}" if many else told)
    note = f"{speech.say('report.results.margin-note', first=first, second=second)}: {'; '.join(middles)}."
    return figure(title, drawn, note, run_keys(runs) if many else side_keys(speech))


def _sheet(runs: Sequence[Run]) -> ReportSheet:
    rows = []
    for n, run in enumerate(runs, start=1):
        counts = Counter((row["winner"], row["how"]) for row in run.games)
        for winner, how in _ends(run):
            count = counts[winner, how]
            rows.append([n, winner or "draw", how, count, count / run.count, *wilson(count, run.count)])
    return ReportSheet("results", ["run", "winner", "how", "games", "share", "low", "high"], rows)


def _margin_sheet(runs: Sequence[Run]) -> ReportSheet:
    rows = [
        [n, margin, count, count / run.count]
        for n, run in enumerate(runs, start=1)
        for margin, count in sorted(Counter(run.column("margin")).items())
    ]
    return ReportSheet("margins", ["run", "margin", "games", "share"], rows)
