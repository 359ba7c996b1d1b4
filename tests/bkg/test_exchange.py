"""5.1.6.k  Exchange."""

from __future__ import annotations

import pytest

from khalkhin.engine.match import Match
from tests.bkg.battles import codes, declare, odds, play_out, prompted, support, verbs
from tests.bkg.positions import asked, board, do, fight, is_flipped, offered, place, refused

RULE = pytest.mark.rule

GUNS = ["SU-185A-1", "SU-82A-4", "SU-57A-4", "SU-126A-1"]
"""Artillery of 4, 3, 3 and 3."""


def exchange(attackers: str, defenders: str, air: int, flipped: str = "") -> Match:
    """An attack from 0320 on 0321 at 5-1 or better that ends in an exchange."""
    placed = {"0320": attackers.split(), "0321": defenders.split()}
    match = board(placed, "sov_combat", turn=20, air=(20, 0), flipped=flipped.split(), dice=[(1, 1)])
    fight(match, "0321", *attackers.split(), air=air)
    assert codes(match) == "EMP"
    return match


def dead(match: Match, *units: str) -> set[str]:
    return {unit for unit in units if place(match, unit) == "destroyed"}


@RULE("bkg", "5.1.6.k")
def test_v_14_the_attacker_gives_at_least_as_much_as_was_lost() -> None:
    match = exchange("SU-127-1 SU-601-1", "JP-64-1", 5, flipped="JP-64-1")
    assert odds(match) == (10, 2, "5-1")
    assert dead(match, "JP-64-1") == {"JP-64-1"}, "the only defender goes without being asked"
    assert prompted(match) == ("soviet", "5.1.6.k")
    assert asked(match).message.params["points"] == "2"
    assert offered(match, "unit") == {"SU-127-1", "SU-601-1"}
    assert refused(match, "commit") == "5.1.6.k"
    do(match, "unit SU-601-1", "commit")
    assert dead(match, "SU-127-1", "SU-601-1") == {"SU-601-1"}, "two for two is enough"
    assert not is_flipped(match, "SU-127-1")
    assert prompted(match) == ("soviet", "5.0")


@RULE("bkg", "5.1.6.k")
def test_v_98_halves_count_as_they_are() -> None:
    """1½ is to be matched: by 1½ alone, not by 1, and more may be given."""
    placed = ("SU-127-1 SU-127-2 SU-601-1", "JP-8RF-1", 2, "JP-8RF-1 SU-127-2 SU-601-1")
    match = exchange(*placed)
    assert odds(match) == ("7½", "1½", "5-1")
    assert asked(match).message.params["points"] == "1½"
    do(match, "unit SU-601-1")
    assert refused(match, "commit") == "5.1.6.k"
    do(match, "unit SU-127-2", "commit")
    assert dead(match, "SU-127-1", "SU-127-2", "SU-601-1") == {"SU-127-2", "SU-601-1"}
    match = do(exchange(*placed), "unit SU-127-2")
    assert verbs(match) == {"unit", "commit"}
    do(match, "commit")
    assert dead(match, "SU-127-1", "SU-127-2", "SU-601-1") == {"SU-127-2"}


@RULE("bkg", "5.1.6.k")
def test_the_defender_gives_one_or_more_of_his_choice() -> None:
    match = exchange("SU-6T-1 SU-6T-2", "MC-SEK-1 MC-SEK-2", 10)
    assert prompted(match) == ("japan", "5.1.6.k")
    assert offered(match, "unit") == {"MC-SEK-1", "MC-SEK-2"}
    assert refused(match, "commit") == "5.1.6.k", "at least one"
    assert refused(match, "unit SU-6T-1") == "5.1.6.k"
    do(match, "unit MC-SEK-2")
    assert offered(match, "unit") == {"MC-SEK-1"}
    assert refused(match, "unit MC-SEK-2") == "5.1.6.k"
    one = do(match.clone(), "commit")
    assert dead(one, "MC-SEK-1", "MC-SEK-2") == {"MC-SEK-2"}
    assert asked(one).message.params["points"] == "2"
    both = do(match, "unit MC-SEK-1")
    assert verbs(both) == {"commit"}
    do(both, "commit")
    assert dead(both, "MC-SEK-1", "MC-SEK-2") == {"MC-SEK-1", "MC-SEK-2"}
    assert asked(both).message.params["points"] == "4"


@RULE("bkg", "5.1.6.k")
def test_v_15_an_attacker_who_cannot_match_it_gives_all_who_stood_beside() -> None:
    """K-11: artillery at range and air points neither count nor die."""
    placed = {"0320": ["SU-127-1", "SU-127-2"], "0319": GUNS, "0219": ["SU-82A-1"], "0321": ["JP-64-1", "JP-71-1"]}
    match = board(placed, "sov_combat", turn=20, air=(20, 0), dice=[(1, 1)])
    fight(match, "0321", "SU-127-1", "SU-127-2", *GUNS, "SU-82A-1", air=20)
    assert odds(match) == (41, 8, "5-1")
    assert codes(match) == "EMP"
    do(match, "unit JP-64-1", "unit JP-71-1", "commit")
    assert dead(match, "SU-127-1", "SU-127-2", *GUNS, "SU-82A-1") == {"SU-127-1", "SU-127-2"}
    assert prompted(match) == ("soviet", "5.0")


