"""A rehearsal of corrected data: what only play would break on is refused when they are loaded."""

from __future__ import annotations

from typing import Any

from khalkhin.board.data import DataError
from khalkhin.engine.agenda import Kind, decide
from khalkhin.engine.dice import Dice
from khalkhin.engine.game import Game
from khalkhin.engine.state import State

MOST = 24
"""Decisions that set up any scenario where everything is placed for the players."""


def rehearse(game: Game[Any]) -> None:
    """Write every chart, and set up every scenario as players do who have everything placed for them."""
    game.chart_list()
    for name, scenario in game.scenarios.items():
        try:
            _set_up(game, game.start(name, dice=Dice.practice(0)))
        except DataError:
            raise
        except (LookupError, ValueError, TypeError, AttributeError, StopIteration, AssertionError) as error:
            why = str(error) or "a counter has no place"
            field = "setup" if "setup" in scenario.data else "turns"
            scenario.data.fail(field, f"with this data the scenario cannot be set up: {why}")


def _set_up(game: Game[Any], s: State) -> None:
    for _ in range(MOST):
        game.check(s)
        if not s.asked:
            return
        asked = s.asked[0]
        said = [offer.verb for offer in asked.offers if offer.kind is Kind.NOTHING]
        verb = next((verb for verb in ("auto", "done") if verb in said), None)
        if verb is None:
            return
        decide(s, asked.side, verb)
