"""7.0, 9.0, 20.0.3, 21.0, 26.5, 26.6  The Logistics Phase: suppression ends, units reorganise, supply is spent."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Offer, Prompt, bare, hexes, numbers, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.pbn.campaign import expend, use
from khalkhin.games.pbn.deception import masked
from khalkhin.games.pbn.position import BASES, BROKEN, DAMAGED, REPLACEABLE, RESERVE, PbnStep, Position
from khalkhin.games.pbn.reorganize import break_down, breakables, combinable, combine, places_to_combine

PHASES = ("phase.soviet_logistics", "phase.japan_logistics")


# -- supply points (7.2) -----------------------------------------------------------------------------------------------


def stocks(s: Position, side: int) -> dict[int, UnitSet]:
    """7.1, 7.2, 12.5.2  Supply points by place: hexes that are not overstacked, and the base."""
    found: dict[int, UnitSet] = {}
    jam = s.overstacked(side)
    for unit in members((s.on_map(side) | s.based(side)) & s.game.supply):
        place = s.where[unit]
        if place < 0 or not jam >> place & 1:
            found[place] = found.get(place, 0) | 1 << unit
    return found


def serving(s: Position, side: int, place: int) -> list[int]:
    """7.2, 13.9, R52  Places whose supply serves a place: its own and adjacent hexes; a base serves itself."""
    found = stocks(s, side)
    if place < 0:
        return [place] if place in found else []
    around = s.game.map.grid.around[place] | 1 << place
    return [there for there in sorted(found) if there >= 0 and around >> there & 1]


def spend(s: Position, side: int, place: int, count: int = 1) -> None:
    """7.8.2  Supply points of a place are used up."""
    for unit in list(members(stocks(s, side)[place]))[:count]:
        expend(s, unit)


# -- the phase ---------------------------------------------------------------------------------------------------------


@step
class LogisticsPhase(PbnStep):
    """4.1.9, 8.2, R97  All suppression markers are removed; then units reorganise, then supply is spent."""

    side: Side

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def run(self, s: Position) -> None:
        s.active = self.side
        mine = s.game.sheet.of_side[self.side]
        s.suppressed &= ~mine
        s.push(Logistics(self.side))


@step
class Logistics(PbnStep):
    """4.1.10, 4.1.11, 7.1, 7.1.5, 7.9, 9.1, 9.4  Breaking down and combining, until the first supply is spent; then
    headquarters, refits, repairs and fortifications in any order."""

    side: Side
    spending: bool = False
    paid: UnitSet = 0
    """7.4  Headquarters activated in this phase."""

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _places(self, s: Position) -> list[int]:
        mine = (s.on_map(self.side) | s.based(self.side)) & s.game.battalion
        return sorted({s.where[u] for u in members(mine)})

    def breakable(self, s: Position) -> UnitSet:
        """9.1, 26.9"""
        return 0 if self.spending else breakables(s, s.on_map(self.side) | s.based(self.side))

    def combinable(self, s: Position) -> UnitSet:
        return 0 if self.spending else combinable(s, self.side, self._places(s))

    def _staff(self, s: Position) -> UnitSet:
        """JCM.9, SCM.7, R71  The Staff Planning marker, if it is held and there is a headquarters."""
        marker = s.game.staff[self.side]
        return 1 << marker if s.holds(marker) and _headquarters(s, self.side) else 0

    def ask(self, s: Position) -> Prompt:
        side = self.side
        offers: list[Offer] = [
            units(self.breakable(s), "breakdown"),
            units(self.combinable(s), "combine"),
            units(activatable(s, side) & ~self.paid, "activate"),
            units(refittable(s, side), "refit"),
            numbers("repair", range(1, repairable(s, side) + 1)),
            hexes(works(s, side), "fortify"),
            units(self._staff(s), "play"),
            units(concealable(s, side), "conceal"),
        ]
        if base_ready(s, side) & ~self.paid:
            offers.append(bare("activate_base"))
        return prompt(side, "7.1", "ask.logistics", *offers, bare("done"))

    # -- reasons --

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "activate_base":
            able = base_ready(s, side) & ~self.paid
            return None if able else no("26.5", "why.base-supply")
        if verb == "repair" and isinstance(noun, int):
            return None if 1 <= noun <= repairable(s, side) else no("7.61", "why.repair", count=repairable(s, side))
        if not isinstance(noun, int):
            return no("7.1", "why.not-now")
        reasons = {
            "breakdown": self._why_breakdown,
            "combine": self._why_combine,
            "activate": self._why_activate,
            "refit": self._why_refit,
            "fortify": self._why_fortify,
            "play": self._why_play,
            "conceal": self._why_conceal,
        }
        return reasons[verb](s, noun) if verb in reasons else no("7.1", "why.not-now")

    def _why_breakdown(self, s: Position, unit: int) -> Reason | None:
        if self.breakable(s) >> unit & 1:
            return None
        return no("4.1.10", "why.too-late") if self.spending else no("26.9", "why.no-breakdown", unit=unit)

    def _why_combine(self, s: Position, unit: int) -> Reason | None:
        if self.combinable(s) >> unit & 1:
            return None
        if self.spending:
            return no("4.1.10", "why.too-late")
        if unit == s.game.airborne:
            return no("26.9.11", "why.airborne-broken")
        if not s.in_box(self.side, BROKEN) >> unit & 1:
            return no("9.41", "why.not-broken", unit=unit)
        return no("9.4", "why.no-parts", unit=unit)

    def _why_activate(self, s: Position, unit: int) -> Reason | None:
        if not _headquarters(s, self.side) >> unit & 1:
            return no("7.3", "why.no-headquarters", unit=unit)
        if self.paid >> unit & 1:
            return no("7.3", "why.paid", unit=unit)
        return None if activatable(s, self.side) >> unit & 1 else no("7.2", "why.no-supply", unit=unit)

    def _why_refit(self, s: Position, unit: int) -> Reason | None:
        if not s.in_box(self.side, REPLACEABLE) >> unit & 1:
            return no("7.5", "why.not-replaceable", unit=unit)
        return None if refittable(s, self.side) >> unit & 1 else no("7.5.1", "why.refit-supply", unit=unit)

    def _why_fortify(self, s: Position, hex_: Hex) -> Reason | None:
        return None if works(s, self.side) >> hex_ & 1 else no("20.0.3", "why.no-works", hex=hex_)

    def _why_play(self, s: Position, unit: int) -> Reason | None:
        return None if self._staff(s) >> unit & 1 else no("5.3", "why.not-playable", unit=unit)

    def _why_conceal(self, s: Position, unit: int) -> Reason | None:
        return None if concealable(s, self.side) >> unit & 1 else no("34.0.1", "why.no-conceal", unit=unit)

    # -- doing --

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "done":
            self._finish(s)
        elif verb == "breakdown" and isinstance(noun, int):
            break_down(s, noun)
            s.tell("log.breakdown", rule="9.1", unit=noun)
            s.push(self)
        elif verb == "combine" and isinstance(noun, int):
            s.push(Combine(side, noun), self)
        elif verb == "conceal" and isinstance(noun, int):
            s.face_down |= 1 << noun
            s.push(self)
        else:
            self._spend(s, verb, noun)

    def _spend(self, s: Position, verb: str, noun: Noun) -> None:
        after, side = replace(self, spending=True), self.side
        if verb == "activate_base":
            group = base_ready(s, side)
            spend(s, side, s.game.box(BASES[side]))
            s.push(after.activated(s, group, "26.5"))
        elif verb == "activate" and isinstance(noun, int):
            s.push(Source(side, "activate", noun, 1), after.activated(s, 1 << noun, "7.3"))
        elif verb == "refit" and isinstance(noun, int):
            s.push(Refit(side, 1 << noun), after)
        elif verb == "repair" and isinstance(noun, int):
            spend(s, side, s.game.box(BASES[side]))
            s.fly(side, noun, DAMAGED, RESERVE)
            s.tell("log.repaired", rule="7.6", side=side, count=noun)
            s.push(after)
        elif verb == "fortify" and isinstance(noun, int):
            s.push(Fortify(side, noun), after)
        else:
            s.push(Staff(side), after)

    def activated(self, s: Position, group: UnitSet, rule: str) -> Logistics:
        """7.3, 7.3.1  Headquarters become or stay activated; only their owner is told."""
        s.activated |= group
        s.tell("log.activated", 1 << self.side, rule, units=group)
        return replace(self, paid=self.paid | group)

    def _finish(self, s: Position) -> None:
        """7.4, R44  Headquarters that were not paid for go inactive, but for one that Gekokujo keeps."""
        mine = s.game.headquarters & s.game.sheet.of_side[self.side]
        s.activated &= ~mine | self.paid | s.kept
        s.end_phase()

    def seen_by(self, s: Position, side: int | None) -> PbnStep:
        return self if side == self.side else Logistics(self.side)


# -- what can be done --------------------------------------------------------------------------------------------------


def _headquarters(s: Position, side: int) -> UnitSet:
    return (s.on_map(side) | s.based(side)) & s.game.headquarters


def activatable(s: Position, side: int) -> UnitSet:
    """7.2, 7.3, 12.5.1  Headquarters with supply in or next to their hex, or in their base; not where overstacked."""
    jam, found = s.overstacked(side), 0
    for unit in members(_headquarters(s, side)):
        place = s.where[unit]
        if (place < 0 or not jam >> place & 1) and serving(s, side, place):
            found |= 1 << unit
    return found


def base_ready(s: Position, side: int) -> UnitSet:
    """26.5, T75  The headquarters of a base that one supply point there activates together."""
    group = s.based(side) & s.game.headquarters
    return group if s.based(side) & s.game.supply else 0


def repairable(s: Position, side: int) -> int:
    """7.5.3, 7.6, 7.61, 16.10, 26.6  Damaged air points that one supply point in the base repairs."""
    if not s.based(side) & s.game.supply:
        return 0
    return min(s.air(side, DAMAGED), s.game.charts.repaired)


def price(s: Position, unit: int) -> int:
    """7.5.1, 7.5.2, T77  Supply points for one unit: the support value of a headquarters, else one."""
    return s.game.support[unit] if s.game.headquarters >> unit & 1 else 1


def refit_places(s: Position, side: int, unit: int) -> list[int]:
    """7.51, R99  Places with enough supply to bring a unit back."""
    return [place for place, stock in sorted(stocks(s, side).items()) if stock.bit_count() >= price(s, unit)]


def refittable(s: Position, side: int) -> UnitSet:
    """6.3, 7.5  Lost units that can come back."""
    most = max((stock.bit_count() for stock in stocks(s, side).values()), default=0)
    return sum(1 << u for u in members(s.in_box(side, REPLACEABLE)) if price(s, u) <= most)


def engineers_at(s: Position, side: int, supply: Hex) -> UnitSet:
    """20.0.3, 20.0.3.1, T99  Combat-effective engineers in or next to a hex with supply."""
    near = s.game.map.grid.around[supply] | 1 << supply
    able = s.on_map(side) & s.game.engineers & ~s.suppressed
    return sum(1 << u for u in members(able) if near >> s.where[u] & 1)


def sites(s: Position, side: int, supply: Hex) -> HexSet:
    """20.0.3  The engineers' hexes and friendly-occupied hexes next to them that are not fortified yet."""
    found = 0
    for unit in members(engineers_at(s, side, supply)):
        found |= 1 << s.where[unit] | s.game.map.grid.around[s.where[unit]] & s.occupied(side)
    return found & ~s.fortified[side]


