"""Positions told in a few lines: whose phase it is, who stands where, and what else is not as such a phase begins.

Lessons and tests build their positions so. The rest of the game follows: the phases that come after, the next turns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from khalkhin.board.hexset import members, union
from khalkhin.engine.agenda import Step, settle
from khalkhin.engine.codec import UnitSet

if TYPE_CHECKING:
    from khalkhin.engine.dice import Dice
    from khalkhin.engine.game import Game
    from khalkhin.engine.state import State

S = TypeVar("S", bound="State")


class Moment(NamedTuple):
    """A phase of a turn: by a game's own name for it, of which side (None: of both), and which one if there are two."""

    phase: str
    side: int | None
    part: int = 1


@dataclass(frozen=True)
class Situation:
    """What a position is built from. Only counters that are named here are where they can take part."""

    scenario: str
    turn: int
    moment: Moment
    counters: Mapping[str, Sequence[str]]
    """For each hex or box the ids of its counters, from the bottom of the stack."""
    options: Mapping[str, Any] = field(default_factory=dict)
    fields: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the position, in the engine's numbers, that are not as usual when the phase begins."""
    rest: str = ""
    """The box of all other counters; where it is empty the game says which."""


def build(game: Game[S], situation: Situation, dice: Dice, first: Sequence[Step[Any]] = ()) -> S:
    """The position at its first prompt, with an empty log. `first` are steps that come before the phase."""
    options = game.choose_options(situation.scenario, situation.options)
    s = game.state(game, situation.scenario, options, dice)
    s.log = []
    s.turn = situation.turn
    game.complete(s, _place(s, situation))
    _set(s, situation.fields)
    game.begin_phase(s, situation.moment)
    _set(s, situation.fields)  # what the beginning of the phase has cleared, too
    s.notes = {}
    s.log.clear()
    s.push(*first)
    settle(s)
    return s


def _place(s: State, situation: Situation) -> UnitSet:
    """Put down named counters in their order, as they lie upon each other, and all others, the rest, out of the way."""
    game, index = s.game, s.game.sheet.index
    where = {name: place for place, names in situation.counters.items() for name in names}
    rest = union(unit for name, unit in index.items() if name not in where)
    for unit in members(rest):
        s.send(unit, situation.rest or game.aside(unit))
    for name, place in where.items():
        s.put(index[name], game.place_at(place))
    return rest


def _set(s: State, fields: Mapping[str, Any]) -> None:
    for name, value in fields.items():
        assert name in s.FIELDS, f"a position has no field {name}"
        setattr(s, name, value)


def leave_out(s: State, wanted: type[Step[Any]], side: int | None = None, skip: int = 0) -> None:
    """Take steps off the agenda until one of a kind, of a side if one is named, is on top; `skip` of them go, too."""
    while True:
        top = s.agenda[-1]
        if isinstance(top, wanted) and side in (None, getattr(top, "side", None)):
            if not skip:
                return
            skip -= 1
        s.agenda = s.agenda[:-1]
