"""Counters as SVG. One drawing in a square of 100 by 100 serves every zoom; classes drop what is too small to read.

From 52 pixels a side everything shows; from 30 the symbol and the figures; below that the symbol alone. In a browser a
class on any parent element chooses (`detail-2`, `detail-1`, with the rules of `detail_css`); elsewhere `detail` does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from khalkhin.render import fonts, markers, shapes, states, svg
from khalkhin.render.shapes import S
from khalkhin.render.symbols import WIDTH, symbol
from khalkhin.render.tokens import Nation, family, nation
from khalkhin.render.tokens import counter as length

ALL, SYMBOL_AND_FACTORS, SYMBOL = 3, 2, 1

FRAME_X, FRAME_Y = (S - WIDTH) / 2, 22.0
FACTORS_AT = 89.0
FACTORS_ROOM = 75.0
"""So that figures still fit when they are drawn larger at the middle level of detail."""
BLACK = "#17120b"
BAND_OPACITY = 0.8
"""Of the white band of a flipped counter."""

_LARGE_SYMBOL = {SYMBOL_AND_FACTORS: "translate(-6 -11) scale(1.12)", SYMBOL: "translate(-25 -7) scale(1.5)"}
_LARGE_FACTORS = "translate(-9 -14) scale(1.18)"


@dataclass(frozen=True)
class CounterFace:
    """What one side of a counter shows. `game` and `nation` name the colours among the tokens; the nation's side gives
    the corners. A marker may have no nation. Texts that are empty are not drawn.
    """

    game: str
    nation: str
    symbol: str = ""
    """A unit symbol. Counters that are drawn as markers name their `marker` instead."""
    size: str = ""
    left: str = ""
    right: str = ""
    factors: str = ""
    """Figures or, for a counter without any, its name."""
    ring: str = ""
    """A range, radius or capacity, in a ring in the upper right corner."""
    corner: str = ""
    """A word in the same corner, without the ring."""
    mech: bool = False
    """A white disc behind the last figure: the unit is of the mechanized class."""
    reduced: bool = False
    """Flipped to its weaker side: a pale band behind the symbol."""
    states: tuple[str, ...] = ()
    hidden: bool = False
    """Nothing shows but the nation."""
    marker: str = ""
    text: str = ""
    """On a marker, in place of the word of its kind."""
    id: str = ""
    title: str = ""

    @property
    def look(self) -> Nation:
        return nation(self.game, self.nation) if self.nation else markers.NEUTRAL


def counter(face: CounterFace, detail: int = ALL, language: str = "en", shadow: bool = True) -> str:
    """A counter with its upper left corner at 0, 0 and a side of 100. Scale it with the group it stands in."""
    look = face.look
    if face.marker and not face.hidden:
        parts = [markers.marker(face.marker, language, face.text, face.factors, shadow, look)]
    else:
        parts = [shapes.shadow(look.corner, look.corner_size)] if shadow else []
        parts.append(shapes.body(look.ground, look.corner, look.corner_size))
        parts.append(_hidden(look) if face.hidden else _printed(face, look, detail))
    parts += [states.overlay(state, look, language) for state in face.states]
    title = svg.element("title", escape(face.title)) if face.title else ""
    return svg.group(
        [title, *parts],
        class_="counter",
        data_id=face.id or None,
        text_anchor="middle",
        font_family=family("condensed"),
        font_weight=800,
        fill=look.ink,
    )


def stack(faces: Sequence[CounterFace], detail: int = ALL, language: str = "en") -> str:
    """A stack, the topmost counter first: three show, each lower one a step up and to the right; a badge counts all."""
    step, shown = length("stackStep"), faces[: length("stackVisible")]
    parts = [
        svg.group(
            counter(face, detail, language), transform=f"translate({svg.number(k * step)} {svg.number(-k * step)})"
        )
        for k, face in reversed(list(enumerate(shown)))
    ]
    if len(faces) > 1:
        parts.append(badge(str(len(faces)), S + (len(shown) - 1) * step - 2, 2 - (len(shown) - 1) * step))
    return svg.group(parts, class_="stack")


def badge(text: str, x: float, y: float) -> str:
    """A dark disc with a count."""
    r = 14.0
    size = fonts.fit(text, fonts.CONDENSED, 800, 21, 2 * r - 7)
    return svg.group(
        [
            svg.element("circle", cx=x, cy=y, r=r, fill="#16130e", stroke="#fff", stroke_width=2.2),
            svg.text(text, x, y + fonts.height(fonts.CONDENSED, 800, size) / 2, font_size=size, fill="#fff"),
        ],
        class_="badge",
        text_anchor="middle",
        font_family=family("condensed"),
        font_weight=800,
    )


def detail_css() -> str:
    """The rules that make one drawing serve all three levels of detail."""
    return (
        ".detail-2 .counter-note,.detail-1 .counter-note,.detail-1 .counter-figures{display:none}\n"
        f".detail-2 .counter-figures{{transform:{_css_transform(_LARGE_FACTORS)}}}\n"
        f".detail-2 .counter-symbol{{transform:{_css_transform(_LARGE_SYMBOL[SYMBOL_AND_FACTORS])}}}\n"
        f".detail-1 .counter-symbol{{transform:{_css_transform(_LARGE_SYMBOL[SYMBOL])}}}\n"
    )


def _css_transform(attribute: str) -> str:
    return re.sub(r"translate\((\S+) (\S+)\)", r"translate(\1px,\2px)", attribute)


def _hidden(look: Nation) -> str:
    disc = {"fill": look.frame, "fill_opacity": 0.7, "stroke": look.ink, "stroke_opacity": 0.6, "stroke_width": 1.6}
    return svg.element("circle", cx=50, cy=50, r=30, **disc) + shapes.mark(look.mark, 50, 50, 21, look.ink)


def _printed(face: CounterFace, look: Nation, detail: int) -> str:
    parts = []
    if face.reduced:
        parts.append(svg.path("M1.4 26H98.6V50H1.4z", fill="#fff", fill_opacity=BAND_OPACITY))
    if look.stripe:
        parts.append(svg.path("M1.4 57H98.6V63.5H1.4z", fill=look.stripe))
    if face.symbol:
        drawn = svg.group(
            symbol(face.symbol, look.ink, look.frame),
            transform=f"translate({svg.number(FRAME_X)} {svg.number(FRAME_Y)})",
        )
        parts.append(svg.group(drawn, class_="counter-symbol", transform=_LARGE_SYMBOL.get(detail)))
    if face.factors and detail >= SYMBOL_AND_FACTORS:
        large = _LARGE_FACTORS if detail == SYMBOL_AND_FACTORS else None
        parts.append(svg.group(_factors(face, look), class_="counter-figures", transform=large))
    if detail >= ALL:
        parts.append(svg.group(_notes(face, look), class_="counter-note", font_weight=700))
    return "".join(parts)


# -- figures ----------------------------------------------------------------------------------------------------------


def _factors(face: CounterFace, look: Nation) -> str:
    """The last thing to be covered: large, at the bottom."""
    head, last = _split(face.factors) if face.mech else (face.factors, "")
    room = FACTORS_ROOM - (5 if last else 0)
    size = fonts.fit(face.factors, fonts.CONDENSED, 800, length("factors"), room)
    if not last:
        return svg.text(face.factors, 50, FACTORS_AT, font_size=size)
    whole, tail = (fonts.width(text, fonts.CONDENSED, 800, size) for text in (face.factors, last))
    radius = max(tail / 2 + 3.6, fonts.height(fonts.CONDENSED, 800, size) / 2 + 4)
    gap = radius - tail / 2 - 1
    left = 50 - (whole + 2 * gap) / 2
    centre = left + whole - tail + gap + tail / 2
    middle = FACTORS_AT - fonts.height(fonts.CONDENSED, 800, size) / 2
    disc = {"fill": "#fff", "stroke": look.ink, "stroke_width": 1.2, "stroke_opacity": 0.5}
    return (
        svg.element("circle", cx=centre, cy=middle, r=radius, **disc)
        + svg.text(head, left, FACTORS_AT, font_size=size, text_anchor="start")
        + svg.text(last, centre, FACTORS_AT, font_size=size, fill=BLACK)
    )


def _split(factors: str) -> tuple[str, str]:
    """The figures before the last one, and the last one."""
    found = re.fullmatch(r"(.*\D)(\w+)", factors)
    return (found[1], found[2]) if found else ("", factors)


# -- what is dropped first --------------------------------------------------------------------------------------------


def _notes(face: CounterFace, look: Nation) -> str:
    """Size, nation mark, designations, ring: what is dropped first when counters get small."""
    clipped = look.corner == "clipped"
    x, y = (16.0, 15.0) if clipped else (13.5, 13.5)
    parts = [shapes.mark(look.mark, x, y, length("mark"), look.ink)]
    if face.size:
        parts.append(svg.text(face.size, 50.6, 18.4, font_size=length("size"), font_weight=800, letter_spacing=1.2))
    ink = look.ink_on_white if face.reduced else None
    parts += [_designation(face.left, 13.3, -90, ink), _designation(face.right, S - 13.3, 90, ink)]
    if face.ring:
        parts.append(_ring(face.ring, look, *((83.2, 15.8) if clipped else (85.6, 14.4))))
    if face.corner:
        size = fonts.fit(face.corner, fonts.CONDENSED, 700, 12, 26)
        parts.append(svg.text(face.corner, S - (x - 5.6), y + 4.4, font_size=size, text_anchor="end"))
    return "".join(parts)


DESIGNATION_ROOM = 20.4
"""Between the counter's edge and the frame."""
TURNED_ROOM = 36.0
"""Along the frame and clear of the nation's mark, for what does not fit beside it."""
BAND_ROOM = 23.0
"""Along the frame, on the band of a flipped counter."""


