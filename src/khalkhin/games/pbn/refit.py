"""7.5  Refitting: lost units that can be replaced come back where supply is spent for them."""

from __future__ import annotations

from dataclasses import replace

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import Noun, Prompt, asked_first, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.naming import group_name
from khalkhin.games.pbn.campaign import expend
from khalkhin.games.pbn.headquarters import crowding
from khalkhin.games.pbn.position import REPLACEABLE, PbnStep, Position, is_hex
from khalkhin.games.pbn.supply import PHASES, base_of, stocks, taken


def price(s: Position, unit: int) -> int:
    """7.5.1, 7.5.2  Supply points for one unit: the support value of a headquarters, else one."""
    return s.game.support[unit] if s.game.headquarters >> unit & 1 else 1


def refit_places(s: Position, side: int, unit: int) -> list[int]:
    """7.51, R99  Places with enough supply to bring a unit back."""
    return [place for place, stock in sorted(stocks(s, side).items()) if stock.bit_count() >= price(s, unit)]


def refittable(s: Position, side: int) -> UnitSet:
    """6.3, 7.1.2, 7.5  Lost units that can come back."""
    most = max((stock.bit_count() for stock in stocks(s, side).values()), default=0)
    return sum(1 << u for u in members(s.in_box(side, REPLACEABLE)) if price(s, u) <= most)


def why_not(s: Position, side: int, unit: int) -> Reason | None:
    """Why a unit cannot be refitted."""
    if not s.in_box(side, REPLACEABLE) >> unit & 1:
        return no("7.5", "why.not-replaceable", unit=unit)
    if refittable(s, side) >> unit & 1:
        return None
    rule = "7.5.1" if s.game.headquarters >> unit & 1 else "7.5.2"
    return no(rule, "why.refit-supply", unit=unit)


@step
class Refit(PbnStep):
    """7.5, 7.5.2, 7.51, R99, R101  Up to three battalion equivalents for a supply point, where it is spent."""

    side: Side
    units: UnitSet

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _places(self, s: Position) -> list[int]:
        return refit_places(s, self.side, next(members(self.units)))

    def _more(self, s: Position) -> UnitSet:
        """7.5.2  Who can come back for the same supply point."""
        game = s.game
        if self.units & game.headquarters:
            return 0
        room = game.charts.refitted - sum(game.equivalents[u] for u in members(self.units))
        others = s.in_box(self.side, REPLACEABLE) & ~game.headquarters & ~self.units
        return sum(1 << u for u in members(others) if game.equivalents[u] <= room)

    def ask(self, s: Position) -> Prompt | None:
        places, more = self._places(s), self._more(s)
        if not more and len(places) < 2:
            return None
        offers = [units(more), hexes(sum(1 << h for h in filter(is_hex, places)))]
        if not all(map(is_hex, places)):
            offers.append(bare("base_here"))
        told = {"who": group_name(s, self.units), "more": int(bool(more))}
        return prompt(self.side, "7.51", "ask.refit", *offers, units=self.units, **told)

    def run(self, s: Position) -> None:
        self._refit(s, self._places(s)[0])

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int):
            if not s.in_box(side, REPLACEABLE) >> noun & 1:
                return no("7.5", "why.not-replaceable", unit=noun)
            if self.units >> noun & 1:
                return no("7.5", "why.in-hand", unit=noun)
            if (self.units | 1 << noun) & s.game.headquarters:
                return no("7.5.1", "why.refit-alone")
            return None if self._more(s) >> noun & 1 else no("7.5.2", "why.refit-size", unit=noun)
        if verb == "base_here":
            return None if base_of(s, side) in self._places(s) else no("7.51", "why.base-supply")
        if verb == "hex" and isinstance(noun, int):
            return None if noun in self._places(s) else self._why_not_there(s, noun)
        return asked_first(s, side, "7.51")

    def _why_not_there(self, s: Position, hex_: int) -> Reason:
        if hex_ in stocks(s, self.side):
            return no("7.5.1", "why.refit-supply", unit=next(members(self.units)))
        jam = s.at.get(hex_, 0) & s.jammed & s.game.sheet.of_side[self.side]
        return no("12.5.2", "why.jammed", hex=hex_) if jam else no("7.51", "why.no-supply-there", hex=hex_)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "unit" and isinstance(noun, int):
            s.push(replace(self, units=self.units | 1 << noun))
        else:
            self._refit(s, noun if isinstance(noun, int) else base_of(s, side))

    def _refit(self, s: Position, place: int) -> None:
        """7.51, 7.8.2, 21.3  Units stand there the moment supply is spent, so that works beneath it last."""
        spent = taken(s, self.side, place, price(s, next(members(self.units))))
        for unit in members(self.units):
            s.put(unit, place)
        for point in spent:
            expend(s, point)
        s.tell("log.refit", rule="7.51", units=self.units)

    def warnings(self, s: Position, side: int) -> list[Reason]:
        return crowding(s, side, self.units, sum(1 << h for h in filter(is_hex, self._places(s))))

    def seen_by(self, s: Position, side: int | None) -> PbnStep | None:
        return self if side == self.side else None
