"""Tests of Khalkin-Gol War."""

from __future__ import annotations

from khalkhin import games
from khalkhin.games.kgw.game import KhalkinGolWar

if "kgw" not in games.codes():
    games.register("kgw", KhalkinGolWar)
