"""Supply lines against a plain breadth-first search on random maps."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from khalkhin.board.grid import Grid, GridSpec, Sides
from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.board.trace import Trace, flood, joined, trace
from tests.board.plain import Walls, as_links, as_masks, random_walls, sets, specs, steps_away

COLUMN = Grid(GridSpec("flat", "CCRR", 1, 6, "west", "north", "odd", "south"))


@dataclass
class Situation:
    grid: Grid
    start: Hex
    goals: HexSet
    open_: HexSet
    steps: int | None
    links: Walls | None
    walls: Walls | None

    def allowed(self, a: Hex, b: Hex) -> bool:
        linked = self.links is None or (a, b) in self.links
        return linked and (self.walls is None or (a, b) not in self.walls)

    def reached(self, sources: HexSet, open_: HexSet) -> dict[Hex, int]:
        """Steps to every hex within the limit."""
        found = steps_away(self.grid, members(sources), open_, self.allowed)
        return {h: n for h, n in found.items() if self.steps is None or n <= self.steps}

    def flood(self, sources: HexSet) -> HexSet:
        links, walls = self._masks()
        return flood(self.grid, sources, self.open_, steps=self.steps, links=links, walls=walls)

    def trace(self) -> Trace:
        links, walls = self._masks()
        return trace(self.grid, self.start, self.goals, self.open_, steps=self.steps, links=links, walls=walls)

    def _masks(self) -> tuple[Sides | None, Sides | None]:
        links = None if self.links is None else as_links(self.grid, self.links)
        walls = None if self.walls is None else as_masks(self.grid, self.walls)
        return links, walls


def situation(spec: GridSpec, seed: int) -> Situation:
    rng, grid = Random(seed), Grid(spec)
    return Situation(
        grid,
        start=rng.choice(list(members(grid.all))),
        goals=sets(rng, grid, rng.choice([0.02, 0.2])),
        open_=sets(rng, grid, rng.choice([0.3, 0.6, 0.9])),
        steps=rng.choice([None, None, 0, 2, 5]),
        links=rng.choice([None, random_walls(rng, grid, 0.5)]),
        walls=rng.choice([None, random_walls(rng, grid, 0.3)]),
    )


@settings(max_examples=200)
@given(specs(largest=9), st.integers())
def test_a_flood_covers_what_lines_from_its_sources_reach(spec: GridSpec, seed: int) -> None:
    s = situation(spec, seed)
    sources = s.goals | 1 << s.start
    assert s.flood(sources) == union(s.reached(sources, s.open_))


@settings(max_examples=100)
@given(specs(largest=9), st.integers())
def test_links_join_every_open_hex_with_all_that_lines_from_it_reach(spec: GridSpec, seed: int) -> None:
    rng, grid = Random(seed), Grid(spec)
    open_ = sets(rng, grid, rng.choice([0.3, 0.6, 0.9]))
    pairs = random_walls(rng, grid, 0.5)
    links = as_links(grid, pairs | {(b, a) for a, b in pairs})
    parts = joined(grid, open_, links)
    assert sum(part.bit_count() for part in parts) == open_.bit_count()
    for h in members(open_):
        assert flood(grid, 1 << h, open_, links=links) in parts


@settings(max_examples=300)
@given(specs(largest=9), st.integers())
def test_a_trace_is_a_shortest_line_or_names_the_first_hex_that_blocks_one(spec: GridSpec, seed: int) -> None:
    s = situation(spec, seed)
    found = s.trace()
    near = s.reached(1 << s.start, s.open_)
    length = min((near[g] for g in members(s.goals) if g in near), default=None)
    if length is None:
        assert found.path is None
        check_block(s, found.block)
        return
    assert found.path is not None
    assert found.block is None
    assert found.path[0] == s.start
    assert s.goals >> found.path[-1] & 1
    assert len(found.path) == length + 1
    assert not union(found.path[1:]) & ~s.open_
    assert all(s.allowed(a, b) for a, b in pairwise(found.path))
    assert found == s.trace()


def check_block(s: Situation, block: Hex | None) -> None:
    """The block is closed, open hexes lead up to it, and a shortest way to a goal would run through it."""
    ideal = s.reached(1 << s.start, s.grid.all)
    length = min((ideal[g] for g in members(s.goals) if g in ideal), default=None)
    assert (block is None) == (length is None)
    if block is None or length is None:
        return
    assert not s.open_ >> block & 1
    assert s.reached(1 << s.start, s.open_ | 1 << block)[block] == ideal[block]
    beyond = steps_away(s.grid, [block], s.grid.all, s.allowed)
    assert min(beyond[g] for g in members(s.goals) if g in beyond) == length - ideal[block]


def test_start_and_sources_need_not_be_open_but_the_goal_must() -> None:
    first, second, third = (COLUMN.at(name) for name in ("0101", "0102", "0103"))
    assert trace(COLUMN, first, 1 << third, 1 << second | 1 << third) == Trace((first, second, third))
    assert trace(COLUMN, first, 1 << third, 1 << second) == Trace(None, third)
    assert flood(COLUMN, 1 << first, 1 << second) == 1 << first | 1 << second


def test_a_goal_underfoot_needs_no_step() -> None:
    first = COLUMN.at("0101")
    assert trace(COLUMN, first, 1 << first, 0, steps=0) == Trace((first,))


def test_no_hex_is_blamed_where_there_would_be_no_way_at_all() -> None:
    first, last = COLUMN.at("0101"), COLUMN.at("0106")
    assert trace(COLUMN, first, 1 << last, COLUMN.all, steps=4) == Trace(None, None)
    assert trace(COLUMN, first, 0, COLUMN.all) == Trace(None, None)
