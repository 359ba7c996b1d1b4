"""3.0, 23.0  Set-up: what each side places where, by hand or by a placement that makes historical sense."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.placing import Group, placing
from khalkhin.games.kgw.bases import with_room
from khalkhin.games.kgw.divisions import break_down, formable, usual_parts
from khalkhin.games.kgw.entry import open_to
from khalkhin.games.kgw.position import (
    DISPLAY,
    HAND,
    JAPAN,
    MANCHUKUO,
    MENGJIANG,
    MPR,
    OUT,
    REORG,
    SOVIET,
    USSR,
    KgwStep,
    Position,
)
from khalkhin.games.kgw.refusals import no_breakdown, no_entry, no_forming, not_now
from khalkhin.games.kgw.sequence import Turn
from khalkhin.games.kgw.stacking import excess

if TYPE_CHECKING:
    from khalkhin.games.kgw.game import KhalkinGolWar

PHASES = ("phase.soviet_setup", "phase.japan_setup")
OPTIONAL = (("armour_groups", ("RA-FMG", "JA-YAS", "CX-SENDA")), ("air_supply", ("JA-AIRSUP",)))
"""Q-99  Counters that are left out of the game with their option."""


@dataclass(frozen=True)
class Line:
    """A line of a scenario's set-up: these counters, anywhere in this area."""

    rule: str
    side: int
    counters: UnitSet
    listed: tuple[int, ...]
    """The same counters in the order of the scenario."""
    area: HexSet
    prefer: tuple[Hex, ...]
    """Where "place for me" puts them: the first counter in the first hex, and so on; the rest where there is room."""
    apart: bool
    """23.1.3  Not more than one of them in a hex, so that they cannot form a division (Q-97)."""
    most: int
    """How many of them are placed, where it is the owner's choice which (Q-100); 0 for all."""


def prepare(game: KhalkinGolWar) -> None:
    """Read the set-up of every scenario."""
    game.lines = {name: tuple(_lines(game, scenario.data)) for name, scenario in game.scenarios.items()}


def _lines(game: KhalkinGolWar, data: Any) -> list[Line]:
    out = []
    for row in data["setup"]:
        closed = union(game.map.grid.at(h) for h in data["closed"][row["side"]])
        out.append(
            Line(
                row["rule"],
                game.sides.index(row["side"]),
                union(game.sheet.index[c] for c in row["counters"]),
                tuple(game.sheet.index[c] for c in row["counters"]),
                _area(game, row["area"]) & ~closed,
                tuple(game.map.grid.at(h) for h in row.get("prefer", ())),
                bool(row.get("apart", False)),
                int(row.get("most", 0)),
            )
        )
    return out


def _area(game: KhalkinGolWar, area: Any) -> HexSet:
    """Q-73  An area: every condition it names holds."""
    grid, found = game.map.grid, game.map.grid.all
    if "country" in area:
        found &= union(h for name in area["country"] for h in members(game.country[name]))
    if "hexes" in area:
        found &= union(grid.at(h) for h in area["hexes"])
    if "within" in area:
        found &= grid.within(union(grid.at(h) for h in area["of"]), area["within"])
    if "border" in area:
        found &= grid.within(game.country[area["border"]], area["reach"])
    if area.get("north_of_herlen"):
        found &= game.north_of_herlen
    if "west_of" in area:
        column = int(area["west_of"][:2])
        found &= union(h for h in members(grid.all) if int(grid.name(h)[:2]) < column)
    if "road" in area:
        road = union(h for pair in game.map.pairs("road", area["road"]) for h in pair)
        found &= grid.within(road, 1) if area.get("beside") else road
    if area.get("railroad"):
        found &= game.railroad
    if area.get("towns"):
        found &= game.towns
    if area.get("aerodromes"):
        found &= game.aerodromes
    return found


def set_up(s: Position) -> None:
    """23.0  Everything that is placed lies in hand, the rest in the Displays; entrenchments and control as told."""
    game, data = s.game, s.game.scenarios[s.scenario].data
    for unit in range(len(game.sheet)):
        s.send(unit, DISPLAY)
    for option, counters in OPTIONAL:
        if not s.options[option]:
            for counter in counters:
                s.send(game.sheet.index[counter], OUT)
    if not s.options["agents"]:
        for unit in members(game.agents):
            s.send(unit, OUT)
    s.send(game.marker, OUT)
    for line in game.lines[s.scenario]:
        for unit in members(line.counters):
            s.send(unit, HAND)
    for unit in members(s.stack(game.box(HAND)) & game.divisions):
        _form(s, unit, s.stack(game.box(DISPLAY)))
    soviet = game.country[USSR] | game.country[MPR] & ~game.disputed
    japan = (game.country[MANCHUKUO] | game.country[MENGJIANG]) & ~game.disputed
    s.aerodromes = game.aerodromes & soviet & ~s.outside, game.aerodromes & japan & ~s.outside
    soviet_works, japan_works = (union(map(game.map.grid.at, data["entrenchments"][name])) for name in game.sides)
    s.trenches = soviet_works, japan_works
    s.unmanned = soviet_works | japan_works
    s.points = data["points"]["soviet"], data["points"]["japan"]
    s.gekokujo = bool(data["gekokujo"])
    s.leader_free = data["leader_from"] <= data["turns"]["last"]
    s.turn = data["turns"]["first"]
    s.active = SOVIET
    s.push(Setup(SOVIET), Setup(JAPAN), Turn(s.turn))


