"""4.0, 12.4, 12.5, 27.2.1, R95  What ends with a phase or a turn, and what counters leave behind that go."""

from __future__ import annotations

import pytest

from khalkhin.games.pbn.reorganization import break_down
from khalkhin.games.pbn.strike import Bombardment
from tests.pbn.fights import AROUND, TARGET
from tests.pbn.outcomes import brings
from tests.pbn.positions import asked, at, board, do, ids, marked, place, position, told, unit, units, who_is_at

rule = pytest.mark.rule
N, NE, SE, S, SW, NW = AROUND


@rule("pbn", "14.28", "18.0", "12.5.1")
def test_after_the_last_battle_stacks_are_hidden_again() -> None:
    match = brings("C", {N: ["SU-24", "SU-36A"]}, ["JP-64", "JP-1-8BG"])
    assert match.view(None)["phase"] == "phase.japan_move"
    assert not position(match).shown
    assert [found.get("id") for found in match.view("soviet")["places"][TARGET]] == ["JP-64"]


@rule("pbn", "16.8", "12.5.2")
def test_supply_is_free_again_when_bombs_have_made_room() -> None:
    """A bomb hits supply, too: the other of the two points is left."""
    supply = ["JP-SUP-1", "JP-SUP-2"]
    placed = {"0808": ["JP-64", "JP-71", "JP-1-8BG", *supply], "0807": "SU-24"}
    bombs = Bombardment(0, ((at("0808"), 6),), ())
    match = board(
        placed, "soviet_combat", first=[bombs], air={"soviet": {"strike": 6}}, dice=[6], jammed=units(*supply)
    )
    do(match, "unit JP-1-8BG")
    assert who_is_at(match, "0808") == {"JP-64", "JP-71", "JP-SUP-2"}
    assert match.view(None)["phase"] == "phase.soviet_combat"
    assert not position(match).jammed


@rule("pbn", "27.2.1", "2.33.2")
def test_all_markers_bought_at_once_go_back() -> None:
    held = ["SU-CM-ESPIONAGE", "SU-CM-MASKIROVKA", "SU-CM-RECON", "SU-CM-STAFF", "SU-CM-EXPERIENCE"]
    match = board(
        {"pool": held}, "soviet_campaign", first_player="japan", markers="removed", levels=(2, 0), points=(9, 0),
        options={"buy_markers": True}, air={"japan": {"reserve": 1}}, dice=[1, 1, 1, 1],
    )  # fmt: skip
    do(match, "buy 2")
    assert who_is_at(match, "hand") == set(held[:4])
    assert ids(position(match).bought) == set(held[2:4])


@rule("pbn", "JCM.4")
def test_armor_that_goes_home_is_not_suppressed_there() -> None:
    placed = {"1812": "JP-3A", "1813": "JP-64", "pool": "JP-CM-ARMOR"}
    match = board(placed, "japan_campaign", markers="removed", levels=(0, 1), dice=[1], suppressed=["JP-3A", "JP-64"])
    assert place(match, "JP-3A") == "removed"
    assert ids(position(match).suppressed) == {"JP-64"}


@rule("pbn", "7.8.2")
def test_a_supply_point_in_the_mix_serves_as_well_as_any_other() -> None:
    placed = {"0808": "SU-SUP-1", "2010": "JP-SUP-1", "pool": "SU-CM-WEATHER"}
    match = board(placed, "soviet_campaign", markers="removed", levels=(1, 0), jammed=units("SU-SUP-1", "JP-SUP-1"))
    do(match, "unit SU-SUP-1")
    assert (place(match, "SU-SUP-1"), asked(match).side) == ("out", 1)
    assert ids(position(match).jammed) == {"JP-SUP-1"}


@rule("pbn", "JCM.10", "SCM.9")
@pytest.mark.parametrize(("side", "marker", "number"), [
    ("soviet", "SU-CM-WEATHER", "SCM.9.1"), ("japan", "JP-CM-WEATHER", "JCM.10.1"),
])  # fmt: skip
def test_damage_by_weather_is_told_with_the_rule_of_its_marker(side: str, marker: str, number: str) -> None:
    reserve = {"soviet": {"reserve": 2}, "japan": {"reserve": 2}}
    match = board({"pool": marker}, f"{side}_campaign", markers="removed", levels=(1, 1), air=reserve)
    assert [event.rule for event in match.log if event.key == "log.damaged"] == [number, number]


@rule("pbn", "4.1.12", "10.2")
def test_nobody_is_marked_for_a_follow_on_impulse_in_the_initial_one() -> None:
    assert not position(board({"0808": ["SU-36HQ", "SU-24"]}, activated="SU-36HQ")).eligible
    assert not position(board({"0808": ["JP-23HQ", "JP-23R"]}, "japan_move", activated="JP-23HQ")).eligible


@rule("pbn", "4.1.1", "SCM.5.1")
@pytest.mark.parametrize("named", ["soviet", "japan"])
def test_the_turn_goes_on_when_maskirovka_has_named_the_first_player(named: str) -> None:
    match = board({"hand": "SU-CM-MASKIROVKA", "tamsag": "SU-24"}, "initiative", points=(0, 20), levels=(0, 0))
    do(match, f"first {named}")
    assert told(match, "log.initiative") == {"side": named}
    assert match.view(None)["phase"] == f"phase.{named}_reinforcement"


@rule("pbn", "4.0", "9.1")
def test_battalions_of_units_that_broke_down_are_in_order() -> None:
    s = position(board({"1812": "JP-64", "1008": "SU-24"}))
    parts = ids(break_down(s, unit("JP-64")))
    s.game.check(s)
    s.put(next(unit(f"JP-B1210-{n}") for n in range(1, 9) if f"JP-B1210-{n}" not in parts), at("1812"))
    with pytest.raises(AssertionError):
        s.game.check(s)


@rule("pbn", "33.0", "33.1")
def test_the_brigade_lands_from_the_base_only_in_a_follow_on_impulse_too() -> None:
    options = {"airborne": True}
    there = board({"0808": ["SU-36HQ", "SU-212"]}, impulse=2, activated="SU-36HQ", options=options)
    assert marked(there, "eligible", "SU-212")
    assert "drop" not in {offer.verb for offer in asked(there).offers}
    base = board({"tamsag": ["SU-36HQ", "SU-212"]}, impulse=2, activated="SU-36HQ", options=options)
    assert "drop" in {offer.verb for offer in asked(base).offers}
