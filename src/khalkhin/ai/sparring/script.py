"""A script: where each unit would rather stand, and what is declined."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, TypeAlias

from khalkhin.ai.ideas import Idea, offered
from khalkhin.ai.sparring.facts import Facts
from khalkhin.board.hexset import Hex, members

Rank: TypeAlias = tuple[float, ...]
"""How much a unit would rather stand in a hex than in another: the higher the better."""

WAYS_OUT = ("done", "pass", "skip", "retreat", "commit", "auto")
"""What declines a prompt, the plainest first: `commit` as it is, `auto` as few as the rules allow."""


class Script(ABC):
    """What a sparring partner does in one position: units go where they would rather stand.

    What a script does not decide, such as losses and retreats, is left to the greedy player.
    """

    attacks: ClassVar[bool] = True
    """Whether it attacks where it does not have to."""
    enters: ClassVar[bool] = True
    """Whether its units come onto the map where they do not have to."""

    def __init__(self, facts: Facts[Any]) -> None:
        self.facts = facts

    @abstractmethod
    def rank(self, unit: int, hex_: Hex) -> Rank:
        """How good a hex is for a unit."""

    def declines(self) -> bool:
        """Whether the prompt is to be declined."""
        return not self.attacks and self.facts.is_attack

    def way_out(self) -> Idea | None:
        """What declines the prompt; None where something has to be chosen."""
        s, side = self.facts.s, self.facts.side
        return next((((verb, None),) for verb in WAYS_OUT if offered(s, side, verb)), None)

    def march(self) -> Idea:
        """The moves of a phase, whoever is best placed already first; when there are none left the phase ends."""
        facts = self.facts
        after, ideas = facts.s, list[Idea]()
        for unit in sorted(members(facts.movers), key=self._eagerness, reverse=True):
            for idea in self._better_places(unit, after):
                moved = facts.advisor.apply(after, facts.side, idea)
                if moved is not None:
                    after = moved
                    ideas.append(idea)
                    break
        return facts.advisor.join(ideas) if ideas else facts.advisor.finish()

    def _eagerness(self, unit: int) -> Rank:
        here = self.facts.s.where[unit]
        return (1.0, *self.rank(unit, here)) if here >= 0 else (0.0,)

    def _better_places(self, unit: int, after: Any) -> list[Idea]:
        """A march to every place with room that is better than where a unit stands, the best first."""
        facts, here = self.facts, self.facts.s.where[unit]
        ranked = {hex_: self.rank(unit, hex_) for hex_ in members(facts.options(unit))}
        if not facts.obliged >> unit & 1:
            if here < 0 and not self.enters:
                return []
            now = self.rank(unit, here) if here >= 0 else ()
            ranked = {hex_: rank for hex_, rank in ranked.items() if rank > now}
        best = sorted(ranked, key=lambda hex_: (ranked[hex_], -hex_), reverse=True)
        return [facts.march(unit, hex_) for hex_ in best if facts.has_room(after, hex_, unit)][:TRIED]


TRIED = 3
"""Places that are tried for one unit."""
