"""numpy and scipy: Dijkstra over a sparse matrix, zones by a table of neighbours, supply by labelling an image."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra

from benchmarks.contestants import Job
from benchmarks.sheets import Move, Sheet, Supply
from khalkhin.board.grid import Grid
from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.board.reach import Costs

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]
Weights = NDArray[np.float64]

# The six neighbours of a hex among the eight of a cell, in axial coordinates.
_SIX = np.array([[0, 1, 1], [1, 1, 1], [1, 1, 0]])


class Graph:
    """The steps of one movement class as a sparse matrix."""

    def __init__(self, costs: Costs, number: dict[Hex, int]) -> None:
        steps = sorted(
            (number[a], number[a + costs.grid.shifts[d]], toll)
            for a in number
            for d, toll in enumerate(costs.tolls[a])
            if toll is not None
        )
        rows, columns, tolls = (np.array(part) for part in zip(*steps, strict=True))
        self.matrix = csr_matrix((tolls.astype(float), (rows, columns)), shape=(len(number), len(number)))
        self.tolls: Weights = self.matrix.data
        self.rows: Numbers = rows
        self.columns: Numbers = columns

    def reach(self, start: int, allowance: int, stop: Flags, barred: Flags) -> Weights:
        """Cheapest costs; steps that the position forbids cost infinitely much."""
        self.matrix.data = np.where(stop[self.rows] | barred[self.columns], np.inf, self.tolls)
        found: Weights = dijkstra(self.matrix, indices=start, limit=allowance)
        return found


def zone(neighbours: Numbers, units: Numbers) -> Flags:
    """All neighbours of the units; the last flag stands for whatever is off the map."""
    found = np.zeros(len(neighbours) + 1, bool)
    found[neighbours[units]] = True
    return found


def flood(sources: Numbers, open_: Flags) -> Flags:
    """The pieces of the image in which sources lie; hexes are cells in axial coordinates."""
    labels, count = ndimage.label(open_, _SIX)
    wanted = np.zeros(count + 1, bool)
    wanted[labels.ravel()[sources]] = True
    found: Flags = wanted[labels]
    return found


class Arrays:
    """A set of hexes is an array of flags, a map is a sparse matrix."""

    def __init__(self, sheet: Sheet) -> None:
        grid = sheet.grid
        self.allowance = sheet.allowance
        self.order = list(members(grid.all))
        self.number = {h: n for n, h in enumerate(self.order)}
        self.graphs = [Graph(costs, self.number) for costs in sheet.classes]
        self.neighbours = self._neighbours(grid)
        self.cell, self.shape = _cells(grid)
        self.hex_of_cell = {cell: h for h, cell in self.cell.items()}

    def _neighbours(self, grid: Grid) -> Numbers:
        around = [[grid.step(h, d) for d in range(6)] for h in self.order]
        return np.array([[len(self.order) if h is None else self.number[h] for h in six] for six in around])

    def _flags(self, hexes: HexSet) -> Flags:
        flags = np.zeros(len(self.order), bool)
        flags[[self.number[h] for h in members(hexes)]] = True
        return flags

    def reach(self, move: Move) -> Job:
        stop = self._flags(move.stop & ~(1 << move.start))
        graph, start = self.graphs[move.kind], self.number[move.start]
        return partial(graph.reach, start, self.allowance, stop, self._flags(move.barred))

    def zone(self, units: HexSet) -> Job:
        return partial(zone, self.neighbours, np.array([self.number[h] for h in members(units)]))

    def flood(self, supply: Supply) -> Job:
        image = np.zeros(self.shape, bool)
        image.ravel()[[self.cell[h] for h in members(supply.open | supply.sources)]] = True
        return partial(flood, np.array([self.cell[h] for h in members(supply.sources)]), image)

    def costs(self, answer: Weights) -> dict[Hex, int]:
        return {self.order[n]: int(answer[n]) for n in np.flatnonzero(np.isfinite(answer))}

    def hexes(self, answer: Any) -> set[Hex]:
        """From flags by hex or by cell, whichever the answer has."""
        if answer.shape == self.shape:
            return {self.hex_of_cell[int(cell)] for cell in np.flatnonzero(answer)}
        return {self.order[n] for n in np.flatnonzero(answer[:-1])}


def _cells(grid: Grid) -> tuple[dict[Hex, int], tuple[int, int]]:
    """Every hex as a cell of an image in axial coordinates, and the shape of the image."""
    printed = {h: grid.coordinates(h) for h in members(grid.all)}
    axial = {h: grid.spec.axial(*(at if grid.spec.flat else at[::-1])) for h, at in printed.items()}
    left, top = (min(at[i] for at in axial.values()) for i in (0, 1))
    wide, high = (max(at[i] for at in axial.values()) + 1 for i in (0, 1))
    shape = wide - left, high - top
    return {h: (x - left) * shape[1] + y - top for h, (x, y) in axial.items()}, shape