@RULE("bkg", "5.1.6.k")
def test_an_attacker_whose_units_are_just_enough_gives_all_of_them() -> None:
    """Nothing to choose: 2 and 2 against 4. With half a point more there is."""
    match = exchange("SU-601-1 SU-602-1", "JP-64-1", 16)
    assert dead(match, "SU-601-1", "SU-602-1") == {"SU-601-1", "SU-602-1"}
    assert prompted(match) == ("soviet", "5.0")
    more = exchange("SU-127-1 SU-127-2", "JP-64-1", 20, flipped="SU-127-1")
    assert prompted(more) == ("soviet", "5.1.6.k")
    assert not dead(more, "SU-127-1", "SU-127-2")
    do(more, "unit SU-127-2")
    assert refused(more, "commit") == "5.1.6.k", "3 for 4 is not enough"
    assert refused(more, "unit SU-127-2") == "5.1.6.k"
    do(more, "unit SU-127-1", "commit")
    assert dead(more, "SU-127-1", "SU-127-2") == {"SU-127-1", "SU-127-2"}


def test_supporting_guns_of_the_defender_are_not_his_to_give() -> None:
    """K-11: and their points are not asked of the attacker."""
    placed = {"0320": ["SU-6T-1", "SU-6T-2"], "0321": ["MC-SEK-1", "MC-SEK-2"], "0422": ["JP-13A-1"]}
    match = declare(
        board(placed, "sov_combat", turn=20, air=(20, 0), dice=[(1, 1)]), "0321", "SU-6T-1", "SU-6T-2", air=15
    )
    support(do(match, "commit"), "JP-13A-1")
    assert odds(match) == (25, 5, "5-1")
    assert offered(match, "unit") == {"MC-SEK-1", "MC-SEK-2"}
    assert refused(match, "unit JP-13A-1") == "5.1.6.k"
    do(match, "unit MC-SEK-1", "commit")
    assert asked(match).message.params["points"] == "2"


def test_v_16_nobody_advances_after_an_exchange() -> None:
    """K-12: though the hex is empty."""
    match = exchange("SU-6T-1 SU-6T-2", "MC-SEK-1", 0)
    assert place(match, "MC-SEK-1") == "destroyed"
    assert play_out(do(match, "unit SU-6T-1", "commit")) == []
    assert place(match, "SU-6T-2") == "0320"


def test_nobody_retreats_after_an_exchange() -> None:
    """K-12: who was not given up stays where he is."""
    match = exchange("SU-6T-1 SU-6T-2", "MC-SEK-1 MC-SEK-2", 10)
    do(match, "unit MC-SEK-1", "commit", "unit SU-6T-1", "commit")
    assert prompted(match) == ("soviet", "5.0")
    assert (place(match, "MC-SEK-2"), place(match, "SU-6T-2")) == ("0321", "0320")


@RULE("bkg", "5.1.6.k")
def test_fresh_units_given_up_are_eliminated_not_flipped() -> None:
    match = exchange("SU-6T-1 SU-6T-2", "MC-SEK-1 MC-SEK-2", 10)
    do(match, "unit MC-SEK-1", "commit", "unit SU-6T-2", "commit")
    assert dead(match, "MC-SEK-1", "MC-SEK-2", "SU-6T-1", "SU-6T-2") == {"MC-SEK-1", "SU-6T-2"}


def test_what_is_half_given_up_is_private() -> None:
    match = exchange("SU-6T-1 SU-6T-2", "MC-SEK-1 MC-SEK-2", 10)
    do(match, "unit MC-SEK-2")
    assert [match.view(side)["agenda"][-1]["given"] for side in ("japan", "soviet", None)] == [["MC-SEK-2"], [], []]
    do(match, "commit", "unit SU-6T-2")
    assert [match.view(side)["agenda"][-1]["given"] for side in ("soviet", "japan", None)] == [["SU-6T-2"], [], []]


def test_the_japanese_exchange_by_the_same_rule() -> None:
    placed = {"0320": ["JP-25-1", "JP-25-2"], "0321": ["MN-5A", "MN-6A"]}
    match = fight(board(placed, "jap_combat", air=(0, 2), dice=[(1, 1)]), "0321", "JP-25-1", "JP-25-2", air=2)
    assert codes(match) == "EMP"
    assert prompted(match) == ("soviet", "5.1.6.k")
    do(match, "unit MN-5A", "commit")
    assert dead(match, "MN-5A", "MN-6A") == {"MN-5A"}
    assert prompted(match) == ("japan", "5.1.6.k")
    do(match, "unit JP-25-1", "commit")
    assert dead(match, "JP-25-1", "JP-25-2") == {"JP-25-1"}
