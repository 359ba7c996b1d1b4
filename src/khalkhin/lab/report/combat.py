"""Dice against tables: how often each result fell, how often it should have, and whether chance alone explains it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from khalkhin.engine.results_tables import ResultsTable
from khalkhin.lab.report.head import badge
from khalkhin.lab.report.markup import Cell, ReportSheet, Section, table, tag, text
from khalkhin.lab.report.plots.figure import figure
from khalkhin.lab.report.plots.stacks import Part, Stack, stacks
from khalkhin.lab.report.runs import Row, Run
from khalkhin.lab.report.speech import Speech
from khalkhin.lab.statistics import SIGNIFICANT, Fit, chi_square, holm

RANK = {"win": 0, "exchange": 1, "stalemate": 2, "loss": 3}
"""From what is best for the attacker to what is worst."""


@dataclass(frozen=True)
class Column:
    """A column of a table in one run: what was rolled in it and what was to be expected."""

    table: str
    name: str
    counts: Counter[str]
    chances: dict[str, float]
    kinds: dict[str, str]
    rows: Sequence[Row]
    fit: Fit | None
    p: float | None = None
    """How likely chance alone does worse, corrected for the number of columns that were tested."""

    @property
    def rolls(self) -> int:
        return sum(self.counts.values())

    @property
    def marked(self) -> bool:
        return self.p is not None and self.p < SIGNIFICANT

    def results(self) -> list[str]:
        """Its results, the best for the attacker first."""
        found = [*self.chances, *(result for result in self.counts if result not in self.chances)]
        return sorted(found, key=lambda result: RANK.get(self.kinds.get(result, ""), 2))

    def mean(self, name: str) -> float | None:
        values = [row[name] for row in self.rows if row[name] is not None]
        return fmean(values) if values else None


def combat(runs: Sequence[Run], speech: Speech) -> Section:
    """The section."""
    every = [columns(run) for run in runs]
    if not any(every):
        return Section("combat", tag("p", text(speech.say("report.combat.none")), class_="lead"))
    parts = [tag("p", text(_verdict(every, speech)), class_="lead"), _kinds_key(speech)]
    for n, (run, found) in enumerate(zip(runs, every, strict=True)):
        plots = [_figure(name, [c for c in found if c.table == name], speech) for name in _names(found)]
        if len(runs) > 1:
            parts.append(tag("h3", badge(n, run) + text(run.path.name), class_="of-run"))
        parts.append(tag("div", plots, class_="plots wide"))
        shown = _numbers(found, speech)
        parts.append(tag("details", tag("summary", text(speech.say("report.combat.numbers"))) + shown))
    return Section("combat", "".join(parts), (_sheet(runs, every), _columns_sheet(every)))


def columns(run: Run) -> list[Column]:
    """All columns that were rolled in, in the order of the tables."""
    tables = run.game.results_tables()
    rolled: dict[tuple[str, str], list[Row]] = {}
    for row in run.combats:
        rolled.setdefault((row["table"], row["column"]), []).append(row)
    found = []
    for name, printed in tables.items():
        for at, column in enumerate(printed.columns):
            if (name, column) in rolled:
                found.append(_column(name, printed, at, rolled[name, column]))
    chances = holm([column.fit.p for column in found if column.fit is not None])
    corrected = iter(chances)
    return [c if c.fit is None else Column(**{**vars(c), "p": next(corrected)}) for c in found]


def _column(name: str, printed: ResultsTable, at: int, rows: Sequence[Row]) -> Column:
    counts = Counter(row["result"] for row in rows)
    chances = {result: float(chance) for result, chance in printed.distribution(at).items()}
    fit = chi_square([counts[r] for r in chances], [chances[r] * len(rows) for r in chances])
    return Column(name, printed.columns[at], counts, chances, dict(printed.kinds), rows, fit)


def _names(found: Sequence[Column]) -> list[str]:
    return list(dict.fromkeys(column.table for column in found))


def _verdict(every: Sequence[Sequence[Column]], speech: Speech) -> str:
    """Whether the dice did as the tables say, in a sentence."""
    found = [column for columns in every for column in columns]
    tested, marked = sum(c.fit is not None for c in found), sum(c.marked for c in found)
    told = {"rolls": sum(c.rolls for c in found), "tested": tested, "marked": marked}
    return speech.say("report.combat.lead-marked" if marked else "report.combat.lead", **told)


# -- pictures ----------------------------------------------------------------------------------------------------------


def _kinds_key(speech: Speech) -> str:
    named = {
        "win": speech.say("report.combat.win"),
        "exchange": speech.say("report.combat.exchange"),
        "stalemate": speech.say("report.combat.stalemate"),
        "loss": speech.say("report.combat.loss"),
    }
    items = (tag("li", tag("i", "", class_=f"swatch kind-{kind}") + text(said)) for kind, said in named.items())
    return tag("ul", items, class_="key")


def _figure(name: str, found: Sequence[Column], speech: Speech) -> str:
    title = _title(name, speech)
    rows = [_stack(column, speech) for column in found]
    return figure(title, stacks(rows, title), speech.say("report.combat.note"))


def _title(name: str, speech: Speech) -> str:
    """What a table is called. One of another name than is printed on it is the printed one with a shifted die."""
    printed = speech.game.results_tables()[name].name
    title = speech.table(printed)
    return title if printed == name else speech.say("report.combat.beyond", table=title)


def _stack(column: Column, speech: Speech) -> Stack:
    parts = []
    for result in column.results():
        seen, hoped = column.counts[result] / column.rolls, column.chances.get(result, 0.0)
        told = {
            "code": result,
            "result": result_words(result, speech),
            "seen": speech.percent(seen),
            "count": column.counts[result],
            "hoped": speech.percent(hoped),
        }
        tip = f"{column.name}\n{speech.say('report.combat.tip', **told)}"
        parts.append(Part(result, column.kinds.get(result, ""), seen, hoped, tip))
    note = speech.say("report.combat.rolls", rolls=column.rolls)
    if column.p is not None:
        note += f" · p {speech.chance(column.p)}"
    return Stack(column.name, parts, note, column.marked)


def result_words(result: str, speech: Speech) -> str:
    """What a printed result means: a cell may have several codes."""
    whole = speech.maybe(f"result.{result}", "")
    return whole or ", ".join(speech.maybe(f"result.{code}", code) for code in result.split())


# -- numbers -----------------------------------------------------------------------------------------------------------


def _numbers(found: Sequence[Column], speech: Speech) -> str:
    heads = [
        speech.say("report.combat.table"),
        speech.say("report.combat.column"),
        speech.say("report.combat.count"),
        speech.say("report.combat.seen-hoped"),
        "χ²",
        "p",
        speech.say("report.combat.corrected"),
        speech.say("report.combat.attack"),
        speech.say("report.combat.defence"),
        speech.say("report.combat.shifts"),
    ]
    return table([text(name) for name in heads], (_row(column, speech) for column in found))


def _row(column: Column, speech: Speech) -> Iterator[str | Cell]:
    yield text(_title(column.table, speech))
    yield Cell(text(column.name), "nowrap")
    yield str(column.rolls)
    seen = (
        f"{text(result)} {column.counts[result]} / {speech.number(column.chances.get(result, 0) * column.rolls)}"
        for result in column.results()
    )
    yield Cell("; ".join(seen), "words")
    fit = column.fit
    yield "–" if fit is None else f"{speech.fixed(fit.statistic, 1)} ({fit.freedom})"
    yield "–" if fit is None else speech.chance(fit.p)
    yield "–" if column.p is None else Cell(speech.chance(column.p), "marked" if column.marked else None)
    for name in ("attack", "defence", "shifts"):
        mean = column.mean(name)
        yield "–" if mean is None else speech.fixed(mean, 1)


def _sheet(runs: Sequence[Run], every: Sequence[Sequence[Column]]) -> ReportSheet:
    rows = [
        [n, c.table, c.name, result, c.kinds.get(result, ""), c.counts[result], c.chances.get(result, 0.0) * c.rolls]
        for n, found in enumerate(every, start=1)
        for c in found
        for result in c.results()
    ]
    return ReportSheet("combat", ["run", "table", "column", "result", "kind", "observed", "expected"], rows)


def _columns_sheet(every: Sequence[Sequence[Column]]) -> ReportSheet:
    rows = [
        [
            n,
            c.table,
            c.name,
            c.rolls,
            *((None, None, None) if c.fit is None else (c.fit.statistic, c.fit.freedom, c.fit.p)),
            c.p,
            c.mean("attack"),
            c.mean("defence"),
            c.mean("shifts"),
        ]
        for n, found in enumerate(every, start=1)
        for c in found
    ]
    head = ["run", "table", "column", "rolls", "chi_square", "freedom", "p", "p_corrected"]
    return ReportSheet("columns", [*head, "mean_attack", "mean_defence", "mean_shifts"], rows)
