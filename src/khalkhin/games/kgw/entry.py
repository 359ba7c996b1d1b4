"""9.2-5, 24.6.1  Where new units may be deployed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from khalkhin.board.hexset import Hex, HexSet, members, union
from khalkhin.engine.errors import Reason, no
from khalkhin.games.kgw import terrain
from khalkhin.games.kgw.bases import with_room
from khalkhin.games.kgw.position import MANCHUKUO, MENGJIANG, MPR, SOVIET, USSR, Position
from khalkhin.games.kgw.refusals import no_entry


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
        return game.map.grid.all & ~s.outside
    return terrain.standing(game, unit, s.winter) & ~(s.occupied(1 - side) | s.outside)


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


# -- why not ---------------------------------------------------------------------------------------------------------

AREAS = {
    "9.3.a": "east",
    "9.3.b": "south",
    "9.3.c": "both-edges",
    "9.4.a": "rail-or-west",
    "9.4.c": "west-or-objective",
    "9.5.b": "aerodrome",
    "24.6.1.c": "agents",
}
"""The rules that name where somebody comes in, with the words for it."""


def entry_rule(s: Position, unit: int) -> str:
    """9.3-5, 24.6.1  The rule that says where a unit comes in."""
    game, nation = s.game, s.game.sheet.nation[unit]
    if not game.ground >> unit & 1:
        return "9.5.b"
    if game.agents >> unit & 1:
        return "24.6.1.c"
    if nation == "RA":
        return "9.4.a"
    if nation == "MPR":
        return "9.4.c"
    if game.supply >> unit & 1:
        return "9.3.c"
    return "9.3.b" if nation in ("CXF", "MJ") else "9.3.a"


def why_not_there(s: Position, unit: int, hex_: Hex, quota: Quota) -> Reason:
    """9.2.c, 9.4.b, 15.3.b, 24.6.1  Why a unit in hand is not deployed in a hex."""
    game, side, rule = s.game, s.game.sheet.side[unit], entry_rule(s, unit)
    outside = no(rule, f"why.enters-{AREAS[rule]}", unit=unit, hex=hex_)
    if not game.ground >> unit & 1:
        return _why_no_base(s, side, hex_) or outside
    if game.agents >> unit & 1:
        return no_entry(s, unit, hex_, "24.6.1.d") or _why_no_agent(s, side, hex_) or outside
    if rule == "9.4.a" and west(s) >> hex_ & 1 and not room_in_west(s, unit, quota):
        return no("9.4.b", "why.west-quota", unit=unit)
    if not _entry(s, unit, quota) >> hex_ & 1:
        return outside
    if game.trains >> unit & 1 and not game.railroad >> hex_ & 1:
        return no("19.4.a", "why.no-track", hex=hex_)
    kind = f"@terrain.{game.map.terrain_at(hex_)}"
    return no_entry(s, unit, hex_, "9.2.c") or no("9.2.c", "why.terrain", unit=unit, hex=hex_, terrain=kind)


def _why_no_base(s: Position, side: int, hex_: Hex) -> Reason | None:
    """15.3.b, 15.3.g  An aerodrome of one's own that takes no air unit now."""
    if not s.aerodromes[side] >> hex_ & 1:
        return None
    if s.air_at(side, hex_).bit_count() >= s.game.charts.per_aerodrome:
        return no("15.3.b", "why.base-full", hex=hex_, count=s.game.charts.per_aerodrome)
    return no("15.3.g", "why.base-exposed", hex=hex_)


def _why_no_agent(s: Position, side: int, hex_: Hex) -> Reason | None:
    """24.6.1.d-e  Zones of control, and one agent a hex."""
    if s.zone(1 - side) >> hex_ & 1:
        return no("24.6.1.d", "why.retreat-zone", hex=hex_)
    if s.units_at(side, hex_) & s.game.agents & ~s.flipped:
        return no("24.6.1.e", "why.agent-there", hex=hex_)
    return None
