"""Sampling: whole positions that agree with a view, what it hides drawn at random (determinization)."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from khalkhin.ai.advisor import AnyAdvisor, advisor_of
from khalkhin.engine import library
from khalkhin.engine.game import Game
from khalkhin.engine.state import State
from khalkhin.engine.view import Imagination, View


@dataclass(frozen=True)
class Scene:
    """What a player thinks about: a view, and the game that it is a view of."""

    game: Game[Any]
    seen: View
    rng: random.Random

    @property
    def advisor(self) -> AnyAdvisor:
        return advisor_of(self.game)

    @property
    def side(self) -> int:
        return self.game.sides.index(self.seen["side"])

    def sampled_positions(self) -> Iterator[State]:
        """Positions that agree with the view, without end."""
        imagination = Imagination(self.game, self.seen)
        while True:
            yield imagination.position(self.rng)

    def positions(self, count: int) -> list[State]:
        """So many of them."""
        return list(islice(self.sampled_positions(), count))


def scene_of(seen: View, seed: int) -> Scene:
    """A view to think about. What is sampled depends on the seed and the view, not on what was thought before."""
    rng = random.Random(f"{seed} {json.dumps([seen['tracks'], seen['agenda']])}")
    return Scene(library.of_view(seen["game"], seen["data"]), seen, rng)
