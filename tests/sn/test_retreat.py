"""13.3, 13.5, 20.0  Retreats: who stays, where to, and what enemy zones cost on the way."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.view import view
from khalkhin.engine.words import plain
from khalkhin.games.sn.retreat import Going, possible_ends
from tests.sn.fights import AROUND, NORTH, TARGET, brings, over
from tests.sn.positions import (
    asked,
    at,
    board,
    do,
    hexes,
    ids,
    keys,
    marked,
    offered,
    place,
    points,
    position,
    refused,
    told,
    unit,
    units,
    who_is_at,
    why,
)

NE, E, SE, SW, W, NW = AROUND
CORNER = {NE: ["JP-2IC", "JP-3IC"], E: "JP-7ID"}
"""Their zones take in all hexes round the target but SW and W."""
RING = {NE: ["JP-2IC", "JP-3IC", "JP-4IC"], SW: "JP-7ID"}
"""Their zones take in all hexes round the target."""
WIDE = {"2118": "JP-8ID", "2518": "JP-9ID", "2515": "JP-10ID", "2215": "JP-11ID", "2219": "JP-12ID"}
SIX = [f"SU-{n}ID" for n in (21, 22, 26, 32, 35, 39)]


def after(code: str, attackers: dict[str, Any], defenders: Any, **kinds: Any) -> Match:
    """An attack with this result; the only supply unit stands in the north, out of the way."""
    also = {NORTH: "JP-SUP-1", **kinds.pop("also", {})}
    return brings(code, attackers, defenders, supply=False, also=also, **kinds)


# -- how far and where to ----------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "13.3")
@pytest.mark.rule("sn", "13.3.a")
@pytest.mark.rule("sn", "13.3.b1")
def test_e42_only_ways_out_of_enemy_zones_are_open_if_there_are_any() -> None:
    match = after("DR", CORNER, "SU-12IC")
    assert (asked(match).side, asked(match).message.params["count"]) == (0, 1)
    do(match, "unit SU-12IC")
    assert offered(match, "hex") == {SW, W}
    assert (refused(match, f"hex {NW}"), why(match, f"hex {NW}").key) == ("13.3.b1", "why.retreat-zone")
    assert (refused(match, f"hex {NE}"), why(match, "hex 2319").key) == ("13.3.a", "why.retreat-distance")
    do(match, f"hex {W}")
    assert told(match, "log.retreat")["path"] == [TARGET, W]


@pytest.mark.rule("sn", "13.3")
@pytest.mark.rule("sn", "13.3.f")
def test_two_hexes_lead_further_away_with_each() -> None:
    """Whatever the movement allowance: hexes are counted."""
    match = after("DS", CORNER, ["SU-21ID", "SU-22ID"], expend="JP-SUP-1")
    do(match, "unit SU-21ID", "unit SU-22ID")
    assert offered(match, "hex") == {"2319", "2418", "2517", "2518", "2218"}
    assert refused(match, f"hex {W}") == "13.3.f"
    do(match, "hex 2418")
    assert told(match, "log.retreat")["path"][1:] in ([W, "2418"], [SW, "2418"])


@pytest.mark.rule("sn", "13.3")
def test_attackers_retreat_away_from_what_they_attacked() -> None:
    """R64"""
    match = after("AR", {NE: ["JP-7ID", "JP-8ID"]}, ["SU-12IC"])
    do(match, "unit JP-7ID", "unit JP-8ID")
    assert offered(match, "hex") == {"2215", "2116", "2117"}
    assert refused(match, f"hex {NW}") == "13.3.f"


@pytest.mark.rule("sn", "13.3.f")
def test_of_several_hexes_attacked_one_may_go_away_from_any() -> None:
    """The attackers stand between two enemies: to go away from the one is to stay beside the other, in its zone."""
    placed = {W: "JP-2IC", TARGET: "SU-12IC", "2319": "SU-18IC"}
    match = board(placed, "japan_combat", dice=[5])
    do(match, f"attack {TARGET}", "unit JP-2IC", "also 2319", "commit")
    assert told(match, "log.result")["codes"] == "AR"
    do(match, "breakdown JP-2IC")
    first = min(str(u) for u in offered(match, "unit"))
    do(match, f"unit {first}")
    second, third = sorted(str(u) for u in offered(match, "unit"))
    do(match, f"unit {second}", f"unit {third}")
    assert offered(match, "hex") == {"2217", "2218", "2417", "2418"}


@pytest.mark.rule("sn", "13.3.0")
def test_a_stack_may_go_together_or_apart() -> None:
    match = after("DR", CORNER, ["SU-12IC", "SU-29MC"])
    do(match, "unit SU-12IC")
    assert offered(match, "unit") == {"SU-29MC"}
    do(match, f"hex {W}")
    assert offered(match, "unit") == {"SU-29MC"}
    do(match, "unit SU-29MC", f"hex {SW}")
    together = after("DR", CORNER, ["SU-12IC", "SU-29MC"])
    do(together, "unit SU-12IC", "unit SU-29MC", f"hex {W}")
    assert (place(match, "SU-12IC"), place(match, "SU-29MC")) == (W, SW)
    assert who_is_at(together, W) == {"SU-12IC", "SU-29MC"}


@pytest.mark.rule("sn", "13.3.f")
def test_nobody_retreats_into_the_same_hex_twice_in_a_phase() -> None:
    s_hex = position(board({TARGET: "SU-12IC"}, "japan_combat")).game.map.grid.at
    match = after("DR", CORNER, "SU-12IC")
    s = position(match)
    s.trodden = ((s.game.sheet.index["SU-12IC"], s_hex(W)),)
    do(match, "unit SU-12IC")
    assert offered(match, "hex") == {SW}
    do(match, f"hex {SW}")
    assert {(s.game.sheet.ids[u], s.game.map.grid.name(h)) for u, h in position(match).trodden} == {
        ("SU-12IC", W),
        ("SU-12IC", SW),
    }


@pytest.mark.rule("sn", "13.3.a", "13.3.f")
def test_where_others_have_retreated_is_open_and_enemies_bar_the_way_all_the_same() -> None:
    """One attacker beside the target: his own hex is in nobody's zone, but it is his."""
    match = after("DR", {NE: ["JP-2IC", "JP-3IC"]}, "SU-12IC")
    position(match).trodden = ((unit("SU-12IC"), at(W)), (unit("SU-18IC"), at(SW)))
    assert offered(do(match, "unit SU-12IC"), "hex") == {SE, SW}


