"""4.0  The sequence of play: months, player turns and phases in their fixed order."""

from __future__ import annotations

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import step
from khalkhin.engine.codec import Side
from khalkhin.games.sn import victory
from khalkhin.games.sn.air import AirPhase
from khalkhin.games.sn.combat import CombatPhase
from khalkhin.games.sn.mobilization import Income
from khalkhin.games.sn.movement import BeginMovement, Movement
from khalkhin.games.sn.position import JAPAN, SIDES, SOVIET, Position, SnStep
from khalkhin.games.sn.rally import Attrition, Rally
from khalkhin.games.sn.reorganization import Reorganize
from khalkhin.games.sn.supply import Expend


@step
class Turn(SnStep):
    """4.0, 4.3, 4.4  A month: the Japanese player turn, the Soviet player turn, the victory check."""

    number: int

    def run(self, s: Position) -> None:
        if self.number > s.game.scenarios[s.scenario].data["turns"]["last"]:
            victory.decide(s)
            return
        s.turn = self.number
        s.broken_off = 0
        s.notes = {}
        rule = "4.4" if self.number > 1 else "4.0"
        s.tell("log.turn", rule=rule, month=f"@month.{s.month['month']}", year=str(s.month["year"]))
        s.push(PlayerTurn(JAPAN), PlayerTurn(SOVIET), victory.VictoryCheck(), Turn(self.number + 1))


@step
class PlayerTurn(SnStep):
    """4.1, 4.2, 4.1.1-10, 4.2.1-10, 21.1  One side's ten phases, in their order."""

    side: Side

    def run(self, s: Position) -> None:
        side = self.side
        before = s.scouted(side)
        s.active, s.round = side, 0
        if s.scouted(side) & ~before & s.holding_more(1 - side, 1):
            s.seal()  # airbases look around from now on (21.1)
        s.landed = s.moved = s.locked = s.served = s.flown = 0
        s.tell("log.player-turn", rule="4.1" if side == JAPAN else "4.2", side=side)
        s.push(
            Income(side),
            Reorganize(side),
            BeginMovement(side, 1),
            Movement(side),
            AirPhase(side, 1),
            CombatPhase(side, 1),
            BeginMovement(side, 2),
            Expend(side, "move"),
            Movement(side),
            AirPhase(side, 2),
            CombatPhase(side, 2),
            EndOfRounds(),
            Rally(side),
            Attrition(side),
        )


@step
class EndOfRounds(SnStep):
    """R87  Automatic supply of who landed lasts for the player turn; the rounds are over."""

    def run(self, s: Position) -> None:
        s.round = 0
        s.general = s.offensive = s.led = 0


def check(s: Position) -> None:
    """What always holds, whatever is played."""
    game = s.game
    shared = s.occupied(0) & s.occupied(1)
    for hex_ in members(shared):
        assert any(s.units_at(side, hex_) & s.beached for side in SIDES), "both sides in one hex"
    for side in SIDES:
        assert 0 <= s.points[side] <= game.charts.most_points
        for nation in game.nations[side]:
            stray = s.hexes_of(side, game.ground & game.sheet.of_nation[nation]) & ~game.enterable[nation]
            assert not stray, "a unit where it may not be"
        for hex_ in members(s.hexes_of(side, game.forts)):
            assert game.forts >> s.piles[hex_][-1] & 1 or s.units_at(1 - side, hex_) or _strikes_above(s, hex_)
        for hex_ in members(s.hexes_of(side, game.airstrikes)):
            assert s.round, "an airstrike on mission between the phases"
            assert (s.strikes_at(side, hex_) & game.airstrikes).bit_count() <= game.charts.per_hex[side], "a full sky"
    assert not s.disrupted & ~game.ground


def _strikes_above(s: Position, hex_: int) -> bool:
    return not s.game.ground >> s.piles[hex_][-1] & 1
