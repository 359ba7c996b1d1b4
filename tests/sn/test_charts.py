"""6.1, 7.5, 8.4, 12.1, 13.0, 15.2, 24.0  The charts: every cell of the specification, and better is never worse."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

import khalkhin
from khalkhin.board.data import DataError
from khalkhin.board.mapsheet import TAGS
from khalkhin.engine.charts import Chart
from khalkhin.engine.provenance import known
from khalkhin.engine.results_tables import EXCHANGE, LOSS, STALEMATE, WIN, ResultsTable
from khalkhin.engine.rulebook import rules_of
from khalkhin.engine.words import Words, languages
from khalkhin.games.sn.charts import Charts
from khalkhin.games.sn.odds import column
from khalkhin.games.sn.victory import worth
from tests.sn.positions import at, board, position, the_game

rule = pytest.mark.rule
GAME = the_game()
CHARTS = GAME.charts
SHOWN: dict[str, Chart] = {chart.name: chart for chart in GAME.chart_list()}
SCENARIOS = ("anti-comintern", "kantokuen", "nomonhan")

COMBAT = """
    AE AE AS AS AR CT CT EX DR
    AE AS AS AR CT CT EX DR DR
    AS AS AR CT EX EX DR DR DS
    AS AR CT EX DR DR DR DS DS
    AR CT EX DR DR DS DS DS DE
    CT EX DR DR DS DS DE DE DE
"""
ORDER = ["AE", "AS", "AR", "CT", "EX", "DR", "DS", "DE"]
MEANING = [LOSS, LOSS, LOSS, STALEMATE, EXCHANGE, WIN, WIN, WIN]
AIR = """
    AA AA AA NE NE
    AA NE NE NE H1
    NE NE NE H1 H1
    NE NE H1 H1 H2
    NE H1 H1 H2 H2
    H1 H2 H2 H3 H3
