"""How well the values of a game's files are known, in groups that share a tag and a reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any

from khalkhin.board.data import Row, table
from khalkhin.board.grid import GridSpec
from khalkhin.engine.game import Game
from khalkhin.engine.provenance import PRINTED, known
from khalkhin.engine.words import Words

MAP_FILES = ("map.csv", "map.toml", "sides.csv")


@dataclass(frozen=True)
class Fact:
    """A value, or several that are printed together (the factors of a counter)."""

    group: str
    tag: str
    member: str
    """Whose value it is, where that is worth telling."""
    reason: str
    """Why it is what it is; empty where it is printed."""


@dataclass(frozen=True)
class FactGroup:
    """Facts with the same tag for the same reason."""

    name: str
    tag: str
    reason: str
    count: int
    members: tuple[str, ...]


def groups(facts: Iterable[Fact]) -> list[FactGroup]:
    """The facts of a file, grouped, in their order."""
    together: dict[tuple[str, str, str], list[str]] = {}
    for fact in facts:
        together.setdefault((fact.group, fact.tag, fact.reason), []).append(fact.member)
    return [
        FactGroup(name, tag, reason, len(members), tuple(dict.fromkeys(m for m in members if m)))
        for (name, tag, reason), members in together.items()
    ]


def facts_of(game: Game[Any], name: str, words: Words) -> Iterator[Fact]:
    """What is known of the values of a file; nothing of files that hold no values of the game."""
    if name == "counters.csv":
        return _counters(game, words)
    if name in MAP_FILES:
        return _map(game, name, words)
    return _tables(game, name, words) if name.endswith(".toml") else iter(())


# -- counters ------------------------------------------------------------------------------------------------------


def _counters(game: Game[Any], words: Words) -> Iterator[Fact]:
    """The columns `prov_...` tag what is printed on a counter; `basis` names the argument, or `source` tells it."""
    for row in game.sheet.rows:
        for column in row.values:
            if column.startswith("prov_") and (tag := row.text(column)):
                yield _counter(row, column.removeprefix("prov_"), tag, words)


def _counter(row: Row, what: str, tag: str, words: Words) -> Fact:
    label = words.say(f"fact.{what}")
    if tag == PRINTED:
        return Fact(label, tag, "", "")
    if f"source.counters.{what}" in words:
        return Fact(label, tag, row.text("name"), words.say(f"source.counters.{what}"))
    if "basis" not in row.values:
        return Fact(label, tag, row.text("name"), row.text("source"))
    basis = row.text("basis")
    return Fact(f"{label} {basis}", tag, row.text("name"), _reason(words, f"basis.{basis}"))


# -- tables and constants ------------------------------------------------------------------------------------------


def _tables(game: Game[Any], name: str, words: Words) -> Iterator[Fact]:
    stem = name.removesuffix(".toml").replace("/", ".")
    for value in known(table(game.folder / name)):
        if value.tag == PRINTED:
            yield Fact(".".join(value.table), PRINTED, "", "")
        elif value.tag:
            parts = (stem, *value.table)
            keys = [f"source.{'.'.join(parts[:n])}" for n in range(len(parts), 0, -1)]
            yield Fact(".".join(value.table), value.tag, words.names.get(value.name, value.name), _reason(words, *keys))


# -- the map -------------------------------------------------------------------------------------------------------


def _map(game: Game[Any], name: str, words: Words) -> Iterator[Fact]:
    """Values of the tag that the map has for all share a reason; the others have theirs in provenance.csv."""
    told = game.map.provenance
    for what, field in _map_values(game, name):
        tag, source = told.tag(what, field), told.source(what, field)
        if tag == PRINTED:
            yield Fact(field, tag, "", "")
        else:
            yield Fact(field, tag, what if source and what != "grid" else "", source or _reason(words, "source.map"))


def _map_values(game: Game[Any], name: str) -> Iterator[tuple[str, str]]:
    """(what, field) as provenance.csv names values: of the grid, a hex or a hexside."""
    sheet = game.map
    if name == "map.toml":
        yield from (("grid", field.name) for field in fields(GridSpec))
    elif name == "map.csv":
        yield from ((sheet.grid.name(h), column) for column in sheet.columns for h in sheet.field(column))
    else:
        for feature in sheet.sides:
            for a, b in sheet.pairs(feature):
                yield "-".join(sorted((sheet.grid.name(a), sheet.grid.name(b)))), feature


def _reason(words: Words, *keys: str) -> str:
    return words.say(next((key for key in keys if key in words), "data.untold"))
