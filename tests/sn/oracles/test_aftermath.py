"""Losses, retreats and pursuits are exactly those that the oracle finds, in random crowded positions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from khalkhin.engine.agenda import decide
from khalkhin.games.sn.losses import Lose
from khalkhin.games.sn.position import SIDES, Position
from khalkhin.games.sn.pursuit import advances
from khalkhin.games.sn.retreat import Going
from tests.comparing import TIMES
from tests.sn.oracles import aftermath
from tests.sn.oracles.aftermath import RECIPES, SIZE, Flight, Force, kind
from tests.sn.oracles.atlas import COUNTERS, around
from tests.sn.oracles.brawl import brawl
from tests.sn.oracles.field import Field
from tests.sn.positions import at, board, hexes, ids, names, position, unit, units

# -- losses ------------------------------------------------------------------------------------------------------------

BIG = {side: [u for u, c in COUNTERS.items() if c.size == "XXX" and c.side == side] for side in ("soviet", "japan")}
SMALL = {
    side: [u for u, c in COUNTERS.items() if c.ground and c.size != "XXX" and c.side == side]
    for side in ("soviet", "japan")
}
DIVISIONS = [u for u in COUNTERS if kind(u) in {(n, part) for (n, _), parts in RECIPES.items() for part in parts}]


def short_of_counters(rng: random.Random) -> tuple[Position, set[str]]:
    """A force that has to lose something, with few divisions in the pool."""
    side = rng.choice(("soviet", "japan"))
    group = set(rng.sample(BIG[side], rng.randrange(0, 4)) + rng.sample(SMALL[side], rng.randrange(0, 4)))
    group = group or {rng.choice(BIG[side])}
    free = [u for u in DIVISIONS if u not in group]
    pool = rng.sample(free, rng.choice((0, 2, 5, 10, 20)))
    total = sum(COUNTERS[u].equivalents for u in group)
    need = rng.randrange(1, total + 1)
    step = Lose(("soviet", "japan").index(side), units(*group), need, "13.0")
    placed = {"2317": sorted(group), "gone": [u for u in free if u not in pool]}
    return position(board(placed, f"{side}_combat", first=[step])), group


def force(s: Position, step: Lose) -> Force:
    data = s.to_data()["where"]
    return Force([kind(u) for u in ids(step.group)], [kind(u) for u, p in data.items() if p == "pool"])


@pytest.mark.rule("sn", "13.0.1")
@pytest.mark.rule("sn", "13.1")
@pytest.mark.rule("sn", "13.1.2")
@pytest.mark.parametrize("part", range(2))
def test_what_may_be_given_up_is_what_some_order_of_losses_has(part: int) -> None:
    tally: Counter[str] = Counter()
    for number in range(200 * TIMES):
        rng = random.Random(f"losses {part} {number}")
        s, group = short_of_counters(rng)
        first = s.agenda[-1] if s.asked else None
        if not isinstance(first, Lose):
            tally["all of it"] += 1
            continue
        due, lost = force(s, first).due(first.need), 0
        tally["overpaid"] += due > first.need
        while s.asked and isinstance(step := s.agenda[-1], Lose):
            plain, (prompt,) = force(s, step), s.asked
            said = {(o.verb, kind(s.game.sheet.ids[n])) for o in prompt.offers for n in o if isinstance(n, int)}
            assert said == plain.offers(step.need), (group, step.need, plain.pool)
            verb, noun = rng.choice([(o.verb, n) for o in prompt.offers for n in o])
            assert isinstance(noun, int)
            k = kind(s.game.sheet.ids[noun])
            broken = plain.breaks(k)
            lost += SIZE[k] if verb == "unit" else broken[0] if broken else 0
            tally["missing"] += verb == "breakdown" and broken is not None and broken[0] > 0
            decide(s, prompt.side, verb, noun)
            tally[verb] += 1
            if not isinstance(s.agenda[-1], Lose) and lost < due:  # all that was left went at once
                assert not s.units_at(prompt.side, at("2317"))
                rest = plain.gives_up(k) if verb == "unit" else broken[1] if broken else plain
                lost += sum(SIZE[x] for x in rest.group)
        assert lost == due, (group, first.need)
    assert min(tally[what] for what in ("unit", "breakdown", "missing")) > 10, tally
    assert tally["overpaid"] > 2, tally


# -- retreats ----------------------------------------------------------------------------------------------------------


def flights(label: str, number: int) -> Iterator[tuple[random.Random, Position, Going, Flight]]:
    """Stacks that have to go back, one or two hexes, as defenders or as attackers of somebody next door."""
    for n in range(number * TIMES):
        rng = random.Random(f"{label} {n}")
        s = brawl(rng, 18, (1, 2))
        data = s.to_data()
        for side in SIDES:
            field = Field(data, s.game.sides[side])
            stacks = [h for h in sorted(field.mine) if h not in field.foe]
            for hex_ in rng.sample(stacks, min(2, len(stacks))):
                foes = [b for b in around(hex_) if b in field.foe]
                role = rng.choice(("defenders", "attackers")) if foes else "defenders"
                targets = rng.sample(foes, rng.randrange(1, min(3, len(foes) + 1))) if role == "attackers" else [hex_]
                going = {u for u in field.mine[hex_] if COUNTERS[u].movement and u not in data["flipped"]}
                going = set(rng.sample(sorted(going), min(len(going), 5)))
                setattr(s, role, units(*going))
                far = rng.choice((1, 2))
                step = Going(side, role, far, hexes(*targets), units(*going))
                yield rng, s, step, Flight(field, far, set(targets), going)
                setattr(s, role, 0)


@pytest.mark.rule("sn", "13.3")
@pytest.mark.rule("sn", "13.3.0")
@pytest.mark.rule("sn", "13.3.b")
@pytest.mark.rule("sn", "13.3.b1")
@pytest.mark.rule("sn", "13.3.f")
@pytest.mark.rule("sn", "13.5.1")
def test_units_retreat_exactly_where_some_way_leads_alone_and_together() -> None:
    tally: Counter[str] = Counter()
    for rng, s, step, flight in flights("retreat", 60):
        able = {u for u in flight.waiting if flight.can(frozenset((u,)))}
        assert ids(step._able(s)) == able, (step, flight.waiting)
        tally["lost"] += len(flight.waiting - able)
        if not able:
            continue
        group = frozenset((rng.choice(sorted(able)),))
        while True:
            hand = Going(step.side, step.role, step.distance, step.targets, step.waiting, units(*group))
            found, wanted = hand._ends(s, hand.units), flight.ends(group)
            assert {s.game.map.grid.name(h): end.zones for h, end in found.items()} == wanted, (group, step)
            for end in found.values():
                assert tuple(s.game.map.grid.name(h) for h in end.path) in set(
                    flight.ways(group, flight.field.where[min(group)])
                )
            tally["alone" if len(group) == 1 else "together"] += 1
            tally["costly"] += bool(wanted) and min(wanted.values()) > 0
            tally["only with others"] += not wanted
            mates = {u for u in flight.kin(min(group)) - group if flight.can(group | {u})}
            assert ids(hand._mates(s)) == mates, (group, step)
            if not mates:
                break
            group |= {rng.choice(sorted(mates))}
    wanted_kinds = ("lost", "alone", "together", "costly", "only with others")
    assert min(tally[what] for what in wanted_kinds) > 3, tally


@pytest.mark.rule("sn", "13.6")
@pytest.mark.rule("sn", "13.6.2")
def test_units_advance_exactly_into_hexes_they_could_enter() -> None:
    tally: Counter[bool] = Counter()
    for number in range(60 * TIMES):
        rng = random.Random(f"pursuit {number}")
        s = brawl(rng)
        for side in SIDES:
            field = Field(s.to_data(), s.game.sides[side])
            for name in sorted(field.units):
                near = set(around(field.where[name])) | {field.where[name]}
                if name in s.to_data()["flipped"]:
                    continue
                found = names(advances(s, side, unit(name), hexes(*near)))
                wanted = aftermath.advances(field, name, near - {field.where[name]})
                assert found == wanted, name
                tally[bool(wanted)] += 1
    assert min(tally.values()) > 50, tally
