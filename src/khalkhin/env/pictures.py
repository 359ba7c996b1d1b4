"""A position to look at: the terminal's map, or a drawing."""

from __future__ import annotations

from typing import Any

from khalkhin.engine.game import Game
from khalkhin.engine.view import View
from khalkhin.engine.words import DEFAULT
from khalkhin.terminal.board import Board
from khalkhin.terminal.drawing import drawing
from khalkhin.terminal.voice import Voice


def written(game: Game[Any], seen: View) -> str:
    """Turn and phase, and the map in signs."""
    voice = Voice(game, DEFAULT)
    lines = ("".join(text for text, _ in runs).rstrip() for runs in Board(voice, seen, ()).whole())
    return "\n".join([voice.headline(seen), *lines])


def drawn(game: Game[Any], seen: View) -> str:
    """The map with its counters as SVG."""
    return drawing(seen, game, DEFAULT, game.folder.overrides)
