"""The charts of the game, read from charts.toml and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from khalkhin.board.data import TomlTable, table
from khalkhin.engine.provenance import ABOUT
from khalkhin.engine.results_tables import EXCHANGE, LOSS, STALEMATE, WIN, ResultsTable

SIDES = ("soviet", "japan")
RAID, ASSAULT = "raid", "assault"
ALL, HALF, ONE = "all", "half", "one"
"""14.42  How much a result takes: everything, 50 % of the factors, one battalion equivalent."""


@dataclass(frozen=True)
class Recipe:
    """26.9  A strength line that breaks down, and the strength lines of its battalions."""

    rule: str
    side: int
    unit: tuple[int, int, int]
    parts: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True)
class Marker:
    """JCM, SCM  What a campaign marker does, and where it goes when it has been used."""

    rule: str
    held: bool
    then: str
    group: str
    level: int
    month: int
    """35.1  The turn in which it acts with historical reinforcements; 0 for markers that are picked as ever."""


@dataclass(frozen=True)
class ReinforcementGroup:
    """6.1  Reinforcements that come together, beside the units of counters.csv."""

    rule: str
    side: int
    air: int
    supply: int
    next: str


class Charts:
    """Everything that charts.toml tells, in the shape the rules use."""

    def __init__(self, path: Path) -> None:
        self.data = data = table(path)
        self.codes: Mapping[str, Mapping[str, Any]] = data.table("results").table("codes")
        self.combat = {name: self._combat(name) for name in (RAID, ASSAULT)}
        self.at_least: tuple[int, ...] = tuple(data.table(RAID)["at_least"])
        self.bombardment = ResultsTable.read("bombardment", data.table("bombardment"), _bombardment_kind)
        self.superiority = ResultsTable.read("superiority", data.table("superiority"), _superiority_kind)
        shifts = data.table("shifts")
        self.shifts: Mapping[str, int] = {name: value for name, value in shifts.items() if isinstance(value, int)}
        self.fortification = _pair(shifts.table("fortification"))
        self._read_air(data)
        self.scale = data.table("movement").integer("scale")
        self.terrain: Mapping[str, TomlTable] = data.table("terrain")
        self.hexsides: Mapping[str, TomlTable] = data.table("hexside")
        self.ways: Mapping[str, TomlTable] = data.table("way")
        self.stack_limit = data.table("stacking").integer("limit")
        self.refitted = data.table("supply").integer("refitted")
        self.recipes = tuple(_recipe(row) for row in data["breakdown"])
        markers = data.table("markers")
        self.markers = {name: _marker(row) for side in SIDES for name, row in markers.table(side).items()}
        self.effects: Mapping[str, int] = data.table("marker_effects")
        self.start_level = data.table("command").integer("start")
        groups = data.table("groups").table("of")
        self.groups = {name: _group(groups.table(name)) for name in groups if name not in ABOUT}
        self._read_victory(data)

    def _combat(self, name: str) -> ResultsTable:
        """14.3.3  A results table; its columns are percentages."""
        read = ResultsTable.read(name, self.data.table(name), self._kind)
        return replace(read, columns=tuple(f"{column}%" for column in read.columns))

    def _read_air(self, data: TomlTable) -> None:
        air, interdiction = data.table("air"), data.table("interdiction")
        self.strike_limit = _pair(air.table("strike"))
        self.repaired = air.integer("repaired")
        self.fire_together = air.integer("superiority")
        self.support_limit = air.integer("close_support")
        self.committed: tuple[int, ...] = tuple(interdiction["committed"])
        self.interdiction_modifier: tuple[int, ...] = tuple(interdiction["modifier"])
        self.interdiction_delay: tuple[int, ...] = tuple(interdiction["delay"])
        self.interdiction_fire: tuple[int, ...] = tuple(interdiction["anti_aircraft"])
        self.interdiction_lost = interdiction.integer("lost")
        self.landing: Mapping[str, Any] = data.table("landing")

    def _read_victory(self, data: TomlTable) -> None:
        routine = data.table("routine")
        self.routine_air, self.routine_supply = _pair(routine.table("air")), _pair(routine.table("supply"))
        self.reinforced_supply = _pair(routine.table("supply_reinforced"))
        self.optional_price = routine.integer("optional")
        self.deception, self.deception_start = routine.integer("deception"), routine.integer("deception_at_start")
        victory, objectives = data.table("victory"), data.table("objectives")
        self.levels = {name: victory.integer(name) for name in ("marginal", "major", "decisive")}
        self.sudden_death = victory.integer("sudden_death")
        self.nomonhan = objectives.text("nomonhan")
        self.objective_hexes = objectives.texts("hexes")
        self.objective_points = {name: _pair(objectives.table(name)) for name in ("east", "west", "center")}
        self.air_value = data.table("air_value").integer("points")

    def _kind(self, result: str) -> str:
        """What a result means to the attacker."""
        row = self.codes[result]
        if row["attacker"] and row["defender"]:
            return EXCHANGE
        if row["defender"] or row["defender_retreats"] or row["rout"]:
            return WIN
        return LOSS if row["attacker"] or row["attacker_retreats"] else STALEMATE


def _pair(row: TomlTable) -> tuple[int, int]:
    return row.integer("soviet"), row.integer("japan")


def _bombardment_kind(result: str) -> str:
    hit, shot = "S" in result, "AA" in result
    return EXCHANGE if hit and shot else WIN if hit else LOSS if shot else STALEMATE


def _superiority_kind(result: str) -> str:
    return STALEMATE if result == "0/0" else WIN


def _recipe(row: TomlTable) -> Recipe:
    side = SIDES.index(row.choice("side", SIDES))
    attack, defence, movement = row["unit"]
    return Recipe(row.text("rule"), side, (attack, defence, movement), tuple(tuple(part) for part in row["parts"]))


def _marker(row: Mapping[str, Any]) -> Marker:
    return Marker(
        row["rule"], row["acts"] == "held", row["then"], row.get("group", ""), row.get("level", 0), row.get("month", 0)
    )


def _group(row: TomlTable) -> ReinforcementGroup:
    side = SIDES.index(row.choice("side", SIDES))
    return ReinforcementGroup(row.text("rule"), side, row.integer("air"), row.integer("supply"), row.text("next"))
