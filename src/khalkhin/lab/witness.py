"""Sits beside a game and writes down what statistics want: turns, rolls on tables, rules in use, events.

A witness is the log of the position it watches, so it hears every line at the moment it is written: a line that tells
of a new turn finds the map as the last one left it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from khalkhin.board.hexset import members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.results_tables import Throw
from khalkhin.engine.state import Event, State
from khalkhin.lab.decisions import Decided

Row = dict[str, Any]

TURN = "log.turn"
"""What every game tells when a turn begins, before anything happens in it."""
TELLING = ("event", "mission", "group", "table", "target", "edge", "box", "phase")
"""Parameters of a line that say what it is about, the most telling first."""
AMOUNTS = ("count", "points")
"""Parameters of a line that say how much."""


class Witness(list[Event]):
    """The log of a game that is played, with rows of every table made from it on the way."""

    def __init__(self, state: State, number: int) -> None:
        super().__init__(state.log or [])
        self._state, self._number = state, number
        game = state.game
        self._game, self._sides = game, game.sides
        self._tables = {id(table.cells): name for name, table in game.results_tables().items()}
        self.turns: list[Row] = []
        self.combats: list[Row] = []
        self._asked: Counter[str] = Counter()
        self._cited: Counter[str] = Counter()
        self._heard: dict[tuple[int, str, str, str], list[int]] = {}
        self._thought = [0.0 for _ in self._sides]
        self._decided = [0 for _ in self._sides]
        self._there = self._on_map(state)
        self._began = any(event.key == TURN for event in self)
        self._turn = state.turn
        state.log = self
        for event in self:
            self._hear(event)

    # -- while the game goes on -------------------------------------------------------------------------------------

    def append(self, event: Event, /) -> None:
        if event.key == TURN:
            self._new_turn()
        self._hear(event)
        super().append(event)

    def decided(self, one: Decided) -> None:
        """Somebody has decided something."""
        side = one.prompt.side
        self._asked[one.prompt.rule] += 1
        # A decision that ends a turn was still taken in it: its row is written already.
        row = next((row for row in reversed(self.turns) if row["turn"] == one.turn), None)
        if row is not None:
            name = self._sides[side]
            row[f"decisions_{name}"] += 1
            row[f"seconds_{name}"] = round(row[f"seconds_{name}"] + one.seconds, 4)
        else:
            self._decided[side] += 1
            self._thought[side] += one.seconds

    def _new_turn(self) -> None:
        """A turn is over; what came before the first one was the set-up, and nobody has arrived in it."""
        if self._began:
            self.turns.append(self._row())
        self._began = True
        self._there = self._on_map(self._state)
        self._turn = self._state.turn

    def _hear(self, event: Event) -> None:
        if _nameless(event):
            return
        self._cited[event.rule] += 1
        if event.throw is not None:
            self.combats.append(self._combat(event.throw))
            self._cited.update(shift.rule for shift in (event.throw.odds.shifts if event.throw.odds else ()))
        amount = next((event.params[name] for name in AMOUNTS if isinstance(event.params.get(name), int)), 0)
        for side, detail in self._about(event.params):
            found = self._heard.setdefault((self._turn, event.key, side, detail), [0, 0])
            found[0] += 1
            found[1] += amount

    def _about(self, params: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Whom and what a line is about: every counter that it names, unless a word says more."""
        word = next((_plain(params[name]) for name in TELLING if isinstance(params.get(name), str)), "")
        side = params.get("side") or ""
        units = params.get("units") or params.get("unit") or ()
        index, sheet = self._game.sheet.index, self._game.sheet
        for name in [units] if isinstance(units, str) else units:
            unit = index[name]
            yield side or self._sides[sheet.side[unit]], word or self._game.sort_of(unit)
        if not units:
            yield side, word

    # -- rows -------------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """The game is over: its last turn is, too."""
        self.turns.append(self._row())

    def rules(self) -> list[Row]:
        """How often each rule was decided by, and cited by the log or by a shift of a roll."""
        found = sorted((self._asked.keys() | self._cited.keys()) - {""})
        number = self._number
        return [
            {"number": number, "rule": rule, "decisions": self._asked[rule], "events": self._cited[rule]}
            for rule in found
        ]

    def events(self) -> list[Row]:
        """What was told how often, turn by turn."""
        return [
            {
                "number": self._number,
                "turn": turn,
                "key": key.removeprefix("log."),
                "side": side,
                "detail": detail,
                "count": count,
                "amount": amount,
            }
            for (turn, key, side, detail), (count, amount) in sorted(self._heard.items())
        ]

    def _row(self) -> Row:
        """The turn that is over, as it stands at its end."""
        # A copy, for the turn on the map may be the next one already, and asking leaves notes behind.
        s = self._state.clone()
        s.turn, s.notes = self._turn, {}
        row: Row = {"number": self._number, "turn": self._turn}
        points, there = points_of(s), self._on_map(s)
        grid, own = self._game.map.grid, self._game.sheet.of_side
        for side, name in enumerate(self._sides):
            arrived = there & ~self._there & own[side]
            row[f"points_{name}"] = points[side]
            row[f"lost_{name}"] = s.in_box(side, *self._game.lost).bit_count()
            row[f"on_map_{name}"] = (there & own[side]).bit_count()
            row[f"arrived_{name}"] = arrived.bit_count()
            row[f"held_{name}"] = [grid.name(h) for h in members(s.held(side))]
            row[f"decisions_{name}"] = self._decided[side]
            row[f"seconds_{name}"] = round(self._thought[side], 4)
            for pool in self._game.summary(s, side).pools:
                row[f"pool_{pool.key.removeprefix('pool.')}_{name}"] = pool.values[side]
        self._decided = [0 for _ in self._sides]
        self._thought = [0.0 for _ in self._sides]
        return row

    def _on_map(self, s: State) -> UnitSet:
        there = 0
        for place, group in s.at.items():
            if place >= 0:
                there |= group
        return there

    def _combat(self, throw: Throw) -> Row:
        odds, name = throw.odds, self._game.map.grid.name
        result = throw.result
        return {
            "number": self._number,
            "turn": self._turn,
            "side": self._sides[throw.side],
            "table": self._tables.get(id(throw.table.cells), throw.table.name),
            "column": throw.table.columns[throw.column],
            "hexes": [name(h) for h in members(throw.hexes)],
            "dice": "+".join(map(str, throw.dice)),
            "total": sum(throw.dice),
            "result": result,
            "kind": throw.table.kinds.get(result, ""),
            "attack": None if odds is None else float(odds.attack),
            "defence": None if odds is None or odds.defence is None else float(odds.defence),
            "shifts": None if odds is None else odds.net,
        }


def points_of(s: State) -> tuple[int, ...]:
    """The points of each side as they stand, each as that side knows them."""
    return tuple(
        sum(line.points or 0 for line in s.game.score(s, side) if line.side == side)
        for side in range(len(s.game.sides))
    )


def _nameless(event: Event) -> bool:
    """Whether a line is told a second time, for those who may not know whom it is about."""
    units: Sequence[Any] = event.params.get("units") or ()
    return any(isinstance(unit, Mapping) for unit in units) or str(event.params.get("unit", "")).startswith("@")


def _plain(text: str) -> str:
    """The last part of a key: @event.banzai is banzai."""
    return text.rpartition(".")[2]
