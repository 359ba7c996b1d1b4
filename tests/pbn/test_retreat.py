"""15.3, 7.8.5  Retreats and routs: how far, who conducts, which ways are legal, and who is lost."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.words import Words
from khalkhin.games.pbn.retreat import Withdraw
from tests.pbn.fights import AROUND, TARGET
from tests.pbn.outcomes import FAR, brings
from tests.pbn.positions import (
    asked,
    at,
    board,
    do,
    keys,
    marked,
    offered,
    place,
    points,
    position,
    refused,
    supply_at,
    the_game,
    told,
    unit,
    who_is_at,
    why,
)

N, NE, SE, S, SW, NW = AROUND
TANKS = {N: "SU-11A", NE: "SU-6A"}
"""Their zones take in all hexes around the target but two in the south: S and SW."""
RING = {N: "SU-11A", S: "SU-6A"}
"""Their zones take in all hexes around the target."""
TWO_AWAY = {"0608", "0609", "0710", "0810", "0910"}
"""Two hexes from the target by S or SW."""


# -- who conducts, and how far (15.3, 15.31, 15.32) ------------------------------------------------------------------


@pytest.mark.rule("pbn", "15.3")
@pytest.mark.rule("pbn", "15.31")
@pytest.mark.rule("pbn", "15.33.2")
def test_the_attacker_conducts_a_manoeuvre_of_one_hex() -> None:
    match = brings("AM", TANKS, "JP-64")
    assert (asked(match).side, asked(match).message.params["count"], offered(match, "hex")) == (0, 1, {S, SW})
    assert refused(match, f"hex {N}") == "15.33.2"
    assert refused(match, "hex 0810") == "15.33.6"
    assert refused(match, "unit JP-64") == "15.33"
    do(match, f"hex {SW}")
    assert place(match, "JP-64") == SW
    assert told(match, "log.retreat")["path"] == [TARGET, SW]


@pytest.mark.rule("pbn", "15.3")
@pytest.mark.rule("pbn", "15.31")
@pytest.mark.rule("pbn", "15.33.6")
def test_the_owner_conducts_a_retreat_of_two_hexes() -> None:
    """Movement allowances do not matter, and rivers and hills cost nothing: hexes are counted."""
    match = brings("DR", TANKS, "JP-64")
    assert (asked(match).side, asked(match).message.params["count"], offered(match, "hex")) == (1, 2, TWO_AWAY)
    assert why(match, f"hex {S}").key == "why.retreat-distance"
    assert (refused(match, "hex 0806"), why(match, "hex 0806").key) == ("15.33.6", "why.retreat-cut-off")
    do(match, "hex 0810")
    assert told(match, "log.retreat")["path"] == [TARGET, S, "0810"]


@pytest.mark.rule("pbn", "2.34.7")
@pytest.mark.rule("pbn", "15.3")
def test_after_a_defenders_manoeuvre_the_attackers_retreat_and_the_defender_conducts() -> None:
    match = brings("DM", {N: "SU-24"}, "JP-26")
    assert (asked(match).side, offered(match, "hex")) == (1, {"0806", "0707", "0907"})
    do(match, "hex 0806")
    assert (place(match, "SU-24"), place(match, "JP-26")) == ("0806", TARGET)
    assert "ask.pursue" not in [p.message.key for p in match.prompts()]


@pytest.mark.rule("pbn", "15.3")
def test_shattered_attackers_retreat_two_hexes_led_by_their_owner() -> None:
    match = do(brings("AS", {N: ["SU-24", "SU-76"]}, "JP-26"), "unit SU-24")
    assert (asked(match).side, asked(match).message.params["count"]) == (0, 2)
    do(match, "hex 0805")
    assert (place(match, "SU-24"), place(match, "SU-76")) == ("replaceable", "0805")


@pytest.mark.rule("pbn", "15.32")
@pytest.mark.rule("pbn", "15.33.1")
def test_every_unit_that_routs_throws_its_own_die_just_before_it_goes() -> None:
    match = brings("RT", TANKS, ["JP-23R", "JP-1-8BG"], 2, 1)
    assert (asked(match).side, offered(match, "unit")) == (1, {"JP-23R", "JP-1-8BG"})
    assert "log.rout" not in keys(match)
    assert refused(match, "unit SU-11A") == "15.3"
    assert refused(match, f"hex {S}") == "15.3"
    do(match, "unit JP-1-8BG")
    assert (told(match, "log.rout")["unit"], told(match, "log.rout")["dice"]) == ("JP-1-8BG", "2")
    assert offered(match, "hex") == TWO_AWAY
    do(match, "hex 0910")
    assert (told(match, "log.rout")["unit"], told(match, "log.rout")["dice"]) == ("JP-23R", "1")
    said = [Words(language, match.game).say("log.rout", told(match, "log.rout")) for language in ("en", "pt")]
    assert said == ["23 Rec routs 1 hex.", "23 Rec debanda 1 hexágono."]
    do(match, f"hex {S}")
    assert (place(match, "JP-1-8BG"), place(match, "JP-23R")) == ("0910", S)


@pytest.mark.rule("pbn", "15.33.1")
def test_units_of_a_stack_go_one_by_one_in_the_order_of_the_conductor() -> None:
    match = brings("AM", TANKS, ["JP-64", "JP-71"])
    assert (asked(match).side, offered(match, "unit")) == (0, {"JP-64", "JP-71"})
    do(match, "unit JP-71", f"hex {SW}", f"hex {S}")
    assert (place(match, "JP-71"), place(match, "JP-64")) == (SW, S)


# -- enemy zones (15.33.3, 15.33.7) ----------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "15.33.3")
@pytest.mark.rule("pbn", "15.33.7")
def test_a_way_through_a_zone_is_illegal_while_a_clean_one_is_left_whoever_conducts() -> None:
    """T45, R30"""
    enemy = brings("AM", TANKS, "JP-64")
    assert refused(enemy, f"hex {SE}") == "15.33.7"
    assert why(enemy, f"hex {SE}").key == "why.retreat-zone"
    owner = brings("DR", TANKS, "JP-64")
    assert refused(owner, "hex 1009") == "15.33.7"


@pytest.mark.rule("pbn", "15.33.3")
def test_with_zones_on_all_sides_a_regiment_breaks_down_and_loses_a_battalion() -> None:
    """T42, R29"""
    match = brings("AM", RING, "JP-4")
    assert (asked(match).side, offered(match, "hex")) == (0, {NE, SE, SW, NW})
    do(match, f"hex {SW}")
    assert (place(match, "JP-4"), len(who_is_at(match, SW)), len(who_is_at(match, "permanent"))) == ("broken", 2, 1)
    assert points(match) == (1, 0)


@pytest.mark.rule("pbn", "15.33.3")
def test_the_owner_says_which_battalion_is_lost_whoever_conducts() -> None:
    """R30"""
    match = do(brings("AM", RING, "JP-64"), f"hex {SW}")
    assert (asked(match).side, asked(match).rule, len(offered(match, "unit"))) == (1, "15.33.3", 3)
    assert refused(match, "unit SU-11A") == "15.33.3"
    do(match, "unit JP-B1110-1")
    assert who_is_at(match, SW) == {"JP-B1210-1", "JP-B1210-2"}


@pytest.mark.rule("pbn", "15.33.3")
def test_one_battalion_is_lost_for_every_zone_on_the_way() -> None:
    """Two hexes, both in zones: two of the three are lost; the ways with one zone end elsewhere."""
    match = brings("DR", RING, "JP-26", also={"0611": "SU-24", "1011": "SU-76"})
    end = {"0710": 2, "0910": 2, "0609": 1, "0608": 1}
    s = position(match)
    stops = s.agenda[-1].details(s, 1)["stops"]
    assert set(stops) == offered(match, "hex")
    assert set(end) <= set(stops)
    do(match, "hex 0710")
    assert asked(match).message.params["count"] == 2
    do(match, "unit JP-B1212-1", "unit JP-B1212-2")
    assert who_is_at(match, "0710") == {"JP-B2212-1"}
    near = brings("DR", RING, "JP-26", also={"0611": "SU-24", "1011": "SU-76"})
    do(near, "hex 0608")
    assert asked(near).message.params["count"] == 1


@pytest.mark.rule("pbn", "15.33.3")
def test_nobody_breaks_down_for_a_way_on_which_all_are_lost() -> None:
    """R29: three hexes; every way meets zones, and on some of them all three battalions would die."""
    wall = {N: "SU-24", "0910": "SU-76", "0710": "SU-149", "0611": "SU-601", "0509": "SU-602"}
    rout = Withdraw(1, 1, unit("JP-26"), at(TARGET), 3)
    match = board({**wall, TARGET: "JP-26"}, "soviet_combat", first=[rout])
    assert {"0507", "0811"} < offered(match, "hex")
    assert (refused(match, "hex 0711"), why(match, "hex 0711").key) == ("15.33.3", "why.retreat-deadly")
    s = position(match)
    assert s.agenda[-1].details(s, 0) == {}, "the way is its conductor's business"
    do(match, "hex 0811")
    assert len(who_is_at(match, "0811")) == 3
    do(match, "unit JP-B1212-1", "unit JP-B1212-2")
    assert who_is_at(match, "0811") == {"JP-B2212-1"}


@pytest.mark.rule("pbn", "15.33.3")
@pytest.mark.rule("pbn", "15.33")
def test_a_battalion_cannot_break_down_and_is_lost_in_a_zone() -> None:
    """T44: it was surrounded, so it is gone for good; the flag was set before the retreat."""
    match = brings("AM", RING, "JP-1-8BG")
    assert (place(match, "JP-1-8BG"), points(match)) == ("permanent", (1, 0))
    assert "log.retreat" not in keys(match)


EDGE = {"0723": "SU-11A", "0923": "SU-6A"}
"""Attackers of 0823 at the south edge: only 0824 is free of their zones, and nothing lies behind it."""


def at_the_edge(code: str, defenders: Any, *dice: int, **kinds: Any) -> Match:
    return brings(code, EDGE, defenders, *dice, target="0823", **kinds)


@pytest.mark.rule("pbn", "15.33.6")
@pytest.mark.rule("pbn", "15.33.4")
@pytest.mark.rule("pbn", "15.33")
def test_who_can_go_only_part_of_the_way_is_lost() -> None:
    """T47: one hex can be made, two cannot; it was not surrounded, so it can be refitted."""
    one = at_the_edge("AM", "JP-1-8BG")
    assert place(one, "JP-1-8BG") == "0824"
    two = at_the_edge("DR", "JP-1-8BG")
    assert (place(two, "JP-1-8BG"), points(two)) == ("replaceable", (1, 0))


@pytest.mark.rule("pbn", "15.33.3")
def test_who_breaks_down_goes_through_a_zone_rather_than_be_lost_at_the_edge() -> None:
    match = at_the_edge("DR", "JP-4")
    assert {"0624", "1024"} < offered(match, "hex")
    assert why(match, "hex 0724").key == "why.retreat-distance"
    do(match, "hex 0624")
    assert (len(who_is_at(match, "0624")), who_is_at(match, "replaceable")) == (2, {"JP-B1210-1"})


@pytest.mark.rule("pbn", "15.33.6")
@pytest.mark.rule("pbn", "15.32")
def test_a_long_rout_into_the_corner_of_the_map_is_the_end() -> None:
    """T50"""
    corner = {"0303": "SU-11A", "0402": "SU-6A"}
    wall = {"0205": "SU-24"}
    long = brings("RT", corner, "JP-1-8BG", 6, target="0302", also=wall)
    assert place(long, "JP-1-8BG") == "replaceable"
    short = brings("RT", corner, "JP-1-8BG", 1, target="0302", also=wall)
    assert offered(short, "hex") == {"0201", "0301"}


# -- friends and stacking (15.33.5, 15.33.7, 15.35) -------------------------------------------------------------------


@pytest.mark.rule("pbn", "15.33.5")
def test_friends_on_the_way_neither_bar_nor_shorten_a_retreat() -> None:
    match = brings("DR", TANKS, "JP-64", also={S: ["JP-26", "JP-28"], SW: ["JP-25", "JP-27"]})
    assert offered(match, "hex") == TWO_AWAY
    assert refused(match, f"hex {S}") == "15.33.6"


@pytest.mark.rule("pbn", "15.33.7")
def test_a_full_hex_is_avoided_while_there_is_another() -> None:
    match = brings("AM", {N: ["SU-11A", "SU-7"]}, "JP-64", also={S: ["JP-26", "JP-28"]})
    assert offered(match, "hex") == {SE, SW}
    assert (refused(match, f"hex {S}"), why(match, f"hex {S}").key) == ("15.33.7", "why.retreat-crowd")


@pytest.mark.rule("pbn", "15.33.7")
@pytest.mark.rule("pbn", "15.33.5")
def test_a_full_hex_is_better_than_a_zone() -> None:
    """T46"""
    match = at_the_edge("AM", "JP-64", also={"0824": ["JP-71", "JP-72"]})
    assert who_is_at(match, "0824") == {"JP-64", "JP-71", "JP-72"}


@pytest.mark.rule("pbn", "15.33.7")
def test_of_ways_through_zones_those_that_end_overstacked_are_avoided_too() -> None:
    staff = ["JP-23HQ", "JP-7HQ", "JP-2HQ", "JP-4HQ"]
    match = brings("AM", RING, "JP-4", also={SW: staff})
    assert offered(match, "hex") == {NE, SE, SW, NW}, "two battalions fit in beside four"
    full = brings("AM", RING, "JP-4", also={SW: [*staff, "JP-6HQ"]})
    assert offered(full, "hex") == {NE, SE, NW}
    assert refused(full, f"hex {SW}") == "15.33.7"


LATER = {N: "SU-11A", "1009": "SU-6A", TARGET: "JP-64", **FAR}


def pushed_into_another_battle(*there: str, **more: Any) -> Match:
    """SU-6A is suppressed, has no zone and attacks 0909 after JP-64 was pushed there."""
    placed = {**LATER, SE: list(there), **more}
    match = board(placed, "soviet_combat", dice=[4, 6], suppressed=["SU-6A"])
    do(match, f"attack {TARGET}", "unit SU-11A", f"attack {SE}", "unit SU-6A", "commit", f"attack {TARGET}")
    do(match, "table raid")
    assert told(match, "log.result")["codes"] == "AM"
    do(match, f"hex {SE}", "done")
    return match


@pytest.mark.rule("pbn", "15.35")
def test_who_retreats_into_a_hex_that_is_attacked_later_defends_there() -> None:
    match = do(pushed_into_another_battle("JP-71"), "table raid")
    assert told(match, "log.odds")["defence"] == 8


@pytest.mark.rule("pbn", "15.35")
def test_who_overstacks_the_hex_he_retreats_to_adds_nothing_but_shares_the_result() -> None:
    """T61: every other clean hex is full, too."""
    others = {S: ["JP-26", "JP-28"], SW: ["JP-25", "JP-27"]}
    match = do(pushed_into_another_battle("JP-71", "JP-72", **others), "table raid")
    assert told(match, "log.odds")["defence"] == 8
    assert told(match, "log.result")["codes"] == "AM"
    assert offered(match, "unit") == {"JP-64", "JP-71", "JP-72"}, "all have to retreat, one of them again"


@pytest.mark.rule("pbn", "15.35")
def test_not_even_if_he_is_stronger_than_those_who_stood_there() -> None:
    """Two armor regiments of 3; the 4 of the regiment that came to them do not count."""
    others = {S: ["JP-26", "JP-28"], SW: ["JP-25", "JP-27"]}
    match = do(pushed_into_another_battle("JP-3A", "JP-4A", **others), "table raid")
    assert told(match, "log.odds")["defence"] == 6


# -- supply, and units that cannot move (7.8.5, 15.33.8, 15.33.9) -----------------------------------------------------


@pytest.mark.rule("pbn", "7.8.5")
@pytest.mark.rule("pbn", "15.33.9")
def test_supply_that_has_to_retreat_is_lost_while_its_regiment_goes() -> None:
    """T49: and the attacker may follow."""
    match = brings("AM", TANKS, ["JP-64", "JP-SUP-1", "JP-SUP-2"])
    assert (supply_at(match, "japan", TARGET), supply_at(match, "japan", "out")) == (0, 52)
    do(match, f"hex {S}")
    assert asked(match).message.key == "ask.pursue"
    assert points(match) == (0, 0)


@pytest.mark.rule("pbn", "7.8.5")
def test_a_rout_takes_supply_alone_without_a_die() -> None:
    """T106: all points are lost, and the hex is open to pursuit."""
    match = brings("RT", TANKS, ["JP-SUP-1", "JP-SUP-2", "JP-SUP-3"])
    assert "log.rout" not in keys(match)
    assert supply_at(match, "japan", TARGET) == 0
    do(match, "unit SU-11A", f"hex {TARGET}")
    assert place(match, "SU-11A") == TARGET


@pytest.mark.rule("pbn", "15.33.8")
def test_a_unit_without_movement_is_lost_if_it_has_to_retreat(monkeypatch: pytest.MonkeyPatch) -> None:
    """No printed unit of this game is immobile."""
    game = the_game()
    stuck = game.sheet.index["JP-64"]
    monkeypatch.setattr(game, "movement", tuple(0 if u == stuck else m for u, m in enumerate(game.movement)))
    match = brings("AM", TANKS, ["JP-64", "JP-71"])
    assert place(match, "JP-64") == "replaceable"
    do(match, f"hex {S}")
    assert place(match, "JP-71") == S


@pytest.mark.rule("pbn", "15.33.4")
def test_nobody_retreats_into_prohibited_terrain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing on the map is prohibited to anybody."""
    game = the_game()
    marsh = {**game.closed, "mech": 1 << game.map.grid.at(S)}
    monkeypatch.setattr(game, "closed", marsh)
    tank = brings("AM", TANKS, "JP-23R")
    assert place(tank, "JP-23R") == SW, "the only way left"
    two = brings("AM", {N: ["SU-11A", "SU-7"]}, "JP-23R")
    assert (offered(two, "hex"), refused(two, f"hex {S}")) == ({SE, SW}, "15.33.4")
    foot = brings("AM", TANKS, "JP-64")
    assert offered(foot, "hex") == {S, SW}


