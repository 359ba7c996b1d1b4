"""6.1, 16.3, 17.3, 18.0, 20.0, 24.7  The Organization Phase: supply units flip, divisions form, works are begun."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.kgw.air_supply import deliver, landing, why_no_landing
from khalkhin.games.kgw.divisions import break_down, combine, fits, formable_at, needs, stacks_of, usual_parts
from khalkhin.games.kgw.position import SOVIET, KgwStep, Position
from khalkhin.games.kgw.refusals import no_breakdown, no_forming, not_mine, not_now
from khalkhin.games.kgw.supply import expend, hexes_served, lines_from, on_hand

PHASES = ("phase.soviet_organise", "phase.japan_organise")
FLIP, REFORM, WORK = 0, 1, 2
"""6.1  The order of things: first supply units flip, then units reorganize, then works are begun."""


def entrenchable(s: Position, supply: int) -> HexSet:
    """18.1.a-c, 18.2, Q-98  Hexes with ground units beside the supply unit itself, in its line; not twice."""
    game, side = s.game, s.game.sheet.side[supply]
    out = 0
    for hex_ in members(hexes_served(s, supply) & s.occupied(side) & ~s.trenches[side]):
        good = game.charts.terrain[game.map.terrain_at(hex_)]["entrench"]
        if good and s.units_at(side, hex_) & ~(1 << supply):
            out |= 1 << hex_
    return out


def bridgeable(s: Position, side: int) -> UnitSet:
    """20.1.a-b, 20.1.d-g, 20.3.b  Engineers in a hex with a river and no bridge yet, and bridges, to be taken up."""
    mine = s.ground(side) & s.game.engineers
    standing = mine & s.flipped
    taken = sum(1 << s.where[u] for u in members(standing))
    idle = mine & ~s.flipped
    return standing | sum(1 << u for u in members(idle) if s.game.rivers & ~taken & 1 << s.where[u])


def builders(s: Position, side: int, turned: UnitSet = 0) -> UnitSet:
    """24.7, Q-68  Supply units that can push the railhead on: with a line to an engineer at the starting railhead.

    Who was a bridge when the phase began (and has been `turned` since) was no engineer then.
    """
    game = s.game
    if not s.options["railway"] or side != SOVIET or s.railhead + 1 >= len(game.line):
        return 0
    from_and_into = 1 << game.line[s.railhead] | 1 << game.line[s.railhead + 1]
    if from_and_into & (s.occupied(1 - side) | s.zone(1 - side)):
        return 0
    start = game.line[s.railhead - s.laid]
    if not s.units_at(side, start) & game.engineers & ~s.static() & ~turned:
        return 0
    return sum(1 << u for u in members(on_hand(s, side)) if hexes_served(s, u) >> start & 1)


def why_no_track(s: Position, side: int, turned: UnitSet) -> Reason | None:
    """24.7  Why nobody can push the railhead on now, whatever supply there is."""
    game = s.game
    if not s.options["railway"]:
        return no("24.7", "why.option-off")
    if side != SOVIET:
        return no("24.7", "why.soviet-track")
    if s.railhead + 1 >= len(game.line):
        return no("24.7.d", "why.track-finished")
    here, onward, start = game.line[s.railhead], game.line[s.railhead + 1], game.line[s.railhead - s.laid]
    if (1 << here | 1 << onward) & (s.occupied(1 - side) | s.zone(1 - side)):
        return no("24.7.e", "why.track-watched", hex=here, hex_1=onward)
    if not s.units_at(side, start) & game.engineers & ~s.static() & ~turned:
        return no("24.7.c" if s.railhead else "24.7.a", "why.no-engineer-at", hex=start)
    return None


@step
class Organise(KgwStep):
    """6.1, 16.2.h, 17.3.c, 20.1.a, 20.1.c  Everything of an Organization Phase, in its order."""

    side: Side
    stage: int = FLIP
    turned: UnitSet = 0
    """Counters turned over and divisions formed in this phase: once is enough, and taking it back is no decision."""

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _offers(self, s: Position) -> dict[str, int]:
        """Verb -> the counters or hexes it may be said with."""
        game, side = s.game, self.side
        mine = s.ground(side)
        out = {
            "entrench": sum(1 << u for u in members(on_hand(s, side)) if entrenchable(s, u)),
            "bridge": bridgeable(s, side) & ~self.turned,
            "extend": builders(s, side, self.turned),
            "deliver": landing(s, side),
        }
        if self.stage <= REFORM:
            out["combine"] = formable_at(s, side, mine & ~game.divisions)
            out["breakdown"] = mine & game.divisions & ~self.turned
        if self.stage == FLIP:
            out["flip"] = mine & game.supply & ~self.turned
        return out

    def ask(self, s: Position) -> Prompt:
        found = self._offers(s)
        offers = [units(nouns, verb) for verb, nouns in found.items() if verb != "deliver"]
        offers.append(hexes(found["deliver"], "deliver"))
        return prompt(self.side, "6.1", "ask.organise", *offers, bare("done"), any=int(any(offers)))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if not isinstance(noun, int) or verb not in RULES:
            return not_now(verb)
        found = self._offers(s)
        if verb not in found:
            return no("6.1.d", "why.too-late")
        return None if found[verb] >> noun & 1 else self._why_not(s, verb, noun)

    def _why_not(self, s: Position, verb: str, noun: int) -> Reason:
        if verb == "deliver":
            return why_no_landing(s, self.side, noun)
        if verb == "combine":
            return no_forming(s, self.side, noun, RULES[verb])
        if (reason := not_mine(s, self.side, noun, RULES[verb])) is not None:
            return reason
        if verb == "breakdown":
            just = no("17.2", "why.just-formed", unit=noun)
            return no_breakdown(s, self.side, noun, RULES[verb], just)
        if verb == "bridge":
            return self._why_no_bridge(s, noun)
        if verb == "extend" and (reason := why_no_track(s, self.side, self.turned)) is not None:
            return reason
        if not s.game.supply >> noun & 1:
            return no(RULES[verb], "why.no-supply-unit", unit=noun)
        if verb == "flip":
            return no(RULES[verb], "why.turned", unit=noun)
        if verb == "entrench":
            manned = hexes_served(s, noun) & s.occupied(self.side)
            beside = [h for h in members(manned) if s.units_at(self.side, h) & ~(1 << noun)]
            nobody = no("18.2.b", "why.cannot-entrench", unit=noun)
            return Entrenching(self.side, noun).why_not(s, beside[0]) if beside else nobody
        return no("24.7.b", "why.no-line-to-railhead", unit=noun)

    def _why_no_bridge(self, s: Position, unit: int) -> Reason:
        """20.1.b, 20.1.f  No engineer, turned over already, no river, or a bridge that stands there."""
        if not s.game.engineers >> unit & 1:
            return no("20.1.b", "why.no-engineer", unit=unit)
        if self.turned >> unit & 1:
            return no("20.1.c", "why.turned", unit=unit)
        if not s.game.rivers >> s.where[unit] & 1:
            return no("20.1.b", "why.no-river", unit=unit, hex=s.where[unit])
        return no("20.1.f", "why.bridged-already", hex=s.where[unit])

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if not isinstance(noun, int):
            s.laid = 0
            return
        stage = {"flip": FLIP, "combine": REFORM, "breakdown": REFORM}.get(verb, WORK)
        turned = self.turned | (1 << noun if verb in (*TURNING, "combine") else 0)
        s.push(Organise(side, max(self.stage, stage), turned))
        if verb == "flip":
            s.flipped ^= 1 << noun
        elif verb == "combine":
            s.push(Combining(side, noun))
        elif verb == "breakdown":
            break_down(s, noun)
        elif verb == "entrench":
            s.push(Entrenching(side, noun))
        elif verb == "bridge":
            s.flipped ^= 1 << noun
            s.tell_of("log.bridge", 1 << noun, "20.1.c", hex=s.where[noun])
        elif verb == "extend":
            self._extend(s, noun)
        else:
            deliver(s, noun)

    def _extend(self, s: Position, supply: int) -> None:
        expend(s, supply)
        s.railhead += 1
        s.laid += 1
        s.tell("log.railhead", rule="24.7.b", hex=s.game.line[s.railhead])

    def seen_by(self, s: Position, side: int | None) -> KgwStep:
        """16.1, 21.0  Which supply units were turned over shows only on those that are seen."""
        return self if side == self.side else Organise(self.side)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        return {"supply": lines_from(s, on_hand(s, self.side))} if side == self.side else {}


TURNING = ("flip", "bridge")
RULES = {
    "flip": "16.2.h",
    "combine": "17.2.a",
    "breakdown": "17.2",
    "entrench": "18.2.a",
    "bridge": "20.1.b",
    "extend": "24.7.b",
    "deliver": "24.4.a",
}


@step
class Combining(KgwStep):
    """17.2  Which components of one hex become the division."""

    side: Side
    division: Unit
    parts: UnitSet = 0

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def stacks(self, s: Position) -> list[UnitSet]:
        """Stacks that hold a full set with what is picked already."""
        pool = s.ground(self.side) & ~s.game.divisions
        return [
            stack for stack in stacks_of(s, pool) if not self.parts & ~stack and usual_parts(s, self.division, stack)
        ]

    def pool(self, s: Position) -> UnitSet:
        lacking = needs(s, self.division, self.parts)
        found = 0
        for stack in self.stacks(s):
            for unit in members(stack & ~self.parts):
                if fits(s, self.division, unit) and lacking.get(s.game.alike[unit], 0) > 0:
                    found |= 1 << unit
        return found

    def ask(self, s: Position) -> Prompt | None:
        if not needs(s, self.division, self.parts):
            return None
        return prompt(self.side, "17.2", "ask.combine", units(self.pool(s), gather=True), unit=self.division)

    def run(self, s: Position) -> None:
        combine(s, self.division, self.parts, s.where[next(members(self.parts))])

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int):
            return None if self.pool(s) >> noun & 1 else self._why_not(s, noun)
        return no("17.2.a", "why.combining", unit=self.division)

    def _why_not(self, s: Position, unit: int) -> Reason:
        if (reason := not_mine(s, self.side, unit, "17.2.a")) is not None:
            return reason
        if self.parts >> unit & 1:
            return no("17.2.a", "why.in-hand", unit=unit)
        made_of = s.game.equivalents[self.division]
        rule = made_of.rule if made_of is not None else "17.1"
        if not fits(s, self.division, unit):
            return no(rule, "why.no-component", unit=unit, unit_1=self.division)
        if not any(stack >> unit & 1 for stack in self.stacks(s)):
            return no("17.2.a", "why.parts-elsewhere", unit=unit, unit_1=self.division)
        return no(rule, "why.enough-of-these", unit=unit, unit_1=self.division)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        s.push(replace(self, parts=self.parts | 1 << noun))

    def seen_by(self, s: Position, side: int | None) -> KgwStep:
        return self if side == self.side else Organise(self.side)


@step
class Entrenching(KgwStep):
    """18.2.a-b  A supply unit is expended; any or all hexes that it serves are marked."""

    side: Side
    supply: Unit
    hexes: HexSet = 0

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def ask(self, s: Position) -> Prompt:
        left = entrenchable(s, self.supply) & ~self.hexes
        commit = [bare("commit")] if self.hexes else []
        return prompt(self.side, "18.2", "ask.entrench", hexes(left), *commit, unit=self.supply)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "commit":
            return None if self.hexes else no("18.2.b", "why.hex-first")
        if verb == "hex" and isinstance(noun, int):
            ok = entrenchable(s, self.supply) & ~self.hexes
            return None if ok >> noun & 1 else self.why_not(s, noun)
        return no("18.2.b", "why.entrenching", unit=self.supply)

    def why_not(self, s: Position, hex_: Hex) -> Reason:
        """18.1.a-b, 18.2.b, Q-98  Why a hex cannot be entrenched by this supply unit."""
        if (self.hexes | s.trenches[self.side]) >> hex_ & 1:
            return no("18.1.b", "why.entrenched-already", hex=hex_)
        if not s.units_at(self.side, hex_) & ~(1 << self.supply):
            return no("18.2.b", "why.nobody-there", hex=hex_)
        if not hexes_served(s, self.supply) >> hex_ & 1:
            return no("18.2.b", "why.no-line-to-hex", unit=self.supply, hex=hex_)
        return no("18.1.a", "why.no-trench", hex=hex_, terrain=f"@terrain.{s.game.map.terrain_at(hex_)}")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            s.push(replace(self, hexes=self.hexes | 1 << noun))
            return
        expend(s, self.supply)
        s.entrench(side, self.hexes)
        s.tell("log.entrench", rule="18.2.b", side=side, hexes=self.hexes)

    def seen_by(self, s: Position, side: int | None) -> KgwStep:
        return self if side == self.side else Organise(self.side)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        """The lines of the supply unit, and the hexes chosen so far."""
        if side != self.side:
            return {}
        chosen = [s.game.map.grid.name(h) for h in members(self.hexes)]
        return {"supply": lines_from(s, 1 << self.supply), "chosen": chosen}
