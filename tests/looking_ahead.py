"""What is told of attacks before a move, held against what the combat phase says when the move has been made."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from khalkhin.board.hexset import members
from khalkhin.engine.match import Match
from khalkhin.engine.state import State

Odds = dict[str, Any]


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


def gone_on(match: Match, step: str, verbs: tuple[str, ...] = ("done", "pass")) -> Match | None:
    """The game when a step is asked about, everybody having done nothing on the way; None if it does not come there."""
    while type(match.state.agenda[-1]).__name__ != step:
        ends = [choice for choice in match.choices() if choice.verb in verbs]
        if match.over or not ends:
            return None
        match.decide(ends[0])
    return match


def the_same(told: Odds, shown: Odds) -> None:
    assert told == shown


def possible(told: Odds, shown: Odds) -> None:
    """What was hidden has come to light: the defence is one of those that were told, and brings the column that was
    told of it. Other shifts were said to be possible."""
    if told == shown:
        return
    assert told["defence"] is None
    assert told["attack"] == shown["attack"]
    sure = [[x for x in odds["shifts"] if x["rule"] not in told["unknown"]] for odds in (told, shown)]
    assert sure[0] == sure[1]
    bounds = [[int(bound) for bound in case["defence"].split("-")] for case in told["cases"]]
    columns = [c["column"] for c, b in zip(told["cases"], bounds, strict=True) if b[0] <= shown["defence"] <= b[-1]]
    assert len(columns) == 1 or told["column"], f"{shown['defence']} of {bounds}"
    if told["net"] == shown["net"]:
        assert shown["column"] in (*columns, told["column"])


def compare(
    ahead: Ahead, combat: Match, obliged: set[str], agree: Callable[[Odds, Odds], None] = the_same
) -> Counter[str]:
    """Declares each attack that was told of, with everybody it named. `combat` is the game when the move is made and
    attacks are declared; `agree` holds what was told against what is shown."""
    tally: Counter[str] = Counter()
    assert set(ahead.told["obliged"]) == obliged & ahead.units
    for attack in ahead.told["attacks"]:
        match = combat.clone()
        match.play("attack", attack["target"])
        if not _all_join(match, attack["units"]):
            tally["cannot be declared"] += 1
            continue
        (prompt,) = match.prompts()
        shown = match.view(match.game.sides[prompt.side])["details"]["odds"]
        agree(attack["odds"], shown)
        tally["hidden" if attack["odds"]["cases"] else "known"] += 1
        tally["with friends"] += set(attack["units"]) > ahead.units
        tally["shifted"] += bool(shown["shifts"])
    tally["obliged"] += bool(obliged & ahead.units)
    return tally


def _all_join(match: Match, units: list[str]) -> bool:
    """Everybody joins the attack in hand, in an order in which that is offered."""
    left = {match.game.sheet.index[unit] for unit in units}
    while left:
        able = [choice for choice in match.choices() if choice.verb == "unit" and choice.noun in left]
        if not able:
            return False
        match.decide(able[0])
        left.remove(int(able[0].noun or 0))
    return True
