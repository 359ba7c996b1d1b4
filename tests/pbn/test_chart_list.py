"""2.34  The charts as people read them: every cell of every chart, its tag, its rule and its words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from khalkhin.board.data import DataError
from khalkhin.board.mapsheet import TAGS
from khalkhin.engine.charts import Chart
from khalkhin.engine.provenance import known
from khalkhin.engine.rulebook import rules_of
from khalkhin.engine.words import Words, languages
from khalkhin.games.pbn.charts import Charts
from tests.pbn.oracles.order_of_battle import GROUPS
from tests.pbn.positions import the_game
from tests.pbn.test_charts import ASSAULT, BOMBARDMENT, HEXSIDES, RAID, SUPERIORITY, TERRAIN, WAYS, cells

rule = pytest.mark.rule
SIGNS = {"1/4": "¼", "1/3": "⅓", "1/2": "½", "1": "1"}


def charts() -> dict[str, Chart]:
    return {chart.name: chart for chart in the_game().chart_list()}


def shown(name: str) -> list[list[Any]]:
    """The cells of a chart."""
    return [[cell.value for cell in row] for row in charts()[name].rows]


def lines(text: str) -> list[list[str]]:
    """Cells apart from each other by a bar."""
    return [[cell.strip() for cell in line.split("|")] for line in text.split("\n") if line.strip()]


def as_text(rows: list[list[Any]]) -> list[list[str]]:
    return [[", ".join(cell) if isinstance(cell, list) else str(cell) for cell in row] for row in rows]


# -- all of them ----------------------------------------------------------------------------------------------------


def test_every_chart_is_shown_and_has_words() -> None:
    found = charts()
    assert {name: chart.rule for name, chart in found.items()} == {
        "raid": "14.4", "assault": "14.4", "results": "14.42", "shifts": "14.3.4", "bombardment": "16.81",
        "bombardment_results": "16.83", "superiority": "16.51", "interdiction": "16.62", "interdictors": "16.62",
        "terrain": "2.34.9", "hexsides": "2.34.9", "ways": "2.34.9", "breakdown": "26.9", "markers": "5.3",
        "groups": "6.1", "routine": "6.11", "points": "24.4", "objectives": "24.6", "victory": "24.2",
        "landing": "33.4", "constants": "",
    }  # fmt: skip
    for language in languages():
        words = Words(language, the_game())
        for chart in found.values():
            values = [chart.title, *(head[1:] for head in chart.columns if head.startswith("@"))]
            values += [str(cell.value)[1:] for row in chart.rows for cell in row if str(cell.value).startswith("@")]
            assert not [key for key in values if key not in words], chart.name
            assert {cell.tag for row in chart.rows for cell in row} <= set(TAGS)


def test_rules_that_charts_cite_are_rules() -> None:
    book = rules_of(the_game())
    for chart in charts().values():
        assert not chart.rule or chart.rule in book
        if "@col.rule" in chart.columns:
            at = chart.columns.index("@col.rule")
            cited = {number for row in chart.rows for number in str(row[at].value).split(", ")}
            assert cited <= set(book), chart.name


def test_reconstructed_values_are_marked() -> None:
    """Cells of the tables are ours, but for two; costs and points of the terrain chart are printed."""
    found = charts()
    ours = {
        name: [tuple(n for n, cell in enumerate(row) if cell.tag == "reconstructed") for row in chart.rows]
        for name, chart in found.items()
        if any(cell.tag == "reconstructed" for row in chart.rows for cell in row)
    }
    dice = range(1, 7)
    assert ours == {
        "raid": [tuple(range(1, 11)) for _ in dice],
        "assault": [tuple(range(1, 11)) for _ in dice],
        "results": [(1, 2)] * 12,
        "shifts": [()] * 7 + [(1,)],
        "bombardment": [tuple(range(1, 8)) for _ in dice],
        "bombardment_results": [(1,)] * 5,
        "superiority": [
            tuple(n for n in range(1, 9) if (die, n) not in ((5, 2), (6, 6))) for die in dice
        ],
        "interdiction": [(1,)] * 8,
        "interdictors": [(1,)] * 3,
        "objectives": [(0,)] * 9,
        "constants": [(1,) if name in ("start_level", "support_limit") else () for name in CONSTANTS],
    }  # fmt: skip


def test_every_value_of_the_charts_says_how_well_it_is_known() -> None:
    found = [value for value in known(the_game().charts.data) if value.value is not None]
    assert len(found) > 500
    assert {value.tag for value in found} == {"printed", "derived", "reconstructed"}
    assert all(value.rule for value in found)


def test_a_row_with_cells_missing_is_named(tmp_path: Path) -> None:
    text = (the_game().folder / "charts.toml").read_text("utf-8")
    wrong = tmp_path / "charts.toml"
    wrong.write_text(text.replace('1 = ["AE", "AAT", ', '1 = ["AE", ', 1), encoding="utf-8")
    with pytest.raises(DataError, match=r"the row has 9 cells for 10 columns"):
        Charts(wrong)


# -- combat and air -------------------------------------------------------------------------------------------------


@rule("pbn", "14.4", "16.51", "16.81")
@pytest.mark.parametrize(
    ("name", "text"),
    [("raid", RAID), ("assault", ASSAULT), ("bombardment", BOMBARDMENT), ("superiority", SUPERIORITY)],
)
def test_results_tables_die_by_die(name: str, text: str) -> None:
    assert shown(name) == [[str(die), *row] for die, row in enumerate(cells(text), 1)]
    (game, chart) = the_game(), charts()[name]
    table = {"bombardment": game.charts.bombardment, "superiority": game.charts.superiority, **game.charts.combat}[name]
    assert chart.columns == ("@col.die", *table.columns)


@rule("pbn", "14.42")
def test_what_results_mean() -> None:
    order = ["AE", "AS", "AAT", "DM", "C", "BB", "DAT", "AM", "DR", "RT", "DS", "DE"]
    pursued = {"AM", "DR", "RT", "DS", "DE"}
    assert shown("results") == [[code, f"@result.{code}", 1 if code in pursued else "-"] for code in order]
    assert shown("bombardment_results") == [[code, f"@bombardment.{code}"] for code in ("-", "S", "AA", "SE", "S+AA")]


@rule("pbn", "14.3.4")
def test_shifts_have_the_sign_of_whom_they_help() -> None:
    assert shown("shifts") == lines("""
        @name.suppressed_attacker  | -1 | 8.2.3
        @name.suppressed_defender  | +1 | 8.2.4
        @name.fortification_japan  | -2 | TEC.36
        @name.fortification_soviet | -1 | TEC.37
        @name.banzai               | ±1 | JCM.5.1
        @name.experience           | ±1 | SCM.8
        @name.close_support        | +1 | 31.1
        @name.anti_aircraft        | -1 | 16.84.1
    """)


@rule("pbn", "16.62")
def test_what_interdiction_does() -> None:
    delays = (0, 0, 0, 1, 1, 2, 2, 2)
    assert shown("interdiction") == [
        [die, {"key": "cell.lost" if die == 8 else "cell.delay", "count": count}, "-" if die < 4 else "@cell.damaged"]
        for die, count in enumerate(delays, 1)
    ]
    assert shown("interdictors") == [["2+", "0"], ["4+", "+1"], ["6+", "+2"]]


@rule("pbn", "33.4", "33.4.1")
def test_what_a_landing_may_come_to() -> None:
    assert as_text(shown("landing")) == lines("""
        @name.lands               | 1-4 | 33.4
        @name.scatters            | 5   | 33.4
        @name.lands_suppressed    | 6-7 | 33.4
        @name.scatters_suppressed | 8+  | 33.4
        @name.near_gun            | +2  | 33.4.1
        @name.near_enemy          | +1  | 33.4.1
        @name.rough               | +1  | 33.4.1
    """)


# -- terrain --------------------------------------------------------------------------------------------------------


def cost(points: int | None, sign: str = "") -> str:
    return "-" if points is None else f"{sign}{points}"


def left(columns: int) -> str:
    return str(-columns)


@rule("pbn", "2.34.9")
def test_terrain_row_by_row() -> None:
    assert shown("terrain") == [
        [f"@terrain.{name}", cost(mech), cost(non), left(defence), left(bombs), number]
        for name, (number, mech, non, defence, bombs) in TERRAIN.items()
    ]


@rule("pbn", "2.34.9")
def test_hexsides_row_by_row() -> None:
    assert sorted(shown("hexsides")) == sorted(
        [f"@terrain.{name}", cost(mech, "+"), cost(non, "+"), left(defence), number]
        for name, (number, mech, non, defence) in HEXSIDES.items()
    )


@rule("pbn", "2.34.9")
def test_ways_have_fractions() -> None:
    assert shown("ways") == [
        [f"@terrain.{name}", SIGNS[mech], SIGNS[non], number] for name, (number, mech, non) in WAYS.items()
    ]


# -- units, markers, reinforcements ---------------------------------------------------------------------------------


@rule("pbn", "26.9")
def test_what_breaks_down_into_what() -> None:
    assert as_text(shown("breakdown")) == lines("""
        @side.japan  | 6-6-12  | 1 × 2-2-12, 2 × 1-2-12 | 26.9.1
        @side.japan  | 5-5-10  | 3 × 1-2-10             | 26.9.2
        @side.japan  | 5-4-10  | 2 × 1-2-10, 1 × 1-1-10 | 26.9.3
        @side.soviet | 12-8-14 | 3 × 3-1-14, 1 × 1-2-14 | 26.9.4
        @side.soviet | 9-6-14  | 2 × 3-1-14, 1 × 1-2-14 | 26.9.5
        @side.soviet | 2-4-12  | 4 × 0-1-12             | 26.9.6
        @side.soviet | 2-3-12  | 3 × 0-1-12             | 26.9.7
        @side.soviet | 3-4-8   | 3 × 0-1-8              | 26.9.8
        @side.soviet | 2-4-8   | 4 × 0-1-8              | 26.9.9
        @side.soviet | 2-3-8   | 3 × 0-1-8              | 26.9.10
    """)


@rule("pbn", "2.34.8", "5.3")
def test_markers_one_by_one() -> None:
    rows = shown("markers")
    assert [[row[1], *row[3:]] for row in rows] == lines("""
        SU-CM-STAVKA     | @acts.at_once | @then.effect  | SCM.1
        SU-CM-1AG        | @acts.at_once | @then.effect  | SCM.2
        SU-CM-CRISIS     | @acts.at_once | @then.effect  | SCM.3
        SU-CM-ESPIONAGE  | @acts.held    | @then.pool    | SCM.4
        SU-CM-MASKIROVKA | @acts.held    | @then.removed | SCM.5
        SU-CM-RECON      | @acts.held    | @then.pool    | SCM.6
        SU-CM-STAFF      | @acts.held    | @then.pool    | SCM.7
        SU-CM-EXPERIENCE | @acts.held    | @then.pool    | SCM.8
        SU-CM-WEATHER    | @acts.at_once | @then.pool    | SCM.9
        SU-CM-ZHUKOV     | @acts.at_once | @then.effect  | SCM.10
        JP-CM-KAO        | @acts.at_once | @then.effect  | JCM.1
        JP-CM-6ARMY      | @acts.at_once | @then.effect  | JCM.2
        JP-CM-KAR        | @acts.at_once | @then.effect  | JCM.3
        JP-CM-ARMOR      | @acts.at_once | @then.removed | JCM.4
        JP-CM-BANZAI     | @acts.held    | @then.pool    | JCM.5
        JP-CM-GEKOKUJO   | @acts.at_once | @then.pool    | JCM.6
        JP-CM-DESERT     | @acts.at_once | @then.pool    | JCM.7
        JP-CM-RECON      | @acts.held    | @then.pool    | JCM.8
        JP-CM-STAFF      | @acts.held    | @then.pool    | JCM.9
        JP-CM-WEATHER    | @acts.at_once | @then.pool    | JCM.10
    """)
    assert [row[0] for row in rows] == ["@side.soviet"] * 10 + ["@side.japan"] * 10
    assert all(row[2] == f"@effect.{row[1]}" for row in rows)


@rule("pbn", "6.1", "25.4.1", "25.4.2", "25.5.1", "25.5.2")
def test_groups_with_their_air_and_supply_points() -> None:
    rows = shown("groups")
    assert [[row[0], row[1], *map(str, row[3:])] for row in rows] == lines("""
        @arrives.setup_west       | @side.soviet | - | - | 25.4.1
        @arrives.setup_tamsag     | @side.soviet | 1 | 1 | 25.4.2
        @arrives.57_corps         | @side.soviet | 3 | 2 | SRG.1
        @arrives.1st_army_group   | @side.soviet | 4 | - | SRG.2
        @arrives.setup_east       | @side.japan  | - | - | 25.5.1
        @arrives.setup_hailar     | @side.japan  | 3 | 1 | 25.5.2
        @arrives.2nd_air_division | @side.japan  | 6 | - | JRG.4
        @arrives.sixth_army       | @side.japan  | - | 3 | JRG.1
        @arrives.kar_1            | @side.japan  | 3 | 1 | JRG.2
        @arrives.kar_2            | @side.japan  | - | 2 | JRG.3
        @arrives.optional         | @side.soviet | - | - | SRG.7
        @arrives.optional         | @side.japan  | - | - | JRG.7
    """)
    for row in rows[:-2]:
        assert {*row[2]} == {*GROUPS[row[0].removeprefix("@arrives.")].split()}
    assert [{*row[2]} for row in rows[-2:]] == [
        {name for name in GROUPS["optional"].split() if name.startswith(nation)} for nation in ("SU", "JP")
    ]


@rule("pbn", "6.11")
def test_what_comes_every_turn() -> None:
    assert as_text(shown("routine")) == lines("""
        @name.routine_air               | 2 | 3 | SRG.3, JRG.5
        @name.routine_supply            | 3 | 3 | SRG.4, JRG.6
        @name.routine_supply_reinforced | 5 | 3 | SRG.5, JRG.6
    """)


# -- victory, limits ------------------------------------------------------------------------------------------------


@rule("pbn", "24.4")
def test_points_for_what_is_eliminated() -> None:
    assert as_text(shown("points")) == lines("""
        @side.japan  | @name.soviet_mech_brigade     | 6 | JVP.1
        @side.japan  | @name.soviet_headquarters     | 5 | JVP.2
        @side.japan  | @name.soviet_regiment         | 3 | JVP.3
        @side.japan  | @name.soviet_airborne         | 3 | JVP.4
        @side.japan  | @name.mongolian_cavalry       | 1 | JVP.5
        @side.japan  | @name.soviet_mech_company     | 1 | JVP.6
        @side.japan  | @name.soviet_mech_battalion   | 2 | JVP.7
        @side.japan  | @name.soviet_battalion        | 1 | JVP.8
        @side.japan  | @name.soviet_air              | 2 | JVP.9
        @side.japan  | @name.soviet_supply           | 0 | JVP.10
        @side.soviet | @name.japanese_mech_regiment  | 9 | SVP.1
        @side.soviet | @name.japanese_headquarters   | 4 | SVP.2
        @side.soviet | @name.japanese_regiment       | 3 | SVP.3
        @side.soviet | @name.japanese_mech_battalion | 3 | SVP.4
        @side.soviet | @name.japanese_battalion      | 1 | SVP.5
        @side.soviet | @name.manchukuoan_regiment    | 1 | SVP.6
        @side.soviet | @name.japanese_air            | 2 | SVP.7
        @side.soviet | @name.japanese_supply         | 0 | SVP.8
    """)


@rule("pbn", "24.6")
def test_points_for_objectives() -> None:
    assert as_text(shown("objectives")) == lines("""
        2010 | Nomonhan           | 5 | 1 | SVP.9, JVP.11
        1506 | Fui Heights        | 2 | 1 | SVP.10, JVP.11
        1512 | Remizov Height     | 2 | 1 | SVP.10, JVP.11
        1413 | Kawamata east bank | 2 | 1 | SVP.10, JVP.11
        1614 | Noro Heights       | 2 | 1 | SVP.10, JVP.11
        2216 | Great Sands        | 2 | 1 | SVP.10, JVP.11
        2517 | Eris-Ulyn-Obo      | 2 | 1 | SVP.10, JVP.11
        1008 | Bain-Tsagan        | 0 | 3 | SVP.11, JVP.12
        1216 | Hamar-Daba         | 0 | 3 | SVP.11, JVP.12
    """)


@rule("pbn", "24.2", "25.3")
def test_levels_of_victory() -> None:
    assert as_text(shown("victory")) == lines("""
        @level.draw         | 0-15  | 24.2.1
        @level.marginal     | 16-30 | 24.2.2
        @level.major        | 31-45 | 24.2.3
        @level.decisive     | 46+   | 24.2.4
        @level.sudden_death | 7     | 25.3
    """)


CONSTANTS = {
    "stack_limit": (6, "12.1"), "start_level": (3, "5.2"), "strike_soviet": (3, "26.7"), "strike_japan": (4, "26.7"),
    "fire_together": (8, "30.0"), "repaired": (3, "7.6"), "refitted": (3, "7.5.2"), "support_limit": (1, "31.3"),
    "price": (2, "27.2"), "optional_price": (3, "25.6.4"), "reserves_lead": (10, "JCM.3.1"),
    "deception_start": (3, "35.2"), "deception": (1, "35.2"),
}  # fmt: skip


def test_numbers_that_stand_alone() -> None:
    assert shown("constants") == [[f"@name.{name}", *row] for name, row in CONSTANTS.items()]
