"""Pacific Battles: Nomonhan 1939."""

from khalkhin.games.pbn.game import Nomonhan

__all__ = ["Nomonhan", "load"]

load = Nomonhan
"""For the library of games."""
