"""The games, one folder each: its rules by chapter, its data, its words."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.game import Game

Maker = Callable[[Path | None], Game[Any]]


def _lazy(module: str, name: str) -> Maker:
    """A game is imported when somebody plays it."""

    def make(overrides: Path | None) -> Game[Any]:
        made: Game[Any] = getattr(importlib.import_module(module), name)(overrides)
        return made

    return make


_MAKERS: dict[str, Maker] = {"bkg": _lazy("khalkhin.games.bkg", "Batalha")}


def codes() -> list[str]:
    """The games there are."""
    return list(_MAKERS)


def register(code: str, maker: Maker) -> None:
    """Add a game to the table: the maker takes a folder of data overrides or None."""
    _MAKERS[code] = maker
    get.cache_clear()


@cache
def get(code: str, overrides: Path | None = None) -> Game[Any]:
    """A game with its data, loaded once; with an owner's corrections laid over it if there are any."""
    if code not in _MAKERS:
        raise KhalkhinError("engine.unknown-game", game=code, known=", ".join(codes()))
    return _MAKERS[code](overrides)