def _designation(text: str, x: float, turn: int, ink: str | None) -> str:
    """Beside the frame; what would get too small to read there stands along it."""
    if not text:
        return ""
    wanted = length("designation")
    size = fonts.fit(text, fonts.CONDENSED, 700, wanted, DESIGNATION_ROOM)
    if size >= 0.62 * wanted:
        return svg.text(text, x, 38 + fonts.height(fonts.CONDENSED, 700, size) / 2, font_size=size, fill=ink)
    room, y = (TURNED_ROOM, 40) if ink is None else (BAND_ROOM, 38)
    size = fonts.fit(text, fonts.CONDENSED, 700, 0.8 * wanted, room)
    middle = fonts.height(fonts.CONDENSED, 700, size) / 2
    at = f"translate({svg.number(x)} {y}) rotate({turn})"
    return svg.text(text, 0, middle, font_size=size, fill=ink, transform=at)


def _ring(text: str, look: Nation, x: float, y: float) -> str:
    size = fonts.fit(text, fonts.CONDENSED, 700, 12, 12)
    middle = fonts.height(fonts.CONDENSED, 700, size) / 2
    return svg.element("circle", cx=x, cy=y, r=8, fill="none", stroke=look.ink, stroke_width=1.5) + svg.text(
        text, x, y + middle, font_size=size
    )
