"""What must hold in every game after every decision, and what is worth a closer look now and then."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import chain
from typing import Any

from khalkhin.engine import agenda
from khalkhin.engine.agenda import Kind, Noun, Prompt
from khalkhin.engine.game import STANDING, Game
from khalkhin.engine.match import Decision, Match
from khalkhin.engine.record import replay
from khalkhin.engine.state import State
from khalkhin.engine.view import imagine, view
from khalkhin.engine.words import Words, languages

MOST_DECISIONS = 5_000
"""Decisions in a turn above which something goes round in circles."""
NOUNS = 12
"""Nouns of a verb that are tried against its offer at a time."""


MOST_BACK = 40
"""Decisions that are taken back in a row."""


class Broken(AssertionError):
    """Something that always holds does not hold."""


def must(holds: bool, what: str) -> None:
    if not holds:
        raise Broken(what)


def always(match: Match) -> None:
    """After every decision: the game's own invariants, and a prompt with a choice unless the game is over."""
    s = match.state
    match.game.check(s)
    must(not any(s.held(side) & s.outside for side in range(len(match.game.sides))), "a unit is outside the sector")
    if s.result is None:
        must(bool(s.asked), "nobody is asked and the game is not over")
        must(all(len(p) for p in s.asked), "a prompt offers nothing")
        must(len({p.side for p in s.asked}) == len(s.asked), "a side is asked twice at once")


def closely(match: Match, upcoming: Decision, rng: random.Random) -> None:
    """Before a decision, now and then: reasons, copies, undo and views."""
    for prompt in match.state.asked:
        reasons_agree(match.state, prompt, rng)
    copies_are_apart(match.state, upcoming)
    undo_is_exact(match, upcoming)
    undo_and_redo(match, upcoming.side)
    for side in (*range(len(match.game.sides)), None):
        views_agree(match.state, side, rng)


def reasons_agree(s: State, prompt: Prompt, rng: random.Random) -> None:
    """Offered exactly when there is no reason against it; and every reason has words in every language."""
    books = [Words(language, s.game) for language in languages()]
    for verb, noun in _tries(s.game, prompt, rng):
        reason = s.agenda[-1].why(s, prompt.side, verb, noun)
        what = f"{type(s.agenda[-1]).__name__} on {verb} {s.game.write(verb, noun)}"
        must((reason is None) == prompt.allows(verb, noun), f"{what}: offer and reason disagree ({reason})")
        if reason is not None:
            must(all(reason.key in words for words in books), f"{what}: no words for {reason.key}")
    must(all(prompt.message.key in words for words in books), f"no words for {prompt.message.key}")


def _tries(game: Game[Any], prompt: Prompt, rng: random.Random) -> Iterator[tuple[str, Noun]]:
    """For each verb some nouns that are on offer and some that probably are not."""
    offered = {o.verb: list(o) for o in prompt.offers}
    for verb, kind in game.verbs.items():
        if verb not in STANDING:
            mine = offered.get(verb, [])
            for noun in chain(rng.sample(mine, min(len(mine), NOUNS // 3)), _others(game, kind, rng)):
                yield verb, noun


def _others(game: Game[Any], kind: Kind, rng: random.Random) -> list[Noun]:
    if kind is Kind.HEX:
        names = game.map.grid.names
        return [game.map.grid.at(name) for name in rng.sample(names, min(NOUNS, len(names)))]
    if kind is Kind.UNIT:
        return list(rng.sample(range(len(game.sheet)), min(NOUNS, len(game.sheet))))
    if kind is Kind.NUMBER:
        return [-1, 0, 1, rng.randrange(2, 100)]
    return [None] if kind is Kind.NOTHING else ["", "no such word"]


def copies_are_apart(s: State, upcoming: Decision) -> None:
    """What happens to a copy does not touch the position it was made from."""
    before, asked = s.to_data(), s.asked
    twin = s.clone()
    must(twin == s and hash(twin) == hash(s), "a copy is not equal to its original")
    agenda.decide(twin, *upcoming)
    must(s.to_data() == before and s.asked == asked, "playing on a copy changed the original")


def undo_is_exact(match: Match, upcoming: Decision) -> None:
    """Taken back, a decision leaves no trace in position, prompts or log."""
    side = match.game.sides[upcoming.side]
    twin = match.clone()
    twin.decide(upcoming)
    if not twin.can_undo(side):
        return
    twin.undo(side)
    must(twin.state.to_data() == match.state.to_data(), "undo does not bring the position back")
    must(twin.state.asked == match.state.asked, "undo does not bring the prompts back")
    must(twin.log == match.log, "undo does not bring the log back")
    must(len(twin.decisions) == len(match.decisions), "undo took back too much or too little")


def undo_and_redo(match: Match, side: int) -> None:
    """As much as a side can take back, taken back and taken again: the position is the same."""
    name, twin = match.game.sides[side], match.clone()
    taken: list[Decision] = []
    while len(taken) < MOST_BACK and twin.can_undo(name):
        taken.append(next(d for d in reversed(twin.decisions) if d.side == side))
        twin.undo(name)
    if any(d.verb in STANDING for d in match.decisions[-2 * MOST_BACK :]):
        return  # an offer of a draw may stand again, whoever makes it
    for decision in reversed(taken):
        twin.decide(decision)
    same = twin.state.to_data() == match.state.to_data() and twin.log == match.log
    must(same, f"{len(taken)} decisions taken back and taken again lead elsewhere")


def views_agree(s: State, side: int | None, rng: random.Random) -> None:
    """A view is plain data, and a position imagined from it looks the same to whoever imagined it."""
    seen = json.loads(json.dumps(view(s, side)))
    imagined = imagine(s.game, seen, rng)
    again = json.loads(json.dumps(view(imagined, side)))
    for key in seen:
        must(seen[key] == again.get(key), f"side {side} imagines another {key}: {again.get(key)} for {seen[key]}")
    if s.result is None:
        s.game.check(imagined)


def record_replays(match: Match) -> None:
    """The record of a game, played again, is the same game."""
    text = match.record()
    again = replay(text, match.game)
    must(again.state.digest() == match.state.digest(), "the replayed record ends in another position")
    must(again.record() == text, "the replayed record is another record")
    must(again.log == match.log, "the replayed game has another log")


def log_can_be_told(match: Match) -> None:
    """Every line of the log is a whole sentence in every language."""
    for language in languages():
        words = Words(language, match.game)
        for event in match.log:
            said = words.say(event.key, event.params)
            must(event.key in words and "{" not in said, f"{event.key} leaves something out: {said}")
