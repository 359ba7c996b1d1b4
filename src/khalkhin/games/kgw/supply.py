"""16.0, 19.2  Supply units, their lines of communication, and the Supply Phase of a second Segment."""

from __future__ import annotations

from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.board.trace import Trace, flood, trace
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units, words
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.summary import SupplyLine
from khalkhin.games.kgw.air_supply import deliver, landing, why_no_landing
from khalkhin.games.kgw.position import DISPLAY, JAPAN, USSR, KgwStep, Position
from khalkhin.games.kgw.refusals import no_supply, not_now

PHASES = ("phase.soviet_supply", "phase.japan_supply")
MOBILE, STATIC = "mobile", "static"


# -- lines of communication ------------------------------------------------------------------------------------------


def radius(s: Position, side: int, depot: bool) -> int:
    """16.2.d-e, 22.2  How many hexes a line may have: mobile supply serves its own hex, depots less in winter."""
    if not depot:
        return 0
    charts = s.game.charts
    return charts.winter_radius if s.winter else charts.radius[s.game.sides[side]]


def passable(s: Position, side: int) -> HexSet:
    """16.2.b, Q-56  Hexes a line may lead through: no enemies, no open water, for the Japanese not the USSR, and
    nothing out of play."""
    game = s.game
    closed = s.occupied(1 - side) | s.water | s.outside
    if side == JAPAN:
        closed |= game.country[USSR]
    return game.map.grid.all & ~closed


def served(s: Position, side: int, source: Hex, reach: int) -> HexSet:
    """12.2.f-g, 16.2.a-c, Q-55  Hexes with a line to a source. Only the last hex of a line may be in an enemy zone."""
    grid, zone = s.game.map.grid, s.zone(1 - side)
    own = 1 << source
    if not reach or zone & own:
        return own
    known: dict[tuple[Hex, int], HexSet] = s.notes.setdefault(("served", side), {})
    if (source, reach) not in known:
        open_ = passable(s, side)
        inner = flood(grid, own, open_ & ~zone, steps=reach - 1)
        known[source, reach] = inner | flood(grid, inner, open_, steps=1)
    return known[source, reach]


def hexes_served(s: Position, unit: int) -> HexSet:
    """The hexes that a supply unit on the map serves."""
    side = s.game.sheet.side[unit]
    depot = bool(s.flipped >> unit & 1)
    return served(s, side, s.where[unit], radius(s, side, depot))


def line(s: Position, unit: int, to: Hex) -> Trace:
    """The line from a supply unit to a hex, or the hex that blocks it."""
    side = s.game.sheet.side[unit]
    depot = bool(s.flipped >> unit & 1)
    zone, source = s.zone(1 - side), s.where[unit]
    steps, distance = radius(s, side, depot), s.game.map.grid.distance(source, to)
    if distance > steps:
        return Trace(None)
    if zone >> source & 1 and distance:
        return Trace(None, source)
    open_ = passable(s, side) & (~zone | 1 << to)
    return trace(s.game.map.grid, source, 1 << to, open_, steps=steps)


def lines_from(s: Position, stock: UnitSet) -> dict[str, Any]:
    """For each supply unit, by its id, the hexes it serves and the line to each of them that has units."""
    name, ids = s.game.map.grid.name, s.game.sheet.ids
    out = {}
    for unit in members(stock):
        area = hexes_served(s, unit)
        manned = area & s.occupied(s.game.sheet.side[unit])
        paths = {name(h): [name(step) for step in line(s, unit, h).path or ()] for h in members(manned)}
        out[ids[unit]] = {"hexes": [name(h) for h in members(area)], "paths": paths}
    return out


def supply_lines(s: Position, side: int | None) -> tuple[SupplyLine, ...]:
    """For every hex with units of a side the shortest line from a supply unit, or the hex that blocks the nearest."""
    if side is None:
        return ()
    stock = tuple(members(on_hand(s, side)))
    return tuple(_line_to(s, stock, hex_) for hex_ in members(s.occupied(side)))


def _line_to(s: Position, stock: tuple[int, ...], hex_: Hex) -> SupplyLine:
    near = sorted(stock, key=lambda unit: s.game.map.grid.distance(s.where[unit], hex_))
    traces = [line(s, unit, hex_) for unit in near]
    paths = [found.path for found in traces if found.path is not None]
    if paths:
        return SupplyLine(hex_, min(paths, key=len), None)
    block = next((found.block for found in traces if found.block is not None), None)
    return SupplyLine(hex_, (), block, _why_no_line(s, near, hex_, block))


def _why_no_line(s: Position, near: list[int], hex_: Hex, block: Hex | None) -> Reason:
    """12.2.f-g, 16.2.a-f  Why no supply unit serves a hex: what is in the way of the nearest one in reach, or how far
    away all are."""
    if not near:
        return no("16.2.a", "why.line-no-source")
    side, unit = s.game.sheet.side[near[0]], near[0]
    if block is None:
        rule = "16.2.e" if s.flipped >> unit & 1 else "16.2.d"
        far, most = s.game.map.grid.distance(s.where[unit], hex_), radius(s, side, rule == "16.2.e")
        return no(rule, "why.line-far", hex=s.where[unit], count=far, limit=most)
    if s.occupied(1 - side) >> block & 1:
        return no("16.2.b", "why.line-enemy", hex=block)
    if s.zone(1 - side) >> block & 1:
        if any(s.where[unit] == block for unit in near):
            return no("12.2.g", "why.line-source-zone", hex=block)
        return no("12.2.f", "why.line-zone", hex=block)
    return no("16.2.b", "why.line-closed", hex=block, terrain=f"@terrain.{s.game.map.terrain_at(block)}")


