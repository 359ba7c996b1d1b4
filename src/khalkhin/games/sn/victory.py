"""5.3.a, 9.0, 24.0, 25.12  Victory: mobilization points, cities and towns; automatic victory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from khalkhin.board.hexset import Hex, HexSet, members
from khalkhin.engine.agenda import step
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.errors import Text
from khalkhin.engine.goals import Goal, by_difference, lacks
from khalkhin.engine.state import Result
from khalkhin.engine.summary import Objective, ScoreLine
from khalkhin.games.sn.elimination import award
from khalkhin.games.sn.position import (
    JAPAN,
    KOREA,
    MANCHUKUO,
    MENGJIANG,
    MPR,
    SIDES,
    SOVIET,
    USSR,
    Position,
    SnStep,
)

AUTOMATIC_RULES = ("24.2.2", "24.2.1")
"""What the Soviets need for an automatic victory, and what Japan."""
PLACE_RULES = {"nomonhan": ("25.12.4", "25.12.3")}
"""The rules that say what places are worth to either side, where a scenario has its own."""


def values(s: Position, kind: str) -> dict[str, tuple[int, int]]:
    """24.0.2, 24.0.3, 25.12.3, 25.12.4, R58  Points by state, Soviet then Japanese; the option exchanges the Mongolias
    in the Japanese list."""
    table: dict[str, Any] = dict(s.game.scenarios[s.scenario].data["victory"][kind])
    found = {state: (pair[1], pair[0]) for state, pair in table.items()}
    if kind == "cities" and s.options["vp_table"] == "mongolia_swapped":
        inner, outer = found[MENGJIANG], found[MPR]
        found[MENGJIANG], found[MPR] = (inner[0], outer[1]), (outer[0], inner[1])
    return found


def worth(s: Position, hex_: Hex) -> tuple[int, int]:
    """24.0.2, 24.0.3  What a place is worth to each side."""
    key = "worth", s.options["vp_table"], s.scenario
    known: dict[Hex, tuple[int, int]] | None = s.game.kept_worth.get(key)
    if known is None:
        known = s.game.kept_worth[key] = _worth(s)
    return known.get(hex_, (0, 0))


def _worth(s: Position) -> dict[Hex, tuple[int, int]]:
    game, out = s.game, {}
    named = game.scenarios[s.scenario].data["victory"]["named"]
    for kind, places in (("cities", game.cities), ("towns", game.towns)):
        by_state = values(s, kind)
        for hex_ in members(places):
            state = next((name for name, hexes in game.realm.items() if hexes >> hex_ & 1), "")
            out[hex_] = by_state.get(state, (0, 0))
    for name, pair in named.items():
        out[game.map.grid.at(name)] = pair[1], pair[0]
    return out


def city_points(s: Position, side: int) -> int:
    """24.0  Points for the cities and towns that a side occupies."""
    places = (s.game.cities | s.game.towns) & s.occupied(side)
    return sum(worth(s, hex_)[side] for hex_ in members(places))


def total(s: Position, side: int) -> int:
    """24.0, 24.0.1"""
    return s.points[side] + city_points(s, side)


def capture(s: Position) -> None:
    """5.3.a, 5.3.a.1, 5.3.a.2, R15  The first combat unit in an enemy city brings five points, once."""
    if "captures" in s.notes:
        return
    for side in SIDES:
        if open_ := s.game.prizes[side] & ~s.captured & s.held(side):
            take(s, side, open_ & s.hexes_of(side, s.game.combat_units) & ~s.occupied(1 - side))
    s.notes["captures"] = True


def pass_through(s: Position, side: int, group: UnitSet, path: HexSet) -> None:
    """5.3.a, R15  Who only passes through a city has entered it, too."""
    if group & s.game.combat_units:
        take(s, side, path)


def take(s: Position, side: int, hexes: HexSet) -> None:
    """5.3.a  The award for those enemy cities among some hexes that nobody has taken yet."""
    game = s.game
    for hex_ in members(hexes & game.prizes[side] & ~s.captured):
        s.captured |= 1 << hex_
        s.tell("log.captured", rule="5.3.a", loud=True, side=side, hex=hex_)
        award(s, side, game.charts.city_points, "5.3.a", "log.award-city", hex=hex_)


def lacking(s: Position, side: int) -> int:
    """24.2.1, 24.2.2, R61  How many cities a side lacks for an automatic victory. Japan needs those everywhere but in
    Korea; the Soviets need their own and five more."""
    game = s.game
    held = s.occupied(side) & game.cities
    own = game.cities & (game.realm[USSR] | game.realm[MPR])
    others = game.cities & (game.realm[MANCHUKUO] | game.realm[MENGJIANG])
    if side == JAPAN:
        return ((own | others) & ~held).bit_count()
    enemy = held & (others | game.cities & game.realm[KOREA])
    return (own & ~held).bit_count() + max(0, game.charts.enemy_cities - enemy.bit_count())


def automatic(s: Position, side: int) -> bool:
    """24.2.1, 24.2.2  Whether a side has all cities that it needs."""
    return not lacking(s, side)


@step
class VictoryCheck(SnStep):
    """4.3, 24.2  Automatic victory is tested when both have moved."""

    @property
    def phase(self) -> str:
        return "phase.victory"

    def run(self, s: Position) -> None:
        for side in (JAPAN, SOVIET):
            if s.result is None and automatic(s, side):
                s.tell("log.automatic", rule=AUTOMATIC_RULES[side], loud=True, side=side)
                s.result = Result(side, "strategic", (total(s, SOVIET), total(s, JAPAN)))


def decide(s: Position) -> None:
    """4.4, 24.0, 24.1  The last turn is over: the difference of the points tells."""
    soviet, japan = total(s, SOVIET), total(s, JAPAN)
    reached = [name for name, least in s.game.charts.levels.items() if abs(soviet - japan) >= least]
    how = reached[-1] if reached else "draw"
    winner = None if how == "draw" else int(japan > soviet)
    told: dict[str, Any] = {} if winner is None else {"side": winner}
    s.tell(f"log.end-{how}", rule="24.1", loud=True, points=f"{soviet}-{japan}", **told)
    s.result = Result(winner, how, (soviet, japan))


def arithmetic(s: Position) -> Iterator[ScoreLine]:
    """5.0.1, 24.0, 25.12.3, 25.12.4  The victory points as they stand, for both to see."""
    rules = PLACE_RULES.get(s.scenario, ("24.0.3", "24.0.2"))
    for side in SIDES:
        yield ScoreLine(side, "24.0.1", "vp.points", s.points[side], s.points[side])
        for kind, places in (("cities", s.game.cities), ("towns", s.game.towns)):
            held = [h for h in members(places & s.occupied(side)) if worth(s, h)[side]]
            points = sum(worth(s, h)[side] for h in held)
            yield ScoreLine(side, rules[side], f"vp.{kind}", len(held), points)


def goals(s: Position) -> Iterator[Goal]:
    """24.1, 24.2  Automatic victory, what each side lacks for it, and the levels of victory."""
    charts = s.game.charts
    for side in SIDES:
        key = "goal.automatic-japan" if side == JAPAN else "goal.automatic-soviet"
        yield Goal(Text(key, {"need": charts.enemy_cities}), AUTOMATIC_RULES[side])
        missing, cities = lacking(s, side), (s.occupied(side) & s.game.cities).bit_count()
        told = {"side": side, "held": cities, "missing": missing}
        yield lacks(Text("goal.holds", told), missing, AUTOMATIC_RULES[side])
    yield from by_difference((total(s, SOVIET), total(s, JAPAN)), charts.levels, "24.1")


def objectives(s: Position) -> tuple[Objective, ...]:
    """24.0  Cities and towns that count, and who occupies them."""
    out, held = [], [s.occupied(side) for side in SIDES]
    for hex_ in members(s.game.cities | s.game.towns):
        pair = worth(s, hex_)
        if not any(pair):
            continue
        holder = next((side for side in SIDES if held[side] >> hex_ & 1), None)
        each = pair if pair[0] != pair[1] else None
        out.append(Objective(hex_, max(pair) if holder is None else pair[holder], "24.0", holder, each))
    return tuple(out)
