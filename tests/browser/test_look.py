"""At the prompts of a game between planners: the question can be read, and nothing is in its way.

`python -m tools.look` does the same at every prompt of whole games.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.browser.conftest import Someone
from tests.browser.served import Server
from tools.corpus.recorded import kept
from tools.look.browser import Looker
from tools.look.positions import PLANNERS, Position, longest

FEW = {"desk": 4, "phone": 2}
"""So many positions of a game: those with the longest sentences."""


def faults(looker: Looker, positions: Sequence[Position]) -> list[str]:
    """What is wrong at any of them."""
    found = []
    for position in positions:
        looker.sit(position)
        found += [f"{position.key} ({position.number}): {fault}" for fault in looker.faults()]
    return found


@pytest.mark.parametrize("code", ["bkg", "kgw", "pbn", "sn"])
def test_the_longest_questions_are_seen_and_can_be_read(someone: Someone, server: Server, code: str) -> None:
    game = next(game for game in kept(code) if game.players == PLANNERS)
    positions = sorted(longest([game]), key=lambda one: -len(one.text))
    desk = faults(Looker(someone(), server, code, lines=1), positions[: FEW["desk"]])
    phone = faults(Looker(someone(phone=True), server, code, lines=2), positions[: FEW["phone"]])
    assert (desk, phone) == ([], [])
