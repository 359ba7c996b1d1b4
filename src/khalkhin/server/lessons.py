"""Lessons in the browser: tables that are kept in memory only, and whose every act goes through the lesson.

A pupil who comes back later begins at the step where he was: what came before is played as the lesson plays it itself.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from khalkhin.engine import library
from khalkhin.engine.dice import Dice
from khalkhin.engine.game import Game
from khalkhin.engine.match import Match
from khalkhin.engine.vocabulary import Vocabulary
from khalkhin.engine.words import Words
from khalkhin.learn import shelf
from khalkhin.learn.progress import RIVAL, Progress, begin
from khalkhin.learn.telling import HANDS, sentence
from khalkhin.server.audience import Sight
from khalkhin.server.battles import battle_of
from khalkhin.server.fields import Fields
from khalkhin.server.http import Problem, answer, language_of, read_json, words
from khalkhin.server.live import Done, LiveTable, new_token, token_hash
from khalkhin.server.loading import loaded_from
from khalkhin.server.saying import Spoken, say_line
from khalkhin.server.settings import Settings
from khalkhin.server.store import Entry, SeatRow, Store, StoredTable, TableRow
from khalkhin.server.store.rows import Said
from khalkhin.server.tables import Tables, row_of
from khalkhin.server.tables_api import LONGEST_PACE, open_table

LONGEST = 80
MOST_STEPS = 99


class UnkeptTable(LiveTable):
    """A table of which nothing is stored: its position is none that a game begins with."""

    kept = False

    def __init__(self, match: Match, row: TableRow, store: Store, on_change: Callable[[LiveTable], None]) -> None:
        stored = StoredTable(row, [])
        super().__init__(stored, store, on_change, loaded_from(match, stored))

    async def _append(self, entry: Entry) -> None:
        """Nothing is stored."""


class LessonTable(UnkeptTable):
    """A table where somebody learns; the other side answers as the lesson wishes."""

    def __init__(self, progress: Progress, row: TableRow, store: Store) -> None:
        self.progress = progress
        self._next = progress
        """What the act that is being tried would lead to."""
        super().__init__(progress.match, row, store, lambda _: None)
        self.sights = self._within_step(self.sights)

    def info(self, you: str | None) -> dict[str, Any]:
        lesson = self.progress.lesson
        return {**super().info(you), "lesson": {"number": lesson.number, "name": lesson.name, "side": lesson.side}}

    # -- acts ---------------------------------------------------------------------------------------------------------

    async def decide(self, side: str | None, number: int, undo: int, say: Sequence[Said]) -> Done:
        if not undo and not say:
            raise Problem(400, "server.nothing-said")

        def speak(match: Match, side: str) -> Spoken:
            return self._reach(self.progress.said(say, undo), tuple(say))

        return await self._take(side, number, ("say", undo, *say), speak)

    async def order(self, side: str | None, number: int, line: str, vocabulary: Vocabulary) -> Done:
        def speak(match: Match, side: str) -> Spoken:
            typed = say_line(match, side, line, vocabulary)
            return replace(self._reach(self.progress.said(typed.say), typed.say), left=typed.left, note=typed.note)

        return await self._take(side, number, ("order", line), speak)

    async def act(self, side: str | None, kind: str, what: str) -> None:
        """Something besides a decision: a look, an answer, a step begun anew or shown, the lesson begun anew."""
        if side != self.progress.lesson.side:
            raise Problem(403, "server.spectator")
        async with self._lock:
            self.used = time.monotonic()
            reached = acted(self.progress, kind, what)
            spoken, sights, _ = await asyncio.to_thread(self._try, side, lambda *_: self._reach(reached))
            self._publish(spoken.match, sights)

    def _reach(self, progress: Progress, said: tuple[Said, ...] = ()) -> Spoken:
        self._next = progress
        return Spoken(progress.match, said)

    def _try(self, side: str, speak: Callable[[Match, str], Spoken]) -> tuple[Spoken, dict[str | None, Sight], float]:
        spoken, sights, at = super()._try(side, speak)
        return spoken, self._within_step(sights), at

    def _within_step(self, sights: dict[str | None, Sight]) -> dict[str | None, Sight]:
        """What is seen, with undo offered only as far as the step goes back."""
        pupil = self.progress.lesson.side
        return {**sights, pupil: replace(sights[pupil], undo=self._next.can_undo)}

    def _publish(self, match: Match, sights: dict[str | None, Sight]) -> None:
        self.progress = self._next
        super()._publish(match, sights)
        for watcher in self.watchers:
            watcher.taught()

    # -- what is told -------------------------------------------------------------------------------------------------

    def taught(self, language: str) -> dict[str, Any]:
        """Where the lesson stands, in a language; sentences in the forms for mouse and for touch."""
        progress, speech = self.progress, words(language, self.game)
        lesson, step = progress.lesson, progress.step
        return {
            "name": lesson.name,
            "title": speech.say(lesson.key("title")),
            "number": lesson.number,
            "step": progress.at,
            "count": len(lesson.steps),
            "text": self._said(speech, progress.told),
            "note": self._said(speech, progress.note) if progress.note else None,
            "choices": list(step.answer.choices) if step is not None and step.answer is not None else [],
            "looks": list(step.look) if step is not None else [],
            "lights": list(step.lights) if step is not None else [],
            "terms": [
                {"term": speech.say(lesson.key("term", term)), "meaning": speech.say(lesson.key("meaning", term))}
                for term, used in lesson.terms.items()
                if step is None or used == step.id
            ],
            "over": step is None,
            "next": next((one.name for one in shelf.lessons(self.game) if one.number > lesson.number), None),
        }

    def _said(self, speech: Words, key: str) -> dict[str, str]:
        progress = self.progress
        return {hand: sentence(speech, key, progress.scene, progress.lesson, hand) for hand in HANDS[:2]}


def acted(progress: Progress, kind: str, what: str) -> Progress:
    """What an act that is no decision leads to."""
    if kind == "look":
        return progress.looked(what)
    if kind == "answer":
        return progress.answered(what)
    if kind == "again":
        return progress.again()
    if kind == "show":
        return progress if progress.step is None else progress.shown()
    return begin(progress.lesson, secrets.randbelow(2**31) if kind == "free" else None)


# -- over HTTP ---------------------------------------------------------------------------------------------------------


async def list_lessons(request: Request) -> Response:
    """The lessons of every game, with their titles, and the first battles."""
    language = language_of(request)
    return answer(await asyncio.to_thread(_all_lessons, language))


def _all_lessons(language: str) -> dict[str, dict[str, Any]]:
    games = [library.get(code) for code in library.codes()]
    battles = {game.code: battle_of(game, language) for game in games}
    return {
        "games": {game.code: _lessons_of(game, language) for game in games},
        "battles": {code: battle for code, battle in battles.items() if battle is not None},
    }


def _lessons_of(game: Game[Any], language: str) -> list[dict[str, Any]]:
    speech = words(language, game)
    return [
        {
            "number": one.number,
            "name": one.name,
            "title": speech.say(one.key("title")),
            "about": speech.say(one.key("about")),
            "steps": len(one.steps),
        }
        for one in shelf.lessons(game)
    ]


async def begin_lesson(request: Request) -> Response:
    """A table for a lesson, from its beginning or from a step on."""
    settings: Settings = request.app.state.settings
    tables: Tables = request.app.state.tables
    body = Fields(await read_json(request, settings.limits.body_bytes))
    body.only("game", "lesson", "step")
    code, wanted, step = (
        body.text("game"),
        body.text("lesson", LONGEST),
        body.optional_whole("step", most=MOST_STEPS) or 0,
    )
    if code not in library.codes():
        raise Problem(404, "engine.unknown-game", game=code, known=", ".join(library.codes()))
    progress = await asyncio.to_thread(_begun, code, wanted, step)
    token = new_token()
    row = await asyncio.to_thread(_row, progress, progress.match, token)
    table = tables.admit(lambda store, _: LessonTable(progress, row, store))
    return answer({"id": table.id, "seats": {progress.lesson.side: token}}, 201)


def _begun(code: str, wanted: str, step: int) -> Progress:
    """A lesson played as it plays itself up to a step."""
    progress = begin(shelf.lesson(library.get(code), wanted))
    while progress.at < step and progress.step is not None:
        progress = progress.shown()
    return progress


async def practise(request: Request) -> Response:
    """A game against the computer that goes on from where a lesson stands."""
    settings: Settings = request.app.state.settings
    tables: Tables = request.app.state.tables
    table, side = await open_table(request)
    body = Fields(await read_json(request, settings.limits.body_bytes))
    body.only("pace")
    if not isinstance(table, LessonTable):
        raise Problem(409, "server.no-lesson")
    if side != table.progress.lesson.side:
        raise Problem(403, "server.spectator")
    token, pace = new_token(), body.seconds("pace", LONGEST_PACE)
    match = await asyncio.to_thread(_played_on, table.match)
    row = _row(table.progress, match, token, pace)
    made = tables.admit(lambda store, wake: UnkeptTable(match, row, store, wake))
    return answer({"id": made.id, "seats": {side: token}}, 201)


def _played_on(match: Match) -> Match:
    """A game that begins with the position of another one, with dice of its own."""
    position = match.state.clone()
    position.dice = Dice.practice(secrets.randbelow(2**31))
    return Match(position)


def _row(progress: Progress, match: Match, token: str, pace: float = 0.0) -> TableRow:
    pupil = progress.lesson.side
    seats = {
        side: SeatRow("human", token_hash=token_hash(token)) if side == pupil else SeatRow("computer", RIVAL)
        for side in progress.lesson.game.sides
    }
    return row_of(match, seats, pace)


routes: list[BaseRoute] = [
    Route("/api/lessons", list_lessons),
    Route("/api/lessons", begin_lesson, methods=["POST"]),
    Route("/api/tables/{id}/practice", practise, methods=["POST"]),
]
