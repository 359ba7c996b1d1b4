"""Many games at once: the same as one after the other, whatever the number of processes."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import numpy.typing as npt
import pytest

import khalkhin.env
import tests.tiny  # noqa: F401  registers the tiny game
from khalkhin.engine.errors import KhalkhinError
from khalkhin.env.many import Vector
from khalkhin.env.turns import Turns

STEPS = 120
"""More than a tiny game has: some end on the way and begin anew."""


def chosen(mask: npt.NDArray[np.int8], n: int, step: int) -> int:
    return int(random.Random(f"{n} {step}").choice(np.flatnonzero(mask)))


def story(vector: Vector) -> tuple[list[bytes], int]:
    """All that a vector shows, and how many games ended."""
    seen, infos = vector.reset(seed=7)
    out, ended = [seen["observation"].tobytes(), infos["agent"].tobytes()], 0
    for step in range(STEPS):
        actions = [chosen(mask, n, step) for n, mask in enumerate(seen["action_mask"])]
        seen, rewards, terminated, truncated, infos = vector.step(actions)
        ended += int(terminated.sum())
        arrays = seen["observation"], seen["action_mask"], rewards, terminated, truncated, infos["agent"]
        out += [array.tobytes() for array in arrays]
    return out, ended


def test_games_do_not_depend_on_the_number_of_workers() -> None:
    found = []
    for workers in (0, 1, 2, 9):
        with khalkhin.env.vector("tiny", 5, workers) as vector:
            found.append(story(vector))
    assert found[0][1] > 0, "no game ended"
    assert all(one == found[0] for one in found)


def test_a_game_of_many_is_the_game_alone() -> None:
    alone = Turns("tiny")
    alone.reset(seed=9)  # game 2 of those that begin with seed 7
    with khalkhin.env.vector("tiny", 3, 2) as vector:
        seen, _ = vector.reset(seed=7)
        for step in range(STEPS):
            actions = [chosen(mask, n, step) for n, mask in enumerate(seen["action_mask"])]
            seen, rewards, terminated, _, infos = vector.step(actions)
            alone.step(actions[2])
            assert rewards[2].tolist() == [alone.rewards[side] for side in ("red", "blue")]
            assert terminated[2] == alone.terminations["red"]
            if terminated[2]:
                alone.reset()
            assert infos["agent"][2] == alone.game.sides.index(alone.agent_selection)
            assert np.array_equal(seen["observation"][2], alone.observe(alone.agent_selection)["observation"])


def test_games_that_are_broken_off_begin_anew() -> None:
    with khalkhin.env.vector("bkg", 2, 1, limit=3, shaping=1.0) as vector:
        seen, _ = vector.reset(seed=1)
        cut = []
        for step in range(7):
            found = vector.step([chosen(mask, n, step) for n, mask in enumerate(seen["action_mask"])])
            cut.append(found.truncated.tolist())
            assert not found.terminated.any()
            assert found.rewards.sum(1).tolist() == [0, 0]
        assert cut == [[n % 3 == 2] * 2 for n in range(7)]


def test_a_batch_with_an_action_that_is_not_on_offer_is_refused_whole() -> None:
    with khalkhin.env.vector("tiny", 2, 1) as vector:
        seen, _ = vector.reset(seed=1)
        before = seen["observation"].copy()
        good, bad = chosen(seen["action_mask"][0], 0, 0), int(np.flatnonzero(seen["action_mask"][1] == 0)[0])
        text = vector.pattern.actions.text(bad)
        with pytest.raises(KhalkhinError, match=f'Game 1: "{text}" is not on offer'):
            vector.step([good, bad])
        with pytest.raises(KhalkhinError, match="2 games need as many actions, not 3"):
            vector.step([good, good, good])
        assert np.array_equal(seen["observation"], before)


def test_a_worker_that_is_killed_is_told_in_one_sentence() -> None:
    vector = khalkhin.env.vector("tiny", 2, 2)
    seen, _ = vector.reset(seed=1)
    vector._workers[1]._process.kill()
    vector._workers[1]._process.join()
    with pytest.raises(KhalkhinError, match="ended from outside"):
        vector.step([chosen(mask, n, 0) for n, mask in enumerate(seen["action_mask"])])
    vector.close()


def test_at_least_one_game() -> None:
    with pytest.raises(KhalkhinError, match="At least 1 game"):
        khalkhin.env.vector("tiny", 0)


def test_where_the_extra_is_missing_one_sentence_names_it() -> None:
    program = """
import sys
sys.modules["gymnasium"] = None
import khalkhin.env
from khalkhin.engine.errors import KhalkhinError
try:
    khalkhin.env.env("bkg")
except KhalkhinError as error:
    print(error)
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told == "gymnasium is not installed: pip install 'khalkhin[env]'\n"
