"""Rewinding a table: what an audience was shown, and nothing else; when the game is over, every decision."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from khalkhin.ai.players.random_player import Habits, RandomPlayer
from khalkhin.engine.view import log_for, view
from tests.server.asker import Asker, Table, asking

Seen = dict[str | None, dict[int, tuple[Any, list[Any]]]]
"""For each audience and number: the view, apart from who is waited for, and the log."""


@pytest.fixture(scope="module")
def asker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    with asking(tmp_path_factory.mktemp("history")) as found:
        yield found


def _look(table: Table, seen: Seen) -> None:
    for side in (*table.game.sides, None):
        message = table.view(side)
        shown = {**message["view"], "waiting": None}, message["log"]["lines"]
        before = seen[side].setdefault(message["number"], shown)
        assert before == shown, "one number stands for one thing"


def _wander(table: Table, steps: int, seed: int) -> Seen:
    """Play at random, with second thoughts, talk of a draw and several decisions at once; what everybody saw."""
    rng = random.Random(seed)
    player = RandomPlayer(seed, Habits(finish=0.2, patient=False))
    seen: Seen = {side: {} for side in (*table.game.sides, None)}
    _look(table, seen)
    for _ in range(steps):
        waiting = table.view(None)["view"]["waiting"]
        if not waiting:
            break
        side = rng.choice(waiting)
        message = table.view(side)
        undo = int(message["undo"] and rng.random() < 0.3)
        if rng.random() < 0.05 and any(offer["verb"] == "draw" for offer in message["view"]["standing"]):
            table.decide(side, ("draw", None))
        elif undo:
            table.decide(side, undo=undo)
        else:
            table.decide(side, player.decide(message["view"]))
        _look(table, seen)
    return seen


GAMES = [("tiny", 60, 1), ("tiny", 60, 2), ("tiny", 60, 3), ("bkg", 90, 4)]


@pytest.mark.parametrize(("game", "steps", "seed"), GAMES)
def test_a_frame_shows_what_its_number_showed(asker: Asker, game: str, steps: int, seed: int) -> None:
    table = asker.table(game, seed=seed)
    seen = _wander(table, steps, seed)
    if table.match.over:
        pytest.fail("the game ended too soon to look at a running one")
    for side, numbers in seen.items():
        token = table.token(side)
        listed = asker.data(f"{table.at}/frames", token)
        assert listed["eyes"] == []
        found = [frame["n"] for frame in listed["frames"]]
        assert found == sorted(set(found))
        assert found[-1] == max(numbers)
        told = []
        for frame in listed["frames"]:
            shown, lines = numbers[frame["n"]]
            one = asker.data(f"{table.at}/frames/{frame['n']}", token)
            assert {**one["view"], "waiting": None} == shown
            assert (frame["turn"], frame["phase"]) == (shown["tracks"]["turn"], shown["phase"])
            assert frame["log"] == len(lines)
            told += one["log"]
        assert told == table.view(side)["log"]["lines"]


@pytest.mark.parametrize(("game", "steps", "seed"), GAMES)
def test_what_was_taken_back_is_left_out(asker: Asker, game: str, steps: int, seed: int) -> None:
    table = asker.table(game, seed=seed)
    seen = _wander(table, steps, seed)
    match = table.match
    for number, side in enumerate(match.game.sides):
        line = [view(match.position(n), number) for n in range(match.length + 1)]
        kept = [frame["n"] for frame in asker.data(f"{table.at}/frames", table.tokens[side])["frames"]]
        assert len(kept) < len(seen[side]), "nobody had second thoughts"
        for n in kept:
            shown = {key: value for key, value in seen[side][n][0].items() if key != "dice"}
            assert any({**there, "waiting": None} == shown for there in line)


# -- over --------------------------------------------------------------------------------------------------------------


def test_when_it_is_over_every_decision_can_be_seen_through_any_eyes(asker: Asker) -> None:
    table = asker.table("tiny", seed=6)
    _wander(table, 25, 6)
    table.decide("blue", ("concede", None))
    match = table.match
    for eyes, number in (("red", 0), ("blue", 1), ("spectators", None)):
        listed = asker.data(f"{table.at}/frames?eyes={eyes}")
        assert [frame["n"] for frame in listed["frames"]] == list(range(match.length + 1))
        assert [frame["side"] for frame in listed["frames"][1:]] == [match.game.sides[d.side] for d in match.decisions]
        assert listed["eyes"] == ["red", "blue"]
        told = []
        for n in range(match.length + 1):
            one = asker.data(f"{table.at}/frames/{n}?eyes={eyes}")
            assert {k: v for k, v in one["view"].items() if k != "dice"} == view(match.position(n), number)
            told += [{k: v for k, v in line.items() if k != "at"} for line in one["log"]]
        assert told == log_for(match.log, number)
    hidden = asker.data(f"{table.at}/frames/0?eyes=red")["view"]
    assert any("nation" in counter for stack in hidden["places"].values() for counter in stack), "it was hidden then"
    both = asker.data(f"{table.at}/frames/0?eyes=everybody")["view"]
    assert all("id" in counter for stack in both["places"].values() for counter in stack), "nothing is hidden any more"
    counts = [sum(map(len, view(match.position(0), side)["places"].values())) for side in (0, 1)]
    assert sum(map(len, both["places"].values())) >= max(counts)
    assert "secret" not in hidden["dice"]
    assert "secret" in asker.data(f"{table.at}/frames/{match.length}")["view"]["dice"]


def test_without_eyes_a_seat_looks_with_its_own(asker: Asker) -> None:
    table = asker.table("tiny", seed=6)
    table.decide("red", ("concede", None))
    for side in ("red", "blue", None):
        assert asker.data(f"{table.at}/frames/0", table.token(side))["view"]["side"] == side


def test_eyes_are_closed_while_the_game_runs(asker: Asker) -> None:
    table = asker.table("tiny", seed=6)
    red = table.tokens["red"]
    assert asker.refusal(f"{table.at}/frames?eyes=blue", red) == (403, "server.eyes-closed")
    assert asker.refusal(f"{table.at}/frames/1?eyes=blue", red) == (403, "server.eyes-closed")
    assert asker.refusal(f"{table.at}/frames?eyes=red") == (403, "server.eyes-closed")
    assert asker.refusal(f"{table.at}/frames/1?eyes=everybody", red) == (403, "server.eyes-closed")
    assert asker.refusal(f"{table.at}/frames?eyes=green", red) == (400, "server.unknown-eyes")
    assert asker.get(f"{table.at}/frames?eyes=red", red).status_code == 200


def test_a_frame_that_is_not_there_is_refused(asker: Asker) -> None:
    table = asker.table("tiny", seed=6)
    red = table.tokens["red"]
    for n in (0, 2, 10**14):
        assert asker.refusal(f"{table.at}/frames/{n}", red) == (404, "server.no-frame")
    table.decide("red", table.choose("red"))
    table.decide("red", undo=1)
    assert [frame["n"] for frame in asker.data(f"{table.at}/frames", red)["frames"]] == [3]
    assert asker.refusal(f"{table.at}/frames/2", red) == (404, "server.no-frame")


# -- my last turn ------------------------------------------------------------------------------------------------------


def test_the_last_turn_of_a_side_ends_before_the_others_play(asker: Asker) -> None:
    table = asker.table("bkg", seed=7)

    def finish(*phases: str) -> None:
        """Play on until the next of these phases."""
        while table.view(None)["view"]["phase"] not in phases:
            (side,) = table.view(None)["view"]["waiting"]
            table.decide(side, _shortest(table, side))

    finish("phase.jap_move")
    soviet = table.view("soviet")["number"]
    assert _mine(asker, table, "soviet") is None, "the enemy has not played yet"
    finish("phase.sov_move")
    japan = table.view("japan")["number"]
    assert _mine(asker, table, "soviet") == soviet
    assert _mine(asker, table, "japan") is None, "it has had but one turn"
    table.decide("soviet", table.choose("soviet"))
    assert _mine(asker, table, "soviet") == soviet, "also when the next turn has begun"
    finish("phase.jap_move")
    assert _mine(asker, table, "japan") == japan
    assert _mine(asker, table, None) is None


def _mine(asker: Asker, table: Table, side: str | None) -> int | None:
    found: int | None = asker.data(f"{table.at}/frames", table.token(side))["mine"]
    return found


def _shortest(table: Table, side: str) -> tuple[str, Any]:
    """The answer that ends most: a bare verb if there is one."""
    offers = table.view(side)["view"]["prompt"]["offers"]
    bare = [o for o in offers if o["kind"] == "nothing"]
    return (bare or offers)[-1]["verb"], (bare or offers)[-1]["nouns"][0]


def test_turns_and_phases_are_marked(asker: Asker) -> None:
    table = asker.table("tiny", seed=8)
    table.play(30)
    listed = asker.data(f"{table.at}/frames")
    begins = {(mark["turn"], mark["phase"]): mark["n"] for mark in listed["marks"]}
    assert list(begins) == list(dict.fromkeys((f["turn"], f["phase"]) for f in listed["frames"]))
    for frame in listed["frames"]:
        assert begins[frame["turn"], frame["phase"]] <= frame["n"]


def test_a_restart_changes_nothing(tmp_path: Path) -> None:
    def told(asker: Asker) -> list[Any]:
        return [
            [listed := asker.data(f"{table.at}/frames", table.token(side))]
            + [asker.data(f"{table.at}/frames/{frame['n']}", table.token(side)) for frame in listed["frames"]]
            for side in ("red", "blue", None)
        ]

    with asking(tmp_path) as first:
        table = first.table("tiny", seed=3)
        _wander(table, 40, 3)
        before = told(first)
    with asking(tmp_path) as second:
        assert told(second) == before
