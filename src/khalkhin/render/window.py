"""A window on a map: some hexes of it, with what lies there and what is pointed at, as a small picture for a text.

The map is drawn once, and a window takes the part of it that it shows, so that a page can hold many of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import atan2, cos, sin
from xml.etree import ElementTree as Xml

from khalkhin.engine.view import View
from khalkhin.render import svg
from khalkhin.render.counters import ALL
from khalkhin.render.layout import Layout, Point
from khalkhin.render.map.inline import prefixed
from khalkhin.render.position import Pieces, pieces_on_map
from khalkhin.render.svg import number as n
from khalkhin.render.tokens import family, highlight

SVG = "http://www.w3.org/2000/svg"
SCALE = 1.3
"""How large a window is in a text: figures on counters can be read well."""
LETTER = 0.22
"""How far a letter of a text may reach to either side of where it stands, in hex radii."""
PILL = 0.235
WIDER = 0.11
"""Half the height of the pill with the points left in a hex, and what each further letter adds, in hex radii."""
BESIDE = 0.76
"""Where a pill stands below the middle of a hex with counters in it, in hex radii."""
SHORT = 0.6
"""How far from the middle of its first hex an arrow begins, and from that of its last one ends, in hex radii."""
_STEP = re.compile(r"([A-Za-z])|(-?\d*\.?\d+)")
_PLACE = re.compile(r"translate\((-?[\d.]+)[ ,](-?[\d.]+)\)")
_TAKES = {"M": 2, "l": 2, "q": 4, "c": 6}
"""How many numbers a step of a path takes. All but the first are relative to where the last one ended."""

Xml.register_namespace("", SVG)


@dataclass(frozen=True)
class Marks:
    """What a window points at."""

    hexes: Sequence[int] = ()
    """They light up."""
    targets: Sequence[int] = ()
    """They are under attack."""
    ways: Sequence[Sequence[int]] = ()
    """An arrow each, from hex to hex."""
    labels: Mapping[int, str] = field(default_factory=dict)
    """What stands in a hex: points that are left there."""


@dataclass(frozen=True)
class Box:
    """A part of a drawing."""

    left: float
    top: float
    right: float
    bottom: float

    @staticmethod
    def round(points: Iterable[Point]) -> Box:
        xs, ys = zip(*points, strict=True)
        return Box(min(xs), min(ys), max(xs), max(ys))

    def wider(self, across: float, down: float) -> Box:
        return Box(self.left - across, self.top - down, self.right + across, self.bottom + down)

    def meets(self, other: Box) -> bool:
        across = self.left <= other.right and other.left <= self.right
        return across and self.top <= other.bottom and other.top <= self.bottom

    def has(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.top <= y <= self.bottom


class MapCutter:
    """Cuts windows out of a map. `map_` is the whole map without its frame (`draw_map`)."""

    def __init__(self, map_: str, layout: Layout) -> None:
        self.layout = layout
        self._map = Xml.fromstring(map_)
        named = (one for one in self._map.iter(f"{{{SVG}}}path") if one.get("id"))
        self._courses = {f"#{one.get('id')}": _reach(one.get("d", "")) for one in named}
        """Where the lines are that names run along, and other shapes that are drawn by their ids."""
        self._strokes: dict[str, list[tuple[str, Box | None]]] = {}
        """The strokes of each path, and the box round each."""

    def box(self, hexes: Iterable[int]) -> Box:
        """Where the window on some hexes is: they are whole, and nothing beyond the edge of the map is in it."""
        corners = [corner for hex_ in hexes for corner in self.layout.corners(hex_, 1.04)]
        found = Box.round(corners)
        return Box(
            max(found.left, 0),
            max(found.top, 0),
            min(found.right, self.layout.width),
            min(found.bottom, self.layout.height),
        )

    def cut(self, box: Box) -> str:
        """What of the map can be seen in a window."""
        kept = (self._part(child, box) for child in self._map if not child.tag.endswith("style"))
        return "".join(Xml.tostring(one, encoding="unicode") for one in kept if one is not None).replace(
            f' xmlns="{SVG}"', ""
        )

    def _part(self, found: Xml.Element, box: Box) -> Xml.Element | None:
        """An element without what is elsewhere; None if all of it is."""
        tag = found.tag.rpartition("}")[2]
        if "id" in found.attrib and tag == "path":
            return found if self._runs_through(f"#{found.get('id')}", box) else None
        if tag == "text":
            return found if self._can_be_read(found, box) else None
        if tag == "use":
            return found if self._runs_through(found.get("href", ""), box) else None
        placed = _PLACE.match(found.get("transform", ""))
        if placed is not None:
            near = box.wider(self.layout.radius, self.layout.radius)
            return found if near.has(float(placed[1]), float(placed[2])) else None
        if tag == "path" and "transform" not in found.attrib:
            return self._with_path(found, box)
        if tag not in ("g", "defs", "clipPath"):
            return found
        out = Xml.Element(found.tag, found.attrib)
        out.extend(one for child in found if (one := self._part(child, box)) is not None)
        return out if len(out) else None

    def _with_path(self, found: Xml.Element, box: Box) -> Xml.Element | None:
        """A path with those of its strokes that come into the window, each of them whole."""
        data = found.get("d", "")
        if data not in self._strokes:
            strokes = [f"M{one}" for one in data.split("M")[1:]]
            self._strokes[data] = [(stroke, _reach(stroke)) for stroke in strokes]
        near = [stroke for stroke, reach in self._strokes[data] if reach is None or reach.meets(box)]
        return Xml.Element(found.tag, {**found.attrib, "d": "".join(near)}) if near else None

    def _can_be_read(self, text: Xml.Element, box: Box) -> bool:
        """Whether some of a text may be in a window: of one that stands somewhere, or runs along a line."""
        along = next((one.get("href", "") for one in text.iter() if "href" in one.attrib), "")
        if along:
            return self._runs_through(along, box)
        placed = next((one for one in text.iter() if "x" in one.attrib), text)
        radius, letters = self.layout.radius, len("".join(text.itertext()))
        near = box.wider(radius * LETTER * letters, radius)
        return near.has(float(placed.get("x", 0)), float(placed.get("y", 0)))

    def _runs_through(self, course: str, box: Box) -> bool:
        reach = self._courses.get(course)
        return reach is None or reach.meets(box)


def _reach(stroke: str) -> Box | None:
    """The box round a stroke; None if it has steps of another kind than maps are drawn with."""
    points: list[Point] = []
    at, step, numbers = (0.0, 0.0), "", list[float]()
    for letter, figure in _STEP.findall(stroke):
        if letter:
            step = letter
            continue
        if step not in _TAKES:
            return None
        numbers.append(float(figure))
        if len(numbers) == _TAKES[step]:
            base = (0.0, 0.0) if step == "M" else at
            ends = [(base[0] + x, base[1] + y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
            points += ends
            at, numbers = ends[-1], []
    return Box.round(points) if points else None


def draw_window(
    cutter: MapCutter, seen: View, pieces: Pieces, hexes: Sequence[int], marks: Marks, prefix: str, language: str = "en"
) -> str:
    """The picture: what a view shows of some hexes. `prefix` goes before its ids, so that a page can have several."""
    layout, box = cutter.layout, cutter.box(hexes)
    shown = {**seen, **{kind: _within(seen[kind], layout, box) for kind in ("places", "markers")}}
    content = [
        prefixed(cutter.cut(box), prefix),
        *_lit(layout, marks),
        svg.group(pieces_on_map(shown, layout, pieces, ALL, language), class_="pieces"),
        *(_way(layout, way) for way in marks.ways),
        *(
            _pill(layout, hex_, said, BESIDE if shown["places"].get(layout.grid.name(hex_)) else 0.0)
            for hex_, said in marks.labels.items()
            if box.has(*layout.centre(hex_))
        ),
    ]
    width, height = box.right - box.left, box.bottom - box.top
    return svg.element(
        "svg",
        content,
        xmlns=SVG,
        viewBox=" ".join(map(n, (box.left, box.top, width, height))),
        width=n(width * SCALE),
        height=n(height * SCALE),
        lang=language,
    )


def _within(found: Mapping[str, object], layout: Layout, box: Box) -> dict[str, object]:
    """What lies in hexes of the window."""
    grid = layout.grid
    return {name: what for name, what in found.items() if name in grid.names and box.has(*layout.centre(grid.at(name)))}


# -- what is pointed at ------------------------------------------------------------------------------------------------


def _lit(layout: Layout, marks: Marks) -> Iterator[str]:
    for kind, hexes in (("legal", marks.hexes), ("target", marks.targets)):
        line, case = highlight(kind), highlight(kind, "case")
        for hex_ in hexes:
            data = svg.line_path(layout.corners(hex_, 0.93), close=True)
            fill = highlight("legal", "fill") if kind == "legal" else "none"
            yield svg.path(data, fill=fill, stroke=case, stroke_width=5, stroke_linejoin="round")
            yield svg.path(data, fill="none", stroke=line, stroke_width=2.6, stroke_linejoin="round")


def _way(layout: Layout, hexes: Sequence[int]) -> str:
    """An arrow along hexes."""
    points, short = [layout.centre(hex_) for hex_ in hexes], SHORT * layout.radius
    points[0] = _towards(points[0], points[1], short)
    (ax, ay), (bx, by) = points[-2:]
    angle, tip = atan2(by - ay, bx - ax), _towards(points[-1], points[-2], short)
    points[-1] = _towards(tip, points[-2], 6)
    head = [tip, *((tip[0] - cos(angle + turn) * 17, tip[1] - sin(angle + turn) * 17) for turn in (0.5, -0.5))]
    line, case = highlight("path"), highlight("path", "case")
    data, arrow = svg.line_path(points), svg.line_path(head, close=True)
    round_ = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    return svg.group(
        [
            svg.path(data, stroke=case, stroke_width=8, **round_),
            svg.path(arrow, fill=case, stroke=case, stroke_width=4, stroke_linejoin="round"),
            svg.path(data, stroke=line, stroke_width=4.4, **round_),
            svg.path(arrow, fill=line),
        ],
        class_="way",
    )


def _towards(a: Point, b: Point, by: float) -> Point:
    """So far from a point on the way to another one."""
    angle = atan2(b[1] - a[1], b[0] - a[0])
    return a[0] + cos(angle) * by, a[1] + sin(angle) * by


def _pill(layout: Layout, hex_: int, said: str, low: float) -> str:
    """A few letters in a hex, so far below its middle."""
    (x, y), r = layout.centre(hex_), layout.radius
    y += low * r
    half = r * (PILL + WIDER * (len(said) - 1))
    style = {"font_family": family("sans"), "font_weight": 700, "font_size": 0.36 * r, "text_anchor": "middle"}
    return svg.group(
        [
            svg.element(
                "rect",
                x=x - half,
                y=y - PILL * r,
                width=2 * half,
                height=2 * PILL * r,
                rx=PILL * r,
                fill=highlight("path"),
                stroke=highlight("path", "case"),
                stroke_width=1.5,
            ),
            svg.text(said, x, y + 0.128 * r, fill="#ffffff", **style),
        ],
        class_="pill",
    )
