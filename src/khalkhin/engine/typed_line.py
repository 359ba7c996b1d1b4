"""A typed line carried out, by one policy wherever it is typed: in a terminal, in a browser, by a program.

1. **All or nothing.** The decisions of a line are taken one after the other on a copy of the game. If one is refused,
   the line is refused with its reason and nothing has changed.
2. **Up to what cannot be taken back.** Nobody decides on what he has not seen yet: after dice, a reveal or the end of
   the game the line ends. What was carried out stays, and the person is told what was not (`CarriedOut.note`).
3. **Nothing final for a line that cannot go on.** First of all the whole line is rehearsed, also past what cannot be
   taken back, in positions sampled from the side's own view, with other dice. If what comes after it is refused in all
   of them, the line is refused, and nothing has changed.

4. **Nothing chosen for the person.** Where a thing can be meant in several ways, as a march or a ride by rail, each is
   rehearsed with the rest of the line. If only one of them can be carried out, that is meant; if several can, the line
   is refused with a question that names them (`SeveralWays`).

The rehearsal knows only what the side knows: its refusal tells nothing that is hidden, and it uses up none of the
game's dice. What the game itself refuses (1) the side could also find out by deciding and taking back. Whoever wants to
know whether a hidden unit is in the way has to go there, and then it is seen by everybody (2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from khalkhin.engine.errors import Illegal, KhalkhinError, Reason, no
from khalkhin.engine.match import Match
from khalkhin.engine.seat import Seat
from khalkhin.engine.typed_words import CLOSING, Reading, Said, readings
from khalkhin.engine.vocabulary import Vocabulary

REHEARSALS = 12
"""How many sampled positions have to refuse the rest of a line. What only rare dice would allow may be refused, too:
nothing is lost by it, for the line can be typed in two."""

NOT_NOW = "why.not-now"
"""The key of the games' refusal of what is not done at this point of the turn."""


class RefusedPart(KhalkhinError):
    """A line of several decisions of which one is refused."""

    def __init__(self, part: str, error: KhalkhinError) -> None:
        super().__init__("order.refused-part", part=part, error=error)


class Interpretation(NamedTuple):
    """One of several ways to carry out a line."""

    text: str
    """How it is typed so that it means only this."""
    meaning: str
    """What sets it apart, in the words of the language: March, Go by sea."""

    def __str__(self) -> str:
        return f"{self.text} ({self.meaning})"


class SeveralWays(KhalkhinError):
    """A line that can be carried out in several ways."""

    def __init__(self, text: str, ways: Sequence[Interpretation]) -> None:
        super().__init__("order.several-ways", text=text, ways=[str(way) for way in ways])
        self.text = text
        self.ways = tuple(ways)

    def after(self, said: Sequence[str]) -> SeveralWays:
        """The same of a line that begins with more."""
        if not said:
            return self
        begins = " ".join(said)
        return SeveralWays(f"{begins} {self.text}", [way._replace(text=f"{begins} {way.text}") for way in self.ways])


class CarriedOut(NamedTuple):
    """What came of a line."""

    match: Match
    """The game as it is then; the one it was typed at has not changed."""
    said: tuple[Said, ...]
    """The decisions taken, as records write them."""
    left: tuple[str, ...] = ()
    """The words that came after a decision that cannot be taken back, and were not carried out."""

    @property
    def note(self) -> Reason | None:
        """What whoever typed the line has to be told of the rest of it."""
        return no("", "order.left", text=str(self.said[-1]), rest=" ".join(self.left)) if self.left else None


@dataclass
class _Run:
    """How far a line goes at a seat."""

    rest: Sequence[str]
    said: list[Said] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    """The decisions taken as they can be typed."""
    final: Said | None = None
    """The first decision that cannot be taken back, if more comes after it."""
    refusal: KhalkhinError | None = None


