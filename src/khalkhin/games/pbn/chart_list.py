"""The charts of the game for whoever wants to read them, from the tables its rules use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from khalkhin.board.hexset import members
from khalkhin.engine.charts import Cell, Chart, ChartMaker
from khalkhin.engine.provenance import ABOUT
from khalkhin.engine.results_tables import ResultsTable
from khalkhin.games.pbn.charts import ASSAULT, RAID

if TYPE_CHECKING:
    from khalkhin.games.pbn.game import Nomonhan

SHIFTS = (
    ("suppressed_attacker", "suppressed", "", -1, "8.2.3"),
    ("suppressed_defender", "suppressed", "", 1, "8.2.4"),
    ("fortification_japan", "fortification", "japan", -1, "TEC.36"),
    ("fortification_soviet", "fortification", "soviet", -1, "TEC.37"),
    ("banzai", "banzai", "", 0, "JCM.5.1"),
    ("experience", "experience", "", 0, "SCM.8"),
    ("close_support", "close_support", "", 1, "31.1"),
    ("anti_aircraft", "anti_aircraft", "", -1, "16.84.1"),
)
"""What shifts, where charts.toml says by how much, whom it helps (the attacker 1, the defender -1, who plays it 0)."""
OBJECTIVES = {"center": ("SVP.9", "JVP.11"), "east": ("SVP.10", "JVP.11"), "west": ("SVP.11", "JVP.12")}
LEVELS = (("draw", "24.2.1"), ("marginal", "24.2.2"), ("major", "24.2.3"), ("decisive", "24.2.4"))
ROUTINE = (("air", "SRG.3, JRG.5"), ("supply", "SRG.4, JRG.6"), ("supply_reinforced", "SRG.5, JRG.6"))
GROUPS = (
    "setup_west",
    "setup_tamsag",
    "57_corps",
    "1st_army_group",
    "setup_east",
    "setup_hailar",
    "2nd_air_division",
    "sixth_army",
    "kar_1",
    "kar_2",
)


def chart_list(game: Nomonhan) -> tuple[Chart, ...]:
    """Every chart, in the order of the chapters that need them."""
    shown = _Charts(game)
    return (
        shown.results(RAID, game.charts.combat[RAID]),
        shown.results(ASSAULT, game.charts.combat[ASSAULT]),
        shown.codes(),
        shown.shifts(),
        shown.results("bombardment", game.charts.bombardment),
        shown.bombardment_codes(),
        shown.results("superiority", game.charts.superiority),
        shown.interdiction(),
        shown.interdictors(),
        shown.terrain(),
        shown.hexsides(),
        shown.ways(),
        shown.breakdown(),
        shown.markers(),
        shown.groups(),
        shown.routine(),
        shown.points(),
        shown.objectives(),
        shown.victory(),
        shown.landing(),
        shown.constants(),
    )


class _Charts(ChartMaker):
    """The charts of one game, with the rules and tags of charts.toml."""

    def __init__(self, game: Nomonhan) -> None:
        super().__init__(game.charts.data)
        self.game = game
        self.charts = game.charts

    def _rule(self, table: str) -> str:
        return str(self.data[table]["rule"])

    # -- combat --

    def results(self, name: str, table: ResultsTable) -> Chart:
        """A results table: one die, so a row for each face."""
        rows = []
        for label in table.rows:
            line = [table.result(column, int(label)) for column in range(len(table.columns))]
            rows.append([Cell(label), *(self.cell(code, name, "rows", label, str(n)) for n, code in enumerate(line))])
        return self.chart(name, self._rule(name), ["@col.die", *table.columns], rows)

    def codes(self) -> Chart:
        """What the codes of land combat mean."""
        rows = (
            [
                Cell(code),
                self.cell(f"@result.{code}", "results", "codes", code, "attacker"),
                self.cell(row["pursuit"] or "-", "results", "codes", code, "pursuit"),
            ]
            for code, row in self.charts.codes.items()
        )
        return self.chart("results", self._rule("results"), ["@col.code", "@col.result", "@col.pursuit"], rows)

    def shifts(self) -> Chart:
        """Columns beside those of terrain and headquarters."""
        rows = []
        for name, value, side, sign, rule in SHIFTS:
            at = ("shifts", value, side) if side else ("shifts", value)
            columns = self.data["shifts"][value][side] if side else self.data["shifts"][value]
            shown = f"{sign * columns:+}" if sign else f"±{columns}"
            rows.append([Cell(f"@name.{name}"), self.cell(shown, *at), Cell(rule)])
        return self.chart("shifts", self._rule("shifts"), ["@col.what", "@col.shift", "@col.rule"], rows)

    # -- air --

    def bombardment_codes(self) -> Chart:
        """What the codes of the Bombardment Table mean."""
        codes = sorted(set(self.charts.bombardment.cells.values()), key=lambda code: (len(code), code))
        rows = (
            [Cell(code), Cell(f"@bombardment.{code}", self.tags["bombardment", "rows", "1", "0"])] for code in codes
        )
        return self.chart("bombardment_results", "16.83", ["@col.code", "@col.result"], rows)

    def interdiction(self) -> Chart:
        """What every modified die does to who arrives, and whether it costs an interdictor."""
        charts, rows = self.charts, []
        for die, delay in enumerate(charts.interdiction_delay, 1):
            lost = die >= charts.interdiction_lost
            effect = {"key": "cell.lost" if lost else "cell.delay", "count": delay}
            fire = die in charts.interdiction_fire
            hit = self.cell("@cell.damaged" if fire else "-", "interdiction", "anti_aircraft", "0")
            rows.append([Cell(die), self.cell(effect, "interdiction", "delay", str(die - 1)), hit])
        heads = ["@col.modified", "@col.arrival", "@col.interdictor"]
        return self.chart("interdiction", self._rule("interdiction"), heads, rows)

    def interdictors(self) -> Chart:
        """What interdictors able to fly add to the die."""
        pairs = zip(self.charts.committed, self.charts.interdiction_modifier, strict=True)
        rows = (
            [
                self.cell(f"{points}+", "interdiction", "committed", str(n)),
                self.cell(f"+{plus}" if plus else "0", "interdiction", "modifier", str(n)),
            ]
            for n, (points, plus) in enumerate(pairs)
        )
        return self.chart("interdictors", self._rule("interdiction"), ["@col.flying", "@col.modifier"], rows)

    def landing(self) -> Chart:
        """Variant 33: the modified die of a landing, and what modifies it."""
        table = self.charts.landing
        first, last = table["scatter"][0], table["scatter_suppressed"]
        suppressed = f"{table['suppressed'][0]}-{table['suppressed'][-1]}"
        rows = [
            [Cell("@name.lands"), self.cell(f"1-{first - 1}", "landing", "scatter", "0"), Cell("33.4")],
            [Cell("@name.scatters"), self.cell(first, "landing", "scatter", "0"), Cell("33.4")],
            [Cell("@name.lands_suppressed"), self.cell(suppressed, "landing", "suppressed", "0"), Cell("33.4")],
            [Cell("@name.scatters_suppressed"), self.cell(f"{last}+", "landing", "scatter_suppressed"), Cell("33.4")],
        ]
        for name in ("near_gun", "near_enemy", "rough"):
            rows.append([Cell(f"@name.{name}"), self.cell(f"+{table[name]}", "landing", name), Cell("33.4.1")])
        return self.chart("landing", self._rule("landing"), ["@col.what", "@col.value", "@col.rule"], rows)

    # -- terrain --

    def terrain(self) -> Chart:
        """Points to enter, columns for the defender against attacks and bombardments."""
        rows = (
            [
                Cell(f"@terrain.{name}"),
                *self._costs(row, ("terrain", name)),
                *(self.cell(_left(row[what]), "terrain", name, what) for what in ("defence", "bombardment")),
                Cell(row["rule"]),
            ]
            for name, row in _entries(self.charts.terrain)
        )
        heads = ["@col.terrain", "@class.mech", "@class.non", "@col.defence", "@col.bombardment", "@col.rule"]
        return self.chart("terrain", "2.34.9", heads, rows)

    def hexsides(self) -> Chart:
        """Points to cross a hexside beside those of the hex, columns if all attackers cross one."""
        rows = (
            [
                Cell(f"@terrain.{name}"),
                *self._costs(row, ("hexside", name), "+"),
                self.cell(_left(row["defence"]), "hexside", name, "defence"),
                Cell(row["rule"]),
            ]
            for name, row in _entries(self.charts.hexsides)
        )
        heads = ["@col.terrain", "@class.mech", "@class.non", "@col.defence", "@col.rule"]
        return self.chart("hexsides", "2.34.9", heads, rows)

    def ways(self) -> Chart:
        """Points for a step along a way."""
        rows = (
            [Cell(f"@terrain.{name}"), *self._costs(row, ("way", name)), Cell(row["rule"])]
            for name, row in _entries(self.charts.ways)
        )
        heads = ["@col.terrain", "@class.mech", "@class.non", "@col.rule"]
        return self.chart("ways", "2.34.9", heads, rows)

    def _costs(self, row: Mapping[str, Any], at: tuple[str, ...], sign: str = "") -> Iterator[Cell]:
        """What each class pays; without a cost it may not go there."""
        for kind in ("mech", "non"):
            if kind in row:
                yield self.cell(sign + _points(row[kind], self.charts.scale), *at, kind)
            else:
                yield self.cell("-", *at, "defence")

    # -- units --

    def breakdown(self) -> Chart:
        """What a strength line breaks down into."""
        rows = []
        for number, recipe in enumerate(self.charts.recipes):
            at = ("breakdown", str(number))
            parts = {_line(part): recipe.parts.count(part) for part in recipe.parts}
            unit = self.cell(_line(recipe.unit), *at, "unit", "0")
            made_of = self.cell([f"{count} × {line}" for line, count in parts.items()], *at, "parts", "0", "0")
            rows.append([Cell(f"@side.{self.game.sides[recipe.side]}"), unit, made_of, Cell(recipe.rule)])
        return self.chart("breakdown", "26.9", ["@col.side", "@col.unit", "@col.parts", "@col.rule"], rows)

    def markers(self) -> Chart:
        """The campaign markers: what they do, when, and where they go afterwards."""
        sheet, rows = self.game.sheet, []
        for name, row in self.charts.markers.items():
            side = self.game.sides[sheet.side[sheet.index[name]]]
            at = ("markers", side, name)
            acts = self.cell("@acts.held" if row.held else "@acts.at_once", *at, "acts")
            then = self.cell(f"@then.{row.then}", *at, "then")
            rows.append([Cell(f"@side.{side}"), Cell(name), Cell(f"@effect.{name}"), acts, then, Cell(row.rule)])
        heads = ["@col.side", "@col.marker", "@col.effect", "@col.when", "@col.then", "@col.rule"]
        return self.chart("markers", self._rule("markers"), heads, rows)

    def groups(self) -> Chart:
        """Who is set up and who arrives together."""
        game, start, rows = self.game, self.game.scenarios["campaign"].data, []
        for name in GROUPS:
            units = [game.sheet.ids[u] for u in members(game.group[name])]
            if name in self.charts.groups:
                group, at = self.charts.groups[name], ("groups", "of", name)
                points = [self.cell(n or "-", *at, what) for what, n in (("air", group.air), ("supply", group.supply))]
                side, rule = game.sides[group.side], group.rule
            else:
                side = "soviet" if name in ("setup_west", "setup_tamsag") else "japan"
                based = name in ("setup_tamsag", "setup_hailar")
                points = [Cell(start[what][side] if based else "-") for what in ("air", "supply")]
                rule = f"25.{4 + game.sides.index(side)}.{2 if based else 1}"
            rows.append([Cell(f"@arrives.{name}"), Cell(f"@side.{side}"), Cell(units), *points, Cell(rule)])
        for side, rule in zip(game.sides, ("SRG.7", "JRG.7"), strict=True):
            mine = game.optional & game.sheet.of_side[game.sides.index(side)]
            units = [game.sheet.ids[u] for u in members(mine)]
            rows.append([Cell("@arrives.optional"), Cell(f"@side.{side}"), Cell(units), *[Cell("-")] * 2, Cell(rule)])
        heads = ["@col.group", "@col.side", "@col.units", "@col.flying", "@type.supply", "@col.rule"]
        return self.chart("groups", self._rule("groups"), heads, rows)

    def routine(self) -> Chart:
        """What comes every turn."""
        rows = (
            [
                Cell(f"@name.routine_{what}"),
                *(self.cell(self.data["routine"][what][side], "routine", what, side) for side in self.game.sides),
                Cell(rule),
            ]
            for what, rule in ROUTINE
        )
        sides = [f"@side.{side}" for side in self.game.sides]
        return self.chart("routine", self._rule("routine"), ["@col.what", *sides, "@col.rule"], rows)

    # -- victory --

    def points(self) -> Chart:
        """Victory points for what is eliminated."""
        rows = [
            [
                Cell(f"@side.{row['scores']}"),
                Cell(f"@name.{name}"),
                self.cell(row["points"], "eliminated", "of", name, "points"),
                Cell(row["rule"]),
            ]
            for name, row in _entries(self.data["eliminated"]["of"])
        ]
        heads = ["@col.scorer", "@col.eliminated", "@col.points", "@col.rule"]
        return self.chart("points", self._rule("eliminated"), heads, rows)

    def objectives(self) -> Chart:
        """Victory points a turn for every objective."""
        game, rows = self.game, []
        names = game.map.field("name")
        for number, name in enumerate(self.charts.objective_hexes):
            hex_ = game.map.grid.at(name)
            where = "center" if hex_ == game.nomonhan else "east" if game.east >> hex_ & 1 else "west"
            worth = [
                self.cell(self.charts.objective_points[where][side], "objectives", where, game.sides[side])
                for side in range(len(game.sides))
            ]
            at = self.cell(name, "objectives", "hexes", str(number))
            rows.append([at, Cell(names.get(hex_, "")), *worth, Cell(", ".join(OBJECTIVES[where]))])
        sides = [f"@side.{side}" for side in game.sides]
        heads = ["@col.hex", "@col.place", *sides, "@col.rule"]
        return self.chart("objectives", self._rule("objectives"), heads, rows)

    def victory(self) -> Chart:
        """The difference of victory points that makes a victory, and sudden death."""
        least = [0, *self.charts.levels.values()]
        rows = []
        for n, (level, rule) in enumerate(LEVELS):
            reach = f"{least[n]}-{least[n + 1] - 1}" if n + 1 < len(LEVELS) else f"{least[n]}+"
            at = self.cell(reach, "victory", level if n else "marginal")
            rows.append([Cell(f"@level.{level}"), at, Cell(rule)])
        sudden = self.cell(self.charts.sudden_death, "victory", "sudden_death")
        rows.append([Cell("@level.sudden_death"), sudden, Cell("25.3")])
        return self.chart("victory", self._rule("victory"), ["@col.what", "@col.value", "@col.rule"], rows)

    # -- limits --

    def constants(self) -> Chart:
        """Numbers that stand alone."""
        rows = ([Cell(f"@name.{name}"), cell, Cell(rule)] for name, cell, rule in self._constants())
        return self.chart("constants", "", ["@col.what", "@col.value", "@col.rule"], rows)

    def _constants(self) -> Iterator[tuple[str, Cell, str]]:
        c = self.charts
        yield "stack_limit", self.cell(c.stack_limit, "stacking", "limit"), "12.1"
        yield "start_level", self.cell(c.start_level, "command", "start"), "5.2"
        for number, side in enumerate(self.game.sides):
            yield f"strike_{side}", self.cell(c.strike_limit[number], "air", "strike", side), "26.7"
        yield "fire_together", self.cell(c.fire_together, "air", "superiority"), "30.0"
        yield "repaired", self.cell(c.repaired, "air", "repaired"), "7.6"
        yield "refitted", self.cell(c.refitted, "supply", "refitted"), "7.5.2"
        yield "support_limit", self.cell(c.support_limit, "air", "close_support"), "31.3"
        yield "price", self.cell(c.effects["price"], "marker_effects", "price"), "27.2"
        yield "optional_price", self.cell(c.optional_price, "routine", "optional"), "25.6.4"
        yield "reserves_lead", self.cell(c.effects["reserves_lead"], "marker_effects", "reserves_lead"), "JCM.3.1"
        yield "deception_start", self.cell(c.deception_start, "routine", "deception_at_start"), "35.2"
        yield "deception", self.cell(c.deception, "routine", "deception"), "35.2"


def _entries(table: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    return ((name, row) for name, row in table.items() if name not in ABOUT)


PARTS = {Fraction(1, 4): "¼", Fraction(1, 3): "⅓", Fraction(1, 2): "½"}


def _points(twelfths: int, scale: int) -> str:
    """Movement points as the book prints them."""
    whole, rest = divmod(Fraction(twelfths, scale), 1)
    if not rest:
        return str(whole)
    part = PARTS.get(rest)
    return f"{whole or ''}{part}" if part else f"{whole} {rest}" if whole else str(rest)


def _left(columns: int) -> str:
    """Columns to the left."""
    return f"-{columns}" if columns else "0"


def _line(line: tuple[int, ...]) -> str:
    return "-".join(map(str, line))
