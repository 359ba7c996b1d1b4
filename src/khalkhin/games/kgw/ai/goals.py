"""Who is to go where: guards for one's own places, and the rest together against what can be taken."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from khalkhin.ai import goals
from khalkhin.ai.threats import Area, massed
from khalkhin.ai.values import NOWHERE
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.games.kgw.ai.settings import GoalSettings
from khalkhin.games.kgw.ai.values import Distances, Values
from khalkhin.games.kgw.odds import total
from khalkhin.games.kgw.position import JAPAN, USSR, Position

if TYPE_CHECKING:
    from khalkhin.games.kgw.game import KhalkinGolWar


class Goals(goals.Campaign):
    """Where the units of one side are to go: to objectives and aerodromes."""

    settings: GoalSettings
    values: Values
    distances: Distances
    s: Position
    game: KhalkinGolWar

    # -- the enemy --------------------------------------------------------------------------------------------------

    def areas(self) -> Iterable[Area]:
        """Where the enemy's units can attack within a month."""
        s, game = self.s, self.game
        found = massed(
            ((hex_, s.allowance(unit) // game.charts.scale + 1), s.strength(unit))
            for hex_ in members(self.enemy_hexes)
            for unit in members(s.units_at(self.enemy, hex_) & ~s.static() & ~game.supply)
        )
        within, ussr = game.map.grid.within, game.country[USSR] if self.enemy == JAPAN else 0
        return [(within(1 << hex_, radius) & ~ussr, force) for (hex_, radius), force in found.items()]

    @cached_property
    def enemy_hexes(self) -> HexSet:
        return self.s.occupied(self.enemy)

    def enemy_strength(self, hex_: Hex) -> int:
        return total(self.s, self.s.units_at(self.enemy, hex_))

    # -- the aims ---------------------------------------------------------------------------------------------------

    def moves(self, unit: int, goal: Hex, start: int | None = None) -> float:
        """How many months a unit marches to a place."""
        s = self.s
        hex_ = s.where[unit] if start is None else start
        points = self.distances.to(self.distances.kind(unit, s.winter), goal)[hex_]
        return points / max(1, s.allowance(unit)) if points < NOWHERE else float(NOWHERE)

    @cached_property
    def fighters(self) -> list[int]:
        game, s = self.game, self.s
        out = s.ground(self.side) & ~s.static() & ~game.supply & ~game.artillery & ~game.trains
        return list(members(out & ~(1 << game.zhukov)))

    @cached_property
    def places_to_guard(self) -> list[Hex]:
        """Places to guard: those held, and empty ones that the enemy is not nearer to."""
        s, grid, out = self.s, self.game.map.grid, list[Hex]()
        mine, theirs = (list(members(s.occupied(side))) for side in (self.side, self.enemy))
        for hex_ in self.places:
            if self.enemy_hexes >> hex_ & 1:
                continue
            near, far = (min((grid.distance(h, hex_) for h in hexes), default=99) for hexes in (mine, theirs))
            if near <= far:
                out.append(hex_)
        return out

    @property
    def places(self) -> Iterable[Hex]:
        return self.values.place

    def worth(self, hex_: Hex) -> float:
        return self.values.place[hex_]

    def attack_strength(self, unit: int) -> int:
        return self.s.strength(unit)

    guard_strength = attack_strength

    def guard_needed(self, hex_: Hex) -> float:
        settings = self.settings
        return min(settings.most_guards, settings.coming_share * self.pressure(hex_) * settings.guards_share)

    def guard_reluctance(self, unit: int) -> float:
        return self.settings.guard_reluctance * self.s.strength(unit)

    @property
    def horizon(self) -> float:
        """Months to come, with what is left of this one."""
        return min(self.settings.longest_march, 1.0 + self.values.left)

    @property
    def sight(self) -> float:
        return self.settings.longest_march

    def reserve_places(self, unit: int, aims: list[Hex], taken: list[Hex]) -> Iterable[Hex]:
        """Whoever is left over goes where most is to be won, or stands by at the front."""
        return aims or self.places_to_guard or self.places

    def reserve_distance(self, unit: int, hex_: Hex) -> float:
        return self.moves(unit, hex_) - self.settings.reserve_worth * self.worth(hex_)

    # -- who follows ------------------------------------------------------------------------------------------------

    @property
    def followers(self) -> Iterable[int]:
        """Supply, guns and Zhukov."""
        s = self.s
        return (u for u in members(s.ground(self.side) & ~s.static()) if u not in self.destinations)

    def going_on(self, area: HexSet) -> float:
        """The strength of those who will be in an area soon, and will want to go on from there."""
        s, own, share = self.s, set(self.places_to_guard), self.settings.guards_going_on
        return sum(
            s.strength(unit) * (share if hex_ in own else 1.0)
            for unit, hex_ in self.destinations.items()
            if area >> hex_ & 1 and self.moves(unit, hex_) <= 1.0
        )
