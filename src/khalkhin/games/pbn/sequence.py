"""4.0  The sequence of play: months, phases and impulses in their fixed order."""

from __future__ import annotations

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import Noun, Prompt, asked_first, bare, prompt, step, words
from khalkhin.engine.errors import Reason, no
from khalkhin.games.pbn import victory
from khalkhin.games.pbn.air import AirAllocation, return_to_reserve
from khalkhin.games.pbn.campaign import CampaignPhase, may_hold, use
from khalkhin.games.pbn.declaration import CombatPhase
from khalkhin.games.pbn.logistics import LogisticsPhase
from khalkhin.games.pbn.movement import BeginMovement
from khalkhin.games.pbn.position import (
    HAND,
    JAPAN,
    OUT,
    POOL,
    REMOVED,
    SIDES,
    SOVIET,
    PbnStep,
    Position,
)
from khalkhin.games.pbn.reinforcement import ReinforcementPhase
from khalkhin.games.pbn.strike import StrikePhase


@step
class Turn(PbnStep):
    """3.3, 4.1, 4.1.17, 4.1.18, 25.1, R1, R68  A month, with every phase; October if the players agreed on it."""

    month: int

    def run(self, s: Position) -> None:
        if self.month > s.game.last_turn(s):
            victory.decide(s)
            return
        s.turn = self.month
        s.impulse = 0
        s.tell("log.turn", rule="4.0", month=f"@month.{self.month}")
        s.push(Initiative())


@step
class Initiative(PbnStep):
    """4.1.1, 25.2, SCM.5, SCM.5.1, R69, R70  Who has more victory points is First Player; Maskirovka may name him."""

    @property
    def phase(self) -> str:
        return "phase.initiative"

    def ask(self, s: Position) -> Prompt | None:
        marker = s.game.maskirovka
        if not may_hold(s, marker):
            return None
        held = s.holds(marker)
        offers = [words("first", *s.game.sides)] if held else []
        return prompt(SOVIET, "SCM.5.1", "ask.maskirovka", *offers, bare("pass"), count=int(held))

    def run(self, s: Position) -> None:
        rule = "4.1.1"
        if s.turn == 1:
            s.first, rule = SOVIET, "25.2"
        elif s.points[SOVIET] != s.points[JAPAN]:
            s.first = int(s.points[JAPAN] > s.points[SOVIET])
        else:
            (die,) = s.roll(1)
            s.first = SOVIET if die <= 3 else JAPAN
            s.tell("log.initiative-die", rule="4.1.1", dice=str(die))
        begin_turn(s, rule)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "pass":
            return None
        if verb == "first" and noun in s.game.sides:
            return None if s.holds(s.game.maskirovka) else no("SCM.5.1", "why.not-held", unit=s.game.maskirovka)
        return asked_first(s, side, "4.1.1")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "pass":
            self.run(s)
            return
        assert isinstance(noun, str)
        use(s, s.game.maskirovka)
        s.first = s.game.sides.index(noun)
        s.tell("log.played", rule="SCM.5.1", loud=True, side=side, unit=s.game.maskirovka)
        begin_turn(s, "SCM.5.1")


def begin_turn(s: Position, rule: str = "4.1.1") -> None:
    """4.1  The phases of the turn; `rule` made its First Player."""
    first, second = s.first, 1 - s.first
    s.tell("log.initiative", rule=rule, side=first)
    s.end_phase()
    begins: tuple[PbnStep, ...] = (
        CampaignPhase(first),
        CampaignPhase(second),
        Mobilise(),
        AirAllocation(),
        ReinforcementPhase(first),
        ReinforcementPhase(second),
    )
    if not s.game.scenarios[s.scenario].data.get("reinforced", True):
        begins = Mobilise(), AirAllocation()
    s.push(
        *begins,
        LogisticsPhase(first),
        LogisticsPhase(second),
        *(
            phase
            for impulse in (1, 2)
            for side in (first, second)
            for phase in (BeginMovement(side, impulse), StrikePhase(side), CombatPhase(side))
        ),
        victory.VictoryPhase(),
        Advance(),
        Turn(s.turn + 1),
    )


@step
class Mobilise(PbnStep):
    """4.1.3  All air units in mission boxes return to Reserve."""

    def run(self, s: Position) -> None:
        return_to_reserve(s)


@step
class Advance(PbnStep):
    """4.1.17, 16.32, 27.2.1, SCM.3, R75  The end of a turn: what lasted for it is over."""

    def run(self, s: Position) -> None:
        game = s.game
        s.impulse = s.short = s.kept = 0
        return_to_reserve(s)
        if s.crisis:
            s.send(game.crisis, REMOVED)
        for marker in members(s.bought):
            s.send(marker, POOL)
        s.bought = 0


def check(s: Position) -> None:
    """What always holds, whatever is played."""
    game = s.game
    assert not s.occupied(0) & s.occupied(1), "both sides in one hex"
    every = (1 << len(game.sheet)) - 1
    assert game.in_play | s.stack(game.box(OUT)) == every, "a counter in play that is only change"
    for side in SIDES:
        for hex_ in members(s.fortified[side]):
            assert s.land_at(side, hex_), "an empty fortification"
        assert not s.suppressed & ~game.fighting & ~game.deception, "a suppressed headquarters or supply point"
        assert not s.activated & ~game.headquarters
        assert min(s.points) >= 0
        recipes = [game.recipe[u] for u in members(s.in_box(side, "broken"))]
        owed = sum(len(r.parts) for r in recipes if r is not None)
        there = game.battalion & game.sheet.of_side[side] & ~s.stack(game.box("out"))
        assert there.bit_count() <= owed, "more battalions than regiments broke down into"
        assert not s.in_box(side, HAND) & ~game.campaign
