"""What a script looks at: who can move where, and which places count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from khalkhin.ai.ideas import Idea
from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.state import State

if TYPE_CHECKING:
    from khalkhin.ai.advisor import AnyAdvisor

P = TypeVar("P", bound=State)

FAR = 999
"""Steps to a place that cannot be reached."""
FAST_SHARE = 3
"""One unit in so many is fast."""


class Facts(Generic[P]):
    """A position as a script sees it, for one side. A game derives its own; this one is of a game without marches."""

    movement_steps: ClassVar[tuple[type[Any], ...]] = ()
    """Steps at which units are sent somewhere."""
    attack_steps: ClassVar[tuple[type[Any], ...]] = ()
    """Steps at which a side says what it attacks; who does not want to takes the way out."""

    game: Any

    def __init__(self, advisor: AnyAdvisor, s: P, side: int) -> None:
        self.advisor, self.s, self.side, self.enemy = advisor, s, side, 1 - side
        self.game = s.game
        self.evaluation: Any = advisor.evaluation(s, side)
        """The game's evaluation, for what it knows of the enemy's reach."""
        self._steps: dict[tuple[HexSet, HexSet], dict[Hex, int]] = {}

    @property
    def is_movement(self) -> bool:
        return isinstance(self.s.agenda[-1], self.movement_steps)

    @property
    def is_attack(self) -> bool:
        return isinstance(self.s.agenda[-1], self.attack_steps)

    # -- who can go where -------------------------------------------------------------------------------------------

    @property
    def marches(self) -> Any:
        """The game's ideas for marches, for who can move and where to."""
        raise NotImplementedError

    @property
    def movers(self) -> UnitSet:
        """Units with a move to make."""
        return int(self.marches.movers)

    @property
    def force(self) -> UnitSet:
        """All units of a side that march, whether they have moved or not."""
        return 0

    @property
    def obliged(self) -> UnitSet:
        """Those of them that have to make it."""
        return 0

    def options(self, unit: int) -> HexSet:
        """Where a unit can end its move."""
        return int(self.marches.reach(unit))

    def has_room(self, after: P, hex_: Hex, unit: int) -> bool:
        """Whether there is room for a unit in a hex after some moves."""
        return bool(self.marches.has_room(after, hex_, 1 << unit))

    def friends(self, hex_: Hex) -> UnitSet:
        """Who of one's own stands in a hex."""
        return int(self.marches.friends(hex_))

    def speed(self, unit: int) -> float:
        """How far a unit comes in a move."""
        return float(self.game.movement[unit])

    @cached_property
    def fast(self) -> UnitSet:
        """The fastest third of the force, or more of it when they are equally fast."""
        speeds = sorted((self.speed(unit) for unit in members(self.force)), reverse=True)
        least = speeds[len(speeds) // FAST_SHARE] if speeds else 0.0
        return union(unit for unit in members(self.force) if self.speed(unit) >= least)

    @cached_property
    def guards(self) -> UnitSet:
        """The slowest unit in each place to hold."""
        held = (self.friends(hex_) for hex_ in members(self.places_to_hold))
        return union(self._slowest(members(here)) for here in held if here)

    def _slowest(self, group: Iterable[int]) -> int:
        return min(group, key=lambda unit: (self.speed(unit), unit))

    def march(self, unit: int, hex_: Hex) -> Idea:
        """The decisions that send a unit to a hex."""
        idea: Idea = self.marches.march_idea([(unit, hex_)])
        return idea

    def passable(self, unit: int) -> HexSet:
        """Hexes that a unit may ever enter."""
        return int(self.game.map.grid.all)

    def steps(self, unit: int, places: HexSet) -> Mapping[Hex, int]:
        """For every hex how many steps it is from there to the nearest of some places, by ground that a unit may enter.

        A hex from which there is no way is missing; `FAR` stands for it.
        """
        key = self.passable(unit), places
        found = self._steps.get(key)
        if found is None:
            found = self._steps[key] = self._flood(*key)
        return found

    def _flood(self, open_: HexSet, places: HexSet) -> dict[Hex, int]:
        out: dict[Hex, int] = {}
        ring, seen, far = places, places, 0
        while ring:
            out.update((hex_, far) for hex_ in members(ring))
            ring = self.game.map.grid.spread(ring) & open_ & ~seen
            seen |= ring
            far += 1
        return out

    def danger(self, hex_: Hex) -> float:
        """The strength of the enemy that can come against a hex when he moves next."""
        return float(self.evaluation.goals.pressure(hex_))

    # -- which places count -----------------------------------------------------------------------------------------

    @property
    def enemy_hexes(self) -> HexSet:
        """The hexes that the enemy holds, as far as they are known."""
        return int(self.evaluation.goals.enemy_hexes)

    @cached_property
    def enemy_zone(self) -> HexSet:
        """Hexes in which the enemy engages who enters."""
        s: Any = self.s
        return int(s.zone(self.enemy))

    @property
    def home(self) -> HexSet:
        """Where a side is at home: where its units come from, or are safe."""
        return 0

    @property
    def scoring_places(self) -> HexSet:
        """Places where it counts for a side that its units stand there."""
        return 0

    @property
    def places_to_hold(self) -> HexSet:
        """Places of one's own to guard."""
        return union(self.evaluation.goals.places_to_guard)

    @property
    def places_to_take(self) -> Mapping[Hex, float]:
        """Places that count and that a side does not hold, with what it is worth to take them."""
        goals = self.evaluation.goals
        worths = {hex_: float(goals.worth(hex_)) for hex_ in goals.places if not self.friends(hex_)}
        return {hex_: worth for hex_, worth in worths.items() if worth > 0}

    @property
    def raid_targets(self) -> HexSet:
        """Where the enemy's supply and bases are, and places to take that nobody guards."""
        open_ = union(self.places_to_take) & ~self.enemy_hexes
        return self.rear | open_ or union(self.places_to_take) or self.enemy_hexes

    @property
    def rear(self) -> HexSet:
        """Where the enemy has supply, bases, guns: what others have to guard."""
        return 0

    @cached_property
    def aim(self) -> HexSet:
        """The most valuable place to take; of several the nearest. When there is none left it is the enemy himself."""
        worths = self.places_to_take
        if not worths:
            return self.enemy_hexes
        distance, where = self.game.map.grid.distance, [self.s.where[u] for u in members(self.force)]

        def far(hex_: Hex) -> int:
            return sum(distance(here, hex_) for here in where if here >= 0)

        return 1 << max(worths, key=lambda hex_: (worths[hex_], -far(hex_), -hex_))

    @property
    def moves_to_come(self) -> int:
        """How often a side moves after this move before places are counted."""
        return 1
