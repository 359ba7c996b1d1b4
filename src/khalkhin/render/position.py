"""A position as one side may see it: the map, the markers and counters on it, and what is off the map below it.

Everything comes from a view, so that nothing can be drawn that its side may not know. What a view calls a counter is a
state that can be drawn (`states.STATES`), or `flipped` for its back. A marker of a view is `marker.held-<side>`, the
flag of whoever holds the hex, or has the name of a marker or of a state of the counter on top.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from khalkhin.board.grid import UnknownHex
from khalkhin.engine.view import View
from khalkhin.render import fonts, shapes, svg
from khalkhin.render.counter_look import Countersheet, faces, in_language
from khalkhin.render.counters import ALL, SYMBOL, SYMBOL_AND_FACTORS, CounterFace, counter, stack
from khalkhin.render.layout import Layout
from khalkhin.render.markers import MARKERS
from khalkhin.render.shapes import S
from khalkhin.render.states import STATES
from khalkhin.render.svg import number as n
from khalkhin.render.tokens import Nation, color, family, nation
from khalkhin.render.tokens import counter as length

HEAD = 68.0
MARGIN = 28.0
BOX_COUNTER = 44.0
BOX_GAP = 7.0
ROW_GAP = 16.0
"""Between counters that stand alone, in hundredths of their side."""
CAPTION = 30.0
PAPER = "#efe8d6"
OUT = 26.0
"""How far a marker hangs out of the lower left corner of its counter, clear of the figures."""
FLIPPED = "flipped"
HELD = "held-"
CUTS: Sequence[fonts.Cut] = [
    (fonts.SERIF, 800, "normal"),
    (fonts.SANS, 600, "normal"),
    (fonts.CONDENSED, 600, "normal"),
    (fonts.CONDENSED, 700, "normal"),
    (fonts.CONDENSED, 800, "normal"),
]
_STYLE = re.compile(r"<style>((?:@font-face\{[^}]*\}\n?)*)</style>")


@dataclass(frozen=True)
class Heading:
    """What stands over a position: the game, and where it is in it."""

    title: str
    line: str


@dataclass(frozen=True)
class Box:
    """Counters off the map, under a caption."""

    caption: str
    faces: Sequence[CounterFace]


class Pieces:
    """The counters of a game, ready to show what a view says of them."""

    def __init__(self, sheet: Countersheet, words: Path | None = None, language: str = "en") -> None:
        """With the folder of the game's words their designations are those of a language."""
        self._look = sheet.look
        fronts, backs = (faces(sheet.counters, sheet.look, back) for back in (False, True))
        if words is not None:
            fronts, backs = ([in_language(one, words, language) for one in side] for side in (fronts, backs))
        self._faces = {front.id: (front, back) for front, back in zip(fronts, backs, strict=True)}
        self._flags = {row.text("side"): self._nation(row.text("nation")) for row in reversed(sheet.counters)}

    def face(self, seen: Mapping[str, object]) -> CounterFace:
        """A counter of a view: as it lies there, or, if it is not named, its nation alone."""
        if "id" not in seen:
            return CounterFace(self._look.game, self._look.nations[str(seen["nation"])], hidden=True)
        said = seen["is"]
        assert isinstance(said, list)
        front, back = self._faces[str(seen["id"])]
        return replace(back if FLIPPED in said else front, states=tuple(state for state in STATES if state in said))

    def marker(self, name: str) -> CounterFace:
        return CounterFace(self._look.game, "", marker=name)

    def flag(self, side: str) -> Nation:
        """The look of a side: that of the first of its nations."""
        return self._flags[side]

    def _nation(self, key: str) -> Nation:
        return nation(self._look.game, self._look.nations[key])


def detail_at(pixels: float) -> int:
    """How much of a counter can be read when it is so large."""
    steps = length("detail")
    return ALL if pixels >= steps["all"] else SYMBOL_AND_FACTORS if pixels >= steps["symbolAndFactors"] else SYMBOL


