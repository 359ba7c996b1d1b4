"""What a run is to play: what may be asked for, and on what its games hang."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.words import plain
from khalkhin.lab.play import play_one
from khalkhin.lab.program import program
from khalkhin.lab.request import RunRequest
from tests.lab.runs import tiny


def test_planners_and_the_only_scenario_where_nothing_is_named() -> None:
    request = RunRequest.of("bkg")
    assert (request.scenario, request.seats) == ("august-1939", ("planner", "planner"))
    assert (request.games, request.seed, request.evaluations) == (100, 1, 200)
    assert request.options == library.get("bkg").choose_options("august-1939", {})
    assert list(RunRequest.of("bkg", games=3).numbers()) == [1, 2, 3]


def test_a_side_can_be_somebody_else() -> None:
    assert RunRequest.of("bkg", levels={"japan": "greedy"}).seats == ("planner", "greedy")


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"game": "chess"}, 'There is no game "chess"'),
        ({"game": "kgw"}, "kgw has several scenarios; name one of them: may-1939, july-1939, haichi-go, bain-tsagan."),
        ({"scenario": "winter"}, 'There is no scenario "winter"; there are: august-1939'),
        ({"levels": {"japan": "god"}}, 'There is no player "god"; there are: random, greedy'),
        ({"levels": {"china": "greedy"}}, 'There is no side "china"'),
        ({"options": {"fog": True}}, 'There is no option "fog"'),
        ({"options": {"open_strengths": "perhaps"}}, 'The option open_strengths takes true or false, not "perhaps".'),
        ({"games": 0}, '--games takes a whole number from 1 on, not "0".'),
        ({"games": 1_000_000}, "--games takes at most 999999 games, not 1000000"),
        ({"seed": 9_007_199_254}, "9007199254 cannot be a seed: a seed is a whole number from 0 to 9007199253."),
        ({"overrides": Path("nowhere")}, "nowhere"),
    ],
)
def test_what_cannot_be_played_is_told(asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(KhalkhinError) as told:
        RunRequest.of(**{"game": "bkg", **asked})
    assert sentence in plain(told.value.reason, told.value.game, "en")


def test_a_correction_that_is_none_is_told(tmp_path: Path) -> None:
    (tmp_path / "chart.toml").write_text("")
    with pytest.raises(KhalkhinError) as told:
        RunRequest.of("bkg", overrides=tmp_path)
    assert "chart.toml" in plain(told.value.reason, None, "en")


def test_the_heading_has_what_games_hang_on(tmp_path: Path) -> None:
    charts = (library.get("bkg").folder / "charts.toml").read_text()
    (tmp_path / "charts.toml").write_text(charts.replace("limit = 4", "limit = 5"))
    request = RunRequest.of("bkg", levels={"soviet": "random"}, overrides=tmp_path, seed=4, evaluations=7)
    heading = request.heading()
    assert heading["overrides"]["folder"] == str(tmp_path)
    assert heading["data"] == library.get("bkg", tmp_path).version != library.get("bkg").version
    assert heading["program"] == program(library.get("bkg"))
    assert heading["seats"] == {"soviet": "random", "japan": "planner"}
    assert (heading["seed"], heading["evaluations"], heading["options"]) == (4, 7, request.options)


def test_a_game_hangs_on_the_request_and_its_number_alone() -> None:
    def record(request: RunRequest, number: int) -> str:
        return play_one(request, request.task(number)).record

    assert record(tiny(3), 2) == record(tiny(300), 2)
    assert record(tiny(), 2) != record(tiny(), 3)
    assert record(tiny(seed=2), 2) != record(tiny(), 2)


def test_runs_with_the_same_seed_have_the_same_dice() -> None:
    """Runs are compared game by game, whoever plays them."""
    other = tiny(levels={"red": "greedy", "blue": "random"})
    first, second = (play_one(request, request.task(5)) for request in (tiny(), other))
    assert first.row["seed"] == second.row["seed"] == 1_000_005
    assert first.record != second.record
