"""khalkhin fuzz: clean games count, broken ones are caught with a record that leads there; every check can fail."""

from __future__ import annotations

import io
import random
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

import khalkhin as api
from khalkhin.ai.players.random_player import Habits, RandomPlayer
from khalkhin.cli import fuzz as package
from khalkhin.cli.fuzz import fuzz
from khalkhin.engine import library
from khalkhin.engine.agenda import Prompt, bare
from khalkhin.engine.errors import no
from khalkhin.engine.match import Decision, Match
from khalkhin.engine.state import State
from khalkhin.games.bkg.game import Batalha
from khalkhin.games.bkg.movement import Movement
from khalkhin.games.bkg.position import Position
from khalkhin.lab.fuzz import FuzzRequest, Outcome, checks, one_game, play_one
from tests.bkg.positions import board, units
from tests.terminal.desk import Terminal, khalkhin

HASTY = Habits(0.6, patient=False)


@pytest.fixture
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of a few hundred decisions."""
    monkeypatch.setattr(one_game._Run, "_habits", lambda run: HASTY)


@pytest.fixture
def match() -> Match:
    """A movement phase with somebody to move on both sides."""
    return board({"0812": ["SU-149-1", "SU-149-2"], "0815": ["JP-64-1"], "1112": ["JP-26-1", "JP-26-2"]}, "sov_move")


@pytest.mark.usefixtures("short_games")
def test_clean_games_are_counted(tmp_path: Path) -> None:
    said = khalkhin("fuzz", "bkg", "--games", "2", "--seed", "7", "--jobs", "1", "--out", tmp_path / "out")
    assert said.status == 0
    (line,) = said.lines
    outcomes = [play_one(FuzzRequest("bkg"), seed) for seed in (7, 8)]
    assert [o.error for o in outcomes] == ["", ""]
    assert line == f"bkg: 2 games, {sum(o.decisions for o in outcomes):,} decisions, 0 failures"
    assert not (tmp_path / "out").exists()
    assert "2/2 games" in said.err


def test_several_processes_play_the_same_games(tmp_path: Path) -> None:
    request = FuzzRequest("kgw", "may-1939", {"agents": True})
    lines = []
    for jobs in (1, 2):
        out = io.StringIO()
        assert fuzz(request, 2, 40, jobs, tmp_path, "en", out, io.StringIO()) == 0
        lines.append(out.getvalue())
    assert lines[0] == lines[1]
    assert "2 games" in lines[0]


@pytest.mark.usefixtures("short_games")
def test_a_broken_position_is_kept_with_its_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def check(game: Batalha, s: Position) -> None:
        assert s.turn < 22, "turn 22 is cursed"

    monkeypatch.setattr(Batalha, "check", check)
    said = khalkhin("fuzz", "bkg", "--games", "1", "--seed", "3", "--jobs", "1", "--out", tmp_path / "out")
    assert said.status == 1
    file = tmp_path / "out" / "bkg-3.record"
    assert said.lines[0] == f"seed 3: AssertionError: turn 22 is cursed ({file})"
    assert said.lines[2].endswith("1 failure")
    again = api.load(file.read_text())
    assert again.state.turn == 22
    report = file.with_suffix(".txt").read_text()
    assert "Traceback" in report
    options = " ".join(f"--option {name}={str(value).lower()}" for name, value in again.state.options.items())
    command = f"khalkhin fuzz bkg august-1939 --games 1 --seed 3 {options}"
    assert said.lines[1] == f"  again: {command}"
    assert command in report


@pytest.mark.usefixtures("short_games")
def test_the_command_that_is_told_plays_the_same_game_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was drawn by lot, and whatever was asked for, corrections of the data too."""
    own = tmp_path / "my corrections"
    own.mkdir()
    (own / "charts.toml").write_text((library.get("kgw").folder / "charts.toml").read_text() + "\n# mine\n")

    def check(game: Any, s: State) -> None:
        assert s.rolled < 3, "the third roll is cursed"

    monkeypatch.setattr(type(library.get("kgw")), "check", check)
    asked = ["--option", "agents", "--data-override", str(own)]
    said = khalkhin("fuzz", "kgw", *asked, "--games", "1", "--seed", "4", "--jobs", "1", "--out", tmp_path / "one")
    assert "the third roll is cursed" in said.lines[0]
    record = (tmp_path / "one" / "kgw-4.record").read_text()
    program, *command = shlex.split(said.lines[1].removeprefix("  again: "))
    assert program == "khalkhin"
    options = api.load(record, own).state.options
    assert all(f"{name}={str(value).lower()}" in command for name, value in options.items())
    said = khalkhin(*command, "--jobs", "1", "--out", tmp_path / "two")
    assert "the third roll is cursed" in said.lines[0]
    assert (tmp_path / "two" / "kgw-4.record").read_text() == record


