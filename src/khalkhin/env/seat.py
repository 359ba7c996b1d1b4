"""One seat for an agent, with a computer player on the other: a Gymnasium environment."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import gymnasium
from gymnasium import spaces

from khalkhin.ai import players
from khalkhin.ai.budget import Budget
from khalkhin.ai.players import Player
from khalkhin.engine.errors import Illegal, KhalkhinError
from khalkhin.engine.view import sight
from khalkhin.env.turns import RENDER_MODES, Observation, Turns

EVALUATIONS = 30
"""Lines of play that a thinking player may follow in a turn; counted, not timed, so that games repeat exactly."""


class Seat(gymnasium.Env[Observation, int]):
    """A game as a Gymnasium environment: one side for the agent, a computer player on the other.

    An agent that takes a decision that is not on offer has lost; `info` says why it was refused. `evaluations` is the
    number of playouts that a level which searches may make in a turn.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES)}  # type: ignore[misc]

    def __init__(
        self,
        game: str,
        level: str | Callable[[int], Player],
        side: str | None = None,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        *,
        evaluations: int = EVALUATIONS,
        **more: Any,
    ) -> None:
        self.turns = Turns(game, scenario, options, render_mode, **more)
        self.render_mode = render_mode
        sides = self.turns.game.sides
        self.side = side or sides[0]
        if self.side not in sides:
            raise KhalkhinError("env.no-side", side=self.side, known=", ".join(sides))
        self._number = sides.index(self.side)
        self._maker = level if callable(level) else lambda seed: players.make(level, seed)
        self._maker(0)  # a level that there is not is refused at once
        self._budget = Budget(playouts=evaluations)
        self._rng = random.Random()
        self.observation_space: spaces.Dict[Any] = self.turns.observation_space(self.side)  # type: ignore[assignment]
        self.action_space = self.turns.action_space(self.side)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.turns.reset(seed, options)
        if seed is not None:
            self._rng = random.Random(seed)
        self._player = self._maker(self._rng.randrange(2**31))
        self._let_the_other_play()
        return self.turns.observe(self.side), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        try:
            self.turns.step(action)
        except Illegal as error:
            return self.turns.observe(self.side), -1.0, True, False, {"illegal": str(error)}
        reward = self.turns.rewards[self.side] + self._let_the_other_play()
        ended, cut = self.turns.terminations[self.side], self.turns.truncations[self.side]
        return self.turns.observe(self.side), reward, ended, cut, self._points() if ended else {}

    def _let_the_other_play(self) -> float:
        """Until the agent is asked or the game is over; what that brings the agent."""
        turns, reward = self.turns, 0.0
        while turns.agent_selection != self.side and not self._done:
            seen = sight(turns.position, 1 - self._number)
            turns.step(turns.actions.index(*self._player.decide(seen, self._budget)))
            reward += turns.rewards[self.side]
        return reward

    @property
    def _done(self) -> bool:
        return self.turns.terminations[self.side] or self.turns.truncations[self.side]

    def _points(self) -> dict[str, Any]:
        result = self.turns.position.result
        assert result is not None
        return {"points": dict(zip(self.turns.game.sides, result.points, strict=False)), "how": result.how}

    def render(self) -> str | None:
        return self.turns.render()
