"""Made positions: random units crowded on a small, awkward part of the map, at the beginning of a random phase."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from khalkhin.engine.dice import Dice
from khalkhin.games.bkg.position import Position
from tests.bkg.oracles.agreement import OBJECTIVES
from tests.bkg.oracles.atlas import GROUND, NEIGHBOURS, distances
from tests.bkg.oracles.board import passable
from tests.bkg.oracles.counters import ARRIVALS, COUNTERS, DIVISIONS, JAPAN, REGIMENTS, SOVIET, TRACKED
from tests.bkg.oracles.ending import air_points
from tests.bkg.positions import the_game

KHALKHIN = ("0306", "0407", "0513", "0617", "0817", "1120", "1322", "1523")
BORDER = ("0802", "1006", "1208", "1410", "1512", "1712", "2014", "2315", "2616")
MOUNTAINS = ("0806", "0813", "1011", "1117", "1214", "1418", "0311", "0820")
CENTRES = (
    *KHALKHIN,  # with its bridges and marshes
    *("1017", "1316", "1516", "1915", "2216"),  # the Holsten
    *BORDER,
    *("1205", "1609", "2011", "2313", "2614"),  # beyond it
    *MOUNTAINS,
    *("0101", "0105", "0112", "0123", "0301", "0701", "1301", "2001", "2701"),  # edges and corners
    *("0523", "1123", "1623", "1923", "2723", "2705", "2711", "2717"),
    *("0421", "1808", "2412", "2417", "1201"),  # the reserve, the lakes
)
HOUSE_RULES = ("closed_edge", "cavalry_advance", "shift_first")
PHASES = (
    {"step": "BeginMovement", "side": SOVIET},
    {"step": "BeginCombat", "side": SOVIET},
    {"step": "BeginMovement", "side": JAPAN},
    {"step": "BeginCombat", "side": JAPAN},
)


@dataclass(frozen=True)
class Kind:
    """What a crowd is like."""

    phases: tuple[int, ...]
    radius: tuple[int, ...]
    stacks: tuple[int, ...]
    """How many units stand together, each as likely."""
    fill: tuple[float, float]
    """The part of the hexes that is held by somebody."""
    centres: tuple[str, ...] = CENTRES
    armour: float = 0.2
    """How likely armour and mechanised cavalry are set down before all others."""
    division: float = 0.0
    """How likely a whole division stands round one enemy hex."""
    heights: bool = False
    """The Japanese in the mountains, the Soviets round them."""


MARCH = Kind((0, 2), (2, 3, 4, 5), (1, 1, 1, 2, 3, 4, 4), (0.25, 0.8))
BATTLE = Kind((1, 3), (2, 3, 4), (1, 1, 2, 3, 4), (0.3, 0.8))
POCKET = Kind((1, 3), (2, 2, 3), (1, 2, 4, 4, 4), (0.5, 0.9))
"""Stacks so full and close that retreats lead into full hexes, through friends, or nowhere."""
FORD = Kind((1, 3), (2, 2, 3), (1, 1, 2), (0.3, 0.6), KHALKHIN, armour=1.0)
"""Armour fighting on both banks."""
ASSAULT = Kind((1, 3), (3,), (1, 1, 2), (0.1, 0.3), division=1.0)
LINE = Kind((1,), (2, 3), (1, 2, 3), (0.3, 0.6), BORDER)
"""Soviets attacking over the border."""
HILLS = Kind((0,), (3, 4), (1, 1, 2), (0.2, 0.4), MOUNTAINS, armour=1.0, heights=True)
"""Armour among enemies in the mountains."""


def crowd(rng: random.Random, kind: Kind) -> Position:
    """A position that a game might come to, at the beginning of a phase."""
    phase, turn = rng.choice(kind.phases), rng.choice((20, 21, 22, 23, 24, 24, 27, 31))
    return _position(rng, _crowded(rng, kind, phase, turn))


def last_day(rng: random.Random) -> Position:
    """A position when the last day is over, with nothing left to do but final losses and the score."""
    data = _crowded(rng, MARCH, 3, 31)
    return _position(rng, {**data, "agenda": data["agenda"][:1]})


def _position(rng: random.Random, data: dict[str, Any]) -> Position:
    return the_game().restore(data, Dice(rng.randbytes(32), "crowd"))


def _crowded(rng: random.Random, kind: Kind, phase: int, turn: int) -> dict[str, Any]:
    """A position as plain data."""
    where = _spread(rng, rng.choice(kind.centres), kind)
    _outside(rng, where, turn)
    standing = [u for u, place in where.items() if place in GROUND]
    stranded = [u for u in standing if COUNTERS[u].side == SOVIET and not GROUND[where[u]].inside]
    return {
        "game": "bkg",
        "scenario": "august-1939",
        "options": {"open_strengths": rng.random() < 0.2, **_house_rules(where)},
        "where": {u: where.get(u, rng.choice(("gone", "destroyed"))) for u in COUNTERS},
        "turn": turn,
        "rolled": 0,
        "result": None,
        "draw_offer": None,
        "agenda": [{"step": "Turn", "number": turn + 1}, *PHASES[:phase:-1], PHASES[phase]],
        "air": [rng.randint(0, most) for most in air_points(turn).values()],
        "flipped": _some(rng, standing, 0.35),
        "moved": _some(rng, standing, 0.4),
        "engaged": _some(rng, standing, 0.5),
        "obliged": [],
        "fought": [],
        "fired": [],
        "penalised": stranded if phase == 1 else _some(rng, stranded, 0.6),
        "shown": [],
        "attacked": [],
        "soviet_objectives": _some(rng, OBJECTIVES, 0.5),
        "left_map": [[u, rng.choice((turn - 1, turn))] for u, box in where.items() if box in ("north", "east")],
    }


def _house_rules(where: dict[str, str]) -> dict[str, bool]:
    """By a lot of their own, so that a further one leaves the crowds as they are."""
    lot = random.Random(repr(where))
    return {rule: lot.random() < 0.3 for rule in HOUSE_RULES}


def _some(rng: random.Random, things: Iterable[str], chance: float) -> list[str]:
    return [x for x in sorted(things) if rng.random() < chance]


def _spread(rng: random.Random, centre: str, kind: Kind) -> dict[str, str]:
    """Both sides mixed, or one side round a pocket of the other; or a whole division round one hex."""
    radius = rng.choice(kind.radius)
    land = [h for h, d in distances(centre).items() if d <= radius and GROUND[h].terrain != "lake"]
    rng.shuffle(land)
    if kind.heights:
        land.sort(key=lambda h: GROUND[h].terrain != "mountain")
    share = 0.9 if kind.heights else rng.choice((0.2, 0.35, 0.5, 0.65, 0.8))
    where = _division(rng, centre) if rng.random() < kind.division else {}
    pools = _pools(rng, where, rng.random() < kind.armour)
    formations = rng.random() < 0.4
    taken = set(where.values())
    for hex_ in land[: max(4, int(len(land) * rng.uniform(*kind.fill)))]:
        height = kind.heights and GROUND[hex_].terrain == "mountain"
        pool = pools[JAPAN if height or rng.random() > share else SOVIET]
        if formations:
            _regiment_last(rng, pool)
        for _ in range(rng.choice(kind.stacks) if hex_ not in taken else 0):
            if able := [u for u in pool if passable(u, hex_)]:
                pool.remove(able[-1])
                where[able[-1]] = hex_
    return where


def _pools(rng: random.Random, where: dict[str, str], armour: bool) -> dict[str, list[str]]:
    """The units of each side in the order they are set down, the last first."""
    pools: dict[str, list[str]] = {}
    for side in (SOVIET, JAPAN):
        pools[side] = [u for u, c in COUNTERS.items() if c.side == side and u not in where]
        rng.shuffle(pools[side])
        if armour:
            pools[side].sort(key=lambda u: COUNTERS[u].type in TRACKED)
    return pools


def _division(rng: random.Random, centre: str) -> dict[str, str]:
    """All battalions of a division round one enemy hex."""
    name = rng.choice(sorted(DIVISIONS))
    battalions = sorted(u for regiment in DIVISIONS[name] for u in REGIMENTS[regiment])
    foes = [u for u, c in COUNTERS.items() if c.side != COUNTERS[battalions[0]].side and c.type not in TRACKED]
    beside = [n for n in NEIGHBOURS[centre] if GROUND[n].terrain != "lake"][:3]
    if len(battalions) > 4 * len(beside) or GROUND[centre].terrain == "lake":
        return {}
    return {rng.choice(foes): centre, **{u: beside[n % len(beside)] for n, u in enumerate(battalions)}}


def _regiment_last(rng: random.Random, pool: list[str]) -> None:
    """Bring the rest of somebody's regiment to the end of the pool, so that whole formations stand together."""
    if pool:
        leader = COUNTERS[rng.choice(pool)].regiment
        pool.sort(key=lambda u: leader != "" and COUNTERS[u].regiment == leader)


def _outside(rng: random.Random, where: dict[str, str], turn: int) -> None:
    """Some reinforcements still to come, some Japanese units that have left the map."""
    for unit in COUNTERS:
        if unit in where:
            continue
        if unit in ARRIVALS and rng.random() < 0.3:
            where[unit] = "due"
        elif COUNTERS[unit].side == JAPAN and turn > 20 and rng.random() < 0.1:
            where[unit] = rng.choice(("north", "east"))