"""
AIR_ORDER = ["AA", "NE", "H1", "H2", "H3"]
COSTS = {
    "infantry_division": "JP 2 SU 2 FER 1",
    "armored_division": "JP 4 SU 3",
    "mechanized_division": "SU 3",
    "cavalry_division": "JP 2 SU 1",
    "mountain_division": "SU 2",
    "nkvd_division": "SU 1",
    "infantry_corps": "MC 3",
    "cavalry_corps": "MC 2 MJ 2 OM 2",
    "shock_army": "SU 7",
    "artillery_corps": "SU 5",
    "airborne_brigade": "JP 3 SU 2",
    "marine_brigade": "JP 2 SU 2",
    "engineer_brigade": "JP 2",
    "mechanized_brigade": "JP 3 OM 2",
    "infantry_brigade": "JP 1",
    "flotilla": "SU 1 MC 1",
    "fort": "JP 1 SU 1 MC 1 MJ 1 OM 1",
    "headquarters": "JP 5 SU 4",
    "airbase": "JP 3 SU 3",
    "supply": "JP 2 SU 2",
    "airstrike": "JP 3 SU 3",
    "carrier_airstrike": "JP 3",
    "carrier": "JP 4",
    "bombardment": "JP 4",
    "amphibious": "JP 3",
    "special_division": "DE 3",
}
TRACKS = {
    "anti-comintern": "26/6 14/6 14/6 14/6 12/8* 12/8*",
    "kantokuen": "24/8 12/8 8/10* 8/10*",
    "nomonhan": "11/7 13/7 13/9 13/9 11/7 11/7*",
}
"""Japanese / Soviet mobilization points by month; winter with an asterisk."""


def shown(name: str) -> list[list[str]]:
    """The cells of a chart as text."""
    return [[str(cell.value) for cell in row] for row in SHOWN[name].rows]


def cells(text: str) -> list[list[str]]:
    return [line.split() for line in text.split("\n") if line.strip()]


def of(table: ResultsTable) -> list[list[str]]:
    return [[table.result(column, die) for column in range(len(table.columns))] for die in range(1, 7)]


def never_falls(table: ResultsTable, worth_of: Callable[[str], int]) -> bool:
    """Whether a column further right or a higher die is never worse."""
    grid = [[worth_of(cell) for cell in row] for row in of(table)]
    return all(a <= b for line in (*grid, *zip(*grid, strict=True)) for a, b in pairwise(line))


# -- ground combat -----------------------------------------------------------------------------------------------------


@rule("sn", "13.0", "12.6", "2.0.1")
def test_the_combat_table_cell_by_cell() -> None:
    assert of(CHARTS.combat) == cells(COMBAT)
    assert CHARTS.combat.columns == ("≤1:2", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "≥6:1")
    assert never_falls(CHARTS.combat, ORDER.index)
    assert list(CHARTS.codes) == ORDER


@rule("sn", "12.1", "12.1.6")
@pytest.mark.parametrize(
    ("attack", "defence", "label"),
    [
        *((a, 100, b) for a, b in (
            (49, "≤1:2"), (50, "1:2"), (99, "1:2"), (100, "1:1"), (149, "1:1"), (150, "3:2"), (199, "3:2"),
            (200, "2:1"), (299, "2:1"), (300, "3:1"), (399, "3:1"), (400, "4:1"), (500, "5:1"), (600, "≥6:1"),
            (900, "≥6:1"),
        )),
        (25, 12, "2:1"),
        (7, 10, "1:2"),
    ],
)  # fmt: skip
def test_w5_w6_e1_columns(attack: int, defence: int, label: str) -> None:
    """W5, W6, E1: fractions are dropped."""
    s = position(board({}, "japan_combat"))
    assert CHARTS.combat.columns[column(s, attack, defence)] == label


@rule("sn", "13.0", "13.1.1")
def test_what_the_codes_do() -> None:
    told = {
        code: (row["attacker"], row["defender"], row["attacker_retreats"], row["defender_retreats"], row["pursuit"])
        for code, row in CHARTS.codes.items()
    }
    assert told == {
        "AE": ("all", "", 0, 0, ""),
        "AS": ("half", "", 2, 0, ""),
        "AR": ("one", "", 1, 0, ""),
        "CT": ("", "", 0, 0, ""),
        "EX": ("even", "even", 0, 0, "empty"),
        "DR": ("", "", 0, 1, "yes"),
        "DS": ("", "half", 0, 2, "yes"),
        "DE": ("", "all", 0, 0, "yes"),
    }


def test_what_results_mean_to_the_attacker() -> None:
    kinds = CHARTS.combat.kinds
    assert {code: kinds[code] for code in ORDER} == {
        "AE": LOSS, "AS": LOSS, "AR": LOSS, "CT": STALEMATE, "EX": EXCHANGE, "DR": WIN, "DS": WIN, "DE": WIN,
    }  # fmt: skip
    assert {code: CHARTS.air_attack.kinds[code] for code in AIR_ORDER} == {
        "AA": LOSS, "NE": STALEMATE, "H1": WIN, "H2": WIN, "H3": WIN,
    }  # fmt: skip


@rule("sn", "13.0")
def test_odds_never_cost_the_attacker_more() -> None:
    """Expected losses in divisional equivalents, for forces of every size that meet."""
    for mine, theirs in product(range(1, 19), range(1, 13)):
        expected = [_losses(n, mine, theirs) for n in range(len(CHARTS.combat.columns))]
        assert all(a[0] >= b[0] and a[1] <= b[1] for a, b in pairwise(expected)), (mine, theirs)


def _losses(column_: int, mine: int, theirs: int) -> tuple[Fraction, Fraction]:
    even = (min(mine, theirs) + 1) // 2
    lost = [Fraction(0), Fraction(0)]
    for code, chance in CHARTS.combat.distribution(column_).items():
        for side, size in ((0, mine), (1, theirs)):
            said = CHARTS.codes[code][("attacker", "defender")[side]]
            lost[side] += chance * {"": 0, "all": size, "half": (size + 1) // 2, "one": 1, "even": even}[said]
    return lost[0], lost[1]


@rule("sn", "12.2", "12.3", "12.4", "15.2.28", "25.4.2")
def test_shifts() -> None:
    assert CHARTS.shifts == {
        "headquarters": 1, "unsupplied": -2, "maximum_supply": 2, "concentric": 1, "close_support": 1, "desert": 1,
        "fort": -1, "disrupted_attacker": -1, "disrupted_defender": 1, "surprise": 1,
    }  # fmt: skip


# -- air ---------------------------------------------------------------------------------------------------------------


@rule("sn", "15.2.13", "15.2.18", "15.2.21")
def test_the_air_table() -> None:
    """AA does nothing in air combat; against the ground it costs an airstrike."""
    assert of(CHARTS.air_attack) == cells(AIR)
    assert CHARTS.air_attack.columns == ("1", "2", "3", "4", "≥5")
    assert never_falls(CHARTS.air_attack, AIR_ORDER.index)
    effects = {row[0]: row[1:] for row in shown("air_results")}
    words = Words("en", GAME)
    assert [words.say(key[1:]) for key in effects["AA"]] == ["No effect", *["One attacking airstrike lost"] * 3]
    assert words.say(effects["H2"][0][1:]) == "One enemy airstrike lost"


@rule("sn", "15.2.28", "25.4.3", "15.2.14")
def test_shifts_in_the_air() -> None:
    assert CHARTS.air_shifts == {"disrupted": 1, "surprise": 1, "fort": -1}


@rule("sn", "15.2.6", "19.0.1", "19.0.5", "18.0.1", "18.2.2", "23.0.1", "22.0.3", "22.1")
def test_fixed_numbers() -> None:
    assert (CHARTS.per_hex, CHARTS.airborne_range, CHARTS.airborne_survives) == ((2, 4), (6, 12), (3, 5))
    assert (CHARTS.lift, CHARTS.marine_lands, CHARTS.home_reach) == (3, (5, 1), 10)
    assert (CHARTS.winter_radius, CHARTS.attrition) == (1, 6)


# -- terrain -----------------------------------------------------------------------------------------------------------

TERRAIN: dict[str, tuple[Any, ...]] = {
    "clear": (1, 1, 0, 0, 9),
    "rough": (None, 2, -1, -1, 6),
    "desert": (2, 2, 1, 1, 6),
    "sea": (None, None, 0, 0, 0),
    "city": (1, 1, -2, -1, 9),
    "town": (None, None, -1, 0, None),
    "river": (2, 1, -1, None, None),
    "road": (Fraction(1, 2), Fraction(1, 2), None, None, None),
}


@rule("sn", "8.4", "8.4.1", "8.6.4", "8.9", "10.1", "10.1.1", "12.3")
def test_terrain_costs_columns_and_stacking() -> None:
    found = {
        name: (
            *(Fraction(row[kind], CHARTS.scale) if kind in row else None for kind in ("mech", "non")),
            *(row.get(what) for what in ("shift", "air", "stack")),
        )
        for name, row in CHARTS.terrain.items()
    }
    assert found == TERRAIN
    assert (CHARTS.corps_size, CHARTS.other_size, CHARTS.forts) == (3, 1, 1)


@rule("sn", "8.6", "8.6.6", "8.6.7", "8.6.8", "8.6.9", "8.6.10", "8.6.11", "8.6.12")
def test_where_nations_may_go() -> None:
    every = {"USSR", "MPR", "Manchukuo", "Korea", "Mengjiang", "North China"}
    assert {nation: set(names) for nation, names in CHARTS.entered.items()} == {
        "JP": every,
        "DE": every,
        "MC": {"Manchukuo", "MPR"},
        "MJ": {"Mengjiang", "MPR", "Manchukuo"},
        "FER": {"Manchukuo", "USSR"},
        "SU": every - {"North China"},
        "OM": {"MPR", "Mengjiang", "Manchukuo"},
    }


# -- mobilization ------------------------------------------------------------------------------------------------------


@rule("sn", "6.1", "6.3.1", "15.2.5")
def test_mobilization_costs() -> None:
    """One price for all airstrikes; corps that have divisions have none."""
    found: dict[str, dict[str, int]] = {}
    for nation, kinds in CHARTS.costs.items():
        for kind, cost in kinds.items():
            found.setdefault(kind, {})[nation] = cost
    told = {kind: text.split() for kind, text in COSTS.items()}
    assert found == {
        kind: {nation: int(cost) for nation, cost in zip(words[::2], words[1::2], strict=True)}
        for kind, words in told.items()
    }
    for unit in range(len(GAME.sheet)):
        nation, kind = GAME.sheet.nation[unit], GAME.type[unit]
        bought = kind in CHARTS.costs[nation]
        assert bought != bool((GAME.formed | GAME.unused) >> unit & 1), GAME.sheet.ids[unit]


@rule("sn", "6.2", "6.2.j3", "6.2.j4", "6.2.s2", "6.2.s1", "20.0.shock", "5.3.a", "5.3.b", "5.5")
def test_quotas_and_awards() -> None:
    told = {q.name: (q.nation, q.states, q.combat, q.support) for q in CHARTS.quotas}
    assert told == {
        "manchukuo": ("JP", ("Manchukuo", "Korea"), 1, 2),
        "china": ("JP", ("North China",), 2, 1),
        "ussr": ("SU", ("USSR",), 2, 2),
    }
    assert (CHARTS.most_points, CHARTS.city_points, CHARTS.major_points) == (100, 5, 1)
    assert (CHARTS.major_losses, CHARTS.major_airstrikes, CHARTS.shock_from) == (3, 2, (1941, 10))


@rule("sn", "7.0", "7.0.1", "7.5", "7.5.1", "7.5.2")
def test_corps_and_their_divisions() -> None:
    assert {(e.nation, e.corps): dict(e.parts) for e in CHARTS.equivalents} == {
        ("JP", "infantry_corps"): {"infantry_division": 3},
        ("JP", "mechanized_corps"): {"armored_division": 2, "infantry_division": 1},
        ("SU", "infantry_corps"): {"infantry_division": 3},
        ("SU", "mechanized_corps"): {"armored_division": 2, "mechanized_division": 1},
        ("SU", "cavalry_corps"): {"cavalry_division": 2},
    }
    parts = {kind for e in CHARTS.equivalents for kind, _ in e.parts}
    assert GAME.components == sum(GAME.of_type[kind] for kind in parts) & GAME.national
    assert not GAME.components & GAME.sheet.of_nation["FER"]


@rule("sn", "5.1", "25.4.5", "25.8.6", "25.12.1", "22.0")
def test_the_turn_track() -> None:
    for name in SCENARIOS:
        months = GAME.scenarios[name].data["turns"]["months"]
        told = " ".join(f"{m['japan']}/{m['soviet']}{'*' if m['winter'] else ''}" for m in months)
        assert told == TRACKS[name]


# -- victory -----------------------------------------------------------------------------------------------------------


@rule("sn", "24.0.2", "24.0.3", "25.12.3", "25.12.4")
def test_what_places_are_worth() -> None:
    """Soviet then Japanese points: Irkutsk, Khabarovsk, Kalgan, Bain Tuman, Harbin, Keijo, towns of three states."""
    places = [
        "1038", "2202", "1002", "3424", "1826", "2010", "3605", "0417", "1523", "2504", "1923", "3027", "3522", "3620",
    ]  # fmt: skip
    usual = [(10, 20), (10, 20), (5, 10), (5, 10), (5, 0), (5, 0), (5, 0), (0, 1), (1, 0), (1, 0), *[(0, 0)] * 4]
    third = [(10, 20), (10, 20), (5, 10), (5, 10), (5, 3), (5, 3), (5, 3), *[(0, 0)] * 7]
    for name, values in zip(SCENARIOS, (usual, usual, third), strict=True):
        s = position(board({}, "japan_move", scenario=name))
        assert [worth(s, at(h)) for h in places] == values, name


def test_the_chart_of_cities_says_what_each_is_worth() -> None:
    cities = SHOWN["cities"]
    assert len(cities.rows) == GAME.cities.bit_count()
    for nth, name in enumerate(SCENARIOS, start=4):
        s = position(board({}, "japan_move", scenario=name))
        told = {str(row[0].value): row[nth].value for row in cities.rows}
        assert told == {hex_: f"{soviet} / {japan}" for hex_ in told for soviet, japan in [worth(s, at(hex_))]}


@rule("sn", "24.0.2")
def test_the_option_that_swaps_the_mongolias() -> None:
    """R58: the Soviet values are the same either way."""
    s = position(board({}, "japan_move", options={"vp_table": "mongolia_swapped"}))
    assert (worth(s, at("3424")), worth(s, at("1826"))) == ((5, 0), (5, 10))
    s = position(board({}, "japan_move", scenario="nomonhan", options={"vp_table": "mongolia_swapped"}))
    assert (worth(s, at("3424")), worth(s, at("1826"))) == ((5, 3), (5, 10))


@rule("sn", "24.1")
def test_levels_of_victory() -> None:
    assert CHARTS.levels == {"tactical": 26, "operational": 51, "strategic": 76}
    assert [row[1] for row in shown("victory")] == ["0-25", "26-50", "51-75", "76+", "5", "-"]


@rule("sn", "24.0", "24.1")
def test_an_idle_game_is_a_draw() -> None:
    """5.7: nothing taken, nothing spent, every city of one's own occupied: nobody is 26 points ahead."""
    leads = []
    for name in SCENARIOS:
        s = position(board({}, "japan_move", scenario=name))
        months = s.game.scenarios[name].data["turns"]["months"]
        totals = [sum(m[side] for m in months) for side in ("soviet", "japan")]
        for side in (0, 1):
            own = GAME.cities & GAME.friendly[side]
            totals[side] += sum(worth(s, h)[side] for h in range(own.bit_length()) if own >> h & 1)
        leads.append(totals[0] - totals[1])
    assert leads == [-12, 24, -19]


