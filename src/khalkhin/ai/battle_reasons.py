"""Reasons in games whose attacks are all declared before the first one is resolved."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeVar

from khalkhin.ai.ideas import Idea
from khalkhin.ai.ideas.battles import Battle
from khalkhin.ai.reasons import Bout, Reasons, named
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import Text
from khalkhin.engine.state import State

S = TypeVar("S", bound=State)


class Declared(NamedTuple):
    """One attack of a declaration."""

    target: Hex
    """The hex that it was begun with."""
    units: UnitSet
    targets: HexSet


def declared(idea: Idea) -> list[Declared]:
    """The attacks that an idea declares."""
    found: list[Declared] = []
    for verb, noun in idea:
        if not isinstance(noun, int):
            continue
        if verb == "attack":
            found.append(Declared(noun, 0, 1 << noun))
        elif found and verb == "unit":
            found[-1] = found[-1]._replace(units=found[-1].units | 1 << noun)
        elif found and verb == "also":
            found[-1] = found[-1]._replace(targets=found[-1].targets | 1 << noun)
    return found


class BattleReasons(Reasons[S]):
    """The reasons of one side, with the attacks of a phase together."""

    @abstractmethod
    def bout(self, s: S, units: UnitSet, targets: HexSet) -> Bout | None:
        """An attack by what the attacker may know; None where nobody shows who would defend."""

    @abstractmethod
    def apply(self, idea: Idea) -> S | None:
        """A copy of the position with moves made; None if they cannot be."""

    @abstractmethod
    def battles(self, s: S) -> Iterable[Battle]:
        """The attacks that the side would declare."""

    def main(self, targets: HexSet) -> Hex:
        """The hex that counts most among those attacked together."""
        return max(members(targets), key=lambda h: (self.points(h), -h))

    def coming(self, idea: Idea) -> Bout | None:
        """The attack that most of those who move will take part in."""
        after = self.apply(idea)
        if after is None:
            return None
        going = named(idea)
        fights = [(units, targets) for units, targets in self.battles(after) if units & going]
        if not fights:
            return None
        units, targets = max(fights, key=lambda fight: (fight[0] & going).bit_count())
        return self.bout(after, units, targets)

    def declaration_reason(self, step: Any, idea: Idea) -> Text:
        """A whole declaration, or the end of one: the attack with the best chance is told."""
        found = declared(idea)
        if not found:
            if idea[0][0] == "auto":
                return Text("hint.declare.auto")
            return Text("hint.commit" if step.battles or step.current.targets else "hint.done.attack")
        bouts = [bout for one in found if (bout := self.bout(self.s, one.units, one.targets)) is not None]
        if not bouts:
            return Text("hint.best")
        best = max(bouts, key=self.chance)
        if len(found) == 1 or not self.chance(best):
            return self.attack(best, duty=True)
        params = {"place": self.name(best.target), "chance": self.chance(best), "given": best.given}
        return Text("hint.attack.more", {**params, "also": self.also(best.target), "more": len(found) - 1})

    def battle_reason(self, battles: Iterable[Battle], idea: Idea) -> Text:
        """Which of the attacks that are declared comes next."""
        target = idea[0][1]
        units, targets = next((u, h) for u, h in battles if isinstance(target, int) and h >> target & 1)
        bout = self.bout(self.s, units, targets) if units else None
        return Text("hint.best") if bout is None else self.attack(bout)
