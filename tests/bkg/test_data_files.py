"""The data files say what the rulebook prints. No engine here: only the files and the printed lists."""

from __future__ import annotations

import csv
import importlib
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from itertools import product
from typing import Any

import pytest

BKG = files("khalkhin") / "games" / "bkg"


def read_csv(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((BKG / "data" / name).read_text("utf-8").splitlines()))


def read_toml(*path: str) -> dict[str, Any]:
    return tomllib.loads(BKG.joinpath(*path).read_text("utf-8"))


COUNTERS = read_csv("counters.csv")
BY_ID = {row["id"]: row for row in COUNTERS}
RULES = {row["rule"]: row for row in read_csv("rules.csv")}
CHARTS = read_toml("data", "charts.toml")
SCENARIO = read_toml("data", "scenarios", "august-1939.toml")
WORDS = {language: read_toml("words", f"{language}.toml") for language in ("en", "pt")}

TYPES = {"INF", "MOT", "MEC", "PARA", "ARM", "CVM", "CAV", "MG", "ART", "MTN", "AT", "ENG"}
TAGS = {"printed", "derived", "reconstructed"}


def rule(*numbers: str) -> pytest.MarkDecorator:
    return pytest.mark.rule("bkg", *numbers)


# The lists of the rulebook: the counters of a hex or a turn, as number, type (guns with factors) and unit.

SETUP = """
10.1.1.0402  1 CAV 8 RC manch.
10.1.1.0604  1 CAV 9 RC manch.
10.1.1.0806  1 INF 26 RI
10.1.1.0813  3 INF 64 RI
10.1.1.0815  3 INF 72 RI
10.1.1.0908  1 CAV 2 RC manch.
10.1.1.0910  1 INF 26 RI
10.1.1.1017  4 INF 8 RF
10.1.1.1112  1 INF 26 RI
10.1.1.1118  1 INF 28 RI; 1 INF 8 RF
10.1.1.1213  1 ART 1-1-4 13 RArt
10.1.1.1316  1 ART 1-1-4 13 RArt
10.1.1.1319  1 INF 71 RI
10.1.1.1414  1 ART 2-1-4 13 RArt
10.1.1.1420  1 INF 71 RI
10.1.1.1511  1 CVM RCM/23 DI; 1 ENG REng/23 DI
10.1.1.1617  1 ART 1-1-4 13 RArt
10.1.1.1620  1 INF 71 RI
10.1.1.1920  1 INF Dest. Sekiran
10.1.1.2221  1 INF Dest. Sekiran
10.1.1.2522  1 INF Dest. Sekiran
10.1.2.0101  2 CAV 15 RC
10.1.2.0103  2 CAV 17 RC; 1 ART BArt/6 DC
10.1.2.0207  2 ART 2-1-4 82 RArt; 1 AT BAT (north)
10.1.2.0305  3 INF 601 RI; 1 ARM 11 Bgda T
10.1.2.0507  2 MEC 7 Bgda Blda
10.1.2.0518  1 ART 4-1-4 185 RArt
10.1.2.0613  3 MOT 149 RI Mtz; 1 ART 2-1-4 175 RArt
10.1.2.0615  3 MG 5 Bgda Metr; 1 ART 2-1-4 175 RArt
10.1.2.0618  1 ART 2-1-4 185 RArt
10.1.2.0708  1 CVM RCM/36 DI Mtz
10.1.2.0710  3 MOT 24 RI Mtz
10.1.2.0717  1 ART 2-1-4 82 RArt; 1 ART 3-1-4 82 RArt
10.1.2.0721  1 ART 3-1-4 126 RArt
10.1.2.0817  3 INF 602 RI
10.1.2.0919  3 INF 603 RI; 1 AT BAT/82 DI
10.1.2.0922  1 ART 2-1-4 185 RArt
10.1.2.1120  3 INF 293 RI
10.1.2.1121  1 ART 2-1-4 57 RArt; 1 ARM 11 Bgda T
10.1.2.1222  1 ART 2-1-4 57 RArt; 1 ARM 11 Bgda T
10.1.2.1321  3 INF 127 RI
10.1.2.1322  1 ART 3-1-4 57 RArt
10.1.2.1422  1 ART 2-1-4 57 RArt; 1 AT BAT (south)
10.1.2.1521  2 INF 80 RI
10.1.2.1523  2 ARM 6 Bgda T; 1 MOT 6 Bgda T
10.1.2.1721  1 INF 80 RI; 1 AT BAT/57 DI
10.1.2.1922  2 MEC 8 Bgda Blda; 1 MOT 8 Bgda Blda
10.1.2.1923  1 ART BArt/8 DC
10.1.2.2023  2 CAV 22 RC; 2 CAV 23 RC
"""

