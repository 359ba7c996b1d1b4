"""Batalha de Khalkhin Gol: battalions and days, 20 to 31 August 1939. One module a chapter of its rulebook."""

from khalkhin.games.bkg.game import Batalha

__all__ = ["Batalha", "load"]

load = Batalha
"""For the library of games."""
