"""Where a unit can go: a cost wavefront with zones of control, and the path that proves it.

Costs are whole numbers, at least 1 a step (a game with half points counts halves). The wavefront walks up the
cost levels and keeps what is still under way in a delay line, which is one int as well: the hexes due at the
next level in its lowest bits, those due a level later above them, and so on. Going up a level is one shift.

Leaving a hex adds its neighbours to the delay line, each at its cost: for every hex this is one int, made
ready beforehand, whatever roads and rivers surround the hex. Where a broad front crosses plain ground, whose
every step costs what the hex it leads to usually costs, all its hexes are left together by one dilation.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from math import gcd
from typing import NamedTuple, TypeAlias

from khalkhin.board.grid import Grid, Sides
from khalkhin.board.hexset import Hex, HexSet, members, union

StepCost: TypeAlias = Callable[[Hex, Hex, int], int | None]

# A dilation takes as long as leaving this many hexes one by one ...
_FEW = 4
# ... and longer with every cost it knows, so it knows only costs that one hex in so many has.
_COMMON = 16


class Costs:
    """What every step on a map costs the units of one movement class."""

    __slots__ = ("_leave", "_plain", "_tiers", "_usual", "cheapest", "grid", "tolls", "unit")

    def __init__(self, grid: Grid, tolls: list[tuple[int | None, ...]]) -> None:
        """tolls[h][d]: the cost of leaving hex h in direction d, None if that is forbidden or off the map."""
        self.grid = grid
        self.tolls = tolls
        costs = {toll for way in tolls for toll in way if toll is not None} or {1}
        self.cheapest = min(costs)
        # Where all costs are even, say, there are no odd levels to walk through.
        self.unit = gcd(*costs)
        # _leave[h]: what leaving hex h adds to the delay line.
        self._leave = [self._steps(a, range(6)) if way else 0 for a, way in enumerate(tolls)]
        self._find_plain_ground()

    @classmethod
    def build(cls, grid: Grid, step_cost: StepCost) -> Costs:
        """Asks step_cost(a, b, d) for the step from a to its neighbour b in direction d; None: forbidden."""

        def toll(a: Hex, d: int) -> int | None:
            b = grid.step(a, d)
            cost = None if b is None else step_cost(a, b, d)
            if b is not None and cost is not None and cost < 1:
                raise ValueError(
                    f"The step {grid.name(a)}-{grid.name(b)} costs {cost}; a step costs 1 or more."
                )
            return cost

        tolls: list[tuple[int | None, ...]] = [()] * grid.bits
        for a in members(grid.all):
            tolls[a] = tuple(toll(a, d) for d in range(6))
        return cls(grid, tolls)

    def _due(self, hex: Hex, toll: int) -> int:
        """The bit of the delay line for a hex that is due so many points later."""
        return toll // self.unit * self.grid.bits + hex

    def _steps(self, a: Hex, directions: Iterable[int]) -> int:
        """What leaving hex a in some directions adds to the delay line."""
        line = 0
        for d in directions:
            toll = self.tolls[a][d]
            if toll is not None:
                line |= 1 << self._due(a + self.grid.shifts[d], toll)
        return line

    def _find_plain_ground(self) -> None:
        """Sets what a dilation needs: where it serves, the costs it knows, the usual cost of every hex."""
        grid = self.grid
        steps = [
            (a, b, toll)
            for a, way in enumerate(self.tolls)
            for d, toll in enumerate(way)
            if (b := grid.step(a, d)) is not None
        ]
        entering: defaultdict[Hex, Counter[int | None]] = defaultdict(Counter)
        for _, b, toll in steps:
            entering[b][toll] += 1
        usual = {b: tolls.most_common(1)[0][0] for b, tolls in entering.items()}
        number = Counter(usual.values())
        served = {b: k for b, k in usual.items() if k is None or number[k] * _COMMON >= len(usual)}
        self._plain = grid.all & ~union(a for a, b, toll in steps if b not in served or toll != served[b])
        known = {b: toll for b, toll in served.items() if toll is not None}
        self._tiers = sorted({self._due(0, toll) for toll in known.values()})
        self._usual = union(self._due(b, toll) for b, toll in known.items())

    def _dilate(self, front: HexSet) -> int:
        """What leaving hexes of plain ground adds to the delay line."""
        up, down, width = front << 1, front >> 1, self.grid.width
        near = up | down | (front | down) << width | (front | up) >> width
        line = 0
        for tier in self._tiers:
            line |= near << tier
        return line & self._usual


class Reach:
    """Where a unit can go from `start`.

    `hexes` are the hexes reached, without the start; `levels[n]` are those whose cheapest total cost is n,
    with the start at what was spent before.
    """

    __slots__ = ("_costs", "_stop", "_walls", "hexes", "levels", "start")

    def __init__(
        self, costs: Costs, start: Hex, hexes: HexSet, levels: list[HexSet], stop: HexSet, walls: Sides | None
    ) -> None:
        self.start = start
        self.hexes = hexes
        self.levels = levels
        self._costs = costs
        self._stop = stop
        self._walls = walls

    def cost(self, hex: Hex) -> int:
        """The cheapest total cost of going there, what was spent before included."""
        for n, level in enumerate(self.levels):
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

    def _before(self, hex: Hex, cost: int) -> tuple[Hex, int]:
        """Where a cheapest path comes from, and its cost there."""
        grid, tolls = self._costs.grid, self._costs.tolls
        for d in range(6):
            there = grid.step(hex, (d + 3) % 6)
            if there is None or (self._walls and self._walls[d] >> hex & 1):
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
) -> Reach:
    """Where a unit can go that has spent some of its allowance.

    Hexes of `barred` are never entered. Hexes of `stop` may be entered but not left; the start may always be
    left. walls[d] holds the hexes that may not be entered by a step in direction d.
    """
    bits, leave, plain = costs.grid.bits, costs._leave, costs._plain
    first, onward, last = 1 << start, ~stop, allowance - costs.cheapest
    free = unseen = costs.grid.all & ~(barred | first)
    levels = [0] * (max(allowance, spent) + 1)
    levels[spent] = first
    due, walled = leave[start], 0
    if walls:
        due, walled = _past_walls(costs, start, walls), _walled(costs.grid, walls)
        plain &= ~walled
    for cost in range(spent + costs.unit, allowance + 1, costs.unit):
        due >>= bits
        front = due & unseen
        if not front:
            continue
        levels[cost] = front
        unseen ^= front
        if cost > last:
            continue
        front &= onward
        broad = front & plain
        if broad.bit_count() > _FEW:
            due |= costs._dilate(broad)
            front ^= broad
        if walls and (held := front & walled):
            for h in members(held):
                due |= _past_walls(costs, h, walls)
            front ^= held
        while front:
            h = front.bit_length() - 1
            front ^= 1 << h
            due |= leave[h]
    return Reach(costs, start, free ^ unseen, levels, stop, walls)


def _walled(grid: Grid, walls: Sides) -> HexSet:
    """The hexes that have a wall on some side."""
    found = 0
    for d, blocked in enumerate(walls):
        found |= grid.shift(blocked, (d + 3) % 6)
    return found


def _past_walls(costs: Costs, a: Hex, walls: Sides) -> int:
    """What leaving hex a adds to the delay line where walls leave a way."""
    shifts = costs.grid.shifts
    return costs._steps(a, (d for d in range(6) if not walls[d] >> a + shifts[d] & 1))


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

    def _way(self, hex: Hex) -> _Label:
        if hex not in self._best:
            raise ValueError(f"Hex {self._grid.name(hex)} is out of reach.")
        return self._best[hex]


def reach_together(
    parts: Iterable[tuple[Costs, int, int, HexSet, HexSet, Sides | None]], start: Hex
) -> ReachTogether:
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
