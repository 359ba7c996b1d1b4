"""What an attack is worth before the die falls: every face of it, and what the units and the ground are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from khalkhin.board.hexset import Hex, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.sn.ai.values import Values
from khalkhin.games.sn.position import Position
from khalkhin.games.sn.terrain import terrain_shift

if TYPE_CHECKING:
    from khalkhin.games.sn.game import StrikeNorth

CHOSEN = 0.85
"""What a part of a force costs, less than its share: its owner gives up what is cheapest."""
GROUND = 0.12
"""Points for each divisional equivalent that is driven off its hex."""
HEMMED = 0.6
"""The share of a force that is lost if it has to retreat through enemy zones."""


class Force(NamedTuple):
    """One side of an attack."""

    total: float
    """What it costs to lose everybody."""
    size: int
    """Divisional equivalents."""
    national: int
    """How many of them count for a major victory."""
    goes: float
    """What it costs to be driven off."""
    stands: bool
    """Whether it may ignore a retreat: it has a fort."""

    def lose(self, count: int, major: int) -> float:
        """What so many divisional equivalents cost, with what the enemy is given for many of them."""
        if count >= self.size:
            return self.total + (self.national >= major)
        return CHOSEN * self.total * count / self.size + (min(count, self.national) >= major)


NOBODY = Force(0.0, 0, 0, 0.0, False)


class BattleValues:
    """Attacks between units of the game, weighed."""

    def __init__(self, game: StrikeNorth) -> None:
        self.game = game
        table = game.charts.combat
        self.last = len(table.columns) - 1
        self.codes: list[list[tuple[str, float]]] = []
        for col in range(len(table.columns)):
            faces = [table.result(col, die) for die in range(1, 7)]
            self.codes.append([(code, faces.count(code) / 6) for code in dict.fromkeys(faces)])
        self.ground = {h: terrain_shift(game, h, 0, "shift") for h in members(game.land)}
        self._rivers = {frozenset(pair) for pair in game.map.pairs("river")}

    def shelter(self, s: Position, hex_: Hex) -> int:
        """The columns that the ground of a hex is worth."""
        return terrain_shift(self.game, hex_, s.ruined, "shift") if s.ruined >> hex_ & 1 else self.ground[hex_]

    def river(self, a: Hex, b: Hex) -> bool:
        return frozenset((a, b)) in self._rivers

    def force(self, s: Position, values: Values, units: UnitSet, goes: float, stands: bool) -> Force:
        return Force(values.group(units), s.size(units), s.size(s.national(units)), goes, stands)

    def gain(self, col: int, ours: Force, theirs: Force, prize: float) -> float:
        """What an attack in a column is worth to the attacker: the mean over the faces of the die. `prize`: to have
        cleared the hexes."""
        out = 0.0
        for code, chance in self.codes[max(0, min(col, self.last))]:
            out += chance * self.outcome(code, ours, theirs, prize)
        return out

    def outcome(self, code: str, ours: Force, theirs: Force, prize: float) -> float:
        major = self.game.charts.major_losses
        if code == "AE":
            return -ours.lose(ours.size, major)
        if code == "AS":
            return -ours.lose((ours.size + 1) // 2, major) - (0.0 if ours.stands else ours.goes)
        if code == "AR":
            return -ours.lose(1, major) - (0.0 if ours.stands else ours.goes)
        if code == "EX":
            even = (min(ours.size, theirs.size) + 1) // 2
            clear = prize if even >= theirs.size else 0.0
            return theirs.lose(even, major) - ours.lose(even, major) + clear
        if code == "DR":
            return 0.0 if theirs.stands else prize + theirs.goes
        if code == "DS":
            half = (theirs.size + 1) // 2
            gone = half >= theirs.size
            driven = 0.0 if theirs.stands or gone else theirs.goes * (1 - half / theirs.size)
            return theirs.lose(half, major) + driven + (0.0 if theirs.stands and not gone else prize)
        return theirs.lose(theirs.size, major) + prize if code == "DE" else 0.0
