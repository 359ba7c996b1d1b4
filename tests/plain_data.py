"""The data files of the games, read without the engine: what oracles start from."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import khalkhin

Sides = dict[str, set[frozenset[str]]]
"""Features of the map's hex sides: each with the pairs of hexes that it lies between."""


def folder(game: str) -> Path:
    """Where a game's files are."""
    return Path(khalkhin.__file__).parent / "games" / game / "data"


@cache
def rows(game: str, name: str) -> list[dict[str, str]]:
    """The rows of a table."""
    with (folder(game) / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def number(text: str) -> int:
    """A printed number; a dash is none."""
    return int(text) if text.isdigit() else 0


def sides(game: str) -> Sides:
    """The features of hex sides."""
    found: Sides = {}
    for row in rows(game, "sides.csv"):
        found.setdefault(row["feature"], set()).add(frozenset((row["hexa"], row["hexb"])))
    return found


def spread(hex_: str, radius: int, around: Callable[[str], Iterable[str]]) -> frozenset[str]:
    """All hexes so near."""
    found = {hex_}
    for _ in range(radius):
        found |= {b for a in found for b in around(a)}
    return frozenset(found)
