"""16.6, 26.8  Interdiction: who is attacked, the table, delay and loss, and what it costs the interdictors."""

from __future__ import annotations

from itertools import product

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.pbn.reinforcement import modifier
from tests.pbn.positions import (
    air,
    asked,
    board,
    do,
    ids,
    keys,
    marked,
    offered,
    place,
    points,
    position,
    refused,
    supply_at,
    told,
    who_is_at,
)

rule = pytest.mark.rule


def raid(
    units: str,
    interdictors: int = 2,
    side: str = "soviet",
    *,
    month: int = 3,
    placed: dict[str, str | list[str]] | None = None,
    **more: object,
) -> Match:
    """Units are due and go onto the map, routine supply to the base, while the enemy interdicts."""
    enemy = "japan" if side == "soviet" else "soviet"
    more.setdefault("air", {enemy: {"interdiction": interdictors}})
    match = board(
        {f"turn_{month}": units.split(), **(placed or {})},
        f"{side}_reinforcement",
        month=month,
        first_player=side,
        **more,  # type: ignore[arg-type]
    )
    return do(match, *(f"field {name}" for name in units.split()), "auto")


def rolls(match: Match) -> list[tuple[str, str, int]]:
    """Who was attacked: (unit, die, total), as his owner reads it."""
    lines = [e.params for e in match.log if e.key == "log.interdiction"]
    return [(x["units"][0], x["dice"], x["total"]) for x in lines if isinstance(x["units"][0], str)]


# -- who is attacked ---------------------------------------------------------------------------------------------------


@rule("pbn", "16.63", "16.6", "6.24")
def test_every_unit_and_every_supply_point_with_a_die_of_its_own() -> None:
    """E12: two interdictors, two regiments and four supply points: six dice"""
    match = board(
        {"turn_3": ["SU-24", "SU-76"]},
        "soviet_reinforcement",
        air={"japan": {"interdiction": 2}},
        supply={"soviet": {"turn_3": 1}},
        dice=[1, 2, 3, 1, 2, 3],
    )
    for name in sorted(str(n) for n in offered(match, "field")):
        do(match, f"field {name}")
    do(match, "done", "auto")
    assert len(rolls(match)) == 6
    assert {name for name, _, _ in rolls(match)} == {"SU-24", "SU-76"} | {
        n for n in who_is_at(match, "turn_3") if "SUP" in n
    }
    assert [total for _, _, total in rolls(match)] == [1, 2, 3, 1, 2, 3]


@rule("pbn", "16.61.2", "16.61", "25.6.2", "25.7.2")
@pytest.mark.parametrize(("side", "unit"), [("soviet", "SU-24"), ("japan", "JP-64")])
def test_not_who_goes_to_the_base(side: str, unit: str) -> None:
    """T66"""
    enemy = "japan" if side == "soviet" else "soviet"
    match = board({"turn_3": unit}, f"{side}_reinforcement", air={enemy: {"interdiction": 6}}, first_player=side)
    do(match, "auto")
    assert position(match).rolled == 0
    assert air(match, enemy)["reserve"] >= 6, "their mission is over"
    later = board({"turn_3": unit}, f"{side}_reinforcement", air={enemy: {"interdiction": 6}}, first_player=side)
    do(later, f"hold {unit}", "auto")
    assert position(later).rolled == 0


@rule("pbn", "16.61.2", "16.61")
def test_not_who_enters_from_the_base() -> None:
    """The interdictors have flown by then."""
    match = board({"tamsag": "SU-24"}, "soviet_reinforcement", air={"japan": {"interdiction": 6}})
    do(match, "auto")
    while match.view(None)["phase"] != "phase.soviet_move":
        do(match, next(v for v in ("auto", "done", "commit") if offered(match, v)))
    do(match, "unit SU-24", "hex 0119")
    assert position(match).rolled == 0


@rule("pbn", "16.65")
def test_neither_air_points_nor_who_is_on_the_map() -> None:
    match = raid("SU-24", 2, placed={"0110": "SU-7"}, dice=[1])
    assert [name for name, _, _ in rolls(match)] == ["SU-24"]
    assert air(match, "soviet") == {"reserve": 2}
    assert place(match, "SU-7") == "0110"


@rule("pbn", "26.8", "16.65", "34.4")
def test_headquarters_and_deception_markers_too() -> None:
    match = board(
        {"turn_3": "SU-36HQ"},
        "soviet_reinforcement",
        air={"japan": {"interdiction": 2}},
        options={"deception": True},
        dice=[1, 1],
    )
    (marker,) = (str(n) for n in offered(match, "field") if "-DEC-" in str(n))
    do(match, "field SU-36HQ", f"field {marker}", "auto")
    assert [name for name, _, _ in rolls(match)] == ["SU-36HQ", marker]


