"""A whole map as one drawing in layers, with or without the printed sheet around it."""

from __future__ import annotations

from khalkhin.board.mapsheet import MapSheet
from khalkhin.render import fonts
from khalkhin.render.ground import Ground, ground
from khalkhin.render.layout import Layout
from khalkhin.render.map.canvas import Canvas
from khalkhin.render.map.frame import draw_frame, sheet_of
from khalkhin.render.map.frontiers import draw_bands, draw_lines
from khalkhin.render.map.hexes import draw_grid, draw_numbers, number_style
from khalkhin.render.map.lettering import draw_names
from khalkhin.render.map.look import MapLook, Words
from khalkhin.render.map.marks import draw_marks
from khalkhin.render.map.names import names
from khalkhin.render.map.rivers import draw_rivers
from khalkhin.render.map.water import water
from khalkhin.render.map.ways import draw_bridges, draw_ways
from khalkhin.render.svg import document, element, group, number

LAYERS = (
    "ground",
    "water",
    "frontiers",
    "grid",
    "rivers",
    "ways",
    "border",
    "bridges",
    "numbers",
    "marks",
    "names",
)
"""The ids of the layers, from the lowest to the highest."""


def map_ground(sheet: MapSheet, look: MapLook, scale: int = 1) -> Ground:
    """The ground of a map: its `file`, or its `data_uri()`, is what `draw_map` wants to be told."""
    return ground(sheet, Layout(sheet.grid), look.ground, scale)


def draw_map(
    sheet: MapSheet,
    look: MapLook,
    *,
    ground_href: str | None,
    words: Words,
    embed_fonts: bool,
    framed: bool,
) -> str:
    """A map as SVG: one group a layer, with the ids of `LAYERS`.

    `ground_href` is where the picture of the ground is found, a URL, a path or a data URI; with None the ground is
    plain paper. `words` says what stands for a key of look.toml. `framed` puts the printed sheet round the map.
    """
    canvas = Canvas(sheet, look)
    layers = _layers(canvas, ground_href, words)
    style = element("style", fonts.face_css(embed_fonts, only=_CUTS))
    layout = canvas.layout
    if not framed:
        return document(layout.width, layout.height, (style, *layers), class_="map")
    place = sheet_of(canvas, words)
    under, over = draw_frame(canvas, words)
    # An inner drawing cuts off what runs beyond the edge of the map.
    inner = element(
        "svg",
        layers,
        x=place.x,
        y=place.y,
        width=layout.width,
        height=layout.height,
        viewBox=f"0 0 {number(layout.width)} {number(layout.height)}",
        overflow="hidden",
    )
    return document(place.width, place.height, (style, under, inner, over), class_="map sheet")


_CUTS = (
    (fonts.SERIF, 500, "normal"),
    (fonts.SERIF, 500, "italic"),
    (fonts.SERIF, 700, "normal"),
    (fonts.SERIF, 700, "italic"),
    (fonts.SERIF, 800, "normal"),
    (fonts.SMALL_CAPS, 800, "normal"),
    (fonts.SANS, 700, "normal"),
    (fonts.CONDENSED, 500, "normal"),
    (fonts.CONDENSED, 600, "normal"),
    (fonts.CONDENSED, 700, "normal"),
    (fonts.CONDENSED, 800, "normal"),
)
"""The cuts that maps and their sheets are written in."""


def _layers(canvas: Canvas, ground_href: str | None, words: Words) -> list[str]:
    drawn = {
        "ground": _ground(canvas, ground_href),
        "water": water(canvas),
        "frontiers": draw_bands(canvas),
        "grid": draw_grid(canvas),
        "rivers": draw_rivers(canvas),
        "ways": draw_ways(canvas),
        "border": draw_lines(canvas),
        "bridges": draw_bridges(canvas),
        "numbers": draw_numbers(canvas),
        "marks": draw_marks(canvas),
        "names": draw_names(canvas, names(canvas, words)),
    }
    return [group(drawn[name], id=name, **(number_style(canvas) if name == "numbers" else {})) for name in LAYERS]


def _ground(canvas: Canvas, href: str | None) -> str:
    layout = canvas.layout
    if href is None:
        return element("rect", width=layout.width, height=layout.height, fill=canvas.look.ground.paper)
    return ground(canvas.sheet, layout, canvas.look.ground).svg(href)
