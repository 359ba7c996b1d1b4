"""1, 7, 8  The turn, exchanges of counters, reserves and the end."""

from __future__ import annotations

from dataclasses import replace

from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.agenda import Noun, Prompt, bare, hexes, prompt, step, units
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.state import Result
from tests.tiny.assault import Declare
from tests.tiny.plan import Plan
from tests.tiny.position import BLUE, LOST, POOL, RED, RESERVE, Position, TinyStep


@step
class Turn(TinyStep):
    """1  Plan, march, assault, organise; then the next turn."""

    number: int

    def run(self, s: Position) -> None:
        s.shown = s.shaken = s.fired = s.tired = 0
        alive = [side for side in (RED, BLUE) if s.held(side)]
        if len(alive) < 2:
            s.result = Result(alive[0] if alive else None, "rout")
        elif self.number > s.options["turns"]:
            s.result = scoring(s)
        else:
            s.turn = self.number
            s.tell("log.turn", turn=self.number)
            first = s.assaulter
            s.push(Plan(), Declare(first), Organise(first), Organise(1 - first), Turn(self.number + 1))


def points(s: Position, side: int) -> tuple[int, int]:
    """8  Points of a side for the village and for what the enemy lost."""
    game = s.game
    lost = sum(game.strength[u] for u in members(s.box(LOST, 1 - side)))
    return (game.village_points if s.village == side else 0), lost * game.lost_points


def scoring(s: Position) -> Result:
    red, blue = sum(points(s, RED)), sum(points(s, BLUE))
    return Result(None if red == blue else RED if red > blue else BLUE, "points", (red, blue))


@step
class Organise(TinyStep):
    """7  Exchanges and reserves. Always asked: who could be exchanged is hidden."""

    side: Side
    hand: Unit | None = None

    @property
    def phase(self) -> str:
        return "phase.organise"

    def _columns(self, s: Position) -> UnitSet:
        """Columns that can be split: not tired, both detachments in the pool, and room."""
        game, own = s.game, s.game.sheet.of_side[self.side]
        if s.box(POOL, self.side) & game.detachments != game.detachments & own:
            return 0
        ready = s.force(self.side) & game.columns & ~s.tired
        return sum(1 << u for u in members(ready) if not s.full() >> s.where[u] & 1)

    def _pairs(self, s: Position) -> UnitSet:
        """Detachments that can be joined: not tired, and both in one hex."""
        found = s.force(self.side) & s.game.detachments & ~s.tired
        places = {s.where[u] for u in members(found)}
        return found if found.bit_count() == 2 and len(places) == 1 else 0

    def _entries(self, s: Position) -> HexSet:
        return s.game.entry[s.scenario][self.side] & ~s.held(1 - self.side) & ~s.full() & ~s.outside

    def _reserves(self, s: Position) -> UnitSet:
        return s.box(RESERVE, self.side) if self._entries(s) else 0

    def ask(self, s: Position) -> Prompt:
        if self.hand is not None:
            return prompt(self.side, "7", "ask.entry", hexes(self._entries(s)), unit=self.hand)
        split, join = units(self._columns(s), "split"), units(self._pairs(s), "join")
        return prompt(self.side, "7", "ask.organise", split, join, units(self._reserves(s)), bare("done"))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if self.hand is not None:
            if verb != "hex" or not isinstance(noun, int):
                return no("7", "why.hex-first", unit=self.hand)
            return None if self._entries(s) >> noun & 1 else no("7", "why.no-entry", hex=noun)
        if verb == "done":
            return None
        offered = {"split": self._columns, "join": self._pairs, "unit": self._reserves}
        if verb not in offered or not isinstance(noun, int):
            return no("7", "why.not-now")
        if offered[verb](s) >> noun & 1:
            return None
        yours = s.game.sheet.side[noun] == side
        return no("7", f"why.no-{verb}" if yours else "why.not-yours", unit=noun)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if not isinstance(noun, int):
            return
        if verb == "unit":
            s.push(replace(self, hand=noun))
            return
        if self.hand is not None:
            s.arrive(self.hand, noun)
            s.tell_move("log.enter", self.hand, hex=noun)
        else:
            self._exchange(s, verb, s.where[noun])
        s.push(Organise(side))

    def _exchange(self, s: Position, verb: str, hex_: int) -> None:
        """7  One counter for two, or two for one, in their hex. What came of it is known from the pool (10)."""
        own, pool = s.game.sheet.of_side[self.side], s.game.box(POOL)
        small, large = s.game.detachments & own, s.game.columns & own
        for unit in members(small):
            s.put(unit, hex_ if verb == "split" else pool)
        for unit in members(large):
            s.put(unit, pool if verb == "split" else hex_)
        both = small | large
        s.tired |= both
        s.shaken &= ~both
        s.shown &= ~both
        s.tell(f"log.{verb}", side=self.side, hex=hex_)

    def seen_by(self, s: Position, side: int | None) -> Organise:
        return self if side == self.side else Organise(self.side)
