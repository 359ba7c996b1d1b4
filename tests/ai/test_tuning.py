"""How weights are tuned by games, and the numbers of a weights.toml."""

from __future__ import annotations

import pickle
import random
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import log
from pathlib import Path

import pytest

from khalkhin.ai.advisor import advisor_of
from khalkhin.ai.tuning import names, number, read_settings, replaced, rewritten
from khalkhin.ai.weights import NO_BATTLES, STANDARD
from khalkhin.board.data import DataError
from khalkhin.engine import library
from tools import tune_weights
from tools.tune_weights import Outcome, Task

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


def test_a_game_is_played_with_other_weights() -> None:
    """As another process does it: the task gets there whole."""
    (_, task), *_ = tune_weights.design("pbn", MIDDLE, 4, 1)
    assert pickle.loads(pickle.dumps(task)) == task
    outcome = tune_weights.played(task)
    assert outcome.score in (0.0, 0.5, 1.0)
    assert (outcome.margin > 0) == (outcome.score == 1.0)


def foregone(task: Task) -> Outcome:
    """A game that is won by whoever thinks much of the air, the higher the greater its seed."""
    high = 10 + task.seed % 7
    return Outcome(1.0, high) if task.weights.air > 2.0 else Outcome(0.0, -high)


def test_a_round_is_played_and_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games" / "pbn" / "ai" / "weights.toml"
    file.parent.mkdir(parents=True)
    before = "[tuned]\n# How many.\ngames = 6\n\n[tuned.factors]\ndanger = 1.0 # as ever\nair = 2.0\n"
    file.write_text(before)
    monkeypatch.setattr(tune_weights, "PACKAGE", tmp_path)
    monkeypatch.setattr(tune_weights, "played", foregone)
    asked = ["tune_weights", "pbn", "--games", "4", "--rounds", "1"]
    monkeypatch.setattr("sys.argv", [*asked, "--check"])
    tune_weights.main()
    assert file.read_text() == before
    first = capsys.readouterr().out
    assert "round 1: " in first
    monkeypatch.setattr("sys.argv", asked)
    tune_weights.main()
    assert capsys.readouterr().out == first, "the same seed gives the same games"
    after = tomllib.loads(file.read_text())["tuned"]
    assert after["games"] == 10
    assert set(after["factors"]) == {"danger", "air"}
    assert after["factors"]["air"] > 2.0
    assert "# How many.\n" in file.read_text()


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["bkg"], "the weights.toml of bkg has no table tuned"),
        (["pbn", "--games", "2"], "--games is 2; at least 4 are wanted"),
    ],
)
def test_bad_input_is_named(
    asked: list[str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tune_weights", *asked])
    with pytest.raises(SystemExit):
        tune_weights.main()
    assert told in capsys.readouterr().err


# -- the numbers of a weights.toml ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Air:
    price: float
    waves: tuple[tuple[int, float], ...]
    pair: tuple[int, float]
    by_range: Mapping[int, float]


@dataclass(frozen=True)
class Numbers:
    air: Air
    reserve: int


GOOD = """\
reserve = 2 # kept back

[air]
price = 1
waves = [[1, 0.5], [2, 0.25]]
pair = [3, 0.1]
by_range = { 4 = 0.5 }
"""


def read(tmp_path: Path, text: str) -> Numbers:
    file = tmp_path / "weights.toml"
    file.write_text(text)
    return read_settings(file, Numbers)


def test_settings_are_read_with_their_types(tmp_path: Path) -> None:
    found = read(tmp_path, GOOD)
    assert found == Numbers(Air(1.0, ((1, 0.5), (2, 0.25)), (3, 0.1), {4: 0.5}), 2)
    assert isinstance(found.air.price, float)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("reserve", "reserves", "line 1, field 'reserves': there is no such setting."),
        ("price = 1\n", "", "line 3, field 'air.price': this setting is missing."),
        ("reserve = 2", "reserve = 2.0", "line 1, field 'reserve': 2.0 is not a whole number."),
        ("reserve = 2", "reserve = true", "line 1, field 'reserve': True is not a whole number."),
        ("price = 1", 'price = "1"', "line 4, field 'air.price': '1' is not a number."),
        ("[2, 0.25]", "[2]", "line 5, field 'air.waves[2]': the list has 1 items instead of 2."),
        ("[3, 0.1]", "3", "line 6, field 'air.pair': 3 is not a list."),
        ("{ 4 = 0.5 }", "0.5", "line 7, field 'air.by_range': 0.5 is not a table."),
        ("4 = 0.5", "far = 0.5", "line 7, field 'air.by_range.far': the name 'far' is not a whole number."),
    ],
)
def test_what_is_wrong_in_a_file_is_said_in_one_sentence(tmp_path: Path, old: str, new: str, told: str) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, GOOD.replace(old, new, 1))
    assert str(caught.value) == f"{tmp_path / 'weights.toml'}, {told}"


def test_a_tool_replaces_numbers_and_writes_them_down(tmp_path: Path) -> None:
    found = read(tmp_path, GOOD)
    values = {"reserve": 3, "air.waves[2][2]": 0.75, "air.by_range.4": 0.25}
    assert set(values) < set(names(found))
    other = replaced(found, values)
    assert other == Numbers(Air(1.0, ((1, 0.5), (2, 0.75)), (3, 0.1), {4: 0.25}), 3)
    assert number(other, "air.waves[2][2]") == 0.75
    text = rewritten(GOOD, values)
    assert read(tmp_path, text) == other
    assert "reserve = 3 # kept back\n" in text
    with pytest.raises(KeyError, match="there is no setting"):
        replaced(found, {"air.prices": 1.0})


@pytest.mark.parametrize("code", ["bkg", "kgw", "pbn", "sn"])
def test_every_number_of_a_game_says_what_it_is(code: str) -> None:
    """The line before an entry, or the head of its table, tells what it is."""
    lines = (tune_weights.PACKAGE / "games" / code / "ai" / "weights.toml").read_text().splitlines()
    told = False
    for before, line in pairwise(lines):
        if line.startswith("["):
            told = False
        elif re.match(r"\w+ = ", line):
            assert before.startswith("# ") or told, line
        told = told or (line.startswith("# ") and before.startswith("[tuned.factors]"))


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("bkg", "marches.danger"),
        ("kgw", "goals.longest_march"),
        ("pbn", "evaluation.promised_share"),
        ("sn", "marches.hexes"),
    ],
)
def test_an_advisor_with_other_settings_has_them_and_leaves_the_usual_one_alone(code: str, name: str) -> None:
    advisor = advisor_of(library.get(code))
    other = advisor.with_settings(replaced(advisor.settings, {name: 7})).with_weights(NO_BATTLES)
    assert number(other.settings, name) == number(other.with_settings(other.settings).settings, name) == 7
    assert other.with_settings(other.settings).weights == NO_BATTLES
    assert number(advisor.settings, name) != 7
