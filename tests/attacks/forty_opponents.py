"""Forty tables at which searching computers have a minute a turn, against each other or against the attacker."""

from __future__ import annotations

import tempfile
import time
from contextlib import ExitStack
from typing import Any

from tests.attacks.bystander import told
from tests.server.process import Process

ROUNDS = 8
DECISIONS = 8
SLOW = {"kind": "computer", "player": "search", "seconds": 60}
USUAL = {"kind": "computer", "player": "search", "seconds": 2}
BYSTANDER = "127.0.0.2"


def _waits(server: Process) -> list[float]:
    """How long a bystander waits for the first decisions of his opponent, at one table after the other."""
    waits = []
    for _ in range(ROUNDS + 1):
        key = server.table(game="bkg", seats={"soviet": USUAL})
        began = time.perf_counter()
        with server.sit(key, "japan", source_address=(BYSTANDER, 0)) as sitter:
            while sitter.number < DECISIONS:
                sitter.until("view")
            waits.append(time.perf_counter() - began)
            while sitter.decide(("concede", None))["type"] != "done":
                sitter.ping()
    return waits[1:]  # for the first one a process was started


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, Process(f"sqlite:///{folder}/khalkhin.db") as server:
        print(f"a bystander's opponent, nobody else there: {told(_waits(server), 'answers')}", flush=True)
        attacks: dict[str, tuple[str | None, dict[str, Any]]] = {
            "nobody looks": (None, {"soviet": SLOW, "japan": SLOW}),
            "somebody looks on at each": (None, {"soviet": SLOW, "japan": SLOW}),
            "somebody plays at each": ("japan", {"soviet": SLOW}),
        }
        for name, (side, seats) in attacks.items():
            keys = [server.table(game="bkg", seats=seats) for _ in range(40)]
            with ExitStack() as sitting:
                for key in keys if name != "nobody looks" else []:
                    sitting.enter_context(server.sit(key, side))
                print(f"forty tables, {name}: {told(_waits(server), 'answers')}", flush=True)


if __name__ == "__main__":
    main()
