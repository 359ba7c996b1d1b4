"""What is in the box of a game: map, counters, looks and words, whether or not its rules can be played yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from starlette.requests import Request

from khalkhin import games
from khalkhin.board.data import Row, TomlTable, rows, table
from khalkhin.board.mapsheet import MapSheet, load_map
from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.folder import Folder
from khalkhin.engine.game import Game
from khalkhin.engine.words import Words
from khalkhin.render.counter_look import Countersheet, faces, read_countersheet
from khalkhin.render.counters import CounterFace
from khalkhin.render.cover import CoverLook, cover_look
from khalkhin.render.layout import Layout
from khalkhin.render.map import map_look, map_words
from khalkhin.render.map.look import MapLook
from khalkhin.render.map.plain_look import COLOURS, plain_look
from khalkhin.render.tokens import Nation, nation, tokens
from khalkhin.server.http import Problem

_GAMES = Path(games.__path__[0])


def codes() -> list[str]:
    """Every game there is something of: those that can be played first."""
    printed = sorted(path.parent.parent.name for path in _GAMES.glob("*/data/map.toml"))
    return list(dict.fromkeys([*library.codes(), *printed]))


def box(code: str) -> Box:
    """The box of a game, opened once."""
    if code not in codes():
        raise KhalkhinError("engine.unknown-game", game=code, known=", ".join(codes()))
    return _open(code, library.get(code) if code in library.codes() else None)


def opened(request: Request) -> Box:
    """The box that an address names."""
    code = request.path_params["code"]
    if code not in codes():
        raise Problem(404, "engine.unknown-game", game=code[:40], known=", ".join(codes()))
    return box(code)


@cache
def _open(code: str, game: Game[Any] | None) -> Box:
    return Box(code, game)


class Box:
    """One game's box. `game` is None as long as the rules are not there."""

    def __init__(self, code: str, game: Game[Any] | None) -> None:
        self.code = code
        self.game = game
        self.folder = Folder(_GAMES / code / "data") if game is None else game.folder
        self.words = _GAMES / code / "words" if game is None else game.words

    @cached_property
    def map(self) -> MapSheet:
        return load_map(self.folder) if self.game is None else self.game.map

    @cached_property
    def layout(self) -> Layout:
        return Layout(self.map.grid)

    @cached_property
    def look(self) -> MapLook:
        return plain_look(self.code, self.map) if self._look is None else map_look(self.code, self._look)

    @cached_property
    def _look(self) -> TomlTable | None:
        path = self.folder / "look.toml"
        return table(path) if path.is_file() else None

    @cached_property
    def cover(self) -> CoverLook:
        """How the box is shown on the shelf."""
        told = self._look.table("box") if self._look is not None and "box" in self._look else None
        return cover_look(told, self.layout, [row.text("id") for row in self.counters])

    @cached_property
    def counters(self) -> tuple[Row, ...]:
        return tuple(rows(self.folder / "counters.csv", ["id", "name", "side", "nation"]))

    @cached_property
    def sides(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(row.text("side") for row in self.counters)) if self.game is None else self.game.sides

    @cached_property
    def nations(self) -> dict[str, str]:
        """The nations of the counters with their sides."""
        return {row.text("nation"): row.text("side") for row in self.counters}

    @cached_property
    def labels(self) -> dict[str, str]:
        """The nations, and whatever else nameless counters are called by, with their sides."""
        return {**self.nations, **({} if self.game is None else self.game.labels)}

    def nation_of(self, side: str) -> str:
        """The nation with most of a side's counters stands for the side; the first of those with as many."""
        counted = Counter(row.text("nation") for row in self.counters if row.text("side") == side)
        return counted.most_common(1)[0][0]

    # -- how counters look ------------------------------------------------------------------------------------------

    @cached_property
    def countersheet(self) -> Countersheet | None:
        """None for a game that does not say how its counters look: they are drawn plainly."""
        path = self.folder / "counter_look.toml"
        return read_countersheet(self.code, self.folder) if path.is_file() else None

    def nation_look(self, key: str) -> Nation:
        return nation(*self._colours(key))

    def _colours(self, key: str) -> tuple[str, str]:
        """The game and the nation among the tokens. A game without colours borrows some: the sides are told apart."""
        if self.countersheet is not None:
            return self.code, self.countersheet.look.nations[key]
        lent = tokens()["nations"][COLOURS]
        of = {side: [name for name, look in lent.items() if look["side"] == side] for side in _LENT}
        side = self.nations[key]
        rank = [n for n, s in self.nations.items() if s == side].index(key)
        colours = of[_LENT[self.sides.index(side) % len(_LENT)]]
        return COLOURS, colours[rank % len(colours)]

    @cached_property
    def faces(self) -> list[tuple[CounterFace, CounterFace]]:
        """Front and back of every counter."""
        if self.countersheet is None:
            return [(self._plain_face(row), self._plain_face(row)) for row in self.counters]
        front, back = (faces(self.counters, self.countersheet.look, turned) for turned in (False, True))
        return list(zip(front, back, strict=True))

    def _plain_face(self, row: Row) -> CounterFace:
        """A counter of a game without a look: its short name and its factors."""
        game, people = self._colours(row.text("nation"))
        factors = "-".join(row.text(name) for name in (self.game.factors if self.game else ()))
        short = row.text("id").partition("-")[2]
        return CounterFace(game, people, size=short if factors else "", factors=factors or short, id=row.text("id"))

    def hidden(self, key: str) -> CounterFace:
        return CounterFace(*self._colours(key), hidden=True)

    # -- words ------------------------------------------------------------------------------------------------------

    def say(self, language: str) -> Callable[[str], str]:
        """What stands on the map and on the box, by key; what is no key is a name."""
        return map_words(self.words, language)

    def speech(self, language: str) -> Words:
        return Words(language, self.game)


_LENT = ("soviet", "japanese")