@pytest.mark.rule("sn", "13.3")
def test_first_who_retreats_and_then_where_to() -> None:
    match = after("DR", CORNER, "SU-12IC")
    assert (refused(match, f"hex {W}"), why(match, f"hex {W}").key) == ("13.3", "why.retreat-first")
    assert why(do(match, "unit SU-12IC"), "stand SU-12IC").key == "why.retreat-first"


@pytest.mark.rule("sn", "13.3.0")
def test_only_units_of_one_hex_go_together() -> None:
    """Of two attacked hexes everybody retreats, but who stands elsewhere goes by himself."""
    s = position(board({TARGET: ["SU-12IC", "SU-18IC", "SU-SUP-1"], W: "SU-26IC", NE: "JP-2IC"}, "japan_combat"))
    s.defenders = units("SU-12IC", "SU-18IC", "SU-26IC")
    step = Going(0, "defenders", 1, hexes(TARGET, W), s.defenders, units("SU-12IC"))
    prompt = step.ask(s)
    assert prompt is not None
    assert ids(sum(1 << u for o in prompt.offers if o.verb == "unit" for u in o if isinstance(u, int))) == {"SU-18IC"}


@pytest.mark.rule("sn", "13.3.b1")
def test_a_way_out_for_one_of_a_group_is_a_way_out() -> None:
    """Those who have been to W and SW have only hexes in enemy zones left; the one who has not keeps the others."""
    s = position(board({TARGET: ["SU-12IC", "SU-26IC"], **CORNER}, "japan_combat"))
    s.trodden = tuple((unit(u), at(h)) for u in ("SU-18IC", "SU-26IC", "SU-31IC") for h in (W, SW))
    for group, free in (("SU-12IC",), True), (("SU-26IC",), False), (("SU-12IC", "SU-26IC"), True):
        found, clean = possible_ends(s, units(*group), at(TARGET), (at(TARGET),), 1)
        assert (clean, bool(found)) == (free, True)


@pytest.mark.rule("sn", "13.3.e")
@pytest.mark.parametrize(("code", "where"), [("DR", "2301"), ("DS", "pool")])
def test_e44_one_hex_and_then_a_dead_end_is_not_enough(code: str, where: str) -> None:
    """Out of 2201 the only way left is to Nakhodka 2301, and there the land ends."""
    ring = {"2202": ["JP-2IC", "JP-3IC", "JP-4IC"], "2101": "JP-5IC", "2102": "JP-6IC"}
    match = brings(code, ring, ["SU-21ID", "SU-22ID"], target="2201", supply=False)
    do(match, *(["unit SU-22ID"] if code == "DS" else ["unit SU-21ID", "unit SU-22ID", "hex 2301"]))
    assert place(match, "SU-21ID") == place(match, "SU-22ID") == where


