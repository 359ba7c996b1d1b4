"""15.1, 15.3, 15.5, 22.0, 23.0.6  Airbases, carriers and the Home Islands: who can fly from where, and land where."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.sn.losses import drop
from khalkhin.games.sn.position import AVAILABLE, HOME, INTERCEPTION, JAPAN, POOL, Position


def home(s: Position) -> int:
    return s.game.box(HOME)


def launching(s: Position, side: int, phasing: bool) -> dict[int, int]:
    """15.1, 15.1.2, 15.1.3, 15.1.4, 15.2.12, 15.2.29, 25.4.3, R69, R70  Hexes with airbases ready to launch, and for
    how many."""
    game = s.game
    ready = s.working(side, game.airbases)
    if phasing:
        ready &= ~s.shifted
    ready &= s.general if s.round == 1 or s.surprise(side) else s.offensive
    found: dict[int, int] = {}
    for unit in members(ready):
        found[s.where[unit]] = found.get(s.where[unit], 0) + game.capacity[unit]
    return found


def decks(s: Position, side: int) -> dict[int, int]:
    """15.5, 15.5.4, R109  Hexes with carriers: always supplied, moved or not; one in its box has no hex."""
    game = s.game
    found: dict[int, int] = {}
    for unit in members(game.carriers & game.sheet.of_side[side]):
        if s.where[unit] >= 0:
            found[s.where[unit]] = found.get(s.where[unit], 0) + game.capacity[unit]
    return found


def used(s: Position, side: int, place: int, carrier: bool) -> int:
    """15.1  Launches from a place in this phase."""
    game = s.game
    kind = game.carrier_air if carrier else game.airstrikes & ~game.carrier_air
    mine = kind & game.sheet.of_side[side]
    return sum(1 for unit, base in s.sorties if base == place and mine >> unit & 1)


def sources(s: Position, side: int, unit: int, phasing: bool) -> Iterator[int]:
    """15.1, 15.5.2, 23.0.6, R106  Places from where an airstrike can still be launched."""
    carrier = bool(s.game.carrier_air >> unit & 1)
    bases = decks(s, side) if carrier else launching(s, side, phasing)
    for place, capacity in sorted(bases.items()):
        if used(s, side, place, carrier) < capacity:
            yield place
    if phasing and side == JAPAN and not carrier and (s.round == 1 or s.home_open):
        yield home(s)


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


def landing_places(s: Position, side: int, unit: int, hex_: Hex, front: bool) -> list[int]:
    """15.3, 15.3.1, 15.5.2, R71, R106  Places in range with room to land: undisrupted bases, also if they have
    moved."""
    game = s.game
    landed = dict(s.landings)
    if game.carrier_air >> unit & 1:
        bases = decks(s, side)
    else:
        bases = {}
        for base in members(s.working(side, game.airbases)):
            bases[s.where[base]] = bases.get(s.where[base], 0) + game.capacity[base]
    range_ = reach(s, unit, 0, front)
    found = [
        place
        for place, capacity in sorted(bases.items())
        if landed.get(place, 0) < capacity and game.map.grid.distance(place, hex_) <= range_
    ]
    at_home = side == JAPAN and not game.carrier_air >> unit & 1 and not front
    if at_home and far(s, home(s), hex_) <= reach(s, unit, home(s), front):
        found.append(home(s))
    return found


def return_all(s: Position, side: int, group: UnitSet) -> None:
    """15.3, R17, R125  Airstrikes go home: to the boxes they flew from; who finds no base is lost."""
    waiting = list(members(group))
    while waiting:
        choices = {u: landing_places(s, side, u, s.where[u], intercepted(s, u)) for u in waiting}
        # Who has the fewest places to go lands first, so that nobody takes the last place of another in vain.
        unit = min(waiting, key=lambda u: (len(choices[u]) or 99, u))
        waiting.remove(unit)
        if not choices[unit]:
            s.tell("log.no-base", rule="15.3", units=1 << unit)
            drop(s, unit, POOL)
            continue
        place = max(choices[unit], key=lambda p: (p < 0, -p))
        landed = dict(s.landings)
        landed[place] = landed.get(place, 0) + 1
        s.landings = tuple(sorted(landed.items()))
        drop(s, unit, INTERCEPTION if intercepted(s, unit) else AVAILABLE)


def intercepted(s: Position, unit: int) -> bool:
    """15.2.9  Whether an airstrike on mission is an interceptor: it flies in the enemy's Air Phase."""
    return s.game.sheet.side[unit] != s.active


def abort(s: Position, unit: int) -> None:
    """15.2.17, R74  An airstrike breaks off: it comes back next turn."""
    drop(s, unit, "aborted")
    s.broken_off |= 1 << unit
    s.tell("log.aborted", rule="15.2.17", units=1 << unit)
