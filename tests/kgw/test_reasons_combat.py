"""In combat and in the air there is a reason exactly against what is not offered, and no question without an answer."""

from __future__ import annotations

from khalkhin.games.kgw import advance, air, air_combat, combat, counterattack, housekeeping, losses, retreat
from tests.kgw.oracles.melee import melee
from tests.refusals import Walk, compare_reasons

WALK = Walk(
    start=melee,
    modules=(advance, air, air_combat, combat, counterattack, housekeeping, losses, retreat),
    hex_verbs=("hex", "attack", "counterattack", "superiority", "strike", "deliver", "rail"),
    unit_verbs=(
        *("unit", "support", "maximum", "breakdown", "combine"),
        *("withdraw", "relocate", "reuse", "supply", "recruit"),
    ),
    bare_verbs=("done", "commit", "retreat", "pass", "auto"),
    seldom=frozenset({"relocate"}),
)


def test_a_reason_exactly_against_what_is_not_offered() -> None:
    seen = compare_reasons(WALK, games=60, most=30)
    assert not seen.nameless
    assert len(seen.steps) >= 12, seen
    assert len(seen.rules) >= 25, seen
