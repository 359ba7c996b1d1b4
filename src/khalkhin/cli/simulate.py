"""khalkhin simulate: many games between computer players; progress while they play, a few lines when they have."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TextIO

from khalkhin.cli.arguments import Parser, processes, read_options
from khalkhin.cli.progress import ProgressLine
from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.words import Words
from khalkhin.lab.compare import Changes
from khalkhin.lab.folder import RunFolder
from khalkhin.lab.rating import Tally
from khalkhin.lab.report.speech import Speech
from khalkhin.lab.request import EVALUATIONS, GAMES, SEED, RunRequest
from khalkhin.lab.rows import write_tables
from khalkhin.lab.run import Runner, missing, play, runner

FAILED = 1
INTERRUPTED = 130


def describe(parser: Parser) -> None:
    parser.needs("game")
    parser.add_argument("scenario", nargs="?")
    parser.seats()
    parser.number("--games", 1, GAMES)
    parser.number("--seed", 0, SEED)
    parser.number("--evaluations", 0, EVALUATIONS)
    parser.number("--jobs", 1)
    parser.add_argument("--option", action="append")
    parser.add_argument("--engine")
    parser.add_argument("--address")
    parser.add_argument("--out", type=Path)
    parser.data()


def run(given: argparse.Namespace, language: str) -> int:
    request = read_request(given)
    folder = given.out or Path("runs") / f"{request.game}-{request.scenario}"
    chosen = runner(given.engine, given.address, processes(given.jobs))
    return simulate(request, folder, chosen, language, sys.stdout, sys.stderr)


def read_request(given: argparse.Namespace, changes: Changes | None = None) -> RunRequest:
    """What is to be played; with changes, what is to be played beside it."""
    game = library.get(given.game, given.overrides)
    levels = {side: level for side in game.sides if (level := getattr(given, f"seat_{side}")) is not None}
    options, overrides = given.option or [], given.overrides
    if changes is not None:
        levels, options = {**levels, **changes.levels}, [*options, *changes.options]
        overrides = changes.overrides or overrides
    read = read_options(options, game, given.scenario)
    return RunRequest.of(
        given.game, given.scenario, given.games, levels, read, overrides, given.seed, given.evaluations
    )


def simulate(request: RunRequest, path: Path, runner: Runner, language: str, out: TextIO, progress: TextIO) -> int:
    """Play what is missing and tell how it went; whoever stops it is told how to go on."""
    words = Words(language, request.rules())
    request.check()
    with RunFolder.opened(path, request) as folder:
        return _carry_out(request, folder, runner, words, out, progress)


def _carry_out(
    request: RunRequest, folder: RunFolder, runner: Runner, words: Words, out: TextIO, progress: TextIO
) -> int:
    path = folder.path
    scores = Scores(request, folder)
    if scores.done:
        progress.write(words.say("lab.there", {"count": scores.done, "folder": str(path)}) + "\n")
    status = 0
    try:
        _watch(request, folder, runner, scores, words, progress)
    except KeyboardInterrupt:
        status = INTERRUPTED
        told = {"played": scores.done, "wanted": request.games, "folder": str(path)}
        progress.write(words.say("lab.stopped", told) + "\n")
    except KhalkhinError:
        with suppress(KhalkhinError):  # the first thing that went wrong is what is told
            write_tables(folder)
        raise
    write_tables(folder)
    if scores.done:
        out.write("\n".join(_summary(request, path, scores, Speech(request.rules(), words.language))) + "\n")
    if status == 0 and (left := len(missing(folder, request))):
        status = FAILED
        progress.write(words.say("lab.broken", {"count": left, "folder": str(folder.broken)}) + "\n")
    return status


class Scores:
    """How the games of a run went so far, as the first side sees it."""

    def __init__(self, request: RunRequest, folder: RunFolder) -> None:
        self._sides = request.rules().sides
        self.tally = Tally()
        self.ends: Counter[tuple[str, str]] = Counter()
        self.faults: Counter[str] = Counter()
        self.margin = 0
        wanted = set(request.numbers())
        for data in folder.games():
            if data["number"] in wanted:
                self.add(data["games"][0], data["faults"])

    @property
    def done(self) -> int:
        return self.tally.games

    def add(self, row: Mapping[str, Any], faults: Mapping[str, list[str]]) -> None:
        winner = row["winner"]
        self.tally += Tally(int(winner == self._sides[0]), int(not winner), int(winner == self._sides[1]))
        self.ends[winner, row["how"]] += 1
        self.margin += row["margin"]
        self.faults.update(fault for some in faults.values() for fault in some)


def _watch(
    request: RunRequest, folder: RunFolder, runner: Runner, scores: Scores, words: Words, stream: TextIO
) -> None:
    """Play, with a line of progress: how far, how fast, and how the first side does."""
    progress = ProgressLine(stream, words, len(missing(folder, request)))
    if progress.whole:
        stream.write(words.say("lab.begins", {"count": progress.whole}) + "\n")
    with closing(play(folder, request, runner)) as games:
        try:
            for played in games:
                scores.add(played.row, played.faults)
                progress.done += 1
                if progress.due():
                    told = {"done": scores.done, "games": request.games, "rate": f"{3600 * progress.rate:.0f}"}
                    progress.show(
                        words.say("lab.progress", {**told, "left": progress.left(), **_share(request, scores)})
                    )
        finally:
            progress.clear()


def _summary(request: RunRequest, path: Path, scores: Scores, speech: Speech) -> list[str]:
    sides, words = request.rules().sides, speech
    tally = scores.tally
    seats = ", ".join(f"{speech.side(side)}: {level}" for side, level in zip(sides, request.seats, strict=True))
    ends = ", ".join(f"{speech.ending(*end)} {count}" for end, count in scores.ends.most_common())
    head = {
        "game": request.game,
        "scenario": request.scenario,
        "games": scores.done,
        "seats": seats,
        "seed": request.seed,
    }
    counts = {"score": f"{tally.won}-{tally.drawn}-{tally.lost}", "margin": f"{scores.margin / scores.done:+.1f}"}
    lines = [
        words.say("lab.head", head),
        words.say("lab.score", {**_share(request, scores), **counts}),
        words.say("lab.ends", {"ends": ends}),
    ]
    for fault, count in scores.faults.most_common(1):
        lines.append(words.say("lab.faults", {"faults": scores.faults.total(), "fault": fault, "count": count}))
    return [*lines, words.say("lab.where", {"folder": str(path)})]


def _share(request: RunRequest, scores: Scores) -> dict[str, str]:
    """The share of the first side, with its interval."""
    tally = scores.tally
    low, high = tally.interval
    share = f"{100 * (tally.share or 0):.1f} %"
    return {"side": request.rules().sides[0], "share": share, "interval": f"{100 * low:.1f}-{100 * high:.1f} %"}
