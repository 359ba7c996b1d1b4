"""What can be declared is exactly what some legal declaration has, found by trying all; `auto` always gives one."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

from khalkhin.engine import cover
from khalkhin.engine.agenda import decide
from khalkhin.games.pbn.declaration import Declare, Employ
from khalkhin.games.pbn.position import Position
from tests.pbn.oracles.atlas import COUNTERS, GROUND, within
from tests.pbn.oracles.crowd import FRONT, RIVERS, Kind, crowd
from tests.pbn.oracles.declaring import Declaration, Fight, Front, InHand, every, front_of, legal
from tests.pbn.positions import board, ids, names, position

TIMES = int(os.environ.get("KHALKHIN_ORACLE", "1").rstrip("x"))
"""KHALKHIN_ORACLE=10x compares ten times as many positions."""
MOST_UNITS, MOST_HEXES = 7, 5
"""Larger fronts have too many declarations to try them all."""
LETTERS = "abcdefgh"


# -- the solver by itself ----------------------------------------------------------------------------------------------


def drawn(rng: random.Random) -> tuple[cover.Front, Front]:
    """A random front, for the solver and for the oracle: who is next to whom is thrown for, not read from a map."""
    units, hexes = rng.randrange(1, 6), rng.randrange(1, 5)
    exerting = {h for h in range(hexes) if rng.random() < 0.75}
    beside = {u: {h for h in range(hexes) if rng.random() < 0.5} for u in range(units)}
    beside = {u: near for u, near in beside.items() if near}
    obliged = {u for u, near in beside.items() if near & exerting}
    due = {h for u in obliged for h in beside[u] & exerting}
    there = {h for near in beside.values() for h in near}

    def bits(some: set[int]) -> int:
        return sum(1 << x for x in some)

    ours = cover.Front(bits(obliged), bits(due), bits(there - due), {u: bits(near) for u, near in beside.items()})
    plain = Front(
        {LETTERS[u]: frozenset(str(h) for h in near) for u, near in beside.items()},
        frozenset(LETTERS[u] for u in obliged),
        frozenset(str(h) for h in due),
    )
    return ours, plain


def spelt(units: int, hexes: int) -> Fight:
    return (
        frozenset(LETTERS[u] for u in range(8) if units >> u & 1),
        frozenset(str(h) for h in range(8) if hexes >> h & 1),
    )


@pytest.mark.rule("pbn", "14.13")
@pytest.mark.rule("pbn", "14.21")
def test_a_battle_is_completable_exactly_if_a_legal_declaration_has_it() -> None:
    tally: Counter[bool] = Counter()
    for number in range(400 * TIMES):
        rng = random.Random(f"solver {number}")
        ours, plain = drawn(rng)
        declarations = every(plain)
        assert declarations, "there is always one (R13)"
        for _ in range(20):
            units = sum(1 << u for u in ours.beside if rng.random() < 0.4)
            hexes = sum(1 << h for h in range(5) if (ours.due | ours.optional) >> h & 1 and rng.random() < 0.4)
            if units and hexes:
                want = spelt(units, hexes)
                found = any(want[0] <= u and want[1] <= h for d in declarations for u, h in d)
                assert cover.completable(ours, units, hexes) == found, (plain, want)
                tally[found] += 1
    assert min(tally[True], tally[False]) > 500, tally


@pytest.mark.rule("pbn", "14.13")
def test_the_cover_is_legal_and_a_star_each() -> None:
    for number in range(300 * TIMES):
        ours, plain = drawn(random.Random(f"cover {number}"))
        found = [spelt(units, hexes) for units, hexes in cover.cover(ours)]
        assert legal(plain, found), (plain, found)
        assert all(len(units) == 1 or len(hexes) == 1 for units, hexes in found), "one against several, or several"


# -- on the map --------------------------------------------------------------------------------------------------------

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
    return position(board(placed, f"{side}_combat", suppressed=weak, impulse=rng.choice((1, 2))))


def where(s: Position) -> dict[str, str]:
    data = s.to_data()
    return {u: h for u, h in data["where"].items() if h in GROUND and COUNTERS[u].land}


def named(s: Position, step: Declare) -> InHand:
    closed = tuple((frozenset(ids(b.units)), frozenset(names(b.targets))) for b in step.battles)
    return InHand(closed, frozenset(ids(step.current.units)), frozenset(names(step.current.targets)))


def said(s: Position) -> dict[str, set[Any]]:
    (prompt,) = s.asked
    return {o.verb: {s.game.write(o.verb, n) for n in o} for o in prompt.offers}


class Referee:
    """Puts a declaration together at random, and compares what is offered at every step."""

    def __init__(self, rng: random.Random, tally: Counter[str]) -> None:
        self.rng, self.tally = rng, tally

    def play(self, s: Position) -> None:
        side = s.asked[0].side if s.asked else 0
        here = where(s)
        while s.agenda and isinstance(s.agenda[-1], Employ):
            self.employ(s, here)
        if not s.agenda or not isinstance(s.agenda[-1], Declare):
            self.tally["nobody fights"] += 1
            return
        step = s.agenda[-1]
        front = front_of(s.game.sides[side], here, ids(s.suppressed), ids(step.idle))
        if len(front.beside) > MOST_UNITS or len(front.enemies) > MOST_HEXES:
            self.tally["too large"] += 1
            return
        self.declare(s, front, every(front))

    def employ(self, s: Position, here: dict[str, str]) -> None:
        """12.5.3  Everybody of the hex who still fits, until nobody does."""
        step = s.agenda[-1]
        assert isinstance(step, Employ)
        first = min(names(step.hexes), key=s.game.map.grid.at)
        group = [u for u, h in here.items() if h == first and COUNTERS[u].type != "supply"]
        assert sum(COUNTERS[u].equivalents for u in group) > 6
        left = 6 - sum(COUNTERS[u].equivalents for u in ids(step.units))
        assert said(s)["unit"] == {u for u in group if u not in ids(step.units) and COUNTERS[u].equivalents <= left}
        self.tally["employ"] += 1
        decide(s, s.asked[0].side, "unit", s.game.parse("unit", self.rng.choice(sorted(said(s)["unit"]))))

    def declare(self, s: Position, front: Front, declarations: list[Declaration]) -> None:
        side = s.asked[0].side
        assert declarations
        for _ in range(12):
            step = s.agenda[-1] if s.agenda else None
            if not isinstance(step, Declare):
                return
            hand, offers = named(s, step), said(s)
            assert offers.get("attack", set()) == hand.attacks(declarations), (front, hand)
            assert offers.get("unit", set()) == hand.joiners(declarations), (front, hand)
            assert offers.get("also", set()) == hand.more(declarations), (front, hand)
            assert ("commit" in offers) == hand.complete(front)
            assert ("auto" in offers) != ("commit" in offers)
            self.message(s, front, hand)
            self.auto(s, front, hand)
            self.tally["compared"] += 1
            self.tally["volunteers"] += bool(hand.units - front.obliged)
            self.tally["several hexes"] += len(hand.hexes) > 1
            verbs = sorted(offers.keys() - {"auto", "commit"}) or ["commit"]
            verb = self.rng.choice(verbs)
            if verb not in offers:
                return
            noun = self.rng.choice(sorted(offers[verb], key=str))
            decide(s, side, verb, s.game.parse(verb, noun))

    def message(self, s: Position, front: Front, hand: InHand) -> None:
        """What the client is told is still uncovered."""
        (prompt,) = s.asked
        used = {u for units, _ in hand.closed for u in units} | hand.units
        hit = {h for _, hexes in hand.closed for h in hexes} | hand.hexes
        assert ids(prompt.message.params["units"]) == front.obliged - used
        assert names(prompt.message.params["hexes"]) == front.due - hit

    def auto(self, s: Position, front: Front, hand: InHand) -> None:
        """R102  From here on `auto` gives a legal declaration that has everything declared so far."""
        if not s.asked[0].allows("auto", None):
            return
        twin = s.clone()
        decide(twin, s.asked[0].side, "auto")
        step = twin.agenda[-1]
        assert isinstance(step, Declare)
        found = named(twin, step)
        assert legal(front, found.closed)
        assert set(hand.closed) <= set(found.closed)
        if hand.units:
            assert any(hand.units <= units and hand.hexes <= hexes for units, hexes in found.closed)
        assert twin.asked[0].allows("commit", None)
        self.tally["auto"] += 1


@pytest.mark.rule("pbn", "14.13")
@pytest.mark.rule("pbn", "14.2")
@pytest.mark.parametrize("part", range(3))
def test_what_is_offered_is_what_some_legal_declaration_has(part: int) -> None:
    tally: Counter[str] = Counter()
    for number in range(250 * TIMES):
        rng = random.Random(f"{part} {number}")
        Referee(rng, tally).play(skirmish(rng))
    wanted = {"compared": 200, "auto": 100, "employ": 5, "volunteers": 5, "several hexes": 20}
    assert not {what: tally[what] for what, n in wanted.items() if tally[what] < n}, tally


@pytest.mark.rule("pbn", "14.13")
@pytest.mark.parametrize("kind", [FRONT, RIVERS], ids=lambda kind: kind.name)
def test_auto_is_legal_on_crowded_fronts_wherever_one_has_got_to(kind: Kind) -> None:
    """Too many declarations to try them all, but one can be looked at."""
    tally: Counter[str] = Counter()
    for number in range(25 * TIMES):
        rng = random.Random(f"{kind.name} {number}")
        s = position(crowd(rng, kind._replace(reach=rng.choice((2, 3)), counters=rng.randrange(20, 70)), "combat"))
        referee = Referee(rng, tally)
        while s.agenda and isinstance(s.agenda[-1], Employ):
            referee.employ(s, where(s))
        if not s.agenda or not isinstance(s.agenda[-1], Declare):
            continue
        side = s.asked[0].side
        front = front_of(s.game.sides[side], where(s), ids(s.suppressed), ids(s.agenda[-1].idle))
        for _ in range(15):
            step = s.agenda[-1]
            assert isinstance(step, Declare)
            referee.auto(s, front, named(s, step))
            offers = said(s)
            verbs = sorted(offers.keys() - {"auto", "commit"})
            if not verbs:
                break
            verb = rng.choice(verbs)
            decide(s, side, verb, s.game.parse(verb, rng.choice(sorted(offers[verb], key=str))))
        tally["fronts"] += 1
        tally["units"] = max(tally["units"], len(front.beside))
    assert tally["auto"] > 100, tally
    assert tally["units"] > 12, tally
