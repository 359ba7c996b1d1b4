"""14.4.3, 14.5.4  Supply units that provide, and do not move in the same phase."""

from __future__ import annotations

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.codec import Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.sn.position import Position
from khalkhin.games.sn.supply import MOUNTAIN, is_automatic, served, stores
from khalkhin.games.sn.terrain import MECH, NON


def why_immobile(s: Position, unit: int, rule: str) -> Reason:
    """2.8  Why a unit has no movement: supply lies on its base side."""
    if s.game.supply & s.flipped & 1 << unit:
        return no("2.8", "why.base-side", unit=unit)
    return no(rule, "why.immobile", unit=unit)


def class_of(s: Position, unit: int) -> str:
    """14.1, 20.0.mtn  By which lines a unit is supplied."""
    game = s.game
    return MOUNTAIN if game.mountain >> unit & 1 else MECH if game.mech >> unit & 1 else NON


def providers(s: Position, side: int, unit: int) -> UnitSet:
    """14.1, 14.4.3  Other supply units that reach a unit and have not moved in this phase."""
    here, found = s.where[unit], 0
    for store, hexes in _provided(s, side, class_of(s, unit)):
        if hexes >> here & 1:
            found |= 1 << store
    return found & ~s.moved & ~(1 << unit)


def _provided(s: Position, side: int, kind: str) -> list[tuple[Unit, HexSet]]:
    """14.1  Every supply unit with the hexes that it supplies for a class."""
    key = "provided", side, kind, s.disrupted, s.flipped, s.ruined
    found: list[tuple[Unit, HexSet]] | None = s.notes.get(key)
    if found is None:
        found = s.notes[key] = [(u, served(s, side, kind, 1 << u, True)) for u in members(stores(s, side))]
    return found


def needs_nobody(s: Position, side: int, unit: int) -> bool:
    """R123  Automatic supply binds no supply unit; one that came here in this phase was no help when it began."""
    return is_automatic(s, side, unit, s.moved)


def can_provide(s: Position, side: int, unit: int) -> bool:
    """14.4.3, 14.5.2, 19.0.4, R123  Whether a unit that began a first Movement Phase in General Supply can use it:
    nobody has to provide, or somebody can who has not moved."""
    return bool(s.general >> unit & 1) and (needs_nobody(s, side, unit) or bool(providers(s, side, unit)))


def fed(s: Position, side: int, group: UnitSet) -> bool:
    """14.5.4, R41, R93, R124  Whether every supply unit of a group may move in a second phase: one that has been
    expended supplied it, or one that stays behind does."""
    some = members(group & s.game.supply & ~s.fed)
    return all(providers(s, side, unit) & ~group for unit in some)


def lock(s: Position, side: int, unit: int, group: UnitSet) -> None:
    """14.4.3, R40, R123  The supply unit that provides for a unit of a group may not move in this phase: one that is
    locked already, if there is any."""
    able = providers(s, side, unit) & ~group
    chosen = able & s.locked or able
    s.locked |= chosen & -chosen
