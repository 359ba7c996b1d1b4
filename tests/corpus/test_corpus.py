"""Sixteen games of the corpus, replayed to the same hashes. `make corpus` replays all of them."""

from __future__ import annotations

import pytest

from tools.corpus.__main__ import COUNTS, compare, traces
from tools.corpus.recorded import kept
from tools.corpus.trace import difference

SHORT = 4
"""Games of each title in the quick check; the first ones cover every scenario, with and without options."""


@pytest.mark.parametrize("game", COUNTS)
def test_every_game_has_its_trace(game: str) -> None:
    assert [one.name for one in kept(game)] == list(traces(game))
    assert len(traces(game)) == COUNTS[game]


@pytest.mark.parametrize(("game", "number"), [(game, number) for game in COUNTS for number in range(SHORT)])
def test_a_game_leads_to_what_it_led_to(game: str, number: int) -> None:
    """If a rule or a text was meant to change: `python -m tools.corpus renew`, and say so in the commit."""
    assert compare(kept(game)[number]) == ""


def test_a_difference_is_found_where_it_is() -> None:
    before = {"play": ["aa", "bb", "cc"], "texts": ["11", "22", "33"]}
    assert difference(before, before) == ""
    assert difference(before, {**before, "texts": ["11", "2x", "3x"]}) == "texts from decision 0 to 100"
