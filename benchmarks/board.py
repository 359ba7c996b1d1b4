"""Reach, zones of control and supply on the four real maps, answered in several ways."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.arrays import Arrays
from benchmarks.contestants import Contestant, Ints, Job
from benchmarks.native import Native
from benchmarks.plain import Buckets, Sets
from benchmarks.sheets import Questions, Sheet
from benchmarks.timing import Times, Work, race

OURS, PLAIN, BUCKETS, SCIPY = "khalkhin", "plain Python", "buckets", "scipy"
CALLED, LOOPED = "C, a call each", "C, one call"
TASKS = ("reach", "zone", "flood")
REPEATS = {"reach": 1, "zone": 10, "flood": 1}
"""How often all questions are answered in a round: long enough to be timed, short enough to change places often."""


def contestants(task: str, sheet: Sheet, library: ctypes.CDLL | None) -> dict[str, Contestant]:
    """Everybody who can take part; C cannot where there is no compiler."""
    found: dict[str, Contestant] = {OURS: Ints(sheet), PLAIN: Sets(sheet), SCIPY: Arrays(sheet)}
    if task == "reach":
        found[BUCKETS] = Buckets(sheet)
    if library is not None:
        found[CALLED] = Native(library, sheet)
    return found


def jobs(task: str, who: Contestant, asked: Questions) -> list[Job]:
    if task == "reach":
        return [who.reach(move) for move in asked.moves]
    if task == "zone":
        return [who.zone(units) for units in asked.zones]
    return [who.flood(supply) for supply in asked.supplies]


def in_common_terms(task: str, who: Contestant) -> Callable[[Any], Any]:
    return who.costs if task == "reach" else who.hexes


def check(task: str, everybody: dict[str, Contestant], asked: Questions) -> None:
    """Nobody is timed before everybody gives the same answers."""
    answers = {
        name: [in_common_terms(task, who)(job()) for job in jobs(task, who, asked)] for name, who in everybody.items()
    }
    for name, found in answers.items():
        for n, (ours, theirs) in enumerate(zip(answers[OURS], found, strict=True)):
            if ours != theirs:
                raise AssertionError(f"{name} does not agree with {OURS} on question {n} of {task}.")


def one_by_one(work: Sequence[Job]) -> Work:
    def run() -> int:
        for job in work:
            job()
        return len(work)

    return run


def repeated(work: Work, times: int) -> Work:
    return lambda: sum(work() for _ in range(times))


def in_one_call(task: str, who: Native, asked: Questions) -> Work:
    if task == "reach":
        return who.every_reach(asked.moves)
    if task == "zone":
        return who.every_zone(asked.zones)
    return who.every_flood(asked.supplies)


def measure(task: str, sheet: Sheet, asked: Questions, library: ctypes.CDLL | None, rounds: int) -> Times:
    """The times of everybody for one question."""
    everybody = contestants(task, sheet, library)
    check(task, everybody, asked)
    works = {name: one_by_one(jobs(task, who, asked)) for name, who in everybody.items()}
    native = everybody.get(CALLED)
    if isinstance(native, Native):
        works[LOOPED] = in_one_call(task, native, asked)
    return race({name: repeated(work, REPEATS[task]) for name, work in works.items()}, rounds)
