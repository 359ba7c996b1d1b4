"""Unit symbols: the land frame of APP-6, always the rectangle, with the sign of each kind of unit as paths.

A sign is drawn in a frame of 48 by 32. Kinds without a frame (aircraft, ships) fill the same room with their shape.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from khalkhin.render import fonts, svg
from khalkhin.render.svg import number

WIDTH, HEIGHT = 48.0, 32.0
LINE = 2.6


@dataclass(frozen=True)
class Sign:
    """`lines` are stroked, `solid` is filled with ink; `blank` is cleared to the frame's colour under both."""

    lines: str = ""
    solid: str = ""
    blank: str = ""
    word: str = ""
    word_size: float = 18.0
    word_at: float = 22.3
    framed: bool = True


def circle(x: float, y: float, r: float) -> str:
    """A circle as path data."""
    half = f"a{number(r)} {number(r)} 0 1 0 "
    return f"M{number(x - r)} {number(y)}{half}{number(2 * r)} 0{half}{number(-2 * r)} 0z"


def star(x: float, y: float, r: float) -> str:
    """A five-pointed star as path data."""
    points = (
        (x + size * cos(angle), y + size * sin(angle))
        for k in range(10)
        for angle, size in ((k * pi / 5 - pi / 2, r if k % 2 == 0 else r * 0.42),)
    )
    return "M" + "L".join(f"{number(px)} {number(py)}" for px, py in points) + "z"


def plane(x: float, y: float, scale: float) -> str:
    """An aeroplane seen from above, nose to the north, about 44 wide and 35 long at scale 1."""
    right = [(0, -18), (2.6, -15.5), (3.2, -10), (21.6, -3.6), (22.4, -1.4), (21.6, 0.8), (3.1, 2.8), (2.3, 10.6)]
    right += [(8.2, 14.2), (8.6, 15.8), (8, 17), (1.6, 16.2), (0, 18)]
    whole = right + [(-px, py) for px, py in right[-2:0:-1]]
    return "M" + "L".join(f"{number(x + px * scale)} {number(y + py * scale)}" for px, py in whole) + "z"


CROSS = "M0 0L48 32M0 32L48 0"
SLASH = "M0 32L48 0"
TRACK = "M13 7.7h22a8.3 8.3 0 0 1 0 16.6h-22a8.3 8.3 0 0 1 0-16.6z"
STORE = "M0 23.7H48"
PEAK = "M17.5 32L24 20.5L30.5 32z"
SEA = "M2 33.5q5.5-4.5 11 0t11 0t11 0t11 0"

