"""Assaults in the tiny game's valley, and who attacks what."""

from __future__ import annotations

from typing import NamedTuple

from khalkhin.ai.ideas import Said
from khalkhin.ai.ideas.assaults import split_moves
from khalkhin.ai.ideas.assignment import assigned
from tests.ai.valley import SETTINGS, Assaults, Evaluation, tools
from tests.tiny import positions as tiny
from tests.tiny.position import RED, Position
from tests.tiny.positions import at, unit


def assaults(placed: dict[str, list[str]]) -> Assaults:
    s = tiny.planning(placed).state
    assert isinstance(s, Position)
    return Assaults(Evaluation(tools(s.game), s, RED, False), s, s.force(RED), SETTINGS.assaults)


def named(idea: list[Said]) -> list[str]:
    game = tiny.the_game()
    return [f"{verb} {game.write(verb, noun)}" for verb, noun in idea]


def test_units_are_called_up_until_it_gets_no_better() -> None:
    """Four and two are six, and six is enough; they attack from the hill."""
    found = assaults({"0302": ["BL-DET-1"], "0101": ["RD-COL"], "0201": ["RD-DET-1"], "0102": ["RD-DET-2"]})
    (idea,) = found.assault_ideas(3)
    assert {text for text in named(list(idea)) if text.startswith("unit")} == {"unit RD-COL", "unit RD-DET-1"}
    assert "hex 0202" in named(list(idea))


def test_the_most_promising_targets_come_first() -> None:
    placed = {"0101": ["RD-COL", "RD-DET-1"], "0303": ["BL-DET-1"], "0404": ["RD-PAT"], "0503": ["BL-PAT"]}
    crews = assaults(placed).crews_by_target()
    assert set(crews) == {at("0303"), at("0503")}
    assert assaults(placed).ranked_targets(crews, 1) == [at("0303")]


def test_who_goes_together_is_named_together() -> None:
    found = assaults({"0101": ["RD-COL", "RD-DET-1"], "0504": ["RD-PAT"], "0303": ["BL-PAT"]})
    said = found.march_idea(
        [(unit("RD-PAT"), at("0404")), (unit("RD-DET-1"), at("0202")), (unit("RD-COL"), at("0202"))]
    )
    column = 1 << unit("RD-COL") | 1 << unit("RD-DET-1")
    assert sorted(split_moves(said)) == sorted(
        [(1 << unit("RD-PAT"), [("hex", at("0404"))]), (column, [("hex", at("0202"))])]
    )


def test_a_quick_answer_takes_what_nobody_holds() -> None:
    """One of those who can come to the village, and nobody who cannot."""
    found = list(assaults({"0402": ["RD-PAT"], "0101": ["RD-COL"], "0504": ["RD-DET-1"]}).quick_ideas())
    assert len(found) == 1
    assert named(list(found[0]))[1] == "hex 0302"
    held = assaults({"0402": ["RD-PAT"], "0302": ["RD-COL"]})
    assert list(held.quick_ideas()) == []


def test_a_way_may_lead_over_several_hexes_and_ends_with_the_next_unit() -> None:
    idea: list[Said] = [("unit", 0), ("unit", 2), ("rail", 7), ("hex", 8), ("unit", 1), ("hex", 9), ("done", None)]
    assert list(split_moves(idea)) == [(0b101, [("rail", 7), ("hex", 8)]), (0b10, [("hex", 9)])]


class Weighed(NamedTuple):
    worth: float
    units: int


def test_every_unit_attacks_once_and_the_best_attack_comes_first() -> None:
    """Units 0 and 1 are beside hex 10, 1 and 2 beside hex 11, 2 beside hex 12, which is not worth it."""
    beside, prize = {10: 0b011, 11: 0b110, 12: 0b100}, {10: 1.0, 11: 3.0, 12: -1.0}
    free = 0b111

    def weigh(target: int) -> Weighed:
        near = beside[target] & free
        return Weighed(prize[target] * near.bit_count(), near)

    def take(target: int, attack: Weighed) -> bool:
        nonlocal free
        if attack.worth <= 0:
            return False
        free &= ~attack.units
        return True

    assert assigned([10, 11, 12], weigh, take) == [(11, Weighed(6.0, 0b110)), (10, Weighed(1.0, 0b001))]
