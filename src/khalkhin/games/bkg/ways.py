"""4.0, 4.1  Where units may go: points, zones of engagement, full hexes, the border and the way back over it."""

from __future__ import annotations

from dataclasses import dataclass

from khalkhin.board.grid import Sides, six
from khalkhin.board.hexset import HexSet, members
from khalkhin.board.reach import Costs, Part, Reach, ReachTogether, reach, reach_together
from khalkhin.engine.codec import UnitSet
from khalkhin.games.bkg.position import SOVIET, Position


def table(s: Position, unit: int) -> str:
    """The column of the terrain table a unit moves by."""
    return s.game.charts.classes[s.game.type[unit]]


def closed_to(s: Position, side: int, unit: int, start: int, crowded: HexSet) -> HexSet:
    """Hexes a unit may not come into by movement from a hex (or a box), whatever the points."""
    game, enemy, zone = s.game, 1 - side, s.zone(1 - side)
    closed = ~game.passable[game.type[unit]] | s.held(enemy)
    closed |= crowded & zone  # it would have to stop in a full hex (K-88)
    if game.armour >> unit & 1:
        closed |= facing_mountains_only(s, side)
    if side == SOVIET and not is_beyond(s, start):
        closed |= game.beyond
    return closed & game.map.grid.all


def is_beyond(s: Position, place: int) -> bool:
    """4.0.g, K-38  Whether a place is a hex on the far side of the border line."""
    return place >= 0 and bool(s.game.beyond >> place & 1)


def facing_mountains_only(s: Position, side: int) -> HexSet:
    """5.1.2.b  Hexes whose adjacent enemies are all in mountains: armour may not engage them (K-22)."""
    enemies, grid = s.held(1 - side), s.game.map.grid
    return grid.spread(enemies & s.game.mountains) & ~grid.spread(enemies & ~s.game.mountains)


def border_walls(s: Position) -> Sides:
    """4.0.g  For a unit beyond the border: it may come back, but not cross the line again."""
    grid, game = s.game.map.grid, s.game
    return six(grid.shift(game.inside, d) & game.beyond for d in range(6))


def contact_cost(s: Position, side: int, hex_: int) -> int:
    """4.1.2.c  Leaving an enemy zone of engagement costs one point more."""
    return s.game.charts.break_contact if s.zone(1 - side) >> hex_ & 1 else 0


@dataclass(frozen=True)
class Way:
    """Where a group can go on to from a hex, each unit within its own points: one reach, or one for mixed classes."""

    group: tuple[int, ...]
    found: Reach | ReachTogether

    @property
    def hexes(self) -> HexSet:
        return self.found.hexes

    def path(self, hex_: int) -> tuple[int, ...]:
        return self.found.path(hex_)

    def spent(self, hex_: int) -> tuple[int, ...]:
        """4.0.e  Half points each unit has spent when it comes to a hex, out of its own and nobody else's."""
        if isinstance(self.found, Reach):
            return (self.found.cost(hex_),) * len(self.group)
        return self.found.costs(hex_)


def ways(s: Position, side: int, group: UnitSet, start: int, spent: tuple[int, ...], points: int | None = None) -> Way:
    """4.0  Every hex a group can come to from a hex; `points` stands for unlimited ones when reasons are looked for."""
    game = s.game
    crew = tuple(members(group))
    stop = s.zone(1 - side)
    crowded = s.crowded(side, len(crew), group)
    walls = border_walls(s) if side == SOVIET and is_beyond(s, start) else None
    closed = {u: closed_to(s, side, u, start, crowded) for u in crew}
    left = [(points or game.allowance[u]) - paid for u, paid in zip(crew, spent, strict=True)]
    if len({table(s, u) for u in crew}) == 1:
        barred = 0
        for hexset in closed.values():
            barred |= hexset
        paid = max(spent)
        costs: Costs = game.costs[table(s, crew[0])]
        return Way(crew, reach(costs, start, paid + min(left), spent=paid, stop=stop, barred=barred, walls=walls))
    parts = [
        Part(game.costs[table(s, u)], paid + rest, paid, stop, closed[u], walls)
        for u, paid, rest in zip(crew, spent, left, strict=True)
    ]
    return Way(crew, reach_together(parts, start))


def may_end(s: Position, side: int, unit: int, origin: int) -> HexSet:
    """4.0.h, K-36, K-91  Where a unit may end its move: beyond the border only if it has no way back."""
    game = s.game
    if side != SOVIET or not is_beyond(s, origin):
        return game.map.grid.all
    if way_back(s, unit):
        return game.inside
    far = game.home_distance[origin]
    return sum(1 << h for h in members(game.beyond) if game.home_distance[h] <= far)


def way_back(s: Position, unit: int) -> HexSet:
    """4.0.h  Hexes of its own side that a Soviet unit beyond the border can end its move in now."""
    hex_ = s.where[unit]
    found = ways(s, SOVIET, 1 << unit, hex_, (contact_cost(s, SOVIET, hex_),))
    return found.hexes & s.game.inside & ~s.crowded(SOVIET, 1)


def must_return(s: Position) -> UnitSet:
    """4.0.h  Soviet units beyond the border that have not moved and can come back."""
    lost = s.held(SOVIET) & s.game.beyond
    return sum(1 << u for h in members(lost) for u in members(s.at[h] & ~s.moved & ~frozen(s)) if way_back(s, u))


def frozen(s: Position) -> UnitSet:
    """4.0.l, 10.1.2.b  The reserve does not move before turn 21."""
    return s.game.reserve if s.turn < s.game.reserve_moves else 0
