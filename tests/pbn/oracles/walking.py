"""Chapters 10, 11, 13, 20 and 34 once more: every way walked hex by hex in whole and broken points, from plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from typing import Any, NamedTuple

from tests.pbn.oracles.atlas import COUNTERS, EDGES, GROUND, around, crosses, within

MECH = {"clear": 1, "dunes": 2, "marsh": 2, "ridge": 2, "hilltop": 2}
FOOT = {"clear": 1, "dunes": 2, "marsh": 1, "ridge": 2, "hilltop": 1}
RIVERS = {"stream": (1, 1), "narrow_river": (4, 2), "wide_river": (6, 4)}
"""What a hexside adds: mechanized, non-mechanized."""
ROADS_OFF = {"0119", "2301", "3314"}
BASE = {"soviet": "tamsag", "japan": "hailar"}
HALF = Fraction(1, 2)


@cache
def step_cost(mech: bool, a: str, b: str) -> Fraction:
    """11.31, 11.71, 11.72  Points for a step without engineers."""
    cost = Fraction((MECH if mech else FOOT)[GROUND[b]])
    if crosses("road", a, b):
        cost = HALF
    elif crosses("trail", a, b):
        cost = Fraction(1)
    return cost + river(mech, a, b)


@cache
def river(mech: bool, a: str, b: str) -> int:
    """11.72, R107  What the hexside adds; a bridge takes it off."""
    if crosses("bridge", a, b):
        return 0
    return sum(cost[0 if mech else 1] for name, cost in RIVERS.items() if crosses(name, a, b))


def entry_cost(mech: bool, hex_: str) -> Fraction:
    """26.2.1  The first hex of the map."""
    return HALF if hex_ in ROADS_OFF else Fraction((MECH if mech else FOOT)[GROUND[hex_]])


def enemy(side: str) -> str:
    return "japan" if side == "soviet" else "soviet"


class Board:
    """A position, from its plain data, in a Movement Phase of `side`."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.side: str = data["active"]
        self.suppressed = set(data["suppressed"])
        self.where: dict[str, str] = data["where"]
        self.stacks: dict[str, dict[str, list[str]]] = {"soviet": {}, "japan": {}}
        for unit, place in self.where.items():
            if place in GROUND:
                self.stacks[COUNTERS[unit].side].setdefault(place, []).append(unit)
        self.hidden = {h for h in self.stacks[enemy(self.side)] if self.undisclosed(h)}
        foe = self.stacks[enemy(self.side)]
        self.zone = {b for a in foe if self.exerts(a) and a not in self.hidden for b in around(a)}
        self.doubt = {b for a in self.hidden for b in around(a)}
        self.closed = self.zone | self.doubt
        """Hexes that nobody may step into straight out of a zone, for all he knows."""

    def land(self, side: str, hex_: str) -> list[str]:
        return [u for u in self.stacks[side].get(hex_, ()) if COUNTERS[u].land]

    def exerts(self, hex_: str) -> bool:
        """13.0  Whether an enemy of the mover in a hex has a zone of control."""
        return any(COUNTERS[u].combat and u not in self.suppressed for u in self.stacks[enemy(self.side)][hex_])

    def undisclosed(self, hex_: str) -> bool:
        """R93  Whether the mover cannot tell if a stack has a zone of control."""
        if not self.data["options"]["face_down"] or hex_ in self.data["announced"]:
            return False
        if any(self.land(self.side, b) for b in around(hex_)):
            return False
        stack = self.stacks[enemy(self.side)][hex_]
        known = {*self.data["examined"][0 if self.side == "soviet" else 1], *self.data["shown"]}
        effective = [u for u in stack if COUNTERS[u].combat and u not in self.suppressed]
        if effective:
            top = min(effective, key=lambda u: (-COUNTERS[u].attack - COUNTERS[u].defence, COUNTERS[u].number))
            return top in self.data["face_down"] and top not in known
        if any(COUNTERS[u].land for u in stack):
            return False
        top = min(stack, key=lambda u: COUNTERS[u].number)
        return top not in known | self.suppressed  # a suppressed stack has no zone, whatever it is

    def doubtful(self, hex_: str) -> bool:
        """Whether somebody who goes beyond a hex next to a hidden stack may be held up on the way there."""
        return hex_ not in self.doubt and any(b in self.doubt for b in around(hex_))

    def points(self, unit: str) -> Fraction:
        full = Fraction(COUNTERS[unit].movement)
        return full / 2 if unit in self.suppressed else full

    def covered(self) -> set[str]:
        """10.2, R52  Who is in reach of an activated headquarters, or in a base with one."""
        on = [u for u in self.data["activated"] if COUNTERS[u].side == self.side]
        found: set[str] = set()
        high = ("ridge", "hilltop") if self.data["options"]["high_ground"] else ()
        for staff in on:
            place = self.where[staff]
            if place in GROUND:
                area = within(place, COUNTERS[staff].radius + (2 if GROUND[place] in high else 0))
                found |= {u for h in area for u in self.land(self.side, h)}
            elif place == BASE[self.side]:
                found |= {u for u, p in self.where.items() if p == place and COUNTERS[u].type != "air"}
        return found


class Group(NamedTuple):
    """Units in hand, with the hexes where engineers began the phase."""

    units: tuple[str, ...]
    origin: str
    engineers: tuple[tuple[str, str], ...]

    @property
    def mech(self) -> bool:
        return COUNTERS[self.units[0]].mech

    @property
    def crossings(self) -> set[str]:
        """20.0.2  Hexes whose rivers are bridged for the group."""
        return {hex_ for unit, hex_ in self.engineers if unit not in self.units}