RESERVE = (
    "10.1.2.0421  2 MEC 9 Bgda Blda; 1 MOT 9 Bgda Blda; 1 PARA 212 Bgda PQD; 1 ARM 6 Bgda T; "
    "1 MOT 7 Bgda Blda; 1 MOT 11 Bgda T"
)

REINFORCEMENTS = """
10.1.3.21  2 INF 28 RI
10.1.3.23  3 INF 27 RI; 3 MTN 7 RArt Mont; 1 CVM RCM/7 DI; 1 ENG REng/7 DI
10.1.3.24  3 INF 25 RI; 1 ARM 3 RT; 1 ARM 4 RT
10.1.4.21  2 CAV 13 RC; 2 CAV 14 RC; 1 ART BArt/5 DC
10.1.4.23  3 INF 480 RI; 1 INF BI NKVD
"""


def printed(text: str) -> dict[str, str]:
    """Rule number -> its list."""
    return {line.split()[0]: line.split("  ", 1)[1] for line in text.strip().splitlines()}


def cases(text: str) -> list[Any]:
    return [pytest.param(number, units, id=number) for number, units in printed(text).items()]


def listed(units: str) -> Counter[str]:
    """A printed list as counters: how many of each kind."""
    return Counter({kind: int(n) for n, kind in (part.split(" ", 1) for part in units.split("; "))})


def kinds(ids: list[str]) -> Counter[str]:
    """Counters the way the lists name them. Only artillery regiments have their factors in the lists."""
    found: Counter[str] = Counter()
    for row in (BY_ID[i] for i in ids):
        factors = f" {row['attack']}-{row['defence']}-{row['movement']}" if row["regiment"].endswith("RArt") else ""
        found[f"{row['type']}{factors} {row['regiment'] or row['name']}"] += 1
    return found


def located(side: str, location: str) -> set[str]:
    return {row["id"] for row in COUNTERS if row["side"] == side and row["location"] == location}


SIDE_OF_LIST = {"10.1.1": "japan", "10.1.2": "soviet", "10.1.3": "japan", "10.1.4": "soviet"}


def side_and_place(number: str) -> tuple[str, str]:
    chapter, place = number.rsplit(".", 1)
    return SIDE_OF_LIST[chapter], place


@rule(
    "10.1.1.0402",
    "10.1.1.0604",
    "10.1.1.0806",
    "10.1.1.0813",
    "10.1.1.0815",
    "10.1.1.0908",
    "10.1.1.0910",
    "10.1.1.1017",
    "10.1.1.1112",
    "10.1.1.1118",
    "10.1.1.1213",
    "10.1.1.1316",
    "10.1.1.1319",
    "10.1.1.1414",
    "10.1.1.1420",
    "10.1.1.1511",
    "10.1.1.1617",
    "10.1.1.1620",
    "10.1.1.1920",
    "10.1.1.2221",
    "10.1.1.2522",
    "10.1.2.0101",
    "10.1.2.0103",
    "10.1.2.0207",
    "10.1.2.0305",
    "10.1.2.0507",
    "10.1.2.0518",
    "10.1.2.0613",
    "10.1.2.0615",
    "10.1.2.0618",
    "10.1.2.0708",
    "10.1.2.0710",
    "10.1.2.0717",
    "10.1.2.0721",
    "10.1.2.0817",
    "10.1.2.0919",
    "10.1.2.0922",
    "10.1.2.1120",
    "10.1.2.1121",
    "10.1.2.1222",
    "10.1.2.1321",
    "10.1.2.1322",
    "10.1.2.1422",
    "10.1.2.1521",
    "10.1.2.1523",
    "10.1.2.1721",
    "10.1.2.1922",
    "10.1.2.1923",
    "10.1.2.2023",
)
@pytest.mark.parametrize(("number", "units"), cases(SETUP))
def test_set_up_of_a_hex(number: str, units: str) -> None:
    side, place = side_and_place(number)
    (entry,) = (entry for entry in SCENARIO["setup"]["hexes"] if entry["rule"] == number)
    assert (entry["side"], entry["hex"]) == (side, place)
    assert kinds(entry["counters"]) == listed(units)
    assert set(entry["counters"]) == located(side, place)


