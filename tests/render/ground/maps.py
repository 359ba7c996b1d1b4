"""Maps to draw the ground of: those of the games, and a small one with every kind of ground."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from khalkhin.board.data import table
from khalkhin.board.mapsheet import MapSheet, load_map
from khalkhin.render.ground import GroundLook, ground_look
from khalkhin.render.layout import Layout

GAMES = Path(__file__).parents[3] / "src" / "khalkhin" / "games"
NAMES = ("bkg", "kgw", "pbn", "sn")


class Drawn(NamedTuple):
    sheet: MapSheet
    layout: Layout
    look: GroundLook


@cache
def game(name: str) -> Drawn:
    """A game's map as it is shipped."""
    folder = GAMES / name / "data"
    sheet = load_map(folder)
    return Drawn(sheet, Layout(sheet.grid), ground_look(name, table(folder / "look.toml")))


_HEAD = """
terrain = ["plain", "sand", "hill", "peak", "fen", "wood", "mere"]
sides = ["river"]
links = []
[grid]
layout = "flat"
numbering = "CCRR"
columns = 5
rows = 4
columns_from = "west"
rows_from = "north"
shifted = "odd"
shift = "south"
short = "none"
[provenance]
default = "reconstructed"
"""
_ROWS = (
    ["plain", "plain", "sand", "sand", "sand"],
    ["hill", "hill", "plain", "sand", "mere"],
    ["hill", "peak", "plain", "fen", "mere"],
    ["wood", "wood", "fen", "fen", "plain"],
)
_NAMES = {"0203": "Old Man", "0501": "Tala"}
_RELIEF = {"0401": "dunes"}
_LOOK = """
[terrain.plain]
style = "steppe"
texture = ["steppe"]
height = "plain"
[terrain.sand]
style = "desert"
texture = ["stipple"]
height = "plain"
[terrain.hill]
style = "rough"
texture = ["hachure"]
height = "hills"
[terrain.peak]
style = "mountain"
texture = ["hachure"]
height = "hilltop"
peak = 0.75
[terrain.fen]
style = "marsh"
texture = ["marsh"]
height = "wet"
[terrain.wood]
style = "forest"
texture = ["forest"]
height = "upland"
[terrain.mere]
style = "lake"
texture = []
height = "water"
[relief.dunes]
texture = ["dunes"]
height = "sand"
[ground.plateau]
column = "bank"
value = "high"
height = 0.5
[river.river]
width = "wide"
"""


def small(folder: Path, terrain: dict[str, str] | None = None, names: dict[str, str] | None = None) -> Drawn:
    """Five by four hexes with every texture and a river; some hexes may be given another terrain, or a name."""
    changed, called = terrain or {}, _NAMES | (names or {})
    lines = ["hex,terrain,name,relief,bank"]
    for row, words in enumerate(_ROWS, start=1):
        for column, word in enumerate(words, start=1):
            at = f"{column:02}{row:02}"
            bank = "high" if column < 3 else "low"
            lines.append(f"{at},{changed.get(at, word)},{called.get(at, '')},{_RELIEF.get(at, '')},{bank}")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "map.toml").write_text(_HEAD, encoding="utf-8")
    (folder / "map.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    river = ["0201,0301", "0202,0301", "0202,0302", "0203,0302", "0203,0303", "0303,0304"]
    (folder / "sides.csv").write_text(
        "\n".join(["hexa,hexb,feature", *(f"{pair},river" for pair in river)]) + "\n", encoding="utf-8"
    )
    (folder / "provenance.csv").write_text("what,field,tag,source\n", encoding="utf-8")
    (folder / "look.toml").write_text(_LOOK, encoding="utf-8")
    sheet = load_map(folder)
    # The colours are those of a game; nothing else of it is used.
    return Drawn(sheet, Layout(sheet.grid), ground_look("kgw", table(folder / "look.toml")))
