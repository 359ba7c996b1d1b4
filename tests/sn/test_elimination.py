"""13.0, 13.1, 5.3.b  Losses in divisional equivalents, corps that break down for them, and what a victory brings."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.sn.losses import Lose, break_for_losses, lives, totals
from khalkhin.games.sn.position import Position
from tests.sn.fights import AROUND, TARGET, brings, over, result
from tests.sn.positions import (
    asked,
    board,
    cited,
    do,
    ids,
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
SOVIET_DIVISIONS = [f"SU-{n}ID" for n in (21, 22, 26, 32, 35, 39, 40, 59, 65, 66, 78, 92, 94, 105, 114)]
FAR = "0110"


def without(*kept: str) -> dict[str, list[str]]:
    """All Soviet infantry divisions but these are on the map already: no counters to break down into."""
    rest = [u for u in SOVIET_DIVISIONS if u not in kept]
    return {FAR: rest[:9], "0108": rest[9:]}


def lost(match: Match) -> set[str]:
    """Everybody who was eliminated."""
    return {u for e in match.log if e.key == "log.eliminated" for u in e.params["units"]}


# -- how much ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "13.0.2")
@pytest.mark.rule("sn", "13.1.1")
@pytest.mark.rule("sn", "13.1")
def test_w7_a_shattered_corps_breaks_down_loses_two_and_retreats_with_one() -> None:
    match = brings("DS", {NE: ["SU-12IC", "SU-18IC", "SU-26IC"]}, "JP-2IC", side="soviet", expend="SU-SUP-1")
    assert (asked(match).side, asked(match).message.params["count"]) == (1, 2)
    assert (offered(match, "unit"), offered(match, "breakdown")) == (set(), {"JP-2IC"})
    assert (refused(match, "unit JP-2IC"), why(match, "unit JP-2IC").key) == ("13.1", "why.too-much")
    do(match, "breakdown JP-2IC")
    divisions = sorted(str(u) for u in offered(match, "unit"))
    assert len(divisions) == 3
    assert cited(do(match.clone(), f"unit {divisions[0]}"), "log.eliminated") == "13.0.1"
    do(match, f"unit {divisions[0]}", f"unit {divisions[1]}")
    assert (place(match, divisions[0]), place(match, "JP-2IC")) == ("pool", "reorganization")
    do(match, f"unit {divisions[2]}", "hex 2319")
    assert (place(match, divisions[2]), points(over(match), "soviet")) == ("2319", 0)


@pytest.mark.rule("sn", "13.1.2")
@pytest.mark.rule("sn", "5.3.b.2")
def test_w8_a_corps_without_divisions_is_lost_whole_and_brings_nothing() -> None:
    match = brings("DS", {NE: ["SU-12IC", "SU-18IC"]}, "MC-1IC", side="soviet")
    assert (place(match, "MC-1IC"), points(over(match), "soviet")) == ("pool", 0)


@pytest.mark.rule("sn", "13.0.2", "13.5")
def test_e34_a_fort_alone_stands_a_retreat_and_is_lost_when_half_of_it_is() -> None:
    stays = brings("DR", {NE: "JP-2IC"}, "SU-FORT-1")
    assert (place(stays, "SU-FORT-1"), offered(stays, "stand")) == (TARGET, set())
    assert told(stays, "log.fort-stays")["units"] == ["SU-FORT-1"]
    gone = brings("DS", {NE: "JP-2IC"}, "SU-FORT-1")
    assert place(gone, "SU-FORT-1") == "pool"


@pytest.mark.rule("sn", "13.0.1")
@pytest.mark.rule("sn", "13.5")
@pytest.mark.parametrize("keep_fort", [True, False])
def test_e35_of_a_corps_and_a_fort_two_are_lost_as_the_owner_likes(keep_fort: bool) -> None:
    match = brings("DS", {NE: ["JP-2IC", "JP-3IC", "JP-4IC"]}, ["SU-12IC", "SU-FORT-1"], expend="JP-SUP-1")
    assert asked(match).message.params["count"] == 2
    assert (offered(match, "unit"), offered(match, "breakdown")) == ({"SU-FORT-1"}, {"SU-12IC"})
    if keep_fort:
        do(match, "breakdown SU-12IC")
        first, second, last = sorted(str(u) for u in offered(match, "unit") - {"SU-FORT-1"})
        do(match, f"unit {first}", f"unit {second}")
        assert offered(match, "stand") == {last}
        do(match, f"stand {last}")
        assert who_is_at(match, TARGET) == {last, "SU-FORT-1"}
    else:
        do(match, "unit SU-FORT-1", "breakdown SU-12IC")
        first = min(str(u) for u in offered(match, "unit"))
        do(match, f"unit {first}")
        assert asked(match).message.key == "ask.retreat"
        assert asked(match).message.params["count"] == 2


@pytest.mark.rule("sn", "13.0.2")
def test_e36_half_of_seven_is_four() -> None:
    match = brings("AS", {NE: ["JP-2IC", "JP-3IC", "JP-7ID"]}, ["SU-12IC", "SU-18IC", "SU-26IC"])
    assert (asked(match).side, asked(match).message.params["count"]) == (1, 4)
    do(match, "unit JP-7ID", "unit JP-2IC")
    assert (asked(match).message.key, asked(match).message.params["count"]) == ("ask.retreat", 2)


@pytest.mark.rule("sn", "13.0")
def test_e37_an_exchange_costs_both_half_of_the_smaller_force_the_attacker_first() -> None:
    attackers = {NE: ["JP-2IC"], E: ["JP-7ID", "JP-8ID"]}
    match = brings("EX", attackers, "SU-12IC")
    assert (asked(match).side, asked(match).message.params["count"]) == (1, 2)
    do(match, "unit JP-7ID", "unit JP-8ID")
    assert (asked(match).side, asked(match).message.params["count"]) == (0, 2)
    do(match, "breakdown SU-12IC")
    do(match, *(f"unit {u}" for u in sorted(str(u) for u in offered(match, "unit"))[:2]))
    assert len(who_is_at(match, TARGET)) == 1
    assert "ask.pursue" not in [p.message.key for p in match.prompts()]


@pytest.mark.rule("sn", "13.1.2")
def test_e39_one_lost_of_a_manchukuoan_corps_is_all_of_it() -> None:
    match = brings("AR", {NE: "MC-1IC"}, ["SU-12IC"])
    assert place(match, "MC-1IC") == "pool"


@pytest.mark.rule("sn", "13.1")
@pytest.mark.rule("sn", "13.0.1")
def test_e40_one_lost_of_a_corps_and_a_division() -> None:
    match = brings("AR", {NE: ["JP-2IC", "JP-7ID"]}, ["SU-12IC", "SU-18IC", "SU-26IC"])
    assert (offered(match, "unit"), offered(match, "breakdown")) == ({"JP-7ID"}, {"JP-2IC"})
    assert refused(match, "unit JP-2IC") == "13.1"
    assert (refused(match, "breakdown JP-7ID"), refused(match, "unit SU-12IC")) == ("13.1.2", "13.0.1")
    assert refused(match, "done") == "13.0.1"
    do(match, "breakdown JP-2IC")
    parts = {str(u) for u in offered(match, "unit")} - {"JP-7ID"}
    assert len(parts) == 3
    do(match, f"unit {min(parts)}")
    assert asked(match).message.key == "ask.retreat"


@pytest.mark.rule("sn", "12.5.1")
def test_units_without_attack_factor_count_and_may_be_taken() -> None:
    """Three of them beside one division: half of four is two."""
    match = brings("AS", {NE: ["JP-7ID", "JP-1BASE", "JP-SUP-3", "JP-1FHQ"]}, "SU-12IC")
    assert asked(match).message.params["count"] == 2
    assert offered(match, "unit") == {"JP-7ID", "JP-1BASE", "JP-SUP-3", "JP-1FHQ"}
    do(match, "unit JP-1FHQ", "unit JP-1BASE")
    assert (place(match, "JP-1FHQ"), place(match, "JP-1BASE")) == ("gone", "pool")


# -- counters that are not there (R28, R29, R62) -----------------------------------------------------------------------


@pytest.mark.rule("sn", "13.1")
def test_what_has_no_counter_is_lost_with_its_corps() -> None:
    """One division in the pool: two are lost at once, which is what was due."""
    match = brings("DS", {NE: ["JP-2IC", "JP-3IC"]}, "SU-12IC", also=without("SU-21ID"))
    do(match, "breakdown SU-12IC")
    assert (place(match, "SU-21ID"), asked(match).message.key) == (TARGET, "ask.retreat")
    assert (told(match, "log.no-counters")["count"], cited(match, "log.no-counters")) == (2, "6.5")


@pytest.mark.rule("sn", "13.1.2")
def test_a_corps_without_a_single_counter_is_lost_whole() -> None:
    match = brings("DS", {NE: ["JP-2IC", "JP-3IC"]}, "SU-12IC", also=without())
    assert (place(match, "SU-12IC"), points(over(match), "japan")) == ("reorganization", 1)


@pytest.mark.rule("sn", "13.1")
def test_what_cannot_be_met_exactly_costs_the_least_that_is_more() -> None:
    """R62  One is due: the corps can leave one division only, so two go; the Mongolians would be three."""
    match = brings("EX", {NE: ["JP-7ID", "JP-8ID"]}, ["SU-12IC", "OM-1CC"], also=without("SU-21ID"), expend="JP-SUP-1")
    do(match, "unit JP-7ID")
    assert asked(match).message.params["count"] == 2, "what it will come to"
    assert (offered(match, "unit"), offered(match, "breakdown")) == (set(), {"SU-12IC"})
    assert (why(match, "unit OM-1CC").key, why(match, "breakdown OM-1CC").key) == ("why.too-much", "why.no-corps")
    do(match, "breakdown SU-12IC")
    assert who_is_at(match, TARGET) == {"OM-1CC", "SU-21ID"}


@pytest.mark.rule("sn", "13.1")
def test_a_cavalry_corps_counts_three_and_has_two_divisions() -> None:
    """R29  Shattered alone it loses two of three: both divisions."""
    match = brings("DS", {NE: ["JP-2IC", "JP-3IC"]}, "SU-TBCC")
    do(match, "breakdown SU-TBCC")
    assert who_is_at(match, TARGET) == set()
    assert points(over(match), "japan") == 0, "two were lost"


@pytest.mark.rule("sn", "13.1")
def test_divisions_of_a_disrupted_corps_are_disrupted() -> None:
    match = brings("AR", {NE: ["JP-2IC"]}, ["SU-12IC", "SU-18IC"], disrupted="JP-2IC")
    do(match, "breakdown JP-2IC")
    assert all(marked(match, "disrupted", str(u)) for u in offered(match, "unit"))


# -- everybody ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "13.0")
def test_eliminated_is_everybody() -> None:
    match = brings("AE", {NE: ["JP-7ID", "JP-SUP-3"]}, "SU-12IC")
    assert lost(match) == {"JP-7ID", "JP-SUP-3"}
    match = brings("DE", {NE: ["JP-2IC", "JP-3IC", "JP-4IC"]}, ["SU-21ID", "SU-FORT-1"])
    assert lost(match) == {"SU-21ID", "SU-FORT-1"}


@pytest.mark.rule("sn", "13.0")
def test_contact_is_nothing() -> None:
    match = brings("CT", {NE: "JP-2IC"}, "SU-12IC")
    assert (lost(match), place(match, "JP-2IC"), place(match, "SU-12IC")) == (set(), NE, TARGET)


# -- major victories (5.3.b) -------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "5.3.b")
def test_e52_both_may_win_a_point_in_one_battle() -> None:
    match = brings("EX", {NE: ["JP-2IC", "JP-3IC"]}, ["SU-12IC", "SU-18IC"])
    do(match, "unit JP-2IC", "unit SU-12IC")
    assert (points(over(match), "japan"), points(match, "soviet")) == (1, 1)


@pytest.mark.rule("sn", "5.3.b")
def test_e54_six_lost_are_one_point() -> None:
    attackers = {NE: ["JP-2IC", "JP-3IC", "JP-4IC"], SW: ["JP-5IC", "JP-6IC", "JP-12IC"]}
    match = brings("DE", attackers, ["SU-12IC", "SU-18IC"])
    assert (points(over(match), "japan"), told(match, "log.award-battle")["count"]) == (1, 1)
    assert told(match, "log.award-battle")["lost"] == "6"


@pytest.mark.rule("sn", "5.3.b")
@pytest.mark.rule("sn", "5.3.b.2")
@pytest.mark.parametrize(
    ("defenders", "won"),
    [
        (["SU-21ID", "SU-22ID"], 0),
        (["SU-21ID", "SU-22ID", "SU-FORT-1"], 1),
        (["SU-21ID", "SU-22ID", "SU-SUP-1"], 1),
        (["SU-21ID", "SU-22ID", "OM-FORT-1"], 0),
        (["OM-1CC", "SU-21ID"], 0),
        (["SU-1SA"], 1),
    ],
)
def test_only_national_units_count_forts_and_support_included(defenders: list[str], won: int) -> None:
    attackers = {NE: ["JP-2IC", "JP-3IC", "JP-4IC"], SW: ["JP-5IC", "JP-6IC", "JP-12IC"], E: "JP-1EB"}
    match = brings("DE", attackers, defenders)
    assert points(over(match), "japan") == won


@pytest.mark.rule("sn", "5.3.b.2")
def test_neither_do_germans() -> None:
    match = brings("AE", {NE: ["DE-AK", "JP-7ID", "JP-8ID"]}, ["SU-12IC", "SU-18IC", "SU-26IC"])
    assert (result(match), points(match, "soviet")) == ("AE", 0)


@pytest.mark.rule("sn", "5.3.b.1")
def test_losses_of_the_retreat_count_too() -> None:
    """Two of three divisions are lost in battle, the third cannot get away."""
    ring: dict[str, Any] = {SE: "JP-7ID", W: "JP-8ID"}
    attackers = {NE: ["JP-2IC", "JP-3IC", "JP-4IC"], **ring}
    match = brings("DS", attackers, ["SU-21ID", "SU-22ID", "SU-26ID"])
    do(match, "unit SU-21ID", "unit SU-22ID")
    assert (place(match, "SU-26ID"), points(over(match), "japan")) == ("pool", 1)


@pytest.mark.rule("sn", "5.3.b")
def test_two_battles_are_not_added_up() -> None:
    """Two lost in one, two in the other."""
    placed = {NE: ["JP-2IC", "JP-3IC", "JP-4IC"], E: ["JP-5IC", "JP-6IC", "JP-12IC"]}
    enemies = {
        TARGET: ["SU-21ID", "SU-22ID"],
        "2315": ["SU-26ID", "SU-32ID"],
        "2116": "JP-SUP-1",
        E: [*placed[E], "JP-FORT-1"],
    }
    match = board({**placed, **enemies}, "japan_combat", dice=[6, 6])
    do(match, "done", f"attack {TARGET}", *(f"unit {u}" for u in placed[NE]))
    do(match, "attack 2315", *(f"unit {u}" for u in placed[E]), "commit", f"attack {TARGET}", "done", "done")
    assert lost(match) == {"SU-21ID", "SU-22ID", "SU-26ID", "SU-32ID"}
    assert points(match, "japan") == 0


# -- what can be given up ----------------------------------------------------------------------------------------------


def fought(defenders: list[str], counters: dict[str, list[str]] | None = None) -> Position:
    """A position where these have fought; `counters` are divisions that are on the map elsewhere."""
    return position(board({TARGET: defenders, NE: "JP-2IC", **(counters or {})}, "japan_move"))


@pytest.mark.rule("sn", "13.0.1", "12.5.1")
def test_nobody_is_given_up_whom_the_rest_cannot_complete() -> None:
    """R62  Three are due of a Mongolian corps and two divisions: the divisions would leave one open."""
    s = fought(["OM-1CC", "SU-21ID", "SU-26ID"])
    assert ids(Lose(0, units("OM-1CC", "SU-21ID", "SU-26ID"), 3, "13.0").able(s)) == {"OM-1CC"}


@pytest.mark.rule("sn", "13.1", "12.5.1")
def test_the_counter_of_a_lost_division_is_free_for_its_corps() -> None:
    """R29  Two are due of a cavalry corps and a division, and no other cavalry is in the pool."""
    s = fought(["SU-TBCC", "SU-51CD"], {FAR: ["SU-8CD", "SU-15CD"]})
    step = Lose(0, units("SU-TBCC", "SU-51CD"), 2, "13.0")
    assert (ids(step.able(s)), step.breakable(s)) == ({"SU-51CD"}, 0)


@pytest.mark.rule("sn", "13.1", "12.5.1")
def test_it_is_one_counter_and_no_more() -> None:
    """R29  Two are due: a mechanized corps for which one counter is freed could lose two more, never just one."""
    armour = {
        "1028": [f"SU-{n}AD" for n in (57, 60, 61, 69, 111)],
        "1038": [f"SU-{n}MD" for n in (36, 57, 82, 109, 239)],
    }
    s = fought(["SU-12IC", "SU-29MC", "SU-58AD"], {**without("SU-21ID"), **armour})
    step = Lose(0, units("SU-12IC", "SU-29MC", "SU-58AD"), 2, "13.0")
    assert (step.able(s), ids(step.breakable(s))) == (0, {"SU-12IC"})


@pytest.mark.rule("sn", "13.1")
def test_a_corps_does_not_break_down_where_that_would_cost_too_much() -> None:
    """R28  One is due, and only one of three divisions has a counter: two would be lost at once."""
    s = fought(["SU-12IC", "SU-21ID"], without("SU-21ID", "SU-22ID"))
    step = Lose(0, units("SU-12IC", "SU-21ID"), 1, "13.0")
    assert (ids(step.able(s)), step.breakable(s)) == ({"SU-21ID"}, 0)


@pytest.mark.rule("sn", "13.0.1", "13.1")
@pytest.mark.parametrize(("counters", "possible"), [(1, False), (2, True)])
def test_two_corps_lose_two_each_if_there_is_a_counter_for_what_is_left_of_either(
    counters: int, possible: bool
) -> None:
    """R29  Mechanized corps of which nothing but the mechanized division can be left."""
    s = fought(["SU-5MC", "SU-29MC"])
    found = totals(s, units("SU-5MC", "SU-29MC"), {("SU", "mechanized_division"): counters})
    assert bool(found >> 4 & 1) == possible


@pytest.mark.rule("sn", "13.3.b", "R63")
@pytest.mark.parametrize(("kept", "count"), [((), 1), (("SU-21ID",), 2), (("SU-21ID", "SU-22ID", "SU-26ID"), 3)])
def test_a_corps_lives_through_as_many_losses_as_its_counters_allow(kept: tuple[str, ...], count: int) -> None:
    assert lives(fought(["SU-12IC"], without(*kept)), units("SU-12IC")) == count


@pytest.mark.rule("sn", "13.1", "5.3.b")
@pytest.mark.parametrize(("kept", "toll"), [(("SU-21ID",), (2, 0)), (("SU-21ID", "SU-22ID", "SU-26ID"), (0, 0))])
def test_divisions_without_counters_count_as_lost(kept: tuple[str, ...], toll: tuple[int, int]) -> None:
    s = fought(["SU-12IC"], without(*kept))
    assert ids(break_for_losses(s, unit("SU-12IC"))) == set(kept)
    assert s.toll == toll
