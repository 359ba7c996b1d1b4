"""The baked covers: where they lie, and by what it can be told whether they still show what would be drawn."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from khalkhin.board.data import rows, table
from khalkhin.board.mapsheet import load_map
from khalkhin.render.counter_look import faces, read_countersheet
from khalkhin.render.cover.draw import draw_cover
from khalkhin.render.cover.look import CoverLook, cover_look
from khalkhin.render.ground.baked import ASSETS
from khalkhin.render.layout import Layout
from khalkhin.render.map import draw_map, map_ground, map_look, map_words

INDEX = "cover.json"


def baked_cover(game: str, language: str, assets: Path = ASSETS) -> Path | None:
    """The picture of a game's cover in a language; None if there is none.

    It may show a map that its owner has corrected since: for a cover that does no harm.
    """
    index = assets / game / INDEX
    if not index.is_file():
        return None
    entry = json.loads(index.read_text(encoding="utf-8")).get(language)
    return None if entry is None else index.with_name(entry["file"])


class CoverDrawing:
    """What a cover is baked from: the data of a game in one language."""

    def __init__(self, game: str, data: Path, words: Path, language: str) -> None:
        self._sheet = load_map(data)
        found = table(data / "look.toml")
        self._look = map_look(game, found)
        self._words = map_words(words, language)
        fronts = {face.id: face for face in faces(rows(data / "counters.csv"), read_countersheet(game, data).look)}
        box = found.table("box") if "box" in found else None
        self.cover: CoverLook = cover_look(box, Layout(self._sheet.grid), list(fronts))
        self._faces = [fronts[name] for name in self.cover.counters]
        self.ground = map_ground(self._sheet, self._look, 2)

    def draw(self, ground_href: str, embed_fonts: bool) -> str:
        map_ = draw_map(
            self._sheet,
            self._look,
            ground_href=ground_href,
            words=self._words,
            embed_fonts=embed_fonts,
            framed=False,
        )
        return draw_cover(map_, self.cover, self._faces)

    def mark(self) -> str:
        """A hash of all that can be seen on it."""
        ground = b"" if self.ground.file is None else self.ground.file.read_bytes()
        return sha256(self.draw("ground", embed_fonts=False).encode() + ground).hexdigest()