def works(s: Position, side: int) -> HexSet:
    """7.1.4, 20.0.3  Hexes whose supply can build something."""
    return sum(1 << place for place in stocks(s, side) if place >= 0 and sites(s, side, place))


def concealable(s: Position, side: int) -> UnitSet:
    """34.0.1  Combat units on the map that can be turned face down."""
    return s.on_map(side) & s.game.fighting & ~s.face_down if masked(s) else 0


# -- choices on the way ------------------------------------------------------------------------------------------------


@step
class Source(PbnStep):
    """7.2  Where the supply for a headquarters comes from, if more than one place could give it."""

    side: Side
    use: str
    unit: Unit
    count: int

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _places(self, s: Position) -> list[int]:
        return serving(s, self.side, s.where[self.unit])

    def ask(self, s: Position) -> Prompt | None:
        places = self._places(s)
        if len(places) < 2:
            return None
        return prompt(self.side, "7.2", "ask.supply-from", hexes(sum(1 << h for h in places)), unit=self.unit)

    def run(self, s: Position) -> None:
        spend(s, self.side, self._places(s)[0], self.count)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "hex" and isinstance(noun, int):
            return None if noun in self._places(s) else no("7.2", "why.no-supply-there", hex=noun)
        return no("7.2", "why.not-now")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        spend(s, side, noun, self.count)

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
        mine = (s.on_map(self.side) | s.based(self.side)) & s.game.battalion
        return list(places_to_combine(s, self.side, self.unit, sorted({s.where[u] for u in members(mine)})))

    def ask(self, s: Position) -> Prompt | None:
        places = self._places(s)
        if len(places) < 2:
            return None
        offers = [hexes(sum(1 << h for h in places if h >= 0))]
        if any(h < 0 for h in places):
            offers.append(bare("base_here"))
        return prompt(self.side, "9.2", "ask.combine-where", *offers, unit=self.unit)

    def run(self, s: Position) -> None:
        self._form(s, self._places(s)[0])

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "base_here":
            return None if any(h < 0 for h in self._places(s)) else no("9.2", "why.no-parts", unit=self.unit)
        if verb == "hex" and isinstance(noun, int):
            return None if noun in self._places(s) else no("9.2", "why.no-parts", unit=self.unit)
        return no("9.2", "why.not-now")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        self._form(s, noun if isinstance(noun, int) else s.game.box(BASES[side]))

    def _form(self, s: Position, place: int) -> None:
        combine(s, self.unit, place)
        s.tell("log.combine", rule="9.2", unit=self.unit)

    def seen_by(self, s: Position, side: int | None) -> PbnStep | None:
        return self if side == self.side else None


