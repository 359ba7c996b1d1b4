"""21.2  Fortified units stand where others retreat one hex, and make a longer retreat or a rout one hex."""

from __future__ import annotations

import pytest

from khalkhin.engine.match import Match
from tests.pbn.fights import AROUND, TARGET, resolve
from tests.pbn.outcomes import FAR, brings
from tests.pbn.positions import (
    asked,
    board,
    do,
    hexes,
    keys,
    offered,
    place,
    position,
    refused,
    supply_at,
    told,
    why,
)

N, NE, SE, S, SW, NW = AROUND
TANKS = {N: "SU-11A", NE: "SU-6A"}
DUG_IN = {"fortified": {"japan": TARGET}}


def is_fortified(match: Match, side: int, hex_: str) -> bool:
    return bool(position(match).fortified[side] & hexes(hex_))


@pytest.mark.rule("pbn", "21.2")
def test_a_fortified_unit_may_ignore_a_retreat_of_one_hex() -> None:
    """T51: its owner decides, though the attacker conducts; nobody pursues, and the marker stays."""
    match = brings("AM", TANKS, "JP-64", **DUG_IN)
    assert (asked(match).side, asked(match).rule, offered(match, "stand")) == (1, "21.2", {"JP-64"})
    do(match, "stand JP-64")
    assert place(match, "JP-64") == TARGET
    assert is_fortified(match, 1, TARGET)
    assert not {"log.retreat", "log.pursuit"} & set(keys(match))
    assert asked(match).message.key != "ask.pursue"


@pytest.mark.rule("pbn", "21.2")
def test_it_may_go_all_the_same_and_the_empty_work_is_gone() -> None:
    """T51"""
    match = do(brings("AM", TANKS, "JP-64", **DUG_IN), "done")
    assert (asked(match).side, offered(match, "hex")) == (0, {S, SW})
    do(match, f"hex {S}")
    assert not is_fortified(match, 1, TARGET)
    assert asked(match).message.key == "ask.pursue"


@pytest.mark.rule("pbn", "21.2")
def test_each_unit_decides_for_itself_and_a_hex_in_which_anybody_stands_is_not_cleared() -> None:
    """R20"""
    match = brings("AM", TANKS, ["JP-64", "JP-71"], **DUG_IN)
    do(match, "stand JP-71")
    assert (refused(match, "stand JP-71"), offered(match, "stand")) == ("21.2", {"JP-64"})
    do(match, "done", f"hex {SW}")
    assert (place(match, "JP-71"), place(match, "JP-64")) == (TARGET, SW)
    assert asked(match).message.key != "ask.pursue"


@pytest.mark.rule("pbn", "21.2")
def test_supply_may_stand_too_and_all_stand_with_one_word() -> None:
    """R20"""
    match = brings("AM", TANKS, ["JP-64", "JP-SUP-1"], **DUG_IN)
    assert offered(match, "stand") == {"JP-64", "JP-SUP-1"}
    do(match, "auto")
    assert (place(match, "JP-64"), supply_at(match, "japan", TARGET)) == (TARGET, 1)


@pytest.mark.rule("pbn", "21.2")
def test_a_rout_becomes_a_retreat_of_one_hex_without_a_die() -> None:
    """T52"""
    force = {N: ["SU-11A", "SU-7"], NE: ["SU-6A", "SU-8"]}
    match = brings("RT", force, "JP-64", 5, also={"0806": "SU-36HQ"}, activated=["SU-36HQ"], **DUG_IN)
    assert (asked(match).side, offered(match, "shorten")) == (1, {"JP-64"})
    assert (refused(match, "stand JP-64"), why(match, "stand JP-64").key) == ("21.2", "why.stand")
    do(match, "shorten JP-64")
    assert (asked(match).side, offered(match, "hex")) == (1, {S, SW})
    assert "log.rout" not in keys(match)
    do(match, f"hex {S}")
    assert place(match, "JP-64") == S


