"""The numbers that the computer players of Strike North are tuned by; weights.toml tells what each of them is."""

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
class ValueSettings:
    """What units and places are worth."""

    last_month_share: float
    city_share: float
    town_share: float
    attack_factor: float
    defence_factor: float
    corps_factor: float
    part_factor: float
    kept_supply_unit: float


@dataclass(frozen=True, kw_only=True)
class BattleSettings:
    """What results of attacks are worth."""

    part_loss: float
    ground: float
    surrounded_share: float
    kept_share: float


@dataclass(frozen=True, kw_only=True)
class SnEvaluationSettings(EvaluationSettings):
    """What positions are worth."""

    attack_chances: tuple[tuple[float, float], ...]
    most_attack_factors: float
    factors_per_size: float
    enemy_factor: float
    enemy_retreat: float
    exposed_place: float
    goal_distance: float
    farthest: float
    fighter_weight: float
    factor_weight: float
    support_weight: float
    last_month_distance: float
    early_distance: float
    support_company: float
    overstacked: float
    unsupplied: float
    clearing_share: float
    clearing_cities: int
    clearing_distance: int
    quick_rounds: int
    support_distance: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class SnGoalSettings(GoalSettings):
    """Which goals units have."""

    threat_moves: float
    denied_share: float
    garrison: float
    garrison_pressure: float
    guard_attack: float
    guard_defence: float
    attacker_preference: float
    reserve_worth: float
    supply_share: float
    other_support_share: float


@dataclass(frozen=True, kw_only=True)
class SnMarchSettings(MarchSettings):
    """Which marches and assaults are ideas."""

    terrain: float
    rail_distance: float
    marine_die: int
    target_terrain: float
    target_ratio: float
    target_base: float
    target_defence: float
    attack_company: float
    attack_around: float
    attack_river: float
    attack_neighbours: float
    attack_terrain: float


@dataclass(frozen=True, kw_only=True)
class BattleIdeaSettings:
    """What supply is expended for."""

    second_move_share: float
    least_moves: float
    arrival_moves: float
    arrival: float
    arrival_worth: float


@dataclass(frozen=True, kw_only=True)
class AirIdeaSettings:
    """What airstrikes and ships are used for."""

    airstrike: float
    aborted_share: float
    support_risk: float
    disrupted_stack: float
    disrupted_city: float
    disrupted_city_columns: float
    range_cost: float
    least_gain: float
    least_interception: float


@dataclass(frozen=True, kw_only=True)
class LandingIdeaSettings:
    """Where airborne units land and carriers cruise."""

    landing_gain: float
    landing_pressure: float
    landing_zone: float
    carrier_distance: int
    carrier_station: int


@dataclass(frozen=True, kw_only=True)
class PhaseIdeaSettings:
    """What is mobilized, reorganized and rallied."""

    attack_factor: float
    defence_factor: float
    movement_base: float
    movement_factor: float
    first_month: float
    later_month: float
    summer_headquarters: float
    winter_headquarters: float
    headquarters_shares: tuple[float, ...]
    supply_unit: float
    supply_units: int
    factors_per_supply: float
    airstrike_first_month: float
    airstrike_later_month: float
    airstrikes: tuple[int, int]
    transport_share: float
    cost_factor: float
    fort: float
    entry_danger: float
    followed_strength: float
    base_moves: float
    mobile_moves: float
    base_factors: int
    rallied_share: float
    rallied_city: float


@dataclass(frozen=True, kw_only=True)
class ReplyIdeaSettings:
    """Where units retreat and pursue to."""

    retreat_goal: float
    retreat_friends: float
    retreat_fort: float
    retreat_danger: float
    retreat_terrain: float
    retreat_overstacked: float
    least_pursuit: float


@dataclass(frozen=True, kw_only=True)
class WinChanceSettings:
    """How features of a position are counted. win_chance.json was learned with these numbers."""

    round_share: float
    after_movement: float
    disrupted_share: float
    doubt: float
    close_control: tuple[float, int]
    wide_control: tuple[float, int]


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All of them, one record a table of the file."""

    tuned: TunedFactors
    values: ValueSettings
    battle_values: BattleSettings
    evaluation: SnEvaluationSettings
    goals: SnGoalSettings
    marches: SnMarchSettings
    battle_ideas: BattleIdeaSettings
    air_ideas: AirIdeaSettings
    landing_ideas: LandingIdeaSettings
    phase_ideas: PhaseIdeaSettings
    reply_ideas: ReplyIdeaSettings
    win_chance: WinChanceSettings


SETTINGS = read_settings(Path(__file__).with_name("weights.toml"), Settings)
