"""The game offers exactly the moves that the oracle finds, at their cost, in random and crowded positions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from khalkhin.engine.agenda import Noun, Prompt, decide
from khalkhin.engine.dice import Dice
from khalkhin.games.sn.airborne import Drop
from khalkhin.games.sn.movement import Movement, Moving, points
from khalkhin.games.sn.position import Position
from khalkhin.games.sn.sea import Cruise, Sailing
from khalkhin.games.sn.supply import Expend
from tests.comparing import TIMES, offered, often_enough, played_at_random
from tests.refusals import compare
from tests.sn.oracles import walking
from tests.sn.oracles.atlas import COAST, COUNTERS, GROUND, around, crosses
from tests.sn.oracles.crowd import BAIKAL, KALGAN, KHANKA, KINDS, KOREA, WIDE, Kind, crowd
from tests.sn.oracles.crowd import COAST as SHORE
from tests.sn.oracles.field import Field
from tests.sn.positions import ids, position, the_game

DECISIONS = 10
MOVES = (Movement, Moving, Sailing, Drop, Cruise)


class Referee:
    """Plays on from a position and compares every prompt to move; counts what it has seen."""

    def __init__(self, rng: random.Random, tally: Counter[str]) -> None:
        self.rng = rng
        self.tally = tally

    def play(self, s: Position, most: int) -> None:
        if s.agenda and isinstance(s.agenda[-1], Expend):
            self.expend(s)
        for _ in range(most):
            step = s.agenda[-1] if s.agenda else None
            if not isinstance(step, MOVES):
                return
            (prompt,) = s.asked
            self.tally["prompts"] += 1
            self.compare(s, step, prompt)
            self.reasons(s, prompt)
            self.go_on(s, step, prompt)

    def expend(self, s: Position) -> None:
        """Supply of a second phase, as it is when some supply units have been named."""
        field, spent = Field(s.to_data()), set()
        for unit in sorted(offered(s, s.asked[0], "expend")):
            if self.rng.random() < 0.4:
                spent.add(unit)
                decide(s, s.asked[0].side, "expend", s.game.sheet.index[unit])
        decide(s, s.asked[0].side, "done")
        self.tally["expended"] += len(spent)
        mine = s.game.sheet.of_side[s.game.sides.index(field.side)]
        for name, wanted in (
            ("general", field.general()),
            ("offensive", field.offensive(spent)),
            ("led", field.led()),
            ("fed", field.fed(spent)),
        ):
            assert ids(getattr(s, name) & mine) == wanted - spent, name
        self.tally["fed"] += len(field.fed(spent))

    def compare(self, s: Position, step: object, prompt: Prompt) -> None:
        field = Field(s.to_data())
        if isinstance(step, Movement):
            if s.round == 1 and not s.moved:
                assert ids(s.general & s.game.sheet.of_side[step.side]) == field.general()
            assert offered(s, prompt, "unit") == walking.movers(field) | walking.carriers(field)
            assert offered(s, prompt, "sail") == walking.sailors(field)
            assert offered(s, prompt, "drop") == walking.jumpers(field)
            self.tally["offered sails"] += bool(offered(s, prompt, "sail"))
        elif isinstance(step, Moving):
            self.moving(s, field, step, prompt)
        elif isinstance(step, Sailing):
            group = ids(step.units)
            assert offered(s, prompt, "hex") == walking.landings(field, group)
            assert offered(s, prompt, "sail") == walking.shipmates(field, group)
            assert bool(offered(s, prompt, "home")) == walking.goes_home(field, group)
            self.tally["sailing"] += 1
        elif isinstance(step, Drop):
            (unit,) = ids(1 << step.unit)
            assert offered(s, prompt, "hex") == walking.drops(field, unit)
            assert bool(offered(s, prompt, "home")) == walking.flies_home(field, unit)
            self.tally["drops"] += 1
        elif isinstance(step, Cruise):
            sea = {h for h, terrain in GROUND.items() if terrain == "sea"} | COAST
            assert offered(s, prompt, "hex") == sea - {s.game.place_name(s.where[step.unit])}
            self.tally["cruises"] += 1

    def moving(self, s: Position, field: Field, step: Moving, prompt: Prompt) -> None:
        group, name = ids(step.units), s.game.map.grid.name
        so_far = [name(h) for h in step.path]
        start = walking.gone(field, group, so_far)
        found = walking.reached(field, group, start)
        assert offered(s, prompt, "hex") == set(found), group
        assert offered(s, prompt, "via") == walking.passed(field, group, start), group
        assert offered(s, prompt, "rail") == (set() if so_far else walking.rides(field, group)), group
        assert offered(s, prompt, "unit") == (set() if so_far else walking.joiners(field, group)), group
        self.tally["ways named"] += bool(so_far)
        self.count(s, field, group, found, prompt)
        details, scale = step.details(s, step.side), the_game().charts.scale
        assert details["left"] == {h: points(int(left * scale), scale) for h, left in found.items()}, group
        assert set(details["stops"]) == (set(found) & field.zone if walking.heeds_zones(group) else set())
        for hex_ in self.rng.sample(sorted(found), min(30, len(found))):
            way = tuple(map(name, step.ways(s).path(s.game.map.grid.at(hex_))))
            fronts = {start}
            for at in way:
                fronts = {walk for front in fronts for walk in walking.steps(field, group, front) if walk.hex == at}
            assert found[hex_] in {walk.left for walk in fronts}, (group, way)
            assert details["from"][hex_] == ([details["move"]["origin"], *so_far, *way])[-2]

    def reasons(self, s: Position, prompt: Prompt) -> None:
        """Offered exactly when there is no reason against it."""
        game = the_game()
        hexes = [game.map.grid.at(h) for h in self.rng.sample(game.map.grid.names, 15)]
        near = [h for offer in prompt.offers if offer.verb == "hex" for h in offer if isinstance(h, int)]
        nouns: list[tuple[str, Noun]] = [(verb, h) for verb in ("hex", "via", "rail") for h in hexes + near[:15]]
        some = [u for u in range(len(game.sheet)) if s.where[u] >= 0 or self.rng.random() < 0.1]
        nouns += [(verb, u) for verb in ("unit", "sail", "drop") for u in some]
        self.tally["reasons"] += compare(s, prompt, [*nouns, ("done", None), ("home", None)])

    def go_on(self, s: Position, step: object, prompt: Prompt) -> None:
        choices = [(o.verb, n) for o in prompt.offers for n in o]
        verbs = sorted({verb for verb, _ in choices} - {"done"}) or ["done"]
        wanted = self.rng.choice(verbs)
        verb, noun = self.rng.choice([c for c in choices if c[0] == wanted])
        before = Field(s.to_data())
        decide(s, prompt.side, verb, noun)
        if isinstance(step, Moving) and verb in ("hex", "rail"):
            after = Field(s.to_data())
            group = ids(step.units)
            assert set(after.data["locked"]) == walking.locked(before, group, verb == "rail")
            assert {after.where[u] for u in group} == {s.game.write("hex", noun)}
            assert group <= set(after.data["moved"])
            self.tally["locked"] += len(after.data["locked"]) > len(before.data["locked"])

    def count(self, s: Position, field: Field, group: set[str], found: dict[str, Fraction], prompt: Prompt) -> None:
        tally, origin = self.tally, field.where[next(iter(group))]
        types = [COUNTERS[u].type for u in group]
        tally["moves"] += 1
        tally["second phase"] += walking.second(field)
        tally["groups"] += len(group) > 1
        tally["out of zones"] += origin in field.zone
        tally["rides"] += bool(offered(s, prompt, "rail"))
        tally["lakes"] += any(h in found and crosses("lake", origin, h) for h in around(origin))
        tally["flotillas"] += "flotilla" in types
        tally["Asienkorps"] += "special_division" in types
        tally["supply moves again"] += walking.second(field) and "supply" in types


def crowds(kind: Kind, number: int) -> Iterator[tuple[random.Random, Position]]:
    for seed in range(number * TIMES):
        rng = random.Random(f"{kind.name} {seed}")
        yield rng, position(crowd(rng, kind))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_moves(kind: Kind) -> None:
    tally: Counter[str] = Counter()
    for rng, s in crowds(kind, 5):
        Referee(rng, tally).play(s, DECISIONS)
    wanted = {"prompts": 20, "moves": 4, "reasons": 1000}
    often_enough(tally, wanted)


def test_what_is_rare_is_compared_too() -> None:
    """The comparison of nothing would always agree."""
    tally: Counter[str] = Counter()
    for kind, number in ((KHANKA, 8), (BAIKAL, 10), (KALGAN, 8), (KOREA, 10), (SHORE, 8), (WIDE, 20)):
        for rng, s in crowds(kind, number):
            Referee(rng, tally).play(s, 8)
    wanted = {
        "groups": 10,
        "ways named": 10,
        "second phase": 10,
        "out of zones": 12,
        "rides": 10,
        "locked": 1,
        "lakes": 3,
        "flotillas": 2,
        "Asienkorps": 2,
        "supply moves again": 1,
        "expended": 10,
        "fed": 2,
        "sailing": 5,
        "drops": 3,
        "cruises": 3,
    }
    often_enough(tally, wanted)


def test_positions_of_whole_games() -> None:
    """Positions as they come up when everybody plays at random."""
    tally: Counter[str] = Counter()
    for seed in range(2 * TIMES):
        rng = random.Random(seed)
        start = the_game().start(("kantokuen", "anti-comintern")[seed % 2], {}, Dice.practice(seed))
        for s in played_at_random(start, rng, 900):
            if isinstance(s.agenda[-1], Movement) and rng.random() < 0.06:
                Referee(rng, tally).play(s.clone(), 4)
    assert tally["moves"] >= 2 * TIMES


def test_coasts_are_those_of_the_files() -> None:
    game = the_game()
    assert {game.map.grid.name(h) for h in range(game.map.grid.bits) if game.coast >> h & 1} == COAST
