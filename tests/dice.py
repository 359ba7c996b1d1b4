"""Dice that fall as told, for tests of any game."""

from __future__ import annotations

from dataclasses import dataclass

from khalkhin.engine.dice import Dice

Fall = int | tuple[int, ...]


@dataclass(frozen=True)
class Rigged(Dice):
    """Dice that fall as told, then as they like. A draw out of a cup of n counters is a die of n sides."""

    rolls: tuple[tuple[int, ...], ...] = ()

    def roll(self, counter: int, count: int, sides: int = 6) -> tuple[int, ...]:
        if counter <= len(self.rolls):
            fall = self.rolls[counter - 1]
            assert count == len(fall), "so many dice were not rigged"
            assert all(1 <= die <= sides for die in fall), f"a die of {sides} sides was rigged to fall {fall}"
            return fall
        return super().roll(counter, count, sides)


def rigged(*rolls: Fall) -> Rigged:
    """Dice for one throw after another: a number for one die, a tuple for several thrown together."""
    return Rigged(b"test" * 8, "test", None, tuple((r,) if isinstance(r, int) else r for r in rolls))
