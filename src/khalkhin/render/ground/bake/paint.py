"""The ground of a map as a picture: paper, tints, light and shade, then pen strokes and trees."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from khalkhin.board.mapsheet import MapSheet
from khalkhin.render.ground.bake import forest, textures
from khalkhin.render.ground.bake.areas import Areas
from khalkhin.render.ground.bake.forest import Colour
from khalkhin.render.ground.bake.hachures import contours, hachures
from khalkhin.render.ground.bake.lattice import Field, Floats, Lattice, dice
from khalkhin.render.ground.bake.relief import Relief
from khalkhin.render.ground.bake.rivers import Rivers
from khalkhin.render.ground.bake.strokes import Strokes
from khalkhin.render.ground.look import GroundLook, covers
from khalkhin.render.ground.rivers import reaches
from khalkhin.render.layout import Layout

_SHADOW: Colour = (0.29, 0.20, 0.17)
_LIGHT: Colour = (1.0, 0.985, 0.925)
_FAINTER, _LIGHTER = 0.8, 0.7
"""How much of the ink and of the shadow gives way to hex numbers."""
_MOTTLE = ((2.5, 0.7), (0.75, 0.45), (0.2, 0.28))
"""Size in hex radii and strength of the unevenness of the wash."""


@dataclass(frozen=True)
class PaintPlan:
    """Everything that is drawn, in user units, whatever the size of the picture."""

    look: GroundLook
    areas: Areas
    shade: Field
    mottle: Field
    quiet: Field
    inks: tuple[tuple[Colour, Strokes], ...]
    trees: Field

    @property
    def layout(self) -> Layout:
        return self.areas.lattice.layout

    def size(self, scale: float) -> tuple[int, int]:
        """Width and height of the picture in pixels."""
        return round(self.layout.width * scale), round(self.layout.height * scale)


def plan(sheet: MapSheet, layout: Layout, look: GroundLook) -> PaintPlan:
    ground, lattice = covers(sheet, look), Lattice(layout)
    areas = Areas(lattice, ground, Rivers(lattice, reaches(sheet, layout, look)), look)
    relief = Relief(areas, ground, look)
    scatter = textures.Scatter(areas, relief, look)
    reed_water, reeds = textures.marsh(scatter)
    ink = {word: colour(value) for word, value in look.ink.items()}
    inks = (
        (ink["contour"], contours(areas, relief)),
        (ink["hachure"], hachures(areas, relief, look)),
        (ink["dune"], textures.dunes(scatter)),
        (ink["dune"], textures.stipple(scatter)),
        (ink["grass"], textures.grass(scatter)),
        (mix(colour(look.water[0]), colour(look.water[1]), 0.5), reed_water),
        (ink["marsh"], reeds),
    )
    rng, mottle = dice(look.name, "mottle"), np.zeros(lattice.shape)
    for size, strength in _MOTTLE:
        mottle += strength * lattice.noise(rng, size)
    return PaintPlan(look, areas, relief.shade(), mottle, areas.quiet(), inks, forest.trees(scatter))


def paint(drawn: PaintPlan, scale: float) -> np.ndarray:
    """The picture: rows of pixels of red, green and blue, 0 to 255."""
    size = drawn.size(scale)
    picture = tinted(drawn, size)
    light_up(drawn, picture, size)
    faint = 1 - _FAINTER * drawn.areas.lattice.pixels(drawn.quiet, size)
    for ink, strokes in drawn.inks:
        _lay(picture, ink, strokes.ink(size, scale) * faint)
    if len(drawn.trees):
        line = colour(drawn.look.ink["tree"])
        floor = next(colour(drawn.look.fill[c.style]) for c in drawn.areas.covers if "forest" in c.texture)
        forest.plant(picture, drawn.trees, scale, mix(floor, line, 0.33), line, mix((0.0, 0.0, 0.0), line, 0.7))
    return np.clip(np.rint(picture * 255), 0, 255).astype(np.uint8)


def ink(drawn: PaintPlan, scale: float) -> Floats:
    """How strong any pen stroke is, pixel by pixel."""
    size = drawn.size(scale)
    return np.asarray(np.max([strokes.ink(size, scale) for _, strokes in drawn.inks], axis=0))


def tinted(drawn: PaintPlan, size: tuple[int, int]) -> Floats:
    """Paper with the tints of the terrain."""
    look = drawn.look
    flat = [word for word, fill in look.fill.items() if fill == look.paper]
    picture = np.zeros((size[1], size[0], 3), dtype=np.float32)
    for style, share in drawn.areas.tints(list(look.fill), flat[0], size):
        picture += share[..., None] * np.array(colour(look.fill[style]), dtype=np.float32)
    return picture


def light_up(drawn: PaintPlan, picture: Floats, size: tuple[int, int]) -> None:
    """Brown shadow and cream light, and the slight unevenness of a hand-laid wash."""
    dry = 1 - drawn.areas.wet
    shade = np.sign(drawn.shade) * np.abs(drawn.shade) ** 0.9 * dry
    dark = np.clip(-shade * 0.92, 0, 0.62) * (1 - _LIGHTER * drawn.quiet) + np.clip(drawn.mottle, 0, 3) * 0.026
    light = np.clip(shade * 0.95, 0, 0.62) + np.clip(-drawn.mottle, 0, 3) * 0.06
    balance = drawn.areas.lattice.pixels(light - dark, size)
    _lay(picture, _SHADOW, np.clip(-balance, 0, 1))
    _lay(picture, _LIGHT, np.clip(balance, 0, 1))


def colour(value: str) -> Colour:
    """#rrggbb as shares of 1."""
    r, g, b = (int(value[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return r, g, b


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """One colour with a share of another."""
    r, g, b_ = (x + (y - x) * share for x, y in zip(a, b, strict=True))
    return r, g, b_


def _lay(picture: Floats, ink: Colour, alpha: Floats) -> None:
    for k in range(3):
        picture[..., k] += (np.float32(ink[k]) - picture[..., k]) * alpha
