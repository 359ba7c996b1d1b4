"""5.1.1.e, 6.1.b, 8.0.d  The defender's answer: artillery and air points in support of the hex under attack."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import Noun, Prompt, bare, numbers, prompt, step, units
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.bkg.battle import Resolve
from khalkhin.games.bkg.engagement import beyond_and_penalised
from khalkhin.games.bkg.information import may_be_on_map
from khalkhin.games.bkg.odds import full_odds, preview
from khalkhin.games.bkg.plan import Plan
from khalkhin.games.bkg.position import BkgStep, Position


def may_support(s: Position, side: int, target: int) -> UnitSet:
    """8.0.d  Artillery in range of the hex, not in it, unused (K-53) and not penalised; engaged or not (K-90)."""
    game, grid = s.game, s.game.map.grid
    guns = game.sheet.of_side[side] & game.artillery & ~s.fired & ~s.penalised & ~s.stack(target)
    return sum(1 << u for u in members(guns) if s.where[u] >= 0 and grid.distance(s.where[u], target) <= game.range[u])


def could_support(s: Position, side: int, target: int) -> bool:
    """Whether, for all that everybody knows, the defender may have something to commit.

    The enemy cannot tell which counter is artillery, so any counter counts whose nation still has guns of that range;
    else the silence would tell what is hidden.
    """
    if s.air[side]:
        return True
    game, grid = s.game, s.game.map.grid
    guns = game.sheet.of_side[side] & game.artillery
    for nation in game.sheet.of_nation.values():
        reach = max((game.range[u] for u in members(guns & nation) if may_be_on_map(s, u)), default=0)
        near = grid.within(1 << target, reach) & s.held(side) & ~(1 << target)
        if reach and any(s.at[h] & nation for h in members(near)):
            return True
    return False


def why_not_so_much_air(points: int, pool: int) -> Reason:
    """6.1.a, 6.1.c  Why a number of air points cannot be given to a combat: none is no number, or there are fewer."""
    return no("6.1.c", "why.air-left", have=pool) if points > 0 or not pool else no("6.1.a", "why.air-least")


@step
class DefenceSupport(BkgStep):
    """5.1.1.e  The defender commits support; afterwards neither side may change anything."""

    plan: Plan

    @property
    def side(self) -> int:
        return 1 - self.plan.side

    def ask(self, s: Position) -> Prompt | None:
        p = self.plan
        # 4.0.k: no support for units beyond the border that could not come back.
        if beyond_and_penalised(s, p.target) or not could_support(s, self.side, p.target):
            return None
        guns, air = self._pool(s), self._air(s)
        offers = [units(guns, gather=True), numbers("air", air), bare("commit")]
        # Whoever may have something to add is asked, for silence would tell the enemy that there is nothing.
        some = int(bool(guns or air or p.support or p.support_air))
        return prompt(self.side, "5.1.1.e", "ask.defence", *offers, hex=p.target, any=some)

    def _pool(self, s: Position) -> UnitSet:
        return may_support(s, self.side, self.plan.target) & ~self.plan.support

    def _air(self, s: Position) -> range:
        return range(0) if self.plan.support_air else range(1, s.air[self.side] + 1)

    def run(self, s: Position) -> None:
        self._commit(s)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "commit":
            return None
        if verb == "unit" and isinstance(noun, int):
            return None if self._pool(s) >> noun & 1 else self._why_unit(s, noun)
        if verb == "air" and isinstance(noun, int):
            if noun in self._air(s):
                return None
            if self.plan.support_air:
                return no("6.1.a", "why.air-named", points=self.plan.support_air)
            return why_not_so_much_air(noun, s.air[self.side])
        return no("5.1.1.e", "why.defending", hex=self.plan.target)

    def _why_unit(self, s: Position, unit: int) -> Reason:
        game, target = s.game, self.plan.target
        if game.sheet.side[unit] != self.side:
            return no("8.0.d", "why.not-yours", unit=unit)
        if self.plan.support >> unit & 1:
            return no("8.0.d", "why.in-hand", unit=unit)
        if s.where[unit] < 0:
            return no("8.0.d", "why.off-map", unit=unit)
        if s.where[unit] == target:
            return no("8.0.d", "why.defends-itself", unit=unit)
        if not game.artillery >> unit & 1:
            return no("8.0.d", "why.not-artillery", unit=unit)
        if s.penalised >> unit & 1:
            return no("4.0.k", "why.penalised", units=1 << unit)
        distance = game.map.grid.distance(s.where[unit], target)
        if distance > game.range[unit]:
            return no("8.0.b", "why.range", unit=unit, range=game.range[unit], distance=distance, hex=target)
        return no("8.0.i", "why.used", unit=unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        p = self.plan
        if verb == "unit" and isinstance(noun, int):
            s.push(DefenceSupport(replace(p, support=p.support | 1 << noun)))
        elif verb == "air" and isinstance(noun, int):
            s.push(DefenceSupport(replace(p, support_air=noun)))
        else:
            self._commit(s)

    def _commit(self, s: Position) -> None:
        """Everything is on the table now: both totals are final."""
        p = self.plan
        s.fired |= p.support
        s.spend_air(self.side, p.support_air)
        s.shown |= s.stack(p.target) | p.support
        s.tell_of("log.defence", s.stack(p.target), "5.1.1.b", hex=p.target, air=p.support_air)
        if p.support:
            s.tell_of("log.support", p.support, "5.1.1.e", hex=p.target)
        s.push(Resolve(p))

    def seen_by(self, s: Position, side: int | None) -> BkgStep:
        if side == self.side:
            return self
        return DefenceSupport(replace(self.plan, support=0, support_air=0))

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        """The defender sees the whole calculation, the attacker what he could work out himself."""
        seen = self if side == self.side else self.seen_by(s, side)
        assert isinstance(seen, DefenceSupport)
        known = side == self.side or s.options["open_strengths"]
        return {
            "plan": s.game.codec.encode_object(seen.plan),
            "odds": (full_odds if known else preview)(s, seen.plan).to_data(),
        }
