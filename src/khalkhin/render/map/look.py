"""How a map is drawn: what look.toml says of its water, ways, frontiers, places, names, and of the sheet around it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from khalkhin.board.data import TomlTable
from khalkhin.board.hexset import Hex, members
from khalkhin.board.mapsheet import MapSheet
from khalkhin.render.ground import GroundLook, ground_look
from khalkhin.render.tokens import tokens

_T = TypeVar("_T")

Words = Callable[[str], str]
"""What a reader sees for a key of look.toml: the words of a language, or the text itself where it is a name."""

WAYS = ("road", "trail", "rail", "unbuilt")
LEAVES = ("never", "noted", "edge")
FRONTIERS = ("dots", "states")
MARKS = ("none", "hamlet", "village", "town", "city", "height", "port", "aerodrome")
INKS = ("name", "water", "height")
AREAS = ("state", "range", "lake")
SAMPLES = ("terrain", "river", "bridge", "way", "frontier", "mark", "objective")


@dataclass(frozen=True)
class Selector:
    """Hexes with a word in a column of map.csv, whose values are lists parted by semicolons; any value without one."""

    column: str
    word: str | None

    def hexes(self, sheet: MapSheet) -> list[Hex]:
        if self.column not in sheet.columns:
            return []
        values = sheet.field(self.column)
        return [
            h
            for h in members(sheet.grid.all)
            if h in values and (self.word is None or self.word in (part.strip() for part in values[h].split(";")))
        ]


@dataclass(frozen=True)
class SheetLook:
    """The words around the map, the width of a hex in kilometres, and the marks of the scale bar."""

    title: str
    subtitle: str
    scale: str
    note: str
    km: float
    bar: tuple[int, ...]


@dataclass(frozen=True)
class RiverLook:
    """Water along hexsides. Widths and sizes are shares of R; without a name, the one the map has counts."""

    width: float
    lake: bool
    label: float
    weight: int
    name: str
    times: int


@dataclass(frozen=True)
class WayLook:
    """`leaves` says which ends lead off the map; `beside` sets the line next to the way it would cover."""

    style: str
    leaves: str
    beside: bool


@dataclass(frozen=True)
class FrontierLook:
    """A line of dots, or a band for each state in a column."""

    style: str
    column: str


@dataclass(frozen=True)
class PlaceLook:
    """A class of named hexes: their mark, and how their names are written; rank 1 is what matters most."""

    match: Selector
    mark: str
    size: float
    weight: int
    italic: bool
    ink: str
    rank: int


@dataclass(frozen=True)
class MarkLook:
    match: Selector
    mark: str


@dataclass(frozen=True)
class ObjectiveLook:
    """Hexes that score, and what the lozenge says: the value itself, or what `points` has for the value or the hex."""

    match: Selector
    points: Mapping[str, str]
    hollow: tuple[str, ...]


@dataclass(frozen=True)
class AreaLook:
    """A name written across hexes: from the first over the others."""

    name: str
    kind: str
    hexes: tuple[str, ...]
    size: float
    spacing: float
    color: str
    dx: float
    dy: float


@dataclass(frozen=True)
class KeyEntry:
    """A line of the terrain key: what is shown, its name and what it does."""

    sample: str
    what: str
    name: str
    text: str


@dataclass(frozen=True)
class TrackSpace:
    """A space of the turn track; chips are points of a nation, flags the nations whose reinforcements are due."""

    label: str
    note: str
    chips: tuple[tuple[str, str], ...]
    flags: tuple[str, ...]


@dataclass(frozen=True)
class TrackLook:
    title: str
    note: str
    spaces: tuple[TrackSpace, ...]


@dataclass(frozen=True)
class MapLook:
    name: str
    ground: GroundLook
    palette: Mapping[str, Any]
    sheet: SheetLook
    lakes: tuple[str, ...]
    pond: Selector | None
    rivers: Mapping[str, RiverLook]
    bridges: tuple[str, ...]
    ways: Mapping[str, WayLook]
    frontiers: Mapping[str, FrontierLook]
    disputed: Selector | None
    places: tuple[PlaceLook, ...]
    marks: tuple[MarkLook, ...]
    objective: ObjectiveLook | None
    areas: tuple[AreaLook, ...]
    key: tuple[KeyEntry, ...]
    track: TrackLook | None


def map_look(name: str, table: TomlTable) -> MapLook:
    """The look of a game's map, from its look.toml; `name` finds its colours among the tokens."""
    return MapLook(
        name,
        ground_look(name, table),
        tokens()["terrain"][name],
        _sheet(table.table("sheet")),
        tuple(table.table("water").texts("lakes")) if "water" in table else (),
        _optional(table, "pond", _match),
        {word: _river(entry) for word, entry in _named(table, "river")},
        tuple(table.table("bridge").texts("features")) if "bridge" in table else (),
        {word: _way(entry) for word, entry in _named(table, "way")},
        {word: FrontierLook(e.choice("style", FRONTIERS), e.text("column")) for word, e in _named(table, "frontier")},
        _optional(table, "disputed", _match),
        tuple(_place(entry) for entry in _listed(table, "place")),
        tuple(MarkLook(_match(entry), entry.choice("mark", MARKS)) for entry in _listed(table, "mark")),
        _optional(table, "objective", _objective),
        tuple(_area(entry) for entry in _listed(table, "area")),
        tuple(_key_entry(entry) for entry in _listed(table, "key")),
        _optional(table, "track", _track),
    )


