"""Expected value of an attack: the mean over the die of losses, ground and places, in victory points."""

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
    retreat: float
    """What a retreat costs."""
    has_fort: bool
    """13.5  Whether it may ignore a retreat."""

    def lose(self, count: int, major: int) -> float:
        """What the loss of so many divisional equivalents costs, with the enemy's award for a major victory."""
        if count >= self.size:
            return self.total + (self.national >= major)
        return CHOSEN * self.total * count / self.size + (min(count, self.national) >= major)


NOBODY = Force(0.0, 0, 0, 0.0, False)


class BattleValues:
    """Works out the expected value of attacks."""

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
        """The shift for the terrain of a hex."""
        return terrain_shift(self.game, hex_, s.ruined, "shift") if s.ruined >> hex_ & 1 else self.ground[hex_]

    def river(self, a: Hex, b: Hex) -> bool:
        return frozenset((a, b)) in self._rivers

    def force(self, s: Position, values: Values, units: UnitSet, retreat: float, has_fort: bool) -> Force:
        return Force(values.group(units), s.size(units), s.size(s.national(units)), retreat, has_fort)

    def gain(self, col: int, ours: Force, theirs: Force, prize: float) -> float:
        """What an attack in a column is worth to the attacker. `prize`: what it is worth to clear the hexes."""
        out = 0.0
        for code, chance in self.codes[max(0, min(col, self.last))]:
            out += chance * self.result_value(code, ours, theirs, prize)
        return out

    def result_value(self, code: str, ours: Force, theirs: Force, prize: float) -> float:
        """What a result is worth to the attacker."""
        major = self.game.charts.major_losses
        if code == "AE":
            return -ours.lose(ours.size, major)
        if code == "AS":
            return -ours.lose((ours.size + 1) // 2, major) - (0.0 if ours.has_fort else ours.retreat)
        if code == "AR":
            return -ours.lose(1, major) - (0.0 if ours.has_fort else ours.retreat)
        if code == "EX":
            even = (min(ours.size, theirs.size) + 1) // 2
            clear = prize if even >= theirs.size else 0.0
            return theirs.lose(even, major) - ours.lose(even, major) + clear
        if code == "DR":
            return 0.0 if theirs.has_fort else prize + theirs.retreat
        if code == "DS":
            half = (theirs.size + 1) // 2
            gone = half >= theirs.size
            driven = 0.0 if theirs.has_fort or gone else theirs.retreat * (1 - half / theirs.size)
            return theirs.lose(half, major) + driven + (0.0 if theirs.has_fort and not gone else prize)
        return theirs.lose(theirs.size, major) + prize if code == "DE" else 0.0
