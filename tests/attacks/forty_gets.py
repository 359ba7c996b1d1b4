"""Forty questions for the past of one table, at which much was decided and taken back."""

from __future__ import annotations

import random
import tempfile
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from khalkhin.engine import library
from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from tests.attacks.bystander import Bystander, decide
from tests.server.process import Process

SEED = 7
MOST = 190
"""Decisions in a message; the server takes 200."""


def harmless(code: str, most: int = MOST) -> tuple[str, list[tuple[str, Any]]]:
    """A side, and what it can decide from the beginning on and take back as a whole."""
    game, rng = library.get(code), random.Random(1)
    match = Match(game.start(None, {}, Dice.practice(SEED)))
    side, said = match.waiting()[0], list[tuple[str, Any]]()
    for _ in range(20 * most):
        decision = rng.choice([one for one in match.choices() if game.sides[one.side] == side])
        tried = match.clone()
        tried.decide(decision)
        if side in tried.waiting() and tried.can_undo(side):
            match = tried
            said.append((decision.verb, game.write(decision.verb, decision.noun)))
        if len(said) == most:
            break
    return side, said


def main() -> None:
    side, said = harmless("bkg")
    with tempfile.TemporaryDirectory() as folder, Process(f"sqlite:///{folder}/khalkhin.db") as server:
        key, bystander = server.table(game="bkg", seed=SEED), Bystander(server)
        for _ in range(4):
            decide(server, key, side, said)
            decide(server, key, side, undo=len(said))
        address = f"http://127.0.0.1:{server.port}/api/tables/{key.id}/frames"

        def ask(_: int) -> int:
            return httpx.get(address, headers=key.headers(side), timeout=120).status_code

        with ThreadPoolExecutor(40) as crowd:
            asked = [crowd.submit(ask, n) for n in range(40)]
            while len(bystander.waits) < 10 or not all(one.done() for one in asked):
                bystander.play()
        print(f"forty GETs ({len(said)} decisions taken back four times): {bystander.told()}")


if __name__ == "__main__":
    main()
