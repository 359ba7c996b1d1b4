"""10.2  The end: final losses and points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from khalkhin.board.data import TomlTable
from khalkhin.board.hexset import members
from khalkhin.engine.agenda import Noun, Prompt, prompt, step, units
from khalkhin.engine.codec import Side, UnitSet
from khalkhin.engine.errors import Reason, Text, no
from khalkhin.engine.goals import Goal, standing
from khalkhin.engine.state import Result
from khalkhin.engine.summary import Objective, ScoreLine
from khalkhin.games.bkg.losses import eliminate
from khalkhin.games.bkg.position import DESTROYED, JAPAN, SOVIET, BkgStep, Position


@step
class FinalAttrition(BkgStep):
    """10.2.a  Each player removes a third, rounded down, of his flipped units on the map before anything counts."""

    side: Side
    left: int | None
    """How many are still to go; None before they are counted."""

    @property
    def phase(self) -> str:
        return "phase.final_attrition"

    def weak(self, s: Position) -> UnitSet:
        return s.on_map(self.side) & s.flipped

    def ask(self, s: Position) -> Prompt | None:
        if not self.left:
            return None
        return prompt(self.side, "10.2.a", "ask.attrition", units(self.weak(s)), count=self.left)

    def run(self, s: Position) -> None:
        if self.left is None:
            s.push(FinalAttrition(self.side, self.weak(s).bit_count() // s.game.charts.attrition))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "unit" and isinstance(noun, int):
            return self._why_unit(s, noun)
        return no("10.2.a", "why.attrition", count=self.left)

    def _why_unit(self, s: Position, unit: int) -> Reason | None:
        if self.weak(s) >> unit & 1:
            return None
        if s.game.sheet.side[unit] != self.side:
            return no("10.2.a", "why.not-yours", unit=unit)
        return no("10.2.a", "why.off-map" if s.where[unit] < 0 else "why.no-losses", unit=unit)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        assert self.left
        eliminate(s, noun, "10.2.a")
        s.push(FinalAttrition(side, self.left - 1))


@step
class Scoring(BkgStep):
    """10.2.d  More points win; equal points are a draw (K-71)."""

    @property
    def phase(self) -> str:
        return "phase.scoring"

    def run(self, s: Position) -> None:
        lines = list(arithmetic(s))
        points = tuple(sum(x.points or 0 for x in lines if x.side == side) for side in (SOVIET, JAPAN))
        winner = None if points[0] == points[1] else SOVIET if points[0] > points[1] else JAPAN
        s.result = Result(winner, "points", points)
        s.tell("log.score", rule="10.2.d", soviet=points[SOVIET], japan=points[JAPAN])


def score(s: Position, side: int | None) -> list[ScoreLine]:
    """The arithmetic as it stands. How many Japanese are unhurt is theirs to know until the end."""
    lines = list(arithmetic(s))
    if side == JAPAN or s.result is not None or s.options["open_strengths"]:
        return lines
    return [ScoreLine(x.side, x.rule, x.key, None, None) if x.key == "vp.jp_intact" else x for x in lines]


def goals(s: Position, side: int | None) -> Iterator[Goal]:
    """10.2.d  More points win; who is ahead, as far as a side may know."""
    yield Goal(Text("goal.points", {}), "10.2.d")
    lines = score(s, side)
    known = [sum(x.points or 0 for x in lines if x.side == who) for who in (SOVIET, JAPAN)]
    if any(x.points is None for x in lines):
        yield Goal(Text("goal.partly", {"soviet": known[SOVIET], "japan": known[JAPAN]}), "10.2.2.c")
    else:
        yield standing(known, "10.2.d", f"@goal.level.{'draw' if known[SOVIET] == known[JAPAN] else 'victory'}")


def objectives(s: Position) -> tuple[Objective, ...]:
    """10.2.b-c  The hexes that count, and who passed through them last."""
    game, rows = s.game, s.game.charts.points
    return tuple(
        Objective(
            hex_,
            rows[game.objective_kind[hex_]].integer("points"),
            rows[game.objective_kind[hex_]].text("rule"),
            SOVIET if s.soviet_objectives >> hex_ & 1 else JAPAN,
        )
        for hex_ in members(game.objectives)
    )


def arithmetic(s: Position) -> Iterator[ScoreLine]:
    """10.2.b-c, 10.2.1, 10.2.2  Line by line; destroyed is who was eliminated, by whatever (K-70)."""
    game, rows, nation = s.game, s.game.charts.points, s.game.sheet.of_nation
    holders = ((SOVIET, s.soviet_objectives), (JAPAN, game.objectives & ~s.soviet_objectives))
    for side, held in holders:
        for kind in ("nomonhan", "west_mountain"):
            count = sum(game.objective_kind[h] == kind for h in members(held))
            yield _line(rows, side, kind, count)
    dead = s.stack(game.box(DESTROYED))
    inside = 0
    for hex_ in members(s.held(JAPAN) & game.inside):
        inside |= s.at[hex_] & nation["JP"]
    yield _line(rows, SOVIET, "jp_destroyed", (dead & nation["JP"]).bit_count())
    yield _line(rows, SOVIET, "mc_destroyed", (dead & nation["MC"]).bit_count())
    yield _line(rows, SOVIET, "cleared", int(not inside))
    yield _line(rows, JAPAN, "su_destroyed", (dead & nation["SU"]).bit_count())
    yield _line(rows, JAPAN, "mn_destroyed", (dead & nation["MN"]).bit_count())
    yield _line(rows, JAPAN, "jp_intact", (inside & ~s.flipped).bit_count())


def _line(rows: Mapping[str, TomlTable], side: int, kind: str, count: int) -> ScoreLine:
    return ScoreLine(side, rows[kind].text("rule"), f"vp.{kind}", count, count * rows[kind].integer("points"))
