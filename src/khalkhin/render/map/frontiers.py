"""Frontiers: a band in each state's colour on its own side and a line between, or dots; and ground that is disputed."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from khalkhin.board.hexset import union
from khalkhin.render.layout import Point
from khalkhin.render.map.canvas import Canvas
from khalkhin.render.map.curves import (
    Curve,
    Edge,
    Pair,
    Polyline,
    aside,
    bend,
    beyond,
    chains,
    joined,
    key,
    path_of,
)
from khalkhin.render.map.look import FRONTIERS
from khalkhin.render.svg import element, group, path
from khalkhin.render.tokens import tokens

_HATCH_INK = "#7d2f3c"


@dataclass(frozen=True)
class Frontier:
    """A stretch of frontier between the same two states; `right` is the one to the right along the curve."""

    feature: str
    left: str
    right: str
    wet: bool
    pairs: tuple[Pair, ...]
    curve: Curve


@lru_cache(maxsize=4)
def frontiers(canvas: Canvas) -> list[Frontier]:
    found = []
    for feature, look in canvas.look.frontiers.items():
        states = canvas.sheet.field(look.column)
        edges = [canvas.hexside(pair, feature, _between(states, pair)) for pair in canvas.sheet.pairs(feature)]
        for chain in chains(edges):
            found += _stretches(canvas, feature, states, chain)
    return found


def _between(states: dict[int, str], pair: Pair) -> str:
    return "/".join(sorted(states.get(h, "") for h in pair))


def _stretches(canvas: Canvas, feature: str, states: dict[int, str], chain: Polyline) -> list[Frontier]:
    """A line cut where one of the states changes, or where water begins or ends."""
    parts = [canvas.wander.curve(part) for part in bend(chain.nodes, chain.closed)]
    if not chain.closed:
        for end in (0, -1):
            if canvas.hexes_at[key(chain.nodes[end])] < 3:
                last, before = parts[end][end], parts[end][1 if end == 0 else -2]
                goal = beyond(before, last, 2 * canvas.radius)
                parts[end].insert(0, goal) if end == 0 else parts[end].append(goal)
    sides = [
        (*_sides(canvas, states, edge, start), _wet(canvas, edge.pair))
        for edge, start in zip(chain.edges, chain.nodes, strict=False)
    ]
    found, start = [], 0
    for (left, right, wet), run in groupby(sides):
        stop = start + len(list(run))
        pairs = tuple(edge.pair for edge in chain.edges[start:stop])
        found.append(Frontier(feature, left, right, wet, pairs, joined(parts[start:stop])))
        start = stop
    return found


def _sides(canvas: Canvas, states: dict[int, str], edge: Edge, start: Point) -> tuple[str, str]:
    """The states left and right of a hexside, going along it from a start."""
    a, b = edge.pair
    end = edge.b if key(edge.a) == key(start) else edge.a
    cx, cy = canvas.layout.centre(a)
    turn = (end[0] - start[0]) * (cy - start[1]) - (end[1] - start[1]) * (cx - start[0])
    right, left = (a, b) if turn > 0 else (b, a)
    return states.get(left, ""), states.get(right, "")


def _wet(canvas: Canvas, pair: Pair) -> bool:
    """Whether water is the frontier."""
    return any(canvas.sheet.has_side(feature, *pair) for feature in canvas.look.rivers)


def draw_bands(canvas: Canvas) -> str:
    """One layer a colour, made transparent as a whole: where two stretches overlap it grows no darker."""
    bands, look = defaultdict[str, list[str]](list), tokens()["countryBand"]
    for frontier in frontiers(canvas):
        width = canvas.r(look["width"])
        if canvas.look.frontiers[frontier.feature].style == "dots":
            line = path(path_of(frontier.curve), stroke_width=width)
            bands[canvas.look.palette["border"]].append(line)
            continue
        if frontier.wet:
            # The river takes the inner part of both bands: they are wider by it.
            width += canvas.r(max(river.width for river in canvas.look.rivers.values() if not river.lake)) / 2
        for state, by in ((frontier.left, -width / 2), (frontier.right, width / 2)):
            if state in look:
                line = path(path_of(aside(frontier.curve, by)), data_state=state, stroke_width=width)
                bands[look[state]].append(line)
    return _disputed(canvas) + "".join(
        group(lines, class_="band", fill="none", stroke=color, stroke_linejoin="round", opacity=look["opacity"])
        for color, lines in sorted(bands.items())
    )


def draw_lines(canvas: Canvas) -> str:
    """The line itself. A river needs none between states: it is the line."""
    parts = []
    for style in FRONTIERS:
        strokes = line_strokes(canvas, style)
        shown = [
            f
            for f in frontiers(canvas)
            if canvas.look.frontiers[f.feature].style == style and not (style == "states" and f.wet)
        ]
        for n, stroke in enumerate(strokes if shown else ()):
            drawn = (
                path(path_of(f.curve), data_border=f.feature, data_sides=len(f.pairs) if not n else None) for f in shown
            )
            parts.append(group(drawn, class_=style, fill="none", stroke_linecap=_cap(style), **stroke))
    return "".join(parts)


def _cap(style: str) -> str:
    return "round" if style == "dots" else "butt"


def line_strokes(canvas: Canvas, style: str) -> list[dict[str, object]]:
    """What the line is drawn with, from the lowest stroke to the highest."""
    return _dots(canvas) if style == "dots" else _dashes(canvas)


def _dots(canvas: Canvas) -> list[dict[str, object]]:
    look = canvas.tokens["border"]
    dash = f"0.1 {canvas.r(look['pitch']):g}"
    return [
        {
            "stroke": "#f6eedd",
            "stroke_opacity": 0.8,
            "stroke_width": canvas.r(look["dot"] + 0.04),
            "stroke_dasharray": dash,
        },
        {"stroke": canvas.look.palette["border"], "stroke_width": canvas.r(look["dot"]), "stroke_dasharray": dash},
    ]


def _dashes(canvas: Canvas) -> list[dict[str, object]]:
    dash = " ".join(f"{canvas.r(share):g}" for share in (0.225, 0.075, 0.04, 0.075))
    return [
        {
            "stroke": canvas.look.palette["border"],
            "stroke_width": canvas.r(0.042),
            "stroke_dasharray": dash,
            "stroke_opacity": 0.85,
        }
    ]


def _disputed(canvas: Canvas) -> str:
    """Diagonal hatching over hexes that two states claim, along the same curves as the frontiers round them."""
    if canvas.look.disputed is None:
        return ""
    hexes = canvas.look.disputed.hexes(canvas.sheet)
    loops = _loops(canvas, union(hexes))
    xs, ys = ([p[axis] for loop in loops for p in loop] for axis in (0, 1))
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    step, tall, lines = canvas.r(0.19), bottom - top, []
    at = left - tall
    while at < right:
        lines.append(f"M{at:.1f} {bottom:.1f}l{tall:.1f} {-tall:.1f}")
        at += step
    shape = "".join(path_of(loop, close=True) for loop in loops)
    return element("clipPath", path(shape), id="disputed-clip") + path(
        "".join(lines),
        class_="disputed",
        stroke=_HATCH_INK,
        stroke_opacity=0.38,
        stroke_width=canvas.r(0.028),
        clip_path="url(#disputed-clip)",
        data_hexes=len(hexes),
    )


def _loops(canvas: Canvas, area: int) -> list[Curve]:
    """The outlines of an area, bent and pushed as frontiers are."""
    grid = canvas.sheet.grid
    edges = [
        Edge(*canvas.layout.side(h, d), (h, h), ())
        for name in grid.names
        for h in (grid.at(name),)
        if area >> h & 1
        for d in range(6)
        if (there := grid.step(h, d)) is None or not area >> there & 1
    ]
    return [canvas.wander.curve(joined(bend(chain.nodes, chain.closed)))[:-1] for chain in chains(edges)]
