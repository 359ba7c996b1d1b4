"""Several runs against the first: what differs, by how much, and whether chance alone would make as much of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from khalkhin.lab.rating import wilson
from khalkhin.lab.report.head import badge
from khalkhin.lab.report.markup import Cell, ReportSheet, Section, table, tag, text
from khalkhin.lab.report.plots.figure import SIDES, figure, run_tone
from khalkhin.lab.report.plots.forest import Twig, forest
from khalkhin.lab.report.runs import ELIMINATED, Row, Run
from khalkhin.lab.report.speech import Speech
from khalkhin.lab.statistics import (
    Difference,
    cliff_delta,
    cohen_d,
    paired,
    paired_share_difference,
    share_difference,
    welch,
)

SMALL, MEDIUM, LARGE = 0.2, 0.5, 0.8
"""From where on Cohen calls a difference in standard deviations small, medium, large."""


@dataclass(frozen=True)
class Compared:
    """One measure of a run beside that of the first."""

    run: int
    measure: str
    side: str
    share: bool
    """Whether it is a share of games; else it is a mean."""
    first: float
    second: float
    difference: Difference | None
    d: float | None = None
    delta: float | None = None


def differences(runs: Sequence[Run], speech: Speech) -> Section:
    """The section; it has nothing to say of a single run."""
    if len(runs) == 1:
        return Section("differences", "")
    found = [one for n in range(1, len(runs)) for one in compare(runs[0], runs[n], n)]
    paired_runs = [together(runs[0], run) for run in runs[1:]]
    key = "report.differences.lead-paired" if all(paired_runs) else "report.differences.lead"
    parts = [
        tag("p", text(speech.say(key, first=runs[0].label)), class_="lead"),
        tag("div", [_forest(runs, found, speech), _rates(runs, speech)], class_="plots"),
        _table(runs, found, speech),
    ]
    return Section("differences", "".join(parts), (_sheet(found, paired_runs),))


def together(first: Run, second: Run) -> bool:
    """Whether two runs have games with the same numbers and dice, so that they can be compared pair by pair."""
    return sorted(_seeds(first)) == sorted(_seeds(second))


def _seeds(run: Run) -> list[tuple[int, int]]:
    return [(row["number"], row["seed"]) for row in run.games]


def compare(first: Run, second: Run, number: int) -> Iterator[Compared]:
    """Everything that is compared of two runs."""
    for winner in (first.sides[0], "", first.sides[1]):
        one, other = ([row["winner"] == winner for row in _ordered(run)] for run in (first, second))
        if together(first, second):
            found = paired_share_difference(list(zip(one, other, strict=True)))
        else:
            found = share_difference((sum(one), len(one)), (sum(other), len(other)))
        measure = "wins" if winner else "draws"
        yield Compared(number, measure, winner, True, sum(one) / len(one), sum(other) / len(other), found)
    yield _means(first, second, number, "margin", "")
    yield _means(first, second, number, "turns", "")
    for losses in dict.fromkeys([*first.losses(), *second.losses()]):
        for side in first.sides:
            yield _means(first, second, number, losses, side)
    for side in first.sides:
        yield _means(first, second, number, "decisions", side)


def _ordered(run: Run) -> list[Row]:
    return sorted(run.games, key=lambda row: row["number"])


def _values(run: Run, measure: str, side: str) -> list[float]:
    """A measure of every game, by their numbers."""
    if measure in ("lost", ELIMINATED):
        ends = {row["number"]: row[f"{measure}_{side}"] for row in run.turns}
        return [ends[row["number"]] for row in _ordered(run)]
    return [row[f"{measure}_{side}" if side else measure] for row in _ordered(run)]


def _means(first: Run, second: Run, number: int, measure: str, side: str) -> Compared:
    one, other = (_values(run, measure, side) for run in (first, second))
    found = paired(one, other) if together(first, second) else welch(one, other)
    means = fmean(one), fmean(other)
    return Compared(number, measure, side, False, *means, found, cohen_d(one, other), cliff_delta(one, other))


# -- how it is shown ---------------------------------------------------------------------------------------------------


def _name(one: Compared, speech: Speech) -> str:
    side = speech.side(one.side) if one.side else ""
    named = {
        "wins": speech.say("report.tile.wins", name=side),
        "draws": speech.say("report.tile.draws"),
        "margin": speech.say("report.tile.margin"),
        "turns": speech.say("report.tile.length"),
        "lost": speech.say("report.differences.lost", name=side),
        ELIMINATED: speech.say("report.differences.eliminated", name=side),
        "decisions": speech.say("report.differences.decisions", name=side),
    }
    return named[one.measure]


def _forest(runs: Sequence[Run], found: Sequence[Compared], speech: Speech) -> str:
    """The differences of the shares with their intervals, round a line that means none."""
    twigs = []
    for one in found:
        if one.share and one.difference is not None:
            gap = one.difference
            shown = f"{speech.points(gap.value)} [{speech.points(gap.low)}; {speech.points(gap.high)}]"
            said = f"{runs[one.run].label}: {_name(one, speech)}"
            tip = f"{said}\n{shown}\np {speech.chance(gap.p)}"
            twigs.append(Twig(said, gap.value, gap.low, gap.high, shown, tip, run_tone(one.run), gap.significant))
    title = speech.say("report.differences.forest", first=runs[0].label)
    drawn = forest(twigs, title, lambda value: speech.points(value).removesuffix(".0").removesuffix(",0"))
    return figure(title, drawn, speech.say("report.differences.forest-note"))


def _rates(runs: Sequence[Run], speech: Speech) -> str:
    """How often each side won in each run, with the Wilson intervals."""
    twigs = []
    for n, side in enumerate(runs[0].sides[:2]):
        for run in runs:
            count = run.wins(side)
            low, high = wilson(count, run.count)
            shown = f"{speech.percent(count / run.count)} ({speech.interval(low, high)})"
            said = f"{run.label}: {speech.side(side)}"
            twigs.append(Twig(said, count / run.count, low, high, shown, f"{said}\n{shown}", SIDES[n], True))
    title = speech.say("report.results.winners")
    drawn = forest(twigs, title, lambda value: speech.percent(value, 0), (0.0, 1.0))
    return figure(title, drawn, speech.say("report.results.wilson"))


def _table(runs: Sequence[Run], found: Sequence[Compared], speech: Speech) -> str:
    heads = [
        speech.say("report.differences.measure"),
        speech.say("report.head.run"),
        runs[0].label,
        speech.say("report.differences.value"),
        speech.say("report.differences.difference"),
        speech.say("report.ninety-five"),
        "p",
        speech.say("report.differences.cohen"),
        speech.say("report.differences.cliff"),
        speech.say("report.differences.effect"),
    ]
    return table([text(name) for name in heads], (_row(runs, one, speech) for one in found))


def _row(runs: Sequence[Run], one: Compared, speech: Speech) -> Iterator[str | Cell]:
    def shown(value: float) -> str:
        return speech.percent(value) if one.share else speech.fixed(value, 2)

    def apart(value: float) -> str:
        return speech.points(value) if one.share else speech.signed(value, 2)

    gap = one.difference
    class_ = None if gap is None or not gap.significant else "raised" if gap.value > 0 else "lowered"
    yield text(_name(one, speech))
    yield badge(one.run, runs[one.run])
    yield shown(one.first)
    yield shown(one.second)
    yield Cell(apart(one.second - one.first), class_)
    yield "–" if gap is None else Cell(f"{apart(gap.low)} … {apart(gap.high)}", "nowrap")
    yield "–" if gap is None else Cell(speech.chance(gap.p), class_)
    yield "–" if one.d is None else speech.signed(one.d, 2)
    yield "–" if one.delta is None else speech.signed(one.delta, 2)
    yield text(_effect(one, speech))


def _effect(one: Compared, speech: Speech) -> str:
    """How large a difference is, in a word."""
    if one.d is None:
        return "–"
    size = abs(one.d)
    if size < SMALL:
        return speech.say("report.effect.none")
    if size < MEDIUM:
        return speech.say("report.effect.small")
    return speech.say("report.effect.medium") if size < LARGE else speech.say("report.effect.large")


def _sheet(found: Sequence[Compared], paired_runs: Sequence[bool]) -> ReportSheet:
    rows = []
    for one in found:
        gap = one.difference
        told = (None,) * 3 if gap is None else (gap.low, gap.high, gap.p)
        pairs = int(paired_runs[one.run - 1])
        name = f"{one.measure}_{one.side}" if one.side else one.measure
        apart = one.second - one.first
        rows.append([one.run + 1, name, one.first, one.second, apart, *told, one.d, one.delta, pairs])
    head = ["run", "measure", "first", "value", "difference", "low", "high", "p", "cohen_d", "cliff_delta", "paired"]
    return ReportSheet("differences", head, rows)
