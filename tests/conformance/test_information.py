"""What a side may not know it cannot learn: not from views, log, prompts, odds, score or refusals, nor by undo."""

from __future__ import annotations

import json
import random

import pytest

from khalkhin.board.hexset import members, union
from khalkhin.engine.agenda import Kind, why
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import Illegal
from khalkhin.engine.game import Game
from khalkhin.engine.match import Decision, Effect, Match
from khalkhin.engine.prospects import prospects
from khalkhin.engine.state import State
from khalkhin.engine.view import log_for, overlays, view
from tests.conformance.driver import Policy, near_enemies, new, positions, twins, visits
from tests.conformance.games import Case
from tests.conformance.hidden import relabelled, strings
from tests.conformance.test_choices import JUNK, universe

VIEWERS = (0, 1, None)


def _bytes(s: State, side: int | None) -> bytes:
    return json.dumps([view(s, side), overlays(s, side)]).encode()


@pytest.mark.parametrize("viewer", VIEWERS)
def test_views_do_not_differ_where_only_hidden_things_do(case: Case, viewer: int | None) -> None:
    changed = 0
    for match, twin in zip(positions(case), twins(case, viewer), strict=True):
        if twin != match.state:
            changed += 1
            assert _bytes(twin, viewer) == _bytes(match.state, viewer)
    assert changed or case.options.get("open_strengths"), "the hidden things were never changed"


@pytest.mark.parametrize("viewer", [0, 1])
def test_refusals_do_not_differ_where_only_hidden_things_do(case: Case, viewer: int) -> None:
    rng = random.Random(21)
    for match, twin in list(zip(positions(case), twins(case, viewer), strict=True))[::2]:
        for verb in match.game.verbs:
            nouns = universe(match.game, verb)
            for noun in [*rng.sample(nouns, min(len(nouns), 12)), *JUNK]:
                here, there = why(match.state, viewer, verb, noun), why(twin, viewer, verb, noun)
                assert here == there, f"{match.state.agenda[-1]}: {verb} {noun}"


@pytest.mark.parametrize("viewer", [0, 1])
def test_the_effect_of_an_answer_does_not_differ_where_only_hidden_things_do(case: Case, viewer: int) -> None:
    """It is tried on what the viewer sees, never on the position itself."""
    for match, twin in list(zip(positions(case), twins(case, viewer), strict=True))[::4]:
        side, other = match.game.sides[viewer], Match(twin)
        for prompt in match.prompts():
            bare = [offer.verb for offer in prompt.offers if prompt.side == viewer and None in offer]
            assert [_effect(match, verb, side) for verb in bare] == [_effect(other, verb, side) for verb in bare]


def _effect(match: Match, verb: str, side: str) -> Effect | None:
    try:
        return match.effect(verb, None, side)
    except Illegal:
        return None


@pytest.mark.parametrize("viewer", [0, 1])
def test_odds_before_a_move_do_not_differ_where_only_hidden_things_do(case: Case, viewer: int) -> None:
    rng, told = random.Random(25), 0
    for match, twin in zip(positions(case), twins(case, viewer), strict=True):
        near = list(members(near_enemies(match.state))) if match.state.agenda else []
        for hex_ in rng.sample(near, min(len(near), 12)):
            here = prospects(match.state, viewer, hex_)
            told += len(here.attacks)
            assert prospects(twin, viewer, hex_) == here, f"{match.state.agenda[-1]}: {hex_}"
    assert told or not _looks_ahead(case), "nobody was told of an attack"


def _looks_ahead(case: Case) -> bool:
    return type(new(case, 1).game).prospects is not Game.prospects


@pytest.mark.parametrize("viewer", VIEWERS)
def test_what_a_side_knows_at_once_is_what_it_sees_one_by_one(case: Case, viewer: int | None) -> None:
    for match in positions(case):
        s, game = match.state, match.game
        assert game.known(s, viewer) == union(u for u in range(len(game.sheet)) if game.sees(s, viewer, u))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_view_names_no_counter_that_its_side_does_not_see(case: Case, viewer: int | None) -> None:
    for match in positions(case):
        s, sheet = match.state, match.game.sheet
        for name in strings(view(s, viewer)) & sheet.index.keys():
            assert match.game.sees(s, viewer, sheet.index[name]), f"{name} in {s.agenda[-1]}"


