"""Lessons at the keyboard, as somebody types them."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from khalkhin.cli import main
from khalkhin.engine import library
from khalkhin.learn.battle import first_battle
from khalkhin.terminal.battle import BattleSession
from khalkhin.terminal.paper import Paper
from khalkhin.terminal.source import Keyboard

FIRST_ATTACK = """look 1319
127/1 127/2 127/3 1320
done
3-1
2-1
11T/2 1220
11T/3 1420
done
done
attack 1319
127/1 127/2 127/3
11T/2 11T/3
commit
air 1
commit
show
show
"""


def learn(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str, *words: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert main(["learn", *words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", ["Divide 9 by 4", "You would win 56 of 100", "[12 of 12]", "The lesson is over"]), ("pt", ["56 em 100"])],
)
def test_a_lesson_is_typed_to_its_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], language: str, told: list[str]
) -> None:
    said = learn(monkeypatch, capsys, FIRST_ATTACK, "bkg", "3", "--language", language)
    assert all(words in said for words in told)


def test_a_step_begins_anew_and_a_lesson_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    march = "127/1 127/2 127/3 1320\n"
    typed = f"look 1319\n127/1 1322\n{march}again\n{march}done\nundo\nrestart\nsave here.record\ncoach\n"
    said = learn(monkeypatch, capsys, typed, "bkg", "first-attack")
    assert "an attack comes from the next hex" in said
    assert "This step begins here" in said
    assert said.count("[1 of 12]") == 2
    assert "save does nothing here" in said
    assert "A lesson needs no coach" in said


def test_a_lesson_that_ends_with_the_game_does_not_say_that_one_can_play_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = learn(monkeypatch, capsys, "show\n" * 9, "sn", "winter")
    assert "The lesson is over, and the game with it" in said
    assert "play on from here" not in said


def test_where_both_sides_are_asked_at_once_the_lesson_answers_for_the_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = learn(monkeypatch, capsys, "pass\n3\nsuperiority 6\ncommit\n", "pbn", "month")
    assert "Japanese player sends air points: interdiction 4" in said


def test_lessons_are_listed_and_unknown_ones_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = learn(monkeypatch, capsys, "", "bkg")
    assert "first-attack: The first attack" in listed
    assert "new here: attack, defence, movement points" in listed
    assert "3  first-attack" in learn(monkeypatch, capsys, "")
    assert main(["learn", "bkg", "99"]) == 2
    assert "bkg has no lesson 99" in capsys.readouterr().err


def test_a_first_battle_is_looked_back_on_and_gone_on_with() -> None:
    out = io.StringIO()
    battle = first_battle(library.get("bkg"))
    assert battle is not None
    source = Keyboard(io.StringIO("map 1319\n127/1 1320\nquit\n"), paper := Paper(out))
    sitting = BattleSession(replace(battle, turns=0), paper, source, "en")
    assert sitting.run() == 0
    said = out.getvalue()
    assert said.startswith("The first two days")
    assert said.count("The first battle is over: you have 25 points, the other side 20.") == 1
    assert "Nomonhan and a country without Japanese" in said
    assert "Coach: Movement decides" in said, "then it is a game like any other"
