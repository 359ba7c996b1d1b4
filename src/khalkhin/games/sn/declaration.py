"""11.6, 12.0  Declaring attacks: every obliged unit attacks, every zone of control is attacked, before any die."""

from __future__ import annotations

from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, prompt, step
from khalkhin.engine.codec import Side
from khalkhin.engine.cover import Front, together
from khalkhin.engine.declaring import Battle, Declaring
from khalkhin.engine.errors import Reason, no
from khalkhin.games.sn.odds import preview
from khalkhin.games.sn.position import Position, SnStep

PHASES = ("phase.soviet_combat", "phase.japan_combat")


def front(s: Position, side: int) -> Front:
    """11.6, 11.6.1, 11.6.2, 11.6.3, 12.0.1, 12.0.6, 12.0.9, 18.1.1, R50, R57, R84  Who has to attack and what has to be
    attacked; who has landed among enemies attacks them and nobody else."""
    key = "front", side, s.disrupted, s.beached
    found: Front | None = s.notes.get(key)
    if found is None:
        found = s.notes[key] = _front(s, side)
    return found


def _front(s: Position, side: int) -> Front:
    game, enemy = s.game, 1 - side
    there, zone = s.occupied(enemy), s.enemy_zone(side)
    close = s.beached & s.ground(side)
    for hex_ in members(s.occupied(side) & game.map.grid.spread(there)):
        close |= s.units_at(side, hex_)
    obliged, due, asked = 0, 0, 0
    beside: dict[int, HexSet] = {}
    for unit in members(close):
        hex_ = s.where[unit]
        if s.beached >> unit & 1:
            beside[unit] = 1 << hex_
            obliged |= 1 << unit
            due |= 1 << hex_
            continue
        near = game.contact[hex_] & there
        if not near:
            continue
        beside[unit] = near
        if zone >> hex_ & 1:
            obliged |= 1 << unit
            if not asked >> hex_ & 1:  # who stands in one hex has the same enemies
                asked |= 1 << hex_
                due |= sum(1 << h for h in members(near) if exerts(s, enemy, h, hex_))
    optional = volunteers = 0
    for unit, near in beside.items():
        optional |= near
        volunteers |= 1 << unit
    return Front(obliged, due, optional & ~due, beside, volunteers & ~obliged)


def exerts(s: Position, side: int, from_: Hex, into: Hex) -> bool:
    """11.0, 11.1.2, 15.2.28  Whether some unit of a hex has a zone of control in another one next to it."""
    game = s.game
    able = s.units_at(side, from_) & ~s.disrupted
    return any(game.enterable[game.sheet.nation[u]] >> into & 1 for u in members(able))


@step
class Declare(Declaring[Position], SnStep):
    """12.0, 12.0.3, 12.0.4, 12.0.5, 12.0.7, 12.0.8, 12.0.13, 12.7, R51  Attacks are put together one by one; only what
    can still be completed is offered, and nothing is fixed before all are committed."""

    side: Side
    battles: tuple[Battle, ...] = ()
    current: Battle = Battle()

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def front(self, s: Position) -> Front:
        return front(s, self.side)

    def ask(self, s: Position) -> Prompt | None:
        if not self.front(s).beside:
            return None
        return prompt(self.side, "12.0.3", "ask.declare", *self.offers(s), **self.told(s))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        left = self.left(s)
        if verb == "commit":
            if self.complete(s):
                return None
            if left.obliged and left.due:
                return no("12.0.1", "why.uncovered", units=left.obliged, hexes=left.due)
            if left.obliged:
                return no("12.0.1", "why.uncovered-units", units=left.obliged)
            if left.due:
                return no("12.0.1", "why.uncovered-hexes", hexes=left.due)
            return no("12.0.4", "why.attackers-first")
        if verb == "auto":
            return no("12.0.4", "why.covered") if self.complete(s) else None
        return self.why_not_said(s, verb, noun)

    def why_not_now(self) -> Reason:
        return no("12.0", "why.not-now")

    def why_not_target(self, s: Position, hex_: Hex) -> Reason:
        if not s.occupied(1 - self.side) >> hex_ & 1:
            return no("12.0", "why.no-enemy", hex=hex_)
        if self.hit() >> hex_ & 1:
            return no("12.0.13", "why.attacked", hex=hex_)
        if not any(near >> hex_ & 1 for near in self.rest(s).beside.values()):
            return no("12.0", "why.nobody-beside", hex=hex_)
        if self.current.targets and not self.current.units:
            return no("12.0.4", "why.attackers-first")
        left = self.left(s)
        if self.current.units and not self.stands(s):
            return self.why_left_over(left, "12.0.4")
        free = [u for u, near in left.beside.items() if near >> hex_ & 1 and not self.used() >> u & 1]
        if not free:
            return no("12.0", "why.nobody-beside", hex=hex_)
        return self.why_left_over(left.without(1 << free[0], 1 << hex_), "12.0.4")

    def why_not_more(self, s: Position, hex_: Hex) -> Reason:
        if not self.current.units:
            return no("12.0.4", "why.target-first" if not self.current.targets else "why.attackers-first")
        if not s.occupied(1 - self.side) >> hex_ & 1:
            return no("12.0", "why.no-enemy", hex=hex_)
        if self.hit() >> hex_ & 1:
            return no("12.0.13", "why.attacked", hex=hex_)
        if not together(self.rest(s), self.current.units, 1 << hex_):
            return no("12.0.5", "why.not-beside-all", hex=hex_)
        return self.why_left_over(self.left(s).without(0, 1 << hex_), "12.0.4")

    def why_not_unit(self, s: Position, unit: int) -> Reason:
        attack, rest = self.current, self.rest(s)
        if s.game.sheet.side[unit] != self.side:
            return no("12.0", "why.not-yours", unit=unit)
        if self.used() >> unit & 1:
            return no("12.0.13", "why.in-attack", unit=unit)
        if not attack.targets:
            return no("12.0.4", "why.target-first")
        if s.beached >> unit & 1 and attack.targets != 1 << s.where[unit]:
            return no("18.1.1", "why.beached", unit=unit)
        if s.where[unit] < 0:
            return no("12.0", "why.off-map", unit=unit)
        if unit not in rest.beside or attack.targets & ~rest.beside[unit]:
            return no("12.0.5", "why.not-beside-targets", unit=unit)
        return self.why_left_over(self.left(s).without(1 << unit, 0), "12.0.4")

    def commit(self, s: Position) -> None:
        from khalkhin.games.sn.combat import Attacks

        attacks = self.closed()
        if not attacks:
            return
        s.seal()
        for attack in attacks:
            s.tell("log.declared", rule="12.0.3", side=self.side, hexes=attack.targets)
        s.push(Attacks(self.side, attacks))

    def seen_by(self, s: Position, side: int | None) -> SnStep:
        return self if side == self.side else Declare(self.side)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        """The attacks so far, what is still uncovered, and the odds of the one in hand."""
        if side != self.side:
            return {}
        out, attack = self.declared(s), self.current
        if attack.units:
            out["odds"] = preview(s, self.side, attack.units, attack.targets).to_data()
        return out
