"""What look.toml says of a box, and what is said about it when that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from khalkhin.board.data import DataError, table
from khalkhin.board.mapsheet import load_map
from khalkhin.render.cover import cover_look
from khalkhin.render.cover.look import SHAPE
from khalkhin.render.layout import Layout

COUNTERS = ("RD-COL", "RD-GUN", "BL-COL")
GOOD = {"spine": '"#4f7a3d"', "crop": "[10, 20, 100, 120]", "counters": '["RD-COL", "BL-COL"]', "complexity": "2"}


@pytest.fixture(scope="module")
def layout() -> Layout:
    return Layout(load_map(Path(__file__).parents[2] / "tiny" / "data").grid)


def _write(folder: Path, **changed: str) -> Path:
    lines = "".join(f"{name} = {value}\n" for name, value in {**GOOD, **changed}.items())
    path = folder / "look.toml"
    path.write_text(f"[box]\n{lines}", encoding="utf-8")
    return path


def test_a_box_looks_as_its_table_says(tmp_path: Path, layout: Layout) -> None:
    look = cover_look(table(_write(tmp_path)).table("box"), layout, COUNTERS)
    assert (look.spine, look.complexity) == ("#4f7a3d", 2)
    assert list(look.crop) == [10, 20, 100, 120]
    assert list(look.counters) == ["RD-COL", "BL-COL"]


def test_a_box_of_which_nothing_is_said_shows_the_middle_of_the_map(layout: Layout) -> None:
    look = cover_look(None, layout, COUNTERS)
    x, y, width, height = look.crop
    assert width / height == pytest.approx(SHAPE)
    assert (x + width / 2, y + height / 2) == pytest.approx((layout.width / 2, layout.height / 2))
    assert 0 <= x < x + width <= layout.width
    assert 0 <= y < y + height <= layout.height
    assert look.counters == ("RD-COL", "BL-COL")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("spine", '"green"'),
        ("crop", "[10, 20, 100]"),
        ("crop", '["a", 20, 100, 120]'),
        ("crop", "[10, 20, 100000, 120]"),
        ("crop", "[-1, 20, 100, 120]"),
        ("crop", "[10, 20, 0, 120]"),
        ("counters", '["RD-COL", "XX-1"]'),
        ("complexity", "0"),
        ("complexity", "6"),
    ],
)
def test_what_is_wrong_with_a_box_is_named(tmp_path: Path, layout: Layout, field: str, value: str) -> None:
    path = _write(tmp_path, **{field: value})
    with pytest.raises(DataError, match=rf"look\.toml, line {2 + list(GOOD).index(field)}, field 'box\.{field}'"):
        cover_look(table(path).table("box"), layout, COUNTERS)
