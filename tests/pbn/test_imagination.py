"""What a side imagines where it does not see: positions that its view allows, dealt by the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from khalkhin.board.hexset import members
from khalkhin.engine.match import Match
from khalkhin.engine.view import imagine, view
from khalkhin.games.pbn.information import top
from khalkhin.games.pbn.position import Position
from tests.pbn.positions import at, board, do, ids, names, the_game, unit, units

SOVIET, JAPAN = 0, 1
MASKED = {"face_down": True, "deception": True}
HIDDEN = ["JP-71", "JP-1-8BG", "JP-23HQ"]


def imagined(match: Match, side: int | None = SOVIET, count: int = 30) -> Iterator[Position]:
    """What a side may imagine, again and again; every position looks to it like the real one."""
    seen, rng = view(match.state, side), random.Random(1)
    for _ in range(count):
        s = imagine(match.game, seen, rng)
        assert isinstance(s, Position)
        assert view(s, side) == seen
        match.game.check(s)
        yield s


def test_hidden_units_are_beneath_the_stacks_that_show_or_in_the_base() -> None:
    match = board({"1517": ["JP-64", *HIDDEN], "0808": "SU-24"})
    places = {name: {s.game.place_name(s.where[unit(name)]) for s in imagined(match)} for name in HIDDEN}
    assert places["JP-1-8BG"] == {"1517", "hailar"}
    assert places["JP-23HQ"] == {"1517", "hailar"}


@pytest.mark.rule("pbn", "18.0")
def test_nobody_is_imagined_on_top_of_the_counter_that_shows() -> None:
    match = board({"1517": "JP-1-8BG", "hailar": ["JP-64", "JP-72", "JP-23HQ"], "0808": "SU-24"})
    for s in imagined(match):
        assert top(s, JAPAN, at("1517")) == unit("JP-1-8BG")
        assert not s.at[at("1517")] & (1 << unit("JP-64") | 1 << unit("JP-72"))


def test_who_has_not_come_is_not_in_play() -> None:
    match = board({"1517": "JP-64", "0808": "SU-24"})
    for s in imagined(match):
        assert ids(s.on_map(JAPAN) & ~s.game.supply) == {"JP-64"}
        assert not s.based(JAPAN) & ~s.game.supply


def test_supply_and_activations_vary() -> None:
    match = board({"1517": ["JP-64", "JP-23HQ"], "0808": "SU-24"})
    found = list(imagined(match))
    assert len({(s.on_map(JAPAN) | s.based(JAPAN)) & s.game.supply for s in found}) > 1
    assert len({s.activated for s in found}) == 2


def test_as_many_markers_are_held_as_show_and_all_can_be_held() -> None:
    match = board({"1517": "JP-64", "0808": "SU-24", "hand": ["JP-CM-BANZAI", "JP-CM-STAFF"]})
    hands = {s.in_box(JAPAN, "hand") for s in imagined(match)}
    assert len(hands) > 1
    for hand in hands:
        assert hand.bit_count() == 2
        assert all(the_game().charts.markers[name].held for name in ids(hand))


@pytest.mark.rule("pbn", "34.0")
def test_behind_a_back_is_a_combat_unit_or_a_deception_marker_away_from_enemies() -> None:
    placed = {"1517": "JP-64", "2308": "JP-72", "hailar": ["JP-71", "JP-23HQ"], "1516": "SU-24"}
    match = board(placed, options=MASKED, face_down=["JP-64", "JP-72"])
    near = {top(s, JAPAN, at("1517")) for s in imagined(match)}
    far = {top(s, JAPAN, at("2308")) for s in imagined(match)}
    game = the_game()
    assert {game.sheet.ids[u] for u in near if u is not None} <= {"JP-64", "JP-71", "JP-72"}
    assert len(near) > 1
    assert {bool(game.deception >> u & 1) for u in far if u is not None} == {True, False}


@pytest.mark.rule("pbn", "8.2")
def test_somebody_is_suppressed_where_a_marker_shows_it() -> None:
    match = board({"1517": ["JP-64", "JP-1-8BG"], "0808": "SU-24"}, suppressed="JP-1-8BG")
    for s in imagined(match):
        assert s.at[at("1517")] & s.suppressed
    all_hit = board({"1517": "JP-64", "hailar": HIDDEN, "0808": "SU-24"}, suppressed="JP-64")
    for s in imagined(all_hit):
        assert ids(s.at[at("1517")] & s.game.fighting) == {"JP-64"}


@pytest.mark.rule("pbn", "8.2")
def test_beneath_a_back_on_a_fresh_unit_that_is_known_is_who_is_suppressed() -> None:
    """R94: JP-64 with its back up lies on JP-1-8BG, whom a battle has shown; beneath them JP-71 is suppressed."""
    placed = {"1517": ["JP-64", "JP-1-8BG", "JP-71"], "0808": "SU-24"}
    match = board(placed, options=MASKED, face_down=["JP-64", "JP-71"], suppressed="JP-71", shown="JP-1-8BG")
    for s in imagined(match):
        assert top(s, JAPAN, at("1517")) != unit("JP-1-8BG")
        assert (s.at[at("1517")] & s.suppressed).bit_count() == 1


def test_a_stack_that_has_been_examined_is_not_added_to() -> None:
    match = board({"1517": "JP-64", "hailar": HIDDEN, "1516": "SU-24"}, "soviet_combat")
    for s in imagined(match):
        assert ids(s.at[at("1517")]) == {"JP-64"}


def test_who_sets_up_has_in_hand_what_is_not_placed() -> None:
    match = Match(the_game().start("campaign", {}))
    do(match, "unit MN-15M", "hex 0808")
    for s in imagined(match, JAPAN):
        assert ids(s.in_box(SOVIET, "turn_1")) == {"MN-17M"}
        assert names(s.held(SOVIET)) == {"0808"}
        assert s.where[unit("SU-24")] == s.game.box("tamsag")


def test_a_spectator_imagines_both_sides() -> None:
    match = board({"1517": ["JP-64", *HIDDEN], "0808": ["SU-149", "SU-36HQ"]})
    found = list(imagined(match, None))
    assert len({s.where[unit("SU-36HQ")] for s in found}) > 1
    assert len({s.where[unit("JP-23HQ")] for s in found}) > 1


def test_the_enemy_can_move_on_in_the_follow_on_impulse() -> None:
    """10.2  Eligible are those in radius of the headquarters that are imagined to be activated."""
    match = board({"1517": "JP-23HQ", "1518": "JP-64", "0808": "SU-24"}, "japan_move", impulse=2, activated="JP-23HQ")
    for s in imagined(match):
        assert s.eligible >> unit("JP-64") & 1
        assert all(s.game.sheet.side[u] == JAPAN for u in members(s.eligible))


@pytest.mark.rule("pbn", "34.3")
def test_next_to_an_enemy_is_a_unit_even_if_there_is_only_one() -> None:
    """A deception marker there would be gone; the other back, though it comes first on the map, has to be one."""
    match = board({"1517": "JP-64", "0808": "JP-DEC-1", "1516": "SU-24"}, options=MASKED, face_down="JP-64")
    for s in imagined(match):
        assert top(s, JAPAN, at("1517")) == unit("JP-64")
        assert ids(s.at[at("0808")] & s.game.deception)


@pytest.mark.rule("pbn", "8.2")
def test_a_back_next_door_changes_nothing_beneath_a_marker() -> None:
    """Somebody suppressed lies beneath the open counter, and somebody else behind the back in the next hex."""
    beside = the_game().map.grid.name(at("1517") + 1)
    placed = {"1517": ["JP-64", "JP-1-8BG"], beside: "JP-72", "0808": "SU-24"}
    match = board(placed, options=MASKED, suppressed="JP-1-8BG", face_down="JP-72")
    for s in imagined(match):
        assert ids(s.at[at("1517")] & s.suppressed) in ({"JP-1-8BG"}, {"JP-72"})


@pytest.mark.rule("pbn", "34.3")
def test_who_is_suppressed_beneath_an_open_counter_may_be_a_deception_marker() -> None:
    """R103  Bombs fell on the marker alone; a unit came to it afterwards."""
    match = board({"1517": ["JP-64", "JP-DEC-1"], "0808": "SU-24"}, options=MASKED, suppressed="JP-DEC-1")
    for s in imagined(match):
        assert ids(s.at[at("1517")] & s.suppressed & s.game.deception)


@pytest.mark.rule("pbn", "34.0", "35.2")
def test_without_deception_markers_every_back_is_a_unit() -> None:
    placed = {"1517": "JP-64", "hailar": "JP-71", "0808": "SU-24"}
    match = board(placed, options={"face_down": True}, face_down="JP-64")
    tops = {top(s, JAPAN, at("1517")) for s in imagined(match)}
    assert tops == {unit("JP-64"), unit("JP-71")}


def out(match: Match, name: str) -> int:
    """In how many of thirty positions a unit is on the map."""
    return sum(s.on_map(JAPAN) >> unit(name) & 1 for s in imagined(match))


def test_who_has_only_just_come_is_in_the_base_until_his_side_moves() -> None:
    """6.21  Nobody of the Sixth Army has been seen yet. Where somebody has, the others may be out, too."""
    placed = {"1517": "JP-64", "hailar": "JP-6-1BG", "0808": "SU-24"}
    assert out(board(placed), "JP-6-1BG") <= 3
    assert out(board(placed, first_player="japan"), "JP-6-1BG") >= 27
    assert out(board(placed, impulse=2), "JP-6-1BG") >= 27
    assert 12 <= out(board({**placed, "1518": "JP-26"}), "JP-6-1BG") <= 27


def test_the_second_part_of_an_army_comes_a_turn_after_the_first() -> None:
    placed = {"1517": "JP-64", "turn_4": "JP-2KA", "0808": "SU-24"}
    due, base = map(the_game().box, ("turn_4", "hailar"))
    assert {s.where[unit("JP-2KA")] for s in imagined(board({**placed, "hailar": "JP-29IG"}))} == {due}
    assert {s.where[unit("JP-2KA")] for s in imagined(board({**placed, "1518": "JP-25"}, impulse=2))} == {due}
    known = [s.where[unit("JP-2KA")] for s in imagined(board({**placed, "1518": "JP-25"}))]
    assert due not in known
    assert known.count(base) >= 27


def test_the_headquarters_that_leads_most_is_the_most_likely_to_be_activated() -> None:
    placed = {"1517": "JP-64", "1518": "JP-72", "1616": "JP-71", "2308": "JP-26", "0808": "SU-24"}
    match = board({**placed, "hailar": ["JP-23HQ", "JP-6HQ"]}, impulse=2)
    commands, far = units("JP-23HQ", "JP-6HQ"), at("2308")
    both = (s for s in imagined(match, count=60) if s.on_map(JAPAN) & commands == commands)
    apart = [s for s in both if (s.at[far] & commands).bit_count() == 1]
    lone = sum(bool(commands & s.at[far] & s.activated) for s in apart)
    leading = sum(bool(commands & ~s.at[far] & s.activated) for s in apart)
    assert len(apart) >= 15
    assert leading >= 1.3 * lone
