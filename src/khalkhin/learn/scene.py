"""What a lesson looks at: the game as its pupil sees it, and the figures that its sentences tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from khalkhin.board.hexset import members
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.match import Match
from khalkhin.engine.results_tables import LOSS, WIN
from khalkhin.engine.view import View


class UnknownFigure(KhalkhinError):
    """A figure that a lesson asks for and that is not to be had now."""

    def __init__(self, figure: str) -> None:
        super().__init__("learn.no-figure", figure=figure)


class Scene:
    """One moment of a lesson. Nothing in it tells the pupil more than his own view does."""

    def __init__(self, match: Match, side: str, start: Match) -> None:
        self.match = match
        self.side = side
        self.start = start
        """The game as it was when the step began."""

    @cached_property
    def view(self) -> View:
        return self.match.view(self.side)

    @property
    def prompt(self) -> str:
        """The key of what the pupil is asked; empty while he is asked nothing."""
        return self.view["prompt"]["key"] if self.view["prompt"] else ""

    def place(self, unit: str) -> str | None:
        """Where the pupil sees a counter."""
        return next((p for p, units in self.view["places"].items() if any(u.get("id") == unit for u in units)), None)

    def beside(self, hex_: str) -> set[str]:
        """The hexes round a hex."""
        grid = self.match.game.map.grid
        return {grid.name(h) for h in members(grid.spread(1 << grid.at(hex_)))}

    def within(self, hex_: str, distance: int) -> set[str]:
        """The hexes at most so far from a hex."""
        grid = self.match.game.map.grid
        return {grid.name(h) for h in members(grid.within(1 << grid.at(hex_), distance))}

    @property
    def in_hand(self) -> set[str]:
        """The pupil's counters that are on the move."""
        s = self.match.state
        if not self.prompt or not s.agenda:
            return set()
        return {s.game.sheet.ids[unit] for unit in members(s.agenda[-1].in_hand(s)[0])}

    def detail(self, path: str) -> Any:
        """A value of what is shown beside the prompt, by its keys: `plan.units`. None where there is none."""
        found: Any = self.view["details"]
        for key in path.split("."):
            found = found.get(key) if isinstance(found, dict) else None
        return found

    def said(self) -> list[str]:
        """What the pupil has decided since the step began, as records write it."""
        game, number = self.match.game, self.match.side_number(self.side)
        taken = [d for d in self.match.decisions[self.start.length :] if d.side == number]
        return [" ".join(str(part) for part in (d.verb, game.write(d.verb, d.noun)) if part is not None) for d in taken]

    def figure(self, asked: str) -> str:
        """A figure as a sentence has it.

        Of the attack in hand: `win`, `lost`, `column`, `base`, `attack`, `defence`, `net`, `chance EMP`, `shift
        encirclement`, and where the defence is hidden `case 7`, `win 7` and `lost 7`, if it were that. Of the move in
        hand: `left 1320`, the points left there. Of an attack with several targets: `target units win`, the odds of one
        of them. Of recruits: `price JP-1ID`. Always: `counter SU-127-1 defence`, what is printed on a counter that the
        pupil sees; `points japan`; `pool mobilization japan`; `load 2004`, what a stack of his counts for; `there
        2004 japan`, how many counters of a side he can tell in a hex or box; `chart victory.tactical` and
        `scenario points.japan`, a value of the charts or of the scenario; and `turns`, how many turns it has.
        """
        name, _, of = asked.partition(" ")
        found = self._figure(name, of)
        if found is None:
            raise UnknownFigure(asked)
        return found

    def _figure(self, name: str, of: str) -> str | None:
        if name in _FIGURES:
            found = _FIGURES[name](self, of)
            return None if found is None else str(found)
        odds: dict[str, Any] | None = self.detail("odds")
        if name == "target":
            target, _, of = of.partition(" ")
            name, _, of = of.partition(" ")
            odds = (self.detail("alternatives") or {}).get(target)
        return None if odds is None else self._of_attack(odds, name, of)

    def _printed(self, of: str) -> Any:
        """What is printed on a counter that the pupil sees."""
        sheet, (unit, _, column) = self.match.game.sheet, of.partition(" ")
        return None if self.place(unit) is None else sheet.columns[column][sheet.index[unit]]

    def _points(self, side: str) -> Any:
        return sum(line["points"] or 0 for line in self.view["score"] if line["side"] == side)

    def _pool(self, of: str) -> Any:
        """What a side has of something that both may count: `mobilization japan`."""
        pool, _, side = of.rpartition(" ")
        pools = {one["key"].removeprefix("pool."): one["values"] for one in self.view["summary"]["pools"]}
        return pools.get(pool, {}).get(side)

    def _load(self, hex_: str) -> Any:
        """What the pupil's units in a hex count for."""
        loads = self.match.seat(self.side).stack_loads()
        return next((load["params"]["count"] for load in loads if load["hex"] == hex_), None)

    def _there(self, of: str) -> Any:
        """How many counters of a side the pupil can tell in a place."""
        sheet, (place, _, side) = self.match.game.sheet, of.partition(" ")
        if side not in self.match.game.sides:
            return None
        mine = sheet.of_side[self.match.side_number(side)]
        return sum(mine >> sheet.index[u["id"]] & 1 for u in self.view["places"].get(place, ()) if "id" in u)

    def _chart(self, path: str) -> Any:
        return _at_path(self.match.game.folder.table("charts.toml"), path)

    def _scenario(self, path: str) -> Any:
        return _at_path(self.match.game.scenarios[self.view["scenario"]].data, path)

    def _turns(self, _: str) -> Any:
        return self.match.game.scenarios[self.view["scenario"]].turns

    def _of_attack(self, odds: dict[str, Any], name: str, of: str) -> str | None:
        told = _case(odds, of) if of and name in ("win", "lost", "case") else odds
        if told is None:
            return None
        if name in ("win", "lost"):
            chance = self._chance(odds["kinds"], told["chances"], WIN if name == "win" else LOSS)
            return None if chance is None else str(round(100 * chance))
        if name == "chance":
            return str(round(100 * Fraction(odds["chances"].get(of, 0)))) if odds["chances"] else None
        if name == "case":
            return str(told["column"])
        if name == "shift":
            return str(sum(one["value"] for one in odds["shifts"] if one["key"].removeprefix("shift.") == of))
        value = odds.get(name) if name in ("column", "base", "attack", "defence", "net") else None
        return None if value is None else str(value)

    @staticmethod
    def _chance(kinds: dict[str, str], chances: dict[str, str] | None, kind: str) -> Fraction | None:
        """The chance of all results of a kind, where the defence is known or assumed."""
        if not chances:
            return None
        return sum((Fraction(c) for r, c in chances.items() if kinds.get(r) == kind), Fraction(0))


