"""Plain C, compiled when it is needed and called through ctypes."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Sequence
from ctypes import POINTER, Structure, byref, c_int32, c_uint8
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.contestants import Job
from benchmarks.sheets import Move, Sheet, Supply
from benchmarks.timing import Work
from khalkhin.board.hexset import Hex, HexSet, members

SOURCE = Path(__file__).with_name("reach.c")
Step = tuple[Hex, Hex, int]
"""From, to, cost."""


class Graph(Structure):
    _fields_ = [
        ("hexes", c_int32),
        ("first", POINTER(c_int32)),
        ("to", POINTER(c_int32)),
        ("toll", POINTER(c_int32)),
    ]


class MoveQuestion(Structure):
    _fields_ = [
        ("map", POINTER(Graph)),
        ("start", c_int32),
        ("allowance", c_int32),
        ("stop", POINTER(c_uint8)),
        ("barred", POINTER(c_uint8)),
        ("cost", POINTER(c_int32)),
    ]


class ZoneQuestion(Structure):
    _fields_ = [
        ("map", POINTER(Graph)),
        ("number", c_int32),
        ("units", POINTER(c_int32)),
        ("found", POINTER(c_uint8)),
    ]


class SupplyQuestion(Structure):
    _fields_ = [
        ("map", POINTER(Graph)),
        ("number", c_int32),
        ("sources", POINTER(c_int32)),
        ("open", POINTER(c_uint8)),
        ("found", POINTER(c_uint8)),
    ]


def compiler() -> str | None:
    return shutil.which("gcc") or shutil.which("cc")


def compiled(folder: Path) -> ctypes.CDLL | None:
    """The library, built in a folder; None where there is no compiler."""
    gcc = compiler()
    if gcc is None:
        return None
    library = folder / "reach.so"
    subprocess.run([gcc, "-O2", "-shared", "-fPIC", "-o", str(library), str(SOURCE)], check=True)
    found = ctypes.CDLL(str(library))
    for name, question in (("reach", MoveQuestion), ("spread", ZoneQuestion), ("flood", SupplyQuestion)):
        one, many = getattr(found, name), getattr(found, f"{name}_all")
        one.argtypes, one.restype = [POINTER(question)], None
        many.argtypes, many.restype = [POINTER(question), c_int32], None
    return found


class Native:
    """A set of hexes is an array of bytes, a map is a few arrays of numbers."""

    def __init__(self, library: ctypes.CDLL, sheet: Sheet) -> None:
        self.library = library
        self.allowance = sheet.allowance
        self.order = list(members(sheet.grid.all))
        self.number = {h: n for n, h in enumerate(self.order)}
        shifts = sheet.grid.shifts
        self.classes = [
            self._graph(
                [
                    (a, a + shifts[d], toll)
                    for a in self.order
                    for d, toll in enumerate(costs.tolls[a])
                    if toll is not None
                ]
            )
            for costs in sheet.classes
        ]
        self.ground = self._graph([(a, b, 1) for a in self.order for b in members(sheet.grid.around[a])])
        # The answer to whatever was asked last.
        self.cost = (c_int32 * len(self.order))()
        self.found = (c_uint8 * len(self.order))()

    def _graph(self, steps: Sequence[Step]) -> Graph:
        """Steps in the order of the hexes they leave."""
        first = [0] * (len(self.order) + 1)
        for a, _, _ in steps:
            first[self.number[a] + 1] += 1
        for n in range(len(self.order)):
            first[n + 1] += first[n]
        to, toll = [self.number[b] for _, b, _ in steps], [toll for _, _, toll in steps]
        return Graph(len(self.order), _numbers(first), _numbers(to), _numbers(toll))

    def _flags(self, hexes: HexSet) -> Any:
        return (c_uint8 * len(self.order))(*(hexes >> h & 1 for h in self.order))

    def _list(self, hexes: HexSet) -> Any:
        return _numbers([self.number[h] for h in members(hexes)])

    # Questions

    def _move(self, move: Move) -> MoveQuestion:
        return MoveQuestion(
            ctypes.pointer(self.classes[move.kind]),
            self.number[move.start],
            self.allowance,
            self._flags(move.stop),
            self._flags(move.barred),
            self.cost,
        )

    def _zone(self, units: HexSet) -> ZoneQuestion:
        return ZoneQuestion(ctypes.pointer(self.ground), units.bit_count(), self._list(units), self.found)

    def _supply(self, supply: Supply) -> SupplyQuestion:
        return SupplyQuestion(
            ctypes.pointer(self.ground),
            supply.sources.bit_count(),
            self._list(supply.sources),
            self._flags(supply.open),
            self.found,
        )

    # One call a question: what it returns is nothing, its answer lies in the arrays of this object.

    def reach(self, move: Move) -> Job:
        return partial(self.library.reach, byref(self._move(move)))

    def zone(self, units: HexSet) -> Job:
        return partial(self.library.spread, byref(self._zone(units)))

    def flood(self, supply: Supply) -> Job:
        return partial(self.library.flood, byref(self._supply(supply)))

    def costs(self, answer: None) -> dict[Hex, int]:
        return {h: cost for h, cost in zip(self.order, self.cost, strict=True) if cost >= 0}

    def hexes(self, answer: None) -> set[Hex]:
        return {h for h, found in zip(self.order, self.found, strict=True) if found}

    # One call for all questions

    def every_reach(self, moves: Sequence[Move]) -> Work:
        return _together(self.library.reach_all, MoveQuestion, [self._move(move) for move in moves])

    def every_zone(self, zones: Sequence[HexSet]) -> Work:
        return _together(self.library.spread_all, ZoneQuestion, [self._zone(units) for units in zones])

    def every_flood(self, supplies: Sequence[Supply]) -> Work:
        return _together(self.library.flood_all, SupplyQuestion, [self._supply(supply) for supply in supplies])


def _together(answer_all: Any, kind: type[Structure], questions: Sequence[Structure]) -> Work:
    array = (kind * len(questions))(*questions)

    def work() -> int:
        answer_all(array, len(questions))
        return len(questions)

    return work


def _numbers(values: Sequence[int]) -> Any:
    return (c_int32 * len(values))(*values)