def test_the_log_names_no_counter_that_the_reader_has_not_seen(case: Case, policy: Policy) -> None:
    for match, _, twin in visits(case, policy)[:: case.stride]:
        if twin.state.sealed or twin.over:
            continue  # something was shown to everybody
        for viewer in VIEWERS:
            lines = log_for(twin.log[len(match.log) :], viewer)
            for name in strings([line["params"] for line in lines]) & match.game.sheet.index.keys():
                unit = match.game.sheet.index[name]
                seen = any(match.game.sees(s, viewer, unit) for s in (match.state, twin.state))
                assert seen, f"{name} in {lines}"


@pytest.mark.parametrize("viewer", VIEWERS)
def test_the_log_does_not_tell_like_counters_apart(case: Case, viewer: int | None) -> None:
    """With like counters exchanged, decision for decision, the game reads the same to who cannot tell them apart."""
    rng, compared = random.Random(23), 0
    for match in positions(case)[::2]:
        labels = {} if match.over else case.secrets.swaps(match.state, viewer, rng, True)
        if not labels:
            continue  # the twin would be the same position
        swapped = union(match.game.sheet.index[name] for name in labels)
        twin = Match(relabelled(match.state, labels))
        here, start = match.clone(), len(match.log)
        for _ in range(15):
            if here.over:
                break
            decision = rng.choice(list(here.choices()))
            here.decide(decision)
            twin.decide(_exchanged(here, decision, labels))
            if here.state.sealed or _shown(here, viewer, swapped) or _shown(twin, viewer, swapped):
                break
            compared += 1
            assert log_for(twin.log, viewer) == log_for(here.log[start:], viewer)
            assert _bytes(twin.state, viewer) == _bytes(here.state, viewer)
    assert compared or case.options.get("open_strengths")


def _shown(match: Match, viewer: int | None, swapped: UnitSet) -> bool:
    """Whether one of the counters exchanged has been shown meanwhile, as by being lost."""
    return bool(match.game.known(match.state, viewer) & swapped)


def _exchanged(match: Match, decision: Decision, labels: dict[str, str]) -> Decision:
    """The decision of somebody who holds the other counters."""
    if match.game.verbs[decision.verb] is not Kind.UNIT or not isinstance(decision.noun, int):
        return decision
    sheet = match.game.sheet
    name = sheet.ids[decision.noun]
    return decision._replace(noun=sheet.index[labels.get(name, name)])


@pytest.mark.parametrize("viewer", [0, 1])
def test_who_learns_something_by_a_decision_cannot_take_it_back(case: Case, viewer: int) -> None:
    rng = random.Random(24)
    for match, other in zip(positions(case), twins(case, viewer), strict=True):
        choices = [c for c in match.choices() if c.side == viewer]
        said = rng.sample(choices, min(len(choices), 4))
        for offer in match.game.standing(match.state, viewer):
            said += [Decision(viewer, offer.verb, noun) for noun in rng.sample(list(offer), min(len(offer), 2))]
        for decision in said:
            here, there = match.clone(), Match(other.clone())
            here.decide(decision)
            there.decide(decision)
            if here.can_undo(match.game.sides[viewer]):
                learned = _bytes(here.state, viewer) != _bytes(there.state, viewer)
                assert not learned, f"{match.state.agenda[-1]}: {decision}"


def test_what_is_half_built_is_private(case: Case, policy: Policy) -> None:
    """A decision that moves nothing and leaves the same side at the same work is nobody else's business."""
    private = 0
    for match, decision, twin in visits(case, policy)[:: case.stride]:
        before, after = match.state, twin.state
        moved = any(getattr(before, n) != getattr(after, n) for n in before.FIELDS if n != "agenda")
        moved = moved or before.piles != after.piles
        same_work = [p.side for p in before.asked] == [p.side for p in after.asked]
        if moved or not same_work or before.where != after.where or len(twin.log) > len(match.log):
            continue
        if before.agenda[:-1] != after.agenda[:-1] or type(after.agenda[-1]).__name__ in case.open:
            continue
        private += 1
        for viewer in VIEWERS:
            if viewer != decision.side:
                assert _bytes(after, viewer) == _bytes(before, viewer), f"{after.agenda[-1]} is open to {viewer}"
    assert private
