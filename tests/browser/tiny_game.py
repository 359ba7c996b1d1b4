"""Puts the tiny game on the shelf of a server that imports this."""

from __future__ import annotations

from khalkhin import games
from tests.tiny.game import Tiny

CODE = "tiny"
games.register(CODE, Tiny)
