"""6.1  Positions that do not come out of a whole game: how one of the phases begins with any counters anywhere."""

from __future__ import annotations

from collections.abc import Mapping

from khalkhin.board.hexset import members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.situation import Moment, leave_out
from khalkhin.games.kgw.air import GroundAttack, Reuse, Superiority
from khalkhin.games.kgw.combat import CombatPhase
from khalkhin.games.kgw.divisions import usual_parts
from khalkhin.games.kgw.events import Event
from khalkhin.games.kgw.housekeeping import Stacking
from khalkhin.games.kgw.movement import Movement
from khalkhin.games.kgw.organization import Organise
from khalkhin.games.kgw.position import (
    HAND,
    JAPAN,
    MANCHUKUO,
    MENGJIANG,
    MPR,
    REORG,
    SOVIET,
    USSR,
    KgwStep,
    Position,
)
from khalkhin.games.kgw.recruit import Agents, Buy, Income
from khalkhin.games.kgw.sequence import CountAir, EndOfTurn, EndSegment, Segment, Turn
from khalkhin.games.kgw.setup import Setup
from khalkhin.games.kgw.supply import SupplyPhase

PHASES: Mapping[str, type[KgwStep]] = {
    "event": Event,
    "income": Income,
    "recruit": Buy,
    "agents": Agents,
    "organise": Organise,
    "supply": SupplyPhase,
    "move": Movement,
    "stacking": Stacking,
    "reuse": Reuse,
    "superiority": Superiority,
    "strike": GroundAttack,
    "combat": CombatPhase,
    "end": EndSegment,
}
SET_UP = "setup"
"""What comes before the first turn: the counters in hand are placed."""
SECOND_ONLY = ("supply", "reuse")
SEGMENTS = ((JAPAN, 1), (SOVIET, 1), (JAPAN, 2), (SOVIET, 2))


def complete(s: Position, rest: UnitSet) -> None:
    """15.3, 17.2  Aerodromes belong to who stands there, else to their country; divisions have their usual parts."""
    game = s.game
    countries = (game.country[USSR] | game.country[MPR], game.country[MANCHUKUO] | game.country[MENGJIANG])
    ground = [s.hexes_of(side, game.ground) for side in (SOVIET, JAPAN)]
    soviet, japan = (
        game.aerodromes & (ground[side] | (countries[side] & ~game.disputed & ~ground[1 - side]))
        for side in (SOVIET, JAPAN)
    )
    s.aerodromes = soviet & ~s.outside, japan & ~s.outside
    _absorb(s, game.divisions & ~rest, rest & ~game.divisions)


def _absorb(s: Position, divisions: UnitSet, free: UnitSet) -> None:
    """17.2  Divisions in play have absorbed their components out of those that take no part."""
    game, hand = s.game, s.game.box(HAND)
    for division in (u for u in members(divisions) if s.where[u] >= 0 or s.where[u] == hand):
        parts = usual_parts(s, division, free)
        assert parts, f"{game.sheet.ids[division]} has no components left to absorb"
        free &= ~parts
        s.formed = tuple(sorted((*s.formed, (division, parts))))
        for unit in members(parts):
            s.send(unit, REORG)


def begin_phase(s: Position, moment: Moment) -> None:
    """6.1, 23.0  The sequence of play from a phase on, or from a set-up: its Segment is begun, what comes before the
    phase left out."""
    assert moment.side is not None
    if moment.phase == SET_UP:
        s.active = moment.side
        s.push(*(Setup(side) for side in (SOVIET, JAPAN)[moment.side :]), Turn(s.turn))
        return
    this = moment.side, 2 if moment.phase in SECOND_ONLY else moment.part
    s.push(*(Segment(*which) for which in SEGMENTS[SEGMENTS.index(this) + 1 :]), EndOfTurn(), Turn(s.turn + 1))
    Segment(*this).run(s)
    leave_out(s, PHASES[moment.phase])
    for side in (SOVIET, JAPAN):
        CountAir(side).run(s)
