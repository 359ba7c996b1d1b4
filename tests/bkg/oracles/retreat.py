"""5.3: where a beaten unit may go, every chain tried, edges, the way out of an encirclement, river losses."""

from __future__ import annotations

from dataclasses import dataclass

from tests.bkg.oracles.atlas import EDGES, NEIGHBOURS, river
from tests.bkg.oracles.board import Board, passable
from tests.bkg.oracles.counters import COUNTERS, TRACKED, enemy
from tests.bkg.oracles.odds import FRIENDLY_EDGES


def enterable(board: Board, unit: str, start: str) -> list[str]:
    """2.4 step 1  Neighbours without the enemy that the type may be in."""
    foes = enemy(COUNTERS[unit].side)
    return [n for n in NEIGHBOURS[start] if n not in board.held(foes) and passable(unit, n)]


def quiet(board: Board, unit: str, hex_: str) -> bool:
    """5.3.a  Outside every enemy zone."""
    return hex_ not in board.zone(enemy(COUNTERS[unit].side))


def river_hurts(unit: str, a: str, b: str) -> bool:
    """5.3.2, K-27"""
    return COUNTERS[unit].type in TRACKED and river(a, b) == "wide"


def free(board: Board, unit: str, start: str, chain: frozenset[str], hurt: frozenset[str] = frozenset()) -> set[str]:
    """2.4 step 2  Quiet neighbours with room, or where a chain retreat makes room; no hex of the chain again (K-44).

    `hurt` are units that a river has flipped earlier in the chain.
    """
    return {to for to in quiet_beside(board, unit, start, chain) if receives(board, unit, start, to, chain, hurt)}


def quiet_beside(board: Board, unit: str, start: str, chain: frozenset[str]) -> list[str]:
    return [n for n in enterable(board, unit, start) if quiet(board, unit, n) and n not in chain]


def receives(
    board: Board, unit: str, start: str, to: str, chain: frozenset[str], hurt: frozenset[str] = frozenset()
) -> bool:
    """Whether a unit can come from a hex into another: it dies on the way, there is room, or one of the five goes on.

    As no hex comes twice in a chain, everybody but the newcomer still stands where the board has him.
    """
    if river_hurts(unit, start, to):
        if unit in board.flipped | hurt:
            return True
        hurt |= {unit}
    five = [*board.at(to), unit]
    if len(five) <= 4:
        return True
    chain |= {start, to}
    alike = {(COUNTERS[u].type, u in board.flipped | hurt): u for u in five}  # who are alike have the same ways
    return any(
        receives(board, u, to, n, chain, hurt) for u in alike.values() for n in quiet_beside(board, u, to, chain)
    )


def crossed(board: Board, unit: str, start: str, to: str) -> Board:
    """The board after a retreat of one hex, before anybody makes room."""
    if river_hurts(unit, start, to):
        board = board.hurt(unit)
        if board.where[unit] == "destroyed":
            return board
    return board.moved_to([unit], to)


def pushable(board: Board, hex_: str, chain: frozenset[str]) -> set[str]:
    """5.3.1  Of five in a hex, those who can go a hex further."""
    return {u for u in board.at(hex_) if free(board, u, hex_, chain)}


# -- the way out of an encirclement -----------------------------------------------------------------------------------


def broken_out(board: Board, unit: str, first: str, second: str) -> Board:
    """2.4 steps 4, 6, 7  The board after both steps, before anybody makes room."""
    start = board.where[unit]
    relief = any(u != unit for u in board.at(first))
    losses = int(not relief)
    losses += int(river_hurts(unit, start, first) or river_hurts(unit, first, second))
    for _ in range(losses):
        if board.where[unit] != "destroyed":
            board = board.hurt(unit)
    return board if board.where[unit] == "destroyed" else board.moved_to([unit], second)


def second_hexes(board: Board, unit: str, first: str) -> set[str]:
    """Where an encircled unit may go on to from its first hex."""
    start = board.where[unit]
    return {h for h in quiet_beside(board, unit, first, frozenset((start,))) if takes_in(board, unit, first, h)}


def takes_in(board: Board, unit: str, first: str, second: str) -> bool:
    """Whether a unit that breaks out dies on the way, finds room, or room is made by one of the five."""
    after = broken_out(board, unit, first, second)
    if after.where[unit] == "destroyed" or len(after.at(second)) <= 4:
        return True
    return bool(pushable(after, second, frozenset((board.where[unit], first, second))))


# -- all together -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WayBack:
    """What a retreating unit may do: go to a hex, leave by an edge, go through the encirclement, or perish.

    A fatal edge is the last resort (2.4 step 3); where there are two, both are offered (K-02)."""

    kind: str
    choices: frozenset[str] = frozenset()


def ways_back(board: Board, unit: str, hit: bool) -> WayBack:
    """2.4  The first step of the procedure that offers anything.

    Whoever took a loss in the combat and has nowhere to go goes through friends, or is lost at once (5.3.3.c).
    """
    start, side = board.where[unit], COUNTERS[unit].side
    if hexes := free(board, unit, start, frozenset((start,))):
        return WayBack("hex", frozenset(hexes))
    if edges := EDGES[start] & FRIENDLY_EDGES[side]:
        return WayBack("edge", frozenset(edges))
    firsts = {n for n in enterable(board, unit, start) if second_hexes(board, unit, n)}
    if hit:
        firsts = {n for n in firsts if board.at(n)}
    if firsts:
        return WayBack("through", frozenset(firsts))
    if EDGES[start] and not hit:
        return WayBack("fatal", frozenset(EDGES[start]))
    return WayBack("lost")


def left(board: Board, unit: str, edge: str) -> Board:
    """4.2.2  The board after a unit has left over an edge of its own side."""
    box = {"N": "north", "E": "east"}.get(edge, "gone") if COUNTERS[unit].side == "japan" else "gone"
    return board.moved_to([unit], box)