@pytest.mark.usefixtures("short_games")
def test_a_set_up_that_breaks_is_told_like_a_game_that_breaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = Batalha.start

    def start(game: Batalha, scenario: Any, options: Any = None, dice: Any = None) -> Position:
        if (options or {}).get("open_strengths"):
            raise ZeroDivisionError("strengths cannot be open")
        return sound(game, scenario, options, dice)

    monkeypatch.setattr(Batalha, "start", start)
    outcomes = [play_one(FuzzRequest("bkg"), seed) for seed in range(3)]
    failed = [o for o in outcomes if o.error]
    assert {o.error for o in failed} == {"ZeroDivisionError: strengths cannot be open"}
    assert all("--option open_strengths=true" in o.command and not o.record for o in failed)
    seed = str(failed[0].seed)
    said = khalkhin("fuzz", "bkg", "--games", "1", "--seed", seed, "--jobs", "1", "--out", tmp_path / "out")
    assert (said.status, len(said.lines)) == (1, 3)
    assert said.lines[0].endswith(f"strengths cannot be open ({tmp_path / 'out' / f'bkg-{seed}.txt'})")


@pytest.mark.usefixtures("short_games")
def test_a_crash_is_kept_with_the_decision_that_crashed(monkeypatch: pytest.MonkeyPatch) -> None:
    def take(self: Movement, s: Position, side: int, verb: str, noun: Any) -> None:
        raise ZeroDivisionError("nobody may move")

    monkeypatch.setattr(Movement, "take", take)
    outcome = play_one(FuzzRequest("bkg"), 1)
    assert outcome.error == "ZeroDivisionError: nobody may move"
    assert "before or while deciding: soviet " in outcome.report
    assert len(api.load(outcome.record).decisions) == outcome.decisions


@pytest.mark.usefixtures("short_games")
def test_going_round_in_circles_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "MOST_DECISIONS", 3)
    assert play_one(FuzzRequest("bkg"), 1).error == "Broken: a turn goes round in circles"


def test_some_games_are_talked_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_game, "TALK", 1.0)
    hows = set()
    for seed in range(300):
        run = one_game._Run(FuzzRequest("bkg"), seed)
        if run.talkative:
            run.play()
            assert run.match.state.result is not None
            hows.add(run.match.state.result.how)
    assert hows == {"concede", "agreed"}


def test_what_the_request_leaves_open_is_drawn_by_lot() -> None:
    kgw = library.get("kgw")
    drawn = [one_game.set_up(kgw, FuzzRequest("kgw"), seed) for seed in range(80)]
    assert drawn == [one_game.set_up(kgw, FuzzRequest("kgw"), seed) for seed in range(80)]
    assert [scenario for scenario, _ in drawn[:8]] == [*kgw.scenarios, *kgw.scenarios], "scenarios come in turn"
    free = [options for scenario, options in drawn if scenario == "may-1939"]
    assert all({options[name] for options in free} == {False, True} for name in free[0])
    fixed = [name for name, option in kgw.scenarios["haichi-go"].data["options"].items() if option.get("fixed")]
    assert all(options[name] for scenario, options in drawn if scenario == "haichi-go" for name in fixed)


def test_what_is_asked_for_is_played() -> None:
    request = FuzzRequest("kgw", "july-1939", {"agents": True})
    for seed in range(10):
        run = one_game._Run(request, seed)
        assert run.match.state.scenario == "july-1939"
        assert run.match.state.options["agents"] is True


def test_scenarios_that_do_not_play_what_is_asked_for_are_left_out() -> None:
    """One of them always plays with its options."""
    kgw = library.get("kgw")
    drawn = {one_game.set_up(kgw, FuzzRequest("kgw", options={"agents": False}), seed)[0] for seed in range(6)}
    assert drawn == {"may-1939", "july-1939", "bain-tsagan"}
    said = khalkhin("fuzz", "kgw", "haichi-go", "--option", "agents=false")
    assert said.err.startswith("khalkhin: This scenario always plays agents as true.")


def test_ctrl_c_stops_with_the_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def outcomes(*_: Any) -> Iterator[Outcome]:
        yield Outcome(1, 10)
        raise KeyboardInterrupt

    monkeypatch.setattr(package, "_outcomes", outcomes)
    said = khalkhin("fuzz", "bkg", "--games", "5")
    assert said.status == 130
    assert said.lines == ["Stopped.", "bkg: 1 game, 10 decisions, 0 failures"]


def test_progress_renews_itself_on_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "_outcomes", lambda *_: iter([Outcome(1, 10), Outcome(2, 10)]))
    out, progress = io.StringIO(), Terminal()
    assert fuzz(FuzzRequest("bkg"), 2, 1, 1, tmp_path, "en", out, progress) == 0
    assert progress.getvalue().startswith("\r\x1b[K1/2 games, ")
    assert progress.getvalue().endswith("\r\x1b[K")
    assert "\n" not in progress.getvalue()


# -- the checks --------------------------------------------------------------------------------------------------------


def first(match: Match) -> Decision:
    return next(match.choices())


def test_a_sound_game_passes_every_check(match: Match) -> None:
    checks.always(match)
    checks.closely(match, first(match), random.Random(1))


def test_a_dead_end_is_broken(match: Match) -> None:
    match.state.asked = ()
    with pytest.raises(checks.Broken, match="nobody is asked"):
        checks.always(match)


