"""3.0, 25.0  Set-up: what each side places where, by hand or by a placement that makes historical sense."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice
from operator import or_
from typing import TYPE_CHECKING, Any

from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.engine.agenda import Noun, Offer, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.naming import group_name
from khalkhin.engine.placing import Group, placing
from khalkhin.games.sn.position import (
    AVAILABLE,
    HOME,
    INTERCEPTION,
    KOREA,
    MANCHUKUO,
    MENGJIANG,
    MPR,
    NORTH_CHINA,
    POOL,
    REORG,
    UNUSED,
    USSR,
    Position,
    SnStep,
)
from khalkhin.games.sn.sequence import Turn
from khalkhin.games.sn.stacking import excess
from khalkhin.games.sn.terrain import stack_limit
from khalkhin.games.sn.ways import state_rule

if TYPE_CHECKING:
    from khalkhin.games.sn.game import StrikeNorth

PHASES = ("phase.soviet_setup", "phase.japan_setup")
READY = (2, 3)
"""Of so many airstrikes of a side "place for me" keeps one for interception."""


@dataclass(frozen=True)
class Line:
    """A part of a scenario's order of battle: so many counters of these sorts, anywhere in this area."""

    rule: str
    name: str
    """Of the area."""
    side: int
    sort: UnitSet
    """Counters that can be used: any of the type (3.1)."""
    count: int
    area: HexSet
    box: str
    """`air` for the air boxes, `home` where the Home Islands are allowed too, else empty."""
    prefer: tuple[Hex, ...]
    """Where "place for me" puts them, one after the other."""


def prepare(game: StrikeNorth) -> None:
    """Read the set-up of every scenario; of two lines for the same sort the one with the smaller area comes first."""
    game.lines = {}
    for name, scenario in game.scenarios.items():
        lines = [line for row in scenario.data["setup"] for line in _lines(game, row)]
        game.lines[name] = tuple(sorted(lines, key=lambda line: line.area.bit_count()))


def _lines(game: StrikeNorth, row: Any) -> list[Line]:
    area, box = _area(game, row["area"])
    side = game.sides.index(row["side"])
    wanted = row.get("prefer", {})
    nation = game.sheet.of_nation[row["nation"]]
    found = []
    for kind, count in row["units"].items():
        sort = nation & _sort(game, kind)
        prefer = tuple(game.map.grid.at(h) for h in wanted.get(kind, ()))
        found.append(Line(row["rule"], row["area"], side, sort, count, area, box, prefer))
    return found


def _sort(game: StrikeNorth, kind: str) -> UnitSet:
    """Counters of a type; airstrikes by their front range."""
    name, _, front = kind.rpartition("_")
    if name == "airstrike" and front.isdecimal():
        return game.of_type["airstrike"] & sum(1 << u for u, r in enumerate(game.range) if r == int(front))
    return game.of_type[kind]


def _area(game: StrikeNorth, name: str) -> tuple[HexSet, str]:
    """25.2, 25.3, R91  An area of deployment, and the box that belongs to it."""
    state, east = game.realm, game.east_of_rokhlovo
    areas = {
        "far_east": state[USSR] & east,
        "trans_baikal": state[USSR] & ~east,
        "trans_baikal_mongolia": state[USSR] & ~east | state[MPR],
        "outer_mongolia": state[MPR],
        "manchukuo": state[MANCHUKUO],
        "inner_mongolia": state[MENGJIANG],
        "korea": state[KOREA],
        "north_china": state[NORTH_CHINA],
        "manchukuo_korea": state[MANCHUKUO] | state[KOREA],
        "ports": game.ports & (state[MANCHUKUO] | state[KOREA] | state[NORTH_CHINA]),
        "home": 0,
        "air": 0,
    }
    return areas[name], {"air": "air", "home": "home", "ports": "home"}.get(name, "")


def set_up(s: Position) -> None:
    """3.0, 6.1.1, 7.4, 25.2.6, R14  Corps that can be formed lie in the reorganization box, all else in the pool."""
    game = s.game
    for unit in range(len(game.sheet)):
        s.send(unit, UNUSED if game.unused >> unit & 1 else REORG if game.formed >> unit & 1 else POOL)
    s.turn = 1
    first = game.sides.index(game.scenarios[s.scenario].data["first_deployer"])
    s.active = first
    lines = game.lines[s.scenario]
    full = tuple(line.count for line in lines)
    s.push(Setup(first, full), Setup(1 - first, full), Turn(1))


# -- where -------------------------------------------------------------------------------------------------------------


def undeployed(s: Position, side: int) -> UnitSet:
    return s.in_box(side, POOL, REORG)


