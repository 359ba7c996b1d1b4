"""The game offers exactly the moves that the oracle finds, at their cost, in random and crowded positions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from khalkhin.engine.agenda import Noun, Prompt, decide
from khalkhin.engine.dice import Dice
from khalkhin.games.pbn.movement import Movement, Moving, points
from khalkhin.games.pbn.position import Position
from tests.comparing import TIMES, offered, often_enough, played_at_random
from tests.pbn.oracles import walking
from tests.pbn.oracles.atlas import COUNTERS, EDGES, GROUND, around
from tests.pbn.oracles.crowd import HOLSTEN, KINDS, MASKED, NIGHT, RIVERS, Kind, crowd
from tests.pbn.oracles.walking import Board, Group
from tests.pbn.positions import ids, names, position, the_game
from tests.refusals import compare

DECISIONS = 10


class Referee:
    """Plays on from a position and compares every prompt to move; counts what it has seen."""

    def __init__(self, rng: random.Random, tally: Counter[str]) -> None:
        self.rng = rng
        self.tally = tally

    def play(self, s: Position, most: int) -> None:
        if s.impulse == 2 and not s.moved:
            self.tally["follow-on"] += 1
            assert ids(s.eligible) == Board(s.to_data()).covered()
        for _ in range(most):
            step = s.agenda[-1] if s.agenda else None
            if not isinstance(step, Movement | Moving):
                return
            (prompt,) = s.asked
            self.tally["prompts"] += 1
            data = Board(s.to_data())
            if isinstance(step, Moving):
                self.moving(s, data, step, prompt)
            else:
                expected = walking.movers(data, engineers(s, step)) | walking.feints(data)
                assert offered(s, prompt, "unit") == expected
            self.reasons(s, prompt)
            self.go_on(s, data, step, prompt)

    def moving(self, s: Position, data: Board, step: Moving, prompt: Prompt) -> None:
        group, name = group_of(s, step), s.game.map.grid.name
        so_far = [name(h) for h in step.path]
        if COUNTERS[group.units[0]].type == "deception":
            ends = walking.crept(data, group.units[0], so_far)
            assert offered(s, prompt, "hex") == ends
            assert offered(s, prompt, "via") == (ends - {*so_far} if len(ends) > 1 else set())
            assert not offered(s, prompt, "unit")
            self.tally["feints"] += 1
            return
        start = walking.gone(data, group, so_far)
        found = walking.reached(data, group, start)
        assert offered(s, prompt, "hex") == set(found), group
        assert offered(s, prompt, "via") == walking.passed(data, group, start), group
        assert offered(s, prompt, "unit") == (set() if so_far else walking.joiners(data, group)), group
        self.tally["ways named"] += bool(so_far)
        self.count(data, group, found)
        details = step.details(s, step.side)
        scale = the_game().charts.scale
        assert details["left"] == {h: points(int(left * scale), scale) for h, left in found.items()}, group
        assert set(details["stops"]) == set(found) & data.zone
        some = self.rng.sample(sorted(found), min(40, len(found)))
        for hex_, left in ((h, found[h]) for h in some):
            way = tuple(map(name, step.ways(s).path(s.game.map.grid.at(hex_))))
            self.walked(data, group, (*so_far, *way), left)
            drawn = [hex_]
            while drawn[0] in details["from"] and details["from"][drawn[0]] != start.hex:
                drawn.insert(0, details["from"][drawn[0]])
            assert tuple(drawn) == way

    def walked(self, data: Board, group: Group, path: tuple[str, ...], left: Fraction) -> None:
        """The way that would be gone is one that can be gone, at that price."""
        fronts = {walking.Walk(group.origin, walking.allowance(data, group), True)}
        for hex_ in path:
            fronts = {walk for front in fronts for walk in walking.steps(data, group, front) if walk.hex == hex_}
        assert left in {walk.left for walk in fronts}, (group, path)

    def reasons(self, s: Position, prompt: Prompt) -> None:
        """Offered exactly when there is no reason against it."""
        game = the_game()
        hexes = [game.map.grid.at(h) for h in self.rng.sample(game.map.grid.names, 25)]
        near = [h for offer in prompt.offers if offer.verb == "hex" for h in offer if isinstance(h, int)]
        nouns: list[tuple[str, Noun]] = [(verb, h) for verb in ("hex", "via") for h in hexes + near[:20]]
        nouns += [("unit", self.rng.randrange(len(game.sheet))) for _ in range(10)]
        nouns += [("unit", u) for u in range(len(game.sheet)) if s.where[u] >= 0]
        self.tally["reasons"] += compare(s, prompt, [*nouns, ("done", None)])

    def go_on(self, s: Position, data: Board, step: Movement | Moving, prompt: Prompt) -> None:
        choices = [(o.verb, n) for o in prompt.offers for n in o]
        wanted = self.rng.choice(("hex", "hex", "unit", "via"))
        some = [c for c in choices if c[0] == wanted] or [c for c in choices if c[0] != "done"] or choices
        verb, noun = self.rng.choice(self.of_interest(s, data, step, some) or some)
        way: tuple[str, ...] = ()
        feint = isinstance(step, Moving) and step.units & s.game.deception
        if isinstance(step, Moving) and verb == "hex" and isinstance(noun, int) and not feint:
            way = tuple(map(s.game.map.grid.name, (*step.path, *step.ways(s).path(noun))))
        s.sealed = False
        decide(s, prompt.side, verb, noun)
        if way and isinstance(step, Moving):
            self.arrived(s, data, group_of(s, step), way)

    def of_interest(
        self, s: Position, data: Board, step: Movement | Moving, some: list[tuple[str, Noun]]
    ) -> list[tuple[str, Noun]]:
        """Now and then engineers and supply, who can go together, infiltrators in zones, and ways that may turn out to
        be none."""
        if self.rng.random() < 0.4:
            return []
        if isinstance(step, Moving):
            return [c for c in some if c[0] in ("hex", "via") and data.doubtful(str(s.game.write(*c)))]
        caught = {u for h in data.zone for u in data.land(data.side, h) if COUNTERS[u].infiltrates}
        apt = caught | {u for u, counter in COUNTERS.items() if counter.type == "engineer"}
        return [c for c in some if c[0] == "unit" and s.game.write(*c) in apt]

    def arrived(self, s: Position, data: Board, group: Group, way: tuple[str, ...]) -> None:
        """R93  A way is gone as far as the truth allows, and everybody in the group has moved."""
        stand = way[walking.made(data, way) - 1]
        after = Board(s.to_data())
        assert {after.where[u] for u in group.units} == {stand}
        assert set(group.units) <= set(after.data["moved"])
        self.tally["caught"] += stand != way[-1]
        foe = walking.enemy(data.side)
        passed = {b for hex_ in way[: way.index(stand) + 1] for b in around(hex_)}
        dummies = {h for h in passed if any(COUNTERS[u].type == "deception" for u in data.stacks[foe].get(h, ()))}
        assert s.sealed == bool(passed & data.hidden | dummies)
        for hex_ in dummies:
            left = after.stacks[foe].get(hex_, [])
            assert not any(COUNTERS[u].type == "deception" for u in left)
            self.tally["unmasked"] += not left

    def count(self, data: Board, group: Group, found: dict[str, Fraction]) -> None:
        tally = self.tally
        types = [COUNTERS[u].type for u in group.units]
        tally["moves"] += 1
        tally["groups"] += len(group.units) > 1
        tally["entries"] += group.origin not in GROUND
        tally["out of zones"] += group.origin in data.zone
        tally["infiltrations"] += group.origin in data.zone and all(COUNTERS[u].infiltrates for u in group.units)
        tally["carrying"] += "engineer" in types and "supply" in types
        tally["bridged"] += bool(group.crossings & set(found))
        tally["suppressed"] += any(u in data.suppressed for u in group.units)


def engineers(s: Position, step: Movement | Moving) -> tuple[tuple[str, str], ...]:
    return tuple((s.game.sheet.ids[u], s.game.map.grid.name(h)) for u, h in step.engineers)


def group_of(s: Position, step: Moving) -> Group:
    crew = tuple(sorted(ids(step.units), key=lambda u: COUNTERS[u].number))
    unit = s.game.sheet.index[crew[0]]
    return Group(crew, s.game.place_name(s.where[unit]), engineers(s, step))


def crowds(kind: Kind, number: int) -> Iterator[tuple[random.Random, Position]]:
    for seed in range(number * TIMES):
        rng = random.Random(f"{kind.name} {seed}")
        yield rng, position(crowd(rng, kind))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_moves(kind: Kind) -> None:
    tally: Counter[str] = Counter()
    for rng, s in crowds(kind, 5):
        Referee(rng, tally).play(s, DECISIONS)
    wanted = {"prompts": 20, "moves": 6, "reasons": 1000}
    often_enough(tally, wanted)


def test_what_is_rare_is_compared_too() -> None:
    """The comparison of nothing would always agree."""
    tally: Counter[str] = Counter()
    for kind, number in ((RIVERS, 10), (HOLSTEN, 14), (MASKED, 12), (NIGHT, 10)):
        for rng, s in crowds(kind, number):
            Referee(rng, tally).play(s, 8)
    wanted = {
        "groups": 10,
        "ways named": 10,
        "entries": 3,
        "out of zones": 12,
        "infiltrations": 3,
        "carrying": 2,
        "bridged": 10,
        "suppressed": 10,
        "feints": 5,
        "caught": 2,
        "unmasked": 2,
        "follow-on": 5,
    }
    often_enough(tally, wanted)


def test_positions_of_whole_games() -> None:
    """Positions as they come up when everybody plays at random."""
    tally: Counter[str] = Counter()
    for seed in range(2 * TIMES):
        rng = random.Random(seed)
        start = the_game().start("campaign", {"deception": seed % 2 == 0}, Dice.practice(seed))
        for s in played_at_random(start, rng, 600):
            if isinstance(s.agenda[-1], Movement) and rng.random() < 0.1:
                Referee(rng, tally).play(s.clone(), 4)
    assert tally["moves"] >= 2 * TIMES


def test_the_friendly_edges_and_the_map_are_those_of_the_files() -> None:
    game = the_game()
    for side, edge in EDGES.items():
        assert names(game.edges[game.sides.index(side)]) == edge
    assert {side: len(edge) for side, edge in EDGES.items()} == {"soviet": 24, "japan": 34}
