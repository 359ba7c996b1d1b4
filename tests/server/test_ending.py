"""How a game ended: the arithmetic, turn by turn, and the dice checked anew."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import pytest

import khalkhin
from khalkhin.ai.players.random_player import Habits, RandomPlayer
from khalkhin.engine.dice import Dice
from khalkhin.engine.history import History
from khalkhin.engine.match import Match
from khalkhin.server.ending import check_dice, ending_data
from tests.server.asker import Asker, asking


@pytest.fixture(scope="module")
def asker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    with asking(tmp_path_factory.mktemp("ending")) as found:
        yield found


HASTY = Habits(finish=0.9, patient=False)
"""Ends every phase soon: a long game is over in a second."""


def _played(game: str, seed: int | None, habits: Habits | None = None, **options: Any) -> Match:
    match, player = khalkhin.new(game, seed=seed, options=options), RandomPlayer(5, habits)
    while not match.over:
        side = match.game.sides[match.prompts()[0].side]
        match.play(*player.decide(match.view(side)), side=side)
    return match


def _ending(match: Match) -> dict[str, Any]:
    s = match.state
    history = History(match.game.start(s.scenario, s.options, s.dice))
    history.follow(match.decisions)
    return ending_data(match, history, 60.0)


def test_a_running_game_has_no_ending(asker: Asker) -> None:
    table = asker.table("tiny")
    for side in ("red", "blue", None):
        assert asker.refusal(f"{table.at}/ending", table.token(side)) == (409, "server.not-over")


def test_the_ending_is_the_same_for_everybody(asker: Asker) -> None:
    table = asker.table("tiny")
    table.play(200)
    if not table.match.over:
        table.decide("red", ("concede", None))
    told = [asker.data(f"{table.at}/ending", table.token(side)) for side in ("red", "blue", None)]
    assert told[0] == told[1] == told[2]
    assert told[0]["result"] == table.match.result()
    assert told[0]["score"] == table.view(None)["view"]["score"]
    assert told[0]["length"]["decisions"] == table.match.length
    assert told[0]["length"]["seconds"] > 0
    answer = asker.get(f"{table.at}/ending")
    assert asker.get(f"{table.at}/ending", If_None_Match=answer.headers["etag"]).status_code == 304


def test_points_of_the_last_turn_are_those_of_the_result() -> None:
    for game, habits in (("tiny", None), ("bkg", HASTY)):
        match = _played(game, 11, habits)
        told = _ending(match)
        assert match.state.result is not None
        if match.state.result.how == "points":
            assert tuple(told["turns"][-1]["points"].values()) == match.state.result.points
        arithmetic = {
            side: sum(line["points"] for line in told["score"] if line["side"] == side) for side in match.game.sides
        }
        assert told["turns"][-1]["points"] == arithmetic


def test_every_turn_is_told_as_it_ended() -> None:
    match = _played("tiny", 12, turns=4)
    told = _ending(match)
    begun = [after for after, _, _ in match.turns()]
    assert [turn["turn"] for turn in told["turns"]] == [1, 2, 3, 4][: len(told["turns"])]
    assert len(told["turns"]) == len(begun) + 1
    lost = match.game.box("lost")
    for turn, after in zip(told["turns"], [*begun, match.length + 1], strict=True):
        s = match.position(after - 1)
        of_side = match.game.sheet.of_side
        assert turn["losses"] == {
            side: (s.stack(lost) & of_side[n]).bit_count() for n, side in enumerate(match.game.sides)
        }
    losses = [sum(turn["losses"].values()) for turn in told["turns"]]
    assert losses == sorted(losses)
    assert losses[-1] > 0


# -- dice --------------------------------------------------------------------------------------------------------------


def test_the_dice_can_be_checked_by_anybody() -> None:
    match = _played("tiny", None)
    told = check_dice(match)
    assert told["checked"]
    assert not told["practice"]
    assert told["rolls"] == match.state.rolled > 0
    promise = hashlib.sha256(bytes.fromhex(told["secret"]) + told["game_id"].encode()).hexdigest()
    assert promise == told["commitment"] == match.view(None)["dice"]["commitment"]


def test_other_dice_are_found_out() -> None:
    """A server that had changed the dice after the game could not show the same game with them."""
    match = _played("tiny", 13)
    match.state.dice = Dice.practice(14)
    told = check_dice(match)
    assert not told["reproduced"]
    assert not told["checked"]
