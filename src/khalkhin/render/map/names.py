"""Where names stand: places in the strips between counters, rivers along their course, states and ranges across."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import atan2, hypot, pi

from khalkhin.board.hexset import Hex, members
from khalkhin.render.layout import Point
from khalkhin.render.map.canvas import Canvas
from khalkhin.render.map.curves import Curve, aside, bend, joined, length, smoothed, spaced
from khalkhin.render.map.frontiers import frontiers
from khalkhin.render.map.hexes import number_size
from khalkhin.render.map.labels import HARD, Box, Label, Measured, Room, Type
from khalkhin.render.map.look import AreaLook, PlaceLook, Words
from khalkhin.render.map.marks import boxes
from khalkhin.render.map.rivers import rivers
from khalkhin.render.map.ways import ways

_SHRINK = (1.0, 0.92, 0.85, 0.78, 0.71, 0.64)
"""Sizes to try for a name that finds no room."""
_TWO_LINES = 0.245
"""The largest size, in R, at which two lines fit between two counters and the hex number."""
_STEP = 0.15
"""Between the points of a river's course that its name follows, in R."""
_CALM = 80
"""How often a river's course is smoothed for its name."""
_MIDDLE = 60.0
"""What it costs a name to stand at the very end of its river."""
_APART = 9.0
"""How far the names of one river are apart at least, in R."""


@dataclass(frozen=True)
class PlaceName:
    hex: Hex
    look: PlaceLook
    label: Label


@dataclass(frozen=True)
class CurvedName:
    """A name along a curve, which is its baseline."""

    text: str
    kind: str
    type: Type
    curve: Curve
    rank: int
    color: str = ""

    def boxes(self) -> Iterator[Box]:
        """What the letters take up, roughly."""
        half, above = 0.3 * self.type.size, 0.66 * self.type.size
        for (x, y), (ux, uy) in zip(
            spaced(self.curve, self.type.size), aside(spaced(self.curve, self.type.size), -above / 2), strict=True
        ):
            yield min(x, ux) - half, min(y, uy) - half, max(x, ux) + half, max(y, uy) + half


@dataclass(frozen=True)
class Names:
    places: list[PlaceName]
    rivers: list[CurvedName]
    areas: list[CurvedName]


def names(canvas: Canvas, words: Words) -> Names:
    """All names of a map, in a language. What matters most finds its place first."""
    room = _room(canvas)
    areas = [_area(canvas, area, words(area.name)) for area in canvas.look.areas]
    for area in areas:
        for box in area.boxes():
            room.take(box, HARD if area.kind == "lake" else 0.6)
    places = _places(canvas, room, words)
    return Names(places, _river_names(canvas, room, words), areas)


def _room(canvas: Canvas) -> Room:
    """What names keep away from: lines a little, numbers and signs more."""
    layout = canvas.layout
    room = Room((2.0, 2.0, layout.width - 2, layout.height - 2), canvas.r(0.5))
    for river in rivers(canvas):
        room.take_line(river.curve, river.width, 0.5)
    for way in ways(canvas):
        room.take_line(way.curve, canvas.r(0.1), 0.25)
    for frontier in frontiers(canvas):
        room.take_line(frontier.curve, canvas.r(0.12), 0.25)
    for feature in canvas.look.bridges:
        for pair in canvas.sheet.pairs(feature):
            x, y = canvas.crossing(pair)
            room.take((x - canvas.r(0.2), y - canvas.r(0.2), x + canvas.r(0.2), y + canvas.r(0.2)), 2.0)
    half, tall = number_size(canvas)
    for h in members(canvas.sheet.grid.all):
        x, y = layout.centre(h)
        foot = y + canvas.r(canvas.tokens["hexNumber"]["baseline"])
        room.take((x - half, foot - tall, x + half, foot), 3.0)
    for box in boxes(canvas):
        room.take(box, HARD)
    return room


# -- places ------------------------------------------------------------------------------------------------------------


def counter_square(canvas: Canvas, h: Hex) -> Box:
    """What a counter on a hex covers."""
    x, y = canvas.layout.centre(h)
    half = canvas.r(canvas.tokens["name"]["clearOfCentre"])
    return x - half, y - half, x + half, y + half


def _places(canvas: Canvas, room: Room, words: Words) -> list[PlaceName]:
    squares = Room(room.frame, canvas.r(1))
    for h in members(canvas.sheet.grid.all):
        squares.take(counter_square(canvas, h), HARD)
    wanted: dict[Hex, PlaceLook] = {}
    for look in canvas.look.places:
        for h in look.match.hexes(canvas.sheet):
            if h in canvas.sheet.names:
                wanted.setdefault(h, look)
    found = []
    for h, look in sorted(wanted.items(), key=lambda item: (item[1].rank, -len(canvas.sheet.names[item[0]]), item[0])):
        label = _best(canvas, room, squares, h, look, words(canvas.sheet.names[h]))
        left, top, right, bottom = label.box
        room.take((left - canvas.r(0.04), top - canvas.r(0.02), right + canvas.r(0.04), bottom + canvas.r(0.02)), HARD)
        found.append(PlaceName(h, look, label))
    return found


