"""What the table `box` of look.toml says of a game's box, or what it would say if there were one.

[box]
spine = "#4f7a3d"             # the colour of the box's back
crop = [600, 300, 620, 750]   # the piece of the map on the cover: left, top, width, height
counters = ["SU-11T-1", "JP-64-1"]
complexity = 2                # one to five
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from khalkhin.board.data import TomlTable
from khalkhin.render.layout import Layout

SHAPE = 5 / 6
"""The width of a cover by its height."""
SPINE = "#6b5a3a"
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_EASIEST, _HARDEST = 1, 5


@dataclass(frozen=True)
class CoverLook:
    """`crop` is in the units of the map; `counters` are ids; complexity is 1 to 5."""

    spine: str
    crop: tuple[float, float, float, float]
    counters: tuple[str, ...]
    complexity: int


def cover_look(box: TomlTable | None, layout: Layout, counters: Sequence[str]) -> CoverLook:
    """The look of a box; a plain one if nothing is said of it. `counters` are the ids there are."""
    if box is None:
        return CoverLook(SPINE, _middle(layout), (counters[0], counters[-1]), 3)
    for name in box.texts("counters"):
        if name not in counters:
            box.fail("counters", f"there is no counter {name!r}")
    if not _COLOUR.fullmatch(box.text("spine")):
        box.fail("spine", f"{box.text('spine')!r} is not a colour such as #4f7a3d")
    if not _EASIEST <= box.integer("complexity") <= _HARDEST:
        box.fail("complexity", f"{box.integer('complexity')} is not between {_EASIEST} and {_HARDEST}")
    return CoverLook(box.text("spine"), _crop(box, layout), tuple(box.texts("counters")), box.integer("complexity"))


def _crop(box: TomlTable, layout: Layout) -> tuple[float, float, float, float]:
    found = box.get("crop")
    if not isinstance(found, list) or len(found) != 4 or not all(isinstance(n, int | float) for n in found):
        box.fail("crop", "this is not a list of left, top, width and height")
    x, y, width, height = map(float, found)
    if not (0 <= x < x + width <= layout.width and 0 <= y < y + height <= layout.height):
        box.fail("crop", f"this is not a piece of a map of {layout.width:.0f} by {layout.height:.0f}")
    return x, y, width, height


def _middle(layout: Layout) -> tuple[float, float, float, float]:
    """The largest piece in the middle, but no more of the map than can be made out."""
    height = min(layout.height, layout.width / SHAPE, 20 * layout.radius)
    width = height * SHAPE
    return (layout.width - width) / 2, (layout.height - height) / 2, width, height
