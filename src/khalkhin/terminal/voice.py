"""The words of one language for one game and one reader: names of sides, units, places and sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from khalkhin.engine.agenda import Noun
from khalkhin.engine.counters import CounterSheet
from khalkhin.engine.game import Game
from khalkhin.engine.results_tables import EXCHANGE, LOSS, STALEMATE, WIN
from khalkhin.engine.view import View, offers_of
from khalkhin.engine.vocabulary import Vocabulary
from khalkhin.engine.words import Words
from khalkhin.terminal.symbols import side_letters

SEPARATOR, UNBROKEN = " · ", "\N{NO-BREAK SPACE}"
"""What stands between the parts of a status line, and a space at which no line ends."""
KINDS = (WIN, EXCHANGE, STALEMATE, LOSS)
MANY = 5
"""So many counters of one name and consecutive numbers are told as one."""


class Voice(Words):
    """Says things to a reader at a terminal. Knows what is printed, and views; no position."""

    game: Game[Any]

    def __init__(self, game: Game[Any], language: str) -> None:
        super().__init__(language, game)
        self.letters = side_letters(game.sides)
        self.vocabulary = Vocabulary(self)
        self._short = _short_names(game.sheet)

    def side(self, name: str | None) -> str:
        return self.say("cli.spectator") if name is None else self.maybe(f"side.{name}", name)

    def column(self, table: str, column: str) -> str:
        """A column of a results table with its unit, where its label has none: 300 %."""
        key = f"column.{table}"
        return self.say(key, column=column) if key in self else column

    def verb(self, verb: str) -> str:
        return self.maybe(f"verb.{verb}", verb)

    def typed(self, verb: str, noun: Noun = None) -> str:
        """A decision as it can be typed in the language of the reader."""
        known = isinstance(noun, str) and noun in self.game.sheet.index
        return self.vocabulary.text(verb, self.unit(str(noun)) if known else noun)

    def unit(self, unit_id: str) -> str:
        """A counter's short name, as it can be typed: the id without the nation where that is clear."""
        return self._short[unit_id]

    def printed(self, unit_id: str) -> str:
        """What is printed on a counter: type and factors."""
        sheet, unit = self.game.sheet, self.game.sheet.index[unit_id]
        kind = sheet.columns["type"][unit] if "type" in sheet.columns else ""
        factors = self.game.figures(unit)
        rest = [self.say("cli.range", range=sheet.columns["range"][unit])] if self._has_range(unit) else []
        return ", ".join([x for x in (self.maybe(f"type.{kind}", kind), factors) if x] + rest)

    def about_unit(self, unit_id: str) -> list[str]:
        """What else is printed on a counter."""
        found = self.game.about_unit(self.game.sheet.index[unit_id])
        return [*self._factors(unit_id), *(self.say(text.key, text.params) for text in found)]

    def _factors(self, unit_id: str) -> Iterator[str]:
        """The figures of a counter by their names."""
        columns, unit = self.game.sheet.columns, self.game.sheet.index[unit_id]
        if self.game.figures(unit):
            told = ((name, columns[name][unit]) for name in self.game.factors)
            yield from (
                f"{self.say(f'cli.factor.{name}')} {value}" for name, value in told if value or name != "movement"
            )

    def figures_told(self) -> Iterator[str]:
        """What the figures on the counters of this game are."""
        if self.game.factors:
            example = next(figures for u in range(len(self.game.sheet)) if (figures := self.game.figures(u)))
            names = "-".join(self.say(f"cli.factor.{name}").lower() for name in self.game.factors)
            yield self.say("cli.help-figures", figures=example, names=names)

    def _has_range(self, unit: int) -> bool:
        return bool(self.game.sheet.columns.get("range", {unit: 0})[unit])

    def nation(self, nation: str) -> str:
        return self.maybe(f"nat.{nation}", nation)

    def side_of(self, counter: Mapping[str, Any]) -> str:
        """The side of a counter of a view, named or nameless."""
        if "id" not in counter:
            return self.game.labels[counter["nation"]]
        return self.game.sides[self.game.sheet.side[self.game.sheet.index[counter["id"]]]]

    def place(self, name: str) -> str:
        return self.maybe(f"box.{name}", name)

    def short_names(self, unit_ids: Iterable[str]) -> str:
        """Short names in a row; many that differ in nothing but their number as one: B018/1…36."""
        return " ".join(name for name, _ in _gathered(self.unit(i) for i in unit_ids))

    def listed(self, unit_ids: Iterable[str]) -> str:
        """Counters as somebody reads them who does not want to move them: those that stand for one another or have no
        factors by their full names."""
        ids, at, out = list(unit_ids), 0, []
        for name, count in _gathered(self.unit(i) for i in ids):
            first, last = ids[at], ids[at + count - 1]
            at += count
            plain = count == 1 and bool(self.game.figures(self.game.sheet.index[first]))
            out.append(name if plain else self._run_of(first, last))
        return ", ".join(out)

    def _run_of(self, first: str, last: str) -> str:
        """Counters from the first to the last number, by their full names: Soviet supply 2…52."""
        name = self.names[first]
        number = re.search(r"\d+$", self.names[last])
        return name if first == last or number is None else f"{name}…{number[0]}"

    def alternative(self, seen: View, noun: str) -> str:
        """One of several words that can be said, with how an attack would go by it."""
        odds = seen["details"]["alternatives"][noun]
        verb = next((o["verb"] for o in offers_of(seen) if noun in o["nouns"]), "")
        return self.say("cli.alternative", what=self.maybe(f"{verb}.{noun}", noun), outcomes=self.outcomes(odds))

    def outcomes(self, odds: Mapping[str, Any]) -> str:
        """The chances of an attack in a few words: won, both lose, undecided, lost; nothing is left out."""
        shares = dict.fromkeys(KINDS, Fraction())
        for result, chance in (odds["chances"] or {}).items():
            shares[odds["kinds"].get(result, STALEMATE)] += Fraction(chance)
        told = [self.say(f"cli.outcome.{kind}", share=round(share * 100)) for kind, share in shares.items() if share]
        return ", ".join(told)

    def question(self, prompt: Mapping[str, Any]) -> str:
        """What a prompt asks, after what has happened to whom it asks, where that has words of its own."""
        caption = self.maybe(f"caption.{prompt['key']}", "", prompt["params"])
        return f"{caption}. {self.text(prompt)}" if caption else self.text(prompt)

    def headline(self, seen: View) -> str:
        """Game, turn, phase, reader, and the tracks that have a name."""
        return SEPARATOR.join(self._standing(seen, self.side(seen["side"])))

    def status(self, seen: View) -> str:
        """The same for whoever plays: which side that is, and nothing torn apart where it takes more than one line."""
        reader = self.say("cli.you", side=seen["side"]) if seen["side"] else self.side(None)
        return SEPARATOR.join(part.replace(" ", UNBROKEN) for part in self._standing(seen, reader))

    def _standing(self, seen: View, reader: str) -> list[str]:
        tracks = [f"{self.say(f'cli.track.{name}')} {self._track(value)}" for name, value in self.tracks(seen)]
        turn, phase = self.text(seen["summary"]["turn"]), self.maybe(seen["phase"], "")
        return [part for part in (self.say("game.title"), turn, phase, reader, *tracks) if part]

    def tracks(self, seen: View) -> list[tuple[str, Any]]:
        return [(n, v) for n, v in seen["tracks"].items() if f"cli.track.{n}" in self]

    def _track(self, value: Any) -> str:
        if isinstance(value, Sequence) and len(value) == len(self.game.sides):
            return " ".join(f"{self.letters[side]}{v}" for side, v in zip(self.game.sides, value, strict=True))
        return str(value)


