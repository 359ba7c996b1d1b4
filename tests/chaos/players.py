"""People who play on whatever happens to the server, and compare all they are shown with what they may see."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
from websockets.exceptions import WebSocketException

from tests.server.house import Sitter
from tests.server.process import Process
from tests.server.test_crash import Game

GONE = (WebSocketException, httpx.TransportError, OSError, TimeoutError)
STORAGE = "server.storage"


class Patient(Game):
    """Both sides of one table. What is not taken, for it could not be stored, is said again until it is."""

    def __init__(self, seed: int, stopped: Callable[[], bool]) -> None:
        super().__init__(seed)
        self._stopped = stopped
        self.refused = 0

    def take_turn(self, sitters: dict[str, Sitter]) -> None:
        if self._stopped():
            raise _Enough
        side, undo, say = self.some_message(sitters)
        sitter = sitters[side]
        self.sent = (side, undo, say), sitter.number
        while (answer := sitter.decide(*say, undo=undo, number=self.sent[1]))["type"] != "done":
            assert answer["reason"]["key"] == STORAGE, answer
            self.refused += 1
            time.sleep(0.05)
        self.done(side, undo, say)
        for other, one in sitters.items():
            one.ping()
            assert one.number == self.shadow.numbers[other]


class _Enough(Exception):
    """It is time to go."""


class Crowd:
    """Several such tables, each in a thread of its own."""

    def __init__(self, tables: int, server: Callable[[], Process]) -> None:
        self._server = server
        self._stop = threading.Event()
        self.games = [Patient(seed, self._stop.is_set) for seed in range(tables)]
        self.faults: list[BaseException] = []
        self._threads = [threading.Thread(target=self._play, args=(game,)) for game in self.games]

    @contextmanager
    def playing(self) -> Iterator[None]:
        for thread in self._threads:
            thread.start()
        try:
            yield
        finally:
            self._stop.set()
            for thread in self._threads:
                thread.join()

    @property
    def acknowledged(self) -> int:
        return sum(game.acknowledged for game in self.games)

    def _play(self, game: Patient) -> None:
        rng = random.Random(id(game))
        while not self._stop.is_set():
            try:
                while True:
                    game.live(self._server())
            except _Enough:
                return
            except GONE:
                time.sleep(rng.uniform(0.05, 0.2))  # as a browser does
            except BaseException as fault:
                self.faults.append(fault)
                self._stop.set()

    def look_again(self) -> None:
        """All that was acknowledged is there, for both sides, and nothing else."""
        for game in self.games:
            if game.key is not None:
                with self._server().sit(game.key, "red") as red, self._server().sit(game.key, "blue") as blue:
                    game.look_again({"red": red, "blue": blue})
