"""The map in text: every hex where its numbers say, every river on its hexside, any part of it."""

from __future__ import annotations

from functools import reduce
from operator import or_
from pathlib import Path

import pytest

import khalkhin.games
from khalkhin.board.hexset import members
from khalkhin.board.mapsheet import MapSheet, load_map
from khalkhin.terminal.mapview import RULER, Label, Layout, around, draw, render, strips, whole
from khalkhin.terminal.symbols import HEXSIDES, LINKS, side_letters, terrain_sign

GAMES = Path(next(iter(khalkhin.games.__path__)))
MAPS = [p.parent.parent.name for p in sorted(GAMES.glob("*/data/map.toml"))]


def sheet(game: str) -> MapSheet:
    return load_map(GAMES / game / "data")


def text(map_sheet: MapSheet, layout: Layout, labels: dict[int, Label] | None = None) -> list[str]:
    canvas = draw(map_sheet, layout, labels or {})
    return ["".join(t for t, _ in runs) for runs in render(canvas, layout, whole(layout))]


def test_there_are_maps() -> None:
    assert MAPS == ["bkg", "kgw", "pbn", "sn"]


@pytest.mark.parametrize("tall", [False, True])
@pytest.mark.parametrize("game", MAPS)
def test_every_hex_stands_where_its_numbers_say(game: str, tall: bool) -> None:
    map_sheet = sheet(game)
    layout = Layout(map_sheet.grid, tall)
    lines = text(map_sheet, layout)
    for hex_ in members(map_sheet.grid.all):
        column, row = map_sheet.grid.coordinates(hex_)
        line, left = layout.inside(hex_)
        written = lines[line + 1]
        assert written[:RULER].strip() == f"{row:02}"
        assert written[RULER + left + 3] == terrain_sign(map_sheet.terrain_at(hex_))
        if map_sheet.grid.spec.flat:
            assert lines[0][RULER + left + 1 : RULER + left + 3] == f"{column:02}"
            assert lines[-1][RULER + left + 1 : RULER + left + 3] == f"{column:02}"


@pytest.mark.parametrize("tall", [False, True])
@pytest.mark.parametrize("game", MAPS)
def test_every_river_is_on_its_hexside(game: str, tall: bool) -> None:
    map_sheet = sheet(game)
    layout = Layout(map_sheet.grid, tall)
    lines = text(map_sheet, layout)
    drawn = 0
    for feature, stroke in HEXSIDES.items():
        if feature not in map_sheet.sides or feature in ("border", "bridge"):
            continue
        for d, hexes in enumerate(map_sheet.sides[feature]):
            for hex_ in members(hexes):
                signs = layout.side(hex_, d)
                other = map_sheet.grid.step(hex_, d)
                assert other is not None
                assert sorted(signs) == sorted(layout.side(other, (d + 3) % 6)), "two hexes share a side"
                line, column, shape = signs[0]
                assert lines[line + 1][RULER + column] in (stroke.sign(shape), "H", *_stronger(map_sheet, stroke.rank))
                drawn += 1
    assert drawn


def _stronger(map_sheet: MapSheet, rank: int) -> list[str]:
    """Signs of what may lie on the same side and is drawn on top."""
    return [s.up for f, s in HEXSIDES.items() if f in map_sheet.sides and s.rank > rank]


def test_a_part_of_the_map_to_the_sign() -> None:
    map_sheet = sheet("bkg")
    layout = Layout(map_sheet.grid, tall=False)
    at = map_sheet.grid.at
    labels = {at("0613"): Label("+", "S4", "149/1"), at("0813"): Label("@", "j3"), at("0419"): Label("*")}
    canvas = draw(map_sheet, layout, labels)
    window = around(layout, at("0613"), 7, 30)
    lines = ["".join(t for t, _ in runs).rstrip() for runs in render(canvas, layout, window)]
    assert lines == [
        "      04   05   06   07   08",
        " 12   --r     #   r       --r  12",
        " 12          .#        r       12",
        " 13   --r     #+S4r      @j3^  13",
        " 13        --.H        r       13",
        " 14     r     #   r         r  14",
        " 14        --.#        r       14",
        " 15     r     #   .       --r  15",
        "      04   05   06   07   08",
    ]


def test_tall_hexes_carry_numbers_and_names() -> None:
    map_sheet = sheet("bkg")
    layout = Layout(map_sheet.grid, tall=True)
    at = map_sheet.grid.at
    canvas = draw(map_sheet, layout, {at("0613"): Label("+", "S4", "149/1+")})
    lines = ["".join(t for t, _ in runs).rstrip() for runs in render(canvas, layout, around(layout, at("0613"), 5, 22))]
    assert lines == [
        "      05     06     07",
        "            #0613",
        " 13        #+S4r           13",
        "      0513 H 149/1+ 0713",
        " 13   --.   H         r    13",
        "            #0614",
        "      05     06     07",
    ]


@pytest.mark.parametrize("game", MAPS)
def test_strips_show_every_hex_once(game: str) -> None:
    map_sheet = sheet(game)
    layout = Layout(map_sheet.grid, tall=False)
    (full,) = strips(layout)
    assert full == whole(layout)
    windows = list(strips(layout, 70))
    assert len(windows) > 1
    for hex_ in members(map_sheet.grid.all):
        column = layout.inside(hex_)[1]
        assert sum(w.left < column and column + 3 <= w.right for w in windows) >= 1
    assert all(w.right - w.left + 1 <= 70 for w in windows)


def test_a_window_stays_on_the_map() -> None:
    map_sheet = sheet("bkg")
    layout = Layout(map_sheet.grid, tall=False)
    full = whole(layout)
    for name in ("0101", "2723", "0123", "2701", "1412"):
        window = around(layout, map_sheet.grid.at(name), 12, 60)
        line, column = layout.inside(map_sheet.grid.at(name))
        assert full.top <= window.top <= line <= window.bottom <= full.bottom
        assert full.left <= window.left <= column <= window.right <= full.right
        assert window.bottom - window.top == 11


def test_letters_of_sides_differ() -> None:
    assert side_letters(("soviet", "japan")) == {"soviet": "S", "japan": "J"}
    assert side_letters(("red", "rust")) == {"red": "R", "rust": "U"}


def test_roads_and_railroads_are_told_apart() -> None:
    signs = list(LINKS.values())
    assert len(set(signs)) == len(signs)
    map_sheet = sheet("kgw")
    lines, better = text(map_sheet, Layout(map_sheet.grid, tall=False)), 0
    for feature, sign in LINKS.items():
        here = reduce(or_, map_sheet.sides[feature]) & ~better
        better |= here
        hex_ = next(members(here))
        line, column = Layout.of(map_sheet.grid, tall=False).inside(hex_)
        assert lines[line + 1][RULER + column + 1 : RULER + column + 3] == sign, feature
