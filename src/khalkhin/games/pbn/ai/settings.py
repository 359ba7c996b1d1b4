"""The numbers that the computer players of Nomonhan are tuned by; weights.toml tells what each of them is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from khalkhin.ai.evaluation import EvaluationSettings
from khalkhin.ai.goals import GoalSettings
from khalkhin.ai.ideas.marches import MarchSettings
from khalkhin.ai.tuning import read_settings
from khalkhin.ai.weights import TunedFactors


@dataclass(frozen=True, kw_only=True)
class ForceSettings:
    """What results of a battle cost one side."""

    everything: float
    half: float
    one: float
    retreat: float


@dataclass(frozen=True, kw_only=True)
class ValueSettings:
    """What units and objectives are worth."""

    attack_factor: float
    defence_factor: float
    special_unit: float
    headquarters_column: float
    supply_point: float
    air_point: float
    last_month_share: float
    holding_share: float
    part_factor: float


@dataclass(frozen=True, kw_only=True)
class BattleSettings:
    """What results of battles are worth."""

    ground: float
    kept_share: float
    half_share: float
    shattered_retreat_share: float


@dataclass(frozen=True, kw_only=True)
class PbnEvaluationSettings(EvaluationSettings):
    """What positions are worth."""

    attack_chances: tuple[tuple[float, float], ...]
    most_attack_factors: float
    tempting_gain: float
    most_attack_chance: float
    last_move_share: float
    exposed_objective: float
    goal_distance: float
    farthest: float
    fighter_weight: float
    factor_weight: float
    support_weight: float
    support_distance: int
    base_cost: float
    headquarters_company: float
    overstacked: float
    sudden_victory: float
    sudden_victory_nearness: Mapping[int, float]
    enemy_force: ForceSettings


@dataclass(frozen=True, kw_only=True)
class PbnGoalSettings(GoalSettings):
    """Which goals units have."""

    no_headquarters_share: float
    urgency: float
    urgency_from: int
    denied_share: float
    own_distance: int
    garrison: float
    garrison_pressure: float
    guard_attack: float
    guard_defence: float
    attacker_preference: float
    reserve_worth: float
    reserve_defence: float


@dataclass(frozen=True, kw_only=True)
class PbnMarchSettings(MarchSettings):
    """Which marches and assaults are ideas."""

    terrain: float
    engineer_hexes: int
    target_terrain: float
    target_ratio: float
    target_base: float
    target_defence: float
    attack_company: float
    attack_terrain: float
    attack_objective: float
    attack_river: float
    attack_neighbours: float


@dataclass(frozen=True, kw_only=True)
class BattleIdeaSettings:
    """Which battles are ideas."""

    marker_reserve: float


@dataclass(frozen=True, kw_only=True)
class AirIdeaSettings:
    """What air points are used for."""

    damaged_point: float
    strike_point: float
    strike_hexes: int
    enemy_superiority: tuple[tuple[float, float], ...]
    free_fire_share: float
    recon_from: int
    spare_strikes: int
    recon_distance: int
    least_gain: float
    strikes_per_hit: float
    suppressed_support: float
    idle_factors: float
    suppressed_supply: float
    artillery_supply: float


@dataclass(frozen=True, kw_only=True)
class PhaseIdeaSettings:
    """What supply, markers and arrivals are used for."""

    kept_supply: float
    activation: float
    activation_defence: float
    activation_base: float
    activation_column: float
    activation_distance: int
    activation_marker: float
    repaired_point: float
    refit: float
    last_month_refit: float
    fortification: float
    least_fortification: float
    landing_gain: float
    landing_pressure: float
    scattered_share: float
    purchase_lead: int
    purchase_months: int
    marker_gain: float
    most_markers: int
    other_marker: float
    setup_distance: float
    setup_edge: float
    setup_farthest: int
    setup_terrain: float
    markers: Mapping[str, float]


@dataclass(frozen=True, kw_only=True)
class ReplyIdeaSettings:
    """Where units retreat and pursue to."""

    retreat_goal: float
    retreat_friends: float
    retreat_danger: float
    retreat_terrain: float
    retreat_overstacked: float
    enemy_alone: float
    enemy_farthest: int
    enemy_overstacked: float
    least_pursuit: float


@dataclass(frozen=True, kw_only=True)
class WinChanceSettings:
    """How features of a position are counted. win_chance.json was learned with these numbers."""

    after_movement: float
    suppressed_share: float
    doubt: float
    close_control: tuple[float, int]
    wide_control: tuple[float, int]
    nearness: tuple[float, ...]
    nomonhan_empty: float
    nomonhan_lost: float
    sudden_chances: tuple[float, ...]
    later_share: float


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All of them, one record a table of the file."""

    tuned: TunedFactors
    values: ValueSettings
    battle_values: BattleSettings
    evaluation: PbnEvaluationSettings
    goals: PbnGoalSettings
    marches: PbnMarchSettings
    battle_ideas: BattleIdeaSettings
    air_ideas: AirIdeaSettings
    phase_ideas: PhaseIdeaSettings
    reply_ideas: ReplyIdeaSettings
    win_chance: WinChanceSettings


SETTINGS = read_settings(Path(__file__).with_name("weights.toml"), Settings)
