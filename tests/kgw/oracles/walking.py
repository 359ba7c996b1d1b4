"""Chapters 10 and 12 once more: every way walked step by step, in plain hex numbers, from what a side knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from heapq import heappop, heappush
from typing import Any, NamedTuple

from tests.kgw.oracles.atlas import COUNTERS, GROUND, LINE, around, countries, crosses

FOOT = {"steppe": 2, "desert": 4, "hills": 4, "forest": 4, "mountain": 6, "marsh": 4}
TRACKS = {"steppe": 2, "desert": 4, "hills": 6, "forest": 6}
WINTER = {"marsh": (2, 4), "lake": (4, 4)}
"""What frost opens or makes easier: non-mechanized, mechanized."""


@cache
def ground_cost(unit: str, hex_: str, winter: bool) -> int | None:
    """5.6, 10.3, 19.5  Half points to come into a hex over land."""
    counter, terrain = COUNTERS[unit], GROUND[hex_].terrain
    rider = counter.type == "cavalry" or (counter.type == "armored_recon" and counter.side == "japan")
    if terrain == "desert" and rider:
        return 2
    if winter and terrain in WINTER:
        return WINTER[terrain][counter.mech]
    return (TRACKS if counter.mech else FOOT).get(terrain)


@cache
def step_cost(unit: str, a: str, b: str, winter: bool, bridged: bool) -> int | None:
    """10.3  Half points for a step; None if the unit may not take it."""
    cost = ground_cost(unit, b, winter)
    if any(crosses(way, a, b) for way in ("road", "rail", "unbuilt_rail")):
        cost = 1
    elif crosses("trail", a, b) and cost is not None:
        cost = min(cost, 2 if winter else 1)
    if cost is not None and crosses("river", a, b) and not winter and not bridged and not crosses("bridge", a, b):
        cost += 4 if COUNTERS[unit].mech else 2
    return cost


class Board:
    """A position, from its plain data."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.winter: bool = data["winter"]
        self.flipped = set(data["flipped"])
        self.step: Mapping[str, Any] = data["agenda"][-1]
        self.where = {u: place for u, place in data["where"].items() if place in GROUND}
        self.held: dict[str, dict[str, list[str]]] = {"soviet": {}, "japan": {}}
        for unit, place in self.where.items():
            if COUNTERS[unit].ground:
                self.held[COUNTERS[unit].side].setdefault(place, []).append(unit)

    def lake(self, hex_: str) -> bool:
        return GROUND[hex_].terrain == "lake" and not self.winter

    def in_zone(self, side: str, hex_: str) -> bool:
        """12.1  Whether a hex is in a zone of control of the enemies of a side."""
        return not self.lake(hex_) and any(h in self.held[enemy(side)] for h in around(hex_))

    def bridge(self, side: str, hex_: str) -> bool:
        return any(u in self.flipped and "engineer" in COUNTERS[u].type for u in self.held[side].get(hex_, ()))

    def static(self, unit: str) -> bool:
        return unit in self.flipped and (COUNTERS[unit].type == "supply" or "engineer" in COUNTERS[unit].type)

    def points(self, unit: str) -> int:
        counter = COUNTERS[unit]
        return 2 * (counter.back_movement if unit in self.flipped else counter.movement)

    def seen(self, side: str, unit: str) -> bool:
        """21.0  Of an enemy on the map: who is on top, who fights, bridges, and everybody on one's own ground."""
        place = self.where[unit]
        own = {"soviet": {"MPR"}, "japan": {"Manchukuo", "Mengjiang"}}[side]
        if countries(place) & own or unit in self.data["shown"] or (self.data["sorge"] and side == "soviet"):
            return True
        pile = [u for u in self.data["piles"].get(place, [unit]) if COUNTERS[u].ground]
        return pile[-1] == unit or ("engineer" in COUNTERS[unit].type and unit in self.flipped)

    def client(self, unit: str) -> bool:
        return COUNTERS[unit].type == "cavalry" and COUNTERS[unit].nation in ("MC", "MJ", "WR")

    def soft(self, side: str, hex_: str) -> tuple[bool, bool, bool]:
        """12.2  Whether only client cavalry exerts the zone there: in truth, possibly, and certainly."""
        them = [u for h in around(hex_) for u in self.held[enemy(side)].get(h, ())]
        seen = [u for u in them if self.seen(side, u)]
        possibly = all(map(self.client, seen))
        return all(map(self.client, them)), possibly, possibly and len(seen) == len(them)

    def home(self, unit: str) -> set[str]:
        """5.1, 24.6.3  Countries that a unit may be in."""
        if COUNTERS[unit].type == "agent" and unit in self.flipped:
            here = countries(self.where[unit])
            return here if len(here) == 1 else {"MPR"} if unit in self.data["mongolian"] else {"Manchukuo"}
        every = {"MPR", "Manchukuo", "Mengjiang"}
        return {*every, "USSR"} if COUNTERS[unit].nation == "RA" else every


