"""Who is to go where.

`Goals` is what an evaluation asks in every game. `Campaign` answers it where strength decides: guards for one's own
places, the rest against what can be taken, and who follows them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from khalkhin.ai.threats import Area, Threats
from khalkhin.ai.values import Distances, Values
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.state import State

if TYPE_CHECKING:
    from khalkhin.ai.evaluation import Tools


@dataclass(frozen=True, kw_only=True)
class GoalSettings:
    """The numbers by which every game shares its units out among places; a game adds its own."""

    wanted_ratio: float
    """How many times as strong as the enemy around a place those are who go for it."""
    wanted_margin: float
    """Factors that they are stronger by besides."""
    least_ratio: float
    """With less than this many times his strength nobody sets out."""
    longest_march: float
    """Moves after which a march is not worth beginning."""
    guard_distance: float
    """Moves that whoever guards a place together with others is away from it at most."""
    defenders_share: float
    """The share of the enemy's strength in a place that counts for its defence."""
    neighbours_share: float
    """The share of the enemy's strength around a place that counts for its defence."""
    guarding_weight: float
    """How a factor of those who guard a place counts for those who follow."""
    taking_weight: float
    """How a factor of those who are to take a place counts for those who follow."""
    unit_weight: float
    """How each of them counts besides, whatever his strength."""


class Goals(ABC):
    """Where the units of one side are to go in one position. The enemy stands more or less where he stands now."""

    settings: Any
    values: Values
    distances: Distances[Any]
    s: State
    game: Any

    def __init__(self, tools: Tools, s: State, side: int) -> None:
        self.values, self.distances = tools.values, tools.distances
        self.settings, self.weights = tools.settings.goals, tools.weights
        self.s, self.game = s, s.game
        self.side, self.enemy = side, 1 - side
        self.threat = Threats(self.areas)
        self.pressure = self.threat.pressure
        """The strength of the enemy that can come against a hex."""

    @abstractmethod
    def areas(self) -> Iterable[Area]:
        """Where the enemy's units can attack when he moves next, with their strength."""

    @property
    @abstractmethod
    def enemy_hexes(self) -> HexSet:
        """The hexes that the enemy holds."""

    @abstractmethod
    def moves(self, unit: int, goal: Hex, start: int | None = None) -> float:
        """How many moves a unit needs to a place, from where it is or from somewhere else."""

    @property
    @abstractmethod
    def places_to_guard(self) -> list[Hex]:
        """Places to guard."""

    @property
    @abstractmethod
    def places(self) -> Iterable[Hex]:
        """Places that count, to look for aims among."""

    @abstractmethod
    def worth(self, hex_: Hex) -> float:
        """What a place is worth as an aim, or to be guarded."""

    @abstractmethod
    def goal(self, unit: int) -> Hex | None:
        """Where a unit is to go."""


