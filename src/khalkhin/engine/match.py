"""A game being played: a position, the decisions that led to it, undo, log and record."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from khalkhin.engine.agenda import Noun, Prompt, decide, why
from khalkhin.engine.errors import Illegal, KhalkhinError, Reason, no
from khalkhin.engine.game import STANDING
from khalkhin.engine.prospects import prospects
from khalkhin.engine.seat import Seat
from khalkhin.engine.state import Event, State
from khalkhin.engine.view import View, imagine, log_for, overlays, view


class Decision(NamedTuple):
    """Who said what, in the engine's numbers: a side by its index, a hex or counter as an int."""

    side: int
    verb: str
    noun: Noun = None


class Effect(NamedTuple):
    """What a decision would do."""

    binds: bool
    """Whether it could not be taken back. Where only the other side is asked next, its answer binds."""
    dice: bool | None
    """Whether dice would fall before its side is asked again; None where what the other side answers decides it."""


_ANSWER = frozenset({"commit", "pass"})
"""The verbs by which a side goes on with a battle that the other has begun."""
_ANSWERS = 6


class Edition(NamedTuple):
    """By which edition of the rules, and with which data, a game was played after so many decisions."""

    after: int
    number: int
    data: str


@dataclass(slots=True)
class _Past:
    """A decision taken, and what is needed to take it back."""

    decision: Decision
    before: State | None
    """The position before it; let go once nobody can take it back any more."""
    floor: tuple[int, ...]
    began: int
    log_length: int
    turn: int
    """The turn after it, with the hash of the position if that turn begins here."""
    digest: str
    dice: bool
    """Whether dice fell in it."""


