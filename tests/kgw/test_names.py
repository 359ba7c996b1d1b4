"""2.3.1  What is printed on counters, as people read it and as they type it."""

from __future__ import annotations

import pytest

from khalkhin.terminal.panels import unit_line
from khalkhin.terminal.voice import Voice
from tests.kgw.positions import board, the_game
from tests.terminal.desk import sit

PLACED = {"0914": ["RA-6ARM", "RA-7REC", "RA-1AGENG"], "0913": ["MP-7CAV", "RA-6CAV"], "2608": "JA-7REC"}


def test_every_counter_answers_to_what_is_read_of_it() -> None:
    game, voice = the_game(), Voice(the_game(), "en")
    for unit, (name, called) in enumerate(zip(game.sheet.ids, game.sheet.names, strict=True)):
        for text in (name, called, voice.unit(name), called.lower(), name.lower()):
            assert game.sheet.find(text) == unit, text


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("7REC", "RA-7REC"), ("7 Rec Bde", "RA-7REC"), ("unit 7rec", "RA-7REC"), ("1AG", "RA-1AGENG")],
)
def test_of_several_that_are_called_alike_the_one_on_offer_is_meant(typed: str, meant: str) -> None:
    assert sit(board(PLACED, "soviet_move"), f"{typed}\n").decisions == [f"soviet unit {meant}"]


def test_a_number_that_several_on_offer_carry_is_asked_back() -> None:
    said = sit(board(PLACED, "soviet_move"), "6\n")
    assert said.after("6") == ['"6" may be any of RA-6ARM, RA-6CAV; name one.']
    assert said.decisions == []


@pytest.mark.parametrize(
    ("unit", "printed"),
    [("RA-36", "14+6"), ("RA-57", "12-4"), ("RA-57ART", "(2)±5"), ("RA-SUP-1", "(1)-5"), ("RA-TRAIN", "3")],
)
def test_factors_are_told_as_they_are_printed(unit: str, printed: str) -> None:
    game = the_game()
    assert game.figures(game.sheet.index[unit]) == printed
    assert printed in unit_line(Voice(game, "en"), {"id": unit, "is": []})


def test_the_chart_of_divisions_has_their_shock_symbol() -> None:
    chart = next(c for c in the_game().chart_list() if c.name == "equivalents")
    assert {"14+6", "12-4"} <= {row[2].value for row in chart.rows}


@pytest.mark.rule("kgw", "2.3.1")
def test_every_ground_unit_has_factors_and_no_air_unit_has() -> None:
    game = the_game()
    for unit, name in enumerate(game.sheet.ids):
        assert bool(game.figures(unit)) is bool(game.ground >> unit & 1), name
