"""Windows on a map: what they keep of it, and what they point at."""

from __future__ import annotations

from xml.etree import ElementTree as Xml

import pytest

from khalkhin.engine import library
from khalkhin.render.counter_look import read_countersheet
from khalkhin.render.layout import Layout
from khalkhin.render.position import Pieces
from khalkhin.render.printed import Printed
from khalkhin.render.tokens import highlight
from khalkhin.render.window import Box, MapCutter, Marks, draw_window

GAME = library.get("bkg")
GRID = GAME.map.grid
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def cutter() -> MapCutter:
    return MapCutter(Printed("bkg").map("en", 1, framed=False), Layout(GRID))


def window(cutter: MapCutter, marks: Marks, prefix: str = "p-") -> Xml.Element:
    seen = {"places": {"1319": [{"id": "JP-71-1", "is": []}], "0101": [{"nation": "MN"}]}, "markers": {}}
    hexes = [GRID.at("1218"), GRID.at("1420")]
    pieces = Pieces(read_countersheet("bkg", GAME.folder))
    return Xml.fromstring(draw_window(cutter, seen, pieces, hexes, marks, prefix))


def test_a_window_has_its_hexes_and_little_else(cutter: MapCutter) -> None:
    drawn = window(cutter, Marks())
    texts = [one.text for one in drawn.iter(f"{SVG}text")]
    assert {"1218", "1319", "1420"} <= {*texts}
    assert "0101" not in texts
    assert [one.get("data-id") for one in drawn.iter(f"{SVG}g") if one.get("data-id")] == ["JP-71-1"]
    whole = sum(1 for _ in Xml.fromstring(Printed("bkg").map("en", 1, framed=False)).iter())
    assert sum(1 for _ in drawn.iter()) < whole / 4


def test_a_window_is_as_large_as_its_hexes_and_never_beyond_the_map(cutter: MapCutter) -> None:
    layout = cutter.layout
    inner = cutter.box([GRID.at("1319")])
    assert all(inner.has(x, y) for x, y in layout.corners(GRID.at("1319")))
    everything = cutter.box([GRID.at("0101"), GRID.at("2723")])
    assert everything == Box(
        max(everything.left, 0), max(everything.top, 0), min(everything.right, layout.width), everything.bottom
    )


def test_two_windows_share_no_ids(cutter: MapCutter) -> None:
    first, second = (
        {one.get("id") for one in window(cutter, Marks(), p).iter() if one.get("id")} for p in ("a-", "b-")
    )
    assert first
    assert not first & second


def test_marks_are_drawn(cutter: MapCutter) -> None:
    at = GRID.at
    marks = Marks([at("1319")], [at("1320")], [[at("1320"), at("1319")]], {at("1318"): "2½"})
    drawn = window(cutter, marks)
    kinds = [one.get("class") for one in drawn.iter(f"{SVG}g")]
    assert kinds.count("way") == kinds.count("pill") == 1
    assert "2½" in [one.text for one in drawn.iter(f"{SVG}text")]
    lines = {one.get("stroke") for one in drawn.iter(f"{SVG}path")}
    assert {highlight("legal"), highlight("target"), highlight("path")} <= lines
    assert not {highlight("legal"), highlight("target")} & {
        one.get("stroke") for one in window(cutter, Marks()).iter(f"{SVG}path")
    }
