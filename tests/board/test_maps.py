"""What holds on every map: edges, borders, rivers, lines and bridges fit together."""

from __future__ import annotations

import pytest

from khalkhin.board.hexset import members
from tests.board.sheets import GAMES, Side, in_one_piece, names, pieces, sheet

WATERWAYS = ("river", "minor_river", "wide_river", "narrow_river", "stream")

pytestmark = pytest.mark.parametrize("game", GAMES)


def test_column_edge_names_the_edges_of_the_grid(game: str) -> None:
    m = sheet(game)
    written = m.field("edge")
    for h in members(m.grid.all):
        assert set(written.get(h, "")) == set(m.grid.exits(h)), m.grid.name(h)


def test_every_country_is_one_piece(game: str) -> None:
    m = sheet(game)
    for country in set(m.field("country").values()):
        assert in_one_piece(m, m.where("country", country)), country


def test_countries_part_along_border_sides_and_nowhere_else(game: str) -> None:
    m = sheet(game)
    country = m.field("country")
    for a in country:
        for b in members(m.grid.around[a] & m.holding("country")):
            assert m.has_side("border", a, b) == (country[a] != country[b]), names(m, 1 << a | 1 << b)


def test_no_line_enters_water_or_crosses_a_lake(game: str) -> None:
    m = sheet(game)
    water = m.terrain.get("sea", 0) | m.terrain.get("lake", 0)
    for feature in m.links:
        for a, b in m.pairs(feature):
            assert not water & (1 << a | 1 << b), f"{feature} {names(m, 1 << a | 1 << b)}"
            assert "lake" not in m.sides or not m.has_side("lake", a, b)


def test_pairs_are_neighbours_lower_first(game: str) -> None:
    m = sheet(game)
    for feature in m.sides:
        assert all(a < b and m.grid.distance(a, b) == 1 for a, b in m.pairs(feature))


def test_every_bridge_is_on_a_river(game: str) -> None:
    m = sheet(game)
    rivers = [feature for feature in WATERWAYS if feature in m.sides]
    for a, b in m.pairs("bridge"):
        assert any(m.has_side(river, a, b) for river in rivers), names(m, 1 << a | 1 << b)


def test_every_named_river_hangs_together_through_its_tributaries(game: str) -> None:
    m = sheet(game)
    piece_of: dict[Side, int] = {}
    rivers = [feature for feature in WATERWAYS if feature in m.sides]
    for n, piece in enumerate(pieces(m, [side for river in rivers for side in m.pairs(river)])):
        piece_of |= dict.fromkeys(piece, n)
    courses: dict[str, set[int]] = {}
    for river in rivers:
        for side in m.pairs(river):
            courses.setdefault(m.side_name(river, *side), set()).add(piece_of[side])
    courses.pop("", None)
    assert [name for name, found in courses.items() if len(found) > 1] == []
