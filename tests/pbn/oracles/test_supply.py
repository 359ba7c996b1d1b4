"""What supply can do in random positions, counted once more in plain hex numbers; and a reason for all it cannot."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from khalkhin.engine.agenda import Kind as Said
from khalkhin.engine.agenda import Noun, asked_by, decide
from khalkhin.engine.game import STANDING
from khalkhin.games.pbn.logistics import Logistics
from khalkhin.games.pbn.position import Position
from tests import refusals
from tests.comparing import TIMES, offered, often_enough
from tests.pbn.oracles.atlas import COUNTERS, GROUND, around
from tests.pbn.oracles.crowd import FRONT, HOLSTEN, MASKED, RIVERS, Kind, crowd
from tests.pbn.oracles.walking import BASE
from tests.pbn.positions import position, the_game

KINDS = (RIVERS, HOLSTEN, FRONT, MASKED)
LOST = [u for u, c in COUNTERS.items() if c.land and c.type != "supply" and not c.change]


class Depot:
    """A position of a Logistics Phase, from its plain data."""

    def __init__(self, s: Position) -> None:
        data = s.to_data()
        self.side: str = data["active"]
        self.where = {u: p for u, p in data["where"].items() if COUNTERS[u].side == self.side}
        self.stacks: dict[str, list[str]] = {}
        for unit, place in self.where.items():
            if COUNTERS[unit].land:
                self.stacks.setdefault(place, []).append(unit)
        self.paid = set(data["agenda"][-1].get("paid", ()))
        self.jammed = set(data["jammed"])
        self.forts = set(data["fortified"][0 if self.side == "soviet" else 1])

    def full(self, place: str) -> bool:
        size = sum(COUNTERS[u].equivalents for u in self.stacks[place] if COUNTERS[u].type != "supply")
        return place in GROUND and size > 6

    def of_type(self, name: str) -> dict[str, str]:
        there = {*GROUND, BASE[self.side]}
        return {u: p for u, p in self.where.items() if COUNTERS[u].type == name and p in there}

    def stock(self) -> Counter[str]:
        """7.2, 12.5.2  Supply points by place, where they can be used."""
        return Counter(p for u, p in self.of_type("supply").items() if u not in self.jammed or not self.full(p))

    def activatable(self) -> set[str]:
        found = set()
        for unit, place in self.of_type("headquarters").items():
            near = {place, *around(place)} if place in GROUND else {place}
            if unit not in self.paid and near & set(self.stock()) and not self.full(place):
                found.add(unit)
        return found

    def refittable(self) -> set[str]:
        most = max(self.stock().values(), default=0)
        support = the_game().support
        price = {u: support[c.number] if c.type == "headquarters" else 1 for u, c in COUNTERS.items()}
        return {u for u, p in self.where.items() if p == "replaceable" and price[u] <= most}

    def works(self) -> set[str]:
        found = set()
        crews = {p for p in self.of_type("engineer").values() if p in GROUND}
        for supply in (p for p in self.stock() if p in GROUND):
            sites = set()
            for crew in crews & {supply, *around(supply)}:
                sites |= {crew, *(h for h in around(crew) if h in self.stacks)}
            if self.stacks[supply] == [u for u in self.stacks[supply] if COUNTERS[u].type == "supply"][:1]:
                sites.discard(supply)
            if sites - self.forts:
                found.add(supply)
        return found


def nouns(s: Position, what: Said, rng: random.Random) -> Sequence[Noun]:
    if what is Said.NOTHING:
        return [None]
    if what is Said.NUMBER:
        return range(5)
    if what is Said.UNIT:
        return [u for u in range(len(s.where)) if s.where[u] != s.game.limbo or rng.random() < 0.1]
    return [h for h in s.at if h >= 0] + [s.game.map.grid.at(h) for h in rng.sample(s.game.map.grid.names, 15)]


VERBS = {
    v: k for v, k in the_game().verbs.items() if k is not Said.WORD and v not in (*STANDING, "reveal", "espionage")
}
"""What can be said in the phase; the rest may be said at any time."""


def begun(rng: random.Random, kind: Kind) -> Position:
    """A Logistics Phase with damaged air units and lost and broken-down counters."""
    air = {"soviet": {"damaged": 2}, "japan": {"damaged": 4}}
    s = position(crowd(rng, kind, "logistics", air=air))
    out = [u for u in LOST if s.where[s.game.sheet.index[u]] == s.game.box("out")]
    for unit in rng.sample(out, 8):
        s.send(s.game.sheet.index[unit], "replaceable" if rng.random() < 0.7 else "broken")
    s.asked = asked_by(s, s.agenda[-1])
    return s


def compare(s: Position, rng: random.Random, tally: Counter[str]) -> None:
    """What is offered is what can be done, and exactly what there is no reason against."""
    step = s.agenda[-1]
    (prompt,) = s.asked
    if isinstance(step, Logistics):
        depot = Depot(s)
        assert offered(s, prompt, "activate") == depot.activatable()
        assert offered(s, prompt, "refit") == depot.refittable()
        assert offered(s, prompt, "fortify") == depot.works()
    tally.update(o.verb for o in prompt.offers)
    answers = [(verb, noun) for verb, what in VERBS.items() for noun in nouns(s, what, rng)]
    tally["refused"] += refusals.compare(s, prompt, answers)


def test_what_supply_can_do() -> None:
    tally: Counter[str] = Counter()
    for kind in KINDS:
        for seed in range(5 * TIMES):
            rng = random.Random(f"{kind.name} {seed}")
            s = begun(rng, kind)
            for _ in range(8):
                compare(s, rng, tally)
                (prompt,) = s.asked
                choices = [(o.verb, n) for o in prompt.offers for n in o if o.verb != "done"]
                if not choices:
                    break
                decide(s, prompt.side, *rng.choice(choices))
    wanted = {"refused": 10000, "activate": 5, "refit": 20, "fortify": 5, "breakdown": 10, "conceal": 3, "repair": 1}
    often_enough(tally, wanted)