def test_an_empty_prompt_is_broken(match: Match) -> None:
    (prompt,) = match.state.asked
    match.state.asked = (Prompt(prompt.side, prompt.rule, prompt.message, ()),)
    with pytest.raises(checks.Broken, match="a prompt offers nothing"):
        checks.always(match)


def test_a_side_asked_twice_is_broken(match: Match) -> None:
    match.state.asked *= 2
    with pytest.raises(checks.Broken, match="asked twice"):
        checks.always(match)


def test_an_offer_with_a_reason_against_it_is_broken(match: Match) -> None:
    with (
        patch.object(Movement, "why", lambda *_: no("4.0", "why.not-now")),
        pytest.raises(checks.Broken, match="offer and reason disagree"),
    ):
        checks.reasons_agree(match.state, match.state.asked[0], random.Random(1))


def test_a_refusal_without_a_reason_is_broken(match: Match) -> None:
    with patch.object(Movement, "why", lambda *_: None), pytest.raises(checks.Broken, match="disagree"):
        checks.reasons_agree(match.state, match.state.asked[0], random.Random(1))


def test_a_reason_without_words_is_broken(match: Match) -> None:
    (prompt,) = match.state.asked
    nothing = Prompt(prompt.side, prompt.rule, prompt.message, (bare("done"),))

    def why(self: Movement, s: Position, side: int, verb: str, noun: Any) -> Any:
        return None if verb == "done" else no("4.0", "why.because")

    with patch.object(Movement, "why", why), pytest.raises(checks.Broken, match=r"no words for why\.because"):
        checks.reasons_agree(match.state, nothing, random.Random(1))


def test_a_copy_that_is_no_copy_is_broken(match: Match) -> None:
    with patch.object(State, "clone", lambda s: s), pytest.raises(checks.Broken, match="changed the original"):
        checks.copies_are_apart(match.state, first(match))


def test_an_undo_that_does_nothing_is_broken(match: Match) -> None:
    with patch.object(Match, "undo", lambda *_: None), pytest.raises(checks.Broken, match="bring the position back"):
        checks.undo_is_exact(match, first(match))


def test_an_undo_that_forgets_the_log_is_broken(match: Match) -> None:
    sound = Match.undo

    def undo(self: Match, side: str | None = None) -> None:
        sound(self, side)
        self.log.append(self.log[-1])

    with patch.object(Match, "undo", undo), pytest.raises(checks.Broken, match="bring the log back"):
        checks.undo_is_exact(match, first(match))


def test_decisions_taken_back_and_taken_again_that_lead_elsewhere_are_broken(match: Match) -> None:
    for _ in range(4):
        match.decide(first(match))
    checks.undo_and_redo(match, 0)
    sound = Match.undo

    def undo(self: Match, side: str | None = None) -> None:
        sound(self, side)
        self.state.turn += 1

    with patch.object(Match, "undo", undo), pytest.raises(checks.Broken, match="taken back and taken again"):
        checks.undo_and_redo(match, 0)


def test_a_line_of_the_log_with_a_gap_is_broken(match: Match) -> None:
    checks.log_can_be_told(match)
    match.state.tell("log.draw")
    with pytest.raises(checks.Broken, match=r"log\.draw leaves something out: "):
        checks.log_can_be_told(match)


@pytest.mark.usefixtures("short_games")
def test_records_of_running_games_are_played_again_too(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []
    monkeypatch.setattr(checks, "record_replays", lambda match: seen.append(match.over))
    monkeypatch.setattr(one_game, "SAVES", 1 / 50)
    assert play_one(FuzzRequest("bkg"), 1).error == ""
    assert seen[-1] is True
    assert seen.count(False) > 1


def test_a_view_that_cannot_be_imagined_is_broken(match: Match) -> None:
    def guess(game: Batalha, s: Position, *_: Any) -> None:
        s.put(next(iter(range(len(game.sheet)))), game.box("destroyed"))

    with patch.object(Batalha, "guess", guess), pytest.raises(checks.Broken, match="imagines another places"):
        checks.views_agree(match.state, 0, random.Random(1))


def test_a_record_that_replays_otherwise_is_broken() -> None:
    match = api.new("bkg", seed=1)
    match.play("auto")
    other = api.new("bkg", seed=1)
    with patch.object(checks, "replay", lambda *_: other), pytest.raises(checks.Broken, match="another position"):
        checks.record_replays(match)
    checks.record_replays(match)


def test_the_glance_a_player_gets_is_part_of_its_view(match: Match) -> None:
    (prompt,) = match.prompts()
    glance, seen = one_game._glance(match, prompt), match.view("soviet")
    assert glance["prompt"] == seen["prompt"]
    assert glance["phase"] == seen["phase"]
    assert glance["tracks"]["turn"] == seen["tracks"]["turn"]
    assert RandomPlayer(1).decide(glance) == RandomPlayer(1).decide(seen)


def test_positions_are_not_touched_by_looking_closely(match: Match) -> None:
    before = match.state.to_data()
    checks.closely(match, first(match), random.Random(2))
    assert match.state.to_data() == before
    assert isinstance(match.state, Position)
    assert match.state.moved & units("SU-149-1") == 0
