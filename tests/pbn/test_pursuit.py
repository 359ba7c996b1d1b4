"""15.4, SCM.10.2  Pursuit: who may follow, where to, and how far with Zhukov."""

from __future__ import annotations

import pytest

from khalkhin.engine.match import Match
from tests.pbn.fights import AROUND, TARGET, resolve
from tests.pbn.outcomes import FAR, brings
from tests.pbn.positions import (
    asked,
    board,
    do,
    keys,
    offered,
    place,
    position,
    refused,
    the_game,
    told,
    who_is_at,
    why,
)

N, NE, SE, S, SW, NW = AROUND
TANKS = {N: "SU-11A", NE: "SU-6A"}
ZHUKOV = {"effect": "SU-CM-ZHUKOV"}


def is_over(match: Match) -> bool:
    return asked(match).message.key not in ("ask.pursue", "ask.pursue-where")


@pytest.mark.rule("pbn", "15.42")
def test_some_none_or_all_of_the_attackers_follow_at_once() -> None:
    none = do(brings("DE", TANKS, "JP-64"), "done")
    assert is_over(none)
    assert (place(none, "SU-11A"), place(none, "SU-6A")) == (N, NE)
    match = brings("DE", TANKS, "JP-64")
    assert (asked(match).side, asked(match).rule, offered(match, "unit")) == (0, "15.42", {"SU-11A", "SU-6A"})
    do(match, "unit SU-6A")
    assert offered(match, "hex") == {TARGET}
    assert refused(match, f"hex {S}") == "15.44"
    assert refused(match, "done") == "15.42"
    do(match, f"hex {TARGET}")
    assert told(match, "log.pursuit")["path"] == [NE, TARGET]
    assert offered(match, "unit") == {"SU-11A"}
    assert (refused(match, "unit SU-6A"), why(match, "unit SU-6A").key) == ("15.42", "why.has-pursued")
    do(match, "unit SU-11A", f"hex {TARGET}")
    assert who_is_at(match, TARGET) == {"SU-11A", "SU-6A"}
    assert is_over(match), "nobody is left to ask"


@pytest.mark.rule("pbn", "15.42")
def test_only_units_of_that_attack_follow() -> None:
    match = brings("DE", TANKS, "JP-64", also={"0806": "SU-24"})
    assert refused(match, "unit SU-24") == "15.42"
    assert refused(match, "unit JP-64") == "15.42"
    assert refused(match, f"hex {TARGET}") == "15.42"


@pytest.mark.rule("pbn", "15.42.1")
def test_attrition_that_empties_a_hex_lets_nobody_in() -> None:
    """E7"""
    match = brings("DAT", TANKS, "JP-3A")
    assert who_is_at(match, TARGET) == set()
    assert is_over(match)


@pytest.mark.rule("pbn", "15.42.1")
def test_a_bloodbath_that_empties_a_hex_lets_nobody_in() -> None:
    match = brings("BB", {N: ["SU-11A", "SU-7"], NE: "SU-24"}, ["JP-26", "JP-28"])
    do(match, "unit JP-26", "unit SU-11A")
    assert is_over(match)
    assert "log.pursuit" not in keys(match)


@pytest.mark.rule("pbn", "15.43")
def test_units_without_attack_strength_do_not_pursue() -> None:
    """R21: headquarters and anti-aircraft guns that had to attack stay where they are."""
    match = brings("DE", {N: ["SU-11A", "SU-57AA"], NE: ["SU-6A", "SU-36HQ"]}, "JP-64")
    assert offered(match, "unit") == {"SU-11A", "SU-6A"}
    assert (refused(match, "unit SU-57AA"), refused(match, "unit SU-36HQ")) == ("15.43", "15.43")


@pytest.mark.rule("pbn", "15.43")
def test_units_without_movement_do_not_pursue(monkeypatch: pytest.MonkeyPatch) -> None:
    """No printed unit of this game is immobile."""
    game = the_game()
    stuck = game.sheet.index["SU-11A"]
    monkeypatch.setattr(game, "movement", tuple(0 if u == stuck else m for u, m in enumerate(game.movement)))
    match = brings("DE", TANKS, "JP-64")
    assert (offered(match, "unit"), refused(match, "unit SU-11A")) == ({"SU-6A"}, "15.43")


