"""6.0  The sequence of play: Segments and phases in their order, what carries over, and the end of a turn."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any

import pytest

import khalkhin
from khalkhin.engine.agenda import Step
from khalkhin.engine.match import Match
from khalkhin.games.kgw.sequence import Segment
from khalkhin.games.kgw.supply import Gekokujo
from tests.kgw.positions import asked, board, do, keys, offered, place, position, refused, the_game

rule = pytest.mark.rule
FORCES = {
    "2015": ["RA-80-57", "RA-SUP-1", "RA-AIR-1"],
    "2608": ["JA-64-23", "JA-SUP-1", "JA-AIR-1"],
    "2609": ["RA-127-57"],
}
"""Both sides have somebody to attack, supply and an air unit: no phase goes by for want of anything to do."""
FIRST = ("recruit", "organise", "move", "air", "combat")
SECOND = ("supply", "move", "air")
"""Without supply nobody attacks in a second Segment, and everybody knows."""


def phases(match: Match, count: int) -> list[str]:
    """The phases that somebody is asked in, one after another, while everybody says he is done."""
    out: list[str] = []
    while not match.over and len(out) < count:
        name = match.view(None)["phase"]
        if not out or out[-1] != name:
            out.append(name)
        do(match, "done")
    return out


@rule("kgw", "6.0", "6.0.a", "6.0.d", "6.1", "6.1.b", "6.1.c", "6.1.d", "6.1.e", "6.1.f", "6.1.g", "6.1.h", "6.1.i")
@rule("kgw", "6.1.j", "6.1.k", "6.1.l", "6.1.m", "15.2.a")
def test_a_whole_turn() -> None:
    """Japanese first, Soviet first, Japanese second, Soviet second Segment; each with its phases in order."""
    match = board(FORCES, "japan_event", dice=[3, 2], month=8)
    segments = [("japan", FIRST), ("soviet", FIRST), ("japan", SECOND), ("soviet", SECOND)]
    expected = [f"phase.{side}_{name}" for side, names in segments for name in names]
    assert phases(match, len(expected)) == expected
    told = [(e.params["side"], e.params["number"]) for e in match.log if e.key == "log.segment"]
    assert told == [("soviet", 1), ("japan", 2), ("soviet", 2)]
    assert [e.params["side"] for e in match.log if e.key == "log.event"] == ["japan", "soviet"]


@rule("kgw", "6.1.j", "6.1.k", "6.1.l")
def test_a_second_segment_with_supply() -> None:
    match = board(FORCES, "japan_supply")
    do(match, "supply JA-SUP-1")
    assert phases(match, 4) == [f"phase.japan_{name}" for name in ("supply", "move", "air", "combat")]


@rule("kgw", "6.1.n", "6.1.a")
def test_the_next_month_begins_with_the_weather() -> None:
    match = board(FORCES, "soviet_end", segment=2, month=8, dice=[3])
    told = keys(match)
    assert told[:3] == ["log.turn", "log.no-winter", "log.segment"]
    assert (position(match).turn, position(match).active, position(match).segment) == (9, 1, 1)


@rule("kgw", "6.1.o", "4.2")
def test_the_game_ends_after_november() -> None:
    assert board(FORCES, "soviet_end", segment=2, month=11).over


@rule("kgw", "6.0.b")
def test_a_first_segment_needs_no_supply() -> None:
    match = board({"2015": ["RA-80-57"], "2608": ["JA-64-23"]}, "japan_move")
    assert offered(match, "unit") == {"JA-64-23"}
    assert offered(board({"2608": ["JA-64-23"], "2609": ["RA-80-57"]}, "japan_combat"), "attack") == {"2609"}


@rule("kgw", "6.0.c", "16.3.3.a", "16.3.3.g")
def test_a_second_segment_needs_supply() -> None:
    """Units move and attack only if supply was expended for them; mobile supply moves of itself."""
    placed = {"2608": ["JA-64-23", "JA-SUP-1"], "2609": ["RA-80-57"], "2614": ["JA-71-23", "JA-SUP-2"]}
    hungry = board(placed, "japan_move", segment=2)
    assert offered(hungry, "unit") == {"JA-SUP-1", "JA-SUP-2"}
    assert refused(hungry, "unit JA-71-23") == "10.1.f"
    assert offered(board(placed, "japan_combat", segment=2), "attack") == set()
    fed = do(board(placed, "japan_supply"), "supply JA-SUP-1")
    assert place(fed, "JA-SUP-1") == "display"
    do(fed, "done")
    assert offered(fed, "unit") == {"JA-64-23", "JA-SUP-2"}
    assert offered(board(placed, "japan_combat", segment=2, marks={"supplied": "JA-64-23"}), "attack") == {"2609"}


@rule("kgw", "6.0.d")
def test_what_belongs_to_another_phase_is_refused() -> None:
    match = board(FORCES, "japan_organise")
    assert refused(match, "unit JA-64-23") == "6.0.d"
    assert refused(match, "attack 2015") == "13.0"
    assert refused(board(FORCES, "japan_combat"), "supply JA-SUP-1") == "6.1.i"
    assert refused(board(FORCES, "japan_recruit"), "attack 2015") == "9.1"


@rule("kgw", "6.1.d", "16.2.h", "17.3.c")
def test_the_order_of_an_organization_phase() -> None:
    """First supply is turned over, then units reorganize, then works begin: what is passed does not come back."""
    placed = {"2608": ["JA-7", "JA-SUP-1", "JA-SUP-2"], "2015": ["RA-80-57"]}
    match = board(placed, "japan_organise")
    assert offered(match, "flip") == {"JA-SUP-1", "JA-SUP-2"}
    do(match, "flip JA-SUP-1", "breakdown JA-7")
    assert offered(match, "flip") == set()
    assert refused(match, "flip JA-SUP-2") == "6.1.d"
    do(match, "combine JA-7", "unit JA-25-7", "unit JA-26-7", "unit JA-27-7", "unit JA-28-7", "unit JA-7REC")
    do(match, "entrench JA-SUP-2", "hex 2608", "commit")
    assert refused(match, "breakdown JA-7") == "6.1.d"


@rule("kgw", "16.3.3.f", "6.1.l")
def test_supplied_marks_go_when_the_segment_ends() -> None:
    match = board(FORCES, "japan_combat", segment=2, marks={"supplied": "JA-64-23"})
    assert position(match).supplied
    do(match, "done")
    assert (position(match).active, position(match).supplied) == (0, 0)


@rule("kgw", "15.2.b", "15.4.j")
def test_air_units_are_ready_again_in_the_next_turn() -> None:
    """Q-09, Q-10: flown and sortied are cleared when the side's own first Segment begins."""
    marks = {"flown": ["RA-AIR-1", "JA-AIR-1"], "sortied": ["RA-AIR-1", "JA-AIR-1"]}
    match = board(FORCES, "soviet_end", segment=2, month=7, marks=marks, dice=[3, 2])
    flown = {u for u in ("RA-AIR-1", "JA-AIR-1") if position(match).flown >> match.game.sheet.index[u] & 1}
    assert flown == {"RA-AIR-1"}, "the Japanese Segment has begun, the Soviet one has not"
    while position(match).active == 1:
        do(match, "done")
    assert position(match).flown == position(match).sortied == 0


