"""14.1, 14.1.1, 18.4  Retreats: how far, where to, who stays and who is lost."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.games.kgw import retreat
from khalkhin.games.kgw.advance import can_step
from khalkhin.games.kgw.odds import HOME_ARMY
from khalkhin.games.kgw.position import Position
from tests.kgw.battles import ELSEWHERE, brings, results
from tests.kgw.positions import (
    asked,
    board,
    do,
    hexes,
    ids,
    keys,
    marked,
    names,
    offered,
    place,
    position,
    refused,
    the_game,
    told,
    units,
)
from tests.kgw.retreats import ends

REGIMENTS = ("JA-64-23", "JA-71-23", "JA-72-23", "JA-4-2", "JA-16-2", "JA-29-2", "JA-30-2", "JA-8-4", "JA-37-4")
MORE = ("JA-61-4", "JA-70-4", "CX-11-26", "CX-12-26", "CX-13-26", "JA-25-7", "JA-26-7", "JA-27-7", "JA-28-7")


def havens(unit: str, s: Position) -> set[str]:
    return names(retreat.havens(s, s.game.sheet.index[unit], 0))


# -- how far ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "14.1.a")
@pytest.mark.rule("kgw", "14.1.e")
@pytest.mark.parametrize(("code", "far"), [("D1R", 1), ("D2R", 2), ("D3R", 3)])
def test_the_result_says_how_far(code: str, far: int) -> None:
    many = ["MP-2CAV", "MP-3CAV", "MP-4CAV", "MP-5CAV"]
    match = brings(code, {"1615": ["JA-7", "JA-23"], "1616": ["JA-2", "JA-4"]}, many)
    do(match, *(f"unit {unit}" for unit in many[1 : far + 1]), "unit MP-2CAV")
    grid = match.game.map.grid
    found = [str(h) for h in offered(match, "hex")]
    assert found
    assert {grid.distance(grid.at(h), grid.at("1715")) for h in found} == {far}
    assert refused(match, "hex 0112") == "14.1.e"


@pytest.mark.rule("kgw", "14.1.m")
@pytest.mark.rule("kgw", "14.1.e")
def test_a_retreat_that_cannot_be_finished_is_none() -> None:
    """T-37, Q-41: enemies three hexes away close the second ring, not the first"""
    grid = the_game().map.grid
    ring = sorted(names(grid.ring(grid.at("1715"), 3)))
    circle = dict(zip(ring, (*REGIMENTS, *MORE), strict=True))
    assert ends({"1715": "MP-2CAV", **circle}, "MP-2CAV", 1)
    assert not ends({"1715": "MP-2CAV", **circle}, "MP-2CAV", 2)


@pytest.mark.rule("kgw", "14.1.m")
def test_who_has_no_way_is_eliminated() -> None:
    match = brings("D1R", {"1714": ["JA-7", "JA-23"], "1616": "JA-64-23", "1816": "JA-71-23"}, ["MP-2CAV", "MP-3CAV"])
    do(match, "unit MP-2CAV")
    assert place(match, "MP-3CAV") == "display"
    assert asked(match).message.key == "ask.advance"


@pytest.mark.rule("kgw", "14.1.b")
def test_units_of_a_stack_go_apart_or_together() -> None:
    stack = ["MP-2CAV", "MP-3CAV", "MP-4CAV"]
    match = brings("CA/R", {"1615": "JA-23"}, stack)
    do(match, "retreat", "unit MP-2CAV", "hex 1815")
    assert place(match, "MP-2CAV") == "1815"
    do(match, "unit MP-3CAV", "unit MP-4CAV", "hex 1816")
    assert place(match, "MP-3CAV") == place(match, "MP-4CAV") == "1816"


def test_everybody_goes_by_a_way_of_his_own() -> None:
    """14.1.c  Foot goes over the mountains, armoured cars along the railroad; the hex they go to is the same."""
    s = position(board({"2714": ["JA-64-23", "JA-AZUMA"]}, "japan_combat"))
    start = s.game.map.grid.at("2714")
    both = [s.game.sheet.index[unit] for unit in ("JA-64-23", "JA-AZUMA")]
    by_unit = [retreat.ends(s, unit, 2, 0) for unit in both]
    assert by_unit[0].keys() & by_unit[1].keys()
    for unit, found in zip(both, by_unit, strict=True):
        for path in found.values():
            assert all(can_step(s, unit, a, b) for a, b in zip((start, *path), path, strict=False))


# -- what is closed --------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "14.1.c")
def test_closed_ground_enemies_and_the_map_edge_bar_the_way() -> None:
    assert ends({"2714": "JA-64-23"}, "JA-64-23") == {"2614", "2615", "2713", "2715", "2814", "2815"}
    assert ends({"2714": "JA-AZUMA"}, "JA-AZUMA") == {"2614", "2615", "2715", "2815"}, "mountains, but the railroad"
    assert "2112" not in ends({"2113": "RA-57"}, "RA-57")
    assert "2112" in ends({"2113": "RA-57"}, "RA-57", winter=True), "a frozen lake"
    match = brings("CA/R", {"1615": "JA-23"}, ["RA-11ARM", "RA-7REC"], also={"1816": "RA-57"})
    do(match, "retreat", "unit RA-11ARM")
    assert refused(match, "hex 1615") == "14.1.c"


@pytest.mark.rule("kgw", "14.1.d")
def test_only_the_red_army_retreats_into_the_ussr() -> None:
    """E-11"""
    assert ends({"1704": "MP-2CAV"}, "MP-2CAV") == {"1605", "1705"}
    assert ends({"1704": "RA-24-36"}, "RA-24-36") == {"1604", "1703", "1804", "1805"}
    assert "1905" not in ends({"2006": "MC-1CAV"}, "MC-1CAV")
    match = brings("CA/R", {"1805": "JA-25-7"}, "MP-2CAV", target="1704", also={"1605": "MP-3CAV"})
    do(match, "retreat", "unit MP-2CAV")
    assert refused(match, "hex 1703") == "14.1.c"


@pytest.mark.rule("kgw", "14.1.l")
def test_no_retreat_into_or_through_enemy_zones() -> None:
    free = ends({"1715": "MP-2CAV"}, "MP-2CAV")
    watched = ends({"1715": "MP-2CAV", "1514": "JA-64-23"}, "MP-2CAV")
    assert free - watched == {"1615"}
    friend = {"1715": "MP-2CAV", "1514": "JA-64-23", "1615": "RA-57"}
    assert "1615" not in ends(friend, "MP-2CAV"), "a friend there does not help"
    assert "1614" not in ends({"1715": "MP-2CAV", "1513": "JA-64-23"}, "MP-2CAV", 2)
    match = brings("CA/R", {"1615": "JA-23"}, ["MP-2CAV", "MP-3CAV"])
    do(match, "retreat", "unit MP-2CAV")
    assert refused(match, "hex 1714") == "14.1.l"


# -- where to --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "14.1.g")
def test_the_red_army_goes_to_towns_and_track_of_the_ussr() -> None:
    empty = position(board({}, "japan_combat"))
    track = {"1601", "1602", "1702", "1803", "1804", "1904", "1905"}
    assert havens("RA-57", empty) == track | {"2601"}
    watched = position(board({"2006": "JA-64-23"}, "japan_combat"))
    assert havens("RA-57", watched) == (track | {"2601"}) - {"1905"}, "in an enemy zone"
    built = position(board({}, "japan_combat", railhead=3, options={"railway": True}))
    assert havens("RA-57", built) == track | {"2601", "1703", "1604", "1504"}, "Q-95: track in the USSR, not beyond"


@pytest.mark.rule("kgw", "14.1.h")
def test_the_mongols_go_to_their_towns_and_the_west_edge() -> None:
    s = position(board({}, "japan_combat"))
    towns = {"0112", "0117", "0421", "1211", "2015"}
    edge = {h for h in names(s.game.country["MPR"]) if h.startswith("01")}
    assert havens("MP-2CAV", s) == towns | edge
    assert "1515" not in havens("MP-2CAV", s), "Matad is a village"


@pytest.mark.rule("kgw", "14.1.i")
def test_the_kwantung_army_and_manchukuo_go_to_towns_and_rail_lines_of_the_east_edge() -> None:
    s = position(board({}, "japan_combat"))
    assert havens("JA-64-23", s) == havens("MC-1CAV", s) == havens("WR-ASANO", s)
    found = havens("JA-64-23", s)
    assert {"2006", "2608", "2614", "3309", "3318", "2207"} <= found
    assert "2211" not in found
    assert "1905" not in found
    assert found <= names(s.game.country["Manchukuo"])


@pytest.mark.rule("kgw", "14.1.j")
def test_the_china_army_and_mengjiang_go_to_towns_and_the_south_edge() -> None:
    s = position(board({}, "japan_combat"))
    assert havens("CX-2IMB", s) == havens("MJ-6CAV", s)
    found = havens("CX-2IMB", s)
    assert {"1524", "1920", "2024", "0125", "2025"} <= found
    assert found <= names(s.game.country["Mengjiang"])
    assert havens("JA-SUP-1", s) == found | havens("JA-64-23", s), "Q-38: supply has all lists"


@pytest.mark.rule("kgw", "14.1.f")
def test_a_retreat_leads_nearer_to_some_destination() -> None:
    """T-41, Q-39"""
    assert ends({"1715": "RA-24-36"}, "RA-24-36") == {"1615", "1714", "1815"}
    match = brings("CA/R", {"1615": "JA-23"}, ["RA-24-36", "RA-76-36"])
    do(match, "retreat", "unit RA-24-36")
    assert offered(match, "hex") == {"1815"}
    assert refused(match, "hex 1816") == "14.1.f"


@pytest.mark.rule("kgw", "14.1.f")
def test_where_none_is_nearer_one_as_near_will_do() -> None:
    """T-108"""
    assert ends({"2015": "RA-24-36", "2014": "JA-64-23", "2115": "JA-71-23"}, "RA-24-36") == {"1915"}


@pytest.mark.rule("kgw", "14.1.f")
def test_who_could_only_go_away_from_every_destination_is_lost() -> None:
    north = {"1714": "JA-64-23", "1515": "JA-71-23", "1915": "JA-72-23"}
    assert ends({"1715": "RA-24-36", **north}, "RA-24-36") == set()
    assert ends({"1715": "RA-24-36", **north, "1720": "RA-SUP-1"}, "RA-24-36") == {"1716"}


@pytest.mark.rule("kgw", "14.1.f")
def test_supply_that_stays_is_a_destination_even_in_an_enemy_zone() -> None:
    depot = {"1715": "RA-24-36", "1718": "RA-SUP-1", "1719": "JA-64-23"}
    assert "1716" in ends(depot, "RA-24-36")
    assert "1716" not in ends({"1715": "RA-24-36", "1718": "JA-64-23"}, "RA-24-36")
    fleeing = {"1715": ["RA-24-36", "RA-SUP-1"], "1818": "RA-SUP-2"}
    assert ends(fleeing, "RA-24-36", 1, "RA-SUP-1", "RA-SUP-2") == {"1615", "1714", "1815"}, "supply on the run is none"


def test_supply_that_has_retreated_is_still_no_destination() -> None:
    """14.1.f"""
    match = brings("CA/R", {"1714": "JA-23"}, ["RA-24-36", "RA-SUP-1"])
    do(match, "retreat", "unit RA-SUP-1", "hex 1816", "unit RA-24-36")
    assert offered(match, "hex") == {"1616", "1816"}, "neither is nearer to the USSR"


@pytest.mark.rule("kgw", "14.1.f")
def test_without_any_destination_left_the_direction_is_free() -> None:
    """Q-39: Japanese everywhere along the border and the track"""
    s = position(board({"1715": "RA-24-36"}, "japan_combat"))
    lost = dict(zip(sorted(havens("RA-24-36", s)), REGIMENTS, strict=False))
    game = the_game()
    blocked = Position(game, "july-1939", s.options, s.dice)
    for name in game.sheet.ids:
        blocked.send(game.sheet.index[name], "out")
    blocked.put(game.sheet.index["RA-24-36"], game.map.grid.at("1715"))
    for hex_, unit in lost.items():
        blocked.put(game.sheet.index[unit], game.map.grid.at(hex_))
    found = retreat.ends(blocked, game.sheet.index["RA-24-36"], 1, 0)
    assert names(sum(1 << h for h in found)) == {"1714", "1716", "1615", "1616", "1815", "1816"}


# -- one hex more, or fewer ------------------------------------------------------------------------------------------

SIX = ["MP-3CAV", "MP-4CAV", "MP-5CAV", "MP-6CAV", "MP-7CAV", "MP-8CAV"]


@pytest.mark.rule("kgw", "14.1.k")
def test_a_full_hex_may_be_left_behind() -> None:
    """T-40, Q-40"""
    beyond = {"1514", "1515", "1614"}
    assert ends({"1715": "MP-2CAV", "1615": SIX}, "MP-2CAV") >= beyond | {"1615"}
    assert not ends({"1715": "MP-2CAV", "1615": SIX[:5]}, "MP-2CAV") & beyond
    divisions = {"1715": "RA-82", "1815": ["RA-36", "RA-57", "RA-93"]}
    assert "1814" in ends(divisions, "RA-82"), "a fourth division is too much as well"


@pytest.mark.rule("kgw", "14.1.k")
def test_only_who_would_overfill_a_hex_goes_on() -> None:
    full = {"1715": ["RA-SUP-1", "MP-2CAV"], "1615": [*SIX, "MP-MIA"]}
    assert "1515" in ends(full, "MP-2CAV")
    assert "1515" not in ends(full, "RA-SUP-1"), "supply does not count for stacking"


@pytest.mark.rule("kgw", "14.1.1.b")
def test_an_entrenchment_on_the_way_may_end_a_retreat() -> None:
    """T-39"""
    placed = {"1715": "MP-2CAV", "1615": "MP-3CAV"}
    assert "1615" not in ends(placed, "MP-2CAV", 3)
    assert "1615" in ends(placed, "MP-2CAV", 3, trenches={"soviet": "1615"})
    assert "1615" not in ends(placed, "MP-2CAV", 3, trenches={"soviet": "1815"})


# -- who stays -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "14.1.n")
def test_the_home_army_takes_its_losses_and_stays() -> None:
    """T-27, Q-32"""
    match = brings("A1R", {"1615": ["JA-64-23", "JA-71-23"]}, "RA-57")
    do(match, "unit JA-64-23")
    assert place(match, "JA-71-23") == "1615"
    assert "log.retreat" not in keys(match)
    mixed = brings("A1R", {"1615": ["JA-64-23", "MC-CHINGAN", "CX-2IMB"]}, "RA-57")
    do(mixed, "unit JA-64-23")
    assert offered(mixed, "unit") == {"MC-CHINGAN"}, "Q-34: each by the rule of its own contingent"


@pytest.mark.rule("kgw", "14.1.n")
def test_japanese_supply_stays_while_the_home_army_does() -> None:
    """T-107, Q-38"""
    attackers = {"1615": "RA-57", "1616": "RA-11ARM"}
    kinds = {"side": "soviet", "marks": {"flipped": "JA-SUP-1"}}
    match = brings("D1R", attackers, ["JA-64-23", "JA-SUP-1"], **kinds)
    do(match, "unit JA-SUP-1")
    assert place(match, "JA-64-23") == "1715"
    match = brings("D1R", attackers, ["JA-64-23", "JA-SUP-1"], **kinds)
    do(match, "unit JA-64-23")
    assert place(match, "JA-SUP-1") == "display"
    both = brings("D1R", attackers, ["JA-64-23", "JA-SUP-1", "JA-SUP-2"], **kinds)
    do(both, "unit JA-SUP-2")
    assert place(both, "JA-SUP-1") == "1715"
    assert asked(both).message.key != "ask.advance"


@pytest.mark.rule("kgw", "14.1.o")
def test_depots_never_retreat_but_hold_in_an_entrenchment() -> None:
    open_ = brings("D1R", {"1615": ["JA-23"]}, ["MP-2CAV", "RA-SUP-1"], marks={"flipped": "RA-SUP-1"})
    do(open_, "unit MP-2CAV")
    assert place(open_, "RA-SUP-1") == "display"
    assert told(open_, "log.eliminated")["units"] == ["RA-SUP-1"]
    held = brings(
        "D1R", {"1615": ["JA-7"]}, ["MP-2CAV", "RA-SUP-1"], marks={"flipped": "RA-SUP-1"}, trenches={"soviet": "1715"}
    )
    do(held, "unit MP-2CAV")
    assert place(held, "RA-SUP-1") == "1715"


@pytest.mark.rule("kgw", "14.1.1.a")
def test_entrenchments_hold_attackers_and_defenders_without_a_choice() -> None:
    """Q-101"""
    attack = brings("A1R", {"1615": ["RA-24-36", "RA-76-36"]}, "JA-23", side="soviet", trenches={"soviet": "1615"})
    do(attack, "unit RA-24-36")
    assert place(attack, "RA-76-36") == "1615"
    assert "log.retreat" not in keys(attack)
    loose = brings("A1R", {"1615": ["RA-24-36", "RA-76-36"]}, "JA-23", side="soviet")
    do(loose, "unit RA-24-36")
    assert asked(loose).message.key == "ask.retreat"
    bridge = brings(
        "D1R", {"1615": ["JA-7"]}, ["MP-2CAV", "RA-57ENG"], marks={"flipped": "RA-57ENG"}, trenches={"soviet": "1715"}
    )
    do(bridge, "unit MP-2CAV")
    assert marked(bridge, "flipped", "RA-57ENG"), "Q-86: in an entrenchment the bridge stands"


@pytest.mark.rule("kgw", "19.3.1.d")
def test_artillery_is_lost_and_retreats_like_others() -> None:
    match = brings("D1R", {"1615": ["JA-7"]}, ["RA-57ART", "RA-24-36"])
    assert offered(match, "unit") == {"RA-57ART", "RA-24-36"}
    do(match, "unit RA-24-36", "unit RA-57ART", "hex 1815")
    assert place(match, "RA-57ART") == "1815"


# -- supply ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "16.1.e")
def test_supply_beside_attackers_may_retreat_with_them() -> None:
    """Q-107"""
    beside = ["RA-SUP-1", "RA-SUP-2", "RA-SUP-3"]
    force = {"1615": ["RA-24-36", "RA-76-36"], "1714": "RA-149-36"}
    placed = {"1615": beside[:2], "1714": "RA-SUP-3"}
    match = brings("A1R", force, ["JA-23"], side="soviet", also=placed, marks={"flipped": "RA-SUP-2"})
    do(match, "unit RA-76-36")
    assert offered(match, "unit") == {"RA-24-36", "RA-149-36"}
    assert refused(match, "unit RA-SUP-1") == "16.1.e"
    do(match, "unit RA-24-36")
    assert offered(match, "unit") == {"RA-SUP-1"}, "no depot, and nobody of another hex"
    do(match, "unit RA-SUP-1", "hex 1614")
    assert (place(match, "RA-24-36"), place(match, "RA-SUP-1"), place(match, "RA-SUP-2")) == ("1614", "1614", "1615")
    do(match, "unit RA-149-36")
    do(match, f"hex {min(map(str, offered(match, 'hex')))}")
    assert place(match, "RA-SUP-3") == "1714", "it may stay"


@pytest.mark.rule("kgw", "16.1.e")
def test_supply_goes_only_where_it_and_the_others_may_go() -> None:
    match = brings("A1R", {"1615": ["MP-2CAV", "MP-3CAV"]}, "JA-23", side="soviet", also={"1615": "RA-SUP-1"})
    do(match, "unit MP-3CAV", "unit MP-2CAV")
    before = {str(h) for h in offered(match, "hex")}
    do(match, "unit RA-SUP-1")
    both = {str(h) for h in offered(match, "hex")}
    assert both
    assert both < before
    assert refused(match, f"hex {min(before - both)}") == "14.1.f"


@pytest.mark.rule("kgw", "16.1.e")
def test_japanese_supply_goes_with_clients_unless_the_home_army_stays() -> None:
    """Q-38, Q-107"""
    alone = brings("A1R", {"1615": ["MC-CHINGAN", "MC-1CAV"]}, "RA-57", also={"1615": "JA-SUP-1"})
    do(alone, "unit MC-1CAV", "unit MC-CHINGAN")
    assert offered(alone, "unit") == {"JA-SUP-1"}
    mixed = brings("A1R", {"1615": ["MC-CHINGAN", "MC-1CAV"]}, "RA-57", also={"1615": ["JA-SUP-1", "JA-64-23"]})
    do(mixed, "unit MC-1CAV", "unit MC-CHINGAN")
    assert offered(mixed, "unit") == set()
    assert refused(mixed, "unit JA-SUP-1") == "14.1.b"


def test_the_enemy_does_not_learn_who_went_along() -> None:
    """16.1.e, 21.0: supply has not fought, so nobody has seen it"""
    force = {"1615": ["RA-24-36", "RA-76-36"], "1714": ["RA-149-36", "RA-80-57"]}
    match = brings("A1R", force, ["JA-23"], side="soviet", also={"1615": ["RA-SUP-1", "RA-SUP-2"]})
    do(match, "unit RA-76-36", "unit RA-24-36", "unit RA-SUP-1", "hex 1614")
    moved = [event for event in match.log if event.key == "log.retreat" and event.audience >> 1 & 1]
    assert [event.params["units"] for event in moved] == [["RA-24-36"], [{"key": "units.nameless.soviet", "count": 1}]]
    seen = match.state.agenda[-1].seen_by(position(match), 1)
    assert isinstance(seen, retreat.RetreatAll)
    assert not seen.leaving & position(match).game.supply


@pytest.mark.rule("kgw", "15.5.1.b")
def test_who_is_driven_off_by_bombs_goes_alone() -> None:
    """Q-107"""
    first = [retreat.RetreatAll(0, "defenders", 1)]
    one = 1 << the_game().sheet.index["RA-24-36"]
    match = board({"1715": ["RA-24-36", "RA-SUP-1"]}, "japan_strike", defenders=one, first=first)
    do(match, "unit RA-24-36")
    assert offered(match, "unit") == set()


# -- reorganization --------------------------------------------------------------------------------------------------


@pytest.mark.rule("kgw", "14.1.p", "17.3.d")
def test_a_division_without_a_way_breaks_down_before_it_is_lost() -> None:
    """24.1: marsh keeps Yasuoka's tanks in, not his infantry"""
    placed = {"2010": "JA-YAS", "1910": ["RA-57", "RA-93"]}
    group = 1 << the_game().sheet.index["JA-YAS"]
    first = [retreat.RetreatAll(1, "attackers", 1, True)]
    kinds: dict[str, Any] = {"attackers": group, "options": {"armour_groups": True}, "first": first}
    assert not ends(placed, "JA-YAS", options={"armour_groups": True})
    match = board(placed, "soviet_combat", **kinds)
    assert place(match, "JA-YAS") == "2010"
    assert offered(match, "breakdown") == {"JA-YAS"}
    assert offered(match, "unit") == set()
    assert refused(match, "unit JA-YAS") == "14.1.m"
    do(match, "breakdown JA-YAS")
    assert offered(match, "unit") == {"JA-YASINF"}
    do(match, "unit JA-YASINF")
    assert offered(match, "hex") == {"2109", "2110"}
    do(match, "hex 2109")
    assert place(match, "JA-YASINF") == "2109"
    assert place(match, "JA-1ARM") == "display", "the tanks are lost, now that nothing can save them"
    given_up = do(board(placed, "soviet_combat", **kinds), "done")
    assert place(given_up, "JA-YAS") == place(given_up, "JA-YASINF") == "display"


