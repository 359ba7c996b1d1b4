"""Many games at once, stepped in worker processes. What they show lies in memory that all processes share."""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping, Sequence
from itertools import pairwise
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import RawArray
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from khalkhin.engine.errors import KhalkhinError
from khalkhin.env.turns import Observation, Turns

FIELDS: Mapping[str, Any] = {
    "observation": np.float32,
    "action_mask": np.int8,
    "agent": np.int8,
    "action": np.int64,
    "reward": np.float32,
    "terminated": np.bool_,
    "truncated": np.bool_,
}
"""What the processes share, a row a game."""

Rows = Mapping[str, npt.NDArray[Any]]


class Stepped(NamedTuple):
    """What a step of all games brought, as Gymnasium names it. All arrays are overwritten by the next step."""

    observations: Observation
    """For whoever is on turn in each game; where a game ended this is the next one already."""
    rewards: npt.NDArray[np.float32]
    """For both sides of each game, in the order of the game's sides."""
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    infos: dict[str, npt.NDArray[Any]]
    """`agent`: the number of the side on turn in each game."""


class Vector:
    """Many games stepped at once: `count` games in `workers` processes, or in this one with `workers=0`.

    What is played does not depend on the number of workers.

    A game that ends begins anew in the same step. `more` goes to every game: scenario, options, shaping, limit.
    """

    def __init__(self, game: str, count: int, workers: int = 1, **more: Any) -> None:
        if count < 1 or workers < 0:
            raise KhalkhinError("env.bad-count", count=count, workers=workers)
        self.count, self._made = count, {"game": game, **more}
        self.pattern = Turns(**self._made)
        """A game of the same kind, for its spaces, actions and encoding."""
        sizes = {"observation": len(self.pattern.encoding), "action_mask": len(self.pattern.actions)}
        sizes["reward"] = len(self.pattern.possible_agents)
        self._shared = {
            name: RawArray("b", count * sizes.get(name, 1) * np.dtype(kind).itemsize) for name, kind in FIELDS.items()
        }
        self._rows = _rows(self._shared, count)
        self._workers = [_Worker(self, part) for part in _parts(count, workers)]
        self._rack = None if workers else _Rack(self._made, self._rows, range(count))

    def reset(self, seed: int | None = None) -> tuple[Observation, dict[str, npt.NDArray[Any]]]:
        """Start all games anew; game n has the seed `seed + n`."""
        self._do("reset", seed)
        return self._observations, self._infos

    def step(self, actions: Sequence[int] | npt.NDArray[np.integer[Any]]) -> Stepped:
        """Take one action in each game. If one of them is not on offer none is taken, and the error names the game."""
        wanted = np.asarray(actions, np.int64)
        if wanted.shape != (self.count,):
            raise KhalkhinError("env.bad-batch", count=self.count, found=wanted.size)
        for n, action in enumerate(wanted):
            text = self.pattern.actions.text(int(action))
            if not self._rows["action_mask"][n, action]:
                raise KhalkhinError("env.not-offered", game=n, action=text)
        self._rows["action"][:] = wanted
        self._do("step", None)
        rows = self._rows
        return Stepped(self._observations, rows["reward"], rows["terminated"], rows["truncated"], self._infos)

    def _do(self, what: str, seed: int | None) -> None:
        if self._rack is not None:
            getattr(self._rack, what)(seed)
        for worker in self._workers:
            worker.send((what, seed))
        for worker in self._workers:
            worker.wait()

    @property
    def _observations(self) -> Observation:
        return {name: self._rows[name] for name in ("observation", "action_mask")}

    @property
    def _infos(self) -> dict[str, npt.NDArray[Any]]:
        return {"agent": self._rows["agent"]}

    def close(self) -> None:
        """End the worker processes."""
        for worker in self._workers:
            worker.end()
        self._workers = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Rack:
    """Some of the games, in the process that steps them."""

    def __init__(self, made: Mapping[str, Any], rows: Rows, part: range) -> None:
        self._rows = rows
        self._games = {n: Turns(**made) for n in part}

    def reset(self, seed: int | None) -> None:
        for n, game in self._games.items():
            game.reset(None if seed is None else seed + n)
            for name in ("reward", "terminated", "truncated"):
                self._rows[name][n] = 0
            self._show(n, game)

    def step(self, _: None) -> None:
        for n, game in self._games.items():
            game.step(int(self._rows["action"][n]))
            agent = game.possible_agents[0]
            self._rows["reward"][n] = [game.rewards[a] for a in game.possible_agents]
            ended, cut = game.terminations[agent], game.truncations[agent]
            self._rows["terminated"][n], self._rows["truncated"][n] = ended, cut
            if ended or cut:
                game.reset()
            self._show(n, game)

    def _show(self, n: int, game: Turns) -> None:
        agent = game.agent_selection
        for name, value in game.observe(agent).items():
            self._rows[name][n] = value
        self._rows["agent"][n] = game.possible_agents.index(agent)


class _Worker:
    """A process that steps a part of the games, seen from the one that asks it."""

    def __init__(self, vector: Vector, part: range) -> None:
        self._line, other = multiprocessing.Pipe()
        wanted = vector._made, vector._shared, vector.count, part, other
        self._process = multiprocessing.Process(target=_work, args=wanted, daemon=True)
        self._process.start()
        other.close()

    def send(self, order: tuple[str, int | None] | None) -> None:
        try:
            self._line.send(order)
        except OSError as error:
            raise KhalkhinError("env.worker-gone") from error

    def wait(self) -> None:
        try:
            fault = self._line.recv()
        except (EOFError, OSError) as error:
            raise KhalkhinError("env.worker-gone") from error
        if fault:
            raise KhalkhinError("env.worker-failed", error=fault)

    def end(self) -> None:
        if self._process.is_alive():
            self.send(None)
        self._process.join()
        self._line.close()


def _work(made: Mapping[str, Any], shared: Mapping[str, Any], count: int, part: range, line: Connection) -> None:
    """Step games as told, until told to end or nobody is there any more."""
    rack = _Rack(made, _rows(shared, count), part)
    try:
        while (order := line.recv()) is not None:
            what, seed = order
            try:
                getattr(rack, what)(seed)
                line.send("")
            except Exception as error:
                line.send(f"{type(error).__name__}: {error}")
    except (EOFError, OSError, KeyboardInterrupt):
        return


def _rows(shared: Mapping[str, Any], count: int) -> Rows:
    rows = {name: np.frombuffer(shared[name], kind).reshape(count, -1) for name, kind in FIELDS.items()}
    return {name: table[:, 0] if table.shape[1] == 1 else table for name, table in rows.items()}


def _parts(count: int, workers: int) -> list[range]:
    """The games of each worker, as even as can be; no worker without a game."""
    used = min(count, workers)
    edges = [count * n // used for n in range(used + 1)] if used else []
    return [range(a, b) for a, b in pairwise(edges)]
