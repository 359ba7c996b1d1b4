"""A lesson at the keyboard: a sitting whose every act goes through the lesson."""

from __future__ import annotations

from khalkhin.ai import players
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.match import Match
from khalkhin.engine.typed_line import CarriedOut, TypedLine
from khalkhin.learn.lesson import Lesson
from khalkhin.learn.progress import Progress, begin
from khalkhin.learn.telling import sentence
from khalkhin.terminal.paper import Paper
from khalkhin.terminal.session import Session
from khalkhin.terminal.source import Source

NOT_HERE = ("save", "load")
"""Commands that a lesson has no use for: it is no game to keep."""


class LessonSession(Session):
    """One sitting at a lesson. The other side's answers come from the lesson, too."""

    def __init__(self, lesson: Lesson, paper: Paper, source: Source, language: str) -> None:
        self.progress = begin(lesson)
        rival = next(side for side in lesson.game.sides if side != lesson.side)
        # The player that stands here is never asked.
        super().__init__(self.progress.match, {rival: players.make("random", 0)}, paper, source, language)
        self.coach = None
        self.guard.on = False  # a lesson says itself what leads away

    @property
    def unsaved(self) -> int:
        """Nothing is lost by leaving a lesson."""
        return 0

    def sit_down(self, match: Match) -> None:
        super().sit_down(match)
        self.side = self.progress.lesson.side

    def greet(self) -> None:
        lesson = self.progress.lesson
        title = self.voice.say(lesson.key("title"))
        self.paper.write(self.voice.say("learn.title", number=lesson.number, title=title), "prompt")
        self.paper.lines(self.voice.say("learn.hello").splitlines())

    def let_computers_play(self) -> None:
        """The lesson has answered for the other side; where both are asked at once, it does when the pupil has."""

    # -- what the lesson says -----------------------------------------------------------------------------------------

    def told(self) -> list[str]:
        """What the lesson says of the last act, and what it wants now."""
        progress, voice = self.progress, self.voice
        lines = [self._sentence(progress.note)] if progress.note else []
        step = progress.step
        said = self._sentence(progress.told)
        if step is None:
            over = "learn.over-game" if self.match.over else "learn.over"
            return [*lines, said, voice.say(over)]
        count = len(progress.lesson.steps)
        lines.append(voice.say("learn.step", number=progress.at + 1, count=count, text=said))
        if step.answer is not None:
            lines.append(voice.say("learn.answers", choices=list(step.answer.choices)))
        return lines

    def _sentence(self, key: str) -> str:
        return sentence(self.voice, key, self.progress.scene, self.progress.lesson, "terminal")

    # -- acts ---------------------------------------------------------------------------------------------------------

    def do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        step = self.progress.step
        if word in NOT_HERE:
            raise KhalkhinError("learn.not-kept", command=word)
        if step is not None and step.answer is not None and line in step.answer.choices:
            self._go(self.progress.answered(line))
        elif word == "again" and not rest:
            self._go(self.progress.again())
        elif word == "show" and not rest and step is not None:
            self._go(self.progress.shown())
        elif word == "restart" and rest in ("", "free"):
            self._go(begin(self.progress.lesson, seed=self.match.length + 2 if rest else None))
        elif step is not None and step.answer is not None and self.command(word) is None:
            raise KhalkhinError("learn.answer-first")
        else:
            super().do(line)

    def looked(self, what: str) -> None:
        """The lesson goes on where it waited for this look."""
        after = self.progress.looked(what)
        if after is not self.progress:
            self._go(after)

    def take_back(self, decisions: int) -> None:
        self._go(self.progress.said((), undo=decisions))

    def carry_out(self, line: TypedLine, side: str) -> CarriedOut:
        done = line.carry_out(self.match, side)
        self._go(self.progress.said(done.said))
        return done

    def _go(self, progress: Progress) -> None:
        self.progress, self.match, self.stale = progress, progress.match, True
