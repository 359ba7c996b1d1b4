"""Playing and looking in tests of any game: decisions as records write them, refusals, offers, the log."""

from __future__ import annotations

from typing import Any

from khalkhin.board.hexset import members
from khalkhin.engine.agenda import Noun, Prompt
from khalkhin.engine.errors import Illegal, Reason
from khalkhin.engine.match import Match


def do(match: Match, *decisions: str) -> Match:
    """Take decisions written as in a record, without the side: `unit SU-601-1`, `hex 0406`, `done`."""
    for text in decisions:
        verb, _, noun = text.partition(" ")
        _no_reason_against(match, verb, match.game.parse(verb, noun or None))
        match.play(verb, noun or None)
    return match


def _no_reason_against(match: Match, verb: str, noun: Noun) -> None:
    """What a step offers it has no reason against: the two are worked out apart."""
    for prompt in match.prompts():
        if prompt.allows(verb, noun):
            step = match.state.agenda[-1]
            assert step.why(match.state, prompt.side, verb, noun) is None, f"offered, yet refused: {verb} {noun}"


def refused(match: Match, decision: str) -> str:
    """The number of the rule that forbids a decision; the position must not change by trying."""
    verb, _, noun = decision.partition(" ")
    before = match.state.key()
    try:
        match.play(verb, noun or None)
    except Illegal as illegal:
        assert match.state.key() == before
        return illegal.rule
    raise AssertionError(f"'{decision}' was accepted")


def why(match: Match, decision: str) -> Reason:
    """The whole reason against a decision."""
    verb, _, noun = decision.partition(" ")
    reason = match.why(verb, noun or None)
    assert reason is not None, f"'{decision}' is allowed"
    return reason


def asked(match: Match) -> Prompt:
    """The only prompt."""
    (prompt,) = match.prompts()
    return prompt


def offered(match: Match, verb: str) -> set[str | int | None]:
    """What is offered with a verb now, as records write it."""
    return {match.game.write(o.verb, n) for p in match.prompts() for o in p.offers if o.verb == verb for n in o}


def place(match: Match, unit: str) -> str:
    """Where a counter is: a printed hex number or a box."""
    return match.game.place_name(match.state.where[match.game.sheet.index[unit]])


def told(match: Match, key: str) -> dict[str, Any]:
    """The parameters of the last line of the log with this key."""
    return next(event.params for event in reversed(match.log) if event.key == key)


def cited(match: Match, key: str) -> str:
    """The rule that the last line of the log with this key cites."""
    return next(event.rule for event in reversed(match.log) if event.key == key)


def keys(match: Match) -> list[str]:
    """The keys of the log's lines, in their order."""
    return [event.key for event in match.log]


def marked(match: Match, field: str, unit: str) -> bool:
    """Whether a counter is in a set of the position: moved, flipped, suppressed, ..."""
    return bool(getattr(match.state, field) >> match.game.sheet.index[unit] & 1)


def who_is_at(match: Match, where: str) -> set[str]:
    """The ids of all counters in a hex or box."""
    stack = match.state.stack(match.game.place_at(where))
    return {match.game.sheet.ids[unit] for unit in members(stack)}


# -- the last combat --


def base(match: Match) -> str:
    """The column before the shifts."""
    return str(told(match, "log.odds")["base"])


def shifts(match: Match) -> dict[str, int]:
    """The columns by rule: right of the ratio positive."""
    return {shift["rule"]: shift["value"] for shift in told(match, "log.odds")["shifts"]}


def column(match: Match) -> str:
    """The column that was rolled on."""
    return str(told(match, "log.result")["column"])


def result(match: Match) -> str:
    """The printed result."""
    return str(told(match, "log.result")["codes"])
