"""Somebody who only reads the screen: types what it lists, or the bare verb it offers, and gets to the end."""

from __future__ import annotations

import random
import re

import khalkhin as api
from khalkhin.engine.agenda import Kind
from khalkhin.games.bkg.game import Batalha
from khalkhin.terminal.paper import Paper
from khalkhin.terminal.session import Session
from tests.terminal.desk import Terminal, decided

FORM = re.compile(r"^  type: (.+)$", re.MULTILINE)
BARE = re.compile(r"^  (done|commit|auto)\b", re.MULTILINE)
COUNTED = re.compile(r": \d+ units$")
NAMED = "|".join(verb for verb, kind in Batalha.verbs.items() if kind is not Kind.NOTHING)
LISTED = re.compile(rf"^  ({NAMED}) +(.+)$", re.MULTILINE)


class Newcomer:
    """Reads what was written since the last order and answers from it alone."""

    interactive = False

    def __init__(self, out: Terminal, seed: int) -> None:
        self.out = out
        self.rng = random.Random(seed)
        self.typed: list[str] = []

    def read(self, prompt: str) -> str | None:
        screen = self.out.getvalue()
        if "The game is over" in screen:
            return None
        self.out.seek(0)
        self.out.truncate()
        bare, listed = BARE.findall(screen), LISTED.findall(screen)
        leaves = bare and (not listed or self.rng.random() < 0.75)
        self.typed.append(bare[-1] if leaves else self.order(*self.rng.choice(listed)))
        return self.typed[-1]

    def order(self, verb: str, told: str) -> str:
        """A verb with one of the things that stand behind it: 0305: 601/1 601/2, 0406-0409, 1 … 4."""
        groups = [group for group in told.partition("  …")[0].split(" · ") if not COUNTED.search(group)]
        words = [word for group in groups for word in group.rpartition(": ")[2].split() if word != "…"]
        return f"{verb} {self.rng.choice(words).partition('-')[0]}"

    def where(self) -> tuple[str, int]:
        """What is refused ends everything, as in a script."""
        return "screen", len(self.typed)


def test_the_screen_is_enough_to_play_a_whole_game() -> None:
    out = Terminal()
    paper = Paper(out, {"TERM": "xterm", "NO_COLOR": "1"})
    newcomer = Newcomer(out, seed=1)
    session = Session(api.new("bkg", seed=2), {}, paper, newcomer, "en")
    assert session.run() == 0
    assert "wins on points" in out.getvalue()
    verbs = {line.split()[1] for line in decided(session.match.record())}
    assert {"unit", "hex", "attack", "air", "commit", "done"} <= verbs
    assert len(newcomer.typed) > 200


def test_a_form_is_shown_where_an_answer_takes_more_than_one_word_and_names_nothing() -> None:
    out = Terminal()
    source = Newcomer(out, seed=1)
    Session(api.new("bkg", seed=2), {}, Paper(out, {"TERM": "xterm", "NO_COLOR": "1"}), Once(source), "en").run()
    assert FORM.findall(out.getvalue()) == ["UNIT HEX"]


class Once:
    """A newcomer who looks at the first screen and leaves."""

    interactive = False

    def __init__(self, newcomer: Newcomer) -> None:
        self.where = newcomer.where

    def read(self, prompt: str) -> str | None:
        return None
