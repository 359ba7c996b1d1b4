"""The grid, there when looked for, and the hex numbers in the top strip of each hex."""

from __future__ import annotations

from khalkhin.board.hexset import members
from khalkhin.render import fonts
from khalkhin.render.map.canvas import Canvas
from khalkhin.render.svg import number, path, text
from khalkhin.render.tokens import family

NUMBER_WEIGHT = 500


def draw_grid(canvas: Canvas) -> str:
    """Every hexside once: each hex draws those that no hex before it has drawn."""
    layout, grid = canvas.layout, canvas.sheet.grid
    parts = []
    for h in members(grid.all):
        for d in range(6):
            there = grid.step(h, d)
            if there is None or there > h:
                (ax, ay), (bx, by) = layout.side(h, d)
                parts.append(f"M{number(ax)} {number(ay)}l{number(bx - ax)} {number(by - ay)}")
    look = canvas.tokens["grid"]
    return path(
        "".join(parts),
        fill="none",
        stroke=look["color"],
        stroke_opacity=look["opacity"],
        stroke_width=canvas.r(look["width"]),
        stroke_linecap="round",
    )


def draw_numbers(canvas: Canvas) -> str:
    return "".join(
        text(canvas.sheet.grid.name(h), round(x, 1), round(y + canvas.r(canvas.tokens["hexNumber"]["baseline"]), 1))
        for h in members(canvas.sheet.grid.all)
        for x, y in (canvas.layout.centre(h),)
    )


def number_style(canvas: Canvas) -> dict[str, object]:
    """The attributes of the layer with the numbers."""
    return {
        "font_family": family("condensed"),
        "font_weight": NUMBER_WEIGHT,
        "font_size": canvas.r(canvas.tokens["hexNumber"]["size"]),
        "fill": canvas.look.palette["ink"]["hexNumber"],
        "text_anchor": "middle",
        "stroke": canvas.look.palette["paper"],
        "stroke_opacity": 0.55,
        "stroke_width": canvas.r(0.04),
        "paint_order": "stroke",
    }


def number_size(canvas: Canvas) -> tuple[float, float]:
    """Half the width of a hex number, and its height."""
    size = canvas.r(canvas.tokens["hexNumber"]["size"])
    wide = fonts.width("0000", fonts.CONDENSED, NUMBER_WEIGHT, size)
    return wide / 2, fonts.height(fonts.CONDENSED, NUMBER_WEIGHT, size)
