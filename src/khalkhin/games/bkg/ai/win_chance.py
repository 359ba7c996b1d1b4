"""The chance of winning the Batalha from a position: what the two sides have, for weights learned from games."""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from khalkhin.ai.win_chance import Features, MapStrength, PlaceControl, StrengthCount, WinChance
from khalkhin.board.hexset import members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.bkg.declaration import CombatPhase
from khalkhin.games.bkg.movement import Movement
from khalkhin.games.bkg.position import DESTROYED, DUE, EAST, JAPAN, NORTH, RESERVE, SOVIET, Position
from khalkhin.games.bkg.sequence import BeginCombat, BeginMovement, Turn

if TYPE_CHECKING:
    from khalkhin.games.bkg.game import Batalha

PHASES = 4
"""3.0  Phases in a day."""
BEGUN = 0.5
"""What is left of a phase that has begun."""
STRIDE = 4
"""Hexes that foot soldiers come forward in a turn."""
FEW = 6.0
"""A strength that counts little: it keeps a ratio of almost nothing to nothing from telling much."""
CLOSE = (0.5, 4)
"""How a hold of an objective fades from hex to hex, and how far it reaches."""
NEAR = ((1, 1.0), (2, 0.5), (3, 0.25))
"""How much strength so many hexes away presses a stack."""


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

    def __init__(self, game: Batalha) -> None:
        super().__init__(Path(__file__).with_name("win_chance.json"), 0.5)
        self.game = game
        points = {kind: row.integer("points") for kind, row in game.charts.points.items()}
        self._points = points
        self._worths = {hex_: points[kind] for hex_, kind in game.objective_kind.items()}
        self._japanese = game.sheet.of_nation["JP"]
        self._close = PlaceControl(game.map.grid, self._worths, *CLOSE)
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
        return (strength / 2, -sign * dead / game.charts.attrition) if flipped else (strength, 0.0)

    def _rings(self, hex_: int) -> list[tuple[int, float]]:
        """The hexes near one, with how much strength there presses it."""
        grid = self.game.map.grid
        if not grid.all >> hex_ & 1:
            return []
        return [(near, share) for far, share in NEAR for near in members(grid.ring(hex_, far))]

    def features(self, s: Position) -> Features:
        left, moves, marches = self._time(s)
        tally = self._muster(s, s.flipped)
        ours, theirs, (hurt,), forces = tally
        held = s.soviet_objectives
        inside = self._inside(s)
        unhurt = self._points["jp_intact"] * (inside & ~s.flipped).bit_count()
        places = sum(worth if held >> hex_ & 1 else -worth for hex_, worth in self._worths.items())
        grips = self._close(forces, FEW)
        items = (
            places,
            self._destroyed(s),
            hurt,
            -unhurt,
            -self._points["jp_intact"] * self._coming(s, marches),
            0.0 if inside else self._points["cleared"],
            sum(worth * x for worth, x in zip(self._worths.values(), grips, strict=True)),
            self._pressed(s, tally),
            ours - theirs,
            log((ours + FEW) / (theirs + FEW)),
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
        reach, out = STRIDE * marches, 0.0
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

    def _pressed(self, s: Position, tally: MapStrength) -> float:
        """What stands where the enemy is stronger around it, in points: the Japanese less the Soviets."""
        force, out = dict(tally.forces), 0.0
        intact, lost = self._points["jp_intact"], self._points["su_destroyed"]
        for hex_, here in tally.forces:
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
                out -= worth * foe / (foe + abs(here) + own / 2)
        return out

    def _time(self, s: Position) -> tuple[float, float, int]:
        """The share of the game that is left, how many phases more the first side has than the second, and how often
        the Japanese will move."""
        game = self.game
        begins = next((step.number for step in s.agenda if isinstance(step, Turn)), game.last_turn + 1)
        left, moves, marches = float(PHASES * (game.last_turn + 1 - begins)), 0.0, game.last_turn + 1 - begins
        for step in s.agenda:
            if isinstance(step, BeginMovement | Movement) and step.side == JAPAN:
                marches += 1
            if isinstance(step, BeginMovement | BeginCombat):
                left += 1
                moves += 1 if step.side == SOVIET else -1
            elif isinstance(step, Movement | CombatPhase):
                left += BEGUN
                moves += BEGUN if step.side == SOVIET else -BEGUN
        return left / (PHASES * (game.last_turn + 1 - game.first_turn)), moves, marches
