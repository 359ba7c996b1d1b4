"""7.0, 9.0, 26.5, 26.6  The Logistics Phase: suppression ends, units reorganise, supply is spent."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import Noun, Offer, Prompt, asked_first, bare, hexes, numbers, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.pbn import fortification, refit
from khalkhin.games.pbn.campaign import use
from khalkhin.games.pbn.deception import masked
from khalkhin.games.pbn.headquarters import crowded, in_radius
from khalkhin.games.pbn.position import BROKEN, DAMAGED, RESERVE, PbnStep, Position, is_hex
from khalkhin.games.pbn.refusals import NOT_NOW, not_ours, not_played
from khalkhin.games.pbn.reorganization import break_down, breakables, combinable, combine, places_to_combine
from khalkhin.games.pbn.supply import PHASES, base_of, jammed, serving, spend

STAFF_RULES = ("SCM.7", "JCM.9")
"""The Staff Planning marker of each side."""
PAYS = {"7.3": "@active.supply", "26.5": "@active.base", **dict.fromkeys(STAFF_RULES, "@active.free")}
"""What a headquarters is activated with, by the rule."""


# -- what can be done --------------------------------------------------------------------------------------------------


def headquarters(s: Position, side: int) -> UnitSet:
    """The headquarters of a side on the map and in its base."""
    return (s.on_map(side) | s.based(side)) & s.game.headquarters


def activatable(s: Position, side: int) -> UnitSet:
    """7.1.1, 7.2, 7.3, 12.5.1  Headquarters with supply in or next to their hex, or in their base; none that would go
    inactive again at the end of the phase, because its hex is overstacked."""
    jam, found = s.overstacked(side), 0
    for unit in members(headquarters(s, side)):
        place = s.where[unit]
        if (not is_hex(place) or not jam >> place & 1) and serving(s, side, place):
            found |= 1 << unit
    return found


def repairable(s: Position, side: int) -> int:
    """7.1.3, 7.5.3, 7.6, 7.61, 7.62, 16.10, 26.6, R40  Damaged air points that one supply point in the base repairs."""
    if not s.based(side) & s.game.supply:
        return 0
    return min(s.air(side, DAMAGED), s.game.charts.repaired)


def concealable(s: Position, side: int) -> UnitSet:
    """34.0.1  Combat units, also those in the base, that can be turned face down."""
    return (s.on_map(side) | s.based(side)) & s.game.fighting & ~s.face_down if masked(s) else 0


def battalion_places(s: Position, side: int) -> list[int]:
    """Where a side has battalions of units that broke down."""
    mine = (s.on_map(side) | s.based(side)) & s.game.battalion
    return sorted({s.where[u] for u in members(mine)})


# -- the phase ---------------------------------------------------------------------------------------------------------


@step
class LogisticsPhase(PbnStep):
    """4.1.9, 8.1, 8.2, R97  All suppression markers are removed; then units reorganise, then supply is spent."""

    side: Side

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def run(self, s: Position) -> None:
        s.active = self.side
        s.suppressed &= ~s.game.sheet.of_side[self.side]
        s.push(Logistics(self.side))


@step
class Logistics(PbnStep):
    """4.1.10, 4.1.11, 7.1, 7.1.5, 7.9, 9.1, 9.4  Breaking down and combining, until the first supply is spent; then
    headquarters, refits, repairs and fortifications in any order."""

    side: Side
    spending: bool = False
    paid: UnitSet = 0
    """7.4  Headquarters activated in this phase."""
    formed: UnitSet = 0
    """9.4  Units formed in this phase: to break them down again would change nothing, and could go on for ever."""

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def breakable(self, s: Position) -> UnitSet:
        """9.1, 26.9  Who can be broken down now."""
        return 0 if self.spending else breakables(s, s.on_map(self.side) | s.based(self.side)) & ~self.formed

    def combinable(self, s: Position) -> UnitSet:
        """9.2  Who can be formed now."""
        return 0 if self.spending else combinable(s, self.side, battalion_places(s, self.side))

    def _staff(self, s: Position) -> UnitSet:
        """JCM.9, SCM.7, R71  The Staff Planning marker, if it is held and there is a headquarters for it."""
        marker = s.game.staff[self.side]
        return 1 << marker if s.holds(marker) and headquarters(s, self.side) & ~self.paid else 0

    def ask(self, s: Position) -> Prompt:
        side = self.side
        offers: list[Offer] = [
            units(self.breakable(s), "breakdown"),
            units(self.combinable(s), "combine"),
            units(activatable(s, side) & ~self.paid, "activate"),
            units(refit.refittable(s, side), "refit"),
            numbers("repair", range(1, repairable(s, side) + 1)),
            hexes(fortification.works(s, side), "fortify"),
            units(self._staff(s), "play", spends=True),
            units(concealable(s, side), "conceal"),
        ]
        reorganize = any(map(len, offers[:2]))
        left = 2 if reorganize else int(any(offers))
        active = (s.activated & s.game.sheet.of_side[side] & ~self._unpaid(s)).bit_count()
        return prompt(side, "7.1", "ask.logistics", *offers, bare("done"), left=left, active=active)

    # -- reasons --

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if not isinstance(noun, int):
            return NOT_NOW
        if verb == "refit":
            return refit.why_not(s, side, noun)
        if verb == "fortify":
            return fortification.why_not(s, side, noun)
        reasons = {
            "breakdown": self._why_breakdown,
            "combine": self._why_combine,
            "activate": self._why_activate,
            "repair": self._why_repair,
            "play": self._why_play,
            "conceal": self._why_conceal,
        }
        return reasons[verb](s, noun) if verb in reasons else NOT_NOW

    def _why_breakdown(self, s: Position, unit: int) -> Reason | None:
        if self.breakable(s) >> unit & 1:
            return None
        if (reason := not_ours(s, self.side, unit, "9.1")) is not None:
            return reason
        if self.spending:
            return no("4.1.10", "why.too-late")
        just = self.formed >> unit & 1
        return no("9.4", "why.just-formed", unit=unit) if just else no("26.9", "why.no-breakdown", unit=unit)

    def _why_combine(self, s: Position, unit: int) -> Reason | None:
        if self.combinable(s) >> unit & 1:
            return None
        if self.spending:
            return no("4.1.10", "why.too-late")
        if not s.in_box(self.side, BROKEN) >> unit & 1:
            return no("9.41", "why.not-broken", unit=unit)
        if unit == s.game.airborne:
            return no("26.9.11", "why.airborne-broken")
        return no("9.2", "why.no-parts", unit=unit)

    def _why_activate(self, s: Position, unit: int) -> Reason | None:
        if not headquarters(s, self.side) >> unit & 1:
            return no("7.3", "why.no-headquarters", unit=unit)
        if self.paid >> unit & 1:
            return no("7.3", "why.paid", unit=unit)
        if activatable(s, self.side) >> unit & 1:
            return None
        place = s.where[unit]
        if is_hex(place) and s.overstacked(self.side) >> place & 1:
            return no("12.5.1", "why.overstacked", hex=place)
        if not is_hex(place):
            return no("26.5", "why.base-supply")
        return jammed(s, self.side, place) or no("7.2", "why.no-supply", unit=unit)

    def _why_repair(self, s: Position, count: int) -> Reason | None:
        able = repairable(s, self.side)
        if 1 <= count <= able:
            return None
        if not s.based(self.side) & s.game.supply:
            return no("7.61", "why.base-supply")
        return no("7.6", "why.repair", count=able)

    def _why_play(self, s: Position, unit: int) -> Reason | None:
        if self._staff(s) >> unit & 1:
            return None
        if unit == s.game.staff[self.side] and s.holds(unit):
            return no(STAFF_RULES[self.side], "why.no-headquarters-left")
        return not_played(s, self.side, unit)

    def _why_conceal(self, s: Position, unit: int) -> Reason | None:
        if concealable(s, self.side) >> unit & 1:
            return None
        if not masked(s):
            return no("34.0", "why.no-backs")
        if (reason := not_ours(s, self.side, unit, "34.0.1")) is not None:
            return reason
        if s.face_down >> unit & 1:
            return no("34.0.1", "why.concealed", unit=unit)
        return no("34.0", "why.no-conceal", unit=unit)

    # -- doing --

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "done":
            self._finish(s)
            return
        assert isinstance(noun, int)
        if verb == "breakdown":
            break_down(s, noun)
            s.tell("log.breakdown", rule="9.1", unit=noun)
            s.push(self)
        elif verb == "combine":
            s.push(Combine(side, noun), replace(self, formed=self.formed | 1 << noun))
        elif verb == "conceal":
            s.face_down |= 1 << noun
            s.push(self)
        else:
            self._spend(s, verb, noun)

    def _spend(self, s: Position, verb: str, noun: int) -> None:
        after, side = replace(self, spending=True), self.side
        if verb == "activate":
            rule = "7.3" if is_hex(s.where[noun]) else "26.5"
            s.push(Source(side, noun), after.activated(s, self._together(s, noun), rule))
        elif verb == "refit":
            s.push(refit.Refit(side, 1 << noun), after)
        elif verb == "repair":
            spend(s, side, base_of(s, side))
            s.fly(side, noun, DAMAGED, RESERVE)
            s.tell("log.repaired", rule="7.6", side=side, count=noun)
            s.push(after)
        elif verb == "fortify":
            s.push(fortification.Fortify(side, noun), after)
        else:
            s.push(Staff(side, self.paid), after)

    def _together(self, s: Position, unit: int) -> UnitSet:
        """26.5  One supply point in a base activates every headquarters in it."""
        return 1 << unit if is_hex(s.where[unit]) else s.based(self.side) & s.game.headquarters

    def activated(self, s: Position, group: UnitSet, rule: str) -> Logistics:
        """7.3, 7.3.1  Headquarters become or stay activated; only their owner is told."""
        s.activated |= group
        s.tell("log.activated", 1 << self.side, rule, units=group, how=PAYS[rule], loud=True)
        return replace(self, paid=self.paid | group)

    def _finish(self, s: Position) -> None:
        """7.4  Headquarters that were not paid for go inactive."""
        if unpaid := self._unpaid(s):
            s.activated &= ~unpaid
            s.tell("log.unpaid", 1 << self.side, "7.4", units=unpaid, loud=True)
        s.end_phase()

    def _unpaid(self, s: Position) -> UnitSet:
        """7.4, R44  Activated headquarters that nobody has paid for in this phase, and Gekokujo does not keep."""
        return s.activated & s.game.sheet.of_side[self.side] & ~self.paid & ~s.kept

    def warnings(self, s: Position, side: int) -> list[Reason]:
        found = [Reason("7.4", "warn.unpaid", {"units": unpaid})] if (unpaid := self._unpaid(s)) else []
        return found + crowded(s, side, s.activated & ~unpaid)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        """Whom each headquarters would support, and let move in the Follow-On Impulse."""
        if side != self.side:
            return {}
        ids = s.game.sheet.ids
        able = members(activatable(s, side) & ~self.paid)
        return {"serves": {"activate": {ids[u]: [ids[one] for one in members(in_radius(s, side, u))] for u in able}}}

    def seen_by(self, s: Position, side: int | None) -> PbnStep:
        return self if side == self.side else Logistics(self.side)


# -- choices on the way ------------------------------------------------------------------------------------------------


@step
class Source(PbnStep):
    """7.2  Where the supply for a headquarters comes from, if more than one place could give it."""

    side: Side
    unit: Unit

    def _places(self, s: Position) -> list[int]:
        return serving(s, self.side, s.where[self.unit])

    def ask(self, s: Position) -> Prompt | None:
        places = self._places(s)
        if len(places) < 2:
            return None
        return prompt(self.side, "7.2", "ask.supply-from", hexes(sum(1 << h for h in places)), unit=self.unit)

    def run(self, s: Position) -> None:
        spend(s, self.side, self._places(s)[0])

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "hex" and isinstance(noun, int):
            return None if noun in self._places(s) else no("7.2", "why.no-supply-there", hex=noun)
        return asked_first(s, side, "7.2")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        spend(s, side, noun)

    def seen_by(self, s: Position, side: int | None) -> PbnStep | None:
        return self if side == self.side else None


@step
class Combine(PbnStep):
    """9.2, 9.41  Where a unit is formed, if its battalions are in more than one place."""

    side: Side
    unit: Unit

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _places(self, s: Position) -> list[int]:
        return list(places_to_combine(s, self.side, self.unit, battalion_places(s, self.side)))

    def ask(self, s: Position) -> Prompt | None:
        places = self._places(s)
        if len(places) < 2:
            return None
        offers = [hexes(sum(1 << h for h in filter(is_hex, places)))]
        if not all(map(is_hex, places)):
            offers.append(bare("base_here"))
        return prompt(self.side, "9.2", "ask.combine-where", *offers, unit=self.unit)

    def run(self, s: Position) -> None:
        self._form(s, self._places(s)[0])

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "base_here":
            return None if base_of(s, side) in self._places(s) else no("9.2", "why.no-parts", unit=self.unit)
        if verb == "hex" and isinstance(noun, int):
            return None if noun in self._places(s) else no("9.2", "why.no-parts", unit=self.unit)
        return asked_first(s, side, "9.2")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        self._form(s, noun if isinstance(noun, int) else base_of(s, side))

    def _form(self, s: Position, place: int) -> None:
        combine(s, self.unit, place)
        s.tell("log.combine", rule="9.2", unit=self.unit)

    def seen_by(self, s: Position, side: int | None) -> PbnStep | None:
        return self if side == self.side else None


@step
class Staff(PbnStep):
    """JCM.9, SCM.7, R71  Staff Planning: one headquarters is activated without supply."""

    side: Side
    paid: UnitSet

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _able(self, s: Position) -> UnitSet:
        return headquarters(s, self.side) & ~self.paid

    def ask(self, s: Position) -> Prompt:
        return prompt(self.side, STAFF_RULES[self.side], "ask.staff", units(self._able(s), "activate"))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        rule = STAFF_RULES[side]
        if verb != "activate" or not isinstance(noun, int):
            return asked_first(s, side, rule)
        if self.paid >> noun & 1:
            return no(rule, "why.paid", unit=noun)
        return None if self._able(s) >> noun & 1 else no(rule, "why.no-headquarters", unit=noun)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        use(s, s.game.staff[side])
        s.tell("log.staff", rule=STAFF_RULES[side], side=side)
        phase = s.agenda[-1]
        assert isinstance(phase, Logistics)
        s.agenda = s.agenda[:-1]
        s.push(phase.activated(s, 1 << noun, STAFF_RULES[side]))

    def warnings(self, s: Position, side: int) -> list[Reason]:
        return crowded(s, side, self._able(s))

    def seen_by(self, s: Position, side: int | None) -> PbnStep | None:
        return self if side == self.side else None
