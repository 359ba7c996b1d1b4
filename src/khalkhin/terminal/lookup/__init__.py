"""Looking something up while playing: the rules of a game with what proves them, and its charts."""

from khalkhin.terminal.lookup.chart_text import chart_lines, charts, titles
from khalkhin.terminal.lookup.rulebook import Book, rule_lines, rules

__all__ = ["Book", "chart_lines", "charts", "rule_lines", "rules", "titles"]
