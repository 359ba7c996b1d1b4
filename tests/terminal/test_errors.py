"""Bad input: one sentence that names it, exit status 2, nothing on the other stream, no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from khalkhin import __version__
from tests.terminal.desk import khalkhin, play

COMMANDS = [
    "serve",
    "backup",
    "restore",
    "play",
    "learn",
    "guide",
    "replay",
    "verify",
    "analyse",
    "rules",
    "charts",
    "data",
    "map",
    "counters",
    "draw",
]
COMMANDS += ["fuzz", "ladder", "simulate", "compare", "report"]
WHOLE = "a seed is a whole number from 0 to"
LEVELS = "random, greedy, planner, search, idle, withdraw, rush, turtle, raid"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["paly"], f'There is no command "paly"; there are: {", ".join(COMMANDS)}.'),
        (["play"], "khalkhin play needs GAME; khalkhin play --help tells more."),
        (["play", "chess"], 'There is no game "chess"; there are: '),
        (["play", "bkg", "winter"], 'There is no scenario "winter"; there are: august-1939.'),
        (["play", "bkg", "august-1939", "now"], 'khalkhin play does not know what to do with "now".'),
        (["play", "bkg", "--fast"], 'khalkhin play does not know what to do with "--fast".'),
        (["play", "bkg", "--as", "germany"], 'There is no side "germany"; there are: soviet, japan, both, none.'),
        (["play", "bkg", "--against", "god"], f'There is no player "god"; there are: {LEVELS}, human.'),
        (["play", "bkg", "--as", "none", "--against", "human"], "--against human needs somebody to play"),
        (["play", "bkg", "--seed", "x"], '--seed takes a whole number from 0 on, not "x".'),
        (["play", "bkg", "--seed", "-1"], '--seed takes a whole number from 0 on, not "-1".'),
        (["play", "bkg", "--seed", str(2**63)], f"{2**63} cannot be a seed: {WHOLE} {2**53 - 1}."),
        (["play", "bkg", "--seed", "9" * 5000], '--seed takes a whole number from 0 on, not "999'),
        (["fuzz", "bkg", "--games", "2", "--seed", str(2**53 - 1)], f"{2**53} cannot be a seed: "),
        (["ladder", "bkg", "--seed", str(10**10)], f"{10**10} cannot be a seed: {WHOLE} 9007199253."),
        (["simulate", "bkg", "--seed", str(10**10)], f"{10**10} cannot be a seed: "),
        (["play", "bkg", "--seed"], "argument --seed: expected one argument. khalkhin play --help"),
        (
            ["play", "bkg", "--option", "rain"],
            'There is no option "rain"; there are: open_strengths, closed_edge, cavalry_advance, shift_first.',
        ),
        (["play", "bkg", "--option", "open_strengths=maybe"], "The option open_strengths takes true or false"),
        (["play", "bkg", "--language", "xx"], 'There is no language "xx"; there are: en, pt.'),
        (["play", "bkg", "--language"], 'There is no language ""; there are: en, pt.'),
        (["play", "bkg", "--load", "none.record"], '"none.record" cannot be read: No such file or directory.'),
        (["play", "bkg", "--script", "none.txt"], '"none.txt" cannot be read: No such file or directory.'),
        (["play", "bkg", "--data-override", "nowhere"], 'The folder of corrections "nowhere" does not exist.'),
        (["replay"], "khalkhin replay needs FILE"),
        (["replay", "none.record"], '"none.record" cannot be read: No such file or directory.'),
        (["replay", "x", "--speed", "0"], '--speed takes a whole number from 1 on, not "0".'),
        (["verify"], "khalkhin verify needs FILE"),
        (["verify", "none.record"], '"none.record" cannot be read: No such file or directory.'),
        (["rules"], "khalkhin rules needs GAME"),
        (["rules", "chess"], 'There is no game "chess"'),
        (["rules", "bkg", "99.9"], "There is no rule 99.9 in "),
        (["charts", "chess"], 'There is no game "chess"'),
        (["data", "chess"], 'There is no game "chess"'),
        (["fuzz"], "khalkhin fuzz needs GAME"),
        (["fuzz", "bkg", "--games", "0"], '--games takes a whole number from 1 on, not "0".'),
        (["fuzz", "bkg", "winter"], 'There is no scenario "winter"'),
        (["fuzz", "bkg", "--option", "rain"], 'There is no option "rain"'),
    ],
)
def test_bad_input(arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = khalkhin(*arguments)
    assert said.status == 2
    assert said.err.startswith(f"khalkhin: {sentence}")
    assert said.err.count("\n") == 1
    assert said.out == ""
    assert list(tmp_path.iterdir()) == []


def test_files_that_are_no_records(tmp_path: Path) -> None:
    picture, poem = tmp_path / "picture", tmp_path / "poem"
    picture.write_bytes(b"\x89PNG\xff\xfe")
    poem.write_text("Sing, goddess\n")
    for command in (["play", "--load"], ["replay"], ["verify"]):
        assert khalkhin(*command, picture).err == f'khalkhin: "{picture}" is not a text file, so it is no record.\n'
        said = khalkhin(*command, poem)
        assert "Line 1: a record begins with" in said.err + said.out
        assert said.status != 0
    assert khalkhin("verify", tmp_path).err.endswith("Is a directory.\n")


def test_a_record_of_another_game_or_other_data(tmp_path: Path) -> None:
    file = tmp_path / "game"
    play(f"save {file}\n")
    said = khalkhin("play", "chess", "--load", file)
    assert said.err == f"khalkhin: {file} is a game of bkg, not of chess.\n"
    text = file.read_text()
    version = text.split("data ")[1].split("\n")[0]
    file.write_text(text.replace(version, "0" * len(version)))
    said = khalkhin("play", "--load", file)
    assert said.status == 2
    assert "other data" in said.err


def test_corrections_that_break_the_data(tmp_path: Path) -> None:
    (tmp_path / "counters.csv").write_text("id,name\nSU-1,x\n")
    for command in (["play", "bkg"], ["charts", "bkg"], ["data", "bkg"], ["fuzz", "bkg"]):
        said = khalkhin(*command, "--data-override", tmp_path)
        assert said.status == 2
        assert "counters.csv" in said.err
        assert said.err.count("\n") == 1


def test_refusals_speak_the_language_asked_for() -> None:
    assert khalkhin("paly", "--language", "pt").err.startswith('khalkhin: Não há o comando "paly"')
    assert khalkhin("play", "chess", "--language=pt").err.startswith("khalkhin: Não há jogo")


@pytest.mark.parametrize("command", [[], *([command] for command in COMMANDS)])
@pytest.mark.parametrize("language", ["en", "pt"])
def test_help(command: list[str], language: str) -> None:
    said = khalkhin(*command, "--help", "--language", language)
    assert said.status == 0
    assert " ".join(["khalkhin", *command]) in said.out
    assert "{" not in said.out
    assert "cli." not in said.out


def test_usage_and_version() -> None:
    assert "khalkhin play GAME" in khalkhin("--help").out
    assert khalkhin("--version").out == f"khalkhin {__version__}\n"


def test_rules_charts_and_data() -> None:
    assert "4.1.1" in khalkhin("rules", "bkg", "4.1.1").out
    assert khalkhin("charts", "bkg").status == 0
    assert khalkhin("data", "bkg", "--provenance", "--language", "pt").status == 0
