"""4.1.2, 5.0  Zones of engagement: who is engaged, who dominates, and who has to attack."""

from __future__ import annotations

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.bkg.position import SOVIET, Position


def enemies_beside(s: Position, side: int, hex_: int) -> HexSet:
    """The enemy-occupied hexes next to a hex."""
    return s.game.map.grid.around[hex_] & s.held(1 - side)


def dominates(s: Position, side: int, hex_: int) -> bool:
    """4.1.2.e  The hex gives more defensive columns than every enemy hex beside it; rivers do not count (K-17)."""
    columns = s.game.columns
    return all(columns[hex_] > columns[enemy] for enemy in members(enemies_beside(s, side, hex_)))


def targets(s: Position, unit: int) -> HexSet:
    """The enemy hexes that a unit may attack from where it stands: armour none in mountains (5.1.2.b)."""
    hex_ = s.where[unit]
    if hex_ < 0:
        return 0
    found = enemies_beside(s, s.game.sheet.side[unit], hex_)
    return found & ~s.game.mountains if s.game.armour >> unit & 1 else found


def who_must_attack(s: Position, side: int) -> UnitSet:
    """4.1.2.d-h  Every engaged unit, but for those that stood engaged, did not move and dominate (K-15)."""
    out = 0
    for hex_ in members(s.held(side) & s.zone(1 - side)):
        stayed = s.engaged & ~s.moved if dominates(s, side, hex_) else 0
        for unit in members(s.friends(side, hex_) & ~stayed & ~s.penalised):
            if targets(s, unit):
                out |= 1 << unit
    return out


def still_open(s: Position, unit: int) -> HexSet:
    """The hexes a unit could still attack in this phase (6.2.g)."""
    return targets(s, unit) & ~s.attacked


def duty(s: Position) -> UnitSet:
    """Units that still have to attack."""
    waiting = s.obliged & ~s.fought
    if not waiting:
        return 0
    key = "duty", waiting, s.attacked
    found: UnitSet | None = s.notes.get(key)
    if found is None:
        found = s.notes[key] = sum(1 << u for u in members(waiting) if still_open(s, u))
    return found


def pinned(s: Position) -> HexSet:
    """K-16  Hexes that somebody has to attack who has nothing else to attack: not to be spent on fire from afar."""
    out = 0
    for unit in members(s.obliged & ~s.fought):
        only = still_open(s, unit)
        if only.bit_count() == 1:
            out |= only
    return out


def left_without_target(s: Position, target: int, attackers: UnitSet) -> UnitSet:
    """K-16  Obliged units outside an attack on a hex that would have nothing else to attack."""
    waiting = s.obliged & ~s.fought & ~attackers
    return sum(1 << u for u in members(waiting) if still_open(s, u) == 1 << target)


def left_beyond(s: Position) -> UnitSet:
    """4.0.i  Soviet units beyond the border: who is there when the movement phase ends is penalised."""
    return sum(s.at[h] for h in members(s.held(SOVIET) & s.game.beyond))


def beyond_and_penalised(s: Position, hex_: int) -> bool:
    """4.0.i  One penalised unit in a hex is enough (K-91)."""
    return bool(s.friends(SOVIET, hex_) & s.penalised)
