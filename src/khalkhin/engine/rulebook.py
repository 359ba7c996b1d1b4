"""The numbered rules of a game, and our rulings on what its rulebook leaves open, as the data folder lists them.

`rules.csv` and `rulings.csv` are in English. Another language has files beside them (`rules.pt.csv`, `rulings.pt.csv`)
with the texts alone; a rule that such a file leaves out is told in English.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from khalkhin.board.data import Row, rows
from khalkhin.engine.game import Game
from khalkhin.engine.words import DEFAULT

FLAVOUR = "flavour"
"""The kind of what tells a player nothing: history, slips of the print, what only other games of a series have."""
KINDS = ("enforce", "optional", "scenario", "data", "definition", FLAVOUR)
_TEXTS = ("question", "decision", "reason", "other")


@dataclass(frozen=True)
class Rule:
    """A row of rules.csv."""

    number: str
    title: str
    kind: str
    summary: str


@dataclass(frozen=True)
class Ruling:
    """A row of rulings.csv: a question that the rulebook leaves open, and our answer."""

    number: str
    rules: tuple[str, ...]
    """The rules that the question is about."""
    question: str
    decision: str
    reason: str
    other: str
    """The other reading, where a careful reader can hold one."""
    option: str
    """The option of the game that plays the other reading; empty where there is none."""


def rules_of(game: Game[Any], language: str = DEFAULT) -> dict[str, Rule]:
    """The numbered rules of a game, in their order."""
    book: dict[str, Rule] = {}
    listed = _listed(game, "rules.csv", ["rule", "title", "kind", "summary"])
    told = _translated(game, "rules", ["rule", "title", "summary"], language, listed)
    for number, row in listed.items():
        text = told.get(number, row)
        book[number] = Rule(number, text.text("title"), row.choice("kind", KINDS), text.text("summary"))
    return book


def shown(book: Mapping[str, Rule]) -> dict[str, Rule]:
    """The rules that a player is shown: all but flavour."""
    return {number: rule for number, rule in book.items() if rule.kind != FLAVOUR}


def rulings_of(game: Game[Any], language: str = DEFAULT) -> dict[str, Ruling]:
    """Our rulings in their order; none where a game has no list of them."""
    if not (game.folder / "rulings.csv").is_file():
        return {}
    listed = _listed(game, "rulings.csv", ["ruling", "rules", *_TEXTS, "option"])
    told = _translated(game, "rulings", ["ruling", *_TEXTS], language, listed)
    known = _listed(game, "rules.csv", ["rule"])
    return {number: _ruling(number, row, told.get(number, row), known) for number, row in listed.items()}


def _ruling(number: str, row: Row, told: Row, known: Collection[str]) -> Ruling:
    rules = tuple(row.text("rules").split())
    for rule in rules:
        if rule not in known:
            row.fail("rules", f"'{rule}' is no rule of rules.csv")
    question, decision, reason, other = (told.text(column) for column in _TEXTS)
    return Ruling(number, rules, question, decision, reason, other, row.text("option"))


def _listed(game: Game[Any], name: str, columns: list[str]) -> dict[str, Row]:
    """The rows of a file by the number in the first column; each stands there once."""
    found: dict[str, Row] = {}
    for row in rows(game.folder / name, required=columns):
        number = row.text(columns[0])
        if number in found:
            row.fail(columns[0], f"'{number}' stands in the file twice")
        found[number] = row
    return found


def _translated(
    game: Game[Any], stem: str, columns: list[str], language: str, known: Mapping[str, Row]
) -> dict[str, Row]:
    """The same texts in another language, as far as there are."""
    name = f"{stem}.{language}.csv"
    if language == DEFAULT or not (game.folder / name).is_file():
        return {}
    found = _listed(game, name, columns)
    for number, row in found.items():
        if number not in known:
            row.fail(columns[0], f"'{number}' does not stand in {stem}.csv")
    return found


def parent_of(number: str, book: Collection[str]) -> str:
    """The rule that a rule is part of; empty for a chapter. Chapter 5 is printed as 5.0."""
    up = number.rpartition(".")[0]
    while up:
        if found := [rule for rule in (up, f"{up}.0") if rule in book and rule != number]:
            return found[0]
        up = up.rpartition(".")[0]
    return ""


def parts_of(number: str, book: Collection[str]) -> list[str]:
    """The rules that are part of a rule, one step down."""
    return [rule for rule in book if parent_of(rule, book) == number]
