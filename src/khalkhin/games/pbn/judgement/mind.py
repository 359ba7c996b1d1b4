"""The judgement of Nomonhan: which eye looks at a position, and where ideas come from at each step."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from khalkhin.engine.judgement import Idea, Judgement, way_out
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
from khalkhin.games.pbn.judgement.value import Distances, Values
from khalkhin.games.pbn.logistics import Logistics, Staff
from khalkhin.games.pbn.movement import Movement, Moving
from khalkhin.games.pbn.position import JAPAN, Position
from khalkhin.games.pbn.pursuit import Pursue, Pursuit
from khalkhin.games.pbn.refit import Refit
from khalkhin.games.pbn.reinforcement import Arrivals, LoseBattalion
from khalkhin.games.pbn.retreat import Going, LoseOnTheWay, Retreat, Withdraw
from khalkhin.games.pbn.sequence import Initiative
from khalkhin.games.pbn.setup import SetDown, Setup
from khalkhin.games.pbn.strike import Gun, Load, StrikePhase
from khalkhin.games.pbn.works import Fortify
from khalkhin.planning.eye import Tools

if TYPE_CHECKING:
    from khalkhin.games.pbn.game import Nomonhan

KEPT = 5
"""How many positions are remembered together with what has been found out about them."""


def _cheapest(eye: Eye, s: Position, step: Any) -> Iterable[Idea]:
    return reflexes.cheapest(eye, s, step.side)


def _stand(eye: Eye, s: Position, step: Retreat) -> Iterable[Idea]:
    return [(("auto", None),)]


THOUGHTS: dict[type[Any], Callable[[Eye, Position, Any], Iterable[Idea]]] = {
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


class Mind(Judgement[Position]):
    """What a player that looks ahead may ask of Nomonhan."""

    worlds = 2

    def __init__(self, game: Nomonhan) -> None:
        self.game = game
        self._values: dict[tuple[int, int, bool], Values] = {}
        self._eyes: list[tuple[Position, Eye]] = []

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
        first = self._first(eye, s) if isinstance(top, Movement | StrikePhase) else None
        return [first] if first is not None else thought(eye, s, top)

    def _first(self, eye: Eye, s: Position) -> Idea | None:
        """What comes before anybody moves: to have a look, and to land from the air."""
        if (hex_ := wings.scouted(eye, s)) is not None:
            return (("recon", hex_),)
        landing = affairs.dropped(eye, s)
        return None if landing is None else (("drop", self.game.airborne), ("hex", landing))

    def swift(self, s: Position, side: int, rng: random.Random) -> Iterable[Idea]:
        top = s.agenda[-1]
        if isinstance(top, Movement) and self.combines(s):
            return Moves(self.eye(s, side), s, top.engineers).swift()
        return self.ideas(s, side, rng)

    def combines(self, s: Position) -> bool:
        """Moves stand side by side."""
        top = s.agenda[-1] if s.agenda else None
        return isinstance(top, Movement) and self._first(self.eye(s, top.side), s) is None

    def carried_out(self, s: Position, side: int, idea: Idea) -> Position | None:
        return moved(s, side, idea)

    def finish(self) -> Idea:
        return (("done", None),)

    def outlook(self, s: Position, side: int) -> float:
        return self.chances(s, side)

    def settled(self, before: Position, s: Position) -> bool:
        """Nothing is played out here: ideas are weighed where they come up."""
        return True
