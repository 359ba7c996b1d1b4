"""5.0, 6.0, 20.0.riv3, 20.0.shock, 25.8.5  Mobilization: income, prices, who may come, and where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.view import view
from khalkhin.engine.words import Words
from khalkhin.games.sn.mobilization import Mobilize, Used, at_home, barred, quota_places
from tests.sn.positions import (
    Some,
    asked,
    at,
    board,
    cited,
    do,
    marked,
    names,
    offered,
    place,
    points,
    position,
    refused,
    told,
    unit,
    who_is_at,
    why,
)

BOTH = {"1521": "JP-2IC", "1028": "SU-12IC"}
"""Somebody of each side: Hailar and Chita."""


def recruits(placed: Mapping[str, Some] = BOTH, side: str = "japan", **kinds: Any) -> Match:
    """A Mobilization Phase with sixty points, before the income of the turn."""
    return board(placed, f"{side}_mobilize", **{"points": (60, 60), **kinds})


def where(match: Match, recruit: str, verb: str = "hex") -> set[str | int | None]:
    """The places on offer for a recruit; the phase goes on without it."""
    return offered(do(match.clone(), f"recruit {recruit}"), verb)


# -- income (5.1) ------------------------------------------------------------------------------------------------------

TRACK = {
    "anti-comintern": [(26, 6), (14, 6), (14, 6), (14, 6), (12, 8), (12, 8)],
    "kantokuen": [(24, 8), (12, 8), (8, 10), (8, 10)],
    "nomonhan": [(11, 7), (13, 7), (13, 9), (13, 9), (11, 7), (11, 7)],
}


@pytest.mark.rule("sn", "5.1")
@pytest.mark.rule("sn", "5.1.1")
@pytest.mark.rule("sn", "4.1.1")
@pytest.mark.rule("sn", "4.2.1")
@pytest.mark.rule("sn", "25.4.5")
@pytest.mark.rule("sn", "25.8.6")
@pytest.mark.rule("sn", "25.12.1")
@pytest.mark.parametrize("scenario", TRACK)
def test_each_turn_brings_the_points_of_the_track(scenario: str) -> None:
    """They are added to what was saved, the first turn's too."""
    for turn, (japan, soviet) in enumerate(TRACK[scenario], 1):
        ours = board(BOTH, "japan_mobilize", scenario=scenario, turn=turn, points=(3, 4))
        assert (points(ours, "japan"), points(ours, "soviet")) == (4 + japan, 3)
        theirs = board(BOTH, "soviet_mobilize", scenario=scenario, turn=turn, points=(3, 4))
        assert (points(theirs, "japan"), points(theirs, "soviet")) == (4, 3 + soviet)


@pytest.mark.rule("sn", "5.5")
def test_income_stops_at_a_hundred() -> None:
    assert points(board(BOTH, "japan_mobilize", points=(0, 95)), "japan") == 100


@pytest.mark.rule("sn", "5.0.1")
def test_both_totals_are_open() -> None:
    match = recruits(points=(7, 9))
    pools = [view(position(match), side)["summary"]["pools"][0] for side in (0, 1, None)]
    assert pools[0] == pools[1] == pools[2]
    assert "21" in str(pools[0])


# -- prices (5.2, 5.4, 6.1) --------------------------------------------------------------------------------------------

PRICES = {
    "JP-1ID": 2,
    "JP-1AD": 4,
    "JP-MPCCD": 2,
    "JP-1TSAB": 3,
    "JP-1CSNLFMB": 2,
    "JP-1EB": 2,
    "JP-SenMEB": 3,
    "JP-NSDIB": 1,
    "JP-FORT-1": 1,
    "JP-KAHQ": 5,
    "JP-1BASE": 3,
    "JP-SUP-1": 2,
    "JP-AIR-1": 3,
    "JP-AIR-11": 3,
    "JP-CAIR-1": 3,
    "JP-CV-1": 4,
    "JP-NAVY-1": 4,
    "JP-LAND-1": 3,
    "MC-1IC": 3,
    "MC-1CC": 2,
    "MC-SungariFL": 1,
    "MC-FORT-1": 1,
    "MJ-1CC": 2,
    "MJ-FORT-1": 1,
    "DE-AK": 3,
    "FE-FER": 1,
}
RED_PRICES = {
    "SU-21ID": 2,
    "SU-57AD": 3,
    "SU-36MD": 3,
    "SU-8CD": 1,
    "SU-101MT": 2,
    "SU-FENK": 1,
    "SU-1SA": 7,
    "SU-1AC": 5,
    "SU-202AB": 2,
    "SU-1FEMB": 2,
    "SU-1RBFL": 1,
    "SU-FORT-1": 1,
    "SU-FEHQ": 4,
    "SU-FEBASE": 3,
    "SU-SUP-1": 2,
    "SU-AIR-1": 3,
    "SU-AIR-7": 3,
    "OM-1CC": 2,
    "OM-7MEB": 2,
    "OM-FORT-1": 1,
}


