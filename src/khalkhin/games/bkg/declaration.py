"""5.0, 6.2, 8.0  The combat phase: attacks, bombardments and air strikes, declared one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.agenda import Noun, Offer, Prompt, bare, hexes, numbers, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.bkg.battle import Bombardment
from khalkhin.games.bkg.engagement import duty, left_without_target, pinned
from khalkhin.games.bkg.odds import attacker_odds, bombardment_odds, bombardment_preview
from khalkhin.games.bkg.plan import ATTACK, BOMBARD, STRIKE, Plan
from khalkhin.games.bkg.position import SOVIET, BkgStep, Position
from khalkhin.games.bkg.support import DefenceSupport, why_not_so_much_air

PHASES = ("phase.sov_combat", "phase.jap_combat")


# -- who may take part ------------------------------------------------------------------------------------------------


def may_attack(s: Position, side: int, target: int) -> UnitSet:
    """5.0  Adjacent units that may attack a hex: not penalised (4.0.j), once a phase, no armour into mountains."""
    game = s.game
    out = 0
    for hex_ in members(game.map.grid.around[target] & s.held(side)):
        out |= s.at[hex_]
    out &= ~s.fought & ~s.penalised
    return out & ~game.armour if game.mountains >> target & 1 else out


def may_fire(s: Position, side: int, target: int) -> UnitSet:
    """8.0.a-b  Artillery that may fire at a hex from two or more away: unused, in range, not obliged (K-90)."""
    return sum(1 << u for u, area in _ranges(s, side) if area >> target & 1)


def _ranges(s: Position, side: int) -> Iterator[tuple[int, HexSet]]:
    """Artillery that may fire, each with the hexes in its range."""
    game, where = s.game, s.where
    for unit in members(game.sheet.of_side[side] & game.artillery & ~s.fought & ~s.fired & ~s.penalised & ~duty(s)):
        if where[unit] >= 0:
            yield unit, game.in_range[game.range[unit]][where[unit]]


def attackable(s: Position, side: int) -> HexSet:
    """6.2.g  Enemy hexes not attacked yet in this phase."""
    return s.held(1 - side) & ~s.attacked


@step
class CombatPhase(BkgStep):
    """3.0.b, 3.0.d  The phasing player attacks, in any order, until every unit that has to has done so."""

    side: Side

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def ask(self, s: Position) -> Prompt:
        waiting = duty(s)
        offers, done = self._offers(s), () if waiting else (bare("done"),)
        some = any(offers)
        told = {"any": int(some), "end": int(some and not waiting)}
        return prompt(self.side, "5.0", "ask.combat", *offers, *done, units=waiting, **told)

    def _offers(self, s: Position) -> tuple[Offer, ...]:
        fair, kept = attackable(s, self.side), pinned(s)
        near = fair & s.zone(self.side)
        attack = sum(1 << h for h in members(near) if may_attack(s, self.side, h))
        in_range = 0
        for _, area in _ranges(s, self.side):
            in_range |= area
        bombard = in_range & fair & ~kept
        strike = fair & ~kept if s.air[self.side] >= s.game.charts.least_strike else 0
        return hexes(attack, "attack"), hexes(bombard, "bombard"), hexes(strike, "strike")

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return no("4.1.2.h", "why.obliged", units=waiting) if (waiting := duty(s)) else None
        if verb in (ATTACK, BOMBARD, STRIKE) and isinstance(noun, int):
            return self._why_target(s, verb, noun)
        if verb == "hex":
            return no("5.0", "why.which-attack")
        if verb in ("unit", "air", "commit"):
            return no("5.0", "why.target-first")
        return no("3.0", "why.not-now")

    def _why_target(self, s: Position, kind: str, target: int) -> Reason | None:
        if not s.held(1 - self.side) >> target & 1:
            return no("5.0", "why.no-enemy", hex=target)
        if s.attacked >> target & 1:
            return no("6.2.g", "why.attacked", hex=target)
        if kind == ATTACK:
            return None if may_attack(s, self.side, target) else _why_nobody(s, self.side, target)
        if stranded := left_without_target(s, target, 0):
            return no("6.2.g", "why.stranded", units=stranded)
        charts, pool = s.game.charts, s.air[self.side]
        if kind == STRIKE and pool < charts.least_strike:
            return no("6.2.f", "why.air_size", least=charts.least_strike, most=charts.most_strike, have=pool)
        if kind == BOMBARD and not may_fire(s, self.side, target):
            return no("8.0.b", "why.no-gun", hex=target)
        return None

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb != "done" and isinstance(noun, int):
            s.push(Declaring(Plan(side, verb, noun)))


def _why_nobody(s: Position, side: int, target: int) -> Reason:
    """Why nobody at all can attack a hex."""
    game = s.game
    beside = sum(s.at[h] for h in members(game.map.grid.around[target] & s.held(side)))
    if not beside:
        return no("5.0", "why.nobody-beside", hex=target)
    if not (free := beside & ~s.penalised):
        return no("4.0.j", "why.penalised", units=beside)
    if not free & ~s.fought:
        return no("5.0", "why.fought", units=free)
    return no("5.1.2.b", "why.armour_mountain", hex=target)


@step
class Declaring(BkgStep):
    """5.1.1.d  An attack being put together, without a look at what defends; nobody sees it before it is committed."""

    plan: Plan

    def ask(self, s: Position) -> Prompt:
        p = self.plan
        offers = [units(self._pool(s), gather=True), numbers("air", self._air(s))]
        if not self._why_commit(s):
            offers.append(bare("commit"))
        return prompt(p.side, _RULE[p.kind], f"ask.{p.kind}", *offers, hex=p.target)

    def _pool(self, s: Position) -> UnitSet:
        """Who may still be added."""
        p = self.plan
        if p.kind == STRIKE:
            return 0
        near = may_attack(s, p.side, p.target) if p.kind == ATTACK else 0
        return (near | may_fire(s, p.side, p.target)) & ~p.units & ~p.guns

    def _air(self, s: Position) -> range:
        """6.1.a, 6.2.f  Air points on offer: named once; none for artillery alone (8.0.j)."""
        p, charts, pool = self.plan, s.game.charts, s.air[self.plan.side]
        if p.air or self._why_no_air(s):
            return range(0)
        return range(charts.least_strike, min(charts.most_strike, pool) + 1) if p.kind == STRIKE else range(1, pool + 1)

    def _why_no_air(self, s: Position) -> Reason | None:
        p = self.plan
        if p.kind == ATTACK and not p.units:
            return no("5.0", "why.attackers_first", hex=p.target)
        if p.kind == BOMBARD or (p.kind == ATTACK and not p.units & ~s.game.artillery):
            return no("8.0.j", "why.artillery_alone")
        return None

    def _why_commit(self, s: Position) -> Reason | None:
        p = self.plan
        if p.kind == STRIKE:
            return None if p.air else no("6.2.f", "why.air_first")
        if p.kind == BOMBARD:
            return None if p.guns else no("8.0.a", "why.guns_first")
        if not p.units:
            return no("5.0", "why.attackers_first", hex=p.target)
        if stranded := left_without_target(s, p.target, p.units):
            return no("4.1.2.h", "why.stranded", units=stranded)
        return None

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "commit":
            return self._why_commit(s)
        if verb == "unit" and isinstance(noun, int):
            return None if self._pool(s) >> noun & 1 else self._why_unit(s, noun)
        if verb == "air" and isinstance(noun, int):
            return None if noun in self._air(s) else self._why_air(s, noun)
        return no("5.0", "why.declaring", hex=self.plan.target)

    def _why_unit(self, s: Position, unit: int) -> Reason:
        p, game = self.plan, s.game
        if game.sheet.side[unit] != p.side:
            return no("3.0.b" if p.side == SOVIET else "3.0.d", "why.not-yours", unit=unit)
        if p.kind == STRIKE:
            return no("6.2", "why.strike-alone")
        if (p.units | p.guns) >> unit & 1:
            return no("5.0", "why.in-hand", unit=unit)
        if s.where[unit] < 0:
            return no("5.0", "why.off-map", unit=unit)
        if s.penalised >> unit & 1:
            return no("4.0.j", "why.penalised", units=1 << unit)
        distance = game.map.grid.distance(s.where[unit], p.target)
        if not game.artillery >> unit & 1 and (distance > 1 or p.kind == BOMBARD):
            key = "why.not-artillery" if p.kind == BOMBARD else "why.not-beside"
            return no("8.0.a" if p.kind == BOMBARD else "5.0", key, unit=unit, hex=p.target)
        if s.fought >> unit & 1:
            return no("8.0.i", "why.used", unit=unit) if distance > 1 else no("5.0", "why.fought", units=1 << unit)
        if distance == 1:
            return (
                no("8.0.c", "why.too-near", unit=unit)
                if p.kind == BOMBARD
                else no("5.1.2.b", "why.armour_mountain", hex=p.target)
            )
        if distance > game.range[unit]:
            return no("8.0.b", "why.range", unit=unit, range=game.range[unit], distance=distance, hex=p.target)
        return no("8.0.c", "why.gun-obliged", unit=unit)

    def _why_air(self, s: Position, points: int) -> Reason:
        p, charts, pool = self.plan, s.game.charts, s.air[self.plan.side]
        if p.air:
            return no("6.1.a", "why.air-named", points=p.air)
        if (reason := self._why_no_air(s)) is not None:
            return reason
        if p.kind == STRIKE and not charts.least_strike <= points <= charts.most_strike:
            return no("6.2.f", "why.air_size", least=charts.least_strike, most=charts.most_strike, have=pool)
        return why_not_so_much_air(points, pool)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        p = self.plan
        if verb == "unit" and isinstance(noun, int):
            beside = s.game.map.grid.distance(s.where[noun], p.target) == 1
            s.push(Declaring(replace(p, units=p.units | 1 << noun) if beside else replace(p, guns=p.guns | 1 << noun)))
        elif verb == "air" and isinstance(noun, int):
            s.push(Declaring(replace(p, air=noun)))
        else:
            self._commit(s)

    def _commit(self, s: Position) -> None:
        """5.1.1.d, 6.2.e  The attack is announced: units, artillery and air points, to the defender."""
        p = self.plan
        s.seal()
        s.attacked |= 1 << p.target
        s.fought |= p.units | p.guns
        s.fired |= (p.units | p.guns) & s.game.artillery
        s.spend_air(p.side, p.air)
        s.shown |= p.units | p.guns
        if p.units | p.guns:
            s.tell_of(f"log.{p.kind}", p.units | p.guns, "5.1.1.a" if p.units else "8.0.a", hex=p.target, air=p.air)
        else:
            s.tell("log.strike", rule="6.2", hex=p.target, air=p.air, side=p.side)
        s.push(DefenceSupport(p) if p.kind == ATTACK else Bombardment(p), CombatPhase(p.side))

    def seen_by(self, s: Position, side: int | None) -> BkgStep:
        return self if side == self.plan.side else CombatPhase(self.plan.side)

    @property
    def phase(self) -> str:
        return PHASES[self.plan.side]

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        """What is in hand, and the odds as far as the attacker may know them."""
        p = self.plan
        if side != p.side:
            return {}
        out: dict[str, Any] = {"plan": s.game.codec.encode_object(p)}
        if p.kind == ATTACK and p.units:
            out["odds"] = attacker_odds(s, p).to_data()
        elif p.kind != ATTACK and (p.guns or p.air):
            out["odds"] = (bombardment_odds if s.options["open_strengths"] else bombardment_preview)(s, p).to_data()
        return out


_RULE = {ATTACK: "5.1.1", BOMBARD: "8.0", STRIKE: "6.2"}