def _numbered(names: Iterable[str]) -> Iterator[tuple[str, int, str]]:
    """Each name as what comes before its number, how far that is from its place in the row, and the number."""
    for place, name in enumerate(names):
        found = re.fullmatch(r"(.*[-/])([1-9]\d*)", name)
        yield (found[1], int(found[2]) - place, found[2]) if found else ("", place, name)


def _gathered(names: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Names in a row, each with how many it stands for: many with consecutive numbers as one."""
    for (stem, _), run in groupby(_numbered(names), key=lambda one: one[:2]):
        numbers = [number for _, _, number in run]
        if stem and len(numbers) >= MANY:
            yield f"{stem}{numbers[0]}…{numbers[-1]}", len(numbers)
        else:
            yield from ((f"{stem}{number}", 1) for number in numbers)


def _short_names(sheet: CounterSheet) -> dict[str, str]:
    """Ids without the nation, where no other counter has the same one, or is called so."""
    short = {i: i.split("-", 1)[-1].replace("-", "/") for i in sheet.ids}
    counts: dict[str, int] = {}
    for name in short.values():
        counts[name] = counts.get(name, 0) + 1
    called = {name.lower(): i for i, name in zip(sheet.ids, sheet.names, strict=True)}
    return {i: s if counts[s] == 1 and called.get(s.lower(), i) == i else i for i, s in short.items()}