def _optional(table: TomlTable, name: str, read: Callable[[TomlTable], _T]) -> _T | None:
    return read(table.table(name)) if name in table else None


def _named(table: TomlTable, name: str) -> list[tuple[str, TomlTable]]:
    return [(word, table.table(name).table(word)) for word in table.table(name)] if name in table else []


def _listed(table: TomlTable, name: str) -> list[TomlTable]:
    found = table.get(name, [])
    if not isinstance(found, list) or not all(isinstance(entry, TomlTable) for entry in found):
        table.fail(name, "this is not a list of tables")
    return found


def _number(entry: TomlTable, name: str, default: float | None = None) -> float:
    value = entry.get(name, default)
    if not isinstance(value, int | float) or isinstance(value, bool):
        entry.fail(name, f"{value!r} is not a number")
    return float(value)


def _flag(entry: TomlTable, name: str) -> bool:
    value = entry.get(name, False)
    if not isinstance(value, bool):
        entry.fail(name, f"{value!r} is neither true nor false")
    return value


def _match(entry: TomlTable) -> Selector:
    return Selector(entry.text("column"), entry.text("word") if "word" in entry else None)


def _sheet(entry: TomlTable) -> SheetLook:
    bar = entry.get("bar")
    if not isinstance(bar, list) or len(bar) < 2 or not all(isinstance(mark, int) for mark in bar):
        entry.fail("bar", f"{bar!r} is not a list of kilometres")
    title, subtitle, scale, note = (entry.text(word) for word in ("title", "subtitle", "scale", "note"))
    return SheetLook(title, subtitle, scale, note, _number(entry, "km"), tuple(bar))


def _river(entry: TomlTable) -> RiverLook:
    widths = tokens()["map"]["river"]
    width = _number(entry, "drawn", widths[entry.choice("width", widths)])
    weight = entry.integer("weight") if "weight" in entry else 500
    name = entry.text("name") if "name" in entry else ""
    times = entry.integer("times") if "times" in entry else 1
    return RiverLook(width, _flag(entry, "lake"), _number(entry, "label"), weight, name, times)


def _way(entry: TomlTable) -> WayLook:
    leaves = entry.choice("leaves", LEAVES) if "leaves" in entry else "never"
    return WayLook(entry.choice("style", WAYS), leaves, _flag(entry, "beside"))


def _place(entry: TomlTable) -> PlaceLook:
    return PlaceLook(
        _match(entry),
        entry.choice("mark", MARKS),
        _number(entry, "size"),
        entry.integer("weight"),
        _flag(entry, "italic"),
        entry.choice("ink", INKS),
        entry.integer("rank"),
    )


def _objective(entry: TomlTable) -> ObjectiveLook:
    points = dict(entry.table("points")) if "points" in entry else {}
    hollow = tuple(entry.texts("hollow")) if "hollow" in entry else ()
    return ObjectiveLook(_match(entry), {word: str(value) for word, value in points.items()}, hollow)


def _area(entry: TomlTable) -> AreaLook:
    color = entry.text("color") if "color" in entry else ""
    bands = tokens()["countryBand"]
    if color and color not in bands:
        entry.fail("color", f"{color!r} is none of {', '.join(bands)}")
    return AreaLook(
        entry.text("name"),
        entry.choice("kind", AREAS),
        tuple(entry.texts("hexes")),
        _number(entry, "size"),
        _number(entry, "spacing", 0.0),
        color,
        _number(entry, "dx", 0.0),
        _number(entry, "dy", 0.0),
    )


def _key_entry(entry: TomlTable) -> KeyEntry:
    what = entry.text("what") if "what" in entry else ""
    text = entry.text("text") if "text" in entry else ""
    return KeyEntry(entry.choice("sample", SAMPLES), what, entry.text("name"), text)


def _track(entry: TomlTable) -> TrackLook:
    return TrackLook(
        entry.text("title"), entry.text("note"), tuple(_space(space) for space in _listed(entry, "spaces"))
    )


def _space(entry: TomlTable) -> TrackSpace:
    chips = entry.table("chips") if "chips" in entry else {}
    flags = tuple(entry.texts("flags")) if "flags" in entry else ()
    return TrackSpace(
        entry.text("label"), entry.text("note"), tuple((nation, str(n)) for nation, n in chips.items()), flags
    )
