"""3.0  Positions that do not come out of a whole game: how one of the phases begins with any counters anywhere."""

from __future__ import annotations

from collections.abc import Mapping

from khalkhin.engine.codec import UnitSet
from khalkhin.engine.situation import Moment
from khalkhin.games.bkg.position import BkgStep, Position
from khalkhin.games.bkg.sequence import BeginCombat, BeginMovement, Turn

PHASES: Mapping[str, type[BeginMovement | BeginCombat]] = {"move": BeginMovement, "combat": BeginCombat}


def complete(s: Position, rest: UnitSet) -> None:
    """6.1, 10.2  Air points and objectives are as they usually are in the turn."""
    s.air = s.game.charts.air_points(s.turn)
    s.soviet_objectives = s.game.soviet_at_start


def begin_phase(s: Position, moment: Moment) -> None:
    """3.0.a-d  The sequence of play from a phase on."""
    day: list[BkgStep] = [PHASES[name](side) for side in range(len(s.game.sides)) for name in PHASES]
    assert moment.side is not None
    s.push(*day[day.index(PHASES[moment.phase](moment.side)) :], Turn(s.turn + 1))
