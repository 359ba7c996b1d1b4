"""Assigns goals to units: garrisons for objectives that can be held, the others to objectives that can be taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from khalkhin.ai import goals
from khalkhin.ai.threats import Area, massed
from khalkhin.ai.values import NOWHERE
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.board.reach import OFF_MAP, reach
from khalkhin.games.pbn.ai.settings import PbnGoalSettings
from khalkhin.games.pbn.ai.values import Distances, Values
from khalkhin.games.pbn.headquarters import follow_on
from khalkhin.games.pbn.position import Position
from khalkhin.games.pbn.terrain import costs
from khalkhin.games.pbn.ways import allowance, barred, entry_ways

if TYPE_CHECKING:
    from khalkhin.games.pbn.game import Nomonhan


class Goals(goals.Campaign):
    """One side's goals: objectives."""

    settings: PbnGoalSettings
    values: Values
    distances: Distances
    s: Position
    game: Nomonhan

    # -- the enemy --------------------------------------------------------------------------------------------------

    @cached_property
    def moves_last(self) -> bool:
        """Whether the enemy does not move again in this turn."""
        return self.s.impulse == 2 and self.s.first != self.side

    def areas(self) -> Iterator[Area]:
        s, game, enemy = self.s, self.game, self.enemy
        second = (s.impulse == 1 and s.first != self.side) or (s.impulse == 2 and s.first == self.side)
        there = s.on_map(enemy) | s.based(enemy)
        unsure = self.settings.no_headquarters_share
        ready = follow_on(s, enemy) if second else there
        found = massed(
            ((s.where[u], game.kind[u], allowance(s, u)), game.attack[u] * (1.0 if ready >> u & 1 else unsure))
            for u in members(there & game.fighting)
        )
        for (place, kind, points), force in found.items():
            table, shut = costs(game, kind, 0), barred(s, enemy, kind)
            if place < 0:
                area = reach(table, OFF_MAP, points, barred=shut, entries=entry_ways(s, enemy, kind)).hexes
            else:
                area = reach(table, place, points, barred=shut).hexes | 1 << place
            yield game.map.grid.spread(area), force

    @cached_property
    def enemy_hexes(self) -> HexSet:
        return self.s.occupied(self.enemy)

    def enemy_strength(self, hex_: Hex) -> int:
        return sum(self.game.defence[u] for u in members(self.s.land_at(self.enemy, hex_)))

    # -- the goals --------------------------------------------------------------------------------------------------

    def moves(self, unit: int, goal: Hex, start: int | None = None) -> float:
        return self.moves_to(unit, goal)(self.s.where[unit] if start is None else start)

    def moves_to(self, unit: int, goal: Hex) -> Callable[[int], float]:
        """How many moves a unit needs to a place, from anywhere."""
        kind, each = self.game.kind[unit], self.game.movement[unit]
        far = self.distances.to(kind, goal)

        def moves(place: int) -> float:
            points = far[place] if place >= 0 else self.distances.from_base(kind, goal, self.side)
            return points / each if points < NOWHERE and each else float(NOWHERE)

        return moves

    @cached_property
    def fighters(self) -> list[int]:
        s = self.s
        return list(members((s.on_map(self.side) | s.based(self.side)) & self.game.fighting))

    @cached_property
    def places_to_guard(self) -> list[Hex]:
        """Objectives to guard: those held, and empty ones that the enemy is not nearer to."""
        s, grid, out = self.s, self.game.map.grid, list[Hex]()
        mine, theirs = (list(members(s.occupied(side) | s.game.edges[side])) for side in (self.side, self.enemy))
        for hex_ in self.places:
            if self.enemy_hexes >> hex_ & 1 or not self.worth(hex_):
                continue
            near, far = (min(grid.distance(h, hex_) for h in hexes) for hexes in (mine, theirs))
            if s.occupied(self.side) >> hex_ & 1 or near <= far + self.settings.own_distance:
                out.append(hex_)
        return out

    def worth(self, hex_: Hex) -> float:
        """What an objective is worth as a goal: its points, and part of what it is worth to the enemy."""
        mine, theirs = (self.values.hold[side].get(hex_, 0.0) for side in (self.side, self.enemy))
        held = self.s.occupied(self.enemy) >> hex_ & 1
        return mine + (theirs + self._urgency if held else self.settings.denied_share * theirs)

    @cached_property
    def _urgency(self) -> float:
        """Additional worth of an objective of an enemy who is near to a sudden victory."""
        game = self.game
        held = self.s.occupied(self.enemy) & game.objectives
        count = (held & ~(1 << game.nomonhan)).bit_count()
        beyond = max(0, count - self.settings.urgency_from)
        return self.settings.urgency * beyond if not self.s.occupied(self.side) >> game.nomonhan & 1 else 0.0

    @property
    def places(self) -> Iterable[Hex]:
        return self.values.hold[self.side]

    def attack_strength(self, unit: int) -> int:
        return self.game.attack[unit]

    def guard_strength(self, unit: int) -> int:
        return self.game.defence[unit]

    def guard_needed(self, hex_: Hex) -> float:
        settings = self.settings
        return min(settings.garrison + self.worth(hex_), settings.garrison_pressure * self.pressure(hex_))

    def guard_reluctance(self, unit: int) -> float:
        settings, game = self.settings, self.game
        return settings.guard_attack * game.attack[unit] - settings.guard_defence * game.defence[unit]

    def head_start(self, unit: int) -> float:
        return self.settings.attacker_preference * self.game.attack[unit]

    def reserve_places(self, unit: int, aims: list[Hex], taken: list[Hex]) -> Iterable[Hex]:
        """Whoever has no goal goes where others go."""
        return taken or self.places

    def reserve_distance(self, unit: int, hex_: Hex) -> float:
        settings = self.settings
        nearer = settings.reserve_worth * self.worth(hex_)
        return self.moves(unit, hex_) - nearer - settings.reserve_defence * self.defence(hex_)

    # -- who follows ------------------------------------------------------------------------------------------------

    @property
    def followers(self) -> Iterable[int]:
        """Headquarters, those with the most support first."""
        game, s = self.game, self.s
        staffs = (s.on_map(self.side) | s.based(self.side)) & game.headquarters
        return sorted(members(staffs), key=lambda u: (-game.support[u], u))

    def follower_kind(self, unit: int) -> str:
        """All of one kind: headquarters are assigned among themselves, then supply."""
        return ""

    def follower_share(self, unit: int) -> float:
        return self.game.support[unit] or 1.0

    @cached_property
    def follower_destinations(self) -> dict[int, Hex]:
        """Headquarters go with strong parties, each with another; supply goes where headquarters go."""
        s, game, led = self.s, self.game, dict[Hex, float]()
        out = self.assign_followers(self.followers, self.strength_by_goal)
        for unit, hex_ in out.items():
            led[hex_] = led.get(hex_, 0.0) + game.support[unit]
        supply = (s.on_map(self.side) | s.based(self.side)) & game.supply
        return {**out, **self.assign_followers(members(supply), led or self.strength_by_goal)}
