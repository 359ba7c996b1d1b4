"""First battles: every game has one, that begins where the first turn does."""

from __future__ import annotations

from typing import Any

import pytest

import tests.tiny  # noqa: F401  registers the tiny game
from khalkhin.engine import library
from khalkhin.engine.dice import Dice
from khalkhin.engine.game import Game
from khalkhin.engine.placing import SETUP
from khalkhin.engine.view import phase
from khalkhin.engine.words import dictionary, languages
from khalkhin.learn.battle import FirstBattle, changes, first_battle, points
from tests.words.families import shipped

each_game = pytest.mark.parametrize("game", shipped(), ids=lambda game: game.code)


def battle_of(game: Game[Any]) -> FirstBattle:
    found = first_battle(game)
    assert found is not None
    return found


@each_game
def test_a_battle_begins_when_everybody_is_placed(game: Game[Any]) -> None:
    battle = battle_of(game)
    match = battle.begin(Dice.practice(3))
    assert {decision.verb for decision in match.decisions} == {"auto", "done"}
    assert all(SETUP not in phase(match.state, prompt.side) for prompt in match.prompts())
    assert match.state.turn == game.start(battle.scenario).turn, "nothing of the first turn is gone"
    assert battle.last_turn(match) == match.state.turn + 1, "two turns"
    assert {battle.side, battle.rival} == {*game.sides}


@each_game
def test_it_is_told_in_every_language(game: Game[Any]) -> None:
    for language in languages():
        words = dictionary(game.words, language)
        assert all(40 < len(words[f"battle.{key}"]) <= 240 for key in ("about", "next"))
        assert words["battle.title"]


def test_a_game_need_have_no_first_battle() -> None:
    assert first_battle(library.get("tiny")) is None


def test_what_was_gained_is_told_line_by_line() -> None:
    def line(side: str, key: str, held: int | None) -> dict[str, Any]:
        return {"side": side, "key": key, "points": held}

    before = [line("soviet", "vp.a", 5), line("japan", "vp.a", 20), line("japan", "vp.hidden", None)]
    after = [line("soviet", "vp.a", 5), line("japan", "vp.a", 0), line("soviet", "vp.new", 3), before[2]]
    assert changes(before, after) == [("japan", "vp.a", -20), ("soviet", "vp.new", 3)]
    assert [points(after, side) for side in ("soviet", "japan")] == [8, 0]
