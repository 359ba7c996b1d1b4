"""Pictures that cannot be drawn: one sentence, exit status 2, and no file."""

from __future__ import annotations

import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.render.commands.pictures import short_record
from tests.terminal.desk import khalkhin

NO_PICTURE = "is no picture that can be drawn: its name has to end in one of .svg, .png."
NOT_THERE = "No such file or directory."


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["map"], "khalkhin map needs GAME; khalkhin map --help tells more."),
        (["map", "bkg"], "khalkhin map needs -o FILE; khalkhin map --help tells more."),
        (["map", "chess", "-o", "x.svg"], 'There is no game "chess"; there are: bkg, kgw, pbn, sn.'),
        (["map", "bkg", "-o", "x.gif"], f'"x.gif" {NO_PICTURE}'),
        (["counters", "bkg", "-o", "x"], f'"x" {NO_PICTURE}'),
        (["map", "bkg", "-o", "x.png", "--scale", "5"], "--scale takes a whole number from 1 to 4, not 5."),
        (["map", "bkg", "-o", "x.png", "--scale", "0"], '--scale takes a whole number from 1 on, not "0".'),
        (["map", "bkg", "-o", "no/x.svg"], f'"no/x.svg" cannot be written: {NOT_THERE} Nothing was saved.'),
        (["map", "bkg", "-o", "x.svg", "--data-override", "no"], 'The folder of corrections "no" does not exist.'),
        (["draw", "no.txt", "-o", "x.svg"], f'"no.txt" cannot be read: {NOT_THERE}'),
        (["draw", "game.txt", "-o", "x.svg", "--side", "x"], 'There is no side "x"; there are: soviet, japan.'),
        (["draw", "game.txt", "-o", "x.svg", "--turn", "31"], "Turn 31 does not begin in this record; turns: 20."),
        (
            ["draw", "game.txt", "--decision", "9", "-o", "x.svg"],
            "There is no position after 9 decisions; there are 0 to 4.",
        ),
        (
            ["draw", "game.txt", "-o", "x.svg", "--decision", "1", "--turn", "20"],
            "--turn and --decision name two positions; give one of them.",
        ),
    ],
)
def test_a_sentence_and_no_file(
    arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.txt").write_text(short_record(), "utf-8")
    said = khalkhin(*arguments)
    assert (said.status, said.out, said.err) == (2, "", f"khalkhin: {sentence}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


@pytest.mark.parametrize("missing", ["resvg_py", "brotli", "fontTools.ttLib"])
def test_png_without_its_libraries(missing: str, tmp_path: Path) -> None:
    with patch.dict(sys.modules, {missing: None}):
        said = khalkhin("counters", "bkg", "-o", tmp_path / "sheet.png")
    assert said.status == 2
    assert "pip install 'khalkhin[png]'" in said.err
    assert not list(tmp_path.iterdir())


def test_a_picture_that_cannot_be_finished_leaves_the_old_one(tmp_path: Path) -> None:
    (tmp_path / "sheet.svg").write_text("old")
    with patch("khalkhin.engine.files.os.replace", side_effect=OSError(28, "No space left on device")):
        said = khalkhin("counters", "bkg", "-o", tmp_path / "sheet.svg")
    assert said.status == 2
    assert "No space left on device" in said.err
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]
