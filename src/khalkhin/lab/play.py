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
from khalkhin.lab.contest import decisions
from khalkhin.lab.order import Order
from khalkhin.lab.witness import Row, Witness, points_of


@dataclass(frozen=True)
class Played:
    """A game that is over."""

    number: int
    tables: dict[str, list[Row]]
    """The rows of every table."""
    faults: dict[str, list[str]]
    """What went wrong in the player of each side."""
    record: str

    @property
    def row(self) -> Row:
        """Its row in the table of games."""
        return self.tables["games"][0]

    def data(self) -> dict[str, Any]:
        return {"number": self.number, **self.tables, "faults": self.faults}


@dataclass(frozen=True)
class Broken:
    """A game that a fault of the program ended."""

    number: int
    fault: str


def attempt(order: Order, number: int) -> Played | Broken:
    """A game of a run, whatever happens in it: the others go on, and it can be played again by its number."""
    try:
        return play_one(order, number)
    except Exception:
        return Broken(number, traceback.format_exc())


def play_one(order: Order, number: int) -> Played:
    """A game of a run by its number. A player that fails is helped out by a plainer one; how often is told."""
    seed = order.dice_seed(number)
    start = order.rules().start(order.scenario, order.options, Dice.practice(seed))
    witness, match = Witness(start, number), Match(start)
    sitting = [FallbackPlayer(level, 2 * seed + side) for side, level in enumerate(order.seats)]
    for decided in decisions(match, sitting, Budget(evaluations=order.evaluations)):
        witness.decided(decided)
    witness.finish()
    sides = start.game.sides
    faults = {side: player.faults for side, player in zip(sides, sitting, strict=True)}
    tables = {
        "games": [_row(match.state, number, seed, witness.turns, faults)],
        "turns": witness.turns,
        "combats": witness.combats,
        "rules": witness.rules(),
        "events": witness.events(),
    }
    return Played(number, tables, faults, match.record())


def _row(s: State, number: int, seed: int, turns: list[Row], faults: dict[str, list[str]]) -> Row:
    """The row of a game in the table of games."""
    result, sides = s.result, s.game.sides
    assert result is not None
    points = result.points or points_of(s)
    row: Row = {
        "number": number,
        "seed": seed,
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
