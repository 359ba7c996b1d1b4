"""A process in which computer players think: a line of JSON with a view comes in, a line with a decision goes out.

A player sees what its seat sees and nothing else, in a process that holds no game. Whatever it does to the process, the
server only starts another one. While it thinks, lines tell which share of its time is gone.
"""

from __future__ import annotations

import importlib
import json
import os
import queue
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TextIO

from khalkhin.ai.analysis import analyse, analysis_data
from khalkhin.ai.budget import CORES, WAIT, Budget
from khalkhin.ai.hint import hint, hint_data
from khalkhin.ai.players.fallback_player import FallbackPlayer
from khalkhin.engine import library
from khalkhin.engine.record import read_header, replay

MOST_SEATS = 200
"""Seats whose players are kept; those that have not been asked for the longest time are forgotten first."""
REPORT_SECONDS = 0.25
"""How often a player that thinks tells how far it is."""


class Seats:
    """The players of all seats that this process thinks for, with the log each has been told."""

    def __init__(self) -> None:
        self._seats: OrderedDict[str, tuple[FallbackPlayer, list[Any]]] = OrderedDict()

    def answer(self, asked: dict[str, Any], report: Callable[[float], None]) -> dict[str, Any]:
        """The decision on a view; or `again`, if lines of the log are needed that were told to somebody else."""
        seat, keep = asked["seat"], asked["log"]["keep"]
        if seat not in self._seats:
            self._seats[seat] = FallbackPlayer(asked["player"], asked["seed"]), []
        player, log = self._seats[seat]
        if len(log) < keep:
            return {"again": True}
        self._seats.move_to_end(seat)
        if len(self._seats) > MOST_SEATS:
            self._seats.popitem(last=False)
        log[keep:] = asked["log"]["lines"]
        budget = Budget(asked["seconds"], patience=WAIT, cores=CORES, report=report)
        verb, noun = player.decide({**asked["view"], "log": log[:]}, budget)
        return {"verb": verb, "noun": noun, "decided": player.decided}


def advice(view: dict[str, Any]) -> dict[str, Any]:
    """A hint for whoever sees this."""
    return hint_data(library.of_view(view["game"], view["data"]), hint(view))


class Reporter:
    """Tells how far a player is, not more often than somebody could read it."""

    def __init__(self, tell: Callable[[dict[str, Any]], None]) -> None:
        self._tell = tell
        self._told = time.monotonic()

    def __call__(self, share: float) -> None:
        now = time.monotonic()
        if now - self._told >= REPORT_SECONDS:
            self._told = now
            self._tell({"progress": round(min(1.0, share), 2)})


def review(record: str, seconds: float, report: Callable[[float], None]) -> dict[str, Any]:
    """What can be learned from a game that is over."""
    match = replay(record, library.get(read_header(record).game))
    return {"analysis": analysis_data(analyse(match, Budget(seconds, report=report)))}


def _answer(seats: Seats, asked: dict[str, Any], report: Callable[[float], None]) -> dict[str, Any]:
    if "hint" in asked:
        return advice(asked["hint"])
    if "record" in asked:
        return review(asked["record"], asked["seconds"], report)
    return seats.answer(asked, report)


def serve(incoming: TextIO, outgoing: TextIO) -> None:
    """Answer until nobody asks any more."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(incoming, lines), daemon=True).start()
    seats = Seats()

    def tell(said: dict[str, Any]) -> None:
        outgoing.write(json.dumps(said) + "\n")
        outgoing.flush()

    while True:
        try:
            asked = json.loads(lines.get())
            said = _answer(seats, asked, Reporter(tell))
        except Exception as error:
            # A player that breaks is told of; the server decides what becomes of its move.
            said = {"fault": f"{type(error).__name__}: {error}"}
        tell(said)


def _read(incoming: TextIO, lines: queue.SimpleQueue[str]) -> None:
    for line in incoming:
        lines.put(line)
    # The server is gone. Nobody waits for what is being thought about.
    os._exit(0)


def main(nice: int, modules: list[str]) -> None:
    # What a player prints must not be taken for its answer.
    outgoing = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    if hasattr(os, "nice"):
        os.nice(nice)  # people who play do not wait for those who think
    for module in modules:
        importlib.import_module(module)
    serve(sys.stdin, outgoing)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
