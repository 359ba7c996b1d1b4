"""A picture that a command writes, as SVG or PNG."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.files import save_bytes
from khalkhin.engine.words import Words
from khalkhin.render.png import png

ENDINGS = (".svg", ".png")
LARGEST = 4
"""Pixels for a unit of the drawing; the largest map then has some two hundred million."""
_SIZE = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"')


@dataclass(frozen=True)
class Picture:
    """The file to draw, what kind of picture it will be, and how many pixels a unit of the drawing gets."""

    file: str
    scale: int

    @staticmethod
    def of(command: str, file: str | None, scale: int) -> Picture:
        """What was asked for, or a sentence about what cannot be."""
        if not file:
            raise KhalkhinError("cli.missing", command=command, what="-o FILE")
        if Path(file).suffix.lower() not in ENDINGS:
            raise KhalkhinError("picture.ending", file=file, known=", ".join(ENDINGS))
        if scale > LARGEST:
            raise KhalkhinError("picture.scale", scale=scale, largest=LARGEST)
        return Picture(file, scale)

    @property
    def in_pixels(self) -> bool:
        return Path(self.file).suffix.lower() == ".png"

    def write(self, drawing: str, language: str, out: TextIO) -> int:
        """Save the drawing, and tell."""
        content = png(drawing, self.scale) if self.in_pixels else (drawing + "\n").encode("utf-8")
        save_bytes(self.file, content)
        width, height = _size(drawing, self.scale if self.in_pixels else 1)
        told = {"file": self.file, "width": width, "height": height, "size": -(-len(content) // 1024)}
        out.write(Words(language).say("picture.drawn", told) + "\n")
        return 0


def _size(drawing: str, scale: int) -> tuple[int, int]:
    found = _SIZE.match(drawing)
    assert found is not None, "a drawing begins with its size"
    return round(float(found[1]) * scale), round(float(found[2]) * scale)
