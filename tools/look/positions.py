"""Where the look is taken: the prompts of games that planners played on both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from khalkhin.engine.match import Match
from khalkhin.engine.words import Words
from tools.corpus.recorded import Recorded, say

PLANNERS = ("planner", "planner")
MOST_SAID = 12
"""So many decisions are said on the page at most; whoever has more in hand sits down in the middle of it."""
HELD = ("move", "plan", "missions")
"""What a view tells of when a side has begun something that is not finished yet."""


@dataclass(frozen=True)
class Position:
    """A prompt of a game, as a person comes to it: what is in hand was taken up on the same page."""

    game: str
    number: int
    """Decisions before it."""
    key: str
    side: str
    text: str
    settled: Match
    """The game before anything was in hand, or some decisions ago."""
    said: tuple[tuple[str, str | int | None], ...]
    """What the side has said since."""


def first_and_longest(games: Sequence[Recorded]) -> list[Position]:
    """Of every prompt key the first position in these games, and the one with the longest sentence."""
    first, most = _by_key(games)
    return [*first.values(), *(one for key, one in most.items() if one is not first[key])]


def longest(games: Sequence[Recorded]) -> list[Position]:
    """Of every prompt key the position with the longest sentence."""
    return list(_by_key(games)[1].values())


def _by_key(games: Sequence[Recorded]) -> tuple[dict[str, Position], dict[str, Position]]:
    first: dict[str, Position] = {}
    most: dict[str, Position] = {}
    for game in games:
        for found in walk(game, {key: len(one.text) for key, one in most.items()}):
            first.setdefault(found.key, found)
            most[found.key] = max(most.get(found.key, found), found, key=lambda one: len(one.text))
    return first, most


def walk(game: Recorded, known: dict[str, int] | None = None) -> Iterator[Position]:
    """The prompts of a game; with `known` only those whose sentence is longer than what is known of their key."""
    match = game.start()
    words = Words("en", match.game)
    for line in game.decisions:
        for prompt in match.prompts():
            side, key = match.game.sides[prompt.side], prompt.message.key
            text = words.say(key, match.game.codec.params(prompt.message.params))
            if known is None or len(text) > known.get(key, -1):
                if known is not None:
                    known[key] = len(text)
                yield _position(game.name, match, side, key, text)
        say(match, line)


def _position(name: str, match: Match, side: str, key: str, text: str) -> Position:
    settled = match.clone()
    said: list[tuple[str, str | int | None]] = []
    while len(said) < MOST_SAID and _in_hand(settled, side) and settled.can_undo(side):
        latest = settled.latest
        if settled.game.sides[latest.side] != side:
            break
        settled.undo(side)
        said.append((latest.verb, settled.game.write(latest.verb, latest.noun)))
    return Position(name, match.length, key, side, text, settled, tuple(reversed(said)))


def _in_hand(match: Match, side: str) -> bool:
    seen = match.view(side)
    params = seen["prompt"]["params"] if seen["prompt"] else {}
    return any(seen["details"].get(one) for one in HELD) or "unit" in params
