"""The charts of the game for whoever wants to read them, from the tables its rules use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from khalkhin.board.mapsheet import TAGS
from khalkhin.engine.charts import Cell, Chart, ChartMaker
from khalkhin.engine.results_tables import ResultsTable
from khalkhin.games.kgw.charts import AIR_RESULTS, Alike, rule_of
from khalkhin.games.kgw.terrain import RIVER, WAYS

if TYPE_CHECKING:
    from khalkhin.games.kgw.game import KhalkinGolWar

YES, NO = "@value.yes", "@value.no"
SHIFTS = {
    "maximum_supply": "13.4.2.a",
    "close_support": "13.4.2.b",
    "shock": "13.4.2.c",
    "artillery": "13.4.2.e",
    "concentric": "13.4.2.g",
    "counterattack": "13.4.2.j",
    "river": "13.4.3.b",
    "soviet_artillery": "13.4.3.e",
    "entrenchment": "13.4.3.g",
}
RECRUITERS = (("RA", "26.0.b"), ("MPR", "26.0.b"), ("IJA", "26.0.c"), ("CXF", "26.0.c"), ("MC", "26.0.c"),
              ("WR", "26.0.c"), ("MJ", "26.0.c"))  # fmt: skip
LEVELS = ("draw", "marginal", "operational", "strategic")


def chart_list(game: KhalkinGolWar) -> tuple[Chart, ...]:
    """Every chart, in the order of the chapters that need them."""
    shown = _Charts(game)
    return (
        shown.results("combat", game.charts.combat),
        shown.codes(),
        shown.shifts(),
        shown.terrain(),
        shown.results("air_combat", game.charts.air_combat),
        shown.air_codes(),
        shown.turns(),
        shown.events(),
        shown.recruit(),
        shown.equivalents(),
        shown.supply(),
        shown.places(),
        shown.victory(),
        shown.constants(),
    )


class _Charts(ChartMaker):
    """The charts of one game, with the rules and tags of charts.toml."""

    def __init__(self, game: KhalkinGolWar) -> None:
        super().__init__(game.charts.data)
        self.game = game
        self.charts = game.charts

    # -- combat --

    def results(self, name: str, table: ResultsTable) -> Chart:
        """A results table: one die, so a row for each face."""
        rows = []
        for label in table.rows:
            line = [table.result(column, int(label)) for column in range(len(table.columns))]
            rows.append([Cell(label), *(self.cell(code, name, "rows", label, str(n)) for n, code in enumerate(line))])
        return self.chart(name, self.data[name]["rule"], ["@col.die", *table.columns], rows)

    def codes(self) -> Chart:
        """What the codes of ground combat mean."""
        rows = (
            [
                Cell(code),
                self.cell(f"@result.{code}", "results", "codes", code, "attacker"),
                Cell(rule_of(code)),
            ]
            for code in self.charts.codes
        )
        return self.chart("results", self.data["results"]["rule"], ["@col.code", "@col.result", "@col.rule"], rows)

    def air_codes(self) -> Chart:
        """What the codes of air combat mean to aircraft on a base and to ground units."""
        rows = (
            [Cell(code), Cell(f"@superiority.{code}"), Cell(f"@strike.{code}"), Cell(", ".join(dict.fromkeys(rules)))]
            for code, rules in AIR_RESULTS.items()
        )
        heads = ["@col.code", "@col.superiority", "@col.strike", "@col.rule"]
        return self.chart("air_results", self.data["air_combat"]["rule"], heads, rows)

    def shifts(self) -> Chart:
        """Columns beside those of terrain."""
        rows = (
            [Cell(f"@name.{name}"), self.cell(_signed(self.charts.shifts[name]), "shifts", name), Cell(rule)]
            for name, rule in SHIFTS.items()
        )
        return self.chart("shifts", self.data["shifts"]["rule"], ["@col.what", "@col.shift", "@col.rule"], rows)

    # -- movement --

    def terrain(self) -> Chart:
        """Points to enter or to cross, columns for the defender, entrenching: in summer, and in winter if other."""
        heads = ["@col.terrain", "@class.non", "@class.mech", "@class.cavalry", "@col.shift", "@col.entrench"]
        return self.chart("terrain", "10.3", [*heads, "@col.rule"], [*self._hexes(), *self._ways(), self._river()])

    def _hexes(self) -> Iterator[list[Cell]]:
        for name, row in self.charts.terrain.items():
            at = ("terrain", name)
            costs = [
                self._cost(row, at, ("non",)),
                self._cost(row, at, ("mech",)),
                self._cost(row, at, ("cavalry", "non")),
            ]
            shift = self.cell(_seasons(row["shift"], _signed), *at, "shift", "0")
            entrench = self.cell(YES if row["entrench"] else NO, *at, "entrench")
            yield [Cell(f"@terrain.{name}"), *costs, shift, entrench, Cell(row["rule"])]
        town = self.cell(_seasons(self.charts.town_shift, _signed), "town", "shift", "0")
        yield [Cell("@terrain.town"), *[Cell("-")] * 3, town, Cell("-"), Cell(self.data["town"]["rule"])]

    def _cost(self, row: Mapping[str, Any], at: tuple[str, ...], kinds: tuple[str, ...]) -> Cell:
        """The first of these classes that has costs of its own; without any it may not enter."""
        found = next((kind for kind in kinds if kind in row), None)
        if found is None:
            return self.cell("-", *at, "shift", "0")
        return self.cell(_seasons(row[found], _cost), *at, found, "0")

    def _ways(self) -> Iterator[list[Cell]]:
        """A way stands for the cost of the hex; everything else stays that of the terrain."""
        for way, rule in zip(WAYS, ("10.3.h", "10.3.h", "10.3.e", "10.3.e"), strict=True):
            cost = self.cell(_seasons(self.charts.ways[way], _points), "ways", way, "0")
            yield [Cell(f"@terrain.{way}"), *[cost] * 3, Cell("-"), Cell("-"), Cell(rule)]

    def _river(self) -> list[Cell]:
        non, mech = (
            self.cell(
                _seasons(self.charts.river[kind], lambda halves: f"+{_points(halves)}" if halves else "0"),
                "river",
                kind,
                "0",
            )
            for kind in ("non", "mech")
        )
        shift = self.cell(_seasons((self.charts.shifts["river"], 0), _signed), "shifts", "river")
        return [Cell(f"@terrain.{RIVER}"), non, mech, non, shift, Cell("-"), Cell("10.3.b")]

    # -- turns, events, recruiting --

    def turns(self) -> Chart:
        """The Turn Record Track."""
        rows = []
        for number, month in enumerate(self.charts.months.values()):
            at = ("turns", "months", str(number))
            normal = [self.cell(month.income[side], *at, side) for side in self.game.sides]
            red = [self.cell(month.accelerated[side], *at, f"{side}_accelerated") for side in self.game.sides]
            winter = self.cell(f"1-{month.winter}" if month.winter else "-", *at, "winter")
            rows.append([Cell(f"@month.{month.month}"), *normal, *red, winter])
        sides = [f"@side.{side}" for side in self.game.sides]
        heads = ["@col.month", *sides, *(f"@col.red-{side}" for side in self.game.sides), "@col.winter"]
        return self.chart("turns", self.data["turns"]["rule"], heads, rows)

    def events(self) -> Chart:
        """What a die brings either side."""
        rows = (
            [
                Cell(die),
                *(
                    self.cell(f"@event.{self.charts.events[side][die]['name']}", "events", side, die, "name")
                    for side in self.game.sides
                ),
            ]
            for die in self.charts.events["soviet"]
        )
        heads = ["@col.die", *(f"@side.{side}" for side in self.game.sides)]
        return self.chart("events", self.data["events"]["rule"], heads, rows)

    def recruit(self) -> Chart:
        """Prices by contingent, dearest first; the price of a kind is as well known as that of its best counter."""
        sheet, rows = self.game.sheet, []
        for nation, rule in RECRUITERS:
            prices: dict[tuple[str, str], Cell] = {}
            units = sorted((u for u, n in enumerate(sheet.nation) if n == nation), key=lambda u: -self.game.cost[u])
            for unit in units:
                if self.game.cost[unit]:
                    price = Cell(_points(self.game.cost[unit]), sheet.rows[unit].text("prov_cost"))
                    what = f"@type.{self.game.type[unit]}", self.game.figures(unit) or "-"
                    prices[what] = min(prices.get(what, price), price, key=lambda cell: TAGS.index(cell.tag))
            rows += [
                [Cell(f"@nat.{nation}"), Cell(kind), Cell(factors), price, Cell(rule)]
                for (kind, factors), price in prices.items()
            ]
        heads = ["@col.contingent", "@col.type", "@col.factors", "@col.price", "@col.rule"]
        return self.chart("recruit", "26.0", heads, rows)

    def equivalents(self) -> Chart:
        """What divisions are made of."""
        rows = []
        for number, row in enumerate(self.charts.equivalents):
            at = ("equivalents", str(number))
            parts = [
                {"key": "cell.part", "count": count, "type": f"@type.{kind.type}", "factors": self._alike(kind)}
                for kind, count in row.parts
            ]
            division = self.cell(self._alike(row.division), *at, "division", "combat")
            made_of = self.cell(parts, *at, "parts", "0", "count")
            rows.append(
                [Cell(f"@side.{row.side}"), Cell(f"@type.{row.division.type}"), division, made_of, Cell(row.rule)]
            )
        heads = ["@col.side", "@col.type", "@col.division", "@col.parts", "@col.rule"]
        return self.chart("equivalents", "17.1", heads, rows)

    def _alike(self, kind: Alike) -> str:
        """17.1  The factors that all counters of a kind have."""
        return self.game.figures(self.game.alike.index(kind))

    # -- supply, victory, limits --

    def supply(self) -> Chart:
        """What a supply unit can be expended for."""
        rows = (
            [
                Cell(f"@supply.{name}"),
                self.cell(f"@supply.phase.{row['phase']}", "supply", "actions", name, "phase"),
                Cell(f"@supply.effect.{name}"),
                Cell(row["rule"]),
            ]
            for name, row in self.charts.supply_actions.items()
        )
        heads = ["@col.action", "@col.phase", "@col.effect", "@col.rule"]
        return self.chart("supply", self.data["supply"]["actions"]["rule"], heads, rows)

    def places(self) -> Chart:
        """Objectives and aerodromes; those in the USSR bring no victory points (4.2.1.d)."""
        rows, values = [], self.charts.victory
        for number, place in enumerate(self.charts.places):
            at, hex_ = ("places", str(number)), self.game.map.grid.at(place["hex"])
            marks = [self.cell(YES if place[what] else "-", *at, what) for what in ("objective", "aerodrome")]
            kind = (
                "both"
                if place["objective"] and place["aerodrome"]
                else "objective"
                if place["objective"]
                else "aerodrome"
            )
            points = "-" if self.game.country["USSR"] >> hex_ & 1 else values[kind]
            name = self.game.map.field("town").get(hex_, "")
            rows.append([self.cell(place["hex"], *at, "hex"), Cell(name), *marks, self.cell(points, "victory", kind)])
        heads = ["@col.hex", "@col.place", "@col.objective", "@col.aerodrome", "@col.points"]
        return self.chart("places", "2.1", heads, rows)

    def victory(self) -> Chart:
        """Points for hexes, and the difference that makes a victory."""
        values = self.charts.victory
        rows = [
            [Cell(f"@vp.{kind}"), self.cell(values[kind], "victory", kind), Cell(f"4.2.1.{letter}")]
            for kind, letter in (("both", "a"), ("objective", "b"), ("aerodrome", "c"))
        ]
        least = [0, *(values[level] for level in LEVELS[1:])]
        for n, level in enumerate(LEVELS):
            reach = f"{least[n]}-{least[n + 1] - 1}" if n + 1 < len(LEVELS) else f"{least[n]}+"
            rows.append([Cell(f"@level.{level}"), self.cell(reach, "victory", LEVELS[max(n, 1)]), Cell("4.2.1.f")])
        return self.chart("victory", self.data["victory"]["rule"], ["@col.what", "@col.points", "@col.rule"], rows)

    def constants(self) -> Chart:
        """Numbers that stand alone."""
        rows = ([Cell(f"@name.{name}"), cell, Cell(rule)] for name, cell, rule in self._constants())
        return self.chart("constants", "", ["@col.what", "@col.value", "@col.rule"], rows)

    def _constants(self) -> Iterator[tuple[str, Cell, str]]:
        c = self.charts
        yield "stack_units", self.cell(c.stack_units, "stacking", "units"), "11.1.a"
        yield "stack_divisions", self.cell(c.stack_divisions, "stacking", "divisions"), "11.1.a"
        yield "rail_toll", self.cell(_points(c.rail_on), "railroad", "on"), "10.4.a"
        yield "rail_capacity", self.cell(c.rail_capacity, "railroad", "capacity"), "10.4.c"
        for side in self.game.sides:
            yield f"range_{side}", self.cell(c.air_range[side], "air", "range", side), "15.3.c"
        yield "relocation", self.cell(f"×{c.relocation}", "air", "relocation"), "15.3.e"
        yield "per_aerodrome", self.cell(c.per_aerodrome, "air", "per_aerodrome"), "15.3.b"
        yield "air_block", self.cell(c.block, "air", "block"), "15.4.i"
        yield "support", self.cell(c.support, "air", "support"), "15.6.d"
        yield "support_succeeds", self.cell(f"1-{c.support_succeeds}", "air", "support_succeeds"), "15.6.e"
        for side in self.game.sides:
            yield f"radius_{side}", self.cell(c.radius[side], "supply", "radius", side), "16.2.f"
        yield "winter_radius", self.cell(c.winter_radius, "supply", "winter_radius"), "22.2.e"
        yield "most_points", self.cell(c.most_points, "recruit", "most"), "8.1.d"
        yield "objective_points", self.cell(c.objective_points, "recruit", "objective"), "8.2"
        yield "zhukov_points", self.cell(c.zhukov_points, "recruit", "zhukov"), "8.2.f"
        yield "west_lesser", self.cell(c.west_lesser, "west_edge", "lesser"), "9.4.b"
        yield "west_divisions", self.cell(c.west_divisions, "west_edge", "divisions"), "9.4.b"
        yield "west_supply", self.cell(c.west_supply, "west_edge", "supply"), "9.4.b"
        yield "loss_strength", self.cell(c.loss_strength, "losses", "least_strength"), "24.8.a"


def _cost(halves: int) -> str:
    """Terrain that has no cost may not be entered."""
    return _points(halves) if halves else "-"


def _points(halves: int) -> str:
    """Half points as the book prints them."""
    whole, rest = divmod(halves, 2)
    return f"{whole or ''}½" if rest else str(whole)


def _signed(columns: int) -> str:
    return f"{columns:+}" if columns else "0"


def _seasons(pair: Iterable[int], write: Callable[[int], str]) -> str:
    """A value in summer and in winter, once where they are the same."""
    summer, winter = (write(value) for value in pair)
    return summer if summer == winter else f"{summer} / {winter}"
