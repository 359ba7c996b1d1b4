"""What units are worth, and what each column of the combat table does on average."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from khalkhin.board.hexset import members
from khalkhin.engine.codec import UnitSet

if TYPE_CHECKING:
    from khalkhin.games.bkg.game import Batalha

POWER = 0.2
"""Points for each point of attack and defence on a counter: who is gone fights no more."""
WEAR = 1 / 3
"""The share of a unit's points that a first loss costs: one flipped unit in three is taken off at the end."""
OUTSIDE = 0.9
"""The chance, at most, that a Japanese unit beyond the line will stand inside it unhurt at the end."""
STRIDE = 4
"""Hexes that foot soldiers come forward in a turn."""


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


class Values:
    """The worth of every unit in one turn, in points, unhurt and with a loss."""

    def __init__(self, game: Batalha, turn: int) -> None:
        self.game = game
        self.turn = turn
        points = game.charts.points
        progress = (turn - game.first_turn) / (game.last_turn - game.first_turn)
        self.intact = points["jp_intact"].integer("points") * (0.5 + 0.5 * progress)
        """What a Japanese unit unhurt inside the line is worth: the more the nearer the end."""
        self.cleared = points["cleared"].integer("points") * (0.3 + 0.7 * progress)
        dead = {nation: points[f"{nation.lower()}_destroyed"].integer("points") for nation in ("SU", "MN", "JP", "MC")}
        power = [POWER * (a + d) for a, d in zip(game.attack, game.defence, strict=True)]
        self.whole = [dead[n] + p for n, p in zip(game.sheet.nation, power, strict=True)]
        self.hurt = [dead[n] * (1 - WEAR) + p / 2 for n, p in zip(game.sheet.nation, power, strict=True)]

    @cached_property
    def japanese(self) -> UnitSet:
        return self.game.sheet.of_nation["JP"]

    def inside(self, hex_: int) -> float:
        """The share of the points for a Japanese unit unhurt that one in a hex may hope for."""
        if self.game.inside >> hex_ & 1:
            return 1.0
        far = self.game.home_distance[hex_]
        left = STRIDE * (self.game.last_turn - self.turn)
        return max(0.0, OUTSIDE - 0.03 * far) if far <= left else 0.0

    def unit(self, unit: int, flipped: bool, hex_: int) -> float:
        if flipped:
            return self.hurt[unit]
        worth = self.whole[unit]
        return worth + self.intact * self.inside(hex_) if self.japanese >> unit & 1 else worth

    def hit(self, unit: int, flipped: bool, hex_: int) -> float:
        """What its owner loses when a unit takes a loss."""
        return self.unit(unit, flipped, hex_) - (0.0 if flipped else self.hurt[unit])

    def cheapest(self, group: UnitSet, flipped: UnitSet, hex_: int) -> tuple[float, float]:
        """(a loss, a death): what they cost the owner, who picks the unit."""
        hits, deaths = [], []
        for unit in members(group):
            weak = bool(flipped >> unit & 1)
            death = self.unit(unit, weak, hex_)
            hits.append(death if weak else death - self.hurt[unit])
            deaths.append(death)
        return min(hits), min(deaths)

    def clearing(self, inside: int) -> float:
        """What it is worth to the Soviets that only so many Japanese units are left inside the line."""
        return self.cleared * (1.0, 0.4, 0.25, 0.15, 0.1, 0.05)[inside] if inside < 6 else 0.0