def test_a_division_whose_parts_have_no_way_either_is_lost_at_once() -> None:
    """14.1.m"""
    placed = {"2010": "JA-YAS", "1910": ["RA-57", "RA-93"], "2210": "RA-82"}
    group = 1 << the_game().sheet.index["JA-YAS"]
    first = [retreat.RetreatAll(1, "attackers", 1, True)]
    match = board(placed, "soviet_combat", attackers=group, options={"armour_groups": True}, first=first)
    assert place(match, "JA-YAS") == "display"


@pytest.mark.rule("kgw", "14.1.p")
def test_a_retreating_division_may_break_down_and_go_several_ways() -> None:
    match = brings("CA/R", {"1615": "JA-23"}, ["RA-82"])
    do(match, "retreat", "breakdown RA-82")
    assert offered(match, "unit") == {"RA-601-82", "RA-602-82", "RA-603-82"}
    do(match, "unit RA-601-82", "hex 1815")
    assert place(match, "RA-601-82") == "1815"
    assert place(match, "RA-602-82") == "1715"


CORNER = {"3012": ["JA-64-23", "JA-71-23", "JA-72-23", "JA-AZUMA"], "3011": "RA-57"}
"""Mountains all round: armoured cars that are there with their division cannot get out alone."""


def test_armoured_cars_are_trapped_where_infantry_is_not() -> None:
    assert not ends(CORNER, "JA-AZUMA", 1)
    assert ends(CORNER, "JA-64-23", 1)