def enemy(side: str) -> str:
    return "japan" if side == "soviet" else "soviet"


class Group(NamedTuple):
    """A move in hand."""

    side: str
    units: tuple[str, ...]
    origin: str
    path: tuple[str, ...] = ()
    spent: tuple[int, ...] = ()
    rode: bool = False

    @property
    def at(self) -> str:
        return self.path[-1] if self.path else self.origin

    @property
    def bold(self) -> bool:
        return all(COUNTERS[u].nation == "RA" and COUNTERS[u].mech and not self.train(u) for u in self.units)

    @staticmethod
    def train(unit: str) -> bool:
        return COUNTERS[unit].type == "armored_train"


class Walk(NamedTuple):
    """How far a group has come: the hexes in zones it has entered, and whether it may yet be caught."""

    hex: str
    spent: tuple[int, ...]
    zones: int
    fresh: bool
    doubt: bool = False


def begun(board: Board, group: Group) -> Walk:
    zones = sum(board.in_zone(group.side, h) for h in group.path)
    return Walk(group.at, group.spent or (0,) * len(group.units), zones, not group.path)


def may_leave(board: Board, group: Group, walk: Walk, to: str) -> tuple[bool, bool]:
    """12.2  Whether zones allow a step, for all that the side knows; and whether that is in doubt."""
    if not board.in_zone(group.side, walk.hex):
        return True, False
    if walk.fresh:
        if not board.in_zone(group.side, to):
            return True, False
        asked = to
    elif walk.zones == 1:
        asked = walk.hex
    else:
        return False, False
    _, possibly, certainly = board.soft(group.side, asked)
    return group.bold and possibly, not certainly


def open_to(board: Board, group: Group, hex_: str) -> bool:
    return hex_ not in board.held[enemy(group.side)] and all(countries(hex_) & board.home(u) for u in group.units)


def steps(board: Board, group: Group, walk: Walk) -> Iterator[Walk]:
    """10.2, 10.3  Every step that a group can take from where it is."""
    if any(map(group.train, group.units)):
        return
    for to in around(walk.hex):
        allowed, doubt = may_leave(board, group, walk, to)
        if not allowed or not open_to(board, group, to):
            continue
        bridged = board.bridge(group.side, walk.hex) or board.bridge(group.side, to)
        tolls = [step_cost(u, walk.hex, to, board.winter, bridged) for u in group.units]
        if None in tolls:
            continue
        spent = tuple(a + (b or 0) for a, b in zip(walk.spent, tolls, strict=True))
        most = tuple(board.points(u) for u in group.units)
        if any(a > b for a, b in zip(spent, most, strict=True)):
            if not walk.fresh:
                continue
            spent = most
        yield Walk(to, spent, walk.zones + board.in_zone(group.side, to), False, walk.doubt or doubt)


def reached(board: Board, group: Group) -> dict[str, set[Walk]]:
    """Every hex that the group can come to, with every state in which it can come there.

    No way leads back through the hex it starts from: who wants that goes out first and then decides again.
    """
    first = begun(board, group)
    out: dict[str, set[Walk]] = {}
    waiting = [(0, first)]
    while waiting:
        _, here = heappop(waiting)
        for walk in steps(board, group, here):
            known = out.setdefault(walk.hex, set())
            if walk.hex != group.at and not any(no_worse(other, walk) for other in known):
                known.add(walk)
                heappush(waiting, (sum(walk.spent), walk))
    out.pop(group.at, None)
    if any(map(group.train, group.units)) and not group.path:
        out = {h: {Walk(h, first.spent, 0, False)} for h in ridden(board, group)}
    return out


