"""khalkhin map, counters, draw: pictures of what is printed and of positions, as SVG or PNG."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from khalkhin import games
from khalkhin.board.data import table
from khalkhin.board.mapsheet import load_map
from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.folder import Folder
from khalkhin.engine.game import Game
from khalkhin.engine.match import Match
from khalkhin.engine.record import read_header, replay_as_far
from khalkhin.engine.view import View, view
from khalkhin.engine.words import Words
from khalkhin.render.counter_look import read_countersheet
from khalkhin.render.countersheet import countersheet
from khalkhin.render.layout import Layout
from khalkhin.render.map import draw_map, map_ground, map_look, map_words
from khalkhin.render.png import png
from khalkhin.render.position import Heading, draw_position
from khalkhin.terminal.files import read_text, save_bytes
from khalkhin.terminal.panels import result_line
from khalkhin.terminal.voice import Voice

ENDINGS = (".svg", ".png")
LARGEST = 4
"""Pixels for a unit of the drawing; the largest map then has some two hundred million."""
FINEST = 2
"""The finest ground there is."""
_GAMES = Path(games.__path__[0])
_SIZE = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"')


def drawable() -> list[str]:
    """Games with a map and counters to draw, whether or not they can be played yet."""
    return sorted(path.parent.parent.name for path in _GAMES.glob("*/data/counter_look.toml"))


class Printed:
    """What is printed of a game, from its data folder and an owner's corrections."""

    def __init__(self, game: str, overrides: Path | None = None) -> None:
        if game not in drawable():
            raise KhalkhinError("engine.unknown-game", game=game, known=", ".join(drawable()))
        self.game = game
        self.folder = Folder(_GAMES / game / "data", overrides)
        self.words = _GAMES / game / "words"

    def map(self, language: str, scale: int, framed: bool = True) -> str:
        """The map with its ground, in one file."""
        sheet = load_map(self.folder)
        look = map_look(self.game, table(self.folder / "look.toml"))
        below = map_ground(sheet, look, min(scale, FINEST))
        return draw_map(
            sheet,
            look,
            # A map that was corrected has no baked ground: then it is drawn, and nothing has to be found.
            ground_href="" if below.file is None else below.data_uri(),
            words=map_words(self.words, language),
            embed_fonts=True,
            framed=framed,
        )

    def counters(self, language: str, back: bool) -> str:
        return countersheet(read_countersheet(self.game, self.folder), self.words, language, back)


@dataclass(frozen=True)
class Target:
    """The file to draw, what kind of picture it will be, and how many pixels a unit of the drawing gets."""

    file: str
    scale: int

    @staticmethod
    def of(command: str, file: str | None, scale: int) -> Target:
        """What was asked for, or a sentence about what cannot be."""
        if not file:
            raise KhalkhinError("cli.missing", command=command, what="-o FILE")
        if Path(file).suffix.lower() not in ENDINGS:
            raise KhalkhinError("picture.ending", file=file, known=", ".join(ENDINGS))
        if scale > LARGEST:
            raise KhalkhinError("picture.scale", scale=scale, largest=LARGEST)
        return Target(file, scale)

    @property
    def in_pixels(self) -> bool:
        return Path(self.file).suffix.lower() == ".png"

    def write(self, drawing: str, language: str, out: TextIO) -> int:
        """Save the drawing, and tell."""
        content = png(drawing, self.scale) if self.in_pixels else (drawing + "\n").encode("utf-8")
        save_bytes(self.file, content)
        width, height = _size(drawing, self.scale if self.in_pixels else 1)
        told = {"file": self.file, "width": width, "height": height, "size": -(-len(content) // 1024)}
        out.write(Words(language).say("picture.drawn", told) + "\n")
        return 0


def _size(drawing: str, scale: int) -> tuple[int, int]:
    found = _SIZE.match(drawing)
    assert found is not None, "a drawing begins with its size"
    return round(float(found[1]) * scale), round(float(found[2]) * scale)


# -- the commands ------------------------------------------------------------------------------------------------------


def draw_game_map(game: str, target: Target, language: str, overrides: Path | None, out: TextIO) -> int:
    return target.write(Printed(game, overrides).map(language, target.scale), language, out)


def draw_counters(game: str, back: bool, target: Target, language: str, overrides: Path | None, out: TextIO) -> int:
    return target.write(Printed(game, overrides).counters(language, back), language, out)


@dataclass(frozen=True)
class Moment:
    """Which position of a record: the beginning of a turn, or that after so many decisions; else the last one."""

    turn: int | None = None
    decision: int | None = None

    def decisions(self, match: Match) -> int:
        """How many decisions come before it."""
        if self.turn is None:
            return match.length if self.decision is None else self.decision
        if self.decision is not None:
            raise KhalkhinError("picture.turn-or-decision")
        begun = {match.position(0).turn: 0} | {turn: after for after, turn, _ in match.turns()}
        if self.turn not in begun:
            raise KhalkhinError("cli.replay.no-turn", turn=self.turn, known=", ".join(map(str, begun)))
        return begun[self.turn]


def draw_record(
    file: str, moment: Moment, side: str | None, target: Target, language: str, overrides: Path | None, out: TextIO
) -> int:
    """A position of a record as a side (None: a spectator) saw it."""
    text = read_text(file)
    match = replay_as_far(text, library.get(read_header(text).game, overrides)).match
    seer = None if side is None else match.side_number(side)
    seen = view(match.position(moment.decisions(match)), seer)
    return target.write(position(seen, match.game, target, language, overrides), language, out)


def position(seen: View, game: Game[Any], target: Target, language: str, overrides: Path | None) -> str:
    """The drawing of a view. All that it does not say is printed."""
    printed = Printed(game.code, overrides)
    voice = Voice(game, language)
    return draw_position(
        seen,
        Layout(game.map.grid),
        printed.map(language, target.scale, framed=False),
        read_countersheet(game.code, printed.folder),
        _heading(voice, seen),
        # Counters lie in the first box before anything is set up: what is still there is in no game, and comes last.
        {box: voice.place(box) for box in (*game.boxes[1:], game.boxes[0])},
        language,
        target.scale if target.in_pixels else None,
    )


def _heading(voice: Voice, seen: View) -> Heading:
    title, _, line = voice.headline(seen).partition(" · ")
    if seen["tracks"]["result"] is not None:
        line = f"{line} · {result_line(voice, seen)}"
    return Heading(title, line)