@rule("10.1.2.0421")
@pytest.mark.parametrize(("number", "units"), cases(RESERVE))
def test_reserve(number: str, units: str) -> None:
    reserve = SCENARIO["reserve"]
    assert reserve["rule"] == number
    assert (reserve["side"], reserve["hex"]) == side_and_place(number)
    assert kinds(reserve["counters"]) == listed(units)
    assert set(reserve["counters"]) == located("soviet", "reserve")
    assert set(reserve["ring"]) == {"0420", "0422", "0320", "0321", "0520", "0521"}
    assert reserve["moves_from"] == 21


@rule("10.1.3.21", "10.1.3.23", "10.1.3.24", "10.1.4.21", "10.1.4.23")
@pytest.mark.parametrize(("number", "units"), cases(REINFORCEMENTS))
def test_reinforcements_of_a_turn(number: str, units: str) -> None:
    side, turn = side_and_place(number)
    (entry,) = (entry for entry in SCENARIO["reinforcements"] if entry["rule"] == number)
    assert (entry["side"], entry["turn"]) == (side, int(turn))
    assert kinds(entry["counters"]) == listed(units)
    assert set(entry["counters"]) == located(side, f"T{turn}")


@pytest.mark.parametrize(
    ("chapter", "entries", "counters"),
    [
        pytest.param("10.1.1", 21, 30, marks=rule("10.1.1"), id="10.1.1"),
        pytest.param("10.1.2", 28, 67, marks=rule("10.1.2"), id="10.1.2"),
    ],
)
def test_set_up_of_a_side_is_whole(chapter: str, entries: int, counters: int) -> None:
    found = [entry for entry in SCENARIO["setup"]["hexes"] if entry["rule"].startswith(f"{chapter}.")]
    assert len(found) == entries
    assert sum(len(entry["counters"]) for entry in found) == counters
    assert {entry["side"] for entry in found} == {SIDE_OF_LIST[chapter]}


def test_every_set_up_rule_is_in_the_lists_and_in_the_scenario() -> None:
    rows = {
        number
        for number, row in RULES.items()
        if re.fullmatch(r"10\.1\.[1-4]\.\d+", number) and row["kind"] == "scenario"
    }
    assert rows == {*printed(SETUP), *printed(RESERVE), *printed(REINFORCEMENTS)}
    entries = [*SCENARIO["setup"]["hexes"], SCENARIO["reserve"], *SCENARIO["reinforcements"]]
    assert Counter(entry["rule"] for entry in entries) == Counter(rows)


def test_every_counter_is_placed_once_and_no_hex_is_overfull() -> None:
    entries = [*SCENARIO["setup"]["hexes"], SCENARIO["reserve"], *SCENARIO["reinforcements"]]
    assert Counter(i for entry in entries for i in entry["counters"]) == Counter(list(BY_ID))
    hexes = [entry["hex"] for entry in SCENARIO["setup"]["hexes"]]
    assert len(set(hexes)) == len(hexes)
    assert max(len(entry["counters"]) for entry in SCENARIO["setup"]["hexes"]) == CHARTS["stacking"]["limit"] == 4


