"""Where units are to go: the Soviets to the enemy inside the line, to objectives, and in time to the line itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from khalkhin.ai import goals
from khalkhin.ai.deadlines import NOBODY, Posts, Way, told_off
from khalkhin.ai.evaluation import Tools
from khalkhin.ai.threats import Area, massed
from khalkhin.ai.values import NOWHERE
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.bkg.ai.battle_values import BattleValues
from khalkhin.games.bkg.ai.settings import GoalSettings
from khalkhin.games.bkg.ai.values import Class, Distances, Values
from khalkhin.games.bkg.movement import Movement, Moving
from khalkhin.games.bkg.position import JAPAN, SOVIET, Position
from khalkhin.games.bkg.sequence import BeginMovement

if TYPE_CHECKING:
    from khalkhin.games.bkg.game import Batalha


class Goals(goals.Goals):
    """Where the units of one side are to go."""

    settings: GoalSettings
    values: Values
    distances: Distances
    s: Position
    game: Batalha

    def __init__(self, tools: Tools, s: Position, side: int) -> None:
        super().__init__(tools, s, side)
        self.battle_values: BattleValues = tools.battle_values

    # -- the enemy --------------------------------------------------------------------------------------------------

    def areas(self) -> Iterable[Area]:
        """Where the enemy's units can attack, with their strength in half points."""
        s, game = self.s, self.game

        def radius(unit: int) -> int:
            if game.artillery >> unit & 1:
                return game.range[unit] + self.settings.guns_march
            return self.march(unit) + 1

        found = massed(
            ((hex_, radius(u)), s.attack(u)) for hex_ in members(self.enemy_hexes) for u in members(s.at[hex_])
        )
        return [(self.battle_values.within(*place), strength) for place, strength in found.items()]

    @property
    def enemy_hexes(self) -> HexSet:
        return self.s.held(self.enemy)

    def march(self, unit: int) -> int:
        """Hexes that a unit comes forward in a turn over mixed ground."""
        return max(1, round(self.settings.hexes_per_point * self.game.allowance[unit]))

    def moves(self, unit: int, goal: Hex, start: int | None = None) -> float:
        points = self.distances.to(self.distances.kind(unit), goal)[self.s.where[unit] if start is None else start]
        return points / self.game.allowance[unit] if points < NOWHERE else float(NOWHERE)

    # -- places -----------------------------------------------------------------------------------------------------

    @property
    def places(self) -> Iterable[Hex]:
        return self.game.objective_kind

    def worth(self, hex_: Hex) -> float:
        kind = self.game.objective_kind.get(hex_)
        held = self.posts.price if self.posts.hexes >> hex_ & 1 else 0.0
        return held + (self.game.charts.points[kind].integer("points") if kind else 0)

    @property
    def places_to_guard(self) -> list[Hex]:
        """Objectives that are held, and the hexes of the line that have to be shut."""
        held = self.s.soviet_objectives if self.side == SOVIET else self.game.objectives & ~self.s.soviet_objectives
        return list(members(held | self.posts.hexes))

    @cached_property
    def risk(self) -> dict[Hex, float]:
        """The chance that the enemy takes an objective that nobody guards."""
        return {h: self._risk_of(h) for h in self.game.objective_kind}

    def _risk_of(self, hex_: Hex) -> float:
        s, distance = self.s, self.game.map.grid.distance
        turns = float("inf")
        for other in members(self.enemy_hexes):
            far = distance(other, hex_)
            if far < self.settings.farthest:
                turns = min(turns, far / max(self.march(u) for u in members(s.at[other])))
        return next((risk for limit, risk in self.settings.risks if turns <= limit), 0.0)

    # -- the aims ---------------------------------------------------------------------------------------------------

    @cached_property
    def aims(self) -> HexSet:
        """For the Soviets: Japanese units inside the line or beside it, and objectives to take."""
        s, game = self.s, self.game
        near = game.inside | game.map.grid.spread(game.inside)
        return game.objectives & ~s.soviet_objectives | s.held(JAPAN) & near

    @cached_property
    def far(self) -> dict[Hex, int]:
        """How far each hex is from the nearest aim."""
        out, ring, seen, distance = dict[Hex, int](), self.aims, self.aims, 0
        while ring:
            out.update((h, distance) for h in members(ring))
            ring = self.game.map.grid.spread(ring) & ~seen
            seen |= ring
            distance += 1
        return out

    def goal(self, unit: int) -> Hex | None:
        """The Soviets go for the nearest aim, or to the line when it is time; the Japanese stay where they are."""
        here, distance = self.s.where[unit], self.game.map.grid.distance
        if self.side != SOVIET or here < 0:
            return None
        post = self.posts.of.get(unit)
        if post is not None and self.posts.cost(unit, self.moves(unit, post)):
            return post
        return min(members(self.aims), key=lambda h: (distance(here, h), h), default=post)

    # -- the line ---------------------------------------------------------------------------------------------------

    @cached_property
    def posts(self) -> Posts:
        """10.2.1.c, 10.2.2.c  The Japanese move last. Whoever of them stands unhurt inside the line after that brings
        ten points, and nobody can come in where the Soviets occupy it: zones of engagement stop nobody who has waited
        beside an open hex."""
        s, game, settings = self.s, self.game, self.settings
        left = game.last_turn - s.turn
        rounds = left + any(isinstance(x, BeginMovement | Movement | Moving) and x.side == JAPAN for x in s.agenda)
        if self.side != SOVIET or left > settings.line_moves or not rounds:
            return NOBODY
        coming, open_ = self._coming(rounds)
        empty = (open_ & ~s.held(SOVIET)).bit_count()
        if not coming or self._worth(coming, open_, open_.bit_count()) <= settings.idle_worth * empty:
            return NOBODY
        of = told_off(self._ways(open_, left))
        worth = self._worth(coming, open_, len(of))
        if worth <= sum(self._worth_elsewhere(unit) for unit, hex_ in of.items() if s.where[unit] != hex_):
            return NOBODY
        return Posts(of, worth / len(of), left, settings.line_hurry)

    def _coming(self, rounds: int) -> tuple[UnitSet, HexSet]:
        """The Japanese beyond the line who can still come in, and the hexes of the line that they can come to."""
        s, game, units, hexes = self.s, self.game, 0, 0
        line = game.inside & game.map.grid.spread(game.beyond) & ~s.held(JAPAN)
        japanese = s.on_map(JAPAN) & self.values.japanese
        beyond = sum(1 << u for u in members(japanese) if game.beyond >> s.where[u] & 1)
        for far, hex_, unit in self._marches(beyond, line):
            if far <= rounds:
                units |= 1 << unit
                hexes |= 1 << hex_
        return units, hexes

    def _marches(self, units: UnitSet, hexes: HexSet) -> Iterator[Way]:
        """How many moves it is for each unit to each hex."""
        fields = dict[Class, list[tuple[Hex, list[int]]]]()
        for unit in members(units):
            kind, here, each = self.distances.kind(unit), self.s.where[unit], self.game.allowance[unit]
            if kind not in fields:
                fields[kind] = [(hex_, self.distances.to(kind, hex_)) for hex_ in members(hexes)]
            for hex_, far in fields[kind]:
                yield far[here] / each, hex_, unit

    def _is_needed(self, unit: int) -> bool:
        """Whether a unit can come to an aim inside the line with its next move."""
        near = self.battle_values.within(self.s.where[unit], self.march(unit))
        return bool(near & self.aims & self.game.inside)

    def _worth_elsewhere(self, unit: int) -> float:
        return self.settings.needed_worth if self._is_needed(unit) else self.settings.idle_worth

    def _ways(self, hexes: HexSet, left: int) -> Iterator[Way]:
        """Who can be where in time, rather those who are of no use elsewhere."""
        s, top = self.s, self.s.agenda[-1] if self.s.agenda else None
        ready = ~s.moved if isinstance(top, Movement | Moving) and top.side == SOVIET else 0
        needed = {unit: self.settings.needed_reluctance * self._is_needed(unit) for unit in members(s.on_map(SOVIET))}
        for far, hex_, unit in self._marches(s.on_map(SOVIET), hexes):
            if far <= left + (ready >> unit & 1):
                yield far + needed[unit] if far else 0.0, hex_, unit

    def _worth(self, coming: UnitSet, open_: HexSet, shut: int) -> float:
        """10.2.1.c, 10.2.2.c  What it is worth to shut so many of the open hexes: as many of those who would come find
        no room, and when all are shut nobody at all."""
        s, unhurt = self.s, (coming & ~self.s.flipped).bit_count()
        hexes, room = open_.bit_count(), self.game.charts.stacking
        kept_out = min(unhurt, room * hexes) - min(unhurt, room * (hexes - shut))
        inside = any(s.at[h] & self.values.japanese for h in members(s.held(JAPAN) & self.game.inside))
        cleared = self.values.cleared if shut == hexes and not inside else 0.0
        return self.settings.line_share * (self.values.intact * kept_out + cleared)