@pytest.mark.rule("pbn", "15.33")
def test_nobody_is_asked_where_there_is_only_one_way() -> None:
    match = brings("AM", TANKS, "JP-64", also={S: ["JP-26", "JP-28"]})
    assert (place(match, "JP-64"), asked(match).message.key) == (SW, "ask.pursue")


# -- stacks that nobody knows (18.4, 34.2) ----------------------------------------------------------------------------


@pytest.mark.rule("pbn", "18.4")
@pytest.mark.rule("pbn", "15.33.3")
def test_a_face_down_stack_near_the_way_says_that_it_has_a_zone() -> None:
    """0810 reaches S, so that SW is the only clean hex left."""
    masks = {"options": {"face_down": True}, "face_down": ["SU-24"]}
    match = brings("AM", TANKS, "JP-64", also={"0810": "SU-24"}, **masks)
    assert told(match, "log.zone")["hexes"] == ["0810"]
    assert place(match, "JP-64") == SW
    assert marked(match, "face_down", "SU-24"), "it says no more than that"


@pytest.mark.rule("pbn", "18.4")
@pytest.mark.rule("pbn", "34.2")
def test_a_deception_marker_near_the_way_cannot_say_so_and_is_gone() -> None:
    match = brings("AM", TANKS, "JP-64", also={"0810": "SU-DEC-1"}, options={"deception": True})
    assert (place(match, "SU-DEC-1"), offered(match, "hex")) == ("out", {S, SW})
    far = brings("AM", TANKS, "JP-64", also={"0812": "SU-DEC-1"}, options={"deception": True})
    assert place(far, "SU-DEC-1") == "0812"
