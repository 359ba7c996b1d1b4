"""A server, people who play there, and one trouble after the other."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from tests.chaos.players import GONE, Crowd
from tests.chaos.troubles import Trouble, trouble
from tests.server.house import PATIENCE, Key
from tests.server.process import Process

TABLES = 6
COMPUTERS = {side: {"kind": "computer", "player": "random"} for side in ("red", "blue")}


class Storm:
    """It has troubles one by one; people play on through all of them."""

    def __init__(self, folder: Path, tables: int = TABLES) -> None:
        self.folder = folder
        self.file = folder / "khalkhin.db"
        self.had: Counter[str] = Counter()
        self._stack = ExitStack()
        self._all: list[Process] = []
        self.start()
        self.crowd = Crowd(tables, lambda: self.server)

    def __enter__(self) -> Self:
        self._stack.enter_context(self.crowd.playing())
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()
        for server in self._all:
            server.__exit__(*error)

    def start(self) -> None:
        """The server, or another one in its place."""
        self.server = Process(f"sqlite:///{self.file}", "tests.chaos.clock").__enter__()
        self._all.append(self.server)  # of those before somebody may still think that they are there

    def have(self, kind: Trouble, seconds: float) -> None:
        """One trouble for so long; afterwards people can play, and computers do."""
        with trouble(kind, self):
            time.sleep(seconds)
        self.had[kind.__name__] += 1
        self._goes_on()
        self.raise_faults()

    def _goes_on(self) -> None:
        """Wait until decisions are taken again, and a computer has answered."""
        before, latest = self.crowd.acknowledged, time.monotonic() + 2 * PATIENCE
        while self.crowd.acknowledged <= before:
            self.raise_faults()
            assert time.monotonic() < latest, "nobody can play any more"
            time.sleep(0.05)
        try:
            key = Key(self.server.table(game="tiny", seats=COMPUTERS).id, {})
            with self.server.sit(key, None) as watcher:
                while watcher.number == 1:
                    watcher.until("view")
        except GONE as error:
            raise AssertionError("no computer answers any more") from error

    def raise_faults(self) -> None:
        if self.crowd.faults:
            raise self.crowd.faults[0]

    def prove(self) -> int:
        """After one more restart everything is there that was acknowledged; how many decisions that were."""
        self._stack.close()
        self.raise_faults()
        self.server.kill()
        self.start()
        self.crowd.look_again()
        return self.crowd.acknowledged
