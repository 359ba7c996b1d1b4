"""The blank counter: its outline, which tells the side, its bevel and shadow, and the marks of the nations."""

from __future__ import annotations

from functools import cache

from khalkhin.render import svg
from khalkhin.render.svg import number as n
from khalkhin.render.symbols import circle, star
from khalkhin.render.tokens import Nation
from khalkhin.render.tokens import counter as length

S = 100.0
"""The side of a counter in its own drawing: every length is a hundredth of it, so one drawing serves every zoom."""
EDGE_INK = "#1d160d"


@cache
def outline(corner: str, size: float, grow: float = 0.0, dx: float = 0.0, dy: float = 0.0) -> str:
    """The outline of a counter with round or clipped corners, moved and grown (or shrunk, below 0) on all sides."""
    left, top, right, bottom = dx - grow, dy - grow, dx + S + grow, dy + S + grow
    if corner == "clipped":
        c = size + 0.41 * grow  # so that the slanted side moves as far as the others
        return (
            f"M{n(left + c)} {n(top)}H{n(right - c)}L{n(right)} {n(top + c)}V{n(bottom - c)}L{n(right - c)} {n(bottom)}"
            f"H{n(left + c)}L{n(left)} {n(bottom - c)}V{n(top + c)}z"
        )
    r = size + grow
    turn = f"a{n(r)} {n(r)} 0 0 1 "
    return (
        f"M{n(left + r)} {n(top)}H{n(right - r)}{turn}{n(r)} {n(r)}V{n(bottom - r)}{turn}{n(-r)} {n(r)}"
        f"H{n(left + r)}{turn}{n(-r)} {n(-r)}V{n(top + r)}{turn}{n(r)} {n(-r)}z"
    )


def of(nation: Nation, grow: float = 0.0) -> str:
    return outline(nation.corner, nation.corner_size, grow)


def shadow(corner: str, size: float) -> str:
    """What the counter casts on the map."""
    look = length("shadow")
    cast = outline(corner, size, 0.0, look["x"], look["y"])
    return svg.path(cast, fill=look["color"], fill_opacity=look["opacity"])


def body(ground: str, corner: str = "round", size: float = 9.0) -> str:
    """A blank counter: ground, a dark bevel below and to the right, a light one above and to the left, a thin edge."""
    dark, light = _bevels(corner, size)
    edge = length("edge")
    return (
        svg.path(outline(corner, size), fill=ground)
        + svg.path(dark, fill="none", stroke="#000", stroke_opacity=0.2, stroke_width=3)
        + svg.path(light, fill="none", stroke="#fff", stroke_opacity=0.44, stroke_width=2.4)
        + svg.path(
            outline(corner, size, -edge / 2), fill="none", stroke=EDGE_INK, stroke_opacity=0.62, stroke_width=edge
        )
    )


@cache
def _bevels(corner: str, size: float) -> tuple[str, str]:
    near, far = 2.0, S - 2.0
    if corner == "clipped":
        a, b = size + 0.6, S - size - 0.6
        return f"M{n(a)} {n(far)}H{n(b)}L{n(far)} {n(b)}V{n(a)}", f"M{n(near)} {n(b)}V{n(a)}L{n(a)} {n(near)}H{n(b)}"
    a, b, r = size, S - size, size - near
    arc = f"a{n(r)} {n(r)} 0 0 "
    return (
        f"M{n(a)} {n(far)}H{n(b)}{arc}0 {n(r)} {n(-r)}V{n(a)}",
        f"M{n(near)} {n(b)}V{n(a)}{arc}1 {n(r)} {n(-r)}H{n(b)}",
    )


def mark(kind: str, x: float, y: float, r: float, ink: str) -> str:
    """The mark of a nation about a point."""
    if kind not in MARKS:
        raise ValueError(f"There is no nation mark {kind!r}: there are {', '.join(MARKS)}.")
    return svg.path(MARKS[kind](x, y, r), fill=ink, fill_rule="evenodd")


def _disc(x: float, y: float, r: float) -> str:
    return circle(x, y, r * 0.78)


def _flame(x: float, y: float, r: float) -> str:
    return (
        f"M{n(x)} {n(y - r)}c{n(r * 0.5)} {n(r * 0.6)} {n(r * 0.78)} {n(r * 0.9)} {n(r * 0.6)} {n(r * 1.35)}"
        f"a{n(r * 0.65)} {n(r * 0.65)} 0 0 1 {n(-r * 1.2)} 0c{n(-r * 0.16)} {n(-r * 0.45)} {n(r * 0.1)} {n(-r * 0.75)}"
        f" {n(r * 0.6)} {n(-r * 1.35)}z"
    )


def _flag(x: float, y: float, r: float) -> str:
    """A flag with its canton: a frame, and in its upper hoist corner three stripes."""
    left, top = x - r, y - r * 0.75
    frame = _rect(left, top, 2 * r, 1.5 * r) + _rect(left + r * 0.2, top + r * 0.2, 1.6 * r, 1.1 * r)
    return frame + "".join(_rect(left + r * 0.2, top + r * (0.2 + 0.3 * k), r * 0.8, r * 0.16) for k in range(3))


def _rect(x: float, y: float, width: float, height: float) -> str:
    return f"M{n(x)} {n(y)}h{n(width)}v{n(height)}h{n(-width)}z"


def _trefoil(x: float, y: float, r: float) -> str:
    return "".join(circle(x + dx * r, y + dy * r, r * 0.44) for dx, dy in ((0, -0.48), (0.46, 0.3), (-0.46, 0.3)))


def _chevron(x: float, y: float, r: float) -> str:
    left, right, high, low = n(x - r), n(x + r), n(y - r * 0.55), n(y + r * 0.1)
    return f"M{left} {high}L{n(x)} {n(y)}L{right} {high}V{low}L{n(x)} {n(y + r * 0.75)}L{left} {low}z"


def _cross(x: float, y: float, r: float) -> str:
    a, b = r * 0.5, r * 0.75
    return (
        f"M{n(x - a / 2)} {n(y - r)}h{n(a)}v{n(b)}h{n(b)}v{n(a)}h{n(-b)}v{n(b)}h{n(-a)}v{n(-b)}h{n(-b)}v{n(-a)}h{n(b)}z"
    )


MARKS = {
    "star": star,
    "disc": _disc,
    "flame": _flame,
    "flag with canton": _flag,
    "trefoil": _trefoil,
    "chevron": _chevron,
    "cross": _cross,
}