_FIGURES: dict[str, Callable[[Scene, str], Any]] = {
    "left": lambda scene, hex_: scene.detail(f"left.{hex_}"),
    "price": lambda scene, unit: (scene.detail("recruit.prices") or {}).get(unit),
    "counter": Scene._printed,
    "points": Scene._points,
    "pool": Scene._pool,
    "load": Scene._load,
    "there": Scene._there,
    "chart": Scene._chart,
    "scenario": Scene._scenario,
    "turns": Scene._turns,
}
"""How figures that are not of an attack are read, by the first word of their names."""


def _at_path(found: Any, path: str) -> Any:
    """A value of a data file by its keys; of a list by its number, from 0 on."""
    for key in path.split("."):
        if isinstance(found, list):
            found = found[int(key)] if key.isdigit() and int(key) < len(found) else None
        else:
            found = found.get(key) if isinstance(found, Mapping) else None
    return found


def _case(odds: dict[str, Any], defence: str) -> dict[str, Any] | None:
    """What a hidden defence would mean if it were this one: the case that covers it (`5½-6` covers 6)."""
    found: list[dict[str, Any]] = odds["cases"]
    return next((one for one in found if _covers(str(one["defence"]), _points(defence))), None)


def _covers(case: str, points: Fraction) -> bool:
    least, _, most = case.partition("-")
    return _points(least) <= points <= _points(most or least)


def _points(printed: str) -> Fraction:
    """A strength from how it is printed: 3½."""
    whole = printed.removesuffix("½")
    return Fraction(whole or 0) + (Fraction(1, 2) if whole != printed else 0)
