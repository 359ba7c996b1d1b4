"""15.0  The Air Attack Phase: Air Superiority first, then Ground Attack; and air units that change their base."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.kgw.air_combat import FLOWN, RULES, STRIKE, SUPERIORITY, Block, EndMission, air_chances, air_odds
from khalkhin.games.kgw.bases import friendly, with_room
from khalkhin.games.kgw.missions import fly, ready, within_reach
from khalkhin.games.kgw.odds import across_ussr
from khalkhin.games.kgw.position import KgwStep, Position
from khalkhin.games.kgw.refusals import no_flight, not_mine, not_now
from khalkhin.games.kgw.supply import expend

PHASES = ("phase.soviet_air", "phase.japan_air")


def based(s: Position, side: int) -> HexSet:
    """Hexes where air units of a side are based."""
    air = s.on_map(side) & ~s.game.ground
    return sum(1 << h for h in {s.where[u] for u in members(air)})


def can_be_struck(s: Position, side: int, kind: str) -> HexSet:
    """15.2.e, 15.4.a, 15.5.a, Q-104  Targets of a side's missions: bases with air units, or ground units; each once."""
    found = based(s, 1 - side) if kind == SUPERIORITY else s.occupied(1 - side)
    return found & ~s.struck & within_reach(s, side)


def new_bases(s: Position, unit: int) -> HexSet:
    """15.3  Friendly aerodromes with room within twice the range, not in an enemy zone of control."""
    game, side = s.game, s.game.sheet.side[unit]
    far = game.charts.relocation * game.charts.air_range[game.sides[side]]
    start, distance = s.where[unit], game.map.grid.distance
    free = with_room(s, side) & ~s.zone(1 - side) & ~(1 << start)
    return sum(1 << h for h in members(free) if distance(start, h) <= far)


def restless(s: Position, side: int) -> UnitSet:
    """15.3  Unused air units that can change their base."""
    idle = s.on_map(side) & s.game.air & ~s.flown
    return sum(1 << u for u in members(idle) if new_bases(s, u))


class AirAttacks(KgwStep):
    """15.1.d, 15.2.c  What both halves of an Air Attack Phase have in common: only the active side flies."""

    side: Side
    kind: str

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def ask(self, s: Position) -> Prompt | None:
        found, idle = can_be_struck(s, self.side, self.kind), restless(s, self.side)
        if not found and not idle:
            return None  # air units and their bases are open: everybody knows
        offers = hexes(found, self.kind), units(idle, "relocate"), bare("done")
        told = {"any": int(bool(found)), "both": 1 + bool(idle) if found else 0}
        return prompt(self.side, RULES[self.kind], f"ask.{self.kind}", *offers, **told)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == self.kind and isinstance(noun, int):
            return None if can_be_struck(s, side, self.kind) >> noun & 1 else self._why_not(s, noun)
        if verb == "relocate" and isinstance(noun, int):
            return None if restless(s, side) >> noun & 1 else self._why_no_flight(s, noun)
        if verb == SUPERIORITY:
            return no("15.2.a", "why.superiority-first")
        if verb == STRIKE:
            return no("15.2.a", "why.strikes-later")
        return not_now(verb)

    def _why_no_flight(self, s: Position, unit: int) -> Reason:
        """15.2.b, 15.3.e  Why an air unit does not change its base."""
        if (reason := not_mine(s, self.side, unit, "15.3.e")) is not None:
            return reason
        if not s.game.air >> unit & 1:
            return no("15.3.e", "why.no-aircraft", unit=unit)
        if s.flown >> unit & 1:
            return no("15.2.b", "why.flown", unit=unit)
        return no("15.3.e", "why.no-base", unit=unit)

    def _why_not(self, s: Position, hex_: Hex) -> Reason:
        rule = RULES[self.kind]
        there = based(s, 1 - self.side) if self.kind == SUPERIORITY else s.occupied(1 - self.side)
        if not there >> hex_ & 1:
            return no(f"{rule}.a", f"why.nothing-for-{self.kind}", hex=hex_)
        if s.struck >> hex_ & 1:
            return no(rule, "why.struck", hex=hex_)
        if not across_ussr(s, self.side, 1 << hex_):
            return no("15.2.h", "why.ussr", hex=hex_)
        return no("15.3.c", "why.out-of-range", hex=hex_)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "relocate" and isinstance(noun, int):
            s.push(Relocating(side, noun), self)
        elif isinstance(noun, int):
            s.push(Mission(side, self.kind, noun), self)
        else:
            s.struck = 0

    def run(self, s: Position) -> None:
        s.struck = 0


