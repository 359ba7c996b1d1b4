"""What lines are written on, what may be typed, and what happens when the program itself breaks."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import khalkhin as api
from khalkhin.ai.budget import Budget
from khalkhin.engine.view import View
from khalkhin.terminal.paper import CLEAR, PLAIN, Paper
from khalkhin.terminal.session import RESCUE, Session
from khalkhin.terminal.source import Keyboard, Script
from tests.terminal.desk import Terminal, khalkhin, sit


def test_a_terminal_gets_colours_and_is_cleared() -> None:
    out = Terminal()
    paper = Paper(out, {"TERM": "xterm"})
    paper.write("river", "water")
    paper.write("plain")
    paper.clear()
    assert out.getvalue() == f"\x1b[34mriver\x1b[0m\nplain\n{CLEAR}"


@pytest.mark.parametrize(
    ("environment", "clears"), [({"TERM": "xterm", "NO_COLOR": "1"}, True), ({"TERM": "dumb"}, False)]
)
def test_colours_can_be_refused(environment: dict[str, str], clears: bool) -> None:
    out = Terminal()
    paper = Paper(out, environment)
    paper.write("river", "water")
    paper.clear()
    assert out.getvalue() == ("river\n" + CLEAR if clears else "river\n")


def test_a_pipe_gets_plain_lines() -> None:
    out = io.StringIO()
    paper = Paper(out, {"TERM": "xterm"})
    long = "word " * 60
    paper.write(long.strip(), "water")
    paper.clear()
    assert out.getvalue() == long.strip() + "\n"
    assert paper.size() == PLAIN


def test_long_lines_are_wrapped_at_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setenv("LINES", "20")
    out = Terminal()
    Paper(out, {"TERM": "xterm"}).write("  one two three four five six seven eight\n\nnine")
    assert out.getvalue() == "  one two three four five six\n    seven eight\n\nnine\n"


def test_names_are_not_broken_at_their_hyphens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "24")
    lines = Paper(Terminal(), {"TERM": "xterm"}).wrapped("air: JA-AIR-4 JA-AIR-5 JA-AIR-6")
    assert all(name in " ".join(lines).split() for name in ("JA-AIR-4", "JA-AIR-5", "JA-AIR-6"))


@pytest.mark.parametrize(("columns", "lines"), [("30", "10"), ("60", "24"), ("200", "70")])
def test_the_screen_fits_any_terminal(columns: str, lines: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("LINES", lines)
    monkeypatch.setattr("khalkhin.terminal.paper.STYLES", {})
    said = sit(api.new("bkg", seed=1), "auto\ndone\nmap\nzoom\n", terminal=True)
    for screen in said.out.split(CLEAR)[1:]:
        shown = screen.split("\n> ")[0].splitlines()
        assert max(map(len, shown)) <= int(columns)
        if int(lines) > 20:
            assert len(shown) < int(lines)
    whole = said.out.split("> map\n")[1].split("\n> zoom")[0].splitlines()
    assert max(map(len, whole)) <= int(columns)


def test_the_tab_key_completes_what_may_be_typed() -> None:
    match = api.new("bkg", seed=1)
    paper = Paper(io.StringIO())
    session = Session(match, {}, paper, Keyboard(io.StringIO(), paper), "en")
    words = set(session.typeable())
    assert {"map", "look", "auto", "unit", "212", "9B/1"} <= words
    assert "601/1" not in words
    session.order("9B/1")
    assert {"0421", "hex"} <= set(session.typeable())


class Sleepy:
    """A player that breaks."""

    def decide(self, seen: View, budget: Budget | None = None) -> tuple[str, None]:
        raise RuntimeError("asleep")


def test_a_fault_of_the_program_loses_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    match = api.new("bkg", seed=1)
    with pytest.raises(RuntimeError, match="asleep"):
        sit(match, "auto\ndone\n601/1 0406\ndone\ndone\ndone\n", {"japan": Sleepy()})
    kept = api.load((tmp_path / RESCUE).read_text())
    assert [d.verb for d in kept.decisions] == ["auto", "done", "unit", "hex", "done", "done", "done"]
    assert khalkhin("verify", tmp_path / RESCUE).status == 0


def test_a_script_goes_on_at_the_keyboard(tmp_path: Path) -> None:
    file = tmp_path / "orders"
    file.write_text("one\n\n# two\nthree # four\n")
    paper = Paper(io.StringIO())

    class Hand:
        interactive = True

        def read(self, prompt: str) -> str | None:
            return "typed"

        def where(self) -> None:
            return None

    script = Script(file, paper, Hand())
    assert not script.interactive
    assert script.read("> ") == "one"
    assert script.read("> ") == "three # four"
    assert script.where() == (str(file), 4)
    assert script.read("> ") == "typed"
    assert script.where() is None
    assert script.interactive
