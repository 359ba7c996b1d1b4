"""The charts of the game, read from charts.toml and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from khalkhin.board.data import TomlTable, table
from khalkhin.engine.results_tables import EXCHANGE, LOSS, STALEMATE, WIN, ResultsTable

SIDES = ("soviet", "japan")
ALL, HALF, ONE, EVEN = "all", "half", "one", "even"
"""13.0  How much a result takes: everything, half of the force, one divisional equivalent, half of the smaller
force."""


@dataclass(frozen=True)
class Equivalent:
    """7.0, 7.5  A corps and the divisions it is made of."""

    rule: str
    nation: str
    corps: str
    parts: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Quota:
    """6.2  Units of a nation that may come in cities of some states in a phase."""

    name: str
    nation: str
    states: tuple[str, ...]
    combat: int
    support: int


class Charts:
    """Everything that charts.toml tells, in the shape the rules use."""

    def __init__(self, path: Path) -> None:
        self.data = data = table(path)
        self.codes: Mapping[str, Mapping[str, Any]] = data.table("results").table("codes")
        combat = data.table("combat")
        self.combat = ResultsTable.read("combat", combat, self._kind)
        retreats = [code for code, row in self.codes.items() if row["defender_retreats"] and not row["defender"]]
        self.combat_at_forts = replace(self.combat, kinds={**self.combat.kinds, **dict.fromkeys(retreats, STALEMATE)})
        """13.5  The same table, read against those whom a fort lets ignore a retreat."""
        self.at_least: tuple[int, ...] = tuple(combat["at_least"])
        sky = data.table("air_attack")
        self.air_attack = ResultsTable.read("air_attack", sky, _air_kind)
        lower = {row: [1, 2] if row == "1" else [int(row) + 1] for row in sky.table("rows")}
        self.air_below = ResultsTable.read("air_attack", sky, _air_kind, lower)
        """15.2.21  The same table with a die that is one less, for attacks shifted beyond its first column."""
        self.shifts = _numbers(data.table("shifts"))
        self.air_shifts = _numbers(data.table("air_shifts"))
        air = data.table("air")
        self.per_hex = _pair(air.table("per_hex"))
        self.airborne_range = _pair(air.table("airborne_range"))
        self.airborne_survives = _pair(air.table("airborne_survives"))
        self.marine_lands = _pair(air.table("marine_lands"))
        self.home_reach = air.integer("home_islands")
        self.lift = air.integer("lift")
        self.scale = data.table("movement").integer("scale")
        self.terrain: Mapping[str, TomlTable] = data.table("terrain")
        stacking = data.table("stacking")
        self.corps_size, self.other_size = stacking.integer("corps"), stacking.integer("other")
        self.forts = stacking.integer("forts")
        self.flotilla_cost = data.table("flotilla").integer("cost")
        states = data.table("states")
        self.friendly_states = tuple(tuple(states.texts(side)) for side in SIDES)
        entered = states.table("enter")
        self.entered = {nation: tuple(entered.texts(nation)) for nation in entered}
        self.costs: Mapping[str, Mapping[str, int]] = data.table("costs").table("of")
        self._read_mobilization(data)
        victory, winter = data.table("victory"), data.table("winter")
        self.levels = {name: victory.integer(name) for name in ("tactical", "operational", "strategic")}
        self.enemy_cities = victory.integer("enemy_cities")
        self.winter_radius, self.attrition = winter.integer("radius"), winter.integer("attrition")

    def _read_mobilization(self, data: TomlTable) -> None:
        mobilization = data.table("mobilization")
        self.most_points = mobilization.integer("most")
        self.city_points = mobilization.integer("city")
        self.major_points = mobilization.integer("major_victory")
        self.major_losses = mobilization.integer("major_losses")
        self.major_airstrikes = mobilization.integer("major_airstrikes")
        self.west_edge = mobilization.texts("west_edge")
        month, year = mobilization["shock_from"]
        self.shock_from: tuple[int, int] = (year, month)
        quotas = data.table("quotas").table("of")
        self.quotas = tuple(_quota(name, quotas.table(name)) for name in quotas)
        self.equivalents = tuple(_equivalent(row) for row in data["equivalents"])

    def _kind(self, result: str) -> str:
        """What a result means to the attacker."""
        row = self.codes[result]
        if row["attacker"] and row["defender"]:
            return EXCHANGE
        if row["defender"] or row["defender_retreats"]:
            return WIN
        return LOSS if row["attacker"] else STALEMATE


def _numbers(row: TomlTable) -> Mapping[str, int]:
    return {name: value for name, value in row.items() if isinstance(value, int)}


def _pair(row: TomlTable) -> tuple[int, int]:
    return row.integer("soviet"), row.integer("japan")


def _air_kind(result: str) -> str:
    return {"AA": LOSS, "NE": STALEMATE}.get(result, WIN)


def shot_down(result: str) -> int:
    """15.2.16, 15.2.24  How many enemy airstrikes a result of the Air Attack Table costs."""
    return {"H2": 1, "H3": 2}.get(result, 0)


def _quota(name: str, row: TomlTable) -> Quota:
    return Quota(name, row.text("nation"), tuple(row.texts("states")), row.integer("combat"), row.integer("support"))


def _equivalent(row: TomlTable) -> Equivalent:
    parts = row.table("parts")
    return Equivalent(row.text("rule"), row.text("nation"), row.text("corps"), tuple(parts.items()))
