"""What can be declared is exactly what some legal declaration has, found by trying all; `auto` always gives one."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from khalkhin.games.sn.declaration import Declare
from tests.comparing import TIMES, often_enough
from tests.declaring import Referee
from tests.sn.oracles.brawl import brawl, expended
from tests.sn.oracles.declaring import front_of
from tests.sn.oracles.field import Field


@pytest.mark.rule("sn", "11.6")
@pytest.mark.rule("sn", "11.6.1")
@pytest.mark.rule("sn", "12.0.4")
@pytest.mark.rule("sn", "18.1.1")
@pytest.mark.parametrize("part", range(3))
def test_what_is_offered_is_what_some_legal_declaration_has(part: int) -> None:
    tally: Counter[str] = Counter()
    for number in range(120 * TIMES):
        rng = random.Random(f"{part} {number}")
        s = brawl(rng, 9)
        expended(s, rng)
        if s.asked and isinstance(s.agenda[-1], Declare):
            field = Field(s.to_data())
            tally["landed"] += bool(field.data["beached"])
            Referee(rng, tally).declare(s, front_of(field))
    wanted = {"compared": 150, "auto": 60, "landed": 5, "volunteers": 5, "several hexes": 10}
    often_enough(tally, wanted)
