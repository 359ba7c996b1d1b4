"""How games ended, read from the folder of a ladder or from an older book: what standings are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from khalkhin.lab.request import Seats, Task


@dataclass(frozen=True)
class GameResult:
    """One game that was played."""

    scenario: str
    seats: Seats
    """Who played each side."""
    number: int
    winner: int | None
    """The side that won; None for a draw."""
    how: str
    decisions: tuple[int, ...]
    """How many each side took."""
    turns: tuple[tuple[float, ...], ...]
    """For each side, the processor time of every turn in which it decided something."""
    faults: tuple[tuple[str, ...], ...]
    """For each side, what went wrong in its player."""

    @classmethod
    def of(cls, task: Task, sides: Sequence[str], data: Mapping[str, Any]) -> GameResult:
        """The result of a game whose rows are given, by table."""
        (row,), turns = data["games"], data["turns"]
        return cls(
            task.scenario,
            task.seats,
            task.number,
            sides.index(row["winner"]) if row["winner"] else None,
            row["how"],
            tuple(row[f"decisions_{side}"] for side in sides),
            tuple(tuple(turn[f"seconds_{side}"] for turn in turns if turn[f"decisions_{side}"]) for side in sides),
            tuple(tuple(data["faults"][side]) for side in sides),
        )
