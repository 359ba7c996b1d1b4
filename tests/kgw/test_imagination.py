"""Positions imagined from a view where hardly anybody is left to stand for the hidden counters."""

from __future__ import annotations

import random

from khalkhin.board.hexset import members
from khalkhin.engine.view import imagine, view
from khalkhin.games.kgw.position import JAPAN
from tests.kgw.positions import board, the_game


def test_a_side_with_hardly_a_counter_left_can_be_imagined() -> None:
    """Red Army units fill the USSR, where nobody else may be: a division would take the components from under them."""
    game = the_game()
    army = [game.sheet.ids[u] for u in members(game.sheet.of_nation["RA"] & game.ground & ~game.divisions)]
    track = ("1601", "1602", "1702", "1803", "1904", "1905", "1804")
    placed = {hex_: army[n::7] for n, hex_ in enumerate(track)}
    match = board({**placed, "2909": "JA-64-23"}, "soviet_move", rest="display")
    seen = view(match.state, JAPAN)
    for seed in range(20):
        assert view(imagine(game, seen, random.Random(seed)), JAPAN) == seen
