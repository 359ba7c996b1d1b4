"""The screen of a side that is asked: where we are, the map round the action, what happened, what may be said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khalkhin.engine.view import View
from khalkhin.terminal import board
from khalkhin.terminal.choices import form, in_short
from khalkhin.terminal.mapview import RULER
from khalkhin.terminal.panels import load_lines, log_lines, near_ends, odds_lines

if TYPE_CHECKING:
    from khalkhin.terminal.session import Session

LEAST_MAP = 9
"""Lines of map below which none is worth drawing."""
MOVEMENT = "_move"
"""Part of the keys of phases in which stacks change."""
NEWS = 8
"""Lines of news on a screen; the rest is in the log."""


def show(session: Session, seen: View) -> None:
    """Draw it: with a map on a terminal, only what is new and what is asked on paper or in a pipe. It goes below what
    was there before: what somebody has looked up is only scrolled away."""
    news = list(log_lines(session.voice, session.news))
    new_phase = session.begins_phase(seen)
    if not session.paper.is_terminal:
        session.paper.lines(news)
        if new_phase:
            session.paper.write(session.voice.status(seen))
        session.paper.lines(_question(session, seen, session.paper.size()[0]))
        session.paper.lines(session.told())
        return
    width, height = session.paper.size()
    question, told = _question(session, seen, width), session.told()
    if len(news) > NEWS:
        session.read_through(news)
        news = [session.voice.say("cli.earlier", count=len(news) - NEWS, all=len(news)), *news[-NEWS:]]
    session.paper.write()
    session.paper.write(session.voice.status(seen), "prompt")
    taken = 1 + sum(len(session.paper.wrapped(line)) for line in [session.voice.status(seen), *news, *question, *told])
    if not session.people:
        taken += NEWS  # a watcher has been told already: leave the end of it in sight
    draw_map(session, seen, height - 1 - taken)
    session.paper.lines(news)
    for number, line in enumerate(question):
        session.paper.write(line, "prompt" if number == 0 else "")
    for line in told:
        session.paper.write(line, "good")


def _question(session: Session, seen: View, width: int) -> list[str]:
    """The prompt, the odds of what is in hand, and the choices."""
    prompt = seen["prompt"]
    if prompt is None:
        return []
    voice = session.voice
    lines = [f"{voice.question(prompt)} [{prompt['rule']}]"]
    if session.begins_turn(seen):
        lines += (f"  {line}" for line in near_ends(voice, session.seat))
    if "alternatives" not in seen["details"]:  # those stand among the choices
        lines += list(odds_lines(voice, seen))[:1]
    if MOVEMENT in seen["phase"] and any(offer["verb"] == "done" for offer in prompt["offers"]):
        lines += load_lines(voice, session.seat, seen)
    lines += in_short(voice, seen, width - 1)
    if session.paper.is_terminal and (typed := form(voice, session.seat, seen)):
        lines.append("  " + voice.say("cli.form", form=typed))
    return lines


def draw_map(session: Session, seen: View, lines: int) -> None:
    """As much of the map as fits round the action."""
    room = lines - 2  # the numbers above and below
    if room < LEAST_MAP:
        return
    centre = session.focus if session.focus is not None else board.focus(session.voice, seen, session.news)
    columns = session.paper.size()[0] - 2 * RULER
    for runs in board.Board.of(session.voice, session.seat, seen, session.tall).part(centre, room, columns):
        session.paper.runs(runs)
