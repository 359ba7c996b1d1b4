"""6.0  Air power: the points of each turn, support of both sides, air strikes."""

from __future__ import annotations

import pytest

from khalkhin.engine.errors import Illegal
from khalkhin.engine.match import Match
from tests.bkg.battles import ROLLS, codes, column, declare, listed, odds, play_out, preview, prompted, strike, support
from tests.bkg.positions import board, do, fight, is_flipped, offered, place, refused, the_game, told, why

RULE = pytest.mark.rule


def pools(match: Match) -> list[int]:
    """The air points left to the Soviets and to the Japanese, as everybody sees them."""
    found: list[int] = match.view(None)["tracks"]["air"]
    return found


# -- 6.0: points by turn -----------------------------------------------------------------------------------------------


def next_turn(turn: int) -> list[int]:
    """The points at the start of a turn, after one in which nothing was left."""
    match = board({}, "jap_combat", turn=turn - 1, air=(0, 0))
    return pools(do(match, "done"))


@RULE("bkg", "6.0", "6.0.a", "6.1")
def test_air_points_of_turns_20_and_21() -> None:
    match = Match(the_game().start())
    while match.view(None)["phase"] == "phase.setup_reserve":
        match.decide(next(match.choices()))
    assert pools(match) == [20, 10]
    assert next_turn(21) == [20, 10]


@RULE("bkg", "6.0", "6.0.b", "6.1")
@pytest.mark.parametrize("turn", [22, 23, 24, 25])
def test_air_points_of_turns_22_to_25(turn: int) -> None:
    assert next_turn(turn) == [15, 5]


@RULE("bkg", "6.0", "6.0.c", "6.1")
@pytest.mark.parametrize("turn", [26, 27, 28, 29, 30, 31])
def test_air_points_of_turns_26_to_31(turn: int) -> None:
    assert next_turn(turn) == [10, 10]


@RULE("bkg", "6.2.d")
def test_points_not_used_are_lost() -> None:
    match = board({}, "jap_combat", turn=21, air=(20, 10))
    assert pools(do(match, "done")) == [15, 5]


# -- 6.1: support ------------------------------------------------------------------------------------------------------

BOTH = {"0320": ["SU-601-1"], "0321": ["JP-64-1"]}


@RULE("bkg", "6.1.a")
def test_any_number_of_points_supports_an_attack() -> None:
    """K-49: one point is one point of strength; three to six is for strikes only."""
    for points in (1, 2, 7, 15):
        match = declare(board(BOTH, "sov_combat", air=(15, 0), dice=[(1, 1)]), "0321", "SU-601-1")
        assert offered(match, "air") == set(range(1, 16))
        do(match, f"air {points}")
        assert preview(match, "soviet")["attack"] == 2 + points
        do(match, "commit")
        assert odds(match)[:2] == (2 + points, 4)
        assert pools(match) == [15 - points, 0]


@RULE("bkg", "6.1.a")
def test_points_are_named_once() -> None:
    match = declare(board(BOTH, "sov_combat", air=(15, 0)), "0321", "SU-601-1", air=3)
    assert offered(match, "air") == set()
    reason = why(match, "air 4")
    assert (reason.rule, reason.key, reason.params["points"]) == ("6.1.a", "why.air-named", 3)


@RULE("bkg", "6.1.c")
def test_nobody_spends_more_than_the_marker_shows() -> None:
    match = declare(board(BOTH, "sov_combat", air=(4, 2)), "0321", "SU-601-1")
    assert offered(match, "air") == {1, 2, 3, 4}
    assert refused(match, "air 5") == "6.1.c"
    for points in (0, -1):
        assert refused(match, f"air {points}") == "6.1.a", "that is no support"
    do(match, "air 4", "commit")
    assert pools(match) == [0, 2], "the marker shows at once what is left"
    assert offered(match, "air") == {1, 2}
    assert refused(match, "air 3") == "6.1.c"
    assert refused(match, "air 0") == "6.1.a"
    do(match, "air 2")
    assert offered(match, "air") == set()
    assert pools(match) == [0, 2], "not before the answer is final"
    do(match, "commit")
    assert pools(match) == [0, 0]


@RULE("bkg", "6.1.b")
def test_points_support_the_defence_in_the_enemys_phase() -> None:
    match = do(declare(board(BOTH, "sov_combat", air=(0, 3), dice=[(1, 1)]), "0321", "SU-601-1"), "commit")
    assert prompted(match) == ("japan", "5.1.1.e")
    support(match, air=3)
    assert odds(match)[:2] == (2, 7)
    assert pools(match) == [0, 0]


