"""The lessons of a game, read when somebody learns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.game import Game
from khalkhin.learn.lesson import Lesson, read_lesson


def lessons(game: Game[Any]) -> Sequence[Lesson]:
    """All lessons of a game in their order; none where it has none yet."""
    found: Sequence[Lesson] | None = game.companions.get("lessons")
    if found is None:
        files = sorted(game.lessons.glob("[0-9]*.toml"))
        found = sorted((read_lesson(game, file) for file in files), key=lambda lesson: lesson.number)
        game.companions["lessons"] = found
    return found


def lesson(game: Game[Any], wanted: str) -> Lesson:
    """A lesson by its number or name."""
    every = lessons(game)
    found = next((one for one in every if wanted in (str(one.number), one.name)), None)
    if found is None:
        known = ", ".join(f"{one.number} ({one.name})" for one in every)
        raise KhalkhinError("learn.unknown-lesson", lesson=wanted, game=game.code, known=known)
    return found
