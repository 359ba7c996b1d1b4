"""The game offers, does and shows exactly what the oracles say, in thousands of random positions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from khalkhin.engine.dice import Dice
from tests.bkg.oracles.agreement import Disagreement
from tests.bkg.oracles.crowd import ASSAULT, BATTLE, FORD, HILLS, LINE, MARCH, POCKET, Kind, crowd, last_day
from tests.bkg.oracles.policies import anything, contact, in_force
from tests.bkg.oracles.referee import Policy, Referee
from tests.bkg.positions import the_game
from tests.comparing import TIMES, often_enough

DECISIONS = 50
"""How long a made position is played on."""


def compare(kind: Kind, number: int, referee: Referee, *policies: Policy, first: int = 0) -> None:
    """Plays on from so many crowds for a while."""
    for seed in range(first, first + number * TIMES):
        rng = random.Random(seed)
        with told_by(seed):
            referee.play(crowd(rng, kind), rng, rng.choice(policies), DECISIONS)


@contextmanager
def told_by(seed: int) -> Iterator[None]:
    """A disagreement tells which seed leads to it."""
    try:
        yield
    except Disagreement as error:
        raise Disagreement(f"seed {seed}\n{error}") from None


@pytest.mark.parametrize("kind", [MARCH, HILLS, BATTLE, POCKET, FORD, ASSAULT, LINE])
def test_a_few_crowds_of_each_kind(kind: Kind) -> None:
    """Quick, so that it can be run against every mutant of the rules."""
    referee = Referee(moves=0.3, views=0.02)
    compare(kind, 8, referee, contact, in_force, anything, first=1_000_000)
    often_enough(referee.tally, {"prompts": 80})


def test_moves_of_units_and_groups() -> None:
    referee = Referee(moves=0.5, views=0.02)
    compare(MARCH, 60, referee, contact, contact, anything)
    often_enough(
        referee.tally,
        {
            "prompts": 1200,
            "Movement": 60,
            "Moving": 500,
            "breaking contact": 120,
            "groups": 100,
            "mixed groups": 20,
            "stops in a zone or out of points": 150,
            "no stop in a full hex": 8,
            "moves beyond the border": 60,
            "moves of stranded units": 20,
            "units that have to come back": 6,
            "entries from due": 50,
            "entries from east": 5,
            "entries from north": 4,
            "reinforcements that have to come in": 30,
            "views": 100,
        },
    )


def test_armour_among_mountains() -> None:
    referee = Referee(moves=0.5)
    compare(HILLS, 30, referee, contact, contact, anything)
    often_enough(referee.tally, {"armour barred by mountains": 40, "Moving": 200})


def test_battles() -> None:
    referee = Referee(moves=0.1, views=0.02)
    compare(BATTLE, 90, referee, contact, in_force, anything)
    often_enough(
        referee.tally,
        {
            "prompts": 2000,
            "attack offered": 150,
            "bombard offered": 25,
            "strike offered": 60,
            "done offered": 50,
            "duties with a choice": 80,
            "artillery that has to attack": 80,
            "engaged units free to stay": 25,
            "penalised units that may not attack": 15,
            "declarations that have to grow": 200,
            "artillery alone gets no air": 30,
            "bombard declared": 6,
            "strike declared": 40,
            "defence unit": 120,
            "defence air": 90,
            "no support beyond the border": 12,
            "odds shown": 600,
            "beyond the table": 3,
            "TakeLoss": 50,
            "Eliminate": 6,
            "Retreats": 100,
            "Retreat": 100,
            "retreat: hex": 120,
            "retreat: through": 25,
            "retreat: edge": 5,
            "retreat: lost": 12,
            "retreat: over the border": 6,
            "shift: terrain": 30,
            "shift: river": 5,
            "shift: encirclement": 25,
            "shift: border": 15,
            "shift: formation": 8,
            "shift: defending formation": 5,
            "views": 200,
        },
    )


def test_pockets_full_of_units() -> None:
    referee = Referee(moves=0.1, views=0.02)
    compare(POCKET, 100, referee, contact)
    often_enough(
        referee.tally,
        {
            "Chain": 60,
            "link 2 of a chain": 40,
            "link 3 of a chain": 8,
            "retreat: room made by a chain": 25,
            "retreat: a full hex without a chain": 2,
            "retreat: fatal": 2,
            "retreat: edge": 8,
            "retreat: through": 50,
            "retreat: hit and through": 3,
            "retreat: hit and lost": 3,
            "odds shown: perhaps encircled": 2,
            "BreakOut": 15,
            "way out: loss": 35,
            "way out: relief": 15,
            "way out: death": 15,
            "way out: room made by a chain": 4,
            "views": 200,
        },
    )


def test_armour_on_both_banks() -> None:
    referee = Referee(moves=0.1)
    compare(FORD, 100, referee, contact, in_force)
    often_enough(
        referee.tally,
        {
            "retreat: of armour": 50,
            "retreat: loss in the river": 2,
            "retreat: death in the river": 2,
            "shift: river": 15,
            "result: EMP": 3,
            "ExchangeDefender": 1,
            "exchange: enough": 5,
            "exchange: not enough yet": 4,
        },
    )


def test_assaults_of_whole_divisions() -> None:
    referee = Referee(moves=0.0)
    compare(ASSAULT, 40, referee, in_force)
    often_enough(referee.tally, {"shift: division": 4, "shift: formation": 12, "ExchangeAttacker": 10, "Advance": 20})


def test_attacks_over_the_border() -> None:
    referee = Referee(moves=0.0)
    compare(LINE, 60, referee, in_force)
    often_enough(
        referee.tally,
        {
            "advance: not over the border": 1,
            "advance: somebody may not": 6,
            "advance: second hex": 3,
            "penalised units that may not attack": 40,
            "retreat: over the border": 8,
        },
    )


def test_whole_games() -> None:
    referee = Referee(moves=0.05, views=0.01)
    for seed in range(2 * TIMES):
        rng = random.Random(seed)
        with told_by(seed):
            referee.play(the_game().start(dice=Dice.practice(seed)), rng, contact, 10**6)
    often_enough(
        referee.tally,
        {
            "prompts": 1500,
            "PlaceReserve": 4,
            "Moving": 60,
            "CombatPhase": 150,
            "Declaring": 400,
            "DefenceSupport": 150,
            "DefenceSupport unasked": 1,
            "Retreat": 100,
            "Advance": 30,
            "FinalAttrition": 4,
            "games scored": 2,
            "views": 100,
        },
    )


def test_the_end() -> None:
    referee = Referee()
    for seed in range(120 * TIMES):
        rng = random.Random(seed)
        with told_by(seed):
            referee.play(last_day(rng), rng, anything, 10**6)
    often_enough(referee.tally, {"FinalAttrition": 300, "games scored": 120})
