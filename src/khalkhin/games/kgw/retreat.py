"""14.1  Retreats: how far, where to, who stays and who dies."""

from __future__ import annotations

from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.board.trace import flood
from khalkhin.engine.agenda import Noun, Prompt, hexes, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.kgw import terrain
from khalkhin.games.kgw.information import tell_units
from khalkhin.games.kgw.losses import clear_trench, eliminate
from khalkhin.games.kgw.odds import HOME_ARMY
from khalkhin.games.kgw.position import JAPAN, MANCHUKUO, MENGJIANG, MPR, SOVIET, USSR, KgwStep, Position
from khalkhin.games.kgw.reorganize import break_down, combine, formable_at, stacks_of, usual_parts
from khalkhin.games.kgw.stacking import overfull
from khalkhin.games.kgw.ways import barred_to, track

# -- where to --------------------------------------------------------------------------------------------------------


def havens(s: Position, unit: int, leaving: UnitSet) -> HexSet:
    """14.1.f-j  Destinations: friendly supply that stays, and the listed hexes free of enemies and their zones."""
    game, side = s.game, s.game.sheet.side[unit]
    found = _listed(s, unit) & ~s.occupied(1 - side) & ~s.zone(1 - side)
    for supply in members(s.ground(side) & game.supply & ~leaving):
        found |= 1 << s.where[supply]
    return found


def _listed(s: Position, unit: int) -> HexSet:
    game, grid = s.game, s.game.map.grid
    country, nation = game.country, game.sheet.nation[unit]
    east = flood(grid, grid.edge["E"] & game.railroad, game.railroad, links=game.map.sides["rail"])
    manchukuo = country[MANCHUKUO] & (game.towns | east)
    mengjiang = country[MENGJIANG] & (game.towns | grid.edge["S"])
    if nation == "RA":
        return country[USSR] & (game.towns | game.railroad)
    if nation == "MPR":
        return country[MPR] & (game.towns | grid.edge["W"])
    if game.supply >> unit & 1:
        return manchukuo | mengjiang
    return mengjiang if nation in ("CXF", "MJ") else manchukuo


def ends(s: Position, unit: int, distance: int, leaving: UnitSet) -> dict[Hex, tuple[Hex, ...]]:
    """14.1.a-m  Where a retreat of so many hexes may end, with a way there; nothing if the unit is lost."""
    start = s.where[unit]
    found = _reached(s, unit, distance)
    goals = havens(s, unit, leaving)
    if not goals or not found:
        return found
    grid = s.game.map.grid
    near = {goal: grid.distance(start, goal) for goal in members(goals)}
    gains = {end: max(far - grid.distance(end, goal) for goal, far in near.items()) for end in found}
    for least in (1, 0):
        chosen = {end: path for end, path in found.items() if gains[end] >= least}
        if chosen:
            return chosen
    return {}


def _reached(s: Position, unit: int, distance: int) -> dict[Hex, tuple[Hex, ...]]:
    """Q-40  Every hex on the way is one further from the start; entrenchments may stop, full hexes pass it on."""
    game, side, start = s.game, s.game.sheet.side[unit], s.where[unit]
    closed = barred_to(s, side, unit) | s.zone(1 - side)
    front: dict[Hex, tuple[Hex, ...]] = {start: ()}
    out: dict[Hex, tuple[Hex, ...]] = {}
    for step_ in range(1, distance + 1):
        front = _one_further(s, unit, start, front, closed, step_)
        if step_ < distance:
            out.update((h, path) for h, path in front.items() if s.trenches[side] >> h & 1)
    out.update(front)
    full = {h: path for h, path in front.items() if overfull(s, side, h, 1 << unit)}
    if full and not game.trains >> unit & 1:
        beyond = _one_further(s, unit, start, full, closed, distance + 1)
        out.update((h, path) for h, path in beyond.items() if h not in out)
    return out


def _one_further(
    s: Position, unit: int, start: Hex, front: dict[Hex, tuple[Hex, ...]], closed: HexSet, distance: int
) -> dict[Hex, tuple[Hex, ...]]:
    game, grid = s.game, s.game.map.grid
    out: dict[Hex, tuple[Hex, ...]] = {}
    for hex_ in sorted(front):
        if game.trains >> unit & 1:
            links = track(s, game.sheet.side[unit])
            onward = flood(grid, 1 << hex_, grid.all, steps=1, links=links) & ~(1 << hex_ | 1 << start)
            onward &= ~sum(1 << h for h in front[hex_])
        else:
            steps = terrain.steps(game, game.movement_class[unit], s.winter)
            onward = sum(1 << h for h in members(steps[hex_]) if grid.distance(start, h) == distance)
        for b in members(onward & ~closed):
            out.setdefault(b, (*front[hex_], b))
    return out


# -- who -------------------------------------------------------------------------------------------------------------


def stands(s: Position, unit: int, counter: bool) -> bool:
    """14.1.n, 14.1.1.a, Q-32, Q-38, Q-101  Who ignores a retreat: entrenched units, and the home army but for one
    called for by a counterattack; Japanese supply stays with it."""
    game, side, hex_ = s.game, s.game.sheet.side[unit], s.where[unit]
    if s.trenches[side] >> hex_ & 1:
        return True
    if side == SOVIET or counter:
        return False
    if game.supply >> unit & 1:
        return any(_home(s, u) for u in members(s.units_at(JAPAN, hex_)))
    return _home(s, unit)


def _home(s: Position, unit: int) -> bool:
    return s.game.sheet.nation[unit] in HOME_ARMY and not s.game.supply >> unit & 1


