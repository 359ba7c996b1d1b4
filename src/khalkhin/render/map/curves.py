"""Curves over the grid: chains of hexsides or links, bent into B-splines that wander a little, and their stretches.

Everything wanders by one field of noise that hangs on the place alone: a river, the frontier along it and the road over
it are pushed the same way where they meet, and stay together.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import floor, hypot
from random import Random

from khalkhin.board.hexset import Hex
from khalkhin.render.layout import Point
from khalkhin.render.svg import number

Pair = tuple[Hex, Hex]
Curve = list[Point]

_STEPS = 3
"""Points to half a bend."""


@dataclass(frozen=True)
class Edge:
    """A hexside or link between two neighbours, from one end to the other; `tag` is what it is part of."""

    a: Point
    b: Point
    pair: Pair
    tag: tuple[str, ...]


@dataclass(frozen=True)
class Polyline:
    """Edges that follow one another, and the points where they meet, one more than edges."""

    nodes: list[Point]
    edges: list[Edge]

    @property
    def closed(self) -> bool:
        return len(self.edges) > 2 and key(self.nodes[0]) == key(self.nodes[-1])


def key(point: Point) -> Point:
    """Points that are meant to be the same have the same key."""
    return round(point[0], 1), round(point[1], 1)


def meetings(edges: Sequence[Edge]) -> dict[Point, list[int]]:
    """At each point: the edges that end there."""
    found: defaultdict[Point, list[int]] = defaultdict(list)
    for i, edge in enumerate(edges):
        found[key(edge.a)].append(i)
        found[key(edge.b)].append(i)
    return dict(found)


def chains(edges: Sequence[Edge], stop: Callable[[Point], bool] = lambda _: False) -> list[Polyline]:
    """Edges joined end to end, those of one tag first, then the straightest; never across a point to stop at."""
    follow: dict[tuple[Point, int], int] = {}
    for at, here in meetings(edges).items():
        if not stop(at):
            for i, j in _pairings(edges, at, here):
                follow[at, i], follow[at, j] = j, i
    left, found = dict.fromkeys(range(len(edges))), []
    starts = [(i, end) for i in left for end in (edges[i].a, edges[i].b) if (key(end), i) not in follow]
    for i, start in (*starts, *((i, edges[i].a) for i in range(len(edges)))):
        if i in left:
            found.append(_walk(edges, follow, left, i, start))
    return found


def _pairings(edges: Sequence[Edge], at: Point, here: list[int]) -> list[tuple[int, int]]:
    """Which edges go on in which others at a point where some meet."""
    options = sorted(
        (_difference(edges[i].tag, edges[j].tag), _turn(edges[i], edges[j], at), i, j)
        for n, i in enumerate(here)
        for j in here[n + 1 :]
    )
    used: set[int] = set()
    found = []
    for _, _, i, j in options:
        if i not in used and j not in used:
            used |= {i, j}
            found.append((i, j))
    return found


def _difference(a: tuple[str, ...], b: tuple[str, ...]) -> int:
    return sum(x != y for x, y in zip(a, b, strict=True))


def _turn(first: Edge, second: Edge, at: Point) -> float:
    """-1 for straight on, 1 for back."""
    ways = []
    for edge in (first, second):
        x, y = edge.b if key(edge.a) == at else edge.a
        size = hypot(x - at[0], y - at[1])
        ways.append(((x - at[0]) / size, (y - at[1]) / size))
    return round(ways[0][0] * ways[1][0] + ways[0][1] * ways[1][1], 3)


def _walk(
    edges: Sequence[Edge], follow: dict[tuple[Point, int], int], left: dict[int, None], i: int, start: Point
) -> Polyline:
    nodes, passed = [start], []
    going: int | None = i
    while going is not None and going in left:
        del left[going]
        edge = edges[going]
        passed.append(edge)
        nodes.append(edge.b if key(edge.a) == key(nodes[-1]) else edge.a)
        going = follow.get((key(nodes[-1]), going))
    return Polyline(nodes, passed)


# -- bends -------------------------------------------------------------------------------------------------------------


def bend(nodes: Sequence[Point], closed: bool = False) -> list[Curve]:
    """The quadratic B-spline along nodes, one part for each edge; each part begins where the one before ends.

    It touches the middle of every edge and swings round the nodes between; the ends are kept.
    """
    middles = [_between(a, b, 0.5) for a, b in itertools.pairwise(nodes)]
    last = len(middles) - 1
    parts = []
    for i, middle in enumerate(middles):
        before = middles[i - 1] if i else middles[last] if closed else None
        after = middles[i + 1] if i < last else middles[0] if closed else None
        head = _half(before, nodes[i], middle, 0.5) if before else _straight(nodes[i], middle)
        tail = _half(middle, nodes[i + 1], after, 0.0) if after else _straight(middle, nodes[i + 1])
        parts.append(head + tail[1:])
    return parts


def _half(a: Point, turn: Point, b: Point, start: float) -> Curve:
    """Half of the swing from a round a turn to b."""
    return [_quadratic(a, turn, b, start + 0.5 * i / _STEPS) for i in range(_STEPS + 1)]


def _quadratic(a: Point, turn: Point, b: Point, t: float) -> Point:
    p, q, r = (1 - t) ** 2, 2 * t * (1 - t), t * t
    return p * a[0] + q * turn[0] + r * b[0], p * a[1] + q * turn[1] + r * b[1]


def _straight(a: Point, b: Point) -> Curve:
    return [_between(a, b, i / _STEPS) for i in range(_STEPS + 1)]


def _between(a: Point, b: Point, t: float) -> Point:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


class Wander:
    """A field of noise that pushes points about, by `reach` at most; its bends are about `size` long."""

    def __init__(self, seed: str, reach: float, size: float) -> None:
        self._seed, self._reach, self._size = seed, reach, size
        self._value = cache(self._random)

    def point(self, point: Point, share: float = 1.0) -> Point:
        x, y = point[0] / self._size, point[1] / self._size
        reach = self._reach * share
        return point[0] + self._noise("x", x, y) * reach, point[1] + self._noise("y", x, y) * reach

    def curve(self, curve: Sequence[Point]) -> Curve:
        return [self.point(p) for p in curve]

    def _noise(self, axis: str, x: float, y: float) -> float:
        left, top = floor(x), floor(y)
        u, v = (t * t * (3 - 2 * t) for t in (x - left, y - top))
        upper, lower = (
            self._value(axis, left, row) * (1 - u) + self._value(axis, left + 1, row) * u for row in (top, top + 1)
        )
        return upper * (1 - v) + lower * v

    def _random(self, axis: str, column: int, row: int) -> float:
        return Random(f"{self._seed}/{axis}/{column}/{row}").uniform(-1, 1)


# -- measuring and cutting ---------------------------------------------------------------------------------------------


def joined(parts: Sequence[Curve]) -> Curve:
    """Parts that follow one another as one curve."""
    return [*parts[0], *(p for part in parts[1:] for p in part[1:])] if parts else []


def length(curve: Sequence[Point]) -> float:
    return sum(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in itertools.pairwise(curve))


def cut(curve: Sequence[Point], start: float, end: float) -> Curve:
    """The stretch of a curve from one length along it to another."""
    found: Curve = []
    gone = 0.0
    for a, b in itertools.pairwise(curve):
        step = hypot(b[0] - a[0], b[1] - a[1])
        if step and gone + step > start and gone < end:
            if not found:
                found.append(_between(a, b, max(0.0, (start - gone) / step)))
            found.append(_between(a, b, min(1.0, (end - gone) / step)))
        gone += step
    return found


def spaced(curve: Sequence[Point], step: float) -> Curve:
    """Points along a curve at even distances of about `step`, its ends among them."""
    total = length(curve)
    count = max(2, round(total / step))
    found, gone, i = [curve[0]], 0.0, 0
    for n in range(1, count):
        wanted = total * n / count
        while gone + (size := hypot(curve[i + 1][0] - curve[i][0], curve[i + 1][1] - curve[i][1])) < wanted:
            gone += size
            i += 1
        found.append(_between(curve[i], curve[i + 1], (wanted - gone) / size))
    return [*found, curve[-1]]


def nearest(curve: Sequence[Point], to: Point) -> tuple[float, Point]:
    """The point of a curve that is nearest to some point, and how far it is."""
    best = (float("inf"), curve[0])
    for (ax, ay), (bx, by) in itertools.pairwise(curve):
        dx, dy = bx - ax, by - ay
        size = dx * dx + dy * dy
        t = 0.0 if not size else min(1.0, max(0.0, ((to[0] - ax) * dx + (to[1] - ay) * dy) / size))
        point = (ax + dx * t, ay + dy * t)
        best = min(best, (hypot(point[0] - to[0], point[1] - to[1]), point))
    return best


def within(curve: Sequence[Point], centre: Point, radius: float) -> Curve:
    """The stretch of a curve that lies in a circle, by its points."""
    fine = spaced(curve, radius / 6)
    return [p for p in fine if hypot(p[0] - centre[0], p[1] - centre[1]) <= radius]


def beyond(a: Point, b: Point, size: float) -> Point:
    """The point so much further on from b, coming from a."""
    distance = hypot(b[0] - a[0], b[1] - a[1])
    return _between(a, b, (distance + size) / distance)


def aside(curve: Sequence[Point], by: float | Sequence[float]) -> Curve:
    """A curve moved to its right (seen with y downward), by one distance or by one for each point."""
    shifts = [by] * len(curve) if isinstance(by, float | int) else by
    found = []
    for i, ((x, y), shift) in enumerate(zip(curve, shifts, strict=True)):
        (ax, ay), (bx, by_) = curve[max(0, i - 1)], curve[min(len(curve) - 1, i + 1)]
        size = hypot(bx - ax, by_ - ay) or 1.0
        found.append((x - (by_ - ay) / size * shift, y + (bx - ax) / size * shift))
    return found


def smoothed(curve: Sequence[Point], rounds: int) -> Curve:
    """A calmer copy of an evenly spaced curve: each point moves towards the middle of its neighbours."""
    now = list(curve)
    for _ in range(rounds):
        inner = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(now, now[1:], now[2:], strict=False)
        ]
        now = [now[0], *inner, now[-1]]
    return now


_FINE = 1
"""Decimals of a curve's points: a twentieth of a unit off is less than anybody sees, however close the map is."""


