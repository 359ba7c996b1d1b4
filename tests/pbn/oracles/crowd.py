"""Random positions where a lot goes on: both sides close together, on rivers and ridges, at the edges, in the bases."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from khalkhin.engine.match import Match
from tests.pbn.oracles.atlas import COUNTERS, GROUND, within
from tests.pbn.oracles.walking import BASE
from tests.pbn.positions import board


class Kind(NamedTuple):
    """What a crowd is like."""

    name: str
    centre: str
    reach: int
    counters: int
    hidden: bool = False
    """Whether units stand face down, with deception markers among them."""


RIVERS = Kind("rivers", "1413", 3, 22)
HOLSTEN = Kind("holsten", "2114", 4, 18)
FRONT = Kind("front", "1811", 3, 26)
WEST = Kind("west", "0218", 4, 14)
EAST = Kind("east", "3213", 4, 14)
MASKED = Kind("masked", "1610", 4, 16, True)
NIGHT = Kind("night", "2903", 5, 14, True)
KINDS = (RIVERS, HOLSTEN, FRONT, WEST, EAST, MASKED, NIGHT)
SPECIAL = ("headquarters", "supply", "engineer", "engineer", "supply")


DUMMIES = [u for u, c in COUNTERS.items() if c.type == "deception"]


def counters(rng: random.Random, number: int) -> list[str]:
    """Some land units, a third of them headquarters, engineers and supply."""
    every = [u for u, c in COUNTERS.items() if c.land and not c.change]
    out: set[str] = set()
    while len(out) < number:
        kind = rng.choice(SPECIAL) if rng.random() < 0.4 else ""
        out.add(rng.choice([u for u in every if not kind or COUNTERS[u].type == kind]))
    return sorted(out)


def _lot(placed: dict[str, list[str]]) -> float:
    """For house rules, by a lot of their own: they leave the crowds as they are."""
    return random.Random(repr(placed)).random()


def crowd(rng: random.Random, kind: Kind, phase: str = "move", **fields: Any) -> Match:
    """Counters thrown down round a hex, some in stacks, some in the bases."""
    side, impulse = rng.choice(("soviet", "japan")), rng.choice((1, 1, 2))
    hexes = sorted(within(kind.centre, kind.reach))
    owner: dict[str, str] = {}
    placed: dict[str, list[str]] = {}
    dummies = (
        rng.sample([u for u, c in COUNTERS.items() if c.type == "deception" and not c.change], 5) if kind.hidden else []
    )
    for unit in [*counters(rng, kind.counters), *dummies]:
        mine = COUNTERS[unit].side
        spots = [h for h in hexes if owner.get(h, mine) == mine]
        stacks = [h for h in spots if h in owner]
        hex_ = rng.choice(stacks if stacks and rng.random() < 0.4 else spots)
        if rng.random() < 0.12:
            hex_ = BASE[mine]
        elif hex_ in GROUND:
            owner[hex_] = mine
        placed.setdefault(hex_, []).append(unit)
    there = [u for stack in placed.values() for u in stack]
    on_map = [u for h, stack in placed.items() if h in GROUND for u in stack]
    marks: dict[str, Any] = {
        "suppressed": [u for u in on_map if COUNTERS[u].combat and rng.random() < 0.2],
        "activated": [u for u in there if COUNTERS[u].type == "headquarters" and rng.random() < 0.7],
        "face_down": [u for u in there if kind.hidden and COUNTERS[u].combat and rng.random() < 0.8],
    }
    options = {"deception": kind.hidden, "high_ground": rng.random() < 0.5, "attack_all": _lot(placed) < 0.3}
    return board(placed, f"{side}_{phase}", impulse=impulse, options=options, **marks, **fields)
