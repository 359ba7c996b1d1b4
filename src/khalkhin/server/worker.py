"""A process in which computer players think: a line of JSON with a view comes in, a line with a decision goes out.

A player sees what its seat sees and nothing else, in a process that holds no game. Whatever it does to the process, the
server only starts another one.
"""

from __future__ import annotations

import importlib
import json
import os
import queue
import sys
import threading
from collections import OrderedDict
from typing import Any, TextIO

from khalkhin import players

MOST_SEATS = 200
"""Seats whose players are kept; those that have not been asked for the longest time are forgotten first."""


class Seats:
    """The players of all seats that this process thinks for, with the log each has been told."""

    def __init__(self) -> None:
        self._seats: OrderedDict[str, tuple[players.Player, list[Any]]] = OrderedDict()

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The decision on a view; or `again`, if lines of the log are needed that were told to somebody else."""
        seat, keep = asked["seat"], asked["log"]["keep"]
        if seat not in self._seats:
            self._seats[seat] = players.make(asked["player"], asked["seed"]), []
        player, log = self._seats[seat]
        if len(log) < keep:
            return {"again": True}
        self._seats.move_to_end(seat)
        if len(self._seats) > MOST_SEATS:
            self._seats.popitem(last=False)
        log[keep:] = asked["log"]["lines"]
        verb, noun = player.decide({**asked["view"], "log": log[:]})
        return {"verb": verb, "noun": noun}


def serve(incoming: TextIO, outgoing: TextIO) -> None:
    """Answer until nobody asks any more."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(incoming, lines), daemon=True).start()
    seats = Seats()
    while True:
        try:
            said = seats.answer(json.loads(lines.get()))
        except Exception as error:
            # A player that breaks is told of; the server decides what becomes of its move.
            said = {"fault": f"{type(error).__name__}: {error}"}
        outgoing.write(json.dumps(said) + "\n")
        outgoing.flush()


def _read(incoming: TextIO, lines: queue.SimpleQueue[str]) -> None:
    for line in incoming:
        lines.put(line)
    # The server is gone. Nobody waits for what is being thought about.
    os._exit(0)


def main(modules: list[str]) -> None:
    # What a player prints must not be taken for its answer.
    outgoing = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    if hasattr(os, "nice"):
        os.nice(5)  # people who play do not wait for those who think
    for module in modules:
        importlib.import_module(module)
    serve(sys.stdin, outgoing)


if __name__ == "__main__":
    main(sys.argv[1:])
