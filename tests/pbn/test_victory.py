"""24.0, 25.3, JVP, SVP  Victory: points for eliminations and objectives, sudden death, and the levels at the end."""

from __future__ import annotations

import pytest

from khalkhin.board.hexset import members
from khalkhin.games.pbn.elimination import eliminate
from khalkhin.games.pbn.victory import decide, level, objectives, sudden_death, worth
from tests.pbn.positions import at, board, keys, place, points, position, the_game, told, unit, units

rule = pytest.mark.rule
CENTER = "2010"
EASTERN = ("1506", "1512", "1413", "1614", "2216", "2517")
WESTERN = ("1008", "1216")
VALUES = {
    # JVP.1-10, what a Soviet counter is worth to the Japanese
    6: "SU-11A SU-6A SU-7 SU-8 SU-9",
    5: "SU-36HQ SU-57cHQ SU-82HQ SU-57dHQ SU-NOG SU-COG SU-SOG SU-152HQ",
    3: "SU-24 SU-76 SU-149 SU-5MG SU-601 SU-602 SU-603 SU-57AA SU-57E SU-212 SU-80a SU-80b SU-80c SU-480 SU-85AA "
    "SU-1E SU-544 SU-644 "
    # SVP.3, SVP.4
    "JP-64 JP-71 JP-72 JP-26 JP-28 JP-24E JP-25 JP-27 JP-16 JP-30 JP-4 JP-29 JP-8 JP-70 JP-37 JP-61 JP-KAE JP-23C "
    "JP-29C JP-23R JP-7R JP-2R JP-4R",
    2: "SU-36A SU-36R SU-57R SU-152R",
    1: "MN-15M MN-17M MN-22M MN-23M SU-OT130 SU-7BG "
    # SVP.5, SVP.6
    "JP-1-8BG JP-2-8BG JP-6-1BG JP-29IG JP-1-10AA JP-2-10AA JP-1KA JP-2KA JP-3KA MC-4H MC-5H MC-12H MC-1M MC-8M MC-Sek",
    # SVP.1, SVP.2
    9: "JP-3A JP-4A JP-5A",
    4: "JP-23HQ JP-6HQ JP-YokHQ JP-7HQ JP-2HQ JP-4HQ JP-3CHQ",
}


def holders(count: int, side: str) -> list[str]:
    """Land units of a side, any of them."""
    game = the_game()
    who = game.sides.index(side)
    fighting = members(game.fighting & game.sheet.of_side[who] & ~game.battalion)
    return [game.sheet.ids[u] for u, _ in zip(fighting, range(count), strict=False)]


def hold(side: str, *hexes: str) -> dict[str, str]:
    return dict(zip(hexes, holders(len(hexes), side), strict=True))


# -- eliminations ------------------------------------------------------------------------------------------------------


@rule("pbn", "24.1", "24.1.1", "24.4", "JVP.1", "JVP.2", "JVP.3", "JVP.4", "JVP.5", "JVP.6", "JVP.7", "JVP.8")
@rule("pbn", "SVP.1", "SVP.2", "SVP.3", "SVP.4", "SVP.5", "SVP.6")
def test_every_unit_has_its_value() -> None:
    """E17: scored by the enemy, at once."""
    listed = {name: value for value, names in VALUES.items() for name in names.split()}
    game = the_game()
    every = game.fighting | game.headquarters
    assert set(listed) == {game.sheet.ids[u] for u in members(every & ~game.battalion)}
    for name, value in listed.items():
        match = board({"1008": name}, "soviet_logistics")
        eliminate(position(match), units(name), "15.2")
        side = game.sheet.side[unit(name)]
        assert points(match) == ((0, value) if side == 0 else (value, 0)), name
        assert place(match, name) == "replaceable"


@rule("pbn", "JVP.7", "JVP.8", "SVP.5", "24.4")
def test_battalions_by_their_own_line() -> None:
    """E17, T108, R106: three battalions of a Japanese regiment are worth the regiment; a 12-8-14 in pieces is 8."""
    game = the_game()
    worth_ = {3114: 2, 1214: 2, 112: 1, 18: 1, 2212: 1, 1212: 1, 1210: 1, 1110: 1}
    for u in members(game.battalion):
        line = int(f"{game.attack[u] or ''}{game.defence[u]}{game.movement[u] // 12}")
        assert game.value[u] == worth_[line], game.sheet.ids[u]
    whole = {
        "JP-64": 3,
        "JP-26": 3,
        "JP-4": 3,
        "SU-11A": 6,
        "SU-7": 6,
        "SU-24": 3,
        "SU-5MG": 3,
        "SU-80a": 3,
        "SU-212": 3,
    }
    parts = {
        "JP-64": 3,
        "JP-26": 3,
        "JP-4": 3,
        "SU-11A": 8,
        "SU-7": 6,
        "SU-24": 3,
        "SU-5MG": 4,
        "SU-80a": 4,
        "SU-212": 3,
    }
    for name in whole:
        recipe = game.recipe[unit(name)]
        assert recipe is not None
        assert game.value[unit(name)] == whole[name]
        assert sum(game.value[next(members(game.battalions[recipe.side, p]))] for p in recipe.parts) == parts[name], (
            name
        )