def _form(s: Position, division: int, pool: UnitSet) -> None:
    parts = usual_parts(s, division, pool & ~s.game.divisions)
    s.formed = tuple(sorted((*s.formed, (division, parts))))
    for unit in members(parts):
        s.send(unit, REORG)


# -- where ----------------------------------------------------------------------------------------------------------


def in_hand(s: Position, side: int) -> UnitSet:
    return s.stack(s.game.box(HAND)) & s.game.sheet.of_side[side]


def line_of(s: Position, unit: int) -> Line:
    """The line a counter is placed by: a division formed goes by its components, parts of one by its number."""
    game = s.game
    lines = game.lines[s.scenario]
    found = next((line for line in lines if line.counters >> unit & 1), None)
    if found is not None:
        return found
    if parts := s.parts(unit):
        return line_of(s, next(members(parts)))
    number = game.formation[unit]
    kin = sum(1 << u for u, name in enumerate(game.formation) if name and name == number)
    return next(line for line in lines if line.counters & kin)


def places(s: Position, unit: int) -> HexSet:
    """23.0, Q-77, Q-79  Legal hexes for a counter now: its area, stacking, terrain, no enemies, room at the base."""
    game, side = s.game, s.game.sheet.side[unit]
    line = line_of(s, unit)
    if not game.ground >> unit & 1:
        return line.area & with_room(s, side)
    found = line.area & open_to(s, unit)
    if game.agents >> unit & 1:
        found &= ~s.zone(1 - side)  # 24.6.1.d
    taken = 0
    for hex_ in members(found & s.occupied(side)):
        crowd = line.apart and s.units_at(side, hex_) & line.counters & ~s.game.mech
        if excess(s, side, hex_, 1 << unit) or (crowd and line.counters >> unit & 1 and not s.game.mech >> unit & 1):
            taken |= 1 << hex_
    return found & ~taken


def why_not_placed(s: Position, unit: int, hex_: Hex) -> Reason:
    """23.0, Q-77, Q-79, Q-97  Why a counter is not set up in a hex."""
    game, side, line = s.game, s.game.sheet.side[unit], line_of(s, unit)
    if not line.area >> hex_ & 1:
        return no(line.rule, "why.outside-area", unit=unit, hex=hex_)
    if not game.ground >> unit & 1:
        if not s.aerodromes[side] >> hex_ & 1:
            return no("15.3.a", "why.no-such-base", hex=hex_)
        return no("15.3.b", "why.base-full", hex=hex_, count=game.charts.per_aerodrome)
    if (reason := no_entry(s, unit, hex_, line.rule)) is not None:
        return reason
    if game.agents >> unit & 1 and s.zone(1 - side) >> hex_ & 1:
        return no("24.6.1.d", "why.retreat-zone", hex=hex_)
    if excess(s, side, hex_, 1 << unit):
        return no("11.1.a", "why.also-full", hex=hex_)
    if line.apart and s.units_at(side, hex_) & line.counters:
        return no(line.rule, "why.keep-apart", unit=unit)
    return no("10.2.c", "why.terrain", unit=unit, hex=hex_, terrain=f"@terrain.{game.map.terrain_at(hex_)}")


def turnable(s: Position, unit: int) -> HexSet:
    """23.0.e  Where a counter may lie with its back up: supply anywhere, engineers where they can bridge (20.1)."""
    game = s.game
    if game.supply >> unit & 1:
        return game.map.grid.all
    if not game.engineers >> unit & 1:
        return 0
    bridges = s.ground(game.sheet.side[unit]) & game.engineers & s.flipped
    return game.rivers & ~union(s.where[u] for u in members(bridges))


def why_no_back(s: Position, unit: int, hex_: Hex) -> Reason:
    """20.1.b, 20.1.f, 23.0.e  Neither supply nor an engineer; no river to bridge, or a bridge that stands there."""
    if not s.game.engineers >> unit & 1:
        return no("23.0.e", "why.no-back", unit=unit)
    if not s.game.rivers >> hex_ & 1:
        return no("20.1.b", "why.no-river", unit=unit, hex=hex_)
    return no("20.1.f", "why.bridged-already", hex=hex_)


