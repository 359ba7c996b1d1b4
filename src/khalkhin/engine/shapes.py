"""Shapes that the data files of all games share: results tables, scenarios, maps."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from typing import Any

from khalkhin.board.data import DataError, Row, TomlTable
from khalkhin.board.toml_lines import TomlPath
from khalkhin.engine.folder import Folder
from khalkhin.engine.schema import (
    RULE,
    TAG,
    TEXT,
    Also,
    Columns,
    Decimal,
    Entries,
    Flag,
    Keyed,
    Listed,
    Maybe,
    Named,
    Number,
    OneOf,
    RowsCheck,
    TextValue,
    ValueKind,
    WordList,
)

FLAG = Flag()
HEX = Named("map.csv", "hex")
SECTOR = TextValue("[0-9]{4}-[0-9]{4}", "two hexes with a hyphen between, the corners of a rectangle")
COUNTER = Named("counters.csv", "id")
TERRAIN = Named("map.toml", "terrain")
DIE = OneOf("1", "2", "3", "4", "5", "6")
PLACE: Mapping[str, ValueKind] = {
    "hex": TEXT,
    "lon": Decimal(-180, 180),
    "lat": Decimal(-90, 90),
    "terrain": TERRAIN,
    "edge": Maybe(OneOf("N", "NE", "E", "SE", "S", "SW", "W", "NW")),
    "notes": Maybe(TEXT),
}
"""Columns that every map.csv has."""
SIDES = Columns({"hexa": HEX, "hexb": HEX, "feature": TEXT})
NAMED_SIDES = Columns({**SIDES.kinds, "name": Maybe(TEXT)})
"""sides.csv, in which rivers and roads may have names. That it joins neighbours by what map.toml lists is seen to when
it is read."""
MARKERS = Columns(
    {"id": TEXT, "name": TEXT, "side": Maybe(TEXT), "front": TEXT, "back": Maybe(TEXT), "source": Maybe(TEXT)}
)


def per_side(kind: ValueKind, sides: Collection[str] = ("soviet", "japan")) -> Entries:
    """A value for each side."""
    return Entries(dict.fromkeys(sides, kind))


def chart(kinds: Mapping[str, ValueKind] | None = None, *also: Also, **more: ValueKind) -> Entries:
    """A table of charts.toml: it says which rule it belongs to, and how well it is known."""
    return Entries({"rule": RULE, "provenance": TAG, **(kinds or {}), **more}, *also)


def results(cell: ValueKind, rows: WordList = DIE, *also: Also, **more: ValueKind) -> Entries:
    """A results table: every row has a cell for every column."""
    kinds = {"columns": Listed(TEXT, least=1), "rows": Keyed(rows, Listed(cell), all=True), **more}
    return chart(kinds, _full, *also)


def _full(table: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    for label, cells in table["rows"].items():
        if len(cells) != len(table["columns"]):
            yield ("rows", label), f"the row has {len(cells)} cells for {len(table['columns'])} columns"


def ladder(cell: ValueKind, **more: ValueKind) -> Entries:
    """A results table whose columns begin at percentages."""
    return results(cell, DIE, _rising, at_least=Listed(Number(0, 10_000)), **more)


def _rising(table: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    steps = table["at_least"]
    if len(steps) != len(table["columns"]):
        yield ("at_least",), f"there are {len(steps)} percentages for {len(table['columns'])} columns"
    if steps != sorted(set(steps)) or steps[:1] != [0]:
        yield ("at_least",), "the percentages do not rise from 0 on"


def rising(*names: str) -> Also:
    """Entries each of which is more than the one before it, such as the levels of a victory."""

    def check(table: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
        for less, more in pairwise(names):
            if table[less] >= table[more]:
                yield (more,), f"{table[more]} is not more than {table[less]}, which {less} is"

    return check


def rising_turns(table: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """The last turn of a scenario is not before the first."""
    turns = table["turns"]
    if turns["first"] > turns["last"]:
        yield ("turns", "last"), f"turn {turns['last']} is before the first turn, {turns['first']}"


def counters_once(*paths: str) -> Also:
    """No counter is set up twice. The paths lead to tables with a list `counters`, and a side where they have one."""

    def check(table: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
        sides = {row.text("id"): row.text("side") for row in folder.rows("counters.csv")}
        seen: set[str] = set()
        for found in [found for path in paths for found in _tables(table, path.split("."))]:
            for number, name in enumerate(found["counters"]):
                where = (*found.path, "counters", number)
                if name in seen:
                    yield where, f"{name!r} is set up twice"
                if "side" in found and sides[name] != found["side"]:
                    yield where, f"{name!r} is a counter of the other side"
                seen.add(name)

    return check


def _tables(found: Any, path: list[str]) -> list[TomlTable]:
    if isinstance(found, list):
        return [inner for item in found for inner in _tables(item, path)]
    return _tables(found.get(path[0], []), path[1:]) if path else [found]


def option(default: ValueKind = FLAG) -> Entries:
    """An optional rule."""
    return Entries(default=default, absent=Maybe(default), fixed=Maybe(FLAG), choices=Maybe(Listed(TEXT, least=1)))


def scenario(game: str, options: Mapping[str, ValueKind], kinds: Mapping[str, ValueKind], *also: Also) -> Entries:
    """A scenario's file: what all have, and what the game reads of it. A short battle has a sector."""
    head = {"id": TEXT, "game": OneOf(game), "title": TEXT, "summary": TEXT, "options": Entries(options)}
    short = {"minutes": Maybe(Number(5, 120)), "sector": Maybe(Entries({"hexes": Listed(SECTOR, least=1)}, _sector))}
    return Entries({**head, **short, **kinds}, _timed, *also)


