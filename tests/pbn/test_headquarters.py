"""10.0, 19.0, 2.31.2  Headquarters: their two sides, their radius, what they may not do."""

from __future__ import annotations

import pytest

from khalkhin.games.pbn.headquarters import best_support, covered, follow_on, radius
from tests.pbn.fights import declared, resolve
from tests.pbn.oracles.atlas import within
from tests.pbn.positions import (
    board,
    do,
    hexes,
    ids,
    marked,
    names,
    offered,
    position,
    refused,
    shifts,
    the_game,
    unit,
    who_is_at,
)


@pytest.mark.rule("pbn", "2.31.2", "10.1", "7.3.1", "19.2", "2.3.1")
def test_only_an_activated_headquarters_supports() -> None:
    """T7, and the erratum: on its back a headquarters has no support."""
    for activated, best in (([], 0), (["JP-6HQ"], 2)):
        s = position(board({"0808": "JP-6HQ", "0809": "JP-64"}, "japan_combat", activated=activated))
        assert best_support(s, 1, hexes("0809"))[0] == best
        assert covered(s, 1) == (hexes(*within("0808", 8)) if best else 0)


@pytest.mark.rule("pbn", "10.1")
def test_headquarters_have_no_attack_strength() -> None:
    game = the_game()
    for u in range(len(game.sheet)):
        if game.headquarters >> u & 1:
            assert game.attack[u] == 0
            assert game.support[u] >= 1
            assert game.radius[u] >= 3


@pytest.mark.rule("pbn", "10.3", "10.31", "10.32", "10.4")
def test_the_best_headquarters_in_radius_counts_and_only_that() -> None:
    """T6 in part: 1 and 2 in radius give 2."""
    placed = {"0808": "SU-36HQ", "0809": "SU-57cHQ", "0810": "SU-24"}
    s = position(board(placed, "soviet_combat", activated=["SU-36HQ", "SU-57cHQ"]))
    assert best_support(s, 0, hexes("0810")) == (2, unit("SU-57cHQ"))
    assert best_support(s, 0, hexes("0805")) == (2, unit("SU-57cHQ"))
    assert best_support(s, 0, hexes("0815")) == (0, None)
    assert best_support(s, 0, hexes("0804", "0824")) == (2, unit("SU-57cHQ"))  # one unit in radius is enough


@pytest.mark.rule("pbn", "10.3", "19.2")
def test_support_shifts_right_in_attack_and_left_in_defence() -> None:
    attackers = {"0708": ["SU-24", "SU-57cHQ"]}
    match = resolve(declared(attackers, ["JP-64", "JP-23HQ"], 3, activated=["SU-57cHQ", "JP-23HQ"]))
    assert sorted(shifts(match).values()) == [-1, 2]


@pytest.mark.rule("pbn", "10.2", "26.2")
def test_an_active_headquarters_in_a_base_serves_all_there_and_nobody_else() -> None:
    """T36, T103"""
    placed = {"hailar": ["JP-23HQ", "JP-64"], "2301": "JP-7HQ", "2302": "JP-71"}
    s = position(board(placed, "japan_move", impulse=2, activated=["JP-23HQ"]))
    assert ids(follow_on(s, 1)) == {"JP-23HQ", "JP-64"}
    match = board(placed, "japan_move", impulse=2, activated=["JP-7HQ"])
    assert offered(match, "unit") == {"JP-7HQ", "JP-71"}
    assert refused(match, "unit JP-64") == "10.2"
    match = board(placed, "japan_move", impulse=2, activated=["JP-23HQ"])
    do(match, "unit JP-64", "hex 2301")
    assert "JP-64" in who_is_at(match, "2301")
    assert best_support(position(match), 1, hexes("2301"))[0] == 0
    do(match, "unit JP-23HQ", "hex 2301")
    assert best_support(position(match), 1, hexes("2301"))[0] == 1  # it stays active on the way


@pytest.mark.rule("pbn", "10.6")
def test_headquarters_count_for_stacking_and_have_no_zone() -> None:
    """R11"""
    match = board({"0808": ["SU-24", "SU-76", "SU-36HQ"], "0404": "SU-82HQ", "0904": "JP-64"}, "soviet_move")
    s = position(match)
    assert names(s.overstacked(0)) == {"0808"}
    assert "0403" not in names(s.zone(0))


@pytest.mark.rule("pbn", "10.4")
def test_an_active_headquarters_moves_in_the_follow_on_impulse_itself() -> None:
    match = board({"0808": "SU-36HQ"}, "soviet_move", impulse=2, activated="SU-36HQ")
    assert offered(match, "unit") == {"SU-36HQ"}
    assert offered(board({"0808": "SU-36HQ"}, "soviet_move", impulse=2), "unit") == set()


@pytest.mark.rule("pbn", "19.3")
def test_suppression_makes_a_headquarters_inactive() -> None:
    placed = {"0808": ["SU-36HQ", "SU-24"]}
    match = board(placed, "japan_strike", air={"japan": {"strike": 3}}, activated="SU-36HQ", dice=[6])
    do(match, "strike 0808", "points 3", "done")
    assert not marked(match, "activated", "SU-36HQ")
    assert not marked(match, "suppressed", "SU-36HQ")
    assert marked(match, "suppressed", "SU-24")


@pytest.mark.rule("pbn", "10.32.1")
def test_contact_in_the_second_impulse_must_be_fought_without_headquarters_too() -> None:
    match = board({"0808": "SU-24", "0807": "JP-64"}, "soviet_combat", impulse=2)
    assert offered(match, "attack") == {"0807"}
    assert refused(match, "commit")


@pytest.mark.rule("pbn", "12.5.1")
def test_an_overstacked_headquarters_goes_inactive_at_the_end_of_the_phase() -> None:
    placed = {"0808": ["SU-24", "SU-76"], "0809": "SU-36HQ"}
    match = board(placed, "soviet_move", activated="SU-36HQ")
    do(match, "unit SU-36HQ", "hex 0808")
    assert marked(match, "activated", "SU-36HQ")
    do(match, "done")
    assert not marked(match, "activated", "SU-36HQ")


def test_radius_as_printed() -> None:
    s = position(board({"0808": "SU-COG", "0809": "SU-36HQ"}))
    assert radius(s, unit("SU-COG")) == 4
    assert radius(s, unit("SU-36HQ")) == 3


@pytest.mark.rule("pbn", "10.2", "10.4")
def test_every_activated_headquarters_covers_its_own_surroundings() -> None:
    s = position(board({"0808": "SU-36HQ", "2020": "SU-82HQ"}, activated=["SU-36HQ", "SU-82HQ"]))
    far = {name: s.game.radius[unit(name)] for name in ("SU-36HQ", "SU-82HQ")}
    assert names(covered(s, 0)) == within("0808", far["SU-36HQ"]) | within("2020", far["SU-82HQ"])


@pytest.mark.rule("pbn", "26.5")
def test_supply_in_a_base_activates_the_headquarters_there_and_nothing_else() -> None:
    placed = {"hailar": ["JP-23HQ", "JP-6HQ", "JP-64"], "2010": "JP-7HQ"}
    match = do(board(placed, "japan_logistics", supply={"japan": {"hailar": 1}}), "activate JP-23HQ")
    assert ids(position(match).activated) == {"JP-23HQ", "JP-6HQ"}
