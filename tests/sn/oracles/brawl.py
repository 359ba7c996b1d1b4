"""Random positions at the beginning of a Combat Phase: stacks close together, forts, landings, close air support."""

from __future__ import annotations

import random
from typing import Any

from khalkhin.engine.agenda import decide
from khalkhin.engine.dice import Dice
from khalkhin.games.sn.position import Position
from khalkhin.games.sn.supply import Expend
from tests.sn.oracles.atlas import CITIES, COAST, COUNTERS, GROUND, may_stand, within
from tests.sn.oracles.crowd import TURNS
from tests.sn.positions import board, position

CENTRES = ("2317", "1011", "1424", "1902", "2010", "3408", "2202", "2202", "2303", "1826", "2933", "3211", "2717")
SPECIAL = ("fort", "fort", "headquarters", "airbase", "supply", "engineer_brigade", "special_division", "flotilla")
LIMIT = {"rough": 6, "desert": 6}


def room(hex_: str, stack: list[str], unit: str) -> bool:
    """10.1, 10.1.4  Whether a unit fits into a stack."""
    forts = [u for u in [*stack, unit] if COUNTERS[u].type == "fort"]
    size = sum(COUNTERS[u].equivalents for u in [*stack, unit])
    return len(forts) < 2 and size <= LIMIT.get(GROUND[hex_], 9)


def brawl(rng: random.Random, most: int = 22, reach: tuple[int, ...] = (1, 2, 2)) -> Position:
    """Counters thrown down round a place, ready to fight."""
    area = sorted(within(rng.choice(CENTRES), rng.choice(reach)))
    placed: dict[str, list[str]] = {}
    owner: dict[str, str] = {}
    ground = [u for u, c in COUNTERS.items() if c.ground and c.type not in ("supply", "fort", "airbase")]
    special = [u for u, c in COUNTERS.items() if c.type in SPECIAL]
    for unit in rng.sample(ground, rng.randrange(4, most)) + rng.sample(special, 8):
        mine = COUNTERS[unit].side
        spots = [h for h in area if owner.get(h, mine) == mine and may_stand(unit, h)]
        spots = [h for h in spots if room(h, placed.get(h, []), unit)]
        stacks = [h for h in spots if h in owner]
        if spots and not any(unit in stack for stack in placed.values()):
            hex_ = rng.choice(stacks if stacks and rng.random() < 0.6 else spots)
            owner[hex_] = mine
            placed.setdefault(hex_, []).append(unit)
    on_map = [u for stack in placed.values() for u in stack]
    side = rng.choice(("soviet", "japan"))
    landed = _land(rng, placed, owner, side) if rng.random() < 0.6 else []
    flying = _support(rng, placed, owner) if side == "japan" else []
    scenario = rng.choice(sorted(TURNS))
    marks: dict[str, Any] = {
        "disrupted": [u for u in on_map if rng.random() < 0.15],
        "flipped": [u for u in on_map if COUNTERS[u].type == "supply" and rng.random() < 0.3],
        "ruined": [h for h in area if h in CITIES and rng.random() < 0.3],
        "beached": landed,
        "landed": landed,
        "close_support": flying,
        "turn": rng.choice((1, *range(1, TURNS[scenario] + 1))),
        "scenario": scenario,
        "round": rng.choice((1, 2)),
    }
    s = position(board(placed, f"{side}_combat", **marks))
    s.dice = Dice.imagined(rng)
    return s


def _land(rng: random.Random, placed: dict[str, list[str]], owner: dict[str, str], side: str) -> list[str]:
    """18.1  Some units of the attacker come ashore among enemies."""
    beaches = [h for h, who in owner.items() if who != side and h in COAST]
    able = {"soviet": ("SU-1FEMB", "SU-2FEMB"), "japan": ("JP-1CSNLFMB", "JP-2CSNLFMB", "JP-57ID", "JP-MGIC")}[side]
    on_map = {u for stack in placed.values() for u in stack}
    found: list[str] = []
    for hex_ in rng.sample(beaches, min(len(beaches), 2)):
        for unit in rng.sample(able, rng.randrange(1, 3)):
            if unit not in on_map | set(found) and may_stand(unit, hex_):
                placed[hex_].append(unit)
                found.append(unit)
    return found


def _support(rng: random.Random, placed: dict[str, list[str]], owner: dict[str, str]) -> list[str]:
    """15.2.32  Airstrikes over enemy hexes."""
    found: list[str] = []
    for hex_, who in sorted(owner.items()):
        if who == "soviet" and rng.random() < 0.3:
            for _ in range(min(rng.randrange(1, 4), 12 - len(found))):
                found.append(f"JP-AIR-{len(found) + 1}")
                placed[hex_].append(found[-1])
    return found


def expended(s: Position, rng: random.Random) -> set[str]:
    """14.3  The attacker expends some supply units; who they were."""
    spent: set[str] = set()
    while s.asked and isinstance(s.agenda[-1], Expend):
        offers = [(o.verb, n) for o in s.asked[0].offers for n in o]
        verb, noun = rng.choice(offers)
        if verb == "expend" and isinstance(noun, int):
            spent.add(s.game.sheet.ids[noun])
        decide(s, s.asked[0].side, verb, noun)
    return spent