def path_of(curve: Sequence[Point], close: bool = False) -> str:
    """Path data for a smooth line along points, in relative steps because they are shorter."""
    if close:
        start = _between(curve[-1], curve[0], 0.5)
        turns = list(curve)
        stops = [_between(a, b, 0.5) for a, b in zip(curve, [*curve[1:], curve[0]], strict=True)]
    else:
        start, turns = curve[0], list(curve[1:-1])
        stops = [_between(a, b, 0.5) for a, b in itertools.pairwise(turns)]
        stops.append(curve[-1])
    x, y = round(start[0], _FINE), round(start[1], _FINE)
    out = [f"M{number(x)} {number(y)}"]
    if not turns:
        return out[0] + f"L{number(curve[-1][0])} {number(curve[-1][1])}"
    for turn, stop in zip(turns, stops, strict=True):
        dx, dy = round(stop[0] - x, _FINE), round(stop[1] - y, _FINE)
        out.append("q" + _row(turn[0] - x, turn[1] - y, dx, dy))
        x, y = round(x + dx, _FINE), round(y + dy, _FINE)
    return "".join(out) + ("z" if close else "")


def _row(*numbers: float) -> str:
    """Numbers one after another: a minus parts them as well as a space."""
    shown = (number(round(value, _FINE)) for value in numbers)
    return "".join(text if not n or text[0] == "-" else f" {text}" for n, text in enumerate(shown))
