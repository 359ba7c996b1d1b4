"""Orders that fit several verbs: the only one that works is meant, of several the person is asked."""

from __future__ import annotations

import pytest

import tests.bkg.positions as bkg
import tests.kgw.positions as kgw
import tests.pbn.positions as pbn
import tests.sn.positions as sn
from khalkhin.engine.match import Match
from tests.pbn.outcomes import brings
from tests.terminal.desk import sit


def marines() -> Match:
    """At Seishin: on the coast and on the railroad, in supply."""
    return sn.board({"2604": ["JP-1CSNLFMB", "JP-SUP-1"], "1002": "SU-12IC"}, "japan_move")


# -- which way is meant ------------------------------------------------------------------------------------------------


def test_march_ride_or_sail() -> None:
    said = sit(marines(), "1CSNLFMB 3306\nchoices done\n")
    assert said.decisions == []
    (asked,) = said.after("1CSNLFMB 3306")
    assert asked == (
        '"1CSNLFMB 3306" can be meant in several ways. Which one? 1 = unit 1CSNLFMB hex 3306 (March), '
        "2 = unit 1CSNLFMB rail 3306 (Ride the railroad), 3 = sail 1CSNLFMB 3306 (Go by sea). undo forgets it."
    )
    assert said.after("choices done") == ["done (End movement)"]


@pytest.mark.parametrize(
    ("answer", "decisions"),
    [
        ("1", ["japan unit JP-1CSNLFMB", "japan hex 3306"]),
        ("2", ["japan unit JP-1CSNLFMB", "japan rail 3306"]),
        ("3", ["japan sail JP-1CSNLFMB", "japan hex 3306"]),
        ("sail 1CSNLFMB 3306", ["japan sail JP-1CSNLFMB", "japan hex 3306"]),
        ("1CSNLFMB 2003", ["japan unit JP-1CSNLFMB", "japan hex 2003"]),
    ],
)
def test_the_answer_is_a_number_or_the_order_in_full_or_another_order(answer: str, decisions: list[str]) -> None:
    assert sit(marines(), f"1CSNLFMB 3306\n{answer}\n").decisions == decisions


def test_an_order_that_can_be_carried_out_in_one_way_is_carried_out() -> None:
    """By land nobody gets to 2301, and 2003 is not on the coast."""
    assert sit(marines(), "1CSNLFMB 2301\n").decisions == ["japan sail JP-1CSNLFMB", "japan hex 2301"]
    assert sit(marines(), "1CSNLFMB 2003\n").decisions == ["japan unit JP-1CSNLFMB", "japan hex 2003"]


def test_an_order_that_can_be_carried_out_in_no_way_is_refused_with_a_reason() -> None:
    said = sit(marines(), "1CSNLFMB 1002\n")
    assert said.decisions == []
    assert said.lines[-1].startswith('"hex 1002": 8.6.2: ')


@pytest.mark.parametrize("ending", ["done", "commit", "auto"])
def test_while_it_is_asked_nothing_ends_the_phase(ending: str) -> None:
    said = sit(marines(), f"1CSNLFMB 3306\n{ending}\nchoices done\n")
    assert said.decisions == []
    assert said.after(ending)[0].startswith("First say which way was meant: 1, 2, 3.")
    assert said.after("choices done") == ["done (End movement)"]


def test_undo_forgets_the_order_and_nothing_else() -> None:
    said = sit(marines(), "JP-SUP-1 2505 \n1\n1CSNLFMB 3306\nundo\nundo\ndone\n")
    assert said.decisions == ["japan done"], "the second one takes back the move before it"
    said = sit(marines(), "JP-SUP-1 2505 \n1\n1CSNLFMB 3306\nundo\ndone\n")
    assert said.decisions == ["japan unit JP-SUP-1", "japan hex 2505", "japan done"]


def test_a_railroad_and_a_road() -> None:
    match = kgw.board({"2608": "JA-64-23"}, "japan_move")
    said = sit(match, "64/23 2708\n2\n")
    assert said.after("64/23 2708")[0].startswith('"64/23 2708" can be meant in several ways. Which one? 1 = 64/23 hex')
    assert said.decisions == ["japan unit JA-64-23", "japan rail 2708"]


# -- why ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("match", "line", "answers"),
    [
        (bkg.board({"0811": "SU-149-1"}), "149/1 0811", ["unit SU-149-1, hex 0811: 4.0: "]),
        (kgw.board({"2608": "JA-64-23"}, "japan_move"), "64/23 0808", ["unit JA-64-23, hex 0808: "]),
        (pbn.board({"0807": "SU-24", "0808": "JP-64"}, "soviet_move"), "24 0808", ["unit SU-24, hex 0808: 11.5: "]),
        (
            marines(),
            "1CSNLFMB 2003",
            [
                "unit JP-1CSNLFMB, hex 2003: that is allowed now.",
                "sail JP-1CSNLFMB, hex 2003: 18.1: ",
            ],
        ),
    ],
)
def test_why_takes_a_unit_and_a_hex_in_every_game(match: Match, line: str, answers: list[str]) -> None:
    said = sit(match, f"why {line}\n")
    told = said.after(f"why {line}")
    assert said.decisions == []
    assert len(told) >= len(answers)
    assert all(any(t.startswith(a) for t in told) for a in answers), told


def test_why_looks_only_as_far_as_a_decision_can_be_taken_back() -> None:
    match = bkg.board({"0812": ["SU-149-1", "SU-149-2"], "0813": "JP-64-1"}, "sov_combat", air=(0, 0))
    line = "why attack 0813 149/1 149/2 commit done"
    assert sit(match, f"{line}\n").after(line) == [
        '"commit" cannot be taken back, so what comes after it cannot be told before.'
    ]


# -- what ends a question ----------------------------------------------------------------------------------------------


def test_done_commits_where_nothing_else_can_be_said() -> None:
    declared = "attack 0808 24\n"
    match = pbn.board({"0807": "SU-24", "0808": "JP-64"}, "soviet_combat")
    assert sit(match, f"{declared}choices\n").after("choices")[0] == "commit (Declare 1 battle)"
    match = pbn.board({"0807": "SU-24", "0808": "JP-64"}, "soviet_combat")
    assert "soviet commit" in sit(match, f"{declared}done\n").decisions


def test_done_does_not_commit_where_more_can_be_said() -> None:
    match = pbn.board({}, "air", air={"soviet": {"reserve": 3}, "japan": {"reserve": 2}}, month=6)
    said = sit(match, "done\n")
    assert said.after("done")[-1] == '16.3: "done" does not end this; commit (Confirm missions) does.'
    assert said.decisions == []


def test_who_cannot_end_is_told_what_is_wanted() -> None:
    match = pbn.board({"0807": "SU-24", "0808": "JP-64"}, "soviet_combat")
    said = sit(match, "done\n")
    assert said.after("done") == ['4.1.18: "done" is not asked now. Declare all battles: 1 unit and 1 hex still open.']


def test_pursuers_are_told_that_they_go_one_by_one() -> None:
    match = brings("DE", {"0807": "SU-11A", "0908": "SU-6A"}, "JP-64")
    said = sit(match, "11A 6A 0808\n")
    (refusal,) = said.after("11A 6A 0808")
    assert "15.42: Units pursue one by one: first choose where 11 Arm goes." in refusal
    assert any(line.startswith("0808 is given up. Choose who pursues") for line in said.lines)
