"""2-4  Secret plans made by both sides at once, the march, and fire that interrupts it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain, zip_longest
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from tests.tiny.position import BLUE, RED, Position, TinyStep


@dataclass(frozen=True)
class Order:
    """A counter and where it is to go; the other side does not know which counter it is."""

    unit: Unit | None
    origin: Hex
    to: Hex

    def seen_by(self, s: Position, side: int | None) -> Order:
        known = self.unit is not None and s.game.sees(s, side, self.unit)
        return self if known else replace(self, unit=None)


@step
class Plan(TinyStep):
    """2  Both sides write their orders."""

    simultaneous = True

    orders: tuple[tuple[Order, ...], ...] = ((), ())
    hand: tuple[Unit | None, ...] = (None, None)
    """The counter each side is just giving an order to."""
    committed: tuple[bool, ...] = (False, False)

    @property
    def phase(self) -> str:
        return "phase.plan"

    def ask(self, s: Position) -> tuple[Prompt, ...]:
        return tuple(self._prompt(s, side) for side in (RED, BLUE) if not self.committed[side])

    def _prompt(self, s: Position, side: int) -> Prompt:
        unit = self.hand[side]
        if unit is not None:
            return prompt(side, "2", "ask.order", hexes(self._ways(s, unit)), unit=unit)
        count = len(self.orders[side])
        return prompt(side, "2", "ask.plan", units(self._free(s, side)), bare("commit"), count=count)

    def _ordered(self, side: int) -> UnitSet:
        return sum(1 << o.unit for o in self.orders[side] if o.unit is not None)

    def _free(self, s: Position, side: int) -> UnitSet:
        if len(self.orders[side]) == s.game.most_orders:
            return 0
        force = s.force(side) & ~self._ordered(side)
        return sum(1 << u for u in members(force) if self._ways(s, u))

    def _ways(self, s: Position, unit: int) -> HexSet:
        enemy = 1 - s.game.sheet.side[unit]
        return s.game.map.grid.around[s.where[unit]] & s.game.land & ~s.held(enemy) & ~s.outside

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if self.committed[side]:
            return no("2", "why.committed")
        unit = self.hand[side]
        if verb == "hex" and isinstance(noun, int):
            if unit is None:
                return no("2", "why.unit-first")
            return None if self._ways(s, unit) >> noun & 1 else no("2", "why.no-way", hex=noun)
        if unit is not None:
            return no("2", "why.hex-first", unit=unit)
        if verb == "unit" and isinstance(noun, int):
            return None if self._free(s, side) >> noun & 1 else self._why_unit(s, side, noun)
        return None if verb == "commit" else no("2", "why.not-now")

    def _why_unit(self, s: Position, side: int, unit: int) -> Reason:
        if s.game.sheet.side[unit] != side:
            return no("2", "why.not-yours", unit=unit)
        if s.where[unit] < 0:
            return no("2", "why.off-map", unit=unit)
        if self._ordered(side) >> unit & 1:
            return no("2", "why.ordered", unit=unit)
        if len(self.orders[side]) == s.game.most_orders:
            return no("2", "why.orders", count=s.game.most_orders)
        return no("3", "why.hemmed-in", unit=unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        unit = self.hand[side]
        if verb == "unit" and isinstance(noun, int):
            s.push(replace(self, hand=_with(self.hand, side, noun)))
        elif unit is not None and isinstance(noun, int):
            orders = *self.orders[side], Order(unit, s.where[unit], noun)
            s.push(replace(self, hand=_with(self.hand, side, None), orders=_with(self.orders, side, orders)))
        else:
            s.tell("log.committed", side=side)
            after = replace(self, committed=_with(self.committed, side, True))
            if all(after.committed):
                after.reveal(s)
            else:
                s.push(after)

    def reveal(self, s: Position) -> None:
        """2  Both plans are on the table; nothing of them can be taken back."""
        s.seal()
        first, second = self.orders[s.assaulter], self.orders[1 - s.assaulter]
        turns = tuple(o for o in chain.from_iterable(zip_longest(first, second)) if o is not None)
        for order in turns:
            assert order.unit is not None
            s.tell_move("log.order", order.unit, path=(order.origin, order.to))
        s.push(March(turns))

    def seen_by(self, s: Position, side: int | None) -> Plan:
        out = self
        for other in (RED, BLUE):
            if other != side:
                out = replace(out, orders=_with(out.orders, other, ()), hand=_with(out.hand, other, None))
        return out

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        if side is None:
            return {}
        return {"orders": [s.game.codec.encode_object(order) for order in self.orders[side]]}


def _with(pair: tuple[Any, ...], side: int, value: Any) -> tuple[Any, ...]:
    """A pair of values, one a side, with that of one side changed."""
    return (value, pair[BLUE]) if side == RED else (pair[RED], value)


@step
class March(TinyStep):
    """3  The orders are carried out, one after another."""

    orders: tuple[Order, ...]

    @property
    def phase(self) -> str:
        return "phase.march"

    def run(self, s: Position) -> None:
        if not self.orders:
            return
        order, later = self.orders[0], March(self.orders[1:])
        assert order.unit is not None
        enemy = 1 - s.game.sheet.side[order.unit]
        s.push(later)
        if (s.held(enemy) | s.full()) >> order.to & 1:
            s.tell_move("log.blocked", order.unit, path=(order.origin, order.to))
        elif s.game.map.grid.around[order.to] & s.held(enemy) and s.options["weather"] == "clear":
            s.push(Fire(enemy, order))
        else:
            go(s, order)

    def seen_by(self, s: Position, side: int | None) -> March:
        return March(tuple(order.seen_by(s, side) for order in self.orders))


def go(s: Position, order: Order) -> None:
    assert order.unit is not None
    s.tired |= 1 << order.unit
    s.arrive(order.unit, order.to)
    s.tell_move("log.march", order.unit, path=(order.origin, order.to))


@step
class Fire(TinyStep):
    """4  The interrupt. It is asked whether or not there are guns, else the silence would tell."""

    side: Side
    order: Order

    def _guns(self, s: Position) -> UnitSet:
        near = 0
        for hex_ in members(s.game.map.grid.around[self.order.to] & s.held(self.side)):
            near |= s.at[hex_]
        return near & s.game.guns & ~s.fired

    def ask(self, s: Position) -> Prompt:
        o = self.order
        return prompt(self.side, "4", "ask.fire", units(self._guns(s)), bare("pass"), path=(o.origin, o.to))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "pass":
            return None
        if verb != "unit" or not isinstance(noun, int):
            return no("4", "why.not-now")
        if self._guns(s) >> noun & 1:
            return None
        if s.game.sheet.side[noun] != side:
            return no("4", "why.not-yours", unit=noun)
        if not s.game.guns >> noun & 1:
            return no("4", "why.no-guns", unit=noun)
        return no("4", "why.fired", unit=noun) if s.fired >> noun & 1 else no("4", "why.too-far", unit=noun)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "pass" or not isinstance(noun, int):
            go(s, self.order)
            return
        assert self.order.unit is not None
        s.fired |= 1 << noun
        s.shown |= 1 << noun
        (die,) = s.roll(1)
        hit = die >= s.game.hits_on
        s.tell("log.hit" if hit else "log.miss", unit=noun, hex=self.order.to, dice=die)
        if hit:
            s.shaken |= 1 << self.order.unit
        else:
            go(s, self.order)

    def seen_by(self, s: Position, side: int | None) -> Fire:
        return replace(self, order=self.order.seen_by(s, side))
