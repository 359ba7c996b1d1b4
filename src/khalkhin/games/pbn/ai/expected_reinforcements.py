"""5.1, 6.13  The reinforcements that campaign markers are likely to bring, for the chance of winning."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from khalkhin.engine.codec import UnitSet
from khalkhin.games.pbn.campaign import CampaignPhase, Pick, pool, ready
from khalkhin.games.pbn.position import DRAWN, OUT, Position
from khalkhin.games.pbn.sequence import Initiative

if TYPE_CHECKING:
    from khalkhin.games.pbn.game import Nomonhan


class ExpectedReinforcements:
    """The strength that is likely to come by markers still to be drawn, weighted with its chance."""

    def __init__(self, game: Nomonhan, strength: Callable[[UnitSet], float], later_share: float) -> None:
        self.game, self._strength, self._later_share = game, cache(strength), later_share
        found = {game.sheet.index[name]: x for name, x in game.charts.markers.items() if x.group}
        self._armies = {marker: self._army(x.group) for marker, x in found.items()}
        self._months = {marker: x.month for marker, x in found.items()}

    def _army(self, name: str) -> UnitSet:
        """6.1  The units of a group, and of its next part."""
        after = self.game.charts.groups[name].next
        return self.game.group[name] | (self._army(after) if after else 0)

    def __call__(self, s: Position, months: float) -> float:
        """The strength that is likely to come, the later the less, while so many months are left of the game."""
        picks, out = _picks(s), 0.0
        for marker, army in self._armies.items():
            strength = self._strength(army & s.in_box(self.game.sheet.side[marker], OUT))
            if strength:
                out += strength * self._worth(s, marker, picks, months)
        return out

    def _worth(self, s: Position, marker: int, picks: tuple[int, int] | None, months: float) -> float:
        """What an army is worth by its chances, compared with one that is there."""
        end, absent, worth = self.game.last_turn(s) + 1, 1.0, 0.0
        for month in range(s.turn + (picks is None), end):
            comes = absent * self._chance(s, marker, month, picks)
            absent, worth = absent - comes, worth + comes * self._later_share ** max(0.0, months - (end - month))
        return worth

    def _chance(self, s: Position, marker: int, month: int, picks: tuple[int, int] | None) -> float:
        """5.1, JCM.3.1, 35.1  How likely an army comes in a month if it has not before: its marker is picked and its
        condition holds; or it is its own month."""
        if s.options["historical"]:
            return float(month == self._months[marker])
        side, now = self.game.sheet.side[marker], picks is not None and month == s.turn
        cup = pool(s, side) if now else pool(s, side) | s.in_box(side, DRAWN)
        if not cup >> marker & 1:
            return 0.0
        picked = min(1.0, (picks[side] if picks and now else s.levels[side]) / cup.bit_count())
        if marker == self.game.army_group:
            return picked * self._called(s, month, picked, s.turn + (picks is None))
        return picked if ready(s, marker) else 0.0

    def _called(self, s: Position, month: int, picked: float, begin: int) -> float:
        """SCM.2.1  How likely Stavka has acted before a month, picks being made from another on."""
        return float(s.stavka < month) if s.stavka else 1 - (1 - picked) ** (month - begin)


def _picks(s: Position) -> tuple[int, int] | None:
    """5.1  Campaign markers that the sides are still to pick this month; None when that is over."""
    picks, open_ = [0, 0], False
    for step in s.agenda:
        if isinstance(step, Initiative):
            return s.levels
        if isinstance(step, Pick | CampaignPhase):
            open_ = True
            picks[step.side] += step.count if isinstance(step, Pick) else s.levels[step.side]
    return (picks[0], picks[1]) if open_ else None
