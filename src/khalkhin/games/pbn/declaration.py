"""13.6, 14.1, 14.2  Declaring battles: every obliged unit attacks, every zone is attacked before any die."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.engine.agenda import Noun, Prompt, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.cover import Front
from khalkhin.engine.declaring import Battle, Declaring
from khalkhin.engine.errors import Reason, no
from khalkhin.games.pbn.charts import ASSAULT, RAID
from khalkhin.games.pbn.information import examine_hexes
from khalkhin.games.pbn.odds import battle_odds, hexes_of, seen_headquarters
from khalkhin.games.pbn.position import PbnStep, Position
from khalkhin.games.pbn.refusals import NOT_NOW
from khalkhin.games.pbn.stacking import employed_defenders, room, why_not_employed

PHASES = ("phase.soviet_combat", "phase.japan_combat")


def enemies(s: Position, side: int) -> HexSet:
    """Hexes with enemy land units."""
    return s.occupied(1 - side)


def contact(s: Position, side: int) -> bool:
    """14.0  Whether any unit that may attack is next to an enemy; stacks are seen, so everybody knows."""
    fighters = s.hexes_of(side, s.game.land & ~s.game.supply)
    return bool(s.game.map.grid.spread(fighters) & s.held(1 - side))


def front(s: Position, side: int, idle: UnitSet) -> Front:
    """14.11, 14.12, 14.12.1, 14.44, R12, R15  Who has to attack and what has to be attacked, whatever the ground; by a
    house rule also enemies without a zone, where a zone of the attackers holds them.
    `idle`: units beyond the stacking limit that neither may nor must fight (12.5.3, R16)."""
    key = "front", side, idle, s.suppressed
    found: Front | None = s.notes.get(key)
    if found is None:
        found = s.notes[key] = _front(s, side, idle)
    return found


def _front(s: Position, side: int, idle: UnitSet) -> Front:
    game, around = s.game, s.game.map.grid.around
    there, zone = enemies(s, side), s.zone(1 - side)
    obliged = due = volunteers = 0
    beside: dict[int, HexSet] = {}
    for unit in members(s.on_map(side) & _in_contact(s, side, there) & ~game.supply & ~idle):
        near = around[s.where[unit]] & there
        if zone >> s.where[unit] & 1:
            obliged |= 1 << unit
            due |= near & s.exerting(1 - side)
            beside[unit] = near
        elif game.fighting >> unit & 1:  # R15: headquarters attack only when they have to
            beside[unit] = near
            volunteers |= 1 << unit
        if s.options["attack_all"] and game.fighting & ~s.suppressed & 1 << unit:
            due |= near
    optional = union(h for near in beside.values() for h in members(near)) & ~due
    return Front(obliged, due, optional, beside, volunteers)


def _in_contact(s: Position, side: int, there: HexSet) -> UnitSet:
    """Whoever stands beside some hexes."""
    found = 0
    for hex_ in members(s.held(side) & s.game.map.grid.spread(there)):
        found |= s.at[hex_]
    return found


@step
class CombatPhase(PbnStep):
    """13.6, 14.0, 18.1, 10.32.1  The attacker examines the stacks next to his units, supply too; then battles are
    declared and fought, in either impulse, headquarters near or not."""

    side: Side

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def run(self, s: Position) -> None:
        side = self.side
        near = s.game.map.grid.spread(s.occupied(side)) & s.held(1 - side)
        if near:
            examine_hexes(s, side, near, "18.1")
        if contact(s, side):
            s.push(Employ(side, s.overstacked(side) & _calls_to_fight(s, side)))
        else:
            s.end_phase()


def _calls_to_fight(s: Position, side: int) -> HexSet:
    """14.11, R12  Hexes whose units have to attack, or by a house rule may be needed against enemies without a zone."""
    zone = s.zone(1 - side)
    return zone | s.game.map.grid.spread(enemies(s, side) & s.zone(side)) if s.options["attack_all"] else zone


@step
class Employ(PbnStep):
    """12.5.3, R16  Which units of an overstacked hex fight: so many that none left out would still fit."""

    side: Side
    hexes: HexSet
    units: UnitSet = 0
    idle: UnitSet = 0

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _hex(self) -> HexSet:
        """The hex in hand: one after another."""
        return self.hexes & -self.hexes

    def _here(self, s: Position) -> UnitSet:
        return s.land_at(self.side, self._hex().bit_length() - 1) & ~s.game.supply & ~self.units

    def _able(self, s: Position) -> UnitSet:
        left = room(s, self.units)
        return sum(1 << u for u in members(self._here(s)) if s.game.stacking[u] <= left)

    def ask(self, s: Position) -> Prompt | None:
        able = self._able(s) if self.hexes else 0
        return prompt(self.side, "12.5.3", "ask.employ", units(able), hexes=self._hex()) if able else None

    def run(self, s: Position) -> None:
        if not self.hexes:
            s.push(Declare(self.side, self.idle))
        else:
            s.push(Employ(self.side, self.hexes & (self.hexes - 1), 0, self.idle | self._here(s)))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int) and self._here(s) >> noun & 1:
            return None if self._able(s) >> noun & 1 else no("12.5.3", "why.no-room", unit=noun)
        return no("12.5.3", "why.employing", hexes=self._hex())

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        s.push(replace(self, units=self.units | 1 << noun))

    def seen_by(self, s: Position, side: int | None) -> PbnStep:
        return self if side == self.side else Declare(self.side)


@step
class Declare(Declaring[Position], PbnStep):
    """14.11, 14.13, 14.14, 14.2, 14.21, 14.22, 14.23, 14.24, 14.27, R13, R31, R89, R102, R118  Battles are put
    together one by one; only what can still be completed is offered, and nothing is fixed before all are committed."""

    side: Side
    idle: UnitSet = 0
    battles: tuple[Battle, ...] = ()
    current: Battle = Battle()

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def front(self, s: Position) -> Front:
        return front(s, self.side, self.idle)

    def fits(self, s: Position, unit: int) -> bool:
        """12.5.3  Whether a unit is within the limit of its hex, of those that attack from there."""
        return why_not_employed(s, unit, self.used()) is None

    def ask(self, s: Position) -> Prompt | None:
        if not self.front(s).beside:
            return None
        return prompt(self.side, "14.2", "ask.declare", *self.offers(s), **self.told(s))

    def run(self, s: Position) -> None:
        s.end_phase()

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        left = self.left(s)
        if verb == "commit":
            if self.complete(s):
                return None
            return _uncovered(left) if left.obliged or left.due else no("14.3.1", "why.attackers-first")
        if verb == "auto":
            return no("14.13", "why.covered") if self.complete(s) else None
        return self.why_not_said(s, verb, noun)

    def why_not_now(self) -> Reason:
        return NOT_NOW

    def why_not_target(self, s: Position, hex_: Hex) -> Reason:
        """What is far away comes first: whether a stack there is more than deception is nobody's business."""
        if not any(s.game.map.grid.around[s.where[u]] >> hex_ & 1 for u in self._capable(s)):
            return no("14.23", "why.nobody-beside", hex=hex_)
        if not enemies(s, self.side) >> hex_ & 1:
            return no("14.3.1", "why.no-enemy", hex=hex_)
        if self.hit() >> hex_ & 1:
            return no("14.27", "why.attacked", hex=hex_)
        battle, left = self.current, self.left(s)
        if battle.targets and not battle.units:
            return no("14.3.1", "why.attackers-first")
        if battle.units and not self.stands(s):
            return self.why_left_over(left, "14.13")
        spare = [u for u, near in left.beside.items() if near >> hex_ & 1 and not self.used() >> u & 1]
        free = [u for u in spare if self.fits(s, u)]
        if not free:
            return no("14.14", "why.nobody-left", hex=hex_)
        return self.why_left_over(left.without(1 << free[0], 1 << hex_), "14.13")

    def _capable(self, s: Position) -> list[int]:
        """Own units on the map that could attack if only an enemy stood beside them."""
        return list(members(s.on_map(self.side) & ~s.game.supply & ~self.idle))

    def why_not_more(self, s: Position, hex_: Hex) -> Reason:
        battle = self.current
        if not battle.units:
            return no("14.3.1", "why.target-first" if not battle.targets else "why.attackers-first")
        around = s.game.map.grid.around
        if not all(around[h] >> hex_ & 1 for h in members(hexes_of(s, battle.units))):
            return no("14.23", "why.not-beside-all", hex=hex_)
        if not enemies(s, self.side) >> hex_ & 1:
            return no("14.3.1", "why.no-enemy", hex=hex_)
        if self.hit() >> hex_ & 1:
            return no("14.27", "why.attacked", hex=hex_)
        return self.why_left_over(self.left(s).without(0, 1 << hex_), "14.13")

    def why_not_unit(self, s: Position, unit: int) -> Reason:
        battle = self.current
        if s.game.sheet.side[unit] != self.side:
            return no("14.3.1", "why.not-yours", unit=unit)
        if not s.on_map(self.side) >> unit & 1:
            if s.game.deception >> unit & 1:
                return no("34.3", "why.feint-attacks-not", unit=unit)
            return no("14.3.1", "why.not-on-map", unit=unit)
        if self.used() >> unit & 1:
            return no("14.14", "why.in-battle", unit=unit)
        if not battle.targets:
            return no("14.3.1", "why.target-first")
        if s.game.supply >> unit & 1:
            return no("13.6", "why.supply-attacks-not", unit=unit)
        if battle.targets & ~s.game.map.grid.around[s.where[unit]]:
            return no("14.23", "why.not-beside-targets", unit=unit)
        if self.idle >> unit & 1 or not self.fits(s, unit):
            return no("12.5.3", "why.no-room", unit=unit)
        if unit not in front(s, self.side, self.idle).beside:
            return no("10.1", "why.headquarters-attack-not", unit=unit)
        return self.why_left_over(self.left(s).without(1 << unit, 0), "14.13")

    def commit(self, s: Position) -> None:
        from khalkhin.games.pbn.battle import Battles

        battles = self.closed()
        if not battles:
            s.end_phase()
            return
        s.seal()
        for battle in battles:
            s.tell("log.declared", rule="14.2", side=self.side, hexes=battle.targets)
        s.push(Battles(self.side, battles))

    def seen_by(self, s: Position, side: int | None) -> PbnStep:
        return self if side == self.side else Declare(self.side)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        """The battles so far, what is still uncovered, and the odds of the one in hand, on either table (14.4)."""
        if side != self.side:
            return {}
        out, battle = self.declared(s), self.current
        if battle.units:
            defenders = employed_defenders(s, 1 - self.side, battle.targets)
            tables, known = s.game.charts.combat, seen_headquarters(s, side)
            found = (
                battle_odds(s, tables[name], battle.units, battle.targets, defenders, (), known).to_data()
                for name in (RAID, ASSAULT)
            )
            out["odds"], *out["others"] = found
        return out


def _uncovered(front: Front) -> Reason:
    """14.13  Who and what has no battle yet."""
    if not front.due:
        return no("14.13", "why.uncovered-units", units=front.obliged)
    if not front.obliged:
        return no("14.13", "why.uncovered-hexes", hexes=front.due)
    return no("14.13", "why.uncovered", units=front.obliged, hexes=front.due)
