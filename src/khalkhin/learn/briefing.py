"""Briefings: what a player should know before a scenario begins, on one screen for each side.

A scenario's briefings are a file of its name in the game's folder `briefings`, with their sentences by key in the
translation files beside it: `briefing.<scenario>.<side>.situation`, and so on, the pieces of advice by their numbers.

[figures]                       # gaps of the sentences, read off the game as it begins (`Scene.figure`)
village = "chart victory.points.nomonhan.points"

[soviet.situation]              # the same of aim, forces and special
hexes = ["1511"]                # what lights up on the map
units = ["SU-127-1"]

[[soviet.advice]]               # three pieces, for the first turn
hexes = ["1319"]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from khalkhin.board.data import TomlTable, table
from khalkhin.engine.dice import Dice
from khalkhin.engine.game import Game
from khalkhin.engine.match import Match
from khalkhin.engine.words import Words
from khalkhin.learn.scene import Scene

PARTS = ("situation", "aim", "forces", "special")
ADVICE = ("advice.1", "advice.2", "advice.3")
LENGTH = "length"
ALL = (*PARTS, *ADVICE, LENGTH)


@dataclass(frozen=True)
class Part:
    """A part of a briefing: a sentence or a few, and what they speak of."""

    name: str
    hexes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()


@dataclass(frozen=True)
class Briefing:
    """What one side should know before a scenario."""

    game: Game[Any]
    scenario: str
    side: str
    parts: tuple[Part, ...]
    """All of them, in their order."""
    figures: Mapping[str, str]

    def key(self, part: str) -> str:
        """The key of a part's sentences."""
        return f"briefing.{self.scenario}.{self.side}.{part}"

    def told(self, words: Words) -> dict[str, str]:
        """The sentences of every part in a language, their gaps filled."""
        match = Match(self.game.start(self.scenario, {}, Dice.practice(0)))
        scene = Scene(match, self.side, match)
        found = {name: scene.figure(asked) for name, asked in self.figures.items()}
        return {part.name: words.say(self.key(part.name), found) for part in self.parts}


def briefings(game: Game[Any], scenario: str) -> Mapping[str, Briefing]:
    """The briefings before a scenario by side; none where the game has none for it."""
    found: Mapping[str, Briefing] | None = game.companions.get(f"briefing {scenario}")
    if found is None:
        path = game.briefings / f"{scenario}.toml"
        found = read_briefings(game, path) if scenario in game.scenarios and path.is_file() else {}
        game.companions[f"briefing {scenario}"] = found
    return found


def read_briefings(game: Game[Any], path: Path) -> Mapping[str, Briefing]:
    """The briefings in a file, or `DataError` with the place of the fault."""
    data = table(path)
    _only(data, "figures", *game.sides)
    figures = {name: data.table("figures").text(name) for name in data.get("figures", {})}
    return {
        side: Briefing(game, path.stem, side, _parts(game, data.table(side)), figures)
        for side in game.sides
        if side in data
    }


def _parts(game: Game[Any], data: TomlTable) -> tuple[Part, ...]:
    _only(data, *PARTS, "advice")
    advice = data["advice"]
    if len(advice) != len(ADVICE):
        data.fail("advice", f"there are {len(ADVICE)} pieces of advice, not {len(advice)}")
    told = [(name, data.table(name)) for name in PARTS] + list(zip(ADVICE, advice, strict=True))
    return (*(_part(game, name, found) for name, found in told), Part(LENGTH))


def _part(game: Game[Any], name: str, data: TomlTable) -> Part:
    _only(data, "hexes", "units")
    hexes, units = (tuple(data.texts(what)) if what in data else () for what in ("hexes", "units"))
    for hex_ in hexes:
        if hex_ not in game.map.grid.names:
            data.fail("hexes", f"there is no hex {hex_!r}")
    for unit in units:
        if unit not in game.sheet.index:
            data.fail("units", f"there is no counter {unit!r}")
    return Part(name, hexes, units)


def _only(data: TomlTable, *known: str) -> None:
    for key in data:
        if key not in known:
            data.fail(key, "a briefing has no such entry")
