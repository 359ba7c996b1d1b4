"""Losses, retreats, pursuits and strikes are exactly those that the oracle finds, in random crowded positions."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from khalkhin.engine.agenda import Kind, Prompt, asked_by, decide
from khalkhin.engine.dice import Dice
from khalkhin.games.pbn import losses, pursuit, retreat
from khalkhin.games.pbn.elimination import surrounded
from khalkhin.games.pbn.logistics import Source
from khalkhin.games.pbn.losses import LoseHalf, LoseOne
from khalkhin.games.pbn.position import Position
from khalkhin.games.pbn.pursuit import Pursue, Pursuit
from khalkhin.games.pbn.retreat import Going, LoseOnTheWay, Retreat, Withdraw
from khalkhin.games.pbn.strike import Gun, Load, StrikePhase, bombardment_odds
from tests.comparing import TIMES, offered
from tests.pbn.oracles.aftermath import Field, battalions
from tests.pbn.oracles.atlas import COUNTERS, GROUND, within
from tests.pbn.oracles.brawl import brawl
from tests.pbn.oracles.crowd import FRONT, MASKED, RIVERS, crowd
from tests.pbn.positions import at, ids, names, position, unit, units
from tests.refusals import compare

POSITIONS, DECISIONS = 160, 120
MOST = 11
"""Larger groups have too many sets to try them all."""
OURS = tuple(module.__name__ for module in (losses, pursuit, retreat))


def positions(kind: str, number: int, most: int = 45) -> Iterator[tuple[random.Random, Position]]:
    for n in range(number * TIMES):
        rng = random.Random(f"{kind} {n}")
        yield rng, brawl(rng, most)


def check_reasons(s: Position, prompt: Prompt, rng: random.Random, verbs: tuple[str, ...]) -> None:
    """Offered exactly when there is no reason against it."""
    there = [u for u in range(len(s.game.sheet)) if s.where[u] >= 0]
    area = [at(h) for h in within(s.game.map.grid.name(s.where[rng.choice(there)]), 3)]
    nouns: list[tuple[str, Any]] = [("hex", h) for h in area]
    nouns += [(v, x) for v in verbs for x in (area if s.game.verbs[v] is Kind.HEX else there)]
    compare(s, prompt, [*nouns, *(("points", n) for n in range(6)), ("done", None), ("auto", None)])


# -- by themselves -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("pbn", "15.33")
@pytest.mark.rule("pbn", "15.33.6")
@pytest.mark.rule("pbn", "15.33.7")
def test_every_unit_may_retreat_exactly_where_some_way_leads() -> None:
    tally: Counter[str] = Counter()
    for rng, s in positions("retreat", 80, 80):
        field = Field(s.to_data())
        there = [u for u, p in field.where.items() if p in GROUND and COUNTERS[u].land and COUNTERS[u].type != "supply"]
        for name in rng.sample(there, min(6, len(there))):
            for hexes in (1, 2, rng.randrange(3, 5)):
                start = field.where[name]
                found = retreat.allowed(s, unit(name), at(start), hexes)
                wanted = field.ends(name, start, hexes)
                assert {s.game.map.grid.name(h): end.zones for h, end in found.items()} == wanted, (name, start, hexes)
                for end in found.values():
                    way = tuple(s.game.map.grid.name(h) for h in end.path)
                    assert way in set(field.paths(name, start, hexes))
                tally["none" if not wanted else "dirty" if all(wanted.values()) else "clean"] += 1
                tally["crowded"] += any(not field.fits(name, end, lost) for end, lost in wanted.items())
    assert min(tally[kind] for kind in ("none", "dirty", "clean", "crowded")) > 10, tally


@pytest.mark.rule("pbn", "15.23")
def test_a_unit_may_be_given_up_exactly_if_some_smallest_set_has_it() -> None:
    tally: Counter[str] = Counter()
    for rng, s in positions("half", 120):
        field = Field(s.to_data())
        for side, stacks in field.stacks.items():
            group = {u for h in rng.sample(sorted(stacks), min(2, len(stacks))) for u in stacks[h]}
            if not 1 <= len(group) <= MOST:
                continue
            attacking = rng.random() < 0.5
            step = LoseHalf(("soviet", "japan").index(side), units(*group), attacking)
            taken: set[str] = set()
            while ids(step.able(s)):
                able = ids(step.able(s))
                assert able == field.next_of_half(group, attacking, taken), (group, taken)
                tally["barred"] += len(group - taken - able) > 0
                taken.add(rng.choice(sorted(able)))
                step = LoseHalf(step.side, step.group, attacking, units(*taken))
                tally["picks"] += 1
                if step.ask(s) is None and 2 * sum(field.factor(u, group, attacking) for u in taken) >= sum(
                    field.factor(u, group, attacking) for u in group
                ):
                    break
            assert frozenset(taken) in set(field.halves(group, attacking)), (group, taken)
    assert min(tally["picks"], tally["barred"]) > 100, tally


@pytest.mark.rule("pbn", "15.23")
def test_factors_of_any_size_are_completed_exactly_as_by_trying_all_sets() -> None:
    """The arithmetic alone, with strengths that no stack on the map happens to have."""
    seen: Counter[bool] = Counter()
    for number in range(300 * TIMES):
        rng = random.Random(f"factors {number}")
        factors = [rng.randrange(1, 13) for _ in range(rng.randrange(1, 9))]
        need = (sum(factors) + 1) // 2
        first = rng.sample(range(len(factors)), rng.randrange(1, min(4, len(factors) + 1)))
        taken, rest = [factors[i] for i in first], [f for i, f in enumerate(factors) if i not in first]
        sets = (taken + [f for i, f in enumerate(rest) if pick >> i & 1] for pick in range(1 << len(rest)))
        wanted = any(sum(some) >= need and all(sum(some) - f < need for f in some) for some in sets)
        assert losses.completes(rest, taken, need) == wanted, (factors, taken)
        seen[wanted] += 1
    assert min(seen[True], seen[False]) > 50, seen


@pytest.mark.rule("pbn", "15.21")
def test_who_is_surrounded() -> None:
    tally: Counter[bool] = Counter()
    for _, s in positions("ring", 60):
        field = Field(s.to_data())
        for name, place in field.where.items():
            if place in GROUND and COUNTERS[name].land:
                assert surrounded(s, unit(name)) == field.surrounded(name), name
                tally[field.surrounded(name)] += 1
    assert min(tally.values()) > 50, tally


@pytest.mark.rule("pbn", "16.81")
def test_columns_of_bombardments() -> None:
    tally: Counter[str] = Counter()
    for rng, s in positions("bombs", 60):
        field = Field(s.to_data())
        for foe, stacks in field.stacks.items():
            side = "japan" if foe == "soviet" else "soviet"
            for target in stacks:
                air = rng.randrange(0, 5)
                guns = rng.randrange(0 if air else 1, 6)
                odds = bombardment_odds(s, s.game.sides.index(side), at(target), air, guns, None)
                assert odds.column is not None
                column = odds.table.columns[odds.column]
                assert column == field.column(target, side, air, guns), (target, air, guns)
                tally[column] += 1
    assert len(tally) == 7, tally


def compare_strike(field: Field, s: Position, prompt: Prompt, fired: set[str]) -> None:
    """16.8, 29.0, 29.1  What may be struck, who may fire, and at what."""
    step, side, name = s.agenda[-1], s.game.sides[prompt.side], s.game.map.grid.name
    if isinstance(step, StrikePhase):
        struck = {name(h) for h, _ in step.placed}
        assert offered(s, prompt, "strike") == (field.marks(side) - struck if step.left(s) else set())
        shelled = Counter(name(h) for _, h, _ in step.fire)
        full = {h for h, guns in shelled.items() if guns >= 2}
        assert offered(s, prompt, "artillery") == {u for u in field.gunners(side) - fired if field.range(u) - full}
    elif isinstance(step, Gun) and step.target is None:
        mine = {name(h) for u, h, _ in step.after.fire if u == step.unit}
        others = Counter(name(h) for u, h, _ in step.after.fire if u != step.unit)
        full = {h for h, guns in others.items() if guns >= 2}
        assert offered(s, prompt, "hex") == field.range(s.game.sheet.ids[step.unit]) - mine - full


STRIKES = {side: {"strike": 5, "recon": 1} for side in ("soviet", "japan")}


@pytest.mark.rule("pbn", "16.8")
@pytest.mark.rule("pbn", "29.0")
@pytest.mark.rule("pbn", "29.0.2")
def test_who_fires_at_what() -> None:
    tally: Counter[str] = Counter()
    for number in range(60 * TIMES):
        rng = random.Random(f"guns {number}")
        s = position(crowd(rng, rng.choice((RIVERS, FRONT, MASKED)), "strike", air=STRIKES))
        s.options = {**s.options, "hq_artillery": True}
        s.asked = asked_by(s, s.agenda[-1])
        s.dice = Dice.imagined(rng)
        begun = s.asked[0].side
        fired: set[str] = set()
        while isinstance(s.agenda[-1], StrikePhase | Load | Gun) and s.asked[0].side == begun:
            (prompt,), step = s.asked, s.agenda[-1]
            tally[type(step).__name__] += 1
            compare_strike(Field(s.to_data()), s, prompt, fired)
            tally["able"] += len(offered(s, prompt, "artillery")) > 0
            check_reasons(s, prompt, rng, ("strike", "artillery", "recon"))
            verb, noun = rng.choice([(o.verb, n) for o in prompt.offers if o.verb != "recon" for n in o])
            if verb == "artillery" and isinstance(noun, int):
                fired.add(s.game.sheet.ids[noun])
            elif verb == "done" and isinstance(step, Gun) and not step.begun:
                fired.discard(s.game.sheet.ids[step.unit])
            elif verb == "done" and isinstance(step, StrikePhase):
                break
            decide(s, prompt.side, verb, noun)
            while isinstance(s.agenda[-1], Source):
                decide(s, begun, "hex", next(iter(s.asked[0].offers[0])))
    assert min(tally[name] for name in ("StrikePhase", "Load", "Gun", "able")) > 10, tally


# -- in play -----------------------------------------------------------------------------------------------------------


class Referee:
    """Plays on from a position and compares every prompt after a die; counts what it has seen."""

    def __init__(self, rng: random.Random, tally: Counter[str]) -> None:
        self.rng = rng
        self.tally = tally

    def play(self, s: Position) -> None:
        begun = s.turn, s.active, s.impulse
        for _ in range(DECISIONS):
            if len(s.asked) != 1 or (s.turn, s.active, s.impulse) != begun:
                return  # the phase is over
            (prompt,) = s.asked
            step = s.agenda[-1]
            if type(step).__module__ in OURS:
                name = type(step).__name__
                self.tally[name] += 1
                getattr(self, "at_" + re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower())(
                    Field(s.to_data()), s, prompt, step
                )
                check_reasons(s, prompt, self.rng, ("unit", "breakdown", "stand", "shorten"))
            self.go_on(s, prompt)

    def go_on(self, s: Position, prompt: Prompt) -> None:
        choices = [(o.verb, n) for o in prompt.offers for n in o]
        for verb in ("commit", "auto"):
            if type(s.agenda[-1]).__name__ == "Declare" and (verb, None) in choices:
                decide(s, prompt.side, verb)
                return
        some = [c for c in choices if c[0] not in ("done", "pass", "auto")]
        verb = self.rng.choice(sorted({c[0] for c in (some if some and self.rng.random() < 0.8 else choices)}))
        decide(s, prompt.side, verb, self.rng.choice([n for v, n in choices if v == verb]))

    # -- losses --

    def at_lose_one(self, field: Field, s: Position, prompt: Prompt, step: LoseOne) -> None:
        group = ids(step.group)
        assert offered(s, prompt, "unit") == {u for u in group if not battalions(u)}
        assert offered(s, prompt, "breakdown") == {u for u in group if battalions(u)}

    def at_lose_half(self, field: Field, s: Position, prompt: Prompt, step: LoseHalf) -> None:
        group, taken = ids(step.group), ids(step.taken)
        assert offered(s, prompt, "breakdown") == {u for u in group if battalions(u) and not taken}
        if len(group) <= MOST:
            assert offered(s, prompt, "unit") == field.next_of_half(group, step.attacking, taken)

    # -- retreats --

    def at_retreat(self, field: Field, s: Position, prompt: Prompt, step: Retreat) -> None:
        group = set(field.data[step.role]) - ids(step.stay) - ids(step.short)
        assert offered(s, prompt, "stand") == (field.dug_in(group) if step.distance == 1 else set())
        assert offered(s, prompt, "shorten") == (field.dug_in(group) if step.distance != 1 else set())

    def at_going(self, field: Field, s: Position, prompt: Prompt, step: Going) -> None:
        assert offered(s, prompt, "unit") == ids(step.units) <= {*field.data["attackers"], *field.data["defenders"]}
        assert not any(COUNTERS[u].type == "supply" for u in ids(step.units))

    def at_withdraw(self, field: Field, s: Position, prompt: Prompt, step: Withdraw) -> None:
        name = s.game.sheet.ids[step.unit]
        wanted = field.ends(name, field.where[name], step.distance)
        assert offered(s, prompt, "hex") == set(wanted), name
        assert set(step.details(s, prompt.side)["stops"]) == {h for h, lost in wanted.items() if lost}

    def at_lose_on_the_way(self, field: Field, s: Position, prompt: Prompt, step: LoseOnTheWay) -> None:
        assert offered(s, prompt, "unit") == ids(step.units)
        assert 0 < step.count < step.units.bit_count()

    # -- pursuits --

    def at_pursuit(self, field: Field, s: Position, prompt: Prompt, step: Pursuit) -> None:
        side = s.game.sides[step.side]
        assert offered(s, prompt, "unit") == field.pursuers(side, names(step.targets), ids(step.gone))

    def at_pursue(self, field: Field, s: Position, prompt: Prompt, step: Pursue) -> None:
        side, name = s.game.sides[step.after.side], s.game.sheet.ids[step.unit]
        near = within(field.where[name], 1) - {field.where[name]}
        targets = names(step.after.targets) if step.first else near
        assert offered(s, prompt, "hex") == near & field.open(side, targets)
        if not step.first:
            self.tally["Zhukov"] += 1
            assert (COUNTERS[name].nation, COUNTERS[name].mech) == ("SU", True)
            assert field.where["SU-CM-ZHUKOV"] == "effect"


@pytest.mark.rule("pbn", "15.2")
@pytest.mark.rule("pbn", "15.33.1")
@pytest.mark.rule("pbn", "15.42")
@pytest.mark.rule("pbn", "21.2")
def test_what_follows_a_battle_is_what_the_oracle_says() -> None:
    tally: Counter[str] = Counter()
    for rng, s in positions("play", POSITIONS, 70):
        Referee(rng, tally).play(s)
    steps = ("LoseOne", "LoseHalf", "Retreat", "Going", "Withdraw", "LoseOnTheWay", "Pursuit", "Pursue", "Zhukov")
    assert all(tally[name] > 2 for name in steps), tally
