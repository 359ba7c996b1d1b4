"""khalkhin compare: what does it change? Two runs pair by pair, and the difference in a few sentences."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TextIO

from khalkhin.cli import simulate
from khalkhin.cli.arguments import Parser, processes
from khalkhin.cli.progress import ProgressLine
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.words import Words
from khalkhin.lab.compare import LOOK, PAIRS, WIDTH, Comparison, Findings, Measure, Question, changes
from khalkhin.lab.pairs import PairFolder
from khalkhin.lab.rows import write_tables
from khalkhin.lab.run import Runner, runner
from khalkhin.lab.statistics import Difference
from khalkhin.terminal.columns import aligned

FAILED = 1
INTERRUPTED = 130
SURE = 0.001
"""Chances below this one are not told in figures."""


def describe(parser: Parser) -> None:
    simulate.describe(parser)
    parser.set_defaults(games=PAIRS)
    parser.add_argument("--vary", action="append")
    parser.add_argument("--width", type=read_width, default=WIDTH)
    parser.add_argument("--json", action="store_true")


def run(given: argparse.Namespace, language: str) -> int:
    if not given.vary:
        raise KhalkhinError("cli.missing", command="compare", what="--vary")
    first = simulate.read_request(given)
    second = simulate.read_request(given, changes(given.vary, first.rules(), first.scenario))
    question = Question((first, second), tuple(given.vary), given.width)
    chosen = runner(given.engine, given.address, processes(given.jobs))
    folder = given.out or folder_of(question)
    return compare(question, folder, chosen, given.json, language, sys.stdout, sys.stderr)


def read_width(text: str) -> float:
    """Percent points, as somebody types them."""
    try:
        width = float(text)
    except ValueError:
        width = math.nan
    if not 0 <= width <= 100:
        raise KhalkhinError("compare.no-width", text=text)
    return width


def folder_of(question: Question) -> Path:
    """Where a comparison is kept if nobody says where: what is varied is part of the name."""
    said = "+".join(text.rstrip("/").rpartition("/")[2] for text in question.varied)
    first = question.requests[0]
    name = f"{first.game}-{first.scenario}-{said}"
    return Path("runs") / "".join(sign if sign.isalnum() or sign in "-_.+" else "-" for sign in name)


def compare(
    question: Question, path: Path, runner: Runner, as_json: bool, language: str, out: TextIO, progress: TextIO
) -> int:
    """Play pairs until they are enough and tell what they say; whoever stops it is told how to go on."""
    words = Words(language, question.requests[0].rules())
    question.check()
    with PairFolder(path, question.requests) as folder:
        return _carry_out(Comparison(question, folder), runner, as_json, words, out, progress)


def _carry_out(
    comparison: Comparison, runner: Runner, as_json: bool, words: Words, out: TextIO, progress: TextIO
) -> int:
    path, most = comparison.folder.path, comparison.question.most
    if comparison.done:
        progress.write(words.say("compare.there", {"count": comparison.done, "folder": str(path)}) + "\n")
    status = 0
    try:
        _watch(comparison, runner, words, progress)
    except KeyboardInterrupt:
        status = INTERRUPTED
        told = {"played": comparison.done, "wanted": most, "folder": str(path)}
        progress.write(words.say("compare.stopped", told) + "\n")
    except KhalkhinError:
        with suppress(KhalkhinError):  # the first thing that went wrong is what is told
            _write(comparison)
        raise
    _write(comparison)
    if comparison.done:
        out.write((_json(comparison) if as_json else _text(comparison, words)) + "\n")
    if status == 0 and comparison.broken:
        status = FAILED
        progress.write(words.say("compare.broken", {"count": len(comparison.broken), "folder": str(path)}) + "\n")
    return status


def _write(comparison: Comparison) -> None:
    for run in comparison.folder.runs:
        write_tables(run)


def _watch(comparison: Comparison, runner: Runner, words: Words, stream: TextIO) -> None:
    """Play, with a line of progress: how far, how fast, and the difference so far."""
    progress = ProgressLine(stream, words, len(comparison.missing()))
    if progress.whole:
        stream.write(words.say("compare.begins", {"count": progress.whole}) + "\n")
    with closing(comparison.play(runner)) as numbers:
        try:
            for _ in numbers:
                progress.done += 1
                if comparison.done and (progress.due() or comparison.enough):
                    progress.show(_line(comparison, progress, words))
        finally:
            progress.clear()


def _line(comparison: Comparison, progress: ProgressLine, words: Words) -> str:
    told = {
        "done": comparison.done,
        "pairs": comparison.question.most,
        "rate": f"{3600 * progress.rate:.0f}",
        "left": progress.left(),
        "side": comparison.question.sides[0],
        **_difference(comparison.answer().score, share=True),
    }
    return words.say("compare.progress", told)


# -- the answer --------------------------------------------------------------------------------------------------------


def _text(comparison: Comparison, words: Words) -> str:
    """A few sentences and a small table."""
    question, answer = comparison.question, comparison.answer()
    first = question.requests[0]
    seats = " : ".join(f"{side} {level}" for side, level in zip(question.sides, first.seats, strict=True))
    head = {"game": first.game, "scenario": first.scenario, "seats": seats, "seed": first.seed}
    lines = [words.say("compare.head", {**head, "changes": question.said}), ""]
    lines += [*_sentences(comparison, answer, words), "", *aligned(_table(answer, words)), ""]
    for fault, count in comparison.faults.most_common(1):
        told = {"faults": comparison.faults.total(), "fault": fault, "count": count}
        lines.append(words.say("lab.faults", told))
    return "\n".join([*lines, words.say("compare.where", {"folder": str(comparison.folder.path)})])


def _sentences(comparison: Comparison, answer: Findings, words: Words) -> Iterator[str]:
    score, width = answer.measures[0], comparison.question.width
    shares = {"first": _percent(score.first), "second": _percent(score.second), "pairs": answer.pairs}
    gap = {**_difference(answer.score, share=True), "chance": _chance(answer.score.p, "p = ", "p < ")}
    yield words.say("compare.answer", {"changes": comparison.question.said, "side": score.side, **shares, **gap})
    if answer.alike:
        yield words.say("compare.alike")
    else:
        yield words.say("compare.sure") if answer.score.significant else words.say("compare.chance")
    if comparison.enough:
        yield words.say("compare.enough", {"width": _plain(width)})
    elif answer.pairs < LOOK:
        yield words.say("compare.few")
    elif width and not answer.narrow(width):
        # The width goes with the root of the number of pairs.
        needed = answer.pairs * (answer.half / width) ** 2
        yield words.say("compare.wide", {"width": _plain(width), "pairs": LOOK * math.ceil(needed / LOOK)})


def _table(answer: Findings, words: Words) -> list[list[str]]:
    head = ["", "A", "B", words.say("compare.difference"), "95 %", "p"]
    return [head, *(_row(measure, words) for measure in answer.measures)]


def _row(measure: Measure, words: Words) -> list[str]:
    names = {
        "score": words.say("compare.score", {"side": measure.side}),
        "wins": words.say("compare.wins", {"side": measure.side}),
        "draws": words.say("compare.draws"),
        "margin": words.say("compare.margin"),
        "turns": words.say("compare.turns"),
    }
    means = [_percent(mean) if measure.share else f"{mean:.1f}" for mean in (measure.first, measure.second)]
    if measure.difference is None:
        return [names[measure.name], *means, "", "", ""]
    told = _difference(measure.difference, measure.share)
    interval = words.say("compare.interval", told)
    return [names[measure.name], *means, told["difference"], interval, _chance(measure.difference.p)]


def _difference(gap: Difference, share: bool) -> dict[str, str]:
    """A difference with its interval; of shares in percent points."""
    scale = 100 if share else 1
    told = {"difference": gap.value, "low": gap.low, "high": gap.high}
    # No minus in front of nothing.
    return {name: f"{round(scale * value, 1) + 0.0:+.1f}" for name, value in told.items()}


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _chance(p: float, equal: str = "", below: str = "< ") -> str:
    return f"{below}{SURE}" if p < SURE else f"{equal}{p:.3f}"


def _plain(width: float) -> str:
    return f"{width:g}"


def _json(comparison: Comparison) -> str:
    question, answer = comparison.question, comparison.answer()
    first, second = (request.heading() for request in question.requests)
    data: dict[str, Any] = {
        "varied": question.varied,
        "a": first,
        "b": second,
        "pairs": answer.pairs,
        "most": question.most,
        "width": question.width,
        "narrow": answer.narrow(question.width),
        "alike": answer.alike,
        "measures": [measure.data() for measure in answer.measures],
        "faults": dict(comparison.faults.most_common()),
        "folder": str(comparison.folder.path),
    }
    return json.dumps(data, indent=2)
