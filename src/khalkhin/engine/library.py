"""The library of games: found by their codes, imported when somebody plays them.

Every package of `khalkhin.games` is a game. Its function `load` takes a folder of an owner's corrections or None.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.folder import corrected_by
from khalkhin.engine.game import Game
from khalkhin.engine.rehearsal import rehearse

HOME = "khalkhin.games"

Loader = Callable[[Path | None], Game[Any]]


def _lazy(package: str) -> Loader:
    """A game is imported when somebody plays it."""

    def load(overrides: Path | None) -> Game[Any]:
        loaded: Game[Any] = importlib.import_module(package).load(overrides)
        return loaded

    return load


def _at_home() -> dict[str, Loader]:
    modules = pkgutil.iter_modules(importlib.import_module(HOME).__path__)
    return {name: _lazy(f"{HOME}.{name}") for name in sorted(module.name for module in modules if module.ispkg)}


_LOADERS = _at_home()
_LOADED: dict[tuple[str, Path | None], Game[Any]] = {}


def codes() -> list[str]:
    """The codes of all games there are, such as `bkg`."""
    return list(_LOADERS)


def register(code: str, loader: Loader) -> None:
    """Add a game."""
    _LOADERS[code] = loader
    forget(code)


def forget(code: str) -> None:
    """Let go of a loaded game; it is loaded anew when somebody asks for it."""
    for key in [key for key in _LOADED if key[0] == code]:
        del _LOADED[key]


def get(code: str, overrides: Path | None = None) -> Game[Any]:
    """A game with its data, loaded once; with an owner's corrections laid over it if there are any."""
    if code not in _LOADERS:
        raise KhalkhinError("engine.unknown-game", game=code, known=", ".join(codes()))
    if (code, overrides) not in _LOADED:
        with corrected_by(overrides):
            game = _LOADERS[code](overrides)
            if overrides is not None:
                rehearse(game)
        _LOADED[code, overrides] = game
    return _LOADED[code, overrides]


def of_view(code: str, version: str) -> Game[Any]:
    """The game that a view was made by: the one loaded with the same data, or as it comes."""
    found = (game for (name, _), game in _LOADED.items() if name == code and game.version == version)
    return next(found, None) or get(code)
