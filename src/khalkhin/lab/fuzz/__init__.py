"""Random games that look for dead ends, broken positions and records that do not replay."""

from khalkhin.lab.fuzz.one_game import FuzzRequest, Outcome, play_one, scenarios

__all__ = ["FuzzRequest", "Outcome", "play_one", "scenarios"]
