"""The numbers that the computer players of Khalkin-Gol War are tuned by; weights.toml tells what each of them is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from khalkhin.ai import evaluation, goals
from khalkhin.ai.ideas import marches
from khalkhin.ai.tuning import read_settings


@dataclass(frozen=True, kw_only=True)
class EvaluationSettings(evaluation.EvaluationSettings):
    """How good a position is."""

    danger_share: float
    goal_distance: float
    longest_march: float
    unit_weight: float
    factor_weight: float
    most_factors: int
    contested_share: float
    exposed_chance: float
    air_hold: float
    stranded: float
    escort_factor: float
    most_escort: float
    escorted: float
    typical_loss: float
    typical_losses: int
    typical_retreat: float


@dataclass(frozen=True, kw_only=True)
class GoalSettings(goals.GoalSettings):
    """Which units go where."""

    coming_share: float
    guards_share: float
    most_guards: int
    guard_reluctance: float
    reserve_worth: float
    guards_going_on: float


@dataclass(frozen=True, kw_only=True)
class MarchSettings(marches.MarchSettings):
    """What is looked for in a Movement Phase."""

    river: float
    company: float
    other_enemy: float
    hexes_by_rail: int


@dataclass(frozen=True, kw_only=True)
class ValueSettings:
    """What units and places are worth."""

    unit: float
    factor: float
    price: float
    final_share: float
    recruit_point: float
    special_units: Mapping[str, float]


@dataclass(frozen=True, kw_only=True)
class BattleSettings:
    """What attacks are worth."""

    ground: float
    kept_share: float
    counterattack_share: float
    air_unit: float
    supply_unit: float


@dataclass(frozen=True, kw_only=True)
class PurchaseSettings:
    """What is recruited: merits, compared for each half point of the price."""

    wanted_supply: tuple[int, int]
    supply: float
    wanted_air: int
    air: float
    more_air: float
    any_movement: float
    movement_point: float
    first_shock: float
    first_artillery: float


@dataclass(frozen=True, kw_only=True)
class EntrySettings:
    """Where new units come in."""

    distance_offset: float
    friends: float
    danger: float
    unguarded: float
    guarded: float
    guards_strength: float


@dataclass(frozen=True, kw_only=True)
class BaseSettings:
    """Where air units are based."""

    target: float
    most_targets: int
    hold: float
    danger: float
    danger_alone: float


@dataclass(frozen=True, kw_only=True)
class SupplySettings:
    """What supply is spent on."""

    depot_strength: float
    least_trench: float
    factor_moved: float
    promised_share: float


@dataclass(frozen=True, kw_only=True)
class AirSettings:
    """What air units do."""

    kept_for_attack: int
    mission_price: float
    bombing: tuple[float, float, float]
    division_share: float
    least_better_base: float


@dataclass(frozen=True, kw_only=True)
class LossSettings:
    """Who is lost."""

    division_parts: float


@dataclass(frozen=True, kw_only=True)
class RetreatSettings:
    """Where units retreat to."""

    friends: float
    overfull: float
    danger: float


@dataclass(frozen=True, kw_only=True)
class WinChanceSettings:
    """What the chance of winning is worked out from."""

    moved_segment: float
    little_strength: float
    strength_unit: float
    control_now: tuple[float, int]
    control_later: tuple[float, int]


@dataclass(frozen=True, kw_only=True)
class Settings:
    """All of them, one record a table of the file."""

    evaluation: EvaluationSettings
    goals: GoalSettings
    marches: MarchSettings
    values: ValueSettings
    battle_values: BattleSettings
    purchases: PurchaseSettings
    entry: EntrySettings
    bases: BaseSettings
    supply: SupplySettings
    air: AirSettings
    losses: LossSettings
    retreat: RetreatSettings
    win_chance: WinChanceSettings


SETTINGS = read_settings(Path(__file__).with_name("weights.toml"), Settings)
