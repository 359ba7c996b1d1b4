"""Reasons against answers, in any game: play on at random, and try answers of every kind wherever one is asked."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import Noun, Prompt, decide
from khalkhin.engine.errors import Illegal
from khalkhin.engine.state import State
from khalkhin.engine.view import view
from tests.plain_data import rows

Answer = tuple[str, Noun]

P_COMMIT = 0.7
"""How often what can be committed is."""
ENOUGH = 20
"""So many answers to a kind of question are looked at from the other seats."""


@cache
def rules_of(game: str) -> frozenset[str]:
    """The numbers of a game's rules, read without the engine."""
    return frozenset(row["rule"] for row in rows(game, "rules.csv"))


@dataclass
class Seen:
    """What came up, and how often: the steps that asked, the rules and the texts of refusals."""

    steps: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    texts: Counter[str] = field(default_factory=Counter)
    nameless: set[str] = field(default_factory=set)
    """Texts with a list of units or hexes that was empty."""


@dataclass(frozen=True)
class Walk:
    """How a game is played on at random, and which answers are tried."""

    start: Callable[[random.Random], State]
    modules: tuple[ModuleType, ...]
    """It goes on as long as steps of these modules ask."""
    hex_verbs: tuple[str, ...]
    unit_verbs: tuple[str, ...]
    bare_verbs: tuple[str, ...]
    others: tuple[Answer, ...] = ()
    """More answers, tried everywhere."""
    units: tuple[str, ...] = ()
    """Counters that are tried everywhere."""
    seldom: frozenset[str] = frozenset()
    """Verbs that are taken only if there is no other."""

    def asking(self, s: State) -> bool:
        modules = {module.__name__ for module in self.modules}
        return bool(s.agenda) and s.result is None and type(s.agenda[-1]).__module__ in modules

    def questions(self, rng: random.Random, most: int) -> Iterator[tuple[State, Prompt]]:
        """One question after another; whoever takes them answers each."""
        s = self.start(rng)
        for _ in range(most):
            if not self.asking(s):
                return
            (prompt,) = s.asked
            yield s, prompt

    def answers(self, s: State, rng: random.Random) -> list[Answer]:
        """Answers of every kind: counters on the map and some others, hexes nearby and some far away."""
        grid, sheet = s.game.map.grid, s.game.sheet
        near = list(members(grid.within(s.held(0) | s.held(1), 1)))
        hexes = rng.sample(near, min(25, len(near))) + [grid.at(name) for name in rng.sample(grid.names, 5)]
        mapped = [u for u in range(len(sheet)) if s.where[u] >= 0]
        units = rng.sample(mapped, min(18, len(mapped))) + rng.sample(range(len(sheet)), 8)
        units += [sheet.index[unit] for unit in self.units]
        out: list[Answer] = [(verb, h) for verb in self.hex_verbs for h in hexes]
        out += [(verb, u) for verb in self.unit_verbs for u in units]
        return [*out, *((verb, None) for verb in self.bare_verbs), *self.others]

    def go_on(self, s: State, prompt: Prompt, rng: random.Random) -> None:
        choices = offered(prompt)
        verbs = {verb for verb, _ in choices}
        wanted = rng.choice(sorted(verbs - self.seldom or verbs))
        if "commit" in verbs and rng.random() < P_COMMIT:
            wanted = "commit"
        decide(s, prompt.side, *rng.choice([c for c in choices if c[0] == wanted]))


def offered(prompt: Prompt) -> list[Answer]:
    return [(offer.verb, noun) for offer in prompt.offers for noun in offer]


def compare_reasons(walk: Walk, games: int, most: int) -> Seen:
    """Wherever something is asked, there is a reason exactly against what is not offered; it is not accepted either."""
    seen = Seen()
    for number in range(games):
        rng = random.Random(f"refused {number}")
        for s, prompt in walk.questions(rng, most):
            seen.steps[type(s.agenda[-1]).__name__] += 1
            offers = offered(prompt)
            assert offers, "a question without an answer"
            compare(s, prompt, [*offers, *walk.answers(s, rng)], seen)
            refuse(s, prompt, rng.sample(walk.answers(s, rng), 3))
            walk.go_on(s, prompt, rng)
            s.game.check(s)
    return seen


def compare(s: State, prompt: Prompt, answers: Iterable[Answer], seen: Seen | None = None) -> int:
    """There is a reason exactly against what is not offered, and it cites a rule. How many answers were refused."""
    seen, refused = seen or Seen(), 0
    step, rules, before = s.agenda[-1], rules_of(s.game.code), s.key()
    for verb, noun in answers:
        reason = step.why(s, prompt.side, verb, noun)
        assert (reason is None) == prompt.allows(verb, noun), f"{step}: {verb} {noun}: {reason}"
        if reason is not None:
            assert reason.rule in rules, f"{step}: {reason.rule} is no rule"
            refused += 1
            seen.rules[reason.rule] += 1
            seen.texts[reason.text.key] += 1
            if 0 in (reason.text.params.get("units"), reason.text.params.get("hexes")):
                seen.nameless.add(reason.text.key)
    assert s.key() == before, "asking changes nothing"
    return refused


def refuse(s: State, prompt: Prompt, answers: list[Answer]) -> None:
    """What was not offered is not accepted, and changes nothing."""
    before = s.key()
    for verb, noun in answers:
        if not prompt.allows(verb, noun):
            try:
                decide(s, prompt.side, verb, noun)
            except Illegal:
                assert s.key() == before
            else:
                raise AssertionError(f"{verb} {noun} was accepted")


def compare_views(walk: Walk, games: int, most: int, shown: tuple[str, ...] = ()) -> Counter[str]:
    """What is in hand is private: nobody else sees a difference. Counts the steps; those in `shown` are left out."""
    kinds: Counter[str] = Counter()
    for number in range(games):
        rng = random.Random(f"hand {number}")
        for s, prompt in walk.questions(rng, most):
            before, s.log = s.clone(), []
            walk.go_on(s, prompt, rng)
            kind = type(s.agenda[-1]).__name__ if s.agenda else ""
            if s.log or not in_hand(before, s) or kind in shown or kinds[kind] > ENOUGH:
                continue
            kinds[kind] += 1
            for viewer in {0, 1, None} - {prompt.side}:
                assert view(before, viewer) == view(s, viewer), f"{s.agenda[-1]} is open to {viewer}"
    return kinds


def in_hand(before: State, after: State) -> bool:
    """Whether a decision moved nothing and told nothing, and leaves the same side at the same work."""
    fields = all(getattr(before, name) == getattr(after, name) for name in before.FIELDS if name != "agenda")
    same_work = [p.side for p in before.asked] == [p.side for p in after.asked]
    return fields and before.where == after.where and same_work and before.agenda[:-1] == after.agenda[:-1]
