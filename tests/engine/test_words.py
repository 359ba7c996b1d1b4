"""What a player types stays what he typed: it is never taken for a pattern or a key."""

from __future__ import annotations

import pytest

from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.words import Words
from tests.tiny.positions import new, the_game


@pytest.mark.parametrize(
    "text", ["@{a:>999999999}", "@{", "{0.__class__}", "{text}", "@no.such.key", "%s", "@{a.__init__}", "{}"]
)
def test_hostile_text_comes_back_as_it_is(text: str) -> None:
    with pytest.raises(KhalkhinError) as error:
        new().play("unit", text, side="red")
    assert str(error.value) == f'There is no unit "{text}".'


def test_a_key_without_words_is_shown_as_it_is() -> None:
    assert Words("en").say("no.such.key", {"x": 1}) == "no.such.key"
    assert Words("en").say("{x}", {"x": 1}) == "{x}"


def test_the_games_own_words_come_before_the_common_ones_and_english_is_the_last_resort() -> None:
    assert Words("pt", the_game()).say("log.concede", {"side": "red"}).startswith("Vermelho")
    assert Words("xx", the_game()).say("side.red") == "Red"
    assert Words("en", the_game()).say("why.not-yours", {"unit": "RD-COL"}) == "Red Column is not yours."
    assert Words("en", the_game()).say("log.turn", {}) == "Turn {turn}"