@step
class Refit(PbnStep):
    """7.5, 7.5.2, 7.51, R99, T76  Up to three battalion equivalents for a supply point, where it is spent."""

    side: Side
    units: UnitSet

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _places(self, s: Position) -> list[int]:
        return refit_places(s, self.side, next(members(self.units)))

    def _more(self, s: Position) -> UnitSet:
        """Who can come back for the same supply point."""
        game = s.game
        if self.units & game.headquarters:
            return 0
        room = game.charts.refitted - sum(game.equivalents[u] for u in members(self.units))
        others = s.in_box(self.side, REPLACEABLE) & ~game.headquarters & ~self.units
        return sum(1 << u for u in members(others) if game.equivalents[u] <= room)

    def ask(self, s: Position) -> Prompt | None:
        places, more = self._places(s), self._more(s)
        if not more and len(places) < 2:
            return None
        offers = [units(more), hexes(sum(1 << h for h in places if h >= 0))]
        if any(h < 0 for h in places):
            offers.append(bare("base_here"))
        return prompt(self.side, "7.5", "ask.refit", *offers, units=self.units)

    def run(self, s: Position) -> None:
        self._refit(s, self._places(s)[0])

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int):
            return None if self._more(s) >> noun & 1 else no("7.5.2", "why.refit-size", unit=noun)
        if verb == "base_here":
            return None if any(h < 0 for h in self._places(s)) else no("7.51", "why.base-supply")
        if verb == "hex" and isinstance(noun, int):
            return None if noun in self._places(s) else no("7.51", "why.no-supply-there", hex=noun)
        return no("7.5", "why.not-now")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "unit" and isinstance(noun, int):
            s.push(replace(self, units=self.units | 1 << noun))
        else:
            self._refit(s, noun if isinstance(noun, int) else s.game.box(BASES[side]))

    def _refit(self, s: Position, place: int) -> None:
        spend(s, self.side, place, price(s, next(members(self.units))))
        for unit in members(self.units):
            s.put(unit, place)
        s.tell("log.refit", rule="7.5", units=self.units)

    def seen_by(self, s: Position, side: int | None) -> PbnStep | None:
        return self if side == self.side else None


