"""The charts of the game, read from charts.toml and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from khalkhin.board.data import TomlTable, table
from khalkhin.engine.provenance import ABOUT
from khalkhin.engine.results_tables import EXCHANGE, LOSS, STALEMATE, WIN, ResultsTable


@dataclass(frozen=True)
class Alike:
    """Counters alike for reorganization: type and printed factors (Q-52)."""

    type: str
    combat: int
    movement: int


@dataclass(frozen=True)
class Equivalent:
    """17.1, 24.1  A division and the components it is made of."""

    rule: str
    side: str
    division: Alike
    parts: tuple[tuple[Alike, int], ...]


@dataclass(frozen=True)
class Month:
    """A box of the Turn Record Track: recruit points by side and rate, and the rolls on which winter sets in."""

    month: int
    income: Mapping[str, int]
    accelerated: Mapping[str, int]
    winter: int


class Charts:
    """Everything that charts.toml tells, in the shape the rules use."""

    def __init__(self, path: Path) -> None:
        self.data = data = table(path)
        self.codes: Mapping[str, Mapping[str, Any]] = data.table("results").table("codes")
        combat = data.table("combat")
        self.combat = ResultsTable.read("combat", combat, self._kind)
        self.at_least: tuple[int, ...] = tuple(combat["at_least"])
        self.air_combat = ResultsTable.read("air_combat", data.table("air_combat"), _air_kind)
        self.shifts: Mapping[str, int] = {
            name: value for name, value in data.table("shifts").items() if isinstance(value, int)
        }
        air = data.table("air")
        self.air_range: Mapping[str, int] = air.table("range")
        self.relocation = air.integer("relocation")
        self.per_aerodrome = air.integer("per_aerodrome")
        self.support = air.integer("support")
        self.support_succeeds = air.integer("support_succeeds")
        self.block = air.integer("block")
        self.terrain: Mapping[str, TomlTable] = data.table("terrain")
        self.town_shift: tuple[int, int] = tuple(data["town"]["shift"])
        self.ways: Mapping[str, tuple[int, int]] = data.table("ways")
        self.river: Mapping[str, tuple[int, int]] = data.table("river")
        self.scale = data.table("movement").integer("scale")
        rail = data.table("railroad")
        self.rail_on, self.rail_off = rail.integer("on"), rail.integer("off")
        self.rail_capacity = rail.integer("capacity")
        self.rail_countries: Mapping[str, list[str]] = rail.table("countries")
        stacking = data.table("stacking")
        self.stack_units, self.stack_divisions = stacking.integer("units"), stacking.integer("divisions")
        self.stack_partisans = stacking.integer("partisans")
        supply = data.table("supply")
        self.radius: Mapping[str, int] = supply.table("radius")
        self.winter_radius = supply.integer("winter_radius")
        actions = supply.table("actions")
        self.supply_actions: Mapping[str, TomlTable] = {
            name: actions.table(name) for name in actions if name not in ABOUT
        }
        recruit = data.table("recruit")
        self.most_points = recruit.integer("most")
        self.objective_points, self.zhukov_points = recruit.integer("objective"), recruit.integer("zhukov")
        west = data.table("west_edge")
        self.west_lesser, self.west_divisions, self.west_supply = (
            west.integer(name) for name in ("lesser", "divisions", "supply")
        )
        self.equivalents = tuple(_equivalent(row) for row in data["equivalents"])
        self.months = {row.integer("month"): _month(row) for row in data.table("turns")["months"]}
        self.events: Mapping[str, Mapping[str, TomlTable]] = {
            side: data.table("events").table(side) for side in ("soviet", "japan")
        }
        self.places: list[TomlTable] = data["places"]
        self.victory: Mapping[str, int] = data.table("victory")
        losses = data.table("losses")
        self.loss_strength, self.loss_cost = losses.integer("least_strength"), losses.integer("cost")
        self.loss_gains: Mapping[str, int] = losses.table("gains")
        self.line: list[str] = data.table("railhead").texts("line")

    def _kind(self, result: str) -> str:
        """What a result means to the attacker."""
        row = self.codes[result]
        if row["attacker"] and row["defender"]:
            return EXCHANGE
        if row["defender"] or row["defender_retreats"]:
            return WIN if not row.get("counterattack") else STALEMATE
        return LOSS if row["attacker"] else STALEMATE


RESULTS = {"A": "25.0.a", "AS": "25.0.b", "B": "25.0.c", "CA/R": "25.0.d", "D": "25.0.e"}
AIR_RESULTS = {
    "A1": ("15.4.1.a", "15.5.1.a"),
    "D1": ("15.4.1.b", "15.5.1.b"),
    "D2": ("15.4.1.b", "15.5.1.c"),
    "E1": ("15.4.1.c", "15.5.1.d"),
    "E2": ("15.4.1.d", "15.5.1.d"),
}
"""The rule of a result in an Air Superiority mission and in a Ground Attack; there E2 reads E1 (Q-60)."""


def rule_of(code: str) -> str:
    """25.0.a-e  The rule of a result of ground combat."""
    return RESULTS.get(code) or RESULTS[code[0]]


def rule_of_air(code: str, *, strike: bool) -> str:
    """15.4.1, 15.5.1  The rule of a result of air combat."""
    return AIR_RESULTS.get(code, ("15.4.1", "15.5.1"))[strike]


def _air_kind(result: str) -> str:
    return {"A": LOSS, "D": WIN, "E": EXCHANGE}.get(result[0], STALEMATE)


def _alike(row: Mapping[str, Any]) -> Alike:
    return Alike(row["type"], row["combat"], row["movement"])


def _equivalent(row: TomlTable) -> Equivalent:
    parts = tuple((_alike(part), part["count"]) for part in row["parts"])
    return Equivalent(row.text("rule"), row.choice("side", ("soviet", "japan")), _alike(row.table("division")), parts)


def _month(row: TomlTable) -> Month:
    return Month(
        row.integer("month"),
        {side: row.integer(side) for side in ("soviet", "japan")},
        {side: row.integer(f"{side}_accelerated") for side in ("soviet", "japan")},
        row.integer("winter"),
    )
