"""What always holds: the check that random play makes after every decision sees every breach of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from khalkhin.games.bkg.position import Position
from tests.bkg.positions import board, do, fight, position, the_game, units


def put(s: Position, unit: str, place: str) -> None:
    s.put(s.game.sheet.index[unit], s.game.place_at(place))


def lose(s: Position, unit: str) -> None:
    """Forget where a counter is."""
    number = s.game.sheet.index[unit]
    s.at[s.where[number]] &= ~(1 << number)


def flag(s: Position, name: str, unit: str) -> None:
    setattr(s, name, units(unit))


BREACHES: dict[str, tuple[Callable[[Position], None], str]] = {
    "enemies in one hex": (lambda s: put(s, "JP-64-1", "1717"), "4.1.2.i"),
    "five in a hex": (lambda s: put(s, "SU-602-1", "1717"), "4.1.1"),
    "a unit in a lake": (lambda s: put(s, "SU-602-1", "2417"), "T2"),
    "armour in a marsh": (lambda s: put(s, "SU-6T-1", "0610"), "T2"),
    "mechanised cavalry on a mountain": (lambda s: put(s, "SU-36RCM", "1011"), "T2"),
    "air points below zero": (lambda s: setattr(s, "air", (-1, 0)), "6.1"),
    "too many Soviet air points": (lambda s: setattr(s, "air", (16, 0)), "6.1"),
    "too many Japanese air points": (lambda s: setattr(s, "air", (0, 6)), "6.1"),
    "a counter lost": (lambda s: lose(s, "SU-602-1"), "lost"),
    "penalised at home": (lambda s: flag(s, "penalised", "SU-601-1"), "4.0.i"),
    "too early": (lambda s: put(s, "JP-25-1", "2710"), "10.1.3"),
    "shown after the battle": (lambda s: flag(s, "shown", "SU-601-1"), "2.5"),
    "a duty left over": (lambda s: flag(s, "obliged", "SU-24-1"), "4.1.2.h"),
}


def sound() -> Position:
    """Turn 23: the tanks and the 25th regiment are due tomorrow."""
    placed = {
        "1717": ["SU-601-1", "SU-601-2", "SU-601-3", "SU-82A-1"],
        "1011": "SU-24-1",
        "1111": "JP-71-1",
        "2005": "SU-24-2",
    }
    return position(board(placed, turn=23, due=["JP-25-1", "JP-25-2", "JP-25-3", "JP-3RT", "JP-4RT"]))


def test_a_sound_position_passes() -> None:
    s = sound()
    the_game().check(s)
    s.penalised = units("SU-24-2")
    s.air = (0, 0)
    the_game().check(s)
    s.air = (15, 5)
    the_game().check(s)


def test_the_position_at_the_end_passes() -> None:
    match = do(board({"1717": "SU-601-1"}, "jap_combat", turn=31), "done")
    assert match.over
    the_game().check(position(match))


@pytest.mark.parametrize(("breach", "rule"), BREACHES.values(), ids=BREACHES)
def test_every_breach_is_seen(breach: Callable[[Position], None], rule: str) -> None:
    s = sound()
    breach(s)
    with pytest.raises(AssertionError, match=rule.replace(".", r"\.")):
        the_game().check(s)


def test_five_are_allowed_while_a_chain_retreat_is_under_way_and_six_are_not() -> None:
    stacks = {
        "0113": ["SU-602-1", "SU-602-2", "SU-602-3", "SU-603-1"],
        "0213": ["SU-127-1", "SU-127-2", "SU-127-3", "SU-80-1"],
    }
    attackers = ["JP-25-1", "JP-25-2"]
    match = board({"0112": "SU-601-1", "0111": attackers, **stacks}, "jap_combat", turn=24, dice=[(1, 2)])
    do(fight(match, "0112", *attackers), "unit JP-25-1", "hex 0113")
    s = position(match)
    the_game().check(s)
    put(s, "SU-603-2", "0113")
    with pytest.raises(AssertionError, match=r"4\.1\.1"):
        the_game().check(s)
