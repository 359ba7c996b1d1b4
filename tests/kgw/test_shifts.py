"""13.4, 18.3, 19.3  Column shifts, for the attacker and for the defender, and the odds that are shown."""

from __future__ import annotations

import random

import pytest

from khalkhin.games.kgw.odds import column as ratio
from khalkhin.games.kgw.odds import preview
from tests.kgw.battles import AROUND, base, battle, column
from tests.kgw.positions import board, do, fight, hexes, keys, marked, position, refused, shifts, told, units

TOWN, RIVERSIDE, DRY = "1211", "1212", "1210"
"""Bain Tuman, a town with a river between it and 1212, none towards 1210."""


# -- in general ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "13.4.1.a")
@pytest.mark.rule("kgw", "13.2.f")
def test_right_helps_the_attacker_left_the_defender() -> None:
    assert column(battle({"1615": "RA-7REC"}, "MC-1CAV", 2, side="soviet")) == "300"
    left = battle({"1615": "JA-25-7"}, "MP-2CAV", 2, trenches={"soviet": "1715"})
    assert (base(left), column(left)) == ("200", "150")


@pytest.mark.rule("kgw", "13.4.1.d")
@pytest.mark.rule("kgw", "13.4.1.b")
def test_shifts_of_both_sides_are_balanced() -> None:
    """E-06: 400 %, one to the right, two to the left"""
    match = battle({RIVERSIDE: ["JA-25-7", "JA-26-7", "JA-KAART"]}, "MP-2CAV", 2, target=TOWN, winter=True, month=10)
    assert shifts(match) == {"13.4.2.e": 1, "13.4.3.a": -1}
    dug_in = battle({"1615": ["JA-25-7", "JA-26-7", "JA-KAART"]}, "MP-2CAV", 2, trenches={"soviet": "1715"})
    assert base(dug_in) == column(dug_in) == "400"
    match = battle({DRY: ["JA-25-7", "JA-26-7", "JA-KAART"]}, "MP-2CAV", 4, target=TOWN, trenches={"soviet": TOWN})
    assert (base(match), column(match)) == ("400", "300")


@pytest.mark.rule("kgw", "13.4.1.e")
def test_a_ratio_beyond_the_table_is_shifted_from_its_last_column() -> None:
    """E-07"""
    match = battle({"1615": "JA-7"}, "MP-MIA", 6, trenches={"soviet": "1715"})
    assert (told(match, "log.odds")["attack"], base(match), column(match)) == (20, "≥700", "600")


@pytest.mark.rule("kgw", "13.4.1.c")
@pytest.mark.rule("kgw", "13.4.1.f")
def test_all_shifts_add_up_before_the_ends_of_the_table_count() -> None:
    """T-04"""
    guns = {RIVERSIDE: ["JA-7", "JA-1ARM", "JA-KAART"]}
    match = battle(guns, ["RA-57ART", "MP-MIA"], 6, target=TOWN, supply="JA-SUP-1", also={RIVERSIDE: "JA-SUP-1"})
    assert shifts(match) == {
        "13.4.2.c": 1,
        "13.4.2.e": 1,
        "13.4.2.a": 1,
        "13.4.3.a": -1,
        "13.4.3.b": -2,
        "13.4.3.e": -1,
    }
    assert (base(match), column(match)) == ("≥700", "600")
    low = battle({RIVERSIDE: "JA-64-23"}, "RA-5RMG", 6, target=TOWN, trenches={"soviet": TOWN})
    assert (base(low), column(low)) == ("50", "≤49")


@pytest.mark.rule("kgw", "13.4.1.c")
def test_beyond_either_end_of_the_table_its_last_column_counts() -> None:
    high = battle({"1615": ["JA-7", "JA-1ARM", "JA-KAART"]}, "MP-MIA", 6)
    assert sum(shifts(high).values()) > 0
    assert (base(high), column(high)) == ("≥700", "≥700")
    low = battle({"1615": "JA-64-23"}, "RA-57", 6, trenches={"soviet": "1715"})
    assert sum(shifts(low).values()) < 0
    assert (base(low), column(low)) == ("≤49", "≤49")


