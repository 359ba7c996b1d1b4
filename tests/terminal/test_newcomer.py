"""Somebody who only reads the screen: types the example it shows, or the bare verb it offers, and gets to the end."""

from __future__ import annotations

import random
import re

import khalkhin as api
from khalkhin.terminal.paper import Paper
from khalkhin.terminal.session import Session
from tests.terminal.desk import Terminal, decided

EXAMPLE = re.compile(r"^  for example: (.+)$", re.MULTILINE)
BARE = re.compile(r"^  (done|commit|auto)\b", re.MULTILINE)


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
        (example,) = EXAMPLE.findall(screen)
        bare = BARE.findall(screen)
        self.typed.append(bare[-1] if bare and self.rng.random() < 0.75 else example)
        return self.typed[-1]

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
