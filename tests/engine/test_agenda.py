"""Steps, prompts and offers."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.agenda import Kind, Offer, Prompt, bare, hexes, numbers, prompt, settle, step, units, why, words
from tests.tiny.position import Position, TinyStep
from tests.tiny.positions import new


def test_offers_of_sets_and_of_values() -> None:
    some = units(0b1010)
    assert list(some) == [1, 3]
    assert len(some) == 2
    assert 3 in some
    assert 2 not in some
    assert -1 not in some
    assert 10**30 not in some
    assert "1" not in some
    assert None not in some
    assert list(numbers("air", range(1, 4))) == [1, 2, 3]
    assert 4 not in numbers("air", range(1, 4))
    assert "N" in words("edge", "N", "E")
    assert None in bare("done")
    assert 0 not in bare("done")
    assert hexes(1).kind is Kind.HEX


def test_a_prompt_leaves_out_what_offers_nothing() -> None:
    asked = prompt(0, "1", "ask.x", units(0), bare("done"), hexes(0b1), count=3)
    assert [offer.verb for offer in asked.offers] == ["done", "hex"]
    assert len(asked) == 2
    assert asked.allows("done", None)
    assert asked.allows("hex", 0)
    assert not asked.allows("hex", 1)
    assert not asked.allows("unit", 0)
    assert asked.message.params == {"count": 3}


@step
class Silent(TinyStep):
    """Asks a question that has no answer."""

    def ask(self, s: Position) -> Prompt:
        return prompt(0, "1", "ask.nothing")


@step
class Both(TinyStep):
    """Asks both, but has nothing for one of them."""

    def ask(self, s: Position) -> tuple[Prompt, ...]:
        return prompt(0, "1", "ask.nothing", bare("done")), prompt(1, "1", "ask.nothing")


@pytest.mark.parametrize("bad", [Silent(), Both()])
def test_a_question_without_an_answer_is_a_fault_and_said_so_at_once(bad: Any) -> None:
    s = new().state
    s.push(bad)
    with pytest.raises(AssertionError, match="asks a question that has no answer"):
        settle(s)


@step
class Note(TinyStep):
    """Does its work, and puts more on top."""

    text: str
    more: tuple[str, ...] = ()

    def run(self, s: Position) -> None:
        s.tell(self.text)
        s.push(*(Note(text) for text in self.more))


def test_steps_run_in_the_order_they_are_named_and_what_a_step_adds_comes_next() -> None:
    s = new().state
    below = s.agenda
    s.push(Note("a", ("b", "c")), Note("d"))
    settle(s)
    assert s.log is not None
    assert [event.key for event in s.log[-4:]] == ["a", "b", "c", "d"]
    assert s.agenda == below


def test_equal_steps_are_equal_and_cannot_be_changed() -> None:
    assert Note("a", ("b",)) == Note("a", ("b",))
    assert hash(Note("a")) == hash(Note("a"))
    with pytest.raises(AttributeError):
        Note("a").text = "b"  # type: ignore[misc]


@pytest.mark.parametrize("noun", [-1, 10**9, "RD-PAT", None, True, 1.5])
def test_steps_are_never_asked_about_things_that_do_not_exist(noun: Any) -> None:
    s = new().state
    for verb in ("unit", "hex", "flare"):
        reason = why(s, 0, verb, noun)
        assert reason is not None
        assert reason.key == "engine.not-offered"
    if noun is not None:
        assert why(s, 0, "done", noun) is not None


def test_a_verb_that_the_game_does_not_have() -> None:
    reason = why(new().state, 0, "charge", None)
    assert reason is not None
    assert (reason.key, reason.params) == ("engine.no-such-verb", {"verb": "charge"})


def test_an_offer_of_both_kinds_of_nouns_is_the_same_to_who_asks() -> None:
    assert set(Offer("air", Kind.NUMBER, (1, 2))) == set(Offer("air", Kind.NUMBER, 0b110))
