"""A loaded map: terrain, hexsides, lines such as roads and railways, places, and where each value comes from.

A map is four files in one folder. `map.toml` describes the grid and lists the words the others may use,
`map.csv` has one row per hex, `sides.csv` one row per feature of a hexside or link between two neighbours,
`provenance.csv` one row per value whose origin is not the one that `map.toml` gives for all.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, fields
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

from khalkhin.board.data import DataError, DataFolder, Row, TomlTable, rows, table
from khalkhin.board.grid import Grid, GridSpec, ImpossibleGrid, Sides, UnknownHex, six, walls
from khalkhin.board.hexset import Hex, HexSet, members, union

TAGS = ("printed", "derived", "reconstructed")


@dataclass(frozen=True)
class Provenance:
    """Whether a value is printed in a rulebook, derived from what is, or reconstructed.

    A value is named by a hex `0613`, a hexside `0513-0613` (lower number first) or `grid`, and by its column,
    feature or property of the grid. `exceptions` holds the tag and the source of values so named.
    """

    default: str
    exceptions: dict[tuple[str, str], tuple[str, str]]

    def tag(self, what: str, field: str) -> str:
        return self.exceptions.get((what, field), (self.default, ""))[0]

    def source(self, what: str, field: str) -> str:
        """The rule that states the value, or the reason for it; empty for values of the default tag."""
        return self.exceptions.get((what, field), ("", ""))[1]


class MapSheet:
    """One game's map. Loaded once, never changed.

    `terrain` holds the hexes of each terrain, `sides` the hexsides of each feature (rivers, bridges, borders,
    and links such as roads alike), `links` the features that are links, `names` the names of places, and
    `side_names` those of the features of a hexside, by its hexes in ascending order.
    """

    def __init__(
        self,
        grid: Grid,
        columns: dict[str, dict[Hex, str]],
        terrain: dict[str, HexSet],
        sides: dict[str, Sides],
        links: frozenset[str],
        side_names: dict[tuple[Hex, Hex], dict[str, str]],
        provenance: Provenance,
    ) -> None:
        self.grid = grid
        self.terrain = terrain
        self.sides = sides
        self.links = links
        self.side_names = side_names
        self.names = columns.get("name") or columns.get("town") or {}
        self.provenance = provenance
        self._columns = columns
        self._terrain_at = {h: name for name, hexes in terrain.items() for h in members(hexes)}

    # Hexes

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of map.csv but the hex number itself."""
        return tuple(self._columns)

    def terrain_at(self, hex: Hex) -> str:
        return self._terrain_at[hex]

    def field(self, column: str) -> dict[Hex, str]:
        """The values of a column, where there is one."""
        return self._columns[column]

    def where(self, column: str, value: str) -> HexSet:
        """The hexes with this value in a column."""
        return union(h for h, found in self._columns[column].items() if found == value)

    def holding(self, column: str) -> HexSet:
        """The hexes with any value in a column."""
        return union(self._columns[column])

    # Hexsides and links

    def has_side(self, feature: str, a: Hex, b: Hex) -> bool:
        """Whether the hexside between two neighbours carries a feature, or a link joins them."""
        return bool(self.sides[feature][self.grid.direction(a, b)] >> a & 1)

    def pairs(self, feature: str, name: str | None = None) -> list[tuple[Hex, Hex]]:
        """The pairs of neighbours, lower first, with a feature between them; of one name only, if given."""
        found = [
            (a, b)
            for d, hexes in enumerate(self.sides[feature])
            if self.grid.shifts[d] > 0
            for a in members(hexes)
            if (b := self.grid.step(a, d)) is not None
        ]
        return sorted(pair for pair in found if name is None or self.side_name(feature, *pair) == name)

    def side_name(self, feature: str, a: Hex, b: Hex) -> str:
        """The name of a river, railway or the like between two hexes; empty where it has none."""
        return self.side_names.get((min(a, b), max(a, b)), {}).get(feature, "")

    def walls(self, feature: str, *more: str) -> Sides:
        """The hexsides of a feature or several, closed to `reach` and `trace`."""
        closed = (walls(self.sides[name]) for name in (feature, *more))
        return six(reduce(or_, masks) for masks in zip(*closed, strict=True))


