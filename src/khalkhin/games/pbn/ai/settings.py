"""The numbers that the computer players of Nomonhan are tuned by; weights.toml tells what each of them is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from khalkhin.ai.evaluation import EvaluationSettings
from khalkhin.ai.goals import GoalSettings
from khalkhin.ai.marches import MarchSettings
from khalkhin.ai.tuning import read_settings
from khalkhin.ai.weights import TunedFactors


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All of them, one record a table of the file."""

    tuned: TunedFactors
    evaluation: EvaluationSettings
    goals: GoalSettings
    marches: MarchSettings


SETTINGS = read_settings(Path(__file__).with_name("weights.toml"), Settings)