def test_entry_edges() -> None:
    assert SCENARIO["entry"]["japan"]["edges"] == [{"edge": "E"}]
    assert SCENARIO["entry"]["soviet"]["edges"] == [{"edge": "W"}, {"edge": "S", "side_of_river": "west"}]


@rule("2.4.1")
def test_turns() -> None:
    assert (SCENARIO["turns"]["first"], SCENARIO["turns"]["last"]) == (20, 31)
    assert SCENARIO["sides"] == ["soviet", "japan"]


def test_objectives() -> None:
    held = {entry["hex"]: (entry["kind"], entry["holder"]) for entry in SCENARIO["objectives"]}
    western = dict.fromkeys(("0209", "0311", "0416", "0419", "0821"), ("west_mountain", "soviet"))
    assert held == {"1511": ("nomonhan", "japan"), **western}


# Counters.


@rule("2.2")
def test_counter_totals() -> None:
    assert len(COUNTERS) == len(BY_ID) == 128
    assert Counter(row["nation"] for row in COUNTERS) == {"SU": 68, "JP": 39, "MN": 15, "MC": 6}


@pytest.mark.parametrize(
    ("nation", "attack", "defence"), [("SU", 188, 185), ("MN", 15, 27), ("JP", 108, 122), ("MC", 6, 12)]
)
def test_factor_sums(nation: str, attack: int, defence: int) -> None:
    rows = [row for row in COUNTERS if row["nation"] == nation]
    assert sum(int(row["attack"]) for row in rows) == attack
    assert sum(int(row["defence"]) for row in rows) == defence


@rule("2.2.1.d")
def test_all_twelve_types_are_in_use() -> None:
    assert {row["type"] for row in COUNTERS} == TYPES


@rule("2.2.1.i")
def test_sample_counter() -> None:
    battalions = [row for row in COUNTERS if row["regiment"] == "602 RI"]
    assert len(battalions) == 3
    for row in battalions:
        assert [row[k] for k in ("attack", "defence", "movement")] == ["2", "3", "5"]
        assert [row[k] for k in ("type", "size", "division", "nation", "prov_factors")] == [
            "INF", "II", "82", "SU", "printed",
        ]  # fmt: skip


@rule("2.2.a")
def test_nations_and_their_colours() -> None:
    nations = CHARTS["nations"]["of"]
    assert nations["SU"]["colour"] == "green"
    assert len({nation["colour"] for nation in nations.values()}) == 4
    assert {row["nation"]: row["side"] for row in COUNTERS} == {n: nation["side"] for n, nation in nations.items()}


@rule("10.0.b")
def test_armoured_brigades_are_armoured_cars_with_infantry() -> None:
    for brigade in ("7 Bgda Blda", "8 Bgda Blda", "9 Bgda Blda"):
        assert Counter(row["type"] for row in COUNTERS if row["regiment"] == brigade) == {"MEC": 2, "MOT": 1}


@rule("9.0.b")
def test_only_mountain_artillery_has_the_mountain_rate() -> None:
    assert [t for t, c in CHARTS["movement_class"]["of"].items() if c == "mtn"] == ["MTN"]
    assert {row["regiment"] for row in COUNTERS if row["type"] == "MTN"} == {"7 RArt Mont"}


def test_counter_fields() -> None:
    for row in COUNTERS:
        assert row["steps"] == "2"
        assert row["size"] in {"II", "III", "X"}
        assert bool(row["range"]) == bool(row["prov_range"]) == (row["type"] in {"ART", "MTN", "AT"}), row["id"]
        assert {row[k] for k in ("prov_existence", "prov_type", "prov_factors", "prov_location")} <= TAGS
        assert re.fullmatch(r"G\d+", row["basis"])
    assert sum(row["prov_factors"] == "reconstructed" for row in COUNTERS) == 90
    assert {row["prov_range"] for row in COUNTERS if row["range"]} == {"reconstructed"}


