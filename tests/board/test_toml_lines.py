"""Where the values of a TOML file stand."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from khalkhin.board.toml_lines import TomlPath, line_of, path_name, spots

GAMES = Path(__file__).parents[2] / "src/khalkhin/games"
TEXT = """\
title = "a [map] # here" # no comment = 1
'odd key'.inner = 'x'
[grid.deep]
long = [
    { a = 1, b = [2,
        3] }, # comment ]
    { a = 4 },
]
[[turn]]
name = \"\"\"two
lines\"\"\"
[turn.prefer]
first = 1979-05-27 07:32:00
[[turn]]
name = 'last'
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("title",), 1),
        (("odd key", "inner"), 2),
        (("grid",), 3),
        (("grid", "deep"), 3),
        (("grid", "deep", "long"), 4),
        (("grid", "deep", "long", 0, "b", 1), 6),
        (("grid", "deep", "long", 1, "a"), 7),
        (("turn",), 9),
        (("turn", 0, "name"), 10),
        (("turn", 0, "prefer", "first"), 13),
        (("turn", 1, "name"), 15),
        # What is not there is told by what is round it.
        (("turn", 1, "prefer"), 14),
        (("turn", 2), 9),
        (("grid", "shallow"), 3),
        (("author",), None),
    ],
)
def test_the_line_of_a_value_or_of_what_is_round_it(path: TomlPath, line: int | None) -> None:
    assert line_of(TEXT, path) == line


def test_paths_are_written_with_places_from_one_on() -> None:
    assert path_name(("setup", 1, "counters", 0)) == "setup[2].counters[1]"
    assert path_name(("grid", "rows")) == "grid.rows"


def _values(value: Any, path: TomlPath) -> Iterator[tuple[TomlPath, Any]]:
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _values(item, (*path, key))
    else:
        yield path, value


@pytest.mark.parametrize(
    "file", sorted(GAMES.glob("*/data/**/*.toml")), ids=lambda path: f"{path.parts[-3]}-{path.name}"
)
def test_every_value_of_the_games_is_found_where_it_stands(file: Path) -> None:
    text = file.read_text("utf-8")
    found = spots(text)
    for path, value in _values(tomllib.loads(text), ()):
        spot = found[path]
        assert tomllib.loads(f"v = {text[spot.start : spot.end]}")["v"] == value
        assert text.count("\n", 0, spot.key) + 1 == spot.line
