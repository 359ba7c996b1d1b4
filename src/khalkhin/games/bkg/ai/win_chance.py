"""The chance of winning the Batalha from a position: what the two sides have, for weights learned from games."""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from khalkhin.ai.win_chance import Features, MapStrength, PlaceControl, StrengthCount, WinChance
from khalkhin.board.hexset import members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.bkg.ai.settings import SETTINGS, WinChanceSettings
from khalkhin.games.bkg.declaration import CombatPhase
from khalkhin.games.bkg.movement import Movement
from khalkhin.games.bkg.position import DESTROYED, DUE, EAST, JAPAN, NORTH, RESERVE, SOVIET, Position
from khalkhin.games.bkg.sequence import BeginCombat, BeginMovement, Turn

if TYPE_CHECKING:
    from khalkhin.games.bkg.game import Batalha

PHASES = 4
"""3.0  Phases in a day."""


class BkgWinChance(WinChance[Position]):
    """What decides: what counts at the end, as it stands; strength; and who is pressed by whom."""

    items = (
        "places",
        "destroyed",
        "hurt",
        "intact",
        "coming",
        "cleared",
        "close",
        "pressed",
        "strength",
        "ratio",
        "due",
        "moves",
    )
    priors: ClassVar[Mapping[str, tuple[float, float, float]]] = {
        "places": (0.3, 0.7, 1.0),
        "destroyed": (0.8, 0.9, 1.0),
        "hurt": (0.5, 0.7, 1.0),
        "intact": (0.3, 0.7, 1.0),
        "coming": (0.2, 0.5, 0.8),
        "cleared": (0.1, 0.4, 1.0),
        "close": (0.2, 0.1, 0.0),
        "pressed": (0.2, 0.1, 0.0),
        "strength": (0.3, 0.2, 0.0),
        "due": (0.2, 0.1, 0.0),
    }

    def __init__(self, game: Batalha, settings: WinChanceSettings = SETTINGS.win_chance) -> None:
        super().__init__(Path(__file__).with_name("win_chance.json"), 0.5)
        self.game, self.settings = game, settings
        points = {kind: row.integer("points") for kind, row in game.charts.points.items()}
        self._points = points
        self._worths = {hex_: points[kind] for hex_, kind in game.objective_kind.items()}
        self._japanese = game.sheet.of_nation["JP"]
        self._close = PlaceControl(game.map.grid, self._worths, *settings.control)
        whole, hurt = ([self._counter(u, flipped) for u in range(len(game.sheet))] for flipped in (False, True))
        self._muster = StrengthCount(whole, hurt)
        self._around = [self._rings(h) for h in range(game.map.grid.bits)]

    def _counter(self, unit: int, flipped: bool) -> tuple[float, float]:
        """The strength of a counter, and the points that are lost with it; for one that is flipped what its loss in the
        final attrition is expected to cost (10.2.a)."""
        game = self.game
        sign = 1.0 if game.sheet.side[unit] == SOVIET else -1.0
        strength = sign * (game.attack[unit] + game.defence[unit]) / 2
        dead = self._points[f"{game.sheet.nation[unit].lower()}_destroyed"]
        if not flipped:
            return strength, 0.0
        return self.settings.flipped_strength * strength, -sign * dead / game.charts.attrition

    def _rings(self, hex_: int) -> list[tuple[int, float]]:
        """The hexes near one, with how much strength there presses it."""
        grid = self.game.map.grid
        if not grid.all >> hex_ & 1:
            return []
        shares = self.settings.pressure_by_distance
        return [(near, share) for far, share in shares for near in members(grid.ring(hex_, far))]

    def features(self, s: Position) -> Features:
        left, moves, marches = self._time(s)
        strengths = self._muster(s, s.flipped)
        ours, theirs, (hurt,), forces = strengths
        held = s.soviet_objectives
        inside = self._inside(s)
        unhurt = self._points["jp_intact"] * (inside & ~s.flipped).bit_count()
        places = sum(worth if held >> hex_ & 1 else -worth for hex_, worth in self._worths.items())
        few = self.settings.little_strength
        grips = self._close(forces, few)
        items = (
            places,
            self._destroyed(s),
            hurt,
            -unhurt,
            -self._points["jp_intact"] * self._coming(s, marches),
            0.0 if inside else self._points["cleared"],
            sum(worth * x for worth, x in zip(self._worths.values(), grips, strict=True)),
            self._pressed(s, strengths),
            ours - theirs,
            log((ours + few) / (theirs + few)),
            sum(self._muster.group(s.in_box(side, RESERVE, DUE, NORTH, EAST))[0] for side in (SOVIET, JAPAN)),
            moves,
        )
        return Features(left, items)

    def _inside(self, s: Position) -> UnitSet:
        """10.2.c  The Japanese on the Soviet side of the line."""
        found = 0
        for hex_ in members(s.held(JAPAN) & self.game.inside):
            found |= s.at[hex_]
        return found & self._japanese

    def _coming(self, s: Position, marches: int) -> float:
        """10.2.c  How many of the Japanese beyond the line, unhurt, may yet stand inside it at the end."""
        reach, out = self.settings.march * marches, 0.0
        for hex_ in members(s.held(JAPAN) & ~self.game.inside):
            far = self.game.home_distance[hex_]
            if far <= reach:
                out += (s.at[hex_] & self._japanese & ~s.flipped).bit_count() * (1 - far / (reach + 1))
        return out

    def _destroyed(self, s: Position) -> float:
        """10.2.1, 10.2.2  Points for units destroyed."""
        dead, out = s.stack(self.game.box(DESTROYED)), 0
        for nation, units in self.game.sheet.of_nation.items():
            points = self._points[f"{nation.lower()}_destroyed"] * (dead & units).bit_count()
            out += points if nation in ("JP", "MC") else -points
        return out

    def _pressed(self, s: Position, strengths: MapStrength) -> float:
        """What stands where the enemy is stronger around it, in points: the Japanese less the Soviets."""
        force, out = dict(strengths.forces), 0.0
        intact, lost = self._points["jp_intact"], self._points["su_destroyed"]
        for hex_, here in strengths.forces:
            foe = own = 0.0
            for near, share in self._around[hex_]:
                other = force.get(near)
                if other is not None:
                    if (other > 0) == (here > 0):
                        own += share * abs(other)
                    else:
                        foe += share * abs(other)
            if foe:
                worth = (lost if here > 0 else -intact) * s.at[hex_].bit_count()
                out -= worth * foe / (foe + abs(here) + self.settings.support_share * own)
        return out

    def _time(self, s: Position) -> tuple[float, float, int]:
        """The share of the game that is left, how many phases more the first side has than the second, and how often
        the Japanese will move."""
        game, begun = self.game, self.settings.begun_phase
        begins = next((step.number for step in s.agenda if isinstance(step, Turn)), game.last_turn + 1)
        left, moves, marches = float(PHASES * (game.last_turn + 1 - begins)), 0.0, game.last_turn + 1 - begins
        for step in s.agenda:
            if isinstance(step, BeginMovement | Movement) and step.side == JAPAN:
                marches += 1
            if isinstance(step, BeginMovement | BeginCombat):
                left += 1
                moves += 1 if step.side == SOVIET else -1
            elif isinstance(step, Movement | CombatPhase):
                left += begun
                moves += begun if step.side == SOVIET else -begun
        return left / (PHASES * (game.last_turn + 1 - game.first_turn)), moves, marches
