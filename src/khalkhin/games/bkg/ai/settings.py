"""The numbers that the computer players of the Batalha are tuned by; weights.toml tells what each of them is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from khalkhin.ai import evaluation
from khalkhin.ai.ideas.assaults import AssaultSettings
from khalkhin.ai.tuning import read_settings


@dataclass(frozen=True, kw_only=True)
class EvaluationSettings(evaluation.EvaluationSettings):
    """How good a position is."""

    danger_share: float
    coming_share: float
    unit_strength: int
    most_columns: int
    attackers: int
    enemy_inside: float
    goal_distance: float
    guns_behind: int
    beyond_line: float
    late: float
    off_map_share: float
    gone_share: float
    guns_share: float
    most_air: int


@dataclass(frozen=True, kw_only=True)
class GoalSettings:
    """Which units go where."""

    hexes_per_point: float
    guns_march: int
    risks: tuple[tuple[float, float], ...]
    farthest: int
    line_moves: int
    line_share: float
    line_hurry: tuple[float, ...]
    idle_worth: float
    needed_worth: float
    needed_reluctance: float


@dataclass(frozen=True, kw_only=True)
class MarchSettings(AssaultSettings):
    """What is looked for in a movement phase."""

    hexes: int
    danger: float
    entry_hexes: int
    quick_entry_hexes: int
    target_column: float
    target_objective: float
    most_odds: float
    other_enemy: float


@dataclass(frozen=True, kw_only=True)
class BattleIdeaSettings:
    """What is looked at in a combat phase."""

    attacks: int
    supports: int


@dataclass(frozen=True, kw_only=True)
class ReplySettings:
    """What is answered at the start and the end of the game."""

    attrition_units: int
    reserve_road: int


@dataclass(frozen=True, kw_only=True)
class ValueSettings:
    """What units are worth."""

    strength: float
    hurt_share: float
    intact_at_first: float
    intact_later: float
    cleared_at_first: float
    cleared_later: float
    clearing: tuple[float, ...]
    most_inside: float
    inside_per_hex: float
    march: int


@dataclass(frozen=True, kw_only=True)
class BattleSettings:
    """What attacks are worth."""

    ground: float
    thrown_back: float
    trapped_share: float
    exchange_price: float
    air_point: float
    gun: float


@dataclass(frozen=True, kw_only=True)
class WinChanceSettings:
    """What the chance of winning is worked out from."""

    begun_phase: float
    march: int
    flipped_strength: float
    little_strength: float
    control: tuple[float, int]
    pressure_by_distance: tuple[tuple[int, float], ...]
    support_share: float


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All of them, one record a table of the file."""

    evaluation: EvaluationSettings
    goals: GoalSettings
    marches: MarchSettings
    battle_ideas: BattleIdeaSettings
    replies: ReplySettings
    values: ValueSettings
    battle_values: BattleSettings
    win_chance: WinChanceSettings


SETTINGS = read_settings(Path(__file__).with_name("weights.toml"), Settings)
