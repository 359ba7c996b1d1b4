"""The baked pictures: where they lie, and whether they still show the map."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from khalkhin.board.mapsheet import MapSheet
from khalkhin.render.ground.look import GroundLook, covers
from khalkhin.render.layout import Layout

ASSETS = Path(__file__).parents[1] / "assets"
_DRAWN = 1
"""Raised when the way of drawing changes, so that no picture of the old way passes for one of the new."""
_HERE = Path(__file__).parent


def painted_by() -> str:
    """A hash of the code that paints grounds: pictures of other code may look otherwise."""
    files = [*sorted((_HERE / "bake").glob("*.py")), _HERE / "look.py", _HERE / "rivers.py", _HERE.parent / "layout.py"]
    lines = "".join(f"{file.name}\n{file.read_text(encoding='utf-8')}" for file in files)
    return sha256(lines.encode()).hexdigest()


@dataclass(frozen=True)
class Picture:
    """A baked picture and its size in pixels."""

    file: Path
    width: int
    height: int


def fingerprint(sheet: MapSheet, layout: Layout, look: GroundLook) -> str:
    """A hash of all that the picture of the ground is made from, and of nothing else: a town's name is not in it."""
    ground = covers(sheet, look)
    made_from = {
        "drawn": _DRAWN,
        "name": look.name,
        "sheet": [round(layout.width / layout.radius, 3), round(layout.height / layout.radius, 3)],
        "grid": asdict(sheet.grid.spec),
        "hexes": {sheet.grid.name(h): list(asdict(cover).values()) for h, cover in ground.items()},
        "rivers": {feature: [width, sheet.pairs(feature)] for feature, width in look.rivers.items()},
        "colours": [look.paper, look.fill, look.ink, look.water],
    }
    return sha256(json.dumps(made_from, sort_keys=True).encode()).hexdigest()


def pictures(name: str, data: str, assets: Path = ASSETS) -> dict[int, Picture]:
    """The pictures of a map by scale; none if they were baked from other data."""
    index = assets / name / "ground.json"
    if not index.is_file():
        return {}
    found = json.loads(index.read_text(encoding="utf-8"))
    if found["data"] != data:
        return {}
    return {
        int(scale): Picture(index.with_name(entry["file"]), entry["width"], entry["height"])
        for scale, entry in found["scales"].items()
    }
