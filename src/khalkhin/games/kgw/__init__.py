"""Khalkin-Gol War: divisions and months, May to November 1939. One module a chapter of its rulebook."""

from khalkhin.games.kgw.game import KhalkinGolWar

__all__ = ["KhalkinGolWar", "load"]

load = KhalkinGolWar
"""For the library of games."""
