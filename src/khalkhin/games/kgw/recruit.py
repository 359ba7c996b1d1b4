"""8.0, 9.0  The Recruit Phase: income, buying units from the Display, deploying them, agents."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units, words
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.results_tables import halves
from khalkhin.games.kgw.divisions import break_down, formable, release, usual_parts
from khalkhin.games.kgw.entry import Quota, counted, entry_rule, opening, places, why_not_there
from khalkhin.games.kgw.position import (
    DEAD,
    DISPLAY,
    HAND,
    MANCHUKUO,
    MENGJIANG,
    MPR,
    OUT,
    REORG,
    SOVIET,
    WAITING,
    KgwStep,
    Position,
)
from khalkhin.games.kgw.refusals import no_breakdown, no_forming

PHASES = ("phase.soviet_recruit", "phase.japan_recruit")


# -- income (8.2) ----------------------------------------------------------------------------------------------------


def income(s: Position, side: int) -> int:
    """8.2, 8.2.a-e  The month's points, one for each objective free of enemy zones, two for Zhukov at the front."""
    game, charts, name = s.game, s.game.charts, s.game.sides[side]
    data = game.scenarios[s.scenario].data
    month = charts.months[s.turn]
    points = (month.accelerated if data["accelerated"] else month.income)[name]
    if s.turn == data["turns"]["first"] and not data["first_objectives"]:
        return points
    held = game.objectives & s.occupied(side) & ~s.zone(1 - side)
    return points + charts.objective_points * held.bit_count() + zhukov_bonus(s, side)


def zhukov_bonus(s: Position, side: int) -> int:
    """19.1.a  Zhukov in an objective or aerodrome hex outside the USSR."""
    game, where = s.game, s.where[s.game.zhukov]
    if side != SOVIET or where < 0:
        return 0
    front = game.country[MPR] | game.country[MANCHUKUO] | game.country[MENGJIANG]
    return game.charts.zhukov_points if (game.objectives | game.aerodromes) & front & 1 << where else 0


@step
class Income(KgwStep):
    """8.2  Recruit points of the month."""

    side: Side

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def run(self, s: Position) -> None:
        points = income(s, self.side)
        s.gain(self.side, points)
        s.tell("log.income", rule="8.2", side=self.side, points=points, total=s.points[self.side])


# -- buying (9.1) ----------------------------------------------------------------------------------------------------


def price(s: Position, unit: int) -> int:
    """9.1, Q-16  Half points; a division costs what its components cost."""
    return s.game.cost[unit]


def for_sale(s: Position, side: int) -> UnitSet:
    """9.1.c, 9.7.a, 9.8.a-b, 17.2.j  Counters in the Display with a price, which Zhukov has not; divisions while all
    their components lie there."""
    shelf = s.stack(s.game.box(DISPLAY)) & s.game.sheet.of_side[side]
    lesser = shelf & ~s.game.divisions
    whole = formable(s, side, lesser)
    return sum(1 << u for u in members(lesser | whole) if price(s, u))


def why_not_for_sale(s: Position, side: int, unit: int) -> Reason:
    """9.1.c, 15.4.k, 17.2.c, 19.1.f, 24.0  Where a counter is that is not for sale, or what keeps it in the Display."""
    game, box = s.game, s.game.place_name(s.where[unit])
    if game.sheet.side[unit] != side:
        return no("9.1.c", "why.not-yours", unit=unit)
    if s.where[unit] >= 0:
        return no("9.1.c", "why.in-play", unit=unit)
    if box == DISPLAY and not price(s, unit):
        return no("9.8.b" if unit == game.zhukov else "9.1.a", "why.by-event-only", unit=unit)
    if box == DISPLAY or (box == REORG and game.divisions >> unit & 1):
        return no("9.7.a", "why.parts-not-in-display", unit=unit)
    rules = {WAITING: "15.4.k", REORG: "17.2.c", DEAD: "24.6.2.e", OUT: "24.0"}
    return no(rules.get(box, "9.1.c"), "why.not-for-sale", unit=unit, box=f"@box.{box}")


