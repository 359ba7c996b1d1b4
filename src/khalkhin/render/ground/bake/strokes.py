"""Pen strokes: short straight pieces that may taper, set with soft edges straight into a picture."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from khalkhin.render.ground.bake.lattice import Field, Floats

Values = Field | float
_BATCH = 4_000_000
"""Pixels worked on at once."""


@dataclass
class Strokes:
    """Strokes of one ink, in user units. Where they overlap the darker one is seen, so crossings do not clot."""

    pieces: list[Field] = field(default_factory=list)

    def add(self, start: Field, end: Field, width: Values, end_width: Values, alpha: Values) -> None:
        """Pieces from points to points (rows of x, y), with the width at both ends and the strength of the ink."""
        n = len(start)
        columns = [np.broadcast_to(np.asarray(v, dtype=np.float64), n) for v in (width, end_width, alpha)]
        self.pieces.append(np.column_stack([start, end, *columns]))

    def lines(self, points: Field, widths: Field, alpha: Values) -> None:
        """Many lines of equally many points: `points[i, j]` is point j of line i, `widths[i, j]` the width there."""
        for j in range(points.shape[1] - 1):
            self.add(points[:, j], points[:, j + 1], widths[:, j], widths[:, j + 1], alpha)

    def all(self) -> Field:
        """Rows of x, y at the start, x, y at the end, both widths, strength."""
        return np.concatenate(self.pieces) if self.pieces else np.empty((0, 7))

    def ink(self, size: tuple[int, int], scale: float) -> Floats:
        """How strong the ink is in each pixel of a picture with this width and height."""
        rows = self.all() * np.array([scale] * 6 + [1.0])
        mask = np.zeros(size[0] * size[1], dtype=np.float32)
        reach = np.maximum(rows[:, 4], rows[:, 5]) / 2 + 1
        low = np.floor(np.minimum(rows[:, 0:2], rows[:, 2:4]) - reach[:, None]).astype(np.int64)
        high = np.ceil(np.maximum(rows[:, 0:2], rows[:, 2:4]) + reach[:, None]).astype(np.int64)
        side = (high - low).max(axis=1, initial=0) + 1
        side = (side + 3) // 4 * 4
        for s in np.unique(side):
            chosen = np.flatnonzero(side == s)
            for part in np.array_split(chosen, max(1, len(chosen) * s * s // _BATCH + 1)):
                _stamp(mask, rows[part].astype(np.float32), low[part], int(s), size)
        return mask.reshape(size[1], size[0])


def _stamp(mask: Floats, rows: Floats, low: np.ndarray, side: int, size: tuple[int, int]) -> None:
    """Strokes that fit into squares of `side` pixels, whose north-west corners are `low`."""
    offsets = np.arange(side)
    column = low[:, 0, None, None] + offsets[None, None, :]
    row = low[:, 1, None, None] + offsets[None, :, None]
    ax, ay, bx, by, wa, wb, alpha = (rows[:, k, None, None] for k in range(7))
    dx, dy = bx - ax, by - ay
    px, py = column.astype(np.float32) + np.float32(0.5) - ax, row.astype(np.float32) + np.float32(0.5) - ay
    t = np.clip((px * dx + py * dy) / np.maximum(dx * dx + dy * dy, 1e-9), 0, 1)
    away = np.hypot(px - t * dx, py - t * dy)
    half = (wa + (wb - wa) * t) / 2
    # The share of a pixel-wide strip across the stroke that lies within it: right for hairlines too.
    cover = np.clip(np.minimum(away + 0.5, half) - np.maximum(away - 0.5, -half), 0, 1) * alpha
    seen = (cover > 0) & (column >= 0) & (column < size[0]) & (row >= 0) & (row < size[1])
    np.maximum.at(mask, (row * size[0] + column)[seen], cover[seen])