def _sector(table: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """The corners of a rectangle are hexes of the map."""
    for number, box in enumerate(table["hexes"]):
        for corner in box.split("-"):
            if corner not in folder.names("map.csv", "hex"):
                yield ("hexes", number), f"{corner!r} is not in column hex of map.csv"


def _timed(table: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
    """A short battle says how long it takes."""
    for name, other in (("sector", "minutes"), ("minutes", "sector")):
        if name in table and other not in table:
            yield (name,), f"it says nothing without {other}"


def map_head(features: Mapping[str, Collection[str]]) -> Entries:
    """map.toml. A game's rules ask for some of the words it lists: terrain, sides and links."""
    lists = {name: Listed(TEXT, once=True) for name in ("terrain", "sides", "links")}
    number = Number(1, 99)
    words = dict.fromkeys(("layout", "numbering", "columns_from", "rows_from", "shifted", "shift", "short"), TEXT)
    grid = Entries({**words, "columns": number, "rows": number})

    def listed(table: TomlTable, folder: Folder) -> Iterator[tuple[TomlPath, str]]:
        for name, needed in features.items():
            for word in needed:
                if word not in table[name]:
                    yield (name,), f"the rules of the game need {word!r}, and it is not in the list"

    return Entries({**lists, "grid": grid, "provenance": Entries(default=TAG)}, listed)


def holding(column: str, *values: str) -> RowsCheck:
    """Values that have to be in a column, for the rules ask for them."""

    def check(found: list[Row], folder: Folder) -> None:
        there = {row.text(column) for row in found}
        for value in values:
            if value not in there:
                raise DataError(found[0].file, 1, column, f"the rules of the game need {value!r}, and no row has it")

    return check


def nations(of: Mapping[str, Collection[str]]) -> RowsCheck:
    """Every counter is of a nation of its side."""

    def check(found: list[Row], folder: Folder) -> None:
        for row in found:
            if row.text("nation") not in of[row.text("side")]:
                row.fail("nation", f"{row.text('nation')!r} does not fight for {row.text('side')}")

    return check
