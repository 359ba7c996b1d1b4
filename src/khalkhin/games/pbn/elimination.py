"""15.2, 24.4  Elimination: where lost counters go, and what they bring the enemy."""

from __future__ import annotations

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.pbn.position import DAMAGED, OUT, PERMANENT, REPLACEABLE, SHOT_DOWN, Position
from khalkhin.games.pbn.reorganization import forget


def surrounded(s: Position, unit: int) -> bool:
    """15.21, R27  Whether every hex around a unit is off the map, out of play, prohibited, held by the enemy or in his
    zone."""
    game, side = s.game, s.game.sheet.side[unit]
    shut: HexSet = game.closed[game.kind[unit]] | s.outside | s.occupied(1 - side) | s.zone(1 - side)
    return not game.map.grid.around[s.where[unit]] & ~shut


def eliminate(s: Position, group: UnitSet, rule: str) -> None:
    """7.8.6, 15.2, 15.21, 24.1.1, 24.4  Counters leave play; the enemy scores at once. Who was surrounded when the
    battle began is gone for good."""
    game, lost = s.game, s.doomed
    if not group:
        return
    s.tell("log.eliminated", rule=rule, units=group)
    for unit in members(group):
        forget(s, unit)
        if (game.supply | game.deception) >> unit & 1:
            s.send(unit, OUT)
        else:
            s.send(unit, PERMANENT if lost >> unit & 1 else REPLACEABLE)
    owner = game.sheet.side[next(members(group))]
    s.score(1 - owner, sum(game.value[u] for u in members(group)))


def shoot_down(s: Position, side: int, count: int, source: str, rule: str) -> None:
    """16.9.2, 24.4  Air points are lost for good, and bring victory points."""
    count = min(count, s.air(side, source))
    if count:
        s.fly(side, count, source, SHOT_DOWN)
        s.tell("log.shot-down", rule=rule, side=side, count=count, box=f"@box.{source}", loud=True)
        s.score(1 - side, count * s.game.charts.air_value)


def damage(s: Position, side: int, count: int, source: str, rule: str) -> None:
    """16.9.1  Air points go to the Damaged box."""
    count = min(count, s.air(side, source))
    if count:
        s.fly(side, count, source, DAMAGED)
        s.tell("log.damaged", rule=rule, side=side, count=count, box=f"@box.{source}", loud=True)