def test_formations() -> None:
    formations = {formation["name"]: formation for formation in CHARTS["formations"]}
    bonuses = {"regiment": (1, 1), "brigade": (1, 1), "mongolian_division": (1, 1), "division": (2, 0)}
    exceptions = {"8 RF": (1, 0), "36 DI Mtz": (0, 0)}
    assert len(formations) == len(CHARTS["formations"]) == 31
    for name, formation in formations.items():
        elements = set(formation["elements"])
        assert (formation["attack"], formation["defence"]) == exceptions.get(name, bonuses[formation["kind"]])
        if formation["kind"] == "division":
            division = name.replace("DI", "").split()
            expected = {
                row["regiment"]
                for row in COUNTERS
                if row["division"].split() == division and row["type"] in {"INF", "MOT"}
            }
        elif formation["kind"] == "mongolian_division":
            expected = {row["id"] for row in COUNTERS if row["division"] == name and row["type"] == "CAV"}
        else:
            expected = {row["id"] for row in COUNTERS if row["regiment"] == name}
            assert {BY_ID[i]["side"] for i in elements} == {formation["side"]}
        assert elements == expected, name
    alone = {row["regiment"] for row in COUNTERS if row["regiment"]} - formations.keys()
    mongolian = {row["regiment"] for row in COUNTERS if row["nation"] == "MN" and row["regiment"]}
    guns = {row["regiment"] for row in COUNTERS if row["type"] in {"ART", "MTN"} and row["regiment"]}
    assert alone == {"212 Bgda PQD", "Dest. Sekiran"} | mongolian | guns


# Tables, as the last page prints them.

COMBAT = """
Dados  1-4     1-3     1-2     1-1     2-1     3-1     4-1     5-1     6-1     7-1     8-1     9-1
2-12   DVB ARB DVB ARI IMP     DRI AVB DRB AVB DRI AVI DRB AVI EMP     EMP     EMP     EMP     EMP
3-11   DVI ARI DVB ARB DVB ARI IMP     DRI AVB DRB AVB DRI AVI DRB AVI EMP     DE AVB  DE AVB  DE AVI
4-10   DVI ARB DVI ARI DVB ARB DVB ARI IMP     DRI AVB DRB AVB DRI AVI DRB AVI EMP     DE AVB  DE AVB
5-9    DVB AE  DVI ARB DVI ARI DVB ARB DVB ARI IMP     DRI AVB DRB AVB DRI AVI DRB AVI EMP     DE AVB
6-8    DVI AE  DVB AE  DVI ARB DVI ARI DVB ARB DVB ARI IMP     DRI AVB DRB AVB DRI AVI DRB AVI EMP
7      DVI AE  DVI AE  DVB AE  DVI ARB DVI ARI DVB ARB DVB ARI IMP     DRI AVB DRB AVB DRI AVI DRB AVI
"""

# Of 36 rolls: the attacker wins, exchange, stalemate, the attacker loses.
CHANCES = {
    "1-4": (0, 0, 0, 36), "1-3": (0, 0, 0, 36), "1-2": (0, 0, 2, 34), "1-1": (2, 0, 4, 30),
    "2-1": (6, 0, 6, 24), "3-1": (12, 0, 8, 16), "4-1": (20, 0, 10, 6), "5-1": (28, 2, 6, 0),
    "6-1": (30, 6, 0, 0), "7-1": (28, 8, 0, 0), "8-1": (26, 10, 0, 0), "9-1": (24, 12, 0, 0),
}  # fmt: skip

BOMBARDMENT = """
Dados  1-12    13-24   25-36   37-48   49-∞
2-12   DB      DB      DB      DB      DB
3-11   DI      DB      DB      DB      DB
4-10   DI      DI      DB      DB      DB
5-9    DI      DI      DI      DB      DB
6-8    DI      DI      DI      DI      DB
7      DI      DI      DI      DI      DI
"""


def lines_of(table: str) -> dict[str, list[str]]:
    """First column -> the cells after it; cells are eight characters wide."""
    return {
        line.split()[0]: [line[at : at + 8].strip() for at in range(7, len(line), 8)]
        for line in table.strip().splitlines()
    }


def totals() -> Counter[int]:
    """Of 36 rolls of two dice, how many give each total."""
    return Counter(a + b for a, b in product(range(1, 7), repeat=2))


