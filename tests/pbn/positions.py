"""Small positions for tests of Pacific Battles: Nomonhan: a few counters on the real map, a phase, dice as told.

    board({"1517": ["SU-149", "SU-36HQ"], "1617": "JP-64"}, "japan_combat", impulse=2, dice=[3, 1],
          air={"soviet": {"reserve": 3}}, supply={"japan": {"1618": 1}}, activated=["SU-36HQ"])

Phases are a side and one of the names in PHASES, or one of those in COMMON. They come from the sequence of play
itself: what follows the phase in its turn follows in the test, too. A step of one's own goes on top with `first`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from khalkhin.board.hexset import members
from khalkhin.engine import library
from khalkhin.engine.agenda import settle
from khalkhin.engine.match import Match
from khalkhin.games.pbn.air import AirAllocation
from khalkhin.games.pbn.campaign import CampaignPhase
from khalkhin.games.pbn.declaration import CombatPhase
from khalkhin.games.pbn.game import Nomonhan
from khalkhin.games.pbn.logistics import LogisticsPhase
from khalkhin.games.pbn.movement import BeginMovement
from khalkhin.games.pbn.position import OUT, POOL, PbnStep, Position
from khalkhin.games.pbn.reinforcement import ReinforcementPhase
from khalkhin.games.pbn.sequence import Advance, Initiative
from khalkhin.games.pbn.strike import StrikePhase
from khalkhin.games.pbn.victory import VictoryPhase
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

_naming = Naming("pbn")
unit, units, ids = _naming.unit, _naming.units, _naming.ids
at, hexes, names = _naming.at, _naming.hexes, _naming.names

PHASES: dict[str, type[PbnStep]] = {
    "campaign": CampaignPhase,
    "reinforcement": ReinforcementPhase,
    "logistics": LogisticsPhase,
    "move": BeginMovement,
    "strike": StrikePhase,
    "combat": CombatPhase,
}
"""Phases of one side."""
COMMON: dict[str, type[PbnStep]] = {
    "initiative": Initiative,
    "air": AirAllocation,
    "victory": VictoryPhase,
    "advance": Advance,
}
"""Phases of both."""
TWICE = ("move", "strike", "combat")
"""Phases of both impulses."""
MARKS = ("suppressed", "activated", "kept", "moved", "eligible", "face_down", "delayed", "bought", "shown", "late")
"""Sets of counters in the position."""


def the_game() -> Nomonhan:
    game = library.get("pbn")
    assert isinstance(game, Nomonhan)
    return game


def board(
    placed: Mapping[str, Some],
    phase: str = "soviet_move",
    *,
    impulse: int = 1,
    month: int = 3,
    first_player: str = "soviet",
    options: Mapping[str, bool] | None = None,
    air: Mapping[str, Mapping[str, int]] | None = None,
    supply: Mapping[str, Mapping[str, int]] | None = None,
    fortified: Mapping[str, Some] | None = None,
    markers: str = POOL,
    dice: Sequence[Fall] = (),
    first: Sequence[PbnStep] = (),
    game: Nomonhan | None = None,
    **fields: Any,
) -> Match:
    """A game at the beginning of a phase with just these counters: hex (or box) -> ids.

    Every other counter is not in play; campaign markers that are not placed lie in the box `markers`. `air` and
    `supply` are points: side -> box (or hex) -> how many. `fortified` maps a side to its fortified hexes. `fields`
    are fields of the position by name: those in MARKS take ids, the others their values (points=(3, 0),
    levels=(1, 2), stavka=2, ...). `month` 1 is May. `first` are steps that come before the phase. `game` is the game
    with other data, where the printed map has no example.

    A broken-down unit is placed in the box `broken` and its battalions where they are.
    """
    game = game or the_game()
    s = Position(game, "campaign", game.choose_options("campaign", options or {}), rigged(*dice))
    if s.options["deception"]:
        s.options = {**s.options, "face_down": True}
    s.log = []
    s.turn = month
    _place(s, placed, markers)
    _points(s, air or {}, game.air)
    _points(s, supply or {}, game.supply)
    _agenda(s, phase, impulse, game.sides.index(first_player))
    for side, name in enumerate(game.sides):
        s.fortify(side, hexes(*each((fortified or {}).get(name, ()))))
    for name, value in fields.items():
        assert name in Position.FIELDS, f"a position has no field {name}"
        setattr(s, name, units(*each(value)) if name in MARKS else value)
    s.notes = {}
    s.log.clear()
    s.push(*first)
    settle(s)
    return Match(s)


def _place(s: Position, placed: Mapping[str, Some], markers: str) -> None:
    game = s.game
    where = {unit: place for place, ids in placed.items() for unit in each(ids)}
    assert not set(where) - set(game.sheet.ids), f"no such counters: {set(where) - set(game.sheet.ids)}"
    for counter, name in enumerate(game.sheet.ids):
        if name in where:
            s.put(counter, game.place_at(where[name]))
        else:
            s.send(counter, markers if game.campaign >> counter & 1 else OUT)


def _points(s: Position, wanted: Mapping[str, Mapping[str, int]], kind: int) -> None:
    game = s.game
    for side, places in wanted.items():
        for where, count in places.items():
            stock = list(members(s.in_box(game.sides.index(side), OUT) & kind & game.in_play))
            assert len(stock) >= count, f"{side} has no {count} points left"
            for point in stock[:count]:
                s.put(point, game.place_at(where))


def _agenda(s: Position, phase: str, impulse: int, first: int) -> None:
    """The sequence of play from the phase on: the turn is begun, and what comes before the phase left out."""
    s.first = first
    if phase == "initiative":
        s.push(Initiative())
        return
    Initiative()._begin(s)
    side_name, _, name = phase.partition("_")
    wanted = COMMON[phase] if phase in COMMON else PHASES[name]
    side = None if phase in COMMON else s.game.sides.index(side_name)
    skip = impulse - 1 if name in TWICE else 0
    while True:
        top = s.agenda[-1]
        if isinstance(top, wanted) and side in (None, getattr(top, "side", None)):
            if not skip:
                break
            skip -= 1
        s.agenda = s.agenda[:-1]
    if side is not None:
        s.active = side
    s.impulse = impulse if name in TWICE else 0


# -- looking --------------------------------------------------------------------------------------------------------


def position(match: Match) -> Position:
    assert isinstance(match.state, Position)
    return match.state


def points(match: Match) -> tuple[int, int]:
    """The victory points, of the Soviets first."""
    return position(match).points


def air(match: Match, side: str) -> dict[str, int]:
    """The air points of a side by box, without those not in play."""
    s = position(match)
    who = s.game.sides.index(side)
    return {box: s.air(who, box) for box in s.game.boxes if box != OUT and s.air(who, box)}


def supply_at(match: Match, side: str, where: str) -> int:
    """How many supply points of a side are in a hex or box."""
    s = position(match)
    mine = s.game.supply & s.game.sheet.of_side[s.game.sides.index(side)]
    return (s.stack(s.game.place_at(where)) & mine).bit_count()
