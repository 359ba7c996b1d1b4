"""`idle`: does nothing."""

from __future__ import annotations

from khalkhin.ai.sparring.script import Rank, Script
from khalkhin.board.hexset import Hex


class Idle(Script):
    """Ends every phase as soon as it may and declines what is voluntary."""

    attacks = enters = False

    def declines(self) -> bool:
        return True

    def rank(self, unit: int, hex_: Hex) -> Rank:
        """No hex is better than another."""
        return ()