@rule("pbn", "16.64.1")
def test_who_was_delayed_comes_freely() -> None:
    """R115: to the base or onto the map"""
    match = raid("SU-24", 6, delayed="SU-24")
    assert position(match).rolled == 0
    do(match, "unit SU-24", "hex 0110")
    assert not marked(match, "delayed", "SU-24")
    choice = board({"turn_3": "SU-24"}, "soviet_reinforcement", delayed="SU-24")
    assert {"SU-24"} <= offered(choice, "base") & offered(choice, "field") & offered(choice, "hold")
    home = do(board({"turn_3": "SU-24"}, "soviet_reinforcement", delayed="SU-24"), "auto")
    assert not marked(home, "delayed", "SU-24")


@rule("pbn", "16.64.1", "6.21.3")
def test_who_was_held_back_comes_like_any_other() -> None:
    """R115"""
    match = do(board({"turn_3": "SU-24"}, "soviet_reinforcement"), "hold SU-24")
    assert not marked(match, "delayed", "SU-24")


@rule("pbn", "16.64.1")
def test_delay_protects_in_the_turn_of_arrival_only() -> None:
    """Who is delayed to June and held back then is attacked in July, like any other; who was only delayed is not."""
    match = board({"turn_2": ["SU-24", "SU-76"]}, "soviet_reinforcement", month=2, delayed=["SU-24", "SU-76"])
    do(match, "hold SU-24")
    assert place(match, "SU-24") == "turn_3"
    free = ids(position(match).delayed)
    assert free == {"SU-76"}
    july = board(
        {"turn_3": ["SU-24", "SU-76"]},
        "soviet_reinforcement",
        air={"japan": {"interdiction": 2}},
        delayed=free,
        dice=[1],
    )
    do(july, "field SU-24", "field SU-76", "auto")
    assert [name for name, _, _ in rolls(july)] == ["SU-24"]


# -- the table ---------------------------------------------------------------------------------------------------------

ADDED = {0: None, 1: None, 2: 0, 3: 0, 4: 1, 5: 1, 6: 2}
"""4.5 of the specification: air points able to fly, and what they add."""


def outcome(total: int) -> tuple[int, bool, bool]:
    """Turns of delay, whether the target is lost, whether an interdictor is damaged."""
    if total <= 3:
        return 0, False, False
    if total <= 5:
        return 1, False, True
    return (2, False, True) if total <= 7 else (2, True, True)


@rule("pbn", "16.62", "26.8")
def test_what_air_points_add() -> None:
    """T65: after losses they are counted down to two, four or six."""
    s = position(board({}, "soviet_logistics"))
    assert {count: modifier(s, count) for count in ADDED} == ADDED


@rule("pbn", "16.62", "16.64.1", "2.34.11", "16.34")
@pytest.mark.parametrize(("interdictors", "die"), list(product((2, 4, 6), range(1, 7))))
def test_the_table(interdictors: int, die: int) -> None:
    match = raid("SU-36HQ", interdictors, dice=[die])
    total = die + (interdictors - 2) // 2
    delay, lost, shot = outcome(total)
    assert rolls(match) == [("SU-36HQ", str(die), total)]
    where = "replaceable" if lost else f"turn_{3 + delay}"
    assert place(match, "SU-36HQ") == where
    assert position(match).air(1, "damaged") == shot
    assert points(match) == (0, 5 if lost else 0)
    assert marked(match, "delayed", "SU-36HQ") == (delay > 0 and not lost)


@rule("pbn", "16.62", "16.63")
def test_a_few_left_of_four() -> None:
    """T65: four allocated, one shot down: three fly, and add nothing."""
    match = raid("SU-36HQ", 3, dice=[3])
    assert rolls(match) == [("SU-36HQ", "3", 3)]
    lonely = raid("SU-36HQ", 1)
    assert position(lonely).rolled == 0, "one is not enough"
    assert asked(lonely).message.key == "ask.place-arrivals"


@rule("pbn", "16.62", "2.34.11")
def test_anti_aircraft_fire_counts_at_once() -> None:
    """R36: six, five, four, three, two, one: the modifier falls, and the last target is spared."""
    group = ["SU-36HQ", "SU-57cHQ", "SU-82HQ", "SU-57dHQ", "SU-NOG", "SU-COG"]
    match = raid(" ".join(group), 6, month=1, dice=[3, 3, 4, 4, 4, 4])
    do(match, "auto")
    assert [total for _, _, total in rolls(match)] == [5, 4, 5, 4, 4]
    assert position(match).rolled == 5
    assert position(match).air(1, "damaged") == 5
    assert offered(match, "unit") == {sorted(group, key=lambda n: match.game.sheet.index[n])[5]}


