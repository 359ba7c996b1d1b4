"""The words and numbers that games may ever offer, so that every decision has a fixed number.

Hexes and counters are on the map and on the counter sheet. Which words a verb takes, and how high a number can be, only
the rules of a game know; each entry here reads it off the game's own names and charts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from khalkhin.board.grid import COMPASS
from khalkhin.engine.agenda import Noun
from khalkhin.engine.game import Game

Nouns = Mapping[str, Sequence[Noun]]


def _bkg(game: Game[Any]) -> Nouns:
    """4.2.2 the edges of the map; 6.0 as many air points as the best day brings."""
    from khalkhin.games.bkg.game import Batalha

    assert isinstance(game, Batalha)
    most = max(row.integer(side) for row in game.charts.air_turns for side in game.sides)
    return {"edge": COMPASS, "air": range(1, most + 1)}


def _kgw(game: Game[Any]) -> Nouns:
    """24.6.3 a partisan's country; 19.2 what Gekokujo makes of a supply unit."""
    from khalkhin.games.kgw.position import MANCHUKUO, MPR
    from khalkhin.games.kgw.supply import MOBILE, STATIC

    return {"country": (MPR, MANCHUKUO), "as": (MOBILE, STATIC)}


def _pbn(game: Game[Any]) -> Nouns:
    """4.1.1 who is first; 16.52.2 missions fired at; 14.4 the tables; and numbers: of air points, support and picks."""
    from khalkhin.games.pbn.air import TARGETS, VERBS
    from khalkhin.games.pbn.battle import TABLES
    from khalkhin.games.pbn.game import Nomonhan

    assert isinstance(game, Nomonhan)
    sheet, charts = game.sheet, game.charts
    fleet = max((game.air & own).bit_count() for own in sheet.of_side)
    markers = max((game.campaign & own).bit_count() for own in sheet.of_side)
    guns = max(sheet.columns["support"])
    return {
        **{verb: range(1, fleet + 1) for verb in VERBS.values()},
        "split": range(fleet + 1),
        "points": range(1, max(*charts.strike_limit, guns) + 1),
        "repair": range(1, charts.repaired + 1),
        "support": range(1, charts.support_limit + 1),
        "buy": range(1, markers + 1),
        "first": game.sides,
        "mission": TARGETS,
        "table": TABLES,
    }


def _sn(game: Game[Any]) -> Nouns:
    """15.2.20 what an airstrike flies; 15.2.21 what it attacks."""
    from khalkhin.games.sn.air import CAS, GROUND
    from khalkhin.games.sn.ground_attack import AIRBASE, CITY, UNITS

    return {"mission": (GROUND, CAS), "target": (UNITS, AIRBASE, CITY)}


def said(game: Game[Any]) -> Nouns:
    """Every noun that a game's verbs of words and of numbers may ever be said with."""
    return SAID[game.code](game) if game.code in SAID else {}


SAID: dict[str, Callable[[Game[Any]], Nouns]] = {"bkg": _bkg, "kgw": _kgw, "pbn": _pbn, "sn": _sn}
"""Games that have verbs of words or numbers, each with all of them."""
