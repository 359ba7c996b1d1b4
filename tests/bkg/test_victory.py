"""10.2  The end: final losses, objectives, points and the winner."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pytest

from khalkhin.engine.match import Match
from tests.bkg.positions import asked, board, do, fight, offered, place, position, refused, told, units

rule = pytest.mark.rule

SOVIET_FOOT = [f"SU-{regiment}-{n}" for regiment in (601, 602, 603) for n in (1, 2, 3)]
JAPANESE_FOOT = [f"JP-{regiment}-{n}" for regiment in (64, 71, 72) for n in (1, 2, 3)]
FAR_WEST = ["0201", "0203", "0205"]


def last_day(
    placed: Mapping[str, Sequence[str]] | None = None, phase: str = "jap_combat", flipped: Iterable[str] = ()
) -> Match:
    return board(placed or {}, phase, turn=31, flipped=flipped)


def ended(placed: Mapping[str, Sequence[str]] | None = None, flipped: Iterable[str] = ()) -> Match:
    """The game over with these units where they are."""
    match = do(last_day(placed, flipped=flipped), "done")
    assert match.over
    return match


def points(match: Match) -> dict[str, tuple[int, int]]:
    """Every line of the score: key -> points of the Soviets, of the Japanese."""
    lines = match.view(None)["score"]
    keys = {line["key"].removeprefix("vp.") for line in lines}
    of = {(line["key"].removeprefix("vp."), line["side"]): line["points"] for line in lines}
    return {key: (of.get((key, "soviet"), 0), of.get((key, "japan"), 0)) for key in keys}


def totals(match: Match) -> tuple[int, int]:
    assert match.state.result is not None
    soviet, japan = match.state.result.points
    return soviet, japan


EMPTY = {
    "nomonhan": (0, 20),
    "west_mountain": (25, 0),
    "jp_destroyed": (0, 0),
    "mc_destroyed": (0, 0),
    "cleared": (20, 0),
    "su_destroyed": (0, 0),
    "mn_destroyed": (0, 0),
    "jp_intact": (0, 0),
}


def test_an_empty_map() -> None:
    match = ended()
    assert points(match) == EMPTY
    assert totals(match) == (45, 20)


# -- objectives --


@rule("bkg", "10.2.b")
def test_v_107_nomonhan_is_held_by_who_entered_it_last() -> None:
    """K-66  Passing through is enough, and no garrison is needed."""
    match = last_day({"1411": "SU-24-1"}, "sov_move")
    do(match, "unit SU-24-1", "hex 1511", "hex 1512", "hex 1514", "done")
    assert place(match, "SU-24-1") == "1514"
    assert points(match)["nomonhan"] == (20, 0)
    do(match, "done", "done", "done", "done")
    assert match.over
    assert points(match)["nomonhan"] == (20, 0), "held with nobody in it"


@rule("bkg", "10.2.b")
def test_nomonhan_comes_back_with_the_first_japanese_unit() -> None:
    match = last_day({"1411": "SU-24-1", "1713": "MC-8RC"}, "sov_move")
    do(match, "unit SU-24-1", "hex 1511", "hex 1410", "done", "done", "done")
    assert points(match)["nomonhan"] == (20, 0)
    do(match, "unit MC-8RC", "hex 1512", "hex 1511", "hex 1611", "done")
    assert points(match)["nomonhan"] == (0, 20)
    do(match, "done", "done")
    assert points(match)["nomonhan"] == (0, 20)


@rule("bkg", "10.2.c")
@pytest.mark.parametrize(
    ("beside", "mountain"), [("0208", "0209"), ("0310", "0311"), ("0415", "0416"), ("0420", "0419"), ("0822", "0821")]
)
def test_each_mountain_west_of_the_river_counts_for_its_holder(beside: str, mountain: str) -> None:
    match = last_day({beside: "JP-64-1"}, "jap_move")
    assert points(match)["west_mountain"] == (25, 0)
    do(match, "unit JP-64-1", f"hex {mountain}", "done")
    assert points(match)["west_mountain"] == (20, 5)
    do(match, "done", "done")
    assert points(match)["west_mountain"] == (20, 5)


@rule("bkg", "10.2.c")
def test_mountains_east_of_the_river_do_not_count() -> None:
    match = do(last_day({"1010": "JP-64-1"}, "jap_move"), "unit JP-64-1", "hex 1011", "done")
    assert points(match)["west_mountain"] == (25, 0)


def test_k_66_retreats_and_advances_take_objectives_too() -> None:
    """A Soviet battalion retreats into Nomonhan; others advance into it."""
    attackers = ["JP-25-1", "JP-25-2", "JP-27-1"]
    match = board({"1411": "SU-601-1", "1310": attackers}, "jap_combat", dice=[(1, 2)])
    fight(match, "1411", *attackers)
    assert told(match, "log.result")["codes"] == "DRI AVI"
    do(match, "hex 1511")
    assert points(match)["nomonhan"] == (20, 0)
    won = ["SU-24-1", "SU-24-2", "SU-149-1"]
    match = board({"1411": won, "1511": "JP-13A-1"}, "sov_combat", dice=[(1, 2)])
    do(fight(match, "1511", *won), "unit SU-24-1")
    assert place(match, "SU-24-1") == "1511"
    assert points(match)["nomonhan"] == (20, 0)


def test_k_66_a_unit_that_breaks_out_takes_what_it_passes_through() -> None:
    """All hexes beside 0208 are in Soviet zones; the way out leads over Bain-Tsagan, 0209."""
    ring = {"0207": "SU-24-1", "0308": "SU-149-1", "0107": "SU-127-1"}
    match = board({"0208": "JP-64-1", **ring}, "sov_combat", dice=[(1, 2)])
    fight(match, "0208", *ring.values())
    assert told(match, "log.result")["codes"] == "DRI AVB"
    do(match, "unit SU-24-1", "hex 0209", "hex 0210")
    assert place(match, "JP-64-1") == "0210"
    assert points(match)["west_mountain"] == (20, 5)


# -- units --


@pytest.mark.parametrize(
    ("dead", "key", "worth"),
    [
        pytest.param(["JP-64-1", "JP-13A-1"], "jp_destroyed", (6, 0), marks=rule("bkg", "10.2.1.a")),
        pytest.param(["MC-8RC", "MC-SEK-1"], "mc_destroyed", (2, 0), marks=rule("bkg", "10.2.1.b")),
        pytest.param(["SU-601-1", "SU-212"], "su_destroyed", (0, 10), marks=rule("bkg", "10.2.2.a")),
        pytest.param(["MN-15-1", "MN-6A"], "mn_destroyed", (0, 4), marks=rule("bkg", "10.2.2.b")),
    ],
)
def test_units_destroyed(dead: list[str], key: str, worth: tuple[int, int]) -> None:
    match = ended({"destroyed": dead})
    assert points(match) == {**EMPTY, key: worth}


def test_k_70_units_off_the_map_are_not_destroyed() -> None:
    match = ended({"gone": ["SU-601-1"], "north": ["JP-64-1"], "east": ["MC-8RC"], "due": ["JP-27-1", "SU-480-1"]})
    assert points(match) == EMPTY


@rule("bkg", "10.2.1.c", "10.2.2.c")
def test_an_intact_japanese_unit_inside_the_line() -> None:
    """K-69  South of the line is inside as well as west of it."""
    for hex_ in ("0505", "2722"):
        match = ended({hex_: "JP-64-1"})
        assert points(match) == {**EMPTY, "cleared": (0, 0), "jp_intact": (0, 10)}


@rule("bkg", "10.2.1.c", "10.2.2.c")
def test_a_japanese_unit_with_losses_inside_the_line() -> None:
    match = ended({"0505": "JP-64-1"}, flipped=["JP-64-1"])
    assert points(match) == {**EMPTY, "cleared": (0, 0)}


@rule("bkg", "10.2.1.c", "10.2.2.c")
def test_a_japanese_unit_beyond_the_line() -> None:
    match = ended({"2505": ["JP-64-1", "JP-64-2"]})
    assert points(match) == EMPTY


@rule("bkg", "10.2.1.c", "10.2.2.c")
def test_v_84_manchurians_are_not_japanese() -> None:
    """K-68."""
    match = ended({"0505": ["MC-8RC", "MC-SEK-1"]})
    assert points(match) == EMPTY


@rule("bkg", "10.2.2.c")
def test_each_intact_unit_counts() -> None:
    match = ended({"0505": JAPANESE_FOOT[:4], "0707": JAPANESE_FOOT[4:6], "2505": JAPANESE_FOOT[6:]}, ["JP-64-1"])
    assert points(match)["jp_intact"] == (0, 50)


@rule("bkg", "10.2.2.c")
def test_v_106_over_the_line_on_the_last_day() -> None:
    """K-92  The Japanese move last."""
    match = last_day({"1611": "JP-64-1", "1508": "SU-601-1"}, "jap_move")
    assert points(match)["cleared"] == (20, 0)
    do(match, "unit JP-64-1", "hex 1512", "done", "done", "done")
    assert match.over
    assert points(match)["jp_intact"] == (0, 10)
    assert points(match)["cleared"] == (0, 0)


# -- final losses --


def three(places: Sequence[str], ids: Sequence[str]) -> dict[str, list[str]]:
    """Units three to a hex."""
    return {place_: list(ids[i * 3 : i * 3 + 3]) for i, place_ in enumerate(places) if ids[i * 3 : i * 3 + 3]}


@rule("bkg", "10.2.a")
@pytest.mark.parametrize(("flipped", "go"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (7, 2)])
def test_v_82_a_third_of_the_flipped_units_goes_rounded_down(flipped: int, go: int) -> None:
    ids = SOVIET_FOOT[:flipped]
    match = do(last_day(three(FAR_WEST, SOVIET_FOOT), flipped=ids), "done")
    for unit in ids[:go]:
        assert asked(match).message.key == "ask.attrition"
        do(match, f"unit {unit}")
    assert match.over
    assert [place(match, unit) for unit in SOVIET_FOOT].count("destroyed") == go
    assert points(match)["su_destroyed"] == (0, 5 * go)


@rule("bkg", "10.2.a")
def test_each_player_chooses_among_his_own_flipped_units_on_the_map() -> None:
    """K-67  Over all his nationalities together; the Soviet player first."""
    placed = {"0201": ["SU-601-1", "SU-602-1"], "0203": "MN-15-1", "2301": ["JP-64-1", "JP-71-1"], "2303": "MC-8RC"}
    flipped = ["SU-601-1", "SU-602-1", "MN-15-1", "JP-64-1", "JP-71-1", "MC-8RC"]
    match = do(last_day(placed, flipped=flipped), "done")
    assert (asked(match).side, asked(match).rule) == (0, "10.2.a")
    assert match.view(None)["phase"] == "phase.final_attrition"
    assert offered(match, "unit") == {"SU-601-1", "SU-602-1", "MN-15-1"}
    assert refused(match, "done") == "10.2.a"
    assert refused(match, "unit JP-64-1") == "10.2.a"
    do(match, "unit MN-15-1")
    assert asked(match).side == 1
    assert offered(match, "unit") == {"JP-64-1", "JP-71-1", "MC-8RC"}
    do(match, "unit MC-8RC")
    assert match.over
    assert points(match) == {**EMPTY, "mn_destroyed": (0, 2), "mc_destroyed": (1, 0)}


@rule("bkg", "10.2.a")
def test_unhurt_units_and_units_off_the_map_do_not_count() -> None:
    placed = {"0201": ["SU-601-1", "SU-602-1"], "0203": SOVIET_FOOT[6:], "gone": ["SU-127-1"], "due": ["SU-480-1"]}
    match = do(last_day(placed, flipped=["SU-601-1", "SU-602-1", "SU-127-1", "SU-480-1"]), "done")
    assert match.over


@rule("bkg", "10.2.a")
def test_a_unit_goes_once() -> None:
    ids = SOVIET_FOOT[:6]
    match = do(last_day(three(FAR_WEST, ids), flipped=ids), "done", "unit SU-601-1")
    assert offered(match, "unit") == set(ids[1:])
    assert refused(match, "unit SU-601-1") == "10.2.a"


@rule("bkg", "10.2.a")
def test_k_67_the_final_losses_come_before_all_counting() -> None:
    """The last Japanese unit inside the line is among the flipped ones: if it goes, the ground is cleared."""
    placed = {"0505": "JP-64-1", "2301": ["JP-71-1", "JP-72-1"]}
    flipped = ["JP-64-1", "JP-71-1", "JP-72-1"]
    stays = do(last_day(placed, flipped=flipped), "done", "unit JP-71-1")
    assert points(stays) == {**EMPTY, "jp_destroyed": (3, 0), "cleared": (0, 0)}
    goes = do(last_day(placed, flipped=flipped), "done", "unit JP-64-1")
    assert points(goes) == {**EMPTY, "jp_destroyed": (3, 0)}
    assert totals(goes) == (48, 20)


# -- the winner --


@rule("bkg", "10.2.d")
@pytest.mark.parametrize(
    ("dead", "intact", "winner", "sums"),
    [
        ([], [], 0, (45, 20)),
        (["SU-601-1"], [], 0, (45, 25)),
        (["SU-601-1"], ["JP-64-1"], 1, (25, 35)),
        (["SU-601-1", "SU-602-1", "SU-603-1", "SU-127-1", "SU-293-1"], [], None, (45, 45)),
        (["SU-601-1", "SU-602-1", "SU-603-1", "SU-127-1", "SU-293-1", "MC-8RC"], [], 0, (46, 45)),
        (["SU-601-1", "SU-602-1", "SU-603-1", "SU-127-1", "SU-293-1", "MN-15-1"], [], 1, (45, 47)),
    ],
    ids=["at the start", "one lost", "one intact", "a draw (K-71)", "by one point", "by two points"],
)
def test_more_points_win(dead: list[str], intact: list[str], winner: int | None, sums: tuple[int, int]) -> None:
    match = ended({"destroyed": dead, "0505": intact})
    assert totals(match) == sums
    assert match.state.result is not None
    assert (match.state.result.winner, match.state.result.how) == (winner, "points")
    told_sums = told(match, "log.score")
    assert (told_sums["soviet"], told_sums["japan"]) == sums


def test_the_soviet_player_is_not_told_who_is_unhurt_before_the_end() -> None:
    match = last_day({"0505": ["JP-64-1", "JP-64-2"]}, flipped=["JP-64-1"])
    of = {side: {x["key"]: x["points"] for x in match.view(side)["score"]} for side in ("soviet", "japan", None)}
    assert of["japan"]["vp.jp_intact"] == 10
    assert of["soviet"]["vp.jp_intact"] is None
    assert of[None]["vp.jp_intact"] is None
    do(match, "done")
    assert points(match)["jp_intact"] == (0, 10)
    opened = board({"0505": ["JP-64-1"]}, "jap_combat", turn=31, options={"open_strengths": True})
    assert points(opened)["jp_intact"] == (0, 10)


def test_the_score_so_far_names_the_rule_of_every_line() -> None:
    lines = last_day().view("japan")["score"]
    assert {(x["key"], x["rule"]) for x in lines} == {
        ("vp.nomonhan", "10.2.b"),
        ("vp.west_mountain", "10.2.c"),
        ("vp.jp_destroyed", "10.2.1.a"),
        ("vp.mc_destroyed", "10.2.1.b"),
        ("vp.cleared", "10.2.1.c"),
        ("vp.su_destroyed", "10.2.2.a"),
        ("vp.mn_destroyed", "10.2.2.b"),
        ("vp.jp_intact", "10.2.2.c"),
    }


def test_invariant_every_counter_is_somewhere_and_scored_once() -> None:
    match = ended({"destroyed": ["SU-601-1", "JP-64-1"], "0505": "JP-71-1"})
    assert sum(stack.bit_count() for stack in match.state.at.values()) == 128
    assert position(match).stack(match.game.box("destroyed")) == units("SU-601-1", "JP-64-1")
