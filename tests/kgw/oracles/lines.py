"""Chapter 16.2 once more: every path that a line of communication could take, one after another."""

from __future__ import annotations

from tests.kgw.oracles.atlas import COUNTERS, around, countries
from tests.kgw.oracles.walking import Board, enemy


def radius(board: Board, unit: str) -> int:
    if unit not in board.flipped:
        return 0
    return 1 if board.winter else {"soviet": 3, "japan": 2}[COUNTERS[unit].side]


def good(board: Board, side: str, path: tuple[str, ...]) -> bool:
    """16.2, Q-55, Q-56  Whether a path is a line of communication to its last hex."""
    for n, hex_ in enumerate(path):
        if n and (hex_ in board.held[enemy(side)] or board.lake(hex_)):
            return False
        if side == "japan" and "USSR" in countries(hex_):
            return False
        if n < len(path) - 1 and board.in_zone(side, hex_):
            return False
    return True


def served(board: Board, unit: str) -> set[str]:
    """All hexes with a line from a supply unit."""
    return from_hex(board, COUNTERS[unit].side, board.where[unit], radius(board, unit))


def from_hex(board: Board, side: str, source: str, reach: int) -> set[str]:
    paths: list[tuple[str, ...]] = [(source,)]
    found = set()
    for _ in range(reach + 1):
        found |= {path[-1] for path in paths if good(board, side, path)}
        paths = [(*path, b) for path in paths for b in around(path[-1]) if b not in path]
    return found
