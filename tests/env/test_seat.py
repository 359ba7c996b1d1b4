"""One agent against a computer player, by Gymnasium's own checks and ours."""

from __future__ import annotations

import random

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import khalkhin.env
import tests.tiny  # noqa: F401  registers the tiny game
from khalkhin.ai.players.random_player import Habits, RandomPlayer
from khalkhin.engine.errors import KhalkhinError
from khalkhin.env.seat import Seat


def played(table: Seat, seed: int) -> list[str]:
    """A game of an agent at random: what it did, what it got and how it ended."""
    rng, (seen, _) = random.Random(seed), table.reset(seed=seed)
    story = []
    while True:
        action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        seen, reward, ended, cut, info = table.step(action)
        story.append(table.turns.actions.text(action))
        if ended or cut:
            return [*story, f"{reward} {info}", table.turns.position.digest()]
        assert reward == 0
        assert table.turns.agent_selection == table.side


@pytest.mark.parametrize(("game", "level"), [("tiny", "greedy"), ("bkg", "random"), ("pbn", "random")])
def test_the_interface_is_gymnasiums(game: str, level: str) -> None:
    check_env(khalkhin.env.against(game, level), skip_render_check=True)


@pytest.mark.parametrize("level", ["random", "greedy", "planner"])
@pytest.mark.parametrize("side", ["red", "blue"])
def test_a_level_plays_the_other_side_and_repeats_exactly(level: str, side: str) -> None:
    table = khalkhin.env.against("tiny", level, side, evaluations=4)
    first = played(table, 3)
    assert played(table, 3) == first
    assert played(khalkhin.env.against("tiny", level, side, evaluations=4), 3) == first
    assert first[-2].startswith(("1.0", "-1.0", "0.0"))
    assert "points" in first[-2]


def test_the_agent_sees_its_own_side_only() -> None:
    table = khalkhin.env.against("bkg", "random", "japan", limit=40)
    seen, _ = table.reset(seed=1)
    column = table.turns.encoding.global_columns.index("side:japan")
    assert table.turns.encoding.split(seen["observation"]).globals[column] == 1
    assert table.turns.taken > 10, "the Soviets set up and move first"


def test_whoever_can_sit_down_can_play() -> None:
    table = khalkhin.env.against("tiny", lambda seed: RandomPlayer(seed, Habits(finish=1.0, patient=False)), "red")
    assert len(played(table, 1)) > 2


def test_a_decision_that_is_not_on_offer_loses_and_says_why() -> None:
    table = khalkhin.env.against("bkg", "random", "soviet")
    table.reset(seed=1)
    _, reward, ended, _, info = table.step(table.turns.actions.index("commit"))
    assert (reward, ended) == (-1.0, True)
    assert info["illegal"]


def test_what_there_is_not_is_named() -> None:
    with pytest.raises(KhalkhinError, match="genius"):
        khalkhin.env.against("tiny", "genius")
    with pytest.raises(KhalkhinError, match='no side "green"; there is red, blue'):
        khalkhin.env.against("tiny", "random", "green")
