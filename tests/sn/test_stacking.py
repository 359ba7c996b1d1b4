"""10.0, 10.1  Stacking: what counts, when it is checked, and what the owner gives up."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.sn.stacking import crowded, excess
from tests.sn.positions import (
    asked,
    at,
    board,
    cited,
    do,
    names,
    offered,
    pile,
    place,
    position,
    refused,
    told,
    who_is_at,
    why,
)

SOVIET, JAPAN = 0, 1
THREE = ["JP-2IC", "JP-3IC", "JP-4IC"]


def over(where: str, units: list[str], **fields: Any) -> int:
    """Divisional equivalents too many in a hex."""
    side = SOVIET if units[0].startswith(("SU", "OM")) else JAPAN
    return excess(position(board({where: units}, **fields)), side, at(where))


def ended(placed: dict[str, Any], phase: str = "japan_move", **fields: Any) -> Match:
    """Right after a Movement Phase."""
    return do(board(placed, phase, **fields), "done")


@pytest.mark.rule("sn", "10.1", "10.1.2", "10.1.3", "10.0")
def test_nine_divisions_a_corps_is_three_everybody_counts() -> None:
    assert over("2317", THREE) == 0
    assert over("2317", [*THREE, "JP-7ID"]) == 1
    assert over("2317", ["JP-2IC", "JP-3IC", "JP-SUP-1", "JP-KAHQ", "JP-1BASE"]) == 0
    assert over("2317", ["JP-2IC", "JP-3IC", "JP-SUP-1", "JP-KAHQ", "JP-1BASE", "JP-1EB"]) == 1
    assert over("2317", ["SU-TBCC", "SU-12IC", "SU-1AC"]) == 0, "also a cavalry corps of two divisions is three"
    assert over("2317", [*THREE, "MC-1IC"]) == 3, "allies stack together"


@pytest.mark.rule("sn", "10.1.1", "10.1")
def test_six_in_rough_and_desert_nine_in_cities() -> None:
    """E66, E122."""
    seven = ["JP-2IC", "JP-3IC", "JP-7ID"]
    assert over("2430", seven) == 1
    assert over("2006", seven) == 1
    assert over("2106", THREE) == 0, "Mutankiang stands on rough"
    assert over("2106", THREE, ruined="2106") == 0
    assert over("1518", seven) == 1, "a town leaves the terrain as it is"


@pytest.mark.rule("sn", "10.1.4", "10.0.2")
def test_two_forts_are_one_too_many_even_alone() -> None:
    match = ended({"2317": ["JP-FORT-1", "JP-FORT-2"], "1002": "SU-12IC"})
    assert (asked(match).message.key, offered(match, "unit")) == ("ask.second-fort", {"JP-FORT-1", "JP-FORT-2"})
    assert [why(match, said).key for said in ("hex 2317", "done")] == ["why.overstacked", "why.overstacked"]
    assert cited(do(match, "unit JP-FORT-1"), "log.eliminated") == "10.1.4"


@pytest.mark.rule("sn", "10.1.4", "10.1.7")
def test_a_fort_counts_and_one_is_enough() -> None:
    """E65: the owner gives up the fort, or a whole corps."""
    match = ended({"2317": [*THREE, "JP-FORT-1"]})
    assert offered(match, "unit") == {*THREE, "JP-FORT-1"}
    assert place(do(match, "unit JP-FORT-1"), "JP-FORT-1") == "pool"
    assert cited(match, "log.eliminated") == "10.1.7", "the hex was too full, not the fort one too many"
    assert not crowded(position(match), JAPAN)
    corps = do(ended({"2317": [*THREE, "JP-FORT-1"]}), "unit JP-3IC")
    assert place(corps, "JP-3IC") == "reorganization", "no breakdown, the corps goes whole"
    two = ended({"2317": ["JP-FORT-1", "JP-FORT-2", "JP-7ID"]})
    assert offered(two, "unit") == {"JP-FORT-1", "JP-FORT-2"}
    assert refused(two, "unit JP-7ID") == "10.1.4"
    assert refused(do(two, "unit JP-FORT-1"), "unit JP-FORT-2") != "10.1.4"


@pytest.mark.rule("sn", "10.0.1", "10.1.5")
def test_strikes_do_not_count() -> None:
    placed = {"2317": [*THREE, "JP-AIR-1", "JP-AIR-2"]}
    assert not crowded(position(board(placed, "japan_air", close_support=["JP-AIR-1"])), JAPAN)
    assert not crowded(position(board({"2202": [*THREE, "JP-CV-1", "JP-NAVY-1"]})), JAPAN)


@pytest.mark.rule("sn", "10.1.6")
def test_passing_through_is_free() -> None:
    match = do(board({"2317": THREE, "2318": "JP-MPCCD"}), "unit JP-MPCCD")
    left = match.view("japan")["details"]["left"]
    assert (left["2317"], left["2316"]) == ("4", "3")
    do(match, "hex 2317")
    assert asked(match).message.key == "ask.move", "nothing is said before the phase ends"


@pytest.mark.rule("sn", "10.1.6", "10.1.7")
def test_at_the_end_of_a_phase_hexes_comply() -> None:
    """E66."""
    match = ended({"2430": ["JP-2IC", "JP-3IC", "JP-7ID", "JP-8ID"]})
    assert (asked(match).side, asked(match).rule) == (JAPAN, "10.1.7")
    assert asked(match).message.params == {"hex": at("2430"), "count": 2, "limit": "6"}, "what it holds too much"
    assert refused(match, "done") == "10.1.7"
    do(match, "unit JP-7ID")
    assert offered(match, "unit") == {"JP-2IC", "JP-3IC", "JP-8ID"}, "one is not enough"
    do(match, "unit JP-8ID")
    assert who_is_at(match, "2430") == {"JP-2IC", "JP-3IC"}
    assert told(match, "log.eliminated")["units"] == ["JP-8ID"]
    assert position(match).toll == (0, 0), "R17: not lost in combat"


@pytest.mark.rule("sn", "10.1.7")
def test_the_other_side_complies_too_and_after_the_phasing_one() -> None:
    """R92."""
    full = ["SU-12IC", "SU-18IC", "SU-26IC", "SU-21ID"]
    match = ended({"2430": ["JP-2IC", "JP-3IC", "JP-7ID"], "0829": full})
    assert asked(match).side == JAPAN
    do(match, "unit JP-7ID")
    assert asked(match).side == SOVIET
    assert position(match).agenda[-1].phase == "phase.japan_move", "it is still the Japanese phase"
    assert offered(match, "unit") == set(full)
    do(match, "unit SU-21ID")
    assert not crowded(position(match), SOVIET)


@pytest.mark.rule("sn", "10.1.6", "10.1.7")
def test_it_is_checked_after_combat_too() -> None:
    match = board({"2430": ["JP-2IC", "JP-3IC", "JP-7ID"]}, "japan_combat")
    assert asked(match).rule == "10.1.7"
    assert position(match).agenda[-1].phase == "phase.japan_combat"


@pytest.mark.rule("sn", "10.0.2")
def test_reinforcements_have_until_the_end_of_the_next_movement() -> None:
    """E67."""
    match = board({"2604": THREE}, "japan_mobilize", points=(0, 10))
    do(match, "recruit JP-7ID", "hex 2604")
    assert excess(position(match), JAPAN, at("2604")) == 1
    do(match, "done", "done")
    assert asked(match).message.key == "ask.move"
    do(match, "unit JP-7ID", "hex 2504", "done")
    assert asked(match).message.key != "ask.overstacked"
    late = do(do(board({"2604": THREE}, "japan_mobilize", points=(0, 10)), "recruit JP-7ID", "hex 2604"), "done")
    do(late, "done", "done")
    assert asked(late).message.key == "ask.overstacked"


@pytest.mark.rule("sn", "10.0.4")
def test_sides_share_a_hex_only_by_landing() -> None:
    """R49: and then each is counted by itself."""
    full = ["SU-12IC", "SU-18IC", "SU-26IC"]
    match = board({"home": THREE, "2202": full, "available": ["JP-LAND-1"]}, turn=2)
    do(match, "sail JP-2IC", "hex 2202", "done")
    assert position(match).occupied(SOVIET) & position(match).occupied(JAPAN)
    assert not crowded(position(match), JAPAN) | crowded(position(match), SOVIET)
    assert refused(do(board({"2103": "JP-2IC", "2202": full}), "unit JP-2IC"), "hex 2202") == "8.6.2"


@pytest.mark.rule("sn", "10.1.8", "10.1.9")
def test_the_owner_orders_his_stacks_under_their_fort() -> None:
    """E117."""
    match = board({"2317": ["JP-FORT-1", "JP-7ID", "JP-8ID"], "2318": ["JP-9ID", "JP-10ID"], "1002": "SU-21ID"})
    assert pile(match, "2317")[-1] == "JP-FORT-1", "however it was laid down"
    reason = why(match, "top JP-7ID")
    assert (reason.rule, reason.key) == ("10.1.8", "engine.top-fixed")
    assert reason.params["unit"] == match.game.sheet.index["JP-FORT-1"]
    do(match, "top JP-9ID")
    assert pile(match, "2318") == ["JP-10ID", "JP-9ID"]
    do(match, "unit JP-9ID", "hex 2317")
    assert pile(match, "2317")[-1] == "JP-FORT-1"
    assert names(position(match).occupied(JAPAN)) == {"2317", "2318"}


def test_nobody_stands_in_an_empty_hex() -> None:
    s = position(board({"2317": "JP-2IC", "1002": "SU-12IC"}))
    assert [s.units_at(side, at("2318")) for side in (SOVIET, JAPAN)] == [0, 0]