@pytest.mark.rule("sn", "13.3.c")
@pytest.mark.rule("sn", "8.6.10")
def test_e47_a_manchukuoan_corps_whose_only_way_leads_into_korea_is_lost() -> None:
    """From Antung 3211 only 3210 over the Yalu is left."""
    ring = {"3111": "SU-12IC", "3112": ["SU-18IC", "SU-26IC"], "3212": ["SU-31IC", "SU-39IC"], "3312": "SU-43IC"}
    match = brings("DR", ring, "MC-1IC", target="3211", side="soviet", supply=False)
    assert place(match, "MC-1IC") == "pool"
    other = brings("DR", ring, "JP-2IC", target="3211", side="soviet", supply=False)
    do(other, "unit JP-2IC")
    assert offered(other, "hex") == {"3210"}, "the Japanese may go there, into a zone"


@pytest.mark.rule("sn", "13.3.c")
def test_armour_does_not_retreat_into_roadless_rough() -> None:
    """R35  1118 and everything around it is rough without roads."""
    match = brings("DR", {"1017": ["JP-2IC", "JP-3IC", "JP-4IC"]}, "SU-36MD", target="1118", supply=False)
    assert place(match, "SU-36MD") == "pool"
    foot = brings("DR", {"1017": ["JP-2IC", "JP-3IC", "JP-4IC"]}, "SU-21ID", target="1118", supply=False)
    assert asked(foot).message.key == "ask.retreat"


@pytest.mark.rule("sn", "13.3.g")
def test_e46_a_supply_base_is_lost() -> None:
    match = after("DR", CORNER, ["SU-12IC", "SU-SUP-1"], flipped="SU-SUP-1")
    assert place(match, "SU-SUP-1") == "pool"
    mobile = after("DR", CORNER, ["SU-12IC", "SU-SUP-1"])
    assert offered(mobile, "unit") == {"SU-12IC", "SU-SUP-1"}


@pytest.mark.rule("sn", "20.0.riv1")
def test_a_flotilla_that_would_leave_the_river_is_lost() -> None:
    """R114  Enemies hold the Sungari on both sides of Harbin; over land the corps gets away."""
    ring = {"1910": "SU-12IC", "1911": "SU-18IC", "2011": "SU-26IC", "2111": "SU-31IC"}
    match = brings("DR", ring, ["MC-SungariFL", "JP-2IC"], target="2010", side="soviet", supply=False, ruined="2010")
    assert (place(match, "MC-SungariFL"), offered(match, "unit")) == ("pool", {"JP-2IC"})


# -- through enemy zones -----------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "13.3.b")
def test_e41_a_stack_that_has_to_enter_a_zone_loses_one() -> None:
    match = after("DR", RING, ["SU-21ID", "SU-22ID", "SU-26ID"])
    do(match, "unit SU-21ID")
    assert offered(match, "hex") == set(), "alone it would be lost"
    assert (refused(match, f"hex {W}"), why(match, f"hex {W}").key) == ("13.3.b", "why.retreat-end")
    do(match, "unit SU-22ID", "unit SU-26ID", f"hex {W}")
    assert (asked(match).side, asked(match).message.key, asked(match).message.params["count"]) == (0, "ask.lose", 1)
    do(match, "unit SU-22ID")
    assert who_is_at(match, W) == {"SU-21ID", "SU-26ID"}


@pytest.mark.rule("sn", "13.3.b")
@pytest.mark.rule("sn", "13.3.e")
def test_e41_a_single_division_dies_at_once() -> None:
    match = after("DR", RING, "SU-21ID")
    assert place(match, "SU-21ID") == "pool"


@pytest.mark.rule("sn", "13.3.b")
def test_foot_and_armour_share_what_a_zone_costs() -> None:
    match = after("DR", RING, ["SU-21ID", "SU-36MD"])
    do(match, "unit SU-21ID", "unit SU-36MD", f"hex {E}", "unit SU-36MD")
    assert who_is_at(match, E) == {"SU-21ID"}


