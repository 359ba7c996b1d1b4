"""khalkhin ladder: tables, progress, bad input, and Ctrl-C."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

import tests.tiny  # noqa: F401  registers the tiny game
from khalkhin.ai import players
from khalkhin.lab.ladder import Ladder
from khalkhin.lab.run import Runner
from tests.ai.test_fallback import Breaks
from tests.terminal.desk import Said, khalkhin


def tiny(folder: Path, *more: str) -> Said:
    order = ["--levels", "random,greedy", "--games", "4", "--seed", "3", "--evaluations", "4"]
    return khalkhin("ladder", "tiny", *order, "--jobs", "1", "--out", folder, *more)


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_tables(tmp_path: Path) -> None:
    said = tiny(tmp_path)
    assert said.status == 0, said.err
    assert said.lines[0] == "tiny: 4 games of 4, seed 3, 4 playouts a turn"
    assert said.lines[2].split()[:6] == ["games", "won", "drawn", "lost", "score", "95"]
    assert said.lines[3].startswith("greedy : random")
    assert any(line.startswith("greedy ") and " 0 " in line for line in said.lines[5:8])
    assert said.lines[-1].startswith("Endings, as records name them: ")
    assert said.err.splitlines()[-1].startswith("4/4 games, ")
    again = tiny(tmp_path)
    assert again.out == said.out
    assert again.err == f"4 games are in {tmp_path / 'tiny'} already.\n"


def test_json_and_markdown_say_the_same(tmp_path: Path) -> None:
    data = json.loads(tiny(tmp_path, "--json").out)
    lines = tiny(tmp_path, "--markdown").lines
    assert lines[0] == "    khalkhin ladder tiny --levels random,greedy --games 4 --seed 3 --evaluations 4"
    head, rule, row = (cells(line) for line in lines[2:5])
    assert set(rule) == {"---"}
    found = dict(zip(head, row, strict=True))
    pair = data["pairs"][0]
    assert found[""] == "greedy : random"
    assert [found[name] for name in ("won", "drawn", "lost")] == [str(pair[n]) for n in ("won", "drawn", "lost")]
    assert found["score"] == f"{100 * pair['share']:.1f} %"
    assert "| all | 4 |" in "\n".join(lines)


def test_the_command_names_a_scenario_where_there_are_others(tmp_path: Path) -> None:
    said = tiny(tmp_path, "--scenario", "raid", "--markdown")
    assert "khalkhin ladder tiny --scenario raid --levels" in said.out
    assert "contact" not in said.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "khalkhin ladder needs GAME"),
        (["chess"], 'There is no game "chess"'),
        (["bkg", "--scenario", "winter"], 'There is no scenario "winter"'),
        (["bkg", "--levels", "greedy,god"], 'There is no player "god"'),
        (["bkg", "--levels", "greedy,"], 'There is no player ""'),
        (["bkg", "--levels", "greedy"], "--levels needs two different players"),
        (["bkg", "--games", "0"], '--games takes a whole number from 1 on, not "0".'),
        (["bkg", "--games", "7"], "--games takes an even number from 2 on, not 7"),
        (["bkg", "--evaluations", "-1"], '--evaluations takes a whole number from 0 on, not "-1".'),
        (["bkg", "--json", "--markdown"], "argument --markdown: not allowed with argument --json."),
    ],
)
def test_bad_input(arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = khalkhin("ladder", *arguments)
    assert said.status == 2
    assert said.err.startswith(f"khalkhin: {sentence}")
    assert said.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_another_seed_needs_another_folder(tmp_path: Path) -> None:
    tiny(tmp_path)
    said = khalkhin("ladder", "tiny", "--seed", "4", "--evaluations", "4", "--out", tmp_path)
    assert said.status == 2
    assert said.err == f"khalkhin: {tmp_path / 'tiny'} was begun with the seed 3, not 4; --out names another folder.\n"


def test_what_goes_wrong_in_players_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(players._MAKERS, "greedy", Breaks)
    said = tiny(tmp_path)
    assert said.status == 0
    (told,) = (line for line in said.err.splitlines() if "failed" in line)
    assert told.startswith("greedy failed ")
    assert told.endswith(" times: greedy failed: ZeroDivisionError: by nothing")


def test_ctrl_c_keeps_what_is_over_and_tells_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Ladder.play

    def some(ladder: Ladder, runner: Runner) -> Generator[Any, None, None]:
        for number, result in enumerate(real(ladder, runner)):
            yield result
            if number == 1:
                raise KeyboardInterrupt

    monkeypatch.setattr(Ladder, "play", some)
    said = tiny(tmp_path)
    file = tmp_path / "tiny"
    assert said.status == 130
    assert f"Stopped. 2 of 4 games are kept in {file}; the same command goes on with the others." in said.err
    assert said.lines[0].startswith("tiny: 2 games of 4")
    monkeypatch.undo()
    said = tiny(tmp_path)
    assert said.err.startswith(f"2 games are in {file} already.\n")
    assert said.lines[0].startswith("tiny: 4 games of 4")


def test_ctrl_c_does_not_wait_for_other_processes(tmp_path: Path) -> None:
    """The first game is over, others are on their way, and all processes are gone at once."""
    command = [sys.executable, "-m", "khalkhin", "ladder", "pbn", "--levels", "greedy,random", "--games", "400"]
    with subprocess.Popen(
        [*command, "--jobs", "2", "--out", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith("1/400 games, ")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "the same command goes on" in err
    assert "Traceback" not in err
    kept = len(list((tmp_path / "pbn" / "games").glob("*.json.gz")))
    assert out.startswith(f"pbn: {kept} game")


def test_games_that_break_off_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("khalkhin.lab.play.play_one", breaks)
    said = tiny(tmp_path)
    assert said.status == 1
    told = f"4 games broke off by a fault of the program; what went wrong is in {tmp_path / 'tiny' / 'broken'}."
    assert said.err.splitlines()[-1] == told


def test_a_ladder_is_no_run_to_report_on(tmp_path: Path) -> None:
    tiny(tmp_path)
    said = khalkhin("report", tmp_path / "tiny", "-o", tmp_path / "page.html")
    assert said.status == 2
    assert said.err.startswith(f"khalkhin: {tmp_path / 'tiny'} is of khalkhin ladder; ")
