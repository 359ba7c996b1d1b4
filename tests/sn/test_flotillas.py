"""20.0.riv1, 20.0.riv3  Riverine flotillas: along rivers, and nowhere else."""

from __future__ import annotations

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.sn.terrain import river_cost
from tests.sn.oracles.atlas import CITIES, ON_RIVER, STATE, around, crosses
from tests.sn.oracles.walking import by_river
from tests.sn.positions import at, board, cited, do, offered, place, refused, the_game


def moving(where: str, who: str = "SU-1RBFL", **others: str) -> Match:
    side = "soviet" if who.startswith("SU") else "japan"
    return do(board({where: who, **{h[1:]: u for h, u in others.items()}}, f"{side}_move"), f"unit {who}")


@pytest.mark.rule("sn", "20.0.riv1")
def test_a_point_a_hex_whatever_there_is() -> None:
    """No road rate, no river to pay for: from Khabarovsk over the Amur bridge, and down the river."""
    match = moving("1002")
    left = match.view("soviet")["details"]["left"]
    assert crosses("rail", "1002", "1003")
    assert crosses("river", "1002", "1103")
    assert (left["1003"], left["1103"]) == ("5", "5")
    assert min(left.values()) == "0"


@pytest.mark.rule("sn", "20.0.riv1")
def test_off_the_river_they_do_not_go() -> None:
    """E120, R46: over a river hexside, or where rivers of both hexes meet at an end of the hexside between them."""
    assert not by_river("1002", "1001")
    assert refused(moving("1002"), "hex 1001") == "20.0.riv1"
    assert by_river("1002", "0902")
    assert not crosses("river", "1002", "0902")
    assert "0902" in offered(moving("1002"), "hex")
    assert {"0414", "0415"} <= ON_RIVER
    assert not by_river("0414", "0415")
    assert moving("0414").view("soviet")["details"]["left"]["0415"] != "5", "not straight, but around the mouth"
    assert {str(h) for h in offered(moving("1002"), "hex")} <= ON_RIVER


@pytest.mark.rule("sn", "20.0.riv1", "8.6.10")
def test_states_bind_them_too() -> None:
    match = moving("1304", "MC-SungariFL")
    assert {STATE[str(h)] for h in offered(match, "hex")} == {"Manchukuo"}


@pytest.mark.rule("sn", "20.0.riv1", "20.0.riv2", "11.4")
def test_zones_stop_them_like_others() -> None:
    """JP-7ID in 1203 holds 1103, where the Ussuri flows on: no way leads through."""
    free = moving("1002").view("soviet")["details"]
    assert "1103" in free["from"].values(), "without enemies one goes on from there"
    details = moving("1002", h1203="JP-7ID").view("soviet")["details"]
    zone = {*around("1203")}
    assert {*details["stops"]} == zone & {*details["left"]}
    assert "1103" in details["stops"]
    assert not zone & {*details["from"].values()}
    assert {*free["left"]} - {*details["left"]} - {"1203"}, "what lies behind is out of reach"


@pytest.mark.rule("sn", "20.0.riv1")
def test_they_go_by_themselves() -> None:
    match = do(board({"1002": ["SU-1RBFL", "SU-2RBFL", "SU-21ID"]}, "soviet_move"), "unit SU-1RBFL")
    assert offered(match, "unit") == {"SU-2RBFL"}
    do(match, "unit SU-2RBFL", "hex 1003")
    assert cited(match, "log.move") == "8.1", "the enemy need not see that it is a flotilla"
    assert place(match, "SU-2RBFL") == "1003"


@pytest.mark.rule("sn", "20.0.riv3")
def test_they_are_mobilized_in_cities_on_rivers() -> None:
    """E120."""
    placed = {"2202": "SU-FORT-1", "1002": "SU-FORT-2", "0417": "SU-FORT-3"}
    match = do(board(placed, "soviet_mobilize", points=(10, 0)), "recruit SU-1RBFL")
    assert offered(match, "hex") == {"2202", "1002"}
    dry = {"2411": "JP-FORT-1", "2010": "JP-FORT-2", "2106": "JP-FORT-3"}
    assert {"2411", "2106"} <= CITIES - ON_RIVER
    client = do(board(dry, "japan_mobilize", points=(0, 10)), "recruit MC-SungariFL")
    assert offered(client, "hex") == {"2010"}
    assert refused(client, "hex 2411").startswith(("20.0", "6."))


@pytest.mark.rule("sn", "20.0.riv1", "R46")
@pytest.mark.parametrize(
    ("there", "open_"), [(("2203", "2303"), True), (("2202", "2303"), True), (("3518", "3617"), False)]
)
def test_the_river_ends_at_the_sea(there: tuple[str, str], open_: bool) -> None:
    """3617 is sea: the rivers that meet at it lead no further. That the sea is near does not close a river."""
    game = the_game()
    for a, b in (there, there[::-1]):
        assert river_cost(game, at(a), at(b)) == (game.charts.flotilla_cost if open_ else None)