@step
class Fortify(PbnStep):
    """20.0.3, 20.0.3.1, 21.0  A supply point lets every engineer in or next to its hex dig in where he likes."""

    side: Side
    supply: Hex
    hexes: HexSet = 0

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _more(self, s: Position) -> HexSet:
        return sites(s, self.side, self.supply) & ~self.hexes

    def ask(self, s: Position) -> Prompt:
        more = self._more(s)
        commit = [bare("commit")] if self.hexes else []
        return prompt(self.side, "20.0.3", "ask.fortify", hexes(more), *commit, hex=self.supply)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "commit":
            return None if self.hexes else no("20.0.3", "why.site-first")
        if verb == "hex" and isinstance(noun, int):
            return None if self._more(s) >> noun & 1 else no("20.0.3", "why.no-site", hex=noun)
        return no("20.0.3", "why.not-now")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            s.push(replace(self, hexes=self.hexes | 1 << noun))
            return
        spend(s, side, self.supply)
        s.fortify(side, self.hexes & s.occupied(side))  # the point spent may have been all that stood there
        s.tell("log.fortified", rule="20.0.3", side=side, hexes=self.hexes)

    def seen_by(self, s: Position, side: int | None) -> PbnStep | None:
        return self if side == self.side else None

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        if side != self.side:
            return {}
        return {"works": [s.game.map.grid.name(h) for h in members(self.hexes)]}


@step
class Staff(PbnStep):
    """JCM.9, SCM.7, R71  Staff Planning: one headquarters is activated without supply."""

    side: Side

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _able(self, s: Position) -> UnitSet:
        return _headquarters(s, self.side)

    def ask(self, s: Position) -> Prompt:
        rule = "JCM.9" if self.side else "SCM.7"
        return prompt(self.side, rule, "ask.staff", units(self._able(s), "activate"))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "activate" and isinstance(noun, int):
            return None if self._able(s) >> noun & 1 else no("JCM.9", "why.no-headquarters", unit=noun)
        return no("JCM.9", "why.not-now")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        marker = s.game.staff[side]
        use(s, marker)
        s.tell("log.staff", rule=s.game.charts.markers[s.game.sheet.ids[marker]].rule, side=side)
        phase = s.agenda[-1]
        assert isinstance(phase, Logistics)
        s.agenda = s.agenda[:-1]
        s.push(phase.activated(s, 1 << noun, "JCM.9"))

    def seen_by(self, s: Position, side: int | None) -> PbnStep | None:
        return self if side == self.side else None
