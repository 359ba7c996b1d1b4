"""18.0, 34.0  Fog of war: of an enemy stack only its top counter, whatever its height, until it is examined."""

from __future__ import annotations

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import Text
from khalkhin.engine.summary import Due, Pool, Summary, TrackBox
from khalkhin.games.pbn.position import (
    BASES,
    HAND,
    OUT,
    POOL,
    RESERVE,
    SIDES,
    TRACK,
    Position,
    is_hex,
)

PRIVATE = (*BASES, *TRACK, HAND, POOL)
"""18.6  Boxes whose contents are their owner's business."""
MOVES = {
    "log.move": ("log.move-some", "log.move-hidden"),
    "log.enters": ("log.enters-some", "log.enters-hidden"),
    "log.arrives": ("log.arrives-some", "log.arrives-hidden"),
}
"""What is told of a move, and what to an enemy who sees only some of the units, or none."""
PHASES = ("campaign", "air", "reinforcement", "logistics", "move", "strike", "combat")


def sees(s: Position, side: int | None, unit: int) -> bool:
    """18.0, 18.4, 18.5, 34.0  Own counters, top counters that are face up, open boxes, and what was examined."""
    game = s.game
    owner = game.sheet.side[unit]
    if side == owner or s.result is not None or s.shown >> unit & 1:
        return True
    if side is not None and s.examined[side] >> unit & 1:
        return True
    place = s.where[unit]
    if not is_hex(place):
        box = game.boxes[-1 - place]
        # What is in the mix and what is somewhere on the map is not to be told apart.
        return box not in PRIVATE and not (box == OUT and (game.supply | game.deception) >> unit & 1)
    return not (s.face_down | game.deception) >> unit & 1 and top(s, owner, place) == unit


def known(s: Position, side: int | None) -> UnitSet:
    """All counters that `sees` lets a side know."""
    game = s.game
    if s.result is not None:
        return (1 << len(game.sheet)) - 1
    found = s.shown | (0 if side is None else game.sheet.of_side[side] | s.examined[side])
    for box in game.boxes:
        if box not in PRIVATE:
            here = s.stack(game.box(box))
            found |= here & ~(game.supply | game.deception) if box == OUT else here
    hidden = s.face_down | game.deception
    for owner in SIDES:
        if owner != side:
            for hex_ in members(s.held(owner)):
                first = top(s, owner, hex_)
                if first is not None and not hidden >> first & 1:
                    found |= 1 << first
    return found


def seems(s: Position, side: int | None, unit: int) -> int | None:
    """R94, 34.0  Where a hidden counter shows: top counters with their backs, markers in hand and pool by number."""
    place = s.where[unit]
    if is_hex(place):
        return place if top(s, s.game.sheet.side[unit], place) == unit else None
    return place if s.game.boxes[-1 - place] in (HAND, POOL) else None


def top(s: Position, side: int, hex_: Hex) -> int | None:
    """R94  The counter on top: effective combat units, suppressed ones, headquarters, supply; then the strongest."""
    game = s.game
    here = s.stack(hex_) & game.sheet.of_side[side]
    for kind in (game.fighting & ~s.suppressed, game.fighting, game.headquarters, game.supply, game.deception):
        if group := here & kind:
            return min(members(group), key=game.rank.__getitem__)
    return None


def undisclosed(s: Position, side: int, *, watching: bool = False) -> HexSet:
    """18.4, 34.0, R93  Stacks of a side of which the enemy cannot tell whether they have a zone of control; or a
    spectator, who has examined nothing."""
    game = s.game
    if not s.options["face_down"] and not s.options["deception"]:
        return 0
    found = 0
    near = game.map.grid.spread(s.occupied(1 - side)) | s.announced
    known = s.shown if watching else s.shown | s.examined[1 - side]
    for hex_ in members(s.held(side) & ~near):
        first = top(s, side, hex_)
        if first is not None and ((s.face_down | game.deception) & ~s.suppressed & ~known) >> first & 1:
            found |= 1 << hex_
    return found


def examine_hexes(s: Position, side: int, hexes: HexSet, rule: str) -> None:
    """16.71, 18.1, 34.2  A side looks at all enemy stacks in some hexes; deception markers there are unmasked."""
    game, enemy = s.game, 1 - side
    for hex_ in members(hexes & s.held(enemy)):
        here = s.at[hex_] & game.sheet.of_side[enemy]
        unmask(s, hex_, here & game.deception, "34.2")
        s.face_down &= ~here
        if land := here & game.land:
            s.examine(side, land)
            s.tell("log.examined", 1 << side, rule, units=land, hex=hex_, loud=True)
    s.seal()


