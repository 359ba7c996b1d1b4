"""3.0, 25.4, 25.5, 35.2  Set-up: the Soviets first, then the Japanese; a few units each, the rest in the bases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.naming import group_name
from khalkhin.engine.placing import Group, placing
from khalkhin.games.pbn import deception
from khalkhin.games.pbn.campaign import enlist
from khalkhin.games.pbn.deception import hideable
from khalkhin.games.pbn.position import BASES, HAND, JAPAN, OUT, POOL, RESERVE, SOVIET, TRACK, PbnStep, Position, is_hex
from khalkhin.games.pbn.sequence import Turn
from khalkhin.games.pbn.stacking import overfull

if TYPE_CHECKING:
    from khalkhin.games.pbn.game import Nomonhan

PHASES = ("phase.soviet_setup", "phase.japan_setup")
RULES = ("25.4.1", "25.5.1")
WAITING = TRACK[0]
"""Where units lie that are still to be placed: on the first space of the track."""


AREA_REASONS = ("why.not-west", "why.not-east")
"""25.4.1, 25.5.1  Why a unit cannot be placed outside of its side's area."""


def areas(game: Nomonhan) -> tuple[HexSet, HexSet]:
    """25.4.1, 25.5.1  West of the Khalkhin Gol, and east of it."""
    return game.west, game.east


def set_up(s: Position) -> None:
    """3.1.2, 3.2, 25.2, 25.3, 25.4.2-4, 25.5.2-5, R51  What needs no decision: bases, air, markers, levels, points."""
    game, data, charts = s.game, s.game.scenarios[s.scenario].data, s.game.charts
    if s.options["deception"]:
        s.options = {**s.options, "face_down": True}
    groups = () if "units" in data else enumerate(game.sides)
    for side, name in enumerate(game.sides):
        enlist(s, side, game.air, data["air"][name], RESERVE)
    for side, name in groups:
        for unit in members(game.group[f"setup_{BASES[side]}"]):
            s.send(unit, BASES[side])
            s.face_down |= hideable(s, 1 << unit)
        enlist(s, side, game.supply, data["supply"][name], BASES[side])
        for unit in members(game.group["setup_west" if side == SOVIET else "setup_east"]):
            s.send(unit, WAITING)
        if s.options["deception"]:
            enlist(s, side, game.deception, charts.deception_start, WAITING)
    for marker in members(game.campaign):
        row = charts.markers[game.sheet.ids[marker]]
        aside = s.options["historical"] and row.month
        s.send(marker, OUT if aside else POOL)
    for name in data["hand"]:
        s.send(game.sheet.index[name], HAND)
    for row in data.get("units", ()):
        for name in row["counters"]:
            s.put(game.sheet.index[name], game.map.grid.at(row["hex"]))
    s.levels = (charts.start_level, charts.start_level)
    s.turn = data["turns"]["first"]
    s.push(Setup(SOVIET), Setup(JAPAN), Turn(s.turn))


def waiting(s: Position, side: int) -> UnitSet:
    return s.in_box(side, WAITING)


def places(s: Position, unit: int) -> HexSet:
    """3.1.4, 3.1.5, 3.1.6, 12.8, 34.1, R91  Legal hexes: the area, no enemies, the limit; zones do not matter."""
    game, side = s.game, s.game.sheet.side[unit]
    if game.deception >> unit & 1:
        return deception.places(s, side)
    found = areas(game)[side] & ~s.held(1 - side) & ~game.closed[game.kind[unit]] & ~s.outside
    return found & ~sum(1 << h for h in members(found & s.occupied(side)) if overfull(s, side, h, 1 << unit))