@pytest.mark.rule("pbn", "15.44")
def test_pursuit_costs_nothing_and_ignores_zones_and_rivers() -> None:
    """Over the Khalkhin Gol, out of one zone into another, by a suppressed unit."""
    force = {"1314": ["SU-11A", "SU-7"]}
    match = brings("DE", force, "JP-23R", target="1413", also={"1512": "JP-64"}, suppressed=["SU-11A"])
    do(match, "unit SU-11A", "hex 1413")
    assert place(match, "SU-11A") == "1413"


@pytest.mark.rule("pbn", "15.44")
def test_pursuers_may_overstack_for_the_moment() -> None:
    force = {N: ["SU-11A", "SU-7"], NE: "SU-6A"}
    match = brings("DE", force, "JP-64")
    for unit in ("SU-11A", "SU-7", "SU-6A"):
        do(match, f"unit {unit}", f"hex {TARGET}")
    assert who_is_at(match, TARGET) == {"SU-11A", "SU-7", "SU-6A"}


@pytest.mark.rule("pbn", "15.44")
def test_nobody_pursues_into_prohibited_terrain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing on the map is prohibited to anybody."""
    game = the_game()
    monkeypatch.setattr(game, "closed", {**game.closed, "mech": 1 << game.map.grid.at(TARGET)})
    match = brings("DE", {N: ["SU-11A", "SU-24"], NE: "SU-6A"}, "JP-64")
    assert offered(match, "unit") == {"SU-24"}


@pytest.mark.rule("pbn", "15.45")
def test_a_hex_that_still_holds_enemies_is_not_entered() -> None:
    """Two hexes are attacked; the fortified battalion stands, the other one is driven off."""
    placed = {N: "SU-11A", TARGET: ["JP-1-8BG", "JP-2-8BG"], NE: "JP-6-1BG", **FAR}
    match = board(placed, "soviet_combat", fortified={"japan": TARGET}, dice=[6])
    do(match, f"attack {TARGET}", "unit SU-11A", f"also {NE}", "commit")
    resolve(match, "raid")
    assert told(match, "log.result")["codes"] == "AM"
    do(match, "auto")
    do(match, f"hex {min(map(str, offered(match, 'hex')))}")
    assert asked(match).message.key == "ask.pursue"
    do(match, "unit SU-11A")
    assert offered(match, "hex") == {NE}
    assert refused(match, f"hex {TARGET}") == "15.45"


# -- Zhukov (SCM.10.2) -----------------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "SCM.10.2")
@pytest.mark.rule("pbn", "15.44")
def test_with_zhukov_soviet_mechanized_units_may_go_one_hex_further_in_any_direction() -> None:
    """T54, R82: some stop in the first hex, others in the second."""
    match = brings("DE", TANKS, "JP-64", also={**ZHUKOV, S: "JP-23HQ"})
    do(match, "unit SU-11A", f"hex {TARGET}")
    assert offered(match, "hex") == {N, SE, SW, NW, NE}
    assert refused(match, f"hex {S}") == "15.45"
    s = position(match)
    move = s.agenda[-1].details(s, 0)["move"]
    assert (move["units"], move["origin"], s.agenda[-1].details(s, 1)) == (["SU-11A"], TARGET, {})
    do(match, f"hex {SW}")
    assert place(match, "SU-11A") == SW
    do(match, "unit SU-6A", f"hex {TARGET}", "done")
    assert place(match, "SU-6A") == TARGET


@pytest.mark.rule("pbn", "SCM.10.2")
def test_motorized_infantry_and_mongolian_cavalry_stop_after_one_hex_even_with_zhukov() -> None:
    """T54"""
    match = brings("DE", {N: ["SU-11A", "SU-24"], NE: ["SU-6A", "MN-15M"]}, "JP-64", also=ZHUKOV)
    do(match, "unit SU-24", f"hex {TARGET}")
    assert asked(match).message.key == "ask.pursue"
    do(match, "unit MN-15M", f"hex {TARGET}")
    assert asked(match).message.key == "ask.pursue"


@pytest.mark.rule("pbn", "SCM.10.2")
@pytest.mark.rule("pbn", "15.42")
def test_without_zhukov_one_hex_is_all_and_the_japanese_have_no_zhukov() -> None:
    match = do(brings("DE", TANKS, "JP-64"), "unit SU-11A", f"hex {TARGET}")
    assert asked(match).message.key == "ask.pursue"
    japan = brings("DE", {N: "JP-3A", NE: "JP-4A"}, "SU-36A", side="japan", also=ZHUKOV)
    do(japan, "unit JP-3A", f"hex {TARGET}")
    assert asked(japan).message.key == "ask.pursue"
