"""Questions that all are asked so that nobody learns what somebody holds: passed, if wanted, until the phase ends."""

from __future__ import annotations

from khalkhin.engine.view import View, offers_of
from khalkhin.terminal.ending import phase_of

PASS = "pass"


class Quiet:
    """Which questions pass by themselves, and in which phase. Only this sitting knows of it."""

    def __init__(self) -> None:
        self._phase = ""
        self._silenced: dict[tuple[str, str], bool] = {}
        """Who is not to be asked what, and whether there was a choice when it was silenced."""

    def start(self, seen: View) -> None:
        """From now on pass what is asked."""
        self._forget_other_phases(seen)
        self._silenced[_question(seen)] = _leaves_a_choice(seen)

    def stop(self) -> None:
        self._silenced = {}

    def passes(self, seen: View) -> bool:
        """Whether what is asked passes by itself: not where there is more to choose than when it was silenced."""
        self._forget_other_phases(seen)
        if not may_pass(seen) or _question(seen) not in self._silenced:
            return False
        return self._silenced[_question(seen)] or not _leaves_a_choice(seen)

    def _forget_other_phases(self, seen: View) -> None:
        if phase_of(seen) != self._phase:
            self._phase, self._silenced = phase_of(seen), {}


def may_pass(seen: View) -> bool:
    return any(offer["verb"] == PASS for offer in offers_of(seen))


def _question(seen: View) -> tuple[str, str]:
    return seen["prompt"]["side"], seen["prompt"]["key"]


def _leaves_a_choice(seen: View) -> bool:
    return len(offers_of(seen)) > 1
