"""Random positions where a lot goes on: both sides close together, with bridges, depots, partisans and trains."""

from __future__ import annotations

import random
from typing import NamedTuple

from khalkhin.engine.match import Match
from tests.kgw.oracles.atlas import COUNTERS, GROUND, SIDES, around, countries
from tests.kgw.oracles.walking import ground_cost
from tests.kgw.positions import board
from tests.plain_data import spread

WAYS = {h for way in ("road", "rail", "unbuilt_rail") for pair in SIDES[way] for h in pair}
RAIL = {h for pair in SIDES["rail"] for h in pair}
RIVER = {h for pair in SIDES["river"] for h in pair}
CLIENTS = [u for u, c in COUNTERS.items() if c.type == "cavalry" and c.nation in ("MC", "MJ", "WR")]
MECH = [u for u, c in COUNTERS.items() if c.nation == "RA" and c.mech and c.ground and not c.division]


SPECIAL = ("armored_train", "agent", "supply", "supply", "engineer", "mech_engineer")


class Kind(NamedTuple):
    """What a crowd is like."""

    name: str
    centre: str
    reach: int
    counters: int
    clients: float = 0.3
    """How much of it is client cavalry or mechanized."""
    special: float = 0.2
    """How much of the rest is trains, agents, supply and engineers."""
    sides: tuple[str, ...] = ("soviet", "japan")
    """Who may be about to move."""


RIVERS = Kind("rivers", "2312", 3, 22)
DESERT = Kind("desert", "1221", 3, 18)
TRACKS = Kind("tracks", "1904", 3, 18, special=0.5)
EAST = Kind("east", "2909", 4, 18, special=0.5)
LINES = Kind("lines", "1408", 4, 16)
SCREEN = Kind("screen", "1821", 2, 22, 0.6, 0.0, ("soviet",))


def near(centre: str, reach: int) -> list[str]:
    return sorted(spread(centre, reach, around))


def stands(unit: str, hex_: str, winter: bool) -> bool:
    """Whether a counter can have come to a hex."""
    counter = COUNTERS[unit]
    if "USSR" in countries(hex_) and counter.nation != "RA":
        return False
    if counter.type == "armored_train":
        return hex_ in RAIL and (counter.side == "soviet") == bool(countries(hex_) & {"USSR", "MPR"})
    if GROUND[hex_].terrain == "lake":
        return winter
    return ground_cost(unit, hex_, winter) is not None or hex_ in WAYS


def crowd(rng: random.Random, kind: Kind, phase: str = "") -> Match:
    """Counters thrown down round a hex, a few of them in stacks; air units with nobody else on some aerodromes."""
    winter = rng.random() < 0.25
    side = rng.choice(kind.sides)
    segment = 2 if phase == "supply" or (not phase and rng.random() < 0.3) else 1
    hexes = near(kind.centre, kind.reach)
    owner: dict[str, str] = {}
    placed: dict[str, list[str]] = {}
    for unit in chosen(rng, kind):
        mine = COUNTERS[unit].side
        spots = [h for h in hexes if owner.get(h, mine) == mine and stands(unit, h, winter)]
        stacks = [h for h in spots if h in owner]
        if not spots:
            continue
        hex_ = rng.choice(stacks if stacks and rng.random() < 0.4 else spots)
        owner[hex_] = mine
        placed.setdefault(hex_, []).append(unit)
    if kind.clients > 0.5:
        for stack in placed.values():
            stack.sort(key=CLIENTS.__contains__)  # cavalry rides before the rest, which is hidden
    on_map = {u: h for h, units in placed.items() for u in units}
    flipped = [u for u in on_map if COUNTERS[u].type == "supply" and rng.random() < 0.5]
    spanned: set[str] = set()
    for unit, hex_ in on_map.items():
        if "engineer" in COUNTERS[unit].type and hex_ in RIVER - spanned and rng.random() < 0.6:
            flipped.append(unit)
            spanned.add(hex_)
    supplied = [u for u in on_map if rng.random() < 0.5] if segment == 2 and phase != "supply" else []
    return board(
        placed,
        f"{side}_{phase or 'move'}",
        segment=segment,
        options={"railway": True, "agents": True},
        partisans={u: rng.choice(sorted(countries(h))) for u, h in on_map.items() if COUNTERS[u].type == "agent"},
        marks={"flipped": flipped, "supplied": supplied},
        winter=winter,
        railhead=rng.choice((0, 3, 8, 19)),
    )


def chosen(rng: random.Random, kind: Kind) -> list[str]:
    """Counters for a crowd; no divisions that need components already thrown in."""
    every = [u for u, c in COUNTERS.items() if c.ground]
    special = [u for u in every if COUNTERS[u].type in SPECIAL]
    out: list[str] = []
    divisions = 0
    while len(out) < kind.counters:
        pool = CLIENTS + MECH if rng.random() < kind.clients else special if rng.random() < kind.special else every
        unit = rng.choice(pool)
        if unit in out or (COUNTERS[unit].division and divisions):
            continue
        divisions += COUNTERS[unit].division
        out.append(unit)
    return [u for u in out if not _part_of(u, out)]


def _part_of(unit: str, others: list[str]) -> bool:
    """A division takes its components out of those that are not in play: leave it those of its own kind."""
    division = next((u for u in others if COUNTERS[u].division), None)
    if division is None or unit == division:
        return False
    mine, its = COUNTERS[unit], COUNTERS[division]
    return mine.side == its.side and mine.type in (its.type, "armored_recon", "armor", "infantry")
