"""The judgement of the Batalha: which eye looks at a position, and where ideas come from at each step."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from khalkhin.engine.errors import Text
from khalkhin.engine.judgement import Idea, Judgement
from khalkhin.engine.tables import totals
from khalkhin.games.bkg.declaration import CombatPhase, Declaring
from khalkhin.games.bkg.exchange import ExchangeAttacker, ExchangeDefender
from khalkhin.games.bkg.judgement import combat, reflexes
from khalkhin.games.bkg.judgement.clash import Clashes
from khalkhin.games.bkg.judgement.eye import Eye
from khalkhin.games.bkg.judgement.moves import Moves, moved
from khalkhin.games.bkg.judgement.reasons import Why
from khalkhin.games.bkg.losses import Eliminate, PickOne
from khalkhin.games.bkg.movement import Movement, Moving
from khalkhin.games.bkg.position import Position
from khalkhin.games.bkg.setup import PlaceReserve
from khalkhin.games.bkg.support import DefenceSupport
from khalkhin.games.bkg.victory import FinalAttrition

if TYPE_CHECKING:
    from khalkhin.games.bkg.game import Batalha


class Mind(Judgement[Position]):
    """What a player that looks ahead may ask of the Batalha."""

    worlds = 2

    def __init__(self, game: Batalha) -> None:
        self.game = game

    @cached_property
    def clashes(self) -> Clashes:
        return Clashes(self.game)

    def eye(self, s: Position, side: int) -> Eye:
        return Eye(self.clashes, s, side)

    def ideas(self, s: Position, side: int, rng: random.Random) -> Iterable[Idea]:
        top, values = s.agenda[-1], self.clashes.values(s.turn)
        if isinstance(top, Movement):
            return Moves(self.eye(s, side), s).ideas()
        if isinstance(top, Moving):
            return Moves(self.eye(s, side), s).onward(top)
        if isinstance(top, CombatPhase):
            return combat.attacks(self.eye(s, side), s, top)
        if isinstance(top, Declaring):
            return combat.completed(self.eye(s, side), s, top)
        if isinstance(top, DefenceSupport):
            return combat.support(self.clashes, s, top)
        if isinstance(top, PickOne):
            group = reflexes.by_cost(values, s, top.among, isinstance(top, Eliminate))
            return ((("unit", unit),) for unit in group)
        if isinstance(top, FinalAttrition):
            return ((("unit", unit),) for unit in reflexes.by_cost(values, s, top.weak(s), True)[:3])
        if isinstance(top, ExchangeDefender | ExchangeAttacker):
            return reflexes.exchange(values, s, top)
        if isinstance(top, PlaceReserve):
            return reflexes.reserve(s, top)
        return reflexes.answers(s)

    def swift(self, s: Position, side: int, rng: random.Random) -> Iterable[Idea]:
        top = s.agenda[-1]
        if isinstance(top, Movement) and self.combines(s):
            return Moves(self.eye(s, side), s).swift()
        return self.ideas(s, side, rng)

    def combines(self, s: Position) -> bool:
        return bool(s.agenda) and isinstance(s.agenda[-1], Movement)

    def carried_out(self, s: Position, side: int, idea: Idea) -> Position | None:
        return moved(s, side, idea)

    def joined(self, ideas: Sequence[Idea]) -> Idea:
        """One move after another: whoever names the next unit has done with the one before."""
        *before, last = ideas
        return [*(said for idea in before for said in idea if said[0] != "done"), *last]

    def finish(self) -> Idea:
        return (("done", None),)

    def reason(self, s: Position, side: int, idea: Idea) -> Text:
        return Why(self.eye(s, side), s, side).of(idea)

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
