"""At the prompts of a whole game between planners: the question can be read, and nothing is in its way.

`python -m tools.look` does the same at all prompts of all games of the corpus.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.browser.conftest import Someone
from tests.browser.served import Server
from tools.corpus.recorded import kept
from tools.look.browser import Looker
from tools.look.positions import PLANNERS, Position, longest

GAMES = "bkg", "kgw", "pbn", "sn"


def faults(looker: Looker, positions: Sequence[Position]) -> list[str]:
    """What is wrong at any of them; the whole page is searched for what shuts people out only once."""
    found = []
    for n, position in enumerate(positions):
        looker.sit(position)
        found += [f"{position.key} ({position.number}): {fault}" for fault in looker.faults(accessible=n == 0)]
    return found


@pytest.mark.parametrize("code", GAMES)
def test_every_question_is_seen_and_can_be_read(someone: Someone, server: Server, code: str) -> None:
    game = next(game for game in kept(code) if game.players == PLANNERS)
    positions = longest([game])
    desk = faults(Looker(someone(), server, code, lines=1), positions)
    # On a phone those with the longest words: what is wrong there is wrong because there is little room.
    few = sorted(positions, key=lambda one: -len(one.text))[:5]
    phone = faults(Looker(someone(phone=True), server, code, lines=2), few)
    assert (desk, phone) == ([], [])
