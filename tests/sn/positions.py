"""Small positions for tests of Strike North: a few counters on the real map, a phase, and dice that fall as told.

    board({"1002": ["SU-12IC", "SU-FORT-1"], "1102": "JP-2IC"}, "japan_combat", round=2, disrupted="SU-12IC")

Phases are a side and one of the names in PHASES, or one of those in COMMON. They come from the sequence of play
itself: what follows the phase in its player turn and in its month follows in the test, too. A step of one's own goes
on top with `first`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from khalkhin.engine import library
from khalkhin.engine.agenda import settle
from khalkhin.engine.match import Match
from khalkhin.games.sn.air import AirPhase
from khalkhin.games.sn.combat import CombatPhase
from khalkhin.games.sn.game import StrikeNorth
from khalkhin.games.sn.mobilization import Income
from khalkhin.games.sn.movement import BeginMovement
from khalkhin.games.sn.position import JAPAN, POOL, REORG, SOVIET, UNUSED, Position, SnStep
from khalkhin.games.sn.rally import Attrition, Rally
from khalkhin.games.sn.reorganization import Reorganize
from khalkhin.games.sn.sequence import EndOfRounds, PlayerTurn, Turn
from khalkhin.games.sn.victory import VictoryCheck
from tests.dice import Fall as Fall
from tests.dice import rigged as rigged
from tests.hands import asked as asked
from tests.hands import do as do
from tests.hands import keys as keys
from tests.hands import marked as marked
from tests.hands import offered as offered
from tests.hands import place as place
from tests.hands import refused as refused
from tests.hands import shifts as shifts
from tests.hands import told as told
from tests.hands import who_is_at as who_is_at
from tests.hands import why as why
from tests.naming import Naming
from tests.naming import Some as Some
from tests.naming import each as each

_naming = Naming("sn")
unit, units, ids = _naming.unit, _naming.units, _naming.ids
at, hexes, names = _naming.at, _naming.hexes, _naming.names

PHASES: dict[str, type[SnStep]] = {
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
COMMON: dict[str, type[SnStep]] = {"victory": VictoryCheck, "advance": Turn}
"""What follows both player turns."""
TWICE = ("move", "air", "combat")
"""Phases of both rounds."""
MARKS = (
    "disrupted",
    "flipped",
    "moved",
    "shifted",
    "general",
    "offensive",
    "led",
    "landed",
    "locked",
    "served",
    "fed",
    "beached",
    "flown",
    "close_support",
    "broken_off",
    "attackers",
    "defenders",
    "shown",
    "late",
)
"""Sets of counters in the position."""
AREAS = ("ruined", "captured")
"""Sets of hexes in the position."""


def the_game() -> StrikeNorth:
    game = library.get("sn")
    assert isinstance(game, StrikeNorth)
    return game


def board(
    placed: Mapping[str, Some],
    phase: str = "japan_move",
    *,
    round: int = 1,
    turn: int = 2,
    scenario: str = "kantokuen",
    options: Mapping[str, Any] | None = None,
    rest: str | None = None,
    dice: Sequence[Fall] = (),
    first: Sequence[SnStep] = (),
    game: StrikeNorth | None = None,
    **fields: Any,
) -> Match:
    """A game at the beginning of a phase with just these counters: hex (or box) -> ids, from the bottom of the stack.

    Every other counter lies in the box `rest`; by default where the set-up leaves it: corps that can be formed in the
    reorganization box, all else in the pool. `fields` are fields of the position by name: those in MARKS take ids,
    those in AREAS printed numbers of hexes, the others their values (points=(5, 10), toll=(0, 3), ...). `turn` 1 is
    the first month of the scenario. `first` are steps that come before the phase. `game` is the game with other data,
    where the printed map has no example.

    A second Movement Phase asks first which supply units are expended, if there are any; so do air and combat.
    """
    game = game or the_game()
    s = Position(game, scenario, game.choose_options(scenario, options or {}), rigged(*dice))
    s.log = []
    s.turn = turn
    _place(s, placed, rest)
    _agenda(s, phase, round)
    for name, value in fields.items():
        assert name in Position.FIELDS, f"a position has no field {name}"
        wanted = units(*each(value)) if name in MARKS else hexes(*each(value)) if name in AREAS else value
        setattr(s, name, wanted)
    s.notes = {}
    s.log.clear()
    s.push(*first)
    settle(s)
    return Match(s)


def _place(s: Position, placed: Mapping[str, Some], rest: str | None) -> None:
    game = s.game
    where = {name: place for place, ids in placed.items() for name in each(ids)}
    assert not set(where) - set(game.sheet.ids), f"no such counters: {set(where) - set(game.sheet.ids)}"
    for counter, name in enumerate(game.sheet.ids):
        if name not in where:
            usual = UNUSED if game.unused >> counter & 1 else REORG if game.formed >> counter & 1 else POOL
            s.send(counter, rest or usual)
    for name, spot in where.items():
        s.put(game.sheet.index[name], game.place_at(spot))


def _agenda(s: Position, phase: str, round: int) -> None:
    """The sequence of play from the phase on: the player turn is begun, and what comes before the phase left out."""
    if phase in COMMON:
        s.push(*([VictoryCheck()] if phase == "victory" else []), Turn(s.turn + 1))
        s.active = SOVIET
        return
    side_name, _, name = phase.partition("_")
    side = s.game.sides.index(side_name)
    s.push(*([PlayerTurn(SOVIET)] if side == JAPAN else []), VictoryCheck(), Turn(s.turn + 1))
    PlayerTurn(side).run(s)
    wanted = PHASES[name]
    while not (isinstance(s.agenda[-1], wanted) and getattr(s.agenda[-1], "round", round) == round):
        s.agenda = s.agenda[:-1]
    s.round = round if name in TWICE else 0


# -- looking --------------------------------------------------------------------------------------------------------


def position(match: Match) -> Position:
    assert isinstance(match.state, Position)
    return match.state


def points(match: Match, side: str) -> int:
    """The mobilization points of a side."""
    return position(match).points[match.game.sides.index(side)]


def pile(match: Match, where: str) -> list[str]:
    """The ids of the counters in a hex, from the bottom to the top."""
    s = position(match)
    return [s.game.sheet.ids[u] for u in s.piles[s.game.place_at(where)]]
