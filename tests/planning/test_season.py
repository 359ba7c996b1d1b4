"""How it is learned what somebody of many games leans to."""

from __future__ import annotations

import json
import random
from math import log
from pathlib import Path

import pytest

from khalkhin.planning.temper import CALM
from tools import season
from tools.season import Outcome

MIDDLE = {"fear": 0.0, "thrift": log(2.0)}


def test_two_games_are_the_same_but_for_weights_as_much_above_the_middle_as_below() -> None:
    plan = list(season.design("sn", MIDDLE, 24, 3))
    assert len(plan) == 24
    for (signs, task), (other, twin) in zip(plan[::2], plan[1::2], strict=True):
        assert task[:4] == twin[:4]
        assert other == {name: -sign for name, sign in signs.items()}
        assert task.temper.fear * twin.temper.fear == pytest.approx(1.0)
        assert task.temper.thrift * twin.temper.thrift == pytest.approx(4.0)
        assert task.temper._replace(fear=1.0, thrift=1.0) == CALM
    tasks = [task for _, task in plan]
    assert {(task.scenario, task.side) for task in tasks} == {
        (name, side) for name in ("anti-comintern", "kantokuen", "nomonhan") for side in (0, 1)
    }
    assert len({task.seed for task in tasks}) == 12
    assert not {task.seed for task in tasks} & {task.seed for _, task in season.design("sn", MIDDLE, 24, 4)}


def test_a_weight_that_wins_games_is_found_and_followed() -> None:
    rng = random.Random(1)
    signs, outcomes = list[dict[str, int]](), list[Outcome]()
    for _ in range(200):
        drawn = {name: rng.choice((-1, 1)) for name in MIDDLE}
        for turned in (1, -1):
            signs.append({name: turned * sign for name, sign in drawn.items()})
            won = rng.random() < 0.5 + 0.2 * turned * drawn["thrift"]
            outcomes.append(Outcome(float(won), 10 if won else -10))
    found = season.effects(signs, outcomes)
    effect, error = found["thrift"]
    assert 0.12 < effect < 0.28
    assert 0.01 < error < 0.04
    assert abs(found["fear"][0]) < 3 * found["fear"][1]
    after = season.moved(MIDDLE, found)
    assert after["thrift"] == pytest.approx(MIDDLE["thrift"] + season.FAR * season.STEP)
    assert abs(after["fear"]) < season.FAR * season.STEP


def test_games_that_all_end_alike_move_nothing() -> None:
    plan = [signs for signs, _ in season.design("pbn", MIDDLE, 8, 1)]
    assert season.moved(MIDDLE, season.effects(plan, [Outcome(0.5, 0)] * 8)) == MIDDLE


def test_a_round_is_played_and_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games" / "pbn" / "judgement" / "season.json"
    file.parent.mkdir(parents=True)
    before = {"games": 6, "weights": {"fear": 1.0, "sky": 2.0}}
    file.write_text(json.dumps(before))
    monkeypatch.setattr(season, "PACKAGE", tmp_path)
    asked = ["season", "pbn", "--games", "4", "--rounds", "1"]
    monkeypatch.setattr("sys.argv", [*asked, "--check"])
    season.main()
    assert json.loads(file.read_text()) == before
    first = capsys.readouterr().out
    assert "round 1: " in first
    monkeypatch.setattr("sys.argv", asked)
    season.main()
    assert capsys.readouterr().out == first, "the same seed gives the same games"
    after = json.loads(file.read_text())
    assert after["games"] == 10
    assert set(after["weights"]) == {"fear", "sky"}


@pytest.mark.parametrize(
    ("asked", "told"),
    [(["bkg"], "bkg has no season.json"), (["pbn", "--games", "2"], "--games is 2; at least 4 are wanted")],
)
def test_bad_input_is_named(
    asked: list[str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["season", *asked])
    with pytest.raises(SystemExit):
        season.main()
    assert told in capsys.readouterr().err
