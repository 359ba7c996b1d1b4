"""The ladder: what is played, that it can be stopped and gone on with, and that the figures are right."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tests.tiny  # noqa: F401  registers the tiny game
from khalkhin.ai import players
from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.lab import ladder, scorebook, standings
from khalkhin.lab.ladder import Order, play_one
from khalkhin.lab.rating import Tally
from khalkhin.lab.scorebook import Entry, Task, opened
from tests.ai.test_fallback import Breaks

TINY = Order.of("tiny", levels=["greedy", "random"], games=6, evaluations=4)


def outcome(entry: Entry) -> Entry:
    """A game without what the clock says."""
    return replace(entry, turns=())


def played(order: Order, folder: Path, jobs: int = 1) -> list[Entry]:
    with opened(folder, order) as book:
        return list(ladder.games(order, book, jobs))


def kept(order: Order, folder: Path) -> list[Entry]:
    with opened(folder, order) as book:
        return book.of(order.tasks())


# -- what is played ----------------------------------------------------------------------------------------------------


def test_every_set_up_is_played_from_both_sides() -> None:
    order = Order.of("kgw", levels=["search", "random", "planner"], games=8)
    assert order.levels == ("random", "planner", "search")
    assert order.pairs() == [("planner", "random"), ("search", "random"), ("search", "planner")]
    tasks = order.tasks()
    assert len(tasks) == len(set(tasks)) == 24
    twins = Counter((task.scenario, task.number // 2, frozenset(task.seats)) for task in tasks)
    assert set(twins.values()) == {2}
    for task in tasks:
        if task.number % 2:
            assert Task(task.scenario, task.seats[::-1], task.number - 1) in tasks
    assert [order.tasks()[6 * n].scenario for n in range(4)] == [*library.get("kgw").scenarios, "may-1939"]


def test_everybody_and_everything_where_nothing_is_named() -> None:
    order = Order.of("sn")
    assert order.levels == tuple(players.names())
    assert order.scenarios == tuple(library.get("sn").scenarios)
    assert (order.games, order.seed, order.evaluations) == (100, 1, 200)
    assert Order.of("sn", "kantokuen").scenarios == ("kantokuen",)


def test_twins_have_the_same_dice_and_other_seeds_have_others() -> None:
    first, second = (play_one(TINY, Task("raid", seats, 0)) for seats in (("random", "random"),) * 2)
    assert outcome(first) == outcome(second)
    others = [play_one(replace(TINY, seed=seed), Task("raid", ("random", "random"), 0)) for seed in range(2, 6)]
    assert any(outcome(other) != outcome(first) for other in others)


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
        Order.of(**{"game": "kgw", **asked})
    assert str(told.value).startswith(sentence)


# -- the book ----------------------------------------------------------------------------------------------------------


def test_games_are_kept_and_only_what_is_missing_is_played(tmp_path: Path) -> None:
    few = replace(TINY, games=4)
    first = played(few, tmp_path)
    assert len(first) == 4
    assert played(few, tmp_path) == []
    assert kept(few, tmp_path) == first
    more = played(TINY, tmp_path)
    assert [entry.task.number for entry in more] == [4, 5]
    assert [outcome(e) for e in kept(TINY, tmp_path)] == [outcome(e) for e in played(TINY, tmp_path / "other")]


def test_other_levels_and_scenarios_go_into_the_same_book(tmp_path: Path) -> None:
    played(TINY, tmp_path)
    raid = Order.of("tiny", "raid", ["greedy", "random"], 6, evaluations=4)
    # Numbers 0, 1, 4 and 5 were raids already, or 2 and 3 were.
    there = sum(entry.task.scenario == "raid" for entry in kept(TINY, tmp_path))
    assert 0 < there < 6
    assert len(played(raid, tmp_path)) == 6 - there


def test_a_line_that_was_cut_off_is_dropped(tmp_path: Path) -> None:
    entries = played(TINY, tmp_path)
    file = tmp_path / "tiny.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole[:-20])
    assert kept(TINY, tmp_path) == entries[:-1]
    assert outcome(played(TINY, tmp_path)[0]) == outcome(entries[-1])
    assert len(file.read_bytes().splitlines()) == len(whole.splitlines())
    file.write_bytes(whole[:30])
    assert kept(TINY, tmp_path) == []


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("seed", 7, "was begun with the seed 7, not 1; --out names another folder."),
        ("evaluations", 50, "was begun with the number of evaluations 50, not 4; "),
        ("data", "beef", "was begun with the data version beef, not "),
        ("program", "beef", "was begun with the program version beef, not "),
        ("game", "bkg", "was begun with the game bkg, not tiny; "),
        ("ladder", 9, "was begun with the format 9, not 1; "),
    ],
)
def test_a_book_of_something_else_is_refused(field: str, value: Any, sentence: str, tmp_path: Path) -> None:
    played(replace(TINY, games=2), tmp_path)
    file = tmp_path / "tiny.jsonl"
    head, *rest = file.read_text().splitlines()
    changed = "\n".join([json.dumps({**json.loads(head), field: value}), *rest, ""])
    file.write_text(changed)
    with pytest.raises(KhalkhinError) as told:
        opened(tmp_path, TINY)
    assert str(told.value).startswith(f"{file} {sentence}")
    assert file.read_text() == changed


@pytest.mark.parametrize(("line", "text"), [(1, "[]"), (1, "?"), (1, '{"seed": 1}'), (3, "null"), (3, '{"seats": 3}')])
def test_a_damaged_book_is_refused(line: int, text: str, tmp_path: Path) -> None:
    played(replace(TINY, games=4), tmp_path)
    file = tmp_path / "tiny.jsonl"
    lines = file.read_text().splitlines()
    lines[line - 1] = text
    file.write_text("\n".join([*lines, ""]))
    with pytest.raises(KhalkhinError) as told:
        opened(tmp_path, TINY)
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
    monkeypatch.setattr(scorebook, "PACKAGE", tmp_path)
    before = scorebook.program(library.get("tiny"))
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text("1\n")
    assert (scorebook.program(library.get("tiny")) != before) is matters


def test_processes_play_the_same_games(tmp_path: Path) -> None:
    order = Order.of("pbn", levels=["greedy", "random"], games=2)
    alone, together = (played(order, tmp_path / str(jobs), jobs) for jobs in (1, 2))
    assert {outcome(entry) for entry in alone} == {outcome(entry) for entry in together}
    assert len(alone) == 2
    for entry in together:
        thinking = sum(entry.turns[entry.task.seats.index("greedy")])
        assert thinking > sum(entry.turns[entry.task.seats.index("random")]) > 0


def test_a_level_that_fails_is_counted_and_forfeits_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(players._MAKERS, "planner", Breaks)
    order = Order.of("tiny", levels=["planner", "random"], games=2)
    with caplog.at_level(logging.CRITICAL):
        entries = played(order, tmp_path)
    (level,) = (level for level in standings.of(order, entries).levels if level.name == "planner")
    assert level.decisions > 0
    assert level.faults == {"planner failed: ZeroDivisionError: by nothing": level.decisions}


# -- the figures -------------------------------------------------------------------------------------------------------


def entry(number: int, seats: tuple[str, str], winner: int | None, turns: Sequence[Sequence[float]]) -> Entry:
    how = "draw" if winner is None else "points"
    times = tuple(tuple(side) for side in turns)
    return Entry(Task("august-1939", seats, number), winner, how, (3, 2), (5, 7), times, ((), ("broke",)))


GAMES = [
    entry(0, ("planner", "greedy"), 0, ((0.5, 0.1), (0.2,))),
    entry(1, ("greedy", "planner"), 0, ((0.2,), (0.3,))),
    entry(2, ("planner", "greedy"), 0, ((0.1,), (0.4,))),
    entry(3, ("greedy", "planner"), None, ((0.2,), (0.5,))),
]


def test_standings() -> None:
    order = Order.of("bkg", levels=["planner", "greedy"], games=4)
    stand = standings.of(order, GAMES)
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
    order = Order.of("bkg", levels=["planner", "greedy"], games=6)
    data = json.loads(json.dumps(standings.of(order, GAMES).data()))
    assert data["games"] == {"wanted": 6, "played": 4}
    assert data["pairs"][0]["share"] == 0.625
    assert data["pairs"][0]["sides"]["japan"] == {**data["pairs"][0]["sides"]["japan"], "won": 0, "drawn": 1, "lost": 1}
    assert (data["sides"]["soviet"], data["sides"]["japan"], data["sides"]["drawn"]) == (3, 0, 1)
    assert [level["level"] for level in data["levels"]] == ["planner", "greedy"]
    assert data["levels"][1]["elo"] == 0
    assert data["levels"][0]["seconds_a_turn"] == pytest.approx(0.3)
