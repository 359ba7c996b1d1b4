"""The maps of the games as drawn, and ways to read a drawing: layers, paths as points, texts."""

from __future__ import annotations

import itertools
import re
from functools import cache
from math import hypot
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from khalkhin.board.data import table
from khalkhin.board.mapsheet import MapSheet, load_map
from khalkhin.render.layout import Point
from khalkhin.render.map import MapLook, Words, draw_map, map_look, map_words
from khalkhin.render.map.canvas import Canvas
from khalkhin.render.map.curves import nearest

GAMES = Path(__file__).parents[3] / "src" / "khalkhin" / "games"
NAMES = ("bkg", "kgw", "pbn", "sn")
SVG = "{http://www.w3.org/2000/svg}"


class Map(NamedTuple):
    sheet: MapSheet
    look: MapLook
    words: Words
    canvas: Canvas
    text: str
    root: Element

    def layer(self, name: str) -> Element:
        found = [group for group in self.root.iter(f"{SVG}g") if group.get("id") == name]
        assert len(found) == 1, name
        return found[0]


@cache
def parts(name: str) -> tuple[MapSheet, MapLook, Words]:
    folder = GAMES / name
    return load_map(folder / "data"), map_look(name, table(folder / "data" / "look.toml")), map_words(folder / "words")


@cache
def drawn(name: str) -> Map:
    """A game's map as it is shipped, framed, on plain paper, without its letters inside."""
    sheet, look, words = parts(name)
    text = draw_map(sheet, look, ground_href=None, words=words, embed_fonts=False, framed=True)
    return Map(sheet, look, words, Canvas(sheet, look), text, ElementTree.fromstring(text))


def paths(element: Element, **attributes: str) -> list[Element]:
    """The paths in an element that have some attributes; underscores stand for dashes."""
    wanted = {key.replace("_", "-"): value for key, value in attributes.items()}
    return [p for p in element.iter(f"{SVG}path") if all(p.get(key) == value for key, value in wanted.items())]


_STEP = re.compile(r"([MLHVqlhvz])|(-?\d*\.?\d+)")


def lines(data: str) -> list[list[Point]]:
    """Path data as rows of points; curves are followed closely enough."""
    found: list[list[Point]] = []
    command, numbers = "", list[float]()
    x = y = 0.0
    needed = {"M": 2, "L": 2, "l": 2, "q": 4}
    for letter, figure in _STEP.findall(data):
        if letter:
            command, numbers = letter, []
            if letter == "z":
                found[-1].append(found[-1][0])
            continue
        numbers.append(float(figure))
        if len(numbers) < needed[command]:
            continue
        if command == "M":
            found.append([(numbers[0], numbers[1])])
        elif command == "q":
            cx, cy, ex, ey = numbers
            for t in (0.25, 0.5, 0.75, 1.0):
                found[-1].append((x + 2 * t * (1 - t) * cx + t * t * ex, y + 2 * t * (1 - t) * cy + t * t * ey))
        elif command == "L":
            found[-1].append((numbers[0], numbers[1]))
        else:
            found[-1].append((x + numbers[0], y + numbers[1]))
        x, y = found[-1][-1]
        numbers = []
    return found


def data_of(path: Element) -> str:
    found = path.get("d")
    assert found
    return found


def distance(shown: list[list[Point]], point: Point) -> float:
    """How far a point is from the nearest of some lines."""
    near = (line for line in shown if min(hypot(x - point[0], y - point[1]) for x, y in line) < 60)
    return min((nearest(line, point)[0] for line in near), default=float("inf"))


def inside(shape: list[list[Point]], point: Point) -> bool:
    """Whether a point lies in a shape, by the even-odd rule."""
    x, y = point
    count = 0
    for loop in shape:
        for (ax, ay), (bx, by) in itertools.pairwise(loop):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                count += 1
    return count % 2 == 1


def texts(element: Element) -> list[str]:
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]
