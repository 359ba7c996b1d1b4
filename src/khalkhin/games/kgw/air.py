"""15.0  The Air Attack Phase: Air Superiority first, then Ground Attack; and air units that change their base."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.kgw.bases import with_room
from khalkhin.games.kgw.losses import DEFENDERS, eliminate, shoot_down
from khalkhin.games.kgw.missions import fly, ready, wings
from khalkhin.games.kgw.odds import across_ussr, terrain_shift
from khalkhin.games.kgw.position import DISPLAY, WAITING, KgwStep, Position
from khalkhin.games.kgw.reorganize import break_down
from khalkhin.games.kgw.retreat import RetreatAll, stands
from khalkhin.games.kgw.supply import expend

PHASES = ("phase.soviet_air", "phase.japan_air")
SUPERIORITY, STRIKE = "superiority", "strike"
RULES = {SUPERIORITY: "15.4", STRIKE: "15.5"}


def based(s: Position, side: int) -> HexSet:
    """Hexes where air units of a side are based."""
    air = s.on_map(side) & ~s.game.ground
    return sum(1 << h for h in {s.where[u] for u in members(air)})


def can_be_struck(s: Position, side: int, kind: str) -> HexSet:
    """15.4, 15.5, Q-104  Targets of a side's missions: bases with air units, or hexes with ground units; each once."""
    found = based(s, 1 - side) if kind == SUPERIORITY else s.occupied(1 - side)
    found = across_ussr(s, side, found & ~s.struck)
    return sum(1 << h for h in members(found) if ready(s, side, h))


def new_bases(s: Position, unit: int) -> HexSet:
    """15.3  Friendly aerodromes with room within twice the range, not in an enemy zone of control."""
    game, side = s.game, s.game.sheet.side[unit]
    far = game.charts.relocation * game.charts.air_range[game.sides[side]]
    near = game.map.grid.within(1 << s.where[unit], far)
    return with_room(s, side) & near & ~s.zone(1 - side) & ~(1 << s.where[unit])


def restless(s: Position, side: int) -> UnitSet:
    """15.3  Unused air units that can change their base."""
    idle = s.on_map(side) & s.game.air & ~s.flown
    return sum(1 << u for u in members(idle) if new_bases(s, u))


class AirAttacks(KgwStep):
    """What both halves of an Air Attack Phase have in common."""

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
        return prompt(self.side, RULES[self.kind], f"ask.{self.kind}", *offers)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == self.kind and isinstance(noun, int):
            return None if can_be_struck(s, side, self.kind) >> noun & 1 else self._why_not(s, noun)
        if verb == "relocate" and isinstance(noun, int):
            return None if restless(s, side) >> noun & 1 else no("15.3", "why.no-base", unit=noun)
        return no("6.1", "why.not-now")

    def _why_not(self, s: Position, hex_: Hex) -> Reason:
        rule = RULES[self.kind]
        there = based(s, 1 - self.side) if self.kind == SUPERIORITY else s.occupied(1 - self.side)
        if not there >> hex_ & 1:
            return no(rule, "why.nothing-to-strike", hex=hex_)
        if s.struck >> hex_ & 1:
            return no(rule, "why.struck", hex=hex_)
        if not across_ussr(s, self.side, 1 << hex_):
            return no("15.3", "why.ussr", hex=hex_)
        return no("15.3", "why.out-of-range", hex=hex_)

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
    """15.3  An air unit changes its base, which uses it for this player turn."""

    side: Side
    unit: Unit

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def ask(self, s: Position) -> Prompt:
        return prompt(self.side, "15.3", "ask.relocate", hexes(new_bases(s, self.unit)), unit=self.unit)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb != "hex" or not isinstance(noun, int):
            return no("15.3", "why.relocating", unit=self.unit)
        return None if new_bases(s, self.unit) >> noun & 1 else no("15.3", "why.no-such-base", hex=noun)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        s.flown |= 1 << self.unit
        s.tell("log.relocate", rule="15.3", unit=self.unit, hex=noun)
        s.put(self.unit, noun)