@pytest.mark.rule("kgw", "14.1.p")
def test_units_without_a_way_may_be_saved_by_forming_a_division() -> None:
    s = position(board({**CORNER, "display": "JA-23"}, "japan_combat"))
    s.attackers = s.units_at(1, s.game.map.grid.at("3012"))
    match = board(
        {**CORNER, "display": "JA-23"},
        "soviet_combat",
        attackers=s.attackers,
        first=[retreat.RetreatAll(1, "attackers", 1, True)],
    )
    assert offered(match, "combine") == {"JA-23"}
    assert offered(match, "unit") == {"JA-64-23", "JA-71-23", "JA-72-23"}
    assert refused(match, "unit JA-AZUMA") == "14.1.m"
    do(match, "combine JA-23")
    assert offered(match, "unit") == {"JA-23"}
    do(match, "unit JA-23")
    do(match, f"hex {min(map(str, offered(match, 'hex')))}")
    assert place(match, "JA-AZUMA") == "reorganization"


def test_units_without_a_way_are_lost_once_nothing_can_save_them() -> None:
    """14.1.m, 14.1.p"""
    s = position(board({**CORNER, "display": "JA-23"}, "japan_combat"))
    force = s.units_at(1, s.game.map.grid.at("3012"))
    first = [retreat.RetreatAll(1, "attackers", 1, True)]
    match = board({**CORNER, "display": "JA-23"}, "soviet_combat", attackers=force, first=first)
    assert refused(match, "done") == "14.1"
    do(match, "unit JA-64-23")
    do(match, f"hex {min(map(str, offered(match, 'hex')))}")
    assert place(match, "JA-AZUMA") == "display", "with one regiment gone there is no division to form"


