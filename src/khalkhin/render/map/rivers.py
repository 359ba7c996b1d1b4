"""Rivers along hexsides: sand bank, dark case, light fill. Free ends taper, tributaries end on their river."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from khalkhin.render.layout import RADIUS, Point
from khalkhin.render.map.canvas import PAPER, Canvas
from khalkhin.render.map.curves import (
    Curve,
    Pair,
    Polyline,
    aside,
    bend,
    beyond,
    chains,
    cut,
    joined,
    key,
    length,
    nearest,
    path_of,
    spaced,
)
from khalkhin.render.map.water import shores
from khalkhin.render.svg import group, path

_TAPER = 2.4
"""How long a river takes to grow from its spring to its width, in R."""
_SPRING = 0.22
"""The width at the very end, as a share."""
_THIN = 0.08
"""Narrower rivers, in R, are a dark line only and have no bank."""


@dataclass(frozen=True)
class River:
    """A stretch of one feature. `tapers` says for its first and last end whether it is a free one."""

    feature: str
    name: str
    pairs: tuple[Pair, ...]
    curve: Curve
    width: float
    tapers: tuple[bool, bool]


@lru_cache(maxsize=4)
def rivers(canvas: Canvas) -> list[River]:
    """All water along hexsides, joined at its ends."""
    edges = [
        canvas.hexside(pair, feature, canvas.sheet.side_name(feature, *pair))
        for feature in canvas.look.rivers
        for pair in canvas.sheet.pairs(feature)
    ]
    found = chains(edges)
    courses = [_course(canvas, chain) for chain in found]
    whole = [joined(parts) for parts in courses]
    passing: dict[Point, list[int]] = {}
    for i, chain in enumerate(found):
        for node in chain.nodes:
            passing.setdefault(key(node), []).append(i)
    out: list[River] = []
    for i, (chain, parts) in enumerate(zip(found, courses, strict=True)):
        ends = [False, False]
        for end in (0, -1):
            corner = key(chain.nodes[end])
            others = [whole[j] for j in passing[corner] if j != i]
            ends[end] = _finish(canvas, parts, end, corner, others) and not chain.closed
        out += _stretches(canvas, chain, parts, (ends[0], ends[-1]))
    return out


def _course(canvas: Canvas, chain: Polyline) -> list[Curve]:
    return [canvas.wander.curve(part) for part in bend(chain.nodes, chain.closed)]


def _finish(canvas: Canvas, parts: list[Curve], end: int, corner: Point, others: list[Curve]) -> bool:
    """Lead an end of a river where it belongs, and say whether it is free."""
    curve = parts[end]
    last, before = curve[end], curve[1 if end == 0 else -2]
    if others:
        goal = min(nearest(other, last) for other in others)[1]
    elif canvas.hexes_at[corner] < 3:
        goal = beyond(before, last, 2 * canvas.radius)
    elif corner in canvas.lake_corners:
        goal = min(nearest([*shore, shore[0]], last) for shore in shores(canvas))[1]
    else:
        return True
    curve.insert(0, goal) if end == 0 else curve.append(goal)
    return False


def _stretches(canvas: Canvas, chain: Polyline, parts: list[Curve], free: tuple[bool, bool]) -> Iterator[River]:
    """A course cut where its feature or name changes."""
    start, count = 0, len(parts)
    for (feature, name), run in groupby(edge.tag for edge in chain.edges):
        stop = start + len(list(run))
        pairs = tuple(edge.pair for edge in chain.edges[start:stop])
        look = canvas.look.rivers[feature]
        tapers = (free[0] and start == 0, free[1] and stop == count)
        yield River(feature, name, pairs, joined(parts[start:stop]), canvas.r(look.width), tapers)
        start = stop


# -- drawing -----------------------------------------------------------------------------------------------------------


def draw_rivers(canvas: Canvas) -> str:
    """Narrow ones first, so that wide ones cover their mouths; case before fill, so that water runs into water."""
    every = sorted(rivers(canvas), key=lambda river: river.width)
    line, fill = canvas.look.palette["water"]["line"], canvas.look.palette["water"]["fill"]
    case = canvas.r(canvas.tokens["river"]["case"])
    bank = canvas.r(canvas.tokens["river"]["sandBank"])
    wide = [river for river in every if river.width > canvas.r(_THIN)]
    parts = [
        group(
            (
                path(path_of(body), stroke_width=river.width + bank)
                for river in wide
                if (body := _body(river, canvas.r(0.8)))
            ),
            class_="bank",
            fill="none",
            stroke=PAPER,
            stroke_opacity=0.6,
            stroke_linecap="round",
        ),
        group((_ink(river, river.width) for river in every), class_="case", fill=line, stroke=line),
        group((_ink(river, river.width - 2 * case) for river in wide), class_="fill", fill=fill, stroke=fill),
    ]
    return "".join(parts)


def _body(river: River, short: float = 0.0) -> Curve:
    """The river without its tapering ends, which are longer by `short`."""
    total = length(river.curve)
    taper = _taper(river)
    start = taper + short if river.tapers[0] else 0.0
    stop = total - taper - short if river.tapers[1] else total
    return cut(river.curve, start, stop) if stop - start > 1 else []


def _taper(river: River) -> float:
    """User units; both ends of a short river have room."""
    return min(_TAPER * RADIUS, 0.48 * length(river.curve))


def _ink(river: River, width: float) -> str:
    """A river in one colour: a stroke, and a shape that grows for each free end."""
    parts = []
    if body := _body(river):
        parts.append(path(path_of(body), fill="none", stroke_width=width, stroke_linecap="round"))
    taper, total = _taper(river), length(river.curve)
    if river.tapers[0]:
        parts.append(_point(cut(river.curve, 0.0, taper + 0.5), width))
    if river.tapers[1]:
        parts.append(_point(cut(river.curve, total - taper - 0.5, total)[::-1], width))
    return group(parts, data_river=river.feature, data_sides=len(river.pairs))


def _point(curve: Curve, width: float) -> str:
    """A shape that begins as a thin tip and grows to the river's width."""
    even = spaced(curve, 6.0)
    halves = [width / 2 * (_SPRING + (1 - _SPRING) * i / (len(even) - 1)) for i in range(len(even))]
    right, left = aside(even, halves), aside(even, [-half for half in halves])
    outline = path_of(right) + path_of(left[::-1]).replace("M", "L", 1) + "z"
    return path(outline, stroke="none")
