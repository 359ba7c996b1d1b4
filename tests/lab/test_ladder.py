"""The ladder: what is played, that it can be stopped and gone on with, and that the figures are right."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

import tests.tiny  # noqa: F401  registers the tiny game
from khalkhin.ai import players
from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.lab import program as versions
from khalkhin.lab import standings
from khalkhin.lab.book import book_of, read_book
from khalkhin.lab.folder import RunFolder
from khalkhin.lab.ladder import Ladder
from khalkhin.lab.play import play_one
from khalkhin.lab.rating import Tally
from khalkhin.lab.request import RunRequest, pairing_name
from khalkhin.lab.results import GameResult
from khalkhin.lab.run import processes
from tests.ai.test_fallback import Breaks

DOCS = Path(__file__).parents[2] / "docs" / "ladder"
TINY = RunRequest.ladder("tiny", levels=["greedy", "random"], games=6, evaluations=4)


def outcome(result: GameResult) -> GameResult:
    """A game without what the clock says."""
    return replace(result, turns=())


def played(request: RunRequest, folder: Path, jobs: int = 1) -> list[GameResult]:
    with RunFolder.opened(folder, request) as run:
        return list(Ladder(request, run).play(processes(jobs)))


def kept(request: RunRequest, folder: Path) -> list[GameResult]:
    with RunFolder.opened(folder, request) as run:
        return Ladder(request, run).results()


# -- what is played ----------------------------------------------------------------------------------------------------


def test_every_set_up_is_played_from_both_sides() -> None:
    request = RunRequest.ladder("kgw", levels=["search", "random", "planner"], games=8)
    assert request.levels == ("random", "planner", "search")
    assert list(request.seatings) == [("planner", "random"), ("search", "random"), ("search", "planner")]
    tasks = request.tasks()
    assert len(tasks) == len(set(tasks)) == 24
    twins = Counter((task.scenario, task.number // 2, frozenset(task.seats)) for task in tasks)
    assert set(twins.values()) == {2}
    for task in tasks:
        if task.number % 2:
            name = pairing_name(task.number - 1, task.scenario, task.seats[::-1])
            (twin,) = (other for other in tasks if other.name == name)
            assert twin.dice_seed == task.dice_seed
            assert twin.player_seed != task.player_seed
    assert [request.tasks()[6 * n].scenario for n in range(4)] == ["may-1939", "july-1939", "haichi-go", "may-1939"]


def test_everybody_and_everything_where_nothing_is_named() -> None:
    request = RunRequest.ladder("sn")
    assert request.levels == tuple(players.names())
    assert request.scenarios == tuple(library.get("sn").scenarios)
    assert (request.games, request.seed, request.evaluations) == (100, 1, 200)
    assert RunRequest.ladder("sn", "kantokuen").scenarios == ("kantokuen",)


def test_games_hang_on_their_task_and_other_seeds_have_others() -> None:
    def end(seed: int) -> tuple[str, ...]:
        request = replace(TINY, seed=seed, seatings=(("random", "random"),))
        return tuple(play_one(request, task).record for task in request.tasks()[:1])

    assert end(1) == end(1)
    assert any(end(seed) != end(1) for seed in range(2, 6))


def test_the_seeds_of_a_ladder_stay_what_they_are() -> None:
    """The games of a ladder that was begun can be played again only as long as these hold."""
    tasks = RunRequest.ladder("bkg", levels=["greedy", "planner"], games=4, seed=3).tasks()
    assert [(task.dice_seed, task.player_seed) for task in tasks] == [
        (3_000_000, 6_000_000),
        (3_000_000, 6_000_002),
        (3_000_001, 6_000_004),
        (3_000_001, 6_000_006),
    ]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"game": "sok"}, 'There is no game "sok"'),
        ({"scenario": "june-1939"}, 'There is no scenario "june-1939"; there are: may-1939'),
        ({"levels": ["greedy", "god"]}, 'There is no player "god"; there are: random, greedy'),
        ({"levels": ["greedy", "greedy"]}, "--levels needs two different players, not only greedy"),
        ({"games": 3}, "--games takes an even number from 2 on, not 3"),
        ({"games": 0}, "--games takes an even number from 2 on, not 0"),
    ],
)
def test_what_cannot_be_played_is_named(asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(KhalkhinError) as told:
        RunRequest.ladder(**{"game": "kgw", **asked})
    assert str(told.value).startswith(sentence)


# -- the folder --------------------------------------------------------------------------------------------------------


def test_games_are_kept_and_only_what_is_missing_is_played(tmp_path: Path) -> None:
    few = replace(TINY, games=4)
    first = played(few, tmp_path)
    assert len(first) == 4
    assert played(few, tmp_path) == []
    assert kept(few, tmp_path) == first
    more = played(TINY, tmp_path)
    assert [result.number for result in more] == [4, 5]
    assert [outcome(e) for e in kept(TINY, tmp_path)] == [outcome(e) for e in played(TINY, tmp_path / "other")]


def test_other_levels_and_scenarios_go_into_the_same_folder(tmp_path: Path) -> None:
    played(TINY, tmp_path)
    raid = RunRequest.ladder("tiny", "raid", ["greedy", "random"], 6, evaluations=4)
    # Numbers 0, 1, 4 and 5 were raids already, or 2 and 3 were.
    there = sum(entry.scenario == "raid" for entry in kept(TINY, tmp_path))
    assert 0 < there < 6
    assert len(played(raid, tmp_path)) == 6 - there


# -- a book of an earlier version --------------------------------------------------------------------------------------


def write_book(file: Path, request: RunRequest, results: Sequence[GameResult]) -> None:
    """A book as earlier versions wrote it."""
    heading = request.heading()
    names = ("game", "data", "program", "seed", "evaluations")
    lines = [{"ladder": 1, **{name: heading[name] for name in names}}]
    lines += [{**asdict(result), "points": [0, 0]} for result in results]
    file.parent.mkdir(exist_ok=True)
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_a_book_is_gone_on_with_in_a_folder(tmp_path: Path) -> None:
    whole = played(TINY, tmp_path / "whole")
    write_book(tmp_path / "tiny.jsonl", TINY, whole[:4])
    older = book_of(tmp_path / "tiny.jsonl", TINY)
    with RunFolder.opened(tmp_path / "tiny", TINY) as folder:
        ladder = Ladder(TINY, folder, older)
        assert ladder.results() == whole[:4]
        assert [outcome(result) for result in ladder.play(processes(1))] == [outcome(result) for result in whole[4:]]
        assert [outcome(result) for result in ladder.results()] == [outcome(result) for result in whole]
        assert len(folder.names()) == 2


def test_a_line_that_was_cut_off_is_dropped(tmp_path: Path) -> None:
    results, file = played(TINY, tmp_path / "run"), tmp_path / "tiny.jsonl"
    write_book(file, TINY, results)
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    assert list(book_of(file, TINY).values()) == results[:-1]
    file.write_bytes(whole[:30])
    assert book_of(file, TINY) == {}


@pytest.mark.parametrize(
    ("game", "pair", "won", "drawn", "lost"),
    [
        ("bkg", ("search", "planner"), 74, 0, 26),
        ("kgw", ("search", "planner"), 63, 23, 14),
        ("pbn", ("search", "planner"), 61, 9, 30),
        ("sn", ("search", "planner"), 41, 49, 10),
    ],
)
def test_the_books_of_the_documentation_tell_what_it_tells(
    game: str, pair: tuple[str, str], won: int, drawn: int, lost: int
) -> None:
    head, found = read_book(DOCS / f"{game}.jsonl")
    request = RunRequest.ladder(game, levels=pair, games=100, seed=head["seed"], evaluations=head["evaluations"])
    assert {task.name for task in request.tasks()} == found.keys()
    (only,) = standings.of(request, list(found.values())).pairs
    assert only.levels == pair
    assert only.tally == Tally(won, drawn, lost)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("seed", 7, "was begun with the seed 7, not 1; --out names another folder."),
        ("evaluations", 50, "was begun with the number of playouts 50, not 4; "),
        ("data", "beef", "was begun with the data version beef, not "),
        ("program", "beef", "was begun with the program version beef, not "),
        ("game", "bkg", "was begun with the game bkg, not tiny; "),
        ("ladder", 9, "was begun with the format 9, not 1; "),
    ],
)
def test_a_book_of_something_else_is_refused(field: str, value: Any, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "tiny.jsonl"
    write_book(file, TINY, GAMES)
    head, *rest = file.read_text().splitlines()
    changed = "\n".join([json.dumps({**json.loads(head), field: value}), *rest, ""])
    file.write_text(changed)
    with pytest.raises(KhalkhinError) as told:
        book_of(file, TINY)
    assert str(told.value).startswith(f"{file} {sentence}")
    assert file.read_text() == changed


@pytest.mark.parametrize(("line", "text"), [(1, "[]"), (1, "?"), (1, '{"seed": 1}'), (3, "null"), (3, '{"seats": 3}')])
def test_a_damaged_book_is_refused(line: int, text: str, tmp_path: Path) -> None:
    file = tmp_path / "tiny.jsonl"
    write_book(file, TINY, GAMES)
    lines = file.read_text().splitlines()
    lines[line - 1] = text
    file.write_text("\n".join([*lines, ""]))
    with pytest.raises(KhalkhinError) as told:
        book_of(file, TINY)
    assert str(told.value) == f"Line {line} of {file} is none of a ladder; --out names another folder."


@pytest.mark.parametrize(
    ("file", "matters"),
    [
        ("ai/players/planner_player.py", True),
        ("ai/win_chance.json", True),
        ("ai/weights.toml", True),
        ("lab/ladder.py", False),
        ("ai/analysis/luck.py", False),
        ("engine/notes.txt", False),
        ("web/table.py", False),
    ],
)
def test_changed_players_are_others(file: str, matters: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "PACKAGE", tmp_path)
    before = versions.program(library.get("tiny"))
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text("1\n")
    assert (versions.program(library.get("tiny")) != before) is matters


def test_processes_play_the_same_games(tmp_path: Path) -> None:
    request = RunRequest.ladder("pbn", levels=["greedy", "random"], games=2)
    alone, together = (played(request, tmp_path / str(jobs), jobs) for jobs in (1, 2))
    assert {outcome(entry) for entry in alone} == {outcome(entry) for entry in together}
    assert len(alone) == 2
    for entry in together:
        thinking = sum(entry.turns[entry.seats.index("greedy")])
        assert thinking > sum(entry.turns[entry.seats.index("random")]) > 0


def test_a_level_that_fails_is_counted_and_forfeits_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(players._MAKERS, "planner", Breaks)
    request = RunRequest.ladder("tiny", levels=["planner", "random"], games=2)
    with caplog.at_level(logging.CRITICAL):
        entries = played(request, tmp_path)
    (level,) = (level for level in standings.of(request, entries).levels if level.name == "planner")
    assert level.decisions > 0
    assert level.faults == {"planner failed: ZeroDivisionError: by nothing": level.decisions}


# -- the figures -------------------------------------------------------------------------------------------------------


def entry(number: int, seats: tuple[str, str], winner: int | None, turns: Sequence[Sequence[float]]) -> GameResult:
    how = "draw" if winner is None else "points"
    times = tuple(tuple(side) for side in turns)
    return GameResult("august-1939", seats, number, winner, how, (5, 7), times, ((), ("broke",)))


GAMES = [
    entry(0, ("planner", "greedy"), 0, ((0.5, 0.1), (0.2,))),
    entry(1, ("greedy", "planner"), 0, ((0.2,), (0.3,))),
    entry(2, ("planner", "greedy"), 0, ((0.1,), (0.4,))),
    entry(3, ("greedy", "planner"), None, ((0.2,), (0.5,))),
]


def test_standings() -> None:
    request = RunRequest.ladder("bkg", levels=["planner", "greedy"], games=4)
    stand = standings.of(request, GAMES)
    (pair,) = stand.pairs
    assert pair.levels == ("planner", "greedy")
    assert pair.tally == Tally(2, 1, 1)
    assert pair.sides == (Tally(2, 0, 0), Tally(0, 1, 1))
    assert stand.bias == stand.scenarios["august-1939"] == Tally(3, 1, 0)
    assert stand.endings == {"points": 3, "draw": 1}
    planner, greedy = stand.levels
    assert (planner.name, greedy.name, stand.zero) == ("planner", "greedy", "greedy")
    assert planner.mean == pytest.approx(1.5 / 5)
    assert (planner.worst, planner.decisions, planner.faults, planner.games) == (0.5, 24, {"broke": 2}, 4)
    assert planner.rating is not None
    assert planner.rating.elo == pytest.approx(88.7, abs=0.1)


def test_standings_as_data() -> None:
    request = RunRequest.ladder("bkg", levels=["planner", "greedy"], games=6)
    data = json.loads(json.dumps(standings.of(request, GAMES).data()))
    assert data["games"] == {"wanted": 6, "played": 4}
    assert data["pairs"][0]["share"] == 0.625
    assert data["pairs"][0]["sides"]["japan"] == {**data["pairs"][0]["sides"]["japan"], "won": 0, "drawn": 1, "lost": 1}
    assert (data["sides"]["soviet"], data["sides"]["japan"], data["sides"]["drawn"]) == (3, 0, 1)
    assert [level["level"] for level in data["levels"]] == ["planner", "greedy"]
    assert data["levels"][1]["elo"] == 0
    assert data["levels"][0]["seconds_a_turn"] == pytest.approx(0.3)
