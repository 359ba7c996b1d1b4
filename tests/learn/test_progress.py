"""A pupil's way through a lesson, told by the third of the Batalha, and by the first where it has more."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from khalkhin.board.data import DataError
from khalkhin.engine import library
from khalkhin.engine.errors import Illegal
from khalkhin.engine.words import Words
from khalkhin.learn.conditions import holds, read_said
from khalkhin.learn.lesson import Lesson, read_lesson
from khalkhin.learn.progress import Progress, begin
from khalkhin.learn.scene import Scene, UnknownFigure
from khalkhin.learn.shelf import lesson
from khalkhin.learn.telling import figure, sentence

GAME = library.get("bkg")
FIRST_ATTACK = lesson(GAME, "first-attack")
FIRST_MARCH = lesson(GAME, "first-march")
GUNS = lesson(GAME, "guns")
TOGETHER = ("unit SU-127-1", "unit SU-127-2", "unit SU-127-3", "hex 1320", "done")


def at(step: str, of: Lesson = FIRST_ATTACK) -> Progress:
    """The lesson at a step, played by its model."""
    progress = begin(of)
    while progress.step is not None and progress.step.id != step:
        progress = progress.shown()
    return progress


def say(progress: Progress, *decisions: str) -> Progress:
    return progress.said([read_said(one) for one in decisions])


def refusal(progress: Progress, *decisions: str) -> Illegal:
    with pytest.raises(Illegal) as caught:
        say(progress, *decisions)
    return caught.value


def step_of(progress: Progress) -> str:
    return progress.step.id if progress.step else ""


def test_a_look_at_something_else_is_not_what_is_waited_for() -> None:
    start = begin(FIRST_ATTACK)
    assert step_of(start.looked("unit SU-127-1")) == "numbers"
    assert step_of(start.looked("unit JP-71-1")) == "together"


def test_a_wrong_answer_is_told_why_and_the_right_one_leads_on() -> None:
    asked = at("ratio")
    wrong = asked.answered("3-1")
    assert (step_of(wrong), wrong.note) == ("ratio", "lesson.first-attack.ratio.wrong")
    right = wrong.answered("2-1")
    assert (step_of(right), right.note) == ("tanks", "")


def test_who_does_not_wait_for_an_answer_takes_none() -> None:
    with pytest.raises(Illegal):
        at("tanks").answered("2-1")


def test_a_broken_rule_is_refused_by_the_engine_with_its_number() -> None:
    assert refusal(at("tanks"), "unit SU-11T-2", "hex 1319").rule


def test_a_try_that_leads_away_is_taken_back_in_the_words_of_the_step() -> None:
    before = at("together")
    told = refusal(before, "unit SU-127-1", "hex 1322")
    assert (told.rule, told.reason.key) == ("", "lesson.first-attack.together.far")
    assert before.match.length == 0


def test_any_other_legal_decision_is_taken_back_too() -> None:
    assert refusal(at("choose"), "done").rule == "4.1.2.h"
    assert refusal(at("numbers"), "unit SU-127-1").reason.key == "learn.away"
    assert refusal(at("ratio"), "unit SU-11T-2").reason.key == "learn.answer-first"


def test_a_step_may_have_its_own_words_for_whatever_leads_away() -> None:
    assert (
        refusal(at("hill", FIRST_MARCH), "unit SU-149-1", "hex 1010").reason.key == "lesson.first-march.hill.elsewhere"
    )


def test_a_step_that_other_dice_have_led_away_from_cannot_be_shown() -> None:
    loss = at("loss")
    assert loss.step is not None
    elsewhere = replace(loss.step, model=("unit JP-71-1",))
    steps = tuple(elsewhere if one is loss.step else one for one in loss.lesson.steps)
    with pytest.raises(Illegal) as caught:
        replace(loss, lesson=replace(loss.lesson, steps=steps)).shown()
    assert (caught.value.rule, caught.value.reason.key) == ("", "learn.not-shown")


def test_a_move_that_is_all_right_is_to_be_ended() -> None:
    on_the_hill = say(at("hill", FIRST_MARCH), "unit SU-149-1", "hex 1011")
    assert (step_of(on_the_hill), on_the_hill.note) == ("hill", "learn.unfinished")
    ended = say(on_the_hill, "done")
    assert (step_of(ended), ended.note) == ("together", "")


def test_a_step_is_shown_whoever_did_the_one_before() -> None:
    """The model takes the first two battalions that are offered; here it is the second that went first."""
    second = say(at("hill", FIRST_MARCH), "unit SU-149-2", "hex 1011", "done")
    assert step_of(second.shown()) == "foot"
    all_at_once = say(at("hill", FIRST_MARCH), "unit SU-149-1", "unit SU-149-2", "unit SU-149-3", "hex 1011", "done")
    assert step_of(all_at_once) == "foot"


def test_a_guard_stops_a_poor_attack_before_the_dice() -> None:
    weak = at("air")
    told = refusal(weak, "commit")
    assert told.reason.key == "lesson.first-attack.air.weak"
    assert told.reason.params == {"win": "56", "lost": "17"}
    assert weak.match.state.rolled == 0


def test_a_good_surprise_stands_and_is_praised() -> None:
    more = say(at("air"), "air 3")
    assert (step_of(more), more.note) == ("declare", "lesson.first-attack.air.enough")


def test_dice_fall_by_step_however_often_they_fell_before() -> None:
    rolled = say(at("declare"), "commit")
    told = next(line for line in reversed(rolled.match.log) if line.key == "log.result")
    assert told.params["codes"] == "DRB AVB"


def test_a_step_is_skipped_whose_question_does_not_come() -> None:
    """A tank behind the enemy makes it 6-1: he is destroyed, and nobody asks who takes a loss."""
    behind = say(at("tanks"), "unit SU-11T-2", "hex 1318", "done", "unit SU-11T-3", "hex 1420", "done")
    assert behind.note == ""
    assert step_of(behind) == "stop"
    while step_of(behind) != "declare":
        behind = behind.shown()
    assert step_of(say(behind, "commit")) != "loss"


def test_a_step_is_skipped_that_needs_what_is_not_so_when_it_begins() -> None:
    elsewhere = {"at": "1319", "units": ["SU-11T-2"]}
    steps = tuple(replace(one, needs=elsewhere) if one.id == "ratio" else one for one in FIRST_ATTACK.steps)
    assert step_of(say(at("together", replace(FIRST_ATTACK, steps=steps)), *TOGETHER)) == "tanks"


def test_what_a_step_needs_may_end_while_it_is_played() -> None:
    not_yet = {"at": "1321", "units": ["SU-127-1"]}
    steps = tuple(replace(one, needs=not_yet) if one.id == "together" else one for one in FIRST_ATTACK.steps)
    moved = say(at("together", replace(FIRST_ATTACK, steps=steps)), "unit SU-127-1", "hex 1320", "done")
    assert step_of(moved) == "together"


def test_undo_goes_back_to_where_the_step_began_and_no_further() -> None:
    begun = say(at("together"), "unit SU-127-1")
    assert begun.said((), undo=1).match.length == 0
    done = say(at("together"), *TOGETHER)
    with pytest.raises(Illegal) as caught:
        done.said((), undo=1)
    assert caught.value.reason.key == "learn.no-way-back"


def test_the_other_side_answers_as_the_lesson_wishes() -> None:
    after = at("advance")
    assert after.scene.place("JP-71-1") == "1318"


def test_figures_of_a_sentence_are_worked_out_by_the_engine() -> None:
    tanks = at("tanks")
    said = sentence(Words("en", GAME), "lesson.first-attack.tanks.alone", tanks.scene, FIRST_ATTACK, "mouse")
    assert "33 of 100" in said
    assert "44" in said


def test_what_a_figure_takes_may_be_told_by_a_pattern() -> None:
    tanks = at("tanks")
    alone = FIRST_ATTACK.figures["alone"]
    some = replace(alone, say=tuple("unit SU-127-*" if one.startswith("unit") else one for one in alone.say or ()))
    assert figure("alone", tanks.scene, replace(FIRST_ATTACK, figures={"alone": some})) == "33"


def test_figures_are_read_off_counters_points_and_the_attack_in_hand() -> None:
    scene = at("two").scene
    assert scene.figure("counter SU-127-1 defence") == "3"
    assert scene.figure("points japan") == "30"
    assert scene.figure("shift terrain") == "-1"
    with pytest.raises(UnknownFigure):
        scene.figure("case 4")


def test_a_hidden_defence_is_told_by_cases() -> None:
    scene = at("guns", GUNS).scene
    assert (scene.figure("case 4"), scene.figure("win 4"), scene.figure("lost 4")) == ("4-1", "56", "17")
    assert scene.figure("case 5½") == scene.figure("case 6") == "3-1"
    for unknown in ("case 7", "win"):
        with pytest.raises(UnknownFigure):
            scene.figure(unknown)


def test_where_other_dice_ask_something_else_the_pupil_decides_as_he_likes() -> None:
    """An exchange at 5-1: he is asked whom he gives up, of which no step of the lesson speaks."""
    steps = tuple(replace(one, dice=((1, 1),) if one.id == "declare" else one.dice) for one in FIRST_ATTACK.steps)
    exchanged = say(at("declare", replace(FIRST_ATTACK, steps=steps)), "commit")
    assert (exchanged.scene.prompt, exchanged.asked_beside) == ("ask.exchange-attacker", True)
    assert exchanged.told == "learn.beside"
    assert not say(exchanged, "unit SU-11T-2").note


def test_how_far_units_stand_from_a_hex() -> None:
    scene = begin(FIRST_ATTACK).scene
    assert holds({"within": "1319", "of": 2, "units": ["SU-127-1", "SU-11T-3"]}, scene) is False
    assert holds({"within": "1319", "of": 3, "units": ["SU-127-1", "SU-11T-3"]}, scene) is True


def test_free_dice_are_those_of_a_seed() -> None:
    assert not any(step.dice for step in begin(FIRST_ATTACK, seed=5).lesson.steps)


@pytest.mark.parametrize(
    ("line", "broken", "said"),
    [
        ('side = "soviet"', 'side = "red"', "'red' is none of"),
        ('1319 = ["JP-71-1"]', '1319 = ["JP-71-9"]', "there is no counter 'JP-71-9'"),
        ('1319 = ["JP-71-1"]', '9999 = ["JP-71-1"]', "'9999' is neither a hex nor a box"),
        ("air = [4, 0]", "sky = [4, 0]", "a position has no such field"),
        ('look = ["unit JP-71-1", "hex 1319"]', "", "not none of them"),
        ('right = "2-1"', 'right = "9-1"', "'9-1' is none of"),
        ('figure = "win", least = 75', 'figure = "win", most = 75', "figure knows no most"),
        ('id = "numbers"', 'id = "numbers"\ncolour = "red"', "a lesson has no such entry"),
        ('column = "ratio"', 'column = "ration"', "'ration' is none of"),
    ],
)
def test_a_lesson_that_is_written_wrong_is_refused_with_its_line(
    tmp_path: Path, line: str, broken: str, said: str
) -> None:
    text = (GAME.lessons / "3-first-attack.toml").read_text("utf-8")
    assert line in text
    path = tmp_path / "3-first-attack.toml"
    path.write_text(text.replace(line, broken, 1), "utf-8")
    with pytest.raises(DataError) as caught:
        read_lesson(GAME, path)
    assert said in str(caught.value)
    assert caught.value.line


STRIKE_NORTH = """
side = "japan"

