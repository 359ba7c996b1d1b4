"""What is told of attacks before a move, held against what the combat phase says when the move has been made."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from khalkhin.board.hexset import members
from khalkhin.engine.match import Match
from khalkhin.engine.state import State


class Ahead(NamedTuple):
    """A move that could be made, and what is told of it."""

    match: Match
    """With the units in hand."""
    hex: str
    units: set[str]
    told: dict[str, Any]


def taken_up(s: State, rng: random.Random, most: int = 3) -> Iterator[Match]:
    """Games in which some of the units on offer, or several of a stack, have been taken up."""
    (prompt,) = s.asked
    units = [noun for offer in prompt.offers if offer.verb == "unit" for noun in offer]
    for unit in rng.sample(units, min(len(units), most)):
        match = Match(s.clone())
        match.play("unit", match.game.sheet.ids[int(unit or 0)])
        while (more := [c for c in match.choices() if c.verb == "unit"]) and rng.random() < 0.4:
            match.decide(rng.choice(more))
        yield match


def moves(match: Match, rng: random.Random, most: int = 3) -> Iterator[Ahead]:
    """Some of the hexes beside enemies where what is in hand could go."""
    s, game = match.state, match.game
    group, goals = s.agenda[-1].in_hand(s)
    (prompt,) = match.prompts()
    near = list(members(goals & game.map.grid.spread(s.held(1 - prompt.side))))
    for hex_ in rng.sample(near, min(len(near), most)):
        name = game.map.grid.name(hex_)
        key = s.key()
        told = match.prospects(name)
        assert s.key() == key, "to ask has changed the position"
        yield Ahead(match.clone(), name, {game.sheet.ids[u] for u in members(group)}, told)


def compare(ahead: Ahead, combat: Match, obliged: set[str], open_: Callable[[Match, str], None]) -> Counter[str]:
    """Declares each attack that was told of, with everybody it named; `combat` is the game when the move is made and
    attacks are declared; `open_` begins one."""
    tally: Counter[str] = Counter()
    assert set(ahead.told["obliged"]) == obliged & ahead.units
    for attack in ahead.told["attacks"]:
        match = combat.clone()
        open_(match, attack["target"])
        for unit in attack["units"]:
            match.play("unit", unit)
        (prompt,) = match.prompts()
        shown = match.view(match.game.sides[prompt.side])["details"]["odds"]
        assert shown == attack["odds"], f"{attack['target']} from {ahead.hex}"
        tally["hidden" if shown["cases"] else "known"] += 1
        tally["with friends"] += set(attack["units"]) > ahead.units
        tally["shifted"] += bool(shown["shifts"])
    tally["alone"] += not ahead.told["attacks"]
    tally["obliged"] += bool(obliged & ahead.units)
    return tally