def test_row_totals_cover_every_roll_once() -> None:
    totals_of = CHARTS["dice"]["row_totals"]
    assert sorted(total for row in totals_of.values() for total in row) == sorted(totals())
    assert [sum(totals()[total] for total in row) for row in totals_of.values()] == [2, 4, 6, 8, 10, 6]


@rule("T1")
def test_combat_table() -> None:
    table = lines_of(COMBAT)
    assert CHARTS["combat"]["columns"] == table.pop("Dados")
    assert CHARTS["combat"]["rows"] == table


@pytest.mark.parametrize(
    ("label", "dice"),
    [
        pytest.param("2-12", [2, 12], marks=rule("T1.2-12")),
        pytest.param("3-11", [3, 11], marks=rule("T1.3-11")),
        pytest.param("4-10", [4, 10], marks=rule("T1.4-10")),
        pytest.param("5-9", [5, 9], marks=rule("T1.5-9")),
        pytest.param("6-8", [6, 8], marks=rule("T1.6-8")),
        pytest.param("7", [7], marks=rule("T1.7")),
    ],
)
def test_row_of_the_combat_table(label: str, dice: list[int]) -> None:
    assert CHARTS["dice"]["row_totals"][label] == dice
    assert CHARTS["combat"]["rows"][label] == lines_of(COMBAT)[label]


@pytest.mark.parametrize("column", CHANCES)
def test_chances_of_a_combat_column(column: str) -> None:
    at = CHARTS["combat"]["columns"].index(column)
    cells = {total: row for row, dice in CHARTS["dice"]["row_totals"].items() for total in dice}
    codes = CHARTS["results"]["codes"]
    found: Counter[str] = Counter()
    for total, ways in totals().items():
        first, *second = CHARTS["combat"]["rows"][cells[total]][at].split()
        outcome = codes[first]["wins"]
        assert all(codes[code]["wins"] == outcome for code in second), "both halves of a cell agree"
        found[first if outcome == "nobody" else outcome] += ways
    assert tuple(found[outcome] for outcome in ("attacker", "EMP", "IMP", "defender")) == CHANCES[column]


def test_result_codes() -> None:
    codes = CHARTS["results"]["codes"]
    in_cells = {
        code
        for table in ("combat", "bombardment")
        for row in CHARTS[table]["rows"].values()
        for cell in row
        for code in cell.split()
    }
    assert codes.keys() == in_cells
    for name, code in codes.items():
        in_a_cell_of_two = name not in {"EMP", "IMP", "DI", "DB"}
        assert not in_a_cell_of_two or code["of"] == {"D": "defender", "A": "attacker"}[name[0]]
        assert code["losses"] == (name.endswith("B")), name
        assert code["eliminated"] == (name in {"DE", "AE"})
        loser = {"attacker": "defender", "defender": "attacker", "nobody": "nobody"}[code["wins"]]
        assert code["retreats"] == loser


@rule("T3", "T3.rows")
def test_bombardment_table() -> None:
    table = lines_of(BOMBARDMENT)
    assert CHARTS["bombardment"]["columns"] == table.pop("Dados")
    assert CHARTS["bombardment"]["rows"] == table
    assert table.keys() == CHARTS["dice"]["row_totals"].keys()
    rows = CHARTS["dice"]["row_totals"]
    for at, expected in enumerate([2, 6, 12, 20, 30]):
        hits = [total for row, cells in table.items() if cells[at] == "DB" for total in rows[row]]
        assert sum(totals()[total] for total in hits) == expected


@rule("T3.cols")
def test_bombardment_columns_end_where_their_names_say() -> None:
    ends = [int(name.split("-")[1]) for name in CHARTS["bombardment"]["columns"][:-1]]
    assert CHARTS["bombardment"]["upper_bounds"] == ends == [12, 24, 36, 48]


