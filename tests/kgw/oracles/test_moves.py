"""The game offers exactly the moves and lines of supply that the oracles find, at their cost, in random positions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest

from khalkhin.engine.agenda import Kind as Said
from khalkhin.engine.agenda import Noun, Prompt, decide
from khalkhin.engine.dice import Dice
from khalkhin.games.kgw import supply
from khalkhin.games.kgw.movement import Movement, Moving
from khalkhin.games.kgw.position import Position
from tests.comparing import TIMES, offered, often_enough, played_at_random
from tests.kgw.oracles import lines, walking
from tests.kgw.oracles.atlas import COUNTERS
from tests.kgw.oracles.crowd import DESERT, EAST, LINES, RIVERS, SCREEN, TRACKS, Kind, crowd
from tests.kgw.oracles.walking import Board, Group
from tests.kgw.positions import names, position, the_game
from tests.refusals import compare

KINDS = (RIVERS, DESERT, TRACKS, EAST, LINES, SCREEN)
DECISIONS = 12


class Referee:
    """Plays on from a position and compares every prompt to move; counts what it has seen."""

    def __init__(self, rng: random.Random, tally: Counter[str]) -> None:
        self.rng = rng
        self.tally = tally

    def play(self, s: Position, most: int) -> None:
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
                assert offered(s, prompt, "unit") == walking.movers(data, side_of(prompt))
            self.reasons(s, prompt)
            self.go_on(s, data, step, prompt)

    def moving(self, s: Position, data: Board, step: Moving, prompt: Prompt) -> None:
        group = group_of(s, step)
        found = walking.reached(data, group)
        assert offered(s, prompt, "hex") == set(found), group
        assert offered(s, prompt, "rail") == walking.rides(data, group), group
        assert offered(s, prompt, "unit") == others(data, group), group
        self.count(data, group, found)
        for hex_, walks in found.items():
            leg = step.ways(s).leg(the_game().map.grid.at(hex_))
            assert sum(leg.spent) == walking.cheapest(walks), (group, hex_)
            if COUNTERS[group.units[0]].type != "armored_train":
                self.walked(data, group, tuple(map(the_game().map.grid.name, leg.path)), leg.spent)
        self.shown(s, step, found)

    def walked(self, data: Board, group: Group, path: tuple[str, ...], spent: tuple[int, ...]) -> None:
        """The way that would be gone is one that can be gone, at that price."""
        fronts = {walking.begun(data, group)}
        for hex_ in path:
            fronts = {walk for front in fronts for walk in walking.steps(data, group, front) if walk.hex == hex_}
        assert spent in {walk.spent for walk in fronts}, (group, path)

    def shown(self, s: Position, step: Moving, found: dict[str, set[walking.Walk]]) -> None:
        """What clients draw is the way that is gone, and what they print is what is left then."""
        details, name = step.details(s, step.side), s.game.map.grid.name
        assert set(details["left"]) == set(found)
        for hex_ in found:
            way = details["ways"].get(hex_)
            if way is None:
                way = [hex_]
                while details["from"][way[0]] != name(step.at):
                    way.insert(0, details["from"][way[0]])
            else:
                self.tally["ways of their own"] += 1
            assert way == [name(h) for h in step.ways(s).leg(s.game.map.grid.at(hex_)).path]

    def reasons(self, s: Position, prompt: Prompt) -> None:
        """Offered exactly when there is no reason against it."""
        game = the_game()
        hexes = [game.map.grid.at(h) for h in self.rng.sample(game.map.grid.names, 25)]
        near = [h for offer in prompt.offers if offer.verb in ("hex", "rail") for h in offer if isinstance(h, int)]
        nouns: list[tuple[str, Noun]] = [(verb, h) for verb in ("hex", "rail") for h in hexes + near[:20]]
        nouns += [("unit", self.rng.randrange(len(game.sheet))) for _ in range(10)]
        nouns += [("unit", u) for u in game.sheet.index.values() if s.where[u] >= 0]
        self.tally["reasons"] += compare(s, prompt, [*nouns, ("done", None), ("commit", None)])

    def go_on(self, s: Position, data: Board, step: Movement | Moving, prompt: Prompt) -> None:
        choices = [(o.verb, n) for o in prompt.offers for n in o]
        wanted = self.rng.choice(("hex", "hex", "rail", "unit"))
        some = [c for c in choices if c[0] == wanted] or [c for c in choices if c[0] != "done"] or choices
        verb, noun = self.rng.choice(self.of_interest(s, data, step, some) or some)
        s.sealed = False
        expected = None
        if isinstance(step, Moving) and verb == "hex" and isinstance(noun, int):
            way = tuple(map(s.game.map.grid.name, step.ways(s).leg(noun).path))
            group = group_of(s, step)
            expected = group, way, walking.caught(data, group, way)
        decide(s, prompt.side, verb, noun)
        if expected is not None:
            self.arrived(s, *expected)

    def of_interest(
        self, s: Position, data: Board, step: Movement | Moving, some: list[tuple[str, Noun]]
    ) -> list[tuple[str, Noun]]:
        """Now and then whatever is rare: trains, and ways that may turn out to be none."""
        if self.rng.random() < 0.5:
            return []
        if not isinstance(step, Moving):
            return [c for c in some if COUNTERS[str(s.game.write(*c))].type == "armored_train"] if some[0][1] else []
        found = walking.reached(data, group_of(s, step))
        return [c for c in some if c[0] == "hex" and all(w.doubt for w in found[str(s.game.write(*c))])]

    def arrived(self, s: Position, group: Group, way: tuple[str, ...], made: int) -> None:
        """12.2  A way is gone as far as the truth allows; whoever is caught stays there and has moved."""
        if made == len(way):
            step = s.agenda[-1]
            assert isinstance(step, Moving)
            assert group_of(s, step).path == (*group.path, *way)
            return
        self.tally["caught"] += 1
        assert s.sealed
        stand = (group.origin, *group.path, *way[:made])[-1]
        after = Board(s.to_data())
        assert {after.where[u] for u in group.units} == {stand}
        assert set(group.units) <= set(after.data["moved"])

    def count(self, data: Board, group: Group, found: dict[str, set[walking.Walk]]) -> None:
        tally = self.tally
        tally["moves"] += 1
        tally["groups"] += len(group.units) > 1
        tally["rides"] += bool(walking.rides(data, group))
        tally["trains"] += COUNTERS[group.units[0]].type == "armored_train"
        tally["minimum moves"] += any(data.points(u) <= 8 for u in group.units) and not group.path
        tally["winter"] += data.winter
        tally["out of zones"] += data.in_zone(group.side, group.origin)
        tally["zones ignored"] += any(
            w.zones and not data.in_zone(group.side, w.hex) for ws in found.values() for w in ws
        )
        tally["in doubt"] += any(w.doubt for walks in found.values() for w in walks)


def others(data: Board, group: Group) -> set[str]:
    """Who can be picked while a move is in hand: to come along, or to move next."""
    if not group.path:
        return walking.joiners(data, group)
    changed = dict(data.data)
    if group.rode:
        changed["railed"] = [*changed["railed"], *group.units]
    return walking.movers(Board(changed), group.side) - set(group.units)


def group_of(s: Position, step: Moving) -> Group:
    name, ids = s.game.map.grid.name, s.game.sheet.ids
    crew = tuple(ids[u] for u in range(step.units.bit_length()) if step.units >> u & 1)
    side = s.game.sides[step.side]
    return Group(side, crew, name(step.origin), tuple(map(name, step.path)), step.spent, step.rode)


def side_of(prompt: Prompt) -> str:
    return the_game().sides[prompt.side]


def crowds(kind: Kind, number: int, phase: str = "") -> Iterator[tuple[random.Random, Position]]:
    for seed in range(number * TIMES):
        rng = random.Random(f"{kind.name} {seed}")
        yield rng, position(crowd(rng, kind, phase))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_moves(kind: Kind) -> None:
    tally: Counter[str] = Counter()
    for rng, s in crowds(kind, 9):
        Referee(rng, tally).play(s, DECISIONS)
    wanted = {"prompts": 60, "moves": 30, "reasons": 3000, "out of zones": 5}
    often_enough(tally, wanted)


def test_what_is_rare_is_compared_too() -> None:
    """The comparison of nothing would always agree."""
    tally: Counter[str] = Counter()
    for kind, number in ((SCREEN, 36), (TRACKS, 12)):
        for rng, s in crowds(kind, number):
            Referee(rng, tally).play(s, 6)
    wanted = {
        "groups": 8,
        "rides": 2,
        "trains": 2,
        "zones ignored": 20,
        "in doubt": 15,
        "caught": 2,
        "minimum moves": 10,
    }
    often_enough(tally, wanted)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.special], ids=lambda kind: kind.name)
def test_lines_of_communication(kind: Kind) -> None:
    units = 0
    for _, s in crowds(kind, 12, "supply"):
        data = Board(s.to_data())
        for unit in (u for u in data.where if COUNTERS[u].type == "supply"):
            units += 1
            number = s.game.sheet.index[unit]
            found = lines.served(data, unit)
            assert names(supply.hexes_served(s, number)) == found
            for hex_ in lines.from_hex(data, COUNTERS[unit].side, data.where[unit], 4):
                trace = supply.line(s, number, s.game.map.grid.at(hex_))
                assert (trace.path is not None) == (hex_ in found)
                if trace.path is not None:
                    path = tuple(map(s.game.map.grid.name, trace.path))
                    assert path[0] == data.where[unit]
                    assert path[-1] == hex_
                    assert lines.good(data, COUNTERS[unit].side, path)
    assert units >= 3 * TIMES


def test_positions_of_whole_games() -> None:
    """Positions as they come up when everybody plays at random."""
    tally: Counter[str] = Counter()
    for seed in range(2 * TIMES):
        rng = random.Random(seed)
        start = the_game().start(rng.choice(("may-1939", "july-1939", "haichi-go")), {}, Dice.practice(seed))
        for s in played_at_random(start, rng, 1500):
            if isinstance(s.agenda[-1], Movement) and rng.random() < 0.1:
                Referee(rng, tally).play(s.clone(), 4)
    assert tally["moves"] >= 20 * TIMES


@pytest.mark.parametrize("phase", ["organise", "supply"])
def test_reasons_of_works_and_supply(phase: str) -> None:
    """Offered exactly when there is no reason against it, step by step through a phase."""
    game = the_game()
    refusals = 0
    verbs = {verb: kind for verb, kind in game.verbs.items() if kind in (Said.UNIT, Said.HEX, Said.NOTHING)}
    for kind in (RIVERS, TRACKS, LINES):
        for rng, s in crowds(kind, 4, phase):
            first = s.agenda[:-1]
            for _ in range(8):
                if s.agenda[: len(first)] != first or len(s.agenda) <= len(first):
                    break
                (prompt,) = s.asked
                others = {"accept", "top", *(offer.verb for offer in game.standing(s, prompt.side))}
                said = [(v, n) for v, what in verbs.items() if v not in others for n in nouns(s, what, rng)]
                refusals += compare(s, prompt, said)
                choices = [(o.verb, n) for o in prompt.offers for n in o]
                decide(s, prompt.side, *rng.choice([c for c in choices if c[0] != "done"] or choices))
    assert refusals > 1000


def nouns(s: Position, what: Said, rng: random.Random) -> Sequence[Noun]:
    if what is Said.NOTHING:
        return [None]
    if what is Said.UNIT:
        return [u for u in range(len(s.where)) if s.where[u] >= 0 or rng.random() < 0.1]
    grid = s.game.map.grid
    return [grid.at(h) for h in rng.sample(grid.names, 20)] + [h for h in s.at if h >= 0]