def allowance(board: Board, group: Group) -> Fraction:
    """8.2.2, 20.0.4  The slowest of a group; an effective engineer takes a supply point with it."""
    carriers = [u for u in group.units if COUNTERS[u].type == "engineer" and u not in board.suppressed]
    loads = [u for u in group.units if COUNTERS[u].type == "supply"]
    slow = [u for u in group.units if u not in loads] + loads[len(carriers) :]
    return min(board.points(u) for u in slow)


class Walk(NamedTuple):
    hex: str
    left: Fraction
    fresh: bool = False


def steps(board: Board, group: Group, walk: Walk) -> Iterator[Walk]:
    """Every step that a group can take, for all that its side knows."""
    foe = board.stacks[enemy(board.side)]
    out = walk.hex not in GROUND
    crossings = group.crossings
    for to in EDGES[board.side] if out else around(walk.hex):
        if to in foe:
            continue
        whole = False
        if walk.hex in board.zone:
            if not walk.fresh:
                continue
            if to in board.closed:
                if not all(COUNTERS[u].infiltrates for u in group.units):
                    continue
                whole = True
        if out:
            cost = entry_cost(group.mech, to)
        else:
            cost = step_cost(group.mech, walk.hex, to)
            if walk.hex in crossings or to in crossings:
                cost -= river(group.mech, walk.hex, to)
        left = walk.left - cost
        if whole:
            left = Fraction(0)
        elif left < 0:
            if not walk.fresh:
                continue
            left = Fraction(0)
        yield Walk(to, left)


def gone(board: Board, group: Group, way: Sequence[str]) -> Walk:
    """11.2  A group that has gone a way hex by hex, for all that its side knows."""
    walk = Walk(group.origin, allowance(board, group), True)
    for hex_ in way:
        (walk,) = (on for on in steps(board, group, walk) if on.hex == hex_)
    return walk


def passed(board: Board, group: Group, walk: Walk) -> set[str]:
    """11.2  Hexes through which a way can lead on."""
    found = reached(board, group, walk).items()
    return {h for h, left in found if any(True for _ in steps(board, group, Walk(h, left)))}


def reached(board: Board, group: Group, first: Walk | None = None) -> dict[str, Fraction]:
    """Every hex that a group can come to, with the most points it can have left there."""
    first = first or gone(board, group, ())
    best: dict[str, Fraction] = {}
    waiting = [(-first.left, first)]
    while waiting:
        _, here = heappop(waiting)
        if here.left < best.get(here.hex, here.left):
            continue
        for walk in steps(board, group, here):
            if walk.hex != first.hex and best.get(walk.hex, Fraction(-1)) < walk.left:
                best[walk.hex] = walk.left
                heappush(waiting, (-walk.left, walk))
    return best


def ready(board: Board) -> set[str]:
    """11.1, 11.2  Who may move at all and has not yet."""
    side = board.side
    mine = {u for stack in board.stacks[side].values() for u in stack if COUNTERS[u].land}
    mine |= {u for u, p in board.where.items() if p == BASE[side] and COUNTERS[u].land}
    if board.data["impulse"] == 2:
        mine &= set(board.data["eligible"])
    return mine - set(board.data["moved"])


def movers(board: Board, engineers: tuple[tuple[str, str], ...]) -> set[str]:
    def can(unit: str) -> bool:
        group = Group((unit,), board.where[unit], engineers)
        return any(True for _ in steps(board, group, Walk(group.origin, allowance(board, group), True)))

    return {u for u in ready(board) if can(u)}


def joiners(board: Board, group: Group) -> set[str]:
    """Who of the same place and class can come along."""
    others = {u for u in movers(board, group.engineers) if board.where[u] == group.origin}
    return {u for u in others if COUNTERS[u].mech == group.mech} - set(group.units)


def made(board: Board, way: tuple[str, ...]) -> int:
    """R93, 18.4  How many steps of a way are made when everything on it is known."""
    for n, hex_ in enumerate(way):
        if any(b in board.hidden and board.exerts(b) for b in around(hex_)):
            return n + 1
    return len(way)


# -- deception markers ------------------------------------------------------------------------------------------------


def crept(board: Board, marker: str, way: Sequence[str] = ()) -> set[str]:
    """34.3  Where a deception marker can go: past nobody of whom its owner knows that he is there."""
    foe = board.stacks[enemy(board.side)]
    bad = {*foe, *(b for a in foe if a not in board.hidden for b in around(a))}
    start = way[-1] if way else board.where[marker]
    front = [start] if start in GROUND else sorted(EDGES[board.side] - bad)
    found = set(front) - {start}
    while front:
        for to in around(front.pop()):
            if to not in bad and to not in found and to != start:
                found.add(to)
                front.append(to)
    return found


def feints(board: Board) -> set[str]:
    """Deception markers that can move."""
    base = BASE[board.side]
    mine = {u for u, c in COUNTERS.items() if c.type == "deception" and c.side == board.side}
    there = {u for u in mine if board.where[u] in GROUND}
    waiting = {u for u in mine if board.where[u] == base}
    if board.data["impulse"] == 2:
        waiting &= set(board.data["eligible"])
    return {u for u in (there | waiting) - set(board.data["moved"]) if crept(board, u)}