# Whole points: non-motorised, motorised, mountain artillery; columns; who may not enter.
TERRAIN = {
    "open": ("1", "1", "1", 0, set()),
    "rough": ("2", "2", "2", 1, set()),
    "marsh": ("2", "2", "2", 1, {"ARM", "CVM"}),
    "mountain": ("3", "3", "2", 3, {"ARM", "CVM"}),
}
HEXSIDES = {
    "wide_river": ("1", "2", "1", 2),
    "narrow_river": ("1", "1", "1", 1),
    "bridge": ("0", "0", "0", 0),
    "border": ("0", "0", "0", 0),
}


def in_points(cost: dict[str, int]) -> tuple[str, str, str]:
    text = {0: "0", 1: "½", 2: "1", 4: "2", 6: "3"}
    return text[cost["non_mtz"]], text[cost["mtz"]], text[cost["mtn"]]


@rule("T2")
def test_terrain_table() -> None:
    assert CHARTS["movement"]["scale"] == 2, "costs are in half points"
    lake = CHARTS["terrain"]["lake"]
    assert (set(lake["forbidden"]), lake["cost"]) == (TYPES, {})
    found = {
        name: (*in_points(row["cost"]), row["columns"], set(row["forbidden"]))
        for name, row in CHARTS["terrain"].items()
        if name != "lake"
    }
    assert found == TERRAIN
    sides = {name: (*in_points(row["cost"]), row["columns"]) for name, row in CHARTS["hexside"].items()}
    assert sides == HEXSIDES
    assert (*in_points(CHARTS["road"]["cost"]), CHARTS["road"]["columns"]) == ("1", "½", "1", 0)


@rule("T4")
def test_vulnerability_covers_every_type() -> None:
    assert CHARTS["vulnerability"]["air"].keys() == CHARTS["vulnerability"]["artillery"].keys() == TYPES


@pytest.mark.parametrize(
    ("types", "air", "artillery"),
    [
        pytest.param("INF MOT MEC PARA CAV ENG MG", 1, 2, marks=rule("T4.a")),
        pytest.param("ARM CVM", 2, 1, marks=rule("T4.b")),
        pytest.param("ART MTN AT", 2, 2, marks=rule("T4.c")),
    ],
)
def test_vulnerability(types: str, air: int, artillery: int) -> None:
    for name in types.split():
        assert CHARTS["vulnerability"]["air"][name] == air
        assert CHARTS["vulnerability"]["artillery"][name] == artillery


@rule("6.0")
def test_air_points() -> None:
    by_turn = {
        turn: (row["soviet"], row["japan"])
        for row in CHARTS["air"]["turns"]
        for turn in range(row["first"], row["last"] + 1)
    }
    assert by_turn == {
        **dict.fromkeys(range(20, 22), (20, 10)),
        **dict.fromkeys(range(22, 26), (15, 5)),
        **dict.fromkeys(range(26, 32), (10, 10)),
    }
    assert sum(row["last"] - row["first"] + 1 for row in CHARTS["air"]["turns"]) == 12
    assert (CHARTS["air"]["strike"]["least"], CHARTS["air"]["strike"]["most"]) == (3, 6)


@rule("2.4.2", "6.1.d")
def test_air_tracks_show_every_allowance() -> None:
    track = CHARTS["air"]["track"]
    assert sorted(track["spaces"]) == list(range(1, 11))
    assert track["chips"] == {"soviet": [1, 10], "japan": [1]}
    for side, chips in track["chips"].items():
        assert max(row[side] for row in CHARTS["air"]["turns"]) <= max(track["spaces"]) * max(chips)


def test_classes_and_advances_by_type() -> None:
    classes = CHARTS["movement_class"]["of"]
    assert classes.keys() == CHARTS["advance"]["hexes"].keys() == TYPES
    assert {t for t, c in classes.items() if c == "mtz"} == {"MOT", "MEC", "ARM", "CVM"}
    by_hexes = {n: {t for t, hexes in CHARTS["advance"]["hexes"].items() if hexes == n} for n in range(3)}
    assert by_hexes == {
        0: {"ART", "MTN", "AT"},
        1: {"INF", "ENG", "PARA", "MG"},
        2: {"CAV", "MOT", "MEC", "ARM", "CVM"},
    }
    assert set(CHARTS["river_retreat"]["types"]) == {"ARM", "CVM"}


