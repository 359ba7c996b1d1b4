"""17.0, 24.1  Divisions and their components: forming one from the others, and breaking it down again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from khalkhin.board.hexset import members
from khalkhin.engine.codec import UnitSet
from khalkhin.games.kgw.charts import Alike
from khalkhin.games.kgw.position import DISPLAY, REORG, Position

if TYPE_CHECKING:
    from khalkhin.games.kgw.game import KhalkinGolWar

ARMIES = (("RA",), ("IJA", "CXF"))
"""17.2.e  Contingents that form divisions, each with its like: the CXF is IJA for this."""
FEWEST = 2
"""The fewest components a division has."""
FLAGS = ("moved", "railed", "attacked", "supplied")


def idle(s: Position, side: int) -> UnitSet:
    """17.2.i  Division counters of a side that are not in play, lost ones among them."""
    off = s.stack(s.game.box(DISPLAY)) | s.stack(s.game.box(REORG))
    return off & s.game.divisions & s.game.sheet.of_side[side]


def needs(s: Position, division: int, parts: UnitSet) -> dict[Alike, int]:
    """The components a division still lacks; an entry below zero is one too many."""
    made_of = s.game.equivalents[division]
    lacking = dict(made_of.parts) if made_of is not None else {}
    for unit in members(parts):
        kind = s.game.alike[unit]
        lacking[kind] = lacking.get(kind, 0) - 1
    return {kind: count for kind, count in lacking.items() if count}


def components(s: Position, division: int) -> tuple[tuple[UnitSet, int], ...]:
    """17.1, 17.2.d, 24.5  Of every kind of component: the counters that can be one, and how many a division needs."""
    key = division, bool(s.options["soviet_reorganization"])
    found = s.game.kept_components.get(key)
    if found is None:
        made_of = s.game.equivalents[division]
        kinds = made_of.parts if made_of is not None else ()
        found = tuple((_of_kind(s.game, division, kind, key[1]), count) for kind, count in kinds)
        s.game.kept_components[key] = found
    return found


def _of_kind(game: KhalkinGolWar, division: int, kind: Alike, by_number: bool) -> UnitSet:
    nation, formation = game.sheet.nation, game.formation
    army = next((army for army in ARMIES if nation[division] in army), ())
    numbered = by_number and nation[division] == "RA" and formation[division]
    return sum(
        1 << u
        for u, alike in enumerate(game.alike)
        if alike == kind and nation[u] in army and (not numbered or formation[u] == formation[division])
    )


def fits(s: Position, division: int, unit: int) -> bool:
    """17.1, 17.2, 24.5  Whether a counter can be a component of a division."""
    return any(able >> unit & 1 for able, _ in components(s, division))


def usual_parts(s: Position, division: int, pool: UnitSet) -> UnitSet:
    """A full set of components out of a pool, its own numbers first; nothing if the pool has none."""
    own, formation, chosen = s.game.formation[division], s.game.formation, 0
    for able, count in components(s, division):
        found = sorted(members(able & pool), key=lambda u: formation[u] != own)
        if len(found) < count:
            return 0
        chosen |= sum(1 << u for u in found[:count])
    return chosen


def formable(s: Position, side: int, pool: UnitSet) -> UnitSet:
    """Idle divisions that units of a pool can form."""
    if pool.bit_count() < FEWEST:
        return 0
    found = 0
    for division in members(idle(s, side)):
        if all((able & pool).bit_count() >= count for able, count in components(s, division)):
            found |= 1 << division
    return found


def stacks_of(s: Position, group: UnitSet) -> Iterator[UnitSet]:
    """A group taken apart by where its units are."""
    for place in {s.where[u] for u in members(group)}:
        yield group & s.at[place]


def formable_at(s: Position, side: int, group: UnitSet) -> UnitSet:
    """17.2.a, 17.2.g  Idle divisions that units of a group can form, all components in one hex, in any zone."""
    return _union(formable(s, side, stack) for stack in stacks_of(s, group))


def combine(s: Position, division: int, parts: UnitSet, place: int) -> None:
    """17.2.b-c, 17.2.f, 17.2.h  Components become a division. It has acted if any part has, is supplied if all are."""
    for name in FLAGS:
        marked = getattr(s, name)
        inherits = parts & ~marked == 0 if name == "supplied" else bool(parts & marked)
        setattr(s, name, marked & ~parts | (1 << division if inherits else 0))
    for name in ("attackers", "defenders", "shown"):
        fighting = getattr(s, name)
        if fighting & parts:
            setattr(s, name, fighting & ~parts | 1 << division)
    s.formed = tuple(sorted((*s.formed, (division, parts))))
    s.put(division, place)
    for unit in members(parts):
        s.send(unit, REORG)


def join(s: Position, division: int, group: UnitSet) -> UnitSet:
    """17.3.d  Units of a group that stand together become a division where they stand; returns the parts."""
    parts = next(found for stack in stacks_of(s, group) if (found := usual_parts(s, division, stack)))
    combine(s, division, parts, s.where[next(members(parts))])
    s.tell("log.combine", rule="17.3.d", unit=division, units=parts)
    return parts


def break_down(s: Position, division: int) -> UnitSet:
    """17.2.b, 17.2.h, Q-82  A division becomes its components, which inherit what it has done; it lies idle."""
    parts, place = s.parts(division), s.where[division]
    for name in (*FLAGS, "attackers", "defenders", "shown"):
        marked = getattr(s, name)
        if marked >> division & 1:
            setattr(s, name, marked & ~(1 << division) | parts)
    s.formed = tuple(entry for entry in s.formed if entry[0] != division)
    for unit in members(parts):
        s.put(unit, place)
    s.send(division, REORG)
    return parts


def release(s: Position, division: int) -> None:
    """Q-51  A division that goes whole takes its components to the Display with it."""
    parts = s.parts(division)
    s.formed = tuple(entry for entry in s.formed if entry[0] != division)
    for unit in members(parts):
        s.send(unit, DISPLAY)


def _union(sets: Iterator[UnitSet]) -> UnitSet:
    out = 0
    for found in sets:
        out |= found
    return out
