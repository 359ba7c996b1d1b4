"""5.2: who may follow up, and where to."""

from __future__ import annotations

from collections.abc import Iterable

from tests.bkg.oracles.atlas import GROUND, NEIGHBOURS, water
from tests.bkg.oracles.board import Board, passable
from tests.bkg.oracles.counters import COUNTERS, GUNS, SECOND_HEX, SOVIET, enemy
from tests.bkg.oracles.walking import engages_mountains_only, has_room


def may_enter(board: Board, unit: str, start: str, to: str) -> bool:
    """K-47  No enemy, room, terrain, the border and armour's mountains."""
    side = COUNTERS[unit].side
    if to in board.held(enemy(side)) or not has_room(board, [unit], to) or not passable(unit, to):
        return False
    if side == SOVIET and GROUND[start].inside and not GROUND[to].inside:
        return False
    return not engages_mountains_only(board, unit, to)


def followers(board: Board, among: Iterable[str], vacated: str) -> set[str]:
    """5.2.b-c  Attackers who may come into the vacated hex; artillery never does."""
    able = {u for u in among if board.where[u] in GROUND and COUNTERS[u].type not in GUNS}
    return {u for u in able if may_enter(board, u, board.where[u], vacated)}


def second_hexes(board: Board, unit: str, vacated: str, beaten: Iterable[str]) -> set[str]:
    """5.2.a, 5.2.d, K-47, K-96  Where a unit may go on to, unless the zone of others than the beaten stops it."""
    others = [u for h in board.enemies_next_to(vacated, COUNTERS[unit].side) for u in board.at(h) if u not in beaten]
    rider = COUNTERS[unit].type == "CAV" and board.rules["cavalry_advance"]
    if COUNTERS[unit].type not in SECOND_HEX or not (rider or GROUND[vacated].terrain == "open") or others:
        return set()
    dry = [n for n in NEIGHBOURS[vacated] if (rider or GROUND[n].terrain == "open") and not water(vacated, n)]
    return {n for n in dry if may_enter(board, unit, vacated, n)}
