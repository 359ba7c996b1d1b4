"""khalkhin ladder: levels against each other; progress while they play, tables when they have."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TextIO

from khalkhin.cli.arguments import Parser, processes
from khalkhin.cli.progress import ProgressLine
from khalkhin.engine.words import Words
from khalkhin.lab import standings
from khalkhin.lab.book import book_of
from khalkhin.lab.folder import RunFolder
from khalkhin.lab.ladder import Ladder
from khalkhin.lab.rating import Rating, Tally
from khalkhin.lab.request import EVALUATIONS, GAMES, SEED, RunRequest
from khalkhin.lab.results import GameResult
from khalkhin.lab.run import Runner
from khalkhin.lab.run import processes as in_processes
from khalkhin.lab.standings import Standings
from khalkhin.terminal.columns import aligned

FAILED = 1
INTERRUPTED = 130
TEXT, MARKDOWN, JSON = "text", "markdown", "json"
"""How the standings can be written."""

Table = list[list[str]]


def describe(parser: Parser) -> None:
    parser.needs("game")
    parser.add_argument("--scenario")
    parser.add_argument("--levels", default="")
    parser.number("--games", 1, GAMES)
    parser.number("--seed", 0, SEED)
    parser.number("--evaluations", 0, EVALUATIONS)
    parser.number("--jobs", 1)
    parser.add_argument("--out", type=Path, default=Path("ladder"))
    forms = parser.add_mutually_exclusive_group()
    for form in (MARKDOWN, JSON):
        forms.add_argument(f"--{form}", action="store_const", const=form, dest="form", default=TEXT)


def run(given: argparse.Namespace, language: str) -> int:
    levels = [level.strip() for level in given.levels.split(",")] if given.levels else []
    request = RunRequest.ladder(given.game, given.scenario, levels, given.games, given.seed, given.evaluations)
    runner = in_processes(processes(given.jobs))
    return ladder(request, given.out, runner, given.form, language, sys.stdout, sys.stderr)


def ladder(
    request: RunRequest, path: Path, runner: Runner, form: str, language: str, out: TextIO, progress: TextIO
) -> int:
    """Play what is missing and tell how everybody stands; whoever stops it is told how to go on."""
    words = Words(language, request.rules())
    older = book_of(path / f"{request.game}.jsonl", request)
    with RunFolder.opened(path / request.game, request) as folder:
        return _carry_out(Ladder(request, folder, older), runner, form, words, out, progress)


def _carry_out(climb: Ladder, runner: Runner, form: str, words: Words, out: TextIO, progress: TextIO) -> int:
    request, folder = climb.request, climb.folder
    status = 0
    try:
        _watch(climb, runner, words, progress)
    except KeyboardInterrupt:
        status = INTERRUPTED
        told = {"played": len(climb.results()), "wanted": len(request.tasks()), "file": str(folder.path)}
        progress.write(words.say("ladder.stopped", told) + "\n")
    if played := climb.results():
        stand = standings.of(request, played)
        out.write(written(stand, form, words) + "\n")
        _complain(stand, words, progress)
    if status == 0 and (left := len(climb.missing())):
        status = FAILED
        progress.write(words.say("lab.broken", {"count": left, "folder": str(folder.broken)}) + "\n")
    return status


def _complain(stand: Standings, words: Words, stream: TextIO) -> None:
    """Tell what went wrong in players: the commonest fault of each."""
    for level in stand.levels:
        for fault, count in list(level.faults.items())[:1]:
            told = {"level": level.name, "faults": sum(level.faults.values()), "fault": fault, "count": count}
            stream.write(words.say("ladder.fault", told) + "\n")


def _watch(climb: Ladder, runner: Runner, words: Words, stream: TextIO) -> None:
    """Play, with a line of progress: how far, how fast, and how the pair that played last stands."""
    if there := len(climb.results()):
        stream.write(words.say("ladder.there", {"count": there, "file": str(climb.folder.path)}) + "\n")
    progress = ProgressLine(stream, words, len(climb.missing()))
    with closing(climb.play(runner)) as played:
        try:
            for result in played:
                progress.done += 1
                if progress.due():
                    progress.show(_line(climb.request, result, climb.results(), progress, words))
        finally:
            progress.clear()


def _line(
    request: RunRequest, last: GameResult, played: Sequence[GameResult], progress: ProgressLine, words: Words
) -> str:
    pair = next((a, b) for a, b in request.seatings if {a, b} == set(last.seats))
    tally = standings.tally(pair, played)
    told = {
        "done": len(played),
        "games": len(request.tasks()),
        "rate": f"{60 * progress.rate:.1f}",
        "left": progress.left(),
        "pair": " : ".join(pair),
        "score": f"{tally.won}-{tally.drawn}-{tally.lost}",
        "share": _share(tally),
        "interval": _interval(tally),
    }
    return words.say("ladder.progress", told)


# -- tables ------------------------------------------------------------------------------------------------------------


def written(stand: Standings, form: str, words: Words) -> str:
    """The standings as text, as Markdown or as JSON."""
    if form == JSON:
        return json.dumps(stand.data(), indent=2)
    tables = [_pairs(stand, words), _levels(stand, words), _sides(stand, words)]
    shown = ["\n".join(_markdown(table) if form == MARKDOWN else aligned(table)) for table in tables]
    ends = ", ".join(f"{how} {count}" for how, count in stand.endings.items())
    first = f"    {command(stand.request)}" if form == MARKDOWN else _head(stand, words)
    return "\n\n".join([first, *shown, words.say("ladder.endings", {"ends": ends})])


def command(request: RunRequest) -> str:
    """What to type for these games."""
    said = ["khalkhin ladder", request.game]
    if request.scenarios != RunRequest.ladder(request.game).scenarios:
        said += ["--scenario", *request.scenarios]
    said += ["--levels", ",".join(request.levels), "--games", str(request.games)]
    return " ".join([*said, "--seed", str(request.seed), "--evaluations", str(request.evaluations)])


def _head(stand: Standings, words: Words) -> str:
    request = stand.request
    told = {
        "played": stand.played,
        "wanted": len(request.tasks()),
        "seed": request.seed,
        "evaluations": request.evaluations,
    }
    return words.say("ladder.head", {"game": request.game, **told})


def _pairs(stand: Standings, words: Words) -> Table:
    head = ["", *_counts(words), *(words.say("ladder.as", {"side": side}) for side in stand.sides)]
    rows = [
        [" : ".join(pair.levels), *_counted(pair.tally), *(_share(tally) for tally in pair.sides)]
        for pair in stand.pairs
    ]
    return [head, *rows]


def _levels(stand: Standings, words: Words) -> Table:
    head = [
        "",
        words.say("ladder.elo", {"zero": stand.zero}),
        words.say("ladder.interval"),
        words.say("ladder.mean"),
        words.say("ladder.longest"),
        words.say("ladder.decisions"),
        words.say("ladder.faults"),
    ]
    rows = [
        [
            level.name,
            _elo(level.rating),
            "" if level.rating is None or not level.rating.error else f"± {level.rating.error:.0f}",
            f"{level.mean:.3f}",
            f"{level.worst:.3f}",
            f"{level.decisions / level.games:.0f}" if level.games else "",
            str(sum(level.faults.values())),
        ]
        for level in stand.levels
    ]
    return [head, *rows]


def _sides(stand: Standings, words: Words) -> Table:
    """How often each side won, whoever played it."""
    first, second = (words.say("ladder.side-won", {"side": side}) for side in stand.sides)
    count, _, drawn, _, _, interval = _counts(words)
    share = words.say("ladder.side-share", {"side": stand.sides[0]})
    rows = [[name, *_counted(tally)] for name, tally in stand.scenarios.items()]
    if len(rows) > 1:
        rows.append([words.say("ladder.all"), *_counted(stand.bias)])
    return [["", count, first, drawn, second, share, interval], *rows]


def _counts(words: Words) -> list[str]:
    """The heads of what `_counted` writes."""
    return [
        words.say("ladder.games"),
        words.say("ladder.won"),
        words.say("ladder.drawn"),
        words.say("ladder.lost"),
        words.say("ladder.share"),
        words.say("ladder.interval"),
    ]


def _counted(tally: Tally) -> list[str]:
    return [*map(str, (tally.games, tally.won, tally.drawn, tally.lost)), _share(tally), _interval(tally)]


def _share(tally: Tally) -> str:
    return "" if tally.share is None else f"{100 * tally.share:.1f} %"


def _interval(tally: Tally) -> str:
    low, high = tally.interval
    return f"{100 * low:.1f}-{100 * high:.1f} %"


def _elo(rating: Rating | None) -> str:
    return "?" if rating is None else f"{rating.bound} {rating.elo:.0f}".strip()


def _markdown(table: Table) -> Iterator[str]:
    head, *rows = ("| " + " | ".join(row) + " |" for row in table)
    yield head
    yield "|" + "---|" * len(table[0])
    yield from rows
