"""Fields over a map: values at evenly spaced points of the sheet and a little beyond it, and smooth noise."""

from __future__ import annotations

from hashlib import sha256
from math import ceil, pi, sqrt

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage

from khalkhin.render.layout import Layout

Field = NDArray[np.float64]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

CELLS = 20
"""Points of the lattice to a hex radius."""
_PAD = 1.5


class Lattice:
    """Where the points are. A field is an array of this `shape`, rows from north to south."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.radius = layout.radius
        self.step = layout.radius / CELLS
        pad = round(_PAD * CELLS)
        self.origin = -pad * self.step
        self.shape = (
            ceil(layout.height / self.step) + 2 * pad + 1,
            ceil(layout.width / self.step) + 2 * pad + 1,
        )
        self.xs, self.ys = (self.origin + np.arange(n, dtype=np.float64) * self.step for n in self.shape[::-1])

    def points(self) -> tuple[Field, Field]:
        """The x and the y of every point."""
        x, y = np.meshgrid(self.xs, self.ys)
        return x, y

    def sample(self, field: Field, x: Field, y: Field) -> Field:
        """The values of a field between the points of the lattice."""
        at = np.stack([(y - self.origin) / self.step, (x - self.origin) / self.step])
        found: Field = ndimage.map_coordinates(field, at, order=1, mode="nearest")
        return found

    def cell(self, x: Field, y: Field) -> tuple[Ints, Ints]:
        """The row and column of the nearest point."""
        rows = np.rint((y - self.origin) / self.step).astype(np.int64)
        columns = np.rint((x - self.origin) / self.step).astype(np.int64)
        return np.clip(rows, 0, self.shape[0] - 1), np.clip(columns, 0, self.shape[1] - 1)

    def window(self, centre: Field, reach: float) -> tuple[slice, slice]:
        """The rows and columns within reach of a place."""
        ends = np.array([-reach, reach])
        rows, columns = self.cell(centre[0] + ends, centre[1] + ends)
        return slice(rows[0], rows[1] + 1), slice(columns[0], columns[1] + 1)

    def pixels(self, field: Field, size: tuple[int, int]) -> Floats:
        """A field over the sheet alone as a picture of this width and height."""
        left = 0.5 - self.origin / self.step
        box = (left, left, left + self.layout.width / self.step, left + self.layout.height / self.step)
        image = Image.fromarray(field.astype(np.float32))
        return np.asarray(image.resize(size, Image.Resampling.BICUBIC, box=box))

    def blur(self, field: Field, radii: float) -> Field:
        """A field smoothed over a distance given in hex radii."""
        found: Field = ndimage.gaussian_filter(field, radii * CELLS, mode="nearest")
        return found

    def noise(self, rng: np.random.Generator, radii: float) -> Field:
        """Smooth noise of unit variance whose features are about this many hex radii large."""
        # Large features need few points; the rest is filled in.
        coarse = max(1, int(radii * CELLS / 4))
        sigma, pad = radii * CELLS / coarse, 12
        rows, columns = (ceil(n / coarse) + 2 * pad for n in self.shape)
        smooth = ndimage.gaussian_filter(rng.standard_normal((rows, columns)), sigma, mode="wrap")
        box = (pad, pad, pad + self.shape[1] / coarse, pad + self.shape[0] / coarse)
        image = Image.fromarray(smooth.astype(np.float32))
        filled = image.resize((self.shape[1], self.shape[0]), Image.Resampling.BICUBIC, box=box)
        # White noise so filtered has this standard deviation, whatever the size of the map.
        return np.asarray(filled, dtype=np.float64) * (2 * sqrt(pi) * sigma)

    def turbulence(self, rng: np.random.Generator, radii: float, octaves: int = 4, gain: float = 0.5) -> Field:
        """Noise with finer and finer detail, of unit variance."""
        weights = gain ** np.arange(octaves)
        total = sum(w * self.noise(rng, max(radii / 2**o, 0.04)) for o, w in enumerate(weights))
        return np.asarray(total / np.sqrt((weights**2).sum()))

    def ridges(self, rng: np.random.Generator, radii: float, octaves: int = 5) -> Field:
        """Noise with crests and worn slopes, about -1 to 1.

        Each octave is folded into crests, and fades where the ones before it are steep: detail gathers on
        crests and in valleys, slopes run down evenly, as water leaves them.
        """
        total, slope_x, slope_y = (np.zeros(self.shape) for _ in range(3))
        for o in range(octaves):
            size = max(radii / 2**o, 0.05)
            raw = self.noise(rng, size)
            layer = 0.55 * raw + 0.75 * (0.72 - np.abs(self.noise(rng, size)))
            gy, gx = np.gradient(layer, 1 / (CELLS * size))
            slope_x, slope_y = slope_x + 0.5 * gx, slope_y + 0.5 * gy
            total += 0.55**o * layer / (1 + slope_x**2 + slope_y**2)
        return total


def dice(name: str, purpose: str) -> np.random.Generator:
    """Random numbers for one purpose on one map, the same ones every time."""
    return np.random.default_rng(int.from_bytes(sha256(f"{name}/{purpose}".encode()).digest()[:8], "big"))
