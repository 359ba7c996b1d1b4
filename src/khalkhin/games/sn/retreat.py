"""13.3-5  Retreats: who stays, where to, and what enemy zones cost on the way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, asked_first, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.naming import group_name
from khalkhin.games.sn.elimination import eliminate
from khalkhin.games.sn.losses import Lose, lives
from khalkhin.games.sn.position import Position, SnStep
from khalkhin.games.sn.ways import barred


class End(NamedTuple):
    """A way to where a retreat ends, and how many hexes in enemy zones it enters."""

    path: tuple[Hex, ...]
    zones: int


Ends = dict[Hex, End]
ENOUGH = 3
"""So many units live through a retreat of two hexes, the longest there is."""


def combat_hexes(s: Position, unit: int, role: str, targets: HexSet) -> tuple[Hex, ...]:
    """13.3.f, R64  The hexes that a unit may retreat from: the one it defended, or the nearest of those it attacked."""
    here = s.where[unit]
    if role == "defenders":
        return (here,)
    distance = s.game.map.grid.distance
    near = min(distance(here, h) for h in members(targets))
    return tuple(h for h in members(targets) if distance(here, h) == near)


def ends(s: Position, group: UnitSet, start: Hex, from_: Hex, distance: int) -> Ends:
    """13.3.a, 13.3.c, 13.3.f, 13.5.1, 13.5.3, 20.0.ger, 20.0.riv1, R35, R36  Where a group can end: each hex further
    from the combat hex than the one before, open to everybody, none they have been to, and short of the distance
    only in a friendly fort."""
    game = s.game
    side = game.sheet.side[next(members(group))]
    shut = barred(s, side, group)
    for mate, hex_ in s.trodden:
        if group >> mate & 1:
            shut |= 1 << hex_
    zone = 0 if not group & ~game.special else s.enemy_zone(side)
    forts = s.hexes_of(side, game.forts)
    kinds = {game.kind[u] for u in members(group)}
    front: Ends = {start: End((), 0)}
    out: Ends = {}
    for far in range(1, distance + 1):
        front = _onward(s, kinds, front, shut, zone, from_)
        _keep_best(out, {h: end for h, end in front.items() if far == distance or forts >> h & 1})
    return out


def _onward(s: Position, kinds: Iterable[str], front: Ends, shut: HexSet, zone: HexSet, from_: Hex) -> Ends:
    """One hex further, by the way that enters the fewest zones."""
    game, distance = s.game, s.game.map.grid.distance
    reached: Ends = {}
    for hex_ in sorted(front):
        way, open_ = front[hex_], ~shut
        for kind in kinds:
            open_ &= game.strides[kind][hex_]
        further = [h for h in members(open_) if distance(h, from_) > distance(hex_, from_)]
        _keep_best(reached, {h: End((*way.path, h), way.zones + (zone >> h & 1)) for h in further})
    return reached


def _keep_best(known: Ends, new: Ends) -> None:
    for hex_, end in new.items():
        if hex_ not in known or end.zones < known[hex_].zones:
            known[hex_] = end


def all_ends(s: Position, group: UnitSet, start: Hex, froms: tuple[Hex, ...], distance: int) -> Ends:
    """R64  Where a group can end, whichever of the combat hexes it goes away from."""
    found: Ends = {}
    for from_ in froms:
        _keep_best(found, ends(s, group, start, from_, distance))
    return found


def possible_ends(s: Position, group: UnitSet, start: Hex, froms: tuple[Hex, ...], distance: int) -> tuple[Ends, bool]:
    """13.3.b1  Where a group can end at all, and whether somebody of it has a way that enters no enemy zone."""
    found = all_ends(s, group, start, froms, distance)
    alone = [found] if group.bit_count() == 1 else [all_ends(s, 1 << u, start, froms, distance) for u in members(group)]
    return found, any(_clean(some) for some in alone)


def allowed(s: Position, group: UnitSet, found: Ends, free: bool) -> Ends:
    """13.3.b, 13.3.b1, R63  Ways through enemy zones only if nobody of the group has another, and if somebody lives
    through them."""
    return _clean(found) if free else {hex_: end for hex_, end in found.items() if end.zones < lives(s, group)}


def _clean(found: Ends) -> Ends:
    return {hex_: end for hex_, end in found.items() if not end.zones}


@step
class Retreat(SnStep):
    """13.3, 13.3.g, 13.5, 13.5.2, 20.0.fort, R65, R85  Forts stay, and those with them if their owner likes; who has
    no movement is lost, and so is who has landed."""

    side: Side
    role: str
    distance: int
    targets: HexSet
    stay: UnitSet = 0
    asked: bool = False

    def _group(self, s: Position) -> UnitSet:
        group: UnitSet = getattr(s, self.role)
        return group & ~self.stay & ~s.game.forts

    def _sheltered(self, s: Position) -> UnitSet:
        """13.5  Units in the hex of a friendly fort, that may ignore the retreat."""
        forts = s.hexes_of(self.side, s.game.forts)
        open_ = self._group(s) & ~s.beached
        return sum(1 << u for u in members(open_) if forts >> s.where[u] & 1)

    def ask(self, s: Position) -> Prompt | None:
        left = self._sheltered(s)
        if self.asked or not left:
            return None
        offers = units(left, "stand"), bare("auto"), bare("done")
        return prompt(self.side, "13.5", "ask.stand", *offers, units=left, stay=self.stay.bit_count())

    def run(self, s: Position) -> None:
        going = self._group(s)
        group: UnitSet = getattr(s, self.role)
        if forts := group & s.game.forts:
            s.tell("log.fort-stays", rule="13.5", units=forts)
        if self.stay:
            s.tell("log.stand", rule="13.5", units=self.stay)
        ashore = going & s.beached
        eliminate(s, ashore, "18.1.2")
        stuck = sum(1 << u for u in members(going & ~ashore) if not s.allowance(u))
        eliminate(s, stuck, "13.3.g")
        s.push(Going(self.side, self.role, self.distance, self.targets, going & ~stuck & ~ashore))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb in ("done", "auto"):
            return None
        if verb == "stand" and isinstance(noun, int):
            if not self._group(s) >> noun & 1:
                return no("13.3", "why.not-retreating", unit=noun)
            return None if self._sheltered(s) >> noun & 1 else no("13.5", "why.no-fort", unit=noun)
        return asked_first(s, side, "13.5")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "done":
            s.push(replace(self, asked=True))
        else:
            chosen = 1 << noun if isinstance(noun, int) else self._sheltered(s)
            s.push(replace(self, stay=self.stay | chosen))

    def seen_by(self, s: Position, side: int | None) -> SnStep:
        return self if side == self.side else replace(self, stay=0)


@step
class Going(SnStep):
    """13.3, 13.3.0, 13.3.d  The owner retreats his units, together or apart."""

    side: Side
    role: str
    distance: int
    targets: HexSet
    waiting: UnitSet
    units: UnitSet = 0

    def _left(self, s: Position) -> UnitSet:
        return self.waiting & (s.attackers | s.defenders)

    def _possible_ends(self, s: Position, group: UnitSet) -> tuple[Ends, bool]:
        first = next(members(group))
        froms = combat_hexes(s, first, self.role, self.targets)
        return possible_ends(s, group, s.where[first], froms, self.distance)

    def _ends(self, s: Position, group: UnitSet) -> Ends:
        return allowed(s, group, *self._possible_ends(s, group))

    def _can_go(self, s: Position, group: UnitSet) -> bool:
        """13.3.b  Whether a group can retreat, or could with others that share what the zones cost; three are enough
        to live through any retreat."""
        found, free = self._possible_ends(s, group)
        if allowed(s, group, found, free):
            return True
        if free or not found or group.bit_count() >= ENOUGH:
            return False
        return any(self._can_go(s, group | 1 << mate) for mate in members(self._kin(s, group)))

    def _kin(self, s: Position, group: UnitSet) -> UnitSet:
        """13.3.0, 20.0.ger  Units of the same hex; who ignores zones goes by itself."""
        first = next(members(group))
        others = self._left(s) & s.at[s.where[first]] & ~group
        special = s.game.special
        return 0 if group & special else others & ~special

    def _able(self, s: Position) -> UnitSet:
        return sum(1 << u for u in members(self._left(s)) if self._can_go(s, 1 << u))

    def _mates(self, s: Position) -> UnitSet:
        """13.3.0  Units of the same hex that can go along."""
        return sum(1 << u for u in members(self._kin(s, self.units)) if self._can_go(s, self.units | 1 << u))

    def ask(self, s: Position) -> Prompt | None:
        left = self._left(s)
        if not left:
            return None
        if self.units:
            there = hexes(sum(1 << h for h in self._ends(s, self.units)))
            offers = there, units(self._mates(s), gather=True)
            return prompt(self.side, "13.3", "ask.retreat", *offers, **self._told(s, self.units))
        able = self._able(s)
        if left & ~able:
            return None
        return prompt(self.side, "13.3", "ask.retreat", units(able, gather=True), **self._told(s, able))

    def _told(self, s: Position, group: UnitSet) -> dict[str, Any]:
        """Who is named in the question, how many go in all, and how far."""
        picked, going = int(bool(self.units)), self._left(s).bit_count()
        return {
            "units": group,
            "who": group_name(s, group),
            "picked": picked,
            "going": going,
            "count": self.distance,
        }

    def run(self, s: Position) -> None:
        """13.3.e  Who cannot retreat the whole way is lost."""
        left = self._left(s)
        lost = left & ~self._able(s) if left else 0
        if lost:
            eliminate(s, lost, "13.3.e")
            s.push(replace(self, waiting=left & ~lost))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int):
            able = self._mates(s) if self.units else self._able(s)
            return None if able >> noun & 1 else self._why_not_unit(s, noun)
        if verb == "hex" and isinstance(noun, int) and self.units:
            return None if noun in self._ends(s, self.units) else self._why_not_hex(s, noun)
        return no("13.3", "why.retreat-first", units=self._left(s))

    def _why_not_unit(self, s: Position, unit: int) -> Reason:
        if not self._left(s) >> unit & 1:
            return no("13.3", "why.not-retreating", unit=unit)
        return no("13.3.0", "why.not-together", unit=unit)

    def _why_not_hex(self, s: Position, hex_: Hex) -> Reason:
        found, _ = self._possible_ends(s, self.units)
        if hex_ in found:
            alive = found[hex_].zones < lives(s, self.units)
            return no("13.3.b1", "why.retreat-zone", hex=hex_) if alive else no("13.3.b", "why.retreat-end", hex=hex_)
        if s.occupied(1 - self.side) >> hex_ & 1:
            return no("13.3.a", "why.enemy", hex=hex_)
        away = s.game.map.grid.distance(s.where[next(members(self.units))], hex_)
        key = "why.retreat-shut" if away == self.distance else "why.retreat-distance"
        return no("13.3.f", key, hex=hex_, count=self.distance)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        if verb == "unit":
            s.push(replace(self, units=self.units | 1 << noun))
            return
        end = self._ends(s, self.units)[noun]
        start = s.where[next(members(self.units))]
        s.tell("log.retreat", rule="13.3", units=self.units, path=(start, *end.path))
        for unit in members(self.units):
            s.put(unit, noun)
            s.trodden += tuple((unit, hex_) for hex_ in end.path)
        s.late |= self.units
        s.push(replace(self, waiting=self.waiting & ~self.units, units=0))
        if end.zones:
            s.push(Lose(side, self.units, 1, "13.3.b", end.zones - 1))

    def seen_by(self, s: Position, side: int | None) -> SnStep:
        return self if side == self.side else replace(self, units=0)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        """The ways on offer, and the ends that cost somebody."""
        if side != self.side or not self.units:
            return {}
        name, found = s.game.map.grid.name, self._ends(s, self.units)
        start = s.where[next(members(self.units))]
        ways = [(start, *end.path) for end in found.values()]
        return {
            "move": {"units": [s.game.sheet.ids[u] for u in members(self.units)], "origin": name(start), "path": []},
            "from": {name(b): name(a) for way in ways for a, b in pairwise(way)},
            "stops": {name(h): "13.3.b" for h, end in found.items() if end.zones},
        }
