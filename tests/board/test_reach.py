"""Movement against step-by-step references on random maps."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from khalkhin.board.grid import Grid, GridSpec
from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.board.reach import Costs, Part, Reach, reach, reach_together
from tests.board.plain import Toll, Walls, all_paths, as_masks, cheapest, price, random_walls, sets, specs

FLAT = GridSpec("flat", "CCRR", 12, 12, "west", "north", "odd", "south")


def random_tolls(rng: Random, grid: Grid) -> dict[tuple[Hex, Hex], int | None]:
    """Terrain by hex, and exceptions by hexside as roads, rivers and cliffs make them: none, few or many."""
    kinds: list[int | None] = rng.choice([[2, 4, 6], [1, 2, 2, 3], [1, None, 2], [3], [2, 4, 7, 9, None]])
    terrain = {h: rng.choice(kinds) for h in members(grid.all)}
    odd = rng.choice([0, 0.05, 0.5])
    return {
        (a, b): rng.choice([1, 3, 8, None]) if rng.random() < odd else terrain[b]
        for a in members(grid.all)
        for b in members(grid.around[a])
    }


@dataclass
class Situation:
    """A random map, and a unit somewhere on it with what hinders its move."""

    grid: Grid
    toll: Toll
    costs: Costs
    start: Hex
    allowance: int
    spent: int
    stop: HexSet
    barred: HexSet
    walls: Walls

    def reach(self) -> Reach:
        walls = as_masks(self.grid, self.walls) if self.walls else None
        return reach(
            self.costs,
            self.start,
            self.allowance,
            spent=self.spent,
            stop=self.stop,
            barred=self.barred,
            walls=walls,
        )

    def expected(self) -> dict[Hex, int]:
        return cheapest(
            self.grid,
            self.toll,
            self.start,
            self.allowance,
            self.spent,
            self.stop,
            self.barred,
            self.walls,
        )


def situation(spec: GridSpec, seed: int) -> Situation:
    rng, grid = Random(seed), Grid(spec)
    tolls = random_tolls(rng, grid)
    return Situation(
        grid,
        toll=lambda a, b: tolls[a, b],
        costs=Costs.build(grid, lambda a, b, d: tolls[a, b]),
        start=rng.choice(list(members(grid.all))),
        allowance=rng.randint(0, 20),
        spent=rng.choice([0, 0, 1, 5]),
        stop=sets(rng, grid, rng.choice([0, 0.1, 0.4])),
        barred=sets(rng, grid, rng.choice([0, 0.1, 0.4])),
        walls=random_walls(rng, grid, rng.choice([0, 0, 0.05, 0.5])),
    )


@settings(max_examples=200)
@given(specs(largest=14), st.integers())
def test_reach_finds_the_hexes_and_costs_that_walking_every_step_finds(spec: GridSpec, seed: int) -> None:
    s = situation(spec, seed)
    found, expected = s.reach(), s.expected()
    assert found.hexes == union(expected) & ~(1 << s.start)
    assert {h: found.cost(h) for h in expected} == expected
    for n, level in enumerate(found.levels):
        assert level == union(h for h, cost in expected.items() if cost == n)


@settings(max_examples=200)
@given(specs(largest=10), st.integers())
def test_every_path_is_legal_and_costs_what_reach_says(spec: GridSpec, seed: int) -> None:
    s = situation(spec, seed)
    found = s.reach()
    assert found.path(s.start) == ()
    for h in members(found.hexes):
        path = found.path(h)
        assert path[-1] == h
        assert price(s.toll, s.start, path) == found.cost(h) - s.spent
        assert not s.barred & union(path)
        assert not s.stop & union(path[:-1])
        assert not s.walls & set(zip((s.start, *path), path, strict=False))
        assert path == s.reach().path(h)


@settings(max_examples=200)
@given(specs(largest=12), st.integers())
def test_a_hex_can_be_passed_where_points_are_left_for_one_more_step(spec: GridSpec, seed: int) -> None:
    s = situation(spec, seed)

    def leads_on(a: Hex, cost: int) -> bool:
        onward = {b: s.toll(a, b) for b in members(s.grid.around[a] & ~s.barred) if (a, b) not in s.walls}
        return any(toll is not None and cost + toll <= s.allowance for toll in onward.values())

    expected = union(h for h, cost in s.expected().items() if h != s.start and leads_on(h, cost))
    assert s.reach().passable() == expected & ~s.stop
    s.costs = s.costs.changed({s.start: (1,) * 6}).changed({s.start: s.costs.tolls[s.start]})
    assert s.reach().passable() == expected & ~s.stop


@settings(max_examples=200)
@given(specs(largest=12), st.integers())
def test_costs_with_a_few_changes_are_as_exact_as_costs_made_anew(spec: GridSpec, seed: int) -> None:
    """Cheaper, dearer, opened and closed steps; and changes on top of changes."""
    s, rng = situation(spec, seed), Random(seed)
    tolls = {(a, b): s.toll(a, b) for a in members(s.grid.all) for b in members(s.grid.around[a])}
    plain = [way[:] for way in s.costs.tolls]
    before = s.costs
    for _ in range(rng.randint(1, 3)):
        some = [h for h in members(s.grid.all) if rng.random() < 0.2]
        tolls |= {(a, b): rng.choice([1, 2, 5, 11, None]) for a in some for b in members(s.grid.around[a])}
        there = {a: [s.grid.step(a, d) for d in range(6)] for a in some}
        s.costs = s.costs.changed({a: tuple(None if b is None else tolls[a, b] for b in there[a]) for a in some})
    s.toll = lambda a, b: tolls[a, b]
    found, expected = s.reach(), s.expected()
    assert {h: found.cost(h) for h in members(found.hexes)} | {s.start: s.spent} == expected
    assert all(price(s.toll, s.start, found.path(h)) == found.cost(h) - s.spent for h in members(found.hexes))
    assert before.tolls == plain


@settings(max_examples=50)
@given(st.integers())
def test_a_broad_front_over_plain_ground_is_as_exact_as_a_narrow_one(seed: int) -> None:
    s = situation(FLAT, seed)
    s.toll = lambda a, b: 2
    s.costs = Costs.build(s.grid, lambda a, b, d: 2)
    s.start, s.allowance, s.spent, s.stop = s.grid.at("0606"), 14, 0, 0
    found, expected = s.reach(), s.expected()
    assert {h: found.cost(h) for h in members(found.hexes)} | {s.start: 0} == expected


def test_a_unit_stands_still_without_points() -> None:
    s = situation(FLAT, 1)
    for allowance, spent in ((0, 0), (3, 3), (3, 5)):
        assert reach(s.costs, s.start, allowance, spent=spent).hexes == 0


def test_a_stop_hex_is_entered_but_not_left_and_the_start_is_always_left() -> None:
    grid = Grid(GridSpec("flat", "CCRR", 1, 5, "west", "north", "odd", "south"))
    costs = Costs.build(grid, lambda a, b, d: 1)
    first, second, third = (grid.at(name) for name in ("0101", "0102", "0103"))
    found = reach(costs, first, 9, stop=1 << first | 1 << third)
    assert found.hexes == 1 << second | 1 << third


def test_what_is_out_of_reach_has_no_cost_and_no_path() -> None:
    s = situation(FLAT, 1)
    found = reach(s.costs, s.grid.at("0101"), 1)
    for question in (found.cost, found.path):
        with pytest.raises(ValueError, match="Hex 1212 is out of reach"):
            question(s.grid.at("1212"))


def test_ties_are_broken_by_a_fixed_order_of_directions() -> None:
    grid = Grid(FLAT)
    found = reach(Costs.build(grid, lambda a, b, d: 1), grid.at("0505"), 4)
    assert [grid.name(h) for h in found.path(grid.at("0705"))] == ["0606", "0705"]


def test_a_step_must_cost_at_least_one() -> None:
    with pytest.raises(ValueError, match="step 0101-0102 costs 0"):
        Costs.build(Grid(FLAT), lambda a, b, d: 0 if d == 3 else 1)


def test_costs_tell_what_each_step_costs() -> None:
    grid = Grid(FLAT)
    costs = Costs.build(grid, lambda a, b, d: None if d == 0 else d)
    assert costs.tolls[grid.at("0303")] == (None, 1, 2, 3, 4, 5)
    assert costs.tolls[grid.at("0101")] == (None, 1, 2, 3, None, None)
    assert (costs.cheapest, costs.unit) == (1, 1)


@settings(max_examples=60)
@given(specs(largest=3), st.integers())
def test_together_units_reach_what_some_common_path_reaches(spec: GridSpec, seed: int) -> None:
    rng = Random(seed)
    several = [situation(spec, rng.getrandbits(32)) for _ in range(rng.randint(1, 3))]
    start = several[0].start
    walls = [as_masks(s.grid, s.walls) if s.walls else None for s in several]
    parts = [Part(s.costs, s.allowance, s.spent, s.stop, s.barred, w) for s, w in zip(several, walls, strict=True)]
    found = reach_together(parts, start)
    best: dict[Hex, int] = {}
    for path in all_paths(several[0].grid, start):
        prices = common_price(several, start, path)
        if prices and path:
            best[path[-1]] = min(best.get(path[-1], 10**6), sum(prices))
    assert found.hexes == union(best)
    for h, least in best.items():
        assert sum(found.costs(h)) == least
        assert common_price(several, start, found.path(h)) == found.costs(h)
        assert found.path(h)[-1] == h


def common_price(several: list[Situation], start: Hex, path: tuple[Hex, ...]) -> tuple[int, ...] | None:
    """What a path costs each of several units; None if one of them cannot go it."""
    prices = []
    for s in several:
        cost = price(s.toll, start, path)
        blocked = s.barred & union(path) or s.walls & set(zip((start, *path), path, strict=False))
        if cost is None or blocked or s.stop & union(path[:-1]) or s.spent + cost > s.allowance:
            return None
        prices.append(s.spent + cost)
    return tuple(prices)


@given(specs(largest=6), st.integers())
def test_a_group_of_one_class_goes_where_each_of_its_units_goes(spec: GridSpec, seed: int) -> None:
    s = situation(spec, seed)
    walls = as_masks(s.grid, s.walls) if s.walls else None
    part = (s.costs, s.allowance, s.spent, s.stop, s.barred, walls)
    alone, together = s.reach(), reach_together([part, part], s.start)
    assert together.hexes == alone.hexes
    assert all(together.costs(h) == (alone.cost(h), alone.cost(h)) for h in members(alone.hexes))


def test_two_classes_find_the_path_that_neither_would_choose_alone() -> None:
    grid = Grid(GridSpec("flat", "CCRR", 3, 4, "west", "north", "even", "south"))
    start, north, south, goal = (grid.at(name) for name in ("0102", "0201", "0202", "0302"))
    wheels = Costs.build(grid, lambda a, b, d: {north: 1, south: 9}.get(b, 2))
    boots = Costs.build(grid, lambda a, b, d: {north: 9, south: 1}.get(b, 2))
    assert reach(wheels, start, 8).path(goal) == (north, goal)
    assert reach(boots, start, 8).path(goal) == (south, goal)
    together = reach_together([Part(wheels, 8), Part(boots, 8)], start)
    assert [grid.name(h) for h in together.path(goal)] == ["0103", "0203", "0303", "0302"]
    assert together.costs(goal) == (8, 8)
    too_short = reach_together([Part(wheels, 8), Part(boots, 7)], start)
    assert not too_short.hexes >> goal & 1
    for question in (too_short.costs, too_short.path):
        with pytest.raises(ValueError, match="Hex 0302 is out of reach"):
            question(goal)
