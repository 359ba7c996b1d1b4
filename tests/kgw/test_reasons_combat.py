"""In combat and in the air there is a reason exactly against what is not offered, and no question without an answer."""

from __future__ import annotations

import csv
import random
from collections import Counter

from khalkhin.engine.agenda import Noun, Prompt, decide
from khalkhin.engine.errors import Illegal
from khalkhin.games.kgw import advance, air, air_combat, combat, counterattack, housekeeping, losses, retreat
from khalkhin.games.kgw.position import Position
from tests.kgw.oracles.atlas import DATA
from tests.kgw.oracles.melee import melee

with (DATA / "rules.csv").open(encoding="utf-8", newline="") as _file:
    RULES = {row["rule"] for row in csv.DictReader(_file)}
MODULES = {m.__name__ for m in (advance, air, air_combat, combat, counterattack, housekeeping, losses, retreat)}
HEXES = ("hex", "attack", "counterattack", "superiority", "strike", "deliver", "rail")
UNITS = ("unit", "support", "maximum", "breakdown", "combine", "withdraw", "relocate", "reuse", "supply", "recruit")
BARE = ("done", "commit", "retreat", "pass", "auto")


def asking(s: Position) -> bool:
    return bool(s.agenda) and s.result is None and type(s.agenda[-1]).__module__ in MODULES


def answers(s: Position, rng: random.Random) -> list[tuple[str, Noun]]:
    """Answers of every kind: all counters on the map and some others, all hexes nearby and some far away."""
    grid = s.game.map.grid
    near = grid.within(s.occupied(0) | s.occupied(1), 1)
    hexes = [h for h in range(near.bit_length()) if near >> h & 1]
    hexes = rng.sample(hexes, min(25, len(hexes))) + [grid.at(name) for name in rng.sample(grid.names, 5)]
    mapped = [u for u in range(len(s.game.sheet)) if s.where[u] >= 0]
    units = rng.sample(mapped, min(18, len(mapped))) + rng.sample(range(len(s.game.sheet)), 8)
    out: list[tuple[str, Noun]] = [(verb, h) for verb in HEXES for h in hexes]
    out += [(verb, u) for verb in UNITS for u in units]
    return out + [(verb, None) for verb in BARE]


def compare(s: Position, prompt: Prompt, rng: random.Random, tally: Counter[str]) -> None:
    step = s.agenda[-1]
    offered = [(o.verb, n) for o in prompt.offers for n in o]
    assert offered
    before = s.key()
    for verb, noun in [*offered, *answers(s, rng)]:
        reason = step.why(s, prompt.side, verb, noun)
        assert (reason is None) == prompt.allows(verb, noun), f"{step}: {verb} {noun}: {reason}"
        if reason is not None:
            assert reason.rule in RULES, f"{step}: {reason.rule} is no rule"
            tally[reason.rule] += 1
    assert s.key() == before, "asking changes nothing"


def refuse(s: Position, prompt: Prompt, rng: random.Random) -> None:
    """What was not offered is not accepted, and changes nothing."""
    before = s.key()
    for verb, noun in rng.sample(answers(s, rng), 3):
        if not prompt.allows(verb, noun):
            try:
                decide(s, prompt.side, verb, noun)
            except Illegal:
                assert s.key() == before
            else:
                raise AssertionError(f"{verb} {noun} was accepted")


def test_a_reason_exactly_against_what_is_not_offered() -> None:
    tally: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for number in range(60):
        rng = random.Random(f"reasons {number}")
        s = melee(rng)
        for _ in range(30):
            if not asking(s):
                break
            (prompt,) = s.asked
            kinds[type(s.agenda[-1]).__name__] += 1
            compare(s, prompt, rng, tally)
            refuse(s, prompt, rng)
            choices = [(o.verb, n) for o in prompt.offers for n in o]
            wanted = rng.choice(sorted({verb for verb, _ in choices if verb != "relocate"} or {"relocate"}))
            decide(s, prompt.side, *rng.choice([c for c in choices if c[0] == wanted]))
            s.game.check(s)
    assert len(kinds) >= 12, kinds
    assert len(tally) >= 25, tally
