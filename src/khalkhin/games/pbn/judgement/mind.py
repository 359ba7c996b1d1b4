"""The judgement of Nomonhan: which eye looks at a position, and where ideas come from at each step."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from khalkhin.engine.errors import Text
from khalkhin.engine.judgement import Idea
from khalkhin.games.pbn.air import AirAllocation, Aside, Superiority
from khalkhin.games.pbn.battle import Answer, Battles, ChooseTable
from khalkhin.games.pbn.campaign import Buy, Gekokujo, LoseSupply
from khalkhin.games.pbn.casualties import LoseHalf, LoseOne
from khalkhin.games.pbn.declaration import Declare, Employ
from khalkhin.games.pbn.judgement import affairs, battle, reflexes, wings
from khalkhin.games.pbn.judgement.clash import Clashes
from khalkhin.games.pbn.judgement.eye import Eye
from khalkhin.games.pbn.judgement.moves import Moves, engineers, moved
from khalkhin.games.pbn.judgement.outlook import PbnOutlook
from khalkhin.games.pbn.judgement.reasons import Why
from khalkhin.games.pbn.judgement.value import Distances, Values
from khalkhin.games.pbn.logistics import Logistics, Staff
from khalkhin.games.pbn.movement import BeginMovement, Movement, Moving
from khalkhin.games.pbn.position import JAPAN, Position
from khalkhin.games.pbn.pursuit import Pursue, Pursuit
from khalkhin.games.pbn.refit import Refit
from khalkhin.games.pbn.reinforcement import Arrivals, LoseBattalion
from khalkhin.games.pbn.retreat import Going, LoseOnTheWay, Retreat, Withdraw
from khalkhin.games.pbn.sequence import Initiative
from khalkhin.games.pbn.setup import SetDown, Setup
from khalkhin.games.pbn.strike import Gun, Load, StrikePhase
from khalkhin.games.pbn.works import Fortify
from khalkhin.planning import mind
from khalkhin.planning.eye import Tools
from khalkhin.planning.mind import Thoughts
from khalkhin.planning.temper import seasoned

if TYPE_CHECKING:
    from khalkhin.games.pbn.game import Nomonhan


def _cheapest(eye: Eye, s: Position, step: Any) -> Iterable[Idea]:
    return reflexes.cheapest(eye, s, step.side)


def _stand(eye: Eye, s: Position, step: Retreat) -> Iterable[Idea]:
    return [(("auto", None),)]


THOUGHTS: Thoughts[Eye, Position] = {
    Setup: affairs.set_up,
    SetDown: affairs.set_down,
    Initiative: affairs.first_named,
    Buy: affairs.bought,
    Gekokujo: lambda eye, s, step: affairs.called(eye, s, JAPAN),
    Staff: lambda eye, s, step: affairs.called(eye, s, step.side),
    LoseSupply: _cheapest,
    AirAllocation: wings.allocated,
    Superiority: wings.split,
    Aside: wings.aimed,
    Arrivals: affairs.arrived,
    LoseBattalion: _cheapest,
    Logistics: affairs.supplied,
    Refit: affairs.refitted,
    Fortify: affairs.fortified,
    Movement: lambda eye, s, step: Moves(eye, s, step.engineers).ideas(),
    Moving: lambda eye, s, step: Moves(eye, s, engineers(s)).onward(step),
    StrikePhase: wings.struck,
    Load: wings.loaded,
    Gun: wings.gunned,
    Employ: battle.employed,
    Declare: battle.declared,
    Battles: battle.next_battle,
    ChooseTable: battle.table_chosen,
    Answer: battle.answered,
    LoseOne: _cheapest,
    LoseHalf: reflexes.half,
    Retreat: _stand,
    Going: reflexes.going,
    Withdraw: reflexes.withdrawn,
    LoseOnTheWay: _cheapest,
    Pursuit: reflexes.pursued,
    Pursue: reflexes.pursued_on,
}
QUICK: Thoughts[Eye, Position] = {Movement: lambda eye, s, step: Moves(eye, s, step.engineers).swift()}


class Mind(mind.Mind[Position, Eye]):
    """What a player that looks ahead may ask of Nomonhan."""

    thoughts, quick, combining, beginning = THOUGHTS, QUICK, (Movement,), (BeginMovement,)
    doubtful = (Initiative,)
    season = seasoned(Path(__file__).with_name("season.json"))

    def __init__(self, game: Nomonhan) -> None:
        super().__init__()
        self.game = game
        self._values: dict[tuple[int, int, bool], Values] = {}

    @cached_property
    def chances(self) -> PbnOutlook:
        return PbnOutlook(self.game)

    @cached_property
    def clashes(self) -> Clashes:
        return Clashes(self.game)

    @cached_property
    def distances(self) -> Distances:
        return Distances(self.game)

    def values(self, s: Position) -> Values:
        key = s.turn, self.game.last_turn(s), s.crisis
        if key not in self._values:
            self._values[key] = Values(s)
        return self._values[key]

    def look(self, s: Position, side: int) -> Eye:
        moving = bool(s.agenda) and isinstance(s.agenda[-1], Movement | Moving)
        return Eye(Tools(self.clashes, self.distances, self.values(s), self.temper), s, side, moving)

    def first(self, s: Position, side: int) -> Idea | None:
        """What comes before anybody moves: to have a look, and to land from the air."""
        if not isinstance(s.agenda[-1], Movement | StrikePhase):
            return None
        eye = self.eye(s, side)
        if (hex_ := wings.scouted(eye, s)) is not None:
            return (("recon", hex_),)
        landing = affairs.dropped(eye, s)
        return None if landing is None else (("drop", self.game.airborne), ("hex", landing))

    def reason(self, s: Position, side: int, idea: Idea) -> Text:
        return Why(self.eye(s, side), s, side).of(idea)

    def carried_out(self, s: Position, side: int, idea: Idea) -> Position | None:
        return moved(s, side, idea)

    def outlook(self, s: Position, side: int) -> float:
        return self.chances(s, side)
