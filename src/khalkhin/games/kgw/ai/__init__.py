"""How positions of Khalkin-Gol War are judged, and what is worth a thought in them, for players that look ahead.

Nothing here is a rule. Values are points of victory as they will be counted at the end, as far as can be foreseen, and
weights found by playing; what may be done is always asked of the rules.
"""

from khalkhin.games.kgw.ai.advisor import GameAdvisor

__all__ = ["GameAdvisor"]