def unmask(s: Position, hex_: Hex, markers: UnitSet, rule: str) -> None:
    """34.2, 34.3  Deception markers are removed, and everybody knows what they were."""
    for unit in members(markers):
        s.send(unit, OUT)
        s.face_down &= ~(1 << unit)
        s.suppressed &= ~(1 << unit)
    if markers:
        s.tell("log.deceived", rule=rule, hex=hex_)
        s.seal()


def disclose(s: Position, side: int, hexes: HexSet) -> None:
    """18.4, R93  Before somebody retreats over hexes, stacks of his enemy that may have a zone of control there say
    whether they have: those without one are deception markers, and gone (34.2)."""
    game = s.game
    met = undisclosed(s, side) & (hexes | game.map.grid.spread(hexes))
    if not met:
        return
    s.announced |= met
    s.seal()
    zone = met & s.exerting(side)
    if zone:
        s.tell("log.zone", rule="18.4", hexes=zone)
    for hex_ in members(met & ~zone):
        unmask(s, hex_, s.at[hex_] & game.deception & game.sheet.of_side[side], "34.2")


def tell_move(s: Position, key: str, group: UnitSet, rule: str, path: tuple[Hex, ...]) -> None:
    """18.0  A move: its owner reads who it was, the enemy who is seen to go and where."""
    side = s.game.sheet.side[next(members(group))]
    s.tell(key, 1 << side, rule, units=group, path=path)
    enemy, public = (sum(1 << u for u in members(group) if sees(s, x, u)) for x in (1 - side, None))
    if enemy == public:
        _tell_seen(s, key, ~(1 << side), group, enemy, rule, path)
    else:
        _tell_seen(s, key, 1 << 1 - side, group, enemy, rule, path)
        _tell_seen(s, key, ~0b11, group, public, rule, path)


def _tell_seen(
    s: Position, key: str, audience: int, group: UnitSet, seen: UnitSet, rule: str, path: tuple[Hex, ...]
) -> None:
    some, hidden = MOVES[key]
    if seen:
        s.tell(key if seen == group else some, audience, rule, units=seen, path=path)
    else:
        s.tell(hidden, audience, rule, side=s.game.sheet.side[next(members(group))], path=path)


def markers(s: Position, side: int | None) -> dict[str, list[str]]:
    """21.0, 18.5  Fortifications, for all to see; suppression of stacks whose counters are not (18.0)."""
    game = s.game
    out: dict[str, list[str]] = {}
    for who in SIDES:
        for hex_ in members(s.fortified[who]):
            out.setdefault(game.place_name(hex_), []).append("marker.fortified")
        for hex_ in members(s.held(who)):
            if any(not sees(s, side, u) for u in members(s.at[hex_] & s.suppressed)):
                out.setdefault(game.place_name(hex_), []).append("marker.suppressed")
    return out


def summary(s: Position, side: int | None) -> Summary:
    """The month, the phases, and what both sides have: victory points, command levels, markers held, air in Reserve."""
    who = s.game.sides[s.active]
    held = [s.in_box(x, HAND).bit_count() for x in SIDES]
    reserve = [s.air(x, RESERVE) for x in SIDES]
    last = s.game.last_turn(s)
    return Summary(
        _month(s, last),
        last,
        tuple(f"phase.{name}" if name == "air" else f"phase.{who}_{name}" for name in PHASES),
        (
            Pool("pool.points", "points", s.points),
            Pool("pool.level", "command", s.levels),
            Pool("pool.held", "markers", (held[0], held[1])),
            Pool("pool.air", "air", (reserve[0], reserve[1])),
        ),
        due=tuple(_due(s, side)),
        track=tuple(TrackBox(turn, f"month.{turn}") for turn in range(1, last + 1)),
    )


def _month(s: Position, last: int) -> Text:
    """The month, and who goes first, once that is settled, or which impulse it is when both sides move and fight."""
    now = {"turn": s.turn, "last": last, "month": f"@month.{s.turn}"}
    if s.impulse:
        return Text("summary.impulse", {**now, "impulse": f"@impulse.{s.impulse}"})
    if s.agenda and s.agenda[-1].phase == "phase.initiative":
        return Text("summary.initiative", now)
    return Text("summary.month", {**now, "first": f"@side.{s.game.sides[s.first]}"})


def _due(s: Position, side: int | None) -> list[Due]:
    """18.6  Units on a side's own turn track."""
    if side is None:
        return []
    boxes = [(turn, s.in_box(side, TRACK[turn - 1])) for turn in range(s.turn, s.game.last_turn(s) + 1)]
    return [Due(turn, side, units) for turn, units in boxes if units]


def zones(s: Position, side: int | None) -> dict[int, HexSet]:
    """13.0  The zones of control that a side knows of: its own, and those of stacks that are disclosed (18.4)."""
    spread = s.game.map.grid.spread
    hidden = {who: undisclosed(s, who, watching=side is None) for who in SIDES}
    return {who: s.zone(who) if side == who else spread(s.exerting(who) & ~hidden[who]) for who in SIDES}
