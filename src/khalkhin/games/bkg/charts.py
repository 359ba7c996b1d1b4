"""The printed tables of the game, read from charts.toml and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from khalkhin.board.data import TomlTable, table
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.counters import CounterSheet
from khalkhin.engine.results_tables import EXCHANGE, LOSS, STALEMATE, WIN, ResultsTable


@dataclass(frozen=True)
class Formation:
    """A regiment, brigade or division, and its bonus in columns when all of it fights together (5.1.4)."""

    name: str
    kind: str
    elements: UnitSet
    attack: int
    defence: int
    rule: str


class Charts:
    """Everything that charts.toml tells, in the shape the rules use."""

    def __init__(self, path: Path, sheet: CounterSheet) -> None:
        self.data = data = table(path)
        self.codes: Mapping[str, Mapping[str, Any]] = data.table("results").table("codes")
        totals = data.table("dice").table("row_totals")
        self.combat = self._results("combat", data.table("combat"), totals)
        self.bombardment = self._results("bombardment", data.table("bombardment"), totals)
        self.bombardment_bounds: tuple[int, ...] = tuple(data["bombardment"]["upper_bounds"])
        self.terrain: Mapping[str, TomlTable] = data.table("terrain")
        self.hexside: Mapping[str, TomlTable] = data.table("hexside")
        self.road: Mapping[str, int] = data.table("road").table("cost")
        self.classes: Mapping[str, str] = data.table("movement_class").table("of")
        self.scale = data.table("movement").integer("scale")
        self.break_contact = data.table("break_contact").integer("cost")
        self.stacking = data.table("stacking").integer("limit")
        self.exits: Mapping[str, TomlTable] = data.table("map_exit")
        self.advance: Mapping[str, int] = data.table("advance").table("hexes")
        self.river_retreat = tuple(data.table("river_retreat").texts("types"))
        self.vulnerability: Mapping[str, Mapping[str, int]] = data.table("vulnerability")
        shifts = data.table("shifts")
        self.encirclement = shifts.table("encirclement").integer("columns")
        self.beyond_border = shifts.table("beyond_border").integer("columns")
        air = data.table("air")
        self.air_turns: list[TomlTable] = air["turns"]
        self.least_strike = air.table("strike").integer("least")
        self.most_strike = air.table("strike").integer("most")
        self.points: Mapping[str, TomlTable] = data.table("victory").table("points")
        self.attrition = data.table("victory").table("attrition").integer("one_in")
        self.formations = tuple(_formations(data, sheet))
        self.formation_names = {formation.elements: formation.name for formation in reversed(self.formations)}

    def _results(self, name: str, chart: TomlTable, totals: Mapping[str, list[int]]) -> ResultsTable:
        rows = chart.table("rows")
        for label in rows:
            for code in " ".join(rows.texts(label)).split():
                if code not in self.codes:
                    rows.fail(label, f"{code!r} is none of the codes in results.codes")
        return ResultsTable.read(name, chart, self._kind, totals)

    def _kind(self, result: str) -> str:
        """What a printed result means to the attacker."""
        rows = [self.codes[code] for code in result.split()]
        if any(row.get("exchange") for row in rows):
            return EXCHANGE
        wins = {row["wins"] for row in rows}
        if "attacker" in wins or ("defender" not in wins and any(row["losses"] for row in rows)):
            return WIN
        return LOSS if "defender" in wins else STALEMATE

    def air_points(self, turn: int) -> tuple[int, int]:
        """6.0  The air points of a turn: Soviet, Japanese."""
        row = self._air_of(turn)
        return row.integer("soviet"), row.integer("japan")

    def air_rule(self, turn: int) -> str:
        """6.0.a-c  The rule that gives a turn its air points."""
        return self._air_of(turn).text("rule")

    def _air_of(self, turn: int) -> TomlTable:
        return next(r for r in self.air_turns if r.integer("first") <= turn <= r.integer("last"))


def _formations(data: TomlTable, sheet: CounterSheet) -> Iterator[Formation]:
    found: dict[str, UnitSet] = {}
    for entry in data["formations"]:
        name, elements = entry.text("name"), 0
        for element in entry.texts("elements"):
            if element in sheet.index:
                elements |= 1 << sheet.index[element]
            elif element in found:
                elements |= found[element]
            else:
                entry.fail("elements", f"{name} names {element!r}, which is neither a counter nor a formation above it")
        found[name] = elements
        yield Formation(
            name, entry.text("kind"), elements, entry.integer("attack"), entry.integer("defence"), entry.text("rule")
        )
