"""Who is to go where: guards for objectives that can be held, and the rest together against what can be taken."""

from __future__ import annotations

from functools import cached_property

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.board.reach import OFF_MAP, reach
from khalkhin.games.pbn.headquarters import follow_on
from khalkhin.games.pbn.judgement.value import NOWHERE, Distances, Values
from khalkhin.games.pbn.position import Position
from khalkhin.games.pbn.terrain import costs
from khalkhin.games.pbn.ways import allowance, barred, entry_ways

UNSURE = 0.6
"""How far a unit is reckoned with that moves only if it has a headquarters that nobody sees."""
MOST = 36.0
"""Attack factors that come to one attack at most."""
ENOUGH = 2.0
"""How many times as strong as the enemy around an objective those are who go for it."""
FEWEST = 0.8
"""With less than this many times his strength nobody sets out."""
LONG = 4.0
"""Moves after which a march is not worth beginning."""
URGENT = 2.5
"""Points more for an objective of an enemy who holds five beside Nomonhan, and for every further one."""
STRONG = 3.0
"""Defence factors that guard an objective at most, and as many again as it is worth points."""


class Campaign:
    """One side's aims in one position. The enemy stands more or less where he stands now."""

    def __init__(self, values: Values, distances: Distances, s: Position, side: int) -> None:
        self.values, self.distances = values, distances
        self.s, self.game = s, s.game
        self.side, self.enemy = side, 1 - side
        self._pressures: dict[Hex, float] = {}

    # -- the enemy --------------------------------------------------------------------------------------------------

    @cached_property
    def last_word(self) -> bool:
        """Whether the enemy moves no more in this turn."""
        return self.s.impulse == 2 and self.s.first != self.side

    @cached_property
    def _areas(self) -> list[tuple[HexSet, float]]:
        """Where the enemy's units can attack when he moves next, with their strength."""
        s, game, enemy = self.s, self.game, self.enemy
        second = (s.impulse == 1 and s.first != self.side) or (s.impulse == 2 and s.first == self.side)
        there = s.on_map(enemy) | s.based(enemy)
        ready = follow_on(s, enemy) if second else there
        found: dict[tuple[int, str, int], float] = {}
        for unit in members(there & game.fighting):
            key = s.where[unit], game.kind[unit], allowance(s, unit)
            force = game.attack[unit] * (1.0 if ready >> unit & 1 else UNSURE)
            found[key] = found.get(key, 0.0) + force
        out = []
        for (place, kind, points), force in found.items():
            table, shut = costs(game, kind, 0), barred(s, enemy, kind)
            if place < 0:
                area = reach(table, OFF_MAP, points, barred=shut, entries=entry_ways(s, enemy, kind)).hexes
            else:
                area = reach(table, place, points, barred=shut).hexes | 1 << place
            out.append((game.map.grid.spread(area), force))
        return out

    def pressure(self, hex_: Hex) -> float:
        """The strength of the enemy that can come against a hex."""
        found = self._pressures.get(hex_)
        if found is None:
            found = self._pressures[hex_] = sum(force for area, force in self._areas if area >> hex_ & 1)
        return found

    def defence(self, hex_: Hex) -> float:
        """The strength of the enemy in a place, and half of what stands around it."""
        s, grid = self.s, self.game.map.grid
        near = grid.within(1 << hex_, 2) & s.occupied(self.enemy) & ~(1 << hex_)
        return self._force(hex_) + 0.5 * sum(self._force(h) for h in members(near))

    def _force(self, hex_: Hex) -> int:
        return sum(self.game.defence[u] for u in members(self.s.land_at(self.enemy, hex_)))

    # -- the aims ---------------------------------------------------------------------------------------------------

    def moves(self, unit: int, goal: Hex, start: int | None = None) -> float:
        """How many moves a unit needs to a place."""
        game = self.game
        place = self.s.where[unit] if start is None else start
        kind = game.kind[unit]
        if place < 0:
            points = self.distances.from_base(kind, goal, self.side)
        else:
            points = self.distances.to(kind, goal)[place]
        return points / game.movement[unit] if points < NOWHERE and game.movement[unit] else float(NOWHERE)

    @cached_property
    def fighters(self) -> list[int]:
        """Units that can go somewhere and hold it."""
        s = self.s
        return list(members((s.on_map(self.side) | s.based(self.side)) & self.game.fighting))

    @cached_property
    def own(self) -> list[Hex]:
        """Objectives to guard: those held, and empty ones that the enemy is not nearer to."""
        s, grid, out = self.s, self.game.map.grid, list[Hex]()
        mine, theirs = (list(members(s.occupied(side) | s.game.edges[side])) for side in (self.side, self.enemy))
        for hex_ in self.values.hold[self.side]:
            if s.occupied(self.enemy) >> hex_ & 1 or not self.worth(hex_):
                continue
            near, far = (min(grid.distance(h, hex_) for h in hexes) for hexes in (mine, theirs))
            if s.occupied(self.side) >> hex_ & 1 or near <= far + 2:
                out.append(hex_)
        return out

    def worth(self, hex_: Hex) -> float:
        """What an objective is worth as an aim: what it brings, and in part what the enemy does not get."""
        mine, theirs = (self.values.hold[side].get(hex_, 0.0) for side in (self.side, self.enemy))
        held = self.s.occupied(self.enemy) >> hex_ & 1
        return mine + (theirs + self._urgency if held else 0.4 * theirs)

    @cached_property
    def _urgency(self) -> float:
        """How much more it matters to take an objective from an enemy who nearly holds them all."""
        game = self.game
        held = self.s.occupied(self.enemy) & game.objectives
        count = (held & ~(1 << game.nomonhan)).bit_count()
        return URGENT * max(0, count - 4) if not self.s.occupied(self.side) >> game.nomonhan & 1 else 0.0

    @cached_property
    def goals(self) -> dict[int, Hex]:
        """For every unit the place it is to go to, or to stay in."""
        free, out = dict.fromkeys(self.fighters), dict[int, Hex]()

        def send(unit: int, hex_: Hex) -> None:
            out[unit] = hex_
            free.pop(unit)

        for hex_ in sorted(self.own, key=lambda h: -self.worth(h)):
            for unit in self._guards(hex_, list(free)):
                send(unit, hex_)
        for hex_ in self._aims(list(free)):
            for unit in self._party(hex_, list(free)):
                send(unit, hex_)
        taken = sorted(set(out.values()))
        for unit in list(free):
            send(unit, self._support(unit, taken))
        return out

    def _guards(self, hex_: Hex, free: list[int]) -> list[int]:
        """The cheapest unit that is near, and as many more as the enemy in reach makes necessary."""
        game = self.game
        need = min(STRONG + self.worth(hex_), 0.3 * self.pressure(hex_))
        ranked = sorted((self.moves(u, hex_) + 0.12 * game.attack[u] - 0.03 * game.defence[u], u) for u in free)
        out, force = list[int](), 0
        for far, unit in ranked:
            if far > LONG or (out and (force >= need or far > 2.0)):
                break
            out.append(unit)
            force += game.defence[unit]
        return out

    def _aims(self, free: list[int]) -> list[Hex]:
        """Objectives of the enemy that those who are free can hope to take, the best first."""
        game, rated = self.game, list[tuple[float, Hex]]()
        for hex_ in self.values.hold[self.side]:
            worth = self.worth(hex_)
            if hex_ in self.own or not worth:
                continue
            defence = self.defence(hex_)
            ranges = [(self.moves(u, hex_), game.attack[u]) for u in free]
            near = sum(force for far, force in ranges if far <= LONG)
            if near and near >= FEWEST * defence:
                soon = sum(force / (0.5 + far) for far, force in ranges if far <= LONG)
                rated.append((worth * soon / (5 + defence), hex_))
        return [hex_ for _, hex_ in sorted(rated, reverse=True)]

    def _party(self, hex_: Hex, free: list[int]) -> list[int]:
        """Who goes for an objective: the nearest, until they are strong enough."""
        game, need = self.game, ENOUGH * self.defence(hex_) + 3
        out, force = list[int](), 0
        for far, unit in sorted((self.moves(u, hex_) - 0.05 * game.attack[u], u) for u in free):
            if force >= need or far > LONG:
                break
            out.append(unit)
            force += game.attack[unit]
        return out if force >= need / ENOUGH * FEWEST else []

    def _support(self, unit: int, taken: list[Hex]) -> Hex:
        """Whoever is left over goes where most is to be won, or stands by where others are."""
        places = taken or list(self.values.hold[self.side])
        return min(places, key=lambda h: (self.moves(unit, h) - 0.15 * self.worth(h) - 0.05 * self.defence(h), h))

    # -- who follows ------------------------------------------------------------------------------------------------

    @cached_property
    def parties(self) -> dict[Hex, float]:
        """How strong those are who go to a place; more counts who goes there to take it."""
        own, out = set(self.own), dict[Hex, float]()
        for unit, hex_ in self.goals.items():
            out[hex_] = out.get(hex_, 0.0) + self.game.attack[unit] * (1 if hex_ in own else 2) + 0.5
        return out

    @cached_property
    def _followed(self) -> dict[int, Hex]:
        """Headquarters go with strong parties, each with another; supply goes where headquarters go."""
        s, game = self.s, self.game
        here = s.on_map(self.side) | s.based(self.side)
        out, shared = dict[int, Hex](), dict[Hex, float]()

        def follow(unit: int, parties: dict[Hex, float]) -> None:
            worth = {h: force / (1 + self.moves(unit, h)) / (1 + shared.get(h, 0)) for h, force in parties.items()}
            out[unit] = hex_ = max(worth, key=lambda h: (worth[h], h))
            shared[hex_] = shared.get(hex_, 0) + game.support[unit]

        if not self.parties:
            return out
        staffs = sorted(members(here & game.headquarters), key=lambda u: (-game.support[u], u))
        for unit in staffs:
            follow(unit, self.parties)
        led: dict[Hex, float] = {}
        for unit in staffs:
            led[out[unit]] = led.get(out[unit], 0.0) + game.support[unit]
        shared.clear()
        for unit in members(here & game.supply):
            follow(unit, led or self.parties)
            shared[out[unit]] = shared.get(out[unit], 0) + 1
        return out

    def goal(self, unit: int) -> Hex | None:
        """Where a unit is to go: it has an aim, or it follows those who have one."""
        return self.goals.get(unit, self._followed.get(unit))
