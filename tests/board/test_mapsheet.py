"""Loading maps: what a sheet answers, and how a faulty file is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from khalkhin.board.data import DataError
from khalkhin.board.hexset import members, union
from khalkhin.board.mapsheet import MapSheet, load_map
from tests.board.sheets import GAMES, sheet

FILES = {
    "map.toml": """\
terrain = ["clear", "lake"]
sides = ["river", "bridge"]
links = ["road"]
[grid]
layout = "flat"
numbering = "CCRR"
columns = 2
rows = 2
columns_from = "west"
rows_from = "north"
shifted = "odd"
shift = "south"
short = "none"
[provenance]
default = "reconstructed"
""",
    "map.csv": """\
hex,terrain,town,points
0101,clear,Uda,5
0102,clear,,
0201,lake,,
0202,clear,Tala,5
""",
    "sides.csv": """\
hexa,hexb,feature,name
0101,0102,river,Gol
0202,0101,road,
0101,0202,bridge,Long Bridge
""",
    "provenance.csv": """\
what,field,tag,source
0101,town,printed,3.1
0101-0202,bridge,derived,3.2
grid,rows,printed,2.1
""",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture
def small(folder: Path) -> MapSheet:
    return load_map(folder)


def test_a_sheet_answers_by_hex(small: MapSheet) -> None:
    first, second, third, fourth = map(small.grid.at, ("0101", "0102", "0201", "0202"))
    assert small.terrain == {"clear": union([first, second, fourth]), "lake": 1 << third}
    assert small.terrain_at(third) == "lake"
    assert small.columns == ("terrain", "town", "points")
    assert small.field("points") == {first: "5", fourth: "5"}
    assert small.where("points", "5") == small.holding("town") == union([first, fourth])
    assert small.where("points", "6") == 0
    assert small.names == {first: "Uda", fourth: "Tala"}


def test_a_sheet_answers_by_hexside_in_both_directions(small: MapSheet) -> None:
    first, second, third, fourth = map(small.grid.at, ("0101", "0102", "0201", "0202"))
    assert small.links == {"road"}
    assert small.pairs("road") == small.pairs("bridge") == [(first, fourth)]
    assert small.pairs("river") == [(first, second)]
    assert small.pairs("bridge", "Long Bridge") == [(first, fourth)]
    assert small.pairs("bridge", "Short Bridge") == []
    assert small.has_side("road", first, fourth)
    assert small.has_side("road", fourth, first)
    assert not small.has_side("road", first, third)
    assert small.side_name("river", second, first) == small.side_name("river", first, second) == "Gol"
    assert small.side_name("road", first, fourth) == ""
    assert small.side_names == {(first, second): {"river": "Gol"}, (first, fourth): {"bridge": "Long Bridge"}}


def test_hexsides_as_walls_close_the_hex_behind_them(small: MapSheet) -> None:
    first, second, fourth = map(small.grid.at, ("0101", "0102", "0202"))
    walls = small.walls("river", "bridge")
    closed = {(a, b) for a, b in [(first, second), (first, fourth)]}
    for a in members(small.grid.all):
        for b in members(small.grid.around[a]):
            expected = (a, b) in closed or (b, a) in closed
            assert walls[small.grid.direction(a, b)] >> b & 1 == expected


def test_every_value_has_its_provenance(small: MapSheet) -> None:
    assert small.provenance.tag("0101", "town") == "printed"
    assert small.provenance.source("0101", "town") == "3.1"
    assert small.provenance.tag("0101-0202", "bridge") == "derived"
    assert small.provenance.tag("grid", "rows") == "printed"
    assert small.provenance.tag("0102", "terrain") == "reconstructed"
    assert small.provenance.source("0102", "terrain") == ""


def test_a_name_on_the_map_is_the_column_name_where_there_is_one(folder: Path) -> None:
    path = folder / "map.csv"
    path.write_text(path.read_text().replace("town", "name"))
    (folder / "provenance.csv").write_text("what,field,tag,source\n")
    assert sorted(load_map(folder).names.values()) == ["Tala", "Uda"]


@pytest.mark.parametrize(
    ("file", "old", "new", "line", "field", "message"),
    [
        ("map.toml", '"flat"', '"square"', 5, "grid.layout", "'square' is none of"),
        ("map.toml", "rows = 2", "rows = 200", 8, "grid.rows", "1 to 99"),
        ("map.toml", "rows = 2\n", "", 4, "grid.rows", "missing"),
        ("map.toml", '"south"', '"east"', 12, "grid.shift", "shifted south or north"),
        ("map.toml", "terrain =", "ground =", None, "terrain", "missing"),
        ("map.toml", '"reconstructed"', '"guessed"', 15, "provenance.default", "'guessed' is none of"),
        ("map.csv", "terrain,", "ground,", 1, "terrain", "missing"),
        ("map.csv", "0102", "0103", 3, "hex", "There is no hex '0103' on this map"),
        ("map.csv", "0102", "0101", 3, "hex", "hex 0101 has a row already"),
        ("map.csv", "0202,clear,Tala,5\n", "", 4, "hex", "there is no row for hex 0202"),
        ("map.csv", "0201,lake", "0201,swamp", 4, "terrain", "'swamp' is none of 'clear', 'lake'"),
        ("map.csv", "0102,clear,,", "0102,clear,", 3, None, "3 values for 4 columns"),
        ("sides.csv", "0101,0102", "0101,0109", 2, "hexb", "There is no hex '0109'"),
        ("sides.csv", "0101,0102", "0102,0201", 2, "hexb", "0201 is no neighbour of 0102"),
        ("sides.csv", "0101,0102", "0101,0101", 2, "hexb", "0101 is no neighbour of 0101"),
        ("sides.csv", "river", "canal", 2, "feature", "'canal' is none of 'river', 'bridge', 'road'"),
        ("sides.csv", "bridge", "road", 4, "feature", "this hexside has a row for road already"),
        ("provenance.csv", "0101,town", "0109,town", 2, "what", "There is no hex '0109'"),
        (
            "provenance.csv",
            "0101,town",
            "0101,city",
            2,
            "field",
            "'city' is none of 'terrain', 'town', 'points'",
        ),
        ("provenance.csv", "printed,3.1", "known,3.1", 2, "tag", "'known' is none of 'printed'"),
        ("provenance.csv", "0101-0202", "0102-0201", 3, "what", "not neighbours"),
        ("provenance.csv", "0101-0202", "0101-0909", 3, "what", "There is no hex '0909'"),
        ("provenance.csv", "0101-0202", "0202-0101", 3, "what", "the lower number comes first, 0101-0202"),
        ("provenance.csv", "bridge", "river", 3, "field", "'river' is none of 'bridge', 'road'"),
        ("provenance.csv", "grid,rows", "grid,size", 4, "field", "'size' is none of 'layout'"),
        ("provenance.csv", "grid,rows", "0101,town", 4, "field", "0101 has a row for town already"),
    ],
)
def test_a_corrupt_map_is_told_by_file_line_and_field(
    folder: Path, file: str, old: str, new: str, line: int | None, field: str | None, message: str
) -> None:
    path = folder / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    with pytest.raises(DataError) as error:
        load_map(folder)
    assert (error.value.file, error.value.line, error.value.field) == (str(path), line, field)
    assert message in error.value.message


@pytest.mark.parametrize("file", FILES)
def test_a_missing_file_is_named(folder: Path, file: str) -> None:
    (folder / file).unlink()
    with pytest.raises(DataError, match=f"{file}: the file cannot be read"):
        load_map(folder)


@pytest.mark.parametrize("game", GAMES)
def test_printed_values_name_their_rule(game: str) -> None:
    for (what, field), (tag, source) in sheet(game).provenance.exceptions.items():
        assert tag == "reconstructed" or source, f"{what} {field}"
