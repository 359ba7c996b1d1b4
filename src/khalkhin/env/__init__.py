"""For researchers: the games as environments of PettingZoo and Gymnasium. docs/researchers.md describes them.

The libraries are the extra `env` and are imported when somebody makes an environment, not before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from khalkhin.ai.players import Player
from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from khalkhin.env.many import Vector
    from khalkhin.env.numbering import Actions
    from khalkhin.env.observing import Encoding
    from khalkhin.env.seat import Seat
    from khalkhin.env.turns import Turns

EXTRA = {"numpy", "gymnasium", "pettingzoo"}


def env(
    game: str,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
    **more: Any,
) -> AECEnv[str, Any, Any]:
    """A game as a PettingZoo `AECEnv`. An agent that takes a decision that is not on offer loses.

    `more` goes to `Turns`: `shaping`, `standing`, `limit`.
    """
    made = raw_env(game, scenario, options, render_mode, **more)
    from pettingzoo.utils import wrappers

    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(made, illegal_reward=-1))


def raw_env(
    game: str,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
    **more: Any,
) -> Turns:
    """The same without PettingZoo's wrappers: a decision that is not on offer is refused, and nothing changes."""
    _there()
    from khalkhin.env.turns import Turns

    return Turns(game, scenario, options, render_mode, **more)


def against(
    game: str,
    level: str | Callable[[int], Player],
    side: str | None = None,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    render_mode: str | None = None,
    **more: Any,
) -> Seat:
    """A game as a Gymnasium `Env` for one agent, with a computer player on the other seat.

    `level` is a level such as `"greedy"`, or a function that makes a player from a seed. `more` goes to `Seat`.
    """
    _there()
    from khalkhin.env.seat import Seat

    return Seat(game, level, side, scenario, options, render_mode, **more)


def vector(game: str, count: int, workers: int = 1, **more: Any) -> Vector:
    """`count` games that are stepped together, in worker processes. `more` goes to every game."""
    _there()
    from khalkhin.env.many import Vector

    return Vector(game, count, workers, **more)


def actions(game: str, standing: bool = False) -> Actions:
    """The actions of a game: which number stands for which decision."""
    _there()
    from khalkhin.env.numbering import Actions

    return Actions(library.get(game), standing)


def encoding(game: str) -> Encoding:
    """The observations of a game: what each number in them means."""
    _there()
    from khalkhin.env.observing import Encoding

    return Encoding(library.get(game))


def _there() -> None:
    """One sentence where the extra is not installed."""
    for name in sorted(EXTRA):
        try:
            __import__(name)
        except ImportError as error:
            raise KhalkhinError("env.missing", library=name) from error
