"""Drawings as PNG, for whoever installs the extra `png`.

resvg draws them: it needs no browser, takes the ground's WebP as it is, and draws the same pixels everywhere. It reads
no WOFF2, so the cuts that a drawing uses are unpacked for it, under the family names that the drawings ask for.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Any

from khalkhin.engine.errors import KhalkhinError
from khalkhin.render import fonts

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MISSING = "picture.no-png"
_FACES = re.compile(r"@font-face\{[^}]*\}\n?")
_FAMILY = (1, 16)
"""The names of a font's family: the old one and the typographic one. Readers go by either."""
_WINDOWS, _UNICODE, _ENGLISH = 3, 1, 0x409


def png(drawing: str, scale: int = 1) -> bytes:
    """A drawing as a picture, so many pixels for each unit of its size."""
    try:
        import brotli  # noqa: F401  fontTools asks for it only when it opens the first font
        import resvg_py
        from fontTools.ttLib import TTFont
    except ImportError:
        raise KhalkhinError(MISSING) from None
    # The letters inside a drawing are for readers that take them from there; resvg only complains about them.
    bare = _FACES.sub("", drawing)
    with tempfile.TemporaryDirectory(prefix="khalkhin-fonts-") as folder:
        files = [unpacked(cut, Path(folder), TTFont) for cut in fonts.cuts() if cut[0] in bare]
        return bytes(resvg_py.svg_to_bytes(svg_string=bare, zoom=scale, skip_system_fonts=True, font_files=files))


def unpacked(cut: fonts.Cut, folder: Path, read: Any, family: str | None = None) -> str:
    """A cut as TrueType. Single cuts name themselves by family and weight together; here the family stands alone, or
    the name that is given for it."""
    font = read(fonts.file(cut))
    font.flavor = None
    for kind in _FAMILY:
        font["name"].setName(family or cut[0], kind, _WINDOWS, _UNICODE, _ENGLISH)
    path = folder / fonts.file(cut).with_suffix(".ttf").name
    font.save(path)
    return str(path)
