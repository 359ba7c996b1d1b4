"""Signs scattered over the ground: dunes, stipple, grass and reeds, each drawn where the map says so."""

from __future__ import annotations

from math import radians

import numpy as np

from khalkhin.render.ground.bake.areas import Areas
from khalkhin.render.ground.bake.hachures import clearance
from khalkhin.render.ground.bake.lattice import Field, dice
from khalkhin.render.ground.bake.relief import Relief
from khalkhin.render.ground.bake.strokes import Strokes
from khalkhin.render.ground.look import GroundLook

_WIND = radians(-28)
_GRAINS = 7
"""Dots on the lee of a dune."""


class Scatter:
    """Points for the signs of one texture, jittered off a lattice of triangles, within its area and off the water."""

    def __init__(self, areas: Areas, relief: Relief, look: GroundLook) -> None:
        self.areas = areas
        self.relief = relief
        self.look = look
        self.radius = areas.lattice.radius

    def over(self, texture: str, spacing: float, jitter: float, reach: float) -> tuple[Field, np.random.Generator]:
        """Points `spacing` apart whose signs extend to `reach`, both in hex radii, and dice to draw them with."""
        rng = dice(self.look.name, texture)
        step, layout = spacing * self.radius, self.areas.lattice.layout
        rows = np.arange(-1, layout.height / (step * 0.866) + 1)
        columns = np.arange(-1, layout.width / step + 1)
        column, row = np.meshgrid(columns, rows)
        x = ((column + row % 2 / 2) * step).ravel() + rng.normal(0, jitter * step / 2, column.size)
        y = (row * step * 0.866).ravel() + rng.normal(0, jitter * step / 2, column.size)
        inside = self.areas.lattice.sample(self.areas.textured(texture), x, y) > 0.5
        inside &= self.areas.lattice.sample(self.areas.wet, x, y) < 0.12
        inside &= self.relief.rivers.bank(x, y) > clearance(self.radius) + reach * self.radius
        return np.column_stack([x, y])[inside], rng


def dunes(scatter: Scatter) -> Strokes:
    """Crescents combed one way by the wind, thick in the middle, with grains of sand on the lee."""
    unit = scatter.radius / 40
    at, rng = scatter.over("dunes", 0.285, 0.62, 0.15)
    size = rng.uniform(0.75, 1.25, len(at)) * unit
    sway = radians(14) * np.sin(at[:, 0] / (2.2 * scatter.radius) + 0.7 * np.sin(at[:, 1] / (3 * scatter.radius)))
    turn = _WIND + rng.normal(0, radians(9), len(at)) + sway
    t = np.linspace(0, 1, 7)
    corners = np.array([(-5.6, 1.9), (-2.6, -2.2), (2.2, -2.4), (5.2, 1.2)])
    weights = np.column_stack([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3])
    strokes = Strokes()
    crest = _place(at, size, turn, np.broadcast_to(weights @ corners, (len(at), 7, 2)))
    strokes.lines(crest, np.outer(size * 1.05, 0.35 + 0.65 * np.sin(np.pi * t)), 0.74)
    grains = rng.uniform(-3.6, 3.6, (len(at), _GRAINS))
    depth = rng.uniform(0.4, 3.6, grains.shape) * (1 - np.abs(grains) / 6)
    sand = _place(at, size, turn, np.stack([grains, depth], axis=-1)).reshape(-1, 2)
    strokes.add(sand, sand, 0.85 * unit, 0.85 * unit, 0.6)
    return strokes


def stipple(scatter: Scatter) -> Strokes:
    """Dots strewn unevenly."""
    unit = scatter.radius / 40
    at, rng = scatter.over("stipple", 0.14, 1.0, 0.02)
    lattice = scatter.areas.lattice
    density = lattice.sample(lattice.noise(rng, 0.75), at[:, 0], at[:, 1])
    at = at[rng.random(len(at)) < 0.32 + 0.28 * density]
    width = rng.uniform(0.75, 1.15, len(at)) * unit
    strokes = Strokes()
    strokes.add(at, at, width, width, 0.52)
    return strokes


def grass(scatter: Scatter) -> Strokes:
    """Now and then a tick of three blades."""
    unit = scatter.radius / 40
    at, rng = scatter.over("steppe", 0.575, 1.0, 0.06)
    at = at[rng.random(len(at)) < 0.42]
    size = rng.uniform(0.75, 1.1, len(at)) * unit
    strokes = Strokes()
    for foot, tip in (((-0.5, 0.9), (-1.7, -1.5)), ((0.0, 0.9), (0.0, -2.4)), ((0.6, 0.9), (1.8, -1.3))):
        strokes.add(at + np.outer(size, foot), at + np.outer(size, tip), 0.72 * unit, 0.4 * unit, 0.46)
    return strokes


def marsh(scatter: Scatter) -> tuple[Strokes, Strokes]:
    """Level dashes of water, and on two of five a tuft of three blades."""
    unit = scatter.radius / 40
    at, rng = scatter.over("marsh", 0.21, 0.55, 0.10)
    half = rng.uniform(1.5, 3.5, len(at)) * unit
    level = np.column_stack([half, np.zeros(len(at))])
    water, reeds = Strokes(), Strokes()
    water.add(at - level, at + level, 0.8 * unit, 0.8 * unit, 0.7)
    tuft = rng.random(len(at)) < 0.4
    foot, size = at[tuft] - (0.0, 0.4 * unit), rng.uniform(0.9, 1.25, int(tuft.sum())) * unit
    for lean, top in ((0.0, 4.4), (-2.4, 3.3), (2.4, 3.3)):
        bend = np.array([(np.sign(lean) * 0.4, 0.0), (lean * 0.40, -0.55 * top), (lean, -top)])
        blade = foot[:, None] + size[:, None, None] * bend
        reeds.lines(blade, np.outer(size, [0.95, 0.85, 0.5]), 0.82)
    return water, reeds


def _place(at: Field, size: Field, turn: Field, shapes: Field) -> Field:
    """Shapes (points by sign, x and y) scaled, turned and set down at points."""
    c, s = np.cos(turn)[:, None], np.sin(turn)[:, None]
    x, y = shapes[..., 0], shapes[..., 1]
    turned = np.stack([x * c - y * s, x * s + y * c], axis=-1)
    return np.asarray(at[:, None] + size[:, None, None] * turned)