@RULE("bkg", "6.2.e")
def test_air_points_are_announced() -> None:
    """Each side is told the points of the other: the attack's before the answer, the defence's with it."""
    match = do(declare(board(BOTH, "sov_combat", air=(5, 3), dice=[(1, 1)]), "0321", "SU-601-1", air=5), "commit")
    line = match.view("japan")["log"][-1]
    assert (line["key"], line["rule"]) == ("log.attack", "5.1.1.a")
    assert line["params"] == {"units": ["SU-601-1"], "hex": "0321", "air": 5}
    assert preview(match, "japan")["attack"] == 7
    support(match, air=2)
    assert told(match, "log.defence") == {"units": ["JP-64-1"], "hex": "0321", "air": 2}
    assert odds(match) == (7, 6, "1-1")


def test_points_are_gone_whatever_comes_of_it() -> None:
    """K-95"""
    match = board(BOTH, "sov_combat", air=(10, 4), dice=[(3, 4)])
    do(declare(match, "0321", "SU-601-1", air=10), "commit")
    support(match, air=4)
    play_out(match)
    assert pools(match) == [0, 0]


@RULE("bkg", "6.1.b", "6.2.d")
def test_v_91_one_pool_for_the_whole_turn() -> None:
    """K-75: what the Soviet phase leaves serves in the Japanese one; nothing is refilled before the next turn."""
    match = board(BOTH, "sov_combat", turn=22, dice=[(3, 4), (3, 4)])
    assert pools(match) == [15, 5]
    do(declare(match, "0321", "SU-601-1", air=9), "commit")
    support(match, air=3)
    assert codes(match) == "DVI ARB"
    do(match, "hex 0319", "done")
    do(match, "unit JP-64-1", "hex 0320", "done", "done")
    assert pools(match) == [6, 2]
    declare(match, "0319", "JP-64-1")
    assert offered(match, "air") == {1, 2}
    do(match, "air 2", "commit")
    assert offered(match, "air") == {1, 2, 3, 4, 5, 6}
    do(match, "commit")
    play_out(match)
    do(match, "done")
    assert (match.view(None)["tracks"]["turn"], pools(match)) == (23, [15, 5])


# -- 6.2: air strikes --------------------------------------------------------------------------------------------------


def struck(points: int, stack: list[str], hex_: str = "0321", roll: tuple[int, int] = (3, 4)) -> Match:
    return strike(board({hex_: stack}, "sov_combat", air=(6, 5), dice=[roll]), hex_, points)


def worth(match: Match) -> tuple[int, int, str]:
    """Index, value and column of the last bombardment."""
    found = told(match, "log.bombardment")
    return found["index"], found["value"], column(match)


@RULE("bkg", "6.2", "6.2.a", "6.2.c")
def test_e_07_six_points_on_two_infantry_and_a_gun() -> None:
    match = struck(6, ["JP-64-1", "JP-64-2", "JP-13A-1"])
    assert worth(match) == (4, 24, "13-24")
    assert told(match, "log.strike") == {"hex": "0321", "air": 6, "side": "soviet"}
    assert pools(match) == [0, 5]


@RULE("bkg", "6.2.b", "6.2.c")
def test_e_08_the_same_in_rough_ground() -> None:
    """0318 is rough."""
    match = struck(6, ["JP-64-1", "JP-64-2", "JP-13A-1"], "0318")
    assert worth(match) == (4, 24, "1-12")
    assert listed(told(match, "log.bombardment")) == [("5.1.2", -1)]


@RULE("bkg", "6.2.b")
def test_terrain_ends_at_the_first_column() -> None:
    """K-56: there is no column before 1-12."""
    match = struck(3, ["JP-64-1"], "0416", roll=(1, 1))
    assert worth(match) == (1, 3, "1-12")
    assert listed(told(match, "log.bombardment")) == [("5.1.2", -3)]
    assert codes(match) == "DB"


def test_v_37_the_strongest_strike() -> None:
    match = struck(6, ["JP-13A-1", "JP-13A-2", "JP-13A-3", "JP-13A-4"])
    assert worth(match) == (8, 48, "37-48")


