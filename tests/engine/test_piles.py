"""Stacks whose order matters: who lies on top, what others see of it, and that copies keep it."""

from __future__ import annotations

import random

import pytest

from khalkhin.board.hexset import members
from khalkhin.engine.dice import Dice
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.view import imagine, view
from tests.tiny.game import Tiny
from tests.tiny.position import Position


class Piled(Position):
    ORDERED = True


class TopOnly(Tiny):
    """The tiny game in a fog: only the top counter of an enemy stack is seen, and of the others their side."""

    state = Piled

    def sees(self, s: Position, side: int | None, unit: int) -> bool:
        if side == self.sheet.side[unit] or s.where[unit] < 0:
            return True
        return s.piles[s.where[unit]][-1] == unit

    def label(self, s: Position, side: int | None, unit: int) -> str:
        return f"?{self.sides[self.sheet.side[unit]]}"

    def guess(self, s: Position, seen: object, nameless: object, rng: random.Random) -> None:
        assert isinstance(nameless, dict)
        for label, places in nameless.items():
            side = self.sides.index(label[1:])
            unknown = [u for u in members(self.sheet.of_side[side]) if s.where[u] == self.limbo]
            for unit, place in zip(rng.sample(unknown, len(places)), places, strict=True):
                s.put(unit, place)


@pytest.fixture
def game() -> TopOnly:
    return TopOnly()


def _stack(game: TopOnly) -> tuple[Position, int, list[int]]:
    s = game.start(dice=Dice.practice(1))
    hex_ = game.map.grid.at("0201")
    units = list(members(game.sheet.of_side[0]))[:3]
    for unit in units:
        s.put(unit, hex_)
    return s, hex_, units


def test_who_comes_last_lies_on_top(game: TopOnly) -> None:
    s, hex_, units = _stack(game)
    assert s.piles[hex_][-3:] == tuple(units)
    s.put(units[2], game.limbo)
    s.put(units[0], hex_)
    assert s.piles[hex_][-2:] == (units[1], units[0])


def test_copies_keep_the_order_and_it_tells_positions_apart(game: TopOnly) -> None:
    s, hex_, units = _stack(game)
    twin = s.clone()
    assert twin == s
    twin.put(units[0], hex_)
    assert twin != s
    assert s.piles[hex_][-1] == units[2]
    again = game.restore(s.to_data(), s.dice)
    assert again == s
    assert again.piles == s.piles


def test_a_position_with_a_wrong_pile_is_refused(game: TopOnly) -> None:
    s, _, _ = _stack(game)
    data = s.to_data()
    data["piles"]["0201"] = data["piles"]["0201"][1:]
    with pytest.raises(KhalkhinError, match="a stack has other counters"):
        game.restore(data, s.dice)


def test_only_the_top_is_seen_and_imagined_in_its_place(game: TopOnly) -> None:
    s, _, units = _stack(game)
    seen = view(s, 1)["places"]["0201"]
    assert seen[0] == {"id": game.sheet.ids[units[2]], "is": []}
    assert seen[1:] == [{"nation": "?red"}] * (len(seen) - 1)
    assert [c["id"] for c in view(s, 0)["places"]["0201"][:3]] == [game.sheet.ids[u] for u in reversed(units)]
    imagined = imagine(game, view(s, 1), random.Random(3))
    assert view(imagined, 1)["places"] == view(s, 1)["places"]