@pytest.mark.rule("sn", "6.1")
@pytest.mark.rule("sn", "15.2.5")
@pytest.mark.parametrize(("side", "prices"), [("japan", PRICES), ("soviet", RED_PRICES)])
def test_everything_has_its_price(side: str, prices: dict[str, int]) -> None:
    """One price for airstrikes of any range."""
    match = recruits(side=side)
    shown = view(position(match), match.game.sides.index(side))["details"]["recruit"]
    assert {u: int(shown["prices"][u]) for u in prices} == prices
    assert shown["points"] == points(match, side)


@pytest.mark.rule("sn", "5.2")
@pytest.mark.rule("sn", "6.0")
def test_a_recruit_is_paid_for_when_it_is_placed() -> None:
    match = recruits()
    do(match, "recruit JP-1ID")
    assert points(match, "japan") == 72
    do(match, "home")
    assert (points(match, "japan"), place(match, "JP-1ID")) == (70, "home")
    assert told(match, "log.recruited-box")["count"] == 2


@pytest.mark.rule("sn", "5.4")
def test_nobody_spends_more_than_there_is() -> None:
    """E102: three points are too much for two."""
    placed = {**BOTH, "2604": "JP-3IC"}
    match = board(placed, "soviet_mobilize", points=(0, 0), turn=2)
    do(match, "recruit SU-57AD", "hex 1028", "recruit SU-36MD", "hex 1028")
    assert points(match, "soviet") == 2
    assert (refused(match, "recruit SU-FEBASE"), why(match, "recruit SU-FEBASE").key) == ("5.4", "why.price")
    do(match, "recruit SU-SUP-1", "hex 1028")
    assert (points(match, "soviet"), offered(match, "recruit")) == (0, set())


@pytest.mark.rule("sn", "6.0")
def test_to_recruit_is_a_choice_and_the_phase_ends_when_the_player_says_so() -> None:
    match = recruits()
    assert (asked(match).side, asked(match).message.key) == (1, "ask.mobilize")
    assert refused(match, "hex 1521") == "6.0"
    assert refused(match, "recruit SU-21ID") == "6.0"
    do(match, "done")
    assert asked(match).message.key == "ask.reorganize"


# -- who may come (6.3.1, 6.4, 6.5, 20.0.shock) ------------------------------------------------------------------------


@pytest.mark.rule("sn", "6.3.1")
@pytest.mark.parametrize("corps", ["JP-1MC", "JP-4IC", "SU-5MC", "SU-18IC", "SU-TBCC"])
def test_corps_that_divisions_form_are_not_recruited(corps: str) -> None:
    """E104"""
    match = recruits(side="japan" if corps.startswith("JP") else "soviet")
    assert (refused(match, f"recruit {corps}"), why(match, f"recruit {corps}").key) == ("6.3.1", "why.combine-only")


@pytest.mark.rule("sn", "6.4")
@pytest.mark.rule("sn", "6.4.1")
def test_what_was_lost_comes_back_at_its_price_but_headquarters_never() -> None:
    """E106: a headquarters of the pool may come, one that was lost may not."""
    match = recruits({**BOTH, "gone": "JP-KAHQ"})
    assert "JP-1FHQ" in offered(match, "recruit")
    assert refused(match, "recruit JP-KAHQ") == "6.4.1"
    assert "JP-1ID" in offered(match, "recruit")


@pytest.mark.rule("sn", "6.5")
def test_only_counters_of_the_pool_can_come() -> None:
    match = recruits({**BOTH, "2010": ["JP-1ID", "JP-1FHQ"]})
    assert (refused(match, "recruit JP-1ID"), refused(match, "recruit JP-1FHQ")) == ("6.5", "6.5")
    assert refused(match, "recruit JP-CHEM-1") == "6.5"


