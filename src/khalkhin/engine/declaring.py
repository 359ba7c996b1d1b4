"""Declaring mandatory attacks: battles are put together one by one, and only what can still be completed is offered.

A game's step says what its front is, who may join, and under which rules something is refused; the rest is here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self, TypeVar

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Offer, Step, bare, hexes, units
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.cover import Front, completable, cover, stranded
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.state import State

S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Battle:
    """Attackers, and the hexes they attack; while it is put together there is a hex before an attacker."""

    units: UnitSet = 0
    targets: HexSet = 0

    def to_data(self, s: State) -> Mapping[str, Any]:
        """A battle as clients show it."""
        name, ids = s.game.map.grid.name, s.game.sheet.ids
        targets = [name(h) for h in members(self.targets)]
        return {"target": targets[0], "targets": targets, "units": [ids[u] for u in members(self.units)]}


class Declaring(Step[S], ABC):
    """A step in which one side declares its battles: those that are complete, and the one in hand."""

    if TYPE_CHECKING:
        side: int
        battles: tuple[Battle, ...]
        current: Battle

    @abstractmethod
    def front(self, s: S) -> Front:
        """Who has to attack and what has to be attacked, before anything is declared."""

    def fits(self, s: S, unit: int) -> bool:
        """Whether a unit may attack beside those that are declared already."""
        return True

    # -- what is left --

    def closed(self) -> tuple[Battle, ...]:
        """The battles, the one in hand included once somebody attacks in it."""
        return (*self.battles, self.current) if self.current.units else self.battles

    def rest(self, s: S) -> Front:
        """The front without the battles that are complete."""
        found = self.front(s)
        for battle in self.battles:
            found = found.without(battle.units, battle.targets)
        return found

    def left(self, s: S) -> Front:
        """The front without the battle in hand, too."""
        return self.rest(s).without(self.current.units, self.current.targets)

    def used(self) -> UnitSet:
        found = self.current.units
        for battle in self.battles:
            found |= battle.units
        return found

    def hit(self) -> HexSet:
        found = self.current.targets
        for battle in self.battles:
            found |= battle.targets
        return found

    # -- what can be added --

    def targets(self, s: S) -> HexSet:
        """Enemy hexes against which a new battle can begin: the one in hand has to stand by itself."""
        if self.current.targets and not self.stands(s):
            return 0
        left = self.left(s)
        return sum(1 << h for h in members(left.due | left.optional) if self._opens(s, left, h))

    def _opens(self, s: S, left: Front, hex_: Hex) -> bool:
        """Whether somebody can begin a battle against a hex."""
        spare = ~self.used()
        return any(
            spare >> unit & 1 and completable(left, 1 << unit, 1 << hex_) and self.fits(s, unit) for unit in left.beside
        )

    def stands(self, s: S) -> bool:
        """Whether the battle in hand is complete, so that the rest can go on without it."""
        return bool(self.current.units) and stranded(self.left(s)) == (0, 0)

    def more(self, s: S) -> HexSet:
        """Enemy hexes that can be added to the battle in hand."""
        battle, rest = self.current, self.rest(s)
        if not battle.units:
            return 0
        free = (rest.due | rest.optional) & ~battle.targets
        return sum(1 << h for h in members(free) if completable(rest, battle.units, battle.targets | 1 << h))

    def joiners(self, s: S) -> UnitSet:
        """Units that can join the battle in hand: next to all of its hexes."""
        battle = self.current
        if not battle.targets:
            return 0
        rest, used = self.rest(s), self.used()
        return sum(
            1 << unit
            for unit in rest.beside
            if not used >> unit & 1
            and completable(rest, battle.units | 1 << unit, battle.targets)
            and self.fits(s, unit)
        )

    def complete(self, s: S) -> bool:
        """Whether everybody and everything that has to be is in a battle."""
        left = self.left(s)
        half = self.current.targets and not self.current.units
        return not left.obliged and not left.due and not half

    # -- the prompt --

    def told(self, s: S) -> dict[str, Any]:
        """What the question says: who and what is not in any battle yet, and how far the declaration has come."""
        left = self.left(s)
        still = left.obliged or left.due
        return {
            "units": left.obliged,
            "hexes": left.due,
            "both": int(bool(left.obliged and left.due)),
            "open": int(bool(still)),
            "state": "@declare.open" if still else "@declare.covered" if self.closed() else "@declare.free",
            "count": len(self.closed()),
        }

    def offers(self, s: S) -> tuple[Offer, ...]:
        return (
            hexes(self.targets(s), "attack"),
            units(self.joiners(s), gather=True),
            hexes(self.more(s), "also"),
            bare("commit") if self.complete(s) else bare("auto"),
        )

    def why_not_said(self, s: S, verb: str, noun: Noun) -> Reason | None:
        """The reason against adding something; the verbs without a noun are the game's to answer."""
        if verb == "attack" and isinstance(noun, int):
            return None if self.targets(s) >> noun & 1 else self.why_not_target(s, noun)
        if verb == "also" and isinstance(noun, int):
            return None if self.more(s) >> noun & 1 else self.why_not_more(s, noun)
        if verb == "unit" and isinstance(noun, int):
            return None if self.joiners(s) >> noun & 1 else self.why_not_unit(s, noun)
        return self.why_not_now()

    def why_left_over(self, front: Front, rule: str) -> Reason:
        """Hexes that nobody could attack any more, or units that would have nobody left to attack."""
        lone_units, lone_hexes = stranded(front)
        if lone_hexes:
            return no(rule, "engine.leaves-hexes", hexes=lone_hexes)
        return no(rule, "engine.leaves-units", units=lone_units)

    @abstractmethod
    def why_not_target(self, s: S, hex_: Hex) -> Reason:
        """The reason against beginning a battle against a hex."""

    @abstractmethod
    def why_not_more(self, s: S, hex_: Hex) -> Reason:
        """The reason against adding a hex to the battle in hand."""

    @abstractmethod
    def why_not_unit(self, s: S, unit: int) -> Reason:
        """The reason against a unit joining the battle in hand."""

    @abstractmethod
    def why_not_now(self) -> Reason:
        """The reason against anything else."""

    def take(self, s: S, side: int, verb: str, noun: Noun) -> None:
        battle = self.current
        if verb == "attack" and isinstance(noun, int):
            s.push(self._with(self.closed(), Battle(0, 1 << noun)))
        elif verb == "also" and isinstance(noun, int):
            s.push(self._with(self.battles, replace(battle, targets=battle.targets | 1 << noun)))
        elif verb == "unit" and isinstance(noun, int):
            s.push(self._with(self.battles, replace(battle, units=battle.units | 1 << noun)))
        elif verb == "auto":
            s.push(self.completed(s))
        else:
            self.commit(s)

    def _with(self, battles: tuple[Battle, ...], current: Battle) -> Self:
        changed: Self = replace(self, battles=battles, current=current)  # type: ignore[type-var]
        return changed

    def completed(self, s: S) -> Self:
        """ "Complete it for me": the battle in hand as far as it stands, and a cover of what is left."""
        battle = self.current
        if battle.units:
            lone_units, lone_hexes = stranded(self.left(s))
            battle = Battle(battle.units | lone_units, battle.targets | lone_hexes)
        else:
            battle = Battle()
        base = self._with(self.battles, battle)
        found = tuple(Battle(group, targets) for group, targets in cover(base.left(s)))
        return self._with((*base.closed(), *found), Battle())

    @abstractmethod
    def commit(self, s: S) -> None:
        """The declaration is fixed."""

    def declared(self, s: S) -> dict[str, Any]:
        """The battles so far and what is still uncovered, as clients show them."""
        name, ids = s.game.map.grid.name, s.game.sheet.ids
        left = self.left(s)
        out: dict[str, Any] = {
            "battles": [battle.to_data(s) for battle in self.closed()],
            "uncovered": {
                "units": [ids[u] for u in members(left.obliged)],
                "hexes": [name(h) for h in members(left.due)],
            },
        }
        if self.current.targets:
            out["plan"] = {"side": s.game.sides[self.side], "kind": "attack", **self.current.to_data(s)}
        return out