# -- on the way ------------------------------------------------------------------------------------------------------


def test_trains_retreat_along_the_track_of_their_countries() -> None:
    """19.4, Q-21, Q-40"""
    assert ends({"2106": "JA-TRAIN"}, "JA-TRAIN") == {"2006", "2207"}
    assert ends({"2106": "JA-TRAIN"}, "JA-TRAIN", 3) == {"2408"}
    assert ends({"2006": "JA-TRAIN"}, "JA-TRAIN") == {"2106"}
    assert ends({"1905": "RA-TRAIN"}, "RA-TRAIN") == {"1904"}, "not into Manchukuo"
    assert ends({"2507": "JA-TRAIN", "2608": "RA-57", "2409": "RA-11ARM"}, "JA-TRAIN", 1) == set(), "2408 is watched"


def test_a_retreat_drives_air_units_from_bases_it_passes() -> None:
    """15.3, Q-80: Matad lies beside the way"""
    placed = {"1714": ["MC-CHINGAN"], "1515": "RA-AIR-1", "1713": "RA-57"}
    s = position(board(placed, "japan_combat"))
    assert s.air_at(0, s.game.map.grid.at("1515"))
    retreat.walk(s, s.game.sheet.index["MC-CHINGAN"], (s.game.map.grid.at("1615"), s.game.map.grid.at("1616")))
    assert not s.air_at(0, s.game.map.grid.at("1515"))


