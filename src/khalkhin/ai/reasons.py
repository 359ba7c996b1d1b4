"""Why something is worth doing, in one sentence, for whoever asks for advice.

A player's evaluation is a sum of many numbers; a person wants the one that counts. What games have in common is here:
attacks with their exact chances, what lies in and behind a hex, and where units are going. Nothing is said that the
view of the side does not show: where hidden units stand in a sampled position is a guess.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from math import ceil
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from khalkhin.ai.ideas import Idea
from khalkhin.board.grid import Sides
from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import Text
from khalkhin.engine.results_tables import EXCHANGE, WIN, Odds
from khalkhin.engine.state import State
from khalkhin.engine.summary import Objective

S = TypeVar("S", bound=State)

Clause = Mapping[str, Any] | str
"""Part of a sentence that may be missing: a key with its parameters, or nothing."""

Steps = Mapping[type[Any], str | Callable[[Any, Any, Idea], Text]]
"""For each kind of step that asks, a sentence that always holds or who finds one."""

CUTS = {"rail": "hint.also.cuts-rail", "road": "hint.also.cuts-road", "trail": "hint.also.cuts-trail"}
"""What is said of a hex without which the enemy's lines are broken, by what leads through it."""
COMMON = {"done": "hint.done", "auto": "hint.auto", "pass": "hint.pass", "commit": "hint.commit"}
"""What can be said without a noun in many places."""
BEYOND = 3
"""Hexes to which an attack opens the way."""
GOOD = 50
"""Per cent from which on an attack needs no excuse."""


class GroupMarch(NamedTuple):
    """Units that go somewhere together."""

    units: UnitSet
    to: Hex


class Bout(NamedTuple):
    """An attack as the attacker may work it out."""

    target: Hex
    units: UnitSet
    odds: Odds
    """With the defence that `given` names, where the real one is hidden."""
    given: Clause = ""
    """On which condition."""
    targets: HexSet = 0
    """All hexes that are attacked together, where there are several."""


class Aims(Protocol):
    """Where units are to go, and what the enemy can bring against a hex."""

    def goal(self, unit: int) -> Hex | None: ...

    def moves(self, unit: int, goal: Hex, start: int | None = None) -> float: ...

    def pressure(self, hex_: Hex) -> float: ...


def named(idea: Idea, verb: str = "unit") -> UnitSet:
    """The counters that an idea names with a verb."""
    return union(noun for said, noun in idea if said == verb and isinstance(noun, int))


def hex_named(idea: Idea) -> Hex | None:
    """The first hex that an idea goes to."""
    return next((noun for verb, noun in idea if verb == "hex" and isinstance(noun, int)), None)


def group_marches(idea: Idea) -> list[GroupMarch]:
    """Where units go that an idea names; only the end of a way counts."""
    found: list[GroupMarch] = []
    group, open_ = 0, False
    for verb, noun in idea:
        if not isinstance(noun, int):
            continue
        if verb in ("unit", "sail"):
            group, open_ = (group if open_ else 0) | 1 << noun, True
        elif verb in ("hex", "rail"):
            if not open_ and found:
                found.pop()
            found.append(GroupMarch(group, noun))
            open_ = False
    return found


def percent(odds: Odds, good: Callable[[str], bool]) -> int:
    """The exact chance of the results that are good, in whole per cent."""
    return round(100 * sum(chance for result, chance in odds.chances.items() if good(result)))


def label(odds: Odds) -> str:
    """The column of an attack as a person reads it: a ratio, or per cent."""
    assert odds.column is not None
    column = odds.table.columns[odds.column]
    return column if {"-", ":", "%"} & {*column} else f"{column} %"


