"""24.0, 25.3  Victory points, objectives, sudden death and levels of victory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import step
from khalkhin.engine.errors import Text
from khalkhin.engine.goals import Goal, by_difference, lacks
from khalkhin.engine.state import Result
from khalkhin.engine.summary import Objective, ScoreLine
from khalkhin.games.pbn.position import JAPAN, SIDES, SOVIET, PbnStep, Position

SUDDEN = ("25.3.2", "25.3.1")
LEVELS = {"draw": "24.2.1", "marginal": "24.2.2", "major": "24.2.3", "decisive": "24.2.4"}


def holds(s: Position, side: int) -> HexSet:
    """2.36.12, 24.6, R62  The objectives a side occupies: with land units of any kind, headquarters and supply too."""
    return s.game.objectives & s.occupied(side)


def worth(s: Position, side: int, hex_: Hex) -> int:
    """JVP.11, JVP.12, SVP.9, SVP.10, SVP.11, R9  Victory points a turn for an objective."""
    game = s.game
    where = "center" if hex_ == game.nomonhan else "east" if game.east >> hex_ & 1 else "west"
    return game.charts.objective_points[where][side]


def sudden_death(s: Position, side: int) -> bool:
    """24.3, 25.3.1, 25.3.2, R81  Nomonhan and seven other objective hexes."""
    held = holds(s, side)
    others = held & ~(1 << s.game.nomonhan)
    return bool(held >> s.game.nomonhan & 1) and others.bit_count() >= s.game.charts.sudden_death


@step
class VictoryPhase(PbnStep):
    """4.1.16, 24.1.2, 24.3, R105  Objectives are scored; who holds enough of them has won."""

    @property
    def phase(self) -> str:
        return "phase.victory"

    def run(self, s: Position) -> None:
        for side in SIDES:
            gain = sum(worth(s, side, hex_) for hex_ in members(holds(s, side)))
            if gain:
                s.tell("log.objectives", rule="24.6", side=side, count=gain)
                s.score(side, gain, "24.1.2")
        for side in SIDES:
            if sudden_death(s, side):
                s.tell("log.sudden-death", rule=SUDDEN[side], loud=True, side=side)
                s.result = Result(side, "sudden-death", s.points)


def levels(s: Position) -> Mapping[str, int]:
    """24.2  The least difference of points for each level of victory; a short battle has its own."""
    printed = s.game.charts.levels
    found: Mapping[str, int] = s.game.scenarios[s.scenario].data.get("levels", printed)
    return {name: found[name] for name in printed}


def level(s: Position, difference: int) -> str:
    """24.1.3, 24.2, 24.2.1, 24.2.2, 24.2.3, 24.2.4, R8  The level of victory that a difference of points means."""
    reached = [name for name, least in levels(s).items() if difference >= least]
    return reached[-1] if reached else "draw"


def decide(s: Position) -> None:
    """3.1.3, 24.2  The game is over: the difference of the victory points tells."""
    soviet, japan = s.points
    how = level(s, abs(soviet - japan))
    winner = None if how == "draw" else int(japan > soviet)
    told: dict[str, Any] = {} if winner is None else {"side": winner}
    s.tell(f"log.end-{how}", rule=LEVELS[how], loud=True, points=f"{soviet}-{japan}", **told)
    s.result = Result(winner, how, s.points)


# -- what a side is told -----------------------------------------------------------------------------------------------


def seems_held(s: Position, side: int, viewer: int | None) -> HexSet:
    """24.6, 34.1  The objectives that a side holds, for all that somebody else knows: a deception marker holds none,
    but looks as if it did."""
    known = viewer == side or s.result is not None
    return s.game.objectives & (s.occupied(side) if known else s.held(side))


def arithmetic(s: Position, viewer: int | None) -> Iterator[ScoreLine]:
    """24.1, SCM.3  The points as they stand; what the objectives would bring comes at the end of the turn."""
    for side in SIDES:
        yield ScoreLine(side, "24.1", "vp.points", s.points[side], s.points[side])
    for side in SIDES:
        coming = sum(worth(s, side, hex_) for hex_ in members(seems_held(s, side, viewer)))
        yield ScoreLine(side, "24.6", "vp.objectives", 2 * coming if s.crisis else coming, 0)


def goals(s: Position, viewer: int | None) -> Iterator[Goal]:
    """24.2, 24.3, 25.3  Sudden death, what each side lacks for it, and the levels of victory."""
    charts, center = s.game.charts, 1 << s.game.nomonhan
    yield Goal(Text("goal.sudden-death", {"need": charts.sudden_death}), "24.3")
    for side in SIDES:
        held = seems_held(s, side, viewer)
        others = (held & ~center).bit_count()
        missing = max(0, charts.sudden_death - others) + (not held & center)
        told = {"side": side, "center": int(bool(held & center)), "others": others, "missing": missing}
        yield lacks(Text("goal.holds", told), missing, SUDDEN[side])
    yield from by_difference(s.points, levels(s), "24.2")


def objectives(s: Position, viewer: int | None) -> tuple[Objective, ...]:
    """24.6  The objectives, what each is worth to who holds it, and who seems to."""
    held = [seems_held(s, side, viewer) for side in SIDES]
    out = []
    for hex_ in members(s.game.objectives):
        who = next((side for side in SIDES if held[side] >> hex_ & 1), None)
        soviet, japan = each = worth(s, SOVIET, hex_), worth(s, JAPAN, hex_)
        out.append(Objective(hex_, max(soviet, japan) if who is None else each[who], "24.6", who, each))
    return tuple(out)