@step
class Superiority(AirAttacks):
    """15.4  Missions against enemy bases."""

    side: Side
    kind: str = SUPERIORITY


@step
class GroundAttack(AirAttacks):
    """15.5  Missions against enemy ground units."""

    side: Side
    kind: str = STRIKE


@step
class Relocating(KgwStep):
    """15.2.i, 15.3  An air unit changes its base, which uses it for this player turn."""

    side: Side
    unit: Unit

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def ask(self, s: Position) -> Prompt:
        return prompt(self.side, "15.3.e", "ask.relocate", hexes(new_bases(s, self.unit)), unit=self.unit)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb != "hex" or not isinstance(noun, int):
            return no("15.3.e", "why.relocating", unit=self.unit)
        return None if new_bases(s, self.unit) >> noun & 1 else self._why_not(s, noun)

    def _why_not(self, s: Position, hex_: Hex) -> Reason:
        game, side = s.game, self.side
        far = game.charts.relocation * game.charts.air_range[game.sides[side]]
        if hex_ == s.where[self.unit]:
            return no("15.3.e", "why.based-there", unit=self.unit, hex=hex_)
        if not friendly(s, side) >> hex_ & 1:
            return no("15.3.e", "why.no-such-base", hex=hex_)
        if not with_room(s, side) >> hex_ & 1:
            return no("15.3.b", "why.base-full", hex=hex_, count=game.charts.per_aerodrome)
        if s.zone(1 - side) >> hex_ & 1:
            return no("15.3.e", "why.retreat-zone", hex=hex_)
        return no("15.3.e", "why.beyond-range", unit=self.unit, hex=hex_, count=far)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        s.flown |= 1 << self.unit
        s.tell("log.relocate", rule="15.3.e", unit=self.unit, hex=noun)
        s.put(self.unit, noun)


@step
class Mission(KgwStep):
    """15.4.c, 15.4.h, 15.5.a, 15.5.c  Air units are told off for one target, as many as their owner likes."""

    side: Side
    kind: str
    target: Hex
    units: UnitSet = 0

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def pool(self, s: Position) -> UnitSet:
        return ready(s, self.side, self.target, self.units) & ~self.units

    def ask(self, s: Position) -> Prompt:
        commit = [bare("commit")] if self.units else []
        offers = units(self.pool(s), gather=True), *commit
        return prompt(self.side, RULES[self.kind], "ask.mission", *offers, hex=self.target)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "commit":
            return None if self.units else no(RULES[self.kind], "why.flyers-first", hex=self.target)
        if verb == "unit" and isinstance(noun, int):
            if self.pool(s) >> noun & 1:
                return None
            return no_flight(s, side, noun, self.target, self.units, FLOWN[self.kind])
        return no(FLOWN[self.kind], "why.mission-first", hex=self.target)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            s.push(replace(self, units=self.units | 1 << noun))
            return
        s.struck |= 1 << self.target
        s.seal()
        for unit in members(self.units):
            fly(s, unit)
        s.tell(f"log.{self.kind}", rule=FLOWN[self.kind], units=self.units, hex=self.target)
        if self.kind == STRIKE:
            s.shown |= s.units_at(1 - side, self.target)
            s.tell("log.target", rule="21.0.a", units=s.shown, hex=self.target)
        flyers, size = list(members(self.units)), s.game.charts.block
        blocks = [sum(1 << u for u in flyers[n : n + size]) for n in range(0, len(flyers), size)]
        s.push(*(Block(side, self.kind, self.target, block) for block in blocks), EndMission())

    def seen_by(self, s: Position, side: int | None) -> KgwStep:
        if side == self.side:
            return self
        return Superiority(self.side) if self.kind == SUPERIORITY else GroundAttack(self.side)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        if side != self.side:
            return {}
        ids, name = s.game.sheet.ids, s.game.map.grid.name
        flyers = [ids[u] for u in members(self.units)]
        plan = {"side": s.game.sides[side], "kind": self.kind, "target": name(self.target), "units": flyers}
        if not self.units:
            return {"plan": plan}
        odds = air_odds(s, self.kind, self.target, min(len(flyers), s.game.charts.block))
        return {"plan": plan, "odds": {**odds.to_data(), "chances": air_chances(self.kind, odds)}}


