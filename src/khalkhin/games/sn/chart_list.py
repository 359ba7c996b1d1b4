"""The charts of the game for whoever wants to read them, from the tables its rules use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from khalkhin.board.hexset import members
from khalkhin.engine.charts import Cell, Chart, ChartMaker
from khalkhin.engine.provenance import ABOUT, tags
from khalkhin.engine.results_tables import ResultsTable, number

if TYPE_CHECKING:
    from khalkhin.games.sn.game import StrikeNorth

SHIFTS = (
    ("headquarters", "12.2.hq"),
    ("maximum_supply", "12.2.max"),
    ("unsupplied", "12.2.gs"),
    ("concentric", "12.2.con"),
    ("close_support", "12.2.cas"),
    ("fort", "12.4"),
    ("disrupted_attacker", "15.2.28"),
    ("disrupted_defender", "15.2.28"),
    ("surprise", "25.4.2"),
)
AIR_SHIFTS = (("disrupted", "15.2.28"), ("surprise", "25.4.3"), ("fort", "12.4"))
AIR_RESULTS = ("AA", "NE", "H1", "H2", "H3")
AIR_TARGETS = ("superiority", "units", "airbase", "city")
LEVELS = ("draw", "tactical", "operational", "strategic")
NATIONS = ("JP", "SU", "MC", "MJ", "OM", "DE", "FER")


def chart_list(game: StrikeNorth) -> tuple[Chart, ...]:
    """Every chart, in the order of the chapters that need them."""
    shown = _Charts(game)
    return (
        shown.results("combat", game.charts.combat),
        shown.codes(),
        shown.shifts(),
        shown.results("air_attack", game.charts.air_attack),
        shown.air_codes(),
        shown.air_shifts(),
        shown.terrain(),
        shown.states(),
        shown.costs(),
        shown.quotas(),
        shown.equivalents(),
        shown.turns(),
        shown.setup(),
        shown.places(),
        shown.cities(),
        shown.victory(),
        shown.constants(),
    )


class _Charts(ChartMaker):
    """The charts of one game, with the rules and tags of charts.toml and of the scenarios."""

    def __init__(self, game: StrikeNorth) -> None:
        super().__init__(game.charts.data)
        self.game = game
        self.charts = game.charts

    def _rule(self, table: str) -> str:
        return str(self.data[table]["rule"])

    def _scenarios(self) -> Iterator[tuple[str, Mapping[str, Any], Mapping[tuple[str, ...], str]]]:
        """Every scenario by its title, with the tag of every value."""
        for name, scenario in self.game.scenarios.items():
            yield f"@scenario.{name}.title", scenario.data, tags(scenario.data)

    # -- combat --

    def results(self, name: str, table: ResultsTable) -> Chart:
        """A results table: one die, so a row for each face."""
        rows = []
        for label in table.rows:
            line = [table.result(column, int(label)) for column in range(len(table.columns))]
            rows.append([Cell(label), *(self.cell(code, name, "rows", label, str(n)) for n, code in enumerate(line))])
        return self.chart(name, self._rule(name), ["@col.die", *table.columns], rows)

    def codes(self) -> Chart:
        """What the codes of ground combat mean."""
        rows = (
            [
                Cell(code),
                self.cell(f"@result.{code}", "results", "codes", code, "attacker"),
                self.cell(f"@pursuit.{row['pursuit'] or 'no'}", "results", "codes", code, "pursuit"),
            ]
            for code, row in self.charts.codes.items()
        )
        return self.chart("results", self._rule("results"), ["@col.code", "@col.result", "@col.pursuit"], rows)

    def shifts(self) -> Chart:
        """Columns beside those of terrain."""
        rows = (
            [Cell(f"@name.{name}"), self.cell(f"{self.charts.shifts[name]:+}", "shifts", name), Cell(rule)]
            for name, rule in SHIFTS
        )
        return self.chart("shifts", self._rule("shifts"), ["@col.what", "@col.shift", "@col.rule"], rows)

    # -- air --

    def air_codes(self) -> Chart:
        """What the codes of the Air Attack Table mean in air combat and to every target."""
        rows = (
            [
                Cell(code),
                *(self.cell(f"@effect.{target}_{code}", "air_attack", "rows", "1", "0") for target in AIR_TARGETS),
            ]
            for code in AIR_RESULTS
        )
        heads = ["@col.code", *(f"@col.{target}" for target in AIR_TARGETS)]
        return self.chart("air_results", self._rule("air_attack"), heads, rows)

    def air_shifts(self) -> Chart:
        """Columns of attacks from the air beside those of terrain."""
        rows = (
            [Cell(f"@name.air_{name}"), self.cell(f"{self.charts.air_shifts[name]:+}", "air_shifts", name), Cell(rule)]
            for name, rule in AIR_SHIFTS
        )
        return self.chart("air_shifts", self._rule("air_shifts"), ["@col.what", "@col.shift", "@col.rule"], rows)

    # -- terrain --

    def terrain(self) -> Chart:
        """Points to enter a hex or cross a hexside, columns on the ground and from the air, stacking."""
        rows = (
            [
                Cell(f"@terrain.{name}"),
                *(self._terrain(name, kind, _points(row[kind], self.charts.scale)) for kind in ("mech", "non")),
                *(self._terrain(name, what, f"{row[what]:+}" if row[what] else "0") for what in ("shift", "air")),
                self._terrain(name, "stack", row["stack"] or "-"),
                Cell(row["rule"]),
            ]
            for name, row in self._rows("terrain")
        )
        heads = ["@col.terrain", "@class.mech", "@class.non", "@col.ground", "@col.air", "@col.stack", "@col.rule"]
        return self.chart("terrain", "8.4", heads, rows)

    def _rows(self, table: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The entries of a table; what they do not tell is nothing."""
        for name, row in self.data[table].items():
            if name not in ABOUT:
                yield name, {"mech": 0, "non": 0, "shift": 0, "air": 0, "stack": 0, **row}

    def _terrain(self, name: str, what: str, shown: Any) -> Cell:
        told = what in self.data["terrain"][name]
        return self.cell(shown, "terrain", name, what) if told else Cell("-")

    def states(self) -> Chart:
        """Where the units of each nation may go."""
        rows = (
            [
                Cell(f"@nat.{nation}"),
                self.cell([f"@state.{_slug(name)}" for name in names], "states", "enter", nation, "0"),
            ]
            for nation, names in self.charts.entered.items()
        )
        return self.chart("states", self._rule("states"), ["@col.nation", "@col.enters"], rows)

    # -- mobilization --

    def costs(self) -> Chart:
        """Mobilization points for every kind of counter."""
        costs = self.charts.costs
        kinds = dict.fromkeys(kind for nation in NATIONS for kind in costs[nation])
        rows = (
            [
                Cell(f"@type.{kind}"),
                *(
                    self.cell(costs[nation][kind], "costs", "of", nation, kind) if kind in costs[nation] else Cell("-")
                    for nation in NATIONS
                ),
            ]
            for kind in kinds
        )
        return self.chart("costs", self._rule("costs"), ["@col.type", *(f"@nat.{n}" for n in NATIONS)], rows)

    def quotas(self) -> Chart:
        """How many units a phase come in cities."""
        rows = (
            [
                Cell(f"@nat.{quota.nation}"),
                Cell([f"@state.{_slug(name)}" for name in quota.states]),
                self.cell(quota.combat, "quotas", "of", quota.name, "combat"),
                self.cell(quota.support, "quotas", "of", quota.name, "support"),
            ]
            for quota in self.charts.quotas
        )
        heads = ["@col.nation", "@col.cities_of", "@col.combat", "@col.support"]
        return self.chart("quotas", self._rule("quotas"), heads, rows)

    def equivalents(self) -> Chart:
        """The divisions of every corps that can be formed."""
        rows = []
        for n, row in enumerate(self.charts.equivalents):
            parts = [{"key": "cell.units", "count": count, "type": f"@type.{kind}"} for kind, count in row.parts]
            made_of = self.cell(parts, "equivalents", str(n), "parts", row.parts[0][0])
            rows.append([Cell(f"@nat.{row.nation}"), Cell(f"@type.{row.corps}"), made_of, Cell(row.rule)])
        heads = ["@col.nation", "@col.corps", "@col.parts", "@col.rule"]
        return self.chart("equivalents", "7.0", heads, rows)

    # -- scenarios --

    def turns(self) -> Chart:
        """The Turn Record Track of every scenario."""
        rows = []
        for title, data, tag in self._scenarios():
            for n, month in enumerate(data["turns"]["months"]):
                at = "turns", "months", str(n)
                winter = Cell("@track.winter" if month["winter"] else "-", tag[*at, "winter"])
                income = [Cell(month[side], tag[*at, side]) for side in self.game.sides]
                rows.append([Cell(title), Cell(f"@month.{month['month']}"), Cell(str(month["year"])), winter, *income])
        sides = [f"@side.{side}" for side in self.game.sides]
        return self.chart("turns", "5.1", ["@col.scenario", "@col.month", "@col.year", "@col.weather", *sides], rows)

    def setup(self) -> Chart:
        """The order of battle of every scenario."""
        rows = []
        for title, data, tag in self._scenarios():
            for n, line in enumerate(data["setup"]):
                units = [_told(kind, count) for kind, count in line["units"].items()]
                force = Cell(units, tag["setup", str(n), "units", next(iter(line["units"]))])
                area = Cell(f"@area.{line['area']}")
                rows.append([Cell(title), Cell(f"@nat.{line['nation']}"), area, force, Cell(line["rule"])])
        heads = ["@col.scenario", "@col.nation", "@col.area", "@col.units", "@col.rule"]
        return self.chart("setup", "3.0", heads, rows)

    def places(self) -> Chart:
        """Victory points for cities and towns, of the Soviets and of the Japanese."""
        rows, names = [], self.game.map.field("town")
        for title, data, tag in self._scenarios():
            for kind in ("named", "cities", "towns"):
                for key, pair in data["victory"][kind].items():
                    place = names[self.game.map.grid.at(key)] if kind == "named" else f"@name.{kind}_{_slug(key)}"
                    japan, soviet = (Cell(pair[n], tag["victory", kind, key, str(n)]) for n in (0, 1))
                    rows.append([Cell(title), Cell(place), soviet, japan])
        sides = [f"@side.{side}" for side in self.game.sides]
        return self.chart("places", "24.0", ["@col.scenario", "@col.place", *sides], rows)

    def cities(self) -> Chart:
        """Every city by its state, and what it is worth in each scenario to the Soviets and to the Japanese."""
        rows, game = [], self.game
        for state, hexes in game.realm.items():
            for hex_ in members(hexes & game.cities):
                name = game.map.grid.name(hex_)
                tag = game.map.provenance.tag(name, "class")
                port = "@about.port" if game.ports >> hex_ & 1 else "-"
                points = [self._worth(data, name, state) for _, data, _ in self._scenarios()]
                place = [Cell(name, tag), Cell(game.map.names[hex_]), Cell(f"@state.{_slug(state)}"), Cell(port)]
                rows.append([*place, *(Cell(text) for text in points)])
        heads = ["@col.hex", "@col.city", "@col.state", "@about.port", *(title for title, _, _ in self._scenarios())]
        return self.chart("cities", "24.0", heads, rows)

    def _worth(self, data: Mapping[str, Any], city: str, state: str) -> str:
        """Points of a city in a scenario: Soviet / Japanese."""
        victory = data["victory"]
        japan, soviet = victory["named"].get(city) or victory["cities"].get(state, (0, 0))
        return f"{soviet} / {japan}"

    # -- victory --

    def victory(self) -> Chart:
        """The difference of victory points that makes a victory, and automatic victory."""
        least = [0, *self.charts.levels.values()]
        rows = []
        for n, level in enumerate(LEVELS):
            reach = f"{least[n]}-{least[n + 1] - 1}" if n + 1 < len(LEVELS) else f"{least[n]}+"
            rows.append(
                [Cell(f"@level.{level}"), self.cell(reach, "victory", level if n else "tactical"), Cell("24.1")]
            )
        cities = self.cell(self.charts.enemy_cities, "victory", "enemy_cities")
        rows.append([Cell("@level.automatic_soviet"), cities, Cell("24.2.2")])
        rows.append([Cell("@level.automatic_japan"), Cell("-"), Cell("24.2.1")])
        return self.chart("victory", self._rule("victory"), ["@col.what", "@col.value", "@col.rule"], rows)

    # -- limits --

    def constants(self) -> Chart:
        """Numbers that stand alone."""
        rows = ([Cell(f"@name.{name}"), cell, Cell(rule)] for name, cell, rule in self._constants())
        return self.chart("constants", "", ["@col.what", "@col.value", "@col.rule"], rows)

    def _constants(self) -> Iterator[tuple[str, Cell, str]]:
        c = self.charts
        yield "most_points", self.cell(c.most_points, "mobilization", "most"), "5.5"
        yield "city_points", self.cell(c.city_points, "mobilization", "city"), "5.3.a"
        yield "major_points", self.cell(c.major_points, "mobilization", "major_victory"), "5.3.b"
        yield "major_losses", self.cell(c.major_losses, "mobilization", "major_losses"), "5.3.b"
        yield "major_airstrikes", self.cell(c.major_airstrikes, "mobilization", "major_airstrikes"), "5.3.b"
        yield "corps_size", self.cell(c.corps_size, "stacking", "corps"), "10.1.2"
        yield "other_size", self.cell(c.other_size, "stacking", "other"), "10.1.3"
        yield "forts", self.cell(c.forts, "stacking", "forts"), "10.1.4"
        for n, side in enumerate(self.game.sides):
            yield f"per_hex_{side}", self.cell(c.per_hex[n], "air", "per_hex", side), "15.2.6"
            yield f"airborne_{side}", self.cell(c.airborne_range[n], "air", "airborne_range", side), "19.0.1"
            survives = f"1-{c.airborne_survives[n]}"
            yield f"survives_{side}", self.cell(survives, "air", "airborne_survives", side), "19.0.5"
        yield "marine_lands", self.cell(f"{c.marine_lands[0]}-6", "air", "marine_lands", "soviet"), "18.2.2"
        yield "lift", self.cell(c.lift, "air", "lift"), "18.0.1"
        yield "home_reach", self.cell(c.home_reach, "air", "home_islands"), "23.0.1"
        yield "winter_radius", self.cell(c.winter_radius, "winter", "radius"), "22.0.3"
        yield "attrition", self.cell(c.attrition, "winter", "attrition"), "22.1"


def _told(kind: str, count: int) -> dict[str, Any]:
    """So many counters of a sort; airstrikes are told apart by their front range."""
    name, _, front = kind.rpartition("_")
    if front.isdecimal():
        return {"key": "cell.strikes", "count": count, "type": f"@type.{name}", "range": front}
    return {"key": "cell.units", "count": count, "type": f"@type.{kind}"}


def _points(halves: int, scale: int) -> str:
    """Movement points as the book prints them."""
    return str(number(Fraction(halves, scale)))


def _slug(state: str) -> str:
    return state.lower().replace(" ", "_")
