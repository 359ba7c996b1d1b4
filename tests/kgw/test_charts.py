"""2.0, 5, 26.0  Charts and counters: the tables against the formulas they were made by, prices, numbers of counters."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import pairwise

import pytest

from khalkhin.board.mapsheet import TAGS
from khalkhin.engine.charts import Chart
from khalkhin.render.tokens import tokens
from tests.kgw.positions import the_game

rule = pytest.mark.rule
GAME = the_game()
CHARTS, SHEET = GAME.charts, GAME.sheet
ROWS = {row.text("id"): row for row in SHEET.rows}
SHOWN: dict[str, Chart] = {chart.name: chart for chart in GAME.chart_list()}
GROUND = ["A3R", "A2R", "A2R", "A1R", "A1R", "AS", "CA/R", "B2", "B1", "D1R", "D2R", "D2R", "D3R", "D3R", "D4R"]
AIR = ["A1", "A1", "-", "-", "E1", "D1", "D1", "E2", "D2", "D2", "D2"]
WORST_FIRST = ["A3R", "A2R", "A1R", "AS", "CA/R", "B2", "B1", "D1R", "D2R", "D3R", "D4R"]
AIR_WORST_FIRST = ["A1", "-", "E1", "D1", "E2", "D2"]


def shown(name: str) -> list[list[str]]:
    """The cells of a chart as text."""
    return [[str(cell.value) for cell in row] for row in SHOWN[name].rows]


# -- results tables ----------------------------------------------------------------------------------------------------


@rule("kgw", "2.9", "13.3.a", "13.3.b", "13.2.e")
def test_columns_of_the_combat_table() -> None:
    assert CHARTS.at_least == (0, 50, 100, 150, 200, 300, 400, 500, 600, 700)
    assert (CHARTS.combat.columns[0], CHARTS.combat.columns[-1]) == ("≤49", "≥700")


@rule("kgw", "26.0", "25.0.a", "25.0.b", "25.0.c", "25.0.d", "25.0.e")
def test_the_combat_table_is_one_sequence() -> None:
    """5.1: cell(column, die) = Q[column + die - 1]."""
    for column in range(10):
        for die in range(1, 7):
            assert CHARTS.combat.result(column, die) == GROUND[column + die - 1]
    assert set(CHARTS.codes) == set(GROUND)


@rule("kgw", "15.4.d", "15.4.e", "15.5.b", "15.5.f")
def test_the_air_table_is_one_sequence() -> None:
    """5.2: cell(units, die) = Q[units + die - 2]."""
    for units in range(1, 7):
        for die in range(1, 7):
            assert CHARTS.air_combat.result(units - 1, die) == AIR[units + die - 2]


def test_tables_are_monotone() -> None:
    """T-106: a better column or a higher roll never helps the defender."""
    for table, order, columns in ((CHARTS.combat, WORST_FIRST, 10), (CHARTS.air_combat, AIR_WORST_FIRST, 6)):
        worth = [[order.index(table.result(c, d)) for d in range(1, 7)] for c in range(columns)]
        for row in (*worth, *zip(*worth, strict=True)):
            assert all(a <= b for a, b in pairwise(row))


def test_mean_losses() -> None:
    """5.1: units lost on the mean, attacker and defender, CA/R counted as none."""
    lost = {"attacker": ["1.50", "1.00", "1.00", "0.83", "0.67", "0.50", "0.50", "0.50", "0.17", "0.00"],
            "defender": ["0.00", "0.00", "0.33", "0.50", "0.67", "1.00", "1.33", "1.83", "2.00", "2.50"]}  # fmt: skip
    for who, means in lost.items():
        for column, mean in enumerate(means):
            chances = CHARTS.combat.distribution(column)
            assert f"{float(sum(p * CHARTS.codes[code][who] for code, p in chances.items())):.2f}" == mean


@rule("kgw", "25.0.a", "25.0.c", "25.0.e")
def test_codes_say_what_they_do() -> None:
    for code, row in CHARTS.codes.items():
        effect = row["attacker"], row["defender"], row["attacker_retreats"], row["defender_retreats"]
        if code in ("AS", "CA/R"):
            assert effect == (0, 0, 0, int(code == "CA/R"))
        else:
            n = int(code[1])
            assert effect == {"A": (n, 0, n, 0), "B": (n, n, 0, 0), "D": (0, n, 0, n)}[code[0]]


# -- counters ----------------------------------------------------------------------------------------------------------


@rule("kgw", "2.0", "2.8")
def test_176_counters() -> None:
    """T-106: 73 Soviet, 87 Japanese, 16 markers, 11 of them entrenchments with Supplied on the back."""
    with (GAME.folder / "markers.csv").open(encoding="utf-8", newline="") as file:
        markers = list(csv.DictReader(file))
    assert Counter(SHEET.side) == {0: 73, 1: 87}
    assert len(SHEET) + len(markers) == 176
    fronts = Counter((row["front"], row["back"]) for row in markers)
    assert fronts == {("turn", "winter"): 2, ("points", ""): 2, ("railhead", ""): 1, ("entrenched", "in_supply"): 11}


@rule("kgw", "2.3.1.a", "2.4.d")
def test_sizes_and_shock() -> None:
    assert {row.text("size") for row in SHEET.rows} == {"XX", "X", "III", "II", ""}
    for row in SHEET.rows:
        if row.text("type") == "artillery":
            assert (row.text("shock"), row.text("bracket")) == ("±" if row.text("side") == "soviet" else "+", "yes")
    assert not GAME.shock & (GAME.artillery | GAME.trains)
    assert {ROWS[i].text("type") for i in ROWS if ROWS[i].text("shock") == "train"} == {"armored_train"}


@rule("kgw", "2.6.a", "2.6.b", "2.6.c", "2.6.d", "2.6.g", "2.6.h")
def test_contingents_and_their_colours() -> None:
    printed = {name: look["rulebook"] for name, look in tokens()["nations"]["kgw"].items()}
    assert printed["IJA"] == "black on light green"
    assert printed["MC"] == printed["WR"] == "black on light blue"
    assert printed["MJ"] == "black on dark green"
    assert printed["RA"] == "black on tan"
    assert (printed["MPR"], printed["OM"]) == ("white on maroon", "black on orange")
    assert {n: SHEET.side[SHEET.nation.index(n)] for n in SHEET.of_nation} == {
        "RA": 0, "MPR": 0, "IJA": 1, "CXF": 1, "MC": 1, "MJ": 1, "WR": 1,
    }  # fmt: skip


@rule("kgw", "2.7", "2.7.a", "2.7.b")
def test_abbreviations_stand_on_counters() -> None:
    text = {side: " ".join(f"{r.text('name')} {r.text('unit')} {r.text('parent')} {r.text('id')}" for r in SHEET.rows
                           if r.text("side") == side) for side in GAME.sides}  # fmt: skip
    for word in ["6A", "BGU", "CXF", "IG", "IGHQ", "IGU", "IMB", "KA", "KEMP", "MGA", "MIA", "MPF", "RFP", "WR", "YAS"]:
        assert word in text["japan"].upper()
    for word in ["1AG", "AJAA", "BG", "CPAJA", "FEMD", "MRA", "MIA", "NKVD", "RBAOG", "TBMD", "212"]:
        assert word in text["soviet"].upper()


# -- prices ------------------------------------------------------------------------------------------------------------

RED_ARMY = {
    "armor 8": 4, "armored_recon 4": 3, "armored_train 3": 3, "mech_infantry 3": 3, "mech_infantry 4": 3,
    "mech_engineer 2": 3, "airborne 4": 2, "artillery 2": 2, "air 0": 2, "infantry 3": 2, "infantry 2": 2,
    "cavalry 2": 2, "engineer 1": 1, "supply 1": 1, "security 1": 0.5,
}  # fmt: skip
HOME_ARMY = {
    "armor 6": 4, "mech_infantry 5": 4, "mixed 6": 4, "artillery 1": 4, "armored_train 4": 4, "air_supply 0": 3,
    "mixed 5": 2, "infantry 4": 2, "mixed 4": 2, "engineer 2": 2, "air 0": 2, "supply 1": 2, "infantry 3": 1,
    "armored_recon 2": 1, "cavalry 2": 1, "security 1": 0.5, "garrison 1": 0.5,
}  # fmt: skip
CLIENTS = {"mixed 5": 2, "agent 1": 2, "cavalry 3": 1, "cavalry 2": 1, "mixed 3": 1, "mixed 4": 1, "garrison 1": 0.5}
MONGOLIANS = {"agent 1": 2, "cavalry 2": 1, "garrison 1": 0.5}
PRICES = {"RA": RED_ARMY, "MPR": MONGOLIANS, "IJA": HOME_ARMY, "CXF": HOME_ARMY, "MC": CLIENTS, "MJ": CLIENTS,
          "WR": CLIENTS}  # fmt: skip


@rule("kgw", "26.0.b", "26.0.c", "8.1.b", "9.1.a")
def test_prices_of_the_recruit_charts() -> None:
    for unit in range(len(SHEET)):
        if not GAME.divisions >> unit & 1 and GAME.type[unit] not in ("leader", "gekokujo"):
            price = PRICES[SHEET.nation[unit]][f"{GAME.type[unit]} {GAME.combat[unit]}"]
            assert GAME.cost[unit] == 2 * price, SHEET.ids[unit]
    assert GAME.cost[GAME.zhukov] == GAME.cost[GAME.marker] == 0


@rule("kgw", "17.1", "17.1.a", "17.1.b", "17.1.c", "17.1.d", "17.1.e", "17.1.f", "17.1.g", "17.1.h", "17.1.i")
@rule("kgw", "24.1.a", "24.1.b", "9.7.a")
def test_a_division_costs_what_its_parts_cost() -> None:
    """Q-16, 4.5: and every division has a full set of parts among the counters."""
    parts = {
        "japan 20-5": "4x infantry 4-5, 1x armored_recon 2-6",
        "japan 16-4": "4x infantry 3-4, 1x armored_recon 2-6",
        "japan 12-4": "3x infantry 3-4, 1x armored_recon 2-6",
        "japan 6-6": "2x cavalry 2-6",
        "japan 12-6": "1x armor 6-6, 1x infantry 4-5",
        "soviet 14-6": "3x mech_infantry 3-6",
        "soviet 12-4": "3x infantry 3-4",
        "soviet 8-4": "3x infantry 2-4",
        "soviet 6-6": "2x cavalry 2-6",
        "soviet 15-6": "1x armor 8-6, 1x armored_recon 4-6",
    }
    found = {}
    for row in CHARTS.equivalents:
        made_of = ", ".join(f"{n}x {kind.type} {kind.combat}-{kind.movement}" for kind, n in row.parts)
        found[f"{row.side} {row.division.combat}-{row.division.movement}"] = made_of
    assert found == parts
    for unit, made in enumerate(GAME.equivalents):
        if made is not None:
            army = {"RA": ("RA",), "IJA": ("IJA", "CXF"), "CXF": ("IJA", "CXF")}[SHEET.nation[unit]]
            price = 0
            for kind, count in made.parts:
                alike = [u for u, a in enumerate(GAME.alike) if a == kind and SHEET.nation[u] in army]
                assert len(alike) >= count
                price += count * GAME.cost[alike[0]]
            assert GAME.cost[unit] == price, SHEET.ids[unit]


# -- the charts as they are shown --------------------------------------------------------------------------------------


@rule("kgw", "2.9", "26.0", "26.0.a")
def test_every_chart_of_the_game_is_shown() -> None:
    assert list(SHOWN) == [
        "combat", "results", "shifts", "terrain", "air_combat", "air_results", "turns", "events", "recruit",
        "equivalents", "supply", "places", "victory", "constants",
    ]  # fmt: skip
    assert {cell.tag for chart in SHOWN.values() for row in chart.rows for cell in row} == set(TAGS)


def test_results_tables_are_shown_as_the_rules_read_them() -> None:
    for name, table in (("combat", CHARTS.combat), ("air_combat", CHARTS.air_combat)):
        assert SHOWN[name].columns == ("@col.die", *table.columns)
        for line in shown(name):
            assert line[1:] == [table.result(c, int(line[0])) for c in range(len(table.columns))]


@rule("kgw", "10.3.a", "10.3.f", "22.2.a", "22.2.b")
def test_terrain_is_shown_in_summer_and_winter() -> None:
    lines = {line[0]: line[1:6] for line in shown("terrain")}
    assert lines == {
        "@terrain.steppe": ["1", "1", "1", "0", "@value.yes"],
        "@terrain.desert": ["2", "2", "1", "0", "@value.yes"],
        "@terrain.hills": ["2", "3", "2", "-1", "@value.yes"],
        "@terrain.forest": ["2", "3", "2", "-1", "@value.yes"],
        "@terrain.mountain": ["3", "-", "3", "-2", "@value.no"],
        "@terrain.marsh": ["2 / 1", "- / 2", "2 / 1", "-1 / 0", "@value.no"],
        "@terrain.lake": ["- / 2", "- / 2", "- / 2", "0", "@value.no"],
        "@terrain.town": ["-", "-", "-", "-1", "-"],
        "@terrain.rail": ["½", "½", "½", "-", "-"],
        "@terrain.unbuilt_rail": ["½", "½", "½", "-", "-"],
        "@terrain.road": ["½", "½", "½", "-", "-"],
        "@terrain.trail": ["½ / 1", "½ / 1", "½ / 1", "-", "-"],
        "@terrain.river": ["+1 / 0", "+2 / 0", "+1 / 0", "-2 / 0", "-"],
    }


@rule("kgw", "8.2.c", "8.2.e", "22.1.a", "23.3.4.d")
def test_the_turn_record_track() -> None:
    """5.4: months, points of both sides at either rate, winter."""
    soviet, japan = [8, 10, 12, 16, 14, 10, 8], [10, 12, 12, 12, 12, 10, 8]
    reds = [12, 15, 21, 27, 24, 18, 15], [15, 18, 18, 18, 18, 15, 12]
    winter = ["-", "-", "-", "-", "1-2", "1-4", "1-5"]
    for n, line in enumerate(shown("turns")):
        assert line == [f"@month.{n + 5}", *(str(rates[n]) for rates in (soviet, japan, *reds)), winter[n]]
    june = SHOWN["turns"].rows[1]
    assert [cell.tag for cell in june[1:3]] == ["reconstructed", "printed"]


def test_the_supply_summary() -> None:
    """4.4"""
    assert [(line[0], line[1], line[3]) for line in shown("supply")] == [
        ("@supply.entrench", "@supply.phase.organise", "16.3.1"),
        ("@supply.maximum", "@supply.phase.combat", "16.3.2"),
        ("@supply.second_segment", "@supply.phase.supply", "16.3.3"),
        ("@supply.railroad", "@supply.phase.organise", "24.7"),
        ("@supply.reuse", "@supply.phase.air", "24.2"),
    ]


def test_shifts_and_limits() -> None:
    """4.1"""
    shifts = {line[0].removeprefix("@name."): line[1] for line in shown("shifts")}
    assert shifts == {
        "maximum_supply": "+1", "close_support": "+1", "shock": "+1", "artillery": "+1", "concentric": "+1",
        "counterattack": "+1", "river": "-2", "soviet_artillery": "-1", "entrenchment": "-1",
    }  # fmt: skip
    limits = {line[0].removeprefix("@name."): line[1] for line in shown("constants")}
    assert limits == {
        "stack_units": "6", "stack_divisions": "3", "rail_toll": "1", "rail_capacity": "3", "range_soviet": "6",
        "range_japan": "10", "relocation": "×2", "per_aerodrome": "2", "air_block": "6", "support": "2",
        "support_succeeds": "1-4", "radius_soviet": "3", "radius_japan": "2", "winter_radius": "1",
        "most_points": "40", "objective_points": "1", "zhukov_points": "2", "west_lesser": "3",
        "west_divisions": "1", "west_supply": "1", "loss_strength": "12",
    }  # fmt: skip


@rule("kgw", "4.2.1.f")
def test_victory_and_places_add_up() -> None:
    """5.7: 15 points lie in the MPR, 15 in Manchukuo and Mengjiang, 2 in between; none in the USSR."""
    assert [line[1] for line in shown("victory")] == ["3", "2", "1", "0-2", "3-7", "8-14", "15+"]
    points = {line[0]: line[4] for line in shown("places")}
    mpr = GAME.country["MPR"] & ~GAME.disputed
    worth = [sum(int(p) for h, p in points.items() if p != "-" and land >> GAME.map.grid.at(h) & 1)
             for land in (mpr, GAME.country["Manchukuo"] | GAME.country["Mengjiang"])]  # fmt: skip
    assert worth == [15, 17]
    assert (points["2312"], points["1803"]) == ("2", "-")


@rule("kgw", "7.2")
def test_events() -> None:
    """5.3: one table a side, a die each."""
    assert [line[1:] for line in shown("events")] == [
        ["@event.zhukov", "@event.gekokujo"],
        ["@event.trans_siberian", "@event.china"],
        ["@event.army_group", "@event.kwantung"],
        ["@event.poland", "@event.air_division"],
        ["@event.mongolian_levies", "@event.client_levies"],
        ["@event.sorge", "@event.europe"],
    ]


@rule("kgw", "25.0", "15.4.1")
def test_both_results_tables_are_given_to_whoever_counts_results() -> None:
    assert GAME.results_tables() == {"combat": CHARTS.combat, "air_combat": CHARTS.air_combat}