# -- the charts as people read them ------------------------------------------------------------------------------------


def test_every_chart_is_shown_and_has_words() -> None:
    assert list(SHOWN) == [
        "combat", "results", "shifts", "air_attack", "air_results", "air_shifts", "terrain", "states", "costs",
        "quotas", "equivalents", "turns", "setup", "places", "cities", "victory", "constants",
    ]  # fmt: skip
    for language in languages():
        words = Words(language, GAME)
        for chart in SHOWN.values():
            values = [chart.title, *(head[1:] for head in chart.columns if head.startswith("@"))]
            values += [str(cell.value)[1:] for row in chart.rows for cell in row if str(cell.value).startswith("@")]
            assert not [key for key in values if key not in words], chart.name
            assert {cell.tag for row in chart.rows for cell in row} <= set(TAGS)
            read = [words.value("cell", cell.value) for row in chart.rows for cell in row]
            assert not [text for text in read if "{" in text or "@" in text], chart.name


def test_rules_that_charts_cite_are_rules() -> None:
    book = rules_of(GAME)
    for chart in SHOWN.values():
        assert not chart.rule or chart.rule in book
        if "@col.rule" in chart.columns:
            at_ = chart.columns.index("@col.rule")
            assert {str(row[at_].value) for row in chart.rows} <= set(book), chart.name