def test_flipped_units_are_as_vulnerable_as_others() -> None:
    """K-57"""
    stack = ["JP-64-1", "JP-13A-1"]
    match = strike(board({"0321": stack}, "sov_combat", air=(6, 0), flipped=stack, dice=[(3, 4)]), "0321", 4)
    assert worth(match) == (3, 12, "1-12")


@RULE("bkg", "6.2.f")
def test_v_32_three_to_six_points() -> None:
    match = do(board({"0321": ["JP-64-1"]}, "sov_combat", air=(15, 0)), "strike 0321")
    assert offered(match, "air") == {3, 4, 5, 6}
    assert offered(match, "commit") == set()
    assert refused(match, "commit") == "6.2.f"
    for points in (0, 1, 2, 7, 15):
        assert refused(match, f"air {points}") == "6.2.f"
    do(match, "air 3")
    assert refused(match, "air 4") == "6.1.a", "once named"
    assert offered(match, "commit") == {None}


@RULE("bkg", "6.2.f")
def test_v_32_the_last_three_points() -> None:
    match = strike(board({"0321": ["JP-64-1"]}, "sov_combat", air=(3, 0), dice=[(3, 4)]), "0321", 3)
    assert pools(match) == [0, 0]
    four = do(board({"0321": ["JP-64-1"]}, "sov_combat", air=(4, 0)), "strike 0321")
    assert offered(four, "air") == {3, 4}
    assert refused(four, "air 5") == "6.1.c"
    two = board({"0321": ["JP-64-1"]}, "sov_combat", air=(2, 0))
    assert offered(two, "strike") == set()
    assert refused(two, "strike 0321") == "6.2.f"


@RULE("bkg", "6.2")
def test_a_strike_is_made_by_air_power_alone_and_reaches_everywhere() -> None:
    placed = {"0320": ["SU-601-1"], "0321": ["JP-64-1", "JP-64-2"], "2701": ["JP-71-1"], "0319": ["SU-82A-1"]}
    match = board(placed, "sov_combat", air=(6, 0), dice=[(1, 1)])
    assert offered(match, "strike") == {"2701"}, "0321 is kept for the unit that has to attack it"
    assert refused(match, "strike 0422") == "5.0", "nobody is there"
    do(match, "strike 2701")
    for unit in ("SU-601-1", "SU-82A-1"):
        assert refused(match, f"unit {unit}") == "6.2"


@RULE("bkg", "6.2.g")
def test_v_34_no_hex_is_attacked_twice_in_a_phase() -> None:
    """By whatever kinds of attack, in whatever order."""
    placed = {
        "0320": ["SU-601-1", "SU-602-1"], "0319": ["SU-82A-1", "SU-82A-2"], "0321": ["JP-64-1"], "0421": ["JP-71-1"],
    }  # fmt: skip
    for first in (["strike 0321", "air 3", "commit"], ["bombard 0321", "unit SU-82A-1", "commit"]):
        match = do(board(placed, "sov_combat", air=(15, 0), dice=[(3, 4)]), *first)
        for kind in ("attack", "bombard", "strike"):
            assert offered(match, kind) <= {"0421"}
            reason = why(match, f"{kind} 0321")
            assert (reason.rule, reason.key) == ("6.2.g", "why.attacked")
        assert match.view("japan")["markers"]["0321"] == ["marker.attacked"]
    match = fight(board(placed, "sov_combat", air=(15, 0), dice=[(1, 1)]), "0321", "SU-601-1")
    assert place(match, "JP-64-1") == "0321"
    for kind in ("attack", "bombard", "strike"):
        assert refused(match, f"{kind} 0321") == "6.2.g"


@RULE("bkg", "6.2.g")
def test_all_hexes_attacked_in_a_phase_are_remembered() -> None:
    match = board({"0321": ["JP-64-1"], "0523": ["JP-71-1"], "0123": ["JP-72-1"]}, "sov_combat", dice=[(3, 4)] * 2)
    strike(strike(match, "0321", 3), "0523", 3)
    assert offered(match, "strike") == {"0123"}
    assert refused(match, "strike 0321") == refused(match, "strike 0523") == "6.2.g"


@RULE("bkg", "6.2.g")
def test_v_35_the_enemys_phase_begins_afresh() -> None:
    """K-50: a Soviet strike on 0321, then a Japanese one on the Soviets beside it; and the next day 0321 again."""
    placed = {"0321": ["JP-64-1"], "2320": ["SU-601-1"]}
    match = strike(board(placed, "sov_combat", turn=26, dice=[(3, 4)] * 3), "0321", 3)
    do(match, "done", "done")
    strike(match, "2320", 3)
    do(match, "done", "done")
    assert match.view(None)["tracks"]["turn"] == 27
    assert "0321" in offered(match, "strike")


