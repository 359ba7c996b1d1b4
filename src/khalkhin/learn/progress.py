"""A pupil's way through a lesson. A `Progress` never changes: every act gives a new one, or is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from khalkhin.ai import players
from khalkhin.engine.dice import Dice, FixedDice
from khalkhin.engine.errors import Illegal, no
from khalkhin.engine.match import Match
from khalkhin.engine.situation import build
from khalkhin.engine.view import answers
from khalkhin.engine.words import Words
from khalkhin.learn.conditions import Said, chosen, holds, matches, read_said
from khalkhin.learn.lesson import Lesson, Remark, Step
from khalkhin.learn.scene import Scene
from khalkhin.learn.telling import figures

DONE = "done"
UNFINISHED = "learn.unfinished"
"""What is said of a move that is all right, but still in hand."""
SEED = 1
"""Of throws that a lesson leaves open, and of what the other side decides where the lesson has no wish."""
RIVAL = "planner"
ACTS = ("look", "answer", "again", "show", "restart", "free")
"""What a pupil can do besides deciding: look at something, answer a question, begin the step anew, have it shown, begin
the lesson anew, or with free dice."""


@dataclass(frozen=True)
class Progress:
    """How far somebody has come in a lesson, and the game as it stands."""

    lesson: Lesson
    match: Match
    at: int
    """The number of the step from 0 on; behind the last one when the lesson is over and play goes on."""
    start: Match
    """The game as it was when the step began."""
    note: str = ""
    """The key of what is said of the last act; empty where nothing is."""

    @property
    def step(self) -> Step | None:
        """The step that is waited for; None when all are done."""
        return self.lesson.steps[self.at] if self.at < len(self.lesson.steps) else None

    @cached_property
    def scene(self) -> Scene:
        return Scene(self.match, self.lesson.side, self.start)

    @property
    def can_undo(self) -> bool:
        """Whether the pupil can take back a decision of this step."""
        return self.match.length > self.start.length and self.match.can_undo(self.lesson.side)

    @property
    def asked_beside(self) -> bool:
        """Whether the pupil is asked something that the step does not speak of, as other dice may have it: he decides
        as he likes."""
        step = self.step
        return step is not None and bool(step.prompt) and self.scene.prompt not in step.prompt

    @property
    def told(self) -> str:
        """The key of what the lesson tells now."""
        if self.step is None:
            return self.lesson.key("end")
        return "learn.beside" if self.asked_beside else self.lesson.key(self.step.id)

    # -- acts ---------------------------------------------------------------------------------------------------------

    def looked(self, what: str) -> Progress:
        """The pupil has looked at something: `unit JP-71-1`, `hex 1319`, `odds`, `overlay supply`, `panel charts`."""
        step = self.step
        if step is None or not any(matches(what, pattern) for pattern in step.look):
            return self
        return self._next(self.match)

    def answered(self, choice: str) -> Progress:
        """The pupil has answered the question of the step; a wrong answer is told why, and he may answer again."""
        step = self.step
        if step is None or step.answer is None or choice not in step.answer.choices:
            raise Illegal(no("", "learn.no-question"), self.lesson.game)
        if choice == step.answer.right:
            return self._next(self.match)
        return replace(self, note=self.lesson.key(step.id, "wrong"))

    def said(self, say: Sequence[Said], undo: int = 0) -> Progress:
        """The pupil takes back so many decisions and takes these; refused as a whole where one of them is."""
        after = self._undone(undo) if undo else self
        for verb, noun in say:
            after = after._one(verb, noun)
        return after

    def again(self) -> Progress:
        """The step from its beginning."""
        return replace(self, match=self.start, note="")

    def shown(self) -> Progress:
        """The step as the lesson would do it."""
        step = self.step
        assert step is not None
        if step.answer is not None:
            return self.answered(step.answer.right)
        if step.look:
            return self.looked(step.look[0])
        after = self.again()
        try:
            for one in step.model:
                after = after.modelled(one)
        except Illegal as error:
            # Other dice than the lesson's own have led to something else.
            raise Illegal(no("", "learn.not-shown"), self.lesson.game) from error
        return after

    def modelled(self, one: str) -> Progress:
        """One decision as the lesson would take it (`conditions.chosen`), or none."""
        found = chosen(one, self.scene.view)
        return self.said([] if found is None else [found])

    # -- one decision -------------------------------------------------------------------------------------------------

    def _one(self, verb: str, noun: str | int | None) -> Progress:
        match = self.match.clone()
        match.play(verb, noun, self.lesson.side)
        step = self.step
        note = "" if step is None else self._judge(step, " ".join(str(x) for x in (verb, noun) if x is not None), match)
        _let_rival_play(self.lesson, match)
        after = replace(self, match=match, note=note)._on()
        return replace(after, note=UNFINISHED) if not note and after.at == self.at and after._unfinished() else after

    def _judge(self, step: Step, said: str, match: Match) -> str:
        """Refuse what a guard stops and what leads away; the key of what is said of a decision that stands."""
        if self.asked_beside:
            return ""
        for guard in step.guards:
            if matches(said, guard.on) and not holds(guard.unless, self.scene):
                raise self._stop(step, guard.key)
        remark = self._remark(step, said, match)
        if remark is not None and not remark.keep:
            raise self._stop(step, remark.key)
        if remark is None and not any(matches(said, way) for way in step.ways):
            raise self._away(step)
        return "" if remark is None else self.lesson.key(step.id, remark.key)

    def _away(self, step: Step) -> Illegal:
        """The refusal of a decision that is allowed, but leads away."""
        if step.away:
            return self._stop(step, step.away)
        return Illegal(no("", "learn.away" if step.answer is None else "learn.answer-first"), self.lesson.game)

    def _stop(self, step: Step, key: str) -> Illegal:
        """A refusal in the step's own words. It has no rule's number, so that it never looks like a rule."""
        key, lesson = self.lesson.key(step.id, key), self.lesson
        return Illegal(no("", key, **figures(Words(game=lesson.game), key, self.scene, lesson)), lesson.game)

    def _remark(self, step: Step, said: str, match: Match) -> Remark | None:
        scene = Scene(match, self.lesson.side, self.start)
        return next((one for one in step.tries if matches(said, one.on) and holds(one.when, scene)), None)

    def _undone(self, undo: int) -> Progress:
        match = self.match.clone()
        match.undo(self.lesson.side, undo)
        if match.length < self.start.length:
            raise Illegal(no("", "learn.no-way-back"), self.lesson.game)
        return replace(self, match=match, note="")

    # -- from step to step --------------------------------------------------------------------------------------------

    def _next(self, match: Match) -> Progress:
        return _begin(self.lesson, match, self.at + 1, "")._on()

    def _on(self) -> Progress:
        """Go on to the first step that is not done, nor left out because the pupil is asked something else."""
        after = self
        while (step := after.step) is not None and (after._done(step) or after._left_out(step)):
            after = _begin(after.lesson, after.match, after.at + 1, after.note)
        return after

    def _done(self, step: Step) -> bool:
        return bool(step.until) and holds(step.until, self.scene)

    def _unfinished(self) -> bool:
        """Whether the step only waits for the move in hand to be ended."""
        step, verb = self.step, (DONE, None)
        if step is None or not self.scene.in_hand or verb not in answers(self.scene.view):
            return False
        match = self.match.clone()
        match.play(*verb, self.lesson.side)
        return holds(step.until, Scene(match, self.lesson.side, self.start))

    def _left_out(self, step: Step) -> bool:
        """Whether what a step needs did not hold as it began, or the question that it belongs to has not come, and that
        of a later one has."""
        if self.match.length == self.start.length and not holds(step.needs, self.scene):
            return True
        if not self.asked_beside:
            return False
        asked = self.scene.prompt
        return self.match.over or any(asked in later.prompt for later in self.lesson.steps[self.at + 1 :])


def begin(lesson: Lesson, seed: int | None = None) -> Progress:
    """A lesson at its first step; with a seed the throws of its steps are free."""
    dice = Dice.practice(SEED if seed is None else seed)
    if seed is not None:
        lesson = replace(lesson, steps=tuple(replace(step, dice=()) for step in lesson.steps))
    match = Match(build(lesson.game, lesson.situation, dice))
    _let_rival_play(lesson, match)
    return _begin(lesson, match, 0, "")._on()


def _begin(lesson: Lesson, match: Match, at: int, note: str) -> Progress:
    """A step at its beginning, with its dice."""
    match = match.clone()
    if at < len(lesson.steps) and lesson.steps[at].dice:
        match.state.dice = FixedDice.of(*lesson.steps[at].dice, after=match.state.rolled, seed=SEED)
    return Progress(lesson, match, at, match, note)


def _let_rival_play(lesson: Lesson, match: Match) -> None:
    """The other side answers until the pupil is asked again."""
    player = players.make(RIVAL, SEED)
    while (waiting := match.waiting()) and lesson.side not in waiting:
        seat = match.seat(waiting[0])
        seat.play(*(_wish(lesson, match, waiting[0]) or player.decide(seat.whole_view())))


def _wish(lesson: Lesson, match: Match, side: str) -> Said | None:
    """The first answer that the lesson would have the other side give, and that is offered."""
    seen = match.view(side)
    offered = {(verb, None if noun is None else str(noun)) for verb, noun in answers(seen)}
    for one in lesson.rival.get(seen["prompt"]["key"], ()):
        verb, noun = read_said(one)
        if (verb, noun) in offered:
            return verb, noun
    return None
