"""7.0, 9.6, 9.9  Events: points, free units, withdrawals, Gekokujo, Zhukov and the Sorge ring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from khalkhin.board.hexset import HexSet
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.kgw.divisions import break_down, release
from khalkhin.games.kgw.position import DISPLAY, HAND, SOVIET, KgwStep, Position
from khalkhin.games.kgw.refusals import not_mine

PHASES = ("phase.soviet_event", "phase.japan_event")


def matching(s: Position, side: int, row: Mapping[str, Any]) -> UnitSet:
    """Counters of a side that an event speaks of."""
    game = s.game
    found = game.sheet.of_side[side]
    if "nations" in row:
        found &= sum(game.sheet.of_nation.get(n, 0) for n in row["nations"])
    if "types" in row:
        found &= game.sheet.such(game.type, *row["types"])
    return found & ~game.sheet.such(game.type, *row.get("not_types", ()))


@step
class Event(KgwStep):
    """7.1, 7.1.a, 7.2, 19.2.1.d  The active player rolls on his table, unless the scenario spares him; events recur."""

    side: Side

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def run(self, s: Position) -> None:
        """7.1.b, 7.2.a, 19.2.1.a  Points change at once, on either side; units and the marker are laid ready."""
        name = s.game.sides[self.side]
        first = s.game.scenarios[s.scenario].data
        if s.turn == first["turns"]["first"] and name in first["no_first_event"]:
            return
        (die,) = s.roll(1)
        row = s.game.charts.events[name][str(die)]
        s.tell("log.event", rule="7.2", loud=True, side=self.side, dice=str(die), event=f"@event.{row['name']}")
        s.gain(1 - self.side, -row.get("cost", 0))
        if row.get("leader"):
            self._zhukov(s, row)
        else:
            s.gain(self.side, row.get("gain", 0))
        if row.get("marker"):
            s.gekokujo = True
        if row.get("sorge"):
            s.sorge = True
        if "free" in row:
            s.push(FreeUnits(self.side, die, row["free"]["count"]))
        if "withdraw" in row:
            s.push(Withdrawal(self.side, die))

    def _zhukov(self, s: Position, row: Mapping[str, Any]) -> None:
        """19.1.f  He can be deployed, even if he was lost; if he is on the map the event brings points instead."""
        if s.where[s.game.zhukov] >= 0:
            s.gain(self.side, row["gain"])
        else:
            s.send(s.game.zhukov, HAND)


@step
class FreeUnits(KgwStep):
    """9.1.d, 9.6.a-b, 9.6.d, Q-17  Units free from the Display, for this Recruit Phase; what is not taken is lost."""

    side: Side
    die: int
    left: int

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def event(self, s: Position) -> Mapping[str, Any]:
        found: Mapping[str, Any] = s.game.charts.events[s.game.sides[self.side]][str(self.die)]
        return found

    def row(self, s: Position) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.event(s)["free"]
        return found

    def pool(self, s: Position) -> UnitSet:
        return matching(s, self.side, self.row(s)) & s.stack(s.game.box(DISPLAY)) & ~s.game.divisions

    def ask(self, s: Position) -> Prompt | None:
        if not self.left:
            return None
        found, event = self.pool(s), f"@event.{self.event(s)['name']}"
        count = min(self.left, found.bit_count())
        return prompt(self.side, "9.6", "ask.free-units", units(found), bare("done"), count=count, event=event)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "unit" and isinstance(noun, int):
            return None if self.pool(s) >> noun & 1 else self._why_not(s, noun)
        return no("7.2", "why.event-first")

    def _why_not(self, s: Position, unit: int) -> Reason:
        if s.game.sheet.side[unit] != self.side:
            return no("9.6.a", "why.not-yours", unit=unit)
        if not matching(s, self.side, self.row(s)) >> unit & 1 or s.game.divisions >> unit & 1:
            return no("9.6.a", "why.not-of-event", unit=unit)
        return no("9.6.a", "why.not-in-display", unit=unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        """7.1.c, 9.6.c  What an event gives comes in beside the quota of the west edge, if the event says so."""
        if isinstance(noun, int):
            s.send(noun, HAND)
            if self.row(s).get("beside_quota"):
                s.gifts |= 1 << noun
            s.push(FreeUnits(side, self.die, self.left - 1))

    def seen_by(self, s: Position, side: int | None) -> KgwStep:
        """Q-71  What comes in is seen when it is deployed."""
        return self if side == self.side else FreeUnits(self.side, self.die, self.row(s)["count"])


@step
class Withdrawal(KgwStep):
    """9.9, 9.9.c, 17.4, Q-89  One unit leaves the map for the Display, if there is one; a division may first break down
    and give up one component."""

    side: Side
    die: int

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def pool(self, s: Position) -> UnitSet:
        row = s.game.charts.events[s.game.sides[self.side]][str(self.die)]["withdraw"]
        return matching(s, self.side, row) & s.ground(self.side)

    def ask(self, s: Position) -> Prompt | None:
        found = self.pool(s)
        if not found:
            # Which contingents stand under the top counters is not for everybody to know.
            return prompt(self.side, "9.9.c", "ask.withdraw-none", bare("done"))
        divisions = found & s.game.divisions
        offers = units(found), units(divisions, "breakdown")
        return prompt(self.side, "9.9.a", "ask.withdraw", *offers, divisions=divisions.bit_count())

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        found = self.pool(s)
        if verb == "done":
            return no("9.9.a", "why.must-withdraw") if found else None
        if isinstance(noun, int) and verb in ("unit", "breakdown"):
            ok = found if verb == "unit" else found & s.game.divisions
            return None if ok >> noun & 1 else self._why_not(s, verb, noun)
        return no("7.2", "why.event-first")

    def _why_not(self, s: Position, verb: str, unit: int) -> Reason:
        if (reason := not_mine(s, self.side, unit, "9.9.a")) is not None:
            return reason
        if unit == s.game.zhukov:
            return no("9.9.d", "why.zhukov-stays")
        if verb == "breakdown" and self.pool(s) >> unit & 1:
            return no("17.4", "why.not-a-division", unit=unit)
        return no("9.9.a", "why.not-of-event", unit=unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if not isinstance(noun, int):
            return
        if verb == "breakdown":
            break_down(s, noun)
            s.push(self)
            return
        zhukov = s.game.zhukov
        if s.where[zhukov] == s.where[noun] and Rejoin(side, self.die, noun).hosts(s):
            s.push(Rejoin(side, self.die, noun))
        else:
            withdraw(s, noun)


def withdraw(s: Position, unit: int) -> None:
    """9.9.a, 9.9.b  A unit goes from the map to the Display, a division with all its components (Q-51)."""
    s.tell_of("log.withdrawn", 1 << unit, "9.9.a", hex=s.where[unit])
    if s.game.divisions >> unit & 1:
        release(s, unit)
    s.send(unit, DISPLAY)


@step
class Rejoin(KgwStep):
    """9.9.d  Zhukov is never withdrawn; if a unit is that stands with him, he may join another Soviet stack.

    He is asked before the unit goes, so that the enemy does not learn from a pause where he is.
    """

    side: Side
    die: int
    unit: Unit

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def hosts(self, s: Position) -> HexSet:
        return s.occupied(SOVIET) & ~(1 << s.where[s.game.zhukov])

    def ask(self, s: Position) -> Prompt:
        return prompt(SOVIET, "9.9.d", "ask.rejoin", hexes(self.hosts(s)), bare("done"), unit=self.unit)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "hex" and isinstance(noun, int):
            if self.hosts(s) >> noun & 1:
                return None
            here = s.where[s.game.zhukov] == noun
            return no("9.9.d", "why.zhukov-leaves" if here else "why.nobody-there", hex=noun)
        return no("7.2", "why.event-first")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        withdraw(s, self.unit)
        if isinstance(noun, int):
            s.put(s.game.zhukov, noun)
            s.tell_of("log.rejoin", 1 << s.game.zhukov, "9.9.d", hex=noun)

    def seen_by(self, s: Position, side: int | None) -> KgwStep:
        return self if side == self.side else Withdrawal(self.side, self.die)