def test_charts_show_what_the_rules_use() -> None:
    assert [row[1:] for row in shown("combat")] == cells(COMBAT)
    assert [row[1:] for row in shown("air_attack")] == cells(AIR)
    terrain = {row[0]: row[1:6] for row in shown("terrain")}
    assert terrain["@terrain.rough"] == ["-", "2", "-1", "-1", "6"]
    assert terrain["@terrain.road"] == ["½", "½", "-", "-", "-"]
    assert terrain["@terrain.river"] == ["2", "1", "-1", "-", "-"]
    shifts = {row[0]: row[1] for row in shown("shifts")}
    assert (shifts["@name.maximum_supply"], shifts["@name.unsupplied"], shifts["@name.fort"]) == ("+2", "-2", "-1")
    costs = {row[0]: row[1:] for row in shown("costs")}
    assert costs["@type.armored_division"] == ["4", "3", "-", "-", "-", "-", "-"]
    assert len(shown("turns")) == 16
    assert len(shown("setup")) == sum(len(scenario.data["setup"]) for scenario in GAME.scenarios.values())
    words = Words("en", GAME)
    far_east = SHOWN["setup"].rows[0][3].value
    assert words.value("cell", far_east).startswith("1 × Mechanized corps, 4 × Infantry corps")


def test_reconstructed_values_are_marked() -> None:
    assert {cell.tag for row in SHOWN["combat"].rows for cell in row[1:]} == {"reconstructed"}
    assert {cell.tag for row in SHOWN["costs"].rows for cell in row[1:] if cell.value != "-"} == {"reconstructed"}
    assert {cell.tag for row in SHOWN["turns"].rows for cell in row[:3]} == {"printed"}
    assert {cell.tag for row in SHOWN["turns"].rows for cell in row[3:]} == {"reconstructed"}
    assert {cell.tag for row in SHOWN["setup"].rows for cell in row} == {"printed"}
    rough = next(row for row in SHOWN["terrain"].rows if row[0].value == "@terrain.rough")
    assert [cell.tag for cell in rough[2:6]] == ["reconstructed", "reconstructed", "reconstructed", "printed"]