def side_of_counter(layout: Layout) -> float:
    return float(length("S")["R"]) * layout.radius


def draw_position(
    seen: View,
    layout: Layout,
    map_: str,
    sheet: Countersheet,
    heading: Heading,
    captions: Mapping[str, str],
    language: str = "en",
    scale: float | None = None,
) -> str:
    """The whole drawing. `map_` is the map without its frame, `captions` name the boxes in the order they are shown.

    `scale` is how many pixels a unit will have, where that is known: counters show what can be read at that size.
    """
    pieces = Pieces(sheet)
    detail = ALL if scale is None else detail_at(side_of_counter(layout) * scale)
    width = layout.width + 2 * MARGIN
    off_map = [
        Box(caption, [pieces.face(c) for c in seen["places"].get(name, ())]) for name, caption in captions.items()
    ]
    below, height = _boxes(off_map, width, HEAD + layout.height + MARGIN, language, scale)
    printed, letters = _without_fonts(map_)
    content = [
        svg.element("style", "".join(dict.fromkeys([*letters, *fonts.face_css(True, only=CUTS).splitlines(True)]))),
        svg.element("rect", width=n(width), height=n(height), fill=PAPER),
        _heading(heading, width),
        printed.replace("<svg ", f'<svg x="{n(MARGIN)}" y="{n(HEAD)}" ', 1),
        svg.group(
            pieces_on_map(seen, layout, pieces, detail, language),
            class_="pieces",
            transform=f"translate({n(MARGIN)} {n(HEAD)})",
        ),
        below,
    ]
    return svg.document(width, height, content, lang=language)


def _without_fonts(drawing: str) -> tuple[str, list[str]]:
    """A drawing without the letters it brings along, and those letters, so that they are in the whole only once."""
    found = _STYLE.search(drawing)
    if found is None:
        return drawing, []
    return drawing.replace(found[0], "", 1), found[1].splitlines(True)


def _heading(heading: Heading, width: float) -> str:
    x = MARGIN
    title = svg.text(
        heading.title, x, 46, font_family=family("serif"), font_weight=800, font_size=32, fill=color("ink")
    )
    x += fonts.width(heading.title, fonts.SERIF, 800, 32) + 22
    size = fonts.fit(heading.line, fonts.SANS, 600, 19, width - MARGIN - x)
    return title + svg.text(
        heading.line, x, 45, font_family=family("sans"), font_weight=600, font_size=size, fill=color("ink2")
    )


# -- on the map --------------------------------------------------------------------------------------------------------


def pieces_on_map(seen: View, layout: Layout, pieces: Pieces, detail: int, language: str) -> list[str]:
    """The stacks of a view and its flags, where the map has their hexes."""
    return [*_stacks(seen, layout, pieces, detail, language), *_flags(seen, layout, pieces)]


def _on_map(layout: Layout, names: Mapping[str, Sequence[object]]) -> list[tuple[int, str]]:
    """Hexes with something in them, from north to south, so that what leans over lies on top."""
    hexes = []
    for name in names:
        try:
            hexes.append((layout.grid.at(name), name))
        except UnknownHex:
            continue  # a box
    return sorted(hexes, key=lambda found: (layout.centre(found[0])[1], layout.centre(found[0])[0]))


def _flags(seen: View, layout: Layout, pieces: Pieces) -> Iterator[str]:
    """Hexes that somebody holds, with the holder's mark."""
    for hex_, name in _on_map(layout, seen["markers"]):
        for key in seen["markers"][name]:
            kind = _marker(key)
            if kind.startswith(HELD):
                yield _flag(layout, hex_, pieces.flag(kind.removeprefix(HELD)), kind)


