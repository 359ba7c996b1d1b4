"""The numbers that the computer players of the Batalha are tuned by; weights.toml tells what each of them is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from khalkhin.ai.assaults import AssaultSettings
from khalkhin.ai.tuning import read_settings


@dataclass(frozen=True, kw_only=True)
class MarchSettings(AssaultSettings):
    """What is looked for in a movement phase."""

    hexes: int
    danger: float


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All of them, one record a table of the file."""

    marches: MarchSettings


SETTINGS = read_settings(Path(__file__).with_name("weights.toml"), Settings)
