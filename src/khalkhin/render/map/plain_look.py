"""The look of a map that has no look.toml: every terrain a tint, every link a road, every hexside a stream."""

from __future__ import annotations

from khalkhin.board.mapsheet import MapSheet
from khalkhin.render.ground.look import WATER, GroundLook, TerrainLook
from khalkhin.render.map.look import MapLook, PlaceLook, RiverLook, Selector, SheetLook, WayLook
from khalkhin.render.tokens import tokens

COLOURS = "bkg"
"""The game of the tokens whose colours such a map takes."""
TINTS = ("open", "rough", "marsh", "mountain")
WET = ("water", "lake", "sea")
_WIDTH = 0.12
"""Of a line on a hexside, in hex radii."""


def plain_look(name: str, sheet: MapSheet) -> MapLook:
    """How a map is drawn of which nothing is known but what its rules read. `name` seeds how lines wander."""
    palette = tokens()["terrain"][COLOURS]
    dry = [terrain for terrain in sheet.terrain if terrain not in WET]
    styles = {terrain: TINTS[min(n, len(TINTS) - 1)] for n, terrain in enumerate(dry)}
    ground = GroundLook(
        name,
        {
            terrain: TerrainLook(styles.get(terrain, "lake"), (), "plain" if terrain in styles else WATER, 0.0)
            for terrain in sheet.terrain
        },
        {},
        None,
        {},
        palette["paper"],
        palette["fill"],
        palette["ink"],
        (palette["water"]["fill"], palette["water"]["line"]),
    )
    return MapLook(
        name=name,
        ground=ground,
        palette=palette,
        sheet=SheetLook("game.title", "", "", "", 1.0, (0, 1)),
        lakes=tuple(terrain for terrain in sheet.terrain if terrain in WET),
        pond=None,
        rivers={side: RiverLook(_WIDTH, False, 0.3, 500, "", 0) for side in sheet.sides if side not in sheet.links},
        bridges=(),
        ways={link: WayLook("road", "never", False) for link in sorted(sheet.links)},
        frontiers={},
        disputed=None,
        places=(PlaceLook(Selector("name", None), "village", 0.36, 700, False, "name", 1),) if sheet.names else (),
        marks=(),
        objective=None,
        areas=(),
        key=(),
        track=None,
    )
