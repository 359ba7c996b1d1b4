"""PettingZoo's own tests, and what they do not look at: seeds, options, refusals, rewards, what is drawn."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import khalkhin.env
import tests.tiny  # noqa: F401  registers the tiny game
from khalkhin.ai.advisor import advisor_of
from khalkhin.engine.errors import Illegal, KhalkhinError
from khalkhin.env.turns import Turns
from tests.env.playing import at_random

GAMES = ("tiny", "bkg", "kgw", "pbn", "sn")


@contextmanager
def advice() -> Iterator[None]:
    """PettingZoo advises other names for agents, and plain arrays where a mask is needed: that is no fault."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "We recommend agents to be named", UserWarning)
        warnings.filterwarnings("ignore", "Observation is not a NumPy array", UserWarning)
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be", UserWarning)
        warnings.filterwarnings("ignore", r"Action mask numpy array is all zeros", UserWarning)
        yield


@pytest.mark.parametrize("game", GAMES)
def test_the_interface_is_pettingzoos(game: str) -> None:
    with advice():
        api_test(khalkhin.env.env(game), num_cycles=500 if game == "tiny" else 60)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_game(game: str) -> None:
    seed_test(lambda: khalkhin.env.env(game), num_cycles=200 if game == "tiny" else 60)


def test_another_seed_gives_another_game() -> None:
    def ending(seed: int | None, env: Turns) -> str:
        env.reset(seed=seed)
        at_random(env, random.Random(1))
        return env.position.digest()

    env = khalkhin.env.raw_env("tiny")
    first, second = ending(1, env), ending(None, env)
    assert first != second
    assert [ending(1, env), ending(None, env)] == [first, second], "what follows a seeded game follows from its seed"
    assert len({ending(seed, env) for seed in range(6)}) > 1


def test_a_whole_game_pays_the_winner_what_the_loser_loses() -> None:
    seen = set()
    for seed in range(12):
        env = khalkhin.env.raw_env("tiny")
        env.reset(seed=seed)
        total = at_random(env, random.Random(seed))
        result = env.position.result
        assert result is not None
        won = {None: (0, 0), 0: (1, -1), 1: (-1, 1)}[result.winner]
        assert tuple(total[side] for side in ("red", "blue")) == won
        seen.add(result.winner)
    assert {0, 1} <= seen


def test_shaped_rewards_add_up_to_the_change_of_the_chance_of_winning() -> None:
    env = khalkhin.env.raw_env("bkg", shaping=0.5, limit=200)
    env.reset(seed=3)
    before = advisor_of(env.game).win_chance(env.position, 0)
    total = at_random(env, random.Random(3))
    change = advisor_of(env.game).win_chance(env.position, 0) - before
    assert env.position.result is None
    assert change != 0
    assert total["soviet"] == pytest.approx(0.5 * change)
    assert total["japan"] == pytest.approx(-0.5 * change)


def test_a_game_is_broken_off_at_its_limit() -> None:
    env = khalkhin.env.raw_env("bkg", limit=5)
    env.reset(seed=1)
    at_random(env, random.Random(1))
    assert env.taken == 5
    assert env.truncations == dict.fromkeys(("soviet", "japan"), True)
    assert env.terminations == dict.fromkeys(("soviet", "japan"), False)


def test_sides_that_plan_at_once_are_asked_one_after_the_other() -> None:
    """pbn 16.3: what the first allocates is not in what the second observes."""
    env = khalkhin.env.raw_env("pbn")
    env.reset(seed=1)
    rng = random.Random(1)
    while len(env.position.asked) < 2:
        env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    first, second = (env.game.sides[prompt.side] for prompt in env.position.asked)
    assert env.agent_selection == first
    before = env.observe(second)
    env.step(env.actions.index("reconnaissance", 1))
    assert env.agent_selection == first
    after = env.observe(second)
    assert np.array_equal(before["observation"], after["observation"])
    assert np.array_equal(before["action_mask"], after["action_mask"])
    env.step(env.actions.index("commit"))
    assert env.agent_selection == second


def test_a_decision_that_is_not_on_offer_is_refused_with_the_reason() -> None:
    env = khalkhin.env.raw_env("bkg")
    env.reset(seed=1)
    before = env.position.digest()
    with pytest.raises(Illegal, match="reserve"):
        env.step(env.actions.index("unit", "JP-71-1"))
    with pytest.raises(KhalkhinError, match="no action 99999; they go from 0 to"):
        env.step(99999)
    with pytest.raises(KhalkhinError, match="needs an action"):
        env.step(None)
    assert env.position.digest() == before
    assert env.taken == 0


def test_wrapped_such_a_decision_loses() -> None:
    env = khalkhin.env.env("bkg")
    env.reset(seed=1)
    agent = env.agent_selection
    env.last()
    env.step(env.unwrapped.actions.index("done"))
    assert env.terminations == dict.fromkeys(("soviet", "japan"), True)
    assert env.rewards[agent] == -1


def test_scenario_and_options() -> None:
    env = khalkhin.env.raw_env("sn", "nomonhan", {"attrition": True})
    played = []
    for options in (None, {"scenario": "kantokuen", "rules": {}}, None):
        env.reset(seed=1, options=options)
        played.append((env.position.scenario, env.position.options["attrition"]))
    assert played == [("nomonhan", True), ("kantokuen", False), ("nomonhan", True)]


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": "bkg", "scenario": "july"}, "july"),
        ({"game": "bkg", "options": {"fog": True}}, "fog"),
        ({"game": "bkg", "render_mode": "human"}, 'no render mode "human"; there is ansi, svg'),
    ],
)
def test_what_there_is_not_is_named(wanted: dict[str, Any], words: str) -> None:
    with pytest.raises(KhalkhinError, match=words):
        khalkhin.env.raw_env(**wanted)


def test_pictures() -> None:
    env = khalkhin.env.raw_env("bkg", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None
    assert text.startswith("Batalha de Khalkhin Gol")
    assert "S4" in text
    assert "j1" in text
    env = khalkhin.env.raw_env("bkg", render_mode="svg")
    env.reset(seed=1)
    drawing = env.render()
    assert drawing is not None
    assert drawing.startswith("<svg")
    assert khalkhin.env.raw_env("bkg").render() is None
