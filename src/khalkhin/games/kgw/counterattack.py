"""13.6  Counterattack or retreat: what a defender does on CA/R."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step
from khalkhin.engine.codec import Side
from khalkhin.engine.errors import Reason, no
from khalkhin.games.kgw.advance import Advance, zhukov_drives
from khalkhin.games.kgw.losses import ATTACKERS, DEFENDERS, TakeLosses
from khalkhin.games.kgw.odds import HOME_ARMY, across_ussr, counter_odds, total
from khalkhin.games.kgw.position import KgwStep, Position
from khalkhin.games.kgw.retreat import RetreatAll


def must(s: Position, side: int, target: Hex) -> bool:
    """13.6.b, 14.1.1.c, Q-36, Q-38  A force with home army units, or in an entrenchment, has to counterattack."""
    nation, supply = s.game.sheet.nation, s.game.supply
    home = any(nation[u] in HOME_ARMY and not supply >> u & 1 for u in members(s.defenders))
    return home or bool(s.trenches[side] >> target & 1)


def goals(s: Position, side: int) -> HexSet:
    """13.6.a, Q-29  Hexes that hold attackers; the Japanese strike none in the USSR."""
    return across_ussr(s, side, sum(1 << h for h in {s.where[u] for u in members(s.attackers)}))


@step
class CounterChoice(KgwStep):
    """13.6  The defender counterattacks one hex of the attackers, or retreats one hex."""

    side: Side
    target: Hex

    def ask(self, s: Position) -> Prompt | None:
        found, forced = goals(s, self.side), must(s, self.side, self.target)
        if not found or (forced and found.bit_count() == 1):
            return None
        retreat = [] if forced else [bare("retreat")]
        offers = hexes(found, "counterattack"), *retreat
        return prompt(self.side, "13.6", "ask.counterattack", *offers, hex=self.target, may=int(not forced))

    def run(self, s: Position) -> None:
        found, forced = goals(s, self.side), must(s, self.side, self.target)
        if found:
            s.push(Counterattack(self.side, next(members(found)), self.target))
        elif not forced:
            self._retreat(s)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "counterattack" and isinstance(noun, int):
            if goals(s, side) >> noun & 1:
                return None
            held = any(s.where[u] == noun for u in members(s.attackers))
            return no("13.1.j", "why.ussr", hex=noun) if held else no("13.6.a", "why.no-counter-target", hex=noun)
        if verb == "retreat":
            return self._why_no_retreat(s, side) if must(s, side, self.target) else None
        return no("13.6", "why.counter-first", hex=self.target)

    def _why_no_retreat(self, s: Position, side: int) -> Reason:
        if s.trenches[side] >> self.target & 1:
            return no("14.1.1.c", "why.entrenched-must-counterattack", hex=self.target)
        return no("13.6.b", "why.must-counterattack")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            s.push(Counterattack(side, noun, self.target))
        else:
            self._retreat(s)

    def _retreat(self, s: Position) -> None:
        """13.6.h-i, Q-46  The whole force goes one hex back without losses; the attacker may follow."""
        follow = Advance(1 - self.side, self.target, driven=zhukov_drives(s))
        s.push(RetreatAll(self.side, DEFENDERS, 1), follow)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        """What a counterattack would be worth, where there is but one hex for it; everybody sees all who fight."""
        found = goals(s, self.side)
        if found.bit_count() != 1:
            return {}
        game, hex_ = s.game, next(members(found))
        there = s.units_at(1 - self.side, hex_)
        if there & ~s.shown:
            return {}  # somebody beside the attackers would defend there, and is not seen yet
        plan = {
            "side": game.sides[self.side],
            "kind": "counterattack",
            "target": game.map.grid.name(hex_),
            "units": [game.sheet.ids[u] for u in members(s.defenders)],
            "guns": [],
            "support": [],
        }
        return {"plan": plan, "odds": counter_odds(s, s.defenders, there).to_data()}


@step
class Counterattack(KgwStep):
    """13.6.a, 16.1.c  All defenders attack one hex, where everybody defends (Q-30, Q-31); the roles are swapped."""

    side: Side
    hex: Hex
    target: Hex
    """The hex that was attacked first."""

    def run(self, s: Position) -> None:
        from khalkhin.games.kgw.combat import roll

        s.attackers, s.defenders = s.defenders, s.units_at(1 - self.side, self.hex)
        s.shown |= s.defenders
        s.tell("log.counterattack", rule="13.6.a", units=s.attackers, hex=self.hex)
        strength = total(s, s.defenders)
        code = roll(s, counter_odds(s, s.attackers, s.defenders), self.side, self.hex)
        s.push(*self._consequences(s, code, strength))

    def _consequences(self, s: Position, code: str, strength: int) -> Iterator[KgwStep]:
        """13.6.d, 13.6.g, 14.2.1.a-b  A new CA/R ends the combat; counterattackers may advance, the others never."""
        from khalkhin.games.kgw.combat import spoils

        row = s.game.charts.codes[code]
        if row.get("counterattack"):
            return
        a, o = self.side, 1 - self.side
        yield TakeLosses(o, DEFENDERS, row["defender"])
        yield TakeLosses(a, ATTACKERS, row["attacker"])
        if row["attacker_retreats"]:
            yield RetreatAll(a, ATTACKERS, row["attacker_retreats"], counter=True)
        if row["defender_retreats"]:
            yield RetreatAll(o, DEFENDERS, row["defender_retreats"], counter=True)
        if row["defender"]:
            yield Advance(a, self.hex, True, spoils(s, code, strength))
