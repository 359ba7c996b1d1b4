"""The sentences of a lesson, their gaps filled: figures by the engine, words for the hand by where one plays."""

from __future__ import annotations

from typing import Any

from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.words import Words
from khalkhin.learn.conditions import chosen
from khalkhin.learn.lesson import Lesson
from khalkhin.learn.scene import Scene, UnknownFigure

HANDS = ("mouse", "touch", "terminal")
"""How a pupil looks at things: a sentence says click, tap or look at."""


def sentence(words: Words, key: str, scene: Scene, lesson: Lesson, hand: str) -> str:
    """One sentence of a lesson in a language. Gaps are figures of the lesson or of the moment, and `press`."""
    return words.say(key, {**figures(words, key, scene, lesson), **_hand(words, hand)})


def figures(words: Words, key: str, scene: Scene, lesson: Lesson) -> dict[str, str]:
    """What fills the gaps of a sentence that are figures; those that are not to be had now are left out."""
    found = {}
    for name in words.gaps(key):
        try:
            found[name] = figure(name, scene, lesson)
        except KhalkhinError:
            continue
    return found


def figure(name: str, scene: Scene, lesson: Lesson) -> str:
    """A figure by its name in a sentence: one of the lesson's own, or of the moment (`left_1320` is `left 1320`)."""
    if name not in lesson.figures:
        return scene.figure(name.replace("_", " "))
    wanted = lesson.figures[name]
    if wanted.say is None:
        try:
            return scene.figure(wanted.read)
        except UnknownFigure:  # as a price while the recruit is in hand: it was shown when the step began
            return Scene(scene.start, lesson.side, scene.start).figure(wanted.read)
    match = scene.start.clone()
    for said in wanted.say:
        if (found := chosen(said, match.view(lesson.side))) is not None:
            match.play(*found, lesson.side)
    return Scene(match, lesson.side, scene.start).figure(wanted.read)


def _hand(words: Words, hand: str) -> dict[str, Any]:
    press = words.say(f"learn.press.{hand}")
    return {"press": press, "Press": press[:1].upper() + press[1:]}
