"""What units are worth, what each column of the combat table does on average, and how far it is from hex to hex."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from khalkhin.ai import values
from khalkhin.board.hexset import HexSet, members
from khalkhin.board.reach import Costs
from khalkhin.engine.codec import UnitSet
from khalkhin.games.bkg.ai.settings import ValueSettings
from khalkhin.games.bkg.position import SOVIET

if TYPE_CHECKING:
    from khalkhin.games.bkg.game import Batalha

Class: TypeAlias = tuple[str, bool]
"""A column of the terrain table, and whether it is for the Soviets."""


@dataclass(frozen=True)
class Effect:
    """What a column of the combat table does on average: chances."""

    defender_hit: float
    defender_dies: float
    defender_goes: float
    attacker_hit: float
    attacker_dies: float
    attacker_goes: float
    exchange: float


def effects(game: Batalha) -> tuple[Effect, ...]:
    """The exact chances of every column."""
    out = []
    for column in range(len(game.charts.combat.columns)):
        sums = dict.fromkeys(Effect.__dataclass_fields__, 0.0)
        for cell, chance in game.charts.combat.distribution(column).items():
            rows = [game.charts.codes[code] for code in cell.split()]
            for row in rows:
                if row["of"] in ("defender", "attacker"):
                    sums[f"{row['of']}_hit"] += chance * row["losses"]
                    sums[f"{row['of']}_dies"] += chance * row["eliminated"]
            sums["exchange"] += chance * bool(rows[0].get("exchange"))
            if rows[0]["retreats"] in ("defender", "attacker"):
                sums[f"{rows[0]['retreats']}_goes"] += float(chance)
        out.append(Effect(**{name: float(x) for name, x in sums.items()}))
    return tuple(out)


class Values(values.Values):
    """The worth of every unit in one turn, in points, unhurt (`unit`) and with a loss (`hurt`)."""

    def __init__(self, game: Batalha, settings: ValueSettings, turn: int) -> None:
        self.game, self.settings = game, settings
        self.turn = turn
        points = game.charts.points
        progress = (turn - game.first_turn) / (game.last_turn - game.first_turn)
        intact = settings.intact_at_first + settings.intact_later * progress
        self.intact = points["jp_intact"].integer("points") * intact
        """What a Japanese unit unhurt inside the line is worth: the more the nearer the end."""
        cleared = settings.cleared_at_first + settings.cleared_later * progress
        self.cleared = points["cleared"].integer("points") * cleared
        dead = {nation: points[f"{nation.lower()}_destroyed"].integer("points") for nation in ("SU", "MN", "JP", "MC")}
        power = [settings.strength * (a + d) for a, d in zip(game.attack, game.defence, strict=True)]
        kept = 1 - 1 / game.charts.attrition  # 10.2.a: so many of the flipped units stay at the end
        nations = game.sheet.nation
        self.unit = tuple(dead[n] + p for n, p in zip(nations, power, strict=True))
        self.hurt = [dead[n] * kept + settings.hurt_share * p for n, p in zip(nations, power, strict=True)]

    @cached_property
    def japanese(self) -> UnitSet:
        return self.game.sheet.of_nation["JP"]

    def inside(self, hex_: int) -> float:
        """The share of the points for a Japanese unit unhurt that one in a hex is expected to bring."""
        if self.game.inside >> hex_ & 1:
            return 1.0
        far = self.game.home_distance[hex_]
        settings = self.settings
        left = settings.march * (self.game.last_turn - self.turn)
        return max(0.0, settings.most_inside - settings.inside_per_hex * far) if far <= left else 0.0

    def at(self, hex_: int, unit: int, flipped: bool) -> float:
        """What a unit is worth in a hex."""
        if flipped:
            return self.hurt[unit]
        worth = self.unit[unit]
        return worth + self.intact * self.inside(hex_) if self.japanese >> unit & 1 else worth

    def hit(self, hex_: int, unit: int, flipped: bool) -> float:
        """What its owner loses when a unit takes a loss."""
        return self.at(hex_, unit, flipped) - (0.0 if flipped else self.hurt[unit])

    def cheapest(self, group: UnitSet, flipped: UnitSet, hex_: int) -> tuple[float, float]:
        """(a loss, a death): what they cost the owner, who picks the unit."""
        hits, deaths = [], []
        for unit in members(group):
            weak = bool(flipped >> unit & 1)
            death = self.at(hex_, unit, weak)
            hits.append(death if weak else death - self.hurt[unit])
            deaths.append(death)
        return min(hits), min(deaths)

    def clearing(self, inside: int) -> float:
        """What it is worth to the Soviets that only so many Japanese units are left inside the line."""
        shares = self.settings.clearing
        return self.cleared * shares[inside] if inside < len(shares) else 0.0


class Distances(values.Distances[Class]):
    """How many half points it is from every hex to a goal, for every class of units."""

    FARTHEST = 200

    def __init__(self, game: Batalha) -> None:
        super().__init__()
        self.game = game

    def kind(self, unit: int) -> Class:
        return self.game.charts.classes[self.game.type[unit]], self.game.sheet.side[unit] == SOVIET

    def costs(self, kind: Class) -> Costs:
        return self.game.costs[kind[0]]

    def barred(self, kind: Class) -> HexSet:
        """4.0.g  The Soviets do not cross the border line."""
        return self.game.beyond if kind[1] else 0