@pytest.mark.rule("sn", "20.0.shock")
def test_shock_armies_and_artillery_corps_come_from_october_1941() -> None:
    """E105: at the west edge only, since the quota of cities is for divisions and brigades."""
    september = recruits(side="soviet", scenario="kantokuen", turn=2)
    assert (refused(september, "recruit SU-1SA"), refused(september, "recruit SU-1AC")) == ("20.0.shock", "20.0.shock")
    october = recruits(side="soviet", scenario="kantokuen", turn=3)
    assert where(october, "SU-1SA") == {"0839", "0940", "1039"}
    june = recruits(side="soviet", scenario="anti-comintern", turn=4)
    assert refused(june, "recruit SU-1SA") == "20.0.shock"


@pytest.mark.rule("sn", "25.12.2")
def test_in_1939_there_are_no_shock_armies() -> None:
    match = recruits(side="soviet", scenario="nomonhan", turn=6)
    assert refused(match, "recruit SU-2SA") == "20.0.shock"


@pytest.mark.rule("sn", "6.2.c3")
@pytest.mark.rule("sn", "6.2.m1")
def test_one_unit_of_each_client_state_comes_in_a_turn() -> None:
    """E107: forts, too. The quota of one state is no other's."""
    match = recruits({**BOTH, "3424": "JP-3IC"})
    do(match, "recruit MC-1IC", "hex 1521")
    assert (refused(match, "recruit MC-2IC"), why(match, "recruit MC-FORT-1").rule) == ("6.2.c3", "6.2.c3")
    do(match, "recruit MJ-1CC", "hex 3424")
    assert refused(match, "recruit MJ-FORT-1") == "6.2.c3"
    reds = recruits({**BOTH, "1826": "SU-18IC"}, "soviet")
    do(reds, "recruit OM-7MEB", "hex 1826")
    assert refused(reds, "recruit OM-1CC") == "6.2.m1"


# -- where (6.2) -------------------------------------------------------------------------------------------------------

CHINA = {"3417", "3720"}
"""Ports of North China, which Japan has without garrisons."""
CHINESE_CITIES = {"3522", "3620"}


@pytest.mark.rule("sn", "6.2")
@pytest.mark.rule("sn", "6.2.j1")
@pytest.mark.rule("sn", "6.2.j2")
@pytest.mark.rule("sn", "6.2.j3")
@pytest.mark.rule("sn", "6.2.j4")
def test_where_imperial_units_come() -> None:
    """The Home Islands, occupied ports, captured ones too, and cities by the quotas."""
    placed = {
        **BOTH,
        "2604": "JP-3IC",
        "2403": "JP-FORT-1",
        "1011": "JP-FORT-2",
        "1523": "JP-FORT-3",
        "3614": "SU-26IC",
    }
    match = recruits(placed)
    assert where(match, "JP-1ID") == {*CHINA, *CHINESE_CITIES, "2604", "2403", "1521"}
    assert where(match, "JP-1ID", "home") == {None}


@pytest.mark.rule("sn", "6.2.j3")
def test_one_combat_and_two_support_units_come_in_cities_of_manchukuo_and_korea() -> None:
    """In all of them together; ports count for nothing. Forts are beside it."""
    placed = {**BOTH, "2010": "JP-3IC", "2604": "JP-4IC", "3605": "JP-5IC"}
    match = recruits(placed)
    do(match, "recruit JP-1ID", "hex 2010")
    assert where(match, "JP-7ID") == {*CHINA, *CHINESE_CITIES, "2604"}
    assert where(match, "JP-1EB") == {*CHINA, *CHINESE_CITIES, "2604"}
    do(match, "recruit JP-1BASE", "hex 3605", "recruit JP-SUP-1", "hex 1521")
    assert where(match, "JP-SUP-2") == {*CHINA, *CHINESE_CITIES, "2604"}
    assert {"2010", "1521", "3605"} <= where(match, "JP-FORT-1")
    do(match, "recruit JP-7ID", "hex 2604", "recruit JP-8ID", "hex 2604")
    assert who_is_at(match, "2604") == {"JP-4IC", "JP-7ID", "JP-8ID"}


@pytest.mark.rule("sn", "6.2.j4")
def test_two_combat_units_and_one_support_unit_come_in_cities_of_north_china() -> None:
    match = recruits()
    do(match, "recruit JP-1ID", "hex 3522", "recruit JP-7ID", "hex 3620")
    assert where(match, "JP-8ID") == {*CHINA, "1521"}
    do(match, "recruit JP-SUP-1", "hex 3522")
    assert where(match, "JP-1BASE") == {*CHINA, "1521"}


