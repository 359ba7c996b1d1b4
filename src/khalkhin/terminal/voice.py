"""The words of one language for one game and one reader: names of sides, units, places and sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from khalkhin.engine.errors import KhalkhinError, Reason
from khalkhin.engine.game import Game
from khalkhin.engine.view import View
from khalkhin.engine.words import Words, plain
from khalkhin.terminal.symbols import side_letters


class Voice:
    """Says things about one game in one language. Knows what is printed, and views; no position."""

    def __init__(self, game: Game[Any], language: str) -> None:
        self.game = game
        self.language = language
        self.words = Words(language, game)
        self.letters = side_letters(game.sides)
        self._short = _short_names(game.sheet.ids)

    def say(self, key: str, **params: Any) -> str:
        return self.words.say(key, params)

    def maybe(self, key: str, otherwise: str) -> str:
        """The words for a key that a game need not have."""
        return self.words.say(key) if key in self.words else otherwise

    def text(self, entry: Mapping[str, Any]) -> str:
        """A log line or prompt of a view."""
        return self.words.say(entry["key"], entry["params"])

    def reason(self, reason: Reason) -> str:
        return plain(reason, self.game, self.language)

    def error(self, error: KhalkhinError) -> str:
        return plain(error.reason, error.game or self.game, self.language)

    def side(self, name: str | None) -> str:
        return self.say("cli.spectator") if name is None else self.maybe(f"side.{name}", name)

    def verb(self, verb: str) -> str:
        return self.maybe(f"verb.{verb}", verb)

    def unit(self, unit_id: str) -> str:
        """A counter's short name, as it can be typed: the id without the nation where that is clear."""
        return self._short[unit_id]

    def printed(self, unit_id: str) -> str:
        """What is printed on a counter: type and factors."""
        sheet, unit = self.game.sheet, self.game.sheet.index[unit_id]
        kind = sheet.columns["type"][unit] if "type" in sheet.columns else ""
        factors = "-".join(str(sheet.columns[name][unit]) for name in self.game.factors)
        rest = [self.say("cli.range", range=sheet.columns["range"][unit])] if self._has_range(unit) else []
        return ", ".join([x for x in (self.maybe(f"type.{kind}", kind), factors) if x] + rest)

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

    def names(self, unit_ids: Iterable[str]) -> str:
        return " ".join(self.unit(i) for i in unit_ids)

    def headline(self, seen: View) -> str:
        """Game, turn, phase, reader, and the tracks that have a name."""
        tracks = [f"{self.say(f'cli.track.{name}')} {self._track(value)}" for name, value in self.tracks(seen)]
        parts = [
            self.say("game.title").split(":")[0],
            self.text(seen["summary"]["turn"]),
            self.maybe(seen["phase"], ""),
            self.side(seen["side"]),
            *tracks,
        ]
        return " · ".join(p for p in parts if p)

    def tracks(self, seen: View) -> list[tuple[str, Any]]:
        return [(n, v) for n, v in seen["tracks"].items() if f"cli.track.{n}" in self.words]

    def _track(self, value: Any) -> str:
        if isinstance(value, Sequence) and len(value) == len(self.game.sides):
            return " ".join(f"{self.letters[side]}{v}" for side, v in zip(self.game.sides, value, strict=True))
        return str(value)


def _short_names(ids: Sequence[str]) -> dict[str, str]:
    short = {i: i.split("-", 1)[-1].replace("-", "/") for i in ids}
    counts: dict[str, int] = {}
    for name in short.values():
        counts[name] = counts.get(name, 0) + 1
    return {i: name if counts[name] == 1 else i for i, name in short.items()}
