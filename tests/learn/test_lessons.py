"""Every lesson of every game: it can be played to its end, its figures are true, and its sentences can be read."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.view import answers
from khalkhin.engine.words import Words, languages
from khalkhin.learn.lesson import Lesson
from khalkhin.learn.progress import Progress, begin, read_said
from khalkhin.learn.shelf import lessons
from khalkhin.learn.telling import HANDS, figure, sentence

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


def path(lesson: Lesson) -> Iterator[tuple[Progress, list[Progress]]]:
    """Every step as the lesson plays it: where it begins, and the moments on its way."""
    progress = begin(lesson)
    while (step := progress.step) is not None:
        at, before, moments = progress.at, progress, [progress]
        for one in step.model:
            progress = progress.said([read_said(one)])
            moments.append(progress)
        if not step.model:
            progress = progress.shown()
        assert progress.at > at, f"the model of {step.id} does not do what the step waits for"
        yield before, moments


@pytest.mark.parametrize("lesson", EVERY)
def test_the_model_leads_to_the_end_and_its_figures_are_true(lesson: Lesson) -> None:
    for before, moments in path(lesson):
        assert before.step is not None
        for name, expected in before.step.expect.items():
            found = None
            for moment in moments:
                try:
                    found = figure(name, moment.scene, lesson)
                except KhalkhinError:
                    continue
            assert found == expected, f"{before.step.id}: {name} is {found}"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("lesson", EVERY)
def test_every_sentence_is_short_and_filled(lesson: Lesson, language: str) -> None:
    words = Words(language, lesson.game)
    for before, _ in path(lesson):
        assert before.step is not None
        for hand in HANDS:
            said = sentence(words, lesson.key(before.step.id), before.scene, lesson, hand)
            assert not UNFILLED.search(said), said
            assert len(said) <= LONGEST, said
            assert not said.startswith("lesson."), said


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("lesson", EVERY)
def test_everything_that_can_be_said_has_words(lesson: Lesson, language: str) -> None:
    words = Words(language, lesson.game)
    told = [(step.id, one.key) for step in lesson.steps for one in step.tries]
    told += [(step.id, one.key) for step in lesson.steps for one in step.guards]
    asked = [(step.id, "wrong") for step in lesson.steps if step.answer is not None]
    for parts in [("title",), ("end",), *((step.id,) for step in lesson.steps), *told, *asked]:
        assert lesson.key(*parts) in words, lesson.key(*parts)


@pytest.mark.parametrize("lesson", EVERY)
def test_at_least_half_of_the_steps_are_played(lesson: Lesson) -> None:
    played = [step for step in lesson.steps if not step.look]
    assert 2 * len(played) >= len(lesson.steps)
    assert 5 <= len(lesson.steps) <= 13


@pytest.mark.parametrize("lesson", EVERY)
def test_a_random_pupil_reaches_the_end(lesson: Lesson) -> None:
    """Whatever he tries is refused or leads on; where he is at a loss he begins the step anew, or has it shown."""
    rng, progress = random.Random(3), begin(lesson)
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
        assert progress.at > at
    assert not progress.match.halted