def fits(s: Position, unit: int, hex_: Hex) -> bool:
    """10.0.3, 10.1.4  Stacking, and one fort in a hex."""
    game, side = s.game, s.game.sheet.side[unit]
    if excess(s, side, hex_, 1 << unit) > 0:
        return False
    return not (game.forts >> unit & 1 and s.units_at(side, hex_) & game.forts)


def area_open(s: Position, unit: int, area: HexSet) -> HexSet:
    """3.1.1, 8.6, 10.0.3, R100  Hexes of an area where a unit may be set up now."""
    game, side = s.game, s.game.sheet.side[unit]
    found = area & ~s.occupied(1 - side) & game.enterable[game.sheet.nation[unit]] & ~game.sea
    if game.mech >> unit & 1:
        found &= ~game.rough | game.linked
    if game.flotillas >> unit & 1:
        found &= game.riverside
    return found & ~sum(1 << h for h in members(found & s.occupied(side)) if not fits(s, unit, h))


@step
class Setup(SnStep):
    """3.0, 3.1, 3.1.1, 25.2, 25.3  A side places its units in any order; which counter of a sort does not matter."""

    side: Side
    left: tuple[int, ...]

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def lines(self, s: Position) -> list[tuple[int, Line]]:
        """The lines of this side that still want counters."""
        lines = s.game.lines[s.scenario]
        return [(n, line) for n, line in enumerate(lines) if line.side == self.side and self.left[n]]

    def _able(self, s: Position) -> UnitSet:
        waiting, found = undeployed(s, self.side), 0
        for _, line in self.lines(s):
            found |= line.sort & waiting
        return found

    def ask(self, s: Position) -> Prompt:
        able = self._able(s)
        if not able:
            return prompt(self.side, "3.0", "ask.setup-done", bare("done"))
        count = sum(self.left[n] for n, _ in self.lines(s))
        return prompt(self.side, "3.0", "ask.setup", units(able), bare("auto"), count=count)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        able = self._able(s)
        if verb == "done":
            return no("3.0", "why.setup-waiting") if able else None
        if verb == "auto":
            return None if able else no("3.0", "why.setup-placed")
        if verb == "unit" and isinstance(noun, int):
            if s.game.sheet.side[noun] != side:
                return no("3.1", "why.not-yours", unit=noun)
            if able >> noun & 1:
                return None
            waiting = undeployed(s, side) >> noun & 1
            return no("3.1", "why.not-listed" if waiting else "why.placed", unit=noun)
        return no("3.0", "why.unit-first" if able else "why.setup-placed")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "unit" and isinstance(noun, int):
            s.push(SetDown(self, noun))
        elif verb == "auto":
            s.push(place_for_me(s, self))
        else:
            s.active = 1 - side

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        return to_place(s, self) if side == self.side else {}

    def seen_by(self, s: Position, side: int | None) -> SnStep:
        return self


def to_place(s: Position, setup: Setup) -> dict[str, Any]:
    """What a side has still to place, by area: the strongest group and in it the strongest counters first. Of the
    counters of a sort the first ones are named; any other would do as well."""
    free = undeployed(s, setup.side)
    groups: dict[tuple[str, str], list[tuple[int, Line]]] = {}
    for n, line in setup.lines(s):
        groups.setdefault((line.rule, line.name), []).append((setup.left[n], line))
    found = []
    for (rule, name), lines in groups.items():
        chosen: list[Unit] = []
        for count, line in sorted(lines, key=lambda x: (bool(x[1].sort & s.game.forts), -_weight(s, x[1]))):
            some = list(islice(members(line.sort & free), count))
            free &= ~union(some)
            chosen += some
        where = union(h for _, line in lines for h in line.prefer) or reduce(or_, (line.area for _, line in lines))
        found.append(Group(rule, chosen, where, f"area.{name}"))
    return placing(s.game, sorted(found, key=lambda group: -sum(s.game.attack[unit] for unit in group.units)))


def deploy(s: Position, setup: Setup, unit: int, place: int | str, base: bool = False) -> Setup:
    """A counter is set down; the line it belongs to wants one less."""
    if isinstance(place, int):
        s.put(unit, place)
        if base:
            s.flipped |= 1 << unit
    else:
        s.send(unit, place)
    for n, line in setup.lines(s):
        if line.sort >> unit & 1 and _belongs(line, place):
            return replace(setup, left=tuple(x - (k == n) for k, x in enumerate(setup.left)))
    raise AssertionError("a counter is placed by some line")


def _belongs(line: Line, place: int | str) -> bool:
    if isinstance(place, int):
        return bool(line.area >> place & 1)
    return line.box == ("home" if place == HOME else "air")


