"""The table of how players do against each other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.opponents import main, quantile, table, watched
from khalkhin.players.contest import Played


def game(number: int, winner: str | None, points: tuple[int, int]) -> Played:
    seats = ("greedy", "random") if number % 2 == 0 else ("random", "greedy")
    side = None if winner is None else ("soviet", "japan")[seats.index(winner)]
    return Played(number, seats, winner, side, "points", points, 5, ((0.1, 0.3, 0.2), (0.05, 0.05, 1.0)))


GAMES = [
    game(0, "greedy", (160, 40)),
    game(1, None, (54, 54)),
    game(2, "random", (20, 30)),
    game(3, "greedy", (10, 90)),
]


def test_the_table() -> None:
    head, _, soviet, japan, both = (
        [cell.strip() for cell in line.strip("|").split("|")] for line in table(GAMES, "greedy").splitlines()
    )
    assert head[1:6] == ["games", "won", "drawn", "lost", "points"]
    assert soviet == ["soviet", "2", "1", "0", "1", "90 : 35", "0.6 s", "200.00 ms", "300 ms", "300 ms"]
    assert japan == ["japan", "2", "1", "1", "0", "72 : 32", "1.1 s", "50.00 ms", "1000 ms", "1000 ms"]
    assert both[:6] == ["both", "4", "2", "1", "1", "81 : 34"]


def test_progress_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    def games() -> Iterator[Played]:
        yield from GAMES

    assert watched(games(), 4, "greedy") == GAMES
    told = capsys.readouterr().err
    assert "4 of 4 games, greedy won 2" in told
    assert told.count("\n") == 1


def test_quantiles() -> None:
    assert quantile([3.0, 1.0, 2.0], 0.99) == 3
    assert quantile([3.0, 1.0, 2.0], 0.5) == 2


@pytest.mark.parametrize("games", ["3", "0", "x", "-2"])
def test_each_side_is_played_equally_often(games: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--games", games])
    assert f"{games} is not an even number of games" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (["sok"], "invalid choice: 'sok'"),
        (["kgw", "--scenario", "june-1939"], "june-1939 is no scenario of kgw: choose one of may-1939"),
    ],
)
def test_games_and_scenarios_are_known(said: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(said)
    assert told in capsys.readouterr().err


def test_a_game_and_a_scenario_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    main(["kgw", "--scenario", "july-1939", "--games", "2", "--seed", "4"])
    out = capsys.readouterr().out
    assert "kgw july-1939" in out
    assert "may-1939" not in out
    assert [line.split("|")[2].strip() for line in out.splitlines()[-3:]] == ["1", "1", "2"]
