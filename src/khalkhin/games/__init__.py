"""The games, one folder each: its rules by chapter, its data, its words."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.folder import corrected_by
from khalkhin.engine.game import Game

Maker = Callable[[Path | None], Game[Any]]


def _lazy(module: str, name: str) -> Maker:
    """A game is imported when somebody plays it."""

    def make(overrides: Path | None) -> Game[Any]:
        made: Game[Any] = getattr(importlib.import_module(module), name)(overrides)
        return made

    return make


_MAKERS: dict[str, Maker] = {
    "bkg": _lazy("khalkhin.games.bkg", "Batalha"),
    "kgw": _lazy("khalkhin.games.kgw", "KhalkinGolWar"),
    "pbn": _lazy("khalkhin.games.pbn", "Nomonhan"),
    "sn": _lazy("khalkhin.games.sn", "StrikeNorth"),
}
_LOADED: dict[tuple[str, Path | None], Game[Any]] = {}


def codes() -> list[str]:
    """The games there are."""
    return list(_MAKERS)


def register(code: str, maker: Maker) -> None:
    """Add a game to the table: the maker takes a folder of data overrides or None."""
    _MAKERS[code] = maker
    forget(code)


def forget(code: str) -> None:
    """Let go of a loaded game; it is loaded anew when somebody asks for it."""
    for key in [key for key in _LOADED if key[0] == code]:
        del _LOADED[key]


def get(code: str, overrides: Path | None = None) -> Game[Any]:
    """A game with its data, loaded once; with an owner's corrections laid over it if there are any."""
    if code not in _MAKERS:
        raise KhalkhinError("engine.unknown-game", game=code, known=", ".join(codes()))
    if (code, overrides) not in _LOADED:
        with corrected_by(overrides):
            _LOADED[code, overrides] = _MAKERS[code](overrides)
    return _LOADED[code, overrides]


def of_view(code: str, version: str) -> Game[Any]:
    """The game that a view was made by: the one loaded with the same data, or as it comes."""
    found = (game for (name, _), game in _LOADED.items() if name == code and game.version == version)
    return next(found, None) or get(code)