@step
class Mission(KgwStep):
    """15.4, 15.5  Air units are told off for one target."""

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
            if not wings(s, side, self.units.bit_count()):
                return no("22.2", "why.winter-air")
            return no("15.3", "why.cannot-fly", unit=noun, hex=self.target)
        return no(RULES[self.kind], "why.mission-first", hex=self.target)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            s.push(replace(self, units=self.units | 1 << noun))
            return
        s.struck |= 1 << self.target
        s.seal()
        for unit in members(self.units):
            fly(s, unit)
        s.tell(f"log.{self.kind}", rule=RULES[self.kind], units=self.units, hex=self.target)
        if self.kind == STRIKE:
            s.shown |= s.units_at(1 - side, self.target)
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
        table = s.game.charts.air_combat
        at = air_column(s, self.kind, self.target, min(len(flyers), s.game.charts.block))
        chances = {result: str(chance) for result, chance in table.distribution(at).items()}
        odds = {
            "table": table.name,
            "columns": list(table.columns),
            "kinds": dict(table.kinds),
            "attack": len(flyers),
            "defence": None,
            "base": table.columns[at],
            "shifts": [],
            "net": 0,
            "column": table.columns[at],
            "chances": chances,
            "unknown": [],
            "cases": [],
        }
        return {"plan": plan, "odds": odds}


def air_column(s: Position, kind: str, target: Hex, flyers: int) -> int:
    """15.4, 15.5, Q-60  The number of air units; terrain and entrenchments take some away in a Ground Attack."""
    if kind == STRIKE:
        flyers += sum(shift.value for shift in terrain_shift(s, target))
        flyers -= int((s.trenches[0] | s.trenches[1]) >> target & 1)
    return max(1, flyers) - 1


@step
class Block(KgwStep):
    """15.4  Up to six air units fight at once."""

    side: Side
    kind: str
    target: Hex
    units: UnitSet

    def run(self, s: Position) -> None:
        enemy = 1 - self.side
        there = s.air_at(enemy, self.target) if self.kind == SUPERIORITY else s.units_at(enemy, self.target)
        if not there:
            return
        at = air_column(s, self.kind, self.target, self.units.bit_count())
        (die,) = s.roll(1)
        code = s.game.charts.air_combat.result(at, die)
        if self.kind == STRIKE and code == "E2":
            code = "E1"
        column = s.game.charts.air_combat.columns[at]
        s.tell("log.air-result", rule=f"{RULES[self.kind]}.1", column=column, dice=str(die), result=f"@result.{code}")
        own, theirs = {"A": (1, 0), "D": (0, 1), "E": (1, 1), "-": (0, 0)}[code[0]]
        level = int(code[1:] or 0)
        rule = f"{RULES[self.kind]}.1"
        box = WAITING if self.kind == SUPERIORITY else DISPLAY
        s.push(LoseAir(self.side, self.units, own * level, rule, box), *self._suffered(s, theirs * level, rule, box))

    def _suffered(self, s: Position, level: int, rule: str, box: str) -> Iterator[KgwStep]:
        """What the enemy suffers."""
        enemy = 1 - self.side
        if level and self.kind == SUPERIORITY:
            yield LoseAir(enemy, s.air_at(enemy, self.target), level, rule, box)
        elif level:
            yield Bombed(enemy, self.target, level)


@step
class LoseAir(KgwStep):
    """15.4, 15.4.1  Air units are lost: their owner picks, but those that flew in their last player turn go first."""

    side: Side
    units: UnitSet
    count: int
    rule: str
    box: str

    def among(self, s: Position) -> UnitSet:
        left = self.units & s.on_map(self.side)
        first = left & s.sortied if self.side != s.active else left
        return first or left

    def ask(self, s: Position) -> Prompt | None:
        among = self.among(s)
        if self.count < 1 or among.bit_count() < 2 or self.count >= (self.units & s.on_map(self.side)).bit_count():
            return None
        return prompt(self.side, self.rule, "ask.air-loss", units(among), count=self.count)

    def run(self, s: Position) -> None:
        left = self.count
        while left > 0 and (among := self.among(s)):
            shoot_down(s, next(members(among)), self.rule, self.box)
            left -= 1

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int):
            return None if self.among(s) >> noun & 1 else no(self.rule, "why.air-loss", unit=noun)
        return no(self.rule, "why.pick-loss")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        shoot_down(s, noun, self.rule, self.box)
        s.push(replace(self, count=self.count - 1))


