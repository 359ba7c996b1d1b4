"""Looking into a game without playing it: its rules and what proves them, its charts, its data and their provenance."""

from khalkhin.terminal.inspect.datafiles import data
from khalkhin.terminal.inspect.rulebook import rules
from khalkhin.terminal.inspect.tables import charts

__all__ = ["charts", "data", "rules"]
