"""The judgement of Strike North: which eye looks at a position, and where ideas come from at each step."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from khalkhin.engine.judgement import Idea, Judgement, way_out
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
from khalkhin.games.sn.judgement.value import Distances, Values
from khalkhin.games.sn.mobilization import Mobilize, Place, Receive
from khalkhin.games.sn.movement import Movement, Moving
from khalkhin.games.sn.position import Position
from khalkhin.games.sn.pursuit import Pursuit
from khalkhin.games.sn.rally import Rally
from khalkhin.games.sn.reorganize import FormWhere, Reorganize
from khalkhin.games.sn.retreat import Going, Retreat
from khalkhin.games.sn.sea import Cruise, Sailing
from khalkhin.games.sn.setup import Setup
from khalkhin.games.sn.stacking import Overstacked
from khalkhin.games.sn.supply import Expend
from khalkhin.planning.eye import Tools

if TYPE_CHECKING:
    from khalkhin.games.sn.game import StrikeNorth

KEPT = 5
"""How many positions are remembered together with what has been found out about them."""

THOUGHTS: dict[type[Any], Callable[[Eye, Position, Any], Iterable[Idea]]] = {
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


class Mind(Judgement[Position]):
    """What a player that looks ahead may ask of Strike North."""

    worlds = 2

    def __init__(self, game: StrikeNorth) -> None:
        self.game = game
        self._values: dict[tuple[str, int, str], Values] = {}
        self._eyes: list[tuple[Position, Eye]] = []

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

    def eye(self, s: Position, side: int) -> Eye:
        """One eye looks at the same position as long as it is wanted."""
        for known, eye in reversed(self._eyes):
            if known is s and eye.side == side:
                return eye
        moving = bool(s.agenda) and isinstance(s.agenda[-1], Movement | Moving)
        eye = Eye(Tools(self.clashes, self.distances, self.values(s)), s, side, moving)
        self._eyes = [*self._eyes[-KEPT:], (s, eye)]
        return eye

    def ideas(self, s: Position, side: int, rng: random.Random) -> Iterable[Idea]:
        top = s.agenda[-1]
        thought = THOUGHTS.get(type(top))
        if thought is None:
            return way_out(s, side)
        eye = self.eye(s, side)
        first = landings.first(eye, s) if isinstance(top, Movement) else None
        return [first] if first is not None else thought(eye, s, top)

    def swift(self, s: Position, side: int, rng: random.Random) -> Iterable[Idea]:
        top = s.agenda[-1]
        if isinstance(top, Movement) and self.combines(s):
            return Moves(self.eye(s, side), s).swift()
        return self.ideas(s, side, rng)

    def combines(self, s: Position) -> bool:
        """Moves stand side by side, when landings from the air and the ships have had their turn."""
        top = s.agenda[-1] if s.agenda else None
        return isinstance(top, Movement) and landings.first(self.eye(s, top.side), s) is None

    def carried_out(self, s: Position, side: int, idea: Idea) -> Position | None:
        return moved(s, side, idea)

    def finish(self) -> Idea:
        return (("done", None),)

    def settled(self, before: Position, s: Position) -> bool:
        """Nothing is played out here: ideas are weighed where they come up."""
        return True
