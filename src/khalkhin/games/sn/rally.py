"""17.0, 22.1  Rally, and attrition in winter."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import Noun, Prompt, asked_first, bare, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.sn.elimination import eliminate
from khalkhin.games.sn.position import Position, SnStep
from khalkhin.games.sn.reorganization import break_down, breakable
from khalkhin.games.sn.supply import cover, expend, general, stores, supplied, why_not_expended
from khalkhin.games.sn.terrain import NON

RALLIES = ("phase.soviet_rally", "phase.japan_rally")
ATTRITIONS = ("phase.soviet_attrition", "phase.japan_attrition")


@step
class Rally(SnStep):
    """4.1.9, 4.2.9, 17.0, R11, R115  A side expends supply units to remove the Disrupted markers in their radius."""

    side: Side

    @property
    def phase(self) -> str:
        return RALLIES[self.side]

    def _recovers(self, s: Position, store: int) -> tuple[UnitSet, int]:
        """Units and cities that a supply unit rallies; one in the Home Islands everybody there."""
        if s.at_home >> store & 1:
            return s.at_home & s.disrupted, 0
        found = cover(s, self.side, 1 << store, False)
        return supplied(s, self.side, found) & s.disrupted, found[NON] & s.ruined & s.controlled(self.side)

    def _able(self, s: Position) -> UnitSet:
        home = s.at_home & s.game.supply & s.game.sheet.of_side[self.side] & ~s.disrupted
        return sum(1 << u for u in members(stores(s, self.side) | home) if any(self._recovers(s, u)))

    def ask(self, s: Position) -> Prompt | None:
        mine = s.game.sheet.of_side[self.side]
        if not s.disrupted & mine and not s.ruined & s.controlled(self.side):
            return None  # Disrupted markers are there for all to see
        able = self._able(s)
        return prompt(self.side, "17.0", "ask.rally", units(able, "expend"), bare("done"), any=int(bool(able)))

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        """Whom each supply unit would rally."""
        if side != self.side:
            return {}
        ids = s.game.sheet.ids
        able = {ids[u]: [ids[one] for one in members(self._recovers(s, u)[0])] for u in members(self._able(s))}
        return {"serves": {"expend": {store: rallied for store, rallied in able.items() if rallied}}}

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "expend" and isinstance(noun, int):
            if self._able(s) >> noun & 1:
                return None
            if not (stores(s, side) | s.at_home & s.game.supply) >> noun & 1:
                return why_not_expended(s, side, noun, "17.0")
            return no("17.0", "why.rallies-nobody", unit=noun)
        return asked_first(s, side, "17.0")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if not isinstance(noun, int):
            return
        group, cities = self._recovers(s, noun)
        before = s.scouted(side)
        s.disrupted &= ~group
        s.ruined &= ~cities
        expend(s, noun)
        s.tell_of("log.rallied", group, "17.0", hexes=cities)
        if s.scouted(side) & ~before & s.holding_more(1 - side, 1):
            s.seal()  # a headquarters or an airbase looks around again
        s.push(self)


def exposed(s: Position, side: int) -> UnitSet:
    """22.1, 22.1.1  Units out of General Supply that are not in a city, a town or a fort."""
    game = s.game
    shelter = game.cities & ~s.ruined | game.towns | s.hexes_of(side, game.forts)
    out = s.ground(side) & ~general(s, side)
    return sum(1 << u for u in members(out) if not shelter >> s.where[u] & 1)


@step
class Attrition(SnStep):
    """4.1.10, 4.2.10, 22.1, 22.1.1, R89  In winter, with the option: units out of supply are lost on a 6; corps may
    break down first."""

    side: Side
    ready: bool = False

    @property
    def phase(self) -> str:
        return ATTRITIONS[self.side]

    def ask(self, s: Position) -> Prompt | None:
        """Asked if any corps could break down: whether one is out of supply is not for the enemy to know."""
        if not s.options["attrition"] or not s.winter or self.ready:
            return None
        if not breakable(s, s.national(s.ground(self.side))):
            return None
        able = breakable(s, s.national(exposed(s, self.side)))
        some = int(bool(able))
        return prompt(self.side, "22.1", "ask.attrition", units(able, "breakdown"), bare("done"), any=some)

    def run(self, s: Position) -> None:
        if not s.options["attrition"] or not s.winter:
            return
        suffering = list(members(exposed(s, self.side)))
        if not suffering:
            return
        dice = s.roll(len(suffering))
        s.tell("log.attrition", rule="22.1", side=self.side, dice=", ".join(map(str, dice)))
        least = s.game.charts.attrition
        lost = sum(1 << unit for unit, die in zip(suffering, dice, strict=True) if die >= least)
        eliminate(s, lost, "22.1", False)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "done":
            return None
        if verb == "breakdown" and isinstance(noun, int):
            able = breakable(s, s.national(exposed(s, side)))
            return None if able >> noun & 1 else self._why_no_breakdown(s, noun)
        return asked_first(s, side, "22.1")

    def _why_no_breakdown(self, s: Position, unit: int) -> Reason:
        if s.game.sheet.side[unit] != self.side:
            return no("22.1", "why.not-yours", unit=unit)
        if not s.game.formed >> unit & 1:
            return no("22.1", "why.no-corps", unit=unit)
        if not s.national(exposed(s, self.side)) >> unit & 1:
            return no("22.1", "why.no-attrition", unit=unit)
        return no("6.5", "why.no-counters", unit=unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            break_down(s, noun)
            s.push(self)
        else:
            s.push(replace(self, ready=True))
