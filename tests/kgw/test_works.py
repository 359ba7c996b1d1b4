"""6.1, 18.0, 20.0  The Organization Phase: its order, entrenchments, engineers and bridges."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.games.kgw.organization import Organise
from khalkhin.games.kgw.retreat import walk
from tests.kgw.battles import TARGET, battle, brings
from tests.kgw.oracles.atlas import GROUND
from tests.kgw.positions import (
    asked,
    board,
    cited,
    do,
    hexes,
    marked,
    names,
    offered,
    place,
    position,
    refused,
    shifts,
    told,
    unread_game,
)


def left(match: Any, side: str) -> dict[str, str]:
    found: dict[str, str] = match.view(side)["details"]["left"]
    return found


def trenches(match: Any, side: int) -> set[str]:
    return names(position(match).trenches[side])


def test_first_supply_turns_over_then_divisions_form_then_works_begin() -> None:
    placed = {"0913": ["RA-SUP-1", "RA-SUP-2", "RA-57", "RA-601-82", "RA-602-82", "RA-603-82"]}
    match = board(placed, "soviet_organise", rest="display")
    assert {"flip", "combine", "breakdown", "entrench", "done"} == {o.verb for o in asked(match).offers}
    do(match, "breakdown RA-57")
    assert refused(match, "flip RA-SUP-1") == "6.1.d"
    assert {"combine", "entrench"} <= {o.verb for o in asked(match).offers}
    do(match, "entrench RA-SUP-1", "hex 0913", "commit")
    assert refused(match, "flip RA-SUP-2") == "6.1.d"
    assert refused(match, "combine RA-82") == "6.1.d"
    assert refused(match, "breakdown RA-57") == "6.1.d"


# -- entrenchments -------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "18.1.a")
def test_not_in_marsh_mountains_or_on_lakes() -> None:
    """T-91"""
    for hex_, good in (("2110", False), ("2412", True), ("3308", False), ("2312", True)):
        match = board({hex_: ["JA-SUP-1", "JA-64-23"]}, "japan_organise")
        assert (offered(match, "entrench") == {"JA-SUP-1"}) == good, GROUND[hex_]
    frozen = board({"2112": ["RA-SUP-1", "RA-127-57"]}, "soviet_organise", winter=True)
    assert refused(frozen, "entrench RA-SUP-1") == "18.1.a"


@pytest.mark.rule("kgw", "18.1.b")
def test_not_twice() -> None:
    placed = {"0913": ["RA-SUP-1", "RA-127-57"], "0914": "RA-80-57"}
    match = board(placed, "soviet_organise", trenches={"soviet": "0913"}, marks={"flipped": "RA-SUP-1"})
    do(match, "entrench RA-SUP-1")
    assert offered(match, "hex") == {"0914"}
    assert refused(match, "hex 0913") == "18.1.b"
    assert refused(match, "commit") == "18.2.b"
    do(match, "hex 0914")
    assert refused(match, "hex 0914") == "18.1.b"


@pytest.mark.rule("kgw", "18.1.c")
def test_in_a_zone_of_control() -> None:
    match = board({"0913": ["RA-SUP-1", "RA-127-57"], "0914": "JA-64-23"}, "soviet_organise")
    do(match, "entrench RA-SUP-1", "hex 0913", "commit")
    assert trenches(match, 0) == {"0913"}


@pytest.mark.rule("kgw", "18.1.d", "18.3.a")
def test_every_contingent_of_the_side_defends_in_one() -> None:
    for unit in ("RA-127-57", "MP-2CAV"):
        plain = battle({"1615": "JA-64-23"}, unit, 1)
        dug = battle({"1615": "JA-64-23"}, unit, 1, trenches={"soviet": TARGET})
        (rule,) = set(shifts(dug)) - set(shifts(plain))
        assert shifts(dug)[rule] == -1


@pytest.mark.rule("kgw", "18.1.e")
def test_they_neither_count_nor_control() -> None:
    full = ["RA-127-57", "RA-80-57", "RA-293-57", "RA-51-93", "RA-129-93", "RA-266-93"]
    match = board({"0913": full, "2608": "JA-64-23"}, "soviet_move", trenches={"soviet": ["0913"]})
    assert asked(do(match, "done")).message.key != "ask.crowd"
    empty = board({"2608": "JA-64-23"}, "soviet_move", trenches={"soviet": ["0913"]})
    assert position(empty).zone(0) == 0


@pytest.mark.rule("kgw", "18.2.a", "18.2.b")
def test_a_supply_unit_marks_hexes_with_units_in_its_line() -> None:
    """T-113, Q-98: its own hex only if somebody else stands there; Q-92: air units are nobody."""
    placed = {"1213": "RA-SUP-1", "1212": "RA-127-57", "1211": "RA-AIR-1", "1217": "RA-80-57"}
    match = do(board(placed, "soviet_organise", marks={"flipped": "RA-SUP-1"}), "entrench RA-SUP-1")
    assert offered(match, "hex") == {"1212"}
    assert refused(match, "hex 1213") == "18.2.b"
    do(match, "hex 1212", "commit")
    assert trenches(match, 0) == {"1212"}
    assert place(match, "RA-SUP-1") == "display"
    assert told(match, "log.entrench")["hexes"] == ["1212"]
    both = board({**placed, "1213": ["RA-SUP-1", "RA-293-57"]}, "soviet_organise")
    assert offered(do(both, "entrench RA-SUP-1"), "hex") == {"1213"}
    assert refused(board({"1213": "RA-SUP-1"}, "soviet_organise"), "entrench RA-SUP-1") == "18.2.b"


@pytest.mark.rule("kgw", "18.3.b")
def test_units_in_one_do_not_retreat() -> None:
    force = {"1615": ["JA-IG", "JA-1IMB", "JA-1ARM"]}
    match = brings("D1R", force, ["MP-2CAV", "MP-MIA"], trenches={"soviet": TARGET})
    do(match, "unit MP-MIA")
    assert place(match, "MP-2CAV") == TARGET


@pytest.mark.rule("kgw", "18.3.c")
def test_no_shock_against_one() -> None:
    plain = battle({"1615": "JA-1ARM"}, "RA-127-57", 1)
    dug = battle({"1615": "JA-1ARM"}, "RA-127-57", 1, trenches={"soviet": TARGET})
    assert sorted(shifts(plain).values()) == [1]
    assert sorted(shifts(dug).values()) == [-1, 0]
    assert shifts(dug)["18.3.c"] == 0, "who looks for the column of his armour reads why there is none"


@pytest.mark.rule("kgw", "18.4.a", "18.4.b")
def test_an_entrenchment_lasts_while_somebody_is_there_when_the_phase_ends() -> None:
    """T-92, Q-53"""
    placed = {"0913": "RA-127-57", "0912": "RA-80-57", "2608": "JA-64-23"}
    kept = board(placed, "soviet_move", trenches={"soviet": "0913"})
    do(kept, "unit RA-127-57", "hex 0914", "done")
    assert trenches(kept, 0) == {"0913"}, "until the phase ends"
    do(kept, "unit RA-80-57", "hex 0913", "done", "done")
    assert trenches(kept, 0) == {"0913"}
    gone = board(placed, "soviet_move", trenches={"soviet": "0913"})
    do(gone, "unit RA-127-57", "hex 0914", "done", "done")
    assert trenches(gone, 0) == set()


@pytest.mark.rule("kgw", "18.4.b")
def test_combat_empties_one_at_once() -> None:
    match = brings("D2R", {"1615": ["JA-IG", "JA-1IMB", "JA-1ARM"]}, "MP-MIA", trenches={"soviet": TARGET})
    assert trenches(match, 0) == set()


@pytest.mark.rule("kgw", "18.4.c")
def test_one_of_the_set_up_waits_for_its_first_garrison() -> None:
    grid = position(board({}, "soviet_move")).game.map.grid
    placed = {"0914": "RA-127-57", "2608": "JA-64-23"}
    waiting = board(placed, "soviet_move", trenches={"soviet": "0913"}, unmanned=1 << grid.at("0913"))
    do(waiting, "done")
    assert trenches(waiting, 0) == {"0913"}
    manned = board(placed, "soviet_move", trenches={"soviet": "0913"}, unmanned=1 << grid.at("0913"))
    do(manned, "unit RA-127-57", "hex 0913", "done")
    assert position(manned).unmanned == 0
    enemy = board(
        {"0914": "JA-IG", "2015": "RA-127-57"}, "japan_move", trenches={"soviet": "0913"}, unmanned=1 << grid.at("0913")
    )
    do(enemy, "unit JA-IG", "hex 0913", "done")
    assert trenches(enemy, 0) == trenches(enemy, 1) == set(), "Q-54"


@pytest.mark.rule("kgw", "18.4.c")
def test_who_only_passes_through_one_of_the_set_up_does_not_occupy_it() -> None:
    """Q-108: on foot, by rail, in a retreat"""
    unmanned = hexes("0913")
    march = board({"0914": "MP-2CAV"}, "soviet_move", trenches={"soviet": "0913"}, unmanned=unmanned)
    do(march, "unit MP-2CAV", "hex 0913", "hex 0912", "done", "done")
    assert trenches(march, 0) == {"0913"}
    ride = board({"1602": "RA-127-57"}, "soviet_move", trenches={"soviet": "1803"}, unmanned=hexes("1803"))
    do(ride, "unit RA-127-57", "rail 1904", "done", "done")
    assert trenches(ride, 0) == {"1803"}
    s = position(board({"0914": "MP-2CAV"}, "soviet_move", trenches={"soviet": "0913"}, unmanned=unmanned))
    walk(s, s.game.sheet.index["MP-2CAV"], tuple(map(s.game.map.grid.at, ("0913", "0912"))))
    assert s.unmanned == unmanned
    walk(s, s.game.sheet.index["MP-2CAV"], (s.game.map.grid.at("0913"),))
    assert s.unmanned == 0, "who ends there is there"


@pytest.mark.rule("kgw", "18.4.c")
@pytest.mark.parametrize(
    ("start", "work", "way"),
    [("0914", "0913", ("hex 0913", "hex 0912")), ("1602", "1803", ("rail 1904",))],
    ids=["on foot", "by rail"],
)
def test_by_a_house_rule_who_passes_through_one_of_the_set_up_occupies_it(
    start: str, work: str, way: tuple[str, ...]
) -> None:
    """Q-108, the other reading: it stands until his phase ends, and is gone then unless somebody stays there."""
    unit = "MP-2CAV" if start == "0914" else "RA-127-57"
    works: dict[str, Any] = {
        "trenches": {"soviet": work},
        "unmanned": hexes(work),
        "options": {"passing_garrison": True},
    }
    passed = do(board({start: unit}, "soviet_move", **works), f"unit {unit}", *way, "done")
    assert (trenches(passed, 0), position(passed).unmanned) == ({work}, 0)
    do(passed, "done")
    assert trenches(passed, 0) == set()
    untouched = do(board({start: unit}, "soviet_move", **works), "done")
    assert trenches(untouched, 0) == {work}


@pytest.mark.rule("kgw", "18.4.b")
def test_who_leaves_the_last_garrison_is_told_before_he_goes() -> None:
    placed = {"0913": ["RA-127-57", "RA-80-57"], "0912": "RA-51-93"}
    match = board(placed, "soviet_move", trenches={"soviet": "0913"})
    do(match, "unit RA-127-57")
    assert "warnings" not in match.view("soviet")["details"], "somebody stays"
    do(match, "unit RA-80-57")
    (warning,) = match.view("soviet")["details"]["warnings"]
    assert (warning["key"], warning["params"], warning["rule"]) == ("warn.last-garrison", {"hex": "0913"}, "18.4.b")
    do(match, "hex 0914", "done", "done")
    assert told(match, "log.trench-gone")["hexes"] == ["0913"]
    assert cited(match, "log.trench-gone") == "18.4.b"
    plain = do(board(placed, "soviet_move", trenches={"soviet": "0913"}), "unit RA-51-93")
    assert "warnings" not in plain.view("soviet")["details"], "who comes from elsewhere takes nothing away"


# -- engineers and bridges -----------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "20.1.a", "20.1.b", "20.1.c", "20.1.e")
def test_an_engineer_beside_a_river_becomes_a_bridge_for_nothing() -> None:
    match = board({"2212": "RA-57ENG", "0913": "RA-FEMDENG"}, "soviet_organise", points=(3, 3))
    assert offered(match, "bridge") == {"RA-57ENG"}
    assert refused(match, "bridge RA-FEMDENG") == "20.1.b"
    do(match, "bridge RA-57ENG")
    assert marked(match, "flipped", "RA-57ENG")
    assert position(match).points == (3, 3)
    do(match, "done")
    assert offered(match, "unit") == {"RA-FEMDENG"}
    assert refused(match, "unit RA-57ENG") == "20.1.c"
    assert offered(board({"2212": "RA-57ENG"}, "soviet_move"), "bridge") == set()


@pytest.mark.rule("kgw", "20.1.d")
def test_bridges_are_built_in_a_zone_of_control() -> None:
    match = board({"2212": "RA-57ENG", "2312": "JA-64-23"}, "soviet_organise")
    assert offered(match, "bridge") == {"RA-57ENG"}


@pytest.mark.rule("kgw", "20.1.f")
def test_one_bridge_a_hex() -> None:
    match = board({"2212": ["RA-57ENG", "RA-FEMDENG"]}, "soviet_organise")
    do(match, "bridge RA-57ENG")
    assert offered(match, "bridge") == set()
    assert refused(match, "bridge RA-FEMDENG") == "20.1.f"


@pytest.mark.rule("kgw", "20.1.g")
def test_beside_printed_bridges_too() -> None:
    assert offered(board({"2608": "JA-KAENG"}, "japan_organise"), "bridge") == {"JA-KAENG"}


@pytest.mark.rule("kgw", "20.2.a", "20.2.b")
@pytest.mark.parametrize(("start", "to"), [("2212", "2312"), ("2213", "2312"), ("2312", "2212"), ("2312", "2213")])
def test_all_river_sides_of_its_hex_are_bridged_both_ways(start: str, to: str) -> None:
    """T-96, Q-58: the river costs tanks two points, the hex what it costs."""
    placed = {start: "RA-11ARM"}
    plain = left(do(board(placed, "soviet_move"), "unit RA-11ARM"), "soviet")[to]
    spanned = board(
        {**placed, "2312": [*([placed["2312"]] if start == "2312" else []), "RA-57ENG"]},
        "soviet_move",
        marks={"flipped": "RA-57ENG"},
    )
    crossed = left(do(spanned, "unit RA-11ARM"), "soviet")[to]
    trail = "2213" in (start, to)
    assert crossed == ("5½" if trail else "5")
    assert plain == ("3½" if trail else "3")


@pytest.mark.rule("kgw", "20.2.c")
def test_bridges_do_not_help_an_attack() -> None:
    across = {"2212": ["RA-11ARM"]}
    for bridge in ((), ("RA-57ENG",)):
        match = battle(
            {"2212": across["2212"]},
            "JA-64-23",
            1,
            target="2312",
            side="soviet",
            also={"2212": bridge},
            marks={"flipped": bridge},
        )
        assert -2 in shifts(match).values()


@pytest.mark.rule("kgw", "20.3.a", "20.3.b")
def test_a_bridge_stands_until_it_is_taken_up_again() -> None:
    match = board({"2212": "RA-57ENG"}, "soviet_organise", marks={"flipped": "RA-57ENG"})
    do(match, "bridge RA-57ENG")
    assert not marked(match, "flipped", "RA-57ENG")
    assert refused(match, "bridge RA-57ENG") == "20.1.c", "once a phase"
    do(match, "done")
    assert offered(match, "unit") == {"RA-57ENG"}
    stays = do(
        board({"2212": "RA-57ENG", "2608": "JA-64-23"}, "soviet_organise", marks={"flipped": "RA-57ENG"}), "done"
    )
    assert marked(stays, "flipped", "RA-57ENG")


@pytest.mark.rule("kgw", "20.3.c")
def test_a_bridge_defends_never_attacks_and_goes_with_a_retreat() -> None:
    match = board({"2212": "RA-57ENG", "2312": "JA-64-23"}, "soviet_combat", marks={"flipped": "RA-57ENG"})
    assert offered(match, "attack") == set()
    fled = brings("D1R", {"1615": ["JA-IG", "JA-1IMB"]}, ["MP-MIA", "RA-57ENG"], marks={"flipped": "RA-57ENG"})
    do(fled, "unit MP-MIA")
    assert not marked(fled, "flipped", "RA-57ENG")


@pytest.mark.rule("kgw", "20.3.d")
def test_enemies_pay_for_the_river_at_a_bridge() -> None:
    """T-96: a point for the hex, two for the river."""
    placed = {"2311": "JA-1ARM", "2213": "RA-57ENG"}
    for marks in ({}, {"flipped": "RA-57ENG"}):
        assert left(do(board(placed, "japan_move", marks=marks), "unit JA-1ARM"), "japan")["2212"] == "3"


@pytest.mark.rule("kgw", "20.1.a", "20.2.a")
def test_an_engineer_on_the_march_bridges_nothing() -> None:
    placed = {"2212": "RA-11ARM", "2312": "RA-57ENG"}
    assert left(do(board(placed, "soviet_move"), "unit RA-11ARM"), "soviet")["2312"] == "3"
    assert (
        left(do(board(placed, "soviet_move", marks={"flipped": "RA-57ENG"}), "unit RA-11ARM"), "soviet")["2312"] == "5"
    )


@pytest.mark.rule("kgw", "20.2.a", "20.2.b")
@pytest.mark.parametrize("bridge", ["2212", "2312"])
def test_a_bridge_on_either_bank_takes_the_price_of_the_river_away(bridge: str) -> None:
    placed = {"2212": ["RA-11ARM"], bridge: [*(["RA-11ARM"] if bridge == "2212" else []), "RA-57ENG"]}
    match = board(placed, "soviet_move", marks={"flipped": "RA-57ENG"}, game=unread_game())
    assert left(do(match, "unit RA-11ARM"), "soviet")["2312"] == "5"


@pytest.mark.rule("kgw", "20.2.a")
def test_a_bridge_serves_who_comes_to_it_with_his_last_point() -> None:
    placed = {"0813": "MP-MIA", "0810": "RA-57ENG"}
    match = board(placed, "soviet_move", marks={"flipped": "RA-57ENG"})
    assert "0810" in offered(do(match, "unit MP-MIA", "hex 0812", "hex 0811"), "hex")
    dry = do(board(placed, "soviet_move"), "unit MP-MIA", "hex 0812", "hex 0811")
    assert "0810" not in offered(dry, "hex")


@pytest.mark.rule("kgw", "18.4")
def test_one_entrenchment_of_the_set_up_that_is_razed_takes_no_other_along() -> None:
    match = board({"1716": "JA-64-23"}, trenches={"soviet": ["1715", "1913"]}, unmanned=hexes("1715", "1913"))
    do(match, "unit JA-64-23", "hex 1715", "done")
    assert trenches(match, 0) == names(position(match).unmanned) == {"1913"}


@pytest.mark.rule("kgw", "18.2", "21.0")
def test_what_is_to_be_entrenched_is_its_owners_business_until_it_is() -> None:
    placed = {"2015": ["RA-57", "RA-SUP-1"], "2016": "RA-82"}
    match = board(placed, "soviet_organise", marks={"flipped": "RA-SUP-1"})
    do(match, "entrench RA-SUP-1", "hex 2016")
    shown = match.view("soviet")["details"]
    assert (set(shown["supply"]), shown["chosen"]) == ({"RA-SUP-1"}, ["2016"])
    assert shown["supply"]["RA-SUP-1"]["paths"]["2016"] == ["2015", "2016"]
    top = position(match).agenda[-1]
    assert top.seen_by(position(match), 0) == top
    for other in (1, None):
        assert top.seen_by(position(match), other) == Organise(0)
        assert top.details(position(match), other) == {}


@pytest.mark.rule("kgw", "6.1", "16.2.a")
def test_the_organization_phase_shows_its_owner_every_line_of_supply() -> None:
    match = board({"2015": ["RA-57", "RA-SUP-1"], "2016": "RA-82"}, "soviet_organise", marks={"flipped": "RA-SUP-1"})
    assert set(match.view("soviet")["details"]["supply"]["RA-SUP-1"]["paths"]) == {"2015", "2016"}
    assert match.view("japan")["details"] == {}
