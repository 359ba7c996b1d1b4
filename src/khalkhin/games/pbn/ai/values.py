"""What units and objectives are worth in victory points, and distances in movement points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khalkhin.ai import values
from khalkhin.board.hexset import Hex, members
from khalkhin.board.reach import Costs
from khalkhin.games.pbn import terrain
from khalkhin.games.pbn.ai.settings import ValueSettings
from khalkhin.games.pbn.position import SIDES, Position
from khalkhin.games.pbn.victory import worth

if TYPE_CHECKING:
    from khalkhin.games.pbn.game import Nomonhan


class Values(values.Values):
    """The worth of units and objectives in one month, in victory points."""

    def __init__(self, s: Position, settings: ValueSettings) -> None:
        game = s.game
        self.game, self.settings = game, settings
        last = game.last_turn(s)
        self.left = last - s.turn
        """Months still to come after this one."""
        self.use = settings.last_month_share + (1 - settings.last_month_share) * self.left / max(1, last - 1)
        crisis = 2 if s.crisis else 1
        self.unit = tuple(crisis * points + self.use * self.service(u) for u, points in enumerate(game.value))
        """What it costs to lose a counter: the enemy's points, and what it can no longer do."""
        self.air = crisis * game.charts.air_value + settings.air_point * self.use
        months = crisis + settings.holding_share * self.left
        self.hold = tuple({h: months * worth(s, side, h) for h in members(game.objectives)} for side in SIDES)
        """For each side, what it is worth to hold an objective."""

    def service(self, unit: int) -> float:
        """What a unit can do, with the whole game before it."""
        game, settings, bit = self.game, self.settings, 1 << unit
        if game.supply & bit:
            return settings.supply_point
        if game.headquarters & bit:
            return settings.headquarters_column * game.support[unit]
        extra = settings.special_unit if (game.engineers | game.anti_aircraft) & bit else 0.0
        return settings.attack_factor * game.attack[unit] + settings.defence_factor * game.defence[unit] + extra

    def swing(self, side: int, hex_: Hex) -> float:
        """What it is worth to a side that it holds an objective and not the enemy."""
        return self.hold[side].get(hex_, 0.0) + self.hold[1 - side].get(hex_, 0.0)

    def part(self, unit: int) -> float:
        """The least that a unit can lose: a battalion if it breaks down, else all of it."""
        recipe = self.game.recipe[unit]
        if recipe is None:
            return self.unit[unit]
        return self.settings.part_factor * self.unit[unit] / len(recipe.parts)


class Distances(values.Distances[str]):
    """Distances in twelfths of a movement point from every hex to a goal, for either class of movement."""

    FARTHEST = 6000

    def __init__(self, game: Nomonhan) -> None:
        super().__init__()
        self.game = game
        self._bases: dict[tuple[str, Hex, int], int] = {}

    def costs(self, kind: str) -> Costs:
        return terrain.costs(self.game, kind, 0)

    def from_base(self, kind: str, goal: Hex, side: int) -> int:
        """From the off-map base, over the edge hex that is the best."""
        key = kind, goal, side
        found = self._bases.get(key)
        if found is None:
            far, game = self.to(kind, goal), self.game
            ways = ((terrain.entry_cost(game, kind, h), far[h]) for h in members(game.edges[side]))
            found = self._bases[key] = min(first + rest for first, rest in ways if first is not None)
        return found
