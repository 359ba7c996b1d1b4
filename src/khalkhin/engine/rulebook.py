"""The numbered rules of a game, as its rules.csv lists them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from khalkhin.board.data import rows
from khalkhin.engine.game import Game

KINDS = ("enforce", "optional", "scenario", "data", "definition", "flavour")


@dataclass(frozen=True)
class Rule:
    """A row of rules.csv."""

    number: str
    title: str
    kind: str
    summary: str


def rules_of(game: Game[Any]) -> dict[str, Rule]:
    """The numbered rules of a game, in their order."""
    book: dict[str, Rule] = {}
    for row in rows(game.folder / "rules.csv", required=["rule", "title", "kind", "summary"]):
        number = row.text("rule")
        if number in book:
            row.fail("rule", f"'{number}' stands in the file twice")
        book[number] = Rule(number, row.text("title"), row.choice("kind", KINDS), row.text("summary"))
    return book