def on_hand(s: Position, side: int) -> UnitSet:
    """16.1.g  Supply units of a side on the map: any contingent may use them."""
    return s.ground(side) & s.game.supply


def expend(s: Position, unit: int) -> None:
    """16.3.a-c  One supply unit, one action; then it lies in the Display again."""
    s.flipped &= ~(1 << unit)
    s.send(unit, DISPLAY)


def units_in(s: Position, side: int, area: HexSet) -> UnitSet:
    """The ground units of a side in an area."""
    return sum(s.units_at(side, h) for h in members(area & s.occupied(side)))


# -- the Supply Phase ------------------------------------------------------------------------------------------------


@step
class SupplyPhase(KgwStep):
    """16.3.3, 16.3.3.a-b  Supply units are expended so that all they serve may move and attack in this Segment."""

    side: Side

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _marker(self, s: Position) -> HexSet:
        """19.2, Q-63  Where the Gekokujo marker may be placed."""
        return s.occupied(JAPAN) if self.side == JAPAN and s.gekokujo else 0

    def ask(self, s: Position) -> Prompt | None:
        stock, marker = on_hand(s, self.side), self._marker(s)
        if not stock and not marker and not landing(s, self.side):
            # Whether there is supply on the map everybody may know only where all of it can be seen.
            return prompt(self.side, "16.3.3", "ask.supply-none", bare("done"), any=int(bool(s.supplied)))
        offers = units(stock, "supply"), hexes(marker, "gekokujo"), hexes(landing(s, self.side), "deliver")
        return prompt(self.side, "16.3.3", "ask.supply", *offers, bare("done"))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "supply" and isinstance(noun, int):
            return no_supply(s, side, noun, "16.3.a")
        if verb == "gekokujo" and isinstance(noun, int):
            if not (side == JAPAN and s.gekokujo):
                return no("19.2.1.b", "why.no-gekokujo")
            return None if self._marker(s) >> noun & 1 else no("19.2.1.b", "why.nobody-there", hex=noun)
        if verb == "deliver" and isinstance(noun, int):
            return None if landing(s, side) >> noun & 1 else why_no_landing(s, side, noun)
        return not_now(verb)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "done":
            return
        s.push(self)
        if verb == "supply" and isinstance(noun, int):
            fed = units_in(s, side, hexes_served(s, noun)) & ~(1 << noun)
            where = s.where[noun]
            expend(s, noun)
            self._mark(s, fed, where)
        elif verb == "gekokujo" and isinstance(noun, int):
            s.push(Gekokujo(noun))
        elif verb == "deliver" and isinstance(noun, int):
            deliver(s, noun)

    def _mark(self, s: Position, fed: UnitSet, hex_: Hex) -> None:
        s.supplied |= fed
        if fed:
            s.tell_of("log.supplied", fed, "16.3.3.a", hex=hex_)
        else:
            s.tell("log.supply-wasted", rule="16.3.3.b", hex=hex_)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        if side != self.side:
            return {}
        return {"supply": lines_from(s, on_hand(s, side)), "serves": self._serves(s)}

    def _serves(self, s: Position) -> dict[str, dict[str, list[str]]]:
        """Who would be in supply in this Segment that is not yet, for everything that can be expended."""
        ids, name = s.game.sheet.ids, s.game.map.grid.name
        depots = radius(s, self.side, depot=True)

        def news(area: HexSet, spent: UnitSet = 0) -> list[str]:
            fed = units_in(s, self.side, area) & ~s.supplied & ~s.static() & ~spent
            return [ids[unit] for unit in members(fed)]

        return {
            "supply": {ids[u]: news(hexes_served(s, u), 1 << u) for u in members(on_hand(s, self.side))},
            "gekokujo": {name(h): news(served(s, JAPAN, h, depots)) for h in members(self._marker(s))},
            "deliver": {name(h): news(s.game.map.grid.within(1 << h, 1)) for h in members(landing(s, self.side))},
        }


@step
class Gekokujo(KgwStep):
    """19.2.1.b  The marker works as a mobile or as a static supply unit, as the Japanese player likes."""

    hex: Hex

    @property
    def phase(self) -> str:
        return PHASES[JAPAN]

    def ask(self, s: Position) -> Prompt:
        return prompt(JAPAN, "19.2", "ask.gekokujo", words("as", MOBILE, STATIC), hex=self.hex)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        return None if verb == "as" and noun in (MOBILE, STATIC) else no("19.2.1.b", "why.gekokujo-first")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        fed = units_in(s, JAPAN, served(s, JAPAN, self.hex, radius(s, JAPAN, noun == STATIC)))
        s.gekokujo = False
        s.supplied |= fed
        s.tell_of("log.gekokujo", fed, "19.2.1.b", hex=self.hex)

    def seen_by(self, s: Position, side: int | None) -> KgwStep:
        return self if side == JAPAN else SupplyPhase(JAPAN)
