"""11.6, 12.0  Declaring attacks: every obliged unit attacks, every zone of control is attacked, before any die."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.cover import Front, completable, cover, stranded, together
from khalkhin.engine.errors import Reason, no
from khalkhin.games.sn.odds import preview
from khalkhin.games.sn.position import Position, SnStep

PHASES = ("phase.soviet_combat", "phase.japan_combat")


@dataclass(frozen=True)
class Attack:
    """12.0  Attackers, and the hexes they attack."""

    units: UnitSet = 0
    targets: HexSet = 0


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
    obliged, due = 0, 0
    beside: dict[int, HexSet] = {}
    for unit in members(s.ground(side)):
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
            due |= sum(1 << h for h in members(near) if exerts(s, enemy, h, hex_))
    optional = union(h for near in beside.values() for h in members(near)) & ~due
    volunteers = sum(1 << unit for unit in beside) & ~obliged
    return Front(obliged, due, optional, beside, volunteers)


def exerts(s: Position, side: int, from_: Hex, into: Hex) -> bool:
    """11.0, 11.1.2, 15.2.28  Whether some unit of a hex has a zone of control in another one next to it."""
    game = s.game
    able = s.units_at(side, from_) & ~s.disrupted
    return any(game.enterable[game.sheet.nation[u]] >> into & 1 for u in members(able))


@step
class Declare(SnStep):
    """12.0, 12.0.3, 12.0.4, 12.0.5, 12.0.7, 12.0.8, 12.0.13, 12.7, R51  Attacks are put together one by one; only what
    can still be completed is offered, and nothing is fixed before all are committed."""

    side: Side
    attacks: tuple[Attack, ...] = ()
    current: Attack = Attack()

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    # -- what is left --

    def closed(self) -> tuple[Attack, ...]:
        return (*self.attacks, self.current) if self.current.units and self.current.targets else self.attacks

    def rest(self, s: Position) -> Front:
        """The front without the attacks that are complete."""
        found = front(s, self.side)
        for attack in self.attacks:
            found = found.without(attack.units, attack.targets)
        return found

    def left(self, s: Position) -> Front:
        """The front without the attack in hand, too."""
        return self.rest(s).without(self.current.units, self.current.targets)

    def used(self) -> UnitSet:
        found = self.current.units
        for attack in self.attacks:
            found |= attack.units
        return found

    def hit(self) -> HexSet:
        found = self.current.targets
        for attack in self.attacks:
            found |= attack.targets
        return found

    # -- what can be added --

    def targets(self, s: Position) -> HexSet:
        """Enemy hexes against which a new attack can begin: the one in hand has to stand by itself."""
        if (self.current.targets or self.current.units) and not self._stands(s):
            return 0
        left = self.left(s)
        return sum(1 << h for h in members(left.due | left.optional) if self._opens(left, h))

    def _opens(self, left: Front, hex_: Hex) -> bool:
        spare = ~self.used()
        return any(
            near >> hex_ & 1 and spare >> unit & 1 and completable(left, 1 << unit, 1 << hex_)
            for unit, near in left.beside.items()
        )

    def _stands(self, s: Position) -> bool:
        attack = self.current
        return bool(attack.units and attack.targets) and stranded(self.left(s)) == (0, 0)

    def more(self, s: Position) -> HexSet:
        """12.0.6, 12.0.8  Enemy hexes that can be added to the attack in hand."""
        attack, rest = self.current, self.rest(s)
        if not attack.units:
            return 0
        free = (rest.due | rest.optional) & ~attack.targets
        return sum(1 << h for h in members(free) if completable(rest, attack.units, attack.targets | 1 << h))

    def joiners(self, s: Position) -> UnitSet:
        """12.0.5, R51  Units that can join the attack in hand: next to all of its hexes."""
        attack = self.current
        if not attack.targets:
            return 0
        rest, used = self.rest(s), self.used()
        return sum(
            1 << unit
            for unit, near in rest.beside.items()
            if not attack.targets & ~near
            and not used >> unit & 1
            and completable(rest, attack.units | 1 << unit, attack.targets)
        )

    def complete(self, s: Position) -> bool:
        left = self.left(s)
        half = bool(self.current.targets) != bool(self.current.units)
        return not left.obliged and not left.due and not half

    # -- the prompt --

    def ask(self, s: Position) -> Prompt | None:
        if not front(s, self.side).beside:
            return None
        left = self.left(s)
        offers = [
            hexes(self.targets(s), "attack"),
            units(self.joiners(s), gather=True),
            hexes(self.more(s), "also"),
            bare("commit") if self.complete(s) else bare("auto"),
        ]
        return prompt(self.side, "12.0.3", "ask.declare", *offers, units=left.obliged, hexes=left.due)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        left = self.left(s)
        if verb == "commit":
            if self.complete(s):
                return None
            if left.obliged or left.due:
                return no("12.0.1", "why.uncovered", units=left.obliged, hexes=left.due)
            return no("12.0", "why.attackers-first")
        if verb == "auto":
            return no("12.0.4", "why.covered") if self.complete(s) else None
        if verb == "attack" and isinstance(noun, int):
            return None if self.targets(s) >> noun & 1 else self._why_not_target(s, noun)
        if verb == "also" and isinstance(noun, int):
            return None if self.more(s) >> noun & 1 else self._why_not_more(s, noun)
        if verb == "unit" and isinstance(noun, int):
            return None if self.joiners(s) >> noun & 1 else self._why_not_unit(s, noun)
        return no("12.0", "why.not-now")

    def _why_not_target(self, s: Position, hex_: Hex) -> Reason:
        if not s.occupied(1 - self.side) >> hex_ & 1:
            return no("12.0", "why.no-enemy", hex=hex_)
        if self.hit() >> hex_ & 1:
            return no("12.0.13", "why.attacked", hex=hex_)
        if not any(near >> hex_ & 1 for near in self.rest(s).beside.values()):
            return no("12.0", "why.nobody-beside", hex=hex_)
        if self.current.targets and not self.current.units:
            return no("12.0", "why.attackers-first")
        return no("12.0.4", "why.not-completable")

    def _why_not_more(self, s: Position, hex_: Hex) -> Reason:
        if not self.current.units:
            return no("12.0", "why.target-first" if not self.current.targets else "why.attackers-first")
        if not s.occupied(1 - self.side) >> hex_ & 1:
            return no("12.0", "why.no-enemy", hex=hex_)
        if self.hit() >> hex_ & 1:
            return no("12.0.13", "why.attacked", hex=hex_)
        if not together(self.rest(s), self.current.units, 1 << hex_):
            return no("12.0.5", "why.not-beside-all", hex=hex_)
        return no("12.0.4", "why.not-completable")

    def _why_not_unit(self, s: Position, unit: int) -> Reason:
        attack, rest = self.current, self.rest(s)
        if s.game.sheet.side[unit] != self.side:
            return no("12.0", "why.not-yours", unit=unit)
        if self.used() >> unit & 1:
            return no("12.0.13", "why.in-attack", unit=unit)
        if not attack.targets:
            return no("12.0", "why.target-first")
        if s.beached >> unit & 1 and attack.targets != 1 << s.where[unit]:
            return no("18.1.1", "why.beached", unit=unit)
        if unit not in rest.beside or attack.targets & ~rest.beside[unit]:
            return no("12.0.5", "why.not-beside-targets", unit=unit)
        return no("12.0.4", "why.not-completable")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        attack = self.current
        if verb == "attack" and isinstance(noun, int):
            s.push(replace(self, attacks=self.closed(), current=Attack(0, 1 << noun)))
        elif verb == "also" and isinstance(noun, int):
            s.push(replace(self, current=replace(attack, targets=attack.targets | 1 << noun)))
        elif verb == "unit" and isinstance(noun, int):
            s.push(replace(self, current=replace(attack, units=attack.units | 1 << noun)))
        elif verb == "auto":
            s.push(self.completed(s))
        else:
            self._commit(s)

    def completed(self, s: Position) -> Declare:
        """ "Complete it for me": the attack in hand as far as it stands, and a cover of what is left."""
        lone_units, lone_hexes = stranded(self.left(s))
        attack = self.current
        if attack.units and attack.targets:
            base = replace(self, current=Attack(attack.units | lone_units, attack.targets | lone_hexes))
        else:
            base = replace(self, current=Attack())
        found = tuple(Attack(group, targets) for group, targets in cover(base.left(s)))
        return replace(base, attacks=(*base.closed(), *found), current=Attack())

    def _commit(self, s: Position) -> None:
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
        name, ids = s.game.map.grid.name, s.game.sheet.ids
        left, attack = self.left(s), self.current
        out: dict[str, Any] = {
            "battles": [attack_data(s, a) for a in self.closed()],
            "uncovered": {
                "units": [ids[u] for u in members(left.obliged)],
                "hexes": [name(h) for h in members(left.due)],
            },
        }
        if attack.targets:
            out["plan"] = {"side": s.game.sides[self.side], "kind": "attack", **attack_data(s, attack)}
        if attack.units and attack.targets:
            out["odds"] = preview(s, self.side, attack.units, attack.targets).to_data()
        return out


def attack_data(s: Position, attack: Attack) -> Mapping[str, Any]:
    """An attack as clients show it."""
    name, ids = s.game.map.grid.name, s.game.sheet.ids
    targets = [name(h) for h in members(attack.targets)]
    return {"target": targets[0], "targets": targets, "units": [ids[u] for u in members(attack.units)]}
