"""Imagination: what is guessed has to leave those to decide who are waited for."""

from __future__ import annotations

import random
from typing import Any

import pytest

from khalkhin.engine.agenda import Prompt, bare, prompt
from khalkhin.engine.match import Match
from khalkhin.engine.view import imagine, view
from tests.tiny.position import Position
from tests.tiny.positions import board, do, planning
from tests.tiny.sequence import Organise


def _red_organises() -> Match:
    """Red has a column and a dummy on the map; blue does not know which is which."""
    start = {"0201": ["RD-COL"], "0202": ["RD-DUM-1"], "0502": ["BL-PAT"]}
    return board(start, Organise(0), Organise(1))


def test_both_ways_are_imagined_where_both_are_possible() -> None:
    match, rng = _red_organises(), random.Random(1)
    column = match.game.sheet.index["RD-COL"]
    places = {imagine(match.game, view(match.state, 1), rng).where[column] for _ in range(30)}
    assert places == {match.game.map.grid.at(name) for name in ("0201", "0202")}


def test_a_guess_under_which_nobody_would_be_asked_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Red is asked only because the column stands in 0201: whoever sees that red is asked knows it."""

    def ask(self: Organise, s: Position) -> Prompt | None:
        column = s.where[s.game.sheet.index["RD-COL"]]
        wanted = self.side == 1 or column == s.game.map.grid.at("0201")
        return prompt(self.side, "7", "ask.organise", bare("done")) if wanted else None

    monkeypatch.setattr(Organise, "ask", ask)
    match, rng = _red_organises(), random.Random(2)
    seen = view(match.state, 1)
    assert seen["waiting"] == ["red"]
    for _ in range(30):
        assert view(imagine(match.game, seen, rng), 1) == seen


def test_where_no_guess_will_do_the_game_runs_on_until_somebody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(self: Organise, s: Position) -> Prompt | None:
        real = s.log is not None
        return prompt(self.side, "7", "ask.organise", bare("done")) if real or self.side == 1 else None

    monkeypatch.setattr(Organise, "ask", ask)
    match = _red_organises()
    imagined = Match(imagine(match.game, view(match.state, 1), random.Random(3)))
    assert [p.side for p in imagined.prompts()] == [1]
    do(imagined, "blue done")


def test_orders_without_a_name_are_given_to_somebody_who_is_there() -> None:
    """In the middle of a march blue sees orders, not who carries them out."""
    start = {"0201": ["RD-COL", "RD-PAT", "RD-DUM-1"], "0402": ["BL-GUN"]}
    match = planning(start)
    do(match, "red unit RD-COL", "red hex 0301", "red unit RD-PAT", "red hex 0301", "red commit", "blue commit")
    sheet, rng = match.game.sheet, random.Random(4)
    for _ in range(20):
        imagined = imagine(match.game, view(match.state, 1), rng)
        march: Any = imagined.agenda[-2]
        fire: Any = imagined.agenda[-1]
        units = [order.unit for order in (*march.orders, fire.order)]
        assert len(set(units)) == len(units) == 2
        assert {sheet.ids[unit] for unit in units} <= {"RD-COL", "RD-PAT", "RD-DUM-1"}
