"""What can be typed besides orders: looking, asking, taking back, saving."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from khalkhin.ai import hint as advice
from khalkhin.engine import library
from khalkhin.engine.agenda import Kind
from khalkhin.engine.errors import Illegal, KhalkhinError
from khalkhin.engine.files import read_text, save_text
from khalkhin.engine.record import read_header, replay
from khalkhin.engine.typed_line import TypedLine
from khalkhin.engine.typed_words import read_thing
from khalkhin.engine.view import offers_of
from khalkhin.learn.coach import Coach
from khalkhin.terminal import board, choices, help_lines, lookup, panels
from khalkhin.terminal.mapview import RULER

if TYPE_CHECKING:
    from khalkhin.terminal.session import Session

Command = Callable[["Session", str], None]


# -- looking -----------------------------------------------------------------------------------------------------------


def show_map(session: Session, text: str) -> None:
    """The whole map, or the part round a hex, which the next screens then show too."""
    seen, voice = session.seat.view(), session.voice
    columns, lines = session.paper.size()
    room = columns - 2 * RULER
    drawn = board.Board.of(voice, session.seat, seen, session.tall)
    found: Iterable[board.Runs]
    if text:
        session.focus = None if text == "auto" else session.voice.game.map_hex(text)
        centre = board.focus(voice, seen, session.news) if session.focus is None else session.focus
        found = drawn.part(centre, lines - 6, room)
    else:
        found = drawn.whole(room if session.paper.is_terminal else None)
    for runs in found:
        session.paper.runs(runs)
    session.paper.lines(board.key_lines(voice, seen))


def zoom(session: Session, text: str) -> None:
    """Larger hexes with their numbers and the first unit of each stack, or back."""
    _alone("zoom", text)
    session.tall = not session.tall
    session.stale = session.paper.is_terminal
    session.paper.write(session.voice.say("cli.zoomed-in" if session.tall else "cli.zoomed-out"))


def look(session: Session, text: str) -> None:
    """A hex with what stands there, or a unit."""
    _needed("look", text)
    seen = session.seat.view()
    for word in _things(session, text):
        if word in session.voice.game.sheet.index:
            session.paper.lines(panels.unit_lines(session.voice, seen, word))
            session.looked(f"unit {word}")
        else:
            session.paper.lines(panels.hex_lines(session.voice, session.seat, word))
            session.looked(f"hex {word}")


def _things(session: Session, text: str) -> list[str]:
    """The hexes and units that a text names."""
    rest: Sequence[str] = session.voice.vocabulary.tokens(text)
    found: list[str] = []
    while rest:
        thing, rest = read_thing(session.voice.game, session.seat.view(), rest)
        if thing.kind not in (Kind.HEX, Kind.UNIT):
            raise KhalkhinError("order.not-understood", text=thing.text)
        found.append(str(thing.noun))
    return found


def units(session: Session, text: str) -> None:
    _alone("units", text)
    found = list(panels.own_units(session.voice, session.seat, session.seat.view()))
    session.paper.lines(found or [session.voice.say("cli.no-units")])


def boxes(session: Session, text: str) -> None:
    _alone("boxes", text)
    session.paper.lines(panels.box_lines(session.voice, session.seat.view()))


def turn(session: Session, text: str) -> None:
    _alone("turn", text)
    session.paper.lines(panels.turn_lines(session.voice, session.seat.view()))


def score(session: Session, text: str) -> None:
    _alone("score", text)
    session.paper.lines(panels.score_lines(session.voice, session.seat, session.seat.view()))


def briefing(session: Session, text: str) -> None:
    """What the side at the keyboard should know before the scenario; whoever only watches reads of every side."""
    _alone("briefing", text)
    voice, seen = session.voice, session.seat.view()
    sides = voice.game.sides if session.side is None else (session.side,)
    found = [line for side in sides for line in panels.briefing_lines(voice, seen["scenario"], side)]
    session.paper.lines([*panels.rule_lines(voice, seen), *(found or [voice.say("cli.no-briefing")])])


def log(session: Session, text: str) -> None:
    count = _number("log", text) if text else 20
    session.paper.lines(panels.log_lines(session.voice, session.seat.news()[0][-count:], rules=True))


# -- asking ------------------------------------------------------------------------------------------------------------


def show_choices(session: Session, text: str) -> None:
    """All choices, those of an order, or what could follow units and hexes if they were said."""
    voice, seat = session.voice, session.seat
    if text and voice.vocabulary.verb(text) is None:
        seat, text = TypedLine(text, voice.vocabulary).rehearsed(seat), ""
    session.paper.lines(choices.in_full(voice, seat.view(), text))


def odds(session: Session, text: str) -> None:
    """The attack in hand; or with units and a hex, or a hex alone, what those would attack from there."""
    if text:
        _odds_ahead(session, text)
        return
    lines = list(panels.odds_lines(session.voice, session.seat.view()))
    if not lines:
        raise KhalkhinError("cli.no-odds")
    session.paper.lines(lines)


def _odds_ahead(session: Session, text: str) -> None:
    """Take the units up where it changes nothing and tells no secret, and look ahead from there."""
    if session.side is None:
        raise KhalkhinError("cli.watching", text=text)
    *units, hex_ = _things(session, text)
    session.voice.game.map_hex(hex_)  # refuses what is none
    seat = session.seat.rehearsal()
    for unit in units:
        seat.play("unit", unit)
    told = seat.prospects(hex_)
    verbs = [offer["verb"] for offer in offers_of(seat.view()) if offer["kind"] == "hex" and hex_ in offer["nouns"]]
    if not verbs and not told["attacks"] and (reason := seat.why("hex", hex_)) is not None:
        raise Illegal(reason, session.voice.game)
    session.paper.lines(panels.prospect_lines(session.voice, hex_, told))


def why(session: Session, text: str) -> None:
    """What speaks against something; for what is allowed, that it is."""
    _needed("why", text)
    if session.side is None:
        raise KhalkhinError("cli.watching", text=text)
    voice = session.voice
    for said, reason in list(TypedLine(text, voice.vocabulary).objections(session.seat)):
        order = ", ".join(voice.vocabulary.text(*one) for one in said)
        if reason is None:
            session.paper.write(voice.say("cli.why.legal", order=order), "good")
        else:
            session.paper.write(voice.say("cli.why.not", order=order, reason=voice.reason(reason)))


def hint(session: Session, text: str) -> None:
    """What the planner would say, as it can be typed, and why."""
    _alone("hint", text)
    voice, found = session.voice, advice.hint(session.seat.whole_view())
    said = [voice.typed(verb, noun) for verb, noun in found.said]
    reason = voice.text(advice.hint_data(voice.game, found)["reason"])
    session.paper.write(voice.say("cli.hint", order=", ".join(said), reason=reason))


def coach(session: Session, text: str) -> None:
    """Switch the coach on or off. Switched on, it says everything anew."""
    _alone("coach", text)
    if session.coach is None:
        raise KhalkhinError("cli.no-coach")
    session.coach = Coach(on=not session.coach.on)
    session.paper.write(session.voice.say("cli.coach-on" if session.coach.on else "cli.coach-off"))
    session.paper.lines(session.told())


def rule(session: Session, text: str) -> None:
    """The chapters of the rules, or what one rule or those about a word say."""
    book = lookup.Book.of(session.voice.game, session.language, session.paper.size()[0] - 1, sources=False)
    session.paper.lines(lookup.rule_lines(book, text))


def charts(session: Session, text: str) -> None:
    """What charts there are; with a word those with it in their title."""
    voice = session.voice
    if not text:
        session.paper.lines(lookup.titles(voice.game, voice))
        session.paper.write(voice.say("cli.charts"))
        return
    wanted = "" if text.lower() == voice.say("cli.charts-all") else text
    session.paper.lines(lookup.chart_lines(voice.game, voice, session.paper.size()[0] - 1, wanted))


def help_(session: Session, text: str) -> None:
    voice, word = session.voice, session.command(text) or text.lower()
    if not word:
        session.paper.lines(voice.say("cli.help").splitlines())
        session.paper.lines(voice.figures_told())
        session.paper.lines(board.key_lines(voice, session.seat.view()))
    elif word == voice.say("cli.help-orders"):
        session.paper.lines(help_lines.orders(voice))
    elif word in COMMANDS:
        session.paper.lines(voice.say(f"cli.help.{word}").splitlines())
    elif (verb := voice.vocabulary.verb(word)) is not None:
        session.paper.write(help_lines.order(voice, verb))
    else:
        raise KhalkhinError("cli.no-help", text=text)


# -- taking back, saving, leaving --------------------------------------------------------------------------------------


def undo(session: Session, text: str) -> None:
    """Take back the last order, or so many decisions."""
    orders = session.orders
    if session.ways:
        session.ways = ()
        session.stale = True
        return
    steps = _number("undo", text) if text else orders[-1] if orders else 1
    session.take_back(steps)
    session.quiet.stop()
    while orders and steps:
        taken = min(steps, orders[-1])
        steps -= taken
        orders[-1] -= taken
        if not orders[-1]:
            orders.pop()
    session.stale = True


def ask(session: Session, text: str) -> None:
    """Whether an order that ends a phase is asked back where something would be lost."""
    answers = {session.voice.say("cli.on"): True, session.voice.say("cli.off"): False}
    if text.lower() not in answers:
        raise KhalkhinError("cli.on-or-off", command="ask", text=text)
    session.guard.on = answers[text.lower()]
    session.paper.write(session.voice.say("cli.asks" if session.guard.on else "cli.asks-not"))


def save(session: Session, text: str) -> None:
    _needed("save", text)
    name = text.removesuffix("!").rstrip()
    path = save_text(name, session.match.record(), overwrite=text.endswith("!"))
    session.saved_at = session.match.length
    session.paper.write(session.voice.say("cli.saved", file=str(path), count=session.saved_at), "good")


def load(session: Session, text: str) -> None:
    _needed("load", text)
    if session.unsaved and not text.endswith("!"):
        raise KhalkhinError("cli.unsaved", count=session.unsaved, file=text)
    name = text.removesuffix("!").rstrip()
    record = read_text(name)
    match = replay(record, library.get(read_header(record).game, session.overrides))
    session.sit_down(match)
    session.paper.write(session.voice.say("cli.loaded", file=name, count=session.match.length), "good")


def quit_(session: Session, text: str) -> None:
    _alone("quit", text)
    session.leave()


COMMANDS: dict[str, Command] = {
    "map": show_map,
    "zoom": zoom,
    "look": look,
    "units": units,
    "boxes": boxes,
    "turn": turn,
    "score": score,
    "briefing": briefing,
    "log": log,
    "choices": show_choices,
    "odds": odds,
    "why": why,
    "hint": hint,
    "coach": coach,
    "rule": rule,
    "charts": charts,
    "help": help_,
    "undo": undo,
    "ask": ask,
    "save": save,
    "load": load,
    "quit": quit_,
}


# -- reading what comes after a command --------------------------------------------------------------------------------


def _needed(command: str, text: str) -> None:
    if not text:
        raise KhalkhinError("cli.needs", command=command)


def _alone(command: str, text: str) -> None:
    if text:
        raise KhalkhinError("cli.stands-alone", command=command, text=text)


def _number(command: str, text: str) -> int:
    if not text.isascii() or not text.isdigit() or not int(text):
        raise KhalkhinError("cli.needs-number", command=command, text=text)
    return int(text)
