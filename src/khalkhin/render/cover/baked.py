"""The baked covers: where they lie, and whether they still show the map."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from khalkhin.board.data import DataFolder
from khalkhin.render.ground.baked import ASSETS

INDEX = "cover.json"
_MADE_FROM = ("look.toml", "counter_look.toml", "map.toml", "map.csv", "sides.csv", "counters.csv")
_DRAWN = 1
"""Raised when the way of drawing changes, so that no picture of the old way passes for one of the new."""


def fingerprint(folder: DataFolder, words: Path, language: str) -> str:
    """A hash of the files that a cover is drawn from; `words` is the folder with the game's words."""
    total = sha256(str(_DRAWN).encode())
    files = [*(folder / name for name in _MADE_FROM), words / "map" / f"{language}.toml"]
    for path in files:
        total.update(path.read_bytes() if path.is_file() else b"")
        total.update(b"\0")
    return total.hexdigest()


def baked_cover(game: str, folder: DataFolder, words: Path, language: str, assets: Path = ASSETS) -> Path | None:
    """The picture of a game's cover in a language; None if there is none, or one of other data."""
    index = assets / game / INDEX
    if not index.is_file():
        return None
    entry = json.loads(index.read_text(encoding="utf-8")).get(language)
    if entry is None or entry["data"] != fingerprint(folder, words, language):
        return None
    return index.with_name(entry["file"])
