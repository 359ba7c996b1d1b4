"""Which rules came up: how often somebody decided by each or the log cited it, and which never did."""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from khalkhin.engine.game import Game
from khalkhin.engine.rulebook import Rule, rules_of
from khalkhin.lab.report.markup import Cell, ReportSheet, Section, table, tag, text
from khalkhin.lab.report.plots.bars import Bar, BarGroup, of_runs
from khalkhin.lab.report.plots.figure import EVEN, figure, run_tone
from khalkhin.lab.report.results import run_keys
from khalkhin.lab.report.runs import Run, Use
from khalkhin.lab.report.speech import Speech

PLAYED = ("enforce", "optional", "scenario")
"""Kinds of rules that play can bring up; the others are values and definitions."""
SILENT = ("no",)
"""Calls that name a rule where nothing that is counted does: a refusal."""
MOST = 10


def rules(runs: Sequence[Run], speech: Speech) -> Section:
    """The section."""
    book = rules_of(speech.game) if (speech.game.folder / "rules.csv").is_file() else {}
    playable = [rule for rule in book.values() if rule.kind in PLAYED]
    if not playable:
        return Section("rules", "")
    named = nameable(speech.game, book)
    told = [rule for rule in playable if rule.number in named or any(came_up(rule.number, run) for run in runs)]
    never = [rule for rule in told if not any(came_up(rule.number, run) for run in runs)]
    silent = [rule for rule in playable if rule not in told]
    parts = [
        tag("p", text(speech.say("report.rules.lead")), class_="lead"),
        tag("div", [_top(runs, book, speech), _share(runs, told, speech)], class_="plots"),
        _list(never, speech.say("report.rules.never", count=len(never)), speech, True),
        _list(silent, speech.say("report.rules.silent", count=len(silent)), speech, False),
    ]
    return Section("rules", "".join(parts), (_sheet(runs, playable, named),))


def came_up(rule: str, run: Run) -> bool:
    """Whether a rule was decided by or cited, or one of those under its number."""
    return rule in run.rules or any(number.startswith(f"{rule}.") for number in run.rules)


# -- which rules can come up -------------------------------------------------------------------------------------------


def nameable(game: Game[Any], book: Collection[str]) -> set[str]:
    """The rules that the program of a game names in its prompts, in lines of its log and in shifts of columns."""
    home = sys.modules[type(game).__module__].__file__
    assert home is not None
    found: set[str] = set()
    for path in sorted(Path(home).parent.glob("*.py")):
        found.update(_named(ast.parse(path.read_text("utf-8")), book))
    return found


def _named(node: ast.AST, book: Collection[str]) -> Iterator[str]:
    """Texts that are numbers of rules, but for docstrings, refusals and column shifts."""
    for child in ast.iter_child_nodes(node):
        called = isinstance(child, ast.Call) and isinstance(child.func, ast.Name) and child.func.id in SILENT
        if called or (isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)):
            continue
        if isinstance(child, ast.Constant) and child.value in book:
            yield str(child.value)
        yield from _named(child, book)


# -- how it is shown ---------------------------------------------------------------------------------------------------


def _top(runs: Sequence[Run], book: dict[str, Rule], speech: Speech) -> str:
    """The rules by which most was decided."""
    total = {rule: sum(run.rules.get(rule, Use()).decisions for run in runs) for run in runs for rule in run.rules}
    most = sorted((rule for rule in total if total[rule]), key=lambda rule: (-total[rule], rule))[:MOST]
    groups = [_group(rule, runs, book, speech) for rule in most]
    title = speech.say("report.rules.top")
    drawn = of_runs(groups, title, lambda value: speech.number(value, 0))
    return figure(title, drawn, speech.say("report.rules.top-note"), run_keys(runs) if len(runs) > 1 else "")


def _group(rule: str, runs: Sequence[Run], book: dict[str, Rule], speech: Speech) -> BarGroup:
    said = f"{rule} {book[rule].title}" if rule in book else rule
    found = []
    for n, run in enumerate(runs):
        use = run.rules.get(rule, Use())
        mean = use.decisions / run.count
        shown = speech.number(mean)
        tip = f"{said}\n{speech.say('report.rules.tip', decisions=shown, events=speech.number(use.events / run.count))}"
        found.append(_bar(n, runs, said, mean, shown, tip))
    return BarGroup(said, found)


def _bar(n: int, runs: Sequence[Run], said: str, value: float, shown: str, tip: str) -> Bar:
    """A bar; of several runs each has one, under a common name."""
    many = len(runs) > 1
    return Bar(runs[n].label if many else said, value, value, value, shown, tip, run_tone(n) if many else EVEN)


def _share(runs: Sequence[Run], told: Sequence[Rule], speech: Speech) -> str:
    """How many of the rules came up at all, kind by kind."""
    groups = []
    for kind in PLAYED:
        of = [rule for rule in told if rule.kind == kind]
        found = []
        said = speech.say(f"rules.kind.{kind}")
        for n, run in enumerate(runs if of else ()):
            count = sum(came_up(rule.number, run) for rule in of)
            shown = f"{count} / {len(of)} · {speech.percent(count / len(of), 0)}"
            found.append(_bar(n, runs, said, count / len(of), shown, f"{said}: {shown}"))
        groups += [BarGroup(said, found)] if found else []
    title = speech.say("report.rules.share")
    drawn = of_runs(groups, title, lambda value: speech.percent(value, 0), 1.0)
    return figure(title, drawn, speech.say("report.rules.share-note"))


def _list(listed: Sequence[Rule], title: str, speech: Speech, opened: bool) -> str:
    """Rules with their summaries."""
    if not listed:
        return ""
    heads = [speech.say("report.rules.rule"), speech.say("report.rules.kind"), speech.say("report.rules.title")]
    rows: list[list[str | Cell]] = [
        [
            Cell(text(rule.number), "nowrap"),
            text(speech.say(f"rules.kind.{rule.kind}")),
            Cell(tag("b", text(rule.title)) + " " + tag("span", text(rule.summary), class_="quiet"), "words"),
        ]
        for rule in listed
    ]
    shown = table([text(name) for name in heads], rows)
    return tag("details", tag("summary", text(title)) + shown, open=opened or None)


def _sheet(runs: Sequence[Run], playable: Sequence[Rule], named: Collection[str]) -> ReportSheet:
    rows = []
    for n, run in enumerate(runs, start=1):
        for rule in playable:
            use, can = run.rules.get(rule.number, Use()), int(rule.number in named)
            up = int(came_up(rule.number, run))
            rows.append([n, rule.number, rule.kind, rule.title, use.decisions, use.events, use.games, can, up])
    head = ["run", "rule", "kind", "title", "decisions", "events", "games", "nameable", "came_up"]
    return ReportSheet("rules", head, rows)
