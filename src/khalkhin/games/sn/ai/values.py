"""What units, cities and towns are worth in victory points, and distances in movement points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khalkhin.ai import values
from khalkhin.board.hexset import Hex, members
from khalkhin.board.reach import Costs
from khalkhin.games.sn.position import SIDES, Position
from khalkhin.games.sn.victory import worth

if TYPE_CHECKING:
    from khalkhin.games.sn.game import StrikeNorth

FADING = 0.15
"""The share of its worth that a unit keeps in the last month, when it can only fight once more."""
KEPT = 0.85
"""The share of a city's points that who holds it before the last month can hope for."""
PASSING = 0.2
"""The same for a town: whoever comes by last has it."""
POWER, STURDY = 0.3, 0.25
"""Points for attack and defence factors of what is never bought."""


class Values(values.Values):
    """The worth of units and places in one month, in victory points."""

    def __init__(self, s: Position) -> None:
        game = s.game
        self.game = game
        self.last = int(game.scenarios[s.scenario].data["turns"]["last"])
        self.left = self.last - s.turn
        """Months still to come after this one."""
        self.use = FADING + (1 - FADING) * self.left / max(1, self.last - 1)
        self.price = tuple(_price(game, u) for u in range(len(game.sheet)))
        self.unit = tuple(self.use * price for price in self.price)
        """What it costs to lose a counter."""
        self.hold: tuple[dict[Hex, float], dict[Hex, float]] = ({}, {})
        """For each side, what it is worth to hold a place."""
        for side in SIDES:
            for hex_ in members(game.cities | game.towns):
                if points := worth(s, hex_)[side]:
                    self.hold[side][hex_] = points * self._lasting(hex_)
        self.award = game.charts.city_points
        self.places = sum(1 << h for h in {*self.hold[0], *self.hold[1]}) | game.prizes[0] | game.prizes[1]

    def _lasting(self, hex_: Hex) -> float:
        if not self.left:
            return 1.0
        return KEPT if self.game.cities >> hex_ & 1 else PASSING

    def part(self, unit: int) -> float:
        """The least that a unit can lose: a division if it breaks down, else all of it."""
        parts = self.game.parts[unit]
        return 1.1 * self.unit[unit] / sum(count for _, count in parts) if parts else self.unit[unit]

    def first(self, s: Position, side: int, hex_: Hex) -> float:
        """What the first combat unit in an enemy city brings."""
        return float(self.award) if self.game.prizes[side] & ~s.captured & 1 << hex_ else 0.0

    def take(self, s: Position, side: int, hex_: Hex) -> float:
        """What it is worth to a side to take a place: from the enemy, if he holds it."""
        mine = self.hold[side].get(hex_, 0.0) + self.first(s, side, hex_)
        return mine + (self.hold[1 - side].get(hex_, 0.0) if s.occupied(1 - side) >> hex_ & 1 else 0.0)


def _price(game: StrikeNorth, unit: int) -> float:
    """What it takes to have a counter: its cost, or that of the divisions that make it up."""
    costs = game.charts.costs[game.sheet.nation[unit]]
    if game.parts[unit]:
        return 1.1 * sum(count * costs[kind] for kind, count in game.parts[unit])
    if game.type[unit] in costs:
        return float(costs[game.type[unit]])
    return POWER * game.attack[unit] + STURDY * game.defence[unit]


class Distances(values.Distances[str]):
    """Distances in half movement points from every hex to a goal, for each class of movement."""

    FARTHEST = 240

    def __init__(self, game: StrikeNorth) -> None:
        super().__init__()
        self.game = game

    def costs(self, kind: str) -> Costs:
        return self.game.costs[kind]
