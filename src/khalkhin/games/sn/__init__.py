"""Strike North: corps and divisions from Irkutsk to Vladivostok, 1939 and 1941. One module a chapter."""

from khalkhin.games.sn.game import StrikeNorth

__all__ = ["StrikeNorth", "load"]

load = StrikeNorth
"""For the library of games."""