def test_every_value_of_the_charts_says_how_well_it_is_known() -> None:
    found = [value for value in known(CHARTS.data) if value.value is not None]
    assert len(found) > 300
    assert {value.tag for value in found} == {"printed", "derived", "reconstructed"}
    assert all(value.rule for value in found)


def test_a_row_with_cells_missing_is_named(tmp_path: Path) -> None:
    text = (GAME.folder / "charts.toml").read_text("utf-8")
    wrong = tmp_path / "charts.toml"
    wrong.write_text(text.replace('1 = ["AE", "AE", ', '1 = ["AE", ', 1), encoding="utf-8")
    with pytest.raises(DataError, match=r"the row has 8 cells for 9 columns"):
        Charts(wrong)


def test_the_turn_track_is_shown_with_every_view() -> None:
    match = khalkhin.new("sn", "kantokuen", seed=1)
    track = match.view("japan")["summary"]["track"]
    assert [box["turn"] for box in track] == [1, 2, 3, 4]
    words = Words("en", GAME)
    assert [words.say(box["key"]) for box in track] == ["August", "September", "October", "November"]


@rule("sn", "12.6")
def test_what_each_result_means_to_the_attacker() -> None:
    assert dict(the_game().charts.combat.kinds) == dict(zip(ORDER, MEANING, strict=True))
