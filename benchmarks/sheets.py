"""The four real maps, the movement classes of their games, and random questions about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import khalkhin
from khalkhin.board.grid import Grid
from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.board.mapsheet import MapSheet, load_map
from khalkhin.board.reach import Costs, StepCost
from khalkhin.engine import library
from khalkhin.games.bkg.game import Batalha

POINTS = 8
"""The movement allowance of every question, in points of the game."""
ZONE, BARRED, UNITS, CLOSED, SOURCES = 30, 10, 60, 60, 3
"""Stop hexes and barred hexes of a move; units with zones of control; hexes closed to supply, and where it begins."""


@dataclass(frozen=True)
class Terrain:
    """Movement by a terrain chart: in fractions of a point, None where a class may not go."""

    scale: int
    """How many fractions make a point."""
    enter: Mapping[str, int | None]
    cross: Mapping[str, int | None]
    """Added for a hexside; None closes it."""
    along: Mapping[str, int]
    """Instead of the terrain for a step along a link."""
    bridges: tuple[str, ...]
    """What takes away the cost of a hexside."""

    def stepper(self, sheet: MapSheet) -> StepCost:
        def cost(a: Hex, b: Hex, d: int) -> int | None:
            links = [toll for name, toll in self.along.items() if sheet.sides[name][d] >> a & 1]
            into = min(links) if links else self.enter[sheet.terrain_at(b)]
            if into is None or any(sheet.sides[name][d] >> a & 1 for name in self.bridges):
                return into
            for name, toll in self.cross.items():
                if sheet.sides[name][d] >> a & 1:
                    return None if toll is None else into + toll
            return into

        return cost


_KGW_LINES = {"road": 1, "rail": 1, "unbuilt_rail": 1, "trail": 1}
_PBN_LINES = {"road": 6, "trail": 12}
_SN_LINES = {"road": 1, "rail": 1}
_CHARTS = {
    # kgw.md 5.6, summer, half points.
    "kgw": (
        Terrain(
            scale=2,
            enter={"steppe": 2, "desert": 4, "hills": 4, "forest": 4, "mountain": 6, "marsh": 4, "lake": None},
            cross={"river": 2},
            along=_KGW_LINES,
            bridges=("bridge",),
        ),
        Terrain(
            scale=2,
            enter={"steppe": 2, "desert": 4, "hills": 6, "forest": 6, "mountain": None, "marsh": None, "lake": None},
            cross={"river": 4},
            along=_KGW_LINES,
            bridges=("bridge",),
        ),
    ),
    # pbn.md 3.1, twelfths.
    "pbn": (
        Terrain(
            scale=12,
            enter={"clear": 12, "dunes": 24, "marsh": 12, "ridge": 24, "hilltop": 12},
            cross={"wide_river": 48, "narrow_river": 24, "stream": 12},
            along=_PBN_LINES,
            bridges=("bridge",),
        ),
        Terrain(
            scale=12,
            enter={"clear": 12, "dunes": 24, "marsh": 24, "ridge": 24, "hilltop": 24},
            cross={"wide_river": 72, "narrow_river": 48, "stream": 12},
            along=_PBN_LINES,
            bridges=("bridge",),
        ),
    ),
    # sn.md 5.2, half points. Lake hexsides stay closed: who may cross one gives a whole move for it, not points.
    "sn": (
        Terrain(
            scale=2,
            enter={"clear": 2, "rough": 4, "desert": 4, "sea": None},
            cross={"lake": None, "river": 2},
            along=_SN_LINES,
            bridges=("bridge", "road", "rail"),
        ),
        Terrain(
            scale=2,
            enter={"clear": 2, "rough": None, "desert": 4, "sea": None},
            cross={"lake": None, "river": 4},
            along=_SN_LINES,
            bridges=("bridge", "road", "rail"),
        ),
    ),
}


@dataclass(frozen=True)
class Sheet:
    """A map with what the classes of its game pay on it."""

    game: str
    map: MapSheet
    classes: tuple[Costs, ...]
    allowance: int

    @property
    def grid(self) -> Grid:
        return self.map.grid


@cache
def sheet(game: str) -> Sheet:
    """One of the four maps."""
    rules = library.get(game) if game not in _CHARTS else None
    if isinstance(rules, Batalha):
        # The rules of this game know what a step costs.
        classes = tuple(rules.costs[name] for name in sorted(rules.costs))
        return Sheet(game, rules.map, classes, POINTS * rules.charts.scale)
    found = load_map(Path(khalkhin.__file__).parent / "games" / game / "data")
    charts = _CHARTS[game]
    classes = tuple(Costs.build(found.grid, chart.stepper(found)) for chart in charts)
    return Sheet(game, found, classes, POINTS * charts[0].scale)


GAMES = ("bkg", *_CHARTS)


@dataclass(frozen=True)
class Move:
    """Where can a unit go? The class it belongs to, and what hinders it."""

    kind: int
    start: Hex
    stop: HexSet
    barred: HexSet


@dataclass(frozen=True)
class Supply:
    """Which hexes are supplied from the sources? Lines run through open hexes."""

    sources: HexSet
    open: HexSet


@dataclass(frozen=True)
class Questions:
    """What every contestant is asked about one map."""

    moves: tuple[Move, ...]
    zones: tuple[HexSet, ...]
    """Where units stand whose zones of control are wanted."""
    supplies: tuple[Supply, ...]


def questions(sheet: Sheet, number: int, seed: int) -> Questions:
    rng, land = Random(f"{sheet.game} {seed}"), _land(sheet)
    hexes = list(members(land))
    return Questions(
        tuple(_move(rng, sheet, hexes) for _ in range(number)),
        tuple(union(rng.sample(hexes, UNITS)) for _ in range(number)),
        tuple(_supply(rng, hexes) for _ in range(number)),
    )


def _land(sheet: Sheet) -> HexSet:
    """Where units can stand: no lake, no sea."""
    terrain = sheet.map.terrain
    return sheet.grid.all & ~terrain.get("lake", 0) & ~terrain.get("sea", 0)


def _move(rng: Random, sheet: Sheet, land: list[Hex]) -> Move:
    kind = rng.randrange(len(sheet.classes))
    start, *others = rng.sample(land, 1 + ZONE + BARRED)
    return Move(kind, start, union(others[:ZONE]), union(others[ZONE:]))


def _supply(rng: Random, land: list[Hex]) -> Supply:
    hexes = rng.sample(land, SOURCES + CLOSED)
    return Supply(union(hexes[:SOURCES]), union(land) & ~union(hexes[SOURCES:]))
