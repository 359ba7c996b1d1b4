"""2.4, 3.0, 6.1  The sequence of play: turns and phases, who acts in them, dice, and the air points of a turn."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from khalkhin.engine.dice import Dice
from khalkhin.engine.errors import Illegal
from khalkhin.engine.match import Decision, Match
from tests.bkg.positions import asked, board, do, fight, offered, place, position, refused, told

rule = pytest.mark.rule

PHASES = ["phase.sov_move", "phase.sov_combat", "phase.jap_move", "phase.jap_combat"]


def air(match: Match) -> tuple[int, int]:
    soviet, japan = match.view(None)["tracks"]["air"]
    return soviet, japan


def now(match: Match) -> tuple[int, str]:
    seen = match.view(None)
    return seen["tracks"]["turn"], seen["phase"]


# -- turns and phases --


@rule("bkg", "3.0", "3.0.e")
def test_the_four_phases_of_a_turn_and_then_the_next_turn() -> None:
    match = board({"0505": "SU-601-1", "2505": "JP-64-1"}, turn=24)
    seen = []
    for _ in range(9):
        seen.append((*now(match), match.game.sides[asked(match).side], asked(match).rule))
        do(match, "done")
    turn = [
        ("phase.sov_move", "soviet", "4.0"),
        ("phase.sov_combat", "soviet", "5.0"),
        ("phase.jap_move", "japan", "4.0"),
        ("phase.jap_combat", "japan", "5.0"),
    ]
    assert seen == [(24, *p) for p in turn] + [(25, *p) for p in turn] + [(26, *turn[0])]
    lines = [(e.key, e.params) for e in match.log if e.key in ("log.turn", "log.phase")]
    assert lines[4:9] == [
        ("log.turn", {"turn": 25, "soviet": 15, "japan": 5}),
        *(("log.phase", {"phase": f"@{phase}"}) for phase in PHASES),
    ]


@rule("bkg", "2.4.1.a")
def test_the_game_ends_after_the_japanese_combat_phase_of_turn_31() -> None:
    match = board({"0505": "SU-601-1", "2505": "JP-64-1"}, "jap_combat", turn=30)
    do(match, "done")
    assert now(match) == (31, "phase.sov_move")
    for _ in PHASES[:3]:
        do(match, "done")
    assert now(match) == (31, "phase.jap_combat")
    assert match.result() is None
    do(match, "done")
    assert match.over
    assert match.prompts() == ()


@rule("bkg", "2.4.1.a")
def test_there_is_no_earlier_end() -> None:
    """Not even when nobody is left, or one side is."""
    for placed in ({}, {"0505": "SU-601-1"}, {"2505": "JP-64-1"}):
        match = do(board(placed, turn=24), *["done"] * 4)
        assert not match.over
        assert now(match) == (25, "phase.sov_move")


@rule("bkg", "3.0.a", "3.0.c")
@pytest.mark.parametrize(
    ("phase", "own", "enemy", "rule"),
    [
        ("sov_move", ["SU-601-1", "SU-24-1", "MN-15-1"], "JP-64-1", "3.0.a"),
        ("jap_move", ["JP-64-1", "MC-8RC", "JP-13A-1"], "SU-24-1", "3.0.c"),
    ],
)
def test_the_phasing_player_moves_as_many_of_his_units_as_he_likes(
    phase: str, own: list[str], enemy: str, rule: str
) -> None:
    start = {"1717": own, "2223": enemy}
    match = board(start, phase)
    assert offered(match, "unit") == set(own)
    assert refused(match, f"unit {enemy}") == rule
    do(match, "done")
    assert {place(match, unit) for unit in own} == {"1717"}, "none at all"
    match = board(start, phase)
    for unit, hex_ in reversed(list(zip(own, ("1617", "1817", "1716"), strict=True))):
        do(match, f"unit {unit}", f"hex {hex_}", "done")
    assert [place(match, unit) for unit in own] == ["1617", "1817", "1716"]
    do(match, "done")


@rule("bkg", "3.0.a", "3.0.c")
def test_no_attacks_in_a_movement_phase_and_no_moves_in_a_combat_phase() -> None:
    start = {"1717": "SU-24-1", "1817": "JP-64-1", "1515": "SU-601-1"}
    for phase in ("sov_move", "jap_move"):
        match = board(start, phase)
        for decision in ("attack 1817", "strike 1817", "bombard 1817", "air 3", "commit"):
            assert refused(match, decision) == "3.0"
    combat = board(start, "sov_combat")
    assert refused(combat, "unit SU-601-1") == refused(combat, "hex 1516") == "5.0"


@rule("bkg", "3.0.b", "3.0.d")
@pytest.mark.parametrize(("phase", "own", "enemy"), [("sov_combat", "1817", "1717"), ("jap_combat", "1717", "1817")])
def test_v_92_only_the_phasing_player_attacks(phase: str, own: str, enemy: str) -> None:
    """`own` is the hex he attacks, `enemy` the one that the other player would like to attack or strike."""
    match = board({"1717": "SU-24-1", "1817": "JP-64-1"}, phase)
    assert offered(match, "attack") == {own}
    assert refused(match, f"attack {enemy}") == refused(match, f"strike {enemy}") == "5.0"
    other = "japan" if phase == "sov_combat" else "soviet"
    before = match.state.key()
    for verb in ("attack", "strike"):
        with pytest.raises(Illegal) as error:
            match.play(verb, enemy, side=other)
        assert error.value.reason.key == "engine.not-asked"
    assert match.state.key() == before


@rule("bkg", "3.0.b", "3.0.d")
def test_each_attacks_after_his_own_movement() -> None:
    """The last to move is the attacker: who was engaged by the enemy attacks only after his own movement phase."""
    match = board({"1717": "SU-24-1", "2017": "JP-64-1"}, "sov_move", dice=[(1, 2)])
    do(match, "unit SU-24-1", "hex 1917", "done", "done")
    assert (now(match)[1], asked(match).side) == ("phase.sov_combat", 0)
    fight(match, "2017", "SU-24-1")
    do(match, "hex 1817", "done")
    do(match, "unit JP-64-1", "hex 1917", "done", "done")
    assert (now(match)[1], asked(match).side) == ("phase.jap_combat", 1)
    assert offered(match, "attack") == {"1817"}


def test_v_35_each_combat_phase_starts_afresh() -> None:
    """K-50  The Soviets take 1817; the Japanese may attack it in the same turn."""
    attackers = ["SU-24-1", "SU-24-2", "SU-149-1"]
    match = board({"1717": attackers, "1817": "JP-13A-1", "2017": "JP-64-1"}, "sov_combat", dice=[(1, 2)])
    do(fight(match, "1817", *attackers), "unit SU-24-1", "done")
    assert "marker.attacked" in match.view(None)["markers"]["1817"]
    do(match, "done", "unit JP-64-1", "hex 1917", "done", "done")
    assert "1817" not in match.view(None)["markers"]
    assert offered(match, "attack") == {"1817"}


def test_k_76_nothing_happens_to_a_unit_by_itself() -> None:
    """No supply, weather or recovery: a surrounded, flipped unit is as it was a turn later."""
    far = {"0101": "SU-601-1", "0103": "JP-64-1", "0303": "JP-64-2", "0301": "JP-64-3"}
    match = board(far, "sov_combat", flipped=["SU-601-1"])
    before = [*match.state.where], position(match).flipped
    do(match, *["done"] * 6)
    assert now(match) == (25, "phase.jap_combat")
    assert before == ([*match.state.where], position(match).flipped)


# -- dice --


@dataclass(frozen=True)
class Watched(Dice):
    """Dice that remember how they were thrown."""

    thrown: list[tuple[int, int]] = field(default_factory=list)

    def roll(self, counter: int, count: int, sides: int = 6) -> tuple[int, ...]:
        self.thrown.append((count, sides))
        return super().roll(counter, count, sides)


@rule("bkg", "2.4.3")
def test_two_dice_for_a_combat_and_none_for_movement() -> None:
    match = board({"1717": "SU-24-1", "2017": "JP-64-1"})
    dice = Watched(b"test" * 8, "test", None)
    match.state.dice = dice
    do(match, "unit SU-24-1", "hex 1917", "done", "done")
    assert dice.thrown == []
    fight(match, "2017", "SU-24-1")
    assert dice.thrown == [(2, 6)]
    faces = [int(face) for face in told(match, "log.result")["dice"].split("+")]
    assert len(faces) == 2
    assert all(1 <= face <= 6 for face in faces)


@rule("bkg", "2.4.3")
def test_two_dice_for_a_bombardment_too() -> None:
    match = board({"1717": "SU-82A-1", "2017": "JP-64-1"}, "sov_combat")
    dice = Watched(b"test" * 8, "test", None)
    match.state.dice = dice
    do(match, "bombard 2017", "unit SU-82A-1", "commit")
    assert dice.thrown == [(2, 6)]


# -- the air points of a turn --


def test_v_76_air_points_of_each_turn() -> None:
    match = board({"1717": "SU-24-1", "1817": "JP-13A-1"}, "sov_combat", turn=20, dice=[(1, 2)])
    assert air(match) == (20, 10)
    fight(match, "1817", "SU-24-1", air=7)
    assert air(match) == (13, 10)
    while match.state.turn == 20:
        do(match, "done")
    assert air(match) == (20, 10)
    for turn, points in ((22, (15, 5)), (25, (15, 5)), (26, (10, 10)), (31, (10, 10))):
        while match.state.turn < turn:
            do(match, "done")
        assert air(match) == points


def test_v_91_one_pool_a_turn_for_attack_and_defence() -> None:
    """K-75  What is left after the Soviet combat phase serves in the Japanese one; the next turn starts afresh."""
    match = board({"1717": "SU-24-1", "1817": "JP-64-1"}, "sov_combat", turn=22, dice=[(1, 2), (1, 2)])
    do(match, "attack 1817", "unit SU-24-1", "air 9", "commit")
    assert asked(match).side == 1
    do(match, "air 3", "commit")
    assert told(match, "log.result")["codes"] == "IMP"
    assert air(match) == (6, 2)
    do(match, "done", "done", "attack 1717", "unit JP-64-1")
    assert offered(match, "air") == {1, 2}
    assert refused(match, "air 3") == "6.1.c"
    do(match, "air 2", "commit")
    assert offered(match, "air") == set(range(1, 7))
    assert refused(match, "air 7") == "6.1.c"
    do(match, "commit")
    assert told(match, "log.result")["codes"] == "IMP"
    assert air(match) == (6, 0)
    do(match, "done")
    assert now(match) == (23, "phase.sov_move")
    assert air(match) == (15, 5)


# -- what is hidden --


def test_v_90_an_undeclared_target_shows_number_and_nationality_only() -> None:
    match = board({"1717": "SU-24-1", "1817": ["JP-64-1", "JP-13A-1", "MC-8RC"]}, "sov_combat", flipped=["JP-64-1"])
    do(match, "attack 1817", "unit SU-24-1")
    seen = match.view("soviet")
    assert seen["places"]["1817"] == [{"nation": "JP"}, {"nation": "JP"}, {"nation": "MC"}]
    assert (seen["details"]["odds"]["defence"], seen["details"]["odds"]["column"]) == (None, None)


def test_what_was_marked_in_a_combat_phase_is_gone_when_the_next_side_moves() -> None:
    """6.2.g, K-50: attacked, fought and fired are of one phase; nobody sees them as if they were of this one."""
    match = board({"1319": ["JP-71-1"], "1320": ["SU-127-1"]}, "sov_combat", dice=[(3, 4)], air=(0, 0))
    do(match, "attack 1319", "unit SU-127-1", "commit")
    assert position(match).attacked
    while asked(match).message.key != "ask.move":
        prompt = asked(match)
        last = prompt.offers[-1]  # done, where it is offered
        match.decide(Decision(prompt.side, last.verb, next(iter(last))))
    s = position(match)
    assert (s.attacked, s.fought, s.fired, s.obliged) == (0, 0, 0, 0)
    assert "marker.attacked" not in str(match.view("japan")["markers"])
