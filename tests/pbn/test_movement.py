"""11.0, 8.2.2, 10.2  Moving units: who, when, how far, along roads, over rivers."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.pbn import terrain
from tests.pbn.oracles.atlas import GROUND, around, within
from tests.pbn.positions import (
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
    position,
    refused,
    the_game,
    told,
    why,
)


def details(match: Match, side: str = "soviet") -> dict[str, Any]:
    found: dict[str, Any] = match.view(side)["details"]
    return found


def left(match: Match, side: str = "soviet") -> dict[str, str]:
    found: dict[str, str] = details(match, side)["left"]
    return found


@pytest.mark.rule("pbn", "11.0", "11.2")
def test_any_number_of_units_move_one_after_another_once_in_a_phase() -> None:
    match = board({"0808": ["SU-24", "SU-36A"], "0404": "SU-601", "2808": "JP-64"})
    assert offered(match, "unit") == {"SU-24", "SU-36A", "SU-601"}
    assert refused(match, "unit JP-64") == "11.2"
    assert refused(match, "hex 0809") == "11.2"
    do(match, "unit SU-24", "hex 1010", "unit SU-36A", "hex 0809")
    assert place(match, "SU-24") == "1010"
    assert offered(match, "unit") == {"SU-601"}
    assert refused(match, "unit SU-24") == "11.2"
    assert why(match, "unit SU-24").key == "why.moved"
    do(match, "done")
    assert place(match, "SU-601") == "0404"
    assert not position(match).moved


def test_a_move_is_told_with_its_way() -> None:
    match = do(board({"0808": "SU-24", "2808": "JP-64"}), "unit SU-24", "hex 0810")
    assert told(match, "log.move")["path"][0] == "0808"
    assert told(match, "log.move")["path"][-1] == "0810"
    assert told(match, "log.move")["units"] == ["SU-24"]


@pytest.mark.rule("pbn", "11.0")
def test_points_are_neither_saved_nor_passed_on() -> None:
    match = board({"0808": "SU-7BG", "0404": "SU-601"})
    do(match, "unit SU-7BG", "hex 0809", "unit SU-601")
    assert details(match)["allowance"] == "8"
    do(match, "hex 0405", "done")
    assert place(match, "SU-7BG") == "0809"


@pytest.mark.rule("pbn", "11.1", "10.2", "7.3.2", "19.1", "10.4")
def test_follow_on_movement_is_for_units_within_radius() -> None:
    """T35 begins here: HQ 36 has a radius of 3; 0811 is three hexes from 0808, 0812 four."""
    placed = {"0808": ["SU-36HQ", "SU-24"], "0811": "SU-76", "0812": "SU-149"}
    match = board(placed, impulse=2, activated="SU-36HQ")
    assert offered(match, "unit") == {"SU-36HQ", "SU-24", "SU-76"}
    assert refused(match, "unit SU-149") == "10.2"
    assert why(match, "unit SU-149").key == "why.out-of-radius"
    assert offered(board(placed, impulse=2), "unit") == set()
    assert offered(board(placed, impulse=1), "unit") == {"SU-36HQ", "SU-24", "SU-76", "SU-149"}


@pytest.mark.rule("pbn", "10.2")
def test_eligibility_is_fixed_when_the_phase_begins() -> None:
    """T35"""
    match = board({"0808": "SU-36HQ", "0811": "SU-76", "0812": "SU-149"}, impulse=2, activated="SU-36HQ")
    do(match, "unit SU-36HQ", "hex 0804")
    assert offered(match, "unit") == {"SU-76"}
    assert ids(position(match).eligible) == {"SU-76"}


@pytest.mark.rule("pbn", "10.5")
def test_headquarters_serve_all_friends_whatever_their_formation() -> None:
    match = board({"0808": "SU-57dHQ", "0809": ["MN-15M", "SU-601"]}, impulse=2, activated="SU-57dHQ")
    assert offered(match, "unit") == {"SU-57dHQ", "MN-15M", "SU-601"}


@pytest.mark.rule("pbn", "10.4", "7.3.2")
def test_radius_goes_through_enemies_and_their_zones() -> None:
    placed = {"0808": "SU-NOG", "0809": "JP-64", "0810": "JP-71", "0812": "SU-76"}
    match = board(placed, impulse=2, activated="SU-NOG")
    assert "SU-76" in offered(match, "unit")


@pytest.mark.rule("pbn", "2.32.1", "11.31")
def test_each_class_pays_its_own_price() -> None:
    game = the_game()
    price = {
        kind: {GROUND[b]: terrain.step_cost(game, kind, at(a), at(b), 0) for a, b in PAIRS} for kind in ("mech", "non")
    }
    assert price["mech"] == {"clear": 12, "dunes": 24, "marsh": 24, "ridge": 24, "hilltop": 24}
    assert price["non"] == {"clear": 12, "dunes": 24, "marsh": 12, "ridge": 24, "hilltop": 12}


PAIRS = [("0808", "0807"), ("1403", "1404"), ("1613", "1714"), ("1411", "1410"), ("1505", "1506")]
"""Steps off the roads and over no river, into every kind of terrain."""


def test_the_steps_of_the_price_list_are_plain_ones() -> None:
    for a, b in PAIRS:
        assert b in around(a)
        for name in ("wide_river", "narrow_river", "stream", "road", "trail"):
            assert not the_game().map.has_side(name, at(a), at(b)), (a, b, name)


@pytest.mark.rule("pbn", "11.32")
def test_motorized_infantry_pays_as_infantry_does() -> None:
    assert the_game().kind[the_game().sheet.index["SU-24"]] == "non"
    match = do(board({"1505": ["SU-24", "SU-36A"]}), "unit SU-24")
    assert left(match)["1506"] == "11"
    assert refused(match, "unit SU-36A") == "2.32.1"


@pytest.mark.rule("pbn", "11.72")
def test_a_river_is_crossed_for_more_points() -> None:
    """T31  A 0-1-8 crosses the major river into clear: 4 + 1 of 8."""
    match = do(board({"1414": "SU-B018-1"}), "unit SU-B018-1")
    assert not the_game().map.has_side("bridge", at("1414"), at("1415"))
    assert left(match)["1415"] == "3"
    assert left(match)["1514"] == "5"  # the lower Holsten, a minor river: 2 + 1
    match = do(board({"2413": "SU-36A"}), "unit SU-36A")
    assert left(match)["2414"] == "12"  # the upper Holsten, a stream: 1 + 1


@pytest.mark.rule("pbn", "11.71", "11.72")
def test_roads_trails_bridges_and_fords() -> None:
    """T102  The road 1313-1314 and the trail 1211-1312 have no bridge; the trail 1314-1413 has one."""
    game = the_game()
    scale = game.charts.scale
    assert terrain.step_cost(game, "mech", at("1314"), at("1313"), 0) == scale // 2 + 6 * scale
    match = do(board({"1314": "SU-36A"}), "unit SU-36A")
    assert left(match)["1413"] == "13"
    assert left(match)["1313"] == "12"  # over the bridge, not through the ford
    match = do(board({"1312": "JP-64"}, "japan_move"), "unit JP-64")
    assert left(match, "japan")["1211"] == "5"


@pytest.mark.rule("pbn", "11.71")
def test_a_road_serves_only_who_follows_it() -> None:
    match = do(board({"0718": "SU-36A", "2808": "JP-64"}), "unit SU-36A")
    assert left(match)["0818"] == "13½"
    assert left(match)["0717"] == "13"
    road = ["0818", "0918", "1017", "1117", "1216"]
    assert [left(match)[h] for h in road] == ["13½", "13", "12½", "12", "11½"]
    assert GROUND["1216"] == "hilltop"


@pytest.mark.rule("pbn", "11.71", "26.2.1")
def test_the_tamsag_road_and_the_bridge() -> None:
    """T32  15 road hexes 7 1/2, then 6 trail hexes: 13 1/2 of 14, two hexes short of Nomonhan."""
    match = do(board({"tamsag": "SU-11A"}), "unit SU-11A")
    assert left(match)["1314"] == "6½"
    assert left(match)["1912"] == "½"
    assert "2010" not in left(match)
    do(match, "hex 1912")
    path = told(match, "log.enters")["path"]
    road = "0119 0219 0319 0418 0519 0618 0718 0818 0918 1017 1117 1216 1316 1315 1314"
    assert " ".join(path) == f"{road} 1413 1514 1613 1713 1812 1912"


@pytest.mark.rule("pbn", "11.71")
def test_the_hailar_road_and_the_supply_road() -> None:
    """T101"""
    match = do(board({"hailar": "JP-64"}, "japan_move"), "unit JP-64")
    assert left(match, "japan")["2010"] == "4"
    do(match, "hex 2010")
    assert len(told(match, "log.enters")["path"]) == 12
    match = do(board({}, supply={"soviet": {"tamsag": 1}}), "unit SU-SUP-1")
    assert left(match)["1216"] == "0"


@pytest.mark.rule("pbn", "8.2.2", "8.2")
def test_suppressed_units_have_half_their_points_with_the_fraction() -> None:
    match = do(board({"0808": ["SU-601", "SU-24"]}, suppressed=["SU-601"]), "unit SU-601")
    assert details(match)["allowance"] == "4"
    assert details(do(board({"0808": "SU-OT130"}, suppressed="SU-OT130"), "unit SU-OT130"))["allowance"] == "7"
    assert all(m % 2 == 0 for m in the_game().movement)  # in twelfths, so that no half is lost


@pytest.mark.rule("pbn", "11.4")
def test_the_minimum_move() -> None:
    """T30  Suppressed S 7 has 7 points; the major river and the ridge beyond cost 8."""
    match = do(board({"1516": "SU-7"}, suppressed="SU-7"), "unit SU-7")
    assert details(match)["allowance"] == "7"
    assert terrain.step_cost(the_game(), "mech", at("1516"), at("1517"), 0) == 8 * the_game().charts.scale
    assert left(match)["1517"] == "0"
    do(match, "hex 1517")
    assert marked(match, "moved", "SU-7")
    match = do(board({"1615": "SU-7"}, suppressed="SU-7"), "unit SU-7")
    assert "1516" in left(match)
    assert refused(match, "hex 1517") == "11.31"


@pytest.mark.rule("pbn", "11.4", "11.5")
def test_no_minimum_move_into_enemies_or_from_zone_to_zone() -> None:
    match = board({"0808": "SU-7BG", "0807": "JP-64", "0709": "JP-71"}, suppressed="SU-7BG")
    do(match, "unit SU-7BG")
    assert "0909" in offered(match, "hex")
    assert refused(match, "hex 0807") == "11.5"
    assert refused(match, "hex 0708") == "13.4"


@pytest.mark.rule("pbn", "11.5", "12.6")
def test_nobody_enters_a_hex_with_enemies_not_even_supply() -> None:
    match = board({"0808": "SU-24", "0611": "JP-23HQ"}, supply={"japan": {"1111": 1}})
    do(match, "unit SU-24")
    assert {"0611", "1111"} & offered(match, "hex") == set()
    assert refused(match, "hex 0611") == "11.5"
    assert refused(match, "hex 1111") == "11.5"
    assert why(match, "hex 0611").key == "why.enemy"


@pytest.mark.rule("pbn", "26.2.2")
def test_nobody_leaves_the_map() -> None:
    match = do(board({"0119": "SU-11A"}), "unit SU-11A")
    assert offered(match, "hex") <= set(GROUND)
    assert "base" not in {offer.verb for offer in asked(match).offers}


@pytest.mark.rule("pbn", "26.11")
def test_the_border_is_crossed_freely() -> None:
    game = the_game()
    assert len(list(game.map.pairs("border"))) == 51
    for a, b in game.map.pairs("border"):
        plain = terrain.hex_cost(game, "non", b)
        crossed = terrain.way_cost(game, "non", a, b)
        extra = terrain.barrier_cost(game, "non", a, b, 0)
        assert plain is not None
        assert terrain.step_cost(game, "non", a, b, 0) == (plain if crossed is None else crossed) + (extra or 0)
    soviet = do(board({"2110": "SU-36A"}), "unit SU-36A")
    assert {h for h in offered(soviet, "hex") if game.map.where("country", "Manchukuo") >> at(str(h)) & 1}


def test_what_is_already_in_hand_and_where_it_is() -> None:
    match = do(board({"0808": ["SU-24", "SU-76"], "0404": "SU-601"}), "unit SU-24")
    assert offered(match, "unit") == {"SU-76"}
    assert why(match, "unit SU-24").key == "why.in-hand"
    assert why(match, "unit SU-601").key == "why.other-hex"
    assert why(match, "hex 0808").key == "why.already-there"
    assert why(match, "done").key == "why.destination"
    far = why(match, "hex 3324")
    assert (far.rule, far.key, far.params["have"]) == ("11.31", "why.way-costs", "12")
    assert int(far.params["cost"]) > 12
    do(match, "unit SU-76", "hex 0810")
    assert place(match, "SU-24") == place(match, "SU-76") == "0810"


@pytest.mark.rule("pbn", "11.2", "11.31")
def test_the_way_is_named_hex_by_hex_where_the_player_wants_another_one() -> None:
    match = do(board({"0808": "SU-24", "2808": "JP-64"}), "unit SU-24")
    full = left(match)
    do(match, "via 0710", "via 0910")
    assert details(match)["move"]["path"][-1] == "0910"
    assert float(left(match)["0810"]) < float(full["0810"])
    assert not offered(match, "unit")
    assert why(match, "hex 0910").key == "why.already-there"
    assert refused(match, "via 3324") == "11.31"
    do(match, "hex 0810")
    path = told(match, "log.move")["path"]
    assert path.index("0710") < path.index("0910") < len(path) - 1
    assert path[-1] == "0810"
    assert place(match, "SU-24") == "0810"


@pytest.mark.rule("pbn", "13.3", "11.31")
def test_a_way_leads_through_no_zone_and_not_beyond_the_points() -> None:
    match = do(board({"0808": "SU-24", "0804": "JP-64"}), "unit SU-24")
    zone, ends = {*around("0804")}, offered(match, "hex")
    assert not zone & offered(match, "via")
    assert refused(match, f"via {min(map(str, zone & ends))}") == "13.3"
    spent = {h for h in ends if left(match)[str(h)] == "0"} - zone
    assert spent
    assert not spent & offered(match, "via")
    assert refused(match, f"via {min(map(str, spent))}") == "11.31"


def test_a_named_way_is_taken_back_as_it_was_named() -> None:
    match = do(board({"0808": "SU-24", "2808": "JP-64"}), "unit SU-24", "via 0710")
    match.undo("soviet")
    assert details(match)["move"] == {"units": ["SU-24"], "origin": "0808", "path": [], "planned": True}
    assert match.view("japan")["details"] == {}


def test_a_group_has_the_points_of_its_slowest() -> None:
    match = do(board({"0808": ["SU-24", "SU-601"]}), "unit SU-24", "unit SU-601")
    assert details(match)["allowance"] == "8"
    assert left(match)["0809"] == "7"


def test_what_clients_draw() -> None:
    match = do(board({"0808": "SU-24", "0804": "JP-64"}), "unit SU-24")
    found = details(match)
    assert found["move"] == {"units": ["SU-24"], "origin": "0808", "path": [], "planned": True}
    assert found["stops"] == {h: "13.3" for h in around("0804") if h in found["left"]}
    assert found["from"]["0809"] == "0808"
    assert match.view("japan")["details"] == {}


def test_the_enemy_is_not_shown_what_is_in_hand() -> None:
    match = do(board({"0808": ["SU-24", "SU-57E"], "2808": "JP-64"}), "unit SU-57E")
    view = match.view("japan")
    assert "SU-57E" not in str(view["agenda"])


@pytest.mark.rule("pbn", "11.2")
def test_nobody_moves_in_the_other_sides_phase() -> None:
    match = board({"0808": "SU-24", "2808": "JP-64"}, "japan_move")
    assert offered(match, "unit") == {"JP-64"}
    assert refused(match, "unit SU-24") == "11.2"
    assert keys(match)[0] == "log.impulse"


def test_hexes_within_a_radius() -> None:
    assert within("0808", 1) == {"0808", *around("0808")}
    assert terrain.within(the_game(), at("0808"), 4) == hexes(*within("0808", 4))


@pytest.mark.rule("pbn", "13.3")
def test_who_stands_outside_a_zone_steps_straight_into_it() -> None:
    match = do(board({"0806": "SU-24", "0804": "JP-64"}), "unit SU-24")
    assert left(match)["0805"] == "10"  # a ridge
    assert details(match)["from"]["0805"] == "0806"
