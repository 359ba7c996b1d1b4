"""16.0, 16.3, 16.4, 16.5, 30.0  Air operations: the secret allocation of missions, the fight for air superiority."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from khalkhin.engine.agenda import Kind, Noun, Offer, Prompt, asked_first, bare, numbers, prompt, step, words
from khalkhin.engine.codec import Side
from khalkhin.engine.errors import Reason, no
from khalkhin.engine.results_tables import Throw
from khalkhin.games.pbn.elimination import damage, shoot_down
from khalkhin.games.pbn.position import (
    INTERDICTION,
    MISSIONS,
    RECON,
    RESERVE,
    SIDES,
    STRIKE,
    SUPERIORITY,
    SUPPORT,
    PbnStep,
    Position,
)

Volleys = tuple[tuple[int, int], ...]
"""30.0  What fire does, volley by volley: points eliminated, points damaged. Each is applied before the next."""
Plan = tuple[int, ...]
"""Points for each of the missions; -1 where nothing has been said yet."""
NOTHING: Plan = (-1,) * len(MISSIONS)
VERBS = {
    SUPERIORITY: "superiority",
    INTERDICTION: "interdiction",
    RECON: "reconnaissance",
    STRIKE: "strikes",
    SUPPORT: "close_support",
}
"""What is said to put points on a mission."""
MISSION_OF = {verb: mission for mission, verb in VERBS.items()}
TARGETS = (STRIKE, INTERDICTION, RECON, SUPPORT)
"""16.34, 16.4, 16.52.2, R38  Missions that fire off target can hit; never the Reserve."""


def planned(plan: Plan) -> int:
    return sum(n for n in plan if n > 0)


def least(s: Position, mission: str, left: int) -> tuple[int, ...]:
    """26.8, 16.62, R34  What may be put on a mission: any number, but two, four or six on interdiction."""
    if mission == INTERDICTION:
        return tuple(n for n in s.game.charts.committed if n <= left)
    return tuple(range(1, left + 1))


@step
class AirAllocation(PbnStep):
    """4.1.3, 4.1.4, 4.1.5, 16.21, 16.3, 16.31, 16.33, 16.35  Both sides allocate all air points, secretly and at the
    same time; they need no command, base or supply."""

    simultaneous = True

    plans: tuple[Plan, ...] = (NOTHING, NOTHING)
    ready: tuple[bool, ...] = (False, False)

    @property
    def phase(self) -> str:
        return "phase.air"

    def _missions(self, s: Position) -> tuple[str, ...]:
        return MISSIONS if s.options["close_support"] else MISSIONS[:-1]

    def _left(self, s: Position, side: int) -> int:
        return s.air(side, RESERVE) - planned(self.plans[side])

    def ask(self, s: Position) -> tuple[Prompt, ...]:
        return tuple(self._prompt(s, side) for side in SIDES if s.air(side, RESERVE) and not self.ready[side])

    def _prompt(self, s: Position, side: int) -> Prompt:
        offers = [
            Offer(VERBS[mission], Kind.NUMBER, least(s, mission, self._left(s, side)))
            for n, mission in enumerate(self._missions(s))
            if self.plans[side][n] < 0
        ]
        return prompt(side, "16.3", "ask.allocate", *offers, bare("commit"), count=self._left(s, side))

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "commit":
            return None
        mission = MISSION_OF.get(verb, "")
        if not mission or not isinstance(noun, int):
            return no("16.3", "why.allocating")
        if mission not in self._missions(s):
            return no("31.0", "why.no-close-support")
        if self.plans[side][MISSIONS.index(mission)] >= 0:
            return no("16.3", "why.mission-set", mission=f"@box.{mission}")
        left = self._left(s, side)
        if noun in least(s, mission, left):
            return None
        if mission == INTERDICTION and noun not in s.game.charts.committed:
            return no("26.8", "why.interdiction-number")
        if noun < 1:
            return no("16.3", "why.no-point")
        return no("16.31", "why.air-left", count=left)

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        if verb == "commit":
            ready = tuple(self.ready[who] or who == side for who in SIDES)
            s.push(replace(self, ready=ready))
            return
        assert isinstance(noun, int)
        at = MISSIONS.index(MISSION_OF[verb])
        mine = tuple(noun if n == at else points for n, points in enumerate(self.plans[side]))
        plans = tuple(mine if who == side else self.plans[who] for who in SIDES)
        s.push(replace(self, plans=plans))

    def run(self, s: Position) -> None:
        """4.1.5, 18.3  Both have allocated: the missions are revealed together."""
        for side in SIDES:
            for mission, count in zip(MISSIONS, self.plans[side], strict=True):
                s.fly(side, max(0, count), RESERVE, mission)
            told: dict[str, Any] = {mission: s.air(side, mission) for mission in (RESERVE, *MISSIONS)}
            s.tell("log.allocated", rule="4.1.5", side=side, **told, loud=True)
        s.seal()
        s.push(Superiority())

    def seen_by(self, s: Position, side: int | None) -> PbnStep:
        plans = tuple(self.plans[who] if who == side else NOTHING for who in SIDES)
        return replace(self, plans=plans)

    def details(self, s: Position, side: int | None) -> dict[str, Any]:
        if side is None:
            return {}
        plan = {mission: max(0, n) for mission, n in zip(self._missions(s), self.plans[side], strict=False)}
        return {"missions": {RESERVE: self._left(s, side), **plan}}


@step
class Superiority(PbnStep):
    """4.1.6, 16.5, 16.52  Who has more points in Air Superiority may turn the excess on other missions."""

    @property
    def phase(self) -> str:
        return "phase.air"

    def _most(self, s: Position) -> tuple[int, int]:
        """Who has more, and by how much."""
        soviet, japan = (s.air(side, SUPERIORITY) for side in SIDES)
        return int(japan > soviet), abs(japan - soviet)

    def ask(self, s: Position) -> Prompt | None:
        side, most = self._most(s)
        if not most or not any(s.air(1 - side, mission) for mission in TARGETS):
            return None
        return prompt(side, "16.52.2", "ask.split", numbers("split", range(most + 1)), count=most)

    def run(self, s: Position) -> None:
        """16.52.1  With equal points, or with nothing else to fire at, all fire at the enemy's superiority."""
        self._fire(s, 0)

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "split" and isinstance(noun, int):
            most = self._most(s)[1]
            return None if 0 <= noun <= most else no("16.52.2", "why.split", count=most)
        return asked_first(s, side, "16.52.2")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, int)
        self._fire(s, noun)

    def _fire(self, s: Position, split: int) -> None:
        """16.51, 16.51.1, R37, R111  Every group fires, all at once; hits count when all have fired."""
        more, _ = self._most(s)
        points = [s.air(side, SUPERIORITY) for side in SIDES]
        main = [points[side] - (split if side == more else 0) for side in SIDES]
        hits = [fire(s, side, main[side] if points[1 - side] else 0) for side in SIDES]
        aside = fire(s, more, split)
        for side in SIDES:
            for lost, hurt in hits[side]:
                shoot_down(s, 1 - side, lost, SUPERIORITY, "16.51")
                damage(s, 1 - side, hurt, SUPERIORITY, "16.51")
        s.push(Aside(more, tuple(volley for volley in aside if any(volley))), EndAir())


