"""The advisor of the Batalha: evaluation, win chance, ideas and reasons for its computer players.

Nothing here is a rule. Values are points of victory as they will be counted at the end, as far as can be foreseen, and
weights found by playing; what may be done is always asked of the rules.
"""

from khalkhin.games.bkg.ai.advisor import GameAdvisor

__all__ = ["GameAdvisor"]
