"""Small positions of the tiny game, and dice that fall as told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import khalkhin
from khalkhin.engine import library
from khalkhin.engine.agenda import settle
from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from tests.naming import Naming
from tests.tiny.assault import Declare
from tests.tiny.game import Tiny
from tests.tiny.plan import Plan
from tests.tiny.position import LOST, Position, TinyStep
from tests.tiny.sequence import Organise, Turn

_naming = Naming("tiny")
at, unit = _naming.at, _naming.unit


@dataclass(frozen=True)
class Rigged(Dice):
    """Dice that fall as told, then always 1."""

    rolls: tuple[int, ...] = ()

    def roll(self, counter: int, count: int, sides: int = 6) -> tuple[int, ...]:
        return (self.rolls[counter - 1] if counter <= len(self.rolls) else 1,) * count


def the_game() -> Tiny:
    game = library.get("tiny")
    assert isinstance(game, Tiny)
    return game


def new(scenario: str = "raid", seed: int = 1, **options: Any) -> Match:
    return khalkhin.new("tiny", scenario, seed=seed, options=options)


def board(
    placed: dict[str, list[str]],
    *steps: TinyStep,
    turn: int = 1,
    dice: tuple[int, ...] = (),
    **options: Any,
) -> Match:
    """A game with just these counters on the map or in boxes, and these steps to come; everybody else is lost.

    A counter that is named twice stands where it is named first.
    """
    game = the_game()
    s = Position(game, "raid", game.choose_options("raid", options), Rigged(b"tiny" * 8, "tiny", None, dice))
    s.log = []
    where = {name: place for place, names in reversed(placed.items()) for name in names}
    for unit, name in enumerate(game.sheet.ids):
        s.put(unit, game.place_at("hand" if game.flares >> unit & 1 else where.get(name, LOST)))
    s.turn = turn
    s.push(*steps, Turn(turn + 1))
    settle(s)
    return Match(s)


def planning(placed: dict[str, list[str]], *, dice: tuple[int, ...] = (), **options: Any) -> Match:
    """At the beginning of the first turn."""
    return board(placed, Plan(), Declare(0), Organise(0), Organise(1), dice=dice, **options)


def do(match: Match, *decisions: str) -> Match:
    """Take decisions written as in a record: `red unit RD-COL`, `blue commit`."""
    for text in decisions:
        side, verb, *noun = text.split(" ", 2)
        match.play(verb, noun[0] if noun else None, side=side)
    return match


def offered(match: Match, side: str, verb: str) -> set[Any]:
    """What a side is offered with a verb, as records write it."""
    seen = match.view(side)
    prompts = [*seen["standing"], *(seen["prompt"]["offers"] if seen["prompt"] else [])]
    return {noun for offer in prompts if offer["verb"] == verb for noun in offer["nouns"]}


def place(match: Match, unit: str) -> str:
    return match.game.place_name(match.state.where[match.game.sheet.index[unit]])


def top(match: Match) -> TinyStep:
    step = match.state.agenda[-1]
    assert isinstance(step, TinyStep)
    return step
