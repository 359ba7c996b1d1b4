"""The game offers exactly the flights that the oracle finds: strikes, targets, bases, missions, interceptors."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from khalkhin.engine.agenda import Prompt
from khalkhin.engine.match import Match
from khalkhin.games.sn.air import Intercept, Launch, Mission, Scramble
from khalkhin.games.sn.supply import Expend
from tests.comparing import TIMES
from tests.sn.oracles.atlas import COUNTERS, GROUND, may_stand
from tests.sn.oracles.crowd import BORZYA, COAST, KHANKA, KOREA, WIDE, Kind, crowd
from tests.sn.oracles.field import enemy
from tests.sn.oracles.flying import HOME, Sky, held
from tests.sn.positions import board, position

KINDS = (BORZYA, COAST, KHANKA, KOREA, WIDE)
STRIKES = [u for u, c in COUNTERS.items() if c.type in ("airstrike", "carrier_airstrike", "bombardment")]
SEA = sorted(h for h, terrain in GROUND.items() if terrain == "sea")


def swarm(rng: random.Random, kind: Kind) -> Match:
    """A crowd with airstrikes in both boxes, carriers at sea, some airbases that have moved."""
    data = position(crowd(rng, kind, "mobilize")).to_data()
    placed: dict[str, list[str]] = {}
    for unit, where in data["where"].items():
        if COUNTERS[unit].ground and (where in GROUND or where == HOME):
            placed.setdefault(where, []).append(unit)
    for side in ("soviet", "japan"):
        _field(rng, placed, side)
    for strike in rng.sample(STRIKES, rng.choice((6, 12, len(STRIKES)))):
        ship = COUNTERS[strike].type == "bombardment"
        placed.setdefault("available" if ship or rng.random() < 0.5 else "interception", []).append(strike)
    for carrier in ("JP-CV-1", "JP-CV-2"):
        placed.setdefault(
            rng.choice((*SEA, "available", rng.choice(sorted(h for h in placed if h in GROUND)))), []
        ).append(carrier)
    moved = [u for u in data["where"] if COUNTERS[u].type == "airbase" and rng.random() < 0.2]
    marks: dict[str, Any] = {name: data[name] for name in ("disrupted", "flipped", "ruined")}
    phase = f"{rng.choice(('soviet', 'japan'))}_air"
    settings: dict[str, Any] = {"scenario": data["scenario"], "turn": data["turn"], "round": rng.choice((1, 2))}
    return board(placed, phase, shifted=moved, **settings, **marks)


def _field(rng: random.Random, placed: dict[str, list[str]], side: str) -> None:
    """An airbase and a supply unit of the USSR or of Japan in one hex, as far as there are counters left."""
    nation = {"soviet": "SU", "japan": "JP"}[side]
    lying = {u for stack in placed.values() for u in stack}
    hexes = sorted(h for h, stack in placed.items() if h in GROUND and COUNTERS[stack[0]].side == side)
    able = [h for h in hexes if may_stand(f"{nation}-SUP-1", h)]
    if able:
        kinds = ("airbase", "supply")
        spare = [
            [u for u, c in COUNTERS.items() if (c.nation, c.type) == (nation, kind) and u not in lying]
            for kind in kinds
        ]
        placed[rng.choice(able)] += [found[0] for found in spare if found]


class Tower:
    """Plays an Air Phase up to the air combat and compares every prompt."""

    def __init__(self, rng: random.Random, tally: Counter[str]) -> None:
        self.rng = rng
        self.tally = tally

    def play(self, match: Match) -> None:
        start = match.state.to_data()
        spent: dict[str, set[str]] = {"soviet": set(), "japan": set()}
        while match.state.agenda and isinstance(match.state.agenda[-1], Expend):
            self.expend(match, spent)
        sky = Sky(start, spent)
        for _ in range(25):
            step = match.state.agenda[-1] if match.state.agenda else None
            if not isinstance(step, Launch | Mission | Intercept | Scramble):
                return
            (prompt,) = match.prompts()
            side = match.game.sides[prompt.side]
            self.compare(sky, match.state.to_data(), step, prompt, side, match)
            self.go_on(match, prompt)

    def expend(self, match: Match, spent: dict[str, set[str]]) -> None:
        (prompt,) = match.prompts()
        offers = [str(match.game.write("expend", n)) for o in prompt.offers if o.verb == "expend" for n in o]
        if offers and self.rng.random() < 0.6:
            unit = self.rng.choice(offers)
            spent[match.game.sides[prompt.side]].add(unit)
            match.play("expend", unit)
        else:
            match.play("done")

    def go_on(self, match: Match, prompt: Prompt) -> None:
        choices = [(o.verb, match.game.write(o.verb, n)) for o in prompt.offers for n in o]
        others = [c for c in choices if c[0] != "done"]
        verb, noun = self.rng.choice(others) if others and self.rng.random() < 0.93 else choices[-1]
        if others and verb == "done":
            self.tally["left"] += 1
        match.play(verb, noun)

    def compare(
        self,
        sky: Sky,
        data: dict[str, Any],
        step: Launch | Mission | Intercept | Scramble,
        prompt: Prompt,
        side: str,
        match: Match,
    ) -> None:
        offered: dict[str, set[Any]] = {}
        for offer in prompt.offers:
            offered.setdefault(offer.verb, set()).update(match.game.write(offer.verb, n) for n in offer)
        if isinstance(step, Launch | Intercept):
            found = sky.flyers(data, side)
            assert offered.get("unit", set()) == found
            self.tally[type(step).__name__] += len(found)
            for strike in self.rng.sample(STRIKES, 4):
                assert (match.why("unit", strike) is None) == (strike in found)
            return
        strike = match.game.sheet.ids[step.unit]
        ways = sky.targets(data, side, strike) if isinstance(step, Mission) else sky.patrols(data, side, strike)
        if step.target is None:
            assert offered["hex"] == set(ways)
            self.tally["targets"] += len(ways)
            for hex_ in self.rng.sample(sorted(GROUND), 6):
                assert (match.why("hex", hex_) is None) == (hex_ in ways)
            return
        hex_ = match.game.place_name(step.target)
        if isinstance(step, Mission) and step.base is not None:
            close = side == "japan" and hex_ in held(data, enemy(side)) and COUNTERS[strike].type != "bombardment"
            assert (close, offered["mission"]) == (True, {"ground", "cas"})
            self.tally["roles"] += 1
            return
        bases = offered.get("from", set()) | ({HOME} if "home" in offered else set())
        assert bases == ways[hex_]
        assert len(bases) > 1
        self.tally["bases"] += 1


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_flights(kind: Kind) -> None:
    tally: Counter[str] = Counter()
    for seed in range(5 * TIMES):
        rng = random.Random(f"flights {kind.name} {seed}")
        Tower(rng, tally).play(swarm(rng, kind))
    assert tally["Launch"] >= 5
    assert tally["targets"] >= 5


def test_there_are_flights_of_every_kind_to_compare() -> None:
    tally: Counter[str] = Counter()
    for kind in KINDS:
        for seed in range(5):
            rng = random.Random(f"flights {kind.name} {seed}")
            Tower(rng, tally).play(swarm(rng, kind))
    assert not {what: tally[what] for what in ("Launch", "Intercept", "targets", "bases", "roles") if tally[what] < 3}
