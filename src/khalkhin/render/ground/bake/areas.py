"""Which terrain lies where: hexes with grown edges instead of straight ones."""

from __future__ import annotations

import numpy as np
from scipy import ndimage
from scipy.spatial import cKDTree

from khalkhin.board.hexset import Hex
from khalkhin.render.ground.bake.lattice import Field, Floats, Ints, Lattice, dice
from khalkhin.render.ground.bake.rivers import Rivers
from khalkhin.render.ground.look import HEIGHTS, WATER, Cover, GroundLook
from khalkhin.render.tokens import tokens

_EDGE_BLUR = 0.085
"""In hex radii, as all lengths here."""
_FADE = 0.09
_BESIDE_RIVER = 0.3
_UNDER_WATER = 0.45
"""How far the ground of a shore goes on beneath the water, whose outline is drawn later and a little elsewhere."""


class Areas:
    """The hex that each point of the lattice belongs to, and what follows from it.

    Every point is pushed by smooth noise before the nearest hex is looked up. The push is shorter than the
    distance from a centre to its hexsides, so the middle of a hex is always its own.
    """

    def __init__(self, lattice: Lattice, ground: dict[Hex, Cover], rivers: Rivers, look: GroundLook) -> None:
        self.lattice = lattice
        self.rivers = rivers
        self.covers = list(ground.values())
        self.centres: Field = np.array([lattice.layout.centre(h) for h in ground])
        self.hex = self._nearest(*_push(lattice, rivers, look))
        self.wet = self.flag([HEIGHTS[c.height] is HEIGHTS[WATER] for c in self.covers])

    def _nearest(self, dx: Field | float, dy: Field | float) -> Ints:
        """The hex nearest to each point, pushed so far."""
        x, y = self.lattice.points()
        _, found = cKDTree(self.centres).query(np.column_stack([(x + dx).ravel(), (y + dy).ravel()]))
        return np.asarray(found).reshape(self.lattice.shape)

    def straight(self, of_hex: list[float]) -> Field:
        """A field that has one value in each hex, with the hexsides themselves for edges."""
        return np.array(of_hex, dtype=np.float64)[self._nearest(0.0, 0.0)]

    def quiet(self) -> Field:
        """1 where hex numbers will stand, fading to 0 around them: dark ground makes way for them."""
        token, radius = tokens()["map"]["hexNumber"], self.lattice.radius
        size, middle = token["size"] * radius, token["baseline"] * radius - 0.35 * token["size"] * radius
        x, y = self.lattice.points()
        total = np.zeros(self.lattice.shape)
        for cx, cy in self.centres:
            part = self.lattice.window(np.array([cx, cy + middle]), 3 * size)
            away = np.hypot((x[part] - cx) / (1.5 * size), (y[part] - cy - middle) / (0.95 * size))
            total[part] = np.maximum(total[part], np.exp(-(away**4)))
        return total

    def value(self, of_hex: list[float]) -> Field:
        """A field that has one value in each hex."""
        return np.array(of_hex, dtype=np.float64)[self.hex]

    def flag(self, of_hex: list[bool]) -> Field:
        """1 in some hexes, 0 in the others, smooth across their grown edge, which runs where it is 0.5."""
        return self.lattice.blur(self.value([float(v) for v in of_hex]), _EDGE_BLUR)

    def textured(self, texture: str) -> Field:
        return self.flag([texture in c.texture for c in self.covers])

    def terrain(self, words: list[str]) -> Ints:
        """At each point of the lattice, which of these terrains it is."""
        fields = np.stack([self.flag([c.terrain == word for c in self.covers]) for word in words])
        return np.asarray(fields.argmax(axis=0))

    def tints(self, fills: list[str], paper: str, size: tuple[int, int]) -> list[tuple[str, Floats]]:
        """How much of each pixel has which colour; the shares of a pixel add up to 1."""
        colour = self._dry(np.array([fills.index(c.style) for c in self.covers]), fills.index(paper))
        present = [k for k in range(len(fills)) if (colour == k).any()]
        smooth = np.stack([self.lattice.blur((colour == k).astype(np.float64), _EDGE_BLUR) for k in present])
        fade = _FADE * self.lattice.radius * size[0] / self.lattice.layout.width
        shares = []
        for i in range(len(present)):
            rest = np.delete(smooth, i, axis=0).max(axis=0, initial=0.0)
            shares.append(_coverage(self.lattice.pixels(smooth[i] - rest, size), fade))
        total = np.maximum(sum(shares), 1e-6)
        return [
            (fills[k], np.asarray(share / total, dtype=np.float32)) for k, share in zip(present, shares, strict=True)
        ]

    def _dry(self, style: Ints, paper: int) -> Ints:
        """The style at each point of the lattice, with that of the nearest land beneath the edge of the water."""
        found = style[self.hex]
        wet = np.array([c.height == WATER for c in self.covers])[self.hex]
        if wet.all() or not wet.any():
            return found
        away, nearest = ndimage.distance_transform_edt(wet, return_indices=True)
        near = away * self.lattice.step < _UNDER_WATER * self.lattice.radius
        return np.asarray(np.where(wet, np.where(near, found[tuple(nearest)], paper), found))


def _push(lattice: Lattice, rivers: Rivers, look: GroundLook) -> tuple[Field, Field]:
    """How far each point is pushed, at most `terrainEdgeWander` radii; little near rivers, which are edges already."""
    limit = tokens()["map"]["terrainEdgeWander"] * lattice.radius
    rng = dice(look.name, "edges")
    dx, dy = (lattice.turbulence(rng, 0.42, 4, 0.5) for _ in range(2))
    length = np.hypot(dx, dy) + 1e-9
    scale = limit * np.tanh(1.3 * length) / length
    scale *= 1 - 0.85 * np.exp(-((rivers.middle / (_BESIDE_RIVER * lattice.radius)) ** 2))
    return dx * scale, dy * scale


def _coverage(margin: Floats, fade: float) -> Floats:
    """A field that is 0 along an edge as the share of each pixel on its positive side.

    The edge is part sharp, as of a wash laid down wet, part soft over `fade` pixels, as where it was drawn out.
    """
    gy, gx = np.gradient(margin)
    away = margin / np.maximum(np.hypot(gx, gy), 1e-4)
    sharp, soft = np.clip(away + 0.5, 0, 1), np.clip(away / (2 * fade) + 0.5, 0, 1)
    return np.asarray(0.6 * sharp + 0.4 * soft * soft * (3 - 2 * soft), dtype=np.float32)
