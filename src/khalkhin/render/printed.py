"""What is printed of a game: its map and its counters."""

from __future__ import annotations

import importlib
from pathlib import Path

from khalkhin.board.data import table
from khalkhin.board.mapsheet import load_map
from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.folder import Folder
from khalkhin.render.counter_look import read_countersheet
from khalkhin.render.countersheet import countersheet
from khalkhin.render.map import draw_map, map_ground, map_look, map_words

FINEST = 2
"""The finest ground there is."""
_GAMES = Path(importlib.import_module(library.HOME).__path__[0])


def drawable() -> list[str]:
    """Games with a map and counters to draw, whether or not they can be played yet."""
    return sorted(path.parent.parent.name for path in _GAMES.glob("*/data/counter_look.toml"))


class Printed:
    """What is printed of a game, from its data folder and an owner's corrections."""

    def __init__(self, game: str, overrides: Path | None = None) -> None:
        if game not in drawable():
            raise KhalkhinError("engine.unknown-game", game=game, known=", ".join(drawable()))
        self.game = game
        self.folder = Folder(_GAMES / game / "data", overrides)
        self.words = _GAMES / game / "words"

    def map(self, language: str, scale: int, framed: bool = True) -> str:
        """The map with its ground, in one file."""
        sheet = load_map(self.folder)
        look = map_look(self.game, table(self.folder / "look.toml"))
        below = map_ground(sheet, look, min(scale, FINEST))
        return draw_map(
            sheet,
            look,
            # A map that was corrected has no baked ground: then it is drawn, and nothing has to be found.
            ground_href="" if below.file is None else below.data_uri(),
            words=map_words(self.words, language),
            embed_fonts=True,
            framed=framed,
        )

    def counters(self, language: str, back: bool) -> str:
        """All counters of the game, their fronts or their backs."""
        return countersheet(read_countersheet(self.game, self.folder), self.words, language, back)
