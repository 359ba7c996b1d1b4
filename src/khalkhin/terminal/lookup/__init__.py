"""Looking something up while playing: the rules of a game with what proves them, and its charts."""

from khalkhin.terminal.lookup.chart_text import charts
from khalkhin.terminal.lookup.rulebook import rules

__all__ = ["charts", "rules"]