@rule("kgw", "19.2.1.c", "6.1.n")
def test_what_lasts_a_turn_is_gone_with_it() -> None:
    match = board(FORCES, "soviet_end", segment=2, month=7, gekokujo=True, sorge=True, dice=[3])
    assert (position(match).gekokujo, position(match).sorge) == (False, False)


@rule("kgw", "6.0", "23.1.1", "23.2.1")
@pytest.mark.parametrize(("scenario", "turns"), [("may-1939", 7), ("july-1939", 5), ("haichi-go", 5)])
def test_so_many_turns(scenario: str, turns: int) -> None:
    """Everybody passes whenever he may: the game still comes to its end, after the right number of months."""
    match = khalkhin.new("kgw", scenario, seed=3)
    months = set()
    while not match.over:
        prompt = asked(match)
        verbs = [offer.verb for offer in prompt.offers]
        verb = next(v for v in ("done", "auto", *verbs) if v in verbs)
        offer = next(o for o in prompt.offers if o.verb == verb)
        match.play(verb, match.game.write(verb, next(iter(offer))))
        months.add(position(match).turn)
    assert months == set(range(12 - turns, 12))


@rule("kgw", "6.0.a", "6.1")
def test_a_month_has_two_segments_of_either_side() -> None:
    match = board(FORCES, "soviet_end", segment=2, month=7, dice=[3])
    segments = [step for step in reversed(position(match).agenda) if isinstance(step, Segment)]
    assert segments == [Segment(0, 1), Segment(1, 2), Segment(0, 2)], "the first Japanese one has begun"


@rule("kgw", "22.2.c")
def test_flights_are_counted_anew_each_month() -> None:
    match = board(FORCES, "soviet_end", segment=2, month=10, winter=True, missions=(3, 2), quota=(4, 4), dice=[3])
    assert position(match).turn == 11
    assert position(match).missions == position(match).quota == (0, 0)


@rule("kgw", "16.3.3.f")
def test_at_the_end_of_the_game_nobody_is_marked_as_supplied() -> None:
    match = board(FORCES, "soviet_end", segment=2, month=11, marks={"supplied": ["RA-80-57", "RA-127-57"]})
    assert match.over
    assert position(match).supplied == 0


PHASES = {
    "setup": "setup", "events": "event", "recruit": "recruit", "organization": "organise", "supply": "supply",
    "movement": "move", "air": "air", "combat": "combat",
}  # fmt: skip


@rule("kgw", "6.1")
def test_every_step_names_the_phase_it_belongs_to() -> None:
    every: list[Any] = [*the_game().steps.values()]
    named = [cls for cls in every if "side" in getattr(cls, "__match_args__", ()) and cls.phase is not Step.phase]
    assert len(named) >= 25
    for cls in named:
        needed = [f.name for f in fields(cls) if f.default is MISSING]
        for side, name in enumerate(the_game().sides):
            step = cls(**{**dict.fromkeys(needed, 0), "side": side})
            assert step.phase == f"phase.{name}_{PHASES[cls.__module__.rpartition('.')[2]]}", cls
    assert Gekokujo(0).phase == "phase.japan_supply"
