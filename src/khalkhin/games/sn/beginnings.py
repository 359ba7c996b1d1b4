"""4.0  Positions that do not come out of a whole game: how one of the phases begins with any counters anywhere."""

from __future__ import annotations

from collections.abc import Mapping

from khalkhin.engine.codec import UnitSet
from khalkhin.engine.situation import Moment
from khalkhin.games.sn.air import AirPhase
from khalkhin.games.sn.combat import CombatPhase
from khalkhin.games.sn.mobilization import Income
from khalkhin.games.sn.movement import BeginMovement
from khalkhin.games.sn.position import JAPAN, SOVIET, Position, SnStep
from khalkhin.games.sn.rally import Attrition, Rally
from khalkhin.games.sn.reorganization import Reorganize
from khalkhin.games.sn.sequence import EndOfRounds, PlayerTurn, Turn
from khalkhin.games.sn.victory import VictoryCheck

PHASES: Mapping[str, type[SnStep]] = {
    "mobilize": Income,
    "reorganize": Reorganize,
    "move": BeginMovement,
    "air": AirPhase,
    "combat": CombatPhase,
    "end": EndOfRounds,
    "rally": Rally,
    "attrition": Attrition,
}
"""Phases of one side."""
COMMON: Mapping[str, tuple[SnStep, ...]] = {"victory": (VictoryCheck(),), "advance": ()}
"""What follows both player turns."""
TWICE = ("move", "air", "combat")
"""Phases of both rounds."""


def complete(s: Position, rest: UnitSet) -> None:
    """Every field begins as in a new game."""


def begin_phase(s: Position, moment: Moment) -> None:
    """4.1, 4.2  The sequence of play from a phase on: the player turn is begun, what comes before it left out."""
    if moment.side is None:
        s.push(*COMMON[moment.phase], Turn(s.turn + 1))
        s.active = SOVIET
        return
    s.push(*([PlayerTurn(SOVIET)] if moment.side == JAPAN else []), VictoryCheck(), Turn(s.turn + 1))
    PlayerTurn(moment.side).run(s)
    wanted, part = PHASES[moment.phase], moment.part
    while not (isinstance(s.agenda[-1], wanted) and getattr(s.agenda[-1], "round", part) == part):
        s.agenda = s.agenda[:-1]
    s.round = part if moment.phase in TWICE else 0
