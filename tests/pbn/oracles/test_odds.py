"""The odds of every battle that random fighting brings are those that the oracle weighs, as far as a side sees."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection
from typing import Any

import pytest

from khalkhin.engine.agenda import decide
from khalkhin.games.pbn.battle import ChooseTable, FightStep
from khalkhin.games.pbn.position import Position
from tests.comparing import TIMES
from tests.pbn.fights import COLUMNS
from tests.pbn.oracles.atlas import COUNTERS
from tests.pbn.oracles.brawl import brawl
from tests.pbn.oracles.weighing import Scales
from tests.pbn.positions import ids, names

HEADQUARTERS = {u for u, c in COUNTERS.items() if c.type == "headquarters"}


def marked(step: FightStep) -> dict[str, int]:
    """JCM.5.1, SCM.8, 31.1  What has been thrown in, in favour of the attacker."""
    fight = step.fight
    found = {
        "JCM.5.1": fight.banzai * (1 if fight.side else -1),
        "SCM.8": fight.experience * (-1 if fight.side else 1),
        "31.1": fight.support,
    }
    return {rule: value for rule, value in found.items() if value}


def compare(odds: dict[str, Any], scales: Scales, known: Collection[str], extra: dict[str, int]) -> None:
    wanted = {**scales.shifts(known), **extra}
    assert {shift["rule"]: shift["value"] for shift in odds["shifts"]} == wanted
    assert (odds["attack"], odds["defence"]) == (scales.attack(), scales.defence())
    assert odds["base"] == COLUMNS[scales.base()]
    assert odds["column"] == COLUMNS[max(0, min(9, scales.base() + sum(wanted.values())))]


def look(s: Position, step: FightStep, tally: Counter[str]) -> None:
    scales = Scales(s.to_data(), sorted(names(step.fight.targets)), ids(step.fight.employed))
    for viewer in (0, 1, None):
        seen = {u for u in HEADQUARTERS if s.game.sees(s, viewer, s.game.sheet.index[u])}
        details = step.details(s, viewer)
        if isinstance(step, ChooseTable):
            for odds in details["alternatives"].values():
                compare(odds, scales, seen, marked(step))
        elif "units" not in vars(step) or not vars(step)["units"]:  # defenders may be half chosen
            compare(details["odds"], scales, seen, marked(step))
        tally["unknown"] += bool(details["odds"]["unknown"])
    for rule in scales.shifts(HEADQUARTERS):
        tally[rule] += 1
    tally["hexes"] += len(scales.targets) > 1
    tally["crowded"] += len(scales.employed()) < sum(COUNTERS[u].type != "supply" for u in scales.defenders)
    for rule in marked(step):
        tally[rule] += 1


@pytest.mark.rule("pbn", "14.3.4")
@pytest.mark.rule("pbn", "14.3.5")
def test_battles_weigh_what_the_oracle_says() -> None:
    tally: Counter[str] = Counter()
    for number in range(50 * TIMES):
        rng = random.Random(f"odds {number}")
        s = brawl(rng)
        phase = s.agenda[-1].phase if s.agenda else ""
        for _ in range(60):
            if not s.agenda or s.result is not None or (s.agenda[-1].phase or phase) != phase:
                break
            step = s.agenda[-1]
            if isinstance(step, FightStep):
                look(s, step, tally)
            (prompt,) = s.asked
            choices = [(o.verb, n) for o in prompt.offers for n in o]
            verbs = {verb for verb, _ in choices}
            verb = next((v for v in ("commit", "support") if v in verbs), rng.choice(sorted(verbs)))
            decide(s, prompt.side, *rng.choice([c for c in choices if c[0] == verb]))
    rules = ("14.3.4.1", "14.3.4.2", "14.3.4.3", "14.3.4.4", "14.33", "21.1", "JCM.5.1", "SCM.8", "31.1")
    rare = {what: tally[what] for what in (*rules, "hexes", "crowded", "unknown") if tally[what] < 5}
    assert not rare, tally
