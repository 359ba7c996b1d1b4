"""Lines of communication and supply: the traced path, or the hex that blocks it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from khalkhin.board.grid import Grid, Sides
from khalkhin.board.hexset import Hex, HexSet, only


@dataclass(frozen=True)
class Trace:
    """The answer to "is there a line?": the path, or what stands in its way.

    `block` is the first closed hex on the shortest way there would be if no hex were closed; it is None where
    even then there would be no way.
    """

    path: tuple[Hex, ...] | None
    block: Hex | None = None


def flood(
    grid: Grid,
    sources: HexSet,
    open_: HexSet,
    *,
    steps: int | None = None,
    links: Sides | None = None,
    walls: Sides | None = None,
) -> HexSet:
    """All hexes that lines from the sources reach, the sources included.

    Every hex but the sources must be open. With `links` each step must run along one: links[d] holds the
    hexes with a link in direction d. walls[d] holds the hexes that no step in direction d may enter.
    """
    front, unseen = sources, open_ & ~sources
    while front and steps != 0:
        front = onward(grid, front, links, walls) & unseen
        unseen ^= front
        if steps is not None:
            steps -= 1
    return sources | open_ & ~unseen


@lru_cache(4096)
def joined(grid: Grid, open_: HexSet, links: Sides) -> tuple[HexSet, ...]:
    """The parts of some hexes, each as far as links that run both ways join it; kept, for fronts move seldom."""
    found, rest = [], open_
    while rest:
        found.append(flood(grid, rest & -rest, rest, links=links))
        rest &= ~found[-1]
    return tuple(found)


def trace(
    grid: Grid,
    start: Hex,
    goals: HexSet,
    open_: HexSet,
    *,
    steps: int | None = None,
    links: Sides | None = None,
    walls: Sides | None = None,
) -> Trace:
    """A shortest line from the start to one of the goals; every hex but the start must be open.

    `steps`, `links` and `walls` are as for `flood`; links and walls are read in the direction of the line.
    """
    path = _shortest(grid, start, goals, open_, steps, links, walls)
    if path:
        return Trace(path)
    ideal = _shortest(grid, start, goals, grid.all, steps, links, walls)
    return Trace(None, next((h for h in ideal[1:] if not open_ >> h & 1), None))


def _shortest(
    grid: Grid,
    start: Hex,
    goals: HexSet,
    open_: HexSet,
    steps: int | None,
    links: Sides | None,
    walls: Sides | None,
) -> tuple[Hex, ...]:
    """A path from start to goal with the fewest steps, always the same one; empty if there is none."""
    fronts, unseen = [1 << start], open_ & ~(1 << start)
    while not fronts[-1] & goals:
        if not fronts[-1] or len(fronts) - 1 == steps:
            return ()
        fronts.append(onward(grid, fronts[-1], links, walls) & unseen)
        unseen ^= fronts[-1]
    path = [only(fronts[-1] & goals)]
    for front in reversed(fronts[:-1]):
        path.append(_before(grid, path[-1], front, links, walls))
    return tuple(reversed(path))


def _before(grid: Grid, hex: Hex, front: HexSet, links: Sides | None, walls: Sides | None) -> Hex:
    """The hex of the front from which the path came."""
    for d, shift in enumerate(grid.shifts):
        there = hex - shift
        if not front >> there & 1:
            continue
        if (links is None or links[d] >> there & 1) and (walls is None or not walls[d] >> hex & 1):
            return there
    raise AssertionError("Every hex of a front was reached from the front before.")


def onward(grid: Grid, front: HexSet, links: Sides | None = None, walls: Sides | None = None) -> HexSet:
    """All hexes one step on."""
    if links is None and walls is None:
        return grid.spread(front)
    found = 0
    for d, n in enumerate(grid.shifts):
        leaving = front if links is None else front & links[d]
        if leaving:
            there = leaving << n if n > 0 else leaving >> -n
            found |= there if walls is None else there & ~walls[d]
    return found & grid.all
