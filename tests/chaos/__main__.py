"""All troubles in turn, shuffled, for some minutes: python -m tests.chaos [SECONDS]."""

from __future__ import annotations

import logging
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.chaos.storm import TABLES, Storm
from tests.chaos.troubles import TROUBLES

SECONDS = 180.0


def main(seconds: float) -> None:
    logging.getLogger("websockets").setLevel(logging.CRITICAL)  # that connections break is no news here
    rng, began = random.Random(1), time.monotonic()
    with tempfile.TemporaryDirectory() as folder, Storm(Path(folder)) as storm:
        while time.monotonic() - began < seconds:
            for kind in rng.sample(TROUBLES, len(TROUBLES)):
                storm.have(kind, rng.uniform(0.2, 3.0))
        decisions = storm.prove()
        refused = sum(game.refused for game in storm.crowd.games)
        had = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in sorted(storm.had.items()))
        print(f"{time.monotonic() - began:.0f} s, {TABLES} tables for two: {had}.")
        print(
            f"{decisions} decisions were acknowledged and none was lost; {refused} were refused, for they could not be"
        )
        print("stored. Both sides of every table were shown what they may see, and nothing else.")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
