"""Typed orders: shorthands expand into decisions, whole lines or nothing, undo by the line."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from khalkhin.engine.errors import KhalkhinError
from khalkhin.terminal.paper import Paper
from khalkhin.terminal.session import Session
from khalkhin.terminal.source import Keyboard, Script
from tests.bkg.positions import board
from tests.terminal.desk import decisions, play, sit

BATTLE = {"0812": ["SU-149-1", "SU-149-2"], "0613": "SU-175A-1", "0813": "JP-64-1", "1511": "JP-23RCM"}


def typed(line: str, tmp_path: Path) -> list[str]:
    """The decisions that a line made in the first movement phase."""
    file = tmp_path / "game"
    said = play(f"{line}\nsave {file}!\n")
    assert said.status == 0
    return decisions(file)[2:]


@pytest.mark.parametrize(
    "line",
    [
        "601/1 601/2 0406",
        "SU-601-1 SU-601-2 0406",
        "su-601-1, 601-2 to 0406",
        "I/601 RI II/601 RI 0406",
        "unit 601/1 unit II/601 RI hex 0406",
        "601/1 601/2 to 0406  # the northern road",
    ],
)
def test_units_and_a_hex_make_a_move(line: str, tmp_path: Path) -> None:
    assert typed(line, tmp_path) == ["soviet unit SU-601-1", "soviet unit SU-601-2", "soviet hex 0406"]


def test_several_hexes_are_the_way(tmp_path: Path) -> None:
    assert typed("601/1 0405 0505 done", tmp_path) == [
        "soviet unit SU-601-1",
        "soviet hex 0405",
        "soviet hex 0505",
        "soviet done",
    ]


def test_a_verb_may_be_written_in_capitals(tmp_path: Path) -> None:
    assert typed("DONE", tmp_path) == ["soviet done"]


def test_a_whole_attack_in_one_line() -> None:
    said = sit(board(BATTLE, "sov_combat"), "attack 0813 with 149/1 149/2 175A/1 air 4\ncommit\n")
    assert "Attack 12; the defence is hidden." in said.after("attack 0813 with 149/1 149/2 175A/1 air 4")
    assert "I/149 Mot Rgt, II/149 Mot Rgt, 1/175 Art Rgt attack 0813 with 4 air points." in said.after("commit")
    assert any(line.startswith("Attack on 0813. ") for line in said.after("attack 0813 with 149/1 149/2 175A/1 air 4"))
    assert said.decisions == [
        "soviet attack 0813",
        "soviet unit SU-149-1",
        "soviet unit SU-149-2",
        "soviet unit SU-175A-1",
        "soviet air 4",
        "soviet commit",
    ]


def test_one_refused_part_takes_the_line_back() -> None:
    line = "attack 0813 with 149/1 149/2 175A/1 air 40"
    said = sit(board(BATTLE, "sov_combat"), f"{line}\nchoices attack\n")
    (answer,) = said.after(line)
    assert answer.startswith('"air 40": 6.1.c: ')
    assert answer.endswith("Nothing of the line was carried out.")
    assert said.after("choices attack") == ["attack: 1", "  0813"]
    assert said.decisions == []


def test_a_part_that_is_not_understood_takes_the_line_back() -> None:
    said = sit(board(BATTLE, "sov_combat"), "attack 0813 with 149/1 149/7\n")
    assert said.lines[-1].startswith('"149/7": "149/7" is neither a command, nor a choice')
    assert said.decisions == []


def test_nothing_final_is_done_for_a_line_that_cannot_go_on() -> None:
    said = sit(board(BATTLE, "sov_combat"), "attack 0813 with 149/1 149/2 commit done\nlog 1\n")
    (answer,) = said.after("attack 0813 with 149/1 149/2 commit done")
    assert answer == '"done": Soviet player: there is nothing to decide now. Nothing of the line was carried out.'
    assert said.after("log 1")[0].startswith("Soviet combat phase.")
    assert said.decisions == []


def test_a_script_ends_where_the_rest_of_a_line_is_left(tmp_path: Path) -> None:
    """What comes next in it was written for another position."""
    file = tmp_path / "script"
    file.write_text("strike 1511 5 commit done\nturn\n")
    match = board({"0812": "SU-149-1", "1511": "JP-23RCM"}, "sov_combat", dice=[(1, 1)])
    paper = Paper(io.StringIO(), {})
    session = Session(match, {}, paper, Script(file, paper, Keyboard(io.StringIO(), paper)), "en")
    with pytest.raises(KhalkhinError) as refused:
        session.run()
    assert str(refused.value).startswith(f'{file}, line 1: "commit" was carried out and cannot be taken back.')
    assert session.match.latest.verb == "commit"


def test_a_hex_that_can_be_meant_in_several_ways() -> None:
    said = sit(board({"0811": "SU-175A-1", "0813": "JP-64-1"}, "sov_combat"), "0813\n")
    (asked,) = said.after("0813")
    assert asked.startswith('"0813" can be meant in several ways. Which one? 1 = bombard 0813 (')
    assert ", 2 = strike 0813 (" in asked
    assert said.decisions == []
    assert sit(board(BATTLE, "sov_combat"), "1511\n").decisions == ["soviet strike 1511"]


def test_a_number_goes_with_the_verb_that_takes_it() -> None:
    assert sit(board(BATTLE, "sov_combat"), "strike 1511 5\n").decisions == ["soviet strike 1511", "soviet air 5"]


def test_a_word_goes_with_the_verb_that_takes_it() -> None:
    corner = {"2701": "JP-26-1", "2601": "SU-80-1", "2602": "SU-80-2", "2702": "SU-80-3"}
    match = board(corner, "sov_combat", dice=[(6, 6)], air=(0, 0))
    said = sit(match, "attack 2701 80/1 80/2 80/3 commit\ne\n")
    assert "  edge    N E" in said.lines
    assert "japan edge E" in said.decisions


def test_undo_takes_back_a_line_or_so_many_decisions() -> None:
    said = play("601/1 601/2 0406\nundo\nchoices done\n601/1 601/2 0406\nundo 1\nturn\nundo\nturn\n")
    assert said.after("undo")[0] == "Choose a unit to move, or end the movement. [4.0]"
    assert said.after("undo 1")[0] == "Choose a hex for 2 units in 0305. [4.0]"
    assert said.lines.count("Choose a unit to move, or end the movement. [4.0]") == 3


def test_undo_stops_at_the_other_sides_decision() -> None:
    said = play("done\nundo\nundo\nundo\nauto\ndone\ndone\ndone\nundo\n", "--as", "soviet")
    assert said.lines.count("Choose a reserve unit to place; 7 are left. [10.1.2.a]") == 2
    assert said.lines[-1].startswith("There is nothing to take back")


def test_undo_of_too_many_takes_back_nothing() -> None:
    said = play("601/1 0406\nundo 9\nchoices done\n")
    assert said.after("undo 9")[0].startswith("There is nothing to take back")
    assert said.after("choices done") == ["done (Stop here)"]
    assert "Move I/601 Rgt on, or choose another unit. [4.0]" in said.after("601/1 0406")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("gibberish", '"gibberish" is neither a command, nor a choice, nor a hex or unit of this game'),
        ("9999", '"9999" is neither a command'),
        ("hex", 'The order "hex" needs something after it.'),
        ("hex 9999", 'There is no hex "9999" on this map'),
        ("unit 999/9", 'There is no unit "999/9".'),
        ("air many", 'The order "air" needs a whole number, and "many" is none.'),
        ("0406", "4.0: "),
        ("64/1", "3.0.a: "),
        ("attack 0813", "3.0: "),
        ("601/1 2715", '"hex 2715": 4.0.'),
        ("done 601/1", '"unit SU-601-1": '),
    ],
)
def test_what_is_refused_is_refused_with_a_reason(line: str, answer: str) -> None:
    said = play(f"{line}\nchoices done\n")
    assert said.after(line)[0].startswith(answer), said.after(line)
    assert said.after("choices done") == ["done (End movement)"]
    assert said.out.count("Soviet movement phase ·") == 1
