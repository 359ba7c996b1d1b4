"""Expected value of an attack: the mean over the die of losses, ground and places, in victory points."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from khalkhin.board.hexset import Hex, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.sn.ai.settings import SETTINGS, BattleSettings
from khalkhin.games.sn.ai.values import Values
from khalkhin.games.sn.charts import EVEN, HALF, ONE
from khalkhin.games.sn.position import Position
from khalkhin.games.sn.terrain import terrain_shift

if TYPE_CHECKING:
    from khalkhin.games.sn.game import StrikeNorth


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


class BattleValues:
    """Works out the expected value of attacks."""

    def __init__(self, game: StrikeNorth, settings: BattleSettings = SETTINGS.battle_values) -> None:
        self.game, self.settings = game, settings
        table, self._major = game.charts.combat, game.charts.major_losses
        self._results: dict[str, tuple[str, str, bool, bool]] = {
            code: (row["attacker"], row["defender"], row["attacker_retreats"] > 0, row["defender_retreats"] > 0)
            for code, row in game.charts.codes.items()
        }
        """Losses and retreats of the attacker and the defender."""
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
        attacker, defender, attacker_retreats, defender_retreats = self._results[code]
        even, out, gone = (min(ours.size, theirs.size) + 1) // 2, 0.0, False
        if defender:
            lost = _count(defender, theirs.size, even)
            out, gone = self.loss(theirs, lost), lost >= theirs.size
            if defender_retreats and not theirs.has_fort and not gone:
                out += theirs.retreat * (1 - lost / theirs.size)
        elif defender_retreats and not theirs.has_fort:
            out = theirs.retreat
        if attacker:
            out -= self.loss(ours, _count(attacker, ours.size, even))
        if attacker_retreats and not ours.has_fort:
            out -= ours.retreat
        return out + prize if gone or (defender_retreats and not theirs.has_fort) else out

    def loss(self, force: Force, count: int) -> float:
        """What the loss of so many divisional equivalents costs, with the enemy's award for a major victory."""
        if count >= force.size:
            return force.total + (force.national >= self._major)
        share = self.settings.part_loss * force.total * count / force.size
        return share + (min(count, force.national) >= self._major)


def _count(loss: str, size: int, even: int) -> int:
    """13.0.2  Divisional equivalents that a result takes: half (rounded up), half of the smaller force, one, or all."""
    if loss == HALF:
        return (size + 1) // 2
    if loss == EVEN:
        return even
    return 1 if loss == ONE else size
