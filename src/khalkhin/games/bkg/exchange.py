"""5.1.6.k  Exchange: the defender gives up one or more units, the attacker at least as many points of attack."""

from __future__ import annotations

from dataclasses import replace

from khalkhin.board.hexset import Hex, members
from khalkhin.engine.agenda import Noun, Prompt, bare, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.results_tables import halves
from khalkhin.games.bkg.losses import eliminate, why_not_among
from khalkhin.games.bkg.position import BkgStep, Position


@step
class ExchangeDefender(BkgStep):
    """5.1.6.k  The defender picks one or more units of the target hex (K-11)."""

    side: Side
    target: Hex
    given: UnitSet
    attackers: UnitSet

    def ask(self, s: Position) -> Prompt | None:
        rest = s.stack(self.target) & ~self.given
        if not self.given and rest.bit_count() == 1:
            return None
        done = (bare("commit"),) if self.given else ()
        return prompt(self.side, "5.1.6.k", "ask.exchange-defender", units(rest), *done, hex=self.target)

    def run(self, s: Position) -> None:
        replace(self, given=s.stack(self.target)).give(s)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int):
            if self.given >> noun & 1:
                return no("5.1.6.k", "why.given-up", unit=noun)
            return why_not_among(s, side, s.stack(self.target) & ~self.given, noun, "5.1.6.k")
        if not self.given:
            return no("5.1.6.k", "why.exchange")
        return None if verb == "commit" else no("5.1.6.k", "why.exchange-commit")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            s.push(replace(self, given=self.given | 1 << noun))
        else:
            self.give(s)

    def seen_by(self, s: Position, side: int | None) -> BkgStep:
        return self if side == self.side else replace(self, given=0)

    def give(self, s: Position) -> None:
        lost = sum(s.defence(u) for u in members(self.given))
        for unit in members(self.given):
            eliminate(s, unit, "5.1.6.k")
        s.push(ExchangeAttacker(1 - self.side, lost, 0, self.attackers))


@step
class ExchangeAttacker(BkgStep):
    """5.1.6.k  The attacker gives adjacent attackers worth at least what was lost, or all of them (K-11)."""

    side: Side
    lost: int
    """Twice the defence points that the defender gave up."""
    given: UnitSet
    attackers: UnitSet

    def enough(self, s: Position) -> bool:
        return sum(s.attack(u) for u in members(self.given)) >= self.lost

    def ask(self, s: Position) -> Prompt | None:
        if sum(s.attack(u) for u in members(self.attackers)) <= self.lost:
            return None
        done = (bare("commit"),) if self.enough(s) else ()
        rest = units(self.attackers & ~self.given)
        return prompt(self.side, "5.1.6.k", "ask.exchange-attacker", rest, *done, points=halves(self.lost))

    def run(self, s: Position) -> None:
        replace(self, given=self.attackers).give(s)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int):
            if self.given >> noun & 1:
                return no("5.1.6.k", "why.given-up", unit=noun)
            return why_not_among(s, side, self.attackers & ~self.given, noun, "5.1.6.k")
        if not self.enough(s):
            return no("5.1.6.k", "why.exchange-more", points=halves(self.lost))
        return None if verb == "commit" else no("5.1.6.k", "why.exchange-commit")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            s.push(replace(self, given=self.given | 1 << noun))
        else:
            self.give(s)

    def seen_by(self, s: Position, side: int | None) -> BkgStep:
        return self if side == self.side else replace(self, given=0)

    def give(self, s: Position) -> None:
        for unit in members(self.given):
            eliminate(s, unit, "5.1.6.k")