@rule("pbn", "JVP.10", "SVP.8")
def test_supply_is_worth_nothing() -> None:
    match = board({}, "soviet_logistics", supply={"soviet": {"1008": 1}, "japan": {"1812": 1}})
    eliminate(position(match), units("SU-SUP-1", "JP-SUP-1"), "15.2")
    assert points(match) == (0, 0)
    assert place(match, "SU-SUP-1") == "out"


@rule("pbn", "24.4")
def test_lost_for_good_or_not_it_scores() -> None:
    match = board({"1812": "JP-64"}, "soviet_logistics", doomed=units("JP-64"))
    eliminate(position(match), units("JP-64"), "15.2")
    assert (place(match, "JP-64"), points(match)) == ("permanent", (3, 0))


@rule("pbn", "SCM.3", "24.1.1", "24.1.2")
def test_everything_counts_twice_in_a_crisis() -> None:
    """T87: a Japanese regiment eliminated, and two eastern objectives: 6 + 8"""
    placed = {**hold("soviet", "1506", "1512"), "2303": "JP-64", "effect": "SU-CM-CRISIS"}
    match = board(placed, "victory", dice=[])
    assert points(match) == (8, 0)
    twice = board({"2303": "JP-64", "effect": "SU-CM-CRISIS"}, "soviet_logistics")
    eliminate(position(twice), units("JP-64"), "15.2")
    assert points(twice) == (6, 0)


# -- objectives --------------------------------------------------------------------------------------------------------


@rule("pbn", "24.6", "JVP.11", "JVP.12", "SVP.9", "SVP.10", "SVP.11")
def test_what_objectives_are_worth() -> None:
    s = position(board({}, "soviet_logistics"))
    found = {s.game.map.grid.name(h): (worth(s, 0, h), worth(s, 1, h)) for h in members(s.game.objectives)}
    assert found == {CENTER: (5, 1), **dict.fromkeys(EASTERN, (2, 1)), **dict.fromkeys(WESTERN, (0, 3))}


@rule("pbn", "24.1.2", "4.1.16", "24.6", "SVP.9", "SVP.10")
def test_objectives_score_in_the_victory_phase() -> None:
    """T96: Nomonhan and one in the east: 5 + 2, not 5 + 2 + 2"""
    match = board(hold("soviet", CENTER, "1506"), "victory")
    assert points(match) == (7, 0)
    assert told(match, "log.objectives") == {"side": "soviet", "count": 7}


@rule("pbn", "24.6", "JVP.11", "JVP.12", "SVP.11")
def test_both_sides_score() -> None:
    placed = {**hold("soviet", "1216", "2517"), **hold("japan", "1008", "1413", CENTER)}
    assert points(board(placed, "victory")) == (2, 5)


@rule("pbn", "24.6", "24.1.2")
def test_an_objective_is_held_by_who_stands_there() -> None:
    """T95: who only passed through has nothing; neither has who is beside it."""
    assert points(board(hold("soviet", "1507", "2011"), "victory")) == (0, 0)


@rule("pbn", "24.6", "2.36.12")
@pytest.mark.parametrize("who", ["JP-23HQ", "JP-SUP-1", "JP-64"])
def test_land_units_of_any_kind_hold_objectives(who: str) -> None:
    """R62"""
    assert points(board({"1506": who}, "victory")) == (0, 1)


@rule("pbn", "24.6", "2.36.12", "34.3")
def test_deception_markers_hold_nothing() -> None:
    """Though the enemy cannot tell."""
    match = board({"1506": "JP-DEC-1", "0110": "SU-24"}, "soviet_move", options={"deception": True})
    s = position(match)
    seen = {viewer: next(o.holder for o in objectives(s, viewer) if o.hex == at("1506")) for viewer in (0, 1, None)}
    assert seen == {0: 1, 1: None, None: 1}
    coming = {
        v: [x["count"] for x in match.view(v)["score"] if x["key"] == "vp.objectives"] for v in ("soviet", "japan")
    }
    assert coming == {"soviet": [0, 1], "japan": [0, 0]}
    assert points(board({"1506": "JP-DEC-1"}, "victory", options={"deception": True})) == (0, 0)


@rule("pbn", "24.1", "SCM.3")
def test_the_score_as_it_stands() -> None:
    match = board({**hold("soviet", CENTER), "effect": "SU-CM-CRISIS"}, "soviet_move", points=(4, 9))
    lines = [(x["side"], x["key"], x["count"], x["points"]) for x in match.view("soviet")["score"]]
    assert lines == [
        ("soviet", "vp.points", 4, 4),
        ("japan", "vp.points", 9, 9),
        ("soviet", "vp.objectives", 10, 0),
        ("japan", "vp.objectives", 0, 0),
    ]


