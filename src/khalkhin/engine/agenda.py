"""Steps, prompts and offers: how a sequence of play runs and waits for a player.

The agenda is a stack of steps, the next one on top. A step either asks somebody or does its work; while it does it may
put further steps on top. Nothing waits inside Python's call stack, so a game can be saved, cloned, undone and resumed
between any two decisions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, dataclass_transform

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.errors import Illegal, Reason, Text, no

if TYPE_CHECKING:
    from khalkhin.engine.codec import UnitSet
    from khalkhin.engine.state import State

S = TypeVar("S", bound="State")

Noun = int | str | None
"""A hex, a counter or a number as int, a word as str, nothing for a bare verb."""


class Kind(Enum):
    """The kind of noun that a verb takes."""

    NOTHING = "nothing"
    HEX = "hex"
    UNIT = "unit"
    NUMBER = "number"
    WORD = "word"


@dataclass(frozen=True, slots=True)
class Offer:
    """A verb and every noun it may be said with now: a bit set for hexes and counters, else the values themselves."""

    verb: str
    kind: Kind
    nouns: int | tuple[Noun, ...]
    gather: bool = False
    """Whether several counters of one stack are picked one after another: clients do it with one gesture."""
    spoken: bool = False
    """Whether the verb has to be said: a noun that is pointed at or typed alone never means this offer."""
    spends: bool = False
    """Whether something rare is used up at once: clients tell what it does first, and say it at a second press."""

    def __contains__(self, noun: Noun) -> bool:
        if isinstance(self.nouns, int):
            return isinstance(noun, int) and noun >= 0 and bool(self.nouns >> noun & 1)
        return noun in self.nouns

    def __iter__(self) -> Iterator[Noun]:
        return members(self.nouns) if isinstance(self.nouns, int) else iter(self.nouns)

    def __len__(self) -> int:
        return self.nouns.bit_count() if isinstance(self.nouns, int) else len(self.nouns)

    def __bool__(self) -> bool:
        return bool(self.nouns)


def units(nouns: int, verb: str = "unit", *, gather: bool = False, spends: bool = False) -> Offer:
    """An offer of counters, given as a bit set."""
    return Offer(verb, Kind.UNIT, nouns, gather, spends=spends)


def hexes(nouns: int, verb: str = "hex", *, spoken: bool = False) -> Offer:
    """An offer of hexes, given as a bit set."""
    return Offer(verb, Kind.HEX, nouns, spoken=spoken)


def numbers(verb: str, nouns: range) -> Offer:
    """An offer of whole numbers."""
    return Offer(verb, Kind.NUMBER, tuple(nouns))


def words(verb: str, *nouns: str) -> Offer:
    """An offer of words."""
    return Offer(verb, Kind.WORD, nouns)


def bare(verb: str, *, spends: bool = False) -> Offer:
    """An offer of a verb that takes no noun, such as `done`."""
    return Offer(verb, Kind.NOTHING, (None,), spends=spends)


@dataclass(frozen=True, slots=True)
class Prompt:
    """What one side is asked, under which rule, and every answer it may give."""

    side: int
    rule: str
    message: Text
    offers: tuple[Offer, ...]

    def allows(self, verb: str, noun: Noun) -> bool:
        """Whether an answer is among the offers."""
        return any(o.verb == verb and noun in o for o in self.offers)

    def __len__(self) -> int:
        return sum(len(o) for o in self.offers)

    def __bool__(self) -> bool:
        return any(self.offers)


def prompt(side: int, rule: str, key: str, *offers: Offer, **params: Any) -> Prompt:
    """A prompt with the offers that offer anything."""
    return Prompt(side, rule, Text(key, params), tuple(filter(None, offers)))


class Step(Generic[S]):
    """One entry of the agenda: a question of the rules, or a piece of their work.

    A game derives its steps from this class and marks them with `@step`, which makes them small frozen dataclasses that
    can be compared and saved. A step that asks somebody has `ask`, `why` and `take`; one that only works has `run`.
    """

    simultaneous: ClassVar[bool] = False
    """Whether the sides answer apart from each other: what one has said binds nobody else before the step is over."""

    @property
    def phase(self) -> str:
        """The key of the phase this step is; steps without one belong to the phase below them."""
        return ""

    def ask(self, s: S) -> Prompt | tuple[Prompt, ...] | None:
        """Who is asked what; None when everybody may know that there is nothing to choose."""
        return None

    def run(self, s: S) -> None:
        """The work of a step that asks nobody. The step is off the agenda already."""

    def why(self, s: S, side: int, verb: str, noun: Noun) -> Reason | None:
        """The reason against an answer, None if there is none: offered exactly when there is no reason."""
        return no("", "engine.not-offered")

    def take(self, s: S, side: int, verb: str, noun: Noun) -> None:
        """Carry out an offered answer. The step is off the agenda already and puts itself back if it goes on."""
        raise NotImplementedError(type(self).__name__)

    def seen_by(self, s: S, side: int | None) -> Step[S] | None:
        """This step as that side may know it, None where it is to know nothing: what is half built is private."""
        return self

    def details(self, s: S, side: int | None) -> dict[str, Any]:
        """What a client shows beside the prompt (a path, an attack, odds), as plain data that the side may know."""
        return {}

    def warnings(self, s: S, side: int) -> Sequence[Reason]:
        """What will happen to the side that is asked, unless it decides otherwise; shown beside the prompt."""
        return ()

    def in_hand(self, s: S) -> tuple[UnitSet, HexSet]:
        """The counters that are on the move, and the hexes where they may end it: what they would attack from there can
        be asked (`Game.prospects`)."""
        return 0, 0


_T = TypeVar("_T")


@dataclass_transform(frozen_default=True)
def step(cls: type[_T]) -> type[_T]:
    """Make a step of a class: a frozen dataclass."""
    return dataclass(frozen=True)(cls)


def steps_in(kind: type[Step[Any]], *modules: ModuleType) -> dict[str, type[Step[Any]]]:
    """The steps of a game by their names: those that its modules define themselves."""
    return {
        name: cls
        for module in modules
        for name, cls in vars(module).items()
        if isinstance(cls, type) and issubclass(cls, kind) and cls.__module__ == module.__name__
    }


def prompts_of(s: State, top: Step[Any]) -> tuple[Prompt, ...]:
    """The prompts of a step; none if there is nothing to choose."""
    asked = top.ask(s)
    return () if asked is None else asked if isinstance(asked, tuple) else (asked,)


def asked_by(s: State, top: Step[Any]) -> tuple[Prompt, ...]:
    """The prompts of a step. One without a choice would be a dead end, and is a fault of the game."""
    prompts = prompts_of(s, top)
    assert all(prompts), f"{top} asks a question that has no answer"
    return prompts


def settle(s: State) -> None:
    """Run automatic steps until somebody is asked or the game is over."""
    watch = s.game.watch
    watch(s)
    while s.agenda and s.result is None:
        top = s.agenda[-1]
        asked = asked_by(s, top)
        if asked:
            s.asked = asked
            return
        s.agenda = s.agenda[:-1]
        top.run(s)
        watch(s)
    s.agenda = ()
    s.asked = ()


def asked_first(s: State, side: int, rule: str) -> Reason:
    """The refusal of anything but an answer to what the side is asked: it repeats the question."""
    message = next(asked.message for asked in s.asked if asked.side == side)
    question = {"key": message.key, **s.game.codec.params(message.params)}
    return no(rule, "engine.asked-first", question=question)


def why(s: State, side: int, verb: str, noun: Noun) -> Reason | None:
    """The reason against a decision, or None if it may be taken."""
    if s.result is not None:
        return no("", "engine.over")
    if any(offer.verb == verb and noun in offer for offer in s.game.standing(s, side)):
        return None
    if s.game.can_be_said(verb, noun) and (reason := s.game.why_standing(s, side, verb, noun)) is not None:
        return reason
    mine = next((p for p in s.asked if p.side == side), None)
    if mine is None:
        return no("", "engine.not-asked", side=side)
    if mine.allows(verb, noun):
        return None
    if verb not in s.game.verbs:
        return no("", "engine.no-such-verb", verb=verb)
    if not s.game.can_be_said(verb, noun):
        return no("", "engine.not-offered")
    if isinstance(noun, int) and s.game.verbs[verb] is Kind.HEX and s.outside >> noun & 1:
        return no("", "engine.outside", hex=noun)
    return s.agenda[-1].why(s, side, verb, noun) or no("", "engine.not-offered")


def decide(s: State, side: int, verb: str, noun: Noun = None) -> bool:
    """Take a decision: nothing is accepted, from anyone, that was not offered to that side.

    True if it answers a prompt, False if it takes up a standing offer.
    """
    for asked in s.asked:
        if asked.side == side and asked.allows(verb, noun):
            top = s.agenda[-1]
            s.agenda = s.agenda[:-1]
            s.draw_offer = None if s.draw_offer != side else s.draw_offer
            top.take(s, side, verb, noun)
            settle(s)
            return True
    reason = why(s, side, verb, noun)
    if reason is not None:
        raise Illegal(reason, s.game)
    s.game.take_standing(s, side, verb, noun)
    settle(s)
    return False