@pytest.mark.rule("kgw", "13.4.1.g")
def test_all_shifts_but_supply_count_in_both_combat_phases() -> None:
    """T-12"""
    placed = {"1615": ["JA-1ARM", "JA-KAART", "JA-SUP-1"], "1715": "MP-2CAV", "1920": "JA-AIR-1"}
    match = board(placed, "japan_combat", segment=2, marks={"supplied": ["JA-1ARM", "JA-KAART"]}, dice=[1, 1])
    do(match, "attack 1715", "unit JA-1ARM", "unit JA-KAART", "commit")
    assert refused(match, "maximum JA-SUP-1") == "16.3.2.f"
    do(match, "support JA-AIR-1", "commit")
    assert shifts(match) == {"13.4.2.c": 1, "13.4.2.e": 1, "13.4.2.b": 1}


# -- to the right ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "13.4.2.a")
def test_supply_expended_for_an_attack_is_worth_a_column() -> None:
    placed = {"1615": ["JA-64-23", "JA-SUP-1"], "1715": "MP-2CAV", "1514": ["JA-SUP-2", "JA-SUP-3"], "1616": "JA-71-23"}
    match = board(placed, "japan_combat", marks={"flipped": "JA-SUP-2"}, dice=[1])
    do(match, "attack 1715", "unit JA-64-23", "unit JA-71-23", "commit")
    assert refused(match, "maximum JA-SUP-1") == "16.3.2.b", "no line to the other attacker's hex"
    assert refused(match, "maximum JA-SUP-3") == "16.3.2.b", "mobile supply serves its own hex"
    do(match, "maximum JA-SUP-2")
    assert refused(match, "maximum JA-SUP-2") == "16.3.2.a", "one supply unit for one attack"
    do(match, "commit")
    assert shifts(match) == {"13.4.2.a": 1}
    assert position(match).where[match.game.sheet.index["JA-SUP-2"]] < 0


def test_why_supply_has_no_line_tells_nothing_about_hidden_faces() -> None:
    placed = {"1615": "JA-64-23", "1715": "MP-2CAV", "2514": "JA-SUP-1", "1211": ["RA-SUP-1", "RA-SUP-2", "RA-36"]}
    match = board(placed, "japan_combat", marks={"flipped": ["JA-SUP-1", "RA-SUP-1"]})
    do(match, "attack 1715", "unit JA-64-23", "commit")
    assert refused(match, "maximum JA-SUP-1") == "16.3.2.c", "a depot, too far away"
    assert refused(match, "maximum RA-SUP-1") == refused(match, "maximum RA-SUP-2")


@pytest.mark.rule("kgw", "13.4.2.b")
@pytest.mark.rule("kgw", "15.6.d")
@pytest.mark.rule("kgw", "15.6.e")
@pytest.mark.rule("kgw", "15.6.f")
@pytest.mark.rule("kgw", "15.6.g")
def test_two_air_units_may_support_and_each_success_is_a_column() -> None:
    """T-14: dice 4 and 5"""
    air = ["JA-AIR-1", "JA-AIR-2", "JA-AIR-3"]
    placed = {"1615": "JA-64-23", "1715": "MP-2CAV", "1920": air[:2], "2211": air[2]}
    match = board(placed, "japan_combat", dice=[4, 5, 1])
    do(match, "attack 1715", "unit JA-64-23", "commit", "support JA-AIR-1", "support JA-AIR-2")
    assert refused(match, "support JA-AIR-3") == "15.6.d"
    do(match, "commit")
    assert shifts(match) == {"13.4.2.b": 1}
    assert [k for k in keys(match) if k.startswith("log.support")] == ["log.support-hit", "log.support-miss"]
    for unit in air[:2]:
        assert marked(match, "flown", unit)
        assert marked(match, "sortied", unit)
    both = battle({"1615": "JA-64-23"}, "MP-2CAV", 1, 1, 1, air=air[:2], also={"1920": air[:2]})
    assert shifts(both) == {"13.4.2.b": 2}


@pytest.mark.rule("kgw", "13.4.2.c")
@pytest.mark.rule("kgw", "13.4.2.f")
def test_armour_and_artillery_give_one_column_each_however_many() -> None:
    match = battle({"1615": ["JA-1ARM", "JA-2ARM", "JA-KAART", "JA-6AART"]}, "RA-57", 3)
    assert shifts(match) == {"13.4.2.c": 1, "13.4.2.e": 1}
    assert not shifts(battle({"1615": "JA-AZUMA"}, "MP-2CAV", 3)), "mechanized, but without a shock symbol"


