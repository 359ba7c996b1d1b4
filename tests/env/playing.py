"""Games at random, for tests."""

from __future__ import annotations

import random

import numpy as np

from khalkhin.env.turns import Turns


def at_random(env: Turns, rng: random.Random) -> dict[str, float]:
    """Play a game that was begun to its end; what each side got."""
    total = dict.fromkeys(env.possible_agents, 0.0)
    while not (any(env.terminations.values()) or any(env.truncations.values())):
        env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
        for agent, reward in env.rewards.items():
            total[agent] += reward
    return total
