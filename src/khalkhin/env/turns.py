"""A game as a PettingZoo environment: the sides are asked one after another, each seeing what its side may see."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

from khalkhin.ai.advisor import advisor_of
from khalkhin.engine import library
from khalkhin.engine.agenda import decide
from khalkhin.engine.dice import Dice
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.game import Game
from khalkhin.engine.state import State
from khalkhin.engine.view import View, offers_data, sight, view
from khalkhin.env.numbering import Actions
from khalkhin.env.observing import Encoding

Observation = dict[str, npt.NDArray[Any]]

RENDER_MODES = ("ansi", "svg")
SEEDS = 2**31


def look(s: State, side: int) -> View:
    """What an agent is shown: what its side decides by, the score as far as the side knows it, and standing offers."""
    game = s.game
    score = [{"side": game.sides[line.side], "points": line.points} for line in game.score(s, side)]
    spoken = offers_data(game, game.standing(s, side)) if any(p.side == side for p in s.asked) else []
    return {**sight(s, side), "score": score, "standing": spoken}


class Turns(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A game as a PettingZoo environment; the agents have the names of the sides, `soviet` and `japan`.

    `shaping` is how much of the change of the chance of winning (0 to 1) is added to the rewards at every
    step. That chance knows the whole position: a reward that is shaped may tell what an observation hides.
    `standing` adds conceding and draws to the actions. After `limit` decisions a game is broken off.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        *,
        shaping: float = 0.0,
        standing: bool = False,
        limit: int | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise KhalkhinError("env.render-mode", mode=str(render_mode), known=", ".join(RENDER_MODES))
        self.game = library.get(game)
        self.metadata = {**type(self).metadata, "name": f"khalkhin_{game}"}  # type: ignore[misc]
        self.scenario, self.options, self.render_mode = scenario, dict(options or {}), render_mode
        self.shaping, self.limit = shaping, limit
        self.actions, self.encoding = _numbers(self.game, standing), _columns(self.game)
        self.game.start(scenario, self.options, Dice.practice(0))  # a scenario or option that there is not, at once
        self.possible_agents = list(self.game.sides)
        self.agents: list[str] = []
        low, high = self.encoding.bounds()
        self.observation_spaces = {agent: _observations(low, high, len(self.actions)) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents}
        self._rng = random.Random()
        self.position: State
        """The whole position, for tests and tools. Agents do not see it."""

    def observation_space(self, agent: str) -> spaces.Dict[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        found = self.action_spaces[agent]
        assert isinstance(found, spaces.Discrete)
        return found

    # -- playing ------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new game. The same seed gives the same dice; without one the games after a seeded one follow from it.

        Of the options `scenario` and `rules` (the game's optional rules) are looked at, and hold for this game only.
        """
        if seed is not None:
            self._rng = random.Random(seed)
        number = self._rng.randrange(SEEDS) if seed is None else seed
        wanted = options or {}
        self.position = self.game.start(
            wanted.get("scenario", self.scenario), wanted.get("rules", self.options), Dice.practice(number)
        )
        self.position.log = None
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.taken = 0
        """Decisions since the game began."""
        self._moved_on()

    def step(self, action: int | None) -> None:
        """Take the decision of `agent_selection`; one that is not on offer is refused, and nothing changes."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise KhalkhinError("env.no-answer", side=agent)
        before = self._win_chance()
        side = self.game.sides.index(agent)
        decide(self.position, side, *self.actions.taken(int(action)))
        self.taken += 1
        self._cumulative_rewards[agent] = 0.0
        self._reward(before)
        self._accumulate_rewards()
        self._moved_on()

    def _reward(self, before: float) -> None:
        """One for a win and minus one for a loss, at the end; with shaping also the change of the chance of winning."""
        result = self.position.result
        gain = self.shaping * (self._win_chance() - before) if self.shaping else 0.0
        for side, agent in enumerate(self.possible_agents):
            last = 0.0 if result is None or result.winner is None else 1.0 if result.winner == side else -1.0
            self.rewards[agent] = last + (gain if side == 0 else -gain)

    def _win_chance(self) -> float:
        """The chance of the first side; the second has the rest."""
        return advisor_of(self.game).win_chance(self.position, 0) if self.shaping else 0.0

    def _moved_on(self) -> None:
        """Whose turn it is now. Of sides that answer at the same time the first answers first, unseen by the other."""
        s = self.position
        self._seen: dict[str, Observation] = {}
        over, cut = s.result is not None, self.limit is not None and self.taken >= self.limit
        for agent in self.agents:
            self.terminations[agent], self.truncations[agent] = over, cut and not over
        self.agent_selection = self.game.sides[s.asked[0].side] if s.asked else self.agents[0]

    # -- seeing -------------------------------------------------------------------------------------------------------

    def observe(self, agent: str) -> Observation:
        """What a side may see, as numbers, and what it may do now."""
        if agent not in self._seen:
            seen = look(self.position, self.game.sides.index(agent))
            done = self.terminations.get(agent, True) or self.truncations.get(agent, True)
            mask = np.zeros(len(self.actions), np.int8) if done else self.actions.mask(seen)
            self._seen[agent] = {"observation": self.encoding.encode(seen), "action_mask": mask}
        return {name: values.copy() for name, values in self._seen[agent].items()}

    def render(self) -> str | None:
        """The map as the side on turn sees it: as text, or as a drawing."""
        if self.render_mode is None:
            return None
        from khalkhin.env.pictures import drawn, written

        seen = view(self.position, self.game.sides.index(self.agent_selection))
        return (written if self.render_mode == "ansi" else drawn)(self.game, seen)

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


@cache
def _numbers(game: Game[Any], standing: bool) -> Actions:
    """Worked out once for all environments of a game, as there may be many."""
    return Actions(game, standing)


@cache
def _columns(game: Game[Any]) -> Encoding:
    return Encoding(game)


def _observations(low: npt.NDArray[np.float32], high: npt.NDArray[np.float32], actions: int) -> spaces.Dict[Any]:
    mask = spaces.Box(0, 1, (actions,), np.int8)
    return spaces.Dict({"observation": spaces.Box(low, high, dtype=np.float32), "action_mask": mask})