@pytest.mark.rule("sn", "6.2.g")
def test_the_german_corps_comes_at_home_or_in_a_port() -> None:
    match = recruits({**BOTH, "2010": "JP-3IC", "2604": "JP-4IC"})
    assert where(match, "DE-AK") == {*CHINA, "2604"}
    assert where(match, "DE-AK", "home") == {None}


@pytest.mark.rule("sn", "6.2.c1")
def test_clients_come_in_occupied_cities_of_their_own_state() -> None:
    match = recruits({**BOTH, "3424": "MJ-2CC", "3605": "JP-3IC"})
    assert where(match, "MC-1IC") == {"1521"}
    assert where(match, "MJ-1CC") == {"3424"}
    do(match, "recruit MC-1IC")
    assert (refused(match, "home"), refused(match, "hex 2010")) == ("23.0.2", "6.2.c1")


@pytest.mark.rule("sn", "6.2.c2")
def test_the_far_eastern_republic_comes_in_a_conquered_soviet_city() -> None:
    assert refused(recruits(), "recruit FE-FER") == "6.3.6"
    match = recruits({**BOTH, "1011": "JP-3IC", "1826": "JP-4IC", "1325": "JP-5IC"})
    assert where(match, "FE-FER") == {"1011"}


WEST = {"0839", "0940", "1039"}


@pytest.mark.rule("sn", "6.2.s1")
@pytest.mark.rule("sn", "6.2.s2")
def test_where_soviet_units_come() -> None:
    """The west edge, empty as it is, and two combat and two support units in their own cities of the USSR."""
    placed = {**BOTH, "1002": "SU-18IC", "1826": "SU-26IC", "1325": "SU-31IC", "2010": "SU-39IC"}
    match = recruits(placed, "soviet")
    assert where(match, "SU-21ID") == {*WEST, "1028", "1002"}
    do(match, "recruit SU-21ID", "hex 1028", "recruit SU-22ID", "hex 1002")
    assert where(match, "SU-26ID") == WEST
    do(match, "recruit SU-SUP-1", "hex 1028", "recruit SU-FEHQ", "hex 1028")
    assert where(match, "SU-FEBASE") == WEST
    do(match, "recruit SU-26ID", "hex 0940", "recruit SU-FEBASE", "hex 0940")
    assert who_is_at(match, "0940") == {"SU-26ID", "SU-FEBASE"}


@pytest.mark.rule("sn", "6.2.m")
def test_outer_mongolians_come_in_occupied_cities_of_outer_mongolia() -> None:
    match = recruits({**BOTH, "1936": "SU-26IC", "1923": "OM-2CC"}, "soviet")
    assert where(match, "OM-1CC") == {"1936"}
    assert refused(recruits(side="soviet"), "recruit OM-1CC") == "6.3.6"


@pytest.mark.rule("sn", "6.2.f")
@pytest.mark.rule("sn", "6.2.f1")
def test_forts_come_with_any_unit_in_general_supply() -> None:
    """One in a hex, whatever its nation; not where nobody is supplied."""
    placed = {"1521": ["JP-2IC", "MC-FORT-1"], "1615": ["JP-3IC", "JP-SUP-1"], "1716": "JP-4IC", "2323": "JP-5IC"}
    match = recruits({**placed, "1028": "SU-12IC"})
    found = where(match, "JP-FORT-1")
    assert {"1615", "1716", *CHINA} <= found
    assert not {"1521", "2323", "1616"} & found
    assert where(match, "JP-FORT-1", "home") == {None}
    do(match, "recruit JP-FORT-1")
    assert (refused(match, "hex 1521"), why(match, "hex 1521").key) == ("6.2.f1", "why.one-fort")
    do(match, "hex 1716", "recruit JP-FORT-2")
    assert refused(match, "hex 1716") == "6.2.f1"


@pytest.mark.rule("sn", "6.2.f")
def test_a_fort_of_a_client_stays_where_its_nation_may_be() -> None:
    match = recruits({"3605": ["JP-2IC", "JP-SUP-1"], "1615": ["JP-3IC", "JP-SUP-2"], "1028": "SU-12IC"})
    assert where(match, "MC-FORT-1") == {"1615"}