[position]
scenario = "kantokuen"
turn = 2
phase = "{phase}"
fields = {{ points = [3, 7] }}

[position.counters]
2106 = ["JP-5IC", "JP-7ID", "JP-1BASE", "JP-SUP-1"]
2003 = ["SU-12IC"]
available = ["JP-AIR-1", "JP-AIR-2"]

[[steps]]
id = "look"
look = "hex 2003"
"""


def strike_north(tmp_path: Path, phase: str) -> Progress:
    path = tmp_path / "1-drill.toml"
    path.write_text(STRIKE_NORTH.format(phase=phase), "utf-8")
    return begin(read_lesson(library.get("sn"), path))


def test_figures_of_stacks_pools_prices_and_charts(tmp_path: Path) -> None:
    scene = strike_north(tmp_path, "mobilize").scene
    assert scene.figure("load 2106") == "6"
    assert scene.figure("pool mobilization soviet") == "3"
    assert scene.figure("price JP-FORT-1") == scene.figure("chart costs.of.JP.fort")
    assert scene.figure("chart victory.tactical") == "26"
    assert (scene.figure("there available japan"), scene.figure("there 2003 japan")) == ("2", "0")
    for unknown in ("load 2003", "there 2003 nobody", "pool air nobody", "price SU-12IC", "chart victory.none"):
        with pytest.raises(UnknownFigure):
            scene.figure(unknown)


def test_figures_of_an_attack_with_several_targets(tmp_path: Path) -> None:
    match = strike_north(tmp_path, "air").match
    for said in ("unit JP-AIR-1", "hex 2003", "from 2106", "mission ground", "done"):
        match.play(*read_said(said), "japan")
    scene = Scene(match, "japan", match)
    assert (scene.figure("target units column"), scene.figure("target units chance H1")) == ("1", "17")
    with pytest.raises(UnknownFigure):
        scene.figure("target city column")
