"""In combat there is a reason exactly against what is not offered, no question without an answer, and nothing in hand
that others see."""

from __future__ import annotations

import random
from dataclasses import replace

from khalkhin.games.sn import combat, declaration, losses, pursuit, retreat, supply
from khalkhin.games.sn.position import Position
from tests.refusals import Walk, compare_reasons, compare_views
from tests.sn.oracles.brawl import brawl, expended


def supplied(rng: random.Random) -> Position:
    """Ready to fight, after the attacker has expended what he wanted."""
    s = brawl(rng)
    expended(s, rng)
    return s


WALK = Walk(
    start=supplied,
    modules=(combat, losses, declaration, pursuit, retreat),
    hex_verbs=("hex", "attack", "also"),
    unit_verbs=("unit", "breakdown", "stand", "expend", "combine"),
    bare_verbs=("done", "commit", "auto", "skip"),
    seldom=frozenset({"auto", "done"}),
)


def test_a_reason_exactly_against_what_is_not_offered() -> None:
    seen = compare_reasons(WALK, games=80, most=50)
    assert not seen.nameless
    assert set(seen.steps) == {"Declare", "Attacks", "Lose", "Retreat", "Going", "Pursuit", "SupportLoss"}, seen
    wanted = {
        *("why.no-enemy", "why.attacked", "why.nobody-beside", "why.attackers-first", "engine.leaves-units"),
        *("why.target-first", "why.not-beside-all", "why.not-yours", "why.in-attack", "why.beached", "why.uncovered"),
        *("why.not-beside-targets", "why.covered", "why.not-declared", "why.pick-attack", "why.pick-loss"),
        *("why.not-in-combat", "why.too-much", "why.no-corps", "why.not-retreating", "why.no-fort"),
        *("why.retreat-first", "why.retreat-zone", "why.enemy", "why.retreat-distance", "why.has-pursued"),
        *("why.not-of-battle", "why.pursuing", "why.pick-airstrike", "why.not-now"),
    }
    assert wanted <= set(seen.texts), wanted - set(seen.texts)


def test_what_is_in_hand_is_private() -> None:
    walk = replace(WALK, start=lambda rng: brawl(rng, 18), modules=(*WALK.modules, supply))
    kinds = compare_views(walk, games=80, most=40)
    assert kinds.keys() >= {"Declare", "Retreat", "Going", "Pursuit"}, kinds
