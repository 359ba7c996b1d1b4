"""How it is learned what somebody of many games leans to."""

from __future__ import annotations

import json
import random
from math import log
from pathlib import Path

import pytest

from khalkhin.ai.weights import STANDARD
from tools import tune_weights
from tools.tune_weights import Outcome

MIDDLE = {"danger": 0.0, "spending": log(2.0)}


def test_two_games_are_the_same_but_for_weights_as_much_above_the_middle_as_below() -> None:
    plan = list(tune_weights.design("sn", MIDDLE, 24, 3))
    assert len(plan) == 24
    for (signs, task), (other, twin) in zip(plan[::2], plan[1::2], strict=True):
        assert task[:4] == twin[:4]
        assert other == {name: -sign for name, sign in signs.items()}
        assert task.weights.danger * twin.weights.danger == pytest.approx(1.0)
        assert task.weights.spending * twin.weights.spending == pytest.approx(4.0)
        assert task.weights._replace(danger=1.0, spending=1.0) == STANDARD
    tasks = [task for _, task in plan]
    assert {(task.scenario, task.side) for task in tasks} == {
        (name, side) for name in ("anti-comintern", "kantokuen", "nomonhan") for side in (0, 1)
    }
    assert len({task.seed for task in tasks}) == 12
    assert not {task.seed for task in tasks} & {task.seed for _, task in tune_weights.design("sn", MIDDLE, 24, 4)}


def test_a_weight_that_wins_games_is_found_and_followed() -> None:
    rng = random.Random(1)
    signs, outcomes = list[dict[str, int]](), list[Outcome]()
    for _ in range(200):
        drawn = {name: rng.choice((-1, 1)) for name in MIDDLE}
        for turned in (1, -1):
            signs.append({name: turned * sign for name, sign in drawn.items()})
            won = rng.random() < 0.5 + 0.2 * turned * drawn["spending"]
            outcomes.append(Outcome(float(won), 10 if won else -10))
    found = tune_weights.effects(signs, outcomes)
    effect, error = found["spending"]
    assert 0.12 < effect < 0.28
    assert 0.01 < error < 0.04
    assert abs(found["danger"][0]) < 3 * found["danger"][1]
    after = tune_weights.moved(MIDDLE, found)
    assert after["spending"] == pytest.approx(MIDDLE["spending"] + tune_weights.FAR * tune_weights.STEP)
    assert abs(after["danger"]) < tune_weights.FAR * tune_weights.STEP


def test_games_that_all_end_alike_move_nothing() -> None:
    plan = [signs for signs, _ in tune_weights.design("pbn", MIDDLE, 8, 1)]
    assert tune_weights.moved(MIDDLE, tune_weights.effects(plan, [Outcome(0.5, 0)] * 8)) == MIDDLE


def test_a_round_is_played_and_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games" / "pbn" / "ai" / "tuned.json"
    file.parent.mkdir(parents=True)
    before = {"games": 6, "weights": {"danger": 1.0, "air": 2.0}}
    file.write_text(json.dumps(before))
    monkeypatch.setattr(tune_weights, "PACKAGE", tmp_path)
    asked = ["tune_weights", "pbn", "--games", "4", "--rounds", "1"]
    monkeypatch.setattr("sys.argv", [*asked, "--check"])
    tune_weights.main()
    assert json.loads(file.read_text()) == before
    first = capsys.readouterr().out
    assert "round 1: " in first
    monkeypatch.setattr("sys.argv", asked)
    tune_weights.main()
    assert capsys.readouterr().out == first, "the same seed gives the same games"
    after = json.loads(file.read_text())
    assert after["games"] == 10
    assert set(after["weights"]) == {"danger", "air"}


@pytest.mark.parametrize(
    ("asked", "told"),
    [(["bkg"], "bkg has no tuned.json"), (["pbn", "--games", "2"], "--games is 2; at least 4 are wanted")],
)
def test_bad_input_is_named(
    asked: list[str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tune_weights", *asked])
    with pytest.raises(SystemExit):
        tune_weights.main()
    assert told in capsys.readouterr().err
