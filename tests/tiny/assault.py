"""5-6  The assault: a declaration in which everybody must take part, and the battles it leads to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members, only
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.results_tables import Odds, Shift, Throw
from tests.tiny.position import LOST, POOL, Position, TinyStep


@dataclass(frozen=True)
class Attack:
    unit: Unit
    target: Hex


# -- who must attack what ---------------------------------------------------------------------------------------------


def contacts(s: Position, side: int) -> dict[int, HexSet]:
    """5  Every counter next to enemies, with the enemy hexes it may attack."""
    enemies, around = s.held(1 - side), s.game.map.grid.around
    return {u: found for u in members(s.force(side)) if (found := around[s.where[u]] & enemies)}


def most_targets(ways: Mapping[int, HexSet], covered: HexSet = 0) -> int:
    """How many more hexes counters can attack, one each: a matching, found by augmenting paths."""
    taken: dict[int, int] = {}

    def place(unit: int, tried: set[int]) -> bool:
        for target in members(ways[unit] & ~covered):
            if target not in tried:
                tried.add(target)
                if target not in taken or place(taken[target], tried):
                    taken[target] = unit
                    return True
        return False

    return sum(place(unit, set()) for unit in ways)


def can_be_completed(ways: Mapping[int, HexSet], attacks: tuple[Attack, ...]) -> bool:
    """5  Whether, after these attacks, as many hexes can still be attacked as there could be at best."""
    covered = 0
    for attack in attacks:
        covered |= 1 << attack.target
    used = {attack.unit for attack in attacks}
    rest = {u: targets for u, targets in ways.items() if u not in used}
    return covered.bit_count() + most_targets(rest, covered) == most_targets(ways)


@step
class Declare(TinyStep):
    """5  The declaration, put together in private; no choice is offered that could not be completed."""

    side: Side
    attacks: tuple[Attack, ...] = ()
    hand: Unit | None = None

    @property
    def phase(self) -> str:
        return "phase.assault"

    def _waiting(self, s: Position) -> UnitSet:
        used = {attack.unit for attack in self.attacks}
        return sum(1 << u for u in contacts(s, self.side) if u not in used)

    def _targets(self, s: Position, unit: int) -> HexSet:
        ways = contacts(s, self.side)
        found = members(ways.get(unit, 0))
        return sum(1 << h for h in found if can_be_completed(ways, (*self.attacks, Attack(unit, h))))

    def ask(self, s: Position) -> Prompt | None:
        # Where counters stand is known to all, so that nobody is in contact is no secret.
        if not contacts(s, self.side):
            return None
        if self.hand is not None:
            return prompt(self.side, "5", "ask.target", hexes(self._targets(s, self.hand)), unit=self.hand)
        waiting = self._waiting(s)
        commit = () if waiting else (bare("commit"),)
        return prompt(self.side, "5", "ask.assault", units(waiting), *commit, units=waiting)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if self.hand is not None:
            if verb != "hex" or not isinstance(noun, int):
                return no("5", "why.hex-first", unit=self.hand)
            return self._why_target(s, self.hand, noun)
        waiting = self._waiting(s)
        if verb == "unit" and isinstance(noun, int):
            return None if waiting >> noun & 1 else self._why_unit(s, noun)
        if verb == "commit":
            return no("5", "why.must-attack", units=waiting) if waiting else None
        return no("5", "why.not-now")

    def _why_target(self, s: Position, unit: int, target: int) -> Reason | None:
        if self._targets(s, unit) >> target & 1:
            return None
        beside = contacts(s, self.side)[unit]
        return no("5", "why.left-alone" if beside >> target & 1 else "why.no-enemy", hex=target)

    def _why_unit(self, s: Position, unit: int) -> Reason:
        if s.game.sheet.side[unit] != self.side:
            return no("5", "why.not-yours", unit=unit)
        if any(attack.unit == unit for attack in self.attacks):
            return no("5", "why.ordered", unit=unit)
        return no("5", "why.no-contact", unit=unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "unit" and isinstance(noun, int):
            s.push(replace(self, hand=noun))
        elif self.hand is not None and isinstance(noun, int):
            s.push(replace(self, hand=None, attacks=(*self.attacks, Attack(self.hand, noun))))
        else:
            self.reveal(s)

    def reveal(self, s: Position) -> None:
        """5, 10  Attackers are seen by both sides now; the dice fall at once, so nothing of it can be taken back."""
        battles = self.battles()
        for target, attackers in battles.items():
            s.shown |= attackers
            s.tell("log.assault", units=attackers, hex=target)
        s.push(*(Battle(self.side, target, attackers) for target, attackers in battles.items()))

    def battles(self) -> dict[int, UnitSet]:
        out: dict[int, UnitSet] = {}
        for attack in self.attacks:
            out[attack.target] = out.get(attack.target, 0) | 1 << attack.unit
        return out

    def seen_by(self, s: Position, side: int | None) -> Declare:
        return self if side == self.side else Declare(self.side)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        """The odds of what is declared so far, as far as the attacker may know them."""
        if side != self.side:
            return {}
        name = s.game.map.grid.name
        return {"odds": {name(t): odds(s, side, t, attackers).to_data() for t, attackers in self.battles().items()}}


# -- battles ----------------------------------------------------------------------------------------------------------


def shifts(s: Position, target: int, attackers: UnitSet) -> tuple[Shift, ...]:
    """6  A hill, and a ditch that every attacker has to cross."""
    game, out = s.game, []
    if game.map.terrain_at(target) == "hill":
        out.append(Shift("6", "shift.hill", game.hill_shift))
    if all(game.map.has_side("ditch", s.where[u], target) for u in members(attackers)):
        out.append(Shift("6", "shift.ditch", game.ditch_shift))
    return tuple(out)


def odds(s: Position, side: int, target: int, attackers: UnitSet) -> Odds:
    """6  The calculation for the attacker; while a defender is hidden it tells what each defence would mean."""
    game = s.game
    table, middle = game.battle, game.middle
    attack = sum(s.strength(u) for u in members(attackers))
    moves = shifts(s, target, attackers)
    defenders = list(members(s.stack(target)))
    if all(game.sees(s, side, u) for u in defenders):
        defence = sum(s.strength(u) for u in defenders)
        base = table.clamp(middle + attack - defence)
        return Odds(table, Fraction(attack), Fraction(defence), base, moves)
    net = sum(shift.value for shift in moves)
    most = max(game.strength) * len(defenders)
    cases = tuple((str(d), table.clamp(table.clamp(middle + attack - d) + net)) for d in range(most + 1))
    return Odds(table, Fraction(attack), None, None, moves, cases)


@step
class Battle(TinyStep):
    """6  One battle; attackers and defenders see each other."""

    side: Side
    target: Hex
    attackers: UnitSet

    def run(self, s: Position) -> None:
        defenders = s.stack(self.target)
        s.shown |= defenders
        found = odds(s, self.side, self.target, self.attackers)
        assert found.column is not None
        (die,) = s.roll(1)
        result = found.table.result(found.column, die)
        column = found.table.columns[found.column]
        throw = Throw(self.side, found.table, found.column, (die,), 1 << self.target, found)
        s.tell("log.battle", throw=throw, hex=self.target, column=column, dice=die, result=f"@result.{result}")
        losers = []
        if result in "DX":
            losers.append(Lose(1 - self.side, defenders))
        if result in "AX":
            losers.append(Lose(self.side, self.attackers))
        s.push(*losers)


@step
class Lose(TinyStep):
    """6  The owner picks who is lost; everybody sees who there is, so one alone is not asked about."""

    side: Side
    among: UnitSet

    def ask(self, s: Position) -> Prompt | None:
        return prompt(self.side, "6", "ask.loss", units(self.among)) if self.among.bit_count() > 1 else None

    def run(self, s: Position) -> None:
        lose(s, only(self.among))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb != "unit" or not isinstance(noun, int):
            return no("6", "why.not-now")
        return None if self.among >> noun & 1 else no("6", "why.not-in-battle", unit=noun)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        lose(s, noun)


def lose(s: Position, unit: int) -> None:
    """6  A column goes back to the pool for a detachment; everybody else is lost."""
    game, hex_ = s.game, s.where[unit]
    side = game.sheet.side[unit]
    spare = s.box(POOL, side) & game.detachments
    s.shaken &= ~(1 << unit)
    s.tired &= ~(1 << unit)
    if game.columns >> unit & 1 and spare:
        smaller = only(spare)
        s.put(unit, game.box(POOL))
        s.put(smaller, hex_)
        s.shown |= 1 << smaller
        s.tell("log.reduced", unit=unit, unit2=smaller)
        return
    s.put(unit, game.box(LOST))
    s.tell("log.lost", unit=unit)
