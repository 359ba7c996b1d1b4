"""13.5, 25.0  Losses: the owner picks, after breaking down divisions if he likes."""

from __future__ import annotations

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import Noun, Prompt, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.kgw.divisions import break_down, release
from khalkhin.games.kgw.information import known
from khalkhin.games.kgw.position import DEAD, DISPLAY, KgwStep, Position
from khalkhin.games.kgw.refusals import no_breakdown, not_mine

ATTACKERS, DEFENDERS = "attackers", "defenders"


def eliminate(s: Position, unit: int, rule: str) -> None:
    """16.1.f  A counter is lost, by any cause. Most can be bought again (9.8), agents and partisans never (24.6)."""
    game, bit, hex_ = s.game, 1 << unit, s.where[unit]
    s.tell("log.eliminated", rule=rule, units=bit)
    for name in (ATTACKERS, DEFENDERS, "shown", "flipped", "supplied", "moved", "railed", "attacked", "mongolian"):
        setattr(s, name, getattr(s, name) & ~bit)
    if game.divisions >> unit & 1:
        release(s, unit)
    s.send(unit, DEAD if game.agents >> unit & 1 else DISPLAY)
    if hex_ >= 0:
        clear_trench(s, game.sheet.side[unit], hex_)


def shoot_down(s: Position, unit: int, rule: str, box: str) -> None:
    """15.4.k, Q-18  An air unit is lost; by Air Superiority it misses its side's next Recruit Phase, and waits."""
    s.tell("log.shot-down", rule=rule, units=1 << unit)
    s.flown &= ~(1 << unit)
    s.sortied &= ~(1 << unit)
    s.send(unit, box)


def clear_trench(s: Position, side: int, hex_: int) -> None:
    """18.4.b, Q-53  An entrenchment emptied by combat is gone at once."""
    if s.trenches[side] >> hex_ & 1 and not s.units_at(side, hex_):
        s.raze(side, 1 << hex_)


def supply_beside(s: Position, force: UnitSet) -> UnitSet:
    """16.1.d, Q-43  By a house rule, supply in the hexes of a force that it is no part of can be given up for it."""
    return beside(s, force) & s.game.supply if s.options["supply_losses"] else 0


def beside(s: Position, force: UnitSet) -> UnitSet:
    """The ground units in the hexes of a force that are no part of it."""
    found = 0
    for hex_ in {s.where[u] for u in members(force)}:
        found |= s.at[hex_]
    return found & s.game.ground & ~force


@step
class TakeLosses(KgwStep):
    """13.5.d, 16.1.d, 17.3.d, 19.3.1.d, 25.0  The owner gives up so many ground units that take part; a division is one
    unit unless it is broken down (Q-43)."""

    side: Side
    role: str
    count: int
    flyers: UnitSet = 0
    """24.3  Air units whose close support succeeded: one of them may be lost instead of one ground unit."""

    def among(self, s: Position) -> UnitSet:
        found: UnitSet = getattr(s, self.role)
        return found

    def losable(self, s: Position) -> UnitSet:
        """Who can be given up: whoever takes part, and by a house rule supply beside them (Q-43)."""
        among = self.among(s)
        return among | supply_beside(s, among)

    def _choice(self, s: Position) -> bool:
        among = self.among(s)
        spare = bool(self.flyers) or bool(among & s.game.divisions) or self._may_have_supply(s, among)
        return bool(among) and self.count > 0 and (spare or among.bit_count() > self.count)

    def _may_have_supply(self, s: Position, among: UnitSet) -> bool:
        """Whether the enemy cannot tell that no supply is beside them: not to be asked would tell him (21.0)."""
        return s.options["supply_losses"] and bool(beside(s, among) & (s.game.supply | ~known(s, 1 - self.side)))

    def ask(self, s: Position) -> Prompt | None:
        if not self._choice(s):
            return None
        divisions = self.among(s) & s.game.divisions
        offers = units(self.losable(s)), units(divisions, "breakdown"), units(self.flyers, "support")
        return prompt(self.side, "13.5.b", "ask.loss", *offers, count=self.count)

    def run(self, s: Position) -> None:
        if self.count > 0:
            for unit in members(self.among(s)):
                eliminate(s, unit, "25.0")

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if not isinstance(noun, int):
            return no("13.5.b", "why.pick-loss")
        if verb == "unit":
            return None if self.losable(s) >> noun & 1 else self._why_not(s, noun)
        if verb == "breakdown":
            division = self.among(s) & s.game.divisions
            return None if division >> noun & 1 else no_breakdown(s, side, noun, "13.5.c", self._why_not(s, noun))
        if verb == "support":
            return None if self.flyers >> noun & 1 else no("24.3", "why.no-flyer", unit=noun)
        return no("13.5.b", "why.pick-loss")

    def _why_not(self, s: Position, unit: int) -> Reason:
        reason = not_mine(s, self.side, unit, "13.5.b")
        return reason if reason is not None else no("13.5.b", "why.not-in-combat", unit=unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        if verb == "breakdown":
            break_down(s, noun)
            s.tell("log.breakdown", rule="13.5.c", unit=noun)
            s.push(self)
        elif verb == "support":
            shoot_down(s, noun, "24.3", DISPLAY)
            s.push(TakeLosses(side, self.role, self.count - 1, 0))
        else:
            eliminate(s, noun, "25.0")
            s.push(TakeLosses(side, self.role, self.count - 1, self.flyers))