class Match:
    """A game being played: ask it who decides what, decide, take back, look, save.

    `khalkhin.new` and `khalkhin.load` make one. Sides are named as in `match.game.sides`. Nouns are written as they
    are printed: a hex as `"1319"`, a counter as `"SU-601-1"`, a number as an int. Only the match changes its position,
    and a refused decision changes nothing.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.game = state.game
        self.log: list[Event] = state.log if state.log is not None else []
        self.state.log = self.log
        self._past: list[_Past] = []
        self._floor = [0] * len(self.game.sides)
        """For each side, how many of the first decisions it can no longer take back."""
        self._kept = 0
        """How many of the first decisions nobody can take back."""
        self._began = 0
        """How many decisions came before the step on top of the agenda, if the sides answer it apart."""
        self.editions: tuple[Edition, ...] = (Edition(0, self.game.editions.now, self.game.version),)
        """The editions it was played by: several where a game of an older one went on."""
        self.halted = False
        """Whether it can only be ended: the decisions that came next are not allowed by today's rules."""

    # -- asking -----------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended; `result` says how."""
        return self.state.result is not None

    def prompts(self) -> tuple[Prompt, ...]:
        """The questions that wait for an answer, each with every legal choice; two where both sides plan at once."""
        return () if self.halted else self.state.asked

    def waiting(self) -> list[str]:
        """The sides that are asked something now."""
        return [self.game.sides[prompt.side] for prompt in self.prompts()]

    def seat(self, side: str | None) -> Seat:
        """One side's place at this game (None: a spectator's)."""
        return Seat(self, side)

    def choices(self) -> Iterator[Decision]:
        """Every decision that a prompt allows now."""
        for prompt in self.prompts():
            for offer in prompt.offers:
                for noun in offer:
                    yield Decision(prompt.side, offer.verb, noun)

    def why(self, verb: str, noun: str | int | None = None, side: str | None = None) -> Reason | None:
        """The rule and the reason against a decision; None if it may be taken."""
        who, said = self._side(side), self.game.parse(verb, noun)
        return self._why_halted(verb) or why(self.state, who, verb, said)

    def _why_halted(self, verb: str) -> Reason | None:
        return no("", "engine.halted") if self.halted and not self.over and verb not in STANDING else None

    def view(self, side: str | None) -> View:
        """Everything that a side may see, as plain data with the log; `None` is for a spectator."""
        number = None if side is None else self.side_number(side)
        dice = self.state.dice.published(self.over)
        return {**view(self.state, number), "dice": dice, "log": log_for(self.log, number)}

    def overlays(self, side: str | None) -> dict[str, Any]:
        """What can be laid over the map for a side: zones of control, objectives."""
        return overlays(self.state, None if side is None else self.side_number(side))

    def prospects(self, hex_: str, side: str | None = None) -> dict[str, Any]:
        """What it would mean for what a side has in hand to stand in a hex: the attacks that it would join, each with
        its odds as far as the side may know them, and whether it would have to attack."""
        place = self.game.map_hex(hex_)
        return prospects(self.state, self._side(side), place).to_data(self.game)

    def imagine(self, side: str | None, seed: int = 0) -> State:
        """A sampled position: it agrees with what the side sees, and what is hidden is drawn at random by the seed."""
        return imagine(
            self.game, view(self.state, None if side is None else self.side_number(side)), random.Random(seed)
        )

    # -- deciding ---------------------------------------------------------------------------------------------------

    def play(self, verb: str, noun: str | int | None = None, side: str | None = None) -> None:
        """Take a decision in words, such as `play("hex", "0406")`, or raise `Illegal` with the rule and the reason.

        `side` may be left out where only one side is asked.
        """
        self.decide(Decision(self._side(side), verb, self.game.parse(verb, noun)))

    def decide(self, decision: Decision) -> None:
        """Take a decision in the engine's own numbers. If it is refused nothing has changed."""
        if (halted := self._why_halted(decision.verb)) is not None:
            raise Illegal(halted, self.game)
        before, floor, length = self.state.clone(), tuple(self._floor), len(self.log)
        apart = bool(before.agenda) and before.agenda[-1].simultaneous
        self.state.sealed = False
        try:
            answer = decide(self.state, *decision)
        except BaseException:
            self._restore(before, length)
            raise
        turn = self.state.turn
        digest = self.state.digest() if turn != before.turn else ""
        dice = self.state.rolled != before.rolled
        self._past.append(_Past(decision, before, floor, self._began, length, turn, digest, dice))
        self._bind(decision, answer and apart)
        if not _same_step(before, self.state):
            self._began = len(self._past)
        self._let_go()

    def _restore(self, position: State, log_length: int) -> None:
        """Make the position what it was, and the log as long. What was put into the dice since stays in them."""
        self.state.__dict__.update(position.clone().__dict__, log=self.log, dice=self.state.dice)
        del self.log[log_length:]

    def _bind(self, decision: Decision, apart: bool) -> None:
        """Settle what can no longer be taken back, now that this decision is taken.

        Dice and reveals bind everybody, and so does the end, which shows everything. The other side's decision binds,
        but talk of a draw does not, which moves nothing on the map; and where both plan at once, apart from each other,
        it binds only to what came before the plans.
        """
        everybody = self.state.sealed or self.over
        others = 0 if decision.verb in STANDING else self._began if apart else len(self._past)
        for side in range(len(self._floor)):
            if everybody:
                self._floor[side] = len(self._past)
            elif side != decision.side:
                self._floor[side] = max(self._floor[side], others)

    def _let_go(self) -> None:
        """Forget positions that nobody can go back to: the record can always play them again."""
        while self._kept < min(self._floor):
            self._past[self._kept] = replace(self._past[self._kept], before=None)
            self._kept += 1

    def undo(self, side: str | None = None, decisions: int = 1) -> None:
        """Take back a side's last decisions, or none if dice, a reveal or the other side's answer came after them."""
        number = self._undoer() if side is None else self.side_number(side)
        twin = self.clone()
        for _ in range(decisions):
            twin._undo_one(number)
        self.__dict__.update(twin.__dict__)

    def _undo_one(self, side: int) -> None:
        index = self._undoable(side)
        if index is None:
            raise Illegal(self._why_no_undo(side), self.game)
        # What the other side did meanwhile (a secret plan beside this one) is done again on top.
        later = [p.decision for p in self._past[index + 1 :]]
        self._rewind(index)
        for decision in later:
            try:
                self.decide(decision)
            except Illegal:
                # A draw offered again after the answer that is taken back stands already.
                if decision.verb not in STANDING:
                    raise Illegal(no("", "engine.no-undo", cause="@undo.other"), self.game) from None

    def can_undo(self, side: str) -> bool:
        """Whether a side has a decision that it can take back."""
        return self._undoable(self.side_number(side)) is not None

    def effect(self, verb: str, noun: str | int | None = None, side: str | None = None) -> Effect:
        """What a decision would do, as far as its side can know: it is tried on a sampled position, and what is hidden
        may turn out otherwise."""
        who = self._side(side)
        twin = Match(self.imagine(self.game.sides[who]))
        twin.decide(Decision(who, verb, self.game.parse(verb, noun)))
        asked = {prompt.side for prompt in twin.prompts()}
        binds = (bool(asked) and who not in asked) or not twin.can_undo(self.game.sides[who])
        dice = twin._rolls_before(who) if binds else False
        if binds and not self._tells_dice(twin, dice):
            dice = None
        return Effect(binds, dice)

    def _tells_dice(self, after: Match, dice: bool | None) -> bool:
        """Whether dice, or none, would be this decision's own: those of a new turn are not, and what the other side
        does at the same time is hidden."""
        if dice:
            return after.state.turn == self.state.turn
        return not self.state.agenda[-1].simultaneous

    def _rolls_before(self, side: int) -> bool | None:
        """Whether dice fell in the last decision, or fall before a side is asked again when whoever else is asked
        answers a battle or keeps his markers; None where they might, by what he answers."""
        decided = self.length
        while not (dice := self._past[-1].dice) and self.length < decided + _ANSWERS:
            prompts = self.prompts()
            if self.over or any(prompt.side == side for prompt in prompts):
                break
            answers = (Decision(p.side, o.verb) for p in prompts for o in p.offers if o.verb in _ANSWER)
            if (answer := next(answers, None)) is None:
                return None
            self.decide(answer)
        return dice or (False if self.length == decided else None)

    def _undoable(self, side: int) -> int | None:
        if self.halted:
            return None
        for index in range(len(self._past) - 1, self._floor[side] - 1, -1):
            if self._past[index].decision.side == side:
                return index
        return None

    def _why_no_undo(self, side: int) -> Reason:
        """What came after the last decision that a side could have taken back."""
        floor = self._floor[side]
        if self.over or self.halted:
            cause = "over" if self.over else "halted"
        elif not floor:
            cause = "nothing"
        elif self._past[floor - 1].dice:
            cause = "dice"
        else:
            cause = "shown" if self._past[floor - 1].decision.side == side else "other"
        return no("", "engine.no-undo", cause=f"@undo.{cause}")

    def _undoer(self) -> int:
        """Who is meant when nobody is named: whoever decided last."""
        if not self._past:
            raise Illegal(no("", "engine.no-undo", cause="@undo.nothing"), self.game)
        return self._past[-1].decision.side

    def _rewind(self, length: int) -> None:
        """Back to the position before decision number `length`."""
        past = self._past[length]
        assert past.before is not None
        self._restore(past.before, past.log_length)
        # A position that was let go does not come back, though the decision that bound the other side is taken back.
        self._floor = [max(floor, self._kept) for floor in past.floor]
        self._began = past.began
        self.editions = tuple(e._replace(after=min(e.after, length)) for e in self.editions)
        del self._past[length:]

    # -- the past ---------------------------------------------------------------------------------------------------

    @property
    def decisions(self) -> list[Decision]:
        """All decisions taken so far."""
        return [p.decision for p in self._past]

    @property
    def length(self) -> int:
        """How many decisions have been taken."""
        return len(self._past)

    @property
    def latest(self) -> Decision:
        """The last decision taken."""
        return self._past[-1].decision

    def turns(self) -> Iterator[tuple[int, int, str]]:
        """Where turns begin: (number of decisions before, turn, hash of the position)."""
        for index, past in enumerate(self._past, start=1):
            if past.digest:
                yield index, past.turn, past.digest

    def turn_begun(self) -> tuple[int, str] | None:
        """The turn that the last decision began, if it did, and the hash of the position."""
        last = self._past[-1] if self._past else None
        return (last.turn, last.digest) if last is not None and last.digest else None

    def position(self, decisions: int) -> State:
        """The position after that many decisions, for rewinding; it is played again from the start."""
        if not 0 <= decisions <= len(self._past):
            raise KhalkhinError("engine.no-such-position", decisions=decisions, last=len(self._past))
        s = self.state
        match = Match(self.game.start(s.scenario, s.options, s.dice))
        for decision in self.decisions[:decisions]:
            match.decide(decision)
        return match.state

    def join_dice(self, shares: Mapping[str, str]) -> None:
        """Let sides put a share each into the dice, which count from the next roll on. No roll that fell changes."""
        ordered = {side: shares[side] for side in sorted(shares, key=self.side_number)}
        self.state.dice = self.state.dice.joined_by(ordered, self.state.rolled + 1)

    def go_on(self, *earlier: Edition) -> None:
        """Take a game that was played by earlier editions to be of today's from here on."""
        today = Edition(self.length, self.game.editions.now, self.game.version)
        self.editions = (*earlier, *((today,) if earlier[-1][1:] != today[1:] else ()))

    def halt(self, *told: Event) -> None:
        """Let nothing be decided any more but how the game ends, and tell why in the log."""
        self.halted = True
        self.log.extend(told)

    def rule_against(self, error: KhalkhinError) -> str:
        """The rule behind a refusal: its own; where it has none, the one by which something else is asked now."""
        own = error.reason.rule
        return own or next((prompt.rule for prompt in self.prompts() if prompt.rule), "")

    def record(self) -> str:
        """The whole game as text, to be saved: `khalkhin.load` replays it."""
        from khalkhin.engine.record import write

        return write(self)

    def clone(self) -> Match:
        """An independent game at the same position with the same past and the same dice."""
        twin = object.__new__(Match)
        twin.game = self.game
        twin.log = self.log[:]
        twin.state = self.state.clone()
        twin.state.log = twin.log
        twin._past = self._past[:]
        twin._floor = self._floor[:]
        twin._kept = self._kept
        twin._began = self._began
        twin.editions = self.editions
        twin.halted = self.halted
        return twin

    # -- sides ------------------------------------------------------------------------------------------------------

    def side_number(self, name: str) -> int:
        """The number of a side, 0 or 1, by its name."""
        if name not in self.game.sides:
            raise KhalkhinError("engine.unknown-side", side_=name, known=", ".join(self.game.sides))
        return self.game.sides.index(name)

    def _side(self, name: str | None) -> int:
        """The side that speaks; the one that is asked, if only one is."""
        if name is not None:
            return self.side_number(name)
        if len(self.state.asked) == 1:
            return self.state.asked[0].side
        raise KhalkhinError("engine.over" if self.over else "engine.name-the-side")

    def result(self) -> dict[str, Any] | None:
        """How the game ended, as plain data: the winner (None for a draw), how, the points; None while it goes on."""
        return None if self.state.result is None else self.game.codec.encode_object(self.state.result)


def _same_step(before: State, after: State) -> bool:
    """Whether the step on top of the agenda is the one that was there before, gone on with."""
    if not before.agenda or len(before.agenda) != len(after.agenda):
        return False
    return type(before.agenda[-1]) is type(after.agenda[-1])
