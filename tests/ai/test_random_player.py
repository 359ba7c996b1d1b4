"""The random player: legal, repeatable, patient, and never in the way of the end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import khalkhin
from khalkhin.ai import players
from khalkhin.ai.players.random_player import PATIENCE, Habits, RandomPlayer
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.view import View, answers, view
from tests.bkg.positions import board


def offer(verb: str, kind: str, *nouns: Any) -> dict[str, Any]:
    return {"verb": verb, "kind": kind, "nouns": list(nouns)}


def seen(*offers: dict[str, Any], turn: int = 1) -> View:
    return {"tracks": {"turn": turn}, "phase": "phase.move", "prompt": {"offers": list(offers)}}


UNITS = offer("unit", "unit", *(f"SU-{n}" for n in range(50)))
DONE = offer("done", "nothing", None)


def test_a_game_from_views_alone() -> None:
    """It ends, everything it says is on offer, and the same seeds play the same game."""
    records = []
    for _ in range(2):
        match = khalkhin.new("bkg", seed=4)
        seats = [RandomPlayer(n, Habits(0.4, patient=False)) for n in range(2)]
        while not match.over:
            (prompt,) = match.prompts()
            glimpse = view(match.state, prompt.side)
            said = seats[prompt.side].decide(glimpse)
            assert said in answers(glimpse)
            match.play(*said)
        records.append(match.record())
    assert records[0] == records[1]


def test_other_seeds_decide_otherwise() -> None:
    assert len({RandomPlayer(seed).decide(seen(UNITS, DONE)) for seed in range(20)}) > 10


def test_it_does_not_end_a_phase_full_of_choices() -> None:
    ended = sum(RandomPlayer(seed).decide(seen(UNITS, DONE))[0] == "done" for seed in range(2000))
    assert 10 < ended < 90  # about one in fifty-one
    few = sum(RandomPlayer(s).decide(seen(offer("unit", "unit", "SU-1"), DONE))[0] == "done" for s in range(2000))
    assert 400 < few < 600  # a quarter


def test_habits() -> None:
    hasty = Counter(RandomPlayer(s, Habits(0.5, patient=False)).decide(seen(UNITS, DONE))[0] for s in range(1000))
    assert 400 < hasty["done"] < 600
    hexes = offer("hex", "hex", "0101")
    lean = Counter(RandomPlayer(s, Habits(lean={"hex": 9})).decide(seen(UNITS, hexes))[0] for s in range(1000))
    assert 850 < lean["hex"] < 950


def test_it_finishes_when_there_is_nothing_else() -> None:
    assert RandomPlayer(1).decide(seen(DONE)) == ("done", None)


def test_it_takes_the_way_out_when_a_phase_goes_on_and_on() -> None:
    player = RandomPlayer(1, Habits(finish=0.0, patient=False))
    said = [player.decide(seen(UNITS, DONE)) for _ in range(PATIENCE + 1)]
    assert ("done", None) not in said[:-1]
    assert said[-1] == ("done", None)
    assert player.decide(seen(UNITS, DONE, turn=2)) != ("done", None)


def test_it_spends_numbers_with_care() -> None:
    numbers = offer("air", "number", *range(1, 21))
    spent = [RandomPlayer(s).decide(seen(numbers))[1] for s in range(500)]
    assert set(spent) <= set(range(1, 21))
    assert sum(int(str(n)) for n in spent) / 500 < 8.5  # the even chance would be 10½


def test_it_never_needs_a_position() -> None:
    """Two positions that look the same get the same decision."""
    twins = [
        board({"0812": ["SU-149-1"], "0815": [a], "1112": [b]}, "sov_move")
        for a, b in (("JP-64-1", "JP-26-1"), ("JP-26-1", "JP-64-1"))
    ]
    said = {RandomPlayer(3).decide(match.view("soviet")) for match in twins}
    assert len(said) == 1


def test_players_by_name() -> None:
    assert players.names()[:2] == ["random", "greedy"]  # tests of the server seat odd ones beside them
    assert players.make("random", 3).decide(seen(UNITS)) == RandomPlayer(3).decide(seen(UNITS))
    with pytest.raises(KhalkhinError, match="There is no player"):
        players.make("god", 1)
