"""Make the fonts that ship with the renderer: small WOFF2 cuts, their licences, and their advance widths.

    npm pack @fontsource/alegreya @fontsource/alegreya-sc @fontsource/sofia-sans @fontsource/sofia-sans-condensed
    python -m tools.fonts FOLDER-WITH-THE-ARCHIVES

Needs fonttools and brotli. Every cut keeps Latin with Portuguese, macron vowels, figures, fractions and punctuation,
kerning, and lining and tabular figures. The packages bring Latin in two files, which are joined here.
"""

from __future__ import annotations

import json
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

OUT = Path(__file__).parents[1] / "src" / "khalkhin" / "render" / "fonts"

CUTS = {
    "alegreya": ("Alegreya", ["500-normal", "700-normal", "800-normal", "500-italic", "700-italic"]),
    "alegreya-sc": ("Alegreya SC", ["700-normal", "800-normal"]),
    "sofia-sans": ("Sofia Sans", ["400-normal", "600-normal", "700-normal"]),
    "sofia-sans-condensed": ("Sofia Sans Condensed", ["500-normal", "600-normal", "700-normal", "800-normal"]),
}
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x100), 0x152, 0x153]
SIGNS = [ord(sign) for sign in "–—‘’“”„•…‹›⁄€™−↑↓×"]
MACRONS = [ord(letter) for letter in "ĀāĒēĪīŌōŪū"]
FEATURES = ["kern", "lnum", "tnum", "liga", "frac", "numr", "dnom"]


def main(folder: str) -> None:
    OUT.mkdir(exist_ok=True)
    metrics: dict[str, Any] = {}
    for name, (family, cuts) in CUTS.items():
        (archive,) = Path(folder).glob(f"fontsource-{name}-[0-9]*.tgz")
        with tempfile.TemporaryDirectory() as temporary, tarfile.open(archive) as tar:
            tar.extractall(temporary, filter="data")
            package = Path(temporary) / "package"
            (OUT / f"{name}-OFL.txt").write_bytes((package / "LICENSE").read_bytes())
            for cut in cuts:
                font = _cut(package / "files", name, cut)
                font.flavor = "woff2"
                font.save(OUT / f"{name}-{cut}.woff2")
                metrics.setdefault(family, {})[cut] = _metrics(font, f"{name}-{cut}.woff2")
    text = json.dumps(metrics, ensure_ascii=False, separators=(",", ":"))
    (OUT / "metrics.json").write_text(text.replace('},"', '},\n"') + "\n", encoding="utf-8")


def _cut(files: Path, name: str, cut: str) -> Any:
    """One weight and style: the main part with its features, joined with the few letters of the other part."""
    main_part = _subset(files / f"{name}-latin-{cut}.woff2", LATIN + SIGNS, FEATURES)
    more = _subset(files / f"{name}-latin-ext-{cut}.woff2", MACRONS, [])
    with tempfile.TemporaryDirectory() as temporary:
        paths = [str(Path(temporary) / part) for part in ("main.ttf", "more.ttf")]
        main_part.save(paths[0])
        more.save(paths[1])
        return Merger().merge(paths)


def _subset(path: Path, unicodes: list[int], features: list[str]) -> Any:
    options = Options(
        layout_features=features, hinting=False, notdef_outline=True, drop_tables=["STAT", "prep", "gasp"]
    )
    options.recalc_timestamp = False
    font = TTFont(path, recalcTimestamp=False)
    font.flavor = None
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=unicodes)
    subsetter.subset(font)
    return font


def _metrics(font: Any, file: str) -> dict[str, Any]:
    """Advance widths in thousandths of the size, with the heights that lines and boxes need."""
    scale = 1000 / font["head"].unitsPerEm
    widths = {chr(c): round(font["hmtx"][glyph][0] * scale) for c, glyph in sorted(font.getBestCmap().items())}
    os2 = font["OS/2"]
    heights = {
        "capital": os2.sCapHeight,
        "small": os2.sxHeight,
        "ascent": os2.sTypoAscender,
        "descent": os2.sTypoDescender,
    }
    return {"file": file, **{name: round(value * scale) for name, value in heights.items()}, "widths": widths}


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Name the folder with the four archives of the fonts; tools/fonts.py tells how to get them.")
    main(sys.argv[1])
