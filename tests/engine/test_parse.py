"""Reading decisions: whatever is wrong with one is said in one sentence, and nothing has changed."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.errors import Illegal, KhalkhinError
from tests.tiny.positions import new, the_game

GAME = the_game()


@pytest.mark.parametrize(
    ("verb", "text", "noun"),
    [
        ("unit", "RD-COL", GAME.sheet.index["RD-COL"]),
        ("unit", "Red Guns", GAME.sheet.index["RD-GUN"]),
        ("hex", "0302", GAME.map.grid.at("0302")),
        ("commit", None, None),
        ("commit", "", None),
    ],
)
def test_nouns_are_read_as_people_write_them(verb: str, text: str | None, noun: Any) -> None:
    assert GAME.parse(verb, text) == noun


@pytest.mark.parametrize(
    ("verb", "text", "key", "said"),
    [
        ("charge", None, "engine.no-such-verb", 'There is no order "charge".'),
        ("commit", "now", "engine.no-noun", 'The order "commit" stands alone; "now" is too much.'),
        ("unit", None, "engine.noun-missing", 'The order "unit" needs something after it.'),
        ("hex", "", "engine.noun-missing", 'The order "hex" needs something after it.'),
        ("unit", "Guns", "engine.unknown-unit", 'There is no unit "Guns".'),
        (
            "hex",
            "0505",
            "engine.unknown-hex",
            'There is no hex "0505" on this map; its hexes are numbered 0101 to 0504.',
        ),
        ("hex", 302, "engine.unknown-hex", 'There is no hex "302" on this map; its hexes are numbered 0101 to 0504.'),
    ],
)
def test_a_noun_that_makes_no_sense_is_refused(verb: str, text: str | int | None, key: str, said: str) -> None:
    match = new()
    before = match.state.to_data()
    for ask in (match.play, match.why):
        with pytest.raises(KhalkhinError) as error:
            ask(verb, text, "red")
        assert error.value.reason.key == key
        assert str(error.value) == said
    assert match.state.to_data() == before
    assert match.length == 0


@pytest.mark.parametrize("text", ["", "x", "1.5", "1_0", " 1", "+1", "٣", "1e3", "9" * 5000, 1.5, True])
def test_a_number_is_written_plainly_or_refused(text: Any, batalha: Any) -> None:
    with pytest.raises(KhalkhinError) as error:
        batalha.parse("air", text)
    assert error.value.reason.key == ("engine.not-a-number" if text != "" else "engine.noun-missing")


def test_numbers(batalha: Any) -> None:
    assert batalha.parse("air", "12") == batalha.parse("air", 12) == 12
    assert batalha.parse("air", "-3") == -3


def test_the_side_must_be_one_of_the_game_and_named_when_both_are_asked() -> None:
    match = new()
    with pytest.raises(KhalkhinError, match=r'^There is no side "green"; there are: red, blue\.$'):
        match.play("commit", side="green")
    with pytest.raises(KhalkhinError, match=r"^Both sides are asked now, so name the side that decides\.$"):
        match.play("commit")
    match.play("commit", side="blue")
    match.play("commit")
    assert match.decisions[-1].side == 0


def test_refusals_name_the_rule_and_speak_in_whole_sentences() -> None:
    match = new()
    with pytest.raises(Illegal) as error:
        match.play("unit", "BL-COL", side="red")
    assert error.value.rule == "2"
    assert str(error.value) == "2: Blue Column is not yours."
    reason = match.why("unit", "BL-COL", side="red")
    assert reason == error.value.reason
    assert match.why("unit", "RD-COL", side="red") is None


def test_what_was_written_can_be_read(batalha: Any) -> None:
    for game in (GAME, batalha):
        for unit in range(len(game.sheet)):
            assert game.parse("unit", game.write("unit", unit)) == unit
        for name in game.map.grid.names:
            assert game.write("hex", game.parse("hex", name)) == name