def load_map(folder: DataFolder) -> MapSheet:
    """The map in a folder. Whatever is wrong with it is a DataError that names file, line and field."""
    head = table(folder / "map.toml")
    grid = _grid(head.table("grid"))
    words, links = head.texts("terrain"), head.texts("links")
    columns = _hexes(folder / "map.csv", grid, words)
    terrain = {word: union(h for h, t in columns["terrain"].items() if t == word) for word in words}
    sides, side_names = _sides(folder / "sides.csv", grid, [*head.texts("sides"), *links])
    default = head.table("provenance").choice("default", TAGS)
    provenance = Provenance(default, _exceptions(folder / "provenance.csv", grid, columns, sides))
    return MapSheet(grid, columns, terrain, sides, frozenset(links), side_names, provenance)


_GRID_WORDS = {
    "layout": ("flat", "pointy"),
    "numbering": ("CCRR", "RRCC"),
    "columns_from": ("west", "east"),
    "rows_from": ("north", "south"),
    "shifted": ("odd", "even"),
    "shift": ("north", "south", "east", "west"),
    "short": ("none", "odd", "even"),
}


def _grid(head: TomlTable) -> Grid:
    values: dict[str, Any] = {name: head.choice(name, words) for name, words in _GRID_WORDS.items()}
    values |= {name: head.integer(name) for name in ("columns", "rows")}
    try:
        return Grid(GridSpec(**values))
    except ImpossibleGrid as error:
        head.fail(error.field, str(error))


def _hexes(path: Path, grid: Grid, terrain: list[str]) -> dict[str, dict[Hex, str]]:
    """The columns of map.csv: the values that are not empty, by hex."""
    columns: dict[str, dict[Hex, str]] = {}
    seen: set[Hex] = set()
    line = 1
    for row in rows(path, required=["hex", "terrain"]):
        h, line = _hex(grid, row, "hex"), row.line
        if h in seen:
            row.fail("hex", f"hex {grid.name(h)} has a row already")
        seen.add(h)
        row.choice("terrain", terrain)
        for column in row.values:
            values = columns.setdefault(column, {})
            if row.text(column):
                values[h] = row.text(column)
    if missing := grid.all & ~union(seen):
        raise DataError(path, line, "hex", f"there is no row for hex {grid.name(next(members(missing)))}")
    del columns["hex"]
    return columns


def _sides(
    path: Path, grid: Grid, features: list[str]
) -> tuple[dict[str, Sides], dict[tuple[Hex, Hex], dict[str, str]]]:
    pairs: dict[str, list[tuple[Hex, Hex]]] = {feature: [] for feature in features}
    names: defaultdict[tuple[Hex, Hex], dict[str, str]] = defaultdict(dict)
    seen: set[tuple[str, Hex, Hex]] = set()
    for row in rows(path, required=["hexa", "hexb", "feature"]):
        a, b = sorted((_hex(grid, row, "hexa"), _hex(grid, row, "hexb")))
        feature = row.choice("feature", features)
        if grid.distance(a, b) != 1:
            row.fail("hexb", f"{row.text('hexb')} is no neighbour of {row.text('hexa')}")
        if (feature, a, b) in seen:
            row.fail("feature", f"this hexside has a row for {feature} already")
        seen.add((feature, a, b))
        pairs[feature].append((a, b))
        if "name" in row.values and row.text("name"):
            names[a, b][feature] = row.text("name")
    return {feature: grid.sides(found) for feature, found in pairs.items()}, dict(names)


def _exceptions(
    path: Path, grid: Grid, columns: dict[str, dict[Hex, str]], sides: dict[str, Sides]
) -> dict[tuple[str, str], tuple[str, str]]:
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for row in rows(path, required=["what", "field", "tag", "source"]):
        what = row.text("what")
        if what == "grid":
            allowed = [f.name for f in fields(GridSpec)]
        elif "-" in what:
            allowed = _features(grid, row, sides)
        else:
            _hex(grid, row, "what")
            allowed = list(columns)
        name = row.choice("field", allowed)
        if (what, name) in found:
            row.fail("field", f"{what} has a row for {name} already")
        found[what, name] = row.choice("tag", TAGS), row.text("source")
    return found


def _features(grid: Grid, row: Row, sides: dict[str, Sides]) -> list[str]:
    """The features of the hexside that a row of provenance.csv names."""
    first, second = row.text("what").split("-", 1)
    try:
        a = grid.at(first)
        d = grid.direction(a, grid.at(second))
    except ValueError as error:
        row.fail("what", str(error))
    if first > second:
        row.fail("what", f"the lower number comes first, {second}-{first}")
    return [feature for feature, masks in sides.items() if masks[d] >> a & 1]


def _hex(grid: Grid, row: Row, name: str) -> Hex:
    try:
        return grid.at(row.text(name))
    except UnknownHex as error:
        row.fail(name, str(error))