def _best(canvas: Canvas, room: Room, squares: Room, h: Hex, look: PlaceLook, name: str) -> Label:
    """The cheapest way to write a name near its hex; the first of those that cost the same."""
    best: tuple[float, Label] | None = None
    for penalty, measured, x, top in _tries(canvas, h, look, name):
        if best and best[0] <= penalty:
            continue
        label = measured.at(x, top)
        if squares.cost(label.box) == HARD:
            continue
        cost = penalty + room.cost(label.box)
        if cost < HARD and (best is None or cost < best[0]):
            best = (cost, label)
    if best is None:
        raise ValueError(f"There is no room for the name {name!r} of hex {canvas.sheet.grid.name(h)}.")
    return best[1]


_Try = tuple[float, Measured, float, float]
"""A way to write a name: what is against it, the name, its middle and its top."""


def _tries(canvas: Canvas, h: Hex, look: PlaceLook, name: str) -> Iterator[_Try]:
    size = canvas.r(look.size)
    for n, share in enumerate(_SHRINK):
        kind = Type(round(size * share, 2), look.weight, look.italic)
        for penalty, measured, x, top in _positions(canvas, h, (name,), kind):
            yield penalty + 14.0 * n, measured, x, top
    if (lines := _halves(name)) is not None:
        kind = Type(min(size, canvas.r(_TWO_LINES)), look.weight, look.italic)
        for n, share in enumerate(_SHRINK[:3]):
            smaller = replace(kind, size=round(kind.size * share, 2))
            for penalty, measured, x, top in _positions(canvas, h, lines, smaller):
                yield penalty + 24.0 + 14.0 * n, measured, x, top


def _halves(name: str) -> tuple[str, ...] | None:
    """A name in two lines, as even as its words allow."""
    pieces = name.replace("-", "-\0").replace(" ", "\0").split("\0")
    options = []
    for i in range(1, len(pieces)):
        first, second = (" ".join(part).replace("- ", "-") for part in (pieces[:i], pieces[i:]))
        options.append((max(len(first), len(second)), i, (first, second)))
    return min(options)[2] if options else None


def _positions(canvas: Canvas, h: Hex, lines: tuple[str, ...], kind: Type) -> Iterator[_Try]:
    """The strip under the hex first, then beside it, then above: all outside the square of its counter."""
    x, y = canvas.layout.centre(h)
    name = Measured(lines, kind)
    plain = name.at(0.0, 0.0)
    wide, high = plain.box[2] - plain.box[0], plain.box[3]
    clear = canvas.r(canvas.tokens["name"]["clearOfCentre"]) + 0.4
    for shift in (0.0, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1.0):
        for side in (1, -1) if shift else (1,):
            at = x + side * canvas.r(shift)
            for lower in (0.0, 0.06, 0.13):
                yield 40 * shift + 30 * lower, name, at, y + clear + canvas.r(lower)
            for higher in (0.0, 0.16, 0.24):
                yield 45 + 40 * shift + 30 * higher, name, at, y - clear - high - canvas.r(higher)
    for side, against in ((1, 14.0), (-1, 18.0)):
        for away in (0.0, 0.1, 0.22, 0.4, 0.6):
            at = x + side * (clear + wide / 2 + canvas.r(away))
            for level in (-0.05, -0.12, 0.03, 0.1):
                top = y + canvas.r(level) - high / 2
                yield against + 40 * away + 60 * abs(level + 0.05), name, at, top


# -- rivers ------------------------------------------------------------------------------------------------------------


def _river_names(canvas: Canvas, room: Room, words: Words) -> list[CurvedName]:
    courses: defaultdict[tuple[str, str], list[Curve]] = defaultdict(list)
    for river in rivers(canvas):
        look = canvas.look.rivers[river.feature]
        if name := look.name or river.name.split(" (")[0]:
            courses[name, river.feature].append(river.curve)
    found: list[CurvedName] = []
    order = sorted(
        courses.items(), key=lambda item: (-canvas.look.rivers[item[0][1]].width, -_longest(item[1]), item[0])
    )
    for (name, feature), curves in order:
        look = canvas.look.rivers[feature]
        if any(other.text == words(name) for other in found):
            continue
        spacing = canvas.r(0.2 * look.label)
        kind = Type(canvas.r(look.label), look.weight, italic=True, spacing=spacing)
        for _ in range(look.times):
            spot = _calmest(canvas, room, found, curves, kind, words(name), canvas.r(look.width))
            if spot is not None:
                found.append(CurvedName(words(name), "river", kind, spot, 2 if look.width > 0.1 else 3))
                for box in found[-1].boxes():
                    room.take(box, HARD)
    return found


