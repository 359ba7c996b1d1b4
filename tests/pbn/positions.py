"""Small positions for tests of Pacific Battles: Nomonhan: a few counters on the real map, a phase, dice as told.

    board({"1517": ["SU-149", "SU-36HQ"], "1617": "JP-64"}, "japan_combat", impulse=2, dice=[3, 1],
          air={"soviet": {"reserve": 3}}, supply={"japan": {"1618": 1}}, activated=["SU-36HQ"])

Phases are a side and one of the names in `beginnings`, or one that both sides share: what follows the phase in its turn
follows in the test, too. A step of one's own goes on top with `first`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from khalkhin.board.hexset import members
from khalkhin.engine import library
from khalkhin.engine.match import Match
from khalkhin.engine.situation import Moment, Situation, build
from khalkhin.games.pbn.beginnings import COMMON
from khalkhin.games.pbn.game import Nomonhan
from khalkhin.games.pbn.position import OUT, POOL, PbnStep, Position
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
    common = phase in COMMON or phase == "initiative"
    side, _, name = ("", "", phase) if common else phase.partition("_")
    stacks = {place: each(ids) for place, ids in placed.items()}
    for stock, wanted in ((game.air, air or {}), (game.supply, supply or {})):
        _add_points(game, stacks, wanted, stock)
    stacks.setdefault(markers, []).extend(
        game.sheet.ids[m] for m in members(game.campaign) if not _named(game, stacks, m)
    )
    soviet, japan = (hexes(*each((fortified or {}).get(who, ()))) for who in game.sides)
    situation = Situation(
        scenario="campaign",
        turn=month,
        moment=Moment(name, None if common else game.sides.index(side), impulse),
        counters=stacks,
        options=options or {},
        fields={
            "first": game.sides.index(first_player),
            "fortified": (soviet, japan),
            **{field: units(*each(value)) if field in MARKS else value for field, value in fields.items()},
        },
    )
    return Match(build(game, situation, rigged(*dice), first))


def _named(game: Nomonhan, stacks: Mapping[str, Sequence[str]], counter: int) -> bool:
    return any(game.sheet.ids[counter] in names for names in stacks.values())


def _add_points(
    game: Nomonhan, stacks: dict[str, list[str]], wanted: Mapping[str, Mapping[str, int]], kind: int
) -> None:
    """Place as many air or supply points of a side as are wanted where they are wanted."""
    for side, places in wanted.items():
        mine = game.sheet.of_side[game.sides.index(side)] & kind & game.in_play
        for where, count in places.items():
            stock = [unit for unit in members(mine) if not _named(game, stacks, unit)]
            assert len(stock) >= count, f"{side} has no {count} points left"
            stacks.setdefault(where, []).extend(game.sheet.ids[unit] for unit in stock[:count])


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