@pytest.mark.rule("sn", "6.2.a")
def test_strikes_come_into_the_boxes() -> None:
    match = recruits()
    do(match, "recruit JP-AIR-1")
    assert (offered(match, "available"), offered(match, "interception")) == ({None}, {None})
    assert (refused(match, "home"), refused(match, "hex 1521")) == ("23.0.2", "6.2.a")
    do(match, "interception", "recruit JP-NAVY-1")
    assert refused(match, "interception") == "6.2.a"
    do(match, "available", "recruit JP-LAND-1", "available", "recruit JP-1ID")
    assert refused(match, "available") == "6.2.a"
    assert [place(match, u) for u in ("JP-AIR-1", "JP-NAVY-1", "JP-LAND-1")] == [
        "interception",
        "available",
        "available",
    ]


@pytest.mark.rule("sn", "20.0.riv3")
def test_flotillas_come_in_cities_on_rivers() -> None:
    """E120: Harbin has one, Hsinking has none; the west edge is no city, and the Home Islands are no river."""
    match = recruits({**BOTH, "2411": "JP-3IC", "2010": "JP-4IC"})
    assert where(match, "MC-SungariFL") == {"1521", "2010"}
    reds = recruits({**BOTH, "1002": "SU-18IC"}, "soviet")
    assert where(reds, "SU-1RBFL") == {"1028", "1002"}
    do(reds, "recruit SU-1RBFL")
    assert refused(reds, "hex 0940") == "20.0.riv3"


@pytest.mark.rule("sn", "2.8")
def test_a_supply_unit_comes_on_either_side() -> None:
    match = recruits()
    do(match, "recruit JP-SUP-1")
    assert offered(match, "depot") == offered(match, "hex")
    do(match, "depot 1521", "recruit JP-SUP-2", "hex 1521")
    s = position(match)
    ids = match.game.sheet.index
    assert (s.flipped >> ids["JP-SUP-1"] & 1, s.flipped >> ids["JP-SUP-2"] & 1) == (1, 0)
    assert (s.radius(ids["JP-SUP-1"]), s.radius(ids["JP-SUP-2"])) == (4, 2)
    assert (s.allowance(ids["JP-SUP-1"]), s.allowance(ids["JP-SUP-2"])) == (0, 8)
    do(match, "recruit JP-1ID")
    assert refused(match, "depot 1521") == "2.8"


# -- restrictions (6.3) ------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "6.3")
@pytest.mark.rule("sn", "6.3.3")
def test_nobody_comes_among_enemies_or_into_their_zones() -> None:
    """E109: a fort in the hex negates the zone."""
    placed = {**BOTH, "0939": "JP-3IC", "1002": "SU-18IC", "1102": "JP-4IC"}
    match = recruits(placed, "soviet")
    assert where(match, "SU-21ID") == {"1028"}
    do(match, "recruit SU-21ID")
    assert (refused(match, "hex 0839"), why(match, "hex 0839").key) == ("6.3.3", "why.zone")
    assert why(match, "hex 0939").key == "why.enemy"
    forted = recruits({**placed, "0839": "SU-FORT-1", "1002": ["SU-18IC", "SU-FORT-2"]}, "soviet")
    assert where(forted, "SU-21ID") == {"1028", "0839", "1002"}


@pytest.mark.rule("sn", "6.3.3")
@pytest.mark.rule("sn", "15.2.27")
def test_disrupted_cities_take_nobody_and_are_no_ports() -> None:
    match = recruits({**BOTH, "2604": "JP-3IC"}, ruined=["1521", "2604"])
    do(match, "recruit JP-1ID")
    assert offered(match, "hex") == {*CHINA, *CHINESE_CITIES}
    assert (refused(match, "hex 2604"), why(match, "hex 1521").key) == ("15.2.27", "why.ruined")


@pytest.mark.rule("sn", "6.3.3")
def test_mechanized_units_come_into_no_rough_hex_without_road_or_railroad() -> None:
    """The hex 2102 has neither, Posyet is rough with a railroad; infantry may come to both."""
    match = recruits({**BOTH, "2403": "JP-3IC"})
    tanks, foot = (names(barred(position(match), 1, unit(u))) for u in ("JP-1AD", "JP-1ID"))
    assert ("2102" in tanks, "2102" in foot, "2403" in tanks) == (True, False, False)
    assert "2403" in where(match, "JP-1AD")


