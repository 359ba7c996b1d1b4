"""Baking a map's ground and writing it where the renderer looks for it."""

from __future__ import annotations

import json
from pathlib import Path

from PIL import Image

from khalkhin.board.mapsheet import MapSheet
from khalkhin.render.ground.bake.checks import check
from khalkhin.render.ground.bake.paint import paint, plan
from khalkhin.render.ground.baked import ASSETS, Picture, fingerprint, painted_by
from khalkhin.render.ground.look import GroundLook
from khalkhin.render.layout import Layout

SCALES = {1: 86, 2: 82}
"""Pixels to a user unit, and the quality of the picture at that scale. The larger one is seen shrunk or from afar."""


def bake(sheet: MapSheet, layout: Layout, look: GroundLook, assets: Path = ASSETS) -> list[Picture]:
    """Paint the ground at every scale and write it, with an index that tells what it was made from and by what code."""
    folder = assets / look.name
    folder.mkdir(parents=True, exist_ok=True)
    drawn, written = plan(sheet, layout, look), {}
    check(sheet, layout, look, drawn)
    for scale, quality in SCALES.items():
        image = Image.fromarray(paint(drawn, scale))
        file = folder / f"ground@{scale}.webp"
        image.save(file, "WEBP", quality=quality, method=6)
        written[scale] = Picture(file, *image.size)
    index = {
        "data": fingerprint(sheet, layout, look),
        "code": painted_by(),
        "scales": {str(s): {"file": p.file.name, "width": p.width, "height": p.height} for s, p in written.items()},
    }
    (folder / "ground.json").write_text(json.dumps(index, indent=1) + "\n", encoding="utf-8")
    return list(written.values())
