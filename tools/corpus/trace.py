"""What a recorded game leads to, as hashes: what is asked and offered, what happens, what each side sees and reads."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from khalkhin.engine.match import Match
from khalkhin.engine.state import Event
from khalkhin.engine.view import prompt_data, view
from khalkhin.engine.words import Words
from tools.corpus.recorded import Recorded, say

LANGUAGES = "en", "pt"
VIEWS_EVERY = 10
"""Every so many decisions the views of both sides and of a spectator are looked at."""
MARK = 100
"""Every so many decisions the hashes so far are noted, so that the first difference can be found."""

Trace = dict[str, list[str]]
"""By strand (play, views, texts), the running hash at every mark and at the end."""


class Tracer:
    """Follows one match from decision to decision."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.trace: Trace = {"play": [], "views": [], "texts": []}
        self._hashes = {strand: hashlib.sha256() for strand in self.trace}
        self._words = [Words(language, match.game) for language in LANGUAGES]
        self._told = 0

    def step(self) -> None:
        """Take in the position as it is now, and what was logged on the way to it."""
        match, s = self.match, self.match.state
        prompts = [prompt_data(s, prompt) for prompt in s.asked]
        events = match.log[self._told :]
        self._told = len(match.log)
        self._add("play", [prompts, [_event(e) for e in events], s.digest()])
        self._add("texts", [[w.say(p["key"], p["params"]) for p in prompts] for w in self._words])
        self._add("texts", [[w.say(e.key, dict(e.params)) for e in events] for w in self._words])
        if match.length % VIEWS_EVERY == 0 or match.over:
            self._add("views", [view(s, side) for side in (None, *range(len(match.game.sides)))])
        if match.length % MARK == 0:
            self.mark()

    def mark(self) -> None:
        for strand, total in self._hashes.items():
            self.trace[strand].append(total.hexdigest()[:8])

    def _add(self, strand: str, what: Any) -> None:
        self._hashes[strand].update(json.dumps(what, sort_keys=True, ensure_ascii=False, default=str).encode())


def _event(event: Event) -> list[Any]:
    return [event.key, dict(event.params), event.audience, event.rule, event.loud]


def trace(recorded: Recorded) -> Trace:
    """Play a recorded game again and follow it."""
    match = recorded.start()
    tracer = Tracer(match)
    tracer.step()
    for line in recorded.decisions:
        say(match, line)
        tracer.step()
    tracer.mark()
    return tracer.trace


def difference(before: Trace, now: Trace) -> str:
    """Where two traces of one game part, in words; nothing if they do not."""
    told = [f"{strand} {_where(before[strand], now[strand])}" for strand in now if before[strand] != now[strand]]
    return "; ".join(told)


def _where(before: Sequence[str], now: Sequence[str]) -> str:
    at = next((n for n, (a, b) in enumerate(zip(before, now, strict=False)) if a != b), min(len(before), len(now)))
    return f"from decision {max(0, (at - 1) * MARK)} to {at * MARK}"
