"""The runs of a report: read game by game and counted at once, so that many games need little memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.game import Game
from khalkhin.lab.folder import RunFolder
from khalkhin.lab.request import ANY

Row = Mapping[str, Any]
Tables = Mapping[str, Sequence[Row]]
"""The rows of one game, by table."""


Told = tuple[str, str, str]
"""What the log told: the key of its line, the side and the thing it is about."""


ELIMINATED = "eliminated"
"""What the log of every game calls counters that are taken off the map for good, or until they are built again."""


@dataclass
class Use:
    """How often a rule was used: answers to its prompts, lines of the log that cite it, games with either."""

    decisions: int = 0
    events: int = 0
    games: int = 0


@dataclass
class Happening:
    """How often something happened: in all, how much of it, in which games, and in each turn."""

    count: int = 0
    amount: int = 0
    games: set[int] = field(default_factory=set)
    turns: Counter[int] = field(default_factory=Counter)


@dataclass
class Run:
    """What a folder holds, counted."""

    label: str
    """What it is called on the page: a letter where there are several."""
    path: Path
    heading: Row
    game: Game[Any]
    games: list[Row] = field(default_factory=list)
    turns: list[Row] = field(default_factory=list)
    """Without the hexes that were held: those are counted in `held`."""
    held: dict[str, Counter[str]] = field(default_factory=dict)
    """For each side, at how many ends of turns it had a counter in a hex."""
    combats: list[Row] = field(default_factory=list)
    """Without their hexes: those are counted in `battles`."""
    battles: Counter[str] = field(default_factory=Counter)
    rules: dict[str, Use] = field(default_factory=dict)
    events: dict[Told, Happening] = field(default_factory=dict)

    @classmethod
    def of(cls, label: str, path: Path, heading: Row, game: Game[Any], played: Iterable[Tables]) -> Run:
        run = cls(label, path, heading, game, held={side: Counter() for side in game.sides})
        for tables in played:
            run.add(tables)
        return run

    def add(self, tables: Tables) -> None:
        self.games += tables["games"]
        self._add_turns(tables)
        for row in tables["combats"]:
            self.battles.update(row["hexes"])
            self.combats.append({key: value for key, value in row.items() if key not in ("hexes", "dice")})
        for row in tables["rules"]:
            use = self.rules.setdefault(row["rule"], Use())
            use.decisions += row["decisions"]
            use.events += row["events"]
            use.games += 1
        self._add_events(tables["events"])

    def _add_events(self, rows: Sequence[Row]) -> None:
        for row in rows:
            happening = self.events.setdefault((row["key"], row["side"], row["detail"]), Happening())
            happening.count += row["count"]
            happening.amount += row["amount"]
            happening.turns[row["turn"]] += row["count"]
            happening.games.add(row["number"])

    def _add_turns(self, tables: Tables) -> None:
        """The turns, with what the log told of eliminated counters so far: in some games they come back."""
        told: Counter[tuple[int, str]] = Counter()
        for row in tables["events"]:
            if row["key"] == ELIMINATED:
                told[row["turn"], row["side"]] += row["count"]
        for row in tables["turns"]:
            kept = {key: value for key, value in row.items() if not key.startswith("held_")}
            for side in self.game.sides:
                self.held[side].update(row[f"held_{side}"])
                so_far = (count for (turn, of), count in told.items() if of == side and turn <= row["turn"])
                kept[f"{ELIMINATED}_{side}"] = sum(so_far)
            self.turns.append(kept)

    # -- numbers that several parts of a report need ----------------------------------------------------------------

    @property
    def sides(self) -> tuple[str, ...]:
        return self.game.sides

    @property
    def count(self) -> int:
        return len(self.games)

    def wins(self, side: str) -> int:
        return sum(row["winner"] == side for row in self.games)

    @property
    def draws(self) -> int:
        return self.wins("")

    def column(self, name: str) -> list[float]:
        """A column of the games."""
        return [row[name] for row in self.games]

    def measures(self) -> list[str]:
        """The columns of the turns that are told for each side, without the side."""
        if not self.turns:
            return []
        ending = f"_{self.sides[0]}"
        return [name.removesuffix(ending) for name in self.turns[0] if name.endswith(ending)]

    def same(self, one: str, other: str) -> bool:
        """Whether two measures of the turns are the same numbers: a pool may be of victory points."""
        return all(row[f"{one}_{side}"] == row[f"{other}_{side}"] for row in self.turns for side in self.sides)

    def losses(self) -> list[str]:
        """How losses are told best: counters that lie in the boxes of the lost, those the log tells of, or both."""
        last = {row["number"]: row for row in self.turns}.values()
        lost, told = (
            sum(row[f"{name}_{side}"] for row in last for side in self.sides) for name in ("lost", ELIMINATED)
        )
        return [*(["lost"] if lost else []), *([ELIMINATED] if told > lost else [])]

    def by_turn(self, name: str) -> dict[int, list[float]]:
        """A column of the turns: for every turn its values in the games that went so far, in order of size."""
        out: dict[int, list[float]] = {}
        for row in self.turns:
            if row.get(name) is not None:
                out.setdefault(row["turn"], []).append(row[name])
        return {turn: sorted(out[turn]) for turn in sorted(out)}


def read(folders: Sequence[Path]) -> list[Run]:
    """The runs of some folders, all of one game: what is no run, or an empty one, is told in a sentence."""
    found = [RunFolder(path) for path in folders]
    first = found[0].heading["game"]
    for folder in found[1:]:
        if folder.heading["game"] != first:
            told = {"folder": str(folder.path), "found": folder.heading["game"], "first": first}
            raise KhalkhinError("report.other-game", **told)
    for folder in found:
        if folder.heading["scenario"] == ANY:
            raise KhalkhinError("report.a-ladder", folder=str(folder.path))
        if not folder.numbers():
            raise KhalkhinError("report.empty", folder=str(folder.path))
    return [_read(folder, label) for folder, label in zip(found, _labels(len(found)), strict=True)]


def _read(folder: RunFolder, label: str) -> Run:
    """The games of a folder; its scenario may be one of another version of the game."""
    game, scenario = library.get(folder.heading["game"], folder.overrides), folder.heading["scenario"]
    if scenario not in game.scenarios:
        raise KhalkhinError("engine.unknown-scenario", scenario=scenario, known=", ".join(game.scenarios))
    return Run.of(label, folder.path, folder.heading, game, folder.games())


def _labels(count: int) -> list[str]:
    """A, B, C..., and numbers where there are too many."""
    return [ascii_uppercase[n] if count <= len(ascii_uppercase) else str(n + 1) for n in range(count)]
