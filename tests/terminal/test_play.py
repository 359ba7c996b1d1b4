"""Whole games at the keyboard: by script, by random players, saved, loaded, verified."""

from __future__ import annotations

from pathlib import Path

import pytest

from khalkhin.ai.players.fallback_player import FallbackPlayer
from khalkhin.ai.players.planner_player import PlannerPlayer
from khalkhin.ai.players.random_player import Habits, RandomPlayer
from khalkhin.engine import library
from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from khalkhin.engine.record import decision_line
from khalkhin.engine.view import view
from tests.terminal.desk import OPENING, Said, decisions, khalkhin, play, sit


@pytest.fixture(scope="module")
def whole_game() -> Match:
    """A game played to the end by two random players, straight on the engine."""
    match = Match(library.get("bkg").start(dice=Dice.practice(5)))
    players = [RandomPlayer(n, Habits(0.6, patient=False)) for n in range(2)]
    while not match.over:
        (prompt,) = match.prompts()
        match.play(*players[prompt.side].decide(view(match.state, prompt.side)))
    return match


def test_a_whole_game_by_script_is_the_same_game(whole_game: Match, tmp_path: Path) -> None:
    orders = [decision_line(whole_game.game, d).split(" ", 1)[1] for d in whole_game.decisions]
    script = tmp_path / "orders.txt"
    script.write_text("# both sides\n\n" + "\n".join(orders) + f"\nscore\nsave {tmp_path / 'game'}  # at last\n")
    said = khalkhin("play", "bkg", "--seed", "5", "--as", "both", "--script", script)
    assert said.status == 0, said.err
    assert (tmp_path / "game").read_text() == whole_game.record()
    assert "wins on points" in said.out
    assert "-- Japanese player --" in said.lines
    proof = khalkhin("verify", tmp_path / "game")
    assert proof.status == 0
    assert proof.lines[-1] == "ok"
    assert f"decisions: {len(whole_game.decisions)}, each offered when it was taken" in proof.lines


def test_watching_plays_to_the_end_and_saves(whole_game: Match, tmp_path: Path) -> None:
    """The last two turns of a game that was left to the computer."""
    begun = Match(library.get("bkg").start(dice=Dice.practice(5)))
    for decision in whole_game.decisions[: {turn: at for at, turn, _ in whole_game.turns()}[30]]:
        begun.decide(decision)
    (tmp_path / "begun").write_text(begun.record())
    typed = f"score\nsave {tmp_path / 'a'}\n601/1 0406\nundo\nwhy done\n"
    said = khalkhin("play", "--load", tmp_path / "begun", "--as", "none", typed=typed)
    assert said.status == 0
    assert "The computer plays both sides." in said.out
    assert any(line.startswith("31 August 1939.") for line in said.lines)
    assert said.after("601/1 0406")[0].startswith('"601/1 0406": the computer plays both sides here')
    assert said.after("undo")[0].startswith("There is nothing to take back")
    assert said.after("why done")[0].startswith('"done": the computer plays both sides here')
    assert khalkhin("verify", tmp_path / "a").status == 0


def test_the_same_seed_plays_the_same_game(tmp_path: Path) -> None:
    """Against a player that looks at no clock: the planner plans less where a person waits and the machine is busy."""
    for name in "ab":
        typed = f"done\ndone\nsave {tmp_path / name}\n"
        assert play(typed, "--as", "soviet", "--against", "greedy").status == 0
    first, second = ((tmp_path / name).read_text() for name in "ab")
    assert first == second
    assert "japan" in first


def test_the_computer_plays_the_other_side() -> None:
    said = play("done\ndone\n", "--as", "soviet")
    assert "Japanese movement phase." in said.lines
    assert "-- Japanese player --" not in said.lines
    said = khalkhin("play", "bkg", "--seed", "1", "--as", "japan", typed="turn\n")
    assert "To decide: Japanese player." in said.lines


