"""Railways, roads and trails from hex to hex, and the bridges that carry them over rivers."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, degrees, hypot

from khalkhin.board.hexset import Hex
from khalkhin.render.layout import Point
from khalkhin.render.map.canvas import INK, PAPER, Canvas
from khalkhin.render.map.curves import Curve, Pair, Polyline, aside, bend, chains, joined, key, path_of, within
from khalkhin.render.map.look import WayLook
from khalkhin.render.map.rivers import rivers
from khalkhin.render.svg import element, group, number, path

_OFF_MAP = "leads off the map"
_CALM = 0.5
"""How far from a town or junction a way begins to wander, in R."""
_DECK, _FLARE = 0.085, 0.062
"""Half the width of a bridge, and how far its rails spread at the ends, in R."""
_RAIL_INK = "#26221e"
_TRAIL_INK = "#6f5233"
_ORDER = ("trail", "road", "unbuilt", "rail")


@dataclass(frozen=True)
class Way:
    """A stretch of way between two towns, junctions or ends."""

    feature: str
    look: WayLook
    pairs: tuple[Pair, ...]
    curve: Curve


@lru_cache(maxsize=4)
def ways(canvas: Canvas) -> list[Way]:
    """All ways, in the order in which they are drawn."""
    knots = {key(canvas.layout.centre(h)) for h in _knots(canvas)}
    found = []
    for style in _ORDER:
        for feature, look in canvas.look.ways.items():
            if look.style == style:
                edges = [canvas.link(pair, feature) for pair in canvas.sheet.pairs(feature)]
                found += [_way(canvas, chain, feature, look) for chain in chains(edges, knots.__contains__)]
    return found


def _knots(canvas: Canvas) -> set[Hex]:
    """Hexes that ways go straight through: towns, junctions, and where a way of some kind ends."""
    sheet = canvas.sheet
    found = {
        h for place in canvas.look.places if place.mark not in ("none", "height") for h in place.match.hexes(sheet)
    }
    around: defaultdict[Hex, set[Hex]] = defaultdict(set)
    for feature in canvas.look.ways:
        ends: defaultdict[Hex, int] = defaultdict(int)
        for a, b in sheet.pairs(feature):
            around[a].add(b)
            around[b].add(a)
            ends[a] += 1
            ends[b] += 1
        found |= {h for h, count in ends.items() if count != 2}
    return found | {h for h, others in around.items() if len(others) > 2}


def _way(canvas: Canvas, chain: Polyline, feature: str, look: WayLook) -> Way:
    nodes = list(chain.nodes)
    hexes = _hexes(chain, canvas)
    if nodes[0] > nodes[-1]:
        # One way round for all, so that what is set beside a road stays on one side of it.
        nodes.reverse()
        hexes.reverse()
    curve = _bent(canvas, nodes)
    for end, h in ((0, hexes[0]), (-1, hexes[-1])):
        if _leaves(canvas, feature, look, h):
            goal = _outward(canvas, h)
            curve.insert(0, goal) if end == 0 else curve.append(goal)
    if look.beside:
        curve = aside(curve, canvas.r(0.115))
    return Way(feature, look, tuple(edge.pair for edge in chain.edges), curve)


def _hexes(chain: Polyline, canvas: Canvas) -> list[Hex]:
    """The hexes of a chain, in the order of its nodes."""
    at = {key(canvas.layout.centre(h)): h for edge in chain.edges for h in edge.pair}
    return [at[key(node)] for node in chain.nodes]


def _bent(canvas: Canvas, nodes: list[Point]) -> Curve:
    plain = joined(bend(nodes))
    ends, calm = (nodes[0], nodes[-1]), canvas.r(_CALM)
    away = [min(hypot(x - ex, y - ey) for ex, ey in ends) for x, y in plain]
    return [canvas.wander.point(p, min(1.0, far / calm)) for p, far in zip(plain, away, strict=True)]


def _leaves(canvas: Canvas, feature: str, look: WayLook, h: Hex) -> bool:
    """Whether a way that ends in a hex goes on beyond the edge of the map."""
    sheet = canvas.sheet
    if look.leaves == "never" or h not in sheet.field("edge") or _count(canvas, feature, h) != 1:
        return False
    if look.leaves == "edge":
        return h not in sheet.names
    return any(note.strip().endswith(f"{feature} {_OFF_MAP}") for note in sheet.field("notes").get(h, "").split(";"))


def _count(canvas: Canvas, feature: str, h: Hex) -> int:
    return sum(h in pair for pair in canvas.sheet.pairs(feature))


def _outward(canvas: Canvas, h: Hex) -> Point:
    """A point beyond the edge of the map that a hex lies on."""
    x, y = canvas.layout.centre(h)
    edge, far = canvas.sheet.field("edge")[h], canvas.r(2.4)
    dx = far * (("E" in edge) - ("W" in edge)) * (len(edge) == 1 or "E" in edge or "W" in edge)
    dy = far * (("S" in edge) - ("N" in edge)) * (len(edge) == 1)
    return x + dx, y + dy


# -- drawing -----------------------------------------------------------------------------------------------------------


def draw_ways(canvas: Canvas) -> str:
    """Casings of all roads lie under all their fills, so that they open into each other."""
    parts = []
    every = ways(canvas)
    for style in _ORDER:
        drawn = [way for way in every if way.look.style == style]
        strokes = way_strokes(canvas, style)
        for n, stroke in enumerate(strokes):
            parts.append(
                group(
                    (
                        path(path_of(way.curve), data_way=way.feature, data_links=len(way.pairs) if not n else None)
                        for way in drawn
                    ),
                    class_=style,
                    fill="none",
                    **stroke,
                )
            )
    return "".join(part for part in parts if "<path" in part)


def way_strokes(canvas: Canvas, style: str) -> list[dict[str, object]]:
    """What a way is drawn with, from the lowest stroke to the highest."""
    r, look = canvas.r, canvas.tokens
    if style == "trail":
        dash = " ".join(f"{r(d):g}" for d in look["trail"]["dash"])
        return [
            {"stroke": PAPER, "stroke_opacity": 0.55, "stroke_width": r(0.065), "stroke_linecap": "round"},
            {"stroke": _TRAIL_INK, "stroke_width": r(look["trail"]["width"]), "stroke_dasharray": dash},
        ]
    if style == "road":
        colors = canvas.look.palette["road"]
        return [
            {"stroke": colors[part], "stroke_width": r(look["road"][part]), "stroke_linejoin": "round"}
            for part in ("case", "fill")
        ]
    rail, built = look["rail"], style == "rail"
    gap = rail["pitch"] if built else 2 * rail["pitch"]
    return [
        {"stroke": PAPER, "stroke_opacity": 0.8, "stroke_width": r(0.14)},
        {
            "stroke": _RAIL_INK,
            "stroke_width": r(rail["width"] if built else 0.65 * rail["width"]),
            "stroke_dasharray": None if built else f"{r(0.15):g} {r(0.1):g}",
        },
        {
            "stroke": _RAIL_INK,
            "stroke_width": r(rail["tie"] if built else 0.8 * rail["tie"]),
            "stroke_dasharray": f"{r(0.03):g} {r(gap - 0.03):g}",
        },
    ]


def draw_bridges(canvas: Canvas) -> str:
    """Two rails, flared at both ends, and over the deck whatever way goes there."""
    widths = {pair: river.width for river in rivers(canvas) for pair in river.pairs}
    every = ways(canvas)
    parts = []
    for feature in canvas.look.bridges:
        for pair in canvas.sheet.pairs(feature):
            half = widths.get(pair, canvas.r(0.1)) / 2 + canvas.r(0.09)
            over = [way for way in every if pair in way.pairs]
            parts.append(_bridge(canvas, pair, half, over))
    return "".join(parts)


def _bridge(canvas: Canvas, pair: Pair, half: float, over: list[Way]) -> str:
    at = canvas.crossing(pair)
    (ax, ay), (bx, by) = canvas.layout.centre(pair[0]), canvas.layout.centre(pair[1])
    turn = degrees(atan2(by - ay, bx - ax))
    deck = group(draw_deck(canvas, half), transform=f"translate({at[0]:.1f} {at[1]:.1f}) rotate({turn:.1f})")
    return group((deck, *(_over(canvas, way, at, half + canvas.r(_FLARE)) for way in over)), class_="bridge")


def draw_deck(canvas: Canvas, half: float) -> str:
    """A bridge round 0, 0 that leads from left to right; `half` is half its length."""
    gap, flare = canvas.r(_DECK), canvas.r(_FLARE)
    end, wide = number(half + flare), number(gap + flare)
    inner, rail = number(half), number(gap)
    rails = f"M-{end}-{wide}L-{inner}-{rail}H{inner}L{end}-{wide}M-{end} {wide}L-{inner} {rail}H{inner}L{end} {wide}"
    return (
        element("rect", x=-half, y=-gap, width=2 * half, height=2 * gap, fill="#f0e4c4")
        + path(rails, fill="none", stroke=PAPER, stroke_width=canvas.r(0.1), stroke_linejoin="round")
        + path(rails, fill="none", stroke=INK, stroke_width=canvas.r(0.042), stroke_linecap="round")
    )


def _over(canvas: Canvas, way: Way, at: Point, reach: float) -> str:
    """A way drawn once more, over the deck."""
    stretch = within(way.curve, at, reach)
    if len(stretch) < 2:
        return ""
    strokes = way_strokes(canvas, way.look.style)
    shown = strokes if way.look.style == "road" else strokes[1:]
    return "".join(path(path_of(stretch), fill="none", **stroke) for stroke in shown)
