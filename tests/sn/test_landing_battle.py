"""18.1  Opposed landings in combat: whoever lands among enemies clears the hex, or is lost."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from tests.sn.fights import each, result
from tests.sn.positions import (
    asked,
    board,
    do,
    ids,
    marked,
    names,
    offered,
    place,
    points,
    position,
    refused,
    shifts,
    the_game,
    told,
    who_is_at,
    why,
)

BEACH = "2303"
"""Rough coast of the USSR beside Vladivostok 2202; 2203 and 2304 lie behind it."""
MARINES = ["JP-1CSNLFMB", "JP-2CSNLFMB"]
NEXT = "2304"


def ashore(defenders: Any, *dice: int, landed: Any = (*MARINES, "JP-2IC"), also: Any = None, **kinds: Any) -> Match:
    """Units landed in an enemy hex, at the beginning of the Combat Phase."""
    placed = {BEACH: [*each(defenders), *each(landed)], **(also or {})}
    kinds.setdefault("beached", each(landed))
    match = board(placed, "japan_combat", dice=dice, landed=each(landed), **kinds)
    if match.prompts() and asked(match).message.key == "ask.expend-combat":
        do(match, "done")
    return match


def stormed(code: str, defenders: Any, landed: Any = (*MARINES, "JP-2IC"), **kinds: Any) -> Match:
    """They attack their hex, with this result."""

    def attack(*dice: int) -> Match:
        match = ashore(defenders, *dice, landed=landed, **kinds)
        return do(match, f"attack {BEACH}", *(f"unit {u}" for u in each(landed)), "commit")

    seen, chart = attack(), the_game().charts.combat
    at = chart.columns.index(told(seen, "log.result")["column"])
    die = next(d for d in range(1, 7) if chart.result(at, d) == code)
    match = attack(die)
    assert result(match) == code
    return match


# -- what they have to do ----------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "18.1.1")
def test_they_attack_their_own_hex_and_no_other() -> None:
    """R84  Enemies beside the beach oblige nobody."""
    match = ashore("SU-21ID", also={NEXT: "SU-22ID"})
    params = asked(match).message.params
    assert (ids(params["units"]), names(params["hexes"])) == ({*MARINES, "JP-2IC"}, {BEACH})
    assert offered(match, "attack") == {BEACH}
    assert refused(match, f"attack {NEXT}") == "12.0"
    do(match, f"attack {BEACH}", f"unit {MARINES[0]}")
    assert (refused(match, "commit"), refused(match, f"also {NEXT}")) == ("12.0.1", "12.0.5")


@pytest.mark.rule("sn", "18.1.1")
def test_friends_beside_the_beach_may_join() -> None:
    match = ashore("SU-21ID", also={NEXT: "JP-3IC"})
    do(match, f"attack {BEACH}")
    assert offered(match, "unit") == {*MARINES, "JP-2IC", "JP-3IC"}
    do(match, *(f"unit {u}" for u in (*MARINES, "JP-2IC", "JP-3IC")), "commit")
    assert told(match, "log.odds")["attack"] == 2 + 2 + 10 + 10


@pytest.mark.rule("sn", "18.1.1")
def test_they_do_not_join_an_attack_on_another_hex() -> None:
    match = ashore("SU-21ID", also={NEXT: ["JP-3IC", "JP-4IC"], "2203": "SU-22ID"})
    do(match, "attack 2203", "unit JP-3IC")
    assert (refused(match, f"unit {MARINES[0]}"), why(match, f"unit {MARINES[0]}").key) == ("18.1.1", "why.beached")


@pytest.mark.rule("sn", "18.1.0")
def test_who_lands_on_an_empty_hex_attacks_as_usual() -> None:
    match = ashore([], also={NEXT: "SU-22ID"}, beached=[])
    assert names(asked(match).message.params["hexes"]) == {NEXT}
    assert offered(match, "attack") == {NEXT}


@pytest.mark.rule("sn", "18.1")
def test_e132_if_the_defenders_are_gone_before_they_hold_the_hex_and_have_the_usual_duties() -> None:
    """R104  An air attack has eliminated the only defender."""
    match = ashore([], also={NEXT: "SU-22ID"})
    assert position(match).beached == 0
    assert names(asked(match).message.params["hexes"]) == {NEXT}


# -- shifts (R103) -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "18.1.1")
@pytest.mark.rule("sn", "12.2.con")
def test_e131_no_concentric_bonus_and_no_river_but_ground_and_forts() -> None:
    """From inside the hex they touch all six around it; that does not surround it."""
    alone = do(
        ashore(["SU-21ID", "SU-FORT-1"], 4, landed=MARINES[0]), f"attack {BEACH}", f"unit {MARINES[0]}", "commit"
    )
    assert shifts(alone) == {"12.2.ter": -1, "12.4": -1}
    city = board({"2202": ["SU-21ID", MARINES[0]]}, "japan_combat", beached=MARINES[:1], landed=MARINES[:1], dice=[4])
    do(city, "attack 2202", f"unit {MARINES[0]}", "commit")
    assert shifts(city) == {"12.2.ter": -2}


@pytest.mark.rule("sn", "12.2.ter2")
def test_a_landing_takes_the_river_away_from_those_who_cross_it() -> None:
    """2203 and 2303 lie over a river; in the disrupted city only the river would tell."""
    over = {"2202": "SU-21ID", "2203": ["JP-2IC"], "2303": ["JP-3IC"]}
    river = board(over, "japan_combat", ruined="2202", dice=[4])
    do(river, "attack 2202", "unit JP-2IC", "unit JP-3IC", "commit")
    assert shifts(river)["12.2.ter"] == -1
    both = board({**over, "2202": ["SU-21ID", *MARINES]}, "japan_combat", ruined="2202", beached=MARINES, dice=[4])
    do(both, "attack 2202", "unit JP-2IC", "unit JP-3IC", *(f"unit {u}" for u in MARINES), "commit")
    assert "12.2.ter" not in shifts(both)


@pytest.mark.rule("sn", "12.2.gs")
def test_they_count_for_supply_like_everybody() -> None:
    """A landing of the second Movement Phase has no automatic supply (R87)."""
    match = board({BEACH: ["SU-21ID", *MARINES]}, "japan_combat", round=2, beached=MARINES, dice=[4])
    do(match, f"attack {BEACH}", *(f"unit {u}" for u in MARINES), "commit")
    assert shifts(match)["12.2.gs"] == -2


# -- what becomes of them ----------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "18.1.2")
@pytest.mark.parametrize("code", ["CT", "EX"])
def test_e95_if_enemies_are_left_the_landing_has_failed(code: str) -> None:
    match = stormed(code, "SU-12IC")
    if code == "EX":
        do(match, *(f"unit {u}" for u in MARINES), "breakdown SU-12IC")
        do(match, *(f"unit {u}" for u in sorted(str(u) for u in offered(match, "unit"))[:2]))
    assert place(match, "JP-2IC") == "reorganization"
    assert not who_is_at(match, BEACH) & {*MARINES, "JP-2IC"}
    assert position(match).beached == 0


@pytest.mark.rule("sn", "18.1.2")
@pytest.mark.rule("sn", "5.3.b.1")
def test_a_failed_landing_is_lost_in_combat() -> None:
    """R17  Three divisional equivalents and two marine brigades: a major victory."""
    match = stormed("CT", "SU-12IC")
    assert points(match, "soviet") == 1


@pytest.mark.rule("sn", "18.1.2")
def test_e96_defenders_that_stand_in_a_fort_hold() -> None:
    """R85"""
    match = stormed("DR", ["SU-21ID", "SU-FORT-1"])
    do(match, "stand SU-21ID")
    assert (place(match, "JP-2IC"), who_is_at(match, BEACH)) == ("reorganization", {"SU-21ID", "SU-FORT-1"})
    alone = stormed("DR", "SU-FORT-1")
    assert who_is_at(alone, BEACH) == {"SU-FORT-1"}


@pytest.mark.rule("sn", "18.1.2")
@pytest.mark.parametrize("code", ["AR", "AS"])
def test_they_cannot_retreat(code: str) -> None:
    """One or half of them is lost first, then everybody who would have to go."""
    match = stormed(code, ["SU-12IC"], landed=("JP-7ID", "JP-8ID"))
    do(match, "unit JP-7ID")
    assert {place(match, u) for u in ("JP-7ID", "JP-8ID")} == {"pool"}
    assert told(match, "log.eliminated")["units"] == ["JP-8ID"]
    assert next(e.rule for e in reversed(match.log) if e.key == "log.eliminated") == "18.1.2"


@pytest.mark.rule("sn", "18.1.2")
def test_friends_beside_them_retreat_as_usual() -> None:
    match = ashore(["SU-12IC", "SU-18IC"], 5, landed="JP-7ID", also={NEXT: ["JP-8ID", "JP-9ID"]})
    do(match, f"attack {BEACH}", *(f"unit JP-{n}ID" for n in (7, 8, 9)), "commit")
    assert result(match) == "AR"
    do(match, "unit JP-8ID")
    assert place(match, "JP-7ID") == "pool"
    assert offered(match, "unit") == {"JP-9ID"}


@pytest.mark.rule("sn", "18.1.3")
@pytest.mark.rule("sn", "13.6")
def test_who_clears_the_hex_holds_it_and_goes_no_further() -> None:
    match = ashore("SU-FENK", 6, also={NEXT: ["JP-3IC", "JP-4IC"]})
    group = (*MARINES, "JP-2IC", "JP-3IC", "JP-4IC")
    do(match, f"attack {BEACH}", *(f"unit {u}" for u in group), "commit")
    assert (result(match), place(match, "SU-FENK")) == ("DS", "pool")
    assert offered(match, "unit") == {"JP-3IC", "JP-4IC"}, "the others may come after"
    assert (refused(match, "unit JP-2IC"), refused(match, f"unit {MARINES[0]}")) == ("18.1.3", "18.1.3")
    do(match, "unit JP-3IC", f"hex {BEACH}", "done")
    assert who_is_at(match, BEACH) == {*MARINES, "JP-2IC", "JP-3IC"}
    assert not marked(match, "beached", "JP-2IC")


@pytest.mark.rule("sn", "18.1")
@pytest.mark.rule("sn", "5.3.a")
def test_a_city_is_taken_when_its_hex_is_clear() -> None:
    """R15  Five points when the last defender is gone, not before."""
    group = ["JP-2IC"]
    match = board({"2202": ["SU-FENK", *group]}, "japan_combat", beached=group, landed=group, ruined="2202", dice=[6])
    assert points(match, "japan") == 0
    do(match, "attack 2202", "unit JP-2IC", "commit")
    assert points(match, "japan") == 5


@pytest.mark.rule("sn", "18.1.1")
def test_the_defenders_retreat_from_the_beach_through_the_zones_of_the_landed() -> None:
    """Those exert them from inside the hex: every way out is in them."""
    match = stormed("DR", "SU-12IC")
    do(match, "unit SU-12IC")
    assert offered(match, "hex") >= {NEXT}
    assert BEACH not in offered(match, "hex")
    do(match, f"hex {NEXT}")
    assert (asked(match).message.key, asked(match).message.params["count"]) == ("ask.lose", 1)
    do(match, "breakdown SU-12IC")
    do(match, f"unit {min(str(u) for u in offered(match, 'unit'))}")
    assert who_is_at(match, BEACH) == {*MARINES, "JP-2IC"}
