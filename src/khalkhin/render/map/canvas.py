"""What every layer of a map needs at hand: the sheet, its look, its layout, and lengths as shares of the hex radius."""

from __future__ import annotations

from functools import cached_property

from khalkhin.board.hexset import HexSet, members
from khalkhin.board.mapsheet import MapSheet
from khalkhin.render.layout import Layout, Point
from khalkhin.render.map.curves import Edge, Pair, Wander, key
from khalkhin.render.map.look import MapLook
from khalkhin.render.tokens import tokens

PAPER = "#f4ecd0"
"""The light round lines and signs that lifts them off the ground."""
INK = "#2b231b"


class Canvas:
    """One map to draw. Lengths of the tokens' `map` table are shares of R: `r` turns them into user units."""

    def __init__(self, sheet: MapSheet, look: MapLook) -> None:
        self.sheet = sheet
        self.look = look
        self.layout = Layout(sheet.grid)
        self.radius = self.layout.radius
        self.tokens = tokens()["map"]
        self.wander = Wander(look.name, self.r(self.tokens["river"]["wander"]), self.r(0.45))

    def r(self, share: float) -> float:
        return share * self.radius

    def hexside(self, pair: Pair, *tag: str) -> Edge:
        a, b = pair
        return Edge(*self.layout.side(a, self.sheet.grid.direction(a, b)), pair, tag)

    def link(self, pair: Pair, *tag: str) -> Edge:
        return Edge(self.layout.centre(pair[0]), self.layout.centre(pair[1]), pair, tag)

    def crossing(self, pair: Pair) -> Point:
        """Where all that runs along or over a hexside meets: its middle, pushed as everything is."""
        return self.wander.point(self.layout.middle(pair[0], self.sheet.grid.direction(*pair)))

    @cached_property
    def hexes_at(self) -> dict[Point, int]:
        """How many hexes meet at each corner: fewer than three at the edge of the map."""
        found: dict[Point, int] = {}
        for h in members(self.sheet.grid.all):
            for corner in self.layout.corners(h):
                found[key(corner)] = found.get(key(corner), 0) + 1
        return found

    @cached_property
    def lakes(self) -> HexSet:
        found = 0
        for terrain in self.look.lakes:
            found |= self.sheet.terrain[terrain]
        return found

    @cached_property
    def lake_corners(self) -> frozenset[Point]:
        return frozenset(key(corner) for h in members(self.lakes) for corner in self.layout.corners(h))
