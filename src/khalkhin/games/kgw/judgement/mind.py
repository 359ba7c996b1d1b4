"""The judgement of Khalkin-Gol War: which eye looks at a position, and where ideas come from at each step."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from khalkhin.engine.errors import Text
from khalkhin.engine.judgement import Idea
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
from khalkhin.planning import mind
from khalkhin.planning.eye import Tools
from khalkhin.planning.mind import Thoughts

if TYPE_CHECKING:
    from khalkhin.games.kgw.game import KhalkinGolWar

THOUGHTS: Thoughts[Eye, Position] = {
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
QUICK: Thoughts[Eye, Position] = {Movement: lambda eye, s, step: Moves(eye, s).swift()}


class Mind(mind.Mind[Position, Eye]):
    """What a player that looks ahead may ask of Khalkin-Gol War."""

    thoughts, quick, combining = THOUGHTS, QUICK, (Movement, CombatPhase)
    doubtful = (SupplyPhase,)

    def __init__(self, game: KhalkinGolWar) -> None:
        super().__init__()
        self.game = game
        self._values: dict[tuple[str, int], Values] = {}

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

    def look(self, s: Position, side: int) -> Eye:
        moving = bool(s.agenda) and isinstance(s.agenda[-1], Movement | Moving)
        return Eye(Tools(self.clashes, self.distances, self.values(s), self.temper), s, side, moving)

    def otherwise(self, s: Position, side: int) -> Iterable[Idea]:
        return reflexes.answers(s, side)

    def shuffles(self, s: Position) -> bool:
        """Moves; to weigh attacks with all their consequences takes longer."""
        return self.combines(s) and isinstance(s.agenda[-1], Movement)

    def carried_out(self, s: Position, side: int, idea: Idea) -> Position | None:
        if idea[0][0] == "attack":
            eye = self.eye(s, side)
            after = battle.fought(eye, s, idea)
            if after is not None:
                self.keep(after, side, eye)  # nothing has moved
            return after
        return moved(s, side, idea)

    def outlook(self, s: Position, side: int) -> float:
        return self.chances(s, side)

    def reason(self, s: Position, side: int, idea: Idea) -> Text:
        return Why(self.eye(s, side), s, side).of(idea)

    def settled(self, before: Position, s: Position) -> bool:
        """Between two battles, and wherever somebody decides about a phase of his own."""
        return bool(s.agenda[-1].phase)
