"""What several games ask of movement beside reach: leaving a zone, one hex by a whole move, riding the railroad."""

from __future__ import annotations

from typing import NamedTuple

from khalkhin.board.grid import Grid, Sides, six
from khalkhin.board.hexset import Hex, HexSet
from khalkhin.board.reach import Reach
from khalkhin.board.trace import joined, onward, trace


def no_entry(grid: Grid, at: Hex, closed: HexSet) -> Sides:
    """Walls between a hex and those around it that may not be entered from there: no step from zone to zone."""
    return six(grid.shift(1 << at, d) & closed for d in range(6))


class Moves(NamedTuple):
    """Where a group can go: by points, and to hexes next door by a whole move, whatever they cost."""

    origin: int
    """Where it goes on from: a hex, or a place off the map."""
    reach: Reach
    near: HexSet
    allowance: int
    zone: HexSet
    """The enemy zones that end a move."""

    @property
    def hexes(self) -> HexSet:
        return self.near | self.reach.hexes

    def path(self, hex_: Hex) -> tuple[Hex, ...]:
        return self.reach.path(hex_) if self.reach.hexes >> hex_ & 1 else (hex_,)

    @property
    def passable(self) -> HexSet:
        """Hexes that a way can lead through: none that ends the move, and with points left to go on."""
        return self.reach.passable()

    def left(self, hex_: Hex) -> int:
        return self.allowance - self.reach.cost(hex_) if self.reach.hexes >> hex_ & 1 else 0


class Ride(NamedTuple):
    """Track that a group can ride on from a hex."""

    at: Hex
    open: HexSet
    """Hexes it may ride into."""
    zone: HexSet
    """Hexes that end the ride."""
    links: Sides
    walls: Sides | None
    """Who entrains in a zone of control rides first into a hex without one."""


def ride(grid: Grid, way: Ride) -> HexSet:
    """Hexes that the railroad leads to: no further than into a zone."""
    first, quiet = 1 << way.at, way.open & ~way.zone
    begin, free = first | onward(grid, first, way.links), first
    for track in joined(grid, quiet, way.links):
        if track & begin:
            free |= track
    return (free | onward(grid, free, way.links, way.walls) & way.open) & ~first


def ride_path(grid: Grid, way: Ride, to: Hex) -> tuple[Hex, ...]:
    """The hexes ridden through, from the first one entered to the last."""
    open_ = way.open & (~way.zone | 1 << to)
    found = trace(grid, way.at, 1 << to, open_, links=way.links, walls=way.walls)
    assert found.path is not None, "the railroad leads to every hex that was offered"
    return found.path[1:]
