"""The computer player's knowledge of Strike North: what positions are worth, and which decisions to consider in them.

Nothing here is a rule: what may be done is always asked of the rules. Values are victory points as they will probably
be counted at the end of the game.
"""

from khalkhin.games.sn.ai.advisor import GameAdvisor

__all__ = ["GameAdvisor"]