@step
class RetreatAll(KgwStep):
    """14.1  Every unit of a force retreats: one after another, or several of a stack together (14.1.b)."""

    side: Side
    role: str
    distance: int
    counter: bool = False
    units: UnitSet = 0
    """Units picked to go together."""
    going: UnitSet | None = None
    """Units that still have to go; None before they are told off."""

    def run(self, s: Position) -> None:
        """Tell off who goes: depots die, bridges become engineers again (14.1.o, 20.3, Q-86)."""
        force: UnitSet = getattr(s, self.role)
        if self.going is None:
            going = sum(1 << u for u in members(force) if not stands(s, u, self.counter))
            for unit in members(going & s.static()):
                if s.game.engineers >> unit & 1:
                    s.flipped &= ~(1 << unit)
                else:
                    eliminate(s, unit, "14.1.o")
                    going &= ~(1 << unit)
            self._on(s, going)
            return
        lost = self.going & ~self._able(s)
        for unit in members(lost):
            eliminate(s, unit, "14.1.m")
        if self.going & ~lost:
            self._on(s, self.going & ~lost)

    def _on(self, s: Position, going: UnitSet) -> None:
        s.push(RetreatAll(self.side, self.role, self.distance, self.counter, 0, going))

    def _able(self, s: Position) -> UnitSet:
        going = self.going or 0
        return sum(1 << u for u in members(going) if ends(s, u, self.distance, going))

    def _common(self, s: Position, group: UnitSet) -> dict[Hex, tuple[Hex, ...]]:
        """Ends that all units of a group may choose, with the way of the first."""
        found: dict[Hex, tuple[Hex, ...]] | None = None
        for unit in members(group):
            here = ends(s, unit, self.distance, self.going or 0)
            found = here if found is None else {h: path for h, path in found.items() if h in here}
        return found or {}

    def _mates(self, s: Position) -> UnitSet:
        able = self._able(s)
        if not self.units:
            return able
        here = s.where[next(members(self.units))]
        others = able & s.at[here] & ~self.units
        return sum(1 << u for u in members(others) if self._common(s, self.units | 1 << u))

    def ask(self, s: Position) -> Prompt | None:
        if not self.going or (not self.units and self.going & ~self._able(s)):
            return None
        divisions = self.going & s.game.divisions
        offers = [units(self._mates(s), gather=True)]
        if self.units:
            offers.append(hexes(sum(1 << h for h in self._common(s, self.units))))
        else:
            offers += units(divisions, "breakdown"), units(formable_at(s, self.side, self.going), "combine")
        return prompt(self.side, "14.1", "ask.retreat", *offers, units=self.units or self.going, count=self.distance)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        going = self.going or 0
        if verb == "unit" and isinstance(noun, int):
            if not going >> noun & 1:
                return no("14.1", "why.not-retreating", unit=noun)
            return None if self._mates(s) >> noun & 1 else no("14.1.b", "why.not-together", unit=noun)
        if verb == "hex" and isinstance(noun, int):
            if not self.units:
                return no("14.1", "why.unit-first")
            return None if noun in self._common(s, self.units) else self._why_not_hex(s, noun)
        if verb == "breakdown" and isinstance(noun, int) and not self.units:
            return None if going & s.game.divisions & 1 << noun else no("14.1.p", "why.no-division", unit=noun)
        if verb == "combine" and isinstance(noun, int) and not self.units:
            return None if formable_at(s, side, going) >> noun & 1 else no("14.1.p", "why.no-parts", unit=noun)
        return no("14.1", "why.retreat-first", units=going)

    def _why_not_hex(self, s: Position, hex_: Hex) -> Reason:
        unit = next(members(self.units))
        if s.zone(1 - self.side) >> hex_ & 1:
            return no("14.1.l", "why.retreat-zone", hex=hex_)
        if barred_to(s, self.side, unit) >> hex_ & 1:
            return no("14.1.c", "why.retreat-closed", hex=hex_)
        if hex_ in _reached(s, unit, self.distance):
            return no("14.1.f", "why.retreat-direction", hex=hex_)
        return no("14.1.e", "why.retreat-distance", hex=hex_, count=self.distance)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        going = self.going or 0
        if verb == "unit":
            s.push(RetreatAll(side, self.role, self.distance, self.counter, self.units | 1 << noun, going))
        elif verb == "breakdown":
            parts = break_down(s, noun)
            self._on(s, going & ~(1 << noun) | parts)
        elif verb == "combine":
            pool = next(stack for stack in stacks_of(s, going) if usual_parts(s, noun, stack))
            parts = usual_parts(s, noun, pool)
            combine(s, noun, parts, s.where[next(members(parts))])
            self._on(s, going & ~parts | 1 << noun)
        else:
            self._go(s, noun)
            if going & ~self.units:
                self._on(s, going & ~self.units)

    def _go(self, s: Position, end: Hex) -> None:
        first = next(members(self.units))
        start, path = s.where[first], self._common(s, self.units)[end]
        tell_units(s, "log.retreat", self.units, "14.1", path=(start, *path))
        for unit in members(self.units):
            for hex_ in path:
                s.tread(self.side, hex_)
            s.put(unit, end)
        s.spared |= 1 << end
        clear_trench(s, self.side, start)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        if side != self.side or not self.units:
            return {}
        name = s.game.map.grid.name
        origin = s.where[next(members(self.units))]
        group = [s.game.sheet.ids[u] for u in members(self.units)]
        return {"move": {"units": group, "origin": name(origin), "path": []}}
