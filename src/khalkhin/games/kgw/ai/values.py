"""What units and places are worth, and how far it is from everywhere to anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from khalkhin.ai import values
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.board.reach import Costs
from khalkhin.engine.codec import UnitSet
from khalkhin.games.kgw import terrain
from khalkhin.games.kgw.ai.settings import ValueSettings
from khalkhin.games.kgw.position import USSR, Position

if TYPE_CHECKING:
    from khalkhin.games.kgw.game import KhalkinGolWar


Class: TypeAlias = tuple[str, bool, bool]
"""A movement class, whether it is of the Red Army, and whether it is winter."""


class Values(values.Values):
    """The worth of units and places in one month, in points."""

    def __init__(self, game: KhalkinGolWar, settings: ValueSettings, scenario: str, turn: int) -> None:
        self.game = game
        turns = game.scenarios[scenario].data["turns"]
        first, last = turns["first"], turns["last"]
        self.left: int = max(0, last - turn)
        """Months to come."""
        final, power, price_value = settings.final_share, settings.factor, settings.price
        keeps = final + (1 - final) * self.left / (last - first)
        special, base = settings.special_units, settings.unit
        self.unit: tuple[float, ...] = tuple(
            keeps * float(special.get(kind, base + power * force) + price_value * price / 2)
            for kind, force, price in zip(game.type, game.combat, game.cost, strict=True)
        )
        values = game.charts.victory
        self.place: dict[Hex, float] = {}
        """Points for every place that counts, and for the recruits it brings until the end."""
        for hex_ in members((game.objectives | game.aerodromes) & ~(game.country[USSR] | game.outside[scenario])):
            both = game.objectives & game.aerodromes
            kind = "both" if both >> hex_ & 1 else "objective" if game.objectives >> hex_ & 1 else "aerodrome"
            income = settings.recruit_point * self.left if game.objectives >> hex_ & 1 else 0.0
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
