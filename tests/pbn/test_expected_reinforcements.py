"""5.1, 6.13  What reinforcements count for the chance of winning before anybody knows who will come."""

from __future__ import annotations

from functools import cache

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.pbn.ai.settings import SETTINGS
from khalkhin.games.pbn.ai.win_chance import PbnWinChance
from khalkhin.games.pbn.campaign import CampaignPhase, Pick
from khalkhin.games.pbn.position import JAPAN, SOVIET, PbnStep
from khalkhin.games.pbn.sequence import Initiative, Turn
from tests.pbn.positions import board, position, the_game

HELD = ["JP-CM-BANZAI", "JP-CM-RECON", "JP-CM-STAFF"]
LATER = SETTINGS.win_chance.later_share
LAST = 5
"""September."""


@cache
def win_chance() -> PbnWinChance:
    return PbnWinChance(the_game())


def due(match: Match, *still: PbnStep) -> float:
    """What is due, that of Japan less than nothing, while these steps are still to come."""
    s = position(match).clone()
    s.push(*still)
    return win_chance().features(s).items[win_chance().items.index("due")]


def strength(*groups: str) -> float:
    game = the_game()
    units = [u for name in groups for u in range(len(game.sheet)) if (game.group[name] & game.fighting) >> u & 1]
    return float(sum(game.attack[u] + game.defence[u] for u in units))


def pooled(*markers: str, **more: object) -> Match:
    """Markers have been picked this month; these are still in the pools."""
    more.setdefault("month", LAST)
    return board({"pool": list(markers)}, "air", markers="removed", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("picks", [1, 2, 4])
def test_an_army_counts_by_the_chance_that_its_marker_is_picked(picks: int) -> None:
    match = pooled("JP-CM-6ARMY", *HELD)
    assert due(match) == 0, "no pick of the last month is left"
    assert due(match, Pick(JAPAN, picks)) == pytest.approx(-picks / 4 * strength("sixth_army"))


def test_what_is_picked_is_worth_in_the_mean_what_was_hoped_for() -> None:
    markers = ["JP-CM-6ARMY", *HELD]
    before = due(pooled(*markers), Pick(JAPAN, 2))
    picked = [pooled(*markers, first=[Pick(JAPAN, 1)], dice=[die]) for die in (1, 2, 3, 4)]
    after = [due(match, Pick(JAPAN, 1)) for match in picked]
    assert sum(after) / 4 == pytest.approx(before)
    assert len(set(after)) == 2, "whoever picks it has it for certain"


def test_a_side_that_is_to_pick_later_has_its_hopes_as_well() -> None:
    match = pooled("SU-CM-STAVKA", "SU-CM-RECON", "JP-CM-6ARMY", *HELD, levels=(1, 2))
    ours, theirs = strength("57_corps") / 2, strength("sixth_army") / 2
    assert due(match, Pick(SOVIET, 1), CampaignPhase(JAPAN)) == pytest.approx(ours - theirs)
    assert due(match, CampaignPhase(JAPAN)) == pytest.approx(-theirs)
    assert due(match, Initiative()) == pytest.approx(ours - theirs)


def test_an_army_of_a_later_month_counts_for_less() -> None:
    match = pooled("JP-CM-6ARMY", *HELD, levels=(0, 1), month=LAST - 1)
    assert win_chance().features(position(match)).left == pytest.approx(2 / LAST), "two months are left"
    assert due(match) == pytest.approx(-LATER / 4 * strength("sixth_army"))


def test_nothing_changes_by_itself_from_the_end_of_a_month_to_the_next() -> None:
    match = pooled("JP-CM-6ARMY", *HELD, levels=(0, 1), month=LAST - 1)
    position(match).agenda = position(match).agenda[:1]
    assert isinstance(position(match).agenda[0], Turn)
    then = pooled("JP-CM-6ARMY", *HELD, levels=(0, 1))
    assert due(match) == pytest.approx(due(then, Initiative())) == pytest.approx(-strength("sixth_army") / 4)


def test_the_first_army_group_needs_stavka_to_have_acted_before() -> None:
    group, corps = strength("1st_army_group"), strength("57_corps")
    two = "SU-CM-1AG", "SU-CM-RECON"
    assert due(pooled(*two, stavka=LAST - 1), Pick(SOVIET, 1)) == pytest.approx(group / 2)
    assert due(pooled(*two, stavka=LAST), Pick(SOVIET, 1)) == 0
    both = pooled("SU-CM-STAVKA", "SU-CM-1AG", levels=(1, 0), month=LAST - 1)
    assert due(both, Pick(SOVIET, 1)) == pytest.approx(corps * (1 / 2 + LATER / 4) + LATER * group / 4)
    assert due(both) == pytest.approx(corps * LATER / 2), "picks of this month are over: Stavka comes too late for it"


def test_the_reserves_need_a_soviet_lead_and_bring_their_second_part() -> None:
    reserves = -strength("kar_1", "kar_2")
    assert due(pooled("JP-CM-KAR", *HELD), Pick(JAPAN, 1)) == 0
    assert due(pooled("JP-CM-KAR", *HELD, points=(10, 0)), Pick(JAPAN, 1)) == pytest.approx(reserves / 4)


def test_a_marker_that_was_put_back_is_not_picked_again_this_month() -> None:
    placed = {"pool": HELD, "drawn": "JP-CM-KAR"}
    match = board(placed, "air", markers="removed", points=(10, 0), levels=(0, 1), month=LAST - 1)
    hoped = -LATER * strength("kar_1", "kar_2") / 4
    assert due(match, Pick(JAPAN, 2)) == pytest.approx(due(match)) == pytest.approx(hoped)


def test_with_historical_reinforcements_armies_come_in_their_month() -> None:
    match = board({}, "air", markers="out", options={"historical": True}, month=2)
    sixth, group = -strength("sixth_army"), strength("1st_army_group")
    reserves = -strength("kar_1", "kar_2")
    assert due(match) == pytest.approx(LATER * sixth + LATER**2 * group + LATER**3 * reserves)