def test_a_computer_player_that_fails_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a plainer one decides in its place."""
    monkeypatch.setattr(PlannerPlayer, "plan", lambda *_: 1 / 0)
    match = Match(library.get("bkg").start(dice=Dice.practice(1)))
    match.play("auto")
    said = sit(match, "done\ndone\ndone\n", {side: FallbackPlayer("planner", 1) for side in match.game.sides[1:]})
    assert "The computer's player planner failed here; greedy decided." in said.out


def test_two_people_share_the_keyboard() -> None:
    said = khalkhin("play", "bkg", "--against", "human", "--seed", "1", typed=f"{OPENING}done\ndone\nturn\n")
    assert "-- Japanese player --" in said.lines
    assert "To decide: Japanese player." in said.lines


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "a game"
    assert play(f"601/1 0406\nsave {file}\n").status == 0
    said = khalkhin("play", "--load", file, "--as", "both", typed=f"done\nsave {tmp_path / 'later'}\n")
    assert said.status == 0, said.err
    assert decisions(tmp_path / "later") == [*decisions(file), "soviet done"]


def test_load_while_playing(tmp_path: Path) -> None:
    first, second, none = tmp_path / "first", tmp_path / "second", tmp_path / "none"
    typed = f"601/1 0406\nsave {first}\ndone\ndone\nload {first}\nload {first}!\nsave {second}\nload {none}\nundo\n"
    said = play(typed)
    assert said.after(f"load {first}")[0].startswith("2 decisions are not saved")
    assert said.after(f"load {first}!")[0] == f"Loaded from {first}: 4 decisions."
    assert second.read_text() == first.read_text()
    assert said.after(f"load {none}") == [f'"{none}" cannot be read: No such file or directory.']
    assert said.after("undo")[0] == "Choose a hex for I/601 Rgt. [4.0]"


def test_saving_replaces_nothing_unasked(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_text("something else")
    said = play(f"save {file}\n")
    assert said.after(f"save {file}") == [f'"{file}" exists already; {file}! replaces it.']
    assert file.read_text() == "something else"
    assert play(f"save {file}!\n").status == 0
    assert khalkhin("verify", file).status == 0
    assert [p.name for p in tmp_path.iterdir()] == ["game"]


def test_a_save_that_fails_leaves_nothing(tmp_path: Path) -> None:
    nowhere = tmp_path / "no" / "such" / "folder"
    said = play(f"save {nowhere}\nsave\n")
    assert said.after(f"save {nowhere}")[0].endswith("No such file or directory. Nothing was saved.")
    assert said.after("save") == ["save needs something after it; help save tells what."]
    assert list(tmp_path.iterdir()) == []


def test_a_script_stops_at_the_first_refusal(tmp_path: Path) -> None:
    script = tmp_path / "orders"
    script.write_text("auto\ndone\n# a comment\n601/1 0406\n601/1 2715\nsave never\n")
    said = khalkhin("play", "bkg", "--script", script, typed="turn\n")
    assert said.status == 2
    assert said.err.startswith(f"khalkhin: {script}, line 5: ")
    assert not (tmp_path / "never").exists()
    assert khalkhin("play", "bkg", "--script", tmp_path / "none").err.startswith("khalkhin: ")


def test_what_a_script_leaves_the_keyboard_does_not_finish_in_a_pipe(tmp_path: Path) -> None:
    script = tmp_path / "orders"
    script.write_text("auto\n")
    said = khalkhin("play", "bkg", "--script", script, typed="done\nscore\n")
    assert said.status == 0
    assert "> auto" in said.lines
    assert "> score" not in said.lines


def test_options_reach_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game"
    for given in ("open_strengths", "open_strengths=true"):
        assert khalkhin("play", "bkg", "--option", given, typed=f"save {file}!\n").status == 0
        assert "option open_strengths true" in file.read_text()
    assert khalkhin("play", "bkg", "--option", "open_strengths=false", typed=f"save {file}!\n").status == 0
    assert "option" not in file.read_text(), "a record names only options that are not at their default"


def test_portuguese() -> None:
    said = khalkhin("play", "bkg", "--language", "pt", typed="ajuda\nporque done\nplacar\nver 0813\nxyz\nsair\n")
    assert said.status == 0
    assert "Escolha uma unidade da reserva a colocar; faltam 7. [10.1.2.a]" in said.lines
    assert said.after("xyz")[0].startswith('"xyz" não é comando')
    from_environment = khalkhin("play", "bkg", typed="", environment={"LC_ALL": "pt_BR.UTF-8"})
    assert from_environment.lines[1] == said.lines[1]
    assert khalkhin("play", "bkg", environment={"LC_ALL": "xx_YY"}).lines[1] != said.lines[1]


def test_conceding_ends_the_game() -> None:
    said = play("draw\nchoices draw\nconcede\nscore\n601/1 0406\nwhy done\nturn\n")
    assert said.after("choices draw") == ['"draw" is not on offer; there are: unit, done, concede.']
    assert "Japanese player wins: the other side concedes." in said.after("concede")
    assert "The game is over." in said.after("601/1 0406")[0]
    assert "The game is over." in said.after("why done")[0]
    assert not any(line.startswith("To decide") for line in said.after("turn"))


def test_an_agreed_draw() -> None:
    said: Said = play("draw\ndone\ndone\naccept\n")
    assert "The game is a draw." in said.after("accept")
