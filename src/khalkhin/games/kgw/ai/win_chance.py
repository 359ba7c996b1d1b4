"""The chance of winning Khalkin-Gol War from a position: what the two sides have, for weights learned from games."""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from khalkhin.ai.win_chance import Features, PlaceControl, StrengthCount, WinChance
from khalkhin.board.hexset import Hex, members
from khalkhin.games.kgw.ai.settings import SETTINGS, WinChanceSettings
from khalkhin.games.kgw.movement import Movement
from khalkhin.games.kgw.position import HAND, SOVIET, USSR, Position
from khalkhin.games.kgw.sequence import EndSegment, Segment, Turn
from khalkhin.games.kgw.victory import holds

if TYPE_CHECKING:
    from khalkhin.games.kgw.game import KhalkinGolWar

SEGMENTS = 4
"""6.1  Segments in a month."""


class KgwWinChance(WinChance[Position]):
    """What decides: places held or within reach, strength, supply and air, recruits to come, and who moves last."""

    items = ("points", "ground", "close", "wide", "strength", "ratio", "supply", "air", "recruits", "moves")
    priors: ClassVar[Mapping[str, tuple[float, float, float]]] = {
        "points": (0.1, 0.4, 1.0),
        "strength": (0.5, 0.3, 0.0),
        "supply": (0.3, 0.2, 0.0),
        "air": (0.3, 0.2, 0.0),
        "recruits": (0.1, 0.05, 0.0),
    }

    def __init__(self, game: KhalkinGolWar, settings: WinChanceSettings = SETTINGS.win_chance) -> None:
        super().__init__(Path(__file__).with_name("win_chance.json"), game.charts.victory["marginal"] - 0.5)
        self.game, self.settings = game, settings
        places = members((game.objectives | game.aerodromes) & ~game.country[USSR])
        self._worth = {h: self._points(h) for h in places}
        self._close, self._wide = (
            PlaceControl(game.map.grid, self._worth, *how) for how in (settings.control_now, settings.control_later)
        )
        self._muster = StrengthCount([self._counter(u) for u in range(len(game.sheet))])

    def _points(self, hex_: Hex) -> int:
        """4.2.1  What a place counts."""
        game, values = self.game, self.game.charts.victory
        objective, aerodrome = game.objectives >> hex_ & 1, game.aerodromes >> hex_ & 1
        return int(values["both" if objective and aerodrome else "objective" if objective else "aerodrome"])

    def _counter(self, unit: int) -> tuple[float, float, float]:
        """The strength of a counter, and whether it is supply or flies."""
        game, bit = self.game, 1 << unit
        sign = 1.0 if game.sheet.side[unit] == SOVIET else -1.0
        fights = game.ground & ~game.supply & bit
        return (
            sign * game.combat[unit] if fights else 0.0,
            sign if game.supply & bit else 0.0,
            sign if game.air & bit else 0.0,
        )

    def setting_up(self, s: Position) -> bool:
        """Whether the first month is still to begin."""
        return bool(s.agenda) and isinstance(s.agenda[0], Turn) and s.agenda[0].month == s.turn

    def features(self, s: Position) -> Features:
        left, moves = self._time(s)
        ours, theirs, (supply, air), forces = self._muster(s)
        worths, few = self._worth.values(), self.settings.little_strength
        close, wide = (
            sum(w * x for w, x in zip(worths, grip(forces, few), strict=True)) for grip in (self._close, self._wide)
        )
        strength, ratio = (ours - theirs) / self.settings.strength_unit, log((ours + few) / (theirs + few))
        items = (
            *self._held(s),
            close,
            wide,
            strength,
            ratio,
            supply,
            air,
            self._recruits(s),
            moves,
        )
        return Features(left, items)

    def _held(self, s: Position) -> tuple[float, float]:
        """4.2.1  The points as they stand; and the places with somebody in them, whoever else is near."""
        counts = [a | b for a, b in (holds(s, side) for side in range(2))]
        own, enemy = s.occupied(0), s.occupied(1)
        points = ground = 0
        for hex_, worth in self._worth.items():
            points += worth * ((counts[0] >> hex_ & 1) - (counts[1] >> hex_ & 1))
            ground += worth * ((own >> hex_ & 1) - (enemy >> hex_ & 1))
        return points, ground

    def _recruits(self, s: Position) -> float:
        """8.1  Points to recruit with, and what is in hand already, in points."""
        game = self.game
        hand = [sum(game.cost[u] for u in members(s.in_box(side, HAND))) / 2 for side in range(2)]
        return s.points[0] - s.points[1] + hand[0] - hand[1]

    def _time(self, s: Position) -> tuple[float, float]:
        """The share of the game that is left, and how many Segments more the first side has than the second."""
        turns = self.game.scenarios[s.scenario].data["turns"]
        first, last = turns["first"], turns["last"]
        begins = next((step.month for step in s.agenda if isinstance(step, Turn)), s.turn + 1)
        left = float(SEGMENTS * (last + 1 - begins))
        moves, part = 0.0, 0.0
        for step in s.agenda:
            if isinstance(step, Segment):
                left += 1
                moves += 1 if step.side == SOVIET else -1
            elif isinstance(step, EndSegment):
                part = self.settings.moved_segment
            elif isinstance(step, Movement):
                part = 1.0
        moves += part if s.active == SOVIET else -part
        return (left + part) / (SEGMENTS * (last + 1 - first)), moves
