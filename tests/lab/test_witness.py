"""What is written down of a game while it is played."""

from __future__ import annotations

from functools import cache

import pytest

import tests.tiny  # noqa: F401  registers the tiny game
from khalkhin.ai.budget import Budget
from khalkhin.ai.players.fallback_player import FallbackPlayer
from khalkhin.board.hexset import members
from khalkhin.engine import library
from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from khalkhin.engine.record import replay
from khalkhin.lab.decisions import decisions
from khalkhin.lab.play import Played, play_one
from khalkhin.lab.request import RunRequest
from khalkhin.lab.rows import COLUMNS
from khalkhin.lab.witness import Row, Witness, points_of
from tests.lab.runs import tiny

pytestmark = pytest.mark.xdist_group("witness")

SCENARIOS = {"bkg": "august-1939", "kgw": "july-1939", "pbn": "campaign", "sn": "nomonhan"}
each_game = pytest.mark.parametrize("game", [*SCENARIOS, "tiny"])


@cache
def random_game(code: str) -> tuple[RunRequest, Played, Match]:
    """A game between random players, and the same one played again from its record."""
    game = library.get(code)
    request = RunRequest.of(code, SCENARIOS.get(code, "raid"), levels=dict.fromkeys(game.sides, "random"))
    played = play_one(request, request.task(1))
    return request, played, replay(played.record, game)


def rows(game: str, table: str) -> list[Row]:
    return random_game(game)[1].tables[table]


@each_game
def test_watching_changes_nothing(game: str) -> None:
    request, played, _ = random_game(game)
    seed = request.task(1).dice_seed
    match = Match(library.get(game).start(request.scenario, request.options, Dice.practice(seed)))
    sitting = [FallbackPlayer(level, 2 * seed + side) for side, level in enumerate(request.seats)]
    for _ in decisions(match, sitting, Budget(playouts=request.evaluations)):
        pass
    assert match.record() == played.record


@each_game
def test_the_row_of_a_game_tells_how_it_ended(game: str) -> None:
    _, played, match = random_game(game)
    row, result = played.row, match.state.result
    assert result is not None
    first, second = match.game.sides
    assert row["winner"] == ("" if result.winner is None else match.game.sides[result.winner])
    assert row["how"] == result.how
    assert (row[f"points_{first}"], row[f"points_{second}"]) == (result.points or points_of(match.state))
    assert row["margin"] == row[f"points_{first}"] - row[f"points_{second}"]
    assert row["digest"] == match.state.digest()
    assert row[f"decisions_{first}"] + row[f"decisions_{second}"] == match.length
    assert row[f"faults_{first}"] == row[f"faults_{second}"] == 0
    assert 0 < row[f"longest_turn_{first}"] <= row[f"seconds_{first}"]


@each_game
def test_a_row_for_every_turn(game: str) -> None:
    _, played, match = random_game(game)
    turns = played.tables["turns"]
    begun = [turn for _, turn, _ in match.turns()]
    assert [row["turn"] for row in turns] == sorted({turns[0]["turn"], *begun})
    assert played.row["turns"] == len(turns)
    s, last = match.state, turns[-1]
    for side, name in enumerate(match.game.sides):
        assert last[f"points_{name}"] == points_of(s)[side]
        assert last[f"lost_{name}"] == s.in_box(side, *match.game.lost).bit_count()
        assert last[f"held_{name}"] == [match.game.place_name(h) for h in members(s.held(side))]
        assert sum(row[f"decisions_{name}"] for row in turns) == played.row[f"decisions_{name}"]
        for pool in match.game.summary(s, side).pools:
            assert last[f"pool_{pool.key.removeprefix('pool.')}_{name}"] == pool.values[side]


def test_a_turn_is_told_as_it_ended() -> None:
    """Not as the next one found it: its air points are not there yet."""
    _, played, match = random_game("bkg")
    starts = {turn: number for number, turn, _ in match.turns()}
    first = played.tables["turns"][0]
    after = match.position(starts[first["turn"] + 1])
    assert first["held_japan"] == [match.game.place_name(h) for h in members(after.held(1))]
    air = next(pool.values for pool in match.game.summary(after, None).pools if pool.key == "pool.air")
    assert (first["pool_air_soviet"], first["pool_air_japan"]) != air


