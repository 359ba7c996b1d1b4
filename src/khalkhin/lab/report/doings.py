"""What happened in the games: events and markers, supply, air and arrivals, as the log told of them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from khalkhin.lab.report.head import badge
from khalkhin.lab.report.markup import Cell, Section, Sheet, table, tag, text
from khalkhin.lab.report.plots.lines import spark
from khalkhin.lab.report.runs import Happening, Run, Told
from khalkhin.lab.report.speech import Speech

EVENTS = "events"
SHOWN = (EVENTS, "supply", "air", "arrivals", "fighting")
THEMES: Mapping[str, Sequence[str]] = tomllib.loads(Path(__file__).with_name("themes.toml").read_text("utf-8"))
LOG = "log."
FAMILIES = ("event", "type", "mission", "group", "target", "box", "table", "phase", "edge")
"""Where the words for what a line of the log is about may be."""
MOST = 40
"""So many lines of a theme are shown; the CSV has them all."""


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
        "events": speech.say("report.doings.events"),
        "supply": speech.say("report.doings.supply"),
        "air": speech.say("report.doings.air"),
        "arrivals": speech.say("report.doings.arrivals"),
        "fighting": speech.say("report.doings.fighting"),
    }
    for theme in SHOWN:
        lines = _lines(runs, theme)
        if lines:
            opened = True if theme != "fighting" else None
            summary = tag("summary", text(f"{named[theme]} ({len(lines)})"))
            parts.append(tag("details", summary + _table(runs, lines[:MOST], turns, speech), open=opened))
    return Section("doings", "".join(parts), (_sheet(runs),))


def theme_of(key: str) -> str:
    """What a line of the log is about."""
    return next((theme for theme, keys in THEMES.items() if key in keys), EVENTS)


def _lines(runs: Sequence[Run], theme: str) -> list[Told]:
    """What was told on a theme, the most frequent first."""
    counts: dict[Told, float] = {}
    for run in runs:
        for told, happening in run.events.items():
            if theme_of(told[0]) == theme:
                counts[told] = counts.get(told, 0.0) + happening.count / run.count
    return sorted(counts, key=lambda told: (-counts[told], told))


def _table(runs: Sequence[Run], lines: Sequence[Told], turns: Sequence[int], speech: Speech) -> str:
    many = len(runs) > 1
    named = (speech.say("report.doings.what"), speech.say("report.doings.of"), speech.say("report.doings.side"))
    heads = [text(name) for name in named]
    for n, run in enumerate(runs):
        of = badge(n, run) if many else ""
        heads += [of + text(speech.say("report.doings.per-game")), text(speech.say("report.doings.in-games"))]
    heads.append(text(speech.say("report.doings.by-turn")))
    return table(heads, (_row(runs, told, turns, speech) for told in lines))


def _row(runs: Sequence[Run], told: Told, turns: Sequence[int], speech: Speech) -> Iterator[str | Cell]:
    key, side, detail = told
    yield Cell(text(sentence(key, speech)), "words")
    yield text(thing(detail, speech))
    yield text(speech.side(side)) if side else "–"
    for run in runs:
        found = run.events.get(told, Happening())
        amount = f" ({speech.number(found.amount / run.count)})" if found.amount else ""
        yield speech.fixed(found.count / run.count, 2) + amount
        yield speech.percent(found.games / run.count, 0)
    found = runs[0].events.get(told, Happening())
    told_by_turn = ", ".join(f"{turn}: {speech.number(found.turns[turn] / runs[0].count, 2)}" for turn in turns)
    yield spark([found.turns[turn] for turn in turns], told_by_turn)


def sentence(key: str, speech: Speech) -> str:
    """The line of the log with its gaps open."""
    line = LOG + key
    said = speech.words.say(line, _Open()) if line in speech.words else key
    said = said.removeprefix("…: ").removeprefix("…, ").removesuffix(".")
    return said[:1].upper() + said[1:]


def thing(detail: str, speech: Speech) -> str:
    """What a line is about: an event, a type of counter, a counter."""
    if detail in speech.words.names:
        return speech.words.names[detail]
    said = (speech.named(family, detail, "") for family in FAMILIES)
    return next(filter(None, said), detail or "–")


def _sheet(runs: Sequence[Run]) -> Sheet:
    rows = [
        [n, theme_of(told[0]), *told, found.count, found.amount, found.count / run.count, found.games]
        for n, run in enumerate(runs, start=1)
        for told, found in sorted(run.events.items())
    ]
    head = ["run", "theme", "key", "side", "detail", "count", "amount", "per_game", "games"]
    return Sheet("events", head, rows)
