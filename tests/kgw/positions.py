"""Small positions for tests of Khalkin-Gol War: a few counters on the real map, a phase, and dice that fall as told.

    board({"2015": ["RA-57", "RA-AIR-1"], "2114": "JA-64-23"}, "japan_move", month=9, winter=True, dice=[3, (1, 6)])

Phases are a side and one of the names in PHASES. They come from the sequence of play itself: what follows the phase
in its Segment and in its turn follows in the test, too. A step of one's own goes on top with `first`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from khalkhin.board.hexset import members
from khalkhin.engine import library
from khalkhin.engine.agenda import settle
from khalkhin.engine.match import Match
from khalkhin.games.kgw.air import GroundAttack, Reuse, Superiority
from khalkhin.games.kgw.combat import CombatPhase
from khalkhin.games.kgw.divisions import usual_parts
from khalkhin.games.kgw.events import Event
from khalkhin.games.kgw.game import KhalkinGolWar
from khalkhin.games.kgw.housekeeping import Stacking
from khalkhin.games.kgw.movement import Movement
from khalkhin.games.kgw.organization import Organise
from khalkhin.games.kgw.position import MANCHUKUO, MENGJIANG, MPR, OUT, REORG, USSR, KgwStep, Position
from khalkhin.games.kgw.recruit import Agents, Buy, Income
from khalkhin.games.kgw.sequence import CountAir, EndOfTurn, EndSegment, Segment, Turn
from khalkhin.games.kgw.supply import SupplyPhase
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
from tests.hands import why as why
from tests.naming import Naming
from tests.naming import Some as Some
from tests.naming import each as each

_naming = Naming("kgw")
units, hexes, ids, names = _naming.units, _naming.hexes, _naming.ids, _naming.names

PHASES: dict[str, type[KgwStep]] = {
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
SECOND_ONLY = ("supply", "reuse")
SEGMENTS = ((1, 1), (0, 1), (1, 2), (0, 2))
"""A turn: side and number of its Segments, in their order."""


def the_game() -> KhalkinGolWar:
    game = library.get("kgw")
    assert isinstance(game, KhalkinGolWar)
    return game


def unread_game() -> KhalkinGolWar:
    """The game as it is before anybody has played: what it works out once and keeps is not worked out yet."""
    game = copy(the_game())
    game.kept_costs, game.kept_steps, game.kept_closed, game.kept_standing = {}, {}, {}, {}
    game.kept_components = {}
    return game


def board(
    placed: Mapping[str, Some],
    phase: str = "japan_move",
    *,
    segment: int | None = None,
    month: int = 8,
    scenario: str = "july-1939",
    options: Mapping[str, bool] | None = None,
    rest: str = OUT,
    trenches: Mapping[str, Some] | None = None,
    partisans: Mapping[str, str] | None = None,
    marks: Mapping[str, Some] | None = None,
    dice: Sequence[Fall] = (),
    first: Sequence[KgwStep] = (),
    game: KhalkinGolWar | None = None,
    **fields: Any,
) -> Match:
    """A game at the beginning of a phase with just these counters: hex (or box) -> ids, from the bottom up.

    Every other counter lies in the box `rest`: out of the game, or `display` where it can be recruited. Divisions in
    play have absorbed their usual components, out of those that are not placed. Aerodromes belong to whoever stands
    there, else to the owner of the country.

    `segment` is 1 or 2, by default the first that has the phase. `trenches` maps a side to entrenched hexes,
    `partisans` an agent's counter to the country it may not leave (it is turned over), `marks` a field of counters
    (flipped, supplied, flown, sortied, moved, attacked, ...) to ids; `fields` are fields of the position by name
    (winter, points, gekokujo, sorge, railhead, leader_free, ...). `first` are steps that come before the phase.
    `game` is the game with other data, where the printed map has no example.
    """
    game = game or the_game()
    s = Position(game, scenario, game.choose_options(scenario, options or {}), rigged(*dice))
    s.log = []
    s.turn = month
    for name, value in fields.items():
        assert name in Position.FIELDS, f"a position has no field {name}"
        setattr(s, name, value)
    _own_aerodromes(s)
    _place(s, placed, rest)
    _mark(s, trenches or {}, partisans or {}, marks or {})
    _agenda(s, phase, segment, fields)
    _mark(s, trenches or {}, partisans or {}, marks or {})
    s.push(*first)
    settle(s)
    return Match(s)


def _own_aerodromes(s: Position) -> None:
    game = s.game
    soviet = (game.country[USSR] | game.country[MPR]) & ~game.disputed
    japan = (game.country[MANCHUKUO] | game.country[MENGJIANG]) & ~game.disputed
    s.aerodromes = game.aerodromes & soviet, game.aerodromes & japan


def _place(s: Position, placed: Mapping[str, Some], rest: str) -> None:
    game = s.game
    where = {unit: place for place, ids in placed.items() for unit in each(ids)}
    for name in game.sheet.ids:
        if name not in where:
            s.send(game.sheet.index[name], rest)
    for name, spot in where.items():
        s.put(game.sheet.index[name], game.place_at(spot))
    free = units(*(name for name in game.sheet.ids if name not in where))
    for division in (u for u in map(game.sheet.index.__getitem__, where) if game.divisions >> u & 1):
        if s.where[division] < 0 and game.place_name(s.where[division]) != "hand":
            continue
        parts = usual_parts(s, division, free & ~game.divisions)
        assert parts, f"{game.sheet.ids[division]} has no components left to absorb"
        free &= ~parts
        s.formed = tuple(sorted((*s.formed, (division, parts))))
        for unit in members(parts):
            s.send(unit, REORG)


def _mark(s: Position, trenches: Mapping[str, Some], partisans: Mapping[str, str], marks: Mapping[str, Some]) -> None:
    soviet, japan = (hexes(*each(trenches.get(side, ()))) for side in s.game.sides)
    s.trenches = soviet, japan
    s.mongolian = units(*(name for name, country in partisans.items() if country == MPR))
    s.flipped |= units(*partisans)
    for name, ids in marks.items():
        setattr(s, name, getattr(s, name) | units(*each(ids)))


def _agenda(s: Position, phase: str, segment: int | None, fields: Mapping[str, Any]) -> None:
    """The sequence of play from the phase on: its Segment is begun, and what comes before the phase left out."""
    side_name, _, name = phase.partition("_")
    side = s.game.sides.index(side_name)
    number = segment or (2 if name in SECOND_ONLY else 1)
    later = SEGMENTS[SEGMENTS.index((side, number)) + 1 :]
    s.push(*(Segment(*which) for which in later), EndOfTurn(), Turn(s.turn + 1))
    Segment(side, number).run(s)
    while not isinstance(s.agenda[-1], PHASES[name]):
        s.agenda = s.agenda[:-1]
    for who in (0, 1):
        CountAir(who).run(s)
    for field, value in fields.items():
        setattr(s, field, value)
    s.log = []


# -- playing --------------------------------------------------------------------------------------------------------


def fight(match: Match, target: str, *attackers: str, air: Sequence[str] = (), supply: str = "") -> Match:
    """Declare an attack on a hex, support it and roll for it."""
    do(match, f"attack {target}", *(f"unit {unit}" for unit in attackers), "commit")
    if match.prompts() and asked(match).message.key == "ask.support":
        do(match, *([f"maximum {supply}"] if supply else []), *(f"support {unit}" for unit in air), "commit")
    else:
        assert not air, "nobody was asked for support"
        assert not supply, "nobody was asked for support"
    return match


# -- looking --------------------------------------------------------------------------------------------------------


def position(match: Match) -> Position:
    assert isinstance(match.state, Position)
    return match.state


def points(match: Match, side: str) -> int:
    """The recruit points of a side."""
    return position(match).points[match.game.sides.index(side)]
