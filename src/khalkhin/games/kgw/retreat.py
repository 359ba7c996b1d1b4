"""14.1  Retreats: how far, where to, who stays and who dies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.board.trace import flood
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.naming import group_name
from khalkhin.games.kgw import terrain
from khalkhin.games.kgw.bases import scatter
from khalkhin.games.kgw.divisions import break_down, formable_at, join
from khalkhin.games.kgw.losses import ATTACKERS, clear_trench, eliminate
from khalkhin.games.kgw.odds import HOME_ARMY
from khalkhin.games.kgw.position import JAPAN, MANCHUKUO, MENGJIANG, MPR, SOVIET, USSR, KgwStep, Position
from khalkhin.games.kgw.refusals import no_breakdown, no_entry, no_forming, not_mine
from khalkhin.games.kgw.stacking import overfull
from khalkhin.games.kgw.ways import barred_to, own_track, track

# -- where to --------------------------------------------------------------------------------------------------------

Ends = dict[Hex, tuple[Hex, ...]]
"""Hexes where a retreat may end, each with a way there."""


def havens(s: Position, unit: int, leaving: UnitSet) -> HexSet:
    """14.1.f-j  Destinations: friendly supply that stays, and the listed hexes free of enemies and their zones."""
    game, side = s.game, s.game.sheet.side[unit]
    found = _listed(s, unit) & ~s.occupied(1 - side) & ~s.zone(1 - side)
    for supply in members(s.ground(side) & game.supply & ~leaving):
        found |= 1 << s.where[supply]
    return found


def _listed(s: Position, unit: int) -> HexSet:
    """14.1.g-j, Q-38  The destinations of a contingent; Japanese supply has those of all Japanese."""
    game, grid = s.game, s.game.map.grid
    country, nation = game.country, game.sheet.nation[unit]
    if nation == "RA":
        return country[USSR] & (game.towns | s.finished_rail)
    if nation == "MPR":
        return country[MPR] & (game.towns | grid.edge["W"])
    mengjiang = country[MENGJIANG] & (game.towns | grid.edge["S"])
    if nation in ("CXF", "MJ"):
        return mengjiang
    east = flood(grid, grid.edge["E"] & game.railroad, game.railroad, links=game.map.sides["rail"])
    manchukuo = country[MANCHUKUO] & (game.towns | east)
    return manchukuo | mengjiang if game.supply >> unit & 1 else manchukuo


def ends(s: Position, unit: int, distance: int, leaving: UnitSet) -> Ends:
    """14.1.a-m  Where a retreat of so many hexes may end, with a way there; nothing if the unit is lost."""
    key = "ends", unit, distance, leaving, s.trenches, s.flipped
    found: Ends | None = s.notes.get(key)
    if found is None:
        found = s.notes[key] = _toward(s, unit, _reached(s, unit, distance), leaving)
    return found


def _toward(s: Position, unit: int, found: Ends, leaving: UnitSet) -> Ends:
    """14.1.f, Q-39  Ends nearer to a destination, if any, else those as near; all where no destination is left."""
    goals = havens(s, unit, leaving) if found else 0
    if not goals:
        return found
    start, distance = s.where[unit], s.game.map.grid.distance
    near = [(goal, distance(start, goal)) for goal in members(goals)]
    for slack in (0, 1):
        chosen = {end: path for end, path in found.items() if any(distance(end, g) < far + slack for g, far in near)}
        if chosen:
            return chosen
    return {}


def _reached(s: Position, unit: int, distance: int) -> Ends:
    """12.2.d, 14.1.1.b, Q-40  Every hex on the way is one further from the start and in no enemy zone; entrenchments
    may stop, full hexes pass it on."""
    game, side, start = s.game, s.game.sheet.side[unit], s.where[unit]
    closed = barred_to(s, side, unit) | s.zone(1 - side)
    front: Ends = {start: ()}
    out: Ends = {}
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


def _one_further(s: Position, unit: int, start: Hex, front: Ends, closed: HexSet, distance: int) -> Ends:
    """A step away from the start; armoured trains count hexes of track instead."""
    game, grid = s.game, s.game.map.grid
    train = game.trains >> unit & 1
    steps = terrain.steps(game, game.movement_class[unit], s.winter)
    out: Ends = {}
    for hex_ in sorted(front):
        if train:
            onward = along_track(s, game.sheet.side[unit], hex_) & ~(1 << start)
            onward &= ~sum(1 << h for h in front[hex_])
        else:
            onward = sum(1 << h for h in members(steps[hex_]) if grid.distance(start, h) == distance)
        for b in members(onward & ~closed):
            out.setdefault(b, (*front[hex_], b))
    return out


def why_not_end(s: Position, unit: int, hex_: Hex, distance: int) -> Reason:
    """14.1.c-m  The first rule that keeps a retreat of a unit from ending in a hex."""
    game, start = s.game, s.where[unit]
    if (reason := no_entry(s, unit, hex_, "14.1.c")) is not None:
        return reason
    if s.zone(1 - game.sheet.side[unit]) >> hex_ & 1:
        return no("14.1.l", "why.retreat-zone", hex=hex_)
    if hex_ in _reached(s, unit, distance):
        return no("14.1.f", "why.retreat-direction", hex=hex_)
    if game.map.grid.distance(start, hex_) == distance:
        return no("14.1.m", "why.retreat-cut-off", hex=hex_, count=distance)
    return no("14.1.e", "why.retreat-distance", hex=hex_, count=distance)


def along_track(s: Position, side: int, hex_: Hex) -> HexSet:
    """19.4, Q-21  The neighbouring hexes that an armoured train can go to: finished track of its side's countries."""
    lines = own_track(s, side)
    return flood(s.game.map.grid, 1 << hex_, lines, steps=1, links=track(s, side)) & lines & ~(1 << hex_)


