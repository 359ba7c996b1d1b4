"""7.0, 25.12.2  Reorganization: corps into divisions and back, supply units turned over, airstrikes allotted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from khalkhin.engine.match import Match
from tests.sn.positions import (
    Some,
    asked,
    board,
    do,
    ids,
    marked,
    offered,
    place,
    points,
    position,
    refused,
    unit,
    who_is_at,
    why,
)

ENEMY = {"1028": "SU-12IC"}
THREE = ["JP-1ID", "JP-7ID", "JP-8ID"]
SUPPLIED = {"1521": ["JP-SUP-1", *THREE]}


def phase(placed: Mapping[str, Some], side: str = "japan", **kinds: Any) -> Match:
    return board({**ENEMY, **placed}, f"{side}_reorganize", **kinds)


# -- breakdown (7.1) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "7.0")
@pytest.mark.rule("sn", "7.1")
@pytest.mark.rule("sn", "7.1.1")
@pytest.mark.rule("sn", "7.1.2")
@pytest.mark.rule("sn", "4.1.2")
def test_a_corps_breaks_down_into_its_divisions() -> None:
    """Out of supply, too; the counter is free for another corps at once."""
    match = phase({"1722": "JP-2IC"})
    assert offered(match, "breakdown") == {"JP-2IC"}
    do(match, "breakdown JP-2IC")
    kinds = [position(match).game.type[unit(u)] for u in who_is_at(match, "1722")]
    assert (kinds, place(match, "JP-2IC")) == (["infantry_division"] * 3, "reorganization")


@pytest.mark.rule("sn", "7.0")
@pytest.mark.rule("sn", "7.5")
@pytest.mark.rule("sn", "7.5.1")
@pytest.mark.rule("sn", "7.5.2")
@pytest.mark.parametrize(
    ("corps", "parts"),
    [
        ("JP-2IC", ["infantry_division"] * 3),
        ("JP-1MC", ["armored_division", "armored_division", "infantry_division"]),
        ("SU-18IC", ["infantry_division"] * 3),
        ("SU-5MC", ["armored_division", "armored_division", "mechanized_division"]),
        ("SU-TBCC", ["cavalry_division"] * 2),
    ],
)
def test_what_corps_are_made_of(corps: str, parts: list[str]) -> None:
    """Down and up again."""
    side = "japan" if corps.startswith("JP") else "soviet"
    other = {"2010": "JP-3IC"} if side == "soviet" else {}
    match = phase({**other, "1225": [corps, f"{corps[:2]}-SUP-1"]}, side)
    do(match, f"breakdown {corps}")
    here = who_is_at(match, "1225") - {f"{corps[:2]}-SUP-1"}
    assert sorted(position(match).game.type[unit(u)] for u in here) == parts
    assert {match.game.sheet.nation[unit(u)] for u in here} == {corps[:2]}
    do(match, f"combine {corps}")
    assert who_is_at(match, "1225") == {corps, f"{corps[:2]}-SUP-1"}
    assert {place(match, u) for u in here} == {"pool"}


@pytest.mark.rule("sn", "7.0.1")
@pytest.mark.rule("sn", "7.3")
@pytest.mark.parametrize("corps", ["MC-1IC", "MC-1CC", "MJ-1CC", "OM-1CC", "SU-1AC", "SU-1SA"])
def test_other_corps_never_break_down(corps: str) -> None:
    side = "soviet" if corps[:2] in ("SU", "OM") else "japan"
    match = phase({"1826": corps, "2010": "JP-3IC"}, side)
    assert corps not in offered(match, "breakdown")
    assert refused(match, f"breakdown {corps}") == "7.3"


@pytest.mark.rule("sn", "7.1")
@pytest.mark.rule("sn", "6.5")
def test_a_breakdown_needs_all_the_counters() -> None:
    """Of sixteen infantry divisions two are left in the pool."""
    divisions = [u for u in (f"JP-{n}ID" for n in range(1, 60)) if u in position(phase({})).game.sheet.index]
    divisions.append("JP-IGID")
    match = phase({"1722": "JP-2IC", "home": divisions[:-2]})
    assert (offered(match, "breakdown"), refused(match, "breakdown JP-2IC")) == (set(), "6.5")
    enough = phase({"1722": "JP-2IC", "home": divisions[:-3]})
    assert offered(enough, "breakdown") == {"JP-2IC"}


@pytest.mark.rule("sn", "7.1")
def test_divisions_are_disrupted_as_their_corps_was() -> None:
    match = do(phase({"1722": "JP-2IC"}, disrupted="JP-2IC"), "breakdown JP-2IC")
    assert all(marked(match, "disrupted", u) for u in who_is_at(match, "1722"))
    assert not marked(match, "disrupted", "JP-2IC")


@pytest.mark.rule("sn", "7.1")
def test_only_own_corps_on_the_map_or_at_home_break_down() -> None:
    match = phase({"1722": "JP-2IC", "home": "JP-3IC"})
    assert offered(match, "breakdown") == {"JP-2IC", "JP-3IC"}
    assert (refused(match, "breakdown JP-4IC"), refused(match, "breakdown SU-12IC")) == ("7.1", "7.0")
    do(match, "breakdown JP-3IC")
    assert len(who_is_at(match, "home")) == 3


# -- combining (7.2) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("sn", "7.2")
@pytest.mark.rule("sn", "7.4")
def test_divisions_in_one_hex_and_in_supply_form_a_corps_of_the_box() -> None:
    match = phase(SUPPLIED)
    found = offered(match, "combine")
    assert found == {f"JP-{n}IC" for n in ("2", "3", "4", "5", "6", "12", "20", "KDC", "Kor", "MG")}
    do(match, "combine JP-5IC")
    assert who_is_at(match, "1521") == {"JP-SUP-1", "JP-5IC"}
    assert [place(match, u) for u in THREE] == ["pool"] * 3


@pytest.mark.rule("sn", "7.2")
def test_divisions_apart_or_out_of_supply_form_nothing() -> None:
    for placed in ({"1521": ["JP-SUP-1", *THREE[:2]], "1522": THREE[2]}, {"1722": THREE}):
        match = phase(placed)
        assert (offered(match, "combine"), refused(match, "combine JP-5IC")) == (set(), "7.2")


@pytest.mark.rule("sn", "7.2")
def test_supply_is_that_of_the_beginning_of_the_phase() -> None:
    """A base that is set up now reaches four hexes in the next phase only."""
    match = phase({"1615": "JP-SUP-1", "1612": THREE})
    assert offered(match, "combine") == set()
    do(match, "flip JP-SUP-1")
    assert (offered(match, "combine"), refused(match, "combine JP-5IC")) == (set(), "7.2")
    based = phase({"1615": "JP-SUP-1", "1612": THREE}, flipped="JP-SUP-1")
    assert "JP-5IC" in offered(based, "combine")


@pytest.mark.rule("sn", "7.2")
def test_divisions_in_the_home_islands_are_supplied() -> None:
    match = do(phase({"home": THREE}), "combine JP-5IC")
    assert place(match, "JP-5IC") == "home"


@pytest.mark.rule("sn", "R31", "7.1")
def test_divisions_inherit_what_their_corps_was_and_others_keep_it() -> None:
    match = phase({"1521": ["JP-2IC", "JP-3IC", "JP-SUP-1"]}, disrupted=["JP-2IC", "JP-3IC"])
    do(match, "breakdown JP-2IC")
    parts = who_is_at(match, "1521") - {"JP-3IC", "JP-SUP-1"}
    assert ids(position(match).disrupted) == {"JP-3IC", *parts}


@pytest.mark.rule("sn", "7.2")
def test_who_could_form_it_in_several_places_says_where() -> None:
    match = phase({"1521": ["JP-SUP-1", *THREE], "home": ["JP-9ID", "JP-10ID", "JP-11ID"]})
    do(match, "combine JP-5IC")
    assert (asked(match).message.key, offered(match, "hex"), offered(match, "home")) == (
        "ask.form-where",
        {"1521"},
        {None},
    )
    assert (refused(match, "hex 1028"), refused(match, "done")) == ("7.2", "7.2")
    assert why(match, "combine JP-6IC").key == "engine.asked-first"
    s = position(match)
    assert (s.agenda[-1].seen_by(s, 1), s.agenda[-1].seen_by(s, 0)) == (s.agenda[-1], None)
    do(match, "home", "combine JP-6IC")
    assert (place(match, "JP-5IC"), place(match, "JP-6IC")) == ("home", "1521")
    near = phase({"1521": ["JP-SUP-1", *THREE], "1522": ["JP-9ID", "JP-10ID", "JP-11ID"]})
    do(near, "combine JP-5IC")
    assert (offered(near, "hex"), refused(near, "home")) == ({"1521", "1522"}, "7.2")


@pytest.mark.rule("sn", "7.2")
def test_a_corps_that_is_in_play_cannot_be_formed() -> None:
    match = phase({**SUPPLIED, "2010": "JP-5IC"})
    assert (refused(match, "combine JP-5IC"), why(match, "combine JP-1ID").key) == ("7.4", "why.not-free")


@pytest.mark.rule("sn", "7.2")
def test_a_corps_is_disrupted_if_one_of_its_divisions_was() -> None:
    """Where there are others, they are taken first."""
    match = do(phase(SUPPLIED, disrupted="JP-1ID"), "combine JP-5IC")
    assert marked(match, "disrupted", "JP-5IC")
    spare = phase({"1521": ["JP-SUP-1", "JP-9ID", *THREE]}, disrupted="JP-1ID")
    do(spare, "combine JP-5IC")
    assert not marked(spare, "disrupted", "JP-5IC")
    assert who_is_at(spare, "1521") == {"JP-SUP-1", "JP-5IC", "JP-1ID"}


@pytest.mark.rule("sn", "7.3")
def test_other_divisions_are_no_part_of_a_corps() -> None:
    """Mountain troops, the secret police, those of the Far Eastern Republic."""
    placed = {"1225": ["SU-SUP-1", "SU-21ID", "SU-22ID", "SU-101MT", "SU-FENK"], "2010": "JP-3IC"}
    assert offered(phase(placed, "soviet"), "combine") == set()
    ours = phase({"1521": ["JP-SUP-1", "JP-1ID", "JP-7ID", "FE-FER"]})
    assert offered(ours, "combine") == set()


@pytest.mark.rule("sn", "6.3.2")
def test_divisions_bought_in_one_hex_are_combined_in_the_next_phase() -> None:
    """W10: in a port with supply."""
    match = board({**ENEMY, "2604": ["JP-3IC", "JP-SUP-1"]}, "japan_mobilize", points=(0, 20))
    for division in THREE:
        do(match, f"recruit {division}", "hex 2604")
    do(match, "done", "combine JP-5IC")
    assert (who_is_at(match, "2604"), points(match, "japan")) == ({"JP-3IC", "JP-SUP-1", "JP-5IC"}, 26)


@pytest.mark.rule("sn", "7.2")
def test_a_corps_formed_now_moves_in_the_next_phase() -> None:
    match = do(phase(SUPPLIED), "combine JP-5IC", "done")
    assert "JP-5IC" in offered(match, "unit")


@pytest.mark.rule("sn", "25.12.2")
def test_in_1939_each_side_has_one_mechanized_corps() -> None:
    """E110: a second one may not be formed; elsewhere it may."""
    parts = {"1521": ["JP-SUP-1", "JP-1AD", "JP-2AD", "JP-1ID"], "2010": "JP-2MC"}
    match = phase(parts, scenario="nomonhan")
    assert offered(match, "combine") == set()
    assert (refused(match, "combine JP-1MC"), why(match, "combine JP-1MC").key) == ("25.12.2", "why.one-corps")
    assert refused(phase({"2010": "JP-3IC"}, scenario="nomonhan"), "combine JP-1MC") == "7.2"
    first = phase({"1521": parts["1521"]}, scenario="nomonhan")
    assert offered(first, "combine") == {"JP-1MC", "JP-2MC", "JP-3MC"}
    do(first, "combine JP-1MC")
    assert refused(first, "combine JP-2MC") == "25.12.2"
    assert "JP-1MC" in offered(phase(parts), "combine")
    reds = {"1225": ["SU-SUP-1", "SU-57AD", "SU-58AD", "SU-36MD"], "1127": "SU-29MC", "2010": "JP-3IC"}
    assert refused(phase(reds, "soviet", scenario="nomonhan"), "combine SU-5MC") == "25.12.2"


# -- supply units and airstrikes (2.8, 15.2.7) -------------------------------------------------------------------------


@pytest.mark.rule("sn", "2.8")
def test_supply_units_are_turned_over() -> None:
    """At home, too; once in a phase."""
    match = phase({"1521": ["JP-SUP-1", "JP-2IC"], "home": "JP-SUP-2"}, flipped="JP-SUP-2")
    assert offered(match, "flip") == {"JP-SUP-1", "JP-SUP-2"}
    do(match, "flip JP-SUP-1", "flip JP-SUP-2")
    assert (marked(match, "flipped", "JP-SUP-1"), marked(match, "flipped", "JP-SUP-2")) == (True, False)
    assert (refused(match, "flip JP-SUP-1"), refused(match, "flip JP-2IC"), refused(match, "flip JP-SUP-3")) == (
        "7.0",
        "2.8",
        "2.8",
    )


@pytest.mark.rule("sn", "15.2.7")
@pytest.mark.rule("sn", "4.2.2")
def test_airstrikes_change_their_box() -> None:
    placed = {
        "2010": "JP-3IC",
        "available": ["SU-AIR-1", "JP-AIR-1"],
        "interception": "SU-AIR-2",
        "aborted": "SU-AIR-3",
    }
    match = phase(placed, "soviet")
    assert offered(match, "allot") == {"SU-AIR-1", "SU-AIR-2"}
    do(match, "allot SU-AIR-1", "allot SU-AIR-2")
    assert (place(match, "SU-AIR-1"), place(match, "SU-AIR-2")) == ("interception", "available")
    assert (refused(match, "allot SU-AIR-3"), refused(match, "allot JP-AIR-1")) == ("15.2.7", "7.0")
    assert refused(match, "allot SU-AIR-1") == "7.0"


@pytest.mark.rule("sn", "4.1.2")
def test_nothing_of_it_has_to_be_done() -> None:
    match = do(phase(SUPPLIED), "done")
    assert asked(match).message.key == "ask.move"
    assert refused(phase(SUPPLIED), "recruit JP-9ID") == "4.0"
