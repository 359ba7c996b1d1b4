"""khalkhin map and counters: what is printed, of all four games, in both kinds of file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from khalkhin.board.data import rows
from khalkhin.board.mapsheet import load_map
from khalkhin.render import fonts
from khalkhin.render.counter_look import read_countersheet
from khalkhin.render.layout import Layout
from khalkhin.render.printed import Printed
from tests.render.commands.pictures import GAMES, NS, counters, png_size, size_of, tree, words_in
from tests.terminal.desk import khalkhin


@pytest.mark.parametrize("game", GAMES)
def test_a_map_in_one_file(game: str, tmp_path: Path) -> None:
    said = khalkhin("map", game, "-o", tmp_path / "map.svg")
    root = tree(tmp_path / "map.svg")
    width, height = size_of(root)
    layout = Layout(load_map(Printed(game).folder).grid)
    assert (said.status, said.err) == (0, "")
    assert f"{width} by {height}" in said.out
    assert width >= int(layout.width)
    assert height >= int(layout.height)
    (picture,) = root.iter(f"{NS}image")
    assert picture.attrib["href"].startswith("data:image/webp;base64,")


def test_a_finer_ground_from_scale_two_on(tmp_path: Path) -> None:
    for scale in ("1", "2"):
        assert khalkhin("map", "bkg", "-o", tmp_path / f"{scale}.svg", "--scale", scale).status == 0
    assert (tmp_path / "2.svg").stat().st_size > 1.5 * (tmp_path / "1.svg").stat().st_size


def test_a_map_with_corrections_has_a_plain_ground(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    printed = (Printed("bkg").folder / "map.csv").read_text("utf-8")
    (mine / "map.csv").write_text(printed.replace(",open,", ",rough,", 1), "utf-8")
    assert khalkhin("map", "bkg", "-o", tmp_path / "map.svg", "--data-override", mine).status == 0
    assert not list(tree(tmp_path / "map.svg").iter(f"{NS}image"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("back", [False, True])
def test_a_sheet_has_every_counter(game: str, back: bool, tmp_path: Path) -> None:
    said = khalkhin("counters", game, "-o", tmp_path / "sheet.svg", *(["--back"] if back else []))
    assert said.status == 0
    folder = Printed(game).folder
    sheet = read_countersheet(game, folder)
    spare = {row.text("id") for row in sheet.counters} - {row.text("id") for row in sheet.printed}
    every = {row.text("id") for row in rows(folder / "counters.csv")}
    drawn = [name for node in counters(tree(tmp_path / "sheet.svg")) if (name := node.get("data-id")) in every]
    assert sorted(every - spare) == sorted(drawn)


def test_front_and_back_differ(tmp_path: Path) -> None:
    khalkhin("counters", "bkg", "-o", tmp_path / "front.svg")
    khalkhin("counters", "bkg", "-o", tmp_path / "back.svg", "--back")
    assert (tmp_path / "front.svg").read_bytes() != (tmp_path / "back.svg").read_bytes()


def test_words_of_the_language(tmp_path: Path) -> None:
    said = khalkhin("counters", "bkg", "-o", tmp_path / "pt.svg", "--language", "pt")
    assert said.out.startswith("Desenhado em ")
    assert "Infantaria" in words_in(tree(tmp_path / "pt.svg"))


@pytest.mark.parametrize("scale", [1, 2])
def test_a_png_has_the_size_of_the_drawing_times_the_scale(scale: int, tmp_path: Path) -> None:
    khalkhin("counters", "bkg", "-o", tmp_path / "sheet.svg")
    said = khalkhin("counters", "bkg", "-o", tmp_path / "sheet.png", "--scale", str(scale))
    width, height = size_of(tree(tmp_path / "sheet.svg"))
    assert png_size((tmp_path / "sheet.png").read_bytes()) == (scale * width, scale * height)
    assert f"{scale * width} by {scale * height}" in said.out


def test_a_file_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    (tmp_path / "sheet.SVG").write_text("old")
    assert khalkhin("counters", "bkg", "-o", tmp_path / "sheet.SVG").status == 0
    assert counters(tree(tmp_path / "sheet.SVG"))
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.SVG"]


def test_the_letters_a_png_needs_are_unpacked_under_the_names_drawings_use(tmp_path: Path) -> None:
    from fontTools.ttLib import TTFont

    from khalkhin.render.png import unpacked

    for cut in fonts.cuts():
        font = TTFont(unpacked(cut, tmp_path, TTFont))
        assert font.flavor is None
        assert font["name"].getDebugName(16) == cut[0]
        assert font["OS/2"].usWeightClass == cut[1]


def test_a_drawing_brings_its_letters_once(tmp_path: Path) -> None:
    khalkhin("counters", "bkg", "-o", tmp_path / "sheet.svg")
    faces = re.findall(r"@font-face\{[^}]*\}", (tmp_path / "sheet.svg").read_text("utf-8"))
    assert len(faces) == len(set(faces)) > 0
    assert all("data:font/woff2;base64," in face for face in faces)
