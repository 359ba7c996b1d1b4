"""15.1, 15.1.1, 15.3, 15.5, 22.0, 23.0.6  Airbases, carriers, Home Islands: who flies from where, and lands where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.sn.elimination import drop
from khalkhin.games.sn.position import ABORTED, AVAILABLE, HOME, INTERCEPTION, JAPAN, POOL, Position


def home(s: Position) -> int:
    return s.game.box(HOME)


# -- launching ---------------------------------------------------------------------------------------------------------


def launching(s: Position, side: int, phasing: bool) -> dict[int, int]:
    """15.1, 15.1.2, 15.1.3, 15.1.4, 15.2.12, 15.2.29, 25.4.3, 25.8.3, R69, R70  Hexes with airbases ready to launch,
    and for how many."""
    ready = s.working(side, s.game.airbases)
    if phasing:
        ready &= ~s.shifted
    return _capacities(s, ready & (s.general if s.round == 1 or s.surprise(side) else s.offensive))


def decks(s: Position, side: int) -> dict[int, int]:
    """15.5, 15.5.3, 15.5.4, 15.5.5, R109  Hexes with carriers, whoever else is there: always supplied, moved or not,
    for carrier airstrikes and nobody else. One in its box has no hex."""
    fleet = s.game.carriers & s.game.sheet.of_side[side]
    return _capacities(s, sum(1 << u for u in members(fleet) if s.where[u] >= 0))


def _capacities(s: Position, bases: UnitSet) -> dict[int, int]:
    """15.1  What the bases in each hex can launch or land."""
    found: dict[int, int] = {}
    for unit in members(bases):
        found[s.where[unit]] = found.get(s.where[unit], 0) + s.game.capacity[unit]
    return found


def count_at(s: Position, flights: tuple[tuple[int, int], ...], place: int, like: int) -> int:
    """15.1, 15.5.2  How many airstrikes of the side and sort of one flew from or to a place: carriers count apart from
    airbases."""
    game = s.game
    alike = game.carrier_air if game.carrier_air >> like & 1 else game.airstrikes & ~game.carrier_air
    alike &= game.sheet.of_side[game.sheet.side[like]]
    return sum(1 for unit, where in flights if where == place and alike >> unit & 1)


def sources(s: Position, side: int, unit: int, phasing: bool) -> Iterator[int]:
    """15.1, 15.5.2, 23.0.5, 23.0.6, R106  Places from where an airstrike can still be launched."""
    carrier = bool(s.game.carrier_air >> unit & 1)
    bases = decks(s, side) if carrier else launching(s, side, phasing)
    for place, capacity in sorted(bases.items()):
        if count_at(s, s.sorties, place, unit) < capacity:
            yield place
    if phasing and side == JAPAN and not carrier and (s.round == 1 or s.home_open or s.surprise(side)):
        yield home(s)


def why_not_from(s: Position, side: int, unit: int, place: Noun, phasing: bool) -> Reason:
    """15.1, 15.2.4  Why an airstrike that has its target is not launched from a place, None for home."""
    there = place if isinstance(place, int) else home(s)
    if there in sources(s, side, unit, phasing):
        return no("15.2.4", "why.base-too-far", unit=unit)
    return no("15.1", "why.not-from", unit=unit)


def far(s: Position, place: int, hex_: Hex) -> int:
    """15.2.4, R79  How far a hex is from a base; from the Home Islands the east edge is one hex away."""
    return s.game.from_east[hex_] if place < 0 else s.game.map.grid.distance(place, hex_)


def reach(s: Position, unit: int, place: int, front: bool) -> int:
    """2.7.1, 2.7.2, 15.2, 23.0.6  Range of an airstrike: its front for interception, its back for all else; half from
    the Home Islands."""
    range_ = s.game.range[unit] if front else s.game.back_range[unit]
    return range_ // 2 if place < 0 else range_


def in_range(s: Position, unit: int, place: int, front: bool, among: HexSet) -> HexSet:
    range_ = reach(s, unit, place, front)
    if place >= 0:
        return among & s.game.within(place, range_)
    return sum(1 << h for h in members(among) if far(s, place, h) <= range_)


# -- winter ------------------------------------------------------------------------------------------------------------


def most_flights(s: Position, side: int) -> int:
    """22.0.1, R80  Airstrikes that a side may use in an Air Phase: in winter half of those in its boxes, rounded up."""
    count = (s.in_box(side, AVAILABLE, INTERCEPTION) & s.game.airstrikes).bit_count()
    return (count + 1) // 2 if s.winter else count


# -- landing -----------------------------------------------------------------------------------------------------------


def runways(s: Position, side: int, carrier: bool) -> dict[int, int]:
    """15.1, 15.2.29, 15.5.2, R71  Hexes where airstrikes land, and how many in an Air Phase: undisrupted bases, also if
    they have moved, supplied or not."""
    return decks(s, side) if carrier else _capacities(s, s.working(side, s.game.airbases))


def landing_places(s: Position, side: int, unit: int) -> list[int]:
    """15.3, 23.0.6, R106  Places in range of an airstrike on mission where it can land, if there is room."""
    carrier, front = bool(s.game.carrier_air >> unit & 1), intercepted(s, unit)
    places = sorted(runways(s, side, carrier))
    if side == JAPAN and not carrier and not front:
        places.insert(0, home(s))
    return [place for place in places if far(s, place, s.where[unit]) <= reach(s, unit, place, front)]


def room_to_land(s: Position, side: int, place: int, unit: int) -> int:
    """15.3.1, 23.0.6  How many airstrikes of a sort can still land at a place in this Air Phase."""
    if place < 0:
        return len(s.game.sheet)
    capacity = runways(s, side, bool(s.game.carrier_air >> unit & 1))[place]
    return capacity - count_at(s, s.landings, place, unit)


def berths(s: Position, side: int, now: UnitSet, later: UnitSet) -> dict[int, int]:
    """15.3, 15.3.1  Who lands where: as many as there is room for, and rather those who fly farther; the others then so
    that as many as can be of those who come later find room, too."""
    choices = {unit: landing_places(s, side, unit) for unit in members(now | later)}
    taken: dict[int, int] = {}
    for group in (now, later):
        for unit in sorted(members(group), key=lambda u: (-s.game.back_range[u], u)):
            _seat(s, side, unit, choices, taken, set())
    return taken


def _seat(
    s: Position,
    side: int,
    unit: int,
    choices: Mapping[int, list[int]],
    taken: dict[int, int],
    seen: set[tuple[int, int]],
) -> bool:
    """Find room for one more airstrike, if need be by sending one that has a place to another."""
    deck = s.game.carrier_air >> unit & 1
    for place in choices[unit]:
        if (place, deck) in seen:
            continue
        seen.add((place, deck))
        there = [u for u, where in taken.items() if where == place and s.game.carrier_air >> u & 1 == deck]
        free = len(there) < room_to_land(s, side, place, unit)
        if free or any(_seat(s, side, u, choices, taken, seen) for u in there):
            taken[unit] = place
            return True
    return False


def return_all(s: Position, side: int, group: UnitSet) -> None:
    """15.2.1, 15.3, R17, R125  Airstrikes go home: to the boxes they flew from; who finds no base is lost."""
    found = berths(s, side, group, s.close_support & s.game.sheet.of_side[side] & ~group)
    for unit in members(group):
        if unit in found:
            s.landings = (*s.landings, (unit, found[unit]))
            drop(s, unit, INTERCEPTION if intercepted(s, unit) else AVAILABLE)
        else:
            s.tell("log.no-base", rule="15.3", units=1 << unit)
            drop(s, unit, POOL)


def intercepted(s: Position, unit: int) -> bool:
    """15.2.9  Whether an airstrike on mission is an interceptor: it flies in the enemy's Air Phase."""
    return s.game.sheet.side[unit] != s.active


def abort(s: Position, unit: int) -> None:
    """15.2.17, R74  An airstrike breaks off: it comes back next turn."""
    drop(s, unit, ABORTED)
    s.broken_off |= 1 << unit
    s.tell("log.aborted", rule="15.2.17", units=1 << unit)