def place_for_me(s: Position, setup: Setup) -> Setup:
    """Everything still to be placed goes where its line would rather have it: forts first, then the strongest."""
    game = s.game
    while waiting := setup.lines(s):
        n, line = min(waiting, key=lambda x: (not x[1].sort & game.forts, -_weight(s, x[1]), x[0]))
        unit = next(members(line.sort & undeployed(s, setup.side)))
        if line.box == "air":
            waits = game.airstrikes >> unit & 1 and setup.left[n] % READY[setup.side] == 0
            box = INTERCEPTION if waits else AVAILABLE
            setup = deploy(s, setup, unit, box)
            continue
        open_ = area_open(s, unit, line.area)
        if not open_:
            setup = deploy(s, setup, unit, HOME)
            continue
        setup = deploy(s, setup, unit, _best(s, unit, line, open_, line.count - setup.left[n]))
    return setup


def _weight(s: Position, line: Line) -> int:
    unit = next(members(line.sort))
    return s.game.attack[unit] + s.game.defence[unit]


def _best(s: Position, unit: int, line: Line, open_: HexSet, placed: int) -> Hex:
    """The hex that the line has for its next counter, or the next one that is open; then any place of the area."""
    turn = placed % len(line.prefer) if line.prefer else 0
    for hex_ in (*line.prefer[turn:], *line.prefer[:turn]):
        if open_ >> hex_ & 1:
            return hex_
    side = s.game.sheet.side[unit]
    places = open_ & (s.game.cities | s.game.towns) or open_
    return min(members(places), key=lambda h: (s.size(s.units_at(side, h)), h))


@step
class SetDown(SnStep):
    """2.8, 3.1.1, 15.2.7, 25.7.5  One counter is placed."""

    after: Setup
    unit: Unit

    @property
    def phase(self) -> str:
        return self.after.phase

    def _lines(self, s: Position) -> list[Line]:
        return [line for _, line in self.after.lines(s) if line.sort >> self.unit & 1]

    def _hexes(self, s: Position) -> HexSet:
        area = 0
        for line in self._lines(s):
            area |= line.area
        return area_open(s, self.unit, area)

    def _boxes(self, s: Position) -> tuple[str, ...]:
        boxes = {line.box for line in self._lines(s)}
        if "air" in boxes:
            return (AVAILABLE, INTERCEPTION) if s.game.airstrikes >> self.unit & 1 else (AVAILABLE,)
        return ("home",) if "home" in boxes else ()

    def ask(self, s: Position) -> Prompt:
        found = self._hexes(s)
        offers: list[Offer] = [hexes(found)]
        if s.game.supply >> self.unit & 1:
            offers.append(hexes(found, "depot"))
        offers += (bare(box) for box in self._boxes(s))
        group = 1 << self.unit
        return prompt(self.after.side, "3.1.1", "ask.place", *offers, units=group, who=group_name(s, group))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb in (AVAILABLE, INTERCEPTION, "home"):
            return None if verb in self._boxes(s) else self._elsewhere(s)
        if verb in ("hex", "depot") and isinstance(noun, int):
            if verb == "depot" and not s.game.supply >> self.unit & 1:
                return no("2.8", "why.no-supply", unit=self.unit)
            return None if self._hexes(s) >> noun & 1 else self._why_not(s, noun)
        return no("3.1.1", "why.placing", unit=self.unit)

    def _why_not(self, s: Position, hex_: Hex) -> Reason:
        game, side = s.game, self.after.side
        if not any(line.area >> hex_ & 1 for line in self._lines(s)):
            return self._elsewhere(s)
        if s.occupied(1 - side) >> hex_ & 1:
            return no("10.0.4", "why.enemy", hex=hex_)
        if (rule := state_rule(s, 1 << self.unit, hex_)) is not None:
            return no(rule, "why.state", hex=hex_)
        if game.flotillas >> self.unit & 1 and not game.riverside >> hex_ & 1:
            return no("20.0.riv1", "why.river-only")
        if game.mech & ~game.flotillas & 1 << self.unit and game.rough & ~game.linked & 1 << hex_:
            return no("8.6.4", "why.terrain", hex=hex_)
        if game.forts >> self.unit & 1 and s.units_at(side, hex_) & game.forts:
            return no("10.1.4", "why.one-fort", hex=hex_)
        return no("10.0.3", "why.no-room", hex=hex_, count=stack_limit(game, hex_))

    def _elsewhere(self, s: Position) -> Reason:
        """3.1.1  The order of battle has the unit in other areas."""
        areas = [f"@area.{name}" for name in dict.fromkeys(line.name for line in self._lines(s))]
        return no("3.1.1", "why.area", unit=self.unit, areas=areas)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        place = noun if isinstance(noun, int) else HOME if verb == "home" else verb
        s.push(deploy(s, self.after, self.unit, place, verb == "depot"))

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        return to_place(s, self.after) if side == self.after.side else {}

    def seen_by(self, s: Position, side: int | None) -> SnStep:
        return self if side == self.after.side else self.after
