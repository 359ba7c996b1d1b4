"""Puts the tiny game on the shelf of a server that imports this."""

from __future__ import annotations

from khalkhin.engine import library
from tests.tiny.game import Tiny

CODE = "tiny"
library.register(CODE, Tiny)
