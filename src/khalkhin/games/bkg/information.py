"""5.1.1.d  What each side may know of the other's counters: how many of which nation, and no more until they fight."""

from __future__ import annotations

from khalkhin.board.hexset import members, union
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import Text
from khalkhin.engine.summary import Due, Pool, Summary
from khalkhin.games.bkg.position import DUE, JAPAN, RESERVE, SOVIET, Position

PHASES = ("phase.sov_move", "phase.sov_combat", "phase.jap_move", "phase.jap_combat")


def sees(s: Position, side: int | None, unit: int) -> bool:
    """Own units, units of the battle in progress, and everything that is off the map for good or yet to come."""
    if side == s.game.sheet.side[unit] or s.options["open_strengths"] or s.result is not None:
        return True
    place = s.where[unit]
    if place >= 0:
        return bool(s.shown >> unit & 1)
    if place == s.game.box(DUE):
        # Which of today's reinforcements is still outside would tell who came in where.
        return s.game.arrival[unit] > s.turn
    return place != s.game.box(RESERVE)


def known(s: Position, side: int | None) -> UnitSet:
    """All units that `sees` lets a side know."""
    game = s.game
    everybody = (1 << len(game.sheet)) - 1
    if s.options["open_strengths"] or s.result is not None:
        return everybody
    due = s.stack(game.box(DUE))
    later = union(u for u in members(due) if game.arrival[u] > s.turn)
    on_map = s.on_map(SOVIET) | s.on_map(JAPAN)
    own = 0 if side is None else game.sheet.of_side[side]
    return own | on_map & s.shown | everybody & ~(on_map | due | s.stack(game.box(RESERVE))) | later


def may_be_on_map(s: Position, unit: int) -> bool:
    """Whether, for all that the enemy knows, a unit may stand somewhere on the map."""
    return s.where[unit] >= 0 or (s.where[unit] == s.game.box(DUE) and s.game.arrival[unit] <= s.turn)


def markers(s: Position) -> dict[str, list[str]]:
    """What lies on hexes for all to see: who holds an objective, where an attack was made, who is stranded beyond."""
    game = s.game
    out: dict[str, list[str]] = {}
    for hex_ in members(game.objectives):
        side = "soviet" if s.soviet_objectives >> hex_ & 1 else "japan"
        out.setdefault(game.place_name(hex_), []).append(f"marker.held-{side}")
    for hex_ in members(s.attacked):
        out.setdefault(game.place_name(hex_), []).append("marker.attacked")
    for hex_ in members(s.held(SOVIET) & game.beyond):
        if s.at[hex_] & s.penalised:
            out.setdefault(game.place_name(hex_), []).append("marker.penalised")
    return out


def summary(s: Position, side: int | None) -> Summary:
    """The day, the phases of it (3.0), the air points (6.1) and who is still to come (10.1.3, 10.1.4)."""
    game = s.game
    before = game.first_turn - 1
    due: dict[tuple[int, int], UnitSet] = {}
    for unit in members(s.stack(game.box(DUE))):
        if sees(s, side, unit):
            key = game.arrival[unit], game.sheet.side[unit]
            due[key] = due.get(key, 0) | 1 << unit
    return Summary(
        Text("summary.day", {"turn": s.turn - before, "last": game.last_turn - before, "day": s.turn}),
        game.last_turn,
        PHASES,
        (Pool("pool.air", "air", s.air),),
        tuple(Due(turn, who, group) for (turn, who), group in sorted(due.items())),
    )
