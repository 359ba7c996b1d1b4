"""The chance of winning Strike North: features of a position for coefficients learned from games."""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from khalkhin.ai.win_chance import Features, PlaceControl, StrengthCount, WinChance
from khalkhin.board.hexset import members
from khalkhin.games.sn.ai.settings import SETTINGS, WinChanceSettings
from khalkhin.games.sn.combat import CombatPhase
from khalkhin.games.sn.movement import BeginMovement
from khalkhin.games.sn.position import ABORTED, AVAILABLE, HOME, INTERCEPTION, SOVIET, Position
from khalkhin.games.sn.sequence import PlayerTurn, Turn
from khalkhin.games.sn.victory import automatic, worth

if TYPE_CHECKING:
    from khalkhin.games.sn.game import StrikeNorth

PLAYERS = 2
"""4.0  Player turns in a month."""


class SnWinChance(WinChance[Position]):
    """Features: points, cities and towns held and within reach, strength, supply, headquarters, air."""

    items = (
        "points",
        "places",
        "close",
        "wide",
        "automatic",
        "strength",
        "ratio",
        "supply",
        "staff",
        "air",
        "moves",
    )
    priors: ClassVar[Mapping[str, tuple[float, float, float]]] = {
        "points": (0.8, 0.9, 1.0),
        "places": (0.3, 0.5, 1.0),
        "close": (0.1, 0.2, 0.0),
        "wide": (0.3, 0.3, 0.0),
        "automatic": (40.0, 80.0, 160.0),
        "strength": (0.3, 0.15, 0.0),
        "supply": (1.0, 0.5, 0.0),
        "staff": (1.0, 0.5, 0.0),
        "air": (1.0, 0.5, 0.0),
    }

    def __init__(self, game: StrikeNorth, settings: WinChanceSettings = SETTINGS.win_chance) -> None:
        super().__init__(Path(__file__).with_name("win_chance.json"), game.charts.levels["tactical"] - 0.5)
        self.game, self.settings = game, settings
        places = list(members(game.cities | game.towns))
        controls = settings.close_control, settings.wide_control
        self._close, self._wide = (PlaceControl(game.map.grid, places, *how) for how in controls)
        self._worths: dict[tuple[str, str], list[tuple[int, int]]] = {}
        rows = [self._counter(u) for u in range(len(game.sheet))]
        self._strength_count = StrengthCount(rows, [(settings.disrupted_share * row[0], *row[1:]) for row in rows])

    def _counter(self, unit: int) -> tuple[float, float, float]:
        """The strength of a counter; whether it is supply; whether it leads or serves aircraft."""
        game, bit = self.game, 1 << unit
        sign = 1.0 if game.sheet.side[unit] == SOVIET else -1.0
        fights = game.combat_units & bit
        return (
            sign * (game.attack[unit] + game.defence[unit]) / 2 if fights else 0.0,
            sign if game.supply & bit else 0.0,
            sign if (game.headquarters | game.airbases) & bit else 0.0,
        )

    def setting_up(self, s: Position) -> bool:
        return s.setting_up

    def features(self, s: Position) -> Features:
        doubt = self.settings.doubt
        left, moves = self._time(s)
        ours, theirs, (supply, staff), forces = self._strength_count(s, s.disrupted)
        home = self._strength_count.group(s.in_box(1 - SOVIET, HOME))
        theirs -= home[0]
        close, wide = (self._controlled_points(s, control(forces, doubt)) for control in (self._close, self._wide))
        items = (
            s.points[0] - s.points[1],
            self._held_points(s),
            close,
            wide,
            float(automatic(s, 0)) - float(automatic(s, 1)),
            ours - theirs,
            log((ours + doubt) / (theirs + doubt)),
            supply + home[1],
            staff + home[2],
            self._air(s, 0) - self._air(s, 1),
            moves,
        )
        return Features(left, items)

    def _place_points(self, s: Position) -> list[tuple[int, int]]:
        """24.0  What every place counts for each side, in the order of the control."""
        key = s.scenario, str(s.options["vp_table"])
        found = self._worths.get(key)
        if found is None:
            found = self._worths[key] = [worth(s, h) for h in self._close.places]
        return found

    def _held_points(self, s: Position) -> float:
        """24.0  The points for cities and towns as they are held."""
        own, enemy, out = s.occupied(0), s.occupied(1), 0
        for hex_, (ours, theirs) in zip(self._close.places, self._place_points(s), strict=True):
            out += ours * (own >> hex_ & 1) - theirs * (enemy >> hex_ & 1)
        return out

    def _controlled_points(self, s: Position, shares: list[float]) -> float:
        """What cities and towns count, as far as each side has a hold of them."""
        pairs = zip(self._place_points(s), shares, strict=True)
        return sum(ours * (1 + x) - theirs * (1 - x) for (ours, theirs), x in pairs) / 2

    def _air(self, s: Position, side: int) -> int:
        """15.0  Airstrikes in play."""
        boxed = s.in_box(side, AVAILABLE, INTERCEPTION, ABORTED, HOME) & self.game.airstrikes
        return boxed.bit_count() + sum(self.game.sheet.side[unit] == side for unit, _ in s.sorties)

    def _time(self, s: Position) -> tuple[float, float]:
        """The share of the game that is left, and how many player turns more the first side has than the second."""
        last = self.game.scenarios[s.scenario].data["turns"]["last"]
        begins = next((step.number for step in s.agenda if isinstance(step, Turn)), s.turn + 1)
        left, rounds, fights, moves = float(PLAYERS * (last + 1 - begins)), 0, 0, 0.0
        for step in s.agenda:
            if isinstance(step, PlayerTurn):
                left += 1
                moves += 1 if step.side == SOVIET else -1
            elif isinstance(step, BeginMovement):
                rounds += 1
            elif isinstance(step, CombatPhase):
                fights += 1
        part = self.settings.round_share * rounds + self.settings.after_movement * (fights - rounds)
        moves += part if s.active == SOVIET else -part
        return (left + part) / (PLAYERS * last), moves
