"""Everybody is in supply who has a line that the oracle can draw, and nobody else."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from khalkhin.games.sn.supply import general, offensive
from tests.comparing import TIMES, often_enough
from tests.sn.oracles.atlas import COUNTERS, GROUND, crosses
from tests.sn.oracles.crowd import KINDS, Kind, crowd
from tests.sn.oracles.field import Field
from tests.sn.positions import ids, names, position, units


def compare(kind: Kind, number: int) -> Counter[str]:
    """Both sides, whoever moves: General Supply, and Offensive Supply of supply units taken at random."""
    tally: Counter[str] = Counter()
    for seed in range(number * TIMES):
        rng = random.Random(f"supply {kind.name} {seed}")
        s = position(crowd(rng, kind))
        for number, side in enumerate(s.game.sides):
            field = Field(s.to_data(), side)
            assert names(s.enemy_zone(number)) == field.zone
            found = field.general()
            assert ids(general(s, number)) == found
            spent = {x for x in field.stores() if rng.random() < 0.5}
            spent |= {x for x in field.at_home if COUNTERS[x].type == "supply"}
            assert ids(offensive(s, number, units(*spent))) == field.offensive(spent)
            lines = found - field.automatic()
            tally["by line"] += len(lines)
            tally["out"] += len(field.units - found)
            tally["offensive"] += len(field.offensive(spent))
            tally["in rough"] += sum(GROUND[field.where[u]] == "rough" for u in lines)
            tally["mech"] += sum(COUNTERS[u].mech for u in lines)
            tally["by rail"] += len(lines - field.offensive(set(field.stores())) - field.disrupted)
    return tally


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_supply(kind: Kind) -> None:
    tally = compare(kind, 6)
    assert tally["out"] >= TIMES
    assert tally["offensive"] >= 6 * TIMES


def test_there_are_lines_of_every_kind_to_compare() -> None:
    tally = sum((compare(kind, 3) for kind in KINDS), Counter[str]())
    wanted = {"by line": 20, "in rough": 2, "by rail": 5, "mech": 1}
    often_enough(tally, wanted)


def test_lines_over_lakes_and_through_rough_are_among_them() -> None:
    """The crowds have what lines of supply stumble over."""
    seen: Counter[str] = Counter()
    for kind in KINDS:
        for seed in range(3):
            s = position(crowd(random.Random(f"stumble {kind.name} {seed}"), kind))
            for side in s.game.sides:
                field = Field(s.to_data(), side)
                for store in field.stores():
                    start = field.where[store]
                    for kind_ in ("mech", "non", "mountain"):
                        area = field.line(kind_, start, field.radius(store))
                        seen[kind_] += len(area)
                        seen["net"] += len(field.net(start)) > 1
                    lake = any(crosses("lake", start, h) for h in field.line("non", start, 1) if h != start)
                    seen["lake"] += lake
    assert seen["mech"] < seen["non"] < seen["mountain"]
    assert seen["net"]
    assert seen["lake"]
