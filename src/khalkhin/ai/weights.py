"""Weights of an evaluation: how much each concern counts. The search asks advisors with several of them for plans."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Weights(NamedTuple):
    """How much each concern counts in an evaluation: factors, 1 for the usual value."""

    danger: float = 1.0
    """Units that the enemy could attack."""
    attack: float = 1.0
    """What is to be gained in the battles to come."""
    skipped_goals: int = 0
    """How many of the best goals are left for later, to begin with another one. No factor, but a number."""
    goal_distance: float = 1.0
    """How near units are to their goals."""
    garrison: float = 1.0
    """The strength that guards a place."""
    concentration: float = 1.0
    """The strength that goes for a goal."""
    escort: float = 1.0
    """That units which need protection stand with others."""
    spending: float = 1.0
    """What a purchase has to bring, compared with its price."""
    headquarters: float = 1.0
    """Buying headquarters."""
    air: float = 1.0
    """The battle for the air."""

    def scaled_by(self, other: Weights) -> Weights:
        """These weights times others."""
        factors = {name: getattr(self, name) * getattr(other, name) for name in FACTORS}
        return Weights(**factors, skipped_goals=self.skipped_goals + other.skipped_goals)


FACTORS = tuple(name for name in Weights._fields if name != "skipped_goals")
STANDARD = Weights()
NO_BATTLES = Weights(attack=0.0)
VARIANTS = (
    Weights(danger=0.4, attack=1.3),
    Weights(danger=2.2, attack=0.8),
    Weights(attack=1.8),
    Weights(attack=0.4),
    Weights(skipped_goals=1),
    Weights(skipped_goals=2),
)
"""Bold, careful, eager, reluctant, and with another goal first."""


@dataclass(frozen=True)
class TunedFactors:
    """The table `tuned` of a weights.toml: the factors that won most games, as tools/tune_weights.py found them."""

    games: int
    """Games that they were found by."""
    factors: Mapping[str, float]
    """Some of `FACTORS`; the others are 1."""

    @property
    def weights(self) -> Weights:
        return STANDARD._replace(**self.factors)  # type: ignore[arg-type]
