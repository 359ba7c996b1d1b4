"""4.0  Victory: Sudden Death, points at the end, and the levels of victory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from khalkhin.board.hexset import HexSet
from khalkhin.engine.errors import Text
from khalkhin.engine.goals import Goal, by_difference, lacks
from khalkhin.engine.state import Result
from khalkhin.engine.summary import Objective, ScoreLine
from khalkhin.games.kgw.position import USSR, Position

LEVELS = ("strategic", "operational", "marginal")
SCORED_BY = {"both": "4.2.1.a", "objective": "4.2.1.b", "aerodrome": "4.2.1.c"}


def scoring(s: Position) -> HexSet:
    """4.2.1.d, Q-13  Objectives and aerodromes that count: those outside the USSR, and in play."""
    return (s.game.objectives | s.game.aerodromes) & ~s.game.country[USSR] & ~s.outside


def levels(s: Position) -> Mapping[str, int]:
    """4.2.1.f  The least difference of points for each level of victory; a short battle has its own."""
    values: Mapping[str, int] = s.game.scenarios[s.scenario].data.get("levels", s.game.charts.victory)
    return {name: values[name] for name in LEVELS}


def holds(s: Position, side: int) -> tuple[HexSet, HexSet]:
    """4.2.1, 15.1.b, Q-02  Objectives held by ground units, and aerodromes by ground or air units, free of zones."""
    free = scoring(s) & ~s.zone(1 - side)
    ground = s.occupied(side)
    air = s.held(side) & ~s.occupied(1 - side)
    return free & s.game.objectives & ground, free & s.game.aerodromes & (ground | air)


def lacking(s: Position, side: int) -> HexSet:
    """4.1, Q-01  Objectives and other aerodromes outside the USSR that a side does not hold."""
    objectives, aerodromes = holds(s, side)
    return scoring(s) & (s.game.objectives & ~objectives | ~s.game.objectives & ~aerodromes)


def sudden_death(s: Position) -> None:
    """4.1, Q-01  A side that holds every objective and every aerodrome outside the USSR wins at once."""
    for side in range(2):
        if not lacking(s, side):
            s.result = Result(side, "sudden-death", points(s))
            s.tell("log.sudden-death", rule="4.1", side=side)


def points(s: Position) -> tuple[int, ...]:
    lines = list(arithmetic(s))
    return tuple(sum(x.points or 0 for x in lines if x.side == side) for side in range(2))


def arithmetic(s: Position) -> Iterator[ScoreLine]:
    """4.2.1.a-c, Q-04  One value a hex: both, objective only, aerodrome only."""
    values = s.game.charts.victory
    for side in range(2):
        objectives, aerodromes = holds(s, side)
        for kind, hexes in (
            ("both", objectives & aerodromes),
            ("objective", objectives & ~aerodromes),
            ("aerodrome", aerodromes & ~objectives),
        ):
            count = hexes.bit_count()
            yield ScoreLine(side, SCORED_BY[kind], f"vp.{kind}", count, count * values[kind])


def decide(s: Position) -> None:
    """4.2, 4.2.1.e-f  After the last turn the points are compared; the difference makes the level."""
    score = points(s)
    values, difference = levels(s), abs(score[0] - score[1])
    level = next((name for name in LEVELS if difference >= values[name]), None)
    winner = None if level is None else 0 if score[0] > score[1] else 1
    s.result = Result(winner, level or "draw", score)
    s.tell("log.score", rule="4.2.1", soviet=score[0], japan=score[1])


def goals(s: Position) -> Iterator[Goal]:
    """4.1, 4.2.1.e-f  Sudden death, what each side lacks for it, and the levels of victory."""
    every = scoring(s)
    yield Goal(Text("goal.sudden-death", {"need": every.bit_count()}), "4.1")
    for side in range(2):
        missing = lacking(s, side).bit_count()
        told = {"side": side, "held": every.bit_count() - missing, "missing": missing}
        yield lacks(Text("goal.holds", told), missing, "4.1")
    yield from by_difference(points(s), levels(s), "4.2.1")


def objectives(s: Position) -> tuple[Objective, ...]:
    """Every hex that counts, with who holds it now."""
    game, values = s.game, s.game.charts.victory
    held, counted = [a | b for a, b in (holds(s, side) for side in range(2))], scoring(s)
    out = []
    for place in game.charts.places:
        hex_ = game.map.grid.at(place["hex"])
        if not counted >> hex_ & 1:
            continue
        single = "objective" if place["objective"] else "aerodrome"
        kind = "both" if place["objective"] and place["aerodrome"] else single
        holder = next((side for side in range(2) if held[side] >> hex_ & 1), None)
        out.append(Objective(hex_, values[kind], SCORED_BY[kind], holder))
    return tuple(out)