@pytest.mark.rule("sn", "6.3.4")
def test_recruits_may_be_too_many_for_the_hex_until_the_next_movement_phase_ends() -> None:
    """E67"""
    placed = {"2604": ["JP-2IC", "JP-3IC", "JP-4IC"], "1028": "SU-12IC"}
    match = do(recruits(placed), "recruit JP-1ID", "hex 2604", "done", "done")
    assert asked(match).message.key == "ask.move"
    do(match, "done")
    assert (asked(match).message.key, offered(match, "unit") >= {"JP-1ID"}) == ("ask.overstacked", True)


@pytest.mark.rule("sn", "6.3.5")
def test_a_recruit_moves_in_the_same_turn_like_any_other() -> None:
    match = do(recruits(), "recruit JP-1ID", "hex 1521", "done", "done")
    assert "JP-1ID" in offered(match, "unit")


@pytest.mark.rule("sn", "6.3.6")
def test_who_has_no_place_cannot_be_recruited() -> None:
    placed = {"1521": "JP-2IC", "0939": "JP-3IC"}
    match = recruits(placed, "soviet")
    assert (refused(match, "recruit SU-21ID"), why(match, "recruit SU-21ID").key) == ("6.3.6", "why.no-place")
    assert "SU-AIR-1" in offered(match, "recruit")
    waiting = do(recruits(), "recruit JP-1ID")
    assert refused(waiting, "done") == "6.2"


# -- the first turn of Kantokuen (25.8.5) ------------------------------------------------------------------------------


@pytest.mark.rule("sn", "25.8.5")
def test_in_the_first_turn_of_kantokuen_recruits_come_anywhere_in_manchukuo() -> None:
    """E111: in any city or town, occupied or not, and none of it counts for the quota."""
    match = recruits(turn=1)
    assert {"1523", "1012", "2010", "2411"} <= where(match, "JP-1ID")
    do(match, "recruit JP-1ID", "hex 1523", "recruit JP-7ID", "hex 2010", "recruit JP-8ID", "hex 1521")
    assert "2411" in where(match, "JP-9ID")
    assert not {"3605", "3424", "1028"} & where(match, "JP-9ID")
    later = recruits(turn=2)
    assert "1523" not in where(later, "JP-1ID")
    assert "1523" not in where(recruits(turn=1, scenario="anti-comintern"), "JP-1ID")
    assert "1523" not in where(recruits(turn=1, side="soviet"), "SU-21ID")


@pytest.mark.rule("sn", "25.8.5")
def test_clients_come_there_too_one_of_each_state() -> None:
    """E142: Inner Mongolian cavalry in a Manchukuoan town, and no second one."""
    match = do(recruits(turn=1), "recruit MJ-1CC", "hex 1523")
    assert (place(match, "MJ-1CC"), refused(match, "recruit MJ-2CC")) == ("1523", "6.2.c3")


@pytest.mark.rule("sn", "25.8.5")
def test_enemies_keep_recruits_out_there_as_well() -> None:
    match = recruits({**BOTH, "1423": "SU-18IC", "2004": "SU-26IC"}, turn=1)
    found = where(match, "JP-1ID")
    assert not {"1523", "2004", "2104"} & found


def test_a_recruit_in_hand_is_private() -> None:
    match = recruits()
    before = view(position(match), 0)
    assert view(position(do(match, "recruit JP-1ID")), 0) == before


# -- what is told ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "6.2")
def test_the_log_tells_where_a_recruit_was_placed() -> None:
    match = recruits({"2604": "JP-2IC", "1028": "SU-12IC"})
    do(match, "recruit JP-7ID", "hex 2604", "recruit JP-8ID", "home", "recruit JP-AIR-1", "interception")
    assert said(match, "log.recruited") == ["7 Div is recruited for 2 mobilization points and placed in 2604."]
    assert [line.split("placed in ")[1] for line in said(match, "log.recruited-box")] == [
        "the box: Home Islands.",
        "the box: Interception.",
    ]


