"""What computer players answer at single prompts of the recorded games: the same views, the same answers."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from khalkhin.ai.budget import Budget
from khalkhin.ai.players import make
from khalkhin.engine.view import View, sight
from tools.corpus.recorded import HOME, Recorded, kept, say

VIEWS = 300
CHOICES = 3
"""Prompts with fewer answers say little about who answers."""
BUDGET = Budget(playouts=12)
PLAYERS = "planner", "search"


class Answers(NamedTuple):
    """What the players say at one prompt of a recorded game."""

    name: str
    after: int
    """So many decisions have been taken."""
    said: dict[str, str]


def prompts(recorded: Sequence[Recorded], count: int) -> dict[str, list[int]]:
    """Which prompts of which games are asked again: drawn once, the same number in every game as far as possible."""
    share, more = divmod(count, len(recorded))
    out: dict[str, list[int]] = {}
    for number, one in enumerate(recorded):
        luck = random.Random(one.seed)
        wide = [after for after, _ in _wide(one)]
        out[one.name] = sorted(luck.sample(wide, min(len(wide), share + (number < more))))
    return out


def _wide(one: Recorded) -> Iterator[tuple[int, View]]:
    """The prompts of a game that leave something to choose."""
    match = one.start()
    for after, line in enumerate(one.decisions):
        if sum(len(prompt) for prompt in match.prompts()) >= CHOICES:
            yield after, sight(match.state, match.prompts()[0].side)
        say(match, line)


def answers(one: Recorded, asked: Sequence[int]) -> list[Answers]:
    """What the players say at these prompts of a game. Each answers as if it had just sat down."""
    wanted = set(asked)
    out: list[Answers] = []
    for after, seen in _wide(one):
        if after in wanted:
            said = {name: _said(name, one.seed + after, seen) for name in PLAYERS}
            out.append(Answers(one.name, after, said))
    return out


def _said(name: str, seed: int, seen: View) -> str:
    verb, noun = make(name, seed).decide(seen, BUDGET)
    return verb if noun is None else f"{verb} {noun}"


def write(game: str, found: Sequence[Answers]) -> None:
    lines = [json.dumps({"game": a.name, "after": a.after, **a.said}, ensure_ascii=False) for a in found]
    (HOME / f"{game}-decisions.jsonl").write_text("\n".join(lines) + "\n", "utf-8")


def read(game: str) -> list[Answers]:
    lines = (HOME / f"{game}-decisions.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [Answers(row.pop("game"), row.pop("after"), row) for row in rows]


def by_game(game: str) -> list[tuple[Recorded, list[Answers]]]:
    """The answers that were kept, with the games that they belong to."""
    found = read(game)
    return [(one, [a for a in found if a.name == one.name]) for one in kept(game)]
