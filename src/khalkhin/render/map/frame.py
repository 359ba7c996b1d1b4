"""The printed sheet around a map: title, turn track, double frame, terrain key, scale bar, north arrow, note."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from khalkhin.render import fonts
from khalkhin.render.map.canvas import Canvas
from khalkhin.render.map.key import ROW, key_entry, key_width
from khalkhin.render.map.look import KeyEntry, TrackSpace, Words
from khalkhin.render.svg import element, group, path, text
from khalkhin.render.tokens import color, family, nation

PAPER = "#f2ead8"
MARGIN = 40.0
HEAD = 142.0
"""The height of the strip with the title."""
_FRAME_INK = "#3a2e20"
_ARROW = 104.0
"""Room for the north arrow, and between the key and the scale bar."""
_GAP = 26.0
"""Between two entries of the key."""
_SPACE = 84.0
"""The width of a space of the turn track."""


@dataclass(frozen=True)
class MapFrame:
    """The size of the sheet, and where the map lies on it."""

    width: float
    height: float
    x: float
    y: float


def sheet_of(canvas: Canvas, words: Words) -> MapFrame:
    width = canvas.layout.width + 2 * MARGIN
    rows = len(_key_rows(canvas, words))
    return MapFrame(width, HEAD + canvas.layout.height + 62 + ROW * 1.36 * rows + 34, MARGIN, HEAD)


def draw_frame(canvas: Canvas, words: Words) -> tuple[str, str]:
    """What lies under the map and what lies over it."""
    sheet = sheet_of(canvas, words)
    under = element("rect", width=sheet.width, height=sheet.height, fill=PAPER)
    over = (
        _border(canvas, sheet)
        + _title(canvas, words)
        + _track(canvas, words, sheet)
        + _key(canvas, words, sheet)
        + _scale(canvas, sheet)
        + _note(canvas, words, sheet)
    )
    return under, over


def _border(canvas: Canvas, sheet: MapFrame) -> str:
    """A thick and a thin line round the map."""
    parts = []
    for away, width in ((2.0, 1.2), (8.0, 2.6)):
        parts.append(
            element(
                "rect",
                x=sheet.x - away,
                y=sheet.y - away,
                width=canvas.layout.width + 2 * away,
                height=canvas.layout.height + 2 * away,
                fill="none",
                stroke=_FRAME_INK,
                stroke_width=width,
            )
        )
    return "".join(parts)


def _write(content: str, x: float, y: float, face: str, weight: int, size: float, **more: object) -> str:
    """A text in a family of the tokens, in the ink of the sheet unless told otherwise."""
    look = {"fill": color("ink"), "font_family": family(face), "font_weight": weight, "font_size": size}
    return text(content, x, y, **(look | more))


def _italic(content: str, x: float, y: float, size: float, **more: object) -> str:
    return _write(content, x, y, "serif", 500, size, font_style="italic", **more)


def _caption(content: str, x: float, y: float) -> str:
    return _write(content.upper(), x, y, "condensed", 600, 12.5, letter_spacing=1.5, fill=color("ink2"))


def _title(canvas: Canvas, words: Words) -> str:
    look, left = canvas.look.sheet, MARGIN - 5
    return group(
        (
            _write(words(look.title), left, 62.0, "serif", 800, 46),
            _italic(words(look.subtitle), left, 92.0, 21.5),
            _caption(words(look.scale), left, 115.0),
        ),
        class_="title",
    )


# -- turn track --------------------------------------------------------------------------------------------------------


def _track(canvas: Canvas, words: Words, sheet: MapFrame) -> str:
    look = canvas.look.track
    if look is None:
        return ""
    right = sheet.width - MARGIN + 8
    left = right - _SPACE * len(look.spaces)
    parts = [_space(canvas, words, space, left + i * _SPACE, i) for i, space in enumerate(look.spaces)]
    note = _italic(words(look.note), right, 126.0, 13.5, fill=color("ink2"), text_anchor="end")
    return group((*parts, _caption(words(look.title), left, 126.0), note), class_="track")


def _space(canvas: Canvas, words: Words, space: TrackSpace, x: float, n: int) -> str:
    """The turn, what there is to spend in it, and who comes."""
    ground = "#efe4c6" if n % 2 else "#eadcb8"
    note = words(space.note)
    size = fonts.fit(note, fonts.SERIF, 500, 14.5, _SPACE - 38, "italic")
    parts = [
        element("rect", x=x, y=26.0, width=_SPACE, height=84.0, fill=ground, stroke=_FRAME_INK, stroke_width=1.1),
        _write(space.label, x + 12, 58.0, "sans", 700, 27),
        _italic(note, x + _SPACE - 8, 43.0, size, fill=color("ink2"), text_anchor="end"),
    ]
    at = x + 15
    for people, points in space.chips:
        parts.append(_chip(canvas, people, points, at))
        at += 21
    for people in space.flags:
        look = nation(canvas.look.name, people)
        flag = f"M{at - 5:g} 86h11v9l-5.5 5-5.5-5z"
        parts.append(path(flag, fill=look.ground, stroke=look.ink, stroke_width=1, data_flag=people))
        at += 14.5
    return group(parts, class_="turn")


def _chip(canvas: Canvas, people: str, points: str, x: float) -> str:
    look = nation(canvas.look.name, people)
    disc = element("circle", cx=x, cy=93.0, r=9.5, fill=look.ground, stroke=look.ink, stroke_width=1)
    return disc + _write(points, x, 97.3, "condensed", 700, 12.5, fill=look.ink, text_anchor="middle")


# -- key ---------------------------------------------------------------------------------------------------------------


def _key_rows(canvas: Canvas, words: Words) -> list[list[KeyEntry]]:
    """The entries in rows: as few as fit beside the scale bar, all about as long."""
    widths = [key_width(entry, words) + _GAP for entry in canvas.look.key]
    room = canvas.layout.width - _right(canvas)
    for count in range(1, len(widths)):
        rows = _dealt(canvas.look.key, widths, sum(widths) / count)
        if len(rows) <= count and all(sum(key_width(e, words) + _GAP for e in row) <= room for row in rows):
            return rows
    return [[entry] for entry in canvas.look.key]


def _dealt(entries: Sequence[KeyEntry], widths: Sequence[float], goal: float) -> list[list[KeyEntry]]:
    """Entries in rows that each end nearest to the length they should have."""
    rows: list[list[KeyEntry]] = []
    used = goal
    for entry, width in zip(entries, widths, strict=True):
        if used + width / 2 > goal:
            rows.append([])
            used = 0.0
        rows[-1].append(entry)
        used += width
    return rows


def _key(canvas: Canvas, words: Words, sheet: MapFrame) -> str:
    top = HEAD + canvas.layout.height
    parts = [_caption(words("key.title"), MARGIN - 6, top + 32)]
    n = 0
    for row, entries in enumerate(_key_rows(canvas, words)):
        x, y = MARGIN - 4, top + 74 + row * ROW * 1.36
        spare = canvas.layout.width - _right(canvas) - sum(key_width(entry, words) for entry in entries)
        gap = min(64.0, spare / max(1, len(entries) - 1)) if len(entries) > 1 else 0.0
        for entry in entries:
            parts.append(key_entry(canvas, entry, words, x, y, n))
            x += key_width(entry, words) + gap
            n += 1
    return group(parts, class_="terrain-key")


def _kilometre(canvas: Canvas) -> float:
    return canvas.radius * sqrt(3) / canvas.look.sheet.km


def _right(canvas: Canvas) -> float:
    """Room for the scale bar and the north arrow."""
    return canvas.look.sheet.bar[-1] * _kilometre(canvas) + _ARROW


def _scale(canvas: Canvas, sheet: MapFrame) -> str:
    """A bar in kilometres, and north, which is up on every map."""
    look = canvas.look.sheet
    unit = _kilometre(canvas)
    right = sheet.width - MARGIN - 60
    y = HEAD + canvas.layout.height + 82
    left = right - look.bar[-1] * unit
    parts = [
        element("rect", x=left, y=y, width=right - left, height=5.0, fill=PAPER, stroke=_FRAME_INK, stroke_width=1)
    ]
    for i, (a, b) in enumerate(zip(look.bar, look.bar[1:], strict=False)):
        if i % 2 == 0:
            parts.append(element("rect", x=left + a * unit, y=y, width=(b - a) * unit, height=5.0, fill=_FRAME_INK))
    for mark in look.bar:
        parts.append(_write(str(mark), left + mark * unit, y - 6, "condensed", 600, 13, text_anchor="middle"))
    parts.append(_write("km", right + 12, y - 6, "condensed", 600, 13))
    return group(parts, class_="scale-bar") + _north(sheet.width - MARGIN - 10, y - 14)


def _north(x: float, y: float) -> str:
    parts = (
        element("circle", r=15.0, fill="none", stroke=_FRAME_INK, stroke_width=1.1),
        path("M0-20 5 8 0 4z", fill=_FRAME_INK),
        path("M0-20-5 8 0 4z", fill=PAPER, stroke=_FRAME_INK, stroke_width=1),
        _write("N", 0, -25, "serif", 800, 17, fill=_FRAME_INK, text_anchor="middle"),
    )
    return group(parts, transform=f"translate({x:.1f} {y:.1f})", class_="north")


def _note(canvas: Canvas, words: Words, sheet: MapFrame) -> str:
    note, right = words(canvas.look.sheet.note), sheet.width - MARGIN + 6
    return _italic(note, right, sheet.height - 20, 14.5, fill=color("ink2"), text_anchor="end")
