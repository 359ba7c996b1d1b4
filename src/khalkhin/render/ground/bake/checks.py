"""What a ground has to keep to before it is written: every hex shows its terrain, and no ink lies on a river."""

from __future__ import annotations

import numpy as np

from khalkhin.board.mapsheet import MapSheet
from khalkhin.render.ground.bake.paint import PaintPlan, ink
from khalkhin.render.ground.look import GroundLook, covers
from khalkhin.render.ground.rivers import reaches
from khalkhin.render.layout import Layout

OWN = 0.6
"""How much of a hex has its own terrain, at least: its edges are grown, not ruled."""
_AROUND = 8
"""Points on the rim of a river, at each point of its course."""


class FaultyGround(Exception):
    """The ground would not show the map."""


def check(sheet: MapSheet, layout: Layout, look: GroundLook, drawn: PaintPlan, scale: float = 1.0) -> None:
    """Refuse a ground that does not show the map; `make maps` asks this of every map."""
    if wrong := _of_other_terrain(sheet, look, drawn):
        raise FaultyGround(f"{look.name}: these hexes do not show their terrain: {', '.join(wrong)}")
    if wet := _with_ink(sheet, layout, look, drawn, scale):
        raise FaultyGround(f"{look.name}: there is ink on the river beside these hexes: {', '.join(wet)}")


def _of_other_terrain(sheet: MapSheet, look: GroundLook, drawn: PaintPlan) -> list[str]:
    """Hexes that have another terrain in their middle, or in too much of their area."""
    areas = drawn.areas
    words = sorted({cover.terrain for cover in areas.covers})
    own = np.array([words.index(cover.terrain) for cover in areas.covers])
    found = areas.terrain(words)
    x, y = areas.centres.T
    middle = found[areas.lattice.cell(x, y)] == own
    belongs = areas.straight([float(k) for k in range(len(own))]).astype(np.int64).ravel()
    right = np.bincount(belongs, found.ravel() == own[belongs]) / np.bincount(belongs)
    return [sheet.grid.name(h) for h, fine in zip(covers(sheet, look), middle & (right > OWN), strict=True) if not fine]


def _with_ink(sheet: MapSheet, layout: Layout, look: GroundLook, drawn: PaintPlan, scale: float) -> list[str]:
    """Hexes near which a pixel within the width of a river has ink."""
    mask, found = ink(drawn, scale), set[str]()
    names = [sheet.grid.name(h) for h in covers(sheet, look)]
    for reach in reaches(sheet, layout, look):
        middle = np.array(reach.points)
        for turn in np.linspace(0, 2 * np.pi, _AROUND, endpoint=False):
            rim = middle + reach.width / 2 * np.array([np.cos(turn), np.sin(turn)])
            column, row = (rim * scale).astype(int).T
            seen = (row >= 0) & (row < mask.shape[0]) & (column >= 0) & (column < mask.shape[1])
            for point in rim[seen][mask[row[seen], column[seen]] > 0]:
                found.add(names[np.square(drawn.areas.centres - point).sum(axis=1).argmin()])
    return sorted(found)