def test_v_92_only_the_phasing_side_strikes() -> None:
    """K-95: the other side's points serve its defence and nothing else."""
    match = board({**BOTH, "0121": ["SU-602-1"]}, "sov_combat", air=(0, 5))
    with pytest.raises(Illegal) as refusal:
        match.play("strike", "0121", side="japan")
    assert refusal.value.reason.key == "engine.not-asked"
    do(declare(match, "0321", "SU-601-1"), "commit")
    assert refused(match, "strike 0121") == "5.1.1.e"


def test_both_sides_strike_in_their_own_phase() -> None:
    match = board({"0121": ["SU-602-1"], "2320": ["JP-64-1"]}, "jap_combat", air=(0, 5), dice=[(1, 1)])
    assert offered(match, "strike") == {"0121"}
    strike(match, "0121", 5)
    assert pools(match) == [0, 0]
    assert is_flipped(match, "SU-602-1")


def test_k_80_encirclement_and_formations_do_not_count_in_a_strike() -> None:
    """A complete regiment in the middle of Soviet zones."""
    ring = {"0223": ["SU-212"], "0423": ["SU-NKVD"], "0319": ["SU-480-1"], "0220": ["SU-480-2"], "0520": ["SU-480-3"]}
    placed = {**ring, "0321": ["JP-64-1", "JP-64-2", "JP-64-3"]}
    match = strike(board(placed, "sov_combat", air=(6, 0), dice=[(3, 4)]), "0321", 6)
    assert listed(told(match, "log.bombardment")) == []
    assert worth(match) == (3, 18, "13-24")


def test_k_37_the_penalty_beyond_the_border_counts_in_a_strike() -> None:
    for penalised, expected in (["SU-601-1"], "13-24"), ([], "1-12"):
        placed = {"1703": ["SU-601-1", "SU-601-2"]}
        match = board(placed, "jap_combat", air=(0, 6), penalised=penalised, dice=[(3, 4)])
        assert column(strike(match, "1703", 6)) == expected


@RULE("bkg", "6.2.b")
def test_rivers_do_not_count_in_a_strike() -> None:
    """0508 is open and has the wide Khalkhin on three sides; 0612 is rough and has it on two."""
    assert worth(struck(6, ["JP-64-1", "JP-64-2", "JP-64-3"], "0508")) == (3, 18, "13-24")
    assert listed(told(struck(6, ["JP-64-1"], "0612"), "log.bombardment")) == [("5.1.2", -1)]


@RULE("bkg", "5.1.1.d")
def test_the_preview_of_a_strike_tells_what_each_index_would_mean() -> None:
    """K-93: not the index itself, which would tell the types. Two units have an index of 2, 3 or 4."""
    placed = {"0318": ["JP-13A-1", "JP-13A-2"]}
    match = do(board(placed, "sov_combat", air=(6, 0)), "strike 0318", "air 6")
    seen = preview(match, "soviet")
    assert (seen["attack"], seen["column"], listed(seen)) == (6, None, [("5.1.2", -1)])
    assert [(c["defence"], c["column"]) for c in seen["cases"]] == [("2", "1-12"), ("3", "1-12"), ("4", "1-12")]
    mixed = do(board({"0321": ["JP-13A-1", "JP-64-1"]}, "sov_combat", air=(5, 0)), "strike 0321", "air 5")
    assert [(c["defence"], c["column"]) for c in preview(mixed, "soviet")["cases"]] == [
        ("2", "1-12"),
        ("3", "13-24"),
        ("4", "13-24"),
    ]
    shown = board({"0321": ["JP-13A-1", "JP-64-1"]}, "sov_combat", air=(5, 0), options={"open_strengths": True})
    assert preview(do(shown, "strike 0321", "air 5"), "soviet")["column"] == "13-24"


# -- T3: the table of bombardments -------------------------------------------------------------------------------------

STACKS = {
    "1-12": (6, ["JP-64-1", "JP-64-2"]),  # 12
    "13-24": (6, ["JP-64-1", "JP-64-2", "JP-64-3", "JP-71-1"]),  # 24
    "25-36": (6, ["JP-64-1", "JP-64-2", "JP-13A-1", "JP-13A-2"]),  # 36
    "37-48": (6, ["JP-13A-1", "JP-13A-2", "JP-13A-3", "JP-13A-4"]),  # 48
}
"""For each column a strike that is worth its last value; the last column needs artillery."""

