"""Decisions as numbers: every verb with every noun it may ever be said with has its place, always the same.

Verbs come in the order of the game's list, the nouns of each in the order of the map, of the counter sheet or of the
vocabulary. `concede`, `draw` and `accept` are left out unless they are asked for: they are said beside any prompt, and
an agent that explores would give up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import Kind, Noun
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.game import STANDING, Game
from khalkhin.engine.view import View
from khalkhin.env.vocabulary import said

Mask = npt.NDArray[np.int8]


class Actions:
    """Decisions as numbers and back, for one game: every verb with every noun has its number, always the same."""

    def __init__(self, game: Game[Any], standing: bool = False) -> None:
        self.game = game
        self._said = said(game)
        self.first: dict[str, int] = {}
        """The number of each verb's first decision; the others follow it in the order of its nouns."""
        self._list: list[tuple[str, Noun]] = []
        for verb, kind in game.verbs.items():
            if standing or verb not in STANDING:
                self.first[verb] = len(self._list)
                self._list += [(verb, noun) for noun in self._nouns(verb, kind)]
        self._index = {(verb, game.write(verb, noun)): n for n, (verb, noun) in enumerate(self._list)}

    def _nouns(self, verb: str, kind: Kind) -> Sequence[Noun]:
        if kind is Kind.NOTHING:
            return (None,)
        if kind is Kind.HEX:
            return tuple(members(self.game.map.grid.all))
        if kind is Kind.UNIT:
            return range(len(self.game.sheet))
        if verb not in self._said:
            raise KhalkhinError("env.no-vocabulary", game=self.game.code, verb=verb)
        return self._said[verb]

    def __len__(self) -> int:
        return len(self._list)

    def __iter__(self) -> Iterator[tuple[str, Noun]]:
        """All decisions in the words of records, in the order of their numbers."""
        return iter(self._index)

    def index(self, verb: str, noun: Noun = None) -> int:
        """The number of a decision: a verb and a noun as records write them."""
        found = self._index.get((verb, noun))
        if found is None:
            raise KhalkhinError("env.no-action", verb=verb, noun="" if noun is None else str(noun))
        return found

    def decision(self, action: int) -> tuple[str, Noun]:
        """The decision with this number: a verb and a noun as records write them."""
        verb, noun = self.taken(action)
        return verb, self.game.write(verb, noun)

    def taken(self, action: int) -> tuple[str, Noun]:
        """The decision with this number, in the engine's own numbers."""
        if not 0 <= action < len(self._list):
            raise KhalkhinError("env.bad-action", action=int(action), last=len(self._list) - 1)
        return self._list[action]

    def text(self, action: int) -> str:
        """A decision as a person writes it."""
        return " ".join(str(word) for word in self.decision(action) if word is not None)

    def offered(self, seen: View) -> list[int]:
        """The numbers of all that a view offers, in its order."""
        prompt = seen["prompt"]
        offers = [*(prompt["offers"] if prompt else ()), *seen.get("standing", ())]
        return [self.index(o["verb"], noun) for o in offers if o["verb"] in self.first for noun in o["nouns"]]

    def mask(self, seen: View) -> Mask:
        """1 for every decision that a view offers."""
        mask = np.zeros(len(self._list), np.int8)
        mask[self.offered(seen)] = 1
        return mask
