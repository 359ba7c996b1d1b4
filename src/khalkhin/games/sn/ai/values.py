"""What units, cities and towns are worth in victory points, and distances in movement points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khalkhin.ai import values
from khalkhin.board.hexset import Hex, members
from khalkhin.board.reach import Costs
from khalkhin.games.sn.ai.settings import ValueSettings
from khalkhin.games.sn.position import SIDES, Position
from khalkhin.games.sn.victory import worth

if TYPE_CHECKING:
    from khalkhin.games.sn.game import StrikeNorth


class Values(values.Values):
    """The worth of units and places in one month, in victory points."""

    def __init__(self, s: Position, settings: ValueSettings) -> None:
        game = s.game
        self.game, self.settings = game, settings
        self.last = int(game.scenarios[s.scenario].data["turns"]["last"])
        self.left = self.last - s.turn
        """Months still to come after this one."""
        self.use = settings.last_month_share + (1 - settings.last_month_share) * self.left / max(1, self.last - 1)
        self.kept_supply = settings.kept_supply_unit * self.use
        """What it is worth to keep a supply unit for something else."""
        self.price = tuple(self._price(u) for u in range(len(game.sheet)))
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
        return self.settings.city_share if self.game.cities >> hex_ & 1 else self.settings.town_share

    def _price(self, unit: int) -> float:
        """What it takes to have a counter: its cost, or that of the divisions that make it up."""
        game, settings = self.game, self.settings
        costs = game.charts.costs[game.sheet.nation[unit]]
        if game.parts[unit]:
            return settings.corps_factor * sum(count * costs[kind] for kind, count in game.parts[unit])
        if game.type[unit] in costs:
            return float(costs[game.type[unit]])
        return settings.attack_factor * game.attack[unit] + settings.defence_factor * game.defence[unit]

    def part(self, unit: int) -> float:
        """The least that a unit can lose: a division if it breaks down, else all of it."""
        parts = self.game.parts[unit]
        if not parts:
            return self.unit[unit]
        return self.settings.part_factor * self.unit[unit] / sum(count for _, count in parts)

    def first(self, s: Position, side: int, hex_: Hex) -> float:
        """What the first combat unit in an enemy city brings."""
        return float(self.award) if self.game.prizes[side] & ~s.captured & 1 << hex_ else 0.0

    def take(self, s: Position, side: int, hex_: Hex) -> float:
        """What it is worth to a side to take a place: from the enemy, if he holds it."""
        mine = self.hold[side].get(hex_, 0.0) + self.first(s, side, hex_)
        return mine + (self.hold[1 - side].get(hex_, 0.0) if s.occupied(1 - side) >> hex_ & 1 else 0.0)


class Distances(values.Distances[str]):
    """Distances in half movement points from every hex to a goal, for each class of movement."""

    FARTHEST = 240

    def __init__(self, game: StrikeNorth) -> None:
        super().__init__()
        self.game = game

    def costs(self, kind: str) -> Costs:
        return self.game.costs[kind]
