"""15.2.13, 15.2.16, 15.2.17, 15.3  Air combat, and the way home."""

from __future__ import annotations

from dataclasses import replace

from khalkhin.board.hexset import Hex, members
from khalkhin.engine.agenda import Noun, Prompt, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, Text, no
from khalkhin.engine.results_tables import Throw
from khalkhin.games.sn.bases import abort, return_all
from khalkhin.games.sn.charts import shot_down
from khalkhin.games.sn.elimination import shoot_down
from khalkhin.games.sn.position import AVAILABLE, SIDES, Position, SnStep


@step
class Contest(SnStep):
    """15.2.13  Air combat in every hex where both sides have airstrikes."""

    def run(self, s: Position) -> None:
        game = s.game
        both = s.hexes_of(0, game.airstrikes) & s.hexes_of(1, game.airstrikes)
        for hex_ in reversed(list(members(both))):
            s.push(AirCombat(hex_))


@step
class AirCombat(SnStep):
    """15.2.13, 15.2.14, 15.2.15, 15.2.18, 25.4.3, R82  Each side throws a die in the column of its airstrikes, the
    phasing one first; both hit at once, and nobody is hit from the ground."""

    hex: Hex

    def run(self, s: Position) -> None:
        table = s.game.charts.air_attack
        losses = []
        for side in (s.active, 1 - s.active):
            count = (s.strikes_at(side, self.hex) & s.game.airstrikes).bit_count()
            column = strength(s, side, count)
            (die,) = s.roll(1)
            result = table.result(column, die)
            losses.append(AirLoss(1 - side, self.hex, shot_down(result), int(result == "H1")))
            s.tell(
                "log.air-combat",
                rule="15.2.13",
                throw=Throw(side, table, column, (die,), 1 << self.hex),
                side=side,
                hex=self.hex,
                column=table.columns[column],
                dice=str(die),
                result=f"@air.{result}",
            )
        s.push(*losses)


def strength(s: Position, side: Side, count: int) -> int:
    """15.2.13, 25.4.3  The column of so many airstrikes in air combat."""
    surprise = s.game.charts.air_shifts["surprise"] if s.surprise(side) else 0
    return s.game.charts.air_attack.clamp(count - 1 + surprise)


def hits(s: Position, side: Side, count: int) -> int:
    """15.2.16, 15.2.17  With how many faces of the die so many airstrikes hit: somebody is shot down or breaks off."""
    table = s.game.charts.air_attack
    column = strength(s, side, count)
    results = (table.result(column, die) for die in range(1, 7))
    return sum(shot_down(result) > 0 or result == "H1" for result in results)


def chances(s: Position, side: Side, hex_: Hex, joining: int) -> Text:
    """15.2.13  What air combat over a hex comes to when so many more of a side's airstrikes fly there."""
    mine, theirs = ((s.strikes_at(who, hex_) & s.game.airstrikes).bit_count() for who in (side, 1 - side))
    hit, lost = hits(s, side, mine + joining), hits(s, 1 - side, theirs)
    return Text("outlook.interception", {"mine": mine + joining, "theirs": theirs, "hit": hit, "lost": lost})


@step
class AirLoss(SnStep):
    """15.2.16, 15.2.17, 15.2.19  The owner picks the airstrikes that are shot down or break off; excess is ignored."""

    side: Side
    hex: Hex
    lost: int
    broken: int

    def _able(self, s: Position) -> UnitSet:
        return s.strikes_at(self.side, self.hex) & s.game.airstrikes

    def ask(self, s: Position) -> Prompt | None:
        able = self._able(s)
        if not able or not self.lost + self.broken or able.bit_count() <= self.lost:
            return None
        if able & (able - 1) == 0:
            return None
        key = "ask.shot-down" if self.lost else "ask.abort"
        return prompt(self.side, "15.2.19", key, units(able), hex=self.hex)

    def run(self, s: Position) -> None:
        able = self._able(s)
        if able and self.lost + self.broken:
            self._hit(s, next(members(able)))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int) and self._able(s) >> noun & 1:
            return None
        return no("15.2.19", "why.pick-airstrike")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        self._hit(s, noun)

    def _hit(self, s: Position, unit: int) -> None:
        if self.lost:
            shoot_down(s, unit, self.hex, "15.2.16")
            s.push(replace(self, lost=self.lost - 1))
        else:
            abort(s, unit)
            s.push(replace(self, broken=self.broken - 1))


@step
class Landing(SnStep):
    """15.1.2, 15.3, 16.0  All airstrikes but close air support return to base, ships to their box; airbases are ready
    again."""

    side: Side

    def run(self, s: Position) -> None:
        game = s.game
        for side in SIDES:
            mine = game.sheet.of_side[side]
            flying = sum(1 << u for u, _ in s.sorties if mine >> u & 1) & ~s.close_support
            return_all(s, side, flying)
        for hex_ in members(s.hexes_of(self.side, game.bombardments)):
            for unit in members(s.at[hex_] & game.bombardments):
                s.send(unit, AVAILABLE)
        s.shifted &= ~game.sheet.of_side[self.side]
        s.shown = 0
