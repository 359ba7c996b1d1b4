"""12.5.1, 7.4  Headquarters about to go inactive: the owner is warned while he can prevent it, and told after."""

from __future__ import annotations

from typing import Any

import pytest

from khalkhin.engine.match import Match
from khalkhin.engine.words import Words
from khalkhin.games.pbn.retreat import Withdraw
from tests.pbn.fights import AROUND, TARGET
from tests.pbn.outcomes import brings
from tests.pbn.positions import asked, at, board, do, marked, offered, told, unit

N, NE, SE, S, SW, NW = AROUND
FULL = ["SU-24", "SU-149"]
"""Six battalion equivalents."""
rule = pytest.mark.rule


def warnings(match: Match, side: str = "soviet") -> list[tuple[str, str, dict[str, Any]]]:
    """What a side is warned of: rule, key, parameters."""
    found = match.view(side)["details"].get("warnings", [])
    return [(w["rule"], w["key"], w["params"]) for w in found]


def heard(match: Match, key: str) -> dict[str | None, list[tuple[str, dict[str, Any]]]]:
    """Lines of the log by who reads them: rule, parameters."""
    sides: tuple[str | None, ...] = ("soviet", "japan", None)
    found = {x: [(e["rule"], e["params"]) for e in match.view(x)["log"] if e["key"] == key] for x in sides}
    return {side: lines for side, lines in found.items() if lines}


@rule("pbn", "7.4")
def test_who_is_not_paid_for_is_told_before_and_after() -> None:
    placed = {"0404": "SU-36HQ", "0410": "SU-57cHQ", "tamsag": "SU-82HQ"}
    match = board(
        placed,
        "soviet_logistics",
        supply={"soviet": {"0404": 1}},
        activated=["SU-36HQ", "SU-57cHQ", "SU-82HQ", "JP-7HQ"],
    )
    assert warnings(match) == [("7.4", "warn.unpaid", {"units": ["SU-36HQ", "SU-57cHQ", "SU-82HQ"]})]
    do(match, "activate SU-36HQ")
    assert warnings(match) == [("7.4", "warn.unpaid", {"units": ["SU-57cHQ", "SU-82HQ"]})]
    do(match, "done")
    assert heard(match, "log.unpaid") == {"soviet": [("7.4", {"units": ["SU-57cHQ", "SU-82HQ"]})]}
    assert not marked(match, "activated", "SU-57cHQ")
    assert marked(match, "activated", "SU-36HQ")


@rule("pbn", "7.4")
def test_nobody_is_warned_who_has_nothing_to_lose() -> None:
    match = board({"0404": "SU-36HQ", "2010": "JP-7HQ"}, "soviet_logistics", activated="JP-7HQ")
    assert warnings(match) == warnings(match, "japan") == []
    do(match, "done")
    assert heard(match, "log.unpaid") == {}


@rule("pbn", "JCM.6.1")
def test_whom_gekokujo_keeps_need_not_be_paid_for() -> None:
    match = board({"2010": "JP-7HQ"}, "japan_logistics", activated="JP-7HQ", kept="JP-7HQ")
    assert warnings(match, "japan") == []
    do(match, "done")
    assert heard(match, "log.unpaid") == {}


@rule("pbn", "12.5.1")
def test_an_overstacked_headquarters_is_told_before_and_after() -> None:
    match = board({"0404": ["SU-36HQ", *FULL], "0410": "SU-57cHQ"}, activated=["SU-36HQ", "SU-57cHQ"])
    crowd = ("12.5.1", "warn.overstacked", {"units": ["SU-36HQ"], "hex": "0404"})
    assert warnings(match) == [crowd]
    assert warnings(match, "japan") == [], "who is not asked is not warned"
    do(match, "done")
    assert heard(match, "log.overstacked") == {"soviet": [("12.5.1", {"units": ["SU-36HQ"], "hex": "0404"})]}
    assert not marked(match, "activated", "SU-36HQ")


@rule("pbn", "12.5.1")
def test_the_warning_ends_when_somebody_leaves() -> None:
    match = board({"0404": ["SU-36HQ", *FULL]}, activated="SU-36HQ")
    do(match, "unit SU-24", "hex 0403")
    assert warnings(match) == []
    do(match, "done")
    assert heard(match, "log.overstacked") == {}
    assert marked(match, "activated", "SU-36HQ")


@rule("pbn", "12.5.1")
def test_a_headquarters_that_is_inactive_has_nothing_to_lose() -> None:
    match = board({"0404": ["SU-36HQ", *FULL]})
    assert warnings(match) == []
    do(match, "done")
    assert heard(match, "log.overstacked") == {}


