"""The charts of the game for whoever wants to read them, from the tables its rules use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from khalkhin.board.hexset import members
from khalkhin.engine.charts import Cell, Chart, ChartMaker
from khalkhin.engine.results_tables import ResultsTable

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
        shown.objectives(),
    )


class _Charts(ChartMaker):
    """The charts of one game, with the rules and tags of charts.toml."""

    def __init__(self, game: Batalha) -> None:
        super().__init__(game.charts.data)
        self.game = game
        self.charts = game.charts

    # -- combat and bombardment --

    def results(self, name: str, table: ResultsTable) -> Chart:
        """A results table; K-07 reads each row as one or two totals."""
        rows = []
        for label in table.rows:
            sums = sorted(total for total, row in table.row_of.items() if row == label)
            line = [table.result(column, sums[0]) for column in range(len(table.columns))]
            dice = self.cell(sums, "dice", "row_totals", label, "0")
            rows.append([dice, *(self.cell(code, name, "rows", label, str(n)) for n, code in enumerate(line))])
        return self.chart(name, self.data[name]["rule"], ["@col.dice", *table.columns], rows)

    def codes(self) -> Chart:
        """What the codes of both tables mean."""
        rows = (
            [Cell(code), self.cell(f"@result.{code}", "results", "codes", code, "of"), Cell(row["rule"])]
            for code, row in self.charts.codes.items()
        )
        return self.chart("results", self.data["results"]["rule"], ["@col.code", "@col.result", "@col.rule"], rows)

    def vulnerability(self) -> Chart:
        """What artillery and aircraft do to each type."""
        index = {by: self.charts.vulnerability[by] for by in ("air", "artillery")}
        rows = (
            [Cell(f"@type.{kind}"), *(self.cell(index[by][kind], "vulnerability", by, kind) for by in index)]
            for kind in self.charts.classes
        )
        heads = ["@col.type", "@col.by-air", "@col.by-artillery"]
        return self.chart("vulnerability", self.data["vulnerability"]["rule"], heads, rows)

    def shifts(self) -> Chart:
        """Columns that are neither terrain nor formations."""
        worth = {"encirclement": self.charts.encirclement, "beyond_border": self.charts.beyond_border}
        rows = (
            [
                Cell(f"@name.{name}"),
                self.cell(f"{columns:+}", "shifts", name, "columns"),
                Cell(self.data["shifts"][name]["rule"]),
            ]
            for name, columns in worth.items()
        )
        return self.chart("shifts", "", ["@col.what", "@col.shift", "@col.rule"], rows)

    def formations(self) -> Chart:
        """Which units make a formation (the tag is of that), and what it is worth when it fights as a whole."""
        rows = []
        for number, formation in enumerate(self.charts.formations):
            at = ("formations", str(number))
            elements = self.data["formations"][number]["elements"]
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
        return self.chart("formations", "", heads, rows)

    # -- movement and advance --

    def terrain(self) -> Chart:
        """Points to enter or to cross, columns for the defender, who may not enter."""
        heads = ["@col.terrain", *(f"@class.{name}" for name in CLASSES), "@col.columns", "@col.forbidden", "@col.rule"]
        return self.chart("terrain", "", heads, [*self._hexes(), self._road(), *self._hexsides()])

    def _hexes(self) -> Iterator[list[Cell]]:
        for name, row in self.charts.terrain.items():
            at = ("terrain", name)
            nothing = self.cell("-", *at, "columns")
            cost: dict[str, int] = row["cost"]
            costs = [self.cell(_points(cost[k]), *at, "cost", k) if k in cost else nothing for k in CLASSES]
            types: list[str] = row["forbidden"]
            whom = ["@type.all"] if len(types) == len(self.charts.classes) else [f"@type.{kind}" for kind in types]
            banned = self.cell(whom, *at, "forbidden", "0") if types else nothing
            columns = self.cell(_signed(-row["columns"]), *at, "columns")
            yield [Cell(f"@terrain.{name}"), *costs, columns, banned, Cell(row["rule"])]

    def _road(self) -> list[Cell]:
        """The road stands for the cost of the hex; columns and bans stay those of the terrain."""
        costs = [self.cell(_points(self.charts.road[kind]), "road", "cost", kind) for kind in CLASSES]
        columns = self.cell(0, "road", "columns")
        return [Cell("@terrain.road"), *costs, columns, Cell("-"), Cell(self.data["road"]["rule"])]

    def _hexsides(self) -> Iterator[list[Cell]]:
        for name, row in self.charts.hexside.items():
            at = ("hexside", name)
            costs = [self.cell(f"+{_points(row['cost'][kind])}", *at, "cost", kind) for kind in CLASSES]
            columns = self.cell(_signed(-row["columns"]), *at, "columns")
            yield [Cell(f"@terrain.{name}"), *costs, columns, Cell("-"), Cell(row["rule"])]

    def classes(self) -> Chart:
        """How each type moves, how far it advances, and whether a wide river hurts its retreat."""
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
        return self.chart("classes", "", ["@col.type", "@col.class", "@col.advance", "@col.river"], rows)

    # -- air power, limits, victory --

    def air(self) -> Chart:
        """Air points of each turn."""
        rows = []
        for number, row in enumerate(self.charts.air_turns):
            at = ("air", "turns", str(number))
            turns = self.cell(f"{row['first']}-{row['last']}", *at, "first")
            rows.append([turns, *(self.cell(row[side], *at, side) for side in self.game.sides), Cell(row["rule"])])
        heads = ["@col.turns", *(f"@side.{side}" for side in self.game.sides), "@col.rule"]
        return self.chart("air", self.data["air"]["rule"], heads, rows)

    def constants(self) -> Chart:
        """Numbers that stand alone."""
        c, data = self.charts, self.data
        values = {
            "stacking": (data["stacking"], self.cell(c.stacking, "stacking", "limit")),
            "break_contact": (data["break_contact"], self.cell(_points(c.break_contact), "break_contact", "cost")),
            "strike": (data["air"]["strike"], self.cell(f"{c.least_strike}-{c.most_strike}", "air", "strike", "least")),
            "attrition": (data["victory"]["attrition"], self.cell(c.attrition, "victory", "attrition", "one_in")),
        }
        rows = ([Cell(f"@name.{name}"), value, Cell(table["rule"])] for name, (table, value) in values.items())
        return self.chart("constants", "", ["@col.what", "@col.value", "@col.rule"], rows)

    def victory(self) -> Chart:
        """What scores how much, and for whom."""
        rows = []
        for name, row in self.charts.points.items():
            at = ("victory", "points", name)
            whom = "@scorer.holder" if row["to"] == "holder" else f"@side.{row['to']}"
            points = self.cell(row["points"], *at, "points")
            rows.append([Cell(f"@vp.{name}"), self.cell(whom, *at, "to"), points, Cell(row["rule"])])
        heads = ["@col.what", "@col.scorer", "@col.points", "@col.rule"]
        return self.chart("victory", self.data["victory"]["rule"], heads, rows)

    def objectives(self) -> Chart:
        """The hexes that count, and who holds them at the start."""
        rows, game = [], self.game
        for hex_ in members(game.objectives):
            kind, holder = game.objective_kind[hex_], game.sides[0 if game.soviet_at_start >> hex_ & 1 else 1]
            points = self.cell(self.charts.points[kind]["points"], "victory", "points", kind, "points")
            name = game.map.grid.name(hex_)
            rows.append([Cell(name), Cell(game.map.names.get(hex_, "-")), points, Cell(f"@side.{holder}")])
        return self.chart("objectives", "10.2", ["@col.hex", "@col.place", "@col.points", "@col.holder"], rows)


def _points(halves: int) -> str:
    """Half points as the book prints them."""
    whole, rest = divmod(halves, 2)
    return f"{whole or ''}½" if rest else str(whole)


def _signed(columns: int) -> str:
    return f"{columns:+}" if columns else "0"
