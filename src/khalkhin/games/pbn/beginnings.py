"""4.1  Positions that do not come out of a whole game: how one of the phases begins with any counters anywhere."""

from __future__ import annotations

from collections.abc import Mapping

from khalkhin.engine.codec import UnitSet
from khalkhin.engine.situation import Moment, leave_out
from khalkhin.games.pbn.air import AirAllocation
from khalkhin.games.pbn.campaign import CampaignPhase
from khalkhin.games.pbn.declaration import CombatPhase
from khalkhin.games.pbn.logistics import LogisticsPhase
from khalkhin.games.pbn.movement import BeginMovement
from khalkhin.games.pbn.position import PbnStep, Position
from khalkhin.games.pbn.reinforcement import ReinforcementPhase
from khalkhin.games.pbn.sequence import Advance, Initiative, begin_turn
from khalkhin.games.pbn.strike import StrikePhase
from khalkhin.games.pbn.victory import VictoryPhase

PHASES: Mapping[str, type[PbnStep]] = {
    "campaign": CampaignPhase,
    "reinforcement": ReinforcementPhase,
    "logistics": LogisticsPhase,
    "move": BeginMovement,
    "strike": StrikePhase,
    "combat": CombatPhase,
}
"""Phases of one side."""
COMMON: Mapping[str, type[PbnStep]] = {"air": AirAllocation, "victory": VictoryPhase, "advance": Advance}
"""Phases of both; before them comes the initiative."""
TWICE = ("move", "strike", "combat")
"""Phases of both impulses."""


def complete(s: Position, rest: UnitSet) -> None:
    """SCM.6  With deception all land units are face down."""
    if s.options["deception"]:
        s.options = {**s.options, "face_down": True}


def begin_phase(s: Position, moment: Moment) -> None:
    """4.1  The sequence of play from a phase on: the turn is begun, and what comes before the phase left out."""
    if moment.phase == "initiative":
        s.push(Initiative())
        return
    begin_turn(s)
    twice = moment.phase in TWICE
    leave_out(s, {**PHASES, **COMMON}[moment.phase], moment.side, skip=moment.part - 1 if twice else 0)
    if moment.side is not None:
        s.active = moment.side
    s.impulse = moment.part if twice else 0
