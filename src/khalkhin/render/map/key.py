"""The terrain key: a piece of the very map for every terrain, a stretch of line for every line, and what each does."""

from __future__ import annotations

from khalkhin.board.hexset import Hex, members
from khalkhin.render import fonts
from khalkhin.render.map.canvas import INK, Canvas
from khalkhin.render.map.curves import Curve, joined, path_of
from khalkhin.render.map.curves import bend as bent
from khalkhin.render.map.frontiers import line_strokes
from khalkhin.render.map.look import KeyEntry, Words
from khalkhin.render.map.marks import lozenge, sign
from khalkhin.render.map.ways import draw_deck, way_strokes
from khalkhin.render.svg import element, group, line_path, number, path, text
from khalkhin.render.tokens import color, family, tokens

_HEX = 30.0
"""The radius of a hex in the key."""
_LINE = 60.0
"""The length of a line in the key."""
TALL = 2 * _HEX * 0.87
ROW = 44.0


def key_width(entry: KeyEntry, words: Words) -> float:
    """What an entry takes up, sample and text."""
    lines = [fonts.width(line, fonts.CONDENSED, 500, 13.0) for line in words(entry.text).split("|")]
    widest = max(fonts.width(words(entry.name), fonts.SERIF, 700, 16.5), *lines)
    return (2 * _HEX if entry.sample == "terrain" else _LINE) + 12 + widest


def key_entry(canvas: Canvas, entry: KeyEntry, words: Words, x: float, y: float, n: int) -> str:
    """An entry whose middle is at the height y."""
    wide = 2 * _HEX if entry.sample == "terrain" else _LINE
    sample = _terrain(canvas, entry.what, n) if entry.sample == "terrain" else _line(canvas, entry)
    return group(
        (
            group(sample, transform=f"translate({number(x + wide / 2)} {number(y)})"),
            _texts(words(entry.name), words(entry.text).split("|") if entry.text else [], x + wide + 12, y),
        ),
        class_="key",
        data_key=f"{entry.sample} {entry.what}",
    )


def _texts(name: str, lines: list[str], x: float, y: float) -> str:
    first = y + 5.5 - 7.5 * len(lines)
    parts = [
        text(name, x, first, font_family=family("serif"), font_weight=700, font_size=16.5, fill=color("ink")),
    ]
    for i, line in enumerate(lines, start=1):
        parts.append(
            text(
                line,
                x,
                first + 15 * i,
                font_family=family("condensed"),
                font_weight=500,
                font_size=13,
                fill=color("ink2"),
            )
        )
    return "".join(parts)


def _terrain(canvas: Canvas, terrain: str, n: int) -> str:
    """A hex of this terrain cut out of the map: the one with most of its like around it."""
    h = _typical(canvas, terrain)
    (x, y), scale = canvas.layout.centre(h), _HEX / canvas.radius
    shape = line_path([((px - x) * scale, (py - y) * scale) for px, py in canvas.layout.corners(h)], close=True)
    # Ground and water are drawn again from where they are; nothing is stored twice.
    piece = "".join(element("use", href=f"#{layer}") for layer in ("ground", "water"))
    return (
        element("clipPath", path(shape), id=f"key-clip-{n}")
        + group(
            group(piece, transform=f"scale({number(scale)}) translate({number(-x)} {number(-y)})"),
            clip_path=f"url(#key-clip-{n})",
        )
        + path(shape, fill="none", stroke=INK, stroke_opacity=0.8, stroke_width=1.1, stroke_linejoin="round")
    )


def _typical(canvas: Canvas, terrain: str) -> Hex:
    hexes, grid = canvas.sheet.terrain[terrain], canvas.sheet.grid

    def fit(h: Hex) -> tuple[int, int]:
        near = sum(1 for d in range(6) if (there := grid.step(h, d)) is not None and hexes >> there & 1)
        return -near + 9 * (h in canvas.sheet.names and terrain not in canvas.look.lakes), h

    return min(members(hexes), key=fit)


def _wave() -> Curve:
    """A line that bends as those of the map do."""
    half = _LINE / 2
    return joined(bent([(-half, 3.0), (-half * 0.5, -5.0), (0.0, 0.0), (half * 0.5, 5.0), (half, -3.0)]))


def _line(canvas: Canvas, entry: KeyEntry) -> str:
    what, half = entry.what, _LINE / 2
    if entry.sample == "river":
        return _river(canvas, path_of(_wave()), canvas.r(canvas.look.rivers[what].width))
    if entry.sample == "bridge":
        wide = canvas.r(canvas.look.rivers[what].width)
        return _river(canvas, f"M{-half} 0H{half}", wide) + group(
            draw_deck(canvas, wide / 2 + canvas.r(0.09)), transform="rotate(90)"
        )
    if entry.sample == "way":
        line = path_of(_wave())
        strokes = way_strokes(canvas, canvas.look.ways[what].style)
        return "".join(path(line, fill="none", **stroke) for stroke in strokes)
    if entry.sample == "frontier":
        return _frontier(canvas, entry.what)
    if entry.sample == "mark":
        return group(sign(what), transform="scale(1.15)")
    return group(lozenge(what), transform="scale(1.15)")


def _river(canvas: Canvas, line: str, width: float) -> str:
    water = canvas.look.palette["water"]
    case = 2 * canvas.r(canvas.tokens["river"]["case"])
    strokes = [(water["line"], width)] + ([(water["fill"], width - case)] if width > case + 1 else [])
    return "".join(path(line, fill="none", stroke=ink, stroke_width=wide) for ink, wide in strokes)


def _frontier(canvas: Canvas, feature: str) -> str:
    look, bands = canvas.look.frontiers[feature], tokens()["countryBand"]
    width, half = canvas.r(bands["width"]), _LINE / 2
    line = f"M{-half} 0H{half}"
    if look.style == "dots":
        under = path(line, stroke=canvas.look.palette["border"], stroke_width=width, opacity=bands["opacity"])
    else:
        states = [name for name in dict.fromkeys(canvas.sheet.field(look.column).values()) if name in bands][:2]
        under = "".join(
            path(
                f"M{-half} {side * width / 2:.2f}h{_LINE}",
                stroke=bands[state],
                stroke_width=width,
                opacity=bands["opacity"],
            )
            for state, side in zip(states, (-1, 1), strict=False)
        )
    cap = "round" if look.style == "dots" else "butt"
    return under + group(
        "".join(path(line, fill="none", **stroke) for stroke in line_strokes(canvas, look.style)), stroke_linecap=cap
    )
