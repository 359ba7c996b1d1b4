"""Small positions for tests of Khalkin-Gol War: a few counters on the real map, a phase, and dice that fall as told.

    board({"2015": ["RA-57", "RA-AIR-1"], "2114": "JA-64-23"}, "japan_move", month=9, winter=True, dice=[3, (1, 6)])

Phases are a side and one of the names in `beginnings`: what follows the phase in its Segment and in its turn follows in
the test, too. A step of one's own goes on top with `first`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from khalkhin.engine import library
from khalkhin.engine.match import Match
from khalkhin.engine.situation import Moment, Situation, build
from khalkhin.games.kgw.game import KhalkinGolWar
from khalkhin.games.kgw.position import MPR, OUT, KgwStep, Position
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
from tests.hands import why as why
from tests.naming import Naming
from tests.naming import Some as Some
from tests.naming import each as each

_naming = Naming("kgw")
units, hexes, ids, names = _naming.units, _naming.hexes, _naming.ids, _naming.names


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
    side, _, name = phase.partition("_")
    soviet, japan = (hexes(*each((trenches or {}).get(who, ()))) for who in game.sides)
    turned = {"flipped": units(*(partisans or {}))} if partisans else {}
    marked = {name: units(*each(ids)) for name, ids in (marks or {}).items()}
    situation = Situation(
        scenario=scenario,
        turn=month,
        moment=Moment(name, game.sides.index(side), segment or 1),
        counters={place: each(ids) for place, ids in placed.items()},
        options=options or {},
        fields={
            "trenches": (soviet, japan),
            "mongolian": units(*(name for name, country in (partisans or {}).items() if country == MPR)),
            **fields,
            **marked,
            **({"flipped": turned["flipped"] | marked.get("flipped", 0)} if turned else {}),
        },
        rest=rest,
    )
    return Match(build(game, situation, rigged(*dice), first))


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
