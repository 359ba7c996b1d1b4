"""How games went: points, losses, counters, pools and arrivals from turn to turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from khalkhin.lab.report.markup import ReportSheet, Section, tag, text
from khalkhin.lab.report.plots.figure import MARKS, SIDES, Key, figure, keys, run_tone
from khalkhin.lab.report.plots.lines import Course, courses
from khalkhin.lab.report.results import run_keys
from khalkhin.lab.report.runs import ELIMINATED, Run
from khalkhin.lab.report.speech import Speech

APART = ("decisions", "seconds", "longest_turn")
"""Told in the section on length and time."""


FIRST = ("points", "lost", ELIMINATED)
"""What comes first; the rest in the order of the table."""


def course(runs: Sequence[Run], speech: Speech) -> Section:
    """The section."""
    plots = [plot for measure in measures(runs) for plot in plots_of(measure, runs, speech)]
    lead = tag("p", text(speech.say("report.course.lead")), class_="lead")
    return Section("course", lead + tag("div", plots, class_="plots"), (_sheet(runs),))


def measures(runs: Sequence[Run]) -> list[str]:
    """What is told of every turn, in any of the runs."""
    found = dict.fromkeys(measure for run in runs for measure in run.measures())
    losses = {measure for run in runs for measure in run.losses()}
    again = {m for m in found if m.startswith("pool_") and all(run.same("points", m) for run in runs)}
    hidden = {*APART, *again, *({"lost", ELIMINATED} - losses)}
    rank = {measure: n for n, measure in enumerate(FIRST)}
    return sorted((m for m in found if m not in hidden), key=lambda measure: rank.get(measure, len(FIRST)))


def _title(measure: str, speech: Speech) -> str:
    if measure.startswith("pool_"):
        pool = measure.removeprefix("pool_")
        return speech.named("pool", pool, pool)
    named = {
        "points": speech.say("report.course.points"),
        "lost": speech.say("report.course.lost"),
        ELIMINATED: speech.say("report.course.eliminated"),
        "on_map": speech.say("report.course.on-map"),
        "arrived": speech.say("report.course.arrived"),
        "decisions": speech.say("report.length.decisions"),
        "seconds": speech.say("report.length.seconds"),
    }
    return named.get(measure, measure)


def plots_of(measure: str, runs: Sequence[Run], speech: Speech) -> Iterator[str]:
    """One plot with both sides; for several runs one for each side with a line for each run."""
    title = _title(measure, speech)
    if len(runs) == 1:
        lines = [
            Course.of(speech.side(side), SIDES[n], runs[0].by_turn(f"{measure}_{side}"), dashed=n == 1)
            for n, side in enumerate(runs[0].sides[:2])
        ]
        key = keys(Key(line.tone, line.said, MARKS[n]) for n, line in enumerate(lines))
        yield _plot(title, lines, key, speech)
        return
    for side in runs[0].sides[:2]:
        lines = [
            Course.of(run.label, run_tone(n), run.by_turn(f"{measure}_{side}"), dashed=n > 0)
            for n, run in enumerate(runs)
        ]
        yield _plot(f"{title}: {speech.side(side)}", lines, run_keys(runs), speech)


def _plot(title: str, lines: Sequence[Course], key: str, speech: Speech) -> str:
    drawn = courses(lines, title, lambda value: speech.number(value, 2), lambda turn: _tip(turn, lines, speech))
    return figure(title, drawn, key=key) if drawn else ""


def _tip(turn: int, lines: Sequence[Course], speech: Speech) -> str:
    told = [speech.say("report.course.turn", turn=turn)]
    for line in lines:
        if turn in line.points:
            low, below, middle, above, high = (speech.number(value, 2) for value in line.points[turn])
            params = {"name": line.said, "median": middle, "low": low, "high": high, "below": below, "above": above}
            told.append(speech.say("report.course.tip", **params, games=line.counts[turn]))
    return "\n".join(told)


def _sheet(runs: Sequence[Run]) -> ReportSheet:
    rows = []
    for n, run in enumerate(runs, start=1):
        for measure in run.measures():
            for side in run.sides:
                line = Course.of("", "", run.by_turn(f"{measure}_{side}"))
                rows += [
                    [n, measure, side, turn, line.counts[turn], line.means[turn], *found]
                    for turn, found in line.points.items()
                ]
    head = ["run", "measure", "side", "turn", "games", "mean", "p10", "p25", "median", "p75", "p90"]
    return ReportSheet("turns", head, rows)
