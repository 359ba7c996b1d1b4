"""A server that is killed, or whose disk is full, loses nothing it acknowledged and does nothing by halves."""

from __future__ import annotations

import random
import resource
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from websockets.exceptions import WebSocketException

from tests.server.house import PATIENCE, Key, Sitter
from tests.server.process import Process
from tests.server.test_leaks import Shadow

T = TypeVar("T")
Message = tuple[str, int, list[tuple[str, Any]]]
"""A side, how many decisions it takes back, and what it says."""


class Game:
    """A game that goes on over many lives of the server."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.shadow = Shadow("tiny", "contact", seed)
        self.numbers = {"red": 1, "blue": 1}
        self.key: Key | None = None
        self.sent: tuple[Message, int] | None = None
        """What was sent and not answered, with the number it was sent for."""
        self.acknowledged = 0
        self._alarm: tuple[int, Callable[[], None]] = (0, lambda: None)

    def after(self, decisions: int, then: Callable[[], None]) -> None:
        """Do something when so many more decisions have been acknowledged."""
        self._alarm = self.acknowledged + decisions, then

    def live(self, server: Process) -> None:
        """Play on as long as the server lives."""
        if self.key is None or self.shadow.match.over:
            self.begin(server)
        assert self.key is not None
        with server.sit(self.key, "red") as red, server.sit(self.key, "blue") as blue:
            sitters = {"red": red, "blue": blue}
            self.look_again(sitters)
            while not self.shadow.match.over:
                self.take_turn(sitters)

    def begin(self, server: Process) -> None:
        seed = self.rng.randrange(10**6)
        self.key = server.table(game="tiny", scenario="contact", seed=seed)
        self.shadow = Shadow("tiny", "contact", seed)
        self.numbers, self.sent = {"red": 1, "blue": 1}, None

    def look_again(self, sitters: dict[str, Sitter]) -> None:
        """After a crash: all that was acknowledged is there, and what was on the way is there as a whole or not."""
        for side, sitter in sitters.items():
            assert sitter.number >= self.numbers[side], "a number went back"
        if self.sent is not None:
            (side, undo, say), number = self.sent
            sitter = sitters[side]
            assert sitter.number in (number, number + 1)
            # Whether it was stored or not, saying it again leaves it said once.
            answer = sitter.decide(*say, undo=undo, number=number)
            assert answer["type"] == "done", answer
            self.done(side, undo, say)
        for side, sitter in sitters.items():
            sitter.ping()
            view, log = self.shadow.seen[side]
            assert sitter.view == view
            assert [{k: v for k, v in line.items() if k != "at"} for line in sitter.log] == log
            assert sitter.number == self.shadow.numbers[side]

    def take_turn(self, sitters: dict[str, Sitter]) -> None:
        side, undo, say = self.some_message(sitters)
        sitter = sitters[side]
        self.sent = (side, undo, say), sitter.number
        answer = sitter.decide(*say, undo=undo)
        assert answer["type"] == "done", answer
        self.done(side, undo, say)
        for other, one in sitters.items():
            one.ping()
            assert one.number == self.shadow.numbers[other]

    def done(self, side: str, undo: int, say: list[tuple[str, Any]]) -> None:
        self.sent = None
        self.acknowledged += 1
        if self.acknowledged == self._alarm[0]:
            self._alarm[1]()
        self.shadow.follow(side, undo, say)
        self.numbers = {side: self.shadow.numbers[side] for side in self.numbers}

    def some_message(self, sitters: dict[str, Sitter]) -> Message:
        """An answer, an undo, or a counter and where it goes in one."""
        while True:
            side = self.rng.choice(["red", "blue"])
            if sitters[side].undo and self.rng.random() < 0.2:
                return side, 1, []
            if not sitters[side].choices():
                continue
            first = self.rng.choice(sitters[side].choices())
            if first[0] == "unit" and self.shadow.match.state.agenda[-1].simultaneous:
                twin = self.shadow.match.clone()
                twin.play(*first, side=side)
                (prompt,) = [p for p in twin.prompts() if p.side == twin.side_number(side)]
                places = [twin.game.write("hex", noun) for offer in prompt.offers for noun in offer]
                return side, 0, [first, ("hex", self.rng.choice(places))]
            return side, 0, [first]


def test_a_server_that_is_killed_again_and_again(database: str) -> None:
    lives = 6 if database.startswith("sqlite") else 3
    game, rng = Game(seed=1), random.Random(1)
    for _ in range(lives):
        with Process(database) as server:
            # Some decisions later, at some moment of one of them.
            timer = threading.Timer(rng.uniform(0, 0.02), server.process.kill)
            game.after(rng.randrange(5, 40), timer.start)
            with suppress(WebSocketException, httpx.TransportError, OSError):
                while True:
                    game.live(server)
            timer.join()
    with Process(database) as server:
        assert game.key is not None
        with server.sit(game.key, "red") as red, server.sit(game.key, "blue") as blue:
            game.look_again({"red": red, "blue": blue})
    assert game.acknowledged >= 5 * lives


def test_a_decision_that_was_stored_but_not_answered(tmp_path: Path) -> None:
    """Sent, stored, and the server killed before anybody read the answer: said again, it is done once."""
    url = f"sqlite:///{tmp_path / 'x.db'}"
    with Process(url) as server:
        key = server.table(game="tiny", scenario="raid")
        red = server.sit(key, "red")
        red.until("view")
        red.send({"type": "decide", "id": "1", "number": 1, "undo": 0, "say": [{"verb": "unit", "noun": "RD-PAT"}]})
        red.socket.recv(10)
        server.kill()
        red.leave()
    with Process(url) as server, server.sit(key, "red") as red:
        assert red.number == 2
        assert red.decide(("unit", "RD-PAT"), number=1) == {"type": "done", "id": "1", "number": 2}
        assert red.decide(("hex", "0201"))["type"] == "done"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can limit the files of another process")
def test_a_full_disk(tmp_path: Path) -> None:
    """What cannot be stored is refused in a sentence; the table stays as stored, and goes on when there is room."""
    url = f"sqlite:///{tmp_path / 'x.db'}"
    with Process(url) as server:
        key = server.table(game="tiny", scenario="raid")
        with server.sit(key, "red") as red, server.sit(key, "blue") as blue:
            assert red.decide(("unit", "RD-PAT"))["type"] == "done"
            # No file of the server may grow any more: as good as a full disk.
            limit(server, max(path.stat().st_size for path in tmp_path.iterdir()))
            refused = fill_up(red)
            assert refused["reason"]["key"] == "server.storage"
            assert refused["reason"]["text"].startswith("Nothing was carried out, for it could not be stored: ")
            before = red.number, red.view
            assert refused["number"] == red.number
            assert red.decide(("draw", None))["reason"]["key"] == "server.storage"
            limit(server, resource.RLIM_INFINITY)
            assert red.decide(("draw", None))["type"] == "done"
            assert red.number == before[0] + 1
            assert red.view["agenda"] == before[1]["agenda"]
            blue.ping()
            assert blue.view["tracks"]["draw_offer"] == "red"
            after = red.number, red.view
    with Process(url) as server, server.sit(key, "red") as red:
        assert (red.number, red.view) == after


def limit(server: Process, size: int) -> None:
    """How large files of the server may get."""
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def fill_up(red: Sitter) -> dict[str, Any]:
    """The first refusal: there may be some room left in the files there are."""
    for _ in range(100):
        for answer in (red.decide(("hex", "0201")), red.decide(undo=1)):
            if answer["type"] == "refused":
                return answer
    raise AssertionError("the disk was never full")


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for the children of a process")
def test_nobody_goes_on_thinking_for_a_server_that_is_gone(tmp_path: Path) -> None:
    with Process(f"sqlite:///{tmp_path / 'x.db'}", "tests.server.odd_players") as server:
        seats = {"red": {"kind": "computer", "player": "hangs"}}
        key = server.table(game="tiny", seats=seats)
        server.http.get(f"/api/tables/{key.id}", headers=key.headers("blue"))
        worker = until(lambda: children(server.process.pid))
        server.kill()
        until(lambda: not Path(f"/proc/{worker.strip()}").exists())


def children(process: int) -> str:
    return Path(f"/proc/{process}/task/{process}/children").read_text()


def until(found: Callable[[], T]) -> T:
    """Wait for something to be so."""
    deadline = time.monotonic() + PATIENCE
    while not (it := found()):
        assert time.monotonic() < deadline, "it never was"
        time.sleep(0.05)
    return it