class Campaign(Goals):
    """Goals that are shared out by strength: every unit that fights has a place, the others follow those who have."""

    settings: GoalSettings

    def __init__(self, tools: Tools, s: State, side: int) -> None:
        super().__init__(tools, s, side)
        self._defences: dict[Hex, float] = {}

    # -- what a game says -------------------------------------------------------------------------------------------

    @abstractmethod
    def enemy_strength(self, hex_: Hex) -> int:
        """The strength of the enemy in a hex."""

    @property
    @abstractmethod
    def fighters(self) -> list[int]:
        """Units that can go somewhere and take or hold it."""

    @abstractmethod
    def attack_strength(self, unit: int) -> int:
        """The factors that a unit takes a place with."""

    @abstractmethod
    def guard_strength(self, unit: int) -> int:
        """The factors that a unit guards a place with."""

    @abstractmethod
    def guard_needed(self, hex_: Hex) -> float:
        """The factors that should guard a place."""

    @abstractmethod
    def guard_reluctance(self, unit: int) -> float:
        """Moves that a unit may be nearer to a place than another and still leave it to that one to guard it."""

    @abstractmethod
    def reserve_places(self, unit: int, aims: list[Hex], taken: list[Hex]) -> Iterable[Hex]:
        """Where a unit can stand by that nobody needs: places to take, and places others go to."""

    @abstractmethod
    def reserve_distance(self, unit: int, hex_: Hex) -> float:
        """How far a place is for who is left over; less where he is of more use."""

    @property
    @abstractmethod
    def followers(self) -> Iterable[int]:
        """Units that go with others."""

    def head_start(self, unit: int) -> float:
        """Moves that a strong unit may be farther away than another and still go first against a place."""
        return 0.0

    def garrison(self, hex_: Hex) -> tuple[bool, float]:
        """(whether somebody guards a place who does not go anywhere, with how many factors)."""
        return False, 0.0

    @property
    def horizon(self) -> float:
        """Moves within which a place has to be reached."""
        return self.settings.longest_march

    @property
    def sight(self) -> float:
        """Moves within which units make a place more of an aim the nearer they are."""
        return self.horizon

    def targets(self, free: list[int]) -> list[Hex]:
        """The aims of those who need not guard anything."""
        return self.targets_in_reach(free)

    def meeting_hex(self, hex_: Hex) -> Hex:
        """Where whoever follows those who go to a place finds them."""
        return hex_

    def follower_kind(self, unit: int) -> str:
        """Units of a sort are shared out."""
        return str(self.game.type[unit])

    def follower_share(self, unit: int) -> float:
        """How much less a party needs another of the sort when it has this one."""
        return 1.0

    # -- the enemy --------------------------------------------------------------------------------------------------

    def defence(self, hex_: Hex) -> float:
        """The strength of the enemy in a place, and part of what stands around it."""
        found = self._defences.get(hex_)
        if found is None:
            settings = self.settings
            near = self.game.map.grid.within(1 << hex_, 2) & self.enemy_hexes & ~(1 << hex_)
            around = sum(self.enemy_strength(h) for h in members(near))
            there = settings.defenders_share * self.enemy_strength(hex_)
            found = self._defences[hex_] = there + settings.neighbours_share * around
        return found

    # -- the aims ---------------------------------------------------------------------------------------------------

    @cached_property
    def destinations(self) -> dict[int, Hex]:
        """For every unit that fights the place it is to go to, or to stay in."""
        free, out = dict.fromkeys(self.fighters), dict[int, Hex]()

        def send(unit: int, hex_: Hex) -> None:
            out[unit] = hex_
            free.pop(unit)

        for hex_ in sorted(self.places_to_guard, key=lambda h: -self.worth(h)):
            for unit in self._guard_units(hex_, list(free)):
                send(unit, hex_)
        aims = self.targets(list(free))
        aims = aims[self.weights.skipped_goals :] + aims[: self.weights.skipped_goals]
        for hex_ in aims:
            for unit in self._attack_units(hex_, list(free)):
                send(unit, hex_)
        taken = sorted(set(out.values()))
        for unit in list(free):
            places = self.reserve_places(unit, aims, taken)
            send(unit, min(places, key=lambda h: (self.reserve_distance(unit, h), h)))
        return out

    def _guard_units(self, hex_: Hex, free: list[int]) -> list[int]:
        """The cheapest unit that is near, and as many more as the enemy in reach makes necessary."""
        there, force = self.garrison(hex_)
        need, out = self.weights.garrison * self.guard_needed(hex_), list[int]()
        if there and force >= need:
            return out
        for far, unit in sorted((self.moves(u, hex_) + self.guard_reluctance(u), u) for u in free):
            if far > self.settings.longest_march or (out and (force >= need or far > self.settings.guard_distance)):
                break
            out.append(unit)
            force += self.guard_strength(unit)
        return out

    def targets_in_reach(self, free: list[int]) -> list[Hex]:
        """Places of the enemy that enough units can reach, the best first."""
        rated, own = list[tuple[float, Hex]](), set(self.places_to_guard)
        horizon, sight = self.horizon, self.sight
        for hex_ in self.places:
            worth = self.worth(hex_)
            if hex_ in own or worth <= 0:
                continue
            defence = self.defence(hex_)
            ranges = [(self.moves(u, hex_), self.attack_strength(u)) for u in free]
            near = sum(force for far, force in ranges if far <= horizon)
            if near and near >= self.settings.least_ratio * defence:
                soon = sum(force / (0.5 + far) for far, force in ranges if far <= sight)
                rated.append((worth * soon / (5 + defence), hex_))
        return [hex_ for _, hex_ in sorted(rated, reverse=True)]

    def _attack_units(self, hex_: Hex, free: list[int]) -> list[int]:
        """Who goes for a place: the nearest, until they are strong enough."""
        settings = self.settings
        need = self.weights.concentration * settings.wanted_ratio * self.defence(hex_) + settings.wanted_margin
        out, force = list[int](), 0
        for far, unit in sorted((self.moves(u, hex_) - self.head_start(u), u) for u in free):
            if force >= need or far > settings.longest_march:
                break
            out.append(unit)
            force += self.attack_strength(unit)
        return out if force >= need / settings.wanted_ratio * settings.least_ratio else []

    # -- who follows ------------------------------------------------------------------------------------------------

    @cached_property
    def strength_by_goal(self) -> dict[Hex, float]:
        """How strong those are who go to a place; more counts who goes there to take it."""
        settings, own, out = self.settings, set(self.places_to_guard), dict[Hex, float]()
        for unit, hex_ in self.destinations.items():
            weight = self.attack_strength(unit) * (settings.guarding_weight if hex_ in own else settings.taking_weight)
            out[hex_] = out.get(hex_, 0.0) + weight + settings.unit_weight
        return out

    @cached_property
    def follower_destinations(self) -> dict[int, Hex]:
        """The party that each of those goes with who do not fight."""
        return self.assign_followers(self.followers, self.strength_by_goal)

    def assign_followers(self, units: Iterable[int], parties: Mapping[Hex, float]) -> dict[int, Hex]:
        """Each goes with a strong party that is not far; those of a sort with different ones."""
        out, shared = dict[int, Hex](), dict[tuple[str, Hex], float]()
        for unit in units if parties else ():
            sort = self.follower_kind(unit)
            worth = {
                h: force / (1 + self.moves(unit, self.meeting_hex(h))) / (1 + shared.get((sort, h), 0.0))
                for h, force in parties.items()
            }
            out[unit] = hex_ = max(worth, key=lambda h: (worth[h], h))
            shared[sort, hex_] = shared.get((sort, hex_), 0.0) + self.follower_share(unit)
        return out

    def goal(self, unit: int) -> Hex | None:
        """It has an aim, or it follows those who have one."""
        return self.destinations.get(unit, self.follower_destinations.get(unit))
