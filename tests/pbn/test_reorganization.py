"""9.0, 26.9  Reorganization: regiments and brigades into battalions and back."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from khalkhin.games.pbn.logistics import Logistics
from khalkhin.games.pbn.position import SOVIET
from khalkhin.games.pbn.reorganization import break_down
from tests.pbn.positions import (
    asked,
    at,
    board,
    do,
    keys,
    marked,
    offered,
    place,
    position,
    refused,
    the_game,
    told,
    unit,
    units,
    who_is_at,
    why,
)


def logistics(placed: dict[str, Any], side: str = "soviet", **rest: Any) -> Match:
    return board(placed, f"{side}_logistics", **rest)


def line(unit: str) -> str:
    game = the_game()
    u = game.sheet.index[unit]
    return f"{game.attack[u]}-{game.defence[u]}-{game.movement[u] // game.charts.scale}"


def broken(unit: str, side: str) -> dict[str, int]:
    match = do(logistics({"0808": unit}, side), f"breakdown {unit}")
    assert place(match, unit) == "broken"
    return Counter(map(line, who_is_at(match, "0808")))


@pytest.mark.rule("pbn", "9.1", "26.9", "26.9.1", "26.9.2", "26.9.3")
def test_what_japanese_regiments_break_down_into() -> None:
    assert broken("JP-26", "japan") == {"2-2-12": 1, "1-2-12": 2}
    assert broken("JP-4", "japan") == {"1-2-10": 3}
    assert broken("JP-64", "japan") == {"1-2-10": 2, "1-1-10": 1}


@pytest.mark.rule("pbn", "26.9.4", "26.9.5", "26.9.6", "26.9.7", "26.9.8", "26.9.9", "26.9.10")
def test_what_soviet_brigades_and_regiments_break_down_into() -> None:
    assert broken("SU-11A", "soviet") == {"3-1-14": 3, "1-2-14": 1}
    assert broken("SU-7", "soviet") == {"3-1-14": 2, "1-2-14": 1}
    assert broken("SU-5MG", "soviet") == {"0-1-12": 4}
    assert broken("SU-24", "soviet") == {"0-1-12": 3}
    assert broken("SU-212", "soviet") == {"0-1-8": 3}
    assert broken("SU-80a", "soviet") == {"0-1-8": 4}
    assert broken("SU-601", "soviet") == {"0-1-8": 3}


@pytest.mark.rule("pbn", "26.9")
def test_nothing_else_breaks_down() -> None:
    stack = ["JP-3A", "JP-23R", "MC-4H", "JP-23HQ", "JP-24E", "JP-1-8BG", "MC-Sek"]
    match = logistics({"0808": stack, "0404": "SU-24"}, "japan")
    assert not offered(match, "breakdown")
    for name in stack:
        assert refused(match, f"breakdown {name}") == "26.9"
    assert why(match, "breakdown SU-24").key == "why.not-yours"
    assert why(match, "breakdown JP-64").key == "why.off-map"
    game = the_game()
    for u in (u for u in range(len(game.sheet)) if game.recipe[u] is not None):
        recipe = game.recipe[u]
        assert recipe is not None
        scale = game.charts.scale
        assert recipe.unit == (game.attack[u], game.defence[u], game.movement[u] // scale), game.sheet.ids[u]


def test_there_are_battalions_enough_for_everybody_at_once() -> None:
    """R59  Breakdown counters are no limit."""
    game = the_game()
    needed: Counter[tuple[int, tuple[int, int, int]]] = Counter()
    for recipe in game.recipe:
        if recipe is not None:
            needed.update((recipe.side, part) for part in recipe.parts)
    assert needed
    for key, count in needed.items():
        assert game.battalions[key].bit_count() >= count, key


@pytest.mark.rule("pbn", "9.1", "9.2")
def test_in_the_logistics_phase_only() -> None:
    for phase in ("soviet_move", "soviet_combat"):
        match = board({"0808": "SU-24", "0807": "JP-64"}, phase)
        assert refused(match, "breakdown SU-24")
        assert not offered(match, "breakdown")


@pytest.mark.rule("pbn", "9.1", "4.1.10")
def test_not_once_supply_has_been_spent() -> None:
    """R97"""
    battalions = ["SU-B018-1", "SU-B018-2", "SU-B018-3"]
    placed = {"0808": ["SU-24", "SU-36HQ", *battalions], "broken": "SU-601"}
    match = logistics(placed, supply={"soviet": {"0809": 1}})
    assert offered(match, "breakdown") == {"SU-24"}
    assert offered(match, "combine") == {"SU-601"}
    match = logistics(
        {"0808": ["SU-24", "SU-36HQ"], "0404": battalions, "broken": "SU-601"}, supply={"soviet": {"0809": 1}}
    )
    do(match, "activate SU-36HQ")
    assert refused(match, "breakdown SU-24") == "4.1.10"
    assert refused(match, "combine SU-601") == "4.1.10"


@pytest.mark.rule("pbn", "9.2", "9.41")
def test_battalions_form_any_unit_of_the_pool_that_they_fit() -> None:
    match = logistics(
        {"0808": ["SU-B018-1", "SU-B018-2", "SU-B018-3", "SU-B018-4"], "broken": ["SU-601", "SU-602", "SU-80a"]}
    )
    assert offered(match, "combine") == {"SU-601", "SU-602", "SU-80a"}
    do(match, "combine SU-602")
    assert who_is_at(match, "0808") == {"SU-602", "SU-B018-4"}
    assert not offered(match, "combine")
    assert refused(match, "combine SU-601") == "9.2"
    assert refused(match, "combine SU-24") == "9.41"
    assert told(match, "log.combine")["unit"] == "SU-602"


@pytest.mark.rule("pbn", "9.2")
def test_battalions_must_be_in_one_place() -> None:
    match = logistics({"0808": ["SU-B018-1", "SU-B018-2"], "0809": "SU-B018-3", "broken": "SU-601"})
    assert refused(match, "combine SU-601") == "9.2"
    three = {"0808": ["SU-B018-1", "SU-B018-2", "SU-B018-3"], "tamsag": ["SU-B018-4", "SU-B018-5", "SU-B018-6"]}
    match = do(logistics({**three, "broken": "SU-601"}), "combine SU-601")
    assert asked(match).message.key == "ask.combine-where"
    assert offered(match, "hex") == {"0808"}
    assert refused(match, "hex 0809") == "9.2"
    do(match, "base_here")
    assert place(match, "SU-601") == "tamsag"
    two = {"0808": ["SU-B018-1", "SU-B018-2", "SU-B018-3"], "0404": ["SU-B018-4", "SU-B018-5", "SU-B018-6"]}
    match = do(logistics({**two, "broken": "SU-601"}), "combine SU-601")
    assert refused(match, "base_here") == "9.2"
    assert refused(match, "done") == "9.2"
    do(match, "hex 0404")
    assert place(match, "SU-601") == "0404"


@pytest.mark.rule("pbn", "9.2")
def test_the_recipe_is_exact() -> None:
    """T81  Three 1-2-10 do not make a 5-4-10."""
    match = logistics({"0808": ["JP-B1210-1", "JP-B1210-2", "JP-B1210-3"], "broken": "JP-64"}, "japan")
    assert refused(match, "combine JP-64") == "9.2"
    match = logistics({"0808": ["JP-B1210-1", "JP-B1210-2", "JP-B1110-1"], "broken": "JP-64"}, "japan")
    assert offered(match, "combine") == {"JP-64"}


@pytest.mark.rule("pbn", "9.41")
def test_only_battalions_of_one_nation_combine() -> None:
    game = the_game()
    for u in (u for u in range(len(game.sheet)) if game.recipe[u] is not None):
        recipe = game.recipe[u]
        assert recipe is not None
        nation = next(n for n, group in game.sheet.of_nation.items() if group >> u & 1)
        for part in recipe.parts:
            assert not game.battalions[recipe.side, part] & ~game.sheet.of_nation[nation]


@pytest.mark.rule("pbn", "26.9.11")
def test_the_airborne_brigade_is_never_rebuilt() -> None:
    """T80"""
    battalions = ["SU-B018-1", "SU-B018-2", "SU-B018-3"]
    match = logistics({"0808": battalions, "broken": "SU-212"})
    assert not offered(match, "combine")
    assert refused(match, "combine SU-212") == "26.9.11"


@pytest.mark.rule("pbn", "9.42")
def test_suppressed_units_break_down_but_do_not_combine() -> None:
    """R73  Suppression ends before; the rule is kept all the same."""
    battalions = ["SU-B018-1", "SU-B018-2", "SU-B018-3"]
    placed = {"0808": ["SU-24", *battalions], "broken": "SU-601"}
    match = board(placed, "soviet_move", first=[Logistics(SOVIET)], suppressed=["SU-B018-1", "SU-24"])
    assert refused(match, "combine SU-601") == "9.2"
    do(match, "breakdown SU-24")
    parts = who_is_at(match, "0808") - set(battalions)
    assert all(marked(match, "suppressed", part) for part in parts)


@pytest.mark.rule("pbn", "9.1")
def test_battalions_are_what_their_unit_was() -> None:
    """R100  Hex, facing and what the enemy has seen of it."""
    match = logistics({"0808": "SU-24"}, options={"face_down": True}, face_down="SU-24")
    do(match, "breakdown SU-24")
    assert all(marked(match, "face_down", part) for part in who_is_at(match, "0808"))
    assert not marked(match, "face_down", "SU-24")


@pytest.mark.rule("pbn", "9.43")
def test_nobody_breaks_down_in_the_set_up() -> None:
    """T97"""
    match = Match(the_game().start("campaign", {}, Dice.practice(1)))
    assert refused(match, "breakdown SU-24") == "9.43"


def test_combining_never_empties_a_fortification() -> None:
    battalions = ["SU-B018-1", "SU-B018-2", "SU-B018-3"]
    match = logistics({"0808": battalions, "broken": "SU-601"}, fortified={"soviet": "0808"})
    do(match, "combine SU-601")
    assert position(match).fortified[0] == 1 << at("0808")
    assert refused(match, "breakdown SU-601") == "9.4"  # it would change nothing
    match = do(logistics({"0808": "SU-601"}, fortified={"soviet": "0808"}), "breakdown SU-601")
    assert position(match).fortified[0] == 1 << at("0808")


def test_battalions_that_stood_face_down_form_a_unit_that_does() -> None:
    battalions = ["SU-B018-1", "SU-B018-2", "SU-B018-3"]
    options = {"face_down": True}
    match = logistics({"0808": battalions, "broken": "SU-601"}, options=options, face_down=battalions)
    assert marked(do(match, "combine SU-601"), "face_down", "SU-601")
    match = logistics({"0808": battalions, "broken": "SU-601"}, options=options, face_down=battalions[:2])
    assert not marked(do(match, "combine SU-601"), "face_down", "SU-601")
    assert not any(marked(match, "face_down", b) for b in battalions)


def test_units_in_the_base_break_down_and_combine_there() -> None:
    match = do(logistics({"tamsag": "SU-24"}), "breakdown SU-24")
    assert "SU-B0112-1" in who_is_at(match, "tamsag")
    do(match, "combine SU-24")
    assert place(match, "SU-24") == "tamsag"
    assert keys(match) == ["log.breakdown", "log.combine"]


def test_supply_points_have_nothing_to_break_down() -> None:
    match = logistics({}, supply={"soviet": {"0808": 1}})
    assert why(match, "breakdown SU-SUP-1").key == "why.no-breakdown"


@pytest.mark.rule("pbn", "9.3")
def test_results_may_break_a_unit_down() -> None:
    """T67 in part: interdiction takes a battalion of a brigade."""
    air = {"japan": {"interdiction": 6}}
    match = board({"turn_3": "SU-7"}, "soviet_reinforcement", air=air, dice=[6])
    do(match, "field SU-7", "auto")
    assert place(match, "SU-7") == "broken"
    assert asked(match).message.key == "ask.lose-battalion"
    assert Counter(line(str(unit)) for unit in offered(match, "unit")) == {"3-1-14": 2, "1-2-14": 1}


@pytest.mark.rule("pbn", "9.1")
def test_battalions_have_been_examined_only_if_their_unit_was() -> None:
    """R100"""
    for known in (0, 1):
        s = position(board({"0808": ["SU-24", "SU-76"]}, examined=(0, known * units("SU-24"))))
        parts = break_down(s, unit("SU-24"))
        assert s.examined == (0, parts | units("SU-24") if known else 0)
