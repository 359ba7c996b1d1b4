"""4.1.2.g, 5.0  Before a move: what units would have to attack from a hex, and with what odds."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.board.hexset import Hex, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.prospects import Prospect, Prospects, standing
from khalkhin.games.bkg.declaration import may_attack
from khalkhin.games.bkg.engagement import enemies_beside, left_beyond, who_must_attack
from khalkhin.games.bkg.odds import attacker_odds
from khalkhin.games.bkg.plan import ATTACK, Plan
from khalkhin.games.bkg.position import SOVIET, Position


def prospects(s: Position, side: int, group: UnitSet, hex_: Hex) -> Prospects:
    """4.1.2.g, 4.0.j  Who has moved next to an enemy must attack; who has not come back over the border cannot."""
    after = standing(s, group, hex_)
    after.moved |= group
    if side == SOVIET:
        after.penalised = left_beyond(after)
    return Prospects(tuple(_attacks(after, side, group, hex_)), who_must_attack(after, side) & group, "4.1.2.g")


def _attacks(s: Position, side: int, group: UnitSet, hex_: Hex) -> Iterator[Prospect]:
    """5.0  Each enemy hex beside them, attacked by everybody who may: nobody has fought when the phase begins."""
    s.fought = 0
    for target in members(enemies_beside(s, side, hex_)):
        units = may_attack(s, side, target)
        if units & group:
            yield Prospect(target, units, attacker_odds(s, Plan(side, ATTACK, target, units)))