@pytest.mark.rule("kgw", "13.4.2.d")
def test_an_armoured_train_is_worth_a_column_but_none_beside_armour() -> None:
    """Q-85"""
    match = battle({"2207": "JA-TRAIN"}, "RA-57", 3, target="2208")
    assert shifts(match) == {"13.4.2.d": 1}
    both = battle({"2207": ["JA-TRAIN", "JA-1ARM"]}, "RA-57", 3, target="2208")
    assert shifts(both) == {"13.4.2.c": 1}


def test_neither_armour_nor_a_train_helps_against_an_entrenchment() -> None:
    """18.3, Q-28"""
    for unit in ("JA-TRAIN", "JA-1ARM"):
        match = battle({"2207": unit}, "RA-57", 3, target="2208", trenches={"soviet": "2208"})
        assert shifts(match) == {"18.3.c": 0, "13.4.3.g": -1}


@pytest.mark.rule("kgw", "13.4.2.e")
def test_artillery_adds_its_factor_and_a_column() -> None:
    match = battle({"1615": ["JA-64-23", "JA-KAART"]}, "MP-2CAV", 3)
    assert told(match, "log.odds")["attack"] == 4
    assert shifts(match) == {"13.4.2.e": 1}


REGIMENTS = ("JA-64-23", "JA-71-23", "JA-72-23", "JA-4-2", "JA-16-2", "JA-29-2")


@pytest.mark.rule("kgw", "13.4.2.g")
def test_attackers_on_every_side_gain_a_column() -> None:
    ring = dict(zip(AROUND, REGIMENTS, strict=True))
    assert shifts(battle(ring, "RA-57", 3)) == {"13.4.2.g": 1}
    five = dict(list(ring.items())[:5])
    assert not shifts(battle(five, "RA-57", 3))


@pytest.mark.rule("kgw", "13.4.2.h")
def test_everybody_round_the_hex_has_to_attack_it() -> None:
    """T-15, Q-26"""
    ring = dict(zip(AROUND, REGIMENTS, strict=True))
    assert not shifts(battle(ring, "RA-57", 3, also={"1714": "JA-25-7"})), "one stays out"
    idle = {"1714": ["JA-SUP-1", "JA-KAENG"]}
    assert shifts(battle(ring, "RA-57", 3, also=idle, marks={"flipped": "JA-KAENG"})) == {"13.4.2.g": 1}
    placed = {**ring, "1714": ["JA-64-23", "JA-25-7"], "1715": "RA-57", "1614": "MP-2CAV"}
    match = fight(board(placed, "japan_combat", dice=[2, 3]), "1614", "JA-25-7")
    assert told(match, "log.result")["codes"] == "AS"
    assert not shifts(fight(match, "1715", *REGIMENTS)), "one has attacked elsewhere"


@pytest.mark.rule("kgw", "13.4.2.i")
def test_at_the_edge_of_the_map_only_its_hexes_count() -> None:
    """T-16"""
    ring = dict(zip(("0109", "0111", "0210", "0211"), REGIMENTS[:4], strict=True))
    assert shifts(battle(ring, "RA-57", 3, target="0110")) == {"13.4.2.g": 1}


@pytest.mark.rule("kgw", "13.4.2.g")
def test_a_lake_on_one_side_excuses_nobody() -> None:
    """T-17, Q-26: 2112 is Buir Nur"""
    ring = dict(zip(("2114", "2013", "2213", "2014", "2214"), REGIMENTS[:5], strict=True))
    assert not shifts(battle(ring, "RA-57", 3, target="2113"))
    frozen = battle({**ring, "2112": "JA-29-2"}, "RA-57", 3, target="2113", winter=True)
    assert shifts(frozen) == {"13.4.2.g": 1}