def _longest(curves: Sequence[Curve]) -> float:
    return max(length(curve) for curve in curves)


def _calmest(
    canvas: Canvas, room: Room, found: list[CurvedName], curves: list[Curve], kind: Type, name: str, width: float
) -> Curve | None:
    """The baseline for a river's name where it bends and covers least; none where there is no room."""
    wide = kind.width(name) * 1.04
    count = int(wide / canvas.r(_STEP)) + 1
    best: tuple[float, Curve] | None = None
    for curve in sorted(curves, key=length, reverse=True):
        if length(curve) < wide * 1.05:
            continue
        course = smoothed(spaced(curve, canvas.r(_STEP)), _CALM)
        for i in range(0, len(course) - count, 2):
            part = course[i : i + count + 1]
            if _taken(canvas, found, name, part):
                continue
            part = part if part[0][0] <= part[-1][0] else part[::-1]
            for base in (_long_enough(line, wide) for line in _baselines(part, kind, width)):
                middle = abs((i + count / 2) / len(course) - 0.5)
                cost = _curve_cost(canvas, room, base, kind, name) + _MIDDLE * middle
                if cost < HARD and (best is None or cost < best[0]):
                    best = (cost, base)
    return None if best is None else best[1]


def _taken(canvas: Canvas, found: list[CurvedName], name: str, part: Curve) -> bool:
    x, y = part[len(part) // 2]
    return any(
        hypot(x - ox, y - oy) < canvas.r(_APART)
        for other in found
        if other.text == name
        for ox, oy in (other.curve[len(other.curve) // 2],)
    )


def _baselines(part: Curve, kind: Type, width: float) -> Iterator[Curve]:
    """The lines for the letters above and below a stretch of river."""
    gap = width / 2 + 0.3 * kind.size
    yield aside(part, -gap)
    yield aside(part, gap + 0.5 * kind.size)


def _curve_cost(canvas: Canvas, room: Room, base: Curve, kind: Type, name: str) -> float:
    chord = hypot(base[-1][0] - base[0][0], base[-1][1] - base[0][1])
    steep = abs(atan2(base[-1][1] - base[0][1], base[-1][0] - base[0][0])) / (pi / 2)
    total = 2000 * (length(base) / max(chord, 1.0) - 1) + 60 * max(0.0, steep - 0.35) * len(base) / 4
    for box in CurvedName(name, "river", kind, base, 2).boxes():
        total += room.cost(box)
        if total == HARD:
            break
    return total


def _long_enough(curve: Curve, wide: float) -> Curve:
    """A baseline with room for the last letter."""
    short = wide - length(curve)
    if short <= 0:
        return curve
    (ax, ay), (bx, by) = curve[-2:]
    k = (short + 2) / hypot(bx - ax, by - ay)
    return [*curve, (bx + (bx - ax) * k, by + (by - ay) * k)]


# -- states, ranges, lakes ---------------------------------------------------------------------------------------------


def _area(canvas: Canvas, look: AreaLook, name: str) -> CurvedName:
    """A name across hexes, in the middle of the curve through them."""
    kind = {
        "state": Type(canvas.r(look.size), 800, spacing=canvas.r(look.spacing), small_caps=True),
        "range": Type(canvas.r(look.size), 500, italic=True, spacing=canvas.r(look.spacing)),
        "lake": Type(canvas.r(look.size), 500, italic=True, spacing=canvas.r(look.spacing)),
    }[look.kind]
    grid = canvas.sheet.grid
    points = [
        (x + canvas.r(look.dx), y + canvas.r(look.dy))
        for hex_ in look.hexes
        for x, y in (canvas.layout.centre(grid.at(hex_)),)
    ]
    wide = kind.width(name) * 1.03
    return CurvedName(name, look.kind, kind, _across(points, wide), 1 if look.kind == "state" else 2, look.color)


def _across(points: list[Point], wide: float) -> Curve:
    """A curve through points, lengthened at both ends or cut until it is as long as asked."""
    if len(points) == 1:
        (x, y) = points[0]
        return [(x - wide / 2, y), (x, y), (x + wide / 2, y)]
    curve = joined(bend(points)) if len(points) > 2 else [points[0], points[1]]
    more = max(0.0, (wide - length(curve)) / 2 + 1)
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = curve[0], curve[1], curve[-2], curve[-1]
    first, last = more / hypot(bx - ax, by - ay), more / hypot(dx - cx, dy - cy)
    curve = [
        (ax - (bx - ax) * first, ay - (by - ay) * first),
        *curve,
        (dx + (dx - cx) * last, dy + (dy - cy) * last),
    ]
    return spaced(curve, max(8.0, length(curve) / 12))
