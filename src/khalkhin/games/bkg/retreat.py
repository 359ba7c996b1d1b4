"""5.3  Retreats, unit by unit: to a free hex with its chain, over the map edge, or out of an encirclement."""

from __future__ import annotations

from khalkhin.board.hexset import Hex, HexSet, members, only, union
from khalkhin.engine.agenda import Noun, Prompt, hexes, prompt, step, units, words
from khalkhin.engine.codec import Side, Unit, UnitSet
from khalkhin.engine.errors import Reason, no
from khalkhin.games.bkg.losses import eliminate, take_loss, why_not_among
from khalkhin.games.bkg.position import EAST, GONE, NORTH, SOVIET, BkgStep, Position
from khalkhin.games.bkg.ways_back import (
    edges,
    first_hexes,
    free,
    passable_beside,
    second_hexes,
    suffers,
    why_no_stop,
    why_no_way_through,
    why_not_second,
)

# -- what happens on the way ------------------------------------------------------------------------------------------


def leave(s: Position, unit: int, edge: str) -> None:
    """4.2.2.a-d  Soviets over the south or west are gone for good, Japanese over the north or east may come back."""
    game = s.game
    side = game.sheet.side[unit]
    if edge not in game.charts.exits[game.sides[side]]["survives"]:
        rule = "4.2.2.b" if side == SOVIET else "4.2.2.d"
        eliminate(s, unit, rule, "log.left-destroyed", edge=f"@edge.{edge}")
        return
    s.shown &= ~(1 << unit)
    s.penalised &= ~(1 << unit)
    if side == SOVIET:
        s.put(unit, game.box(GONE))
    else:
        s.put(unit, game.box(NORTH if edge == "N" else EAST))
        s.left_map = (*s.left_map, (unit, s.turn))
    s.tell("log.left", rule="4.2.2.a" if side == SOVIET else "4.2.2.c", units=1 << unit, edge=f"@edge.{edge}")


def step_back(s: Position, unit: int, to: int, chain: HexSet) -> None:
    """5.3.2.a  A retreat of one hex. Whom the river kills never arrives; one too many in the hex pushes another on."""
    start = s.where[unit]
    if suffers(s, unit, start, to) and take_loss(s, unit, "5.3.2"):
        return
    arrive(s, unit, (start, to), chain, "5.3.1" if chain else "5.3")


def arrive(s: Position, unit: int, path: tuple[int, ...], chain: HexSet, rule: str) -> None:
    side = s.game.sheet.side[unit]
    s.tell_of("log.retreat", 1 << unit, rule, path=path)
    s.enter(unit, path[-1])
    s.put(unit, path[-1])
    if s.friends(side, path[-1]).bit_count() > s.game.charts.stacking:
        s.push(Chain(side, path[-1], chain | union(path), None))


# -- the steps --------------------------------------------------------------------------------------------------------


@step
class Rout(BkgStep):
    """5.3, 5.3.3.c  The losing side has taken its losses and retreats; whom the dice have hit is noted now."""

    side: Side
    group: UnitSet
    weak: UnitSet
    """Who had losses before the dice."""

    def run(self, s: Position) -> None:
        s.push(Retreats(self.side, self.group, self.group & s.flipped & ~self.weak))


@step
class Retreats(BkgStep):
    """5.3  The units of the losing side retreat one after another, in the order their owner likes."""

    side: Side
    group: UnitSet
    hit: UnitSet
    """Who took a loss as a result of the combat."""

    def left(self, s: Position) -> UnitSet:
        return sum(1 << u for u in members(self.group) if s.where[u] >= 0)

    def ask(self, s: Position) -> Prompt | None:
        left = self.left(s)
        return prompt(self.side, "5.3", "ask.retreat-unit", units(left)) if left.bit_count() > 1 else None

    def run(self, s: Position) -> None:
        if left := self.left(s):
            s.push(self.retreat(only(left)))

    def retreat(self, unit: int) -> Retreat:
        return Retreat(self.side, unit, bool(self.hit >> unit & 1))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int):
            return why_not_among(s, side, self.left(s), noun, "5.3")
        return no("5.3", "why.retreat-first", units=self.left(s))

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        s.push(self.retreat(noun), Retreats(side, self.group & ~(1 << noun), self.hit))


