"""Declarations that are worth most, against every declaration there is."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from khalkhin.ai.ideas.battles import Battle, BattlePlan, stretches
from khalkhin.board.hexset import HexSet, members
from khalkhin.engine.codec import UnitSet
from khalkhin.engine.cover import Front, cover


class Duel(BattlePlan):
    """A battle is worth what the attackers have more than the defenders."""

    def __init__(self, front: Front, attack: tuple[int, ...], defence: tuple[int, ...]) -> None:
        super().__init__(front)
        self.attack, self.defence = attack, defence

    def worth(self, units: UnitSet, targets: HexSet) -> float:
        strength = sum(self.attack[u] for u in members(units))
        against = sum(self.defence[h] for h in members(targets))
        return min(2.0, strength / against) - 1.0


def a_front(rng: random.Random) -> tuple[Front, tuple[int, ...], tuple[int, ...]]:
    """Up to four units beside up to three hexes; who has to attack has something that has to be attacked."""
    hexes = rng.randint(1, 3)
    beside = {u: rng.randrange(1, 1 << hexes) for u in range(rng.randint(1, 4))}
    obliged = sum(1 << u for u in beside if rng.random() < 0.7)
    due = 0
    for unit in members(obliged):
        due |= beside[unit]
    seen = 0
    for near in beside.values():
        seen |= near
    volunteers = sum(1 << u for u in beside) & ~obliged
    front = Front(obliged, due, seen & ~due, beside, volunteers)
    strengths = tuple(rng.randint(1, 9) for _ in range(4)), tuple(rng.randint(1, 9) for _ in range(3))
    return front, *strengths


def legal(front: Front, battles: list[Battle]) -> bool:
    used = [u for group, _ in battles for u in members(group)]
    hit = [h for _, targets in battles for h in members(targets)]
    together = all(not targets & ~front.beside[u] for group, targets in battles for u in members(group))
    everybody = not front.obliged & ~sum(1 << u for u in set(used)) and not front.due & ~sum(1 << h for h in set(hit))
    return len(used) == len(set(used)) and len(hit) == len(set(hit)) and together and everybody


def declarations(front: Front) -> Iterator[list[Battle]]:
    """Every unit and every hex gets the number of a battle, or none."""
    units, hexes = list(front.beside), list(members(front.due | front.optional))
    for numbers in product(range(len(hexes) + 1), repeat=len(units) + len(hexes)):
        battles = []
        for n in range(1, len(hexes) + 1):
            group = sum(1 << u for u, number in zip(units, numbers, strict=False) if number == n)
            targets = sum(1 << h for h, number in zip(hexes, numbers[len(units) :], strict=True) if number == n)
            if bool(group) != bool(targets):
                break
            if group:
                battles.append((group, targets))
        else:
            if legal(front, battles):
                yield battles


@pytest.mark.parametrize("seed", range(40))
def test_nothing_is_left_out_and_little_could_be_better(seed: int) -> None:
    front, attack, defence = a_front(random.Random(seed))
    duel = Duel(front, attack, defence)
    worth, battles = duel.battles()
    assert legal(front, battles)
    assert worth == pytest.approx(sum(duel.worth(*battle) for battle in battles))
    assert worth >= sum(duel.worth(*battle) for battle in cover(front)) - 1e-9
    best = max(sum(duel.worth(*battle) for battle in found) for found in declarations(front))
    assert worth >= best - 1.0


def test_nearly_always_nothing_could_be_better() -> None:
    missed = 0
    for seed in range(60):
        front, attack, defence = a_front(random.Random(1000 + seed))
        duel = Duel(front, attack, defence)
        best = max(sum(duel.worth(*battle) for battle in found) for found in declarations(front))
        missed += duel.battles()[0] < best - 1e-9
    assert missed <= 6


def test_what_has_nothing_to_do_with_each_other_falls_apart() -> None:
    """Units 0 and 1 share a hex, unit 2 stands elsewhere and need not attack."""
    front = Front(0b011, 0b0011, 0b0100, {0: 0b0001, 1: 0b0011, 2: 0b0100}, 0b100)
    found = sorted(stretches(front), key=lambda stretch: min(stretch.beside))
    assert found == [
        Front(0b011, 0b0011, 0, {0: 0b0001, 1: 0b0011}, 0),
        Front(0, 0, 0b0100, {2: 0b0100}, 0b100),
    ]