def test_victory_points() -> None:
    assert {name: (row["to"], row["points"]) for name, row in CHARTS["victory"]["points"].items()} == {
        "nomonhan": ("holder", 20),
        "west_mountain": ("holder", 5),
        "jp_destroyed": ("soviet", 3),
        "mc_destroyed": ("soviet", 1),
        "cleared": ("soviet", 20),
        "su_destroyed": ("japan", 5),
        "mn_destroyed": ("japan", 2),
        "jp_intact": ("japan", 10),
    }


@rule("2.3")
def test_the_four_tables_of_the_last_page_are_there() -> None:
    assert [CHARTS[table]["rule"] for table in ("combat", "bombardment", "vulnerability")] == [
        "T1",
        "T3",
        "T4",
    ]
    terrain = [*CHARTS["terrain"].values(), *CHARTS["hexside"].values(), CHARTS["road"]]
    assert {row["rule"] for row in terrain} == {number for number in RULES if number.startswith("T2.")}


# What holds for every file.


def tables(value: object, path: str, inherited: bool = False) -> Iterator[tuple[str, dict[str, Any], bool]]:
    """Every table with its path, and whether it or one above it has a rule and a provenance."""
    if isinstance(value, dict):
        tagged = inherited or {"rule", "provenance"} <= value.keys()
        yield path, value, tagged
        for key, inner in value.items():
            if key != "provenance_of":
                yield from tables(inner, f"{path}.{key}", tagged)
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from tables(inner, f"{path}[{at}]", inherited)


@pytest.mark.parametrize("name", ["charts", "scenario"])
def test_every_value_has_a_rule_and_a_provenance(name: str) -> None:
    for path, table, tagged in tables({"charts": CHARTS, "scenario": SCENARIO}[name], name):
        assert table.get("rule", "1.0") in RULES, path
        assert {table.get("provenance", "printed"), *table.get("provenance_of", {}).values()} <= TAGS, path
        holds_values = any(not isinstance(v, dict | list) for v in table.values())
        assert tagged or not holds_values or path == "scenario", path


def test_open_rulings_are_made_in_one_place_of_the_code_each() -> None:
    decisions = sorted(row["ruling"] for row in CHARTS["rulings"].values())
    assert " ".join(decisions) == "K-04 K-22 K-24 K-27 K-28 K-33 K-47 K-49 K-52 K-56 K-60 K-66"
    for row in CHARTS["rulings"].values():
        module, *names = row["decided_in"].split(".")
        found: Any = importlib.import_module(f"khalkhin.games.bkg.{module}")
        for name in names:
            found = getattr(found, name)
        assert row["ruling"] in (found.__doc__ or ""), f"{row['decided_in']} does not cite {row['ruling']}"


def test_rules_inventory() -> None:
    assert len(RULES) == len(read_csv("rules.csv")) == 268
    assert {row["kind"] for row in RULES.values()} == {"enforce", "scenario", "data", "definition", "flavour"}
    assert all(row["title"] and row["summary"] for row in RULES.values())


def test_words_for_everything_in_the_data() -> None:
    english = WORDS["en"]
    needed = {SCENARIO["title"], SCENARIO["summary"]}
    needed |= {f"option.{name}.{what}" for name in SCENARIO["options"] for what in ("title", "help")}
    needed |= {f"side.{name}" for name in SCENARIO["sides"]}
    needed |= {f"type.{name}" for name in TYPES} | {f"nat.{name}" for name in CHARTS["nations"]["of"]}
    needed |= {f"terrain.{name}" for name in (*CHARTS["terrain"], *CHARTS["hexside"], "road")}
    needed |= {f"result.{name}" for name in CHARTS["results"]["codes"]}
    needed |= {f"vp.{name}" for name in CHARTS["victory"]["points"]}
    needed |= {f"size.{row['size']}" for row in COUNTERS}
    assert needed <= english.keys()
