"""Tempers: what each weight of them does, and what somebody of many games leans to."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from khalkhin import games
from khalkhin.engine.dice import Dice
from khalkhin.engine.judgement import Idea
from khalkhin.engine.match import Match
from khalkhin.engine.state import State
from khalkhin.games.pbn.judgement.wings import volley
from khalkhin.planning import mind
from khalkhin.planning.temper import CALM, OTHERS, WEIGHTS, Temper, seasoned
from khalkhin.players.planner_player import PlannerPlayer
from khalkhin.players.playout import Playout
from khalkhin.players.search_player import SearchPlayer
from khalkhin.players.thinker import scene_of
from tests.planning.valley import Mind
from tests.tiny import positions as tiny
from tests.tiny.assault import Declare
from tests.tiny.position import RED, Position

SEASONED = ("pbn", "sn")


def judge(code: str) -> mind.Mind[Any, Any]:
    found = games.get(code).judgement
    assert isinstance(found, mind.Mind)
    return found


@cache
def reached(code: str, step: str, scenario: str | None = None, turn: int = 1) -> State:
    """The first position of a game between planners in which a step is asked for, in a turn or later."""
    match = Match(games.get(code).start(scenario, None, Dice.practice(4)))
    players = [PlannerPlayer(side) for side in range(2)]
    while type(match.state.agenda[-1]).__name__ != step or match.state.turn < turn:
        side = match.prompts()[0].side
        match.play(*players[side].decide(match.view(match.game.sides[side])), side=match.game.sides[side])
    return match.state


def first(code: str, s: State, temper: Temper) -> Idea:
    """What comes to mind first to somebody of that temper."""
    return list(next(iter(judge(code).tempered(temper).ideas(s, s.asked[0].side, random.Random(1)))))


# -- what somebody leans to -------------------------------------------------------------------------------------------


def test_somebody_leans_on_top_of_what_he_leans_to_already() -> None:
    found = Temper(fear=0.5, thrift=2.0, detour=1).leaning(Temper(fear=0.4, zeal=1.3, detour=2))
    assert found == Temper(fear=0.2, zeal=1.3, thrift=2.0, detour=3)
    assert [CALM.leaning(other) for other in OTHERS] == list(OTHERS)


def test_what_was_learned_is_read(tmp_path: Path) -> None:
    file = tmp_path / "season.json"
    file.write_text(json.dumps({"games": 10, "weights": {"fear": 0.7}}))
    assert seasoned(file) == Temper(fear=0.7)


@pytest.mark.parametrize("code", SEASONED)
def test_the_seasoned_mind_has_the_temper_of_its_game_and_its_others_lean_on_it(code: str) -> None:
    calm = judge(code)
    assert calm.others is not None, "what is remembered of one temper is not taken for another"
    old = calm.seasoned
    assert isinstance(old, mind.Mind)
    assert calm.temper == CALM
    assert old.temper == calm.season != CALM
    assert old.seasoned is old
    tempers = [other.temper for other in old.others if isinstance(other, mind.Mind)]
    assert tempers == [calm.season.leaning(other) for other in OTHERS]
    assert old.shortsighted is not calm.shortsighted


@pytest.mark.parametrize("code", ["bkg", "kgw"])
def test_who_learned_nothing_stays_as_he_is(code: str) -> None:
    assert judge(code).seasoned is judge(code)


def test_every_weight_that_was_learned_is_one() -> None:
    for code in SEASONED:
        path = Path(str(games.__file__)).parent / code / "judgement" / "season.json"
        learned = json.loads(path.read_text())
        assert set(learned["weights"]) < set(WEIGHTS)
        assert all(0.05 < weight < 20 for weight in learned["weights"].values())
        assert learned["games"] > 100


def test_the_search_plans_like_the_seasoned_and_expects_a_planner(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thrift is what differs: with a lot of it nothing is recruited, and the enemy recruits as ever."""
    s = reached("sn", "Mobilize", "kantokuen")
    side, calm = s.asked[0].side, judge("sn")
    greedy = calm.tempered(Temper(thrift=50.0))
    monkeypatch.setitem(calm.__dict__, "seasoned", greedy)
    seen = Match(s).view(s.game.sides[side])
    assert SearchPlayer(1).decide(seen) == ("done", None)
    assert PlannerPlayer(1).decide(seen)[0] == "recruit"
    for who, verb in ((side, "done"), (1 - side, "recruit")):
        said = Playout(calm, who)._reply(s, side, False, random.Random(1))
        assert said[0][0] == verb
    assert scene_of(seen, 1).mind is calm


# -- the weights ------------------------------------------------------------------------------------------------------


@pytest.fixture
def valley() -> Position:
    found = tiny.board({"0302": ["RD-COL"], "0303": ["BL-PAT"], "0501": ["RD-DET-1"]}, Declare(RED)).state
    assert isinstance(found, Position)
    return found


def test_pull_is_how_much_it_counts_to_be_near_a_goal(valley: Position) -> None:
    class Pulled(Mind):
        def look(self, s: Position, side: int) -> Any:
            eye = super().look(s, side)
            eye.temper = self.temper
            return eye

    for pull in (1.0, 0.5):
        assert Pulled().tempered(Temper(pull=pull)).eye(valley, RED).post(0, 8) == 8 * pull


def test_thrift_buys_nothing() -> None:
    s = reached("sn", "Mobilize", "kantokuen")
    assert first("sn", s, CALM)[0][0] == "recruit"
    assert first("sn", s, Temper(thrift=50.0)) == [("done", None)]


def test_staff_buys_headquarters() -> None:
    s = reached("sn", "Mobilize", "kantokuen")
    (verb, unit), *_ = first("sn", s, Temper(staff=50.0))
    assert verb == "recruit"
    assert s.game.headquarters >> unit & 1  # type: ignore[attr-defined]


@pytest.mark.parametrize("code", SEASONED)
def test_company_fear_and_zeal_count_as_much_as_they_are_told_to(code: str) -> None:
    s = reached(code, "Movement", turn=2)
    side = s.asked[0].side

    def worth(**weights: float) -> float:
        return float(judge(code).tempered(CALM._replace(**weights)).eye(s, side)(s))  # type: ignore[arg-type]

    for name in ("company", "fear", "zeal", "pull"):
        nothing, once, twice = (worth(**{name: weight}) for weight in (0.0, 1.0, 2.0))
        assert twice - once == pytest.approx(once - nothing), "each point counts twice"
        assert name == "zeal" or once != nothing


def test_where_the_sky_counts_more_it_is_worth_more_to_damage_somebody_there() -> None:
    s = reached("pbn", "Movement")

    def worth(sky: float) -> float:
        return volley(judge("pbn").tempered(Temper(sky=sky)).eye(s, 0), 6, 6)

    assert worth(2.0) - worth(1.0) == pytest.approx(worth(1.0) - worth(0.0))
    assert worth(2.0) > worth(1.0) > 0
