"""Random players of several policies, and the games and positions that the suite looks at."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import NamedTuple

import khalkhin
from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.match import Decision, Match
from khalkhin.engine.state import State
from tests.conformance.games import Case
from tests.conformance.hidden import permuted

Policy = Callable[[Match, random.Random], Decision]

FINISHING = ("done", "commit", "pass", "auto")
"""Verbs that end something, in all games."""


def wild(match: Match, rng: random.Random) -> Decision:
    """Any choice, each as likely as the next."""
    return rng.choice(list(match.choices()))


def eager(match: Match, rng: random.Random) -> Decision:
    """Ends things as soon as it can, half of the time."""
    ends = [c for c in match.choices() if c.verb in FINISHING]
    return rng.choice(ends) if ends and rng.random() < 0.5 else wild(match, rng)


def reluctant(match: Match, rng: random.Random) -> Decision:
    """Never ends anything while there is something else to do."""
    choices = list(match.choices())
    return rng.choice([c for c in choices if c.verb not in FINISHING] or choices)


def even(match: Match, rng: random.Random) -> Decision:
    """Each verb as likely as the next: rare verbs get their turn."""
    choices = list(match.choices())
    verb = rng.choice(sorted({c.verb for c in choices}))
    return rng.choice([c for c in choices if c.verb == verb])


POLICIES: tuple[Policy, ...] = (even, wild, eager, reluctant)


def talk(match: Match, rng: random.Random) -> Decision | None:
    """Sometimes a side takes up a standing offer, whoever is asked; nobody concedes or accepts here."""
    if rng.random() > 0.03:
        return None
    side = rng.randrange(len(match.game.sides))
    offers = [o for o in match.game.standing(match.state, side) if o.verb not in ("concede", "accept")]
    if not offers:
        return None
    offer = rng.choice(offers)
    return Decision(side, offer.verb, rng.choice(list(offer))) if len(offer) else None


def new(case: Case, seed: int) -> Match:
    return khalkhin.new(case.game, case.scenario, seed=seed, options=case.options)


def walk(case: Case, policy: Policy, seed: int) -> Iterator[tuple[Match, Decision]]:
    """A game as it goes: the match, and the decision that is about to be taken."""
    match, rng = new(case, seed), random.Random(f"{case} {policy.__name__} {seed}")
    turns: Counter[int] = Counter()
    while not match.over:
        turns[match.state.turn] += 1
        assert turns[match.state.turn] <= case.most_decisions, "this turn does not end"
        decision = talk(match, rng) or policy(match, rng)
        yield match, decision
        match.decide(decision)


class Visit(NamedTuple):
    """A decision of a game, with the game before and after it."""

    before: Match
    decision: Decision
    after: Match


@lru_cache(maxsize=1)
def visits(case: Case, policy: Policy) -> tuple[Visit, ...]:
    """Every decision of one game. What has to hold for each is looked at in the same game: change no match of it."""
    matches, decisions = [], []
    for match, decision in walk(case, policy, seed=2):
        matches.append(match.clone())
        decisions.append(decision)
    return tuple(Visit(*visit) for visit in zip(matches, decisions, [*matches[1:], match], strict=True))


@cache
def played(case: Case, policy: Policy, seed: int) -> Match:
    """A whole game."""
    match = new(case, seed)
    for match, _ in walk(case, policy, seed):  # noqa: B007  the match is the same one all the time
        pass
    return match


@cache
def positions(case: Case) -> tuple[Match, ...]:
    """Games in progress: some of every kind of step that comes up in a number of games of all policies, and of ends."""
    rng = random.Random(str(case))
    found: dict[str, list[Match]] = {}
    number: dict[str, int] = {}
    share = 2 if case.light else 4
    for seed in range(case.games):
        for policy in POLICIES:
            for match, _ in walk(case, policy, seed):
                _keep(match, found, number, share, rng)
            _keep(match, found, number, share, rng)
    return tuple(match for kind in sorted(found) for match in found[kind])


@cache
def twins(case: Case, viewer: int | None) -> tuple[State, ...]:
    """For each of the positions one that differs from it, if at all, only in what the viewer may not know."""
    rng = random.Random(f"{case} {viewer}")
    return tuple(permuted(match.state, viewer, rng, case.secrets) for match in positions(case))


def near_enemies(s: State) -> HexSet:
    """The hexes beside enemies where what is in hand may go."""
    group, goals = s.agenda[-1].in_hand(s)
    if not group:
        return 0
    side = s.game.sheet.side[next(members(group))]
    return goals & s.game.map.grid.spread(s.held(1 - side))


def _keep(match: Match, found: dict[str, list[Match]], number: dict[str, int], share: int, rng: random.Random) -> None:
    """Keep a fair sample of each kind, however many there are of it."""
    s = match.state
    kind = f"{type(s.agenda[-1]).__name__} {[p.side for p in s.asked]} {bool(near_enemies(s))}" if s.agenda else "end"
    number[kind] = number.get(kind, 0) + 1
    kept = found.setdefault(kind, [])
    if len(kept) < share:
        kept.append(match.clone())
    elif (place := rng.randrange(number[kind])) < share:
        kept[place] = match.clone()
