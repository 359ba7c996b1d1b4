"""How the counters of a game map to faces: `counter_look.toml`, read here, says it. No game is named in the code.

A text of a face is a template over the columns of `counters.csv`. `{size}` is the value of a column; `{unit|name}` the
first of several that is not empty; `{shock|'-'}` ends with a fixed text; `{name:number}` is the number a value begins
with; `{attack/2}` half of a number; `{bracket?(}` a text that stands where a column is not empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from khalkhin.board.data import DataFolder, Row, TomlTable, rows, table
from khalkhin.engine.words import renamed
from khalkhin.render.counters import CounterFace
from khalkhin.render.markers import MARKERS
from khalkhin.render.symbols import SIGNS
from khalkhin.render.tokens import nation

TEMPLATES = ("size", "left", "right", "factors", "ring", "corner", "text")
GAP = re.compile(r"\{([^{}?:/]+)(?::(number))?(/2)?(?:\?([^{}]*))?\}")


@dataclass(frozen=True)
class TypeLook:
    """How one type of counter looks: a unit symbol or a marker, and what differs from the other counters."""

    symbol: str
    marker: str
    templates: Mapping[str, str]
    reduced: bool = False


@dataclass(frozen=True)
class CounterLook:
    """What counter_look.toml says. `groups` are columns, with the key of the caption each gives on the sheet."""

    game: str
    nations: Mapping[str, str]
    variant: Mapping[str, str]
    """Nation of the tokens -> the one that counters with an entry in `variant_column` take instead."""
    variant_column: str
    mech_column: str
    mech_value: str
    types: Mapping[str, TypeLook]
    backs: Mapping[str, TypeLook]
    abbreviations: Mapping[str, str]
    groups: Sequence[tuple[str, str]]
    spare: tuple[str, str] = ("", "")
    """Counters with this value in this column are not on the printed sheet, but there are pictures of them."""
    does: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Key of the word for a state, a marker, a type or a figure -> the rules that tell what it does."""


def read_look(game: str, folder: DataFolder) -> CounterLook:
    """The look of a game's counters. `game` is its name among the tokens."""
    found = table(folder / "counter_look.toml")
    common = _templates(found.table("face")) if "face" in found else {}
    types, backs = {}, {}
    common_back = found.table("back") if "back" in found else None
    for name, entry in found.table("types").items():
        types[name] = _type(entry, common)
        back = entry.table("back") if "back" in entry else common_back
        if back is not None:
            backs[name] = _type(back, types[name].templates, types[name])
    nations = {key: found.table("nations").text(key) for key in found.table("nations")}
    for key, named in nations.items():
        try:
            nation(game, named)
        except ValueError as error:
            found.table("nations").fail(key, str(error))
    variant = found.table("variant") if "variant" in found else TomlTable({}, found.file)
    mech = found.table("mech") if "mech" in found else TomlTable({}, found.file)
    short = found.table("abbreviations") if "abbreviations" in found else TomlTable({}, found.file)
    groups = found.table("sheet").table("groups")
    return CounterLook(
        game,
        nations,
        {key: value for key, value in variant.items() if key != "column"},
        variant.get("column", ""),
        mech.get("column", ""),
        mech.get("value", ""),
        types,
        backs,
        {key: short.text(key) for key in short},
        [(column, groups.text(column)) for column in groups],
        _spare(found.table("sheet")),
        {key: found.table("does").texts(key) for key in found.table("does")} if "does" in found else {},
    )


def _spare(sheet: TomlTable) -> tuple[str, str]:
    if "spare" not in sheet:
        return "", ""
    spare = sheet.table("spare")
    return spare.text("column"), spare.text("value")


def _templates(entry: TomlTable) -> dict[str, str]:
    return {name: entry.text(name) for name in TEMPLATES if name in entry}


