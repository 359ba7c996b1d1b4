"""The fonts that ship with the drawings: how wide a text is, and the CSS that brings the letters along.

Widths are the advance widths of the letters without kerning, which in these fonts tightens more than it widens: a text
that fits by this measure fits on paper. The files are made by `tools/fonts.py`.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

SERIF = "Alegreya"
SMALL_CAPS = "Alegreya SC"
SANS = "Sofia Sans"
CONDENSED = "Sofia Sans Condensed"

FOLDER = Path(__file__).with_name("fonts")
_UNKNOWN = 620
"""The width of a letter that a font lacks, and that the reader's system will draw in some other one."""

Cut = tuple[str, int, str]
"""A family, a weight and a style."""


@cache
def _metrics() -> Mapping[str, Mapping[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads((FOLDER / "metrics.json").read_text(encoding="utf-8"))
    return found


@cache
def _cut(family: str, weight: int, style: str) -> Mapping[str, Any]:
    cuts = _metrics().get(family)
    if cuts is None:
        raise ValueError(f"There is no font {family!r} here: there are {', '.join(_metrics())}.")
    found: Mapping[str, Any] | None = cuts.get(f"{weight}-{style}")
    if found is None:
        raise ValueError(f"{family} is not here in {weight} {style}: it is in {', '.join(cuts)}.")
    return found


def cuts() -> list[Cut]:
    """Every cut there is."""
    named = ((family, *cut.split("-")) for family, found in _metrics().items() for cut in found)
    return [(family, int(weight), style) for family, weight, style in named]


def file(cut: Cut) -> Path:
    """Where the letters of a cut are."""
    return FOLDER / str(_cut(*cut)["file"])


def width(text: str, family: str, weight: int, size: float, style: str = "normal", spacing: float = 0.0) -> float:
    """How wide a text is at some size, with letter spacing in the same unit as the size."""
    widths: dict[str, int] = _cut(family, weight, style)["widths"]
    return sum(widths.get(letter, _UNKNOWN) for letter in text) * size / 1000 + spacing * len(text)


def fit(text: str, family: str, weight: int, size: float, room: float, style: str = "normal") -> float:
    """The size at which a text fits: the one wished for, or a smaller one if the room is too narrow."""
    wanted = width(text, family, weight, size, style)
    return size if wanted <= room else size * room / wanted


def height(family: str, weight: int, size: float, style: str = "normal", what: str = "capital") -> float:
    """The height of capitals (or `small` letters, the `ascent`, the `descent`) at some size."""
    return float(_cut(family, weight, style)[what]) * size / 1000


def face_css(embed: bool, base: str = "fonts/", only: Iterable[Cut] | None = None) -> str:
    """@font-face rules: with the letters inside for a drawing that stands alone, or with addresses under `base`."""
    return "".join(_face(cut, embed, base) for cut in (cuts() if only is None else sorted(set(only))))


def _face(cut: Cut, embed: bool, base: str) -> str:
    family, weight, style = cut
    file = _cut(family, weight, style)["file"]
    address = f"data:font/woff2;base64,{_base64(file)}" if embed else base + file
    return (
        f'@font-face{{font-family:"{family}";font-weight:{weight};font-style:{style};font-display:swap;'
        f'src:url({address}) format("woff2")}}\n'
    )


@cache
def _base64(file: str) -> str:
    return b64encode((FOLDER / file).read_bytes()).decode("ascii")