def test_an_entrenchment_that_combat_empties_is_gone_at_once() -> None:
    """18.4, Q-53"""
    match = brings("D1R", {"1615": "JA-7"}, "MP-2CAV", trenches={"soviet": "1715"}, also=ELSEWHERE)
    assert not position(match).trenches[0] & hexes("1715")
    left = brings("D1R", {"1615": "JA-7"}, ["MP-2CAV", "MP-3CAV"], trenches={"soviet": "1715"}, also=ELSEWHERE)
    do(left, "unit MP-2CAV")
    assert position(left).trenches[0] & hexes("1715")
    attacker = brings("D1R", {"1615": "JA-7"}, "MP-2CAV", trenches={"japan": "1615"}, also=ELSEWHERE)
    do(attacker, "unit JA-7")
    assert not position(attacker).trenches[1]


def test_what_is_picked_for_a_retreat_is_its_owners_secret() -> None:
    match = brings("CA/R", {"1615": "JA-23"}, ["MP-2CAV", "MP-3CAV"])
    do(match, "retreat")
    before = match.view("japan")
    do(match, "unit MP-2CAV")
    assert match.view("japan") == before
    assert results(match) == ["CA/R"]


def test_partisans_do_not_retreat_across_a_border() -> None:
    """24.6.3"""
    rebels = {"1916": "MJ-AG-MIA"}
    loose = ends(rebels, "MJ-AG-MIA", options={"agents": True})
    bound = ends(rebels, "MJ-AG-MIA", options={"agents": True}, partisans={"MJ-AG-MIA": "MPR"})
    assert bound <= names(the_game().country["MPR"])
    assert bound <= loose


