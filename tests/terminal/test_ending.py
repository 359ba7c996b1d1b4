"""Ending a phase in which something would be lost, and passing the same question for a whole phase."""

from __future__ import annotations

import khalkhin as api
from khalkhin.engine.match import Match
from khalkhin.terminal.quiet import Quiet
from tests.kgw.test_entry import arriving
from tests.pbn.positions import board
from tests.pbn.test_battle import two_battles
from tests.terminal.desk import at_terminal, sit

ASKED = "units have not moved. End anyway?"


def moving() -> Match:
    """The first movement of the Batalha."""
    match = api.new("bkg", seed=1)
    match.play("auto")
    match.play("done")
    return match


def test_an_end_with_units_unmoved_is_asked_back_once_a_phase() -> None:
    out, said = at_terminal(moving(), "done")
    assert ASKED in out
    assert "Type done again to end it all the same." in out
    assert not said
    assert at_terminal(moving(), "done", "done")[1] == ["soviet done"]
    out, said = at_terminal(moving(), "done", "601/1 0406 done", "done")
    assert said[-1] == "soviet done"
    assert out.count(ASKED) == 1


def test_an_end_behind_other_orders_is_meant() -> None:
    out, said = at_terminal(moving(), "601/1 0406 done done")
    assert ASKED not in out
    assert said[-2:] == ["soviet done", "soviet done"]


def test_asking_back_can_be_switched_off() -> None:
    out, said = at_terminal(moving(), "ask off", "done")
    assert ASKED not in out
    assert said == ["soviet done"]
    assert ASKED in at_terminal(moving(), "ask off", "ask on", "done")[0]
    assert 'ask takes on or off, not "perhaps".' in at_terminal(moving(), "ask perhaps")[0]


def test_what_ends_no_phase_is_not_asked_back() -> None:
    out, said = at_terminal(moving(), "601/1 0406", "done")
    assert ASKED not in out
    assert said[-1] == "soviet done"


def test_typed_input_in_a_pipe_is_never_asked_back() -> None:
    said = sit(moving(), "done\n")
    assert ASKED not in said.out
    assert said.decisions[-1] == "soviet done"


def test_a_headquarters_about_to_go_inactive_is_told_before_logistics_end() -> None:
    match = board({"0808": ["SU-36HQ", "SU-24"], "tamsag": ["SU-SUP-1"]}, "soviet_logistics", activated=["SU-36HQ"])
    out, said = at_terminal(match, "done")
    assert out.count("36 HQ goes inactive when this phase ends") > 1
    assert not said
    assert at_terminal(match, "done", "done")[1] == ["soviet done"]


def test_units_in_hand_are_counted_before_a_deployment_ends() -> None:
    out, said = at_terminal(arriving("RA-57", "RA-82"), "done")
    assert "Units not deployed are lost. End anyway?" in out
    assert not said


def asked_for_markers(*held: str) -> Match:
    """Two battles of the Soviets; both sides hold a marker that nobody has seen, so that both are asked in each."""
    return two_battles(4, 4, also={"hand": held})


def test_a_question_that_everybody_is_asked_is_passed_for_the_phase() -> None:
    """Each side for itself: Japan keeps its markers in both battles, the Soviets are asked in the second again."""
    first = "attack 0808", "table raid", "pass all", "pass", "pass all"
    out, said = at_terminal(asked_for_markers("SU-CM-STAFF", "JP-CM-STAFF"), *first, "table raid")
    assert "pass all (Not again this phase)" in out
    battle = ["soviet table raid", "japan pass", "soviet pass", "japan pass"]
    assert said == ["soviet attack 0808", *battle, *battle[:2]]


def test_what_leaves_a_choice_is_asked_again_where_it_left_none() -> None:
    """Only the Soviet marker of the second battle is theirs to play: it is asked about, and was not in the first."""
    quiet, nothing_held = Quiet(), {"key": "ask.recon", "side": "soviet", "offers": [{"verb": "pass", "nouns": [None]}]}
    held = {**nothing_held, "offers": [*nothing_held["offers"], {"verb": "table", "nouns": ["raid"]}]}
    phase = {"summary": {"turn": "May"}, "phase": "phase.combat"}
    quiet.start({**phase, "prompt": nothing_held})
    assert quiet.passes({**phase, "prompt": nothing_held})
    assert not quiet.passes({**phase, "prompt": held})
    quiet.start({**phase, "prompt": held})
    assert quiet.passes({**phase, "prompt": held})
    assert not quiet.passes({**phase, "phase": "phase.move", "prompt": held})
    quiet.start({**phase, "prompt": held})
    quiet.stop()
    assert not quiet.passes({**phase, "prompt": held})
