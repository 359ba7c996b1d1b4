"""Reading look.toml: what is wrong with it is said in a sentence that names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from khalkhin.board.data import DataError, table
from khalkhin.render.map import map_look
from khalkhin.render.map.look import Selector
from tests.render.map.maps import GAMES, NAMES, drawn


def spoiled(tmp_path: Path, old: str, new: str) -> str:
    """What is said of a look with an error in it."""
    text = (GAMES / "kgw" / "data" / "look.toml").read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "look.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as error:
        map_look("kgw", table(file))
    return str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('style = "rail"', 'style = "canal"', "'canal' is none of 'road', 'trail', 'rail', 'unbuilt'"),
        ('style = "states"', 'style = "wall"', "'wall' is none of 'dots', 'states'"),
        ('mark = "town"', 'mark = "castle"', "'castle' is none of"),
        ("size = 0.34", 'size = "big"', "'big' is not a number"),
        ("beside = true", "beside = 1", "1 is neither true nor false"),
        ("bar = [0, 30, 60, 90]", "bar = 90", "90 is not a list of kilometres"),
        ('color = "USSR"', 'color = "France"', "'France' is none of"),
        ('sample = "terrain"', 'sample = "smell"', "'smell' is none of"),
        ("label = 0.31", 'label = "large"', "'large' is not a number"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert said in spoiled(tmp_path, old, new)


@pytest.mark.parametrize("name", NAMES)
def test_every_feature_of_the_map_has_a_look(name: str) -> None:
    drawing = drawn(name)
    look = drawing.look
    known = {*look.rivers, *look.bridges, *look.ways, *look.frontiers}
    assert known == set(drawing.sheet.sides)


def test_matching_takes_words_of_a_list_or_any_value() -> None:
    sheet = drawn("sn").sheet
    ports, anything = Selector("class", "port").hexes(sheet), Selector("class", None).hexes(sheet)
    assert len(ports) == 15
    assert set(ports) < set(anything)
    assert len(anything) == 129
    assert Selector("colour", None).hexes(sheet) == []