@pytest.mark.rule("sn", "13.3.b")
def test_a_corps_breaks_down_for_it() -> None:
    match = after("DR", RING, "SU-12IC")
    do(match, "unit SU-12IC")
    found = view(match.state, 0)["details"]
    assert found["move"] == {"units": ["SU-12IC"], "origin": TARGET, "path": []}
    assert found["from"] == dict.fromkeys((E, SE, W, NW), TARGET)
    assert found["stops"] == dict.fromkeys((E, SE, W, NW), "13.3.b"), "all of them cost somebody"
    assert view(match.state, 1)["details"] == {}
    do(match, f"hex {W}", "breakdown SU-12IC")
    first = min(str(u) for u in offered(match, "unit"))
    do(match, f"unit {first}")
    assert len(who_is_at(match, W)) == 2
    assert points(over(match), "japan") == 0


@pytest.mark.rule("sn", "13.3.b")
def test_a_corps_without_divisions_cannot_and_is_lost() -> None:
    match = after("DR", RING, "OM-1CC")
    assert place(match, "OM-1CC") == "pool"
    with_others = after("DR", RING, ["OM-1CC", "SU-21ID"])
    do(with_others, "unit OM-1CC", "unit SU-21ID", f"hex {W}")
    assert offered(with_others, "unit") == {"SU-21ID"}, "that is exactly one"
    do(with_others, "unit SU-21ID")
    assert who_is_at(with_others, W) == {"OM-1CC"}


@pytest.mark.rule("sn", "13.3.b")
def test_each_zone_on_the_way_costs_one_by_itself() -> None:
    """R63  All ways of two hexes enter two zones: three divisions lose one, and one more, and one arrives."""
    match = after("DS", RING, SIX, also=WIDE)
    do(match, *(f"unit {u}" for u in SIX[:3]))
    do(match, *(f"unit {u}" for u in SIX[3:5]))
    assert offered(match, "hex") == set(), "two would not be enough"
    do(match, f"unit {SIX[5]}")
    assert "2319" in offered(match, "hex")
    do(match, "hex 2319", f"unit {SIX[3]}")
    assert asked(match).message.key == "ask.lose"
    do(match, f"unit {SIX[4]}")
    assert who_is_at(match, "2319") == {SIX[5]}


@pytest.mark.rule("sn", "13.3.b")
def test_who_cannot_pay_twice_does_not_arrive() -> None:
    """R63  The division is what one divisional equivalent is, then it is the Mongolian corps."""
    match = after("DS", RING, ["OM-1CC", *SIX[:5]], also=WIDE, expend="JP-SUP-1")
    do(match, *(f"unit {u}" for u in SIX[:4]))
    assert (place(match, "OM-1CC"), place(match, SIX[4])) == ("pool", "pool")


@pytest.mark.rule("sn", "13.3.b1")
def test_who_has_a_way_out_does_not_go_into_a_zone_for_others() -> None:
    """The Asienkorps ignores zones; a Japanese division beside it does not, and neither pays for the other."""
    ring = {NE: ["SU-12IC", "SU-18IC", "SU-26IC"], SW: "SU-21ID"}
    match = brings("DR", ring, ["DE-AK", "JP-7ID", "JP-8ID"], side="soviet", supply=False, also={NORTH: "SU-SUP-1"})
    do(match, "unit JP-7ID")
    assert offered(match, "unit") == {"JP-8ID"}
    assert refused(match, "unit DE-AK") == "13.3.0"


@pytest.mark.rule("sn", "20.0.ger")
def test_the_asienkorps_ignores_zones_in_retreat() -> None:
    ring = {NE: ["SU-12IC", "SU-18IC", "SU-26IC"], SW: "SU-21ID"}
    match = brings("DR", ring, "DE-AK", side="soviet", supply=False, also={NORTH: "SU-SUP-1"})
    do(match, "unit DE-AK")
    assert offered(match, "hex") == {E, SE, W, NW}
    do(match, f"hex {W}")
    assert place(match, "DE-AK") == W
    assert "ask.lose" not in [p.message.key for p in match.prompts()]


# -- forts -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "13.5")
@pytest.mark.rule("sn", "20.0.fort")
def test_units_with_a_fort_may_stand() -> None:
    match = after("DR", CORNER, ["SU-12IC", "SU-21ID", "SU-FORT-1"], expend="JP-SUP-1")
    assert (asked(match).side, offered(match, "stand")) == (0, {"SU-12IC", "SU-21ID"})
    assert (refused(match, "stand JP-7ID"), refused(match, "unit SU-12IC")) == ("13.3", "13.5")
    question = "Choose who stays in the fort; the others retreat."
    assert plain(why(match, "unit SU-12IC"), match.game) == f"13.5: First answer what is asked: {question}"
    do(match, "stand SU-12IC", "done")
    assert offered(match, "unit") == {"SU-21ID"}
    do(match, "unit SU-21ID", f"hex {W}")
    assert who_is_at(match, TARGET) == {"SU-12IC", "SU-FORT-1"}
    assert set(told(match, "log.stand")["units"]) == {"SU-12IC"}


