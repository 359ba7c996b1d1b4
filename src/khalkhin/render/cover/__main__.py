"""Bake the covers of all games: `python -m khalkhin.render.cover`. Needs the extras `png` and `bake`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

from PIL import Image

from khalkhin.board.data import rows, table
from khalkhin.board.mapsheet import load_map
from khalkhin.engine.words import languages
from khalkhin.render.counter_look import faces, read_countersheet
from khalkhin.render.cover import CoverLook, cover_look, draw_cover
from khalkhin.render.cover.baked import INDEX, fingerprint
from khalkhin.render.cover.draw import PAPER
from khalkhin.render.ground.baked import ASSETS
from khalkhin.render.layout import Layout
from khalkhin.render.map import draw_map, map_ground, map_look, map_words
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
    known: dict[bytes, str] = {}
    for language in languages():
        picture = _picture(game, data, words, language)
        name = known.setdefault(picture, f"cover-{language}.webp")
        (ASSETS / game / name).write_bytes(picture)
        index[language] = {"file": name, "data": fingerprint(data, words, language)}
        print(f"{game} {language}: {name}, {len(picture) // 1024} KB")
    (ASSETS / game / INDEX).write_text(json.dumps(index, indent=2) + "\n", encoding="utf-8")


def _picture(game: str, data: Path, words: Path, language: str) -> bytes:
    sheet, found = load_map(data), table(data / "look.toml")
    look = map_look(game, found)
    fronts = {face.id: face for face in faces(rows(data / "counters.csv"), read_countersheet(game, data).look)}
    cover = cover_look(found.table("box") if "box" in found else None, Layout(sheet.grid), list(fronts))
    map_ = draw_map(
        sheet,
        look,
        ground_href=map_ground(sheet, look, 2).data_uri(),
        words=map_words(words, language),
        embed_fonts=True,
        framed=False,
    )
    drawn = draw_cover(map_, cover, [fronts[name] for name in cover.counters])
    return _packed(Image.open(io.BytesIO(png(drawn, _enough(cover)))))


def _enough(cover: CoverLook) -> int:
    """Whole pixels for a unit of the map, so that the picture is at least as wide as wanted."""
    return max(1, -int(-WIDTH // cover.crop[2]))


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