DB = {"1-12": {2, 12}, "13-24": {2, 3, 11, 12}, "25-36": {2, 3, 4, 10, 11, 12}, "37-48": {2, 3, 4, 5, 9, 10, 11, 12}}
"""The totals of the dice that hit."""


@RULE("bkg", "T3", "T3.rows", "T3.a", "T3.b")
@pytest.mark.parametrize("name", STACKS)
def test_every_cell_of_the_bombardment_table(name: str) -> None:
    points, stack = STACKS[name]
    for total, roll in ROLLS.items():
        match = struck(points, stack, roll=roll)
        hit = total in DB[name]
        assert (column(match), codes(match)) == (name, "DB" if hit else "DI")
        assert prompted(match) == (("japan", "T3.b") if hit else ("soviet", "5.0"))
        assert not any(is_flipped(match, unit) for unit in stack)


@RULE("bkg", "T3.b")
def test_v_39_the_owner_chooses_who_takes_the_loss() -> None:
    """The flipped unit may be given up, or the fresh one flipped."""
    stack = ["JP-64-1", "JP-71-1"]
    match = board({"0321": stack}, "sov_combat", air=(6, 0), flipped=["JP-64-1"], dice=[(1, 1)])
    strike(match, "0321", 3)
    assert offered(match, "unit") == set(stack)
    other = do(match.clone(), "unit JP-71-1")
    assert is_flipped(other, "JP-71-1")
    assert place(other, "JP-64-1") == "0321"
    do(match, "unit JP-64-1")
    assert place(match, "JP-64-1") == "destroyed"
    assert not is_flipped(match, "JP-71-1")
    assert prompted(match) == ("soviet", "5.0"), "no retreat, no advance"


@RULE("bkg", "T3.a")
def test_di_changes_nothing() -> None:
    match = struck(3, ["JP-64-1"])
    assert codes(match) == "DI"
    assert (place(match, "JP-64-1"), is_flipped(match, "JP-64-1")) == ("0321", False)


# -- T4: vulnerability to air power ------------------------------------------------------------------------------------


def air_index(unit: str) -> int:
    side = "sov_combat" if unit[:2] in ("JP", "MC") else "jap_combat"
    match = strike(board({"0321": [unit]}, side, air=(6, 6), dice=[(3, 4)]), "0321", 3)
    return worth(match)[0]


@pytest.mark.parametrize(
    ("counters", "index"),
    [
        pytest.param(
            "SU-601-1 SU-24-1 SU-7B-1 SU-212 MN-15-1 JP-23ENG SU-5MG-1", 1, marks=RULE("bkg", "T4", "T4.a"), id="foot"
        ),
        pytest.param("SU-6T-1 JP-3RT SU-36RCM JP-7RCM", 2, marks=RULE("bkg", "T4", "T4.b"), id="armour"),
        pytest.param("SU-82A-1 JP-7M-1 SU-82AT MN-6A", 2, marks=RULE("bkg", "T4", "T4.c"), id="artillery"),
    ],
)
def test_vulnerability_to_air_power(counters: str, index: int) -> None:
    assert {unit: air_index(unit) for unit in counters.split()} == dict.fromkeys(counters.split(), index)


def test_v_110_the_air_index_adds_up() -> None:
    stack = ["SU-7B-1", "SU-82A-1", "SU-36RCM"]
    match = strike(board({"0321": stack}, "jap_combat", air=(0, 5), dice=[(3, 4)]), "0321", 3)
    assert worth(match) == (5, 15, "13-24")


def test_a_strike_shows_the_target_only_while_it_lasts() -> None:
    """2.5: the types are told with the value; afterwards the units are hidden again."""
    match = strike(board({"0321": ["JP-64-1", "JP-71-1"]}, "sov_combat", air=(3, 0), dice=[(1, 1)]), "0321", 3)
    assert told(match, "log.target") == {"units": ["JP-64-1", "JP-71-1"], "hex": "0321"}
    assert [c.get("id") for c in match.view("soviet")["places"]["0321"]] == ["JP-64-1", "JP-71-1"]
    do(match, "unit JP-64-1")
    assert match.view("soviet")["places"]["0321"] == [{"nation": "JP"}, {"nation": "JP"}]
    assert is_flipped(match, "JP-64-1")
