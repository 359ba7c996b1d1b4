"""26.1-26.4  The off-map bases and the friendly edges: how units come onto the map."""

from __future__ import annotations

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.pbn.terrain import entry_cost
from tests.pbn.oracles.atlas import EDGES, GROUND
from tests.pbn.positions import at, board, do, names, offered, place, refused, the_game, told, why


def left(match: Match, side: str = "soviet") -> dict[str, str]:
    found: dict[str, str] = match.view(side)["details"]["left"]
    return found


@pytest.mark.rule("pbn", "26.2", "26.3")
def test_the_friendly_edges() -> None:
    game = the_game()
    assert names(game.edges[0]) == {f"01{r:02}" for r in range(1, 25)}
    north, east = {f"{c:02}01" for c in range(14, 34)}, {f"33{r:02}" for r in range(1, 16)}
    assert names(game.edges[1]) == north | east
    assert "1301" not in names(game.edges[1])
    assert "3316" not in names(game.edges[1])


@pytest.mark.rule("pbn", "26.2", "26.2.1")
def test_units_enter_over_any_hex_of_the_friendly_edge() -> None:
    match = do(board({"tamsag": "SU-7BG"}), "unit SU-7BG")
    assert offered(match, "hex") >= EDGES["soviet"]
    assert left(match)["0119"] == "7½"
    assert left(match)["0103"] == "7"
    assert refused(match, "hex 3301") == "11.31"
    do(match, "hex 0103")
    assert place(match, "SU-7BG") == "0103"
    assert told(match, "log.enters")["path"] == ["0103"]


@pytest.mark.rule("pbn", "26.2.1")
def test_a_road_off_the_map_costs_a_road_step() -> None:
    game = the_game()
    half = game.charts.scale // 2
    roads = {"0119", "2301", "3314"}
    for side, edge in EDGES.items():
        cheap = {h for h in edge if entry_cost(game, "mech", at(h)) == half}
        assert cheap == roads & edge, side
        for hex_ in edge - roads:
            price = {"clear": 1, "dunes": 2, "marsh": 2, "ridge": 2, "hilltop": 2}[GROUND[hex_]]
            assert entry_cost(game, "mech", at(hex_)) == price * game.charts.scale


@pytest.mark.rule("pbn", "26.2.1")
def test_not_where_the_enemy_stands_and_no_further_than_his_zone() -> None:
    match = do(board({"hailar": "JP-64", "2301": "SU-24"}, "japan_move"), "unit JP-64")
    assert refused(match, "hex 2301") == "11.5"
    found = left(match, "japan")
    assert found["2201"] == "9"
    assert match.view("japan")["details"]["stops"].keys() >= {"2201"}
    assert found["2303"] == "6"  # round the zone, for the road is shut
    match = do(board({"tamsag": "SU-7BG", "0120": "JP-64"}), "unit SU-7BG", "hex 0119")
    assert place(match, "SU-7BG") == "0119"


@pytest.mark.rule("pbn", "26.2.1")
def test_nobody_enters_over_an_edge_that_is_all_held() -> None:
    walls = {f"01{r:02}": f"JP-SUP-{r}" for r in range(1, 25)}
    match = board({"tamsag": "SU-7BG", **walls})
    assert offered(match, "unit") == set()
    assert refused(match, "unit SU-7BG") == "13.4"
    assert why(match, "unit SU-7BG").key == "why.hemmed-in"


@pytest.mark.rule("pbn", "26.2.2")
def test_there_is_no_way_back() -> None:
    match = do(board({"0119": "SU-11A", "tamsag": "SU-7BG"}), "unit SU-11A")
    assert not {h for h in offered(match, "hex") if h not in GROUND}
    assert refused(match, "unit SU-7BG") == "11.2"
    assert why(match, "unit SU-7BG").key == "why.other-hex"


@pytest.mark.rule("pbn", "26.4")
def test_a_base_is_out_of_reach_of_the_enemy() -> None:
    match = board({"hailar": "JP-64", "2301": "SU-24", "2401": "SU-11A"}, "soviet_combat")
    assert not offered(match, "attack")
    match = do(board({"hailar": "JP-64", "2301": "SU-24"}), "unit SU-24")
    assert offered(match, "hex") <= set(GROUND)
    match = board({"hailar": "JP-64"}, "soviet_strike", air={"soviet": {"strike": 2}})
    assert not offered(match, "strike")


@pytest.mark.rule("pbn", "26.1")
def test_air_units_are_based_off_the_map() -> None:
    game = the_game()
    assert "airfield" not in game.map.terrain
    match = board({"0808": "SU-24"}, "soviet_move", air={"soviet": {"reserve": 2}})
    assert refused(match, "unit SU-AIR-1") == "11.2"
