"""What units and places are worth, and how far it is from everywhere to anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from khalkhin.ai import values
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.board.reach import Costs
from khalkhin.engine.codec import UnitSet
from khalkhin.games.kgw import terrain
from khalkhin.games.kgw.position import USSR, Position

if TYPE_CHECKING:
    from khalkhin.games.kgw.game import KhalkinGolWar

POWER = 0.12
"""Points for each combat factor."""
PRICE = 0.08
"""Points for each recruit point that a counter costs."""
FADING = 0.35
"""The share of its worth that a unit keeps in the last month, when it can do nothing more but stand somewhere."""
INCOME = 0.15
"""Points that a recruit point of a coming month is worth."""

Class: TypeAlias = tuple[str, bool, bool]
"""A movement class, whether it is of the Red Army, and whether it is winter."""


class Values(values.Values):
    """The worth of units and places in one month, in points."""

    def __init__(self, game: KhalkinGolWar, scenario: str, turn: int) -> None:
        self.game = game
        turns = game.scenarios[scenario].data["turns"]
        first, last = turns["first"], turns["last"]
        self.left: int = max(0, last - turn)
        """Months to come."""
        keeps = FADING + (1 - FADING) * self.left / (last - first)
        special = {"supply": 0.7, "air": 0.8, "leader": 1.0, "air_supply": 0.5}
        self.unit: tuple[float, ...] = tuple(
            keeps * float(special.get(kind, 0.1 + POWER * force) + PRICE * price / 2)
            for kind, force, price in zip(game.type, game.combat, game.cost, strict=True)
        )
        values = game.charts.victory
        self.place: dict[Hex, float] = {}
        """Points for every place that counts, and for the recruits it brings until the end."""
        for hex_ in members((game.objectives | game.aerodromes) & ~game.country[USSR]):
            both = game.objectives & game.aerodromes
            kind = "both" if both >> hex_ & 1 else "objective" if game.objectives >> hex_ & 1 else "aerodrome"
            income = INCOME * self.left if game.objectives >> hex_ & 1 else 0.0
            self.place[hex_] = values[kind] + income

    def steps(self, s: Position, units: UnitSet) -> list[float]:
        """What losses cost a group one after another, the cheapest first; divisions give up their parts one by one."""
        out: list[float] = []
        for unit in members(units):
            made_of = self.game.equivalents[unit]
            count = sum(n for _, n in made_of.parts) if made_of is not None else 1
            out += [self.unit[unit] / count] * count
        return sorted(out)


class Distances(values.Distances[Class]):
    """How many half points it is from every hex to a goal, for every class of units."""

    FARTHEST = 998

    def __init__(self, game: KhalkinGolWar) -> None:
        super().__init__()
        self.game = game

    def kind(self, unit: int, winter: bool) -> Class:
        return self.game.movement_class[unit], self.game.sheet.nation[unit] == "RA", winter

    def costs(self, kind: Class) -> Costs:
        return terrain.costs(self.game, kind[0], kind[2], 0)

    def barred(self, kind: Class) -> HexSet:
        """Only the Red Army marches through the Soviet Union."""
        return 0 if kind[1] else self.game.country[USSR]
