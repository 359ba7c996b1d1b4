"""20.0.3, 21.0  Building fortifications: engineers, and a supply point for all of them that it can serve."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, asked_first, bare, hexes, prompt, step
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.pbn.position import PbnStep, Position, is_hex
from khalkhin.games.pbn.supply import PHASES, spend, stocks


def engineers_at(s: Position, side: int, supply: Hex) -> UnitSet:
    """20.0, 20.0.3, 20.0.3.1  Combat-effective engineers in or next to a hex with supply."""
    near = s.game.map.grid.around[supply] | 1 << supply
    able = s.on_map(side) & s.game.engineers & ~s.suppressed
    return sum(1 << u for u in members(able) if near >> s.where[u] & 1)


def sites(s: Position, side: int, supply: Hex) -> HexSet:
    """20.0.3  The engineers' hexes and friendly-occupied hexes next to them that are not fortified yet.

    Where the point to be spent stands alone nobody will be left to dig.
    """
    found = 0
    for unit in members(engineers_at(s, side, supply)):
        found |= 1 << s.where[unit] | s.game.map.grid.around[s.where[unit]] & s.occupied(side)
    here = s.land_at(side, supply)
    alone = 1 << supply if here.bit_count() < 2 else 0
    return found & ~s.fortified[side] & ~alone


def works(s: Position, side: int) -> HexSet:
    """7.1.4, 20.0.3  Hexes whose supply can build something."""
    return sum(1 << place for place in stocks(s, side) if is_hex(place) and sites(s, side, place))


def why_not(s: Position, side: int, hex_: Hex) -> Reason | None:
    """Why the supply of a hex can build nothing."""
    if hex_ not in stocks(s, side):
        jam = s.at.get(hex_, 0) & s.jammed & s.game.sheet.of_side[side]
        return no("12.5.2", "why.jammed", hex=hex_) if jam else no("20.0.3", "why.no-supply-there", hex=hex_)
    if not engineers_at(s, side, hex_):
        return no("20.0.3", "why.no-engineer", hex=hex_)
    return None if works(s, side) >> hex_ & 1 else no("20.0.3", "why.no-works", hex=hex_)


@step
class Fortify(PbnStep):
    """20.0.3, 20.0.3.1, 21.0  A supply point lets every engineer in or next to its hex dig in where he likes."""

    side: Side
    supply: Hex
    hexes: HexSet = 0

    @property
    def phase(self) -> str:
        return PHASES[self.side]

    def _more(self, s: Position) -> HexSet:
        return sites(s, self.side, self.supply) & ~self.hexes

    def ask(self, s: Position) -> Prompt:
        commit = [bare("commit")] if self.hexes else []
        return prompt(self.side, "20.0.3", "ask.fortify", hexes(self._more(s)), *commit, hex=self.supply)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "commit":
            return None if self.hexes else no("20.0.3", "why.site-first")
        if verb == "hex" and isinstance(noun, int):
            return None if self._more(s) >> noun & 1 else self._why_no_site(s, noun)
        return asked_first(s, side, "20.0.3")

    def _why_no_site(self, s: Position, hex_: Hex) -> Reason:
        if (s.fortified[self.side] | self.hexes) >> hex_ & 1:
            return no("20.0.3", "why.fortified", hex=hex_)
        if hex_ == self.supply:
            return no("21.3", "why.supply-alone", hex=hex_)
        return no("20.0.3", "why.no-site", hex=hex_)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if isinstance(noun, int):
            s.push(replace(self, hexes=self.hexes | 1 << noun))
            return
        spend(s, side, self.supply)
        s.fortify(side, self.hexes)
        s.tell("log.fortified", rule="20.0.3", side=side, hexes=self.hexes)

    def seen_by(self, s: Position, side: int | None) -> PbnStep | None:
        return self if side == self.side else None

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        """What is going to be fortified."""
        if side != self.side:
            return {}
        return {"works": [s.game.map.grid.name(h) for h in members(self.hexes)]}
