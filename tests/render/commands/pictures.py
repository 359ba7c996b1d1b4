"""Reading pictures back: drawings as trees, PNGs by their head; and a short game to draw."""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from khalkhin.engine import library
from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from khalkhin.render.png import SIGNATURE

NS = "{http://www.w3.org/2000/svg}"
GAMES = ("bkg", "kgw", "pbn", "sn")


def tree(file: Path) -> ElementTree.Element:
    return ElementTree.fromstring(file.read_text("utf-8"))


def size_of(root: ElementTree.Element) -> tuple[int, int]:
    return round(float(root.attrib["width"])), round(float(root.attrib["height"]))


def counters(root: ElementTree.Element) -> list[ElementTree.Element]:
    return [node for node in root.iter(f"{NS}g") if node.get("class") == "counter"]


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [node for node in root.iter(f"{NS}g") if name in node.get("class", "").split()]


def words_in(node: ElementTree.Element) -> list[str]:
    """What can be read below a node, titles included."""
    return [text.text or "" for tag in ("text", "title") for text in node.iter(f"{NS}{tag}")]


def png_size(content: bytes) -> tuple[int, int]:
    assert content.startswith(SIGNATURE)
    width, height = struct.unpack(">II", content[16:24])
    return width, height


@cache
def short_record() -> str:
    """The first decisions of a game: the reserve placed, and the first movement phase begun."""
    match = Match(library.get("bkg").start(None, {}, Dice.practice(1)))
    match.play("auto")
    match.play("done")
    match.play("unit", "SU-149-1")
    match.play("hex", "0713")
    return match.record()