def _type(entry: TomlTable, common: Mapping[str, str], front: TypeLook | None = None) -> TypeLook:
    """A type, or its back, which keeps of its front what it does not change."""
    symbol = entry.choice("symbol", SIGNS) if "symbol" in entry else front.symbol if front else ""
    marker = entry.choice("marker", MARKERS) if "marker" in entry else front.marker if front else ""
    if not symbol and not marker:
        entry.fail("symbol", "a type has a symbol or a marker")
    return TypeLook(symbol, marker, {**common, **_templates(entry)}, bool(entry.get("reduced", False)))


def faces(sheet: Iterable[Row], look: CounterLook, back: bool = False) -> list[CounterFace]:
    """The faces of counters, in the order of the sheet. The back of a counter that has none of its own is its front."""
    return [_face(row, look, back) for row in sheet]


def _face(row: Row, look: CounterLook, back: bool) -> CounterFace:
    kind = row.choice("type", look.types)
    found = look.backs.get(kind, look.types[kind]) if back else look.types[kind]
    shown = {name: _fill(found.templates.get(name, ""), row, look) for name in TEMPLATES}
    known = look.nations[row.choice("nation", look.nations)]
    if look.variant_column and row.text(look.variant_column):
        known = look.variant.get(known, known)
    mech = bool(look.mech_column) and row.text(look.mech_column) == look.mech_value and bool(shown["factors"])
    return CounterFace(
        look.game,
        known,
        found.symbol,
        size=shown["size"],
        left=shown["left"],
        right=shown["right"],
        factors=shown["factors"],
        ring=shown["ring"],
        corner=shown["corner"],
        text=shown["text"],
        mech=mech,
        reduced=found.reduced,
        marker=found.marker,
        id=row.text("id"),
        title=row.text("name"),
    )


def in_language(face: CounterFace, words: Path, language: str) -> CounterFace:
    """The face with its text as a language says it. `words` is the folder with the game's words."""
    called = renamed({face.id: face.title}, words, language)[face.id]
    return replace(face, text=called) if face.text and called != face.title else face


def marker_faces(sheet: Iterable[Row], look: CounterLook, back: bool = False) -> list[CounterFace]:
    """The faces of the markers of a game, which belong to nobody: `front` and `back` name their pictures."""
    return [
        CounterFace(
            look.game,
            "",
            marker=row.choice("back", MARKERS) if back and row.text("back") else row.choice("front", MARKERS),
            id=row.text("id"),
            title=row.text("name"),
        )
        for row in sheet
    ]


def _fill(template: str, row: Row, look: CounterLook) -> str:
    def gap(match: re.Match[str]) -> str:
        names, number, half, text = match.groups()
        value = _first(names.split("|"), row)
        if text is not None:
            return text if value else ""
        value = look.abbreviations.get(value, value)
        if number and value not in look.abbreviations.values():
            leading = re.match(r"\d+", value)
            value = leading[0] if leading else ""
        return _half(value) if half else value

    return GAP.sub(gap, template)


def _first(names: Sequence[str], row: Row) -> str:
    for name in names:
        if found := name[1:-1] if name.startswith("'") else row.text(name):
            return found
    return ""


def _half(value: str) -> str:
    if not value.isdecimal():
        return value
    whole, rest = divmod(int(value), 2)
    return f"{whole or '' if rest else whole}{'½' if rest else ''}"


@dataclass(frozen=True)
class Countersheet:
    """The counters and markers of a game with the look of each."""

    look: CounterLook
    counters: Sequence[Row]
    markers: Sequence[Row]

    @property
    def printed(self) -> list[Row]:
        """The counters of the printed sheet; a game may need more of a kind than were printed."""
        column, value = self.look.spare
        return [row for row in self.counters if not column or row.text(column) != value]


def read_countersheet(game: str, folder: DataFolder) -> Countersheet:
    """The counter sheet of a game from its data folder. A game may have no markers of its own."""
    path = folder / "markers.csv"
    marks = tuple(rows(path, ["id", "name", "front", "back"])) if path.is_file() else ()
    counters = tuple(rows(folder / "counters.csv", ["id", "name", "side", "nation", "type"]))
    return Countersheet(read_look(game, folder), counters, marks)
