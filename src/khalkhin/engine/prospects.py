"""Odds before a move: the attacks that the counters in hand would join if they stood in a hex."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from khalkhin.board.hexset import Hex, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.results_tables import WIN, Odds

if TYPE_CHECKING:
    from khalkhin.engine.game import Game
    from khalkhin.engine.state import State

S = TypeVar("S", bound="State")


@dataclass(frozen=True)
class Prospect:
    """One attack: on which hex, by everybody who would stand beside it and may attack, with what odds."""

    target: Hex
    units: UnitSet
    odds: Odds
    others: tuple[Odds, ...] = ()
    """The odds on further tables, where the attacker may choose one."""

    @property
    def win(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest chance to destroy or drive off the defenders; the same where all is known."""
        if not self.odds.cases:
            won = _won(self.odds, self.odds.chances)
            return won, won
        found = [_won(self.odds, self.odds.table.distribution(column)) for _, column in self.odds.cases]
        return min(found), max(found)


def _won(odds: Odds, chances: dict[str, Fraction]) -> Fraction:
    return sum((chance for result, chance in chances.items() if odds.table.kinds.get(result) == WIN), Fraction(0))


@dataclass(frozen=True)
class Prospects:
    """What it would mean to stand in a hex."""

    attacks: Sequence[Prospect] = ()
    obliged: UnitSet = 0
    """Which of the counters in hand would have to attack."""
    rule: str = ""
    """The rule by which they would."""

    def to_data(self, game: Game[Any]) -> dict[str, Any]:
        """Plain data for clients: hexes and counters as they are printed, chances as exact fractions in text."""
        name, ids = game.map.grid.name, game.sheet.ids
        return {
            "attacks": [
                {
                    "target": name(one.target),
                    "units": [ids[u] for u in members(one.units)],
                    "odds": one.odds.to_data(),
                    "others": [odds.to_data() for odds in one.others],
                    "win": [str(chance) for chance in one.win],
                }
                for one in self.attacks
            ],
            "obliged": [ids[u] for u in members(self.obliged)],
            "rule": self.rule if self.obliged else "",
        }


def standing(s: S, group: UnitSet, hex_: Hex) -> S:
    """The position with these counters in a hex, for a look ahead: nothing is logged and nobody is asked."""
    after = s.clone()
    for unit in members(group):
        after.put(unit, hex_)
    return after


def prospects(s: State, side: int, hex_: Hex) -> Prospects:
    """What it would mean for what a side has in hand to go to a hex; nothing where it cannot go there."""
    if not any(prompt.side == side for prompt in s.asked):
        return Prospects()
    group, goals = s.agenda[-1].in_hand(s)
    return s.game.prospects(s, side, group, hex_) if group and goals >> hex_ & 1 else Prospects()
