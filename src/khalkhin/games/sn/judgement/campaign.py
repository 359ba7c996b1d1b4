"""Who is to go where: guards for cities that can be held, and the rest together against what can be taken."""

from __future__ import annotations

from functools import cached_property

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.board.reach import reach
from khalkhin.engine.codec import UnitSet
from khalkhin.games.sn.judgement.value import NOWHERE, Distances, Values
from khalkhin.games.sn.position import SOVIET, Position
from khalkhin.games.sn.ways import barred

ENOUGH = 2.2
"""How many times as strong as the enemy around a city those are who go for it."""
FEWEST = 0.9
"""With less than this many times his strength nobody sets out."""
LONG = 5.0
"""Moves after which a march is not worth beginning."""
SOON = 2.5
"""Moves that the enemy has to be away from a city that pays nothing itself, not to be reckoned with there."""
GRASP = 0.35
"""The share of the enemy's strength in reach of a city that its guards reckon with."""
STRONG = 0.9
"""Defence factors that guard a city at most, for each point it is worth."""


class Campaign:
    """One side's aims in one position. The enemy stands more or less where he stands now."""

    def __init__(self, values: Values, distances: Distances, s: Position, side: int) -> None:
        self.values, self.distances = values, distances
        self.s, self.game = s, s.game
        self.side, self.enemy = side, 1 - side
        self._pressures: dict[Hex, int] = {}
        self._worths: dict[Hex, float] = {}

    # -- the enemy --------------------------------------------------------------------------------------------------

    @cached_property
    def last_word(self) -> bool:
        """Whether the enemy never moves again."""
        return self.side == SOVIET and not self.values.left and self.s.active == SOVIET

    @cached_property
    def _areas(self) -> list[tuple[HexSet, int]]:
        """Where the enemy's units can attack when they have moved once, with their strength."""
        s, game, found = self.s, self.game, dict[tuple[Hex, str, str, int], int]()
        for unit in members(s.ground(self.enemy)):
            if force := game.attack[unit]:
                key = s.where[unit], game.kind[unit], game.sheet.nation[unit], game.movement[unit]
                found[key] = found.get(key, 0) + force
        out = []
        shut: dict[str, HexSet] = {}
        for (place, kind, nation, points), force in found.items():
            if nation not in shut:
                unit = next(members(game.sheet.of_nation[nation]))
                shut[nation] = barred(s, self.enemy, 1 << unit)
            area = reach(game.costs[kind], place, points, barred=shut[nation]).hexes | 1 << place
            out.append((game.map.grid.spread(area), force))
        return out

    def pressure(self, hex_: Hex) -> int:
        """The strength of the enemy that can come against a hex."""
        found = self._pressures.get(hex_)
        if found is None:
            found = self._pressures[hex_] = sum(force for area, force in self._areas if area >> hex_ & 1)
        return found

    def defence(self, hex_: Hex) -> float:
        """The strength of the enemy in a place, more for the ground it gives, and part of what stands around it."""
        s, grid = self.s, self.game.map.grid
        near = grid.within(1 << hex_, 2) & s.occupied(self.enemy) & ~(1 << hex_)
        return 1.4 * self._force(self.enemy, hex_) + 0.4 * sum(self._force(self.enemy, h) for h in members(near))

    def _force(self, side: int, hex_: Hex) -> int:
        return sum(self.game.defence[u] for u in members(self.s.units_at(side, hex_)))

    # -- the aims ---------------------------------------------------------------------------------------------------

    def moves(self, unit: int, goal: Hex, start: int | None = None) -> float:
        """How many moves a unit needs to a place."""
        game = self.game
        place = self.s.where[unit] if start is None else start
        if place < 0 or not game.enterable[game.sheet.nation[unit]] >> goal & 1:
            return float(NOWHERE)
        points = self.distances.to(game.kind[unit], goal)[place]
        return points / game.movement[unit] if points < NOWHERE and game.movement[unit] else float(NOWHERE)

    @cached_property
    def fighters(self) -> list[int]:
        """Units that can go somewhere and take or hold it."""
        game, s = self.game, self.s
        return [u for u in members(s.mobile(self.side) & game.combat_units & ~game.forts) if game.attack[u]]

    def worth(self, hex_: Hex) -> float:
        """What a city is worth as an aim or to be guarded: what it brings, and what the enemy does not get."""
        found = self._worths.get(hex_)
        if found is None:
            s, values = self.s, self.values
            found = values.take(s, self.side, hex_)
            if not s.occupied(self.enemy) >> hex_ & 1:
                found += values.take(s, self.enemy, hex_) * (1.0 if self.pressure(hex_) else 0.4)
            self._worths[hex_] = found
        return found

    @cached_property
    def own(self) -> list[Hex]:
        """Cities to guard: those held, and empty ones of friendly states."""
        s, game = self.s, self.game
        mine = s.occupied(self.side) | game.friendly[self.side] & ~s.occupied(self.enemy)
        paid = self.values.hold[self.side]
        return [h for h in members(game.cities & mine & self.values.places) if h in paid or self._coveted(h)]

    def _coveted(self, hex_: Hex) -> bool:
        """Whether the enemy would gain by a city and can come to it before long."""
        if not self.values.take(self.s, self.enemy, hex_):
            return False
        game, where = self.game, self.s.where
        return any(
            game.enterable[game.sheet.nation[u]] >> hex_ & 1
            and self.distances.to(game.kind[u], hex_)[where[u]] <= SOON * game.movement[u]
            for u in members(self.s.mobile(self.enemy) & game.combat_units)
        )

    @cached_property
    def goals(self) -> dict[int, Hex]:
        """For every fighting unit the place it is to go to, or to stay in."""
        free, out = dict.fromkeys(self.fighters), dict[int, Hex]()

        def send(unit: int, hex_: Hex) -> None:
            out[unit] = hex_
            free.pop(unit)

        for hex_ in sorted(self.own, key=lambda h: (-self.worth(h), h)):
            for unit in self._guards(hex_, list(free)):
                send(unit, hex_)
        for hex_ in self.aims:
            for unit in self._party(hex_, list(free)):
                send(unit, hex_)
        taken = sorted(set(out.values()))
        for unit in list(free):
            send(unit, self._support(unit, taken))
        return out

    def _guards(self, hex_: Hex, free: list[int]) -> list[int]:
        """The cheapest unit that is near, and as many more as the enemy in reach makes necessary."""
        s, game = self.s, self.game
        there = s.units_at(self.side, hex_) & ~sum(1 << u for u in self.fighters)
        force = float(sum(game.defence[u] for u in members(there & game.forts)))
        need = min(STRONG * self.worth(hex_), GRASP * self.pressure(hex_))
        if force >= need and there:
            return []
        ranked = sorted((self.moves(u, hex_) + 0.06 * game.attack[u] - 0.02 * game.defence[u], u) for u in free)
        out = list[int]()
        for far, unit in ranked:
            if far > LONG or (out and (force >= need or far > 2.0)):
                break
            out.append(unit)
            force += game.defence[unit]
        return out

    @cached_property
    def aims(self) -> list[Hex]:
        """Cities of the enemy that can be hoped for, the best first."""
        game, s, rated = self.game, self.s, list[tuple[float, Hex]]()
        own = set(self.own)
        for hex_ in members(game.cities & self.values.places & ~s.occupied(self.side)):
            worth = self.worth(hex_)
            if hex_ in own or worth <= 0:
                continue
            defence = self.defence(hex_)
            ranges = [(far, game.attack[u]) for u in self.fighters if (far := self.moves(u, hex_)) <= self.horizon]
            near = sum(force for _, force in ranges)
            if near and near >= FEWEST * defence:
                soon = sum(force / (0.5 + far) for far, force in ranges)
                rated.append((worth * soon / (5 + defence), hex_))
        return [hex_ for _, hex_ in sorted(rated, reverse=True)]

    @cached_property
    def horizon(self) -> float:
        """Moves that are still to come, two a month."""
        return min(LONG, 2.0 * self.values.left + (2.0 if self.s.round != 2 else 1.0))

    def _party(self, hex_: Hex, free: list[int]) -> list[int]:
        """Who goes for a city: the nearest, until they are strong enough."""
        game, need = self.game, ENOUGH * self.defence(hex_) + 3
        out, force = list[int](), 0
        for far, unit in sorted((self.moves(u, hex_) - 0.04 * game.attack[u], u) for u in free):
            if force >= need or far > LONG:
                break
            out.append(unit)
            force += game.attack[unit]
        return out if force >= need / ENOUGH * FEWEST else []

    def _support(self, unit: int, taken: list[Hex]) -> Hex:
        """Whoever is left over goes where most is to be won, or stands by where others are."""
        able = [h for h in self.aims or taken if self.moves(unit, h) < NOWHERE]
        places = able or [h for h in taken if self.moves(unit, h) < NOWHERE] or [self.s.where[unit]]
        return min(places, key=lambda h: (self.moves(unit, h) - 0.08 * self.worth(h), h))

    # -- who follows ------------------------------------------------------------------------------------------------

    @cached_property
    def parties(self) -> dict[Hex, float]:
        """How strong those are who go to a place; more counts who goes there to take it."""
        own, out = set(self.own), dict[Hex, float]()
        for unit, hex_ in self.goals.items():
            weight = self.game.attack[unit] * (0.3 if hex_ in own else 1.0)
            out[hex_] = out.get(hex_, 0.0) + weight + 0.1
        return out

    @cached_property
    def spearheads(self) -> dict[Hex, Hex]:
        """For every place somebody goes to, where the middle of those is who go there now: who follows goes there."""
        groups: dict[Hex, list[int]] = {}
        for unit, hex_ in self.goals.items():
            groups.setdefault(hex_, []).append(unit)
        where, attack = self.s.where, self.game.attack
        return {
            hex_: max({where[u] for u in group}, key=lambda h: (sum(attack[u] for u in group if where[u] == h), -h))
            for hex_, group in groups.items()
        }

    @cached_property
    def _followed(self) -> dict[int, Hex]:
        """Headquarters, supply and airbases go with strong parties, each kind shared out."""
        game, out = self.game, dict[int, Hex]()
        shared: dict[tuple[str, Hex], float] = {}
        for unit in members(self.s.mobile(self.side) & game.support):
            kind = game.type[unit]
            worth = {
                h: force / (1 + self.moves(unit, self.spearheads[h])) / (1 + shared.get((kind, h), 0.0))
                for h, force in self.parties.items()
            }
            if worth:
                out[unit] = hex_ = max(worth, key=lambda h: (worth[h], h))
                shared[kind, hex_] = shared.get((kind, hex_), 0.0) + (2.0 if kind != "supply" else 1.0)
        return out

    def goal(self, unit: int) -> Hex | None:
        """Where a unit is to go: it has an aim, or it follows those who have one."""
        return self.goals.get(unit, self._followed.get(unit))

    def going(self, units: UnitSet) -> float:
        """The attack factors of units that are on their way to take something."""
        own = set(self.own)
        return sum(self.game.attack[u] for u in members(units) if u in self.goals and self.goals[u] not in own)
