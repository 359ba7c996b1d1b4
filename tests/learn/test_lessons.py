"""Every lesson of every game: it can be played to its end, its figures are true, and its sentences can be read."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from typing import Any

import pytest

from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.view import View, answers
from khalkhin.engine.words import Words, languages
from khalkhin.learn.lesson import Lesson, Step
from khalkhin.learn.progress import Progress, begin
from khalkhin.learn.shelf import lessons
from khalkhin.learn.telling import HANDS, sentence
from tests.learn.playing import check_figures, path

EVERY = [
    pytest.param(lesson, id=f"{code}-{lesson.name}")
    for code in library.codes()
    for lesson in lessons(library.get(code))
]
LONGEST = 240
"""Characters of a step's sentence."""
UNFILLED = re.compile(r"\{\w+\}")
WALKS = 60
"""A random pupil's tries at a step before it is shown to him."""


@pytest.mark.parametrize("lesson", EVERY)
def test_the_model_leads_to_the_end_and_its_figures_are_true(lesson: Lesson) -> None:
    for before, moments in path(lesson):
        check_figures(lesson, before, moments)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("lesson", EVERY)
def test_every_sentence_is_short_and_filled(lesson: Lesson, language: str) -> None:
    words = Words(language, lesson.game)
    for before, moments in path(lesson):
        assert before.step is not None
        for moment in moments:
            for hand in HANDS if moment is before else HANDS[:1]:
                if moment.step is before.step:
                    check_sentence(sentence(words, lesson.key(before.step.id), moment.scene, lesson, hand))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("lesson", EVERY)
def test_every_remark_is_short_and_filled_at_some_moment(lesson: Lesson, language: str) -> None:
    words = Words(language, lesson.game)
    for before, moments in path(lesson):
        step = before.step
        assert step is not None
        for key in remarks(step):
            said = [sentence(words, lesson.key(step.id, key), one.scene, lesson, HANDS[0]) for one in moments]
            check_sentence(min(said, key=lambda one: len(UNFILLED.findall(one))))


def remarks(step: Step) -> list[str]:
    """The keys of what can be said of a decision in a step."""
    return [*(one.key for one in step.tries), *(one.key for one in step.guards), *filter(None, [step.away])]


def check_sentence(said: str) -> None:
    assert not UNFILLED.search(said), said
    assert len(said) <= LONGEST, said
    assert not said.startswith("lesson."), said


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("lesson", EVERY)
def test_everything_that_can_be_said_has_words(lesson: Lesson, language: str) -> None:
    words = Words(language, lesson.game)
    terms = [(what, term) for term in lesson.terms for what in ("term", "meaning")]
    told = [(step.id, key) for step in lesson.steps for key in remarks(step)]
    asked = [(step.id, "wrong") for step in lesson.steps if step.answer is not None]
    for parts in [("title",), ("about",), ("end",), *((step.id,) for step in lesson.steps), *terms, *told, *asked]:
        assert lesson.key(*parts) in words, lesson.key(*parts)


@pytest.mark.parametrize("lesson", EVERY)
def test_a_lesson_takes_five_minutes_and_at_least_half_of_its_steps_are_played(lesson: Lesson) -> None:
    played = [step for step in lesson.steps if not step.look]
    assert 2 * len(played) >= len(lesson.steps)
    assert 6 <= len(lesson.steps) <= 12


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("lesson", EVERY)
def test_new_terms_are_few_and_told_before_they_are_used(lesson: Lesson, language: str) -> None:
    """The step that a term belongs to is played, and the term stands in its sentence or in an earlier one."""
    words = Words(language, lesson.game)
    assert len(lesson.terms) <= 3
    told, used = "", dict[str, str]()
    for before, _ in path(lesson):
        assert before.step is not None
        told += sentence(words, lesson.key(before.step.id), before.scene, lesson, HANDS[0]).lower()
        used[before.step.id] = told if not before.step.look else ""
    for term, step in lesson.terms.items():
        assert words.say(lesson.key("term", term)).lower() in used[step], term


@pytest.mark.parametrize("lesson", EVERY)
def test_points_can_be_added_one_by_one(lesson: Lesson) -> None:
    """Points are allotted between a minus and a plus: on the way to the number that is wanted no smaller one is taken
    back. Where a number is all that is asked it has a button of its own."""
    for before, moments in path(lesson):
        assert before.step is not None
        for moment, said in zip(moments, before.step.model, strict=False):
            offers = offers_of(moment.scene.view)
            verb, _, number = said.partition(" ")
            if verb in offers and number.isdigit() and len(offers) > 1:
                for fewer in range(1, int(number)):
                    if fewer in offers[verb]:
                        assert moment.said([(verb, fewer)]).match.length > moment.match.length, said


def offers_of(seen: View) -> dict[str, list[Any]]:
    """What is offered at the prompt of a view, by verb."""
    prompt = seen["prompt"]
    return {} if prompt is None else {offer["verb"]: offer["nouns"] for offer in prompt["offers"]}


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("lesson", EVERY)
def test_a_random_pupil_reaches_the_end(lesson: Lesson, seed: int) -> None:
    """Whatever he tries is refused or leads on; where he is at a loss he begins the step anew, or has it shown."""
    rng, progress = random.Random(seed), begin(lesson)
    while (step := progress.step) is not None:
        at = progress.at
        for _ in range(WALKS):
            if step.answer is not None or step.look:
                break
            try:
                progress = progress.said([rng.choice(answers(progress.scene.view))])
            except KhalkhinError:
                continue
            if progress.at != at:
                break
        else:
            progress = progress.again().shown()
        if progress.at == at:
            progress = progress.shown()
        assert progress.at > at, step.id
    assert not progress.match.halted


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("lesson", EVERY)
def test_with_free_dice_a_pupil_is_never_refused_everything(lesson: Lesson, seed: int) -> None:
    """Other dice ask other questions. Whoever then has each step shown, or decides at random, is never stuck."""
    rng, progress = random.Random(seed), begin(lesson, seed=seed)
    for _ in range(WALKS):
        if progress.step is None or progress.match.over:
            return
        at = progress.at
        if not progress.asked_beside:
            with suppress(KhalkhinError):
                progress = progress.shown()
        if progress.at == at:
            progress = any_decision(progress, rng)
    pytest.fail(f"{progress.step and progress.step.id} is never done")


def any_decision(progress: Progress, rng: random.Random) -> Progress:
    """One decision that the lesson takes, whichever it is."""
    offered = answers(progress.scene.view)
    for one in rng.sample(offered, len(offered)):
        with suppress(KhalkhinError):
            return progress.said([one])
    pytest.fail(f"every decision is refused in {progress.step and progress.step.id}")
