"""Who is to go where: guards for one's own places, and the rest together against what can be taken."""

from __future__ import annotations

from functools import cached_property

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.games.kgw.judgement.value import NOWHERE, Distances, Values
from khalkhin.games.kgw.odds import total
from khalkhin.games.kgw.position import JAPAN, USSR, Position

GRASP = 0.5
"""The share of the enemy's strength within reach of a hex that is taken to come to an attack on it."""
ENOUGH = 2.5
"""How many times as strong as the enemy around a place those are who go for it."""
FEWEST = 0.9
"""With less than this many times his strength nobody sets out."""
LONG = 4.0
"""Months after which a march is not worth beginning."""
STRONG = 14
"""Combat factors that guard a place at most."""


class Campaign:
    """One side's aims in one position. The enemy stands more or less where he stands now."""

    def __init__(self, values: Values, distances: Distances, s: Position, side: int) -> None:
        self.values, self.distances = values, distances
        self.s, self.game = s, s.game
        self.side, self.enemy = side, 1 - side
        self._pressures: dict[Hex, int] = {}

    # -- the enemy --------------------------------------------------------------------------------------------------

    @cached_property
    def _areas(self) -> list[tuple[HexSet, int]]:
        """Where the enemy's units can attack within a month, with their strength."""
        s, game, found = self.s, self.game, dict[tuple[Hex, int], int]()
        for hex_ in members(s.occupied(self.enemy)):
            for unit in members(s.units_at(self.enemy, hex_) & ~s.static() & ~game.supply):
                key = hex_, s.allowance(unit) // game.charts.scale + 1
                found[key] = found.get(key, 0) + s.strength(unit)
        within, ussr = game.map.grid.within, game.country[USSR] if self.enemy == JAPAN else 0
        return [(within(1 << hex_, radius) & ~ussr, force) for (hex_, radius), force in found.items()]

    def pressure(self, hex_: Hex) -> int:
        """The strength of the enemy that can come against a hex."""
        found = self._pressures.get(hex_)
        if found is None:
            found = self._pressures[hex_] = sum(force for area, force in self._areas if area >> hex_ & 1)
        return found

    def defence(self, hex_: Hex) -> float:
        """The strength of the enemy in a place, and half of what stands around it."""
        s, grid = self.s, self.game.map.grid
        here = total(s, s.units_at(self.enemy, hex_))
        near = grid.within(1 << hex_, 2) & s.occupied(self.enemy) & ~(1 << hex_)
        return here + 0.5 * sum(total(s, s.units_at(self.enemy, h)) for h in members(near))

    # -- the aims ---------------------------------------------------------------------------------------------------

    def months(self, unit: int, goal: Hex, start: Hex | None = None) -> float:
        """How long a unit marches to a place."""
        s = self.s
        hex_ = s.where[unit] if start is None else start
        points = self.distances.to(unit, goal, s.winter)[hex_]
        return points / max(1, s.allowance(unit)) if points < NOWHERE else float(NOWHERE)

    @cached_property
    def fighters(self) -> list[int]:
        """Units that can go somewhere and hold it."""
        game, s = self.game, self.s
        out = s.ground(self.side) & ~s.static() & ~game.supply & ~game.artillery & ~game.trains
        return list(members(out & ~(1 << game.zhukov)))

    @cached_property
    def own(self) -> list[Hex]:
        """Places to guard: those held, and empty ones that the enemy is not nearer to."""
        s, grid, out = self.s, self.game.map.grid, list[Hex]()
        mine, theirs = (list(members(s.occupied(side))) for side in (self.side, self.enemy))
        for hex_ in self.values.place:
            if s.occupied(self.enemy) >> hex_ & 1:
                continue
            near, far = (min((grid.distance(h, hex_) for h in hexes), default=99) for hexes in (mine, theirs))
            if near <= far:
                out.append(hex_)
        return out

    @cached_property
    def goals(self) -> dict[int, Hex]:
        """For every unit the place it is to go to, or to stay in."""
        free, out = dict.fromkeys(self.fighters), dict[int, Hex]()

        def send(unit: int, hex_: Hex) -> None:
            out[unit] = hex_
            free.pop(unit)

        for hex_ in sorted(self.own, key=lambda h: -self.values.place[h]):
            for unit in self._guards(hex_, list(free)):
                send(unit, hex_)
        aims = self._aims(list(free))
        for hex_ in aims:
            for unit in self._party(hex_, list(free)):
                send(unit, hex_)
        for unit in list(free):
            send(unit, self._nearest(unit, aims))
        return out

    def _guards(self, hex_: Hex, free: list[int]) -> list[int]:
        """The cheapest unit that is near, and as many more as the enemy in reach makes necessary."""
        s = self.s
        need = min(STRONG, GRASP * self.pressure(hex_) / 2)
        ranked = sorted((self.months(u, hex_) + 0.06 * s.strength(u), u) for u in free)
        out, force = list[int](), 0
        for months, unit in ranked:
            if months > LONG or (out and (force >= need or months > 1.5)):
                break
            out.append(unit)
            force += s.strength(unit)
        return out

    def _aims(self, free: list[int]) -> list[Hex]:
        """Places of the enemy that those who are free can hope to take, the best first."""
        s, rated = self.s, list[tuple[float, Hex]]()
        for hex_, worth in self.values.place.items():
            if hex_ in self.own:
                continue
            defence = self.defence(hex_)
            reach = [(self.months(u, hex_), s.strength(u)) for u in free]
            near = sum(force for months, force in reach if months <= min(LONG, 1.0 + self.values.left))
            if near and near >= FEWEST * defence:
                soon = sum(force / (0.5 + months) for months, force in reach if months <= LONG)
                rated.append((worth * soon / (5 + defence), hex_))
        return [hex_ for _, hex_ in sorted(rated, reverse=True)]

    def _party(self, hex_: Hex, free: list[int]) -> list[int]:
        """Who goes for a place: the nearest, until they are strong enough."""
        s, need = self.s, ENOUGH * self.defence(hex_) + 2
        out, force = list[int](), 0
        for months, unit in sorted((self.months(u, hex_), u) for u in free):
            if force >= need or months > LONG:
                break
            out.append(unit)
            force += s.strength(unit)
        return out if force >= need / ENOUGH * FEWEST else []

    def _nearest(self, unit: int, aims: list[Hex]) -> Hex:
        """Whoever is left over goes where most is to be won, or stands by at the front."""
        places = aims or self.own or list(self.values.place)
        return min(places, key=lambda h: (self.months(unit, h) - self.values.place[h] / 4, h))

    # -- who follows ------------------------------------------------------------------------------------------------

    @cached_property
    def parties(self) -> dict[Hex, float]:
        """How strong those are who go to a place; more counts who goes there to take it."""
        s, own, out = self.s, set(self.own), dict[Hex, float]()
        for unit, hex_ in self.goals.items():
            out[hex_] = out.get(hex_, 0.0) + s.strength(unit) * (1 if hex_ in own else 2)
        return out

    @cached_property
    def _followed(self) -> dict[int, Hex]:
        """Supply, guns and Zhukov go with a strong party that is not far; supply is shared out."""
        s, game, parties = self.s, self.game, self.parties
        out, shared = dict[int, Hex](), dict[tuple[str, Hex], int]()
        for unit in members(s.ground(self.side) & ~s.static()) if parties else ():
            if unit in self.goals:
                continue
            kind = game.type[unit]
            worth = {
                h: force / (1 + self.months(unit, h)) / (1 + shared.get((kind, h), 0)) for h, force in parties.items()
            }
            out[unit] = hex_ = max(worth, key=lambda h: (worth[h], h))
            shared[kind, hex_] = shared.get((kind, hex_), 0) + 1
        return out

    def goal(self, unit: int) -> Hex | None:
        """Where a unit is to go: it has an aim, or it follows those who have one."""
        return self.goals.get(unit, self._followed.get(unit))

    def going_on(self, area: HexSet) -> float:
        """The strength of those who will be in an area soon, and will want to go on from there."""
        s, own = self.s, set(self.own)
        return sum(
            s.strength(unit) * (0.2 if hex_ in own else 1.0)
            for unit, hex_ in self.goals.items()
            if area >> hex_ & 1 and self.months(unit, hex_) <= 1.0
        )
