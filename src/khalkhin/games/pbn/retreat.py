"""15.3, 21.2  Retreats and routs: who stands, who conducts, where to, and who is lost on the way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from khalkhin.board.hexset import Hex, members
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.pbn.losses import eliminate
from khalkhin.games.pbn.position import PbnStep, Position
from khalkhin.games.pbn.reorganize import break_down, breakables
from khalkhin.games.pbn.stacking import overfull

PHASES = ("phase.soviet_combat", "phase.japan_combat")
ROUT = 0
"""A retreat of as many hexes as a die says, for each unit by itself."""


class End(NamedTuple):
    """A way to the end of a retreat, and how many hexes in enemy zones it enters."""

    path: tuple[Hex, ...]
    zones: int


Ends = dict[Hex, End]


def ends(s: Position, unit: int, start: Hex, distance: int) -> Ends:
    """15.33.2, 15.33.4, 15.33.5, 15.33.6, R28, R113  Hexes so many away by steps that all lead away, with the way that
    enters the fewest enemy zones; over rivers freely, through friends freely."""
    game, side, grid = s.game, s.game.sheet.side[unit], s.game.map.grid
    shut = s.occupied(1 - side) | game.closed[game.kind[unit]]
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


def allowed(s: Position, unit: int, start: Hex, distance: int, group: UnitSet) -> Ends:
    """15.33.7, B4, B5, R29, R30, T42, T44, T45, T46  The ends that are legal: clean ways if there are any, and of them
    those that do not end overstacked; else, for who can break down, ways that leave somebody alive."""
    found = ends(s, unit, start, distance)
    side = s.game.sheet.side[unit]
    clean = {hex_: end for hex_, end in found.items() if not end.zones}
    if clean:
        roomy = {hex_: end for hex_, end in clean.items() if not overfull(s, side, hex_, group)}
        return roomy or clean
    lives = _battalions(s, group)
    return {hex_: end for hex_, end in found.items() if end.zones < lives}


def _battalions(s: Position, group: UnitSet) -> int:
    """15.33.3  How many battalions can be lost on the way: of a unit that breaks down, or of one that has."""
    first = next(members(group))
    recipe = s.game.recipe[first]
    if recipe is not None:
        return len(recipe.parts)
    return group.bit_count() if group & (group - 1) else 1


# -- who goes ----------------------------------------------------------------------------------------------------------


@step
class Retreat(PbnStep):
    """7.8.5, 15.33.8, 15.33.9, 21.2, R20, T49, T51, T52  Who is fortified may stand, or make a longer retreat one hex;
    supply and immobile units that have to go are lost."""

    side: Side
    conductor: Side
    role: str
    distance: int
    stay: UnitSet = 0
    short: UnitSet = 0

    @property
    def phase(self) -> str:
        return PHASES[1 - self.side if self.role == "defenders" else self.side]

    def _group(self, s: Position) -> UnitSet:
        group: UnitSet = getattr(s, self.role)
        return group

    def _undecided(self, s: Position) -> UnitSet:
        dug_in = s.fortified[self.side]
        open_ = self._group(s) & ~self.stay & ~self.short
        return sum(1 << u for u in members(open_) if dug_in >> s.where[u] & 1)

    def ask(self, s: Position) -> Prompt | None:
        left = self._undecided(s)
        if not left:
            return None
        verb = "stand" if self.distance == 1 else "shorten"
        return prompt(self.side, "21.2", f"ask.{verb}", units(left, verb), bare("auto"), bare("done"), units=left)

    def run(self, s: Position) -> None:
        going = self._group(s) & ~self.stay
        immobile = sum(1 << u for u in members(going) if s.game.supply >> u & 1 or not s.game.movement[u])
        eliminate(s, immobile, "15.33.9")
        far = going & ~immobile & ~self.short
        s.push(
            Going(self.side, self.conductor, self.distance, far), Going(self.side, self.conductor, 1, self._brief(s))
        )

    def _brief(self, s: Position) -> UnitSet:
        return self._group(s) & self.short & ~s.game.supply

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb in ("done", "auto"):
            return None
        if verb in ("stand", "shorten") and isinstance(noun, int):
            if (verb == "stand") != (self.distance == 1):
                return no("21.2", "why.stand")
            return None if self._undecided(s) >> noun & 1 else no("21.2", "why.not-fortified", unit=noun)
        return no("21.2", "why.not-now")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "done":
            self.run(s)
            return
        chosen = 1 << noun if isinstance(noun, int) else self._undecided(s)
        if self.distance == 1:
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

    def _left(self, s: Position) -> UnitSet:
        return self.units & (s.attackers | s.defenders)

    def ask(self, s: Position) -> Prompt | None:
        left = self._left(s)
        if not left & (left - 1):
            return None
        return prompt(self.conductor, "15.3", "ask.retreat", units(left), units=left)

    def run(self, s: Position) -> None:
        left = self._left(s)
        if left:
            self._move(s, next(members(left)))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int):
            return None if self._left(s) >> noun & 1 else no("15.3", "why.not-retreating", unit=noun)
        return no("15.3", "why.retreat-first")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        self._move(s, noun)

    def _move(self, s: Position, unit: int) -> None:
        distance = self.distance
        if distance == ROUT:
            (distance,) = s.roll(1)
            s.tell("log.rout", rule="15.32", unit=unit, dice=str(distance))
        rest = Going(self.side, self.conductor, self.distance, self.units & ~(1 << unit))
        s.push(Withdraw(self.side, self.conductor, 1 << unit, s.where[unit], distance), rest)


@step
class Withdraw(PbnStep):
    """15.33.3, 15.33.6, 15.33.7, B4, B6, T47, T50  One unit goes; if it cannot, it is lost."""

    side: Side
    conductor: Side
    units: UnitSet
    start: Hex
    distance: int

    def _ends(self, s: Position) -> Ends:
        return allowed(s, next(members(self.units)), self.start, self.distance, self.units)

    def ask(self, s: Position) -> Prompt | None:
        found = self._ends(s)
        if len(found) < 2:
            return None
        there = hexes(sum(1 << h for h in found))
        return prompt(self.conductor, "15.33", "ask.withdraw", there, units=self.units, count=self.distance)

    def run(self, s: Position) -> None:
        found = self._ends(s)
        if not found:
            eliminate(s, self.units, "15.33")
        else:
            self._go(s, next(iter(found.values())))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb != "hex" or not isinstance(noun, int):
            return no("15.33", "why.withdraw", count=self.distance)
        if noun in self._ends(s):
            return None
        unit = next(members(self.units))
        found = ends(s, unit, self.start, self.distance)
        if noun not in found:
            return no("15.33.6", "why.retreat-distance", count=self.distance)
        if found[noun].zones:
            return no("15.33.7", "why.retreat-zone", hex=noun)
        return no("15.33.7", "why.retreat-crowd", hex=noun)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        self._go(s, self._ends(s)[noun])

    def _go(self, s: Position, end: End) -> None:
        group = self.units
        if end.zones and breakables(s, group):
            unit = next(members(group))
            group = break_down(s, unit)
            s.tell("log.breakdown", rule="15.33.3", unit=unit)
        s.tell("log.retreat", rule="15.3", units=group, path=(self.start, *end.path))
        for unit in members(group):
            s.put(unit, end.path[-1])
        s.late |= group
        if end.zones:
            s.push(LoseOnTheWay(self.side, group, end.zones))

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        if side != self.conductor:
            return {}
        ids = [s.game.sheet.ids[u] for u in members(self.units)]
        return {"move": {"units": ids, "origin": s.game.map.grid.name(self.start), "path": []}}


@step
class LoseOnTheWay(PbnStep):
    """15.33.3, R29, R30  One battalion for every enemy zone entered; the owner says which."""

    side: Side
    units: UnitSet
    count: int

    def ask(self, s: Position) -> Prompt | None:
        if not self.count or self.units.bit_count() <= self.count:
            return None
        return prompt(self.side, "15.33.3", "ask.lose-battalions", units(self.units), count=self.count)

    def run(self, s: Position) -> None:
        if self.count:
            eliminate(s, self.units, "15.33.3")

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int) and self.units >> noun & 1:
            return None
        return no("15.33.3", "why.pick-battalion")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        eliminate(s, 1 << noun, "15.33.3")
        s.push(LoseOnTheWay(self.side, self.units & ~(1 << noun), self.count - 1))
