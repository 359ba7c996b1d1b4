"""SCM.4, 34.0.2  What a side may do at any time: Espionage, and turning its own units face up."""

from __future__ import annotations

from khalkhin.engine.agenda import Noun, Offer, bare, units
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.pbn.campaign import use
from khalkhin.games.pbn.deception import masked
from khalkhin.games.pbn.information import sees
from khalkhin.games.pbn.position import JAPAN, SOVIET, TRACK, Position, is_hex


def concealed(s: Position, side: int) -> UnitSet:
    """34.0.2  Units on the map that their owner can turn face up."""
    return s.face_down & s.on_map(side) if s.face_down else 0


def offers(s: Position, side: int) -> tuple[Offer, ...]:
    found = []
    if s.result is None:
        if side == SOVIET and s.holds(s.game.spy):
            found.append(bare("espionage", spends=True))
        if hidden := concealed(s, side):
            found.append(units(hidden, "reveal"))
    return tuple(found)


def why(s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
    if verb == "espionage":
        return no("SCM.4", "why.not-held", unit=s.game.spy)
    return _why_not_revealed(s, side, noun) if verb == "reveal" and isinstance(noun, int) else None


def _why_not_revealed(s: Position, side: int, unit: int) -> Reason:
    """34.0.2  Of enemy units it is told only whose they are."""
    if not masked(s):
        return no("34.0", "why.no-backs")
    if s.game.sheet.side[unit] != side:
        return no("34.0.2", "why.not-yours", unit=unit)
    on_map = is_hex(s.where[unit])
    return no("34.0.2", "why.not-concealed" if on_map else "why.not-on-map", unit=unit)


def take(s: Position, side: int, verb: str, noun: Noun) -> bool:
    """Carry it out; False for what is no affair of this game's."""
    if verb == "espionage":
        use(s, s.game.spy)
        track = s.in_box(JAPAN, *TRACK) & ~s.game.deception
        s.examine(SOVIET, track)
        s.seal()
        s.tell("log.played", rule="SCM.4", loud=True, side=side, unit=s.game.spy)
        s.tell("log.track", 1 << SOVIET, "SCM.4", units=track, loud=True)
    elif verb == "reveal" and isinstance(noun, int):
        s.face_down &= ~(1 << noun)
        s.seal()
        # Who lies beneath another counter is not seen face up either.
        s.tell("log.revealed", -1 if sees(s, 1 - side, noun) else 1 << side, "34.0.2", units=1 << noun)
    else:
        return False
    return True