def no_worse(one: Walk, other: Walk) -> bool:
    """Whether who came the one way can do all that the other can."""
    same = one.zones == other.zones and one.doubt <= other.doubt
    return same and all(a <= b for a, b in zip(one.spent, other.spent, strict=True))


def cheapest(walks: set[Walk]) -> int:
    """What the best way costs all together: who can do without doubt does."""
    return min((walk.doubt, sum(walk.spent)) for walk in walks)[1]


# -- railroads --------------------------------------------------------------------------------------------------------


def joined(board: Board, side: str, a: str, b: str) -> bool:
    """10.4, 24.7.1  Whether finished track joins two hexes for a side."""
    built = LINE[: board.data["railhead"] + 1]
    new = side == "soviet" and a in built and b in built and abs(built.index(a) - built.index(b)) == 1
    return crosses("rail", a, b) or new


def on_track(board: Board, side: str, hex_: str) -> bool:
    lands = {"USSR", "MPR"} if side == "soviet" else {"Manchukuo"}
    return bool(countries(hex_) & lands) and any(joined(board, side, hex_, b) for b in around(hex_))


def ridden(board: Board, group: Group) -> set[str]:
    """10.4, 19.4  Every hex that track leads to from where the group is."""
    side, start = group.side, group.at
    walk = begun(board, group)
    held = board.in_zone(side, start)
    if held and not walk.fresh and not may_leave(board, group, walk, start)[0]:
        return set()
    if not on_track(board, side, start):
        return set()
    if any(map(group.train, group.units)) and not all(map(group.train, group.units)):
        return set()
    found: set[str] = set()
    waiting = [start]
    while waiting:
        a = waiting.pop()
        for b in around(a):
            fine = joined(board, side, a, b) and on_track(board, side, b) and open_to(board, group, b)
            if not fine or b in found or b == start:
                continue
            if a == start and held and walk.fresh and board.in_zone(side, b):
                continue
            found.add(b)
            if not board.in_zone(side, b):
                waiting.append(b)
    return found


def load(units: tuple[str, ...]) -> int:
    return sum(3 if COUNTERS[u].division else 1 for u in units)


def rides(board: Board, group: Group) -> set[str]:
    """10.4, 10.4.1  Where the railroad can take a group now."""
    if board.data["segment"] == 2 or group.rode or any(map(group.train, group.units)):
        return set()
    if load((*board.data["railed"], *group.units)) > 3:
        return set()
    spent = begun(board, group).spent
    if any(board.points(u) - paid < 4 for u, paid in zip(group.units, spent, strict=True)):
        return set()
    return ridden(board, group)


# -- who --------------------------------------------------------------------------------------------------------------


def ready(board: Board, side: str) -> set[str]:
    """10.1, 10.2, 16.3.3  Units that may move at all and have not yet."""
    mine = {u for units in board.held[side].values() for u in units if not board.static(u)}
    if board.data["segment"] == 2:
        mine = {u for u in mine if u in board.data["supplied"] or COUNTERS[u].type == "supply"}
    return mine - set(board.data["moved"])


def can_go(board: Board, group: Group) -> bool:
    if any(map(group.train, group.units)):
        return bool(ridden(board, group))
    return any(True for _ in steps(board, group, begun(board, group))) or bool(rides(board, group))


def movers(board: Board, side: str) -> set[str]:
    return {u for u in ready(board, side) if can_go(board, Group(side, (u,), board.where[u]))}


def joiners(board: Board, group: Group) -> set[str]:
    """11.2  Who of the same hex can come along."""
    others = {u for u in ready(board, group.side) if board.where[u] == group.origin} - set(group.units)
    return {u for u in others if can_go(board, group._replace(units=(*group.units, u)))}


def caught(board: Board, group: Group, way: tuple[str, ...]) -> int:
    """12.2, Q-22  How many steps of a way are made when all enemies are known."""
    came = (group.origin, *group.path, *way)
    for n in range(len(group.path), len(came) - 1):
        here, to = came[n], came[n + 1]
        if not board.in_zone(group.side, here):
            continue
        if n == 0 and board.in_zone(group.side, to) and not board.soft(group.side, to)[0]:
            return 0
        if n and not board.soft(group.side, here)[0]:
            return n - len(group.path)
    return len(way)
