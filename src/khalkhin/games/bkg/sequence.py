"""3.0  The sequence of play: turns and phases in their fixed order."""

from __future__ import annotations

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import step
from khalkhin.engine.codec import Side
from khalkhin.games.bkg.declaration import CombatPhase
from khalkhin.games.bkg.engagement import duty, who_must_attack
from khalkhin.games.bkg.movement import Movement
from khalkhin.games.bkg.position import DUE, JAPAN, SOVIET, BkgStep, Position
from khalkhin.games.bkg.retreat import Chain
from khalkhin.games.bkg.victory import FinalAttrition, Scoring


@step
class Turn(BkgStep):
    """3.0, 3.0.e, 2.4.1.a  A day: Soviet movement and combat, Japanese movement and combat, then the next one."""

    number: int

    def run(self, s: Position) -> None:
        """6.1  Both air markers are set to the turn's allowance; what was left of the day before is lost (6.2.d)."""
        if self.number > s.game.last_turn:
            losses = FinalAttrition(SOVIET, None)
            s.tell("log.phase", rule="10.2.a", phase=f"@{losses.phase}")
            s.push(losses, FinalAttrition(JAPAN, None), Scoring())
            return
        s.turn = self.number
        air = s.game.charts.air_points(self.number)
        s.tell(
            "log.turn", rule=s.game.charts.air_rule(self.number), turn=self.number, soviet=air[SOVIET], japan=air[JAPAN]
        )
        s.air = air
        s.push(
            BeginMovement(SOVIET), BeginCombat(SOVIET), BeginMovement(JAPAN), BeginCombat(JAPAN), Turn(self.number + 1)
        )


@step
class BeginMovement(BkgStep):
    """3.0.a, 3.0.c  The side's units have all their points again (4.0.d); who stands engaged now is noted (4.1.2.b)."""

    side: Side

    def run(self, s: Position) -> None:
        contact = s.held(self.side) & s.zone(1 - self.side)
        s.obliged = duty(s)  # nobody's: a combat phase does not end while somebody still has to attack
        s.moved = s.fought = s.fired = s.attacked = 0
        s.engaged = sum(s.at[h] for h in members(contact))
        s.tell("log.phase", rule="3.0.a" if self.side == SOVIET else "3.0.c", phase=f"@{Movement(self.side).phase}")
        s.push(Movement(self.side))


@step
class BeginCombat(BkgStep):
    """3.0.b, 3.0.d  The side that has just moved attacks; who has to is settled now (5.0)."""

    side: Side

    def run(self, s: Position) -> None:
        s.obliged = who_must_attack(s, self.side)
        s.fought = s.fired = s.attacked = 0
        s.tell("log.phase", rule="3.0.b" if self.side == SOVIET else "3.0.d", phase=f"@{CombatPhase(self.side).phase}")
        s.push(CombatPhase(self.side))


def check(s: Position) -> None:
    """What always holds: nobody shares a hex with the enemy, no hex is overfull, no ban is broken, pools add up."""
    game, sheet = s.game, s.game.sheet
    assert not s.held(SOVIET) & s.held(JAPAN), "enemies share a hex (4.1.2.i)"
    limit = game.charts.stacking + (bool(s.agenda) and isinstance(s.agenda[-1], Chain))
    for place, stack in s.at.items():
        if place >= 0:
            assert stack.bit_count() <= limit, f"too many units in {game.place_name(place)} (4.1.1)"
            for unit in members(stack):
                assert game.passable[game.type[unit]] >> place & 1, f"{sheet.ids[unit]} is in closed terrain (T2)"
    for side, most in zip((SOVIET, JAPAN), game.charts.air_points(min(s.turn, game.last_turn)), strict=True):
        assert 0 <= s.air[side] <= most, "air points out of range (6.1)"
    assert sum(stack.bit_count() for stack in s.at.values()) == len(sheet), "a counter is lost"
    assert not s.penalised & sum(s.at.get(h, 0) for h in members(game.inside)), "penalised at home (4.0.i)"
    assert all(s.where[u] == game.box(DUE) for u, turn in game.arrival.items() if turn > s.turn), "early (10.1.3)"
    if s.agenda and s.agenda[-1].phase.endswith("_move"):
        assert not s.shown, "a unit is still shown after its battle (2.5)"
        assert not s.obliged, "a duty to attack is left over (4.1.2.h)"
