"""How long games are: turns, decisions, and the time that computers took for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean, median

from khalkhin.lab.report.course import plots_of
from khalkhin.lab.report.head import badge
from khalkhin.lab.report.markup import ReportSheet, Section, table, tag, text
from khalkhin.lab.report.plots.figure import EVEN, figure, run_tone
from khalkhin.lab.report.plots.histogram import Spread, histogram, plain
from khalkhin.lab.report.results import run_keys
from khalkhin.lab.report.runs import Run
from khalkhin.lab.report.speech import Speech
from khalkhin.lab.statistics import quantile

BY_SIDE = ("decisions", "seconds", "longest_turn", "faults")


def length(runs: Sequence[Run], speech: Speech) -> Section:
    """The section."""
    plots = [_turns(runs, speech)]
    for measure in ("decisions", "seconds"):
        plots += plots_of(measure, runs, speech)
    return Section("length", tag("div", plots, class_="plots") + _table(runs, speech), (_sheet(runs),))


def _turns(runs: Sequence[Run], speech: Speech) -> str:
    many = len(runs) > 1

    def tip(spread: Spread, low: float, high: float, count: int) -> str:
        share = speech.percent(count / len(spread.values))
        turns = speech.number((low + high) / 2)
        told = speech.say("report.length.tip", turns=turns, count=count, share=share)
        return f"{spread.said}: {told}" if many else told

    spreads = [
        Spread(run.label, run.column("turns"), plain(run_tone(n) if many else EVEN)) for n, run in enumerate(runs)
    ]
    title = speech.say("report.length.turns")
    drawn = histogram(spreads, title, lambda v: speech.number(v, 0), lambda v: speech.percent(v, 0), tip)
    return figure(title, drawn, key=run_keys(runs) if many else "")


def _measures(run: Run) -> Iterator[tuple[str, str, list[float]]]:
    """What is told of a game: the measure, its side (or none) and its values."""
    yield "turns", "", run.column("turns")
    for measure in BY_SIDE:
        for side in run.sides:
            yield measure, side, run.column(f"{measure}_{side}")
    for side in run.sides:
        seconds, turns = run.column(f"seconds_{side}"), run.column("turns")
        yield "seconds_per_turn", side, [s / max(t, 1) for s, t in zip(seconds, turns, strict=True)]


def _table(runs: Sequence[Run], speech: Speech) -> str:
    named = {
        "turns": speech.say("report.length.turns"),
        "decisions": speech.say("report.length.decisions-game"),
        "seconds": speech.say("report.length.seconds-game"),
        "seconds_per_turn": speech.say("report.length.seconds-turn"),
        "longest_turn": speech.say("report.length.longest"),
        "faults": speech.say("report.length.faults"),
    }
    heads = ["", speech.say("report.doings.side"), speech.say("report.length.mean"), speech.say("report.length.median")]
    heads += [speech.say("report.length.p90"), speech.say("report.length.most")]
    rows = []
    for n, run in enumerate(runs):
        of = badge(n, run) + " " if len(runs) > 1 else ""
        for measure, side, values in _measures(run):
            ordered = sorted(values)
            found = (fmean(ordered), median(ordered), quantile(ordered, 0.9), ordered[-1])
            name = text(speech.side(side)) if side else "–"
            rows.append([of + text(named[measure]), name, *(speech.number(value, 2) for value in found)])
    return table([text(name) for name in heads], rows)


def _sheet(runs: Sequence[Run]) -> ReportSheet:
    rows = []
    for n, run in enumerate(runs, start=1):
        for measure, side, values in _measures(run):
            ordered = sorted(values)
            found = (fmean(ordered), *(quantile(ordered, share) for share in (0.1, 0.5, 0.9)), ordered[-1])
            rows.append([n, measure, side, len(ordered), *found])
    return ReportSheet("length", ["run", "measure", "side", "games", "mean", "p10", "median", "p90", "most"], rows)
