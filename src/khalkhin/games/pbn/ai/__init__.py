"""How positions of Nomonhan are judged, and what is worth a thought in them, for players that look ahead.

Nothing here is a rule. Values are victory points as they will be counted at the end, as far as can be foreseen, and
weights found by playing; what may be done is always asked of the rules.
"""

from khalkhin.games.pbn.ai.advisor import GameAdvisor

__all__ = ["GameAdvisor"]
