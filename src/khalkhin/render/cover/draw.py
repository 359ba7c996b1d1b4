"""The cover as a drawing in one file."""

from __future__ import annotations

import re
from collections.abc import Sequence

from khalkhin.render import svg
from khalkhin.render.counters import CounterFace, counter
from khalkhin.render.cover.look import CoverLook
from khalkhin.render.map.inline import prefixed
from khalkhin.render.shapes import S
from khalkhin.render.svg import number as n

PAPER = "#f4ecd8"
FADE = ((0.0, 0.97), (0.2, 0.94), (0.42, 0.0))
"""From the top downwards: where, and how much of the map the paper covers. The title stands there."""
COUNTER = 0.2
"""The side of a counter, and below its distances, as shares of the cover's width."""
MARGIN, GAP = 0.05, 0.032
_OPENING = re.compile(r"<svg [^>]*>")


def draw_cover(map_: str, look: CoverLook, faces: Sequence[CounterFace], prefix: str = "cover-") -> str:
    """The cover. `map_` is the whole map without its frame; its ids and those of the cover get the prefix."""
    x, y, width, height = look.crop
    piece = svg.element(
        "svg",
        prefixed(_OPENING.sub("", map_, count=1).removesuffix("</svg>"), prefix),
        viewBox=f"{n(x)} {n(y)} {n(width)} {n(height)}",
        width=n(width),
        height=n(height),
        overflow="hidden",
    )
    return svg.document(width, height, [piece, _fade(width, height, prefix), *_counters(faces, width, height)])


def _fade(width: float, height: float, prefix: str) -> str:
    stops = [svg.element("stop", offset=at, stop_color=PAPER, stop_opacity=cover) for at, cover in FADE]
    gradient = svg.element("linearGradient", stops, id=f"{prefix}fade", x1=0, y1=0, x2=0, y2=1)
    return svg.element("defs", gradient) + svg.element(
        "rect", width=n(width), height=n(height), fill=f"url(#{prefix}fade)"
    )


def _counters(faces: Sequence[CounterFace], width: float, height: float) -> list[str]:
    """In the lower right corner, the last one at the edge."""
    side, top = COUNTER * width, height - (COUNTER + MARGIN) * width
    parts = []
    for k, face in enumerate(reversed(faces)):
        left = width - (MARGIN + COUNTER + k * (COUNTER + GAP)) * width
        parts.append(svg.group(counter(face), transform=f"translate({n(left)} {n(top)}) scale({n(side / S)})"))
    return parts
