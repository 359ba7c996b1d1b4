"""The screen of whoever plays: his side, what happened meanwhile, and nothing wiped that was looked up."""

from __future__ import annotations

import pytest

import khalkhin as api
from khalkhin.terminal.paper import CLEAR, Paper
from khalkhin.terminal.session import Session
from khalkhin.terminal.voice import Voice
from tests.pbn.positions import board
from tests.terminal.desk import Terminal, at_terminal, khalkhin, sit


def test_a_player_is_told_his_side_at_the_start_and_in_the_status_line() -> None:
    said = khalkhin("play", "pbn", "--seed", "1", "--as", "japan", "--against", "random", typed="quit\n")
    assert "You are the Japanese player; the computer plays the other side." in said.lines
    assert any(" · you: Japanese player · " in line for line in said.lines)


def test_rules_that_are_not_as_usual_are_told_at_the_start_and_with_the_briefing() -> None:
    told = [
        "Optional rule: Points for the Mongolias (Inner and Outer Mongolia exchanged).",
        "Optional rule: A quota for each city.",
    ]
    options = ("--option", "city_quotas", "--option", "vp_table=mongolia_swapped")
    said = khalkhin("play", "sn", "--as", "both", *options, typed="briefing\nquit\n").out
    assert [said.count(line) for line in told] == [2, 2]
    assert "Optional rule" not in khalkhin("play", "sn", "--as", "both", typed="briefing\nquit\n").out


def test_a_status_line_breaks_between_its_parts_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    match = api.new("pbn", seed=1)
    paper = Paper(Terminal(), {"TERM": "xterm"})
    lines = paper.wrapped(Voice(match.game, "en").status(match.seat("soviet").view()))
    assert len(lines) > 1
    assert all(len(line) < 60 for line in lines)
    assert any(line.endswith("command S3 J3") for line in lines)
    assert any("Turn 1 of 5 (May 1939)" in line for line in lines)
    assert "\N{NO-BREAK SPACE}" not in "".join(lines)


def test_what_was_looked_up_is_not_wiped_by_the_next_question() -> None:
    match = api.new("bkg", seed=1)
    match.play("auto")
    match.play("done")
    out, _ = at_terminal(match, "look 0613", "601/1 0406", "done")
    assert CLEAR not in out
    assert "Wide river towards 0512, 0513" in out


class Reader:
    """Presses Enter where that is asked for, or types something ahead there."""

    interactive = True

    def __init__(self, *lines: str, ahead: str = "") -> None:
        self.lines, self.ahead = iter(lines), ahead
        self.asked: list[str] = []

    def read(self, prompt: str) -> str | None:
        if prompt == "> ":
            return next(self.lines, None)
        self.asked.append(prompt)
        if "begin" in prompt:
            return ""
        answer, self.ahead = self.ahead, ""
        return answer

    def where(self) -> None:
        return None


def reads(source: Reader, lines: int, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Session]:
    """A sitting at a terminal of 24 lines after so many lines have come into the log."""
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("COLUMNS", "100")
    match = api.new("bkg", seed=1)
    for n in range(lines):
        match.state.tell("log.turn", turn=n, soviet=0, japan=0)
    out = Terminal()
    session = Session(match, {}, Paper(out, {"TERM": "xterm", "NO_COLOR": "1"}), source, "en")
    session.run()
    return out.getvalue(), session


def test_all_that_the_other_side_did_is_shown_at_once_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Reader()
    out, _ = reads(source, 50, monkeypatch)
    told = [f"{n} August 1939." in out for n in range(50)]
    assert all(told)
    assert [question for question in source.asked if "read on" in question]
    assert "earlier lines above; log " in out
    short = Reader()
    assert "earlier line" not in reads(short, 3, monkeypatch)[0]
    assert not [question for question in short.asked if "go on" in question]


def test_what_is_typed_between_the_pages_is_obeyed_after_them(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Reader(ahead="score")
    out, _ = reads(source, 50, monkeypatch)
    assert "How the game is won:" in out
    assert len([question for question in source.asked if "Enter" in question and "begin" not in question]) == 1


def test_units_of_many_places_are_counted_and_no_place_is_hidden() -> None:
    stacks = {f"{column:02}08": [f"SU-{name}"] for column, name in zip((4, 6, 8), ("24", "76", "149"), strict=True)}
    based = [f"SU-B018-{n}" for n in range(1, 20)] + ["SU-11A", "SU-36R", "SU-36A"]
    match = board({**stacks, "tamsag": based}, "soviet_move")
    (line,) = [line for line in sit(match, "").lines if line.startswith("  unit ")]
    assert all(f"{hex_}: " in line for hex_ in stacks)
    assert "Tamsag" in line


def test_what_several_orders_take_is_listed_once() -> None:
    """Reinforcements can be sent to the base, onto the map, or held back; and hexes gone to, or gone through."""
    units = [f"SU-B018-{n}" for n in range(1, 12, 2)] + ["SU-24", "SU-76"]
    match = board({"turn_1": units}, "soviet_reinforcement", month=1)
    lines = sit(match, "choices\n")
    assert any(line.startswith("  field   as with base") for line in lines.lines)
    assert lines.after("choices").count("  as with base") == 2
    moving = board({"tamsag": ["SU-24"]}, "soviet_move")
    told = sit(moving, "24\nchoices\n").after("choices")
    via = next(number for number, line in enumerate(told) if line.startswith("via ("))
    assert told[via + 1].startswith("  as with hex")


def test_a_unit_that_is_asked_about_may_be_named_again() -> None:
    match = api.new("bkg", seed=1)
    match.play("auto")
    match.play("done")
    match.play("unit", "SU-601-1")
    _, said = at_terminal(match, "601/1 0406")
    assert said == ["soviet hex 0406"]
