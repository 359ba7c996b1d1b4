"""Assaults: which enemy hexes to attack, by whom and from where; and who can take a place that nobody holds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Generic, Protocol, TypeVar

from khalkhin.ai.ideas import Idea, Said
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.state import State

P = TypeVar("P", bound=State)

MarchOrder = tuple[int, Hex]
"""A unit and where it is to go."""
Crew = dict[int, HexSet]
"""Units that can come to attack a hex, each with the hexes it can attack from."""


class Watcher(Protocol):
    """Somebody who looks at positions for a side."""

    side: int

    def post(self, unit: int, place: int, /) -> float:
        """What it is worth that a unit stands in a hex, danger left aside."""


@dataclass(frozen=True, kw_only=True)
class AssaultSettings:
    """The numbers by which every game looks for assaults; a game adds its own."""

    targets: int
    """Enemy hexes that assaults on are looked for, at most."""
    quick_targets: int
    """The same where a quick answer will do."""
    most_units: int
    """Units that are called up for one assault at most."""
    patience: int
    """Units that are called up one after another without making an assault better, before no more are called up."""
    least_gain: float
    """Points that another unit has to make an assault better by."""


class Assaults(ABC, Generic[P]):
    """Those ideas of one side in one position that take something."""

    END: Idea = ()
    """What is said when everybody has been told where to go."""

    game: Any

    def __init__(self, watcher: Watcher, s: P, movers: UnitSet, settings: AssaultSettings) -> None:
        self.settings = settings
        self.s, self.game, self.side = s, s.game, watcher.side
        self.movers = movers
        self._post = watcher.post

    def quick_ideas(self) -> Iterator[Idea]:
        """The best assaults; and for each place to be had, whoever loses least by going there."""
        yield from self.assault_ideas(self.settings.quick_targets)
        wanted = self.wanted_hexes()
        best: dict[Hex, tuple[float, int]] = {}
        for unit in {self.kind(u): u for u in self.takers()}.values() if wanted else ():
            here = self._post(unit, self.s.where[unit])
            for hex_ in members(self.reach(unit) & wanted):
                nearer = self._post(unit, hex_) - here
                if hex_ not in best or nearer > best[hex_][0]:
                    best[hex_] = nearer, unit
        for hex_, (_, unit) in best.items():
            yield self.march_idea([(unit, hex_)])

    # -- what a game says -------------------------------------------------------------------------------------------

    @abstractmethod
    def kind(self, unit: int) -> tuple[Any, ...]:
        """Units of a kind stand together and can go to the same places."""

    @abstractmethod
    def reach(self, unit: int) -> HexSet:
        """Where a unit can end its move; worked out once for all of a kind."""

    @abstractmethod
    def group_key(self, order: MarchOrder) -> tuple[Any, ...]:
        """Units whose orders have this in common go together."""

    @abstractmethod
    def has_room(self, s: P, hex_: Hex, units: UnitSet) -> bool:
        """Whether units find room in a hex."""

    @abstractmethod
    def wanted_hexes(self) -> HexSet:
        """Places to be had that nobody holds: to take them, or to guard them."""

    @abstractmethod
    def takers(self) -> Iterable[int]:
        """Units that can take a place."""

    @abstractmethod
    def enemy_hexes(self) -> HexSet:
        """The hexes that the enemy holds."""

    @abstractmethod
    def attackers(self) -> Iterable[int]:
        """Units that can be called up for assaults."""

    @abstractmethod
    def rank(self, unit: int) -> tuple[float, ...]:
        """Who is called up before others: the strongest."""

    @abstractmethod
    def target_value(self, hex_: Hex, crew: Crew) -> tuple[float, ...]:
        """How promising an enemy hex looks, with those who can come."""

    @abstractmethod
    def attack_value(self, s: P, target: Hex) -> float:
        """What the attack on a hex, and all that hangs on it, is worth as the units stand."""

    @abstractmethod
    def attack_hex_value(self, s: P, target: Hex) -> Callable[[Hex], float]:
        """How good hexes are to attack a hex from."""

    def attack_hexes(self, target: Hex) -> HexSet:
        """The hexes that a hex can be attacked from."""
        return int(self.game.map.grid.around[target])

    def set_down(self, after: P, unit: int, hex_: Hex) -> None:
        """Set a unit down in a copy."""
        after.put(unit, hex_)

    def ranked_targets(self, crews: dict[Hex, Crew], most: int) -> list[Hex]:
        """The most promising enemy hexes."""
        return sorted(crews, key=lambda h: (self.target_value(h, crews[h]), -h), reverse=True)[:most]

    def call_up_sequences(self, crew: Crew) -> Iterator[list[int]]:
        """Who is called up after whom; there may be several ways to try."""
        yield sorted(crew, key=self.rank)[: self.settings.most_units]

    # -- who attacks what -------------------------------------------------------------------------------------------

    def assault_ideas(self, most: int) -> Iterator[Idea]:
        """For the enemy hexes in reach, the units that together make the best attack on them."""
        crews = self.crews_by_target()
        for target in self.ranked_targets(crews, most):
            for order in self.call_up_sequences(crews[target]):
                if found := self.assault_orders(target, crews[target], order):
                    yield self.march_idea(found)

    def crews_by_target(self) -> dict[Hex, Crew]:
        """Who can come to attack which enemy hex."""
        out: dict[Hex, Crew] = {}
        spread, foes = self.game.map.grid.spread, self.enemy_hexes()
        for unit in self.attackers():
            area = self.reach(unit)
            for target in members(spread(area) & foes):
                if near := area & self.attack_hexes(target):
                    out.setdefault(target, {})[unit] = near
        return out

    def assault_orders(self, target: Hex, crew: Crew, order: list[int]) -> list[MarchOrder]:
        """Call up units one after another as long as that makes things better."""
        after, orders, count = self.s.clone(), list[MarchOrder](), 0
        best = self.attack_value(after, target)
        for unit in order:
            hex_ = self.best_attack_hex(after, target, unit, crew[unit])
            if hex_ is None:
                continue
            self.set_down(after, unit, hex_)
            orders.append((unit, hex_))
            promise = self.attack_value(after, target)
            if promise > best + self.settings.least_gain:
                best, count = promise, len(orders)
            elif len(orders) - count >= self.settings.patience:
                break
        return orders[:count]

    def best_attack_hex(self, s: P, target: Hex, unit: int, hexes: HexSet) -> Hex | None:
        """The best hex to attack from that has room."""
        found = [h for h in members(hexes) if self.has_room(s, h, 1 << unit)]
        if not found:
            return None
        merit = self.attack_hex_value(s, target)
        return max(found, key=lambda h: (merit(h), -h))

    def march_idea(self, orders: list[MarchOrder]) -> list[Said]:
        """Orders as decisions."""
        said: list[Said] = []
        for _, group in groupby(sorted(orders, key=self.group_key), key=self.group_key):
            together = list(group)
            said += [*(("unit", unit) for unit, _ in together), ("hex", together[0][1])]
        return [*said, *self.END]


def split_moves(idea: Idea) -> Iterator[tuple[UnitSet, list[tuple[str, Hex]]]]:
    """The moves that an idea is made of: who goes, and by which hexes."""
    group: UnitSet = 0
    way: list[tuple[str, Hex]] = []
    for verb, noun in idea:
        if not isinstance(noun, int):
            continue
        if verb in ("unit", "sail"):
            if way:
                yield group, way
                group, way = 0, []
            group |= 1 << noun
        else:
            way.append((verb, noun))
    if way:
        yield group, way