# -- the order -------------------------------------------------------------------------------------------------------


@rule("pbn", "16.63", "16.62")
def test_the_interdictor_orders_the_dice() -> None:
    match = raid("SU-24 SU-36HQ SU-7", 2, dice=[1, 2, 3])
    assert (asked(match).side, asked(match).rule) == (1, "16.63")
    assert offered(match, "unit") == {"SU-24", "SU-36HQ", "SU-7"}
    assert refused(match, "unit SU-9") == "16.63"
    assert refused(match, "done") == "16.63"
    do(match, "unit SU-7")
    assert rolls(match) == [("SU-7", "1", 1)]
    assert refused(match, "unit SU-7") == "16.63"
    do(match, "auto")
    assert [name for name, _, _ in rolls(match)] == ["SU-7", "SU-36HQ", "SU-24"]
    assert asked(match).side == 0


@rule("pbn", "16.63")
def test_who_is_attacked_is_seen() -> None:
    match = raid("SU-24 SU-7", 2)
    assert {"SU-24", "SU-7"} == {c["id"] for c in match.view("japan")["places"]["turn_3"]}
    safe = raid("SU-24 SU-7", 0)
    assert "turn_3" not in safe.view("japan")["places"]


@rule("pbn", "34.4", "34.0")
def test_who_comes_face_down_is_attacked_unseen() -> None:
    """Nobody is named to the enemy but headquarters and supply, and the dice fall in the listed order."""
    match = board(
        {"turn_3": ["SU-7", "SU-36HQ"]},
        "soviet_reinforcement",
        air={"japan": {"interdiction": 4}},
        options={"deception": True},
        dice=[1, 3, 1],
    )
    (marker,) = (str(n) for n in offered(match, "field") if "-DEC-" in str(n))
    do(match, "field SU-7", "field SU-36HQ", f"field {marker}", "auto")
    lines = [line for line in match.view("japan")["log"] if line["key"] in ("log.interdiction", "log.delayed")]
    nameless = [{"key": "units.nameless.soviet", "count": 1}]
    assert [line["params"]["units"] for line in lines] == [["SU-36HQ"], nameless, nameless, nameless]
    named = {c.get("id") for pile in match.view("japan")["places"].values() for c in pile}
    assert not named & {"SU-7", marker}
    assert "SU-36HQ" in named
    assert [name for name, _, _ in rolls(match)] == ["SU-36HQ", "SU-7", marker]
    assert place(match, "SU-7") == "turn_4"


# -- delay and loss --------------------------------------------------------------------------------------------------


@rule("pbn", "16.64.1", "6.25")
@pytest.mark.parametrize(
    ("month", "october", "die", "where"),
    [(4, False, 4, "turn_5"), (4, False, 6, "removed"), (4, True, 6, "turn_6"), (5, False, 4, "removed")],
)
def test_who_is_delayed_past_the_end_never_comes(month: int, october: bool, die: int, where: str) -> None:
    """T69"""
    match = raid("SU-24", 2, month=month, options={"october": october}, dice=[die])
    assert place(match, "SU-24") == where
    assert ("log.too-late" in keys(match)) == (where == "removed")
    assert marked(match, "delayed", "SU-24") == (where != "removed"), "who never comes is forgotten"
    assert points(match) == (0, 0)


@rule("pbn", "16.64.1", "6.25")
def test_supply_that_is_too_late_goes_back_to_the_mix() -> None:
    match = board({}, "soviet_reinforcement", month=5, air={"japan": {"interdiction": 2}}, dice=[4])
    point = min(str(n) for n in offered(match, "field"))
    do(match, f"field {point}", "auto")
    assert place(match, point) == "out"
    assert supply_at(match, "soviet", "tamsag") == 2


@rule("pbn", "16.64.2", "JVP.7")
def test_a_unit_that_breaks_down_loses_a_battalion() -> None:
    """T67: 9-6-14, six interdictors, a 6: one battalion lost, two more come two turns later."""
    match = raid("SU-7", 6, dice=[6])
    parts = who_is_at(match, "turn_3")
    assert len([name for name in parts if "-B" in name]) == 3
    assert (asked(match).side, asked(match).rule) == (0, "16.64.2")
    assert offered(match, "unit") == {name for name in parts if "-B" in name}
    assert refused(match, "unit SU-24") == "16.64.2"
    assert refused(match, "done") == "16.64.2"
    assert place(match, "SU-7") == "broken"
    lost = next(name for name in sorted(parts) if "3114" in name)
    do(match, f"unit {lost}")
    assert place(match, lost) == "replaceable"
    assert points(match) == (0, 2)
    rest = {name for name in parts if "-B" in name} - {lost}
    assert rest <= who_is_at(match, "turn_5")
    assert all(marked(match, "delayed", name) for name in rest)
    assert position(match).air(1, "damaged") == 1


