"""Positions: where counters stand, what is known of it at a glance, and positions from plain data."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from khalkhin.board.hexset import members, union
from khalkhin.engine.dice import Dice
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.state import Event
from tests.tiny.positions import do, new, the_game


def test_what_is_known_at_a_glance_is_what_counting_tells() -> None:
    """Thousands of counters put here and there; every index against plain counting."""
    rng, s, game = random.Random(4), new().state, the_game()
    places = [*members(game.map.grid.all), *(game.box(name) for name in game.boxes)]
    for _ in range(3000):
        s.put(rng.randrange(len(game.sheet)), rng.choice(places))
        if rng.random() < 0.05:
            s = s.clone()
        place = rng.choice(places)
        assert s.stack(place) == sum(1 << u for u, at in enumerate(s.where) if at == place)
        for side in (0, 1):
            count = dict.fromkeys(members(game.map.grid.all), 0)
            for unit, at in enumerate(s.where):
                if at >= 0 and game.sheet.side[unit] == side:
                    count[at] += 1
            assert s.held(side) == sum(1 << h for h, n in count.items() if n)
            than = rng.randrange(0, 12)
            assert s.holding_more(side, than) == sum(1 << h for h, n in count.items() if n > than)


def test_notes_are_forgotten_when_a_counter_moves_and_not_shared_with_a_copy_that_moved() -> None:
    s = new().state
    s.notes["x"] = 1
    twin = s.clone()
    twin.put(0, the_game().box("lost"))
    assert twin.notes == {}
    assert s.notes == {"x": 1}
    s.put(0, the_game().box("lost"))
    assert s.notes == {}


def test_notes_of_a_side_outlive_the_moves_of_the_other() -> None:
    s = new().state
    mine, theirs = s.game.sheet.side[0], 1 - s.game.sheet.side[0]
    for side in (mine, theirs):
        s.own_notes[side]["x"] = side
    twin = s.clone()
    twin.put(0, the_game().box("lost"))
    assert (twin.own_notes[mine], twin.own_notes[theirs]) == ({}, {"x": theirs})
    assert s.own_notes[mine] == {"x": mine}, "the copy has forgotten, not the original"


def test_the_hexes_of_a_kind_are_those_where_its_counters_stand_few_or_many() -> None:
    game, rng = the_game(), random.Random(5)
    s = new().state
    for _ in range(60):
        s.put(rng.randrange(len(game.sheet)), rng.choice([*members(game.map.grid.all), game.box("lost")]))
        side, kind = rng.randrange(2), rng.getrandbits(len(game.sheet)) & rng.getrandbits(len(game.sheet))
        there = {s.where[u] for u in members(kind & game.sheet.of_side[side]) if s.where[u] >= 0}
        assert s.hexes_of(side, kind) == union(there)


def test_a_position_is_equal_to_itself_and_to_nothing_else() -> None:
    one, other = new(seed=1).state, new(seed=2).state
    assert one == other, "the dice to come are no part of a position"
    assert hash(one) == hash(other)
    assert one != "a position"
    assert one != new("contact").state
    moved = one.clone()
    moved.put(0, the_game().box("lost"))
    assert moved != one


def test_a_copy_keeps_no_log_and_tells_nobody() -> None:
    s = new().state
    twin = s.clone()
    twin.tell("log.turn", turn=9)
    assert twin.log is None
    assert s.log is not None
    assert Event("log.turn", {"turn": 9}) not in s.log


def test_rolling_and_showing_seal() -> None:
    s = new().state
    s.sealed = False
    s.seal()
    assert s.sealed
    rolled = new().state
    rolled.sealed = False
    assert rolled.roll(2) == rolled.dice.roll(1, 2)
    assert rolled.sealed
    s.roll(2)
    assert s.rolled == 1
    assert s.roll(2) == s.dice.roll(2, 2)


# -- plain data --


def _data() -> dict[str, Any]:
    match = do(new(), "red unit RD-PAT", "red hex 0201", "blue commit")
    data: dict[str, Any] = json.loads(json.dumps(match.state.to_data()))
    return data


def test_plain_data_is_readable() -> None:
    data = _data()
    assert data["where"]["RD-PAT"] == "0101"
    assert data["where"]["RD-RES"] == "reserve"
    assert data["agenda"][-1]["orders"] == [[{"unit": "RD-PAT", "origin": "0101", "to": "0201"}], []]
    assert data["agenda"][-1]["committed"] == [False, True]
    assert data["options"] == {"open_strengths": False, "turns": 4, "weather": "clear"}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["scenario"], None),
        (["where", "RD-PAT"], "9999"),
        (["where"], {}),
        (["where"], []),
        (["shown"], ["XX-NOBODY"]),
        (["village"], "green"),
        (["agenda"], [{"step": "NoSuchStep"}]),
        (["agenda"], [{"step": "Plan"}]),
        (["agenda"], 5),
    ],
)
def test_plain_data_that_is_no_position_is_refused(path: list[str], value: Any) -> None:
    data = _data()
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    with pytest.raises(KhalkhinError) as error:
        the_game().restore(data, Dice.practice(1))
    assert error.value.reason.key in ("engine.bad-position", "engine.unknown-scenario")


def test_plain_data_with_something_missing_or_of_another_game_is_refused() -> None:
    for name in ("scenario", "options", "where", "turn", "agenda", "shown"):
        data = _data()
        del data[name]
        with pytest.raises(KhalkhinError, match=r"^This is no position of the game: "):
            the_game().restore(data, Dice.practice(1))
    with pytest.raises(KhalkhinError, match=r'^This position belongs to the game "bkg", not to tiny\.$'):
        the_game().restore({**_data(), "game": "bkg"}, Dice.practice(1))
    with pytest.raises(KhalkhinError) as error:
        the_game().restore({**_data(), "options": {"turns": "x"}}, Dice.practice(1))
    assert error.value.reason.key == "engine.bad-option"


def test_a_position_from_plain_data_rolls_the_dice_it_is_given() -> None:
    s = the_game().restore(_data(), Dice.practice(5))
    assert s.roll(3) == Dice.practice(5).roll(1, 3)
    assert s.log is None