@rule("pbn", "24.6")
def test_the_objectives_that_clients_show() -> None:
    shown = objectives(position(board(hold("japan", CENTER), "soviet_move")), 0)
    found = {o.hex: (o.points, o.holder, o.each) for o in shown}
    assert found[at(CENTER)] == (1, 1, (5, 1))
    assert found[at("1008")] == (3, None, (0, 3))
    assert found[at("1506")] == (2, None, (2, 1))
    assert len(found) == 9


@rule("pbn", "25.3")
def test_both_sides_start_with_nothing() -> None:
    assert the_game().start("campaign").points == (0, 0)


# -- sudden death ------------------------------------------------------------------------------------------------------


@rule("pbn", "24.3", "25.3.1", "25.3.2", "4.1.16")
@pytest.mark.parametrize(("side", "number"), [("soviet", "25.3.2"), ("japan", "25.3.1")])
def test_nomonhan_and_seven_others(side: str, number: str) -> None:
    """T94: at once, in whatever month; the points of the phase are scored first."""
    match = board(hold(side, CENTER, *EASTERN, "1008"), "victory", month=2)
    assert match.over
    score = [17, 0] if side == "soviet" else [0, 10]
    assert match.result() == {"winner": side, "how": "sudden-death", "points": score}
    (line,) = (e for e in match.log if e.key == "log.sudden-death")
    assert (line.rule, line.loud) == (number, True)


@rule("pbn", "24.3", "25.3.1", "25.3.2")
@pytest.mark.parametrize("side", ["soviet", "japan"])
def test_less_is_not_enough(side: str) -> None:
    """T94, T104"""
    for held in ((CENTER, *EASTERN), (CENTER, *EASTERN[:5], "1008"), (*EASTERN, *WESTERN)):
        match = board(hold(side, *held), "victory", levels=(0, 0))
        assert not match.over
    assert points(board(hold("japan", CENTER, *EASTERN), "victory", levels=(0, 0))) == (0, 7)


@rule("pbn", "25.3.1", "2.36.12")
def test_supply_is_enough_to_hold_the_eighth() -> None:
    """T94"""
    match = board({**hold("japan", CENTER, *EASTERN), "1216": "JP-SUP-1"}, "victory")
    assert (match.result() or {})["how"] == "sudden-death"


@rule("pbn", "25.3.1", "25.3.2")
def test_sudden_death_for_every_set_of_objectives() -> None:
    """All 512 sets against the words of the rule."""
    every = (CENTER, *EASTERN, *WESTERN)
    army = holders(9, "japan")
    match = board(dict(zip(every, army, strict=True)), "soviet_logistics")
    s = position(match)
    for number in range(512):
        held = [hex_ for n, hex_ in enumerate(every) if number >> n & 1]
        for name, hex_ in zip(army, every, strict=True):
            s.put(unit(name), at(hex_) if hex_ in held else s.game.box("out"))
        assert sudden_death(s, 1) == (CENTER in held and len(held) - 1 >= 7)
        assert not sudden_death(s, 0)


@rule("pbn", "24.3")
def test_only_in_the_victory_phase() -> None:
    match = board({**hold("japan", CENTER, *EASTERN, "1008"), "0110": "SU-24"}, "soviet_move")
    assert not match.over


# -- the end -----------------------------------------------------------------------------------------------------------


@rule("pbn", "24.2", "24.2.1", "24.2.2", "24.2.3", "24.2.4", "24.1.3")
def test_levels_of_victory() -> None:
    """R8: 45 is a major victory still"""
    s = position(board({}, "soviet_logistics"))
    bands = {"draw": range(16), "marginal": range(16, 31), "major": range(31, 46), "decisive": range(46, 120)}
    for name, band in bands.items():
        assert {level(s, difference) for difference in band} == {name}


@rule("pbn", "24.2", "3.1.3")
@pytest.mark.parametrize(
    ("score", "winner", "how"),
    [
        ((20, 5), None, "draw"),
        ((5, 21), "japan", "marginal"),
        ((50, 5), "soviet", "major"),
        ((4, 50), "japan", "decisive"),
    ],
)
def test_the_difference_decides(score: tuple[int, int], winner: str | None, how: str) -> None:
    match = board({}, "advance", month=5, points=score)
    assert match.result() == {"winner": winner, "how": how, "points": list(score)}
    assert f"log.end-{how}" in keys(match)


@rule("pbn", "24.2")
def test_the_last_victory_phase_counts() -> None:
    """R119: the objectives of September, then the difference"""
    match = board(hold("soviet", CENTER, "1506", "1512"), "victory", month=5, points=(10, 3))
    assert match.result() == {"winner": "soviet", "how": "marginal", "points": [19, 3]}


def test_a_decided_game_says_so_loudly() -> None:
    s = position(board({}, "soviet_logistics", points=(40, 0)))
    decide(s)
    assert s.log is not None
    assert (s.log[-1].key, s.log[-1].loud, s.log[-1].params) == (
        "log.end-major",
        True,
        {"points": "40-0", "side": "soviet"},
    )
