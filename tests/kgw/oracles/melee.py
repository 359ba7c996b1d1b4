"""Random positions in which both sides stand close together, dug in here and there, with air units on their bases."""

from __future__ import annotations

import random

from khalkhin.engine.dice import Dice
from khalkhin.games.kgw.position import Position
from tests.kgw.oracles.atlas import COUNTERS
from tests.kgw.oracles.crowd import near, stands
from tests.kgw.positions import board, position

CENTRES = ("2015", "1715", "2312", "2006", "2608", "1920", "1211", "2714", "0112", "1904")
PHASES = ("combat", "combat", "combat", "strike", "superiority", "stacking")
HOMES = {
    "soviet": ("2015", "1515", "1211", "0112", "0421"),
    "japan": ("1920", "2211", "2614", "2608", "1524"),
}
SPECIAL = ("armored_train", "agent", "supply", "artillery", "engineer", "mech_engineer", "leader", "cavalry")
OPTIONS = ("ground_fire", "losses", "air_missions", "air_supply", "agents", "railway", "armour_groups", "supply_losses")


def melee(rng: random.Random) -> Position:
    """Counters thrown down round a place, ready to fight."""
    winter = rng.random() < 0.25
    heaped = rng.random() < 0.3
    area = near(rng.choice(CENTRES), 4 if heaped else rng.choice((2, 2, 3)))
    placed, owner = _ground(rng, area, winter, heaped), {}
    for hex_, units in placed.items():
        owner[hex_] = COUNTERS[units[0]].side
    on_map = [u for units in placed.values() for u in units]
    air = _air(rng, placed, owner)
    flipped = [u for u in on_map if COUNTERS[u].type == "supply" and rng.random() < 0.4]
    flipped += [u for u in on_map if "engineer" in COUNTERS[u].type and rng.random() < 0.3]
    flipped += [u for u in on_map if COUNTERS[u].type == "agent" and rng.random() < 0.5]
    segment = rng.choice((1, 1, 2))
    dug = {side: [h for h, who in owner.items() if who == side and rng.random() < 0.15] for side in HOMES}
    match = board(
        placed,
        f"{rng.choice(('soviet', 'japan'))}_{rng.choice(PHASES)}",
        segment=segment,
        rest="display",
        options={name: rng.random() < 0.7 for name in OPTIONS},
        trenches=dug,
        marks={
            "flipped": flipped,
            "supplied": [u for u in on_map if rng.random() < 0.6] if segment == 2 else [],
            "flown": [u for u in air if rng.random() < 0.2],
            "sortied": [u for u in air if rng.random() < 0.3],
        },
        winter=winter,
        railhead=rng.choice((0, 0, 3, 19)),
        points=(10, 10),
        missions=(rng.choice((0, 1)), rng.choice((0, 1))),
    )
    s = position(match)
    s.dice = Dice.imagined(rng)
    return s


def _ground(rng: random.Random, area: list[str], winter: bool, heaped: bool) -> dict[str, list[str]]:
    """Stacks of one to seven counters; each division leaves counters enough to break down into."""
    placed: dict[str, list[str]] = {}
    pool = [u for u, c in COUNTERS.items() if c.ground and not c.division and c.type != "armor_group"]
    special = [u for u in pool if COUNTERS[u].type in SPECIAL]
    divisions = ["RA-36", "RA-82", "JA-7", "JA-23", "RA-15"]
    spare = {"infantry": 4, "mech_infantry": 2, "armored_recon": 2, "cavalry": 1}
    chosen: list[str] = rng.sample(divisions, rng.randrange(3))
    for _ in range(rng.randrange(40, 60) if heaped else rng.randrange(10, 26)):
        unit = rng.choice(special if rng.random() < 0.3 else pool)
        if unit not in chosen:
            chosen.append(unit)
    if any(u in divisions for u in chosen):
        chosen = [u for u in chosen if u in divisions or COUNTERS[u].type not in spare or rng.random() < 0.35]
        chosen = [u for u in chosen if not _needed(u)]
    owner: dict[str, str] = {}
    for unit in chosen:
        mine = COUNTERS[unit].side
        spots = [h for h in area if owner.get(h, mine) == mine and stands(unit, h, winter)]
        if not spots:
            continue
        stacks = [h for h in spots if h in owner]
        hex_ = rng.choice(stacks if stacks and rng.random() < (0.93 if heaped else 0.6) else spots)
        owner[hex_] = mine
        placed.setdefault(hex_, []).append(unit)
    return placed


def _needed(unit: str) -> bool:
    """Components of the divisions that may be on the map."""
    part = unit.count("-") == 2 and unit.rpartition("-")[2] in ("36", "82", "7", "23", "15")
    return part or unit in ("JA-7REC", "JA-AZUMA")


def _air(rng: random.Random, placed: dict[str, list[str]], owner: dict[str, str]) -> list[str]:
    """Air units on the bases of their side, at most two on each."""
    out: list[str] = []
    for side, prefix, most in (("soviet", "RA-AIR-", 8), ("japan", "JA-AIR-", 9)):
        waiting = [f"{prefix}{n}" for n in range(1, most + 1)]
        for base in HOMES[side]:
            if owner.get(base, side) == side:
                for _ in range(rng.randrange(3)):
                    if waiting:
                        unit = waiting.pop()
                        placed.setdefault(base, []).append(unit)
                        out.append(unit)
    return out
