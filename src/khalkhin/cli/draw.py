"""khalkhin draw: a position of a recorded game as a picture."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass

from khalkhin.cli.arguments import Parser
from khalkhin.cli.picture import Picture
from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.files import read_text
from khalkhin.engine.match import Match
from khalkhin.engine.record import read_header, replay_as_far
from khalkhin.engine.view import view
from khalkhin.terminal.drawing import drawing


def describe(parser: Parser) -> None:
    parser.needs("file")
    parser.number("--turn", 0)
    parser.number("--decision", 0)
    parser.add_argument("--side")
    parser.picture()


def run(given: argparse.Namespace, language: str) -> int:
    """Draw a position of a record as a side (none: a spectator) saw it."""
    picture = Picture.of("draw", given.out, given.scale)
    text = read_text(given.file)
    match = replay_as_far(text, library.get(read_header(text).game, given.overrides)).match
    seer = None if given.side is None else match.side_number(given.side)
    seen = view(match.position(RecordedPosition(given.turn, given.decision).decisions(match)), seer)
    drawn = drawing(seen, match.game, language, given.overrides, picture.scale, picture.in_pixels)
    return picture.write(drawn, language, sys.stdout)


@dataclass(frozen=True)
class RecordedPosition:
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
