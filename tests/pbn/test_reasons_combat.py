"""In combat there is a reason exactly against what is not offered, no question without an answer, and nothing in hand
that others see."""

from __future__ import annotations

from dataclasses import replace

from khalkhin.games.pbn import battle, declaration, losses, pursuit, retreat
from tests.pbn.oracles.brawl import brawl
from tests.refusals import Walk, compare_reasons, compare_views

WALK = Walk(
    start=brawl,
    modules=(battle, losses, declaration, pursuit, retreat),
    hex_verbs=("hex", "attack", "also"),
    unit_verbs=("unit", "breakdown", "stand", "shorten", "play", "activate"),
    bare_verbs=("done", "commit", "auto", "pass"),
    others=(("table", "raid"), ("table", "assault"), ("support", 1), ("support", 2), ("support", 0)),
    units=("JP-CM-BANZAI", "JP-CM-RECON", "SU-CM-EXPERIENCE", "SU-CM-RECON", "SU-CM-STAFF"),
    seldom=frozenset({"auto"}),
)


def test_a_reason_exactly_against_what_is_not_offered() -> None:
    seen = compare_reasons(WALK, games=60, most=40)
    assert not seen.nameless
    assert len(seen.steps) >= 14, seen
    assert len(seen.texts) >= 40, seen


def test_what_is_in_hand_is_private() -> None:
    walk = replace(WALK, start=lambda rng: brawl(rng, 20))
    kinds = compare_views(walk, games=120, most=30, shown=("Going",))  # who goes has been chosen: what comes shows it
    assert {"Declare", "Employ", "EmployDefenders", "LoseHalf", "Pursue", "Retreat"} <= kinds.keys(), kinds
