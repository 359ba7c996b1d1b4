"""In combat there is a reason exactly against what is not offered, no question without an answer, and nothing in hand
that others see."""

from __future__ import annotations

import csv
import random
from collections import Counter

from khalkhin.engine.agenda import Noun, Prompt, decide
from khalkhin.engine.errors import Illegal
from khalkhin.engine.view import view
from khalkhin.games.pbn import battle, declaration, losses, pursuit, retreat
from khalkhin.games.pbn.position import Position
from tests.pbn.oracles.atlas import DATA
from tests.pbn.oracles.brawl import brawl

with (DATA / "rules.csv").open(encoding="utf-8", newline="") as _file:
    RULES = {row["rule"] for row in csv.DictReader(_file)}
MODULES = {m.__name__ for m in (battle, losses, declaration, pursuit, retreat)}
HEXES = ("hex", "attack", "also")
UNITS = ("unit", "breakdown", "stand", "shorten", "play", "activate")
BARE = ("done", "commit", "auto", "pass")
OTHERS: tuple[tuple[str, Noun], ...] = (
    ("table", "raid"),
    ("table", "assault"),
    ("support", 1),
    ("support", 2),
    ("support", 0),
)
MARKERS = ("JP-CM-BANZAI", "JP-CM-RECON", "SU-CM-EXPERIENCE", "SU-CM-RECON", "SU-CM-STAFF")


def asking(s: Position) -> bool:
    return bool(s.agenda) and s.result is None and type(s.agenda[-1]).__module__ in MODULES


def answers(s: Position, rng: random.Random) -> list[tuple[str, Noun]]:
    """Answers of every kind: counters on the map and some others, hexes nearby and some far away."""
    grid, sheet = s.game.map.grid, s.game.sheet
    near = grid.within(s.occupied(0) | s.occupied(1), 1)
    hexes = [h for h in range(near.bit_length()) if near >> h & 1]
    hexes = rng.sample(hexes, min(20, len(hexes))) + [grid.at(name) for name in rng.sample(grid.names, 4)]
    mapped = [u for u in range(len(sheet)) if s.where[u] >= 0]
    units = rng.sample(mapped, min(16, len(mapped))) + rng.sample(range(len(sheet)), 6)
    units += [sheet.index[marker] for marker in MARKERS]
    out: list[tuple[str, Noun]] = [(verb, h) for verb in HEXES for h in hexes]
    out += [(verb, u) for verb in UNITS for u in units]
    return [*out, *((verb, None) for verb in BARE), *OTHERS]


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
            tally[reason.text.key] += 1
            for name in ("units", "hexes"):
                assert reason.text.params.get(name) != 0, f"{step}: {reason} names nobody"
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
        s = brawl(rng)
        for _ in range(40):
            if not asking(s):
                break
            (prompt,) = s.asked
            kinds[type(s.agenda[-1]).__name__] += 1
            compare(s, prompt, rng, tally)
            refuse(s, prompt, rng)
            choices = [(o.verb, n) for o in prompt.offers for n in o]
            verbs = {verb for verb, _ in choices}
            wanted = rng.choice(sorted(verbs - {"auto"} or verbs))
            if "commit" in verbs and rng.random() < 0.7:
                wanted = "commit"
            decide(s, prompt.side, *rng.choice([c for c in choices if c[0] == wanted]))
            s.game.check(s)
    assert len(kinds) >= 14, kinds
    assert len(tally) >= 40, tally


def in_hand(before: Position, after: Position) -> bool:
    """Whether a decision moved nothing and told nothing, and leaves the same side at the same work."""
    fields = all(getattr(before, name) == getattr(after, name) for name in before.FIELDS if name != "agenda")
    same_work = [p.side for p in before.asked] == [p.side for p in after.asked]
    return fields and before.where == after.where and same_work and before.agenda[:-1] == after.agenda[:-1]


def test_what_is_in_hand_is_private() -> None:
    kinds: Counter[str] = Counter()
    for number in range(120):
        rng = random.Random(f"hand {number}")
        s = brawl(rng, 20)
        for _ in range(30):
            if not asking(s):
                break
            (prompt,) = s.asked
            choices = [(o.verb, n) for o in prompt.offers for n in o]
            verbs = {verb for verb, _ in choices}
            wanted = next(
                (v for v in ("auto", "commit") if v in verbs and rng.random() < 0.7), rng.choice(sorted(verbs))
            )
            before, s.log = s.clone(), []
            decide(s, prompt.side, *rng.choice([c for c in choices if c[0] == wanted]))
            kind = type(s.agenda[-1]).__name__ if s.agenda else ""
            if s.log or not in_hand(before, s) or kind == "Going" or kinds[kind] > 20:
                continue  # units that go have been chosen: what comes next shows it
            kinds[kind] += 1
            for viewer in {0, 1, None} - {prompt.side}:
                assert view(before, viewer) == view(s, viewer), f"{s.agenda[-1]} is open to {viewer}"
    wanted_kinds = {"Declare", "Employ", "EmployDefenders", "LoseHalf", "Pursue", "Retreat"}
    assert wanted_kinds <= kinds.keys(), kinds