# -- to the left -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "13.4.3.a")
@pytest.mark.rule("kgw", "22.2.b")
def test_the_best_terrain_of_the_hex_counts_once() -> None:
    assert shifts(battle({DRY: "JA-64-23"}, "RA-57", 3, target=TOWN)) == {"13.4.3.a": -1}
    assert shifts(battle({"2514": "RA-57"}, "JA-64-23", 3, target="2614", side="soviet")) == {"13.4.3.a": -1}, "both"
    assert shifts(battle({"2613": "RA-57"}, "JA-64-23", 5, target="2713", side="soviet")) == {"13.4.3.a": -2}
    marsh = {"2308": "RA-57"}
    assert shifts(battle(marsh, "JA-64-23", 5, target="2307", side="soviet")) == {"13.4.3.a": -1}
    assert not shifts(battle(marsh, "JA-64-23", 5, target="2307", side="soviet", winter=True)), "marshes freeze"


@pytest.mark.rule("kgw", "13.4.3.b")
@pytest.mark.parametrize(
    ("wet", "dry", "expected"),
    [("JA-25-7", "JA-26-7", 0), ("JA-1IMB", "JA-64-23", -2), ("JA-25-7", "JA-64-23", -2)],
)
def test_a_river_helps_if_more_than_half_of_the_factors_cross_it(wet: str, dry: str, expected: int) -> None:
    """T-06, Q-25: 4 of 8, 5 of 8, 4 of 7"""
    match = battle({RIVERSIDE: wet, DRY: dry}, "RA-57", 3, target=TOWN)
    assert shifts(match).get("13.4.3.b", 0) == expected


@pytest.mark.rule("kgw", "13.4.3.c")
def test_a_river_is_worth_two_columns_but_none_in_winter() -> None:
    """E-10, T-07"""
    assert shifts(battle({RIVERSIDE: "JA-25-7"}, "RA-57", 3, target=TOWN))["13.4.3.b"] == -2
    assert "13.4.3.b" not in shifts(battle({RIVERSIDE: "JA-25-7"}, "RA-57", 3, target=TOWN, winter=True))


@pytest.mark.rule("kgw", "13.4.3.d")
def test_hex_and_hexside_add_up_and_no_road_or_bridge_cancels_them() -> None:
    """A road and a railroad under construction cross the river between Bain Tuman and 1311."""
    assert the_road_crosses("1211", "1311")
    assert shifts(battle({"1311": "JA-25-7"}, "RA-57", 3, target=TOWN)) == {"13.4.3.a": -1, "13.4.3.b": -2}
    spanned = battle(
        {"1311": "JA-25-7"}, "RA-57", 3, target=TOWN, also={"1311": "JA-KAENG"}, marks={"flipped": "JA-KAENG"}
    )
    assert shifts(spanned)["13.4.3.b"] == -2


def the_road_crosses(a: str, b: str) -> bool:
    sheet = position(board({}, "japan_combat")).game.map
    return any(sheet.has_side(way, sheet.grid.at(a), sheet.grid.at(b)) for way in ("road", "rail", "unbuilt_rail"))


@pytest.mark.rule("kgw", "13.4.3.e")
@pytest.mark.rule("kgw", "13.4.3.f")
@pytest.mark.rule("kgw", "19.3.1.e")
def test_soviet_artillery_defends_with_a_column_japanese_does_not() -> None:
    """T-09"""
    assert shifts(battle({"1615": "JA-7"}, ["RA-57ART", "RA-1AGART"], 3)) == {"13.4.3.e": -1}
    assert not shifts(battle({"1615": "RA-57"}, ["JA-KAART", "JA-6AART"], 3, side="soviet"))


@pytest.mark.rule("kgw", "13.4.3.g")
def test_an_entrenchment_is_worth_a_column_and_holds_its_units() -> None:
    match = battle({"1615": ["JA-25-7", "JA-26-7"]}, ["MP-2CAV", "MP-3CAV"], 6, trenches={"soviet": "1715"})
    assert shifts(match) == {"13.4.3.g": -1}
    match = battle({"1615": ["JA-7"]}, ["MP-2CAV", "MP-3CAV"], 4, trenches={"soviet": "1715"})
    assert told(match, "log.result")["codes"] == "D1R"
    do(match, "unit MP-2CAV")
    assert "log.retreat" not in keys(match)