@rule("pbn", "12.5.1")
def test_a_move_that_would_overstack_is_warned_of() -> None:
    """Into a hex with a headquarters, and of a headquarters into a full hex."""
    placed = {"0404": ["SU-36HQ", "SU-24"], "0406": ["SU-149", "SU-76"], "0410": "SU-57cHQ"}
    match = board(placed, activated=["SU-36HQ", "SU-57cHQ"])
    do(match, "unit SU-149")
    assert warnings(match) == [("12.5.1", "warn.would-overstack", {"units": ["SU-36HQ"], "hexes": ["0404"]})]
    other = do(board(placed, activated=["SU-57cHQ"]), "unit SU-149")
    assert warnings(other) == []
    entering = do(board(placed, activated=["SU-57cHQ"]), "unit SU-57cHQ")
    assert warnings(entering) == [("12.5.1", "warn.would-overstack", {"units": ["SU-57cHQ"], "hexes": ["0406"]})]
    placed["0403"] = ["SU-57cHQ", "SU-8"]
    del placed["0410"]
    both = do(board(placed, activated=["SU-36HQ", "SU-57cHQ"]), "unit SU-149")
    assert [(told["units"], told["hexes"]) for _, _, told in warnings(both)] == [
        (["SU-57cHQ"], ["0403"]),
        (["SU-36HQ"], ["0404"]),
    ]


@rule("pbn", "12.5.1")
def test_arrivals_that_would_overstack() -> None:
    placed = {"turn_3": ["SU-7", "SU-8"], "0110": ["SU-36HQ", "SU-24"]}
    match = board(placed, "soviet_reinforcement", activated="SU-36HQ")
    do(match, "field SU-7", "field SU-8", "auto", "unit SU-7")
    assert warnings(match) == [("12.5.1", "warn.would-overstack", {"units": ["SU-36HQ"], "hexes": ["0110"]})]
    do(match, "hex 0110")
    assert warnings(match) == [("12.5.1", "warn.overstacked", {"units": ["SU-36HQ"], "hex": "0110"})]


@rule("pbn", "12.5.1")
def test_who_comes_back_can_overstack() -> None:
    match = board(
        {"0404": ["SU-36HQ", "SU-24"], "0410": "SU-76", "replaceable": "SU-149"},
        "soviet_logistics",
        supply={"soviet": {"0404": 2, "0410": 1}},
    )
    do(match, "activate SU-36HQ", "refit SU-149")
    assert asked(match).message.key == "ask.refit"
    assert warnings(match) == [("12.5.1", "warn.would-overstack", {"units": ["SU-36HQ"], "hexes": ["0404"]})]


@rule("pbn", "12.5.1", "SCM.7")
def test_a_marker_spent_on_an_overstacked_headquarters() -> None:
    match = board({"0404": ["SU-36HQ", *FULL], "hand": "SU-CM-STAFF"}, "soviet_logistics")
    do(match, "play SU-CM-STAFF")
    crowd = ("12.5.1", "warn.overstacked", {"units": ["SU-36HQ"], "hex": "0404"})
    assert warnings(match) == [crowd]
    do(match, "activate SU-36HQ")
    assert warnings(match) == [crowd]


@rule("pbn", "12.5.1", "JCM.6.1")
def test_gekokujo_for_an_overstacked_headquarters() -> None:
    placed = {"pool": "JP-CM-GEKOKUJO", "2010": ["JP-7HQ", "JP-64", "JP-71"]}
    match = board(placed, "japan_campaign", markers="removed", levels=(0, 1), dice=[1])
    assert warnings(match, "japan") == [("12.5.1", "warn.overstacked", {"units": ["JP-7HQ"], "hex": "2010"})]
    do(match, "activate JP-7HQ")
    assert told(match, "log.overstacked") == {"units": ["JP-7HQ"], "hex": "2010"}


@rule("pbn", "12.5.1", "SCM.10.2")
def test_pursuers_that_come_back_beside_a_headquarters() -> None:
    also = {"effect": "SU-CM-ZHUKOV"}
    attackers = {N: "SU-11A", NE: ["SU-24", "SU-57cHQ"]}
    match = brings("DE", attackers, "JP-64", also=also, activated="SU-57cHQ")
    do(match, "unit SU-11A")
    assert warnings(match) == []
    do(match, f"hex {TARGET}")
    assert warnings(match) == [("12.5.1", "warn.would-overstack", {"units": ["SU-57cHQ"], "hexes": [NE]})]


@rule("pbn", "12.5.1", "18.0")
@pytest.mark.parametrize("conductor", ["soviet", "japan"])
def test_a_retreat_onto_a_headquarters_is_its_owners_business(conductor: str) -> None:
    """All hexes behind are full; an enemy who leads the retreat does not learn what stands in them."""
    placed = {N: "SU-11A", TARGET: "JP-64", SE: ["JP-71", "JP-72"], S: ["JP-7HQ", "JP-26"], SW: ["JP-25", "JP-28"]}
    placed[S] = [*placed[S], "JP-1-8BG", "JP-2-8BG"]
    back = Withdraw(1, ("soviet", "japan").index(conductor), unit("JP-64"), at(TARGET), 1)
    match = board(placed, "soviet_combat", first=[back], activated="JP-7HQ")
    assert offered(match, "hex") == {SE, S, SW}
    crowd = ("12.5.1", "warn.would-overstack", {"units": ["JP-7HQ"], "hexes": [S]})
    assert warnings(match, conductor) == ([crowd] if conductor == "japan" else [])


def test_the_words_name_headquarters_hex_and_what_happens() -> None:
    match = board({"0404": ["SU-36HQ", *FULL]}, activated="SU-36HQ")
    ((_, key, params),) = warnings(match)
    assert (
        Words("en", match.game).say(key, params) == "0404 is overstacked: 36 HQ will be inactive when the phase ends."
    )
