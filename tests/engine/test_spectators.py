"""Spectators see what everybody sees, and are asked nothing."""

from __future__ import annotations

import random

import khalkhin
from khalkhin.engine.state import Event
from khalkhin.engine.view import answers, hears, log_for
from tests.tiny.positions import do, new, planning


def test_a_spectator_sees_both_sides_as_their_enemies_do() -> None:
    match = new()
    seen = match.view(None)
    assert seen["side"] is None
    assert seen["prompt"] is None
    assert seen["standing"] == []
    assert answers(seen) == []
    assert seen["places"]["0102"] == [{"nation": "RD"}, {"nation": "RD"}]
    assert seen["places"]["0502"] == [{"nation": "BL"}, {"nation": "BL"}]
    assert seen["waiting"] == ["red", "blue"]
    assert {line["count"] for line in seen["score"] if line["key"] == "score.strength"} == {None}


def test_who_may_read_a_line() -> None:
    everybody, only_red, all_but_red = Event("a", {}), Event("b", {}, 1 << 0), Event("c", {}, ~(1 << 0))
    assert [hears(everybody, side) for side in (0, 1, None)] == [True, True, True]
    assert [hears(only_red, side) for side in (0, 1, None)] == [True, False, False]
    assert [hears(all_but_red, side) for side in (0, 1, None)] == [False, True, True]
    lines = [everybody, only_red, all_but_red]
    assert [line["key"] for line in log_for(lines, None)] == ["a", "c"]


def test_a_spectator_reads_of_moves_without_names() -> None:
    match = planning({"0201": ["RD-PAT"], "0502": ["BL-PAT"]})
    do(match, "red unit RD-PAT", "red hex 0101", "red commit", "blue commit")
    lines = {side: [x for x in match.view(side)["log"] if x["key"] == "log.march"] for side in ("red", "blue", None)}
    assert lines["red"] == [{"key": "log.march", "params": {"unit": "RD-PAT", "path": ["0201", "0101"]}, "rule": ""}]
    assert (
        lines["blue"]
        == lines[None]
        == [{"key": "log.march", "params": {"unit": "@nation.RD", "path": ["0201", "0101"]}, "rule": ""}]
    )


def test_what_is_told_twice_with_names_and_without_is_told_to_each_reader_once() -> None:
    match, rng = khalkhin.new("bkg", seed=2), random.Random(2)
    while match.state.turn == 20:
        match.decide(rng.choice(list(match.choices())))
    moves = [event for event in match.log if event.key == "log.move"]
    assert len(moves) > 20
    for side in (None, *match.game.sides):
        assert 2 * len([x for x in match.view(side)["log"] if x["key"] == "log.move"]) == len(moves)


def test_at_the_end_everything_is_open() -> None:
    match = do(new(), "red concede")
    assert [c["id"] for c in match.view(None)["places"]["0102"]] == ["RD-COL", "RD-DUM-1"]
