"""6.0, 22.1  The sequence of play: months, Segments and phases in their fixed order; the weather."""

from __future__ import annotations

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import step
from khalkhin.engine.codec import Side
from khalkhin.games.kgw import victory
from khalkhin.games.kgw.air import GroundAttack, Reuse, Superiority
from khalkhin.games.kgw.air_supply import fly_home
from khalkhin.games.kgw.combat import CombatPhase
from khalkhin.games.kgw.events import Event
from khalkhin.games.kgw.housekeeping import Stacking
from khalkhin.games.kgw.movement import Movement
from khalkhin.games.kgw.organization import Organise
from khalkhin.games.kgw.position import JAPAN, SOVIET, KgwStep, Position
from khalkhin.games.kgw.recruit import Agents, Buy, Income
from khalkhin.games.kgw.supply import SupplyPhase


@step
class Turn(KgwStep):
    """6.0, 6.0.a, 6.1, 6.1.h, 6.1.m-o  A month: first Segments, then second ones, the Japanese first each time."""

    month: int

    def run(self, s: Position) -> None:
        data = s.game.scenarios[s.scenario].data
        if self.month > data["turns"]["last"]:
            victory.decide(s)
            return
        s.turn = self.month
        s.missions = s.quota = (0, 0)
        s.tell("log.turn", rule="6.0", month=f"@month.{self.month}")
        s.push(
            Weather(),
            Segment(JAPAN, 1),
            Segment(SOVIET, 1),
            Segment(JAPAN, 2),
            Segment(SOVIET, 2),
            EndOfTurn(),
            Turn(self.month + 1),
        )


@step
class Weather(KgwStep):
    """6.1.a, 22.1.a-d, Q-78  From September on a die says whether winter sets in; it stays to the end."""

    def run(self, s: Position) -> None:
        most = s.game.charts.months[s.turn].winter
        if s.winter or not most:
            return
        (die,) = s.roll(1)
        s.winter = die <= most
        s.notes = {}
        if s.winter:
            s.tell("log.winter", rule="22.1.b", loud=True, dice=str(die))
        else:
            s.tell("log.no-winter", rule="22.1.c", dice=str(die))


@step
class Segment(KgwStep):
    """6.0.b-d, 6.1.b-g, 6.1.i-l, 15.2.a, 15.2.c, 15.4.b  One side's phases, in their order."""

    side: Side
    number: int

    def run(self, s: Position) -> None:
        side = self.side
        recruit: tuple[KgwStep, ...]
        move: tuple[KgwStep, ...]
        s.active, s.segment = side, self.number
        s.moved = s.railed = s.attacked = s.spared = s.struck = s.supplied = 0
        s.laid = 0
        s.tell("log.segment", rule="6.0.a", side=side, number=self.number)
        if self.number == 1:
            mine = s.game.sheet.of_side[side]
            s.flown &= ~mine
            s.sortied &= ~mine
            recruit = Event(side), Income(side), Buy(side), Agents(side), Organise(side)
            if not s.game.scenarios[s.scenario].data.get("recruits", True):
                recruit = (Organise(side),)
            move = Movement(side), Stacking(side), CountAir(side)
        else:
            recruit = (SupplyPhase(side),)
            move = Movement(side), Stacking(side), Reuse(side)
        fight = Superiority(side), GroundAttack(side), CombatPhase(side), Stacking(side)
        s.push(*recruit, *move, *fight, EndSegment(side))


@step
class CountAir(KgwStep):
    """22.2.c, Q-61  In winter half of a side's air units, rounded up, may fly missions in the turn."""

    side: Side

    def run(self, s: Position) -> None:
        count = (s.on_map(self.side) & s.game.air).bit_count()
        quota = list(s.quota)
        quota[self.side] = -(-count // 2)
        s.quota = quota[0], quota[1]


@step
class EndSegment(KgwStep):
    """16.3.3.f, 24.4.c  Supplied markers are taken off, the air transport goes home."""

    side: Side

    def run(self, s: Position) -> None:
        s.supplied = 0
        fly_home(s, self.side)


@step
class EndOfTurn(KgwStep):
    """6.1.n, 19.2.1.c  A Gekokujo marker that was not used is taken back; the Sorge ring is silent again."""

    def run(self, s: Position) -> None:
        s.gekokujo = s.sorge = False


def check(s: Position) -> None:
    """What always holds, whatever has been played."""
    game = s.game
    assert not s.occupied(SOVIET) & s.occupied(JAPAN), "enemies share a hex (10.2)"
    assert not s.occupied(JAPAN) & game.country["USSR"], "Japanese in the USSR (5.1.d)"
    assert all(0 <= p <= game.charts.most_points for p in s.points), "recruit points off the track (8.1)"
    assert not s.trenches[0] & s.trenches[1], "both sides entrenched in a hex (18.4)"
    assert not s.aerodromes[0] & s.aerodromes[1], "an aerodrome of both sides (15.3)"
    seen = 0
    for division, parts in s.formed:
        assert s.where[division] >= 0 or s.where[division] == game.box("hand"), "a formed division out of play (17.2)"
        assert not seen & parts, "a component absorbed twice (17.2)"
        assert all(s.where[u] == game.box("reorganization") for u in members(parts)), "an absorbed component (17.2)"
        seen |= parts
    for side in (SOVIET, JAPAN):
        for hex_ in members(game.aerodromes):
            assert s.air_at(side, hex_).bit_count() <= game.charts.per_aerodrome + 1, "an aerodrome is full (15.3)"
