"""How a game is won, and how far each side is from it: told to whoever asks for the score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from khalkhin.engine.errors import Text

NEAR = 3
"""So many hexes may change hands in a turn: a side that lacks no more of them can win at once in this one."""


class Goal(NamedTuple):
    """A way to win, or how far a side has come on it, as far as the asking side may know."""

    text: Text
    rule: str
    near: bool = False
    """Whether the game can end by it in this turn: worth a warning."""


def lacks(text: Text, count: int, rule: str) -> Goal:
    """That a side would win at once with so many hexes more."""
    return Goal(text, rule, count <= NEAR)


def by_difference(points: Sequence[int], levels: Mapping[str, int], rule: str) -> Iterator[Goal]:
    """Levels of victory by the least difference of points for each, who is ahead, and what the next level takes."""
    rising = sorted(levels.items(), key=lambda level: level[1])
    named = [{"key": "goal.level", "level": f"@goal.level.{name}", "least": least} for name, least in rising]
    yield Goal(Text("goal.levels", {"levels": named}), rule)
    lead = abs(points[0] - points[1])
    reached = [name for name, least in rising if lead >= least]
    yield standing(points, rule, f"@goal.level.{reached[-1] if reached else 'draw'}")
    if further := rising[len(reached) :]:
        name, least = further[0]
        yield Goal(Text("goal.next", {"points": least - lead, "level": f"@goal.level.{name}"}), rule)


def standing(points: Sequence[int], rule: str, level: str) -> Goal:
    """Who is ahead, and what that would be if the game ended so."""
    lead = points[0] - points[1]
    if not lead:
        return Goal(Text("goal.even", {"level": level}), rule)
    return Goal(Text("goal.ahead", {"side": int(lead < 0), "points": abs(lead), "level": level}), rule)
