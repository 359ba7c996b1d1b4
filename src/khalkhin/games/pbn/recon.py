"""16.7, JCM.8.1, SCM.6.1  Reconnaissance: by air units on that mission, and by a campaign marker."""

from __future__ import annotations

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Offer, Prompt, asked_first, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side
from khalkhin.engine.errors import Reason, no
from khalkhin.games.pbn.campaign import use
from khalkhin.games.pbn.information import examine_hexes
from khalkhin.games.pbn.position import JAPAN, RECON, RESERVE, PbnStep, Position
from khalkhin.games.pbn.refusals import NOT_NOW, not_played
from khalkhin.games.pbn.terrain import within

SEEN = 1
FAR = 2
"""16.71  How far an air unit sees, and how far over open ground."""


def seen_from(s: Position, hex_: Hex) -> HexSet:
    """16.71  The hex and its neighbours, and open ground within two hexes."""
    return within(s.game, hex_, SEEN) | within(s.game, hex_, FAR) & s.game.open


def flights(s: Position, side: int) -> HexSet:
    """16.7, 16.71  Hexes worth a flight: from where some enemy stack would be seen that has not been examined; so
    nobody flies over a hex twice."""
    if not s.air(side, RECON):
        return 0
    within_ = s.game.map.grid.within
    veiled = _veiled(s, side)
    return within_(veiled, SEEN) | within_(veiled & s.game.open, FAR)


def _veiled(s: Position, side: int) -> HexSet:
    """Enemy stacks that a side has not examined in this phase: all of a hex is, or nothing of it."""
    known = s.examined[side]
    return sum(1 << h for h in members(s.held(1 - side)) if s.at[h] & s.game.sheet.of_side[1 - side] & ~known)


def offers(s: Position, side: int) -> tuple[Offer, ...]:
    """What can be reconnoitred in a Movement Phase."""
    marker = s.game.recon[side]
    found = [hexes(flights(s, side), "recon")]
    if s.holds(marker) and _veiled(s, side):
        found.append(units(1 << marker, "play", spends=True))
    return tuple(found)


def why(s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
    """The reason against reconnoitring."""
    if verb == "play":
        return _why_not_played(s, side, noun) if isinstance(noun, int) else NOT_NOW
    if not s.air(side, RECON):
        return no("16.2", "why.no-recon")
    return (
        None if isinstance(noun, int) and flights(s, side) >> noun & 1 else no("16.7", "why.nothing-to-see", hex=noun)
    )


def _why_not_played(s: Position, side: int, marker: int) -> Reason | None:
    if marker != s.game.recon[side] or not s.holds(marker):
        return not_played(s, side, marker)
    rule = "JCM.8.1" if side == JAPAN else "SCM.6.1"
    return None if _veiled(s, side) else no(rule, "why.all-examined")


def take(s: Position, side: int, verb: str, noun: int) -> None:
    """16.7, 16.71  One air unit for a hex; nobody fires at it, and it goes to Reserve."""
    if verb == "play":
        s.push(Examine(side))
        return
    s.fly(side, 1, RECON, RESERVE)
    s.tell("log.recon", rule="16.7", side=side, hex=noun)
    examine_hexes(s, side, seen_from(s, noun), "16.71")


@step
class Examine(PbnStep):
    """JCM.8.1, SCM.6.1, 18.7  The Recon marker is played: one enemy stack, anywhere on the map."""

    side: Side

    @property
    def _rule(self) -> str:
        return "JCM.8.1" if self.side == JAPAN else "SCM.6.1"

    def ask(self, s: Position) -> Prompt:
        return prompt(self.side, self._rule, "ask.examine", hexes(_veiled(s, self.side)), bare("done"))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "hex" and isinstance(noun, int):
            if _veiled(s, side) >> noun & 1:
                return None
            seen = s.held(1 - side) >> noun & 1
            return no(self._rule, "why.examined" if seen else "why.no-enemy", hex=noun)
        return asked_first(s, side, self._rule)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            marker = s.game.recon[side]
            use(s, marker)
            s.tell("log.recon-marker", rule=self._rule, side=side, hex=noun)
            examine_hexes(s, side, 1 << noun, self._rule)

    def seen_by(self, s: Position, side: int | None) -> PbnStep | None:
        return self if side == self.side else None
