"""The chance of winning Nomonhan: features of a position for coefficients learned from games."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, log
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from khalkhin.ai.win_chance import Features, PlaceControl, StrengthCount, WinChance
from khalkhin.board.hexset import members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.pbn.ai.expected_reinforcements import ExpectedReinforcements
from khalkhin.games.pbn.ai.settings import SETTINGS, WinChanceSettings
from khalkhin.games.pbn.declaration import CombatPhase
from khalkhin.games.pbn.movement import BeginMovement, Movement
from khalkhin.games.pbn.position import DAMAGED, OUT, SHOT_DOWN, SIDES, SOVIET, TRACK, Position
from khalkhin.games.pbn.sequence import Initiative, Turn
from khalkhin.games.pbn.victory import VictoryPhase, worth

if TYPE_CHECKING:
    from khalkhin.games.pbn.game import Nomonhan

IMPULSES = 4
"""4.1  Impulses in a month."""


class PbnWinChance(WinChance[Position]):
    """Features: points, objectives held and within reach, sudden victory, strength, supply, headquarters, air."""

    items = (
        "points",
        "income",
        "close",
        "wide",
        "sudden",
        "near",
        "strength",
        "ratio",
        "due",
        "supply",
        "staff",
        "air",
        "moves",
    )
    priors: ClassVar[Mapping[str, tuple[float, float, float]]] = {
        "points": (1.0, 1.0, 1.0),
        "income": (0.4, 0.7, 1.0),
        "sudden": (120.0, 120.0, 120.0),
        "near": (10.0, 5.0, 0.0),
        "strength": (0.1, 0.05, 0.0),
        "due": (0.1, 0.0, 0.0),
        "supply": (0.5, 0.2, 0.0),
        "staff": (0.5, 0.2, 0.0),
        "air": (0.5, 0.2, 0.0),
    }

    def __init__(self, game: Nomonhan, settings: WinChanceSettings = SETTINGS.win_chance) -> None:
        super().__init__(Path(__file__).with_name("win_chance.json"), game.charts.levels["marginal"] - 0.5)
        self.game, self.settings = game, settings
        controls = settings.close_control, settings.wide_control
        self._close, self._wide = (PlaceControl(game.map.grid, members(game.objectives), *how) for how in controls)
        rows = [self._counter(u) for u in range(len(game.sheet))]
        self._strength_count = StrengthCount(rows, [(settings.suppressed_share * row[0], *row[1:]) for row in rows])
        self._expected_reinforcements = ExpectedReinforcements(game, self._strength, settings.later_share)

    def _counter(self, unit: int) -> tuple[float, float, float]:
        """The strength of a counter; whether it is supply; the columns it gives as headquarters."""
        game, bit = self.game, 1 << unit
        sign = 1.0 if game.sheet.side[unit] == SOVIET else -1.0
        fights = game.fighting & bit
        return (
            sign * (game.attack[unit] + game.defence[unit]) if fights else 0.0,
            sign if game.supply & bit else 0.0,
            sign * game.support[unit] if game.headquarters & bit else 0.0,
        )

    def _strength(self, units: UnitSet) -> float:
        return self._strength_count.group(units)[0]

    def setting_up(self, s: Position) -> bool:
        """Whether the first month is still to begin."""
        return bool(s.agenda) and isinstance(s.agenda[0], Turn) and s.agenda[0].month == s.turn

    def features(self, s: Position) -> Features:
        doubt = self.settings.doubt
        left, months, impulses, moves = self._time(s)
        ours, theirs, (supply, staff), forces = self._strength_count(s, s.suppressed)
        based = [self._strength_count.group(s.based(side)) for side in SIDES]
        ours, theirs = ours + based[0][0], theirs - based[1][0]
        close, wide = (self._controlled_points(s, control(forces, doubt)) for control in (self._close, self._wide))
        items = (
            s.points[0] - s.points[1],
            self._income(s, months),
            months * close,
            months * wide,
            *self._sudden(s, impulses),
            ours - theirs,
            log((ours + doubt) / (theirs + doubt)),
            self._reinforcements(s, left),
            supply + based[0][1] + based[1][1],
            staff + based[0][2] + based[1][2],
            self._air(s, 0) - self._air(s, 1),
            moves,
        )
        return Features(left, items)

    def _income(self, s: Position, months: int) -> float:
        """24.6  What the objectives will bring to the end, if they are held as they are now."""
        once = [sum(worth(s, side, h) for h in members(s.occupied(side) & self.game.objectives)) for side in SIDES]
        # SCM.3  A crisis doubles what this month brings.
        return (once[0] - once[1]) * (months + (1 if s.crisis and months else 0))

    def _controlled_points(self, s: Position, shares: list[float]) -> float:
        """What the objectives bring in a month, as far as each side has a hold of them."""
        places = zip(self._close.places, shares, strict=True)
        return sum(worth(s, 0, h) * (1 + x) / 2 - worth(s, 1, h) * (1 - x) / 2 for h, x in places)

    def _sudden(self, s: Position, impulses: float) -> tuple[float, float]:
        """24.3, 25.3  The chance of a sudden victory this month; and how much nearer to one the first side is."""
        settings = self.settings
        nomonhan, held = 1 << self.game.nomonhan, (s.occupied(0), s.occupied(1))
        chances, now, near = settings.sudden_chances, [0.0, 0.0], [0.0, 0.0]
        for side, mine in enumerate(held):
            count = (mine & self.game.objectives & ~nomonhan).bit_count()
            lost = bool(held[1 - side] & nomonhan)
            share = 1.0 if mine & nomonhan else settings.nomonhan_lost if lost else settings.nomonhan_empty
            near[side] = share * settings.nearness[min(count, len(settings.nearness) - 1)]
            if mine & nomonhan and count >= self.game.charts.sudden_death:
                now[side] = chances[min(ceil(impulses), len(chances) - 1)]
        return now[0] - now[1], near[0] - near[1]

    def _reinforcements(self, s: Position, left: float) -> float:
        """6.0  Strength on the turn tracks, and what may still come to them."""
        coming = self._expected_reinforcements(s, left * self.game.last_turn(s)) if left else 0.0
        return sum(self._strength_count.group(s.in_box(side, *TRACK))[0] for side in SIDES) + coming

    def _air(self, s: Position, side: int) -> float:
        """16.0  Air points that fly, and half of those under repair."""
        lost = s.in_box(side, OUT, SHOT_DOWN)
        air = self.game.air & self.game.sheet.of_side[side] & self.game.in_play & ~lost
        return air.bit_count() - s.air(side, DAMAGED) / 2

    def _time(self, s: Position) -> tuple[float, int, float, float]:
        """The share of the game that is left, how often objectives will be scored, the impulses left in this month, and
        how many of them the first side has more than the second."""
        last = self.game.last_turn(s)
        months, impulses, fights, moves, part = last - s.turn, 0.0, 0, 0.0, 0.0
        for step in s.agenda:
            if isinstance(step, BeginMovement):
                impulses += 1
                moves += 1 if step.side == SOVIET else -1
            elif isinstance(step, Movement):
                part = 1.0
            elif isinstance(step, CombatPhase):
                fights += 1
            elif isinstance(step, VictoryPhase):
                months += 1
            elif isinstance(step, Initiative):
                months, impulses, fights = months + 1, float(IMPULSES), IMPULSES
        part = max(part, self.settings.after_movement * (fights - impulses))
        moves += part if s.active == SOVIET else -part
        impulses += part
        return ((last - s.turn) + impulses / IMPULSES) / last, months, impulses, moves
