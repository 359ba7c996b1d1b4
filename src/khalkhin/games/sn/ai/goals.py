"""Assigns goals to units: garrisons for cities that can be held, the others to cities that can be taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from khalkhin.ai import goals
from khalkhin.ai.evaluation import Tools
from khalkhin.ai.threats import Area, massed
from khalkhin.ai.values import NOWHERE
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.board.reach import reach
from khalkhin.engine.codec import UnitSet
from khalkhin.games.sn.ai.settings import SnGoalSettings
from khalkhin.games.sn.ai.values import Distances, Values
from khalkhin.games.sn.position import SOVIET, Position
from khalkhin.games.sn.ways import barred

if TYPE_CHECKING:
    from khalkhin.games.sn.game import StrikeNorth


class Goals(goals.Campaign):
    """One side's goals: cities."""

    settings: SnGoalSettings
    values: Values
    distances: Distances
    s: Position
    game: StrikeNorth

    def __init__(self, tools: Tools, s: Position, side: int) -> None:
        super().__init__(tools, s, side)
        self._worths: dict[Hex, float] = {}

    # -- the enemy --------------------------------------------------------------------------------------------------

    @cached_property
    def moves_last(self) -> bool:
        """Whether the enemy does not move again in the game."""
        return self.side == SOVIET and not self.values.left and self.s.active == SOVIET

    def areas(self) -> Iterator[Area]:
        """Where the enemy's units can attack when they have moved once."""
        s, game = self.s, self.game
        found = massed(
            ((s.where[u], game.kind[u], game.sheet.nation[u], game.movement[u]), game.attack[u])
            for u in members(s.ground(self.enemy))
            if game.attack[u]
        )
        shut: dict[str, HexSet] = {}
        for (place, kind, nation, points), force in found.items():
            if nation not in shut:
                unit = next(members(game.sheet.of_nation[nation]))
                shut[nation] = barred(s, self.enemy, 1 << unit)
            area = reach(game.costs[kind], place, points, barred=shut[nation]).hexes | 1 << place
            yield game.map.grid.spread(area), force

    @cached_property
    def enemy_hexes(self) -> HexSet:
        return self.s.occupied(self.enemy)

    def enemy_strength(self, hex_: Hex) -> int:
        return sum(self.game.defence[u] for u in members(self.s.units_at(self.enemy, hex_)))

    # -- the goals --------------------------------------------------------------------------------------------------

    def moves(self, unit: int, goal: Hex, start: int | None = None) -> float:
        game = self.game
        place = self.s.where[unit] if start is None else start
        if place < 0 or not game.enterable[game.sheet.nation[unit]] >> goal & 1:
            return float(NOWHERE)
        points = self.distances.to(game.kind[unit], goal)[place]
        return points / game.movement[unit] if points < NOWHERE and game.movement[unit] else float(NOWHERE)

    @cached_property
    def fighters(self) -> list[int]:
        game, s = self.game, self.s
        return [u for u in members(s.mobile(self.side) & game.combat_units & ~game.forts) if game.attack[u]]

    def worth(self, hex_: Hex) -> float:
        """What a city is worth as a goal or to be guarded: its points, and what it is worth to the enemy."""
        found = self._worths.get(hex_)
        if found is None:
            s, values = self.s, self.values
            found = values.take(s, self.side, hex_)
            if not self.enemy_hexes >> hex_ & 1:
                found += values.take(s, self.enemy, hex_) * (1.0 if self.pressure(hex_) else self.settings.denied_share)
            self._worths[hex_] = found
        return found

    @cached_property
    def places_to_guard(self) -> list[Hex]:
        """Cities to guard: those held, and empty ones of friendly states."""
        s, game = self.s, self.game
        mine = s.occupied(self.side) | game.friendly[self.side] & ~self.enemy_hexes
        paid = self.values.hold[self.side]
        return [h for h in members(game.cities & mine & self.values.places) if h in paid or self._threatened(h)]

    def _threatened(self, hex_: Hex) -> bool:
        """Whether a city counts for the enemy and he can reach it soon."""
        if not self.values.take(self.s, self.enemy, hex_):
            return False
        game, where, soon = self.game, self.s.where, self.settings.threat_moves
        return any(
            game.enterable[game.sheet.nation[u]] >> hex_ & 1
            and self.distances.to(game.kind[u], hex_)[where[u]] <= soon * game.movement[u]
            for u in members(self.s.mobile(self.enemy) & game.combat_units)
        )

    @property
    def places(self) -> Iterable[Hex]:
        return members(self.game.cities & self.values.places & ~self.s.occupied(self.side))

    def attack_strength(self, unit: int) -> int:
        return self.game.attack[unit]

    def guard_strength(self, unit: int) -> int:
        return self.game.defence[unit]

    def garrison(self, hex_: Hex) -> tuple[bool, float]:
        """Forts stay where they are."""
        game = self.game
        there = self.s.units_at(self.side, hex_) & ~sum(1 << u for u in self.fighters)
        return bool(there), sum(game.defence[u] for u in members(there & game.forts))

    def guard_needed(self, hex_: Hex) -> float:
        settings = self.settings
        return min(settings.garrison * self.worth(hex_), settings.garrison_pressure * self.pressure(hex_))

    def guard_reluctance(self, unit: int) -> float:
        settings, game = self.settings, self.game
        return settings.guard_attack * game.attack[unit] - settings.guard_defence * game.defence[unit]

    def head_start(self, unit: int) -> float:
        return self.settings.attacker_preference * self.game.attack[unit]

    @cached_property
    def aims(self) -> list[Hex]:
        """Cities that can be taken, the best first; garrisons count among those who could take them."""
        return self.targets_in_reach(self.fighters)

    def targets(self, free: list[int]) -> list[Hex]:
        return self.aims

    @cached_property
    def horizon(self) -> float:
        """Moves that are still to come, two a month."""
        return min(self.settings.longest_march, 2.0 * self.values.left + (2.0 if self.s.round != 2 else 1.0))

    def reserve_places(self, unit: int, aims: list[Hex], taken: list[Hex]) -> Iterable[Hex]:
        """Whoever has no goal goes to the cities to take, or else where others go."""
        for places in (aims or taken, taken):
            if able := [h for h in places if self.moves(unit, h) < NOWHERE]:
                return able
        return [self.s.where[unit]]

    def reserve_distance(self, unit: int, hex_: Hex) -> float:
        return self.moves(unit, hex_) - self.settings.reserve_worth * self.worth(hex_)

    # -- who follows ------------------------------------------------------------------------------------------------

    @cached_property
    def spearheads(self) -> dict[Hex, Hex]:
        """For every goal the hex from which most attack factors go there: support units follow those."""
        groups: dict[Hex, list[int]] = {}
        for unit, hex_ in self.destinations.items():
            groups.setdefault(hex_, []).append(unit)
        where, attack = self.s.where, self.game.attack
        return {
            hex_: max({where[u] for u in group}, key=lambda h: (sum(attack[u] for u in group if where[u] == h), -h))
            for hex_, group in groups.items()
        }

    def meeting_hex(self, hex_: Hex) -> Hex:
        return self.spearheads[hex_]

    @property
    def followers(self) -> Iterable[int]:
        """Headquarters, supply and airbases."""
        return members(self.s.mobile(self.side) & self.game.support)

    def follower_share(self, unit: int) -> float:
        settings = self.settings
        return settings.supply_share if self.game.supply >> unit & 1 else settings.other_support_share

    def attack_under_way(self, units: UnitSet) -> float:
        """The attack factors of units whose goal is a city to take."""
        own = set(self.places_to_guard)
        goals = self.destinations
        return sum(self.game.attack[u] for u in members(units) if u in goals and goals[u] not in own)
