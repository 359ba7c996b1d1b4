"""The plain ground: the right tint in every hex, the same every time, and nothing in the rivers."""

from __future__ import annotations

import gzip
import re
from math import hypot
from pathlib import Path
from xml.etree import ElementTree

import pytest

from khalkhin.board.hexset import members
from khalkhin.render.ground import plain_ground
from khalkhin.render.ground.look import covers
from khalkhin.render.ground.rivers import reaches
from khalkhin.render.layout import Point
from tests.render.ground.maps import NAMES, Drawn, game, small


def _areas(drawn: Drawn) -> dict[str, list[list[Point]]]:
    """The outlines of every tint, as rows of the points that their curves touch."""
    root = ElementTree.fromstring(plain_ground(*drawn))
    found = {}
    for area in root.findall("path"):
        loops = []
        for loop in area.attrib["d"].split("z")[:-1]:
            numbers = [float(n) for n in re.findall(r"-?[\d.]+", loop)]
            curves = zip(numbers[2::4], numbers[3::4], numbers[4::4], numbers[5::4], strict=True)
            loops.append([p for cx, cy, x, y in curves for p in ((cx, cy), (x, y))])
        found[area.attrib["fill"]] = loops
    return found


def _inside(point: Point, loops: list[list[Point]]) -> bool:
    """Whether an odd number of edges crosses the line from a point eastward."""
    x, y = point
    odd = False
    for loop in loops:
        for (ax, ay), (bx, by) in zip(loop, loop[1:] + loop[:1], strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                odd = not odd
    return odd


@pytest.mark.parametrize("name", ["bkg", "sn"])
def test_the_middle_of_every_hex_has_its_tint(name: str) -> None:
    sheet, layout, look = game(name)
    areas, ground = _areas(game(name)), covers(sheet, look)
    for h in list(members(sheet.grid.all))[:: 1 if name == "bkg" else 4]:
        cover = ground[h]
        plain = cover.height == "water" or look.fill[cover.style] == look.paper
        tints = [fill for fill, loops in areas.items() if _inside(layout.centre(h), loops)]
        assert tints == ([] if plain else [look.fill[cover.style]]), sheet.grid.name(h)


def test_areas_at_the_edge_of_the_map_reach_the_frame(tmp_path: Path) -> None:
    drawn = small(tmp_path)
    _, layout, look = drawn
    wood = _areas(drawn)[look.fill["forest"]]
    assert min(x for loop in wood for x, _ in loop) < 0
    assert max(y for loop in wood for _, y in loop) > layout.height


@pytest.mark.parametrize("name", NAMES)
def test_it_is_well_formed_small_and_covers_the_sheet(name: str) -> None:
    sheet, layout, look = game(name)
    text = plain_ground(sheet, layout, look)
    root = ElementTree.fromstring(text)
    assert float(root.attrib["width"]) == pytest.approx(layout.width, abs=0.01)
    assert float(root.attrib["height"]) == pytest.approx(layout.height, abs=0.01)
    assert root.attrib["overflow"] == "hidden"
    assert len(gzip.compress(text.encode())) < 250_000
    assert text == plain_ground(sheet, layout, look)


def test_outlines_are_grown_not_straight(tmp_path: Path) -> None:
    drawn = small(tmp_path)
    sheet, layout, _ = drawn
    corners = {(round(x), round(y)) for h in members(sheet.grid.all) for x, y in layout.corners(h)}
    points = [p for loops in _areas(drawn).values() for loop in loops for p in loop]
    on_corner = [p for p in points if (round(p[0]), round(p[1])) in corners]
    assert len(on_corner) < 0.1 * len(points)


def test_no_sign_stands_in_a_river(tmp_path: Path) -> None:
    sheet, layout, look = drawn = small(tmp_path)
    root = ElementTree.fromstring(plain_ground(*drawn))
    starts = [
        (float(x), float(y))
        for signs in root.findall("g/path")
        for x, y in re.findall(r"M(-?[\d.]+) (-?[\d.]+)", signs.attrib["d"])
    ]
    assert len(starts) > 100
    for reach in reaches(sheet, layout, look):
        for x, y in reach.points:
            assert all(hypot(x - sx, y - sy) > reach.width / 2 for sx, sy in starts)