@pytest.mark.rule("kgw", "14.1.i", "14.1.j")
def test_every_japanese_counter_has_the_destinations_of_its_contingent_and_supply_has_all() -> None:
    """Q-38"""
    s = position(board({}, "japan_combat"))
    east, south = havens("JA-64-23", s), havens("CX-2IMB", s)
    for unit in ids(s.game.ground & s.game.sheet.of_side[1]):
        index = s.game.sheet.index[unit]
        own = south if s.game.sheet.nation[index] in ("CXF", "MJ") else east
        assert havens(unit, s) == (east | south if s.game.supply >> index & 1 else own), unit


@pytest.mark.rule("kgw", "13.6.j", "14.1.n")
def test_who_stands_and_who_retreats() -> None:
    """Q-38: the home army stands; supply stands where the home army does, and only there."""
    s = position(board({"1715": "MC-1CAV", "1615": ["JA-64-23", "MC-HSINGAN"]}, "japan_combat"))
    index, grid = s.game.sheet.index, s.game.map.grid
    for unit in sorted(ids(s.game.ground & s.game.sheet.of_side[1]) - {"JA-64-23"}):
        u = index[unit]
        supply = bool(s.game.supply >> u & 1)
        home = s.game.sheet.nation[u] in HOME_ARMY and not supply
        s.put(u, grid.at("1715"))
        assert retreat.stands(s, u, False) is home, unit
        s.put(u, grid.at("1615"))
        assert retreat.stands(s, u, False) is (home or supply), unit
        assert not retreat.stands(s, u, True), "not where a counterattack calls for it"
        s.send(u, "out")


@pytest.mark.rule("kgw", "20.3.c", "14.1.o")
@pytest.mark.parametrize("unit", ["RA-57ENG", "RA-FEMDENG", "RA-1AGENG", "JA-KAENG", "JA-6AENG"])
def test_every_bridge_becomes_an_engineer_again_to_retreat(unit: str) -> None:
    side = the_game().sheet.side[the_game().sheet.index[unit]]
    going = retreat.RetreatAll(side, "defenders", 1, counter=True)
    kinds: dict[str, Any] = {"defenders": units(unit), "marks": {"flipped": unit}, "first": [going]}
    match = board({"1715": unit}, "japan_combat", **kinds)
    assert not marked(match, "flipped", unit)
    do(match, f"unit {unit}", f"hex {min(map(str, offered(do(match.clone(), f'unit {unit}'), 'hex')))}")
    assert place(match, unit) != "1715"
