"""7.0  Losses: the first flips a unit, the second eliminates it; nobody recovers (7.0.d)."""

from __future__ import annotations

from typing import Any

from khalkhin.board.hexset import only
from khalkhin.engine.agenda import Noun, Prompt, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.bkg.position import DESTROYED, BkgStep, Position


def take_loss(s: Position, unit: int, rule: str) -> bool:
    """7.0, 7.0.b  A unit takes a loss that a rule demands. True if it is eliminated by it."""
    if s.flipped >> unit & 1:
        eliminate(s, unit, rule, "log.second-loss")
        return True
    s.flipped |= 1 << unit
    s.tell_of("log.loss", 1 << unit, rule)
    return False


def eliminate(s: Position, unit: int, rule: str, key: str = "log.eliminated", **params: Any) -> None:
    """A unit is destroyed, by whatever rule; the enemy scores for it at the end (10.2)."""
    s.shown &= ~(1 << unit)
    s.penalised &= ~(1 << unit)
    s.put(unit, s.game.box(DESTROYED))
    s.tell(key, rule=rule, units=1 << unit, **params)


def why_not_among(s: Position, side: int, among: UnitSet, unit: int, rule: str) -> Reason | None:
    """Why a unit is none of those that its owner has to choose from."""
    if among >> unit & 1:
        return None
    if s.game.sheet.side[unit] != side:
        return no(rule, "why.not-yours", unit=unit)
    return no(rule, "why.not-among", unit=unit, units=among)


class PickOne(BkgStep):
    """The owner picks one unit of a group in a battle; nothing to ask where only one is left, as everybody sees."""

    side: Side
    among: UnitSet
    rule: str
    question = ""

    def ask(self, s: Position) -> Prompt | None:
        if self.among.bit_count() < 2:
            return None
        return prompt(self.side, self.rule, self.question, units(self.among))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int):
            return why_not_among(s, side, self.among, noun, self.rule)
        return no(self.rule, "why.pick-loss")

    def run(self, s: Position) -> None:
        if self.among:
            self.hit(s, only(self.among))

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        self.hit(s, noun)

    def hit(self, s: Position, unit: int) -> None:
        raise NotImplementedError


@step
class TakeLoss(PickOne):
    """5.1.6.b, 5.1.6.d, 5.1.6.g, 5.1.6.i, T3.b  One unit of its owner's choice takes a loss."""

    side: Side
    among: UnitSet
    rule: str
    question = "ask.loss"

    def hit(self, s: Position, unit: int) -> None:
        take_loss(s, unit, self.rule)


@step
class Eliminate(PickOne):
    """5.1.6.a, 5.1.6.j  One unit of its owner's choice is eliminated."""

    side: Side
    among: UnitSet
    rule: str
    question = "ask.elimination"

    def hit(self, s: Position, unit: int) -> None:
        eliminate(s, unit, self.rule)
