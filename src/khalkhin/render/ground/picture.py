"""The ground of a map, ready to lie under its lines: the baked picture, or a plain drawing where there is none."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from pathlib import Path

from khalkhin.board.mapsheet import MapSheet
from khalkhin.render.ground.baked import ASSETS, fingerprint, pictures
from khalkhin.render.ground.look import GroundLook
from khalkhin.render.ground.plain import plain_ground
from khalkhin.render.layout import Layout
from khalkhin.render.svg import element


@dataclass(frozen=True)
class Ground:
    """It covers the sheet exactly. `file` is the baked picture; where it is None, `drawing` takes its place."""

    width: float
    height: float
    file: Path | None
    drawing: str

    def svg(self, href: str | None = None) -> str:
        """The element to draw. `href` is where a reader finds the picture: a URL, a path, or `data_uri()`."""
        if self.file is None:
            return self.drawing
        return element(
            "image",
            x=0,
            y=0,
            width=self.width,
            height=self.height,
            preserveAspectRatio="none",
            href=self.file.name if href is None else href,
            class_="ground",
        )

    def data_uri(self) -> str:
        """The picture itself as an address, for a drawing in one file."""
        if self.file is None:
            raise ValueError("This ground is a drawing and has no picture.")
        return "data:image/webp;base64," + b64encode(self.file.read_bytes()).decode("ascii")


def ground(sheet: MapSheet, layout: Layout, look: GroundLook, scale: int = 1, assets: Path = ASSETS) -> Ground:
    """The ground of a map: its picture at a scale, 1 or 2, if it was baked from this very map, else a plain drawing."""
    found = pictures(look.name, fingerprint(sheet, layout, look), assets)
    if not found:
        return Ground(layout.width, layout.height, None, plain_ground(sheet, layout, look))
    if scale not in found:
        raise ValueError(f"There is no ground at scale {scale}: there is {', '.join(map(str, sorted(found)))}.")
    return Ground(layout.width, layout.height, found[scale].file, "")
