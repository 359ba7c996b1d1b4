"""21.0  Fog of war: of an enemy stack only the top counter and their number, until they fight or come too far."""

from __future__ import annotations

from khalkhin.board.hexset import members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import Text
from khalkhin.engine.stacks import beneath, uppermost
from khalkhin.engine.summary import Pool, Summary, TrackBox
from khalkhin.games.kgw.position import DEAD, JAPAN, MANCHUKUO, MENGJIANG, MPR, OUT, SOVIET, WAITING, Position

OPEN_BOXES = (OUT, WAITING, DEAD)
"""21.1  Boxes in which everybody sees everything; displays are their owner's business (Q-71)."""
FIRST = ("event", "recruit", "organise", "move", "air", "combat")
SECOND = ("supply", "move", "air", "combat")
"""6.1  The phases of a first and of a second Segment."""


def sees(s: Position, side: int | None, unit: int) -> bool:
    """21.0, 21.0.a, Q-71  Own counters, air units, bridges, top counters, who fights, whom one may examine."""
    game = s.game
    owner = game.sheet.side[unit]
    if side == owner or s.result is not None or s.shown >> unit & 1:
        return True
    if s.sorge and side == SOVIET:
        return True
    place = s.where[unit]
    if place < 0:
        return game.boxes[-1 - place] in OPEN_BOXES
    if not game.ground >> unit & 1 or examined(s, owner) >> place & 1 or game.engineers & s.flipped & 1 << unit:
        return True
    return top(s, place) == unit


def known(s: Position, side: int | None) -> UnitSet:
    """All counters that `sees` lets a side know."""
    game = s.game
    if s.result is not None or (s.sorge and side == SOVIET):
        return (1 << len(game.sheet)) - 1
    found = s.shown | (0 if side is None else game.sheet.of_side[side])
    for box in OPEN_BOXES:
        found |= s.stack(game.box(box))
    for owner in (SOVIET, JAPAN):
        if owner == side:
            continue
        open_ = examined(s, owner)
        for hex_ in members(s.held(owner)):
            here = s.at[hex_]
            if open_ >> hex_ & 1:
                found |= here & game.sheet.of_side[owner]
                continue
            found |= here & ~game.ground | here & game.engineers & s.flipped
            first = top(s, hex_)
            if first is not None:
                found |= 1 << first
    return found


def examined(s: Position, owner: int) -> int:
    """21.0.b-c  Hexes where the enemy may examine a side's stacks: his own countries and the Disputed Area."""
    country = s.game.country
    return country[MANCHUKUO] | country[MENGJIANG] if owner == SOVIET else country[MPR]


def top(s: Position, hex_: int) -> int | None:
    """Q-71  The ground unit on top of a stack: who came last, unless the owner has set another."""
    return uppermost(s, hex_, s.game.ground)


def coverable(s: Position, side: int) -> UnitSet:
    """Q-71  Own units that can be laid on top of their stack, at any decision of one's own Segment."""
    asked = side == s.active and any(prompt.side == side for prompt in s.asked)
    return beneath(s, side, s.game.ground, s.held(side)) if asked else 0


def markers(s: Position) -> dict[str, list[str]]:
    """What lies on hexes for all to see: entrenchments, the railhead."""
    game = s.game
    out: dict[str, list[str]] = {}
    for hex_ in members(s.trenches[0] | s.trenches[1]):
        out.setdefault(game.place_name(hex_), []).append("marker.entrenched")
    for side, hexes in enumerate(s.aerodromes):
        for hex_ in members(hexes):
            out.setdefault(game.place_name(hex_), []).append(f"marker.held-{game.sides[side]}")
    if s.options.get("railway"):
        out.setdefault(game.place_name(game.line[s.railhead]), []).append("marker.railhead")
    return out


def summary(s: Position) -> Summary:
    """The month and its weather, the phases of a Segment, and the recruit points (8.1)."""
    phases = FIRST if s.segment == 1 else SECOND
    side = s.game.sides[s.active]
    turns = s.game.scenarios[s.scenario].data["turns"]
    return Summary(
        _turn(s, turns["first"], turns["last"]),
        turns["last"],
        tuple(f"phase.{side}_{name}" for name in phases),
        (Pool("pool.recruit", "points", s.points),),
        track=tuple(_month(s, turn) for turn in range(turns["first"], turns["last"] + 1)),
        icon="winter" if s.winter else "",
    )


def _turn(s: Position, first: int, last: int) -> Text:
    key = "summary.winter" if s.winter else "summary.month"
    return Text(key, {"turn": s.turn - first + 1, "last": last - first + 1, "month": f"@month.{s.turn}"})


def _month(s: Position, turn: int) -> TrackBox:
    """6.0  A box of the Turn Record Track: the recruit points of the month (8.2), and when winter sets in (22.1)."""
    month = s.game.charts.months[turn]
    income = month.accelerated if s.game.scenarios[s.scenario].data["accelerated"] else month.income
    notes = [Text("track.income", {side: str(income[side]) for side in s.game.sides})]
    if month.winter and not s.winter:
        notes.append(Text("track.winter", {"most": month.winter}))
    return TrackBox(turn, f"month.{turn}", tuple(notes))
