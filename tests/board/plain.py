"""The plainest twins of the board: sheets as points on a plane, sets as sets, searches step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from math import atan2, degrees, dist, sqrt
from random import Random

from hypothesis import assume
from hypothesis import strategies as st

from khalkhin.board.grid import Grid, GridSpec, Sides, six
from khalkhin.board.hexset import members, union

Walls = set[tuple[int, int]]
"""Steps from hex to hex that are closed."""

_ANGLES = {"N": 270, "NE": 300, "E": 0, "SE": 60, "S": 90, "SW": 120, "W": 180, "NW": 240}
"""Degrees clockwise from east; diagonal directions of the two layouts are at most 30 degrees off."""


@st.composite
def specs(draw: st.DrawFn, largest: int = 7) -> GridSpec:
    """Sheets of every kind: either layout, parity and numbering, counted from any corner, ragged or not."""
    flat = draw(st.booleans())
    try:
        return GridSpec(
            layout="flat" if flat else "pointy",
            numbering=draw(st.sampled_from(["CCRR", "RRCC"])),
            columns=draw(st.integers(1, largest)),
            rows=draw(st.integers(1, largest)),
            columns_from=draw(st.sampled_from(["west", "east"])),
            rows_from=draw(st.sampled_from(["north", "south"])),
            shifted=draw(st.sampled_from(["odd", "even"])),
            shift=draw(st.sampled_from(["north", "south"] if flat else ["west", "east"])),
            short=draw(st.sampled_from(["none", "odd", "even"])),
        )
    except ValueError:
        assume(False)
        raise


class PlainSheet:
    """A sheet as points: every statement about neighbours, distance and edges is read off the drawing."""

    def __init__(self, spec: GridSpec) -> None:
        self.spec = spec
        self.centre: dict[str, tuple[float, float]] = {}
        self.column_row: dict[str, tuple[int, int]] = {}
        for column in range(1, spec.columns + 1):
            for row in range(1, spec.rows + 1):
                line, place = (column, row) if spec.layout == "flat" else (row, column)
                last = spec.rows if spec.layout == "flat" else spec.columns
                if self._is(line, spec.short) and place == last:
                    continue
                parts = (column, row) if spec.numbering == "CCRR" else (row, column)
                name = "".join(f"{part:02}" for part in parts)
                self.centre[name] = self._centre(column, row)
                self.column_row[name] = column, row

    @staticmethod
    def _is(number: int, parity: str) -> bool:
        return parity != "none" and number % 2 == (1 if parity == "odd" else 0)

    def _centre(self, column: int, row: int) -> tuple[float, float]:
        """Hexes of radius 1, x to the east, y to the south."""
        spec = self.spec
        flat = spec.layout == "flat"
        x = column * (1.5 if flat else sqrt(3)) * (1 if spec.columns_from == "west" else -1)
        y = row * (sqrt(3) if flat else 1.5) * (1 if spec.rows_from == "north" else -1)
        if self._is(column if flat else row, spec.shifted):
            x += {"east": sqrt(3) / 2, "west": -sqrt(3) / 2}.get(spec.shift, 0)
            y += {"south": sqrt(3) / 2, "north": -sqrt(3) / 2}.get(spec.shift, 0)
        return x, y

    def neighbours(self, name: str) -> dict[str, str]:
        """Direction to neighbour."""
        x, y = self.centre[name]
        found = {}
        for other, (u, v) in self.centre.items():
            if abs(dist((x, y), (u, v)) - sqrt(3)) < 0.1:
                found[self._compass(degrees(atan2(v - y, u - x)) % 360)] = other
        return found

    def _compass(self, angle: float) -> str:
        flat = self.spec.layout == "flat"
        names = ("N", "NE", "SE", "S", "SW", "NW") if flat else ("NE", "E", "SE", "SW", "W", "NW")
        return min(names, key=lambda name: abs((_ANGLES[name] - angle + 180) % 360 - 180))

    def distance(self, a: str, b: str) -> int:
        """Steps across lines, then what remains along one; from the drawing, in half hexes."""
        (ax, ay), (bx, by) = self.centre[a], self.centre[b]
        across, along = (bx - ax, by - ay) if self.spec.layout == "flat" else (by - ay, bx - ax)
        lines, halves = round(abs(across) / 1.5), round(abs(along) / (sqrt(3) / 2))
        return lines + max(0, (halves - lines) // 2)

    def edge(self, side: str) -> set[str]:
        """What has nothing further out, in its own straight line or, across the lines, on the whole sheet."""
        axis = 0 if side in "EW" else 1
        sign = 1 if side in "ES" else -1
        straight = axis == (1 if self.spec.layout == "flat" else 0)

        def outer(name: str, other: str) -> bool:
            same_line = abs(self.centre[name][1 - axis] - self.centre[other][1 - axis]) < 0.1
            further = sign * (self.centre[other][axis] - self.centre[name][axis]) > 0.1
            return further and (same_line or not straight)

        return {name for name in self.centre if not any(outer(name, other) for other in self.centre)}


def sets(rng: Random, grid: Grid, share: float) -> int:
    """A random set of hexes."""
    return union(h for h in members(grid.all) if rng.random() < share)


def random_walls(rng: Random, grid: Grid, share: float) -> Walls:
    return {(a, b) for a in members(grid.all) for b in members(grid.around[a]) if rng.random() < share}


def as_masks(grid: Grid, walls: Walls) -> Sides:
    """Closed steps as the board wants them: by direction, the hexes that may not be entered."""
    return six(union(b for a, b in walls if grid.direction(a, b) == d) for d in range(6))


def as_links(grid: Grid, links: Walls) -> Sides:
    """Steps along links as the board wants them: by direction, the hexes that have one."""
    return six(union(a for a, b in links if grid.direction(a, b) == d) for d in range(6))


Toll = Callable[[int, int], int | None]


def cheapest(
    grid: Grid, toll: Toll, start: int, allowance: int, spent: int, stop: int, barred: int, walls: Walls
) -> dict[int, int]:
    """What every hex costs: every step from every hex reached, over and over, until nothing changes."""
    cost, changed = {start: spent}, True
    while changed:
        changed = False
        for a in list(cost):
            if a != start and stop >> a & 1:
                continue
            for b in members(grid.around[a] & ~barred):
                price = toll(a, b)
                if price is None or (a, b) in walls or cost[a] + price > allowance:
                    continue
                if cost[a] + price < cost.get(b, allowance + 1):
                    cost[b] = cost[a] + price
                    changed = True
    return cost


def all_paths(grid: Grid, start: int) -> Iterable[tuple[int, ...]]:
    """Every path without a loop, the empty one included, without the start."""
    todo: list[tuple[int, ...]] = [()]
    while todo:
        path = todo.pop()
        yield path
        here = path[-1] if path else start
        todo += [(*path, b) for b in members(grid.around[here]) if b != start and b not in path]


def price(toll: Toll, start: int, path: tuple[int, ...]) -> int | None:
    """What a path costs; None if a step is forbidden."""
    steps = [toll(a, b) for a, b in pairwise((start, *path))]
    return None if None in steps else sum(step for step in steps if step is not None)


def steps_away(grid: Grid, sources: Iterable[int], open_: int, allowed: Callable[[int, int], bool]) -> dict[int, int]:
    """How many steps every hex lies from the sources, through open hexes and by allowed steps."""
    found = dict.fromkeys(sources, 0)
    queue = list(found)
    for a in queue:
        for b in members(grid.around[a] & open_):
            if b not in found and allowed(a, b):
                found[b] = found[a] + 1
                queue.append(b)
    return found
