"""Lessons as they play themselves, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from khalkhin.engine.errors import KhalkhinError
from khalkhin.learn.lesson import Lesson
from khalkhin.learn.progress import Progress, begin
from khalkhin.learn.telling import figure


def path(lesson: Lesson) -> Iterator[tuple[Progress, list[Progress]]]:
    """Every step as the lesson plays it: where it begins, and the moments on its way."""
    progress = begin(lesson)
    while (step := progress.step) is not None:
        at, before, moments = progress.at, progress, [progress]
        for one in step.model:
            progress = progress.modelled(one)
            moments.append(progress)
        if not step.model:
            progress = progress.shown()
        assert progress.at > at, f"the model of {step.id} does not do what the step waits for"
        yield before, moments


def check_figures(lesson: Lesson, before: Progress, moments: Sequence[Progress]) -> None:
    """What a step expects is what its last moment that has such a figure tells."""
    assert before.step is not None
    for name, expected in before.step.expect.items():
        found = None
        for moment in moments:
            try:
                found = figure(name, moment.scene, lesson)
            except KhalkhinError:
                continue
        assert found == expected, f"{before.step.id}: {name} is {found}"
