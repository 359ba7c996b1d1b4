"""15.3, 21.2  Retreats and routs: who stands, who conducts, where to, and who is lost on the way."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, asked_first, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.naming import group_name
from khalkhin.games.pbn.deception import walk_past
from khalkhin.games.pbn.elimination import eliminate
from khalkhin.games.pbn.headquarters import crowding
from khalkhin.games.pbn.information import disclose
from khalkhin.games.pbn.losses import alike
from khalkhin.games.pbn.position import PbnStep, Position
from khalkhin.games.pbn.pursuit import escaped
from khalkhin.games.pbn.reorganization import break_down

ROUT = 0
"""A retreat of as many hexes as a die says, for each unit by itself."""
SHORT = 1
"""21.2  What a fortification makes of a longer retreat."""


class End(NamedTuple):
    """A way to the end of a retreat, and how many hexes in enemy zones it enters."""

    path: tuple[Hex, ...]
    zones: int


Ends = dict[Hex, End]


def ends(s: Position, unit: int, start: Hex, distance: int) -> Ends:
    """15.33.2, 15.33.4, 15.33.5, 15.33.6, R28, R113  Hexes so many away by steps that all lead away; over rivers and
    through friends freely. Ways to one end differ in nothing but the enemy zones they enter: the one with the fewest is
    taken."""
    game, side, grid = s.game, s.game.sheet.side[unit], s.game.map.grid
    shut = s.occupied(1 - side) | game.closed[game.kind[unit]] | s.outside
    zone = s.zone(1 - side)
    front: Ends = {start: End((), 0)}
    for far in range(1, distance + 1):
        reached: Ends = {}
        ring = grid.ring(start, far) & ~shut
        for hex_ in sorted(front):
            way = front[hex_]
            for there in members(grid.around[hex_] & ring):
                cost = way.zones + (zone >> there & 1)
                if there not in reached or cost < reached[there].zones:
                    reached[there] = End((*way.path, there), cost)
        front = reached
    return front


def allowed(s: Position, unit: int, start: Hex, distance: int) -> Ends:
    """13.8, 15.33.3, 15.33.7, R29, R30  The ends that are legal: clean ways if there are any, else, for who can break
    down, ways that leave somebody alive; of them those that do not end overstacked, if there are any."""
    found = ends(s, unit, start, distance)
    clean = {hex_: end for hex_, end in found.items() if not end.zones}
    safe = clean or {hex_: end for hex_, end in found.items() if end.zones < _battalions(s, unit)}
    return {hex_: end for hex_, end in safe.items() if not _crowded(s, unit, hex_, end.zones)} or safe


def _battalions(s: Position, unit: int) -> int:
    """15.33.3  How many there are to lose on the way: those of a unit that breaks down, or the unit itself."""
    recipe = s.game.recipe[unit]
    return 1 if recipe is None else len(recipe.parts)


def _crowded(s: Position, unit: int, hex_: Hex, lost: int) -> bool:
    """15.33.7, R24  Whether who is left of a unit overstacks the hex where it ends."""
    size = _battalions(s, unit) - lost if lost else s.game.stacking[unit]
    return s.size(s.land_at(s.game.sheet.side[unit], hex_)) + size > s.game.charts.stack_limit


# -- who goes ----------------------------------------------------------------------------------------------------------


@step
class Retreat(PbnStep):
    """7.8.5, 15.33.8, 15.33.9, 21.2, R20  Who is fortified may stand, or make a longer retreat one hex; supply and
    immobile units that have to go are lost."""

    side: Side
    conductor: Side
    role: str
    distance: int
    stay: UnitSet = 0
    short: UnitSet = 0

    def _group(self, s: Position) -> UnitSet:
        group: UnitSet = getattr(s, self.role)
        return group

    def _undecided(self, s: Position) -> UnitSet:
        dug_in = s.fortified[self.side]
        open_ = self._group(s) & ~self.stay & ~self.short
        return sum(1 << u for u in members(open_) if dug_in >> s.where[u] & 1)

    def seen_by(self, s: Position, side: int | None) -> PbnStep:
        return self if side == self.side else replace(self, stay=0, short=0)

    @property
    def _verb(self) -> str:
        return "stand" if self.distance == SHORT else "shorten"

    def ask(self, s: Position) -> Prompt | None:
        left, verb = self._undecided(s), self._verb
        if not left:
            return None
        return prompt(self.side, "21.2", f"ask.{verb}", units(left, verb), bare("auto"), bare("done"), units=left)

    def run(self, s: Position) -> None:
        if self.stay:
            s.tell("log.stand", rule="21.2", units=self.stay)
        if self.short:
            s.tell("log.shorten", rule="21.2", units=self.short)
        going = self._group(s) & ~self.stay
        immobile = sum(1 << u for u in members(going) if s.game.supply >> u & 1 or not s.game.movement[u])
        eliminate(s, immobile, "15.33.9")
        s.push(Going(self.side, self.conductor, self.distance, going & ~immobile, self.short & ~immobile))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb in ("done", "auto"):
            return None
        if verb in ("stand", "shorten") and isinstance(noun, int):
            if verb != self._verb:
                return no("21.2", "why.stand")
            if not self._group(s) >> noun & 1:
                return no("15.3", "why.not-retreating", unit=noun)
            return None if self._undecided(s) >> noun & 1 else no("21.2", "why.not-fortified", unit=noun)
        return asked_first(s, side, "21.2")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "done":
            self.run(s)
            return
        chosen = 1 << noun if isinstance(noun, int) else self._undecided(s)
        if self.distance == SHORT:
            s.push(replace(self, stay=self.stay | chosen))
        else:
            s.push(replace(self, short=self.short | chosen))


@step
class Going(PbnStep):
    """15.3, 15.31, 15.32, 15.33, 15.33.1  The conductor retreats the units one by one, in any order; a unit that
    routs throws its die just before."""

    side: Side
    conductor: Side
    distance: int
    units: UnitSet
    short: UnitSet = 0
    """21.2  Units that go one hex only."""

    def ask(self, s: Position) -> Prompt | None:
        if self.units.bit_count() < 2:
            return None
        return prompt(self.conductor, "15.33.1", "ask.retreat", units(self.units), units=self.units)

    def run(self, s: Position) -> None:
        if self.units:
            self._move(s, next(members(self.units)))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int):
            return None if self.units >> noun & 1 else no("15.3", "why.not-retreating", unit=noun)
        return no("15.3", "why.retreat-first")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        self._move(s, noun)

    def _move(self, s: Position, unit: int) -> None:
        distance = SHORT if self.short >> unit & 1 else self.distance
        if distance == ROUT:
            (distance,) = s.roll(1)
            s.tell("log.rout", rule="15.32", unit=unit, dice=str(distance))
        disclose(s, 1 - self.side, s.game.map.grid.within(1 << s.where[unit], distance))
        s.push(
            self._withdraw(s, unit, distance),
            replace(self, units=self.units & ~(1 << unit)),
        )

    def _withdraw(self, s: Position, unit: int, distance: int) -> Withdraw:
        led = Withdraw(self.side, self.conductor, unit, s.where[unit], distance)
        if self.conductor == self.side:
            return led
        return replace(led, told=sum(1 << h for h in allowed(s, unit, led.start, distance)))


@step
class Withdraw(PbnStep):
    """15.33, 15.33.3, 15.33.6, 15.33.7  One unit goes; if it cannot go all the way, it is lost."""

    side: Side
    conductor: Side
    unit: Unit
    start: Hex
    distance: int
    told: HexSet | None = None
    """15.33.7  Where the retreat may end, as the enemy is told who conducts it: how full hexes are he does not see."""

    def _ends(self, s: Position) -> Ends:
        if self.told is None:
            return allowed(s, self.unit, self.start, self.distance)
        found = ends(s, self.unit, self.start, self.distance)
        return {hex_: end for hex_, end in found.items() if self.told >> hex_ & 1}

    def seen_by(self, s: Position, side: int | None) -> PbnStep:
        return self if side == self.conductor else replace(self, told=None)

    def ask(self, s: Position) -> Prompt | None:
        found = self._ends(s)
        if len(found) < 2:
            return None
        there = hexes(sum(1 << h for h in found))
        group = 1 << self.unit
        told = {"units": group, "who": group_name(s, group), "count": self.distance}
        return prompt(self.conductor, "15.33", "ask.withdraw", there, **told)

    def run(self, s: Position) -> None:
        found = self._ends(s)
        if not found:
            zones = ends(s, self.unit, self.start, self.distance)
            eliminate(s, 1 << self.unit, "15.33.3" if zones else "15.33.6")
        else:
            self._go(s, next(iter(found.values())))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb != "hex" or not isinstance(noun, int):
            return no("15.33", "why.withdraw", count=self.distance)
        if noun in self._ends(s):
            return None
        return self._why_not(s, noun)

    def _why_not(self, s: Position, hex_: Hex) -> Reason:
        """The first rule that keeps the unit from ending in a hex."""
        game = s.game
        if game.map.grid.distance(self.start, hex_) != self.distance:
            return no("15.33.6", "why.retreat-distance", count=self.distance)
        if s.occupied(1 - self.side) >> hex_ & 1:
            return no("15.33.2", "why.enemy", hex=hex_)
        if game.closed[game.kind[self.unit]] >> hex_ & 1:
            return no("15.33.4", "why.terrain", hex=hex_)
        found = ends(s, self.unit, self.start, self.distance)
        if hex_ not in found:
            return no("15.33.6", "why.retreat-cut-off", hex=hex_)
        if found[hex_].zones and not all(end.zones for end in self._ends(s).values()):
            return no("15.33.7", "why.retreat-zone", hex=hex_)
        if found[hex_].zones >= _battalions(s, self.unit):
            return no("15.33.3", "why.retreat-deadly", hex=hex_)
        return no("15.33.7", "why.retreat-crowd", hex=hex_)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        self._go(s, self._ends(s)[noun])

    def _go(self, s: Position, end: End) -> None:
        """15.33.3, 34.3  The unit goes, whole or in battalions if it meets enemy zones; who is passed is unmasked."""
        group = 1 << self.unit
        if end.zones:
            group = break_down(s, self.unit)
            s.tell("log.breakdown", rule="15.33.3", unit=self.unit)
        s.tell("log.retreat", rule="15.3", units=group, path=(self.start, *end.path))
        for hex_ in end.path:
            walk_past(s, self.side, hex_)
        for unit in members(group):
            s.put(unit, end.path[-1])
        s.late |= group
        escaped(s, self.start)
        if end.zones:
            s.push(LoseOnTheWay(self.side, group, end.zones))

    def warnings(self, s: Position, side: int) -> list[Reason]:
        """Not to an enemy who conducts the retreat: how full hexes are he does not see."""
        return crowding(s, side, 1 << self.unit, sum(1 << h for h in self._ends(s))) if side == self.side else []

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        """The ways on offer, and the ends that cost battalions."""
        if side != self.conductor:
            return {}
        name, found = s.game.map.grid.name, self._ends(s)
        ways = [(self.start, *end.path) for end in found.values()]
        return {
            "move": {"units": [s.game.sheet.ids[self.unit]], "origin": name(self.start), "path": []},
            "from": {name(b): name(a) for way in ways for a, b in pairwise(way)},
            "stops": {name(h): "15.33.3" for h, end in found.items() if end.zones},
        }


@step
class LoseOnTheWay(PbnStep):
    """15.33.3, R29, R30  One battalion for every enemy zone entered; the owner says which."""

    side: Side
    units: UnitSet
    count: int

    def ask(self, s: Position) -> Prompt | None:
        if not self.count or alike(s, self.units):
            return None
        return prompt(self.side, "15.33.3", "ask.lose-battalions", units(self.units), count=self.count)

    def run(self, s: Position) -> None:
        if self.count:
            self._lose(s, next(members(self.units)))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int) and self.units >> noun & 1:
            return None
        return no("15.33.3", "why.pick-battalion")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        self._lose(s, noun)

    def _lose(self, s: Position, unit: int) -> None:
        eliminate(s, 1 << unit, "15.33.3")
        s.push(LoseOnTheWay(self.side, self.units & ~(1 << unit), self.count - 1))
