"""khalkhin play: a game in this terminal."""

from __future__ import annotations

import argparse
import secrets
import sys
from pathlib import Path

from khalkhin.ai import players
from khalkhin.ai.players import Player
from khalkhin.ai.players.fallback_player import FallbackPlayer
from khalkhin.cli.arguments import Parser, read_options
from khalkhin.engine import library
from khalkhin.engine.dice import Dice
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.files import read_text
from khalkhin.engine.match import Match
from khalkhin.engine.record import read_header, replay
from khalkhin.terminal.paper import Paper
from khalkhin.terminal.session import Session
from khalkhin.terminal.source import Keyboard, Script, Source


def describe(parser: Parser) -> None:
    parser.add_argument("game", nargs="?")
    parser.add_argument("scenario", nargs="?")
    parser.add_argument("--as", dest="side")
    parser.add_argument("--against", default="planner")
    parser.number("--seed", 0)
    parser.add_argument("--option", action="append")
    parser.add_argument("--script", type=Path)
    parser.add_argument("--load")
    parser.add_argument("--coach", action="store_true")
    parser.data()


def run(given: argparse.Namespace, language: str) -> int:
    match = _match(given)
    paper = Paper(sys.stdout)
    source: Source = Keyboard(sys.stdin, paper)
    if given.script is not None:
        source = Script(given.script, paper, source)
    return Session(match, _computers(given, match), paper, source, language, given.overrides, given.coach).run()


def _match(given: argparse.Namespace) -> Match:
    if given.load is not None:
        text = read_text(given.load)
        found = read_header(text).game
        if given.game not in (None, found):
            raise KhalkhinError("cli.other-game", file=given.load, found=found, game=given.game)
        return replay(text, library.get(found, given.overrides))
    if given.game is None:
        raise KhalkhinError("cli.missing", command="play", what="GAME")
    game = library.get(given.game, given.overrides)
    dice = None if given.seed is None else Dice.practice(given.seed)
    return Match(game.start(given.scenario, read_options(given.option, game, given.scenario), dice))


def _computers(given: argparse.Namespace, match: Match) -> dict[str, Player]:
    """A computer player for every side that no person plays."""
    sides = match.game.sides
    if given.side in sides or given.side is None:
        people = sides if given.against == "human" else (given.side or sides[0],)
    elif given.side in ("both", "none"):
        people = sides if given.side == "both" else ()
    else:
        raise KhalkhinError("engine.unknown-side", side_=given.side, known=", ".join([*sides, "both", "none"]))
    if given.against not in ("human", *players.known()):
        raise KhalkhinError("cli.unknown-player", player=given.against, known=", ".join([*players.known(), "human"]))
    if given.against == "human" and not people:
        raise KhalkhinError("cli.nobody-against")
    seed = secrets.randbits(32) if given.seed is None else given.seed
    return {s: FallbackPlayer(given.against, seed + n) for n, s in enumerate(sides) if s not in people}