@pytest.mark.rule("sn", "6.2.j1", "6.2.j2", "6.2.j3", "6.2.j4", "6.2.g", "6.2.c1", "6.2.c2", "6.2.f", "25.8.5")
@pytest.mark.parametrize(
    ("recruit", "order", "turn", "rule"),
    [
        ("JP-7ID", "home", 2, "6.2.j1"),
        ("JP-7ID", "hex 2604", 2, "6.2.j2"),
        ("JP-7ID", "hex 1521", 2, "6.2.j3"),
        ("JP-7ID", "hex 3522", 2, "6.2.j4"),
        ("JP-7ID", "hex 1606", 1, "25.8.5"),
        ("DE-AK", "home", 2, "6.2.g"),
        ("DE-AK", "hex 2604", 2, "6.2.g"),
        ("MC-1CC", "hex 1521", 2, "6.2.c1"),
        ("MC-1CC", "hex 1606", 1, "25.8.5"),
        ("FE-FER", "hex 1028", 2, "6.2.c2"),
        ("JP-FORT-1", "hex 2604", 2, "6.2.f"),
        ("JP-AIR-1", "available", 2, "6.2.a"),
    ],
)
def test_the_log_cites_the_rule_by_which_a_recruit_comes(recruit: str, order: str, turn: int, rule: str) -> None:
    placed = {"2604": "JP-2IC", "1521": "JP-3IC", "1028": "JP-4IC", "0839": "SU-12IC"}
    match = do(recruits(placed, turn=turn), f"recruit {recruit}", order)
    key = "log.recruited" if order.startswith("hex") else "log.recruited-box"
    assert cited(match, key) == rule


@pytest.mark.rule("sn", "6.2.s1", "6.2.s2", "6.2.m")
@pytest.mark.parametrize(
    ("recruit", "order", "rule"),
    [("SU-21ID", "hex 0839", "6.2.s1"), ("SU-21ID", "hex 1028", "6.2.s2"), ("OM-1CC", "hex 1936", "6.2.m")],
)
def test_the_log_cites_the_soviet_rules_too(recruit: str, order: str, rule: str) -> None:
    placed = {"2604": "JP-2IC", "1028": "SU-12IC", "1936": "SU-18IC"}
    assert cited(do(recruits(placed, "soviet"), f"recruit {recruit}", order), "log.recruited") == rule


def said(match: Match, key: str) -> list[str]:
    """Lines of the log in English."""
    words = Words("en", match.game)
    return [words.say(e.key, e.params) for e in match.log if e.key == key]


@pytest.mark.rule("sn", "6.2", "6.2.j2", "6.2.j3", "6.2.g", "6.2.c1", "6.2.c2", "6.2.s1", "6.2.m", "6.2.f", "6.2.a")
@pytest.mark.parametrize(
    ("recruit", "hex_", "rule", "key"),
    [
        ("JP-7ID", "2317", "6.2.j2", "why.place-jp"),
        ("JP-1AD", "2317", "6.2.j2", "why.place-jp"),
        ("DE-AK", "2317", "6.2.g", "why.place-de"),
        ("MC-1CC", "2317", "6.2.c1", "why.place-client"),
        ("MC-1CC", "3106", "8.6.10", "why.state"),
        ("JP-FORT-1", "2317", "6.2.f", "why.place-fort"),
        ("JP-FORT-1", "2010", "6.2.f1", "why.one-fort"),
        ("JP-7ID", "1028", "6.3.3", "why.enemy"),
        ("JP-7ID", "2401", "6.3.3", "why.sea"),
        ("JP-AIR-1", "2604", "6.2.a", "why.strike-box"),
        ("JP-NAVY-1", "2604", "6.2.a", "why.strike-box"),
    ],
)
def test_a_refused_place_names_its_own_rule(recruit: str, hex_: str, rule: str, key: str) -> None:
    placed = {"2604": "JP-2IC", "1028": "SU-12IC", "2010": "JP-FORT-2", "1521": "JP-3IC"}
    match = do(recruits(placed), f"recruit {recruit}")
    found = why(match, f"hex {hex_}")
    assert (found.rule, found.key) == (rule, key)


@pytest.mark.rule("sn", "6.2.j3", "6.2.s2")
def test_a_city_that_takes_no_more_says_so() -> None:
    match = recruits({"2010": "JP-2IC", "1028": "SU-12IC"})
    do(match, "recruit JP-7ID", "hex 2010", "recruit JP-8ID")
    assert (why(match, "hex 2010").rule, why(match, "hex 2010").key) == ("6.2.j3", "why.quota")