SIGNS: dict[str, Sign] = {
    "infantry": Sign(CROSS),
    "motorized": Sign(CROSS + "M24 0V32"),
    "mechanized": Sign(CROSS + TRACK),
    "armour": Sign(TRACK),
    "armour_flame": Sign(TRACK, word="F", word_size=15, word_at=21.3),
    "armoured_recon": Sign(SLASH + TRACK),
    "cavalry": Sign(SLASH),
    "artillery": Sign(solid=circle(24, 16, 5.8)),
    "mountain_guns": Sign(solid=circle(24, 12.6, 4.8) + PEAK),
    "mountain": Sign(CROSS, PEAK),
    "anti_tank": Sign("M0 32L24 0L48 32"),
    "anti_aircraft": Sign("M0 32a24 20 0 0 1 48 0"),
    "engineers": Sign("M11.5 23.7V9.6H36.5V23.7M24 9.6V23.7"),
    "assault_engineers": Sign("M11.5 21.5V7.4H36.5V21.5M24 7.4V21.5", "M11.5 25.3H36.5V28.7H11.5z"),
    "mech_engineers": Sign("M15.8 20.8V11.4H32.2V20.8M24 11.4V20.8" + TRACK),
    "bridge": Sign("M12 7L17 12.4H31L36 7M12 25L17 19.6H31L36 25"),
    "airborne": Sign(CROSS + "M13 28.4a5.5 6.2 0 0 1 11 0a5.5 6.2 0 0 1 11 0"),
    "marines": Sign(
        CROSS + "M24 10.6V26.6M19.6 13.6H28.4M16.6 20.6q1.4 6 7.4 6t7.4-6",
        blank="M13.6 3.4h20.8v25.2H13.6z",
        solid=circle(24, 8, 2.9),
    ),
    "machine_guns": Sign(
        CROSS + "M24 26V7.4M19.4 13L24 6.6L28.6 13M18 26H30", blank="M16 3.4h16v25.2H16z"
    ),
    "mixed": Sign(CROSS, circle(24, 16, 4.3), circle(24, 16, 6.8)),
    "shock": Sign(CROSS, "M0 0H8.5V32H0z"),
    "headquarters": Sign("M0 9.4H48M0 32V39.5", word="HQ", word_size=17, word_at=27),
    "supply": Sign(STORE),
    "depot": Sign(STORE, word="DEPOT", word_size=12.5, word_at=17.2),
    "base": Sign(STORE, word="BASE", word_size=14, word_at=17.6),
    "airbase": Sign(solid=plane(24, 16, 0.66)),
    "train": Sign(
        "M8.6 20V10.4H39.4V20zM18.5 10.4V5.6H29.5V10.4M29.5 8H36",
        "".join(circle(x, 24.6, 3) for x in (13.6, 24, 34.4)),
    ),
    "fort": Sign("M7 27V14h5.8V8h6.4v6h9.6V8h6.4v6H41V27z"),
    "security": Sign(word="SEC"),
    "garrison": Sign(word="GAR"),
    "agent": Sign(word="?", word_size=27, word_at=25.4),
    "partisans": Sign(CROSS, blank=circle(24, 16, 9), word="P", word_size=17, word_at=22),
    "flotilla": Sign("M7.4 17.4H40.6L36 25.6H12.4zM24 17.4V6.2M24 7.4H32.4"),
    "leader": Sign(solid=star(24, 17, 11.5)),
    "air": Sign(solid=plane(24, 14.6, 1.24), framed=False),
    "air_supply": Sign(solid=plane(24, 10.4, 0.94), lines="M13 31.4h22v8.6H13zM24 31.4V40", framed=False),
    "carrier": Sign(
        SEA, "M1 15H47L41.5 25.5H8zM27 15V9.5h2.2V5h3.4v4.5H35V15z" + plane(14, 8.4, 0.38), framed=False
    ),
    "bombardment": Sign(
        "M13 14.6L1.5 10.6M35 14.6L46.5 10.6" + SEA,
        "M1.5 18H46.5L40 26.5H9.5zM9.5 18v-4.4h8.6V18zM29.9 18v-4.4h8.6V18zM20.4 18V7.4h2.2V3h2.8v4.4h2.2V18z",
        framed=False,
    ),
    "landing": Sign(SEA, "M2 8.5L9 18H46V26.5H9.5zM33.4 18V11h8.4v7z", framed=False),
    "chemical": Sign(
        "M33 4.5C19 7 13.6 14.6 12.6 22M15 4.5C29 7 34.4 14.6 35.4 22", circle(12.4, 26, 4.6) + circle(35.6, 26, 4.6)
    ),
}  # fmt: skip


def symbol(kind: str, ink: str, fill: str, /, line: float = LINE) -> str:
    """The symbol of a kind of unit with its frame's upper left corner at 0, 0."""
    if kind not in SIGNS:
        raise ValueError(f"There is no unit symbol {kind!r}: there are {', '.join(SIGNS)}.")
    sign = SIGNS[kind]
    parts = []
    if sign.framed:
        parts.append(svg.path("M0 0H48V32H0z", fill=fill, stroke="none"))
    if sign.blank and sign.lines.startswith(CROSS):  # what is cleared lies over the cross, under the rest
        parts += [svg.path(CROSS), svg.path(sign.blank, fill=fill, stroke="none")]
    if rest := sign.lines.removeprefix(CROSS) if sign.blank else sign.lines:
        parts.append(svg.path(rest))
    if sign.solid:
        parts.append(svg.path(sign.solid, fill=ink, stroke="none"))
    if sign.word:
        parts.append(_word(sign, ink))
    if sign.framed:
        parts.append(svg.path("M0 0H48V32H0z"))
    return svg.group(parts, fill="none", stroke=ink, stroke_width=line, stroke_linejoin="miter")


def _word(sign: Sign, ink: str) -> str:
    size = fonts.fit(sign.word, fonts.CONDENSED, 800, sign.word_size, WIDTH - 6)
    fitted = {"font_size": size, "font_weight": 800, "text_anchor": "middle"}
    return svg.text(sign.word, WIDTH / 2, sign.word_at, fill=ink, stroke="none", **fitted)
