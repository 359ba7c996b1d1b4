"""21.0  Fog of war: of an enemy stack only the top unit, until it fights or is reconnoitred."""

from __future__ import annotations

from collections.abc import Iterator

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Text
from khalkhin.engine.stacks import beneath, uppermost
from khalkhin.engine.summary import Pool, Summary, TrackBox
from khalkhin.games.sn.position import AVAILABLE, INTERCEPTION, SIDES, Position

PHASES = (
    "mobilization",
    "reorganization",
    "move_1",
    "air_1",
    "combat_1",
    "move_2",
    "air_2",
    "combat_2",
    "rally",
)


def sees(s: Position, side: int | None, unit: int) -> bool:
    """21.0, 21.1, 21.2, R90  Own counters, strikes, boxes, top units, who fights, and what is reconnoitred. Who has
    retreated before everybody's eyes is known for the rest of the Combat Phase (13.4.1)."""
    game = s.game
    owner = game.sheet.side[unit]
    place = s.where[unit]
    if side == owner or place < 0 or s.result is not None or not game.ground >> unit & 1:
        return True
    if (s.shown | s.late) >> unit & 1:
        return True
    return top(s, owner, place) == unit or (side is not None and bool(s.scouted(side) >> place & 1))


def known(s: Position, side: int | None) -> UnitSet:
    """All counters that `sees` lets a side know."""
    game = s.game
    everybody = (1 << len(game.sheet)) - 1
    if s.result is not None:
        return everybody
    hidden = 0
    scouted = 0 if side is None else s.scouted(side)
    for owner in SIDES:
        if owner != side:
            for hex_ in members(s.holding_more(owner, 1) & ~scouted):
                first = top(s, owner, hex_)
                if first is not None:
                    hidden |= s.units_at(owner, hex_) & ~(1 << first)
    return everybody & ~hidden | s.shown | s.late


def top(s: Position, side: int, hex_: int) -> int | None:
    """10.1.8, 10.1.9  The ground unit of a side on top of a stack."""
    return uppermost(s, hex_, s.game.ground & s.game.sheet.of_side[side])


def reach(s: Position, unit: int, hex_: Hex) -> HexSet:
    """11.0, 11.1.2, 15.2.28  The zone of control that a unit has from a hex."""
    game = s.game
    return 0 if s.disrupted >> unit & 1 else game.contact[hex_] & game.enterable[game.sheet.nation[unit]]


def announce(s: Position) -> None:
    """11.0, 21.0  Zones of control are told to everybody, also where a hidden unit has a wider one than the top one."""
    key = "announced", s.disrupted
    if (known := s.notes.get(key)) is None:
        known = s.notes[key] = tuple(_wider(s))
    s.announced = known


def _wider(s: Position) -> Iterator[tuple[Side, Hex, HexSet]]:
    game = s.game
    narrow = game.ground & ~(game.national & ~s.disrupted)
    for side in SIDES:
        for hex_ in members(s.holding_more(side, 1) & s.hexes_of(side, narrow)):
            above = top(s, side, hex_)
            if above is None or not narrow >> above & 1:
                continue  # nobody of its side has a wider one
            whole = 0
            for unit in members(s.units_at(side, hex_)):
                whole |= reach(s, unit, hex_)
            if whole != reach(s, above, hex_):
                yield side, hex_, whole


def coverable(s: Position, side: int) -> UnitSet:
    """10.1.8, 10.1.9  Own units that can be laid on top of their stack in one's own turn; a fort stays there."""
    asked = side == s.active and any(prompt.side == side for prompt in s.asked)
    return beneath(s, side, s.game.ground, s.held(side) & ~s.game.fixed(s, side)) if asked else 0


def markers(s: Position, side: int | None) -> dict[str, list[str]]:
    """2.12.2  Disrupted cities, for all to see; and stacks with a Disrupted marker on units that are not."""
    game = s.game
    out = {game.place_name(hex_): ["marker.ruined"] for hex_ in members(s.ruined)}
    hurt = (u for u in members(s.disrupted) if s.where[u] >= 0 and not sees(s, side, u))
    for hex_ in sorted({s.where[u] for u in hurt}):
        out.setdefault(game.place_name(hex_), []).append("marker.disrupted")
    return out


def summary(s: Position) -> Summary:
    """The month and its weather, the phases, and what both sides have."""
    month = s.month
    side = s.game.sides[s.active]
    turns = s.game.scenarios[s.scenario].data["turns"]
    named = {"month": f"@month.{month['month']}", "year": str(month["year"])}
    now = {"turn": s.turn, "last": turns["last"], **named}
    air = [(s.in_box(x, AVAILABLE, INTERCEPTION) & s.game.airstrikes).bit_count() for x in SIDES]
    return Summary(
        Text("summary.winter" if s.winter else "summary.month", now),
        turns["last"],
        tuple(f"phase.{side}_{name}" for name in PHASES),
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
