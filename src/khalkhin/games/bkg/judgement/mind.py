"""The judgement of the Batalha: which eye looks at a position, and where ideas come from at each step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from khalkhin.engine.errors import Text
from khalkhin.engine.judgement import Idea
from khalkhin.engine.tables import totals
from khalkhin.games.bkg.declaration import CombatPhase, Declaring
from khalkhin.games.bkg.exchange import ExchangeAttacker, ExchangeDefender
from khalkhin.games.bkg.judgement import combat, reflexes
from khalkhin.games.bkg.judgement.clash import Clashes
from khalkhin.games.bkg.judgement.eye import Eye
from khalkhin.games.bkg.judgement.moves import Moves, moved
from khalkhin.games.bkg.judgement.outlook import BkgOutlook
from khalkhin.games.bkg.judgement.reasons import Why
from khalkhin.games.bkg.losses import Eliminate, PickOne, TakeLoss
from khalkhin.games.bkg.movement import Movement, Moving
from khalkhin.games.bkg.position import Position
from khalkhin.games.bkg.setup import PlaceReserve
from khalkhin.games.bkg.support import DefenceSupport
from khalkhin.games.bkg.victory import FinalAttrition
from khalkhin.planning import mind
from khalkhin.planning.mind import Thoughts
from khalkhin.planning.temper import Temper

if TYPE_CHECKING:
    from khalkhin.games.bkg.game import Batalha


def _dearest_last(dying: bool) -> Callable[[Eye, Position, PickOne], Iterable[Idea]]:
    return lambda eye, s, step: _each(reflexes.by_cost(eye.values, s, step.among, dying))


def _each(found: list[int]) -> Iterable[Idea]:
    return ((("unit", unit),) for unit in found)


THOUGHTS: Thoughts[Eye, Position] = {
    Movement: lambda eye, s, step: Moves(eye, s).ideas(),
    Moving: lambda eye, s, step: Moves(eye, s).onward(step),
    CombatPhase: combat.attacks,
    Declaring: combat.completed,
    DefenceSupport: lambda eye, s, step: combat.support(eye.clashes, s, step),
    TakeLoss: _dearest_last(False),
    Eliminate: _dearest_last(True),
    FinalAttrition: lambda eye, s, step: _each(reflexes.by_cost(eye.values, s, step.weak(s), True)[:3]),
    ExchangeDefender: lambda eye, s, step: reflexes.exchange(eye.values, s, step),
    ExchangeAttacker: lambda eye, s, step: reflexes.exchange(eye.values, s, step),
    PlaceReserve: lambda eye, s, step: reflexes.reserve(s, step),
}
QUICK: Thoughts[Eye, Position] = {Movement: lambda eye, s, step: Moves(eye, s).swift()}


class _Last(NamedTuple):
    """The eye that looked last, and all that it hangs on."""

    at: Position
    now: tuple[int, Temper, tuple[Any, ...]]
    eye: Eye


class Mind(mind.Mind[Position, Eye]):
    """What a player that looks ahead may ask of the Batalha."""

    thoughts, quick, combining = THOUGHTS, QUICK, (Movement,)

    def __init__(self, game: Batalha) -> None:
        super().__init__()
        self.game = game
        self._last: _Last | None = None

    @cached_property
    def chances(self) -> BkgOutlook:
        return BkgOutlook(self.game)

    @cached_property
    def clashes(self) -> Clashes:
        return Clashes(self.game)

    def look(self, s: Position, side: int) -> Eye:
        return Eye(self.clashes, s, side, self.temper)

    def eye(self, s: Position, side: int) -> Eye:
        """Lines of play go on for long here, so a position is looked at anew as soon as anything in it has changed."""
        if not self.settled(s, s):
            return self.look(s, side)
        now = side, self.temper, s.key()
        if self._last is None or self._last.at is not s or self._last.now != now:
            self._last = _Last(s, now, self.look(s, side))
        return self._last.eye

    def otherwise(self, s: Position, side: int) -> Iterable[Idea]:
        return reflexes.answers(s)

    def carried_out(self, s: Position, side: int, idea: Idea) -> Position | None:
        return moved(s, side, idea)

    def reason(self, s: Position, side: int, idea: Idea) -> Text:
        return Why(self.eye(s, side), s, side).of(idea)

    def outlook(self, s: Position, side: int) -> float:
        return self.chances(s, side)

    def settled(self, before: Position, s: Position) -> bool:
        """Between two battles, and wherever somebody is to move."""
        return bool(s.agenda[-1].phase)

    def rolls(self, count: int, sides: int) -> list[tuple[tuple[int, ...], float]]:
        """One roll for each row of the tables, which share their rows: only the sum of the dice counts."""
        out: dict[str, tuple[tuple[int, ...], float]] = {}
        for total, chance in totals(count, sides).items():
            row = self.game.charts.combat.row_of[total]
            faces = (total // 2, total - total // 2)
            out[row] = faces, out.get(row, (faces, 0.0))[1] + float(chance)
        return list(out.values())
