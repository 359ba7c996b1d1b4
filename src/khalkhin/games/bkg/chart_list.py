"""The charts of the game for whoever wants to read them, from the tables its rules use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from khalkhin.engine.charts import Cell, Chart
from khalkhin.engine.provenance import tags
from khalkhin.engine.tables import ResultsTable
from khalkhin.games.bkg.movement import half

if TYPE_CHECKING:
    from khalkhin.games.bkg.game import Batalha

CLASSES = ("non_mtz", "mtz", "mtn")
YES, NO = "@value.yes", "@value.no"


def chart_list(game: Batalha) -> tuple[Chart, ...]:
    """Every chart, in the order of the chapters that need them."""
    shown = _Charts(game)
    return (
        shown.results("combat", game.charts.combat),
        shown.codes(),
        shown.shifts(),
        shown.formations(),
        shown.terrain(),
        shown.classes(),
        shown.air(),
        shown.results("bombardment", game.charts.bombardment),
        shown.vulnerability(),
        shown.constants(),
        shown.victory(),
    )


class _Charts:
    """The charts of one game, with the tags of charts.toml."""

    def __init__(self, game: Batalha) -> None:
        self.game = game
        self.charts = game.charts
        self.tags = tags(game.charts.data)

    def cell(self, value: Any, *path: str) -> Cell:
        """A value and the tag of its place in charts.toml."""
        return Cell(value, self.tags[path])

    def chart(self, name: str, rule: str, columns: Iterable[str], rows: Iterable[Iterable[Cell]]) -> Chart:
        return Chart(name, rule, tuple(columns), tuple(tuple(row) for row in rows))

    # -- combat and bombardment --

    def results(self, name: str, table: ResultsTable) -> Chart:
        """T1, T3  A results table; K-07 reads each row as one or two totals."""
        rows = []
        for label in table.rows:
            sums = sorted(total for total, row in table.row_of.items() if row == label)
            line = [table.result(column, sums[0]) for column in range(len(table.columns))]
            dice = self.cell(sums, "dice", "row_totals", label, "0")
            rows.append([dice, *(self.cell(code, name, "rows", label, str(n)) for n, code in enumerate(line))])
        return self.chart(name, {"combat": "T1", "bombardment": "T3"}[name], ["@col.dice", *table.columns], rows)

    def codes(self) -> Chart:
        rows = (
            [Cell(code), self.cell(f"@result.{code}", "results", "codes", code, "of"), Cell(row["rule"])]
            for code, row in self.charts.codes.items()
        )
        return self.chart("results", "5.1.6", ["@col.code", "@col.result", "@col.rule"], rows)

    def vulnerability(self) -> Chart:
        """T4  What artillery and aircraft do to each type."""
        index = {by: self.charts.vulnerability[by] for by in ("air", "artillery")}
        rows = (
            [Cell(f"@type.{kind}"), *(self.cell(index[by][kind], "vulnerability", by, kind) for by in index)]
            for kind in self.charts.classes
        )
        return self.chart("vulnerability", "T4", ["@col.type", "@col.by-air", "@col.by-artillery"], rows)

    def shifts(self) -> Chart:
        """5.1.3, 4.0.i  Columns that are neither terrain nor formations."""
        c = self.charts
        worth = {"encirclement": ("5.1.3", c.encirclement), "beyond_border": ("4.0.i", c.beyond_border)}
        rows = (
            [Cell(f"@name.{name}"), self.cell(f"{columns:+}", "shifts", name, "columns"), Cell(rule)]
            for name, (rule, columns) in worth.items()
        )
        return self.chart("shifts", "5.1", ["@col.what", "@col.shift", "@col.rule"], rows)

    def formations(self) -> Chart:
        """5.1.4  Which units make a formation (the tag is of that), and what it is worth when it fights as a whole."""
        rows = []
        for number, formation in enumerate(self.charts.formations):
            at = ("formations", str(number))
            elements = self.charts.data["formations"][number]["elements"]
            rows.append(
                [
                    Cell(formation.name),
                    Cell(f"@formation.{formation.kind}"),
                    self.cell(elements, *at, "elements", "0"),
                    self.cell(_signed(formation.attack), *at, "attack"),
                    self.cell(_signed(-formation.defence), *at, "defence"),
                    Cell(formation.rule),
                ]
            )
        heads = ["@col.formation", "@col.kind", "@col.elements", "@col.attacking", "@col.defending", "@col.rule"]
        return self.chart("formations", "5.1.4", heads, rows)

    # -- movement and advance --

    def terrain(self) -> Chart:
        """T2  Points to enter or to cross, columns for the defender, who may not enter."""
        heads = ["@col.terrain", *(f"@class.{name}" for name in CLASSES), "@col.columns", "@col.forbidden"]
        rows = [*self._hexes(), self._road(), *self._hexsides()]
        return self.chart("terrain", "T2", heads, rows)

    def _hexes(self) -> Iterator[list[Cell]]:
        for name, row in self.charts.terrain.items():
            at = ("terrain", name)
            nothing = self.cell("-", *at, "columns")
            cost: dict[str, int] = row["cost"]
            costs = [self.cell(_points(cost[k]), *at, "cost", k) if k in cost else nothing for k in CLASSES]
            types: list[str] = row["forbidden"]
            whom = ["@type.all"] if len(types) == len(self.charts.classes) else [f"@type.{kind}" for kind in types]
            banned = self.cell(whom, *at, "forbidden", "0") if types else nothing
            yield [Cell(f"@terrain.{name}"), *costs, self.cell(_signed(-row["columns"]), *at, "columns"), banned]

    def _road(self) -> list[Cell]:
        """T2.road  The road stands for the cost of the hex; its columns and bans stay those of the terrain."""
        costs = [self.cell(_points(self.charts.road[kind]), "road", "cost", kind) for kind in CLASSES]
        return [Cell("@terrain.road"), *costs, self.cell(0, "road", "columns"), Cell("-")]

    def _hexsides(self) -> Iterator[list[Cell]]:
        for name, row in self.charts.hexside.items():
            at = ("hexside", name)
            costs = [self.cell(f"+{_points(row['cost'][kind])}", *at, "cost", kind) for kind in CLASSES]
            yield [Cell(f"@terrain.{name}"), *costs, self.cell(_signed(-row["columns"]), *at, "columns"), Cell("-")]

    def classes(self) -> Chart:
        """5.2, 5.3.2  How each type moves, how far it advances, and whether a wide river hurts its retreat."""
        river = ("river_retreat", "types", "0")
        rows = (
            [
                Cell(f"@type.{kind}"),
                self.cell(f"@class.{name}", "movement_class", "of", kind),
                self.cell(self.charts.advance[kind], "advance", "hexes", kind),
                self.cell(YES if kind in self.charts.river_retreat else NO, *river),
            ]
            for kind, name in self.charts.classes.items()
        )
        return self.chart("classes", "5.2", ["@col.type", "@col.class", "@col.advance", "@col.river"], rows)

    # -- air power, limits, victory --

    def air(self) -> Chart:
        """6.0  Air points of each turn."""
        rows = []
        for number, row in enumerate(self.charts.air_turns):
            at = ("air", "turns", str(number))
            turns = self.cell(f"{row['first']}-{row['last']}", *at, "first")
            rows.append([turns, *(self.cell(row[side], *at, side) for side in self.game.sides), Cell(row["rule"])])
        return self.chart("air", "6.0", ["@col.turns", *(f"@side.{s}" for s in self.game.sides), "@col.rule"], rows)

    def constants(self) -> Chart:
        c = self.charts
        values = {
            "stacking": ("4.1.1", self.cell(c.stacking, "stacking", "limit")),
            "break_contact": ("4.1.2.c", self.cell(_points(c.break_contact), "break_contact", "cost")),
            "strike": ("6.2.f", self.cell(f"{c.least_strike}-{c.most_strike}", "air", "strike", "least")),
            "attrition": ("10.2.a", self.cell(c.attrition, "victory", "attrition", "one_in")),
        }
        rows = ([Cell(f"@name.{name}"), value, Cell(rule)] for name, (rule, value) in values.items())
        return self.chart("constants", "", ["@col.what", "@col.value", "@col.rule"], rows)

    def victory(self) -> Chart:
        """10.2  What scores how much, and for whom."""
        rows = []
        for name, row in self.charts.points.items():
            at = ("victory", "points", name)
            whom = "@scorer.holder" if row["to"] == "holder" else f"@side.{row['to']}"
            points = self.cell(row["points"], *at, "points")
            rows.append([Cell(f"@vp.{name}"), self.cell(whom, *at, "to"), points, Cell(row["rule"])])
        return self.chart("victory", "10.2", ["@col.what", "@col.scorer", "@col.points", "@col.rule"], rows)


def _points(halves: int) -> str:
    """Half points as the book prints them."""
    return "½" if halves == 1 else half(halves)


def _signed(columns: int) -> str:
    return f"{columns:+}" if columns else "0"
