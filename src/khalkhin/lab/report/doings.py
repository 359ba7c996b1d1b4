"""What happened in the games: events and markers, supply, air and arrivals, as the log told of them."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from khalkhin.lab.report.head import badge
from khalkhin.lab.report.markup import Cell, ReportSheet, Section, table, tag, text
from khalkhin.lab.report.plots.lines import spark
from khalkhin.lab.report.runs import Happening, Run, Told
from khalkhin.lab.report.speech import Speech

EVENTS = "events"
SHOWN = (EVENTS, "supply", "air", "arrivals", "fighting")
THEMES: Mapping[str, Sequence[str]] = tomllib.loads(Path(__file__).with_name("themes.toml").read_text("utf-8"))
LOG = "log."
FAMILIES = ("event", "type", "mission", "group", "target", "box", "table", "phase", "edge")
"""Where the words for what a line of the log is about may be."""
KINDS = 5
"""So many kinds of counters are named beside a line; the CSV has them all."""

Line = tuple[str, str]
"""A line of a table: a key of the log, and for events and markers which one it is."""


class _Dots(int):
    """What stands in a gap that is left open; it counts as many."""

    def __str__(self) -> str:
        return "…"


class _Open(dict[str, Any]):
    """Has dots for every gap of a sentence."""

    def __bool__(self) -> bool:
        return True

    def __contains__(self, key: object) -> bool:
        return True

    def __missing__(self, key: str) -> _Dots:
        return _Dots()


def doings(runs: Sequence[Run], speech: Speech) -> Section:
    """The section."""
    turns = sorted({row["turn"] for run in runs for row in run.turns})
    parts = [tag("p", text(speech.say("report.doings.lead")), class_="lead")]
    named = {
        EVENTS: speech.say("report.doings.events"),
        "supply": speech.say("report.doings.supply"),
        "air": speech.say("report.doings.air"),
        "arrivals": speech.say("report.doings.arrivals"),
        "fighting": speech.say("report.doings.fighting"),
    }
    for theme in SHOWN:
        lines = _lines(runs, theme)
        if lines:
            summary = tag("summary", text(f"{named[theme]} ({len(lines)})"))
            parts.append(tag("details", summary + _table(runs, lines, turns, speech), open=True))
    return Section("doings", "".join(parts), (_sheet(runs),))


def theme_of(key: str) -> str:
    """What a line of the log is about."""
    return next((theme for theme, keys in THEMES.items() if key in keys), EVENTS)


def line_of(told: Told) -> Line:
    """The line of a table that something is counted in."""
    key, _, detail = told
    return key, detail if theme_of(key) == EVENTS else ""


def _lines(runs: Sequence[Run], theme: str) -> list[Line]:
    """The lines of a theme, the most frequent first."""
    counts: Counter[Line] = Counter()
    for run in runs:
        for told, happening in run.events.items():
            if theme_of(told[0]) == theme:
                counts[line_of(told)] += happening.count
    return sorted(counts, key=lambda line: (-counts[line], line))


def _table(runs: Sequence[Run], lines: Sequence[Line], turns: Sequence[int], speech: Speech) -> str:
    heads = [text(speech.say("report.doings.what"))]
    for n, run in enumerate(runs):
        of = badge(n, run) if len(runs) > 1 else ""
        heads += [of + text(speech.say("report.doings.per-game")), *(text(speech.side(side)) for side in run.sides)]
        heads.append(text(speech.say("report.doings.in-games")))
    heads.append(text(speech.say("report.doings.by-turn")))
    rows = [list(_row(runs, line, turns, speech)) for line in lines]
    kinds = [_kinds(line, runs[0], speech) for line in lines]
    if any(kinds):
        heads.append(text(speech.say("report.doings.of")))
        rows = [[*row, Cell(text(said), "words")] for row, said in zip(rows, kinds, strict=True)]
    return table(heads, rows)


def _row(runs: Sequence[Run], line: Line, turns: Sequence[int], speech: Speech) -> Iterator[str | Cell]:
    key, detail = line
    said = sentence(key, speech)
    yield Cell(text(f"{said}: {thing(detail, speech)}" if detail else said), "words")
    for run in runs:
        found = {told: happening for told, happening in run.events.items() if line_of(told) == line}
        yield tag("b", _often(list(found.values()), run, speech))
        for side in run.sides:
            yield _often([happening for told, happening in found.items() if told[1] == side], run, speech)
        played = set[int]().union(*(happening.games for happening in found.values()))
        yield speech.percent(len(played) / run.count, 0)
    first = [happening for told, happening in runs[0].events.items() if line_of(told) == line]
    by_turn = [sum(happening.turns[turn] for happening in first) for turn in turns]
    told = (f"{turn}: {speech.number(count / runs[0].count, 2)}" for turn, count in zip(turns, by_turn, strict=True))
    yield spark(by_turn, ", ".join(told))


def _often(found: Sequence[Happening], run: Run, speech: Speech) -> str:
    """How often a game, and how much of it where the log says so."""
    count, amount = sum(one.count for one in found), sum(one.amount for one in found)
    if not count:
        return "–"
    much = f" ({speech.number(amount / run.count)})" if amount else ""
    return speech.fixed(count / run.count, 2) + much


def _kinds(line: Line, run: Run, speech: Speech) -> str:
    """What a line was about most often."""
    kinds: Counter[str] = Counter()
    for told, happening in run.events.items():
        if line_of(told) == line and told[2]:
            kinds[told[2]] += happening.count
    if line[1] or not kinds:
        return ""
    often = [f"{thing(name, speech)} {speech.number(n / run.count, 2)}" for name, n in kinds.most_common(KINDS)]
    return ", ".join([*often, *(["…"] if len(kinds) > KINDS else [])])


def sentence(key: str, speech: Speech) -> str:
    """The line of the log with its gaps open."""
    line = LOG + key
    said = speech.say(line, _Open()) if line in speech else key
    said = said.removeprefix("…: ").removeprefix("…, ").removesuffix(".").removesuffix(": …")
    return said[:1].upper() + said[1:]


def thing(detail: str, speech: Speech) -> str:
    """What a line is about: an event, a type of counter, a counter."""
    if detail in speech.names:
        return speech.names[detail]
    said = (speech.named(family, detail, "") for family in FAMILIES)
    return next(filter(None, said), detail)


def _sheet(runs: Sequence[Run]) -> ReportSheet:
    rows = [
        [n, theme_of(told[0]), *told, found.count, found.amount, found.count / run.count, len(found.games)]
        for n, run in enumerate(runs, start=1)
        for told, found in sorted(run.events.items())
    ]
    head = ["run", "theme", "key", "side", "detail", "count", "amount", "per_game", "games"]
    return ReportSheet("events", head, rows)
