"""The judgement of Khalkin-Gol War: which eye looks at a position, and where ideas come from at each step."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from khalkhin.engine.errors import Text
from khalkhin.engine.judgement import Idea, Judgement
from khalkhin.games.kgw.advance import Advance, AdvanceOn
from khalkhin.games.kgw.air import GroundAttack, Mission, Relocating, Superiority
from khalkhin.games.kgw.air_combat import Bombed
from khalkhin.games.kgw.combat import CombatPhase, Declare, Support
from khalkhin.games.kgw.counterattack import CounterChoice
from khalkhin.games.kgw.events import FreeUnits, Withdrawal
from khalkhin.games.kgw.housekeeping import Crowd
from khalkhin.games.kgw.judgement import affairs, battle, reflexes, wings
from khalkhin.games.kgw.judgement.clash import Clashes
from khalkhin.games.kgw.judgement.eye import Eye
from khalkhin.games.kgw.judgement.moves import Moves, moved
from khalkhin.games.kgw.judgement.outlook import KgwOutlook
from khalkhin.games.kgw.judgement.reasons import Why
from khalkhin.games.kgw.judgement.value import Distances, Values
from khalkhin.games.kgw.losses import TakeLosses
from khalkhin.games.kgw.movement import Movement, Moving
from khalkhin.games.kgw.organise import Combining, Organise
from khalkhin.games.kgw.position import Position
from khalkhin.games.kgw.recruit import Buy, Deploy, Placing
from khalkhin.games.kgw.retreat import RetreatAll
from khalkhin.games.kgw.setup import Setup
from khalkhin.games.kgw.supply import Gekokujo, SupplyPhase
from khalkhin.planning.eye import Tools

if TYPE_CHECKING:
    from khalkhin.games.kgw.game import KhalkinGolWar

KEPT = 5
"""How many positions are remembered together with what has been found out about them."""

THOUGHTS: dict[type[Any], Callable[[Eye, Position, Any], Iterable[Idea]]] = {
    Movement: lambda eye, s, step: Moves(eye, s).ideas(),
    Moving: lambda eye, s, step: Moves(eye, s).onward(step),
    CombatPhase: lambda eye, s, step: battle.attacks(eye, s),
    Declare: battle.declared,
    Support: battle.supported,
    CounterChoice: battle.answered,
    TakeLosses: reflexes.loss,
    Bombed: reflexes.bombed,
    RetreatAll: reflexes.fled,
    Crowd: reflexes.crowded,
    Advance: reflexes.followed,
    AdvanceOn: reflexes.followed_on,
    FreeUnits: reflexes.given,
    Withdrawal: reflexes.withdrawn,
    Buy: affairs.bought,
    Deploy: affairs.deployed,
    Placing: affairs.placed,
    Organise: affairs.organised,
    Combining: lambda eye, s, step: affairs.combined(s, step),
    SupplyPhase: affairs.supplied,
    Gekokujo: lambda eye, s, step: affairs.gekokujo(step),
    Superiority: wings.ordered,
    GroundAttack: wings.ordered,
    Relocating: wings.relocated,
    Mission: wings.flown,
    Setup: lambda eye, s, step: [(("auto", None),)],
}


class Mind(Judgement[Position]):
    """What a player that looks ahead may ask of Khalkin-Gol War."""

    worlds = 2

    def __init__(self, game: KhalkinGolWar) -> None:
        self.game = game
        self._values: dict[tuple[str, int], Values] = {}
        self._eyes: list[tuple[Position, Eye]] = []

    @cached_property
    def chances(self) -> KgwOutlook:
        return KgwOutlook(self.game)

    @cached_property
    def clashes(self) -> Clashes:
        return Clashes(self.game)

    @cached_property
    def distances(self) -> Distances:
        return Distances(self.game)

    def values(self, s: Position) -> Values:
        key = s.scenario, s.turn
        if key not in self._values:
            self._values[key] = Values(self.game, *key)
        return self._values[key]

    def eye(self, s: Position, side: int) -> Eye:
        """One eye looks at the same position as long as it is wanted."""
        for known, eye in reversed(self._eyes):
            if known is s and eye.side == side:
                return eye
        moving = bool(s.agenda) and isinstance(s.agenda[-1], Movement | Moving)
        return self._keep(s, Eye(Tools(self.clashes, self.distances, self.values(s)), s, side, moving))

    def _keep(self, s: Position, eye: Eye) -> Eye:
        self._eyes = [*self._eyes[-KEPT:], (s, eye)]
        return eye

    def ideas(self, s: Position, side: int, rng: random.Random) -> Iterable[Idea]:
        top = s.agenda[-1]
        thought = THOUGHTS.get(type(top))
        return reflexes.answers(s, side) if thought is None else thought(self.eye(s, side), s, top)

    def swift(self, s: Position, side: int, rng: random.Random) -> Iterable[Idea]:
        top = s.agenda[-1]
        if isinstance(top, Movement) and self.combines(s):
            return Moves(self.eye(s, side), s).swift()
        return self.ideas(s, side, rng)

    def combines(self, s: Position) -> bool:
        return bool(s.agenda) and isinstance(s.agenda[-1], Movement | CombatPhase)

    def carried_out(self, s: Position, side: int, idea: Idea) -> Position | None:
        if idea[0][0] == "attack":
            eye = self.eye(s, side)
            after = battle.fought(eye, s, idea)
            if after is not None:
                self._keep(after, eye)  # nothing has moved
            return after
        return moved(s, side, idea)

    def joined(self, ideas: Sequence[Idea]) -> Idea:
        """One move after another: whoever names the next unit has done with the one before."""
        *before, last = ideas
        return [*(said for idea in before for said in idea if said[0] != "done"), *last]

    def finish(self) -> Idea:
        return (("done", None),)

    def outlook(self, s: Position, side: int) -> float:
        return self.chances(s, side)

    def reason(self, s: Position, side: int, idea: Idea) -> Text:
        return Why(self.eye(s, side), s, side).of(idea)

    def settled(self, before: Position, s: Position) -> bool:
        """Between two battles, and wherever somebody decides about a phase of his own."""
        return bool(s.agenda[-1].phase)
