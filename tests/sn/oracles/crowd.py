"""Random positions where a lot goes on: both sides close together, at lakes, rivers, railroads, coasts and borders."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from khalkhin.engine.match import Match
from tests.sn.oracles.atlas import CITIES, COUNTERS, may_stand, within
from tests.sn.positions import board

SPECIAL = ("supply", "supply", "supply", "headquarters", "airbase", "fort", "airborne_brigade", "marine_brigade")
ODD = ("flotilla", "special_division", "mountain_division", "mechanized_division", "armored_division", "fort")
TURNS = {"anti-comintern": 6, "kantokuen": 4, "nomonhan": 6}


class Kind(NamedTuple):
    """What a crowd is like."""

    name: str
    centre: str
    reach: int
    counters: int


KHANKA = Kind("khanka", "1902", 4, 26)
AMUR = Kind("amur", "1011", 4, 26)
BORZYA = Kind("borzya", "1424", 4, 26)
BAIKAL = Kind("baikal", "1037", 3, 18)
KALGAN = Kind("kalgan", "3423", 4, 26)
KOREA = Kind("korea", "3407", 5, 26)
COAST = Kind("coast", "2303", 3, 20)
WIDE = Kind("wide", "2010", 11, 60)
KINDS = (KHANKA, AMUR, BORZYA, BAIKAL, KALGAN, KOREA, COAST, WIDE)


def counters(rng: random.Random, number: int) -> list[str]:
    """Some ground units, half of them of the kinds with rules of their own."""
    every = [u for u, c in COUNTERS.items() if c.ground]
    out: set[str] = set()
    while len(out) < number:
        chance = rng.random()
        kinds = SPECIAL if chance < 0.4 else ODD if chance < 0.55 else ()
        kind = rng.choice(kinds) if kinds else ""
        out.add(rng.choice([u for u in every if not kind or COUNTERS[u].type == kind]))
    return sorted(out)


def crowd(rng: random.Random, kind: Kind, phase: str = "move", **fields: Any) -> Match:
    """Counters thrown down round a hex, some in stacks, some in the Home Islands."""
    side, round_ = rng.choice(("soviet", "japan")), rng.choice((1, 1, 2))
    hexes = sorted(within(kind.centre, kind.reach))
    owner: dict[str, str] = {}
    placed: dict[str, list[str]] = {}
    for unit in counters(rng, kind.counters):
        mine, nation = COUNTERS[unit].side, COUNTERS[unit].nation
        spots = [h for h in hexes if owner.get(h, mine) == mine and may_stand(unit, h)]
        stacks = [h for h in spots if h in owner]
        if nation in ("JP", "DE") and rng.random() < 0.08 and COUNTERS[unit].movement:
            placed.setdefault("home", []).append(unit)
        elif spots:
            if COUNTERS[unit].type == "airborne_brigade":
                bases = [h for h in stacks if any(COUNTERS[u].type == "airbase" for u in placed[h])]
                stacks, spots = bases or stacks, bases or spots
            hex_ = rng.choice(stacks if stacks and rng.random() < 0.4 else spots)
            owner[hex_] = mine
            placed.setdefault(hex_, []).append(unit)
    placed["available"] = rng.choice((["JP-LAND-1", "JP-CV-1"], ["JP-LAND-2", "JP-LAND-3"], ["JP-CV-2"]))
    on_map = [u for place, stack in placed.items() if place.isdigit() for u in stack]
    marks: dict[str, Any] = {
        "disrupted": [u for u in on_map if rng.random() < 0.12],
        "flipped": [u for u in on_map if COUNTERS[u].type == "supply" and rng.random() < 0.3],
        "ruined": [h for h in hexes if h in CITIES and rng.random() < 0.3],
    }
    scenario = rng.choice(sorted(TURNS))
    turn = rng.choice((1, *range(1, TURNS[scenario] + 1)))
    return board(placed, f"{side}_{phase}", round=round_, scenario=scenario, turn=turn, **marks, **fields)