def test_armour_and_guns_against_an_entrenched_town_over_a_river() -> None:
    """T-05"""
    attackers = {RIVERSIDE: ["JA-23", "JA-1ARM", "JA-KAART"]}
    match = battle(attackers, "RA-57", 6, target=TOWN, trenches={"soviet": TOWN})
    assert shifts(match) == {"18.3.c": 0, "13.4.2.e": 1, "13.4.3.a": -1, "13.4.3.b": -2, "13.4.3.g": -1}
    assert (base(match), column(match)) == ("150", "≤49")


# -- what the attacker is told before ---------------------------------------------------------------------------------


def test_before_the_declaration_the_odds_tell_nothing_hidden() -> None:
    """21.0  Whoever lies under the top counter, the preview is the same."""
    rng = random.Random(5)
    # A stack in the MPR is hidden from the Japanese; its top counter is the last one.
    hidden = ["RA-57", "RA-24-36", "RA-57ART", "MP-MIA", "RA-SUP-1", "RA-ZHUKOV", "RA-11ARM"]
    seen = set()
    for _ in range(12):
        under = rng.sample(hidden, 2)
        match = board({"1615": ["JA-64-23", "JA-KAART"], "1715": [*under, "MP-2CAV"]}, "japan_combat", rest="display")
        do(match, "attack 1715", "unit JA-64-23", "unit JA-KAART")
        seen.add(repr(match.view("japan")["details"]))
    assert len(seen) == 1
    (told_,) = seen
    assert "'unknown': ['13.4.3.e']" in told_


def test_every_possible_defence_has_its_column_in_the_preview() -> None:
    match = board({"1615": "JA-64-23", "1715": ["RA-57", "MP-2CAV"]}, "japan_combat")
    s = position(match)
    told_ = preview(s, match.game.map.grid.at("1715"), units("JA-64-23"))
    assert told_.column is None
    truth = s.game.charts.combat.clamp(ratio(s, 3, 14))
    assert any(low <= 14 <= high and at == truth for low, high, at in map(span, told_.cases))


def span(case: tuple[str, int]) -> tuple[int, int, int]:
    low, _, high = case[0].partition("-")
    return int(low), int(high or low), case[1]


def test_what_is_seen_is_reckoned_with() -> None:
    """21.0  In the Disputed Area everybody sees everything: the odds are exact."""
    match = board({"2311": "JA-64-23", "2312": ["RA-57", "RA-57ART"]}, "japan_combat")
    odds = preview(position(match), match.game.map.grid.at("2312"), units("JA-64-23"))
    assert odds.defence == 14
    assert any(shift.rule == "13.4.3.e" for shift in odds.shifts)
    assert not {"13.4.2.a", "13.4.2.b"} & {shift.rule for shift in odds.shifts}, "neither supply nor support yet"
    for guns in ("RA-57ART", "RA-1AGART", "RA-RBAOGART"):
        top = board({"1615": "JA-64-23", "1715": ["RA-57", guns]}, "japan_combat")
        odds = preview(position(top), top.game.map.grid.at("1715"), units("JA-64-23"))
        assert odds.defence is None
        assert odds.hidden == "21.0"
        assert odds.unknown == ()
        assert any(shift.rule == "13.4.3.e" for shift in odds.shifts)


def test_support_not_yet_committed_is_its_owners_secret() -> None:
    placed = {"1615": ["JA-64-23", "JA-SUP-1"], "1715": "MP-2CAV", "1920": "JA-AIR-1"}
    match = board(placed, "japan_combat")
    do(match, "attack 1715", "unit JA-64-23", "commit")
    before = match.view("soviet")
    do(match, "support JA-AIR-1", "maximum JA-SUP-1")
    assert match.view("soviet")["details"] == before["details"]
    mine = match.view("japan")["details"]
    assert mine["plan"]["support"] == ["JA-AIR-1"]
    # 150 % and one column for supply is 200; with an air unit 2/3 of the time 300.
    assert mine["odds"]["column"] is None
    assert mine["odds"]["column_chances"] == {"200": "1/3", "300": "2/3"}
    assert mine["odds"]["hidden"] == ""
    assert mine["plan"]["supply"] == ["JA-SUP-1"]
    assert mine["odds"]["chances"]["D2R"] == "1/9"
    assert position(match).spared == hexes("1715")
