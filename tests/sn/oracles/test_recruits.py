"""The game offers exactly the recruits and places that the oracle finds, while a phase goes on."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from khalkhin.engine.match import Match
from khalkhin.games.sn.mobilization import Mobilize, Place
from tests.comparing import TIMES
from tests.sn.oracles.atlas import COUNTERS, GROUND
from tests.sn.oracles.crowd import AMUR, BAIKAL, COAST, KALGAN, KOREA, WIDE, Kind, crowd
from tests.sn.oracles.field import Field
from tests.sn.oracles.recruiting import Depot
from tests.sn.positions import offered

KINDS = (AMUR, BAIKAL, COAST, KALGAN, KOREA, WIDE)


class Clerk:
    """Recruits at random and compares every prompt."""

    def __init__(self, rng: random.Random, tally: Counter[str]) -> None:
        self.rng = rng
        self.tally = tally

    def play(self, match: Match) -> None:
        depot = Depot(match.state.to_data())
        for _ in range(6):
            step = match.state.agenda[-1]
            assert isinstance(step, Mobilize)
            data = match.state.to_data()
            field = Field(data)
            found = {u for u in COUNTERS if depot.for_sale(data, field, u)}
            assert offered(match, "recruit") == found
            for unit in self.rng.sample(sorted(COUNTERS), 5):
                assert (match.why("recruit", unit) is None) == (unit in found)
            self.tally["for sale"] += len(found)
            if not found:
                return
            self.place(match, depot, self.rng.choice(sorted(found)))

    def place(self, match: Match, depot: Depot, unit: str) -> None:
        match.play("recruit", unit)
        assert isinstance(match.state.agenda[-1], Place)
        counter = COUNTERS[unit]
        hexes = depot.places(Field(match.state.to_data()), unit) if counter.ground else set()
        assert offered(match, "hex") == hexes
        assert offered(match, "depot") == (hexes if counter.type == "supply" else set())
        assert bool(offered(match, "home")) == depot.at_home(unit)
        assert bool(offered(match, "available")) == (not counter.ground)
        assert bool(offered(match, "interception")) == ("airstrike" in counter.type)
        for hex_ in self.rng.sample(sorted(GROUND), 6):
            assert (match.why("hex", hex_) is None) == (hex_ in hexes)
        self.tally["hexes"] += len(hexes)
        self.tally["support"] += counter.type in ("headquarters", "airbase", "supply")
        verb, noun = self.rng.choice(
            [(v, str(n)) for v in ("hex", "depot") for n in sorted(map(str, offered(match, v)))] or [("", "")]
        )
        if not verb or (depot.at_home(unit) and self.rng.random() < 0.2):
            verb = next(v for v in ("available", "home") if offered(match, v))
            depot.recruits.append((unit, verb))
            match.play(verb)
        else:
            depot.recruits.append((unit, noun))
            match.play(verb, noun)


def audit(kind: Kind, number: int) -> Counter[str]:
    tally: Counter[str] = Counter()
    for seed in range(number):
        rng = random.Random(f"recruits {kind.name} {seed}")
        points = rng.choice(((40, 40), (3, 3), (60, 60)))
        options = {"city_quotas": seed % 3 == 0}
        Clerk(rng, tally).play(crowd(rng, kind, "mobilize", points=points, options=options))
    return tally


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_recruits(kind: Kind) -> None:
    tally = audit(kind, 4 * TIMES)
    assert tally["for sale"] >= 30
    assert tally["hexes"] >= 10
