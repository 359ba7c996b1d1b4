"""13.6, 8.6.13  Pursuit: which attackers may advance, and into which hexes."""

from __future__ import annotations

import pytest

from khalkhin.engine.view import view
from khalkhin.games.sn.pursuit import advances
from tests.sn.fights import AROUND, TARGET, brings
from tests.sn.positions import (
    asked,
    board,
    do,
    hexes,
    keys,
    names,
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
ARMY = ["JP-2IC", "JP-3IC", "JP-4IC"]


@pytest.mark.rule("sn", "13.6")
@pytest.mark.rule("sn", "8.6.13")
def test_one_some_or_all_attackers_advance() -> None:
    match = brings("DE", {NE: ARMY, SW: "JP-7ID"}, "SU-21ID")
    assert (asked(match).side, asked(match).message.key) == (1, "ask.pursue")
    assert offered(match, "unit") == {*ARMY, "JP-7ID"}
    do(match, "unit JP-2IC", "unit JP-3IC", f"hex {TARGET}")
    assert told(match, "log.pursuit")["path"] == [NE, TARGET]
    assert (offered(match, "unit"), refused(match, "unit JP-2IC")) == ({"JP-4IC", "JP-7ID"}, "13.6")
    do(match, "done")
    assert who_is_at(match, TARGET) == {"JP-2IC", "JP-3IC"}


@pytest.mark.rule("sn", "13.6")
@pytest.mark.parametrize("code", ["DR", "DS", "DE"])
def test_after_every_result_that_clears_the_hex(code: str) -> None:
    match = brings(code, {NE: ARMY}, "SU-21ID")
    if code == "DR":
        do(match, "unit SU-21ID", f"hex {W}")
    assert asked(match).message.key == "ask.pursue"
    do(match, "unit JP-2IC", f"hex {TARGET}")
    assert place(match, "JP-2IC") == TARGET


@pytest.mark.rule("sn", "13.6")
@pytest.mark.parametrize("code", ["AE", "AS", "AR", "CT"])
def test_after_no_other(code: str) -> None:
    attackers = {NE: "JP-7ID"} if code in ("AE", "AS") else {NE: "JP-2IC"}
    match = brings(code, attackers, "SU-12IC")
    assert "ask.pursue" not in [p.message.key for p in match.prompts()]


@pytest.mark.rule("sn", "13.6")
def test_after_an_exchange_only_into_an_empty_hex() -> None:
    """A division alone: half of it is all of it."""
    match = brings("EX", {NE: ["JP-7ID", "JP-8ID"]}, "SU-21ID")
    do(match, "unit JP-7ID")
    assert offered(match, "unit") == {"JP-8ID"}
    kept = brings("EX", {NE: ["JP-2IC"]}, ["SU-12IC"])
    do(kept, "breakdown JP-2IC")
    do(kept, *(f"unit {u}" for u in sorted(str(u) for u in offered(kept, "unit"))[:2]), "breakdown SU-12IC")
    do(kept, *(f"unit {u}" for u in sorted(str(u) for u in offered(kept, "unit"))[:2]))
    assert "ask.pursue" not in [p.message.key for p in kept.prompts()]


@pytest.mark.rule("sn", "13.6")
def test_not_where_a_fort_has_stood() -> None:
    match = brings("DR", {NE: ARMY}, ["SU-21ID", "SU-FORT-1"])
    do(match, "done", "unit SU-21ID", f"hex {W}")
    assert "ask.pursue" not in [p.message.key for p in match.prompts()]


@pytest.mark.rule("sn", "13.6.1")
def test_e49_no_headquarters_but_artillery() -> None:
    attackers = {NE: ["SU-1AC", "SU-12IC", "SU-FEHQ", "SU-FEBASE", "SU-SUP-3"]}
    match = brings("DE", attackers, "JP-NSDIB", side="soviet", expend="SU-SUP-1", turn=3)
    assert offered(match, "unit") == {"SU-1AC", "SU-12IC"}
    assert (refused(match, "unit SU-FEHQ"), why(match, "unit SU-FEHQ").key) == ("13.6.1", "why.pursuit-factors")
    do(match, "unit SU-1AC", f"hex {TARGET}")
    assert place(match, "SU-1AC") == TARGET


@pytest.mark.rule("sn", "13.6.1")
def test_nor_a_fort() -> None:
    match = brings("DE", {NE: [*ARMY, "JP-FORT-1"]}, "SU-21ID")
    assert offered(match, "unit") == set(ARMY)


@pytest.mark.rule("sn", "13.6.2")
@pytest.mark.rule("sn", "8.6.4")
def test_e50_armour_does_not_advance_into_roadless_rough() -> None:
    match = brings("DS", {"0816": ["JP-1MC", "JP-2MC", "JP-2IC"]}, "SU-FENK", target="0817", supply=False)
    assert offered(match, "unit") == {"JP-2IC"}
    assert (refused(match, "unit JP-1MC"), why(match, "unit JP-1MC").key) == ("13.6.2", "why.no-pursuit")


@pytest.mark.rule("sn", "13.6.2")
@pytest.mark.rule("sn", "8.6.10")
def test_clients_do_not_advance_over_borders_closed_to_them() -> None:
    """Blagoveshchensk, from Heiho."""
    match = brings("DS", {"1012": [*ARMY, "MC-1IC"]}, "SU-FENK", target="1011", supply=False, ruined="1011")
    assert offered(match, "unit") == set(ARMY)
    assert points(match, "japan") == 0
    do(match, "unit JP-2IC", "hex 1011")
    assert points(match, "japan") == 5, "a city taken for the first time"


@pytest.mark.rule("sn", "13.6")
def test_whatever_zones_are_there() -> None:
    match = brings("DE", {NE: ARMY}, "SU-21ID", also={"2319": "SU-12IC", "2515": "SU-18IC"})
    do(match, "unit JP-2IC", f"hex {TARGET}")
    assert place(match, "JP-2IC") == TARGET


@pytest.mark.rule("sn", "13.6")
def test_of_several_cleared_hexes_each_unit_goes_into_one() -> None:
    placed = {NW: ARMY, TARGET: "SU-21ID", W: "SU-22ID", "2116": "JP-SUP-1"}
    match = board(placed, "japan_combat", dice=[6])
    do(match, "expend JP-SUP-1", "done", f"attack {TARGET}", *(f"unit {u}" for u in ARMY), f"also {W}", "commit")
    do(match, "unit JP-2IC")
    assert offered(match, "hex") == {TARGET, W}
    assert (why(match, f"hex {SW}").key, refused(match, "done")) == ("why.not-of-battle", "13.6")
    assert why(match, "unit JP-2IC").key == "why.in-hand"
    do(match, f"hex {W}")
    assert why(match, "unit JP-2IC").key == "why.has-pursued"
    do(match, "unit JP-3IC", f"hex {TARGET}", "done")
    assert [place(match, u) for u in ARMY] == [W, TARGET, NW]
    assert keys(match).count("log.pursuit") == 2


@pytest.mark.rule("sn", "13.6")
def test_only_who_attacked() -> None:
    match = brings("DE", {NE: ARMY}, "SU-21ID", also={SW: ["JP-5IC", "JP-FORT-1"]})
    assert offered(match, "unit") == set(ARMY)
    assert (refused(match, "unit JP-5IC"), why(match, "unit JP-5IC").key) == ("13.6", "why.not-in-combat")
    assert refused(match, f"hex {TARGET}") == "13.6"


def test_who_is_about_to_go_is_seen_when_he_goes() -> None:
    match = brings("DE", {NE: ARMY}, "SU-21ID")
    before = view(match.state, 0)
    do(match, "unit JP-2IC")
    assert view(match.state, 0) == before
    assert view(match.state, 1)["details"] == {"move": {"units": ["JP-2IC"], "origin": NE, "path": []}}


@pytest.mark.rule("sn", "13.6", "18.1.3")
def test_who_has_landed_among_enemies_does_not_advance() -> None:
    s = position(board({NE: ["JP-2IC", "JP-3IC"], "2010": "SU-12IC"}, "japan_combat"))
    s.beached = units("JP-2IC")
    assert advances(s, 1, unit("JP-2IC"), hexes(TARGET)) == 0
    s.beached = units("JP-3IC")
    assert names(advances(s, 1, unit("JP-2IC"), hexes(TARGET))) == {TARGET}