@pytest.mark.rule("sn", "13.5")
def test_all_of_them_with_one_word() -> None:
    match = after("DR", CORNER, ["SU-12IC", "SU-21ID", "SU-FORT-1"], expend="JP-SUP-1")
    do(match, "auto")
    assert who_is_at(match, TARGET) == {"SU-12IC", "SU-21ID", "SU-FORT-1"}
    assert "log.retreat" not in keys(match)


@pytest.mark.rule("sn", "13.5")
@pytest.mark.rule("sn", "13.3.g")
def test_a_supply_base_in_a_fort_may_stand_too() -> None:
    match = after("DR", CORNER, ["SU-12IC", "SU-SUP-1", "SU-FORT-1"], flipped="SU-SUP-1", expend="JP-SUP-1")
    assert "SU-SUP-1" in offered(match, "stand")
    do(match, "done")
    assert place(match, "SU-SUP-1") == "pool"


@pytest.mark.rule("sn", "13.5.2")
def test_who_defends_beside_a_fort_hex_retreats() -> None:
    """Two hexes are attacked together, one of them with a fort."""
    placed = {NW: ["JP-2IC", "JP-3IC", "JP-4IC"], NORTH: "JP-SUP-1"}
    match = board({**placed, TARGET: "SU-21ID", W: ["SU-22ID", "SU-FORT-1"]}, "japan_combat", dice=[4])
    do(match, "done", f"attack {TARGET}", *(f"unit {u}" for u in placed[NW]), f"also {W}", "commit")
    assert (told(match, "log.result")["codes"], offered(match, "stand")) == ("DR", {"SU-22ID"})
    do(match, "auto")
    assert offered(match, "unit") == {"SU-21ID"}


@pytest.mark.rule("sn", "13.5")
def test_attackers_out_of_a_fort_may_stand() -> None:
    """R65"""
    match = after("AR", {NE: ["JP-7ID", "JP-8ID"]}, "SU-12IC", also={NE: "JP-FORT-1"})
    do(match, "unit JP-7ID")
    assert offered(match, "stand") == {"JP-8ID"}
    do(match, "stand JP-8ID")
    assert place(match, "JP-8ID") == NE


@pytest.mark.rule("sn", "13.5.1")
@pytest.mark.rule("sn", "13.5.3")
def test_e45_a_retreat_may_end_in_a_fort_and_costs_nothing_there() -> None:
    """NW would be in the zones of the attackers, but holds a fort: two hexes may end there after one."""
    attackers = {NE: ["JP-2IC", "JP-3IC", "JP-4IC", "JP-FORT-1"], SW: ["JP-7ID", "JP-FORT-2"]}
    placed = {**attackers, TARGET: ["SU-21ID", "SU-22ID", "SU-26ID", "SU-32ID"], NW: "SU-FORT-1", NORTH: "JP-SUP-1"}
    match = board(placed, "japan_combat", dice=[5])
    do(match, "done", f"attack {TARGET}", *(f"unit JP-{u}" for u in ("2IC", "3IC", "4IC", "7ID")), "commit")
    assert told(match, "log.result")["codes"] == "DS"
    do(match, "unit SU-21ID", "unit SU-22ID", "unit SU-26ID")
    assert offered(match, "hex") == {NW, "2118", "2218"}, "by the fort, or into it"
    do(match, f"hex {NW}")
    assert place(match, "SU-26ID") == NW
    assert asked(match).message.key != "ask.lose"


@pytest.mark.rule("sn", "13.3.d")
def test_a_retreat_may_end_overstacked() -> None:
    also = {W: ["SU-18IC", "SU-26IC", "SU-31IC"]}
    match = after("DR", CORNER, "SU-12IC", also=also, expend="JP-SUP-1")
    do(match, "unit SU-12IC", f"hex {W}")
    assert who_is_at(match, W) == {"SU-12IC", *also[W]}
    assert marked(match, "late", "SU-12IC")


@pytest.mark.rule("sn", "13.3")
def test_the_retreat_comes_first() -> None:
    match = after("DR", CORNER, "SU-12IC")
    assert (refused(match, "done"), why(match, "done").key) == ("13.3", "why.retreat-first")
    assert why(match, "unit SU-21ID").key == "why.not-retreating"
