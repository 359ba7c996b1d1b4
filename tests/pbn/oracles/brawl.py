"""Random positions at the beginning of a Combat Phase: stacks close together, dug in, led, suppressed, with markers."""

from __future__ import annotations

import random

from khalkhin.engine.dice import Dice
from khalkhin.games.pbn.position import Position
from tests.pbn.oracles.atlas import COUNTERS, within
from tests.pbn.positions import board, position

CENTRES = ("0808", "1413", "1811", "2114", "2605", "0110", "3313", "1517", "2617")
HELD = ("JP-CM-BANZAI", "JP-CM-RECON", "JP-CM-STAFF", "SU-CM-EXPERIENCE", "SU-CM-RECON", "SU-CM-STAFF")
OPTIONS = ("high_ground", "close_support", "captured_supply", "face_down")


def brawl(rng: random.Random, most: int = 26) -> Position:
    """Counters thrown down round a place, ready to fight; some stacks hold too many."""
    area = sorted(within(rng.choice(CENTRES), rng.choice((1, 2, 2))))
    placed: dict[str, list[str]] = {}
    owner: dict[str, str] = {}
    pool = [u for u, c in COUNTERS.items() if c.land and not c.change and "-B" not in u and c.type != "supply"]
    special = [u for u in pool if COUNTERS[u].type in ("headquarters", "antiaircraft")]
    for unit in rng.sample(pool, rng.randrange(4, most)) + rng.sample(special, 4):
        mine = COUNTERS[unit].side
        spots = [h for h in area if owner.get(h, mine) == mine]
        stacks = [h for h in spots if h in owner]
        if spots and not any(unit in stack for stack in placed.values()):
            hex_ = rng.choice(stacks if stacks and rng.random() < 0.6 else spots)
            owner[hex_] = mine
            placed.setdefault(hex_, []).append(unit)
    on_map = [u for stack in placed.values() for u in stack]
    supply: dict[str, dict[str, int]] = {"soviet": {}, "japan": {}}
    for hex_, side in owner.items():
        if rng.random() < 0.25:
            supply[side][hex_] = rng.randrange(1, 4)
    placed["hand"] = [m for m in HELD if rng.random() < 0.4]
    if rng.random() < 0.5:
        placed["effect"] = ["SU-CM-ZHUKOV"]
    s = position(
        board(
            placed,
            f"{rng.choice(('soviet', 'japan'))}_combat",
            impulse=rng.choice((1, 2)),
            options={name: rng.random() < 0.5 for name in OPTIONS},
            air={side: {"support": rng.randrange(3)} for side in supply},
            supply=supply,
            fortified={side: [h for h, who in owner.items() if who == side and rng.random() < 0.2] for side in supply},
            suppressed=[u for u in on_map if COUNTERS[u].combat and rng.random() < 0.2],
            activated=[u for u in on_map if COUNTERS[u].type == "headquarters" and rng.random() < 0.7],
        )
    )
    s.dice = Dice.imagined(rng)
    return s
