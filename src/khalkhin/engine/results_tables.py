"""Results tables as data, column arithmetic, and the exact chance of every result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from khalkhin.board.data import TomlTable
from khalkhin.board.hexset import HexSet


@cache
def totals(count: int, sides: int = 6) -> Mapping[int, Fraction]:
    """The chance of every total of some dice."""
    ways: dict[int, int] = {}
    for roll in product(range(1, sides + 1), repeat=count):
        ways[sum(roll)] = ways.get(sum(roll), 0) + 1
    return {total: Fraction(n, sides**count) for total, n in sorted(ways.items())}


WIN, EXCHANGE, STALEMATE, LOSS = "win", "exchange", "stalemate", "loss"


@dataclass(frozen=True)
class ResultsTable:
    """Columns in their printed order; each cell by column and dice total."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    dice: int
    cells: Mapping[tuple[int, int], str]
    """(column, dice total) -> the printed result."""
    row_of: Mapping[int, str]
    """Dice total -> the label of its row."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """Printed result -> what it means to the attacker: win, exchange, stalemate or loss."""

    @classmethod
    def of(
        cls,
        name: str,
        columns: Sequence[str],
        rows: Mapping[str, Sequence[str]],
        row_totals: Mapping[str, Iterable[int]],
        kind: Callable[[str], str] = lambda result: STALEMATE,
    ) -> ResultsTable:
        cells: dict[tuple[int, int], str] = {}
        row_of: dict[int, str] = {}
        for label, line in rows.items():
            for total in row_totals[label]:
                row_of[total] = label
                cells.update(((c, total), cell) for c, cell in enumerate(line))
        dice = min(row_of, default=1)
        for total in totals(dice):
            if any((c, total) not in cells for c in range(len(columns))):
                raise ValueError(f"The table {name} has no result for a roll of {total} in every column.")
        kinds = {cell: kind(cell) for cell in cells.values()}
        return cls(name, tuple(columns), tuple(rows), dice, cells, row_of, kinds)

    @classmethod
    def read(
        cls,
        name: str,
        chart: TomlTable,
        kind: Callable[[str], str],
        row_totals: Mapping[str, Iterable[int]] | None = None,
    ) -> ResultsTable:
        """A table of charts.toml, checked; without other word its rows are called by the roll of one die."""
        columns, rows = chart.texts("columns"), chart.table("rows")
        for label in rows:
            if row_totals is not None and label not in row_totals:
                rows.fail(label, "the row has no dice totals")
            if len(rows.texts(label)) != len(columns):
                rows.fail(label, f"the row has {len(rows.texts(label))} cells for {len(columns)} columns")
        try:
            return cls.of(name, columns, rows, row_totals or {label: [int(label)] for label in rows}, kind)
        except ValueError as error:
            chart.fail("rows", str(error))

    def clamp(self, column: int) -> int:
        return max(0, min(column, len(self.columns) - 1))

    def result(self, column: int, total: int) -> str:
        return self.cells[column, total]

    def distribution(self, column: int) -> dict[str, Fraction]:
        """The exact chance of every result of a column, in the order of the rows."""
        out: dict[str, Fraction] = {}
        for total, chance in totals(self.dice).items():
            cell = self.cells[column, total]
            out[cell] = out.get(cell, Fraction(0)) + chance
        return out


@dataclass(frozen=True)
class Shift:
    """A move along the columns, with the rule that makes it. Positive helps the attacker."""

    rule: str
    key: str
    value: int
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Rolled:
    """A shift that dice of its own decide before the attack is rolled: each possible value with its chance."""

    rule: str
    key: str
    values: Mapping[int, Fraction]
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Odds:
    """An attack worked out as far as the asking side may know. What is unknown is None and listed in `cases`."""

    table: ResultsTable
    attack: Fraction
    defence: Fraction | None
    base: int | None
    shifts: tuple[Shift, ...]
    cases: tuple[tuple[str, int], ...] = ()
    """Where the defence is hidden: what each possible defence would mean, as (defence, column)."""
    unknown: tuple[str, ...] = ()
    """Rules that may shift the column further, but hang on what is hidden."""
    hidden: str = ""
    """The rule that hides the defence, where it is hidden."""
    rolled: Rolled | None = None
    """A shift that is still in the dice."""
    ratio: str = ""
    """What the base is called, where the table may have no such column."""

    @property
    def net(self) -> int:
        return sum(shift.value for shift in self.shifts)

    @property
    def column(self) -> int | None:
        """The column, where it is certain."""
        if self.base is None:
            return None
        if self.rolled is None:
            return self.table.clamp(self.base + self.net)
        return next(iter(self.spread)) if len(self.spread) == 1 else None

    @property
    def spread(self) -> dict[int, Fraction]:
        """The chance of every column it may come to, from left to right; none where the defence is hidden."""
        if self.base is None:
            return {}
        out: dict[int, Fraction] = {}
        further = {0: Fraction(1)} if self.rolled is None else self.rolled.values
        for value, chance in sorted(further.items()):
            at = self.table.clamp(self.base + self.net + value)
            out[at] = out.get(at, Fraction(0)) + chance
        return out

    @property
    def chances(self) -> dict[str, Fraction]:
        """The exact chance of every result over all dice that are still to be thrown."""
        out: dict[str, Fraction] = {}
        for column, chance in self.spread.items():
            for result, part in self.table.distribution(column).items():
                out[result] = out.get(result, Fraction(0)) + chance * part
        return out

    def to_data(self) -> dict[str, Any]:
        """Plain data for clients; chances as exact fractions in text."""
        return {
            "table": self.table.name,
            "columns": list(self.table.columns),
            "kinds": dict(self.table.kinds),
            "attack": number(self.attack),
            "defence": None if self.defence is None else number(self.defence),
            "base": None if self.base is None else self.ratio or self.table.columns[self.base],
            "shifts": [{"rule": x.rule, "key": x.key, "value": x.value, **x.params} for x in self.shifts],
            "net": self.net,
            "rolled": self._rolled_data(),
            "column": None if self.column is None else self.table.columns[self.column],
            "column_chances": {self.table.columns[at]: str(chance) for at, chance in self.spread.items()},
            "chances": {result: str(chance) for result, chance in self.chances.items()} or None,
            "unknown": list(self.unknown),
            "hidden": self.hidden,
            "cases": [
                {"defence": d, "column": self.table.columns[c], "chances": chances(self.table, c)}
                for d, c in self.cases
            ],
        }

    def _rolled_data(self) -> dict[str, Any] | None:
        if self.rolled is None:
            return None
        x = self.rolled
        return {"rule": x.rule, "key": x.key, "least": min(x.values), "most": max(x.values), **x.params}


class Throw(NamedTuple):
    """Dice thrown on a results table, for whoever counts results. It goes with the line that tells of them."""

    side: int
    """Who attacks."""
    table: ResultsTable
    column: int
    dice: tuple[int, ...]
    hexes: HexSet = 0
    """What is attacked."""
    odds: Odds | None = None
    """The calculation, where there is one."""

    @property
    def result(self) -> str:
        """The printed result."""
        return self.table.result(self.column, sum(self.dice))


def chances(table: ResultsTable, column: int) -> dict[str, str]:
    return {result: str(chance) for result, chance in table.distribution(column).items()}


@cache
def halves(points: int) -> str:
    """Half points as a person counts them: 3 is 1½."""
    return str(number(Fraction(points, 2)))


def cases(
    values: Iterable[int], column: Callable[[int], int], write: Callable[[int], object]
) -> tuple[tuple[str, int], ...]:
    """What each possible value would mean, as (value, column); neighbours with the same column are taken together."""
    runs: list[tuple[int, int, int]] = []
    for value in values:
        at = column(value)
        if runs and runs[-1][2] == at:
            runs[-1] = runs[-1][0], value, at
        else:
            runs.append((value, value, at))
    return tuple((str(write(a)) if a == b else f"{write(a)}-{write(b)}", at) for a, b, at in runs)


def number(value: Fraction) -> int | str:
    """A strength as it is printed: whole, or with its half."""
    if value.denominator == 1:
        return value.numerator
    return f"{int(value) or ''}½" if value.denominator == 2 else str(value)
