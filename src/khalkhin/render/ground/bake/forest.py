"""Trees: small lobed crowns with a shadow, drawn from north to south so that each stands before the last."""

from __future__ import annotations

import numpy as np

from khalkhin.render.ground.bake.lattice import Field, Floats
from khalkhin.render.ground.bake.textures import Scatter

Colour = tuple[float, float, float]
_LOBES = ((-0.55, 0.10, 0.52), (-0.18, -0.34, 0.58), (0.38, -0.28, 0.55), (0.58, 0.14, 0.50), (0.02, 0.18, 0.60))
"""x, y and radius of the round parts of a crown of size 1."""


def trees(scatter: Scatter) -> Field:
    """Rows of x, y and size, from north to south, in user units."""
    at, rng = scatter.over("forest", 0.165, 0.5, 0.08)
    at = at[rng.random(len(at)) > 0.10]
    size = rng.uniform(2.0, 3.1, len(at)) * scatter.radius / 40
    rows = np.column_stack([at, size])
    return rows[np.lexsort((rows[:, 0], rows[:, 1]))]


def plant(picture: Floats, rows: Field, scale: float, crown: Colour, line: Colour, shadow: Colour) -> None:
    """Draw trees into a picture."""
    for x, y, size in rows * scale:
        reach = int(2 * size + 3)
        top, left = max(int(y) - reach, 0), max(int(x) - reach, 0)
        part = picture[top : int(y) + reach + 1, left : int(x) + reach + 1]
        if not part.size:
            continue
        py, px = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]] + 0.5
        _tree(part, (px - x) / size, (py - y) / size, size, scale, (crown, line, shadow))


def _tree(part: Floats, u: Field, v: Field, size: float, scale: float, colours: tuple[Colour, Colour, Colour]) -> None:
    """One tree; u and v are measured from its middle, in units of its size."""
    crown, line, shadow = colours
    pen = 0.65 * scale / size
    fall = np.hypot((u - 0.36) / 1.12, (v - 0.66) / 0.5)
    _blend(part, shadow, 0.30 * np.clip((1 - fall) * size * 0.6 + 0.5, 0, 1))
    edge = np.min([np.hypot(u - x, v - y) - r for x, y, r in _LOBES], axis=0)
    _blend(part, line, np.clip((pen / 2 - edge) * size + 0.5, 0, 1))
    _blend(part, crown, np.clip((-pen / 2 - edge) * size + 0.5, 0, 1))
    # The south-east of a crown is in its own shade, the north-west catches the light.
    inside = np.clip((-pen / 2 - edge) * size + 0.5, 0, 1)
    _blend(part, line, inside * np.clip(0.55 * (u + v) - 0.12, 0, 0.45))
    _blend(part, (1.0, 0.98, 0.86), inside * np.clip(-0.50 * (u + v) - 0.12, 0, 0.30))


def _blend(part: Floats, colour: Colour, alpha: Field) -> None:
    part += (np.array(colour, dtype=np.float32) - part) * alpha[..., None].astype(np.float32)
