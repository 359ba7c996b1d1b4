"""How far points are from water."""

from __future__ import annotations

import numpy as np
from scipy.spatial import cKDTree

from khalkhin.render.ground.bake.lattice import Field, Lattice
from khalkhin.render.ground.rivers import RiverReach

_FAR = 1.5
"""In hex radii. Nobody asks how much farther water is than that."""


class Rivers:
    """Rivers to keep away from. `middle` is the distance from the middle of the nearest one."""

    def __init__(self, lattice: Lattice, rivers: list[RiverReach]) -> None:
        self._lattice = lattice
        self.middle: Field = np.full(lattice.shape, _FAR * lattice.radius)
        self._bank = self.middle
        if rivers:
            points = np.array([p for reach in rivers for p in reach.points])
            half = np.array([reach.width / 2 for reach in rivers for _ in reach.points] + [0.0])
            x, y = lattice.points()
            away, nearest = cKDTree(points).query(
                np.column_stack([x.ravel(), y.ravel()]), distance_upper_bound=_FAR * lattice.radius
            )
            self.middle = np.minimum(np.asarray(away), _FAR * lattice.radius).reshape(lattice.shape)
            self._bank = self.middle - half[np.asarray(nearest)].reshape(lattice.shape)

    def bank(self, x: Field, y: Field) -> Field:
        """How far points are from the water of the nearest river; below 0 in it."""
        return self._lattice.sample(self._bank, x, y)
