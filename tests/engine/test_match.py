"""A game being played: undo, the past, and what is kept of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import khalkhin
from khalkhin.engine.errors import Illegal, KhalkhinError
from khalkhin.engine.match import Decision, Match
from tests.tiny.plan import Plan
from tests.tiny.positions import do, new, place, planning, top


def _orders(match: Match, side: int) -> int:
    step = top(match)
    assert isinstance(step, Plan)
    return len(step.orders[side])


def _no_undo(match: Match, *sides: str, because: str = "") -> None:
    for side in sides:
        assert not match.can_undo(side)
        before = match.state.to_data()
        with pytest.raises(Illegal, match=f"^There is nothing to take back: .*{because}"):
            match.undo(side)
        assert match.state.to_data() == before


# -- undo --


def test_nothing_to_take_back_at_the_start() -> None:
    _no_undo(new(), "red", "blue", because="nothing was decided yet")
    with pytest.raises(Illegal):
        new().undo()


def test_each_side_takes_back_its_own_and_keeps_the_others_plan() -> None:
    match = new()
    do(match, "red unit RD-PAT", "blue unit BL-PAT", "red hex 0201", "blue hex 0403", "red commit")
    match.undo("blue")
    assert match.view("blue")["prompt"]["key"] == "ask.order"
    assert (_orders(match, 0), _orders(match, 1)) == (1, 0)
    match.undo("red")
    assert match.view("red")["waiting"] == ["red", "blue"]
    assert _orders(match, 0) == 1
    match.undo("red")
    match.undo("red")
    assert (_orders(match, 0), match.view("red")["prompt"]["key"]) == (0, "ask.plan")
    assert match.view("blue")["prompt"]["key"] == "ask.order"
    _no_undo(match, "red")
    assert match.decisions == [Decision(1, "unit", match.game.sheet.index["BL-PAT"])]


def test_a_committed_plan_can_be_taken_back_until_the_other_is_committed_too() -> None:
    match = do(new(), "red commit", "blue unit BL-PAT")
    assert match.can_undo("red")
    match.undo("red")
    assert match.view("red")["waiting"] == ["red", "blue"]
    do(match, "blue hex 0403", "red commit", "blue commit")
    _no_undo(match, "red", "blue")


def test_what_came_before_the_plans_is_bound_as_soon_as_the_other_side_plans() -> None:
    match = planning({"0201": ["RD-PAT"], "0502": ["BL-PAT"]})
    do(match, "red commit", "blue commit", "red done", "blue done")
    assert match.state.turn == 2
    assert match.can_undo("blue")
    do(match, "red unit RD-PAT")
    _no_undo(match, "blue")
    match.undo("red")
    assert place(match, "RD-PAT") == "0201"


def test_the_other_sides_decision_binds() -> None:
    match = planning({"0201": ["RD-PAT"], "0502": ["BL-PAT"]})
    do(match, "red commit", "blue commit", "red done")
    assert match.can_undo("red")
    do(match, "blue done")
    _no_undo(match, "red", because="the other side has decided since")
    assert match.can_undo("blue")


def test_taking_back_does_not_free_the_other_side_again() -> None:
    """The position before the other side's decision was let go when that decision was bound."""
    match = planning({"0201": ["RD-PAT"], "0502": ["BL-PAT"]})
    do(match, "red commit", "blue commit", "red done", "blue done")
    match.undo("blue")
    _no_undo(match, "red")


def test_dice_bind() -> None:
    match = planning({"0201": ["RD-PAT"], "0402": ["BL-GUN"], "0502": ["BL-PAT"]}, dice=(6,))
    do(match, "red unit RD-PAT", "red hex 0301", "red commit", "blue commit", "blue unit BL-GUN")
    _no_undo(match, "red", "blue", because="dice have fallen")


def test_whether_it_will_bind_is_known_before_and_nothing_changes() -> None:
    match = planning({"0201": ["RD-PAT"], "0402": ["BL-GUN"], "0502": ["BL-PAT"]}, dice=(6,))
    before = match.state.to_data()
    assert match.effect("commit", side="red") == (True, None), "the other side is asked, and may fire"
    assert match.state.to_data() == before
    do(match, "red unit RD-PAT", "red hex 0301", "red commit", "blue commit")
    assert match.effect("unit", "BL-GUN", side="blue") == (True, True), "it throws dice"
    with pytest.raises(Illegal):
        match.effect("unit", "RD-PAT", side="blue")


def test_what_leads_to_an_own_question_does_not_bind() -> None:
    match = khalkhin.new("bkg", seed=1)
    match.play("auto")
    assert match.effect("done") == (False, False)


