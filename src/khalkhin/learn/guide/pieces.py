"""Pieces of the painted ground of a map, so that a PDF holds only what its pictures show of it."""

from __future__ import annotations

import re
from base64 import b64encode
from io import BytesIO
from typing import Any

from khalkhin.render import svg
from khalkhin.render.ground import Ground

SCALE = 1
"""The scale of the ground that is printed: a PDF keeps every pixel."""
MOST = 900
"""Pixels along a side: a larger piece is made smaller."""
QUALITY = 85
_GROUND = re.compile(r'<image [^>]*class="ground"[^>]*>')
_WINDOW = re.compile(r'<svg [^>]*?viewBox="([-\d. ]+)"')


class GroundPieces:
    """Cuts a ground. `read` opens pictures, as Pillow's `Image` does."""

    def __init__(self, ground: Ground, read: Any) -> None:
        self._ground = ground
        self._picture = None if ground.file is None else read.open(ground.file).convert("RGB")

    def inside(self, drawing: str) -> str:
        """A window on the map with its piece of the ground inside it; any other drawing as it is."""
        place, window = _GROUND.search(drawing), _WINDOW.match(drawing)
        if place is None or window is None or self._picture is None:
            return drawing
        return drawing.replace(place[0], self._piece(*map(float, window[1].split())))

    def _piece(self, x: float, y: float, width: float, height: float) -> str:
        assert self._picture is not None
        across, down = self._picture.width / self._ground.width, self._picture.height / self._ground.height
        cut = self._picture.crop(
            (round(x * across), round(y * down), round((x + width) * across), round((y + height) * down))
        )
        cut.thumbnail((MOST, MOST))
        out = BytesIO()
        cut.save(out, "JPEG", quality=QUALITY)
        href = "data:image/jpeg;base64," + b64encode(out.getvalue()).decode("ascii")
        return svg.element(
            "image", x=x, y=y, width=width, height=height, preserveAspectRatio="none", href=href, class_="ground"
        )
