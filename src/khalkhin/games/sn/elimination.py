"""6.4, 13.1, R111  Elimination: where lost counters go, and what they bring the enemy."""

from __future__ import annotations

from typing import Any

from khalkhin.board.hexset import Hex, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.sn.position import GONE, POOL, REORG, Position

STATES = (
    "disrupted",
    "flipped",
    "moved",
    "shifted",
    "general",
    "offensive",
    "led",
    "landed",
    "locked",
    "served",
    "fed",
    "beached",
    "flown",
    "close_support",
    "attackers",
    "defenders",
    "shown",
    "late",
)


def forget(s: Position, unit: int) -> None:
    """A counter leaves the map: it has no state any more."""
    rest = ~(1 << unit)
    for name in STATES:
        value = getattr(s, name)
        if value & ~rest:
            setattr(s, name, value & rest)


def eliminate(s: Position, group: UnitSet, rule: str, fought: bool = True) -> None:
    """5.3.b, 6.4, 6.4.1, R16, R17, R26, R111  Ground units are lost. `fought`: in combat, so that they count for a
    major victory."""
    game = s.game
    if not group:
        return
    s.tell("log.eliminated", rule=rule, units=group)
    if fought:
        toll = list(s.toll)
        for side in (0, 1):
            toll[side] += s.size(s.national(group) & game.sheet.of_side[side])
        s.toll = toll[0], toll[1]
    for unit in members(group):
        forget(s, unit)
        s.send(unit, GONE if game.headquarters >> unit & 1 else home_of(s, unit))


def home_of(s: Position, unit: int) -> str:
    """6.3.1, 6.4, 7.4  Where a counter goes that leaves the map: corps that divisions form lie apart."""
    return REORG if s.game.parts[unit] else POOL


def award(s: Position, side: int, points: int, rule: str, why: str, **params: Any) -> None:
    """5.3, 5.5  Mobilization points won in play, and what for; the track ends at a hundred."""
    before = s.points[side]
    s.gain(side, points)
    s.tell(why, rule=rule, side=side, count=s.points[side] - before, **params)


def settle_toll(s: Position) -> None:
    """5.3.b, 5.3.b.1, R16  After an attack and its retreats: who destroyed three divisional equivalents has a point."""
    charts = s.game.charts
    for side in (0, 1):
        if s.toll[side] >= charts.major_losses:
            award(s, 1 - side, charts.major_points, "5.3.b", "log.award-battle", lost=str(s.toll[side]))
    s.toll = (0, 0)


def shoot_down(s: Position, unit: int, over: Hex, rule: str) -> None:
    """15.2.2, 15.2.16, 5.3.b, R16, R73  An airstrike is lost; two over one hex in an Air Phase are a major victory."""
    game = s.game
    side, charts = game.sheet.side[unit], s.game.charts
    s.tell("log.shot-down", rule=rule, units=1 << unit, hex=over)
    drop(s, unit, POOL)
    counts = {hex_: (soviet, japan) for hex_, soviet, japan in s.downed}
    now = list(counts.get(over, (0, 0)))
    now[side] += 1
    counts[over] = now[0], now[1]
    s.downed = tuple((hex_, *pair) for hex_, pair in sorted(counts.items()))
    if now[side] == charts.major_airstrikes:
        award(s, 1 - side, charts.major_points, "5.3.b", "log.award-air", lost=str(now[side]), hex=over)


def drop(s: Position, unit: int, box: str) -> None:
    """An airstrike leaves its mission for a box."""
    s.close_support &= ~(1 << unit)
    s.shown &= ~(1 << unit)
    s.sorties = tuple(sortie for sortie in s.sorties if sortie[0] != unit)
    s.send(unit, box)