class TypedLine:
    """What somebody typed, without what says nothing (words of their language such as "with")."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.words = tuple(vocabulary.tokens(text))
        self.vocabulary = vocabulary
        if not self.words:
            raise KhalkhinError("order.empty")

    def carry_out(self, match: Match, side: str) -> CarriedOut:
        """Take the decisions of the line on a copy of a game, or raise what is wrong with the first that is refused."""
        self._rehearse(match.seat(side))
        twin = match.clone()
        run = self._run(twin.seat(side), self.words, beyond=False)
        if run.refusal is not None:
            raise run.refusal
        return CarriedOut(twin, tuple(run.said), tuple(run.rest))

    def _rehearse(self, seat: Seat) -> None:
        """Refuse a line that cannot go on after a decision that cannot be taken back, as far as the side can know."""
        if len(self.words) < 2:
            return
        runs: list[_Run] = []
        for seed in range(REHEARSALS):
            run = self._run(seat.rehearsal(seed), self.words, beyond=True)
            if run.final is None or run.refusal is None:
                return
            runs.append(run)
        first, told = runs[0], {str(run.refusal) for run in runs}
        if len(told) == 1 and first.refusal is not None:
            raise first.refusal
        # Every roll has a reason of its own, and none of them is the game's.
        assert first.final is not None
        raise KhalkhinError("order.cannot-follow", text=self._text(first.final), part=first.rest[0])

    def _run(self, seat: Seat, words: Sequence[str], beyond: bool) -> _Run:
        """Carry words out at a seat; `beyond`: also what comes after a decision that cannot be taken back."""
        run = _Run(words)
        while run.rest:
            if run.said and run.final is None and not seat.can_undo():
                run.final = run.said[-1]
                if not beyond:
                    break
            part = run.rest[0]
            try:
                reading = self._meant(seat, run.rest)
                part = self._text(reading.said)
                self._play(seat, reading.said)
            except SeveralWays as question:
                run.refusal = question.after(run.texts)
                break
            except KhalkhinError as error:
                alone = not run.said and len(run.rest) <= 2
                run.refusal = error if alone else RefusedPart(part, error)
                break
            run.said.append(reading.said)
            run.texts.append(reading.text)
            run.rest = reading.rest
        return run

    def _play(self, seat: Seat, said: Said) -> None:
        try:
            seat.play(*said)
        except KhalkhinError as error:
            raise self._told(seat, said, error) from None

    def _told(self, seat: Seat, said: Said, error: KhalkhinError) -> KhalkhinError:
        """A refusal; of what would end a question, with what ends it, and of what is not asked now, with what is."""
        prompt, other = seat.view()["prompt"], CLOSING.get(said.verb, "")
        if prompt is None:
            return error
        if other in (offer["verb"] for offer in prompt["offers"]):
            told = {"other": self._text(Said(other)), "meaning": self.vocabulary.meaning(prompt, other)}
            return Illegal(no(error.reason.rule, "order.other-ending", text=self._text(said), **told), seat.game)
        if error.reason.key != NOT_NOW:
            return error
        question = {**prompt["params"], "key": prompt["key"]}
        return Illegal(no(error.reason.rule, "order.not-now", text=self._text(said), question=question), seat.game)

    def _meant(self, seat: Seat, words: Sequence[str]) -> Reading:
        """What the first decision of some words must be so that all of them can be carried out."""
        found = readings(seat, words, self.vocabulary)
        if len(found) == 1:
            return found[0]
        ways = [(reading, way) for reading in found for way in self._ways(seat, reading)]
        if len(ways) > 1:
            raise SeveralWays(" ".join(words), [way for _, way in ways])
        return ways[0][0] if ways else found[0]  # where there is no way, the game says why not

    def _ways(self, seat: Seat, reading: Reading) -> Iterator[Interpretation]:
        """The ways in which a line can be carried out that begins like this."""
        trial = seat.rehearsal()
        if trial.why(*reading.said) is not None:
            return
        trial.play(*reading.said)
        run = self._run(trial, reading.rest, beyond=True)
        if isinstance(run.refusal, SeveralWays):
            yield from (way._replace(text=f"{reading.text} {way.text}") for way in run.refusal.ways)
        elif run.refusal is None:
            meaning = self.vocabulary.meaning(seat.view()["prompt"], reading.said.verb)
            yield Interpretation(" ".join([reading.text, *run.texts]), meaning)

    def _text(self, said: Said) -> str:
        return self.vocabulary.text(*said)

    # -- asking --

    def rehearsed(self, seat: Seat) -> Seat:
        """The seat as it would be after the line, in a position sampled from its view. Refused as the line would be,
        and where it goes past what cannot be taken back."""
        trial = seat.rehearsal()
        run = self._run(trial, self.words, beyond=False)
        if run.refusal is not None:
            raise run.refusal
        if not trial.can_undo():
            raise KhalkhinError("order.final", text=self._text(run.said[-1]))
        return trial

    def objections(self, seat: Seat) -> Iterator[tuple[tuple[Said, ...], Reason | None]]:
        """What speaks against the line, in every way it can be meant: the decisions up to the first that is refused,
        and the reason; None where all of it is allowed. What leads to the last decision is only rehearsed."""
        yield from self._objections(seat, self.words, ())

    def _objections(
        self, seat: Seat, words: Sequence[str], before: tuple[Said, ...]
    ) -> Iterator[tuple[tuple[Said, ...], Reason | None]]:
        for reading in readings(seat, words, self.vocabulary):
            asked, reason = (*before, reading.said), seat.why(*reading.said)
            if reason is not None or not reading.rest:
                yield asked, reason
                continue
            trial = seat.rehearsal()
            trial.play(*reading.said)
            if not trial.can_undo():
                raise KhalkhinError("order.final", text=self._text(reading.said))
            yield from self._objections(trial, reading.rest, asked)