def test_a_reveal_binds_everybody() -> None:
    match = do(new(), "red unit RD-PAT", "blue unit BL-PAT", "red flare 0502")
    _no_undo(match, "red", because="your last decision showed something that was hidden")
    _no_undo(match, "blue", because="the other side has decided since")


@pytest.mark.parametrize("ending", [("red concede",), ("red draw", "blue accept")])
def test_the_end_binds_for_it_shows_everything(ending: tuple[str, ...]) -> None:
    match = do(new(), "red unit RD-PAT", *ending)
    assert match.over
    assert match.view("red")["places"]["0502"][0]["id"] == "BL-COL"
    _no_undo(match, "red", "blue", because="the game is over")


def test_talk_of_a_draw_binds_nobody() -> None:
    match = do(new(), "red unit RD-PAT", "blue draw")
    match.undo("red")
    assert match.view(None)["tracks"]["draw_offer"] == "blue"
    match.undo("blue")
    assert match.view(None)["tracks"]["draw_offer"] is None
    _no_undo(match, "red", "blue")


def test_a_draw_offered_again_and_again_keeps_nobody_from_taking_back() -> None:
    match = do(new(), "blue draw", "red unit RD-PAT", "blue draw")
    match.undo("red")
    assert match.state.draw_offer == 1
    assert [d.verb for d in match.decisions] == ["draw"]
    assert khalkhin.load(match.record()).state == match.state


def test_undo_without_a_name_is_for_whoever_decided_last() -> None:
    match = do(new(), "red unit RD-PAT", "blue unit BL-PAT")
    match.undo()
    assert [d.side for d in match.decisions] == [0]


def test_undo_takes_back_the_log_too() -> None:
    match = new()
    log = list(match.log)
    do(match, "red commit")
    assert match.log != log
    match.undo("red")
    assert match.log == log
    assert "log.committed" not in [line["key"] for line in match.view("blue")["log"]]


# -- when a step breaks --


def test_a_decision_that_breaks_half_way_leaves_everything_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    match = do(new(), "red unit RD-PAT")
    before, log, asked = match.state.to_data(), list(match.log), match.state.asked

    def broken(self: Plan, s: Any, *_: Any) -> None:
        s.put(0, s.game.box("lost"))
        s.turn = 99
        s.tell("log.lost", unit=0)
        raise RuntimeError("a fault in the rules")

    monkeypatch.setattr(Plan, "take", broken)
    with pytest.raises(RuntimeError):
        do(match, "red hex 0201")
    monkeypatch.undo()
    assert (match.state.to_data(), list(match.log), match.state.asked) == (before, log, asked)
    do(match, "red hex 0201")
    assert _orders(match, 0) == 1


# -- the past --


def test_every_position_of_the_past_can_be_looked_at() -> None:
    match, rng = new(seed=9), random.Random(9)
    seen = [match.state.clone()]
    while not match.over:
        match.decide(rng.choice(list(match.choices())))
        seen.append(match.state.clone())
    for number in range(0, len(seen), 7):
        assert match.position(number) == seen[number]
    assert match.position(match.length) == match.state


@pytest.mark.parametrize("number", [-1, 2, 100])
def test_a_position_that_never_was_is_refused(number: int) -> None:
    match = do(new(), "red commit")
    with pytest.raises(KhalkhinError) as error:
        match.position(number)
    assert str(error.value) == f"There is no position after {number} decisions; there are 0 to 1."


def test_positions_that_nobody_can_go_back_to_are_let_go() -> None:
    match, rng = khalkhin.new("bkg", seed=1), random.Random(1)
    most = 0
    while not match.over:
        match.decide(rng.choice(list(match.choices())))
        kept = [n for n, past in enumerate(match._past) if past.before is not None]
        most = max(most, len(kept))
        can = [s for s in match.game.sides if match.can_undo(s)]
        assert kept == list(range(match.length - len(kept), match.length)), "only the latest are kept"
        assert bool(kept) >= bool(can)
    assert most > 1
    assert [past for past in match._past if past.before is not None] == []


def test_turns_are_marked_where_they_begin() -> None:
    match = planning({"0201": ["RD-PAT"], "0502": ["BL-PAT"]})
    do(match, "red commit", "blue commit", "red done")
    assert match.turn_begun() is None
    do(match, "blue done")
    digest = match.state.digest()
    assert match.turn_begun() == (2, digest)
    do(match, "red commit")
    assert match.turn_begun() is None
    assert list(match.turns()) == [(4, 2, digest)]


def test_a_clone_is_another_game() -> None:
    match = do(new(), "red unit RD-PAT")
    twin = match.clone()
    do(twin, "red hex 0201", "red commit")
    assert (match.length, twin.length) == (1, 3)
    assert len(twin.log) > len(match.log)
    twin.undo("red")
    twin.undo("red")
    assert twin.state == match.state
    assert twin.log == match.log
