"""What can be declared is exactly what some legal declaration has, found by trying all; `auto` always gives one."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from khalkhin.engine.agenda import decide
from khalkhin.games.pbn.declaration import Declare, Employ
from khalkhin.games.pbn.position import Position
from tests.comparing import TIMES, often_enough, said
from tests.declaring import Front, Referee, in_hand
from tests.pbn.oracles.atlas import COUNTERS, GROUND, within
from tests.pbn.oracles.crowd import FRONT, RIVERS, Kind, crowd
from tests.pbn.oracles.declaring import LIMIT, front_of
from tests.pbn.positions import board, ids, names, position

CENTRES = ("0808", "1413", "1811", "2114", "2605", "0110", "3313")


def skirmish(rng: random.Random) -> Position:
    """A few stacks of both sides close together: regiments, battalions, headquarters, supply, some suppressed."""
    area = sorted(within(rng.choice(CENTRES), rng.choice((1, 1, 2))))
    placed: dict[str, list[str]] = {}
    owner: dict[str, str] = {}
    pool = [u for u, c in COUNTERS.items() if c.land and not c.change and "-B" not in u and c.type != "supply"]
    special = [u for u in pool if COUNTERS[u].type == "headquarters"] + ["SU-SUP-1", "JP-SUP-1", "SU-SUP-2"]
    side = rng.choice(("soviet", "japan"))
    for _ in range(rng.randrange(5, 14)):
        unit = rng.choice(special if rng.random() < 0.25 else pool)
        mine = COUNTERS[unit].side
        spots = [h for h in area if owner.get(h, mine) == mine]
        stacks = [h for h in spots if h in owner]
        if not spots or any(unit in stack for stack in placed.values()):
            continue
        hex_ = rng.choice(stacks if stacks and rng.random() < 0.5 else spots)
        owner[hex_] = mine
        placed.setdefault(hex_, []).append(unit)
    on_map = [u for stack in placed.values() for u in stack]
    weak = [u for u in on_map if COUNTERS[u].combat and rng.random() < 0.25]
    impulse, options = rng.choice((1, 2)), {"attack_all": rng.random() < 0.4}
    return position(board(placed, f"{side}_combat", suppressed=weak, impulse=impulse, options=options))


def where(s: Position) -> dict[str, str]:
    data = s.to_data()
    return {u: h for u, h in data["where"].items() if h in GROUND and COUNTERS[u].land}


def employ(s: Position, rng: random.Random, tally: Counter[str]) -> None:
    """12.5.3  Everybody of the hex who still fits, until nobody does."""
    while s.agenda and isinstance(step := s.agenda[-1], Employ):
        first = min(names(step.hexes), key=s.game.map.grid.at)
        group = [u for u, h in where(s).items() if h == first and COUNTERS[u].type != "supply"]
        assert sum(COUNTERS[u].equivalents for u in group) > LIMIT
        left = LIMIT - sum(COUNTERS[u].equivalents for u in ids(step.units))
        fitting = {u for u in group if u not in ids(step.units) and COUNTERS[u].equivalents <= left}
        assert said(s)["unit"] == fitting
        tally["employ"] += 1
        decide(s, s.asked[0].side, "unit", s.game.parse("unit", rng.choice(sorted(fitting))))


def front(s: Position) -> Front | None:
    """The front of whoever declares now."""
    step = s.agenda[-1] if s.agenda else None
    if not isinstance(step, Declare):
        return None
    return front_of(s.game.sides[step.side], where(s), ids(s.suppressed), ids(step.idle), s.options["attack_all"])


@pytest.mark.rule("pbn", "14.13")
@pytest.mark.rule("pbn", "14.2")
@pytest.mark.parametrize("part", range(3))
def test_what_is_offered_is_what_some_legal_declaration_has(part: int) -> None:
    tally: Counter[str] = Counter()
    for number in range(250 * TIMES):
        rng = random.Random(f"{part} {number}")
        s = skirmish(rng)
        employ(s, rng, tally)
        if found := front(s):
            Referee(rng, tally).declare(s, found)
    wanted = {"compared": 200, "auto": 100, "employ": 5, "volunteers": 5, "several hexes": 20}
    often_enough(tally, wanted)


@pytest.mark.rule("pbn", "14.13")
@pytest.mark.parametrize("kind", [FRONT, RIVERS], ids=lambda kind: kind.name)
def test_auto_is_legal_on_crowded_fronts_wherever_one_has_got_to(kind: Kind) -> None:
    """Too many declarations to try them all, but one can be looked at."""
    tally: Counter[str] = Counter()
    for number in range(25 * TIMES):
        rng = random.Random(f"{kind.name} {number}")
        s = position(crowd(rng, kind._replace(reach=rng.choice((2, 3)), counters=rng.randrange(20, 70)), "combat"))
        employ(s, rng, tally)
        found, referee = front(s), Referee(rng, tally)
        if found is None:
            continue
        for _ in range(15):
            hand = in_hand(s)
            assert hand is not None
            referee.auto(s, found, hand)
            if not referee.go_on(s):
                break
        tally["fronts"] += 1
        tally["units"] = max(tally["units"], len(found.beside))
    assert tally["auto"] > 100, tally
    assert tally["units"] > 12, tally
