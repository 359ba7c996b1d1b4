"""The game offers, does and shows exactly what the oracles say, in thousands of random positions."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping

from khalkhin.engine.dice import Dice
from tests.bkg.oracles.crowd import ASSAULT, BATTLE, FORD, MARCH, POCKET, Kind, crowd, last_day
from tests.bkg.oracles.referee import Referee, Temper
from tests.bkg.oracles.tempers import anything, contact, in_force
from tests.bkg.positions import the_game

TIMES = int(os.environ.get("KHALKHIN_ORACLE", "1").rstrip("x"))
"""KHALKHIN_ORACLE=10x compares ten times as many positions."""
MARCHES, BATTLES, POCKETS, FORDS, ASSAULTS, GAMES, ENDS = 60, 90, 100, 90, 40, 2, 120
"""How many positions of each kind."""


def compare(kind: Kind, number: int, referee: Referee, *tempers: Temper) -> None:
    """Plays on from so many crowds for a while."""
    for seed in range(number * TIMES):
        rng = random.Random(seed)
        referee.play(crowd(rng, kind), rng, rng.choice(tempers), 50)


def often_enough(referee: Referee, wanted: Mapping[str, int]) -> None:
    """A comparison of nothing would always agree: what is worth comparing must have occurred."""
    rare = {what: referee.tally[what] for what, times in wanted.items() if referee.tally[what] < times * TIMES}
    assert not rare, f"too rare to prove anything: {rare}"


def test_marches() -> None:
    referee = Referee(moves=0.5, views=0.01)
    compare(MARCH, MARCHES, referee, contact, contact, anything)
    print(sorted(referee.tally.items()))


def test_battles() -> None:
    referee = Referee(moves=0.1, views=0.02)
    compare(BATTLE, BATTLES, referee, contact, in_force, anything)
    print(sorted(referee.tally.items()))


def test_pockets() -> None:
    referee = Referee(moves=0.1, views=0.02)
    compare(POCKET, POCKETS, referee, contact)
    print(sorted(referee.tally.items()))


def test_fords() -> None:
    referee = Referee(moves=0.1)
    compare(FORD, FORDS, referee, contact, in_force)
    print(sorted(referee.tally.items()))


def test_assaults() -> None:
    referee = Referee(moves=0.0)
    compare(ASSAULT, ASSAULTS, referee, in_force)
    print(sorted(referee.tally.items()))


def test_whole_games() -> None:
    referee = Referee(moves=0.05, views=0.01)
    for seed in range(GAMES * TIMES):
        rng = random.Random(seed)
        referee.play(the_game().start(dice=Dice.practice(seed)), rng, contact, 10**6)
    print(sorted(referee.tally.items()))


def test_the_end() -> None:
    referee = Referee()
    for seed in range(ENDS * TIMES):
        rng = random.Random(seed)
        referee.play(last_day(rng), rng, anything, 10**6)
    print(sorted(referee.tally.items()))
