"""21.0  A whole position as one side may imagine it: hidden counters dealt at random, divisions with their parts."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.kgw import setup, terrain
from khalkhin.games.kgw.divisions import usual_parts
from khalkhin.games.kgw.housekeeping import Crowd
from khalkhin.games.kgw.position import DISPLAY, HAND, REORG, Position
from khalkhin.games.kgw.stacking import counting, too_many

DEPOT_CHANCE = 0.5
"""How often a hidden supply unit is taken to be a depot."""


def guess(s: Position, seen: Mapping[str, Any], nameless: Mapping[str, tuple[int, ...]], rng: random.Random) -> None:
    """Deal the counters that the view does not name over the places where it shows nameless ones."""
    game = s.game
    unnamed = game.unnamed(s, seen)
    for side, name in enumerate(game.sides):
        unknown = game.sheet.of_side[side] & unnamed
        s.set_out({game.box(DISPLAY): list(members(unknown))})
        _absorb(s, side, unknown or s.stack(game.box(REORG)))
        _deal(s, side, [place for place in nameless.get(name, ()) if place >= 0], rng)
        if unknown:
            _take_in_hand(s, side)
            _choose_sides(s, game.agents & s.flipped & game.sheet.of_side[side], rng)


def _absorb(s: Position, side: int, pool: UnitSet) -> None:
    """17.2  Divisions in play have their components. To who sees the displays of a side, these are in one of them."""
    game = s.game
    mine = game.sheet.of_side[side]
    for division in members((s.on_map(side) | s.stack(game.box(HAND))) & game.divisions & mine):
        if not s.parts(division):
            _form(s, division, pool & mine & ~game.divisions & ~_absorbed(s))


def _absorbed(s: Position) -> UnitSet:
    found = 0
    for _, parts in s.formed:
        found |= parts
    return found


def _form(s: Position, division: int, pool: UnitSet) -> bool:
    parts = usual_parts(s, division, pool)
    if not parts:
        return False
    s.formed = tuple(sorted((*s.formed, (division, parts))))
    for unit in members(parts):
        s.send(unit, REORG)
    return True


# -- the map ---------------------------------------------------------------------------------------------------------


def _deal(s: Position, side: int, places: list[Hex], rng: random.Random) -> None:
    """Somebody for every hidden counter on the map, first where only few can be: in the USSR, off the roads.

    Divisions use up their components, so that in the end nobody may be left for some place: then again without them.
    """
    if not places:
        return
    spare = _spare(s, side)
    crowds = {step.hex for step in s.agenda if isinstance(step, Crowd) and step.side == side}
    able = {place: _able(s, side, place) for place in set(places)}
    choosy = sorted(places, key=lambda place: (place not in crowds, (_alone(s, side, place, able) & spare).bit_count()))
    formed, flipped, supplied = s.formed, s.flipped, s.supplied
    for whole in (True, False):
        if _dealt(s, side, choosy, able, crowds, whole, rng):
            return
        s.formed, s.flipped, s.supplied = formed, flipped, supplied
        for unit in members(spare):
            s.send(unit, DISPLAY)
    for unit, place in zip(sorted(members(spare), key=lambda u: s.game.divisions >> u & 1), choosy, strict=False):
        _lay(s, unit, place, rng)


def _dealt(
    s: Position,
    side: int,
    places: list[Hex],
    able: Mapping[Hex, UnitSet],
    crowds: set[Hex],
    whole: bool,
    rng: random.Random,
) -> bool:
    """Deal, with whole divisions or without; False if there is a place that nobody can be in."""
    for number, place in enumerate(places):
        pool = list(members(_spare(s, side) & _alone(s, side, place, able)))
        rng.shuffle(pool)
        rather_not = _rather_not(s, side, place, places[number:].count(place) if place in crowds else 0)
        pool.sort(key=lambda unit: rather_not >> unit & 1)
        for unit in pool:
            division = bool(s.game.divisions >> unit & 1)
            waiting = len(places) - number - 1
            if not division or (whole and _affordable(s, unit, _spare(s, side).bit_count(), waiting)):
                _lay(s, unit, place, rng)
                break
        else:
            return False
    return True


def _spare(s: Position, side: int) -> UnitSet:
    return s.stack(s.game.box(DISPLAY)) & s.game.sheet.of_side[side] & s.game.ground


def _rather_not(s: Position, side: int, place: Hex, crowd: int) -> UnitSet:
    """Units that come last for a hex: those that would be too many, unless a crowd is known to be there."""
    game = s.game
    if _setting_up(s, side):
        lines = game.lines[s.scenario]
        return ~sum(line.counters for line in lines if line.side == side and line.area >> place & 1)
    here, count = s.units_at(side, place), counting(s)
    if crowd:
        # 11.1  More units than may be, or, where these are too few for that, more divisions.
        many = (here & count).bit_count() + crowd > game.charts.stack_units
        return ~(count if many else game.divisions)
    return too_many(s, here)


def _able(s: Position, side: int, place: Hex) -> UnitSet:
    """Who may be in a hex: countries and terrain; trains are on the railroad. Nobody is where enemies are."""
    if s.occupied(1 - side) >> place & 1:
        return 0
    found = 0
    for hexes, group in _sorts(s, side):
        if hexes >> place & 1:
            found |= group
    return found


def _sorts(s: Position, side: int) -> tuple[tuple[HexSet, UnitSet], ...]:
    """Ground units of a side, put together by the hexes that they may be in."""
    game, key = s.game, (side, s.winter, s.railhead)
    if key not in game.kept_sorts:
        sorts: dict[HexSet, UnitSet] = {}
        for unit in members(game.sheet.of_side[side] & game.ground):
            hexes = terrain.standing(game, unit, s.winter)
            if game.trains >> unit & 1:
                hexes &= s.finished_rail
            sorts[hexes] = sorts.get(hexes, 0) | 1 << unit
        game.kept_sorts[key] = tuple(sorts.items())
    return game.kept_sorts[key]


def _alone(s: Position, side: int, place: Hex, able: Mapping[Hex, UnitSet]) -> UnitSet:
    """Who may be in a hex, with those who are there: partisans are one by one."""
    agents = s.game.agents
    return able[place] & ~agents if s.units_at(side, place) & agents else able[place]


def _lay(s: Position, unit: int, place: Hex, rng: random.Random) -> None:
    """Set a counter down: depots now and then, agents as partisans, supplied if who is seen there is."""
    game, bit = s.game, 1 << unit
    company = s.units_at(game.sheet.side[unit], place)
    s.put(unit, place)
    if game.agents & bit or (game.supply & bit and rng.random() < DEPOT_CHANCE):
        s.flipped |= bit
    if company and not company & ~s.supplied:
        s.supplied |= bit


def _affordable(s: Position, unit: int, left: int, waiting: int) -> bool:
    """A division takes its components out of the pool; enough must be left for the other places."""
    game = s.game
    pool = s.stack(game.box(DISPLAY)) & game.sheet.of_side[game.sheet.side[unit]] & ~game.divisions
    parts = usual_parts(s, unit, pool)
    return left - 1 - parts.bit_count() >= waiting and _form(s, unit, pool)


# -- the rest --------------------------------------------------------------------------------------------------------


def _setting_up(s: Position, side: int) -> bool:
    return any(isinstance(step, setup.Setup | setup.SetDown) and step.side == side for step in s.agenda)


def _take_in_hand(s: Position, side: int) -> None:
    """23.0  While a side sets up, what it has to place is in its hand."""
    game = s.game
    if not _setting_up(s, side):
        return
    for line in game.lines[s.scenario]:
        for unit in members(line.counters & game.sheet.of_side[side] & s.stack(game.box(DISPLAY))):
            own = sum(1 << u for u, number in enumerate(game.formation) if number == game.formation[unit])
            if game.divisions >> unit & 1 and not _form(s, unit, own & s.stack(game.box(DISPLAY)) & ~game.divisions):
                continue  # some of its parts are on the map: it has been broken down
            s.send(unit, HAND)


def _choose_sides(s: Position, partisans: UnitSet, rng: random.Random) -> None:
    """24.6.3  Of partisans in the Disputed Area only their owner knows which country they keep to."""
    for unit in members(partisans):
        if rng.random() < 0.5:
            s.mongolian |= 1 << unit
