"""A plan made better step by step, by the evaluation that is given."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any, ClassVar

import pytest

from khalkhin.ai.advisor import PlainAdvisor, advisor_of
from khalkhin.ai.ideas import Idea
from khalkhin.ai.plans import mean_value
from khalkhin.ai.players.planner_player import PlannerPlayer
from khalkhin.ai.sampling import scene_of
from khalkhin.ai.search.hill_climb import MIN_IDEAS, HillClimb
from khalkhin.engine import library
from khalkhin.engine.dice import Dice
from khalkhin.engine.match import Match
from khalkhin.engine.state import State
from khalkhin.engine.view import view
from tests.tiny import positions as tiny


class Sack(PlainAdvisor):
    """Things are put into a sack that holds ten: the one that is worth most leaves no room for the rest."""

    WEIGHT: ClassVar = {"anvil": (9, 5.0), **dict.fromkeys("abcdefgh", (2, 2.0))}

    def ideas(self, s: Any, side: int, rng: random.Random) -> list[Idea]:
        return [(("put", name),) for name in self.WEIGHT]

    def combines(self, s: Any) -> bool:
        return True

    def apply(self, s: Any, side: int, idea: Idea) -> Any:
        ((_, name),) = idea
        sack = s.notes.get("sack", ())
        if name in sack or sum(self.WEIGHT[x][0] for x in (*sack, name)) > 10:
            return None
        after = s.clone()
        after.notes = {**s.notes, "sack": (*sack, name)}
        return after

    def evaluation(self, s: Any, side: int) -> Any:
        return lambda after: sum(self.WEIGHT[name][1] for name in after.notes.get("sack", ()))


def sack(advisor: Sack, seed: int) -> HillClimb:
    s: State = tiny.new().state
    return HillClimb(advisor, [s, s], 0, random.Random(seed))


@pytest.mark.parametrize("seed", range(5))
def test_what_is_best_first_is_given_up_for_what_is_better_together(seed: int) -> None:
    climb = sack(Sack(tiny.the_game()), seed)
    assert climb.planned() == [(("put", "anvil"),)]
    assert len(climb.improved(climb.planned())) == 5
    assert len(climb.improved(())) == 5


def test_what_a_plan_has_made_possible_is_not_forgotten() -> None:
    class Tied(Sack):
        """A full sack can be tied up."""

        WEIGHT: ClassVar = {**Sack.WEIGHT, "string": (0, 1.0)}

        def ideas(self, s: Any, side: int, rng: random.Random) -> list[Idea]:
            full = sum(self.WEIGHT[name][0] for name in s.notes.get("sack", ())) == 10
            return [idea for idea in super().ideas(s, side, rng) if full or idea[0][1] != "string"]

    climb = sack(Tied(tiny.the_game()), 1)
    assert climb.improved(())[-1] == (("put", "string"),)


def test_where_it_takes_long_or_there_is_little_to_choose_from_nothing_is_climbed() -> None:
    class Slow(Sack):
        def worth_hill_climbing(self, s: Any) -> bool:
            return False

    class Small(Sack):
        WEIGHT: ClassVar = dict(list(Sack.WEIGHT.items())[: MIN_IDEAS - 1])

    for advisor in (Slow(tiny.the_game()), Small(tiny.the_game())):
        climb = sack(advisor, 1)
        assert not climb.worthwhile
        assert climb.improved(climb.planned()) == climb.planned()
        assert climb.improved([*climb.planned(), (("put", "a"),)]) == climb.planned(), "there is no room for more"


def worth(climb: HillClimb, parts: Sequence[Idea]) -> float:
    evaluations = [climb.advisor.evaluation(s, climb.side) for s in climb.positions]
    return mean_value(evaluations, list(apply(climb, parts)))


def apply(climb: HillClimb, parts: Sequence[Idea]) -> Iterator[State]:
    for now in climb.positions:
        for idea in parts:
            after = climb.advisor.apply(now, climb.side, idea)
            assert after is not None, "it can be carried out"
            now = after
        yield now


def climbs(most: int) -> Iterator[HillClimb]:
    """Those of a game between planners, a movement phase each."""
    match = Match(library.get("kgw").start("july-1939", None, Dice.practice(4)))
    seats = [PlannerPlayer(side) for side in range(2)]
    for _ in range(most):
        while not advisor_of(match.game).worth_hill_climbing(match.state):
            side = match.prompts()[0].side
            match.play(*seats[side].decide(view(match.state, side)), side=match.game.sides[side])
        at = scene_of(view(match.state, match.prompts()[0].side), 1)
        yield HillClimb(at.advisor, at.positions(2), at.side, at.rng)
        match.play("done", None)


def test_it_never_gets_worse_and_what_it_finds_can_be_done() -> None:
    gains = []
    for climb in climbs(4):
        base = climb.planned()
        better = climb.improved(base)
        gains.append(worth(climb, better) - worth(climb, base))
        assert worth(climb, climb.improved(better)) >= worth(climb, better)
    assert min(gains) >= 0
    assert max(gains) > 0


def test_a_changed_plan_is_another_one_and_can_be_done() -> None:
    for climb in climbs(2):
        base = climb.planned()
        changes = climb.mutations(base, 12)
        plans = [climb.refined(change.ideas) for change in changes]
        for plan in plans:
            worth(climb, plan)  # fails where something of it cannot be carried out
        assert len(changes) == 12
        assert len({str(plan) for plan in (base, *plans)}) > 6


def test_a_change_is_told_with_what_it_does_to_the_static_win_chance() -> None:
    for climb in climbs(2):
        base = climb.planned()
        before = static_win_chance(climb, base)
        changes = climb.mutations(base, 12)
        assert [change.effect for change in changes] == pytest.approx(
            [static_win_chance(climb, change.ideas) - before for change in changes]
        )
        assert any(change.effect for change in changes)


def static_win_chance(climb: HillClimb, plan: Sequence[Idea]) -> float:
    return fmean(climb.advisor.win_chance(s, climb.side) for s in apply(climb, plan))