@step
class Buy(KgwStep):
    """9.1, 9.1.b, 9.1.e  Units are bought; the price of all of them together is rounded up (Q-12)."""

    side: Side
    spent: int = 0
    """Half points."""
    bought: UnitSet = 0

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def affordable(self, s: Position) -> UnitSet:
        purse = 2 * s.points[self.side] - self.spent
        return sum(1 << u for u in members(for_sale(s, self.side)) if price(s, u) <= purse)

    def ask(self, s: Position) -> Prompt:
        left = s.points[self.side] - -(-self.spent // 2)
        found = self.affordable(s)
        offers = units(found, "recruit"), bare("done")
        return prompt(self.side, "9.1", "ask.recruit", *offers, points=left, any=int(bool(found)))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb != "recruit" or not isinstance(noun, int):
            return no("9.1", "why.recruiting")
        if not for_sale(s, side) >> noun & 1:
            return why_not_for_sale(s, side, noun)
        if self.affordable(s) >> noun & 1:
            return None
        return no("9.1.b", "why.too-dear", unit=noun, price=halves(price(s, noun)))

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            if s.game.divisions >> noun & 1:
                parts = usual_parts(s, noun, s.stack(s.game.box(DISPLAY)))
                s.formed = tuple(sorted((*s.formed, (noun, parts))))
                for part in members(parts):
                    s.send(part, REORG)
            s.send(noun, HAND)
            s.push(Buy(side, self.spent + price(s, noun), self.bought | 1 << noun))
            return
        s.gain(side, -self.spent // 2)  # rounded up
        s.push(Deploy(side))

    def seen_by(self, s: Position, side: int | None) -> KgwStep:
        return self if side == self.side else Buy(self.side)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        if side != self.side:
            return {}
        ids = s.game.sheet.ids
        prices = {ids[u]: halves(price(s, u)) for u in members(for_sale(s, self.side))}
        prices |= {ids[u]: halves(price(s, u)) for u in members(self.bought)}
        points, left = s.points[self.side], halves(2 * s.points[self.side] - self.spent)
        bought = [ids[u] for u in members(self.bought)]
        return {
            "recruit": {"points": points, "spent": halves(self.spent), "left": left, "bought": bought, "prices": prices}
        }


# -- deploying (9.2-9.5) ---------------------------------------------------------------------------------------------


def in_hand(s: Position, side: int) -> UnitSet:
    return s.stack(s.game.box(HAND)) & s.game.sheet.of_side[side]


@step
class Deploy(KgwStep):
    """9.1.f, 9.2, 9.2.a  Units bought and given are set down; the rest goes back, but agents may wait (24.6.1)."""

    side: Side
    quota: Quota = Quota()
    begun: bool = False
    joined: UnitSet = 0
    """Divisions formed in hand: who thinks better of it takes it back."""

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def ready(self, s: Position) -> UnitSet:
        return sum(1 << u for u in members(in_hand(s, self.side)) if places(s, u, self.quota))

    def breakable(self, s: Position) -> UnitSet:
        return in_hand(s, self.side) & s.game.divisions & ~self.joined

    def ask(self, s: Position) -> Prompt | None:
        if not self.begun:
            return None
        held = in_hand(s, self.side)
        lesser = held & ~s.game.divisions
        offers = [units(self.ready(s)), units(self.breakable(s), "breakdown")]
        offers.append(units(formable(s, self.side, lesser), "combine"))
        some = int(any(offers))
        return prompt(self.side, "9.2", "ask.deploy", *offers, bare("done"), units=held, any=some)

    def run(self, s: Position) -> None:
        """19.1, Q-76  From July on Zhukov is at hand until he has been placed."""
        zhukov, month = s.game.zhukov, s.game.scenarios[s.scenario].data["leader_from"]
        at_hand = s.leader_free and s.turn >= month and s.where[zhukov] == s.game.box(DISPLAY)
        if self.side == SOVIET and at_hand:
            s.send(zhukov, HAND)
        s.push(Deploy(self.side, opening(s), True))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        held = in_hand(s, side)
        if verb == "done":
            return None
        if not isinstance(noun, int):
            return no("9.2", "why.deploying")
        if verb == "unit":
            if not held >> noun & 1:
                return no("9.2", "why.not-in-hand", unit=noun)
            return None if self.ready(s) >> noun & 1 else no(entry_rule(s, noun), "why.no-entry", unit=noun)
        if verb == "breakdown" and held & self.joined & 1 << noun:
            return no("17.3.b", "why.just-formed", unit=noun)
        if verb == "breakdown":
            otherwise = no("17.3.b", "why.not-in-hand", unit=noun)
            return None if self.breakable(s) >> noun & 1 else no_breakdown(s, side, noun, "17.3.b", otherwise)
        if verb == "combine":
            ok = formable(s, side, held & ~s.game.divisions) >> noun & 1
            return None if ok else no_forming(s, side, noun, "17.3.b")
        return no("9.2", "why.deploying")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "unit" and isinstance(noun, int):
            s.push(Placing(side, noun, self))
        elif verb == "breakdown" and isinstance(noun, int):
            break_down(s, noun)
            s.push(self)
        elif verb == "combine" and isinstance(noun, int):
            self._combine(s, noun)
            s.push(replace(self, joined=self.joined | 1 << noun))
        else:
            self._put_back(s)

    def _combine(self, s: Position, division: int) -> None:
        """9.2.g, 9.7.b, 17.3.b  Components in hand become a division that lies in hand."""
        parts = usual_parts(s, division, in_hand(s, self.side) & ~s.game.divisions)
        s.formed = tuple(sorted((*s.formed, (division, parts))))
        s.gifts &= ~parts
        s.send(division, HAND)
        for part in members(parts):
            s.send(part, REORG)

    def _put_back(self, s: Position) -> None:
        """9.2.e-f  Who does not come in now is paid for again later; air units have missed this Recruit Phase."""
        for unit in members(in_hand(s, self.side) & ~s.game.agents):
            if s.game.divisions >> unit & 1:
                release(s, unit)
            s.send(unit, DISPLAY)
        s.gifts = 0
        for unit in members(s.stack(s.game.box(WAITING)) & s.game.sheet.of_side[self.side]):
            s.send(unit, DISPLAY)  # 15.4, Q-18: they have missed this Recruit Phase

    def seen_by(self, s: Position, side: int | None) -> KgwStep:
        return self if side == self.side else Buy(self.side)


@step
class Placing(KgwStep):
    """9.2, 9.5.a  One unit is set down; supply on either face."""

    side: Side
    unit: Unit
    deploying: Deploy

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def open(self, s: Position) -> HexSet:
        return places(s, self.unit, self.deploying.quota)

    def ask(self, s: Position) -> Prompt:
        found = self.open(s)
        depot = found if s.game.supply >> self.unit & 1 else 0
        return prompt(self.side, "9.2", "ask.place", hexes(found), hexes(depot, "depot"), unit=self.unit)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb not in ("hex", "depot") or not isinstance(noun, int):
            return no("9.2", "why.placing", unit=self.unit)
        if verb == "depot" and not s.game.supply >> self.unit & 1:
            return no("9.5.a", "why.no-supply-unit", unit=self.unit)
        return None if self.open(s) >> noun & 1 else why_not_there(s, self.unit, noun, self.deploying.quota)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        quota = counted(s, self.unit, noun, self.deploying.quota)
        s.gifts &= ~(1 << self.unit)
        if verb == "depot":
            s.flipped |= 1 << self.unit
        s.put(self.unit, noun)
        if self.unit == s.game.zhukov:
            s.leader_free = False
        s.tell_of("log.deploy", 1 << self.unit, "9.2.a", hex=noun)
        s.push(replace(self.deploying, quota=quota))

    def seen_by(self, s: Position, side: int | None) -> KgwStep:
        return self if side == self.side else Buy(self.side)


# -- agents (24.6) ---------------------------------------------------------------------------------------------------


@step
class Agents(KgwStep):
    """24.6.2, Q-66  At the end of a Recruit Phase every own agent on the map rolls: partisans, or gone for good."""

    side: Side

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def run(self, s: Position) -> None:
        game = s.game
        for unit in members(s.ground(self.side) & game.agents & ~s.flipped):
            (die,) = s.roll(1)
            if die <= game.uprising[unit]:
                s.flipped |= 1 << unit
                s.tell_of("log.uprising", 1 << unit, "24.6.2.b", hex=s.where[unit], dice=str(die))
                self._settle(s, unit)
            else:
                s.tell("log.agent-lost", rule="24.6.2.c", unit=unit, dice=str(die))
                s.send(unit, DEAD)

    def _settle(self, s: Position, unit: int) -> None:
        """24.6.3  Where an uprising is tells whose country it is, but for the Disputed Area."""
        if s.game.disputed >> s.where[unit] & 1:
            s.push(Homeland(self.side, unit))
        elif s.game.country[MPR] >> s.where[unit] & 1:
            s.mongolian |= 1 << unit


@step
class Homeland(KgwStep):
    """24.6.3, Q-67  A partisan keeps to the country it rose in; in the Disputed Area its owner names one."""

    side: Side
    unit: Unit

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def ask(self, s: Position) -> Prompt:
        return prompt(self.side, "24.6.3", "ask.homeland", words("country", MPR, MANCHUKUO), unit=self.unit)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "country" and noun in (MPR, MANCHUKUO):
            return None
        return no("24.6.3.b", "why.homeland", unit=self.unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if noun == MPR:
            s.mongolian |= 1 << self.unit