@step
class Retreat(BkgStep):
    """5.3, 5.3.b, K-78  One unit goes back: to a free hex, else off an edge, else through the ring; else it is lost."""

    side: Side
    unit: Unit
    hit: bool
    """Whether it took a loss as a result of the combat."""

    def options(self, s: Position) -> tuple[HexSet, tuple[str, ...]]:
        """(hexes, edges) to choose from; the friendly edge comes before the way through (K-41, K-43)."""
        hexset = free(s, self.unit, s.where[self.unit])
        if hexset:
            return hexset, ()
        if out := edges(s, self.unit, "survives"):
            return 0, out
        if hexset := first_hexes(s, self.unit, self.hit):
            return hexset, ()
        return 0, () if self.hit else edges(s, self.unit, "destroyed")

    def ask(self, s: Position) -> Prompt | None:
        hexset, out = self.options(s)
        if hexset.bit_count() + len(out) < 2:
            return None
        return prompt(self.side, "5.3", "ask.retreat-hex", hexes(hexset), words("edge", *out), unit=self.unit)

    def run(self, s: Position) -> None:
        hexset, out = self.options(s)
        if hexset:
            self.take(s, self.side, "hex", only(hexset))
        elif out:
            leave(s, self.unit, out[0])
        else:
            rule = self.lost_by(s)
            eliminate(s, self.unit, rule, "log.hit-encircled" if rule == "5.3.3.c" else "log.no-retreat")

    def lost_by(self, s: Position) -> str:
        """The rule that leaves no way: hit and encircled, zones behind the ring as well, or nowhere to stand."""
        game, unit, start = s.game, self.unit, s.where[self.unit]
        loud = s.zone(1 - self.side)
        beside = passable_beside(s, unit, start)
        if self.hit and not beside & ~loud:
            return "5.3.3.c"
        behind = game.map.grid.spread(beside) & game.passable[game.type[unit]] & ~s.held(1 - self.side) & ~(1 << start)
        return "5.3.3.b" if behind and not (beside | behind) & ~loud else "5.3.b"

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        hexset, out = self.options(s)
        if verb == "hex" and isinstance(noun, int):
            return None if hexset >> noun & 1 else self._why_not(s, noun)
        if verb == "edge":
            return None if noun in out else self._why_not_edge(s, str(noun))
        return no("5.3", "why.retreat-first", units=1 << self.unit)

    def _why_not(self, s: Position, hex_: int) -> Reason:
        start = s.where[self.unit]
        if free(s, self.unit, start) or edges(s, self.unit, "survives"):
            return why_no_stop(s, self.unit, start, hex_, 0)
        return why_no_way_through(s, self.unit, hex_, self.hit)

    def _why_not_edge(self, s: Position, edge: str) -> Reason:
        if edge in s.game.map.grid.exits(s.where[self.unit]):
            return no("4.2.2", "why.exit-last", unit=self.unit)
        return no("4.2.2", "why.no-exit", unit=self.unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "edge":
            leave(s, self.unit, str(noun))
            return
        assert isinstance(noun, int)
        if free(s, self.unit, s.where[self.unit]):
            step_back(s, self.unit, noun, 0)
        else:
            s.push(BreakOut(side, self.unit, noun))


@step
class BreakOut(BkgStep):
    """5.3.3  An encircled unit passes through a hex in an enemy zone and goes on to a second one."""

    side: Side
    unit: Unit
    first: Hex

    def ask(self, s: Position) -> Prompt | None:
        found = second_hexes(s, self.unit, self.first)
        if found.bit_count() < 2:
            return None
        return prompt(self.side, "5.3.3", "ask.break-out", hexes(found), unit=self.unit, hex=self.first)

    def run(self, s: Position) -> None:
        self.take(s, self.side, "hex", only(second_hexes(s, self.unit, self.first)))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb != "hex" or not isinstance(noun, int):
            return no("5.3.3", "why.retreat-first", units=1 << self.unit)
        if second_hexes(s, self.unit, self.first) >> noun & 1:
            return None
        return why_not_second(s, self.unit, self.first, noun)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        """5.3.3.a, 5.3.3.c-d  A loss on the second step unless friends are in the first hex; a river's (K-45, K-86)."""
        assert isinstance(noun, int)
        unit, start = self.unit, s.where[self.unit]
        spared = bool(s.friends(side, self.first))
        wet = suffers(s, unit, start, self.first) or suffers(s, unit, self.first, noun)
        s.pass_through(unit, self.first)
        if not spared and take_loss(s, unit, "5.3.3.a"):
            return
        if wet and take_loss(s, unit, "5.3.2"):
            return
        arrive(s, unit, (start, self.first, noun), 0, "5.3.3")


@step
class Chain(BkgStep):
    """5.3.1  Five in a hex: one of them, any one, goes a hex further."""

    side: Side
    hex: Hex
    chain: HexSet
    unit: Unit | None

    def movers(self, s: Position) -> UnitSet:
        return sum(1 << u for u in members(s.friends(self.side, self.hex)) if free(s, u, self.hex, self.chain))

    def ask(self, s: Position) -> Prompt | None:
        if self.unit is None:
            found = self.movers(s)
            ask = prompt(self.side, "5.3.1", "ask.chain-unit", units(found), hex=self.hex)
        else:
            found = free(s, self.unit, self.hex, self.chain)
            ask = prompt(self.side, "5.3.1", "ask.chain-hex", hexes(found), unit=self.unit)
        # Who can go on, and where, hangs on types: while the enemy does not see them all, silence would tell.
        all_seen = not s.friends(self.side, self.hex) & ~s.shown or s.options["open_strengths"]
        return None if all_seen and found.bit_count() == 1 else ask

    def run(self, s: Position) -> None:
        if self.unit is None:
            s.push(Chain(self.side, self.hex, self.chain, only(self.movers(s))))
        else:
            step_back(s, self.unit, only(free(s, self.unit, self.hex, self.chain)), self.chain)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if self.unit is None and verb == "unit" and isinstance(noun, int):
            if not s.friends(side, self.hex) >> noun & 1:
                return no("5.3.1", "why.chain-among", unit=noun, hex=self.hex)
            return None if self.movers(s) >> noun & 1 else no("5.3.1", "why.chain-stuck", unit=noun)
        if self.unit is not None and verb == "hex" and isinstance(noun, int):
            offered = free(s, self.unit, self.hex, self.chain)
            return None if offered >> noun & 1 else why_no_stop(s, self.unit, self.hex, noun, self.chain)
        return no("5.3.1", "why.chain", hex=self.hex)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        if verb == "unit":
            s.push(Chain(side, self.hex, self.chain, noun))
        elif self.unit is not None:
            step_back(s, self.unit, noun, self.chain)

    def seen_by(self, s: Position, side: int | None) -> BkgStep:
        """Who goes on may be a unit that did not fight: the enemy is not to learn which one."""
        return self if side == self.side else Chain(self.side, self.hex, self.chain, None)