def carry_over(s: Position, side: int, start: Hex, end: Hex) -> None:
    """13.1.f, Q-23  Who was attacked in this phase is not attacked again, wherever he goes."""
    if side != s.active and s.spared >> start & 1:
        s.spared |= 1 << end


def walk(s: Position, unit: int, path: tuple[Hex, ...]) -> None:
    """10.2.j  A unit goes along a way, at no cost: it takes aerodromes, razes entrenchments, drives off air units."""
    side = s.game.sheet.side[unit]
    for hex_ in path:
        s.tread(side, hex_)
        scatter(s, 1 - side, s.game.map.grid.around[hex_])
    s.put(unit, path[-1])


# -- who -------------------------------------------------------------------------------------------------------------


def stands(s: Position, unit: int, counter: bool) -> bool:
    """13.6.j, 14.1.n, 14.1.1.a, 18.3.b, Q-32, Q-38, Q-101  Who ignores a retreat: entrenched units, and the home army
    but for one called for by a counterattack; Japanese supply stays with it."""
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
    """14.1, 16.1.e, 17.3.d, 19.3.1.d  A force retreats, one by one or several of a stack together (14.1.b)."""

    side: Side
    role: str
    distance: int
    counter: bool = False
    units: UnitSet = 0
    """Units picked to go together."""
    going: UnitSet | None = None
    """Units that still have to go; None before they are told off."""
    leaving: UnitSet = 0
    """All that were told off or went along: supply among them is nobody's destination."""

    def run(self, s: Position) -> None:
        """Tell off who goes; later, those whom nothing can save are lost (14.1.m)."""
        if self.going is None:
            self._tell_off(s)
            return
        lost = self._doomed(s)
        for unit in members(lost):
            eliminate(s, unit, "14.1.m")
        self._on(s, self.going & ~lost)

    def _tell_off(self, s: Position) -> None:
        """14.1.o, 20.3.c, Q-86  Depots die, bridges become engineers again."""
        force: UnitSet = getattr(s, self.role)
        going = sum(1 << u for u in members(force) if not stands(s, u, self.counter))
        for unit in members(going & s.static()):
            if s.game.engineers >> unit & 1:
                s.flipped &= ~(1 << unit)
            else:
                eliminate(s, unit, "14.1.o")
                going &= ~(1 << unit)
        s.push(replace(self, going=going, leaving=going))

    def _on(self, s: Position, going: UnitSet) -> None:
        if going:
            s.push(replace(self, units=0, going=going))

    def ends(self, s: Position, unit: int) -> Ends:
        """Where a unit may end this retreat; it is no destination to itself."""
        return ends(s, unit, self.distance, self.leaving | 1 << unit)

    def _able(self, s: Position) -> UnitSet:
        return sum(1 << u for u in members(self.going or 0) if self.ends(s, u))

    def _doomed(self, s: Position) -> UnitSet:
        """14.1.m, 14.1.p  Units without a way that neither forming a division nor breaking one down can save."""
        stuck = (self.going or 0) & ~self._able(s)
        if not stuck or self._formable(s):
            return 0
        return stuck & ~sum(1 << u for u in members(stuck & s.game.divisions) if self._parts_can_go(s, u))

    def _parts_can_go(self, s: Position, division: int) -> bool:
        """17.3.d  Whether some component has a way where its division has none."""
        twin = s.clone()
        return any(self.ends(twin, part) for part in members(break_down(twin, division)))

    def baggage(self, s: Position) -> UnitSet:
        """16.1.e, Q-107  Mobile supply beside retreating attackers may go along, with a unit of its hex; it took no
        part in the combat, so it need not. A unit that bombs drive off goes alone (15.5.1)."""
        if self.role != ATTACKERS or not self.units:
            return 0
        here = s.where[next(members(self.units))]
        beside = s.units_at(self.side, here) & s.game.supply & ~s.static() & ~(self.going or 0) & ~self.units
        return sum(1 << u for u in members(beside) if not stands(s, u, self.counter))

    def _common(self, s: Position, group: UnitSet) -> HexSet:
        """Ends that all units of a group may choose."""
        found = ~0
        for unit in members(group):
            found &= sum(1 << h for h in self.ends(s, unit))
        return found

    def _mates(self, s: Position) -> UnitSet:
        """Who can be picked: any unit first, then those of its hex, and supply, that can go where all of them can."""
        able = self._able(s)
        if not self.units:
            return able
        here = s.where[next(members(self.units))]
        common = self._common(s, self.units)
        others = able & s.at[here] & ~self.units | self.baggage(s)
        return sum(1 << u for u in members(others) if any(common >> h & 1 for h in self.ends(s, u)))

    def _formable(self, s: Position) -> UnitSet:
        return formable_at(s, self.side, self.going or 0)

    def ask(self, s: Position) -> Prompt | None:
        going = self.going
        if not going:
            return None
        able = going if self.units else self._able(s)
        if self.units:
            offers = [units(self._mates(s), gather=True), hexes(self._common(s, self.units))]
        else:
            if self._doomed(s):
                return None
            forms = self._formable(s)
            offers = [units(able, gather=True), units(going & s.game.divisions, "breakdown"), units(forms, "combine")]
            if not able:
                offers.append(bare("done"))
        group = self.units or going
        picked = 1 if self.units else 2 if going.bit_count() == 1 else 0
        told = {"who": group_name(s, group), "going": going.bit_count(), "picked": picked}
        key = "ask.retreat" if self.units or able else "ask.retreat-none"
        return prompt(self.side, "14.1", key, *offers, units=group, count=self.distance, **told)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        going = self.going or 0
        if verb == "done" and not self.units:
            return no("14.1", "why.retreat-first", units=going) if self._able(s) else None
        if verb == "unit" and isinstance(noun, int):
            return self._why_not_unit(s, noun)
        if verb == "hex" and isinstance(noun, int):
            if not self.units:
                return no("14.1", "why.unit-first")
            return None if self._common(s, self.units) >> noun & 1 else self._why_not_hex(s, noun)
        if verb == "breakdown" and isinstance(noun, int) and not self.units:
            ok = going & s.game.divisions & 1 << noun
            return None if ok else no_breakdown(s, side, noun, "14.1.p", self._why_stays(s, noun))
        if verb == "combine" and isinstance(noun, int) and not self.units:
            return None if self._formable(s) >> noun & 1 else no_forming(s, side, noun, "14.1.p")
        return no("14.1", "why.retreat-first", units=going)

    def _why_not_unit(self, s: Position, unit: int) -> Reason | None:
        if self._mates(s) >> unit & 1:
            return None
        if self._follows(s, unit):
            return no("16.1.e", "why.supply-follows", unit=unit)
        if self.units >> unit & 1:
            return no("14.1.b", "why.in-hand", unit=unit)
        if not ((self.going or 0) | self.baggage(s)) >> unit & 1:
            return self._why_stays(s, unit)
        return no("14.1.b", "why.not-together", unit=unit) if self.units else no("14.1.m", "why.no-retreat", unit=unit)

    def _why_stays(self, s: Position, unit: int) -> Reason:
        """14.1.n, 14.1.1.a  Why somebody does not go: he takes no part, or stands."""
        if (reason := not_mine(s, self.side, unit, "14.1.b")) is not None:
            return reason
        if not getattr(s, self.role) >> unit & 1 or not stands(s, unit, self.counter):
            return no("14.1.b", "why.not-retreating", unit=unit)
        if s.trenches[self.side] >> s.where[unit] & 1:
            return no("14.1.1.a", "why.entrenched", unit=unit)
        return no("14.1.n", "why.home-army-stays", unit=unit)

    def _follows(self, s: Position, unit: int) -> bool:
        """16.1.e  Whether supply could go along, once somebody of its hex is picked."""
        mates = (self.going or 0) & s.at.get(s.where[unit], 0)
        return not self.units and bool(mates) and bool(replace(self, units=mates).baggage(s) >> unit & 1)

    def _why_not_hex(self, s: Position, hex_: Hex) -> Reason:
        return next(
            why_not_end(s, unit, hex_, self.distance) for unit in members(self.units) if hex_ not in self.ends(s, unit)
        )

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        going = self.going or 0
        if verb == "done":
            for unit in members(going):
                eliminate(s, unit, "14.1.m")
            return
        assert isinstance(noun, int)
        if verb == "unit":
            s.push(replace(self, units=self.units | 1 << noun))
        elif verb == "breakdown":
            parts = break_down(s, noun)
            s.tell("log.breakdown", rule="14.1.p", unit=noun)
            self._on(s, going & ~(1 << noun) | parts)
        elif verb == "combine":
            self._on(s, going & ~join(s, noun, going) | 1 << noun)
        else:
            self._go(s, noun)
            replace(self, leaving=self.leaving | self.units)._on(s, going & ~self.units)

    def _go(self, s: Position, end: Hex) -> None:
        """Everybody by his own way: not every unit can go where its mates can. Hidden baggage is told of apart."""
        start = s.where[next(members(self.units))]
        by_way: dict[tuple[bool, tuple[Hex, ...]], UnitSet] = {}
        for unit in members(self.units):
            way = not (self.going or 0) >> unit & 1, self.ends(s, unit)[end]
            by_way[way] = by_way.get(way, 0) | 1 << unit
        for (_, path), group in by_way.items():
            s.tell_of("log.retreat", group, "14.1.a", path=(start, *path))
            for unit in members(group):
                walk(s, unit, path)
        carry_over(s, self.side, start, end)
        clear_trench(s, self.side, start)

    def seen_by(self, s: Position, side: int | None) -> KgwStep:
        """16.1.e, 21.0  What is picked is the owner's business, and so is supply that went along unseen."""
        return self if side == self.side else replace(self, units=0, leaving=self.leaving & s.shown)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        if side != self.side or not self.units:
            return {}
        name = s.game.map.grid.name
        origin = s.where[next(members(self.units))]
        group = [s.game.sheet.ids[u] for u in members(self.units)]
        return {"move": {"units": group, "origin": name(origin), "path": []}}
