"""Small positions for tests of Strike North: a few counters on the real map, a phase, and dice that fall as told.

    board({"1002": ["SU-12IC", "SU-FORT-1"], "1102": "JP-2IC"}, "japan_combat", round=2, disrupted="SU-12IC")

Phases are a side and one of the names in `beginnings`, or one that both sides share: what follows the phase in its
player turn and in its month follows in the test, too. A step of one's own goes on top with `first`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from khalkhin.engine import library
from khalkhin.engine.match import Match
from khalkhin.engine.situation import Moment, Situation, build
from khalkhin.games.sn.beginnings import COMMON
from khalkhin.games.sn.game import StrikeNorth
from khalkhin.games.sn.position import Position, SnStep
from tests.dice import Fall as Fall
from tests.dice import rigged as rigged
from tests.hands import asked as asked
from tests.hands import cited as cited
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
    common = phase in COMMON
    side, _, name = ("", "", phase) if common else phase.partition("_")
    situation = Situation(
        scenario=scenario,
        turn=turn,
        moment=Moment(name, None if common else game.sides.index(side), round),
        counters={place: each(ids) for place, ids in placed.items()},
        options=options or {},
        fields={field: _read(field, value) for field, value in fields.items()},
        rest=rest or "",
    )
    return Match(build(game, situation, rigged(*dice), first))


def _read(field: str, value: Any) -> Any:
    return units(*each(value)) if field in MARKS else hexes(*each(value)) if field in AREAS else value


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
