"""The glossary of a game: what its terms mean, each with the forms by which a reader, or a page, recognises it.

The words files have them: `gloss.<id>` is the meaning, `gloss.<id>.said` the forms, the name first. Those that every
game uses are among the common words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from khalkhin.engine.words import Words

PREFIX, SUFFIX = "gloss.", ".said"


@dataclass(frozen=True)
class Term:
    """A term with its meaning."""

    forms: tuple[str, ...]
    """How it is written. A form without capitals may be written with any, one with capitals just so: `MoP`."""
    meaning: str

    @property
    def name(self) -> str:
        return self.forms[0]

    def called(self, word: str) -> bool:
        """Whether somebody who types a word means this term."""
        return word.lower() in map(str.lower, self.forms)


def glossary(words: Words) -> list[Term]:
    """The terms of a game in one language, by their names."""
    said = [key for key in words.keys(PREFIX) if key.endswith(SUFFIX)]
    terms = [Term(tuple(words.say(key).split("|")), words.say(key.removesuffix(SUFFIX))) for key in said]
    return sorted(terms, key=lambda term: term.name.lower())


def stands_in(form: str, text: str) -> bool:
    """Whether a form stands in a text as whole words."""
    kind = re.IGNORECASE if form == form.lower() else 0
    return re.search(rf"(?<!\w){re.escape(form)}(?!\w)", text, kind) is not None
