"""How a board of the game is compared with one worked out here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.bkg.oracles import ending
from tests.bkg.oracles.atlas import GROUND
from tests.bkg.oracles.board import Board
from tests.bkg.oracles.counters import COUNTERS, SOVIET

Answer = tuple[str, str] | None
"""Verb and noun as records write them; None where the step does its work unasked."""
OBJECTIVES = ending.WEST_MOUNTAINS | {ending.NOMONHAN}


class Disagreement(AssertionError):
    """The game and the oracle differ."""


def agree(what: str, game: object, oracle: object) -> None:
    if game != oracle:
        raise Disagreement(f"{what}: the game {besides(game, oracle)}, the oracle {besides(oracle, game)}")


def besides(one: object, other: object) -> object:
    """What one has that the other has not."""
    if isinstance(one, dict) and isinstance(other, dict):
        return {key: value for key, value in one.items() if key not in other or other[key] != value}
    if isinstance(one, set | frozenset) and isinstance(other, set | frozenset):
        return sorted(one - other)
    return one


def changed(board: Board, **fields: Any) -> Board:
    return Board({**board.data, **fields})


def entered(board: Board, units: Iterable[str], hexes: Iterable[str]) -> Board:
    """K-66  Whoever comes into an objective takes it, stopping or not; who stands inside the line is home."""
    held = set(board.soviet_objectives)
    taken = set(hexes) & OBJECTIVES
    units = list(units)
    if any(COUNTERS[u].side == SOVIET for u in units):
        held |= taken
    else:
        held -= taken
    home = {u for u in units if board.where[u] in GROUND and GROUND[board.where[u]].inside}
    return changed(board, soviet_objectives=sorted(held), penalised=sorted(board.penalised - home))


def same_board(game: Board, oracle: Board) -> None:
    """Everything that lies on the table; marks of units that are off the map do not matter."""
    agree("places", dict(set(game.where.items()) - set(oracle.where.items())), {})
    alive = {u for u, place in oracle.where.items() if place != "destroyed"}
    there = {u for u, place in oracle.where.items() if place in GROUND}
    agree("flipped", game.flipped & alive, oracle.flipped & alive)
    agree("penalised", game.penalised & there, oracle.penalised & there)
    agree("objectives", game.soviet_objectives, oracle.soviet_objectives)
    agree("air points", game.air, oracle.air)
    away = {u for u, place in oracle.where.items() if place in ("north", "east")}
    agree("left the map", *({u: t for u, t in b.left_map.items() if u in away} for b in (game, oracle)))


def put_on(before: Board, after: Board) -> list[dict[str, Any]]:
    """The steps that a step has put on the agenda in its own place, the next one first."""
    return after.agenda[len(before.agenda) - 1 :][::-1]
