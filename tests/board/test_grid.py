"""The grid against a drawing of the sheet: points on a plane, measured."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import dist, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khalkhin.board.grid import Grid, GridSpec, ImpossibleGrid, UnknownHex
from khalkhin.board.hexset import members, union
from tests.board.plain import PlainSheet, sets, specs

FLAT = GridSpec("flat", "CCRR", 5, 4, "west", "north", "odd", "south")
POINTY = GridSpec("pointy", "RRCC", 6, 5, "east", "north", "even", "west", "even")


@cache
def pair(spec: GridSpec) -> tuple[Grid, PlainSheet]:
    return Grid(spec), PlainSheet(spec)


@given(specs())
def test_every_hex_of_the_sheet_has_its_number_and_place(spec: GridSpec) -> None:
    grid, plain = pair(spec)
    assert grid.names == tuple(sorted(plain.centre))
    assert list(members(grid.all)) == sorted(map(grid.at, grid.names))
    for name in grid.names:
        h = grid.at(name)
        assert grid.name(h) == name
        assert grid.coordinates(h) == plain.column_row[name]
        assert 0 <= h < grid.bits == len(grid.around)


@given(specs())
def test_centres_are_those_of_the_drawing(spec: GridSpec) -> None:
    grid, plain = pair(spec)
    west, north = (min(axis) for axis in zip(*plain.centre.values(), strict=True))
    for name, (x, y) in plain.centre.items():
        assert dist(grid.centre(grid.at(name)), (x - west, y - north)) < 1e-9


@given(specs())
def test_neighbours_are_the_hexes_that_touch_and_directions_lead_to_them(spec: GridSpec) -> None:
    grid, plain = pair(spec)
    for name in grid.names:
        h = grid.at(name)
        found = {grid.directions[d]: there for d in range(6) if (there := grid.step(h, d)) is not None}
        assert {d: grid.name(there) for d, there in found.items()} == plain.neighbours(name)
        assert grid.around[h] == union(found.values())
        for compass, there in found.items():
            d = grid.direction(h, there)
            assert grid.directions[d] == compass
            assert grid.direction(there, h) == (d + 3) % 6


@given(specs(), st.integers())
def test_a_set_moves_and_spreads_like_its_members_one_by_one(spec: GridSpec, seed: int) -> None:
    grid, _ = pair(spec)
    s = sets(Random(seed), grid, 0.4)
    for d in range(6):
        assert grid.shift(s, d) == union(t for h in members(s) if (t := grid.step(h, d)) is not None)
    assert grid.spread(s) == union(t for h in members(s) for t in members(grid.around[h]))


@given(specs(), st.integers(), st.integers(0, 5))
def test_distance_discs_and_rings_are_those_of_the_drawing(spec: GridSpec, seed: int, n: int) -> None:
    grid, plain = pair(spec)
    rng = Random(seed)
    away = {(a, b): plain.distance(a, b) for a in grid.names for b in grid.names}
    assert all(grid.distance(grid.at(a), grid.at(b)) == steps for (a, b), steps in away.items())
    centre = rng.choice(grid.names)
    assert grid.ring(grid.at(centre), n) == union(grid.at(b) for b in grid.names if away[centre, b] == n)
    some = sets(rng, grid, 0.1)
    near = (b for b in grid.names if any(away[grid.name(h), b] <= n for h in members(some)))
    assert grid.within(some, n) == union(map(grid.at, near))


@given(specs())
def test_two_hexes_apart_are_no_neighbours(spec: GridSpec) -> None:
    grid, plain = pair(spec)
    for a in grid.names:
        for b in grid.names:
            if plain.distance(a, b) != 1:
                with pytest.raises(ValueError, match=f"{a} and {b} are not neighbours"):
                    grid.direction(grid.at(a), grid.at(b))


@given(specs())
def test_edges_are_the_rim_of_the_drawing_and_the_only_ways_out(spec: GridSpec) -> None:
    grid, plain = pair(spec)
    for side in "NESW":
        assert grid.edge[side] == union(map(grid.at, plain.edge(side)))
    for h in members(grid.all):
        assert grid.exits(h) == tuple(side for side in "NESW" if grid.edge[side] >> h & 1)


@given(specs(), st.integers())
def test_hexsides_are_seen_from_both_hexes(spec: GridSpec, seed: int) -> None:
    grid, _ = pair(spec)
    every = [(a, b) for a in members(grid.all) for b in members(grid.around[a]) if a < b]
    some = Random(seed).sample(every, len(every) // 2)
    sides = grid.sides(some)
    for a, b in every:
        d = grid.direction(a, b)
        chosen = (a, b) in some
        assert (sides[d] >> a & 1, sides[(d + 3) % 6] >> b & 1) == (chosen, chosen)


def test_directions_run_clockwise() -> None:
    assert Grid(FLAT).directions == ("N", "NE", "SE", "S", "SW", "NW")
    assert Grid(POINTY).directions == ("NE", "E", "SE", "SW", "W", "NW")


def test_a_unit_step_is_the_width_of_a_hex_of_radius_one() -> None:
    for spec in (FLAT, POINTY):
        grid = Grid(spec)
        for h in members(grid.all):
            for there in members(grid.around[h]):
                assert dist(grid.centre(h), grid.centre(there)) == pytest.approx(sqrt(3))


@pytest.mark.parametrize("name", ["0000", "0605", "0501x", "501", "", "0540", "ABCD"])
def test_an_unknown_number_is_answered_with_what_was_expected(name: str) -> None:
    with pytest.raises(UnknownHex) as error:
        Grid(FLAT).at(name)
    assert str(error.value) == f"There is no hex {name!r} on this map: its hexes are numbered CCRR, 0101 to 0504."


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"shift": "east"}, "shifted south or north"),
        ({"columns": 0}, "1 to 99"),
        ({"rows": 100}, "1 to 99"),
        ({"short": "even"}, "Only the odd lines"),
        ({"shift": "north", "short": "odd"}, "Only the even lines"),
        ({"rows": 1, "short": "odd"}, "one hex"),
    ],
)
def test_sheets_that_cannot_be_are_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(ImpossibleGrid, match=message):
        replace(FLAT, **change)  # type: ignore[arg-type]


def test_a_grid_says_what_it_is() -> None:
    assert repr(Grid(FLAT)) == "<Grid 0101 to 0504, 20 hexes>"