@step
class Setup(PbnStep):
    """3.1, 3.1.1, 9.43, 25.4, 25.5  A side places its units in any order; nobody breaks down."""

    side: Side

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _able(self, s: Position) -> UnitSet:
        return sum(1 << u for u in members(waiting(s, self.side)) if places(s, u))

    def ask(self, s: Position) -> Prompt:
        left, able = waiting(s, self.side), self._able(s)
        if not left:
            return prompt(self.side, RULES[self.side], "ask.setup-done", bare("done"))
        last = bare("auto") if able else bare("done")
        return prompt(
            self.side, RULES[self.side], "ask.setup", units(able), last, count=left.bit_count(), any=int(bool(able))
        )

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        left, able = waiting(s, side), self._able(s)
        if verb == "done":
            return no("3.1", "why.setup-waiting", units=left) if able else None
        if verb == "auto":
            return None if able else no("3.1", "why.setup-placed")
        if verb == "unit" and isinstance(noun, int):
            if able >> noun & 1:
                return None
            return self._why_not(s, noun)
        if verb == "breakdown":
            return no("9.43", "why.no-setup-breakdown")
        return no("3.1", "why.unit-first" if able else "why.setup-placed")

    def _why_not(self, s: Position, unit: int) -> Reason:
        if s.game.sheet.side[unit] != self.side:
            return no("3.1", "why.not-yours", unit=unit)
        if waiting(s, self.side) >> unit & 1:
            return no("34.1", "why.no-feint-place", unit=unit)
        placed = is_hex(s.where[unit]) or s.based(self.side) >> unit & 1
        return no("3.1", "why.placed" if placed else "why.not-in-setup", unit=unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "done":
            for unit in members(waiting(s, side)):
                s.send(unit, OUT)  # deception markers that found no place
            if side == JAPAN:
                s.end_phase()
            return
        s.push(self)
        if isinstance(noun, int):
            s.push(SetDown(side, noun))
        else:
            place_for_me(s, side)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        return to_place(s, self.side) if side == self.side else {}


def preferred(s: Position, side: int) -> list[Hex]:
    """Where "place for me" puts the units of a side, the best place first."""
    game = s.game
    return [game.map.grid.at(h) for h in game.scenarios[s.scenario].data["prefer"][game.sides[side]]]


def to_place(s: Position, side: Side) -> dict[str, Any]:
    """What a side has still to place, and where."""
    return placing(s.game, [Group(RULES[side], tuple(members(waiting(s, side))), union(preferred(s, side)))])


def place_for_me(s: Position, side: int) -> None:
    """Everything still to be placed goes where it would rather be, deception markers last."""
    game = s.game
    prefer = preferred(s, side)
    for unit in sorted(members(waiting(s, side)), key=lambda u: (game.deception >> u & 1, u)):
        found = places(s, unit)
        if found:
            taken = s.held(side)
            best = next((h for h in prefer if found >> h & 1 and not taken >> h & 1), None)
            set_down(s, unit, best if best is not None else next(members(found & ~taken or found)))


def set_down(s: Position, unit: int, hex_: int) -> None:
    s.put(unit, hex_)
    s.face_down |= hideable(s, 1 << unit)


@step
class SetDown(PbnStep):
    """3.1.4  One unit is placed."""

    side: Side
    unit: Unit

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def ask(self, s: Position) -> Prompt:
        group, there = 1 << self.unit, hexes(places(s, self.unit))
        return prompt(self.side, RULES[self.side], "ask.place", there, units=group, who=group_name(s, group))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "hex" and isinstance(noun, int):
            return None if places(s, self.unit) >> noun & 1 else self._why_not(s, noun)
        return no("3.1.4", "why.placing", unit=self.unit)

    def _why_not(self, s: Position, hex_: int) -> Reason:
        if s.held(1 - self.side) >> hex_ & 1:
            return no("3.1.5", "why.enemy", hex=hex_)
        if s.game.deception >> self.unit & 1:
            return no("34.1", "why.no-deception", hex=hex_)
        if not areas(s.game)[self.side] >> hex_ & 1:
            return no(RULES[self.side], AREA_REASONS[self.side], unit=self.unit, hex=hex_)
        return no("12.8", "why.no-room-there", hex=hex_)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        set_down(s, self.unit, noun)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        return to_place(s, self.side) if side == self.side else {}

    def seen_by(self, s: Position, side: int | None) -> PbnStep | None:
        return self if side == self.side else None
