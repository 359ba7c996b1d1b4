"""Names as drawn: a paper halo under the letters, one class for each rank so that readers can hide the lesser ones."""

from __future__ import annotations

from collections import defaultdict
from html import escape

from khalkhin.render.map.canvas import Canvas
from khalkhin.render.map.curves import path_of
from khalkhin.render.map.labels import FIGURE_WEIGHT, Label, parts
from khalkhin.render.map.names import CurvedName, Names, PlaceName
from khalkhin.render.svg import element, group, path
from khalkhin.render.tokens import family, tokens

_HEIGHT_INK = "#3a2a18"
_RANGE_INK = "#4a3622"


def draw_names(canvas: Canvas, names: Names) -> str:
    """States and ranges lie lowest, then rivers, then places."""
    curves = [*names.areas, *names.rivers]
    defs = element("defs", (path(path_of(name.curve), id=f"course-{i}") for i, name in enumerate(curves)))
    parts = [_curved(canvas, name, i) for i, name in enumerate(curves)]
    ranks: defaultdict[tuple[int, str], list[PlaceName]] = defaultdict(list)
    for place in names.places:
        ranks[place.look.rank, place.look.ink].append(place)
    for (rank, ink), places in sorted(ranks.items(), reverse=True):
        parts.append(
            group(
                (_place(canvas, place) for place in places),
                class_=f"places rank-{rank}",
                font_family=family("serif"),
                fill=_ink(canvas, ink),
                text_anchor="middle",
                **_halo(canvas, 1.0),
            )
        )
    return (defs if curves else "") + "".join(parts)


def _ink(canvas: Canvas, ink: str) -> str:
    if ink == "height":
        return _HEIGHT_INK
    return str(canvas.look.palette["water"]["name"] if ink == "water" else canvas.look.palette["ink"]["name"])


def _halo(canvas: Canvas, share: float) -> dict[str, object]:
    halo = canvas.tokens["halo"]
    return {
        "stroke": halo["color"],
        "stroke_opacity": halo["opacity"] * share,
        "stroke_width": canvas.r(halo["width"]),
        "stroke_linejoin": "round",
        "paint_order": "stroke",
    }


def _place(canvas: Canvas, place: PlaceName) -> str:
    label = place.label
    return element(
        "text",
        _lines(label),
        font_size=label.type.size,
        font_weight=label.type.weight,
        font_style="italic" if label.type.italic else None,
        data_hex=canvas.sheet.grid.name(place.hex),
    )


def _lines(label: Label) -> str:
    return "".join(
        element("tspan", figured(line), x=round(label.x, 1), y=round(baseline, 1))
        for line, baseline in zip(label.lines, label.baselines, strict=True)
    )


def figured(line: str) -> str:
    """A text whose figures are sans, because Alegreya's read as letters."""
    sans = {"font_family": family("condensed"), "font_weight": FIGURE_WEIGHT, "font_style": "normal"}
    return "".join(
        element("tspan", part, **sans) if part.isdigit() else escape(part, quote=False) for part in parts(line)
    )


def _curved(canvas: Canvas, name: CurvedName, n: int) -> str:
    state = name.kind == "state"
    water = canvas.look.palette["water"]["name"]
    color = tokens()["countryBand"][name.color] if name.color else _RANGE_INK if name.kind == "range" else water
    middle = name.kind != "river"
    return element(
        "text",
        element(
            "textPath",
            escape(name.text, quote=False),
            href=f"#course-{n}",
            startOffset="50%" if middle else None,
        ),
        class_=f"{name.kind} rank-{name.rank}",
        font_family=family("smallCaps" if state else "serif"),
        font_weight=name.type.weight,
        font_style="italic" if name.type.italic else None,
        font_size=name.type.size,
        letter_spacing=name.type.spacing,
        fill=color,
        fill_opacity=0.62 if state else None,
        text_anchor="middle" if middle else None,
        **_halo(canvas, 0.55 if state else 0.85),
    )
