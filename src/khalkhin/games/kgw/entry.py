"""9.2-5, 24.6.1  Where new units may be deployed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from khalkhin.board.hexset import HexSet, members, union
from khalkhin.games.kgw import terrain
from khalkhin.games.kgw.bases import with_room
from khalkhin.games.kgw.position import MANCHUKUO, MENGJIANG, MPR, SOVIET, USSR, Position


@dataclass(frozen=True)
class Quota:
    """9.4, Q-14  What has come in over the west edge in this Recruit Phase, of the Red Army only."""

    lesser: int = 0
    divisions: int = 0
    supply: int = 0
    held: HexSet = 0
    """9.4.c, Q-93  Objectives of the MPR that Soviet units held, out of enemy zones, before anybody was deployed."""


def opening(s: Position) -> Quota:
    """What holds when deployment begins. Nomonhan is an objective of the MPR, too."""
    held = s.game.objectives & s.game.country[MPR] & s.occupied(SOVIET) & ~s.zone(1 - SOVIET)
    return Quota(held=held)


def open_to(s: Position, unit: int) -> HexSet:
    """9.2.b-d, Q-96  Hexes a unit may be set down in: no enemies, its countries, no closed terrain off the roads."""
    game, side = s.game, s.game.sheet.side[unit]
    if not game.ground >> unit & 1:
        return game.map.grid.all
    return terrain.standing(game, unit, s.winter) & ~s.occupied(1 - side)


def east(s: Position) -> HexSet:
    """9.3.a  Where the IJA and the Manchukuoans come in."""
    return s.game.map.grid.edge["E"] & s.game.country[MANCHUKUO]


def south(s: Position) -> HexSet:
    """9.3.b  Where the CXF and Mengjiang come in."""
    return s.game.map.grid.edge["S"] & s.game.country[MENGJIANG]


def west(s: Position) -> HexSet:
    return s.game.map.grid.edge["W"] & s.game.country[MPR]


def by_rail(s: Position) -> HexSet:
    """9.4.a, Q-95  Finished railroad hexes of the USSR outside enemy zones."""
    return s.finished_rail & s.game.country[USSR] & ~s.zone(1 - SOVIET)


def room_in_west(s: Position, unit: int, quota: Quota) -> bool:
    """7.1.c, 9.4.b, 19.1.g, Q-14  Three lesser units or one division, one supply unit, Zhukov, and who is given."""
    game, charts = s.game, s.game.charts
    if unit == game.zhukov or s.gifts >> unit & 1:
        return True
    if game.supply >> unit & 1:
        return quota.supply < charts.west_supply
    if game.divisions >> unit & 1:
        return not quota.lesser and quota.divisions < charts.west_divisions
    return not quota.divisions and quota.lesser < charts.west_lesser


def counted(s: Position, unit: int, hex_: int, quota: Quota) -> Quota:
    """The quota after a unit has come in."""
    game = s.game
    if game.sheet.nation[unit] != "RA" or not west(s) >> hex_ & 1 or unit == game.zhukov or s.gifts >> unit & 1:
        return quota
    if game.supply >> unit & 1:
        return replace(quota, supply=quota.supply + 1)
    if game.divisions >> unit & 1:
        return replace(quota, divisions=quota.divisions + 1)
    return replace(quota, lesser=quota.lesser + 1)


def places(s: Position, unit: int, quota: Quota) -> HexSet:
    """9.2-5, 9.5.b  Every hex a unit in hand may be deployed in."""
    game, side = s.game, s.game.sheet.side[unit]
    if not game.ground >> unit & 1:
        # 15.3, Q-80  Where it would be lost at once nobody is sent.
        return with_room(s, side) & ~(s.zone(1 - side) & ~s.occupied(side))
    if game.agents >> unit & 1:
        return _for_agents(s, unit)
    found = _entry(s, unit, quota) & open_to(s, unit)
    if game.trains >> unit & 1:
        found &= s.finished_rail if side == SOVIET else game.railroad
    return found


def _entry(s: Position, unit: int, quota: Quota) -> HexSet:
    """9.3.a-c, 9.4.a-c  The hexes by which a contingent comes in; Japanese supply by either edge."""
    game, nation = s.game, s.game.sheet.nation[unit]
    if nation == "RA":
        return by_rail(s) | (west(s) if room_in_west(s, unit, quota) else 0)
    if nation == "MPR":
        return west(s) | quota.held
    if game.supply >> unit & 1:
        return east(s) | south(s)
    return south(s) if nation in ("CXF", "MJ") else east(s)


def _for_agents(s: Position, unit: int) -> HexSet:
    """24.6.1  Any hex outside the USSR without enemies and their zones, one agent a hex."""
    game, side = s.game, s.game.sheet.side[unit]
    lands = game.country[MPR] | game.country[MANCHUKUO] | game.country[MENGJIANG]
    taken = union(s.where[u] for u in members(s.ground(side) & game.agents & ~s.flipped))
    return open_to(s, unit) & lands & ~s.zone(1 - side) & ~taken