@pytest.mark.rule("sn", "6.2.j3")
def test_by_a_house_rule_each_city_has_its_quota() -> None:
    """R19, the other reading: one combat unit and two support units in this city, and as many in the next."""
    match = recruits({"2010": "JP-2IC", "1521": "JP-3IC", "1028": "SU-12IC"}, options={"city_quotas": True})
    do(match, "recruit JP-7ID", "hex 2010", "recruit JP-8ID")
    assert (why(match, "hex 2010").rule, why(match, "hex 2010").key) == ("6.2.j3", "why.city-quota")
    do(match, "hex 1521", "recruit JP-SUP-1", "hex 2010", "recruit JP-SUP-2", "hex 2010", "recruit JP-SUP-3")
    assert "2010" not in offered(match, "hex")
    do(match, "hex 1521", "recruit JP-9ID")
    assert not {"2010", "1521"} & offered(match, "hex")


@pytest.mark.rule("sn", "6.2.s1", "6.2.s2", "6.2.m")
def test_a_refused_place_of_the_soviets_names_its_own_rule() -> None:
    match = recruits({"1521": "JP-2IC", "1028": "SU-12IC", "1826": "SU-18IC"}, side="soviet")
    assert why(do(match.clone(), "recruit SU-21ID"), "hex 0415").rule == "6.2.s1"
    assert why(do(match.clone(), "recruit OM-1CC"), "hex 2131").rule == "6.2.m"


# -- the last counter of a sort is like the others ---------------------------------------------------------------------


@pytest.mark.rule("sn", "5.0", "6.2.j3", "R23")
def test_combat_and_support_units_have_quotas_of_their_own_and_forts_none() -> None:
    s = position(recruits())
    spent = Used((1, 2, 2), (0, 0, 0))
    some = ("JP-7ID", "JP-KAHQ", "JP-SUP-1", "JP-SUP-12", "JP-FORT-1", "JP-FORT-10")
    assert {name for name in some if quota_places(s, 1, unit(name), spent)} == set(some) - {"JP-7ID"}
    spent = Used((0, 0, 0), (2, 1, 2))
    assert {name for name in some if quota_places(s, 1, unit(name), spent)} == {"JP-7ID", "JP-FORT-1", "JP-FORT-10"}


@pytest.mark.rule("sn", "R19", "R23")
def test_what_is_placed_in_a_city_uses_the_quota_of_its_kind() -> None:
    match = recruits()
    for name in ("JP-FORT-10", "JP-SUP-12", "JP-7ID"):
        do(match, f"recruit {name}", "hex 1521")
    step = position(match).agenda[-1]
    assert isinstance(step, Mobilize)
    assert (step.used.combat, step.used.support) == ((1, 0, 0), (1, 0, 0))


@pytest.mark.rule("sn", "6.3.3", "R100")
def test_roadless_rough_takes_no_armour_and_everybody_else() -> None:
    s = position(recruits())
    rough = at("2006")
    assert [bool(barred(s, 1, unit(name)) >> rough & 1) for name in ("JP-1MC", "JP-6AD", "JP-MGIC", "JP-IGID")] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.rule("sn", "6.2.j1", "6.2.g", "R114")
def test_ground_units_of_japan_and_germany_may_come_at_home() -> None:
    s = position(recruits())
    some = ("JP-7ID", "JP-SUP-12", "DE-AK", "JP-AIR-1", "JP-LAND-1", "MC-1IC", "MC-SungariFL", "SU-21ID")
    assert {name for name in some if at_home(s, unit(name))} == {"JP-7ID", "JP-SUP-12", "DE-AK"}


@pytest.mark.rule("sn", "6.2", "6.2.f1", "6.3.3")
def test_why_a_recruit_is_not_placed_there() -> None:
    match = do(recruits({**BOTH, "1521": ["JP-2IC", "JP-FORT-1"]}), "recruit JP-FORT-2")
    assert [why(match, f"hex {h}").key for h in ("1521", "2317")] == ["why.one-fort", "why.place-fort"]
    assert why(match, "recruit JP-7ID").key == "why.placing"
    beside = do(recruits({"1521": ["JP-2IC", "JP-SUP-1"], "1522": "SU-12IC"}), "recruit JP-FORT-2")
    assert (why(beside, "hex 1521").rule, why(beside, "hex 1521").key) == ("6.3.3", "why.zone")


@pytest.mark.rule("sn", "6.2", "2.8")
def test_a_new_depot_leaves_the_others_as_they_are() -> None:
    match = recruits({**BOTH, "1521": ["JP-2IC", "JP-SUP-1"]}, flipped="JP-SUP-1")
    do(match, "recruit JP-SUP-2", "depot 1521")
    assert (marked(match, "flipped", "JP-SUP-1"), marked(match, "flipped", "JP-SUP-2")) == (True, True)
