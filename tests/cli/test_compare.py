"""khalkhin compare: the answer in sentences, as a table and as JSON; bad input, and Ctrl-C."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path

import pytest

import tests.tiny
from khalkhin.lab import compare as comparing
from khalkhin.lab.pairs import Pair, attempt_both
from khalkhin.lab.request import RunRequest
from khalkhin.lab.rows import read_table
from tests.terminal.desk import Said, khalkhin

CHEAP = ("--red", "random", "--blue", "random", "--jobs", "1")


def compare(folder: Path, *more: str) -> Said:
    """Four pairs of a short game against a longer one."""
    order = ["compare", "tiny", "raid", *CHEAP, "--option", "turns=1", "--games", "4", "--out", str(folder)]
    return khalkhin(*order, "--vary", "turns=2", *more)


def test_sentences_and_a_table(tmp_path: Path) -> None:
    said = compare(tmp_path)
    assert said.status == 0, said.err
    head, _, answer, verdict, more, _, names, *table = said.lines
    assert head == "tiny raid: A is red random : blue random, seed 1; B is the same with turns=2"
    assert answer.startswith("With turns=2 the score of the Red goes from ")
    assert answer.endswith(", over 4 pairs.")
    assert verdict == "Chance alone may well make as much of it."
    assert more == "So few pairs say little."
    assert names.split() == ["A", "B", "difference", "95", "%", "p"]
    assert [line.split("  ")[0] for line in table[:6]] == [
        "Red: score",
        "Red: wins",
        "draws",
        "Blue: wins",
        "margin in points",
        "turns",
    ]
    assert table[5].split() == ["turns", "1.0", "2.0", "+1.0", "+1.0", "to", "+1.0", "<", "0.001"]
    assert said.lines[-1].startswith(f"Both runs are in {tmp_path}; khalkhin report {tmp_path}/a {tmp_path}/b ")
    assert said.err.startswith("Up to 4 pairs are to be played.\n")
    assert said.err.splitlines()[-1].startswith("4/4 pairs, ")
    for run in "ab":
        assert read_table(tmp_path / run, "games").num_rows == 4


def test_json_says_the_same_and_nothing_is_played_twice(tmp_path: Path) -> None:
    text = compare(tmp_path)
    said = compare(tmp_path, "--json")
    assert said.err == f"4 pairs are in {tmp_path} already.\n"
    data = json.loads(said.out)
    assert data["varied"] == ["turns=2"]
    assert [data[run]["options"]["turns"] for run in "ab"] == [1, 2]
    assert (data["pairs"], data["most"], data["narrow"], data["alike"]) == (4, 4, False, False)
    score = data["measures"][0]
    assert f"from {100 * score['a']:.1f} % to {100 * score['b']:.1f} %" in text.out
    assert f"{100 * score['difference']['low']:+.1f} to {100 * score['difference']['high']:+.1f}" in text.out


def test_another_language(tmp_path: Path) -> None:
    said = compare(tmp_path, "--language", "pt")
    assert said.status == 0
    assert "Com turns=2 o resultado vai de " in said.out


def test_it_tells_when_it_knows_enough(tmp_path: Path) -> None:
    other = tmp_path / "same"
    other.mkdir()
    charts = Path(tests.tiny.__file__).parent / "data" / "charts.toml"
    (other / "charts.toml").write_text(f"{charts.read_text()}\n[unused]\nvalue = 1\n")
    order = ["compare", "tiny", "raid", *CHEAP, "--option", "turns=1", "--out", str(tmp_path / "out")]
    said = khalkhin(*order, "--vary", f"data={other}", "--width", "15")
    assert said.status == 0, said.err
    assert ": +0.0 points (95 %: -13.7 to +13.7, p = 1.000), over 20 pairs." in said.lines[2]
    assert said.lines[3] == "The games of every pair ended alike: what was varied did not matter in them."
    assert said.lines[4] == "That is known to ±15 points, so no more pairs were played."


def test_it_tells_how_many_pairs_it_may_take(tmp_path: Path) -> None:
    said = compare(tmp_path, "--games", "20", "--width", "2")
    assert said.status == 0, said.err
    assert said.lines[4].startswith("It is not known to ±2 points yet; that may take about ")
    gap = json.loads(compare(tmp_path, "--games", "20", "--width", "2", "--json").out)["measures"][0]["difference"]
    assert f"about {20 * math.ceil((25 * (gap['high'] - gap['low'])) ** 2)} pairs in all." in said.lines[4]


def test_players_and_several_things_can_be_varied(tmp_path: Path) -> None:
    said = compare(tmp_path, "--vary", "red=greedy", "--vary", "open_strengths", "--json")
    assert said.status == 0, said.err
    data = json.loads(said.out)
    assert [data[run]["seats"]["red"] for run in "ab"] == ["random", "greedy"]
    assert [data[run]["options"]["open_strengths"] for run in "ab"] == [False, True]


def test_the_folder_is_named_after_what_is_varied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = khalkhin("compare", "tiny", "raid", *CHEAP, "--games", "1", "--vary", "turns=2", "--vary", "weather=dust")
    assert said.status == 0, said.err
    assert (tmp_path / "runs" / "tiny-raid-turns-2+weather-dust" / "b" / "run.json").is_file()


def test_ctrl_c_keeps_what_is_over_and_tells_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def some(first: RunRequest, second: RunRequest, number: int) -> Pair:
        if number == 3:
            raise KeyboardInterrupt
        return real(first, second, number)

    real = attempt_both
    monkeypatch.setattr(comparing, "attempt_both", some)
    said = compare(tmp_path)
    assert said.status == 130
    assert f"Stopped. 2 of at most 4 pairs are kept in {tmp_path}; the same command goes on.\n" in said.err
    assert said.lines[2].endswith(", over 2 pairs.")
    assert read_table(tmp_path / "b", "games").num_rows == 2
    monkeypatch.undo()
    said = compare(tmp_path)
    assert said.err.startswith(f"2 pairs are in {tmp_path} already.\nUp to 2 pairs are to be played.\n")
    assert said.out == compare(tmp_path / "undisturbed").out.replace(f"{tmp_path / 'undisturbed'}", str(tmp_path))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "khalkhin compare needs GAME"),
        (["tiny", "raid"], "khalkhin compare needs --vary"),
        (["tiny", "--vary", "turns=2"], "tiny has several scenarios; name one of them: contact, raid."),
        (["chess", "--vary", "x"], 'There is no game "chess"'),
        (
            ["tiny", "raid", "--vary", "snow"],
            '"snow" is nothing that --vary knows; it knows: open_strengths, turns, weather, red, blue, data.',
        ),
        (["tiny", "raid", "--vary", "turns=many"], 'The option turns takes a whole number, not "many".'),
        (["tiny", "raid", "--vary", "turns=4"], "A and B would be the same: turns=4 holds in A already."),
        (["tiny", "raid", "--vary", "turns=2", "--vary", "turns=3"], "--vary turns is given twice."),
        (["tiny", "raid", "--vary", "red=god"], 'There is no player "god"'),
        (["tiny", "raid", "--vary", "red"], "--vary red needs a value, as in --vary red=..."),
        (["tiny", "raid", "--vary", "data=nowhere"], 'The folder of corrections "nowhere" does not exist.'),
        (
            ["tiny", "raid", "--vary", "turns=2", "--width", "wide"],
            "--width takes percent points from 0 to 100, such as",
        ),
        (
            ["tiny", "raid", "--vary", "turns=2", "--width", "nan"],
            "--width takes percent points from 0 to 100, such as",
        ),
        (["tiny", "raid", "--vary", "turns=2", "--engine", "steam"], "There is no engine steam; there is: ray."),
    ],
)
def test_bad_input(arguments: Sequence[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = khalkhin("compare", *arguments)
    assert said.status == 2
    assert said.err.startswith(f"khalkhin: {sentence}")
    assert said.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("game", ["bkg", "kgw", "pbn", "sn"])
def test_corrections_of_another_game_are_refused(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    charts = Path(tests.tiny.__file__).parent / "data" / "charts.toml"
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "charts.toml").write_text(charts.read_text())
    monkeypatch.chdir(tmp_path)
    scenario = {"kgw": ["may-1939"], "sn": ["nomonhan"]}.get(game, [])
    said = khalkhin("compare", game, *scenario, "--vary", "data=other")
    assert said.status == 2
    assert said.err.startswith("khalkhin: other/charts.toml, ")
    assert said.err.count("\n") == 1
    assert not (tmp_path / "runs").exists()
