"""One game of a run: played, watched, and made into rows and a record."""

from __future__ import annotations

import traceback
from dataclasses import dataclass
from typing import Any

from khalkhin.ai.budget import Budget
from khalkhin.ai.players.fallback_player import FallbackPlayer
from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from khalkhin.engine.state import State
from khalkhin.lab.decisions import decisions
from khalkhin.lab.request import RunRequest, Task
from khalkhin.lab.witness import Row, Witness, points_of


@dataclass(frozen=True)
class Played:
    """A game that is over."""

    task: Task
    tables: dict[str, list[Row]]
    """The rows of every table."""
    faults: dict[str, list[str]]
    """What went wrong in the player of each side."""
    record: str

    @property
    def number(self) -> int:
        return self.task.number

    @property
    def row(self) -> Row:
        """Its row in the table of games."""
        return self.tables["games"][0]

    def data(self) -> dict[str, Any]:
        return {"number": self.number, **self.tables, "faults": self.faults}


@dataclass(frozen=True)
class Broken:
    """A game that a fault of the program ended."""

    task: Task
    fault: str

    @property
    def number(self) -> int:
        return self.task.number


def attempt(request: RunRequest, task: Task) -> Played | Broken:
    """A game of a run, whatever happens in it: the others go on, and it can be played again."""
    try:
        return play_one(request, task)
    except Exception:
        return Broken(task, traceback.format_exc())


def play_one(request: RunRequest, task: Task) -> Played:
    """A game of a run. A player that fails is helped out by a plainer one; how often is told."""
    start = request.rules().start(task.scenario, request.options, Dice.practice(task.dice_seed))
    witness, match = Witness(start, task.number), Match(start)
    sitting = [FallbackPlayer(level, task.player_seed + side) for side, level in enumerate(task.seats)]
    for decided in decisions(match, sitting, Budget(playouts=request.evaluations)):
        witness.decided(decided)
    witness.finish()
    sides = start.game.sides
    faults = {side: player.faults for side, player in zip(sides, sitting, strict=True)}
    tables = {
        "games": [_row(match.state, task, witness.turns, faults)],
        "turns": witness.turns,
        "combats": witness.combats,
        "rules": witness.rules(),
        "events": witness.events(),
    }
    return Played(task, tables, faults, match.record())


def _row(s: State, task: Task, turns: list[Row], faults: dict[str, list[str]]) -> Row:
    """The row of a game in the table of games."""
    result, sides = s.result, s.game.sides
    assert result is not None
    points = result.points or points_of(s)
    row: Row = {
        "number": task.number,
        "seed": task.dice_seed,
        "winner": "" if result.winner is None else sides[result.winner],
        "how": result.how,
        "margin": points[0] - points[1],
        "turns": len(turns),
    }
    for side, name in enumerate(sides):
        row[f"points_{name}"] = points[side]
        row[f"decisions_{name}"] = sum(turn[f"decisions_{name}"] for turn in turns)
        row[f"seconds_{name}"] = round(sum(turn[f"seconds_{name}"] for turn in turns), 4)
        row[f"longest_turn_{name}"] = max(turn[f"seconds_{name}"] for turn in turns)
        row[f"faults_{name}"] = len(faults[name])
    return {**row, "digest": s.digest()}
