"""The example trains, saves and loads; that it learns well takes minutes and is told in docs/researchers.md."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import khalkhin.env

FILE = Path(__file__).parents[2] / "examples" / "train_bkg.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_bkg", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["train_bkg"] = module
    spec.loader.exec_module(module)
    return module


def test_features_tell_decisions_apart(example: ModuleType) -> None:
    table = khalkhin.env.against("bkg", "random", "japan")
    seen, _ = table.reset(seed=1)
    offered = np.flatnonzero(seen["action_mask"])
    found = example.features(seen["observation"], offered)
    verbs = [table.turns.actions.decision(int(n))[0] for n in offered]
    for verb, row in zip(verbs, found, strict=True):
        assert row[example.AT[verb]] == 1, "the first feature of a verb is the verb"
        assert all(name.split(".")[0] == verb for name, value in zip(example.FEATURES, row, strict=True) if value)
    assert len(np.unique(found, axis=0)) > 3


def test_the_best_of_a_generation_are_followed(example: ModuleType) -> None:
    """Games whose outcome is the first weight: what is drawn next lies higher."""

    class Players:
        def play(self, tasks: list[object]) -> list[object]:
            return [example.Outcome(True, False, task.weights[0]) for task in tasks]  # type: ignore[attr-defined]

    plan = example.Plan(generations=6, population=30, elite=8)
    found = [mean[0] for mean, _ in example.generations(Players(), plan, "japan", 1)]
    assert found == sorted(found)
    assert found[-1] > 3


def test_a_short_training_is_saved_and_loaded(
    example: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "weights.npz"
    assert example.main(["--quick", "--games", "0", "--workers", "1", "--out", str(file)]) == 0
    assert "japan generation 1 of 1: mean chance" in capsys.readouterr().out
    weights = example.load(file)
    for side in example.SIDES:
        assert weights[side].shape == (len(example.FEATURES),)
        assert weights[side].any()
    np.savez(tmp_path / "other.npz", allow_pickle=False, features=np.array(["a", "b"]), **weights)
    with pytest.raises(SystemExit, match="other features"):
        example.load(tmp_path / "other.npz")


def test_a_whole_game_is_told_with_its_interval(example: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    found = example.play(example.Task(np.zeros(len(example.FEATURES)), "japan", 1))
    assert (found.won, found.chance) in ((True, 1.0), (False, 0.0), (False, 0.5))
    example.tell("before", {"japan": [found._replace(won=True)] * 9})
    assert capsys.readouterr().out == "before japan   won 9 of 9, 0 drawn: 100% [70%, 100%]\n"
