"""21.0  Fog of war: of an enemy stack only the top unit, until it fights or is reconnoitred."""

from __future__ import annotations

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import Text
from khalkhin.engine.summary import Pool, Summary, TrackBox
from khalkhin.games.sn.position import AVAILABLE, INTERCEPTION, SIDES, Position

PHASES = (
    "mobilization",
    "reorganization",
    "move",
    "air",
    "combat",
    "move",
    "air",
    "combat",
    "rally",
)


def sees(s: Position, side: int | None, unit: int) -> bool:
    """21.0, 21.1, 21.2, R90  Own counters, strikes, boxes, top units, who fights, and what is reconnoitred."""
    game = s.game
    owner = game.sheet.side[unit]
    place = s.where[unit]
    if side == owner or place < 0 or s.result is not None or not game.ground >> unit & 1 or s.shown >> unit & 1:
        return True
    return top(s, owner, place) == unit or (side is not None and bool(scouted(s, side) >> place & 1))


def top(s: Position, side: int, hex_: int) -> int | None:
    """10.1.8, 10.1.9  The ground unit of a side on top of a stack."""
    mine = s.game.ground & s.game.sheet.of_side[side]
    return next((u for u in reversed(s.piles[hex_]) if mine >> u & 1), None)


def scouted(s: Position, side: int) -> HexSet:
    """21.1, 21.2, R10  Hexes that a side may examine: within radius of its headquarters, in its own turn also near its
    airbases."""
    key = "scouted", side, s.disrupted, s.active, s.turn
    found: HexSet | None = s.notes.get(key)
    if found is None:
        found = s.lead(side)
        if s.active == side:
            for unit in members(s.working(side, s.game.airbases)):
                found |= s.game.within(s.where[unit], s.game.capacity[unit])
        s.notes[key] = found
    return found


def coverable(s: Position, side: int) -> UnitSet:
    """10.1.8, 10.1.9  Own units that can be laid on top of their stack in one's own turn; a fort stays there."""
    if side != s.active or all(prompt.side != side for prompt in s.asked):
        return 0
    out = 0
    for hex_ in members(s.holding_more(side, 1) & ~s.hexes_of(side, s.game.forts)):
        here = s.units_at(side, hex_)
        if here & (here - 1):
            out |= here & ~(1 << (top(s, side, hex_) or 0))
    return out


def lay_on_top(s: Position, unit: int) -> None:
    """10.1.8  The enemy sees another unit of the stack from now on."""
    hex_ = s.where[unit]
    s.piles[hex_] = (*(u for u in s.piles[hex_] if u != unit), unit)
    s.notes = {}


def markers(s: Position) -> dict[str, list[str]]:
    """2.12.2  Disrupted cities, for all to see."""
    return {s.game.place_name(hex_): ["marker.ruined"] for hex_ in members(s.ruined)}


def summary(s: Position) -> Summary:
    """The month and its weather, the phases, and what both sides have."""
    month = s.month
    season = "@summary.winter" if s.winter else "@summary.summer"
    side = s.game.sides[s.active]
    turns = s.game.scenarios[s.scenario].data["turns"]
    air = [(s.in_box(x, AVAILABLE, INTERCEPTION) & s.game.airstrikes).bit_count() for x in SIDES]
    return Summary(
        Text("summary.month", {"month": f"@month.{month['month']}", "year": str(month["year"]), "season": season}),
        turns["last"],
        tuple(f"phase.{side}_{name}" for name in dict.fromkeys(PHASES)),
        (Pool("pool.mobilization", "points", s.points), Pool("pool.air", "air", (air[0], air[1]))),
        track=tuple(_box(s, n + 1, row) for n, row in enumerate(turns["months"])),
        icon="winter" if s.winter else "",
    )


def _box(s: Position, turn: int, row: dict[str, int]) -> TrackBox:
    """5.1, 22.0  A box of the Turn Record Track."""
    notes = [Text("track.income", {side: str(row[side]) for side in s.game.sides})]
    if row["winter"]:
        notes.append(Text("track.winter", {}))
    return TrackBox(turn, f"month.{row['month']}", tuple(notes))
