"""The head of a report: what was played, and the few numbers that everybody looks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean

from khalkhin import __version__
from khalkhin.lab.rating import wilson
from khalkhin.lab.report.markup import ReportSheet, Section, table, tag, text
from khalkhin.lab.report.plots.figure import EVEN, MARKS, SIDES, run_tone
from khalkhin.lab.report.runs import Run
from khalkhin.lab.report.speech import Speech
from khalkhin.lab.statistics import mean_interval
from khalkhin.render.shapes import mark
from khalkhin.render.svg import element


def head(runs: Sequence[Run], speech: Speech) -> Section:
    """What was run; for one run also the key numbers, which several runs have in the section on their differences."""
    parts = [_facts(runs[0], speech), tiles(runs[0], speech)] if len(runs) == 1 else [_runs(runs, speech)]
    parts += [_stale(run, speech) for run in runs if run.heading["data"] != run.game.version]
    return Section("head", "".join(parts), (_sheet(runs),))


def _stale(run: Run, speech: Speech) -> str:
    """A run that was played with other data than are there now."""
    return tag("p", text(speech.say("report.stale", folder=run.path.name)), class_="callout")


# -- what was run ------------------------------------------------------------------------------------------------------


def _told(run: Run, speech: Speech) -> Iterator[tuple[str, str]]:
    """What all games of a run have in common, as name and value."""
    heading = run.heading
    seats = (f"{speech.side(side)} {heading['seats'][side]}" for side in run.sides)
    yield speech.say("report.head.seats"), " · ".join(seats)
    yield speech.say("report.head.options"), options(run, speech)
    if heading["overrides"]:
        given = heading["overrides"]
        yield speech.say("report.head.overrides"), f"{given['folder']} ({given['hash'][:8]})"
    yield speech.say("report.head.seed"), str(heading["seed"])
    yield speech.say("report.head.evaluations"), str(heading["evaluations"])
    yield speech.say("report.head.version"), f"{__version__} · {heading['data'][:8]} · {heading['program'][:8]}"


def options(run: Run, speech: Speech) -> str:
    """The options of a run that are not as the scenario has them."""
    defaults = run.game.scenarios[run.heading["scenario"]].options
    changed = [
        speech.maybe(f"option.{name}.title", name) + ("" if value is True else f": {_value(name, value, speech)}")
        for name, value in run.heading["options"].items()
        if value != defaults.get(name)
    ]
    return ", ".join(changed) or speech.say("report.head.by-default")


def _value(name: str, value: object, speech: Speech) -> str:
    if isinstance(value, bool):
        return speech.say("report.head.on" if value else "report.head.off")
    return speech.maybe(f"option.{name}.{value}", str(value))


def scenario(run: Run, speech: Speech) -> str:
    return speech.maybe(f"scenario.{run.heading['scenario']}.title", run.heading["scenario"])


def _facts(run: Run, speech: Speech) -> str:
    pairs = (tag("div", tag("dt", text(name)) + tag("dd", text(value))) for name, value in _told(run, speech))
    return tag("dl", pairs, class_="facts")


def _runs(runs: Sequence[Run], speech: Speech) -> str:
    """A row for each run."""
    names = list(dict.fromkeys(name for run in runs for name, _ in _told(run, speech)))
    rows = []
    for n, run in enumerate(runs):
        told = dict(_told(run, speech))
        cells = (text(told.get(name, "–")) for name in names)
        rows.append([badge(n, run), text(run.path.name), text(scenario(run, speech)), str(run.count), *cells])
    heads = [speech.say("report.head.run"), speech.say("report.head.folder"), speech.say("report.head.scenario")]
    heads += [speech.say("report.head.games"), *names]
    return table([text(name) for name in heads], rows, "told")


def badge(number: int, run: Run) -> str:
    """The letter of a run in its colour."""
    return tag("span", text(run.label), class_=f"badge tone-{run_tone(number)}")


# -- the key numbers ---------------------------------------------------------------------------------------------------


def tiles(run: Run, speech: Speech) -> str:
    """How often each side won, draws, games, and how long they were."""
    shown = [
        _share(run.wins(side), run, speech, speech.say("report.tile.wins", name=speech.side(side)), SIDES[n], MARKS[n])
        for n, side in enumerate(run.sides[:2])
    ]
    shown.insert(1, _share(run.draws, run, speech, speech.say("report.tile.draws"), EVEN, ""))
    turns = run.column("turns")
    low, high = mean_interval(turns)
    mean = speech.number(fmean(turns))
    around = f"{speech.number(low)}–{speech.number(high)}" if run.count > 1 else ""
    shown.append(_tile(speech.say("report.tile.length"), mean, around or "–", EVEN))
    margin = run.column("margin")
    shown.append(_tile(speech.say("report.tile.margin"), speech.signed(fmean(margin)), _around(margin, speech), EVEN))
    shown.append(_tile(speech.say("report.tile.games"), str(run.count), speech.say("report.tile.interval"), EVEN))
    return tag("div", shown, class_="tiles")


def _around(values: Sequence[float], speech: Speech) -> str:
    low, high = mean_interval(values)
    return f"{speech.signed(low)} … {speech.signed(high)}" if len(values) > 1 else "–"


def _share(count: int, run: Run, speech: Speech, said: str, tone: str, sign: str) -> str:
    return _tile(said, speech.percent(count / run.count), speech.interval(*wilson(count, run.count)), tone, sign)


def _tile(said: str, value: str, below: str, tone: str, sign: str = "") -> str:
    drawn = mark(sign, 9, 9, 7.5, "currentColor") if sign else ""
    icon = element("svg", drawn, viewBox="0 0 18 18", width=18, height=18, aria_hidden="true") if drawn else ""
    parts = [tag("h3", icon + text(said)), tag("b", text(value)), tag("small", text(below))]
    return tag("div", parts, class_=f"tile tone-{tone}")


def _sheet(runs: Sequence[Run]) -> ReportSheet:
    sides = runs[0].sides
    ends = [*sides, "draw"]
    head = ["run", "folder", "game", "scenario", *(f"level_{side}" for side in sides), "seed", "evaluations", "games"]
    head += [f"{end}_{what}" for end in ends for what in ("games", "share", "low", "high")]
    head += ["mean_margin", "mean_turns"]
    rows = []
    for n, run in enumerate(runs, start=1):
        told = run.heading
        row = [n, run.path.name, told["game"], told["scenario"], *(told["seats"][side] for side in sides)]
        row += [told["seed"], told["evaluations"], run.count]
        for end in ends:
            count = run.draws if end == "draw" else run.wins(end)
            row += [count, count / run.count, *wilson(count, run.count)]
        rows.append([*row, fmean(run.column("margin")), fmean(run.column("turns"))])
    return ReportSheet("summary", head, rows)
