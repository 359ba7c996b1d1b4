"""First battles: the beginning of a real scenario, set up already, with the coach on and against an easy opponent.

After a few turns somebody looks back at what was gained, and plays on or begins anew. `lessons/battle.toml` of a game
has the scenario, the side and the number of turns; its words are `battle.title`, `battle.about` (what it is, in a line)
and `battle.next` (what to try next).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from khalkhin.board.data import table
from khalkhin.engine.dice import Dice
from khalkhin.engine.game import Game
from khalkhin.engine.match import Match
from khalkhin.engine.placing import SETUP
from khalkhin.engine.view import phase

LEVEL = "greedy"
"""Who plays the other side: somebody who forgives mistakes."""
Score = Sequence[dict[str, Any]]
"""The lines of a score, as views have them."""


@dataclass(frozen=True)
class FirstBattle:
    """The first battle of a game."""

    game: Game[Any]
    scenario: str
    side: str
    """The side of whoever learns."""
    turns: int

    @property
    def rival(self) -> str:
        return next(side for side in self.game.sides if side != self.side)

    def begin(self, dice: Dice | None = None) -> Match:
        """A game of the scenario, with everybody placed as the button places them."""
        match = Match(self.game.start(self.scenario, dice=dice))
        while (asked := match.prompts()) and SETUP in phase(match.state, asked[0].side):
            verbs = {offer.verb for offer in asked[0].offers}
            match.play("auto" if "auto" in verbs else "done", side=self.game.sides[asked[0].side])
        return match

    def last_turn(self, start: Match) -> int:
        """The turn after which one looks back."""
        return start.state.turn + self.turns - 1


def first_battle(game: Game[Any]) -> FirstBattle | None:
    """The first battle of a game; None where it has none."""
    path = game.lessons / "battle.toml"
    if not path.is_file():
        return None
    data = table(path)
    return FirstBattle(
        game,
        scenario=data.choice("scenario", game.scenarios),
        side=data.choice("side", game.sides),
        turns=data.integer("turns"),
    )


def points(score: Score, side: str) -> int:
    """What a side has, as far as one may know."""
    return sum(line["points"] or 0 for line in score if line["side"] == side)


def changes(before: Score, after: Score) -> list[tuple[str, str, int]]:
    """Side, key and change of every line of a score that is not as it was."""
    had = {(line["side"], line["key"]): line["points"] or 0 for line in before}
    now = [(line["side"], line["key"], line["points"] or 0) for line in after]
    return [(side, key, held - had.get((side, key), 0)) for side, key, held in now if held != had.get((side, key), 0)]
