"""What the log cites: each line the rule that made it so."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from khalkhin.engine.match import Match
from tests.bkg.battles import bombard, ending_in
from tests.bkg.positions import asked, board, do, shifts
from tests.bkg.routs import FOUR, beaten, walled

RULE = pytest.mark.rule


def lines(match: Match, *keys: str) -> list[tuple[str, str]]:
    """The lines of the log with these keys: each with its rule, in order."""
    return [(event.key, event.rule) for event in match.log if event.key in keys]


ENDS = ("log.loss", "log.second-loss", "log.eliminated", "log.no-retreat", "log.hit-encircled", "log.left-destroyed")


def over_the_khalkhin(flipped: list[str]) -> Match:
    """3 RT in 0511 has to go back through the wide river."""
    placed = {"0411": ["SU-601-1"], "0513": ["SU-212"], "0511": ["JP-3RT"]}
    return do(ending_in("DRI AVI", placed, "0511", "SU-601-1", flipped=flipped), "hex 0611")


def exchange() -> Match:
    placed = {"0320": ["SU-6T-1", "SU-6T-2", "SU-601-1"], "0321": ["MC-SEK-1"]}
    return do(ending_in("EMP", placed, "0321", *placed["0320"]), "unit SU-601-1", "commit")


def barrage(flipped: list[str]) -> Match:
    placed = {"0319": ["SU-82A-1"], "0321": ["JP-64-1"]}
    return bombard(board(placed, "sov_combat", dice=[(1, 1)], flipped=flipped), "0321", "SU-82A-1")


def off_the_edge() -> Match:
    placed = {"0123": ["JP-64-1"], "0122": ["SU-6T-1"], "0223": ["SU-212"]}
    return do(ending_in("DRI AVI", placed, "0123", "SU-6T-1", "SU-212"), "edge W")


def soviet_off_the_edge() -> Match:
    placed = {"0801": ["SU-601-1"], "0802": ["JP-64-1"], "0701": ["JP-64-2"], "0901": ["JP-64-3"]}
    return ending_in("DRI AVI", placed, "0801", *(u for h, (u,) in placed.items() if h != "0801"), phase="jap_combat")


@pytest.mark.parametrize(
    ("happens", "expected"),
    [
        (lambda: beaten(["JP-8RF-1"], result="DRB AVI"), ("log.loss", "5.1.6.b")),
        (lambda: beaten(["JP-8RF-1"], result="DRB AVI", flipped=["JP-8RF-1"]), ("log.second-loss", "5.1.6.b")),
        (lambda: beaten(["MC-SEK-1"], result="DE AVI"), ("log.eliminated", "5.1.6.a")),
        (exchange, ("log.eliminated", "5.1.6.k")),
        (lambda: barrage([]), ("log.loss", "T3.b")),
        (lambda: barrage(["JP-64-1"]), ("log.second-loss", "T3.b")),
        (lambda: over_the_khalkhin([]), ("log.loss", "5.3.2")),
        (lambda: over_the_khalkhin(["JP-3RT"]), ("log.second-loss", "5.3.2")),
        (lambda: do(walled(["JP-8RF-1"]), "hex 0221"), ("log.loss", "5.3.3.a")),
        (lambda: do(walled(["JP-8RF-1"], flipped=["JP-8RF-1"]), "hex 0221"), ("log.second-loss", "5.3.3.a")),
        (lambda: walled(["JP-8RF-1"], {"0122": ["SU-601-1"]}), ("log.no-retreat", "5.3.3.b")),
        (lambda: walled(["JP-8RF-1"], {"0121": FOUR}), ("log.no-retreat", "5.3.b")),
        (lambda: walled(["JP-8RF-1"], result="DRB AVI"), ("log.hit-encircled", "5.3.3.c")),
        (off_the_edge, ("log.left-destroyed", "4.2.2.d")),
        (soviet_off_the_edge, ("log.left-destroyed", "4.2.2.b")),
    ],
)
def test_losses_and_eliminations_cite_the_rule_that_did_it(
    happens: Callable[[], Match], expected: tuple[str, str]
) -> None:
    assert lines(happens(), *ENDS)[-1] == expected


def test_an_elimination_is_one_line() -> None:
    """Beside the retreat itself: nobody reads of a dead unit twice."""
    match = walled(["JP-8RF-1"], result="DRB AVI")
    assert lines(match, *ENDS) == [("log.loss", "5.1.6.b"), ("log.hit-encircled", "5.3.3.c")]
    assert lines(off_the_edge(), *ENDS) == [("log.left-destroyed", "4.2.2.d")]


@RULE("bkg", "5.3.b")
def test_a_unit_that_is_not_encircled_dies_for_want_of_room() -> None:
    """0422 is out of every zone and full, and nobody there can make room: no encirclement, and no way."""
    wall = {"0223": ["SU-212"], "0523": ["SU-480-1"], "0520": ["SU-480-2"], "0220": ["SU-480-3"], "0122": ["SU-NKVD"]}
    match = beaten(["JP-8RF-1"], {**wall, "0422": FOUR})
    assert shifts(match) == {}
    assert lines(match, *ENDS)[-1] == ("log.no-retreat", "5.3.b")


def test_retreats_cite_how_they_were_made() -> None:
    match = do(beaten(["JP-8RF-1"], {"0223": ["SU-212"], "0422": FOUR}), "unit JP-71-1", "hex 0522")
    assert lines(match, "log.retreat") == [("log.retreat", "5.3")] + [("log.retreat", "5.3.1")] * 2
    through = do(walled(["JP-8RF-1"]), "hex 0221")
    assert lines(through, "log.retreat") == [("log.retreat", "5.3.3")]


def test_those_who_leave_alive_cite_their_rule() -> None:
    placed = {"0120": ["JP-64-1"], "0122": ["JP-64-2"], "0121": ["SU-601-1"]}
    match = ending_in("DRI AVI", placed, "0121", "JP-64-1", "JP-64-2", phase="jap_combat")
    assert lines(match, "log.left") == [("log.left", "4.2.2.a")]
    placed = {"0102": ["SU-6T-1"], "0201": ["SU-212"], "0101": ["JP-64-1"]}
    assert lines(ending_in("DRI AVI", placed, "0101", "SU-6T-1", "SU-212"), "log.left") == [("log.left", "4.2.2.c")]


@RULE("bkg", "10.2.b", "10.2.c")
def test_an_objective_that_changes_hands_is_told_once() -> None:
    """Nomonhan on the way of two Soviet battalions, and a mountain of the west bank that was the Japanese's already."""
    match = board({"1512": ["SU-24-1", "SU-24-2"], "2320": ["JP-64-1"]})
    do(match, "unit SU-24-1", "unit SU-24-2", "hex 1511", "hex 1410", "done")
    taken = [(e.rule, e.params) for e in match.log if e.key == "log.taken"]
    assert taken == [("10.2.b", {"side": "soviet", "hex": "1511"})]
    assert [e.key for e in match.log][-2:] == ["log.move", "log.taken"], "after the move that did it"
    west = board({"0415": ["JP-64-1"], "2320": ["SU-601-1"]}, "jap_move")
    do(west, "unit JP-64-1", "hex 0416", "hex 0415", "done")
    assert [(e.rule, e.params) for e in west.log if e.key == "log.taken"] == [
        ("10.2.c", {"side": "japan", "hex": "0416"})
    ]


@RULE("bkg", "10.2.a")
def test_the_final_losses_have_a_heading_of_their_own() -> None:
    weak = [f"SU-601-{n}" for n in (1, 2, 3)]
    match = do(board({"0320": weak, "1017": ["JP-64-1"]}, "jap_combat", turn=31, flipped=weak), "done")
    assert asked(match).message.key == "ask.attrition"
    do(match, "unit SU-601-1")
    assert [(e.key, e.rule, e.params.get("phase")) for e in match.log][-3:] == [
        ("log.phase", "10.2.a", "@phase.final_attrition"),
        ("log.eliminated", "10.2.a", None),
        ("log.score", "10.2.d", None),
    ]
