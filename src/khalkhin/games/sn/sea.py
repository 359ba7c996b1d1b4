"""15.5.1, 18.0, 23.0  By sea: amphibious movement and landings, the Home Islands, carriers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.naming import group_name
from khalkhin.games.sn.elimination import eliminate
from khalkhin.games.sn.position import AVAILABLE, HOME, JAPAN, SOVIET, USSR, Position, SnStep
from khalkhin.games.sn.providers import why_immobile
from khalkhin.games.sn.ways import state_rule

PHASES = ("phase.soviet_move", "phase.japan_move")


def markers(s: Position, side: int) -> UnitSet:
    """18.0.2  Amphibious markers that have not carried anybody in this phase."""
    return s.in_box(side, AVAILABLE) & s.game.amphibious & ~s.moved


def open_ports(s: Position, side: int) -> HexSet:
    """18.0, 15.2.27, 9.0.3  Ports that a side controls and can use: not where it has just landed among enemies."""
    return s.game.ports & s.controlled(side) & ~s.ruined & ~s.occupied(1 - side)


def may_sail(s: Position, side: int) -> UnitSet:
    """18.0, 18.2, 18.2.1, 18.0.9, 23.0.5, R83, R105, R114  Units that may move by sea now, if there is a ship for them:
    at a coast or in the Home Islands, unmoved, in a second phase in Offensive Supply."""
    game = s.game
    able = (s.mobile(side) | _mobile_at_home(s, side)) & ~game.flotillas & ~s.moved & ~s.beached & ~s.locked & ~s.served
    if side == SOVIET:
        able &= game.marines
    if s.round == 2 and not s.surprise(side):
        able &= s.offensive
    ashore = able & s.at_home
    for hex_ in members(s.occupied(side) & game.coast):
        ashore |= able & s.at[hex_]
    return ashore


def _mobile_at_home(s: Position, side: int) -> UnitSet:
    return s.at_home & s.game.sheet.of_side[side] & s.game.with_movement & ~s.flipped


def sailors(s: Position, side: int) -> UnitSet:
    """18.0.1, 18.2  Who can set out: marines by themselves, others if a marker is left and they fit."""
    able = may_sail(s, side)
    found = able & s.game.marines
    if markers(s, side):
        found |= sum(1 << u for u in members(able) if s.size(1 << u) <= s.game.charts.lift)
    return sum(1 << u for u in members(found) if home_bound(s, side, 1 << u) or destinations(s, side, 1 << u))


def why_not(s: Position, side: int, unit: int) -> Reason | None:
    """Why a unit cannot set out by sea."""
    if sailors(s, side) >> unit & 1:
        return None
    if s.game.sheet.side[unit] != side:
        return no("18.0", "why.not-yours", unit=unit)
    if side == SOVIET and not s.game.marines >> unit & 1:
        return no("18.2.1", "why.marines-only", unit=unit)
    if not may_sail(s, side) >> unit & 1:
        return _why_ashore(s, side, unit)
    if not s.game.marines >> unit & 1 and not markers(s, side):
        return no("18.0.2", "why.no-ship")
    if s.surprise(side) and s.where[unit] >= 0 and s.game.realm[USSR] >> s.where[unit] & 1:
        return no("25.4.4", "why.first-landing")
    return no("18.0.4", "why.no-landing", unit=unit)


def _why_ashore(s: Position, side: int, unit: int) -> Reason:
    """Why a unit may not go by sea, whatever ships there are."""
    there = (s.ground(side) | s.at_home) >> unit & 1
    if not there:
        return no("18.0", "why.off-map", unit=unit)
    if not s.allowance(unit):
        return why_immobile(s, unit, "18.0")
    if s.game.flotillas >> unit & 1:
        return no("20.0.riv1", "why.river-only")
    if s.beached >> unit & 1:
        return no("18.1.1", "why.beached", unit=unit)
    if s.moved >> unit & 1:
        return no("8.6.1", "why.moved", unit=unit)
    if s.locked >> unit & 1:
        return no("14.4.3", "why.providing", unit=unit)
    if s.served >> unit & 1:
        return no("19.0.3", "why.served", unit=unit)
    if s.where[unit] >= 0 and not s.game.coast >> s.where[unit] & 1:
        return no("18.0", "why.cannot-sail", unit=unit)
    return no("18.0.9", "why.no-offensive", unit=unit)


def landing_hexes(s: Position, side: int, group: UnitSet) -> HexSet:
    """11.4.1, 18.1, 8.6, R100, 25.4.4  Coastal hexes where all of a group may land, whoever is there."""
    game = s.game
    found = game.coast
    for nation in {game.sheet.nation[u] for u in members(group)}:
        found &= game.enterable[nation]
    if group & game.mech:
        found &= ~game.rough | game.linked
    if s.surprise(side):
        found &= ~game.realm[USSR]
    return found


def destinations(s: Position, side: int, group: UnitSet) -> HexSet:
    """18.0, 18.0.4, 18.1, 23.0.3, 25.4.4  From a port or the Home Islands to any coast; from an open coast to a
    port."""
    place = s.where[next(members(group))]
    found = landing_hexes(s, side, group)
    if place >= 0:
        found &= ~(1 << place)
        if s.surprise(side) and s.game.realm[USSR] >> place & 1:
            return 0
        if not open_ports(s, side) >> place & 1:
            found &= open_ports(s, side)
    return found


def home_bound(s: Position, side: int, group: UnitSet) -> bool:
    """23.0, 23.0.2  Whether a group may go to the Home Islands."""
    place = s.where[next(members(group))]
    barred = s.surprise(side) and place >= 0 and s.game.realm[USSR] >> place & 1
    national = all(s.game.sheet.nation[u] in ("JP", "DE") for u in members(group))
    return side == JAPAN and place >= 0 and national and not barred


@step
class Sailing(SnStep):
    """18.0, 18.0.1, 18.0.3, 18.0.10  Units of one place that go by sea together: marines, and three divisional
    equivalents on a marker."""

    side: Side
    units: UnitSet

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _cargo(self, s: Position) -> UnitSet:
        return self.units & ~s.game.marines

    def joiners(self, s: Position) -> UnitSet:
        place = s.where[next(members(self.units))]
        able = may_sail(s, self.side) & s.at[place] & ~self.units
        found = able & s.game.marines
        if markers(s, self.side):
            room = s.game.charts.lift - s.size(self._cargo(s))
            found |= sum(1 << u for u in members(able & ~s.game.marines) if s.size(1 << u) <= room)
        return sum(1 << u for u in members(found) if self._goes(s, self.units | 1 << u))

    def _goes(self, s: Position, group: UnitSet) -> bool:
        return bool(destinations(s, self.side, group)) or home_bound(s, self.side, group)

    def ask(self, s: Position) -> Prompt:
        offers = [hexes(destinations(s, self.side, self.units)), units(self.joiners(s), "sail", gather=True)]
        if home_bound(s, self.side, self.units):
            offers.append(bare("home"))
        return prompt(self.side, "18.0", "ask.sail", *offers, units=self.units, who=group_name(s, self.units))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "hex" and isinstance(noun, int):
            return None if destinations(s, side, self.units) >> noun & 1 else self._why_not(s, noun)
        if verb == "sail" and isinstance(noun, int):
            return self._why_not_along(s, noun)
        if verb == "home":
            return None if home_bound(s, side, self.units) else self._why_not_home(s)
        return no("18.0", "why.sailing")

    def _why_not_along(self, s: Position, unit: int) -> Reason | None:
        if self.joiners(s) >> unit & 1:
            return None
        if self.units >> unit & 1:
            return no("18.0", "why.in-hand", unit=unit)
        if s.where[unit] != s.where[next(members(self.units))]:
            return no("18.0.3", "why.other-hex", unit=unit)
        return why_not(s, self.side, unit) or no("18.0.1", "why.no-room-aboard", unit=unit)

    def _why_not_home(self, s: Position) -> Reason:
        first = next(members(self.units))
        if s.where[first] < 0:
            return no("23.0.2", "why.at-home", unit=first)
        foreign = next((u for u in members(self.units) if s.game.sheet.nation[u] not in ("JP", "DE")), None)
        return no("25.4.4", "why.first-landing") if foreign is None else no("23.0.2", "why.no-home", unit=foreign)

    def _why_not(self, s: Position, hex_: Hex) -> Reason:
        place = s.where[next(members(self.units))]
        if hex_ == place:
            return no("18.0", "why.already-there", hex=hex_)
        if not s.game.coast >> hex_ & 1:
            return no("18.1", "why.no-coast", hex=hex_)
        if s.surprise(self.side) and s.game.realm[USSR] >> hex_ & 1:
            return no("25.4.4", "why.first-landing")
        if (rule := state_rule(s, self.units, hex_)) is not None:
            return no(rule, "why.state", hex=hex_)
        if not landing_hexes(s, self.side, self.units) >> hex_ & 1:
            return no("8.6.4", "why.terrain", hex=hex_)
        return no("18.0.4", "why.port-only", hex=hex_)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "sail" and isinstance(noun, int):
            s.push(replace(self, units=self.units | 1 << noun))
            return
        if self._cargo(s):
            ship = markers(s, side)
            s.moved |= ship & -ship
        arrived = self._attempt(s)
        s.moved |= arrived
        if isinstance(noun, int):
            land(s, side, arrived, noun)
        else:
            for unit in members(arrived):
                s.send(unit, HOME)
            s.tell_of("log.sailed-home", arrived, "23.0")

    def _attempt(self, s: Position) -> UnitSet:
        """18.2.2  Every Soviet marine brigade is lost on 1 to 4."""
        least = s.game.charts.marine_lands[self.side]
        if least <= 1:
            return self.units
        arrived = 0
        for unit in members(self.units):
            (die,) = s.roll(1)
            s.tell("log.marine" if die >= least else "log.marine-lost", rule="18.2.2", unit=unit, dice=str(die))
            if die >= least:
                arrived |= 1 << unit
            else:
                eliminate(s, 1 << unit, "18.2.2", False)
        return arrived

    def seen_by(self, s: Position, side: int | None) -> SnStep | None:
        return self if side == self.side else None

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        if side != self.side:
            return {}
        place = s.where[next(members(self.units))]
        ids = [s.game.sheet.ids[u] for u in members(self.units)]
        return {"move": {"units": ids, "origin": s.game.place_name(place), "path": []}}


def land(s: Position, side: int, group: UnitSet, hex_: Hex) -> None:
    """18.0.5, 18.0.6, 18.0.7, 18.0.8, 18.1, 18.1.0, 18.1.1, R87  Units come ashore; among enemies they have to fight
    for the hex."""
    if not group:
        return
    for unit in members(group):
        s.put(unit, hex_)
    s.shifted |= group & s.game.airbases
    if s.round == 1:
        s.landed |= group
    if s.occupied(1 - side) >> hex_ & 1:
        s.beached |= group
        s.tell_of("log.assault-landing", group, "18.1.1", hex=hex_)
    else:
        s.tell_of("log.landing", group, "18.1", hex=hex_)


@step
class Cruise(SnStep):
    """15.5.1, R77  A carrier goes to any sea or coastal hex."""

    side: Side
    unit: Unit

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _hexes(self, s: Position) -> HexSet:
        return (s.game.sea | s.game.coast) & ~(1 << s.where[self.unit] if s.where[self.unit] >= 0 else 0)

    def ask(self, s: Position) -> Prompt:
        return prompt(self.side, "15.5.1", "ask.cruise", hexes(self._hexes(s)), unit=self.unit)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "hex" and isinstance(noun, int):
            return None if self._hexes(s) >> noun & 1 else no("15.5.1", "why.no-water", hex=noun)
        return no("15.5.1", "why.cruising")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        s.put(self.unit, noun)
        s.moved |= 1 << self.unit
        s.tell("log.cruise", rule="15.5.1", unit=self.unit, hex=noun)

    def seen_by(self, s: Position, side: int | None) -> SnStep | None:
        return self if side == self.side else None