@rule("pbn", "16.64.2", "6.25")
def test_battalions_that_are_too_late() -> None:
    """The mix has them again; their brigade stays broken down."""
    match = raid("SU-7", 6, month=4, dice=[6])
    parts = {name for name in who_is_at(match, "turn_4") if "-B" in name}
    lost = min(parts)
    do(match, f"unit {lost}")
    assert {place(match, name) for name in parts - {lost}} == {"out"}
    assert place(match, "SU-7") == "broken"


@rule("pbn", "16.64.2", "24.4")
@pytest.mark.parametrize(("unit", "side", "score"), [("JP-3A", "japan", (9, 0)), ("SU-57E", "soviet", (0, 3))])
def test_one_that_does_not_is_eliminated(unit: str, side: str, score: tuple[int, int]) -> None:
    """Into the Replaceable box; the enemy scores (R80)."""
    match = raid(unit, 6, side, dice=[6])
    assert place(match, unit) == "replaceable"
    assert points(match) == score


@rule("pbn", "16.64.2", "16.65")
def test_supply_and_deception_go_back_to_the_mix() -> None:
    match = board(
        {}, "soviet_reinforcement", air={"japan": {"interdiction": 6}}, options={"deception": True}, dice=[6, 6]
    )
    point = min(str(n) for n in offered(match, "field") if "-SUP-" in str(n))
    (marker,) = (str(n) for n in offered(match, "field") if "-DEC-" in str(n))
    do(match, f"field {point}", "auto")
    assert place(match, point) == "out"
    assert points(match) == (0, 0)
    again = board({}, "soviet_reinforcement", air={"japan": {"interdiction": 6}}, options={"deception": True}, dice=[6])
    do(again, f"field {marker}", "auto")
    assert place(again, marker) == "out"
    assert points(again) == (0, 0)


@rule("pbn", "16.64.2")
def test_all_that_break_down_and_all_that_do_not() -> None:
    """Every unit that may ever arrive, against the strengths that are printed in 26.9."""
    printed = {
        (6, 6, 12),
        (5, 5, 10),
        (5, 4, 10),
        (12, 8, 14),
        (9, 6, 14),
        (2, 4, 12),
        (2, 3, 12),
        (3, 4, 8),
        (2, 4, 8),
    }
    printed.add((2, 3, 8))
    game = board({}, "soviet_logistics").game
    found = game.sheet.columns
    for unit, name in enumerate(game.sheet.ids):
        if found["type"][unit] in ("air", "supply", "deception", "campaign") or found["breakdown"][unit] == "yes":
            continue
        side = game.sides[game.sheet.side[unit]]
        match = raid(name, 6, side, month=1, dice=[6])
        line = (found["attack"][unit], found["defence"][unit], found["movement"][unit])
        breaks = line in printed and found["type"][unit] != "headquarters"
        assert (asked(match).message.key == "ask.lose-battalion") == breaks, name
        assert (place(match, name) == "broken") == breaks, name
        assert (place(match, name) == "replaceable") != breaks, name


# -- afterwards ------------------------------------------------------------------------------------------------------


@rule("pbn", "16.32", "16.6")
def test_interdictors_go_to_reserve_when_the_phase_is_over() -> None:
    match = raid("SU-24", 4, dice=[1])
    assert air(match, "japan") == {"interdiction": 4}
    do(match, "unit SU-24", "hex 0110")
    assert air(match, "japan") == {"reserve": 4 + 3}, "with those that come to the Japanese now"


@rule("pbn", "16.61")
def test_only_the_other_side_is_interdicted() -> None:
    match = board({"turn_3": "SU-24"}, "soviet_reinforcement", air={"soviet": {"interdiction": 6}})
    do(match, "field SU-24", "auto")
    assert position(match).rolled == 0
    assert air(match, "soviet")["interdiction"] == 6, "they wait for the Japanese"


@rule("pbn", "26.8")
@pytest.mark.parametrize("side", ["soviet", "japan"])
def test_each_side_interdicts_the_other(side: str) -> None:
    unit = {"soviet": "SU-24", "japan": "JP-64"}[side]
    match = raid(unit, 2, side, dice=[5])
    assert place(match, unit) == "turn_4"
    assert told(match, "log.delayed") == {"units": [unit], "count": 1}