def _flag(layout: Layout, hex_: int, look: Nation, kind: str) -> str:
    """In the upper left corner, clear of the counter and of what is printed: names stand below or beside."""
    r = layout.radius
    x, y = layout.corner(hex_, 0 if layout.grid.spec.flat else 5, 0.93)
    disc = {"fill": look.ground, "stroke": look.ink, "stroke_width": 0.04 * r}
    return svg.group(
        [svg.element("circle", cx=x, cy=y, r=0.22 * r, **disc), shapes.mark(look.mark, x, y, 0.145 * r, look.ink)],
        class_=f"flag flag-{kind}",
    )


def _stacks(seen: View, layout: Layout, pieces: Pieces, detail: int, language: str) -> Iterator[str]:
    side, rider = side_of_counter(layout), length("riderMarker")
    places = {name: seen["places"].get(name, []) for name in {**seen["places"], **seen["markers"]}}
    for hex_, name in _on_map(layout, places):
        kinds = [_marker(key) for key in seen["markers"].get(name, ())]
        found = [pieces.face(one) for one in places[name]]
        if found:
            found[0] = replace(found[0], states=_with(found[0].states, kinds))
        x, y = layout.centre(hex_)
        lean = (min(len(found), length("stackVisible")) - 1) * length("stackStep") / 2 if found else 0
        parts = [stack(found, detail, language)] if found else []
        riders = [kind for kind in kinds if kind in MARKERS]
        for k, kind in enumerate(riders):
            at = f"translate({n(k * rider - OUT)} {n(S - rider + OUT)}) scale({n(rider / S)})"
            parts.append(svg.group(counter(pieces.marker(kind), language=language), transform=at))
        if parts:
            at = f"translate({n(x)} {n(y)}) scale({n(side / S)}) translate({n(-S / 2 - lean)} {n(-S / 2 + lean)})"
            yield svg.group(parts, transform=at, class_="place", data_place=name)


def _marker(key: str) -> str:
    return key.partition(".")[2]


def _with(states: Sequence[str], kinds: Sequence[str]) -> tuple[str, ...]:
    return tuple(state for state in STATES if state in states or state in kinds)


# -- off the map -------------------------------------------------------------------------------------------------------


def _boxes(boxes: Sequence[Box], width: float, top: float, language: str, scale: float | None) -> tuple[str, float]:
    """Boxes that hold something, one under the other, and where they end."""
    detail = ALL if scale is None else detail_at(BOX_COUNTER * scale)
    parts, y = [], top
    for box in (box for box in boxes if box.faces):
        parts.append(_caption(box, MARGIN, y + 17))
        x, y = MARGIN, y + CAPTION
        for face in box.faces:
            if x + BOX_COUNTER > width - MARGIN:
                x, y = MARGIN, y + BOX_COUNTER + BOX_GAP
            at = f"translate({n(x)} {n(y)}) scale({n(BOX_COUNTER / S)})"
            parts.append(svg.group(counter(face, detail, language), transform=at))
            x += BOX_COUNTER + BOX_GAP
        y += BOX_COUNTER + 16
    return svg.group(parts, class_="boxes"), y + MARGIN / 2 if parts else y


def _caption(box: Box, x: float, y: float) -> str:
    style = {"font_family": family("condensed"), "font_size": 18, "fill": color("ink2")}
    beside = x + fonts.width(box.caption, fonts.CONDENSED, 700, 18) + 8
    return svg.text(box.caption, x, y, font_weight=700, **style) + svg.text(
        str(len(box.faces)), beside, y, font_weight=600, **style
    )


# -- counters alone ----------------------------------------------------------------------------------------------------


def draw_row(shown: Sequence[CounterFace], language: str = "en", side: float = 84.0) -> str:
    """Counters beside each other, for a text that speaks of them."""
    pitch, low = S + ROW_GAP, -ROW_GAP / 2
    width, height = pitch * len(shown), pitch
    placed = (
        svg.group(counter(face, language=language), transform=f"translate({n(pitch * k)} 0)")
        for k, face in enumerate(shown)
    )
    return svg.element(
        "svg",
        placed,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(n, (low, low, width, height))),
        width=n(width * side / S),
        height=n(height * side / S),
        lang=language,
    )
