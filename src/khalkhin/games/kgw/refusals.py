"""Why something cannot be chosen: causes that several steps have in common, each with the rule it comes from.

Nothing here tells what a side may not know: of an enemy counter only that it is one.
"""

from __future__ import annotations

from khalkhin.board.hexset import Hex
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.kgw import terrain
from khalkhin.games.kgw.missions import able
from khalkhin.games.kgw.position import HAND, JAPAN, OUT, USSR, Position
from khalkhin.games.kgw.ways import barred_to

OCCASIONS = {
    "setup": ("23.0", ("auto",)),
    "recruit": ("6.1.c", ("recruit",)),
    "deploy": ("9.5.a", ("depot",)),
    "organise": ("6.1.d", ("flip", "combine", "breakdown", "entrench", "bridge", "extend")),
    "supply": ("6.1.i", ("supply", "gekokujo", "deliver", "as")),
    "move": ("10.4.1.a", ("rail",)),
    "air": ("15.2.c", ("superiority", "strike", "relocate")),
    "reuse": ("24.2.a", ("reuse",)),
    "combat": ("13.0", ("attack",)),
    "support": ("13.4.2", ("support", "maximum")),
    "counterattack": ("13.6", ("counterattack", "retreat")),
    "bombed": ("15.5.1.b", ("withdraw",)),
    "partisans": ("24.6.3.b", ("country",)),
}
"""6.0.d  When verbs are said: an occasion, its rule, and what is done on it."""


def not_now(verb: str) -> Reason:
    """6.0.d  A verb of another phase, with the occasion that it belongs to."""
    for occasion, (rule, verbs) in OCCASIONS.items():
        if verb in verbs:
            return no(rule, f"why.when-{occasion}")
    return no("6.0.d", "why.not-now")


# -- counters --------------------------------------------------------------------------------------------------------


def not_mine(s: Position, side: int, unit: int, rule: str) -> Reason | None:
    """A counter of the enemy, or one that is not on the map."""
    if s.game.sheet.side[unit] != side:
        return no(rule, "why.not-yours", unit=unit)
    if s.where[unit] < 0:
        return no(rule, "why.off-map", unit=unit, box=f"@box.{s.game.place_name(s.where[unit])}")
    return None


def no_supply(s: Position, side: int, unit: int, rule: str) -> Reason | None:
    """16.3.a  Who cannot be expended: only supply units of one's own on the map can."""
    if s.game.sheet.side[unit] == side and not s.game.supply >> unit & 1:
        return no(rule, "why.no-supply-unit", unit=unit)
    return not_mine(s, side, unit, rule)


def no_breakdown(s: Position, side: int, unit: int, rule: str, otherwise: Reason) -> Reason:
    """17.2  Only divisions of one's own break down; what keeps this one from it the step knows."""
    if s.game.sheet.side[unit] != side:
        return no(rule, "why.not-yours", unit=unit)
    return otherwise if s.game.divisions >> unit & 1 else no(rule, "why.not-a-division", unit=unit)


def no_forming(s: Position, side: int, unit: int, rule: str) -> Reason:
    """17.2  Only idle divisions of one's own are formed, from all their parts."""
    game, box = s.game, s.game.place_name(s.where[unit])
    if game.sheet.side[unit] != side:
        return no(rule, "why.not-yours", unit=unit)
    if not game.divisions >> unit & 1:
        return no(rule, "why.not-a-division", unit=unit)
    if box == OUT:
        return no("24.1", "why.off-map", unit=unit, box=f"@box.{box}")
    if s.where[unit] >= 0 or box == HAND:
        return no(rule, "why.in-play", unit=unit)
    return no(rule, "why.no-parts", unit=unit)


# -- hexes -----------------------------------------------------------------------------------------------------------


def no_entry(s: Position, unit: int, hex_: Hex, rule: str = "") -> Reason | None:
    """10.2.b-d, 24.6.3  What closes a hex to a unit by whatever way it comes; `rule` cites for what is no movement."""
    reason = _closed(s, unit, hex_)
    return no(rule, reason.text.key, **reason.text.params) if reason is not None and rule else reason


def _closed(s: Position, unit: int, hex_: Hex) -> Reason | None:
    game, side = s.game, s.game.sheet.side[unit]
    if s.outside >> hex_ & 1:
        return no("", "engine.outside", hex=hex_)
    if s.occupied(1 - side) >> hex_ & 1:
        return no("10.2.b", "why.enemy", hex=hex_)
    if barred_to(s, side, unit) >> hex_ & 1:
        if game.country[USSR] >> hex_ & 1 and game.sheet.nation[unit] != "RA":
            return no("10.2.d", "why.country", hex=hex_)
        return no("24.6.3.b", "why.partisan-border", unit=unit)
    if s.water >> hex_ & 1:
        return no("10.3.j", "why.lake", hex=hex_)
    if not game.trains >> unit & 1 and terrain.shut(game, game.movement_class[unit], s.winter) >> hex_ & 1:
        return no("10.2.c", "why.terrain", unit=unit, hex=hex_, terrain=f"@terrain.{game.map.terrain_at(hex_)}")
    return None


def no_step(s: Position, unit: int, a: Hex, b: Hex, rule: str) -> Reason:
    """14.2.f  Why a unit does not advance from one hex into the next; `rule` says how far it may."""
    if not s.game.map.grid.around[a] >> b & 1:
        return no(rule, "why.not-next-door", hex=b, hex_1=a)
    if (reason := no_entry(s, unit, b, "14.2.f")) is not None:
        return reason
    if s.game.trains >> unit & 1:
        return no("19.4.a", "why.no-track", hex=b)
    return no("14.2.f", "why.terrain", unit=unit, hex=b, terrain=f"@terrain.{s.game.map.terrain_at(b)}")


# -- air units -------------------------------------------------------------------------------------------------------


def no_flight(s: Position, side: int, unit: int, target: Hex, chosen: UnitSet, rule: str) -> Reason:
    """15.2, 15.3, 22.2.c  Why an air unit does not fly against a hex; `rule` is that of the mission."""
    game = s.game
    far = game.charts.air_range[game.sides[side]]
    if (reason := not_mine(s, side, unit, rule)) is not None:
        return reason
    if (reason := grounded(s, side, unit)) is not None:
        return reason
    if chosen >> unit & 1:
        return no("15.2.b", "why.in-hand", unit=unit)
    if side == JAPAN and game.country[USSR] >> target & 1:
        return no("15.2.h", "why.ussr", hex=target)
    if not able(s, side, chosen) >> unit & 1:
        return no("22.2.c", "why.winter-air", count=s.quota[side])
    return no("15.3.c", "why.beyond-range", unit=unit, hex=target, count=far)


def grounded(s: Position, side: int, unit: int) -> Reason | None:
    """15.2.b, 15.3.d  Who flies no mission wherever it leads: other units, who has flown, who is based in a zone."""
    game = s.game
    if not game.air >> unit & 1:
        return no("24.4.e" if unit == game.transport else "15.1.a", "why.no-aircraft", unit=unit)
    if s.flown >> unit & 1:
        return no("15.2.b", "why.flown", unit=unit)
    if s.zone(1 - side) >> s.where[unit] & 1:
        return no("15.3.d", "why.base-in-zone", unit=unit, hex=s.where[unit])
    return None
