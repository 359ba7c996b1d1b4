"""Plain Python: adjacency lists, sets and a heap, as anyone would write it who cares for speed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from heapq import heappop, heappush

from benchmarks.contestants import Job
from benchmarks.sheets import Move, Sheet, Supply
from khalkhin.board.hexset import Hex, HexSet, members

Ways = dict[Hex, list[tuple[int, Hex]]]
"""For every hex the steps out of it, the cheapest first: what it costs and where it leads."""
Around = dict[Hex, frozenset[Hex]]


def dijkstra(ways: Ways, start: Hex, allowance: int, stop: frozenset[Hex], barred: frozenset[Hex]) -> dict[Hex, int]:
    """The cost of every hex within the allowance."""
    cost = {start: 0}
    queue = [(0, start)]
    beyond = allowance + 1
    while queue:
        spent, here = heappop(queue)
        if spent > cost[here] or (here in stop and here != start):
            continue
        for toll, there in ways[here]:
            total = spent + toll
            if total > allowance:
                break
            if total < cost.get(there, beyond) and there not in barred:
                cost[there] = total
                heappush(queue, (total, there))
    return cost


def dial(ways: Ways, start: Hex, allowance: int, stop: frozenset[Hex], barred: frozenset[Hex]) -> dict[Hex, int]:
    """The same with a list for every cost instead of a heap."""
    cost = {start: 0}
    buckets: list[list[Hex]] = [[] for _ in range(allowance + 1)]
    buckets[0].append(start)
    beyond = allowance + 1
    for spent, bucket in enumerate(buckets):
        for here in bucket:
            if spent > cost[here] or (here in stop and here != start):
                continue
            for toll, there in ways[here]:
                total = spent + toll
                if total > allowance:
                    break
                if total < cost.get(there, beyond) and there not in barred:
                    cost[there] = total
                    buckets[total].append(there)
    return cost


def zone(around: Around, units: Iterable[Hex]) -> set[Hex]:
    """All neighbours of the units."""
    found: set[Hex] = set()
    for hex_ in units:
        found |= around[hex_]
    return found


def flood(around: Around, sources: frozenset[Hex], open_: frozenset[Hex]) -> set[Hex]:
    """All hexes that lines through open hexes join to the sources."""
    found, todo = set(sources), list(sources)
    for here in todo:
        for there in around[here]:
            if there not in found and there in open_:
                found.add(there)
                todo.append(there)
    return found


class Sets:
    """A set of hexes is a frozenset, a map is a dict."""

    search = staticmethod(dijkstra)

    def __init__(self, sheet: Sheet) -> None:
        self.allowance = sheet.allowance
        hexes, shifts = list(members(sheet.grid.all)), sheet.grid.shifts
        self.ways = [
            {
                a: sorted((toll, a + shifts[d]) for d, toll in enumerate(costs.tolls[a]) if toll is not None)
                for a in hexes
            }
            for costs in sheet.classes
        ]
        self.around = {h: frozenset(members(sheet.grid.around[h])) for h in hexes}

    def reach(self, move: Move) -> Job:
        stop, barred = frozenset(members(move.stop)), frozenset(members(move.barred))
        return partial(self.search, self.ways[move.kind], move.start, self.allowance, stop, barred)

    def zone(self, units: HexSet) -> Job:
        return partial(zone, self.around, list(members(units)))

    def flood(self, supply: Supply) -> Job:
        sources, open_ = frozenset(members(supply.sources)), frozenset(members(supply.open))
        return partial(flood, self.around, sources, open_)

    def costs(self, answer: dict[Hex, int]) -> dict[Hex, int]:
        return answer

    def hexes(self, answer: set[Hex]) -> set[Hex]:
        return answer


class Buckets(Sets):
    """As before, but without the heap."""

    search = staticmethod(dial)
