"""16.0, 19.2  Supply units, lines of communication, the Supply Phase and the Gekokujo marker."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.view import overlays
from khalkhin.games.kgw import supply
from khalkhin.games.kgw.supply import Gekokujo, SupplyPhase
from tests.kgw.battles import TARGET, battle, brings, column
from tests.kgw.oracles.atlas import around
from tests.kgw.positions import (
    asked,
    board,
    do,
    fight,
    ids,
    marked,
    names,
    offered,
    place,
    position,
    refused,
    shifts,
    the_game,
    told,
    units,
    why,
)

DEPOT = {"flipped": ["RA-SUP-1", "JA-SUP-1"]}


def served(match: Any, unit: str) -> set[str]:
    return names(supply.hexes_served(position(match), the_game().sheet.index[unit]))


def within(hex_: str, steps: int) -> set[str]:
    found = {hex_}
    for _ in range(steps):
        found |= {b for a in found for b in around(a)}
    return found


# -- the units -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "16.1.b")
def test_supply_does_not_count_for_stacking() -> None:
    full = ["JA-64-23", "JA-71-23", "JA-72-23", "JA-4-2", "JA-16-2", "JA-29-2"]
    fine = do(board({"2909": [*full, "JA-SUP-1", "JA-SUP-2"], "0112": "MP-2CAV"}, "japan_move"), "done")
    assert asked(fine).message.key != "ask.crowd"
    crowd = do(board({"2909": [*full, "JA-30-2"], "0112": "MP-2CAV"}, "japan_move"), "done")
    assert asked(crowd).message.key == "ask.crowd"


@pytest.mark.rule("kgw", "16.1.c")
def test_supply_never_attacks_but_defends() -> None:
    match = board({"1615": ["JA-64-23", "JA-SUP-1"], TARGET: "RA-SUP-1"}, "japan_combat")
    do(match, f"attack {TARGET}")
    assert offered(match, "unit") == {"JA-64-23"}
    assert refused(match, "unit JA-SUP-1")
    do(match, "unit JA-64-23", "commit")
    assert position(match).defenders == units("RA-SUP-1")


@pytest.mark.rule("kgw", "16.1.d", "16.1.f")
def test_supply_can_be_lost_and_lies_in_the_display_then() -> None:
    lost = brings("D1R", {"1615": ["JA-IG", "JA-1IMB"]}, ["MP-MIA", "RA-SUP-1"], marks=DEPOT)
    do(lost, "unit RA-SUP-1")
    assert place(lost, "RA-SUP-1") == "display"
    assert not marked(lost, "flipped", "RA-SUP-1")


@pytest.mark.rule("kgw", "16.1.e")
def test_supply_goes_with_its_stack() -> None:
    also = {"1615": "JA-SUP-1", "0110": "MP-8CAV"}
    match = brings("D1R", {"1615": ["JA-IG", "JA-1IMB"]}, "MP-MIA", also=also)
    do(match, "unit JA-IG", "unit JA-SUP-1")
    assert place(match, "JA-IG") == place(match, "JA-SUP-1") == TARGET


@pytest.mark.rule("kgw", "16.1.g")
def test_any_contingent_uses_any_supply_of_its_side() -> None:
    placed = {"2909": ["JA-SUP-1", "MC-HSINGAN", "MJ-6CAV", "CX-2IMB", "JA-64-23"]}
    match = do(board(placed, "japan_supply"), "supply JA-SUP-1")
    assert all(marked(match, "supplied", u) for u in placed["2909"][1:])
    red = do(board({"0913": ["RA-SUP-1", "MP-2CAV", "RA-127-57"]}, "soviet_supply"), "supply RA-SUP-1")
    assert marked(red, "supplied", "MP-2CAV")


# -- lines of communication ----------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "16.2.d")
def test_mobile_supply_serves_its_own_hex() -> None:
    assert served(board({"0913": "RA-SUP-1"}, "soviet_supply"), "RA-SUP-1") == {"0913"}


@pytest.mark.rule("kgw", "16.2.e", "16.2.f")
def test_depots_serve_three_hexes_round_or_two() -> None:
    placed = {"0913": "RA-SUP-1", "2717": "JA-SUP-1"}
    match = board(placed, "soviet_supply", marks=DEPOT)
    assert served(match, "RA-SUP-1") == within("0913", 3)
    assert served(match, "JA-SUP-1") == within("2717", 2)
    frost = board(placed, "soviet_supply", marks=DEPOT, winter=True)
    assert served(frost, "RA-SUP-1") == within("0913", 1)
    assert served(frost, "JA-SUP-1") == within("2717", 1)


@pytest.mark.rule("kgw", "16.2.a", "16.2.b", "12.2.f")
def test_no_line_leads_through_zones() -> None:
    """T-61, Q-55: two hexes off, the middle one in a zone; or only the unit itself."""
    placed = {"1819": "JA-SUP-1", "1817": "JA-64-23"}
    free = board(placed, "japan_supply", marks=DEPOT)
    assert "1817" in served(free, "JA-SUP-1")
    middle = board({**placed, "1717": "RA-80-57", "1918": "RA-127-57"}, "japan_supply", marks=DEPOT)
    assert "1817" not in served(middle, "JA-SUP-1")
    do(middle, "supply JA-SUP-1")
    assert not marked(middle, "supplied", "JA-64-23")
    assert told(middle, "log.supply-wasted")["hex"] == "1819"


@pytest.mark.rule("kgw", "16.2.c", "12.2.g")
def test_a_line_ends_in_a_zone() -> None:
    match = board({"1819": "JA-SUP-1", "1817": "JA-64-23", "1816": "RA-80-57"}, "japan_supply", marks=DEPOT)
    assert "1817" in served(match, "JA-SUP-1")
    further = board({"0913": "RA-SUP-1", "0916": "RA-127-57", "1115": "JA-64-23"}, "soviet_supply", marks=DEPOT)
    assert "1114" in served(further, "RA-SUP-1")
    assert "1215" in within("0913", 3) - served(further, "RA-SUP-1"), "only through 1114 or 1115"


@pytest.mark.rule("kgw", "12.2.g")
def test_a_depot_in_a_zone_serves_its_own_hex() -> None:
    """T-62"""
    placed = {"1819": ["JA-SUP-1", "JA-71-23"], "1818": "JA-64-23", "1820": "RA-80-57"}
    match = board(placed, "japan_supply", marks=DEPOT)
    assert served(match, "JA-SUP-1") == {"1819"}
    do(match, "supply JA-SUP-1")
    assert marked(match, "supplied", "JA-71-23")
    assert not marked(match, "supplied", "JA-64-23")


@pytest.mark.rule("kgw", "16.2.b")
def test_no_line_leads_over_open_water_or_for_the_japanese_through_the_ussr() -> None:
    """Q-56"""
    lake = board({"2113": "RA-SUP-1"}, "soviet_supply", marks=DEPOT)
    assert "2112" not in served(lake, "RA-SUP-1")
    assert "2112" in served(board({"2113": "RA-SUP-1"}, "soviet_supply", marks=DEPOT, winter=True), "RA-SUP-1")
    border = board({"1906": "JA-SUP-1"}, "japan_supply", marks=DEPOT)
    assert not served(border, "JA-SUP-1") & names(the_game().country["USSR"])
    assert served(board({"1906": "RA-SUP-1"}, "soviet_supply", marks=DEPOT), "RA-SUP-1") & {"1905"}
    marsh = board({"2020": "JA-SUP-1"}, "japan_supply", marks=DEPOT)
    assert "2021" in served(marsh, "JA-SUP-1")
    corner = board({"0110": "RA-SUP-1"}, "soviet_supply", marks=DEPOT)
    assert served(corner, "RA-SUP-1") == within("0110", 3)


@pytest.mark.rule("kgw", "16.2.g")
def test_supply_needs_no_supply() -> None:
    match = do(board({"0913": "RA-SUP-1", "0920": "RA-SUP-2"}, "soviet_supply"), "done")
    assert offered(match, "unit") == {"RA-SUP-1", "RA-SUP-2"}


@pytest.mark.rule("kgw", "16.2.h")
def test_supply_is_turned_over_in_an_organization_phase_first_of_all() -> None:
    match = board({"0913": ["RA-SUP-1", "RA-SUP-2", "RA-127-57"]}, "soviet_organise", marks={"flipped": "RA-SUP-2"})
    assert offered(match, "flip") == {"RA-SUP-1", "RA-SUP-2"}
    do(match, "flip RA-SUP-1", "flip RA-SUP-2")
    assert marked(match, "flipped", "RA-SUP-1")
    assert not marked(match, "flipped", "RA-SUP-2")
    assert refused(match, "flip RA-SUP-1") == "16.2.h"
    do(match, "entrench RA-SUP-1", "hex 0913", "commit")
    assert refused(match, "flip RA-SUP-2") == "6.1.d"
    assert refused(board({"0913": "RA-SUP-1"}, "soviet_supply"), "flip RA-SUP-1")


# -- expending it --------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "16.3.a", "16.3.b", "16.3.c")
def test_one_unit_one_action_for_any_number_of_units() -> None:
    placed = {
        "0913": ["RA-SUP-1", "RA-127-57"],
        "0914": ["RA-80-57", "RA-293-57"],
        "0916": "MP-2CAV",
        "0918": "MP-3CAV",
    }
    match = do(board(placed, "soviet_supply", marks=DEPOT), "supply RA-SUP-1")
    assert position(match).supplied == units("RA-127-57", "RA-80-57", "RA-293-57", "MP-2CAV")
    assert place(match, "RA-SUP-1") == "display"
    assert not marked(match, "flipped", "RA-SUP-1")
    assert offered(match, "supply") == set()
    assert refused(match, "supply RA-SUP-1") == "16.3.a"
    assert refused(match, "supply RA-127-57") == "16.3.a"


@pytest.mark.rule("kgw", "16.3.d", "16.3.1")
def test_a_depot_entrenches_any_or_all_within_its_radius() -> None:
    """E-13"""
    placed = {"0913": ["RA-SUP-1", "RA-127-57"], "0914": "RA-80-57", "0915": "RA-293-57", "0916": "MP-2CAV"}
    match = do(board(placed, "soviet_organise", marks=DEPOT), "entrench RA-SUP-1")
    assert offered(match, "hex") == set(placed)
    do(match, *(f"hex {h}" for h in placed), "commit")
    assert names(position(match).trenches[0]) == set(placed)
    assert place(match, "RA-SUP-1") == "display"
    some = do(board(placed, "soviet_organise", marks=DEPOT), "entrench RA-SUP-1", "hex 0915", "commit")
    assert names(position(some).trenches[0]) == {"0915"}


@pytest.mark.rule("kgw", "16.3.2.a", "16.3.2.b")
def test_maximum_attack_supply_shifts_one_column() -> None:
    plain = battle({"1615": "JA-64-23"}, "RA-127-57", 1)
    fed = battle({"1615": "JA-64-23"}, "RA-127-57", 1, also={"1615": ["JA-SUP-1", "JA-SUP-2"]}, supply="JA-SUP-1")
    (rule,) = set(shifts(fed)) - set(shifts(plain))
    assert shifts(fed)[rule] == 1
    assert column(plain) != column(fed)
    assert place(fed, "JA-SUP-1") == "display"
    assert place(fed, "JA-SUP-2") == "1615"
    match = board({"1615": ["JA-64-23", "JA-SUP-1", "JA-SUP-2"], TARGET: "RA-127-57"}, "japan_combat")
    do(match, f"attack {TARGET}", "unit JA-64-23", "commit", "maximum JA-SUP-1")
    assert refused(match, "maximum JA-SUP-2") == "16.3.2.a"


@pytest.mark.rule("kgw", "16.3.2.b", "16.3.2.c")
def test_maximum_attack_supply_needs_a_line_to_every_attacker() -> None:
    placed = {"1615": ["JA-64-23", "JA-SUP-1"], "1616": "JA-71-23", TARGET: "RA-127-57"}
    mobile = do(board(placed, "japan_combat"), f"attack {TARGET}", "unit JA-64-23", "unit JA-71-23", "commit")
    assert offered(mobile, "maximum") == set()
    alone = do(board(placed, "japan_combat"), f"attack {TARGET}", "unit JA-64-23", "commit")
    assert offered(alone, "maximum") == {"JA-SUP-1"}
    far = {"1415": "JA-SUP-1", "1615": "JA-64-23", "1616": "JA-71-23", TARGET: "RA-127-57"}
    depot = board(far, "japan_combat", marks=DEPOT)
    do(depot, f"attack {TARGET}", "unit JA-64-23", "unit JA-71-23", "commit")
    assert offered(depot, "maximum") == {"JA-SUP-1"}


@pytest.mark.rule("kgw", "16.3.2.d")
def test_one_supply_unit_one_attack() -> None:
    placed = {"1615": ["JA-64-23", "JA-71-23", "JA-SUP-1"], TARGET: "RA-127-57", "1514": "RA-80-57"}
    match = fight(board(placed, "japan_combat", dice=[2]), TARGET, "JA-64-23", supply="JA-SUP-1")
    do(match, "attack 1514", "unit JA-71-23", "commit")
    assert offered(match, "maximum") == set()


@pytest.mark.rule("kgw", "16.3.2.e", "16.3.2.g")
def test_no_maximum_supply_for_defenders_and_counterattackers() -> None:
    match = brings("CA/R", {"1615": "JA-IG"}, ["RA-127-57", "RA-SUP-1"])
    assert asked(match).side == 0
    assert offered(match, "maximum") == set()
    do(match, "counterattack 1615")
    assert offered(match, "maximum") == set()


@pytest.mark.rule("kgw", "16.3.2.f")
def test_no_maximum_supply_in_a_second_phase() -> None:
    placed = {"1615": ["JA-64-23", "JA-SUP-1"], TARGET: "RA-127-57", "2608": "JA-AIR-1"}
    match = board(placed, "japan_combat", segment=2, marks={"supplied": "JA-64-23"})
    do(match, f"attack {TARGET}", "unit JA-64-23", "commit")
    assert offered(match, "maximum") == set()


# -- the Supply Phase ----------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "16.3.3.a", "16.3.3.b")
def test_supplied_units_move_and_attack_in_a_second_segment() -> None:
    placed = {"0913": ["RA-SUP-1", "RA-127-57"], "0920": "RA-80-57", "2608": "JA-64-23"}
    match = board(placed, "soviet_supply")
    do(match, "supply RA-SUP-1", "done")
    assert offered(match, "unit") == {"RA-127-57"}
    assert refused(match, "unit RA-80-57") == "10.1.f"


@pytest.mark.rule("kgw", "16.3.3.d", "16.3.3.f")
def test_supply_lasts_for_both_phases_wherever_they_go() -> None:
    """T-64"""
    placed = {"0913": ["RA-SUP-1", "RA-11ARM"], "0919": "JA-64-23"}
    match = do(board(placed, "soviet_supply"), "supply RA-SUP-1", "done", "unit RA-11ARM", "hex 0918", "done", "done")
    while not any(o.verb == "attack" for o in asked(match).offers):
        do(match, "done")
    assert offered(match, "attack") == {"0919"}
    do(match, "attack 0919")
    assert offered(match, "unit") == {"RA-11ARM"}


@pytest.mark.rule("kgw", "16.3.3.e")
def test_everybody_sees_the_markers_on_units_they_see() -> None:
    match = do(board({"0913": ["RA-SUP-1", "RA-127-57"], "2608": "JA-64-23"}, "soviet_supply"), "supply RA-SUP-1")
    (counter,) = match.view("japan")["places"]["0913"]
    assert "supplied" in counter["is"]
    assert told(match, "log.supplied")["hex"] == "0913"


def test_supply_wears_off_with_the_segment() -> None:
    match = do(board({"0913": ["RA-SUP-1", "RA-127-57"], "2608": "JA-64-23"}, "soviet_supply"), "supply RA-SUP-1")
    while position(match).segment == 2:
        do(match, "done")
    assert position(match).supplied == 0


def test_nobody_learns_from_the_phase_who_has_supply_on_the_map() -> None:
    """21.0: both are asked, both say no more than they do."""
    with_it = board({"1716": ["RA-SUP-1", "RA-127-57"], "2608": "JA-64-23"}, "soviet_supply")
    without = board({"1716": ["RA-80-57", "RA-127-57"], "2608": "JA-64-23"}, "soviet_supply")
    views = [m.view("japan") for m in (with_it, without)]
    for name in ("prompt", "details", "agenda", "waiting", "phase"):
        assert views[0][name] == views[1][name], name
    assert offered(without, "done") == {None}


def test_nobody_learns_who_was_turned_over() -> None:
    match = do(board({"1716": ["RA-SUP-1", "RA-127-57"], "2608": "JA-64-23"}, "soviet_organise"), "flip RA-SUP-1")
    assert "RA-SUP-1" not in str(match.view("japan"))
    assert "RA-SUP-1" in str(match.view("soviet")["agenda"])


# -- Gekokujo ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "19.2", "19.2.1.b")
def test_the_marker_is_a_supply_unit_for_one_second_segment() -> None:
    """Q-63"""
    placed = {"1819": "JA-64-23", "1818": "JA-71-23", "1816": "JA-72-23", "2015": "RA-127-57"}
    for kind, fed in (("mobile", {"JA-64-23"}), ("static", {"JA-64-23", "JA-71-23"})):
        match = board(placed, "japan_supply", gekokujo=True)
        assert offered(match, "gekokujo") == {"1819", "1818", "1816"}
        do(match, "gekokujo 1819", f"as {kind}")
        assert {u for u in ("JA-64-23", "JA-71-23", "JA-72-23") if marked(match, "supplied", u)} == fed
        assert offered(match, "gekokujo") == set()
        assert refused(match, "gekokujo 1819") == "19.2.1.b"
    assert refused(board(placed, "japan_supply", gekokujo=True), "gekokujo 1820") == "19.2.1.b"
    assert offered(board({"0913": "RA-127-57"}, "soviet_supply", gekokujo=True), "gekokujo") == set()


@pytest.mark.rule("kgw", "19.2.1.b")
def test_the_marker_is_for_nothing_else() -> None:
    """T-66: no entrenching, no maximum attack, not in a first Segment."""
    placed = {"1615": "JA-64-23", TARGET: "RA-127-57"}
    works = board(placed, "japan_organise", gekokujo=True)
    assert offered(works, "entrench") == offered(works, "gekokujo") == set()
    fight_ = do(board(placed, "japan_combat", gekokujo=True), f"attack {TARGET}", "unit JA-64-23", "commit")
    assert offered(fight_, "maximum") == set()


@pytest.mark.rule("kgw", "19.2.1.a")
def test_the_event_gives_the_marker() -> None:
    match = board({"2608": "JA-64-23", "2015": "RA-127-57"}, "japan_event", dice=[1])
    assert position(match).gekokujo


@pytest.mark.rule("kgw", "19.2.1.c", "19.2.1.d")
def test_an_unused_marker_is_taken_back_and_can_come_again() -> None:
    match = board({"2608": "JA-64-23", "2015": "RA-127-57"}, "soviet_end", segment=2, gekokujo=True, dice=[3, 3, 3])
    assert position(match).turn == 9
    assert not position(match).gekokujo
    again = board({"2608": "JA-64-23", "2015": "RA-127-57"}, "japan_event", dice=[1])
    assert position(again).gekokujo


# -- what clients show ---------------------------------------------------------------------------------------------


def test_the_phase_shows_every_line() -> None:
    match = board({"0913": ["RA-SUP-1"], "0915": "RA-127-57"}, "soviet_supply", marks=DEPOT)
    shown = match.view("soviet")["details"]["supply"]["RA-SUP-1"]
    assert set(shown["hexes"]) == within("0913", 3)
    assert shown["paths"]["0915"] == ["0913", "0914", "0915"]
    assert match.view("japan")["details"] == {}


def test_the_phase_tells_whom_each_supply_unit_would_serve() -> None:
    placed = {"0913": ["RA-SUP-1"], "0915": "RA-127-57", "1515": ["RA-SUP-2"]}
    match = board(placed, "soviet_supply", marks=DEPOT)
    assert match.view("soviet")["details"]["serves"]["supply"] == {"RA-SUP-1": ["RA-127-57"], "RA-SUP-2": []}
    do(match, "supply RA-SUP-1")
    assert match.view("soviet")["details"]["serves"]["supply"] == {"RA-SUP-2": []}


def test_the_overlay_shows_each_line_or_what_blocks_it() -> None:
    placed = {
        "1819": ["JA-SUP-1", "JA-71-23"],
        "1817": "JA-64-23",
        "1717": "RA-80-57",
        "1918": "RA-127-57",
        "2909": "JA-IG",
    }
    s = position(board(placed, "japan_supply", marks=DEPOT))
    lines = {line["hex"]: line for line in overlays(s, 1)["supply"]}
    assert lines["1819"] == {"hex": "1819", "path": ["1819"], "block": None, "why": None}
    assert lines["1817"]["path"] == []
    assert lines["1817"]["block"] in ("1818", "1819")
    assert (lines["2909"]["path"], lines["2909"]["block"]) == ([], None)
    why = lines["2909"]["why"]
    assert (why["rule"], why["key"], why["params"]["limit"]) == ("16.2.e", "why.line-far", 2)
    assert "1918" not in lines
    assert overlays(s, None)["supply"] == []


@pytest.mark.rule("kgw", "16.2.b")
def test_no_japanese_line_leads_over_open_water_or_through_enemies() -> None:
    """Q-56"""
    lake = {"2111": "JA-SUP-1"}
    assert "2112" not in served(board(lake, "japan_supply", marks=DEPOT), "JA-SUP-1")
    assert "2112" in served(board(lake, "japan_supply", marks=DEPOT, winter=True), "JA-SUP-1")
    match = board({"1715": "JA-SUP-1", "1713": "RA-57"}, "japan_supply", marks=DEPOT)
    assert "1714" in served(match, "JA-SUP-1")
    assert "1713" not in served(match, "JA-SUP-1")


@pytest.mark.rule("kgw", "16.3.3.a", "16.1")
def test_every_supply_unit_can_be_expended_and_nobody_else() -> None:
    for unit in sorted(ids(the_game().supply)):
        side = "japan" if unit.startswith("JA") else "soviet"
        hex_, other = ("2608", "JA-3-1IGU") if side == "japan" else ("2015", "RA-TRAIN")
        match = board({hex_: [unit, other]}, f"{side}_supply")
        assert offered(match, "supply") == {unit}
        assert why(match, f"supply {other}").key == "why.no-supply-unit"
        do(match, f"supply {unit}")
        assert position(match).supplied == units(other)


@pytest.mark.rule("kgw", "19.2.1.b", "21.0")
def test_how_the_marker_is_to_work_is_asked_of_the_japanese_alone() -> None:
    match = do(board({"1819": "JA-64-23", "2015": "RA-127-57"}, "japan_supply", gekokujo=True), "gekokujo 1819")
    assert why(match, "as depot").key in ("why.gekokujo-first", "engine.not-offered")
    s = position(match)
    step = s.agenda[-1]
    assert isinstance(step, Gekokujo)
    for verb, noun in (("as", "depot"), ("country", "mobile"), ("supply", "static")):
        refusal = step.why(s, 1, verb, noun)
        assert refusal is not None
        assert refusal.rule == "19.2.1.b"
    assert step.seen_by(s, 1) == step
    assert step.seen_by(s, 0) == step.seen_by(s, None) == SupplyPhase(1)


def test_the_overlay_names_what_blocks_the_nearest_depot() -> None:
    placed = {"1715": "RA-57", "1718": "RA-SUP-1", "1713": "RA-SUP-2", "1712": "JA-64-23", "1817": "JA-71-23"}
    s = position(board(placed, "soviet_supply", marks={"flipped": ["RA-SUP-1", "RA-SUP-2"]}))
    lines = {line["hex"]: line for line in overlays(s, 0)["supply"]}
    assert (lines["1715"]["path"], lines["1715"]["block"]) == ([], "1713")


@pytest.mark.rule("kgw", "16.2.c")
def test_the_overlay_draws_no_line_from_a_depot_in_a_zone() -> None:
    placed = {"1715": "RA-57", "1718": ["RA-SUP-1", "RA-82"], "1719": "JA-64-23"}
    s = position(board(placed, "soviet_supply", marks=DEPOT))
    lines = {line["hex"]: line for line in overlays(s, 0)["supply"]}
    assert lines["1715"]["block"] == "1718", "three hexes away, as far as lines go"
    assert lines["1718"]["path"] == ["1718"]


@pytest.mark.rule("kgw", "16.2.d")
def test_the_overlay_draws_no_line_from_mobile_supply_to_another_hex() -> None:
    s = position(board({"1715": "RA-57", "1716": ["RA-SUP-1", "RA-82"]}, "soviet_supply"))
    lines = {line["hex"]: line for line in overlays(s, 0)["supply"]}
    assert (lines["1715"]["path"], lines["1715"]["block"]) == ([], None)
    assert lines["1716"]["path"] == ["1716"]
