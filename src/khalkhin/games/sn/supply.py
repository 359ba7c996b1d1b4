"""14.0  Supply: General Supply by radius and railroad, Offensive Supply for expended supply units."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.board.trace import joined, onward
from khalkhin.engine.agenda import Noun, Prompt, bare, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.sn.elimination import forget
from khalkhin.games.sn.position import (
    AVAILABLE,
    INTERCEPTION,
    JAPAN,
    KEPT,
    NORTH_CHINA,
    POOL,
    SOVIET,
    Position,
    SnStep,
)
from khalkhin.games.sn.terrain import MECH, NON

if TYPE_CHECKING:
    from khalkhin.games.sn.game import StrikeNorth

MOUNTAIN = "mountain"
CLASSES = (MECH, NON, MOUNTAIN)
"""14.1, 20.0.mtn, R44  Lines differ by who is supplied: lakes stop mechanized units, rough stops all but mountain
units."""


def users(s: Position, side: int, kind: str) -> UnitSet:
    """The ground units of a side on the map that are supplied alike."""
    game, all_ = s.game, s.ground(side)
    if kind == MOUNTAIN:
        return all_ & game.mountain
    return all_ & game.mech if kind == MECH else all_ & ~game.mech & ~game.mountain


def stores(s: Position, side: int) -> UnitSet:
    """14.1, 15.2.29  Undisrupted supply units of a side on the map."""
    return s.working(side, s.game.supply)


def open_hexes(s: Position, side: int) -> HexSet:
    """14.1.2, R45  Where lines of supply may run: land without enemies; Soviet ones not in North China."""
    found = s.game.land & ~s.occupied(1 - side)
    return found & ~s.game.realm[NORTH_CHINA] if side == SOVIET else found


def reached(s: Position, side: int, kind: str, sources: HexSet, radius: int) -> HexSet:
    """11.7, 14.1, 14.1.1, 14.1.2, 14.1.3, R43  Hexes that lines of so many hexes reach: into enemy zones, not
    through."""
    return _reached(s.game, kind, sources, radius, open_hexes(s, side), s.enemy_zone(side))


@lru_cache(KEPT)
def _reached(game: StrikeNorth, kind: str, sources: HexSet, radius: int, open_: HexSet, zone: HexSet) -> HexSet:
    seen, front = sources, sources & ~zone
    for n in range(radius):
        new = onward(game.map.grid, front, walls=game.line_walls[kind, n == 0]) & open_ & ~seen
        if not new:
            break
        seen |= new
        front = new & ~zone
    return seen


def net(s: Position, side: int, hex_: Hex) -> HexSet:
    """14.1.4, 14.1.5, 15.2.27  The railroad that a supply unit in a hex supplies along."""
    key = "nets", side, s.disrupted, s.ruined
    known: tuple[HexSet, ...] | None = s.notes.get(key)
    if known is None:
        usable = s.game.rail & open_hexes(s, side) & ~s.enemy_zone(side) & ~s.ruined
        known = s.notes[key] = joined(s.game.map.grid, usable, s.game.rail_links)
    return next((line for line in known if line >> hex_ & 1), 0)


def by_radius(s: Position, side: int, group: UnitSet, rails: bool) -> dict[int, HexSet]:
    """Sources of supply by radius: the hexes of supply units, with their railroads for General Supply."""
    found: dict[int, HexSet] = {}
    for unit in members(group):
        hex_ = s.where[unit]
        if hex_ >= 0:
            source = 1 << hex_ | (net(s, side, hex_) if rails else 0)
            found[s.radius(unit)] = found.get(s.radius(unit), 0) | source
    return found


def cover(s: Position, side: int, group: UnitSet, rails: bool) -> dict[str, HexSet]:
    """For each class that there is the hexes that some supply units supply."""
    key = "cover", side, group, rails, s.disrupted, s.flipped, s.ruined
    found: dict[str, HexSet] | None = s.notes.get(key)
    if found is None:
        kinds = CLASSES if users(s, side, MOUNTAIN) else (MECH, NON)
        found = s.notes[key] = {kind: served(s, side, kind, group, rails) for kind in kinds}
    return found


def served(s: Position, side: int, kind: str, group: UnitSet, rails: bool) -> HexSet:
    """The hexes that some supply units supply for a class."""
    found = 0
    for radius, sources in by_radius(s, side, group, rails).items():
        found |= reached(s, side, kind, sources, radius)
    return found


def supplied(s: Position, side: int, hexes: dict[str, HexSet]) -> UnitSet:
    """The units that stand in hexes supplied for their class."""
    found = 0
    for kind, there in hexes.items():
        for unit in members(users(s, side, kind)):
            if there >> s.where[unit] & 1:
                found |= 1 << unit
    return found


def automatic(s: Position, side: int, moved: UnitSet = 0) -> UnitSet:
    """14.2.1, 14.2.2, 14.2.3, 20.0.fort, 18.0.8, 19.0.6, 20.0.ger, 23.0.4, 25.4.1  Who is in General Supply without a
    line. `moved`: supply units that count for nobody, because they were elsewhere when the phase began."""
    mine, everybody = s.game.sheet.of_side[side], s.ground(side)
    if s.surprise(side) and s.active == side:
        return (everybody | s.at_home) & mine
    found = everybody & _exempt(s)
    for hex_ in members(s.hexes_of(side, _shelters(s, moved))):
        found |= s.units_at(side, hex_)
    return found | s.at_home & mine


def is_automatic(s: Position, side: int, unit: int, moved: UnitSet) -> bool:
    """Whether `automatic` has a unit that is on the map or at home: asked of one, no other stack is looked at."""
    if (s.surprise(side) and s.active == side) or (_exempt(s) | s.at_home) >> unit & 1:
        return True
    return bool(s.units_at(side, s.where[unit]) & _shelters(s, moved))


def _exempt(s: Position) -> UnitSet:
    """14.2.2, 14.2.3, 18.0.8, 20.0.ger  Who is in General Supply wherever he stands."""
    game = s.game
    return game.supply | game.forts | game.special | s.landed


def _shelters(s: Position, moved: UnitSet) -> UnitSet:
    """14.2.1, 20.0.fort  Counters that put everybody in their hex into General Supply."""
    return s.game.forts | s.game.supply & ~s.disrupted & ~moved


def general(s: Position, side: int) -> UnitSet:
    """14.2  Everybody in General Supply."""
    return automatic(s, side) | supplied(s, side, cover(s, side, stores(s, side), True))


def offensive(s: Position, side: int, spent: UnitSet) -> UnitSet:
    """14.3, 14.3.1, 15.2.28, 23.0.5  Undisrupted units in radius of the supply units that are expended."""
    found = supplied(s, side, cover(s, side, spent, False))
    if spent & s.at_home:
        found |= s.at_home
    return found & ~s.disrupted


def why_not_expended(s: Position, side: int, unit: int, rule: str) -> Reason:
    """14.3, 15.2.29  Why a counter is no supply unit that a side can expend."""
    if s.game.sheet.side[unit] != side:
        return no(rule, "why.not-yours", unit=unit)
    if not s.game.supply >> unit & 1:
        return no(rule, "why.no-supply", unit=unit)
    if s.disrupted >> unit & 1:
        return no("15.2.29", "why.disrupted", unit=unit)
    return no(rule, "why.off-map", unit=unit)


def work_out(s: Position, side: int, spent: UnitSet) -> None:
    """14.4.1, 14.5.6, 20.0.hq1  The supply of a side for a phase in which it expends these supply units."""
    mine = s.game.sheet.of_side[side]
    s.general = s.general & ~mine | general(s, side)
    s.offensive = s.offensive & ~mine | offensive(s, side, spent)
    s.led = s.led & ~mine | _led(s, side)
    s.fed = s.fed & ~mine | supplied(s, side, cover(s, side, spent, True)) & s.game.supply


@step
class Expend(SnStep):
    """4.1.6, 14.3, 14.4, 14.4.1, 14.4.2, 14.5.6, 14.5.7, 25.4.1, R93  At the start of a phase a side names the supply
    units that it expends; supply of the phase is worked out before they are removed."""

    side: Side
    use: str
    """move, air or combat."""
    spent: UnitSet = 0
    guest: bool = False
    """15.2.12, R69  Whether it is the other side, for its interceptors."""

    @property
    def phase(self) -> str:
        return f"phase.{s_name(1 - self.side if self.guest else self.side)}_{self.use}"

    def _able(self, s: Position) -> UnitSet:
        home = s.at_home & s.game.supply & s.game.sheet.of_side[self.side] & ~s.disrupted
        return (stores(s, self.side) | home) & ~self.spent

    def ask(self, s: Position) -> Prompt | None:
        if self.use == "move" and s.surprise(self.side):
            return None  # General Supply is enough
        if not self._able(s) and not self.spent and not s.ground(self.side) & s.game.supply:
            return None
        use = "interception" if self.guest else self.use
        able = self._able(s)
        some = int(bool(able))
        return prompt(self.side, "14.3", f"ask.expend-{use}", units(able, "expend"), bare("done"), any=some)

    def run(self, s: Position) -> None:
        self._settle(s)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "expend" and isinstance(noun, int):
            return None if self._able(s) >> noun & 1 else self._why_not(s, noun)
        return no("14.4.2", "why.expend-first")

    def _why_not(self, s: Position, unit: int) -> Reason:
        if self.spent >> unit & 1:
            return no("14.3", "why.in-hand", unit=unit)
        return why_not_expended(s, self.side, unit, "14.3")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            s.push(replace(self, spent=self.spent | 1 << noun))
        else:
            self._settle(s)

    def _settle(self, s: Position) -> None:
        side = self.side
        work_out(s, side, self.spent)
        if not self.guest:
            s.home_open = bool(self.spent & s.at_home) or s.surprise(side)
        for unit in members(self.spent):
            expend(s, unit)
        if self.spent:
            s.tell("log.expended", rule="14.3", side=side, count=self.spent.bit_count())
        if self.use == "air" and not self.guest:
            s.push(InterceptorSupply(side, bool(self.spent)))

    def seen_by(self, s: Position, side: int | None) -> SnStep:
        return self if side == self.side else replace(self, spent=0)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        """Whom the supply units picked so far would supply."""
        if side != self.side:
            return {}
        name, ids = s.game.map.grid.name, s.game.sheet.ids
        hexes = {s.where[u] for u in members(offensive(s, side, self.spent)) if s.where[u] >= 0}
        able = {ids[u]: [ids[one] for one in members(self._serves(s, u))] for u in members(self._able(s))}
        return {"supplied": sorted(name(h) for h in hexes), "serves": {"expend": able}}

    def _serves(self, s: Position, unit: int) -> UnitSet:
        """14.5.6, 14.5.7, 14.5.8, 15.1.4  Who could do more in this phase if this supply unit were expended too."""
        side, spent = self.side, self.spent | 1 << unit
        news = offensive(s, side, spent) & ~offensive(s, side, self.spent)
        if self.use == "air":
            return news & (s.game.airbases | s.at_home) & ~spent
        if self.use == "combat":
            near = s.occupied(side) & s.game.map.grid.spread(s.occupied(1 - side))
            return news & ~s.game.forts & (s.beached | sum(s.units_at(side, h) for h in members(near)))
        fed = supplied(s, side, cover(s, side, spent, True)) & ~supplied(s, side, cover(s, side, self.spent, True))
        walking = news & ~s.game.supply & ~_led(s, side)
        return (walking | fed & s.game.supply) & s.mobile(side) & ~spent


@step
class InterceptorSupply(SnStep):
    """14.3, 15.1.4, 15.2.12, 25.4.3, 25.4.4, R69  In a second Air Phase the other side may expend supply for its
    interceptors, if something can come that they could meet: boxes are open, and so is whether supply was expended."""

    side: Side
    """Whose Air Phase it is."""
    supplied: bool
    """Whether airbases may launch in it."""

    def run(self, s: Position) -> None:
        game, guest = s.game, 1 - self.side
        coming = s.in_box(self.side, AVAILABLE) & game.airstrikes
        if not self.supplied:
            coming &= game.carrier_air
        if s.surprise(JAPAN):
            coming &= ~game.carrier_air
        ready = s.in_box(guest, INTERCEPTION) & game.airstrikes & ~game.carrier_air
        if coming and ready and not s.surprise(guest):
            s.push(Expend(guest, "air", guest=True))
        else:
            begin_phase(s, guest)


def s_name(side: int) -> str:
    return ("soviet", "japan")[side]


def _led(s: Position, side: int) -> UnitSet:
    lead = s.lead(side)
    return sum(1 << u for u in members(s.ground(side)) if lead >> s.where[u] & 1)


def begin_phase(s: Position, side: int) -> None:
    """14.4.2  Supply status is fixed when a phase begins in which nothing is expended."""
    mine = s.game.sheet.of_side[side]
    s.general = s.general & ~mine | general(s, side)
    s.offensive &= ~mine
    s.fed &= ~mine
    s.led = s.led & ~mine | _led(s, side)


def expend(s: Position, unit: int) -> None:
    """8.5.1, 14.4.1  A supply unit goes to the pool."""
    forget(s, unit)
    s.send(unit, POOL)