class Reasons(ABC, Generic[S]):
    """The reasons of one side in one sampled position. A game says what only it knows."""

    def __init__(self, s: S, side: int, aims: Aims) -> None:
        self.s, self.side, self.enemy, self.aims = s, side, 1 - side, aims
        self.sheet, self.map, self.grid = s.game.sheet, s.game.map, s.game.map.grid

    def of(self, idea: Idea) -> Text:
        """Why the side should carry out an idea: a sentence for the step that asks, or for what is said there."""
        step = self.s.agenda[-1]
        found = self.steps.get(type(step))
        if found is None:
            return Text(COMMON.get(idea[0][0], "hint.best"))
        return Text(found) if isinstance(found, str) else found(self, step, idea)

    # -- what a game adds -----------------------------------------------------------------------------------------

    steps: ClassVar[Steps] = {}

    @abstractmethod
    def clears(self, bout: Bout, result: str) -> bool:
        """Whether a result leaves nobody in the attacked hex."""

    @abstractmethod
    def coming(self, idea: Idea) -> Bout | None:
        """The attack that some moves lead to."""

    def points(self, hex_: Hex) -> int:
        """What a place is worth to who asks."""
        place = self.places.get(hex_)
        return 0 if place is None else place.points or 0

    def follows(self, unit: int) -> bool:
        """Whether a unit fights by being near to others."""
        return False

    def cover(self, hex_: Hex) -> int:
        """Columns that the ground of a hex is worth to who defends it."""
        return 0

    def force(self, hex_: Hex) -> int:
        """The strength of the enemy that can come against a hex, as people count it."""
        return round(self.aims.pressure(hex_))

    # -- what everybody sees --------------------------------------------------------------------------------------

    def name(self, hex_: Hex) -> str:
        """A place by its name, where it has one."""
        return self.map.names.get(hex_) or self.grid.name(hex_)

    def _shown(self, side: int) -> HexSet:
        mine = self.sheet.of_side[side]
        return union(h for h, stack in self.s.at.items() if h >= 0 and stack & mine)

    @cached_property
    def friends(self) -> HexSet:
        return self._shown(self.side)

    @cached_property
    def enemies(self) -> HexSet:
        """Where counters of the enemy lie, whatever they are."""
        return self._shown(self.enemy)

    @cached_property
    def places(self) -> dict[Hex, Objective]:
        return {place.hex: place for place in self.s.game.objective_list(self.s, self.side)}

    def hidden(self, units: UnitSet) -> UnitSet:
        """Which of some units of the enemy the side does not see."""
        return union(u for u in members(units) if not self.s.game.sees(self.s, self.side, u))

    def far(self, hex_: Hex) -> int | None:
        """How far away the nearest enemy is."""
        return min((self.grid.distance(h, hex_) for h in members(self.enemies)), default=None)

    # -- attacks --------------------------------------------------------------------------------------------------

    def chance(self, bout: Bout) -> int:
        return percent(bout.odds, lambda result: self.clears(bout, result))

    def attack(self, bout: Bout, duty: bool = False) -> Text:
        """An attack; who would rather not make it is told that he has to, and what it can do if it clears nothing."""
        chance = self.chance(bout)
        if not chance:
            kinds = bout.odds.table.kinds
            hurt = percent(bout.odds, lambda result: kinds.get(result) in (WIN, EXCHANGE))
            key = "hint.attack.hurts" if hurt else "hint.attack.must" if duty else "hint.best"
            return Text(key, {"chance": hurt, "given": bout.given})
        key = "hint.attack.duty" if duty and chance < GOOD else "hint.attack"
        return Text(key, {"chance": chance, "given": bout.given, "also": self.also(bout.target)})

    def assault(self, bout: Bout, count: int) -> Text:
        """Moves that end beside the enemy."""
        params = {
            "count": count,
            "place": self.name(bout.target),
            "column": label(bout.odds),
            "chance": self.chance(bout),
            "given": bout.given,
            "also": self.also(bout.target),
        }
        return Text("hint.assault", params)

    def also(self, target: Hex) -> Clause:
        """What is won beside the battle: the place itself, a line that is cut, the way to another place."""
        if worth := self.points(target):
            return {"key": "hint.also.place", "place": self.name(target), "points": worth}
        for way, key in CUTS.items():
            if way in self.map.links and (end := self._cut_off(target, self.map.sides[way])) is not None:
                return {"key": key, "place": self.name(end)}
        near = [h for h in self.places if self._opens(target, h)]
        if near:
            goal = min(near, key=lambda h: (self.grid.distance(target, h), -self.points(h), h))
            return {"key": "hint.also.opens", "place": self.name(goal)}
        return ""

    def _cut_off(self, target: Hex, way: Sides) -> Hex | None:
        """A named place of the enemy's that some of his others reach along a road or railroad only by a hex."""
        if not any(mask >> target & 1 for mask in way):
            return None
        line = self._along(1 << target, way, self.friends) & ~(1 << target)
        held = union(h for h, place in self.places.items() if place.holder == self.enemy) | self.enemies
        ends = [h for h in members(line & held) if h in self.map.names]
        for end in sorted(ends, key=lambda h: (self.grid.distance(target, h), h)):
            if line & self.enemies & ~self._along(1 << end, way, self.friends | 1 << target):
                return end
        return None

    def _along(self, start: HexSet, way: Sides, barred: HexSet) -> HexSet:
        """Hexes that are joined to some hex by a kind of way."""
        seen = new = start
        while new:
            step = union_of(self.grid.shift(new & mask, d) for d, mask in enumerate(way))
            new = step & ~seen & ~barred
            seen |= new
        return seen

    def _opens(self, target: Hex, place: Hex) -> bool:
        """Whether somebody who takes a hex comes near to a place that is not held and that nobody else is next to."""
        if self.places[place].holder == self.side or not self.points(place):
            return False
        beside = (self.grid.around[place] | 1 << place) & self.friends
        return not beside and self.grid.distance(target, place) <= BEYOND

    def defends(self, bout: Bout) -> Text:
        """What is left of an enemy attack when everything is done against it."""
        return Text("hint.defence", {"chance": self.chance(bout)})

    # -- moves ----------------------------------------------------------------------------------------------------

    def movement_reason(self, step: Any, idea: Idea) -> Text:
        """Who is to move, or nobody any more."""
        return Text("hint.done.move") if idea[0][0] == "done" else self.march(idea)

    def moving_reason(self, step: Any, idea: Idea) -> Text:
        """Where units in hand go on to."""
        if idea[0][0] == "done":
            return Text("hint.stay")
        return self.march([*(("unit", unit) for unit in members(step.units)), *idea])

    def march(self, idea: Idea) -> Text:
        """Why units move as they do: for an attack, or to be somewhere."""
        going = group_marches(idea)
        if not going:
            return Text("hint.stay")
        bout, last = self.coming(idea), going[-1]
        if bout is not None and self._worth_it(bout, last.to):
            count = (bout.units & union_of(order.units for order in going)).bit_count()
            return self.assault(bout, count)
        return self.stands(next(members(last.units)), last.to)

    def _worth_it(self, bout: Bout, to: Hex) -> bool:
        """Whether an attack is what units move for, and not the place where they come to stand."""
        chance = self.chance(bout)
        return chance >= GOOD or (chance > 0 and not self.points(to))

    def stands(self, unit: int, to: Hex) -> Text:
        """Why a unit goes to a hex."""
        worth = 0 if self.follows(unit) else self.points(to)
        if worth:
            return self._holds(to, worth)
        goal, here = self.aims.goal(unit), self.s.where[unit]
        if goal is not None and (ahead := self._ahead(unit, goal, here, to)) is not None:
            return ahead
        near, before = self.far(to), self.far(here) if here >= 0 else None
        if near is not None and before is not None and near > before:
            return Text("hint.march.away", {"far": near})
        if here >= 0 and self.cover(to) > max(0, self.cover(here)):
            return Text("hint.retreat.ground", {"columns": self.cover(to)})
        if self.friends >> to & 1:
            return Text("hint.march.joins", {"place": self.name(to)})
        return Text("hint.march.better")

    def _holds(self, to: Hex, worth: int) -> Text:
        """A place that counts: one's own is guarded, another is taken."""
        place, far = self.places.get(to), self.far(to)
        holder = None if place is None else place.holder
        if holder == self.side or self.friends >> to & 1:
            return Text("hint.march.guard", {"place": self.name(to), "points": worth, "danger": self.danger(to)})
        if holder is None and far:
            return Text("hint.march.first", {"place": self.name(to), "points": worth, "far": far})
        return Text("hint.march.takes", {"place": self.name(to), "points": worth})

    def danger(self, hex_: Hex) -> Clause:
        """What a place is guarded against: in figures where all of the enemy is known."""
        far = self.far(hex_)
        seen = not any(self.hidden(self.s.at[h] & self.sheet.of_side[self.enemy]) for h in members(self.enemies))
        if seen and (force := self.force(hex_)):
            return {"key": "hint.danger.force", "force": force}
        return "" if far is None else {"key": "hint.danger.far", "far": far}

    def _ahead(self, unit: int, goal: Hex, here: int, to: Hex) -> Text | None:
        """The way to where a unit is needed, if it comes nearer."""
        left = self.aims.moves(unit, goal, to)
        if here >= 0 and left >= self.aims.moves(unit, goal, here):
            return None
        if self.follows(unit):
            return Text("hint.march.follows", {"place": self.name(goal)})
        held = goal in self.places and self.places[goal].holder == self.side
        params = {"place": self.name(goal), "moves": max(1, ceil(left - 0.01))}
        return Text("hint.march.to-guard" if held else "hint.march.towards", params) if left > 0 else None

    def refuge(self, to: Hex) -> Text:
        """Why somebody who is driven back goes to a hex."""
        if worth := self.points(to):
            return self._holds(to, worth)
        if self.cover(to) > 0:
            return Text("hint.retreat.ground", {"columns": self.cover(to)})
        if self.friends >> to & 1:
            return Text("hint.march.joins", {"place": self.name(to)})
        far = self.far(to)
        return Text("hint.retreat.any") if far is None else Text("hint.march.away", {"far": far})

    def setup_reason(self, step: Any, idea: Idea) -> Text:
        """Where somebody stands at the beginning: in a place that counts, or on good ground."""
        to = hex_named(idea)
        good = to is not None and (self.points(to) or self.cover(to) > 0)
        return self.refuge(to) if good and to is not None else Text("hint.best")

    def retreat_reason(self, step: Any, idea: Idea) -> Text:
        """Where somebody goes who is driven back."""
        to = hex_named(idea)
        return Text("hint.retreat.any") if to is None else self.refuge(to)

    def loss_reason(self, step: Any, idea: Idea) -> Text:
        """Whom a side gives up."""
        return Text("hint.breakdown" if idea[0][0] == "breakdown" else "hint.cheapest")

    def pursuit_reason(self, step: Any, idea: Idea) -> Text:
        """Who follows where the enemy has left."""
        to = hex_named(idea)
        return Text("hint.stay") if to is None else self.advance(to)

    def advance(self, to: Hex) -> Text:
        """Why somebody who has won goes on."""
        if worth := self.points(to):
            return self._holds(to, worth)
        return Text("hint.advance", {"place": self.name(to), "also": self.also(to)})


def union_of(sets: Iterable[int]) -> int:
    """Sets of hexes or counters together."""
    out = 0
    for found in sets:
        out |= found
    return out