@step
class Setup(KgwStep):
    """17.3.a, 23.0  A side places its units in any order; divisions may break down or form, supply on either face."""

    side: Side

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def pools(self, s: Position) -> Iterator[UnitSet]:
        """Components in hand that may be placed together: those of one line, unless they have to keep apart."""
        loose: dict[Line, UnitSet] = {}
        for unit in members(in_hand(s, self.side) & ~s.game.divisions):
            line = line_of(s, unit)
            loose[line] = loose.get(line, 0) | 1 << unit
        yield from (pool for line, pool in loose.items() if not line.apart)

    def joinable(self, s: Position) -> UnitSet:
        found = 0
        for pool in self.pools(s):
            found |= formable(s, self.side, pool)
        return found

    def ask(self, s: Position) -> Prompt:
        held = in_hand(s, self.side)
        if not held:
            return prompt(self.side, "23.0", "ask.setup-done", bare("done"))
        offers = [units(sum(1 << u for u in members(held) if places(s, u)))]
        offers += units(held & s.game.divisions, "breakdown"), units(self.joinable(s), "combine")
        return prompt(self.side, "23.0", "ask.setup", *offers, bare("auto"), count=held.bit_count())

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        held = in_hand(s, side)
        if verb == "done":
            return no("23.0", "why.setup-waiting", units=held) if held else None
        if verb == "auto":
            return None if held else no("23.0", "why.setup-placed")
        if not isinstance(noun, int):
            return not_now(verb)
        if verb == "unit":
            if not held >> noun & 1:
                return no("23.0", "why.not-in-hand", unit=noun)
            return None if places(s, noun) else no(line_of(s, noun).rule, "why.no-room", unit=noun)
        if verb == "breakdown":
            otherwise = no("17.3.a", "why.not-in-hand", unit=noun)
            ok = held & s.game.divisions & 1 << noun
            return None if ok else no_breakdown(s, side, noun, "17.3.a", otherwise)
        if verb == "combine":
            return None if self.joinable(s) >> noun & 1 else no_forming(s, side, noun, "17.3.a")
        if verb not in ("hex", "depot"):
            return not_now(verb)
        return no("23.0", "why.unit-first" if held else "why.setup-placed")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "done":
            s.active = 1 - side
            return
        s.push(self)
        if verb == "unit" and isinstance(noun, int):
            s.push(SetDown(side, noun))
        elif verb == "breakdown" and isinstance(noun, int):
            break_down(s, noun)
        elif verb == "combine" and isinstance(noun, int):
            _form(s, noun, next(pool for pool in self.pools(s) if usual_parts(s, noun, pool)))
            s.send(noun, HAND)
        else:
            place_for_me(s, side)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        return to_place(s, self.side) if side == self.side else {}


def to_place(s: Position, side: Side) -> dict[str, Any]:
    """What a side has in hand, by the lines of the scenario."""
    waiting: dict[Line, list[Unit]] = {}
    for unit in members(in_hand(s, side)):
        waiting.setdefault(line_of(s, unit), []).append(unit)
    lines = [line for line in s.game.lines[s.scenario] if line in waiting]
    return placing(s.game, [Group(x.rule, waiting[x], union(x.prefer) or x.area) for x in lines])


def place_for_me(s: Position, side: int) -> None:
    """Everything still in hand goes where its line would rather have it: divisions first, air units last."""
    game = s.game

    def rank(unit: int) -> tuple[bool, bool]:
        return not game.ground >> unit & 1, not game.divisions >> unit & 1

    for unit in sorted(members(in_hand(s, side)), key=rank):
        if in_hand(s, side) >> unit & 1:
            found = places(s, unit)
            line = line_of(s, unit)
            if not game.ground >> unit & 1:
                found = found & ~_exposed(s, side) or found
            turn = line.listed.index(unit) if unit in line.listed else 0
            wanted = (*line.prefer[turn : turn + 1], *line.prefer)
            best = next((h for h in (*wanted, *members(found)) if found >> h & 1), None)
            if best is None:
                raise LookupError(f"{game.sheet.ids[unit]} has no place left in its area")
            set_down(s, unit, best)


def _exposed(s: Position, side: int) -> HexSet:
    """15.3.g  Hexes where air units would be lost as soon as play begins."""
    return s.zone(1 - side) & ~s.occupied(side)


def set_down(s: Position, unit: int, hex_: Hex) -> None:
    """A counter is placed. Where its line places only some of its counters the others go to the Display (Q-100)."""
    line = line_of(s, unit)
    s.put(unit, hex_)
    rest = line.counters & in_hand(s, line.side)
    if line.most and (line.counters & ~rest).bit_count() >= line.most:
        for other in members(rest):
            s.send(other, DISPLAY)


@step
class SetDown(KgwStep):
    """23.0  One unit is placed."""

    side: Side
    unit: Unit

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def ask(self, s: Position) -> Prompt:
        found = places(s, self.unit)
        turned = hexes(found & turnable(s, self.unit), "depot")
        return prompt(self.side, "23.0", "ask.place", hexes(found), turned, unit=self.unit)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb not in ("hex", "depot") or not isinstance(noun, int):
            return no("23.0", "why.placing", unit=self.unit)
        if not places(s, self.unit) >> noun & 1:
            return why_not_placed(s, self.unit, noun)
        if verb == "depot" and not turnable(s, self.unit) >> noun & 1:
            return why_no_back(s, self.unit, noun)
        return None

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        if verb == "depot":
            s.flipped |= 1 << self.unit
        set_down(s, self.unit, noun)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        return to_place(s, self.side) if side == self.side else {}

    def seen_by(self, s: Position, side: int | None) -> KgwStep:
        return self if side == self.side else Setup(self.side)