def fire(s: Position, side: int, points: int) -> Volleys:
    """16.51, 30.0, R37  Points fire together, up to eight; with the option those above eight fire separately."""
    charts = s.game.charts
    volleys = []
    while points > 0:
        column = min(points, charts.fire_together)
        (die,) = s.roll(1)
        result = charts.superiority.result(column - 1, die)
        throw = Throw(side, charts.superiority, column - 1, (die,))
        lost, hurt = map(int, result.split("/"))
        told: dict[str, Any] = {"side": side, "count": column, "dice": str(die), "result": result}
        s.tell("log.superiority", rule="16.51", throw=throw, loud=True, **told, lost=lost, hurt=hurt)
        volleys.append((lost, hurt))
        points = points - column if s.options["large_superiority"] else 0
    return tuple(volleys)


@step
class Aside(PbnStep):
    """16.52.2, 16.52.3, R117  The firer says which missions his other fire hits: losses first, then damage."""

    side: Side
    volleys: Volleys

    @property
    def phase(self) -> str:
        return "phase.air"

    def _able(self, s: Position) -> tuple[str, ...]:
        return tuple(mission for mission in TARGETS if s.air(1 - self.side, mission))

    def ask(self, s: Position) -> Prompt | None:
        able = self._able(s)
        if len(able) < 2 or not self.volleys:
            return None  # missions and dice are open, so everybody knows
        lost, hurt = self.volleys[0]
        key = "ask.shoot-down" if lost else "ask.damage"
        return prompt(self.side, "16.52.2", key, words("mission", *able), count=lost or hurt)

    def run(self, s: Position) -> None:
        able = self._able(s)
        if able and self.volleys:
            self._hit(s, able[0])

    def why(self, s: Position, side: int, verb: str, noun: Noun) -> Reason | None:
        if verb == "mission":
            return None if noun in self._able(s) else no("16.52.2", "why.no-mission")
        return no("16.52.2", "why.pick-mission")

    def take(self, s: Position, side: int, verb: str, noun: Noun) -> None:
        assert isinstance(noun, str)
        self._hit(s, noun)

    def _hit(self, s: Position, mission: str) -> None:
        lost, hurt = self.volleys[0]
        if lost:
            shoot_down(s, 1 - self.side, 1, mission, "16.52.2")
            left = lost - 1, hurt
        else:
            damage(s, 1 - self.side, 1, mission, "16.52.2")
            left = lost, hurt - 1
        s.push(Aside(self.side, tuple(volley for volley in (left, *self.volleys[1:]) if any(volley))))


@step
class EndAir(PbnStep):
    """16.51.1  Air superiority is over; its points go to Reserve."""

    def run(self, s: Position) -> None:
        for side in SIDES:
            s.fly(side, s.air(side, SUPERIORITY), SUPERIORITY, RESERVE)
        s.end_phase()


def return_to_reserve(s: Position) -> None:
    """4.1.3, 16.32, 16.33, R88  All air points in mission boxes go to Reserve."""
    for side in SIDES:
        for mission in MISSIONS:
            s.fly(side, s.air(side, mission), mission, RESERVE)
