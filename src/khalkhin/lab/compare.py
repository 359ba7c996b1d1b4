"""What does it change? Two runs that differ in what somebody varies, compared pair by pair until it is clear enough::

    requests = RunRequest.of("bkg", games=400), RunRequest.of("bkg", games=400, options={"open_strengths": True})
    comparison = Comparison(Question(requests, ("open_strengths",)), PairFolder(Path("runs/open"), requests))
    for number in comparison.play(processes(jobs=2)):
        print(number, comparison.answer().score)

It ends when the interval of the difference is narrow enough, whatever the difference is: whoever stopped as soon as a
difference shows would see one too often. It looks at fixed numbers of pairs only, so that the answer does not hang on
how many are played at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import fmean
from typing import Any

from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.game import Game
from khalkhin.lab.folder import WHAT
from khalkhin.lab.pairs import Pair, PairFolder, Requests, attempt_both
from khalkhin.lab.play import Broken
from khalkhin.lab.run import Runner
from khalkhin.lab.statistics import Difference, paired, paired_share_difference
from khalkhin.lab.witness import Row

PAIRS = 400
"""The most pairs that are played."""
WIDTH = 5.0
"""The interval that is narrow enough: so many percent points on either side."""
LOOK = 20
"""After every so many pairs it is seen whether the interval is narrow enough."""
DATA = "data"

Rows = tuple[Row, Row]
"""The rows of a pair in the two tables of games."""


# -- what is varied ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Changes:
    """What the second run has that the first has not."""

    options: list[str] = field(default_factory=list)
    """As NAME or NAME=VALUE."""
    levels: dict[str, str] = field(default_factory=dict)
    overrides: Path | None = None


def changes(texts: Sequence[str], game: Game[Any], scenario: str) -> Changes:
    """What somebody varies: NAME[=VALUE] is an option, SIDE=LEVEL a player, data=DIR a folder of corrections."""
    out = Changes()
    seen: set[str] = set()
    for text in texts:
        name, _, value = text.partition("=")
        if name in seen:
            raise KhalkhinError("compare.twice", name=name)
        seen.add(name)
        if name == DATA or name in game.sides:
            if not value:
                raise KhalkhinError("compare.no-value", name=name)
            if name == DATA:
                out = replace(out, overrides=Path(value))
            else:
                out.levels[name] = value
        elif name in game.scenarios[scenario].options:
            out.options.append(text)
        else:
            known = ", ".join([*game.scenarios[scenario].options, *game.sides, DATA])
            raise KhalkhinError("compare.unknown", name=name, known=known)
    return out


@dataclass(frozen=True)
class Question:
    """What is to be found out."""

    requests: Requests
    varied: tuple[str, ...]
    """What differs, as somebody has said it."""
    width: float = WIDTH
    """The interval that is narrow enough, in percent points on either side; 0: none is."""

    def check(self) -> None:
        """Two requests that mean the same games have nothing to compare; and both can be set up."""
        first, second = (request.heading() for request in self.requests)
        if all(first[name] == second[name] for name in WHAT):
            raise KhalkhinError("compare.same", changes=self.said)
        for request in self.requests:
            request.check()

    @property
    def said(self) -> str:
        return ", ".join(self.varied)

    @property
    def most(self) -> int:
        """How many pairs are played at most."""
        return self.requests[0].games

    @property
    def sides(self) -> tuple[str, ...]:
        return self.requests[0].rules().sides


# -- what comes of it --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Measure:
    """One thing that is compared, in the mean of the pairs."""

    name: str
    side: str
    share: bool
    """Whether it is a share of the games; else it is counted in points or turns."""
    first: float
    second: float
    difference: Difference | None
    """None where there are too few pairs."""

    def data(self) -> dict[str, Any]:
        gap = self.difference
        told = None if gap is None else {"value": gap.value, "low": gap.low, "high": gap.high, "p": gap.p}
        return {"measure": self.name, "side": self.side, "a": self.first, "b": self.second, "difference": told}


@dataclass(frozen=True)
class Findings:
    """How two runs differ."""

    pairs: int
    measures: tuple[Measure, ...]
    alike: bool
    """Whether the games of every pair ended in the same way."""

    @classmethod
    def of(cls, pairs: Sequence[Rows], sides: Sequence[str]) -> Findings:
        alike = all(
            all(first[name] == second[name] for name in ("winner", "how", "margin", "turns")) for first, second in pairs
        )
        winners = [(sides[0], "wins"), ("", "draws"), (sides[1], "wins")]
        shares = [_share(pairs, winner, name) for winner, name in winners]
        means = [_mean(pairs, name) for name in ("margin", "turns")]
        return cls(len(pairs), (_score(pairs, sides[0]), *shares, *means), alike)

    @property
    def score(self) -> Difference:
        """How the score of the first side differs: a win is 1, a draw a half."""
        found = self.measures[0].difference
        assert found is not None
        return found

    @property
    def half(self) -> float:
        """How far the interval of that reaches to either side, in percent points."""
        return 50 * (self.score.high - self.score.low)

    def narrow(self, width: float) -> bool:
        return self.half < width


def _score(pairs: Sequence[Rows], side: str) -> Measure:
    """The score of a side.

    For its interval two pairs are made up, one of which goes each way (Bonett and Price): a few pairs that all agree
    would have one without any width, and nobody would look further.
    """
    first, second = ([_points(pair[run], side) for pair in pairs] for run in (0, 1))
    gap = paired([*first, 0.0, 1.0], [*second, 1.0, 0.0])
    assert gap is not None
    means = fmean(first), fmean(second)
    told = Difference(
        fmean(b - a for a, b in zip(first, second, strict=True)), max(gap.low, -1), min(gap.high, 1), gap.p
    )
    return Measure("score", side, True, *means, told)


def _points(row: Row, side: str) -> float:
    return 0.5 if not row["winner"] else float(row["winner"] == side)


def _share(pairs: Sequence[Rows], winner: str, name: str) -> Measure:
    """How often a side wins, or nobody."""
    ended = [(first["winner"] == winner, second["winner"] == winner) for first, second in pairs]
    means = fmean(first for first, _ in ended), fmean(second for _, second in ended)
    return Measure(name, winner, True, *means, paired_share_difference(ended))


def _mean(pairs: Sequence[Rows], name: str) -> Measure:
    first, second = ([float(pair[run][name]) for pair in pairs] for run in (0, 1))
    return Measure(name, "", False, fmean(first), fmean(second), paired(first, second))


class Comparison:
    """Two runs on their way: the pairs that are done, and whether they are enough."""

    def __init__(self, question: Question, folder: PairFolder) -> None:
        self.question, self.folder = question, folder
        self.broken: set[int] = set()
        self.faults: Counter[str] = Counter()
        self.enough: int | None = None
        """The number of pairs after which the interval was narrow enough."""
        self._rows: dict[int, Rows] = {}
        self._settled = 0
        wanted = set(question.requests[0].numbers())
        for number in folder.numbers():
            if number in wanted:
                first, second = (run.read(number) for run in folder.runs)
                self._rows[number] = first["games"][0], second["games"][0]
                self._blame(first["faults"], second["faults"])
        self._look()

    @property
    def done(self) -> int:
        return len(self._rows)

    def missing(self) -> list[int]:
        """The pairs that may still have to be played."""
        return [] if self.enough else [n for n in self.question.requests[0].numbers() if n not in self._rows]

    def answer(self) -> Findings:
        """What the pairs say: those up to the look at which they were enough, else all that are done."""
        last = self.enough or self.question.most
        return Findings.of([rows for number, rows in sorted(self._rows.items()) if number <= last], self.question.sides)

    def play(self, runner: Runner) -> Generator[int, None, None]:
        """Play pairs until they are enough; each is kept as soon as it is over, then its number is told."""
        missing = self.missing()
        if not missing:
            return
        with closing(runner(attempt_both, self.folder.moved(self.question.requests), missing)) as pairs:
            for pair in pairs:
                self.folder.add(pair)
                self._count(pair)
                yield pair[0].number
                if self.enough:
                    return

    def _count(self, pair: Pair) -> None:
        first, second = pair
        if isinstance(first, Broken) or isinstance(second, Broken):
            self.broken.add(first.number)
        else:
            self._rows[first.number] = first.row, second.row
            self._blame(first.faults, second.faults)
        self._look()

    def _blame(self, *faults: Mapping[str, list[str]]) -> None:
        self.faults.update(fault for game in faults for some in game.values() for fault in some)

    def _look(self) -> None:
        """Look whenever all pairs up to a look are over, one look after the other, however many are ahead of it."""
        while self.enough is None and self._settled < self.question.most and self._over(self._settled + 1):
            self._settled += 1
            if self._settled % LOOK == 0 and self._narrow(self._settled):
                self.enough = self._settled

    def _over(self, number: int) -> bool:
        return number in self._rows or number in self.broken

    def _narrow(self, last: int) -> bool:
        some = [rows for number, rows in self._rows.items() if number <= last]
        return bool(some) and Findings.of(some, self.question.sides).narrow(self.question.width)
