"""Bake the covers of all games: `python -m khalkhin.render.cover`. Needs the extras `png` and `bake`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

from PIL import Image

from khalkhin.engine.words import languages
from khalkhin.render.cover.baked import INDEX, CoverDrawing
from khalkhin.render.cover.draw import PAPER
from khalkhin.render.ground.baked import ASSETS
from khalkhin.render.png import png

GAMES = Path(__file__).parents[2] / "games"
WIDTH = 640
"""Of the picture, in pixels: twice that of a box in the lobby."""
QUALITY = 80


def main() -> int:
    for path in sorted(GAMES.glob("*/data/look.toml")):
        bake(path.parents[1].name)
    return 0


def bake(game: str) -> None:
    """The covers of one game, one for each language in which it is another picture."""
    data, words = GAMES / game / "data", GAMES / game / "words"
    index: dict[str, Any] = {}
    files: dict[str, str] = {}
    for language in languages():
        drawing = CoverDrawing(game, data, words, language)
        mark = drawing.mark()
        if mark not in files:
            files[mark] = f"cover-{language}.webp"
            (ASSETS / game / files[mark]).write_bytes(_picture(drawing))
        index[language] = {"file": files[mark], "mark": mark}
        size = (ASSETS / game / files[mark]).stat().st_size // 1024
        print(f"{game} {language}: {files[mark]}, {size} KB")
    (ASSETS / game / INDEX).write_text(json.dumps(index, indent=2) + "\n", encoding="utf-8")


def _picture(drawing: CoverDrawing) -> bytes:
    drawn = drawing.draw(drawing.ground.data_uri(), embed_fonts=True)
    enough = max(1, -int(-WIDTH // drawing.cover.crop[2]))  # whole pixels for a unit, so that it is wide enough
    return _packed(Image.open(io.BytesIO(png(drawn, enough))))


def _packed(drawn: Image.Image) -> bytes:
    size = (WIDTH, round(WIDTH * drawn.height / drawn.width))
    # The last row of pixels may be half empty: paper shows through, and not black.
    paper = Image.new("RGBA", drawn.size, PAPER)
    paper.alpha_composite(drawn.convert("RGBA"))
    out = io.BytesIO()
    paper.convert("RGB").resize(size, Image.Resampling.LANCZOS).save(out, "WEBP", quality=QUALITY, method=6)
    return out.getvalue()


if __name__ == "__main__":
    sys.exit(main())
