"""The four maps, loaded once, and what map tests ask of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import khalkhin
from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.board.mapsheet import MapSheet, load_map
from khalkhin.board.trace import flood

GAMES = ("bkg", "kgw", "pbn", "sn")
Side = tuple[Hex, Hex]


def folder(game: str) -> Path:
    return Path(khalkhin.__file__).parent / "games" / game / "data"


@cache
def sheet(game: str) -> MapSheet:
    return load_map(folder(game))


def hexes(m: MapSheet, names: str) -> HexSet:
    """The hexes listed, as in "0101 0203"; a range such as 0101-0105 runs along the second pair of digits."""
    found = []
    for name in names.split():
        first, _, last = name.partition("-")
        found += [f"{first[:2]}{n:02}" for n in range(int(first[2:]), int((last or first)[2:]) + 1)]
    return union(map(m.grid.at, found))


def words(text: str) -> set[str]:
    return set(text.split())


def names(m: MapSheet, s: HexSet) -> str:
    """The inverse of `hexes`, for messages that can be read."""
    return " ".join(sorted(m.grid.name(h) for h in members(s)))


def side_names(m: MapSheet, feature: str) -> set[str]:
    """The hexsides of a feature as in "0513-0613"."""
    return {"-".join(sorted((m.grid.name(a), m.grid.name(b)))) for a, b in m.pairs(feature)}


def in_one_piece(m: MapSheet, s: HexSet) -> bool:
    return not s or flood(m.grid, s & -s, s) == s


def linked(m: MapSheet, start: str, *features: str) -> HexSet:
    """All hexes that the links of the features join to the start."""
    found = 1 << m.grid.at(start)
    while True:
        more = found
        for feature in features:
            more |= flood(m.grid, found, m.grid.all, links=m.sides[feature])
        if more == found:
            return found
        found = more


def corners(m: MapSheet, side: Side) -> list[frozenset[Hex]]:
    """The two ends of a hexside: each the three hexes that meet there, or the side's own two at the rim."""
    a, b = side
    found = [frozenset((a, b, h)) for h in members(m.grid.around[a] & m.grid.around[b])]
    return found + [frozenset(side)] * (2 - len(found))


def pieces(m: MapSheet, sides: Iterable[Side]) -> list[set[Side]]:
    """Hexsides sorted into lines that hang together."""
    at = _at_corners(m, sides)
    todo, found = {side for meeting in at.values() for side in meeting}, []
    while todo:
        queue = [todo.pop()]
        for side in queue:
            more = {other for corner in corners(m, side) for other in at[corner]} & todo
            todo -= more
            queue += more
        found.append(set(queue))
    return found


def ends_and_forks(m: MapSheet, sides: Iterable[Side]) -> tuple[list[frozenset[Hex]], list[frozenset[Hex]]]:
    """The corners where hexsides as a line end, and those where they fork."""
    at = _at_corners(m, sides)
    ends = [corner for corner, meeting in at.items() if len(meeting) == 1]
    return ends, [corner for corner, meeting in at.items() if len(meeting) > 2]


def _at_corners(m: MapSheet, sides: Iterable[Side]) -> dict[frozenset[Hex], list[Side]]:
    at: dict[frozenset[Hex], list[Side]] = {}
    for side in sides:
        for corner in corners(m, side):
            at.setdefault(corner, []).append(side)
    return at


def course(m: MapSheet, *features: str) -> set[str]:
    """Where hexsides that must be one line without a fork end, as in "0105 0106"."""
    sides = [side for feature in features for side in m.pairs(feature)]
    ends, forks = ends_and_forks(m, sides)
    assert len(pieces(m, sides)) == 1
    assert not forks
    return {names(m, union(corner)) for corner in ends}
