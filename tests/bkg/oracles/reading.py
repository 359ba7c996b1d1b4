"""What the game says, in the words of the oracles."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from khalkhin.engine.agenda import Noun, Prompt
from khalkhin.engine.game import Game


def written(game: Game[Any], verb: str, noun: Noun) -> tuple[str, str]:
    """A decision as records write it; a bare verb has "-" for its noun."""
    text = game.write(verb, noun)
    return verb, "-" if text is None else str(text)


def offers(game: Game[Any], asked: Prompt) -> dict[str, set[str]]:
    return {offer.verb: {written(game, offer.verb, noun)[1] for noun in offer} for offer in asked.offers}


def number(text: Any) -> Fraction:
    """A number as people read it: 3, 0½, 3½."""
    whole = str(text)
    return Fraction(whole.rstrip("½") or 0) + Fraction(int(whole.endswith("½")), 2)


def shifts(lines: Any) -> dict[str, int]:
    """The shifts of a log line or a preview by source, formations by name."""
    found: Counter[str] = Counter()
    for line in lines:
        source = line["key"].removeprefix("shift.")
        found[line["name"] if source == "formation" else source] += line["value"]
    return dict(found)