def refreshable(s: Position, side: int, used: HexSet) -> UnitSet:
    """24.2, Q-64  Air units that flew, based where a supply unit stands; one for each aerodrome."""
    if not s.options["air_missions"]:
        return 0
    flown = s.on_map(side) & s.game.air & s.flown & s.sortied  # a relocation is no mission (15.3)
    return sum(1 << u for u in members(flown) if not used >> s.where[u] & 1 and stores_at(s, side, s.where[u]))


def stores_at(s: Position, side: int, hex_: Hex) -> UnitSet:
    """Supply units of a side in a hex: of several alike one."""
    here = s.units_at(side, hex_) & s.game.supply
    kinds = {s.flipped >> u & 1: u for u in members(here)}
    return sum(1 << u for u in kinds.values())


@step
class Reuse(KgwStep):
    """24.2  At the start of a second Air Attack Phase supply makes air units ready that flew in the first Segment."""

    side: Side
    used: HexSet = 0

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def ask(self, s: Position) -> Prompt | None:
        found = refreshable(s, self.side, self.used)
        if not s.options["air_missions"] or not s.on_map(self.side) & s.game.air & s.flown & s.sortied:
            return None  # who has flown is open; where supply stands is not
        return prompt(self.side, "24.2", "ask.reuse", units(found, "reuse"), bare("done"), any=int(bool(found)))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "reuse" and isinstance(noun, int):
            return None if refreshable(s, side, self.used) >> noun & 1 else self._why_not(s, noun)
        return no("24.2.a", "why.reusing")

    def _why_not(self, s: Position, unit: int) -> Reason:
        if (reason := not_mine(s, self.side, unit, "24.2.a")) is not None:
            return reason
        if not s.game.air >> unit & 1:
            return no("24.2.a", "why.no-aircraft", unit=unit)
        if not s.flown & s.sortied & 1 << unit:
            return no("24.2.a", "why.not-flown", unit=unit)
        if self.used >> s.where[unit] & 1:
            return no("24.2.c", "why.reused-there", hex=s.where[unit])
        return no("24.2.a", "why.no-reuse", unit=unit, hex=s.where[unit])

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if not isinstance(noun, int):
            return
        s.push(Refuel(side, noun), Reuse(side, self.used | 1 << s.where[noun]))


@step
class Refuel(KgwStep):
    """24.2.b  Which supply unit of the aerodrome is expended: a mobile one or a depot, where both stand there."""

    side: Side
    unit: Unit

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def stores(self, s: Position) -> UnitSet:
        return stores_at(s, self.side, s.where[self.unit])

    def ask(self, s: Position) -> Prompt | None:
        found = self.stores(s)
        if found.bit_count() < 2:
            return None
        return prompt(self.side, "24.2", "ask.refuel", units(found, "supply"), unit=self.unit)

    def run(self, s: Position) -> None:
        self._make_ready(s, next(members(self.stores(s))))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        ok = verb == "supply" and isinstance(noun, int) and self.stores(s) >> noun & 1
        return None if ok else no("24.2.b", "why.refuel", unit=self.unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        self._make_ready(s, noun)

    def _make_ready(self, s: Position, supply: int) -> None:
        expend(s, supply)
        s.flown &= ~(1 << self.unit)
        s.tell("log.reuse", rule="24.2.a", unit=self.unit, hex=s.where[self.unit])

    def seen_by(self, s: Position, side: int | None) -> KgwStep:
        return self if side == self.side else Reuse(self.side)
