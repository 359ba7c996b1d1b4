"""How the ground of a map looks: what look.toml says of every terrain, with the colours of the tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from khalkhin.board.data import TomlTable
from khalkhin.board.hexset import Hex, members
from khalkhin.board.mapsheet import MapSheet
from khalkhin.render.tokens import tokens

TEXTURES = ("hachure", "dunes", "stipple", "marsh", "forest", "steppe")
WATER = "water"


@dataclass(frozen=True)
class Height:
    """How high a kind of ground lies, how rugged it is, and how dark its hachures are."""

    base: float
    rugged: float
    hachure: float = 0.0


HEIGHTS = {
    WATER: Height(-0.35, 0.0),
    "wet": Height(-0.22, 0.01),
    "plain": Height(0.0, 0.08),
    "sand": Height(0.12, 0.14),
    "upland": Height(0.25, 0.22, 0.5),
    "hillocks": Height(0.36, 0.46, 0.55),
    "hills": Height(0.42, 0.36, 0.62),
    "ridge": Height(0.55, 0.34, 0.72),
    "hilltop": Height(0.80, 0.34, 1.0),
    "mountain": Height(1.0, 0.72, 1.0),
}


@dataclass(frozen=True)
class TerrainLook:
    style: str
    texture: tuple[str, ...]
    height: str
    peak: float


@dataclass(frozen=True)
class ReliefLook:
    """What measured ground is like. No texture of its own: that of the terrain."""

    height: str
    texture: tuple[str, ...] | None


@dataclass(frozen=True)
class Plateau:
    """Higher ground: the hexes with a value in a column of the map."""

    column: str
    value: str
    height: float


@dataclass(frozen=True)
class GroundLook:
    """`name` finds the colours among the tokens and the baked picture among the assets; widths are shares of R."""

    name: str
    terrain: dict[str, TerrainLook]
    relief: dict[str, ReliefLook]
    plateau: Plateau | None
    rivers: dict[str, float]
    paper: str
    fill: dict[str, str]
    ink: dict[str, str]
    water: tuple[str, str]


@dataclass(frozen=True)
class Cover:
    """What the ground of one hex is: what is drawn on it, how high it lies, how high its named height rises."""

    terrain: str
    style: str
    texture: tuple[str, ...]
    height: str
    peak: float
    raised: float


def covers(sheet: MapSheet, look: GroundLook) -> dict[Hex, Cover]:
    """The ground of every hex."""
    relief = sheet.field("relief") if "relief" in sheet.columns else {}
    plateau = look.plateau
    high = sheet.where(plateau.column, plateau.value) if plateau else 0
    found = {}
    for h in members(sheet.grid.all):
        drawn = look.terrain[sheet.terrain_at(h)]
        measured = look.relief.get(relief.get(h, ""))
        found[h] = Cover(
            sheet.terrain_at(h),
            drawn.style,
            drawn.texture if measured is None or measured.texture is None else measured.texture,
            drawn.height if measured is None else measured.height,
            drawn.peak if h in sheet.names else 0.0,
            plateau.height if plateau and high >> h & 1 else 0.0,
        )
    return found


def ground_look(name: str, table: TomlTable) -> GroundLook:
    """The look of a game's ground, from its look.toml."""
    palette, widths = _palette(name), tokens()["map"]["river"]
    return GroundLook(
        name,
        {word: _terrain(entry, palette["fill"]) for word, entry in _entries(table, "terrain").items()},
        {word: _relief(entry) for word, entry in _entries(table, "relief").items()},
        _plateau(table),
        {word: float(widths[entry.choice("width", widths)]) for word, entry in _entries(table, "river").items()},
        palette["paper"],
        palette["fill"],
        palette["ink"],
        (palette["water"]["fill"], palette["water"]["line"]),
    )


def _palette(name: str) -> dict[str, Any]:
    palettes = tokens()["terrain"]
    if name not in palettes:
        raise ValueError(f"The tokens have no terrain colours for {name!r}: they have {', '.join(palettes)}.")
    palette: dict[str, Any] = palettes[name]
    return palette


def _entries(table: TomlTable, key: str) -> dict[str, TomlTable]:
    if key not in table:
        return {}
    inner = table.table(key)
    return {word: inner.table(word) for word in inner}


def _terrain(entry: TomlTable, fills: dict[str, str]) -> TerrainLook:
    peak = entry.get("peak", 0.0)
    if not isinstance(peak, int | float):
        entry.fail("peak", f"{peak!r} is not a height")
    return TerrainLook(entry.choice("style", fills), _textures(entry), entry.choice("height", HEIGHTS), float(peak))


def _relief(entry: TomlTable) -> ReliefLook:
    return ReliefLook(entry.choice("height", HEIGHTS), _textures(entry) if "texture" in entry else None)


def _textures(entry: TomlTable) -> tuple[str, ...]:
    found = entry.texts("texture")
    for word in found:
        if word not in TEXTURES:
            entry.fail("texture", f"{word!r} is none of {', '.join(TEXTURES)}")
    return tuple(found)


def _plateau(table: TomlTable) -> Plateau | None:
    if "ground" not in table or "plateau" not in table.table("ground"):
        return None
    entry = table.table("ground").table("plateau")
    height = entry.get("height")
    if not isinstance(height, int | float):
        entry.fail("height", f"{height!r} is not a height")
    return Plateau(entry.text("column"), entry.text("value"), float(height))