def test_who_is_set_up_has_not_arrived() -> None:
    first, second, *_ = rows("bkg", "turns")
    assert first["on_map_soviet"] > 50
    assert first["arrived_soviet"] == first["arrived_japan"] == 0
    assert second["arrived_soviet"] > 0


@each_game
def test_results_are_those_of_the_printed_tables(game: str) -> None:
    _, _, match = random_game(game)
    tables = match.game.results_tables()
    found = rows(game, "combats")
    assert len(found) == sum(event.throw is not None for event in match.log) > 0
    for row in found:
        assert tuple(row) == COLUMNS["combats"]
        table = tables[row["table"]]
        assert row["total"] == sum(map(int, row["dice"].split("+")))
        assert row["result"] == table.result(table.columns.index(row["column"]), row["total"])
        assert row["side"] in match.game.sides
        assert row["kind"] in ("win", "exchange", "stalemate", "loss")


@each_game
def test_no_roll_on_a_table_is_missed(game: str) -> None:
    """A line that tells dice and what they came to is about a table."""
    _, _, match = random_game(game)
    told = [event for event in match.log if {"dice", "result"} <= event.params.keys()]
    assert len(told) == len(rows(game, "combats"))
    assert all(event.throw is not None for event in told)


def test_attackers_have_their_side() -> None:
    """Soviet units stand west of the Japanese ones they attack: the log tells who attacked which hex."""
    _, played, match = random_game("kgw")
    attacks = [e.params["units"] for e in match.log if e.key in ("log.attack", "log.counterattack")]
    sheet, sides = match.game.sheet, match.game.sides
    expected = [sides[sheet.side[sheet.index[units[0]]]] for units in attacks]
    assert [row["side"] for row in played.tables["combats"] if row["table"] == "combat"] == expected


@each_game
def test_rules_are_counted_by_decisions_and_by_lines(game: str) -> None:
    _, played, match = random_game(game)
    found = {row["rule"]: row for row in played.tables["rules"]}
    assert sum(row["decisions"] for row in found.values()) == match.length
    cited = {event.rule for event in match.log if event.rule}
    throws = [event.throw for event in match.log if event.throw is not None]
    cited |= {shift.rule for throw in throws if throw.odds is not None for shift in throw.odds.shifts}
    assert cited == {rule for rule, row in found.items() if row["events"]}


def test_lines_for_those_who_know_and_those_who_do_not_are_one() -> None:
    """Of a hidden counter both sides hear something, and it is counted once, by its kind."""
    _, played, match = random_game("tiny")
    told = [event for event in match.log if event.key == "log.enter"]
    named = [event for event in told if event.params["unit"] in match.game.sheet.index]
    assert len(told) > len(named) > 0
    counted = [row for row in played.tables["events"] if row["key"] == "enter"]
    assert sum(row["count"] for row in counted) == len(named)
    assert {row["detail"] for row in counted} <= set(map(match.game.sort_of, range(len(match.game.sheet))))


def test_events_have_their_names_sides_and_amounts() -> None:
    _, played, match = random_game("kgw")
    events = played.tables["events"]
    named = [(row["side"], row["detail"]) for row in events if row["key"] == "event"]
    told = [event.params for event in match.log if event.key == "log.event"]
    assert sorted(set(named)) == sorted({(p["side"], p["event"].removeprefix("@event.")) for p in told})
    income = sum(row["amount"] for row in events if row["key"] == "income" and row["side"] == "soviet")
    assert income == sum(
        e.params["points"] for e in match.log if e.key == "log.income" and e.params["side"] == "soviet"
    )


def test_campaign_markers_are_counted_one_by_one() -> None:
    details = {row["detail"] for row in rows("pbn", "events") if row["key"] == "marker"}
    assert any("-CM-" in detail for detail in details)


def test_faults_of_players_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from khalkhin.ai import players
    from tests.ai.test_fallback import Breaks

    monkeypatch.setitem(players._MAKERS, "planner", Breaks)
    played = play_one(
        tiny(levels={"red": "planner", "blue": "random"}), tiny(levels={"red": "planner", "blue": "random"}).task(1)
    )
    assert played.row["faults_red"] == len(played.faults["red"]) == played.row["decisions_red"]
    assert played.row["faults_blue"] == 0


def test_a_witness_is_the_log_of_its_game() -> None:
    state = library.get("tiny").start("raid", None, Dice.practice(1))
    before = list(state.log or ())
    witness = Witness(state, 1)
    assert state.log is witness
    assert list(witness) == before
    assert Match(state).log is witness