@step
class Bombed(KgwStep):
    """15.5.1  The defender breaks down a division, or gives up what the result asks for (Q-35, Q-81)."""

    side: Side
    target: Hex
    level: int

    def divisions(self, s: Position) -> UnitSet:
        return s.units_at(self.side, self.target) & s.game.divisions

    def victims(self, s: Position) -> UnitSet:
        """D1: a supply unit; D2: any ground unit but Zhukov (19.1)."""
        here = s.units_at(self.side, self.target)
        return here & s.game.supply if self.level == 1 else here & ~(1 << s.game.zhukov)

    def fugitives(self, s: Position) -> UnitSet:
        """D1, Q-35  Units that can be made to retreat."""
        if self.level > 1:
            return 0
        here = s.units_at(self.side, self.target) & ~s.static() & ~(1 << s.game.zhukov)
        return sum(1 << u for u in members(here) if not stands(s, u, False))

    def ask(self, s: Position) -> Prompt | None:
        offers = (
            units(self.divisions(s), "breakdown"),
            units(self.victims(s)),
            units(self.fugitives(s), "withdraw"),
        )
        if not any(len(offer) for offer in offers):
            return None
        return prompt(self.side, "15.5.1", "ask.bombed", *offers, hex=self.target)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if isinstance(noun, int):
            found = {"breakdown": self.divisions, "unit": self.victims, "withdraw": self.fugitives}.get(verb)
            if found is not None:
                return None if found(s) >> noun & 1 else no("15.5.1", "why.not-bombed", unit=noun)
        return no("15.5.1", "why.bombed-first", hex=self.target)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        if verb == "breakdown":
            parts = break_down(s, noun)
            s.shown |= parts
            s.tell("log.breakdown", rule="15.5.1", unit=noun)
        elif verb == "unit":
            eliminate(s, noun, "15.5.1")
        else:
            (die,) = s.roll(1)
            s.tell("log.bombed-out", rule="15.5.1", unit=noun, dice=str(die))
            s.defenders = 1 << noun
            s.push(RetreatAll(side, DEFENDERS, die))


@step
class EndMission(KgwStep):
    """The mission is over: who was bombed is hidden again."""

    def run(self, s: Position) -> None:
        s.shown = s.defenders = 0


def refreshable(s: Position, side: int, used: HexSet) -> UnitSet:
    """24.2, Q-64  Air units that flew, based where a supply unit stands; one for each aerodrome."""
    if not s.options["air_missions"]:
        return 0
    flown = s.on_map(side) & s.game.air & s.flown
    return sum(
        1 << u
        for u in members(flown)
        if not used >> s.where[u] & 1 and s.units_at(side, s.where[u]) & s.game.supply
    )


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
        if not s.options["air_missions"] or not s.on_map(self.side) & s.game.air & s.flown:
            return None
        return prompt(self.side, "24.2", "ask.reuse", units(found, "reuse"), bare("done"))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "reuse" and isinstance(noun, int):
            return None if refreshable(s, side, self.used) >> noun & 1 else no("24.2", "why.no-reuse", unit=noun)
        return no("24.2", "why.not-now")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if not isinstance(noun, int):
            return
        hex_ = s.where[noun]
        expend(s, next(members(s.units_at(side, hex_) & s.game.supply)))
        s.flown &= ~(1 << noun)
        s.tell("log.reuse", rule="24.2", unit=noun, hex=hex_)
        s.push(Reuse(side, self.used | 1 << hex_))