@pytest.mark.rule("pbn", "21.2")
def test_a_retreat_of_two_hexes_becomes_one_hex_for_those_who_like() -> None:
    """The units still go in any order: the short way may come first or last."""
    force = {N: ["SU-11A", "SU-7"], NE: ["SU-6A", "SU-8"]}
    match = brings("DR", force, ["JP-64", "JP-71"], **DUG_IN)
    do(match, "shorten JP-64", "done")
    assert offered(match, "unit") == {"JP-64", "JP-71"}
    do(match, "unit JP-64", f"hex {S}", "hex 0810")
    assert (place(match, "JP-64"), place(match, "JP-71")) == (S, "0810")
    other = do(brings("DR", force, ["JP-64", "JP-71"], **DUG_IN), "shorten JP-64", "done", "unit JP-71")
    assert S not in offered(other, "hex")


@pytest.mark.rule("pbn", "21.2")
def test_supply_dies_of_a_shortened_retreat() -> None:
    """R20: one hex has to be made, and supply makes none."""
    force = {N: ["SU-11A", "SU-7"], NE: ["SU-6A", "SU-8"]}
    match = do(brings("DR", force, ["JP-64", "JP-SUP-1"], **DUG_IN), "auto")
    assert supply_at(match, "japan", TARGET) == 0
    do(match, f"hex {S}")
    assert place(match, "JP-64") == S


@pytest.mark.rule("pbn", "21.2")
def test_attackers_out_of_a_fortification_stand_as_well() -> None:
    match = brings("DM", {N: "SU-24"}, "JP-26", fortified={"soviet": N})
    assert (asked(match).side, offered(match, "stand")) == (0, {"SU-24"})
    do(match, "stand SU-24")
    assert place(match, "SU-24") == N
    goes = do(brings("DM", {N: "SU-24"}, "JP-26", fortified={"soviet": N}), "done")
    assert (asked(goes).side, offered(goes, "hex")) == (1, {"0806", "0707", "0907"})


@pytest.mark.rule("pbn", "21.2")
def test_shattered_attackers_out_of_a_fortification_go_one_hex() -> None:
    match = brings("AS", {N: ["SU-24", "SU-76"]}, "JP-26", fortified={"soviet": N})
    do(match, "unit SU-24", "shorten SU-76")
    assert offered(match, "hex") == {"0806", "0707", "0907"}


@pytest.mark.rule("pbn", "21.2")
def test_only_units_in_the_work_have_its_relief() -> None:
    """Two hexes are attacked; one is fortified."""
    placed = {N: ["SU-11A", "SU-7"], TARGET: "JP-1-8BG", NE: "JP-2-8BG", **FAR}
    match = board(placed, "soviet_combat", fortified={"japan": TARGET}, dice=[6])
    do(match, f"attack {TARGET}", "unit SU-11A", "unit SU-7", f"also {NE}", "commit")
    resolve(match, "raid")
    assert told(match, "log.result")["codes"] in ("DR", "AM")
    verb = "stand" if told(match, "log.result")["codes"] == "AM" else "shorten"
    assert offered(match, verb) == {"JP-1-8BG"}
    assert why(match, f"{verb} JP-2-8BG").key == "why.not-fortified"
    assert refused(match, f"{verb} SU-11A") == "15.3"
    assert refused(match, "unit JP-1-8BG") == "21.2"


@pytest.mark.rule("pbn", "21.2")
def test_losses_are_taken_all_the_same() -> None:
    force = {N: ["SU-11A", "SU-7"], NE: ["SU-6A", "SU-8"]}
    match = brings("DS", force, "JP-64", **DUG_IN)
    assert asked(match).message.key == "ask.lose-half"
    gone = brings("DE", force, "JP-64", **DUG_IN)
    assert place(gone, "JP-64") == "replaceable"
    assert not is_fortified(gone, 1, TARGET)
