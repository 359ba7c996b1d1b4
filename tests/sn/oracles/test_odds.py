"""Attacks weigh what the oracle says, while they are declared and when they are resolved; what is hidden is a case."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from khalkhin.engine.agenda import decide
from khalkhin.engine.declaring import Battle
from khalkhin.engine.results_tables import Odds
from khalkhin.games.sn.combat import Attacks
from khalkhin.games.sn.declaration import Declare
from khalkhin.games.sn.odds import full_odds, preview
from khalkhin.games.sn.position import Position
from tests.comparing import TIMES
from tests.sn.oracles.atlas import COUNTERS
from tests.sn.oracles.brawl import brawl, expended
from tests.sn.oracles.field import Field
from tests.sn.oracles.weighing import Scales
from tests.sn.positions import ids, names

MOST = 9
"""So many units out of sight are tried out in all combinations."""

Supplies = tuple[set[str], set[str], set[str]]


def by_rule(odds: Odds) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for shift in odds.shifts:
        found.setdefault(shift.rule, []).append(shift.value)
    return found


def weigh(s: Position, side: int, attack: Battle, supplies: Supplies, tally: Counter[str]) -> None:
    """The attack as it stands now, with everything on the table."""
    field = Field(s.to_data(), s.game.sides[side])
    scales = Scales(field, sorted(ids(attack.units)), sorted(names(attack.targets)))
    odds = full_odds(s, side, attack.units, attack.targets)
    assert odds.attack == scales.attack()
    assert odds.defence == scales.defence()
    assert odds.base == scales.base()
    wanted = scales.shifts(*supplies)
    assert by_rule(odds) == wanted, (attack, odds.shifts)
    assert odds.column == max(0, min(8, scales.base() + sum(x for values in wanted.values() for x in values)))
    for rule in wanted:
        tally[rule] += 1
    tally["zero"] += not scales.attack()
    tally["several"] += len(scales.targets) > 1
    tally["landed"] += bool(scales.landed)
    tally["crowded"] += scales.defence() < sum(COUNTERS[u].defence for u in scales.defenders)


def foresee(s: Position, side: int, attack: Battle, supplies: Supplies, tally: Counter[str]) -> None:
    """The attack as the attacker knows it beforehand."""
    field = Field(s.to_data(), s.game.sides[side])
    scales = Scales(field, sorted(ids(attack.units)), sorted(names(attack.targets)))
    seen = {u for u in field.where if s.game.sees(s, side, s.game.sheet.index[u])}
    odds = preview(s, side, attack.units, attack.targets)
    if set(scales.defenders) <= seen:
        assert odds == full_odds(s, side, attack.units, attack.targets)
        return
    assert (odds.defence, odds.hidden) == (None, "21.0")
    if not scales.attack():
        assert (odds.column, odds.cases) == (0, ())
        return
    possible = range_of(odds)
    assert scales.defence() in possible
    assert (by_rule(odds), odds.unknown) == (scales.shifts(*supplies), ()), "only the defence is hidden"
    if len(list(scales.unseen(seen))) <= MOST and len(scales.targets) == 1:
        wanted = scales.possible(seen)
        assert wanted <= possible
        assert (min(wanted), max(wanted)) == (min(possible), max(possible))
        tally["all cases"] += 1
    tally["hidden"] += 1


def range_of(odds: Odds) -> set[int]:
    """All numbers that the cases speak of."""
    found: set[int] = set()
    for text, _ in odds.cases:
        low, _, high = text.partition("-")
        found |= set(range(int(low), int(high or low) + 1))
    return found


@pytest.mark.rule("sn", "12.2")
@pytest.mark.rule("sn", "12.1")
@pytest.mark.rule("sn", "13.4.1")
@pytest.mark.parametrize("part", range(2))
def test_attacks_weigh_what_the_oracle_says(part: int) -> None:
    tally: Counter[str] = Counter()
    for number in range(60 * TIMES):
        rng = random.Random(f"odds {part} {number}")
        s = brawl(rng)
        field, side = Field(s.to_data()), s.active
        spent = expended(s, rng)
        supplies = field.general(), field.offensive(spent), field.led()
        for _ in range(60):
            if not s.asked or s.result is not None or not s.agenda:
                break
            step, (prompt,) = s.agenda[-1], s.asked
            if isinstance(step, Declare):
                for attack in step.closed():
                    weigh(s, side, attack, supplies, tally)
                    foresee(s, side, attack, supplies, tally)
            elif isinstance(step, Attacks):
                for attack in step.attacks:
                    weigh(s, side, attack, supplies, tally)
            elif s.active != side or type(step).__module__.split(".")[-1] in ("movement", "supply", "rally"):
                break
            choices = [(o.verb, n) for o in prompt.offers for n in o]
            verbs = {verb for verb, _ in choices}
            verb = "commit" if "commit" in verbs and rng.random() < 0.5 else rng.choice(sorted(verbs))
            decide(s, prompt.side, *rng.choice([c for c in choices if c[0] == verb]))
    rules = ("12.2.hq", "12.2.gs", "12.2.max", "12.2.con", "12.2.cas", "12.2.ter", "12.3", "12.4", "15.2.28", "25.4.2")
    rare = {
        what: tally[what] for what in (*rules, "zero", "several", "landed", "hidden", "all cases") if tally[what] < 2
    }
    assert not rare, tally
