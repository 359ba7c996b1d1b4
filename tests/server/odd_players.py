"""Computer players as nobody wants them, to see what the server makes of them."""

from __future__ import annotations

import os
import time
from typing import Any

from khalkhin.ai import players


class Odd:
    """Decides like the random player, after it has been odd."""

    def __init__(self, seed: int) -> None:
        self._sound = players.make("random", seed)
        self._count = 0

    def decide(self, seen: dict[str, Any], budget: Any = None) -> tuple[str, Any]:
        self._count += 1
        self.be_odd()
        return self._sound.decide(seen)

    def be_odd(self) -> None:
        """What is odd about it."""


class Dies(Odd):
    """Takes its process along, now and then."""

    def be_odd(self) -> None:
        if self._count % 3 == 0:
            os._exit(3)


class Doomed(Odd):
    """Takes its process along, always."""

    def be_odd(self) -> None:
        os._exit(4)


class Ponders(Odd):
    """Thinks for a while, and tells how far it is; what it is given to think with it takes to be wanted."""

    def decide(self, seen: dict[str, Any], budget: Any = None) -> tuple[str, Any]:
        for step in range(6):
            time.sleep(budget.seconds / 6)
            budget.report((step + 1) / 6)
        return self._sound.decide(seen)


class Hangs(Odd):
    def be_odd(self) -> None:
        while True:
            time.sleep(0.01)


class Raises(Odd):
    def be_odd(self) -> None:
        raise ZeroDivisionError("no idea")


class Prints(Odd):
    """Talks while it thinks."""

    def be_odd(self) -> None:
        print('{"verb": "concede", "noun": null}', flush=True)


class Cheats(Odd):
    def decide(self, seen: dict[str, Any], budget: Any = None) -> tuple[str, Any]:
        return "hex", "0303"


class Babbles(Odd):
    def decide(self, seen: dict[str, Any], budget: Any = None) -> Any:
        return "abc"


class Reads(Odd):
    """Knows the log only if it was told all of it, once."""

    def decide(self, seen: dict[str, Any], budget: Any = None) -> tuple[str, Any]:
        turns = [line["params"]["turn"] for line in seen["log"] if line["key"] == "log.turn"]
        assert turns == list(range(1, seen["tracks"]["turn"] + 1)), turns
        return self._sound.decide(seen)


ODD: dict[str, type[Odd]] = {
    kind.__name__.lower(): kind for kind in (Dies, Doomed, Ponders, Hangs, Raises, Prints, Cheats, Babbles, Reads)
}

players._MAKERS.update(ODD)
