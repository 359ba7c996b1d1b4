"""Where a unit can go: a cost wavefront with zones of control, and the path that proves it.

Costs are whole numbers, at least 1 a step (a game with half points counts halves). The wavefront walks up the
cost levels, and what is under way waits in the level at which it is due.

A whole front is left at once: a shift for each direction gives its neighbours, and what they cost says when they
are due. A hex does not cost the same from all sides, but seldom has more than two costs: one by road or over a
river, and one otherwise. So there are two waves, the steps at the usual cost of the hex they lead to and those at
its second cost, each with masks for what it enters by each direction. The few other steps are taken one by one.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from itertools import count
from math import gcd
from operator import and_, or_
from typing import NamedTuple, TypeAlias

from khalkhin.board.grid import Grid, Sides, six
from khalkhin.board.hexset import Hex, HexSet, members, union

StepCost: TypeAlias = Callable[[Hex, Hex, int], int | None]

Leave: TypeAlias = tuple[tuple[int, HexSet], ...]
"""Steps out of a hex: each cost with the hexes entered at it."""


OFF_MAP: Hex = -1
"""Where units start that come onto the map."""

Entries: TypeAlias = tuple[tuple[int, HexSet], ...]
"""Hexes where units come onto the map, by what the first step there costs."""


class _Step(NamedTuple):
    a: Hex
    d: int
    b: Hex
    toll: int | None


class _Wave(NamedTuple):
    """Steps that all cost the same for the hex they lead to."""

    sources: HexSet
    """The hexes that have such a step."""
    enter: tuple[HexSet, ...]
    """The hexes entered by one, for each of the shifts by +1, -1, +w, +w-1, -w and -w+1 (w: the grid's width)."""
    tiers: tuple[tuple[tuple[int, HexSet], ...], ...]
    """tiers[n]: the costs that n points can pay, each with the hexes that have it."""


class Costs:
    """What every step on a map costs the units of one movement class."""

    __slots__ = (
        "_leave",
        "_outward",
        "_rare",
        "_rarely",
        "_second",
        "_uneven",
        "_usual",
        "cheapest",
        "dearest",
        "grid",
        "tolls",
        "unit",
    )

    def __init__(self, grid: Grid, tolls: list[tuple[int | None, ...]]) -> None:
        """tolls[h][d]: the cost of leaving hex h in direction d, None if that is forbidden or off the map."""
        self.grid = grid
        self.tolls = tolls
        costs = {toll for way in tolls for toll in way if toll is not None} or {1}
        self.cheapest, self.dearest = min(costs), max(costs)
        # Where all costs are even, say, there are no odd levels to walk through.
        self.unit = gcd(*costs)
        steps = [
            _Step(a, d, b, toll)
            for a, way in enumerate(tolls)
            for d, toll in enumerate(way)
            if (b := grid.step(a, d)) is not None
        ]
        self._leave = _leave(grid, steps)
        self._outward = _outward(steps)
        self._make_waves(steps)

    @classmethod
    def build(cls, grid: Grid, step_cost: StepCost) -> Costs:
        """Asks step_cost(a, b, d) for the step from a to its neighbour b in direction d; None: forbidden."""

        def toll(a: Hex, d: int) -> int | None:
            b = grid.step(a, d)
            cost = None if b is None else step_cost(a, b, d)
            if b is not None and cost is not None and cost < 1:
                raise ValueError(f"The step {grid.name(a)}-{grid.name(b)} costs {cost}; a step costs 1 or more.")
            return cost

        tolls: list[tuple[int | None, ...]] = [()] * grid.bits
        for a in members(grid.all):
            tolls[a] = tuple(toll(a, d) for d in range(6))
        return cls(grid, tolls)

    def changed(self, tolls: Mapping[Hex, tuple[int | None, ...]]) -> Costs:
        """The same costs but for some hexes that are left at others: what a few bridges make of a map, in no time.

        Steps that cost something else now leave the waves and are taken one by one.
        """
        twin = object.__new__(Costs)
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.tolls, twin._leave, twin._rare = self.tolls[:], self._leave[:], self._rare[:]
        twin._outward = {toll: sides[:] for toll, sides in self._outward.items()}
        waves = [[*self._usual.enter], [*self._second.enter]]
        for a, way in tolls.items():
            other = [d for d in range(6) if way[d] != self.tolls[a][d]]
            if other:
                twin._leave_anew(a, way, other, waves)
        twin._outward = dict(sorted(twin._outward.items()))
        dearer = twin.dearest - self.dearest
        twin._usual, twin._second = (
            wave._replace(enter=tuple(enter), tiers=wave.tiers + wave.tiers[-1:] * dearer)
            for wave, enter in zip((self._usual, self._second), waves, strict=True)
        )
        return twin

    def _leave_anew(self, a: Hex, way: tuple[int | None, ...], other: list[int], waves: list[list[HexSet]]) -> None:
        """Other costs in some directions."""
        w, shifts = self.grid.width, self.grid.shifts
        steps = [_Step(a, d, b, way[d]) for d in range(6) if (b := self.grid.step(a, d)) is not None]
        entered = union(step.b for step in steps if step.d in other)
        for step in steps:
            if step.d in other:
                n = (1, -1, w, w - 1, -w, 1 - w).index(shifts[step.d])
                for enter in waves:
                    enter[n] &= ~(1 << step.b)
                if step.toll is not None:
                    self.cheapest, self.dearest = min(self.cheapest, step.toll), max(self.dearest, step.toll)
                    self.unit = gcd(self.unit, step.toll)
        for sides in self._outward.values():
            for d in range(6):
                sides[d] &= ~(1 << a)
        for step in steps:
            if step.toll is not None:
                self._outward.setdefault(step.toll, [0] * 6)[step.d] |= 1 << a
        kept = [(toll, there & ~entered) for toll, there in self._rare[a]]
        new = [(step.toll, 1 << step.b) for step in steps if step.d in other and step.toll is not None]
        self._rare[a] = tuple((toll, there) for toll, there in (*kept, *new) if there)
        self._leave[a] = tuple((step.toll, 1 << step.b) for step in steps if step.toll is not None)
        self.tolls[a] = way
        self._rarely |= 1 << a
        self._uneven |= 1 << a

    def _make_waves(self, steps: list[_Step]) -> None:
        """Sorts the steps into the two waves and the rare rest."""
        entering: defaultdict[Hex, Counter[int]] = defaultdict(Counter)
        for step in steps:
            if step.toll is not None:
                entering[step.b][step.toll] += 1
        known = {b: [toll for toll, _ in tolls.most_common()] for b, tolls in entering.items()}
        rank = {step: known[step.b].index(step.toll) for step in steps if step.toll is not None}
        self._usual = self._wave([step for step, n in rank.items() if n == 0])
        self._second = self._wave([step for step, n in rank.items() if n == 1])
        self._rare = _leave(self.grid, [step for step, n in rank.items() if n > 1])
        self._rarely = union(step.a for step, n in rank.items() if n > 1)
        # Hexes from where some neighbour does not cost what it usually costs, or may not be entered.
        self._uneven = union(step.a for step in steps if step.b in known and rank.get(step) != 0)

    def _wave(self, steps: list[_Step]) -> _Wave:
        w, shifts = self.grid.width, self.grid.shifts
        tolls = sorted({step.toll for step in steps if step.toll is not None})
        tiers = [(toll, union(step.b for step in steps if step.toll == toll)) for toll in tolls]
        return _Wave(
            union(step.a for step in steps),
            tuple(union(s.b for s in steps if shifts[s.d] == shift) for shift in (1, -1, w, w - 1, -w, 1 - w)),
            tuple(tuple(tier for tier in tiers if tier[0] <= n) for n in range(self.dearest + 1)),
        )


def _leave(grid: Grid, steps: Iterable[_Step]) -> list[Leave]:
    """The steps out of every hex."""
    found: list[defaultdict[int, HexSet]] = [defaultdict(int) for _ in range(grid.bits)]
    for step in steps:
        if step.toll is not None:
            found[step.a][step.toll] |= 1 << step.b
    return [tuple(way.items()) for way in found]


def _outward(steps: Iterable[_Step]) -> dict[int, list[HexSet]]:
    """For every cost, the cheapest first, and in every direction, the hexes that are left at it."""
    found: defaultdict[int, list[HexSet]] = defaultdict(lambda: [0] * 6)
    for step in steps:
        if step.toll is not None:
            found[step.toll][step.d] |= 1 << step.a
    return dict(sorted(found.items()))


class Reach:
    """Where a unit can go from `start`.

    `hexes` are the hexes reached, without the start; `levels[n]` are those whose cheapest total cost is n,
    with the start at what was spent before. Who comes from off the map starts at OFF_MAP.
    """

    __slots__ = ("_barred", "_costs", "_entries", "_fronts", "_stop", "_walls", "hexes", "levels", "start")

    def __init__(
        self,
        costs: Costs,
        start: Hex,
        hexes: HexSet,
        levels: list[HexSet],
        stop: HexSet,
        walls: Sides | None,
        entries: Entries = (),
        barred: HexSet = 0,
    ) -> None:
        self.start = start
        self.hexes = hexes
        self.levels = levels
        self._costs = costs
        self._stop = stop
        self._walls = walls
        self._entries = entries
        self._barred = barred
        self._fronts: list[tuple[int, HexSet]] | None = None

    def cost(self, hex: Hex) -> int:
        """The cheapest total cost of going there, what was spent before included."""
        if self._fronts is None:
            # Where points are counted in fractions nobody comes at most of the costs.
            self._fronts = [(n, level) for n, level in enumerate(self.levels) if level]
        for n, level in self._fronts:
            if level >> hex & 1:
                return n
        raise ValueError(f"Hex {self._costs.grid.name(hex)} is out of reach.")

    def path(self, hex: Hex) -> tuple[Hex, ...]:
        """A cheapest path, from the first step to the hex; always the same one."""
        path, cost = [], self.cost(hex)
        while hex != self.start:
            path.append(hex)
            hex, cost = self._before(hex, cost)
        return tuple(reversed(path))

    def tree(self) -> dict[Hex, Hex]:
        """For every hex reached, the one before it on its cheapest path."""
        reached = [(hex, n) for n, level in enumerate(self.levels) for hex in members(level & self.hexes)]
        return {hex: self._before(hex, n)[0] for hex, n in reached}

    def passable(self) -> HexSet:
        """The hexes reached that can be passed through: what is left there pays for one more step."""
        grid = self._costs.grid
        behind = _behind(grid, grid.all & ~self._barred, self._walls)
        found, left, dear = 0, self.hexes & ~self._stop, len(self.levels)
        for toll, leaving in self._costs._outward.items():
            # The cheapest step first: who cannot pay for it cannot pay for any other.
            before, dear = dear, max(0, len(self.levels) - toll)
            left &= ~reduce(or_, self.levels[dear:before], 0)
            if not left:
                break
            able = reduce(or_, map(and_, leaving, behind))
            found |= left & able
            left &= ~able
        return found

    def _before(self, hex: Hex, cost: int) -> tuple[Hex, int]:
        """Where a cheapest path comes from, and its cost there."""
        if any(toll == cost and there >> hex & 1 for toll, there in self._entries):
            return OFF_MAP, 0
        grid, tolls = self._costs.grid, self._costs.tolls
        for d, shift in enumerate(grid.shifts):
            there = hex - shift
            if not grid.all >> there & 1 or (self._walls and self._walls[d] >> hex & 1):
                continue
            toll = tolls[there][d]
            left = there == self.start or not self._stop >> there & 1
            if left and toll is not None and toll <= cost and self.levels[cost - toll] >> there & 1:
                return there, cost - toll
        raise AssertionError("Every hex reached was reached from somewhere.")


def reach(
    costs: Costs,
    start: Hex,
    allowance: int,
    *,
    spent: int = 0,
    stop: HexSet = 0,
    barred: HexSet = 0,
    walls: Sides | None = None,
    entries: Entries = (),
) -> Reach:
    """Where a unit can go that has spent some of its allowance.

    Hexes of `barred` are never entered. Hexes of `stop` may be entered but not left; the start may always be
    left. walls[d] holds the hexes that may not be entered by a step in direction d. Who starts at OFF_MAP enters
    by one of the entries.
    """
    width, dearest, uneven, rarely = costs.grid.width, costs.dearest, costs._uneven, costs._rarely
    _, (u1, u2, u3, u4, u5, u6), usual = costs._usual
    sources, (v1, v2, v3, v4, v5, v6), second = costs._second
    first, onward, last = 0 if start == OFF_MAP else 1 << start, ~stop, allowance - costs.cheapest
    free = unseen = costs.grid.all & ~(barred | first)
    walled = _walled(costs.grid, walls) if walls else 0
    # What is due beyond the last level is thrown away in the end.
    levels = [0] * (max(allowance, spent) + 1 + dearest)
    levels[spent] = first
    for toll, there in entries or (_past_walls(costs, start, walls) if walls else costs._leave[start]):
        if spent + toll <= allowance:
            levels[spent + toll] |= there
    unit = gcd(costs.unit, *(toll for toll, _ in entries)) if entries else costs.unit
    for cost in range(spent + unit, allowance + 1, unit):
        front = levels[cost]
        if not front:
            continue
        levels[cost] = front = front & unseen
        unseen ^= front
        front &= onward
        if not front or cost > last:
            continue
        if walls and (held := front & walled):
            front ^= held
            for h in members(held):
                for toll, there in _past_walls(costs, h, walls):
                    levels[cost + toll] |= there
        points = allowance - cost
        if points > dearest:
            points = dearest
        up, down = front << 1, front >> 1
        if front & uneven:
            a, b, c, d = front << width, down << width, front >> width, up >> width
            near = up & u1 | down & u2 | a & u3 | b & u4 | c & u5 | d & u6
            if front & sources:
                far = up & v1 | down & v2 | a & v3 | b & v4 | c & v5 | d & v6
                for toll, hexes in second[points]:
                    levels[cost + toll] |= far & hexes
            front &= rarely
            while front:
                h = front.bit_length() - 1
                front ^= 1 << h
                for toll, there in costs._rare[h]:
                    levels[cost + toll] |= there
        else:
            near = up | down | (front | down) << width | (front | up) >> width
        for toll, hexes in usual[points]:
            levels[cost + toll] |= near & hexes
    del levels[-dearest:]
    return Reach(costs, start, free ^ unseen, levels, stop, walls, entries, barred)


@lru_cache(256)
def _behind(grid: Grid, open_: HexSet, walls: Sides | None) -> Sides:
    """In every direction the hexes whose neighbour there can be entered from them."""
    return six(grid.shift(open_ & ~walls[d] if walls else open_, (d + 3) % 6) for d in range(6))


def _walled(grid: Grid, walls: Sides) -> HexSet:
    """The hexes that have a wall on some side."""
    found = 0
    for d, blocked in enumerate(walls):
        found |= grid.shift(blocked, (d + 3) % 6)
    return found


def _past_walls(costs: Costs, a: Hex, walls: Sides) -> Iterator[tuple[int, HexSet]]:
    """The steps out of hex a where walls leave a way."""
    for d, toll in enumerate(costs.tolls[a]):
        there = a + costs.grid.shifts[d]
        if toll is not None and not walls[d] >> there & 1:
            yield toll, 1 << there


class Part(NamedTuple):
    """One movement class in a group that moves together; the fields are the arguments of `reach`."""

    costs: Costs
    allowance: int
    spent: int = 0
    stop: HexSet = 0
    barred: HexSet = 0
    walls: Sides | None = None


class _Label(NamedTuple):
    """A way to a hex that no other way beats for every part at once."""

    costs: tuple[int, ...]
    hex: Hex
    before: _Label | None


class ReachTogether:
    """Where several units can go by one common path. `hexes` are the hexes reached, without the start."""

    def __init__(self, grid: Grid, start: Hex, best: dict[Hex, _Label]) -> None:
        self.start = start
        self._grid = grid
        self.hexes: HexSet = union(best) & ~(1 << start)
        self._best = best

    def costs(self, hex: Hex) -> tuple[int, ...]:
        """The total cost for each part by the path offered, whose sum is the lowest."""
        return self._way(hex).costs

    def path(self, hex: Hex) -> tuple[Hex, ...]:
        """A common path, from the first step to the hex."""
        path, label = [], self._way(hex)
        while label.before:
            path.append(label.hex)
            label = label.before
        return tuple(reversed(path))

    def tree(self) -> dict[Hex, Hex]:
        """For every hex reached, the one before it on its path; paths of others may come through it another way."""
        return {hex: way.before.hex for hex, way in self._best.items() if way.before}

    def _way(self, hex: Hex) -> _Label:
        if hex not in self._best:
            raise ValueError(f"Hex {self._grid.name(hex)} is out of reach.")
        return self._best[hex]


def reach_together(parts: Iterable[tuple[Costs, int, int, HexSet, HexSet, Sides | None]], start: Hex) -> ReachTogether:
    """Where units of different classes can go by one common path, each within its own allowance.

    The path that is cheap for one class may be too dear for another, so each hex keeps every way to it that
    no other way beats for all classes.
    """
    group = [Part(*part) for part in parts]
    stop = 0
    for part in group:
        stop |= part.stop
    kept: defaultdict[Hex, list[_Label]] = defaultdict(list)
    number = count()
    queue = [(0, next(number), _Label(tuple(part.spent for part in group), start, None))]
    while queue:
        _, _, label = heapq.heappop(queue)
        if any(_no_dearer(other.costs, label.costs) for other in kept[label.hex]):
            continue
        kept[label.hex].append(label)
        if label.hex != start and stop >> label.hex & 1:
            continue
        for onward in _onward(group, label):
            heapq.heappush(queue, (sum(onward.costs), next(number), onward))
    return ReachTogether(group[0].costs.grid, start, {h: labels[0] for h, labels in kept.items()})


def _onward(group: list[Part], label: _Label) -> Iterator[_Label]:
    """The steps that the whole group can take."""
    grid = group[0].costs.grid
    for d in range(6):
        there = grid.step(label.hex, d)
        if there is None:
            continue
        costs = []
        for part, cost in zip(group, label.costs, strict=True):
            toll = part.costs.tolls[label.hex][d]
            shut = part.barred >> there & 1 or (part.walls and part.walls[d] >> there & 1)
            if toll is None or shut or cost + toll > part.allowance:
                break
            costs.append(cost + toll)
        else:
            yield _Label(tuple(costs), there, label)


def _no_dearer(some: tuple[int, ...], others: tuple[int, ...]) -> bool:
    return all(a <= b for a, b in zip(some, others, strict=True))
