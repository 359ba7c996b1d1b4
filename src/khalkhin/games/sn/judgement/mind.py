"""The judgement of Strike North: which eye looks at a position, and where ideas come from at each step."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from khalkhin.engine.errors import Text
from khalkhin.engine.judgement import Idea
from khalkhin.games.sn.air import Intercept, Launch, Mission, Scramble
from khalkhin.games.sn.air_combat import AirLoss
from khalkhin.games.sn.airborne import Drop
from khalkhin.games.sn.casualties import Lose
from khalkhin.games.sn.combat import Attacks, SupportLoss
from khalkhin.games.sn.declaration import Declare
from khalkhin.games.sn.ground_attack import Aim, Disrupt, FlakLoss, GroundAttack, HangarLoss
from khalkhin.games.sn.judgement import affairs, battle, landings, reflexes, wings
from khalkhin.games.sn.judgement.clash import Clashes
from khalkhin.games.sn.judgement.eye import Eye
from khalkhin.games.sn.judgement.moves import Moves, moved
from khalkhin.games.sn.judgement.outlook import SnOutlook
from khalkhin.games.sn.judgement.reasons import Why
from khalkhin.games.sn.judgement.value import Distances, Values
from khalkhin.games.sn.mobilization import Mobilize, Place, Receive
from khalkhin.games.sn.movement import BeginMovement, Movement, Moving
from khalkhin.games.sn.position import Position
from khalkhin.games.sn.pursuit import Pursuit
from khalkhin.games.sn.rally import Rally
from khalkhin.games.sn.reorganize import FormWhere, Reorganize
from khalkhin.games.sn.retreat import Going, Retreat
from khalkhin.games.sn.sea import Cruise, Sailing
from khalkhin.games.sn.setup import Setup
from khalkhin.games.sn.stacking import Overstacked
from khalkhin.games.sn.supply import Expend
from khalkhin.planning import mind
from khalkhin.planning.eye import Tools
from khalkhin.planning.mind import Thoughts
from khalkhin.planning.temper import seasoned

if TYPE_CHECKING:
    from khalkhin.games.sn.game import StrikeNorth

THOUGHTS: Thoughts[Eye, Position] = {
    Setup: lambda eye, s, step: reflexes.placed_for_me(s, step),
    Receive: affairs.received,
    Mobilize: affairs.recruited,
    Place: affairs.placed,
    Reorganize: affairs.reorganized,
    FormWhere: affairs.formed,
    Expend: battle.expended,
    Movement: lambda eye, s, step: Moves(eye, s).ideas(),
    Moving: lambda eye, s, step: Moves(eye, s).onward(step),
    Sailing: landings.sailed,
    Drop: landings.dropped,
    Cruise: landings.cruised,
    Launch: wings.launched,
    Mission: wings.sent,
    Intercept: wings.intercepted,
    Scramble: wings.scrambled,
    AirLoss: reflexes.cheapest,
    FlakLoss: reflexes.cheapest,
    HangarLoss: reflexes.cheapest,
    SupportLoss: reflexes.cheapest,
    GroundAttack: wings.ordered,
    Aim: wings.aimed,
    Disrupt: wings.disrupted,
    Declare: battle.declared,
    Attacks: battle.next_attack,
    Lose: reflexes.cheapest,
    Retreat: lambda eye, s, step: [(("auto", None),)],
    Going: reflexes.fled,
    Pursuit: reflexes.pursued,
    Overstacked: reflexes.cheapest,
    Rally: affairs.rallied,
}
QUICK: Thoughts[Eye, Position] = {Movement: lambda eye, s, step: Moves(eye, s).swift()}


class Mind(mind.Mind[Position, Eye]):
    """What a player that looks ahead may ask of Strike North."""

    thoughts, quick, combining, beginning = THOUGHTS, QUICK, (Movement,), (BeginMovement,)
    doubtful = (Place,)
    season = seasoned(Path(__file__).with_name("season.json"))

    def __init__(self, game: StrikeNorth) -> None:
        super().__init__()
        self.game = game
        self._values: dict[tuple[str, int, str], Values] = {}

    @cached_property
    def chances(self) -> SnOutlook:
        return SnOutlook(self.game)

    @cached_property
    def clashes(self) -> Clashes:
        return Clashes(self.game)

    @cached_property
    def distances(self) -> Distances:
        return Distances(self.game)

    def values(self, s: Position) -> Values:
        key = s.scenario, s.turn, str(s.options["vp_table"])
        if key not in self._values:
            self._values[key] = Values(s)
        return self._values[key]

    def look(self, s: Position, side: int) -> Eye:
        moving = bool(s.agenda) and isinstance(s.agenda[-1], Movement | Moving)
        return Eye(Tools(self.clashes, self.distances, self.values(s), self.temper), s, side, moving)

    def first(self, s: Position, side: int) -> Idea | None:
        """Landings from the air and ships have their turn before anybody marches."""
        return landings.first(self.eye(s, side), s) if isinstance(s.agenda[-1], Movement) else None

    def reason(self, s: Position, side: int, idea: Idea) -> Text:
        return Why(self.eye(s, side), s, side).of(idea)

    def carried_out(self, s: Position, side: int, idea: Idea) -> Position | None:
        return moved(s, side, idea)

    def outlook(self, s: Position, side: int) -> float:
        return self.chances(s, side)
