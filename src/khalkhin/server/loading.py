"""Stored tables played again: whole, or as far as today's rules go along with what was said at them.

A table of an older edition whose decisions are not all allowed any more is halted where they end: it can be looked at,
taken along whole and ended (a draw that both agree to, conceding), and nothing that is stored of it is lost.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from khalkhin.engine import library
from khalkhin.engine.agenda import why
from khalkhin.engine.dice import Dice
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.game import STANDING, Game
from khalkhin.engine.header import FORMATS, Header
from khalkhin.engine.match import Edition, Match
from khalkhin.engine.record import option_text, write_kept
from khalkhin.engine.state import Event, State
from khalkhin.server.audience import History, Sight, kept
from khalkhin.server.http import Problem
from khalkhin.server.store import Entry, StoredTable, TableRow
from khalkhin.server.store.rows import Said

LOG = logging.getLogger("khalkhin.server")

Asked = tuple[Any, ...]
"""A message by which it is known again when it is sent again."""

HALTING = ("log.stopped-own", "log.stopped")
"""Lines of the log that tell why a table is halted. They belong to no decision."""


@dataclass(frozen=True)
class Stopped:
    """Where today's rules do not go along with what was said at a table."""

    entry: int
    """The number of the entry."""
    undone: int
    said: int
    """How much of the entry was still carried out: decisions taken back, and taken."""
    side: str
    text: str
    """What is refused, as records write it; empty where it is to take something back."""
    edition: int
    now: int
    rule: str
    error: KhalkhinError

    def events(self, game: Game[Any]) -> tuple[Event, Event]:
        """What the log tells of it: the decision and the reason to whose decision it was, to all others neither."""
        own = 1 << game.sides.index(self.side)
        editions = {"edition": self.edition, "now": self.now}
        reason = self.error.reason
        why = {"key": reason.key, **game.codec.params(reason.params)}
        return (
            Event(HALTING[0], {**editions, "text": self.text, "reason": why}, own, self.rule, loud=True),
            Event(HALTING[1], editions, ~own, self.rule, loud=True),
        )


@dataclass
class Loaded:
    """A table played again from the store."""

    match: Match
    sights: dict[str | None, Sight]
    answered: dict[tuple[str, int], set[Asked]]
    entries: int
    stopped: Stopped | None = None


class _Stop(Exception):
    def __init__(self, stopped: Stopped) -> None:
        self.stopped = stopped


def said_at(stored: StoredTable) -> int:
    """How many decisions were taken and taken back at a table: so long does it take to load."""
    return sum(entry.undo + len(entry.say) for entry in stored.entries)


def load(stored: StoredTable, watch: Callable[[], None] = lambda: None) -> Loaded:
    """Play a stored table again; `watch` is called before each entry, and may end it."""
    row = stored.row
    if row.game not in library.codes():
        raise Problem(409, "server.lost-game", game=row.game)
    game = library.get(row.game)
    if row.data not in game.known_data:
        raise Problem(409, "server.other-data", expected=row.data, found=game.version)
    now, newest = game.editions.now, max([row.edition, *(entry.edition for entry in stored.entries)])
    if newest > now:
        raise Problem(409, "server.newer-edition", edition=newest, now=now)
    try:
        return _played(game, row, stored.entries, None, watch)
    except _Stop as stop:
        stopped = stop.stopped
    last = next(entry for entry in stored.entries if entry.n == stopped.entry)
    if (last.edition, last.data or row.data) == (now, game.version):
        LOG.error("table %s: entry %d cannot be played again: %s", row.id, stopped.entry, stopped.error)
        raise Problem(500, "server.damaged", table=row.id, entry=stopped.entry) from stopped.error
    LOG.warning("table %s of edition %d stops at entry %d: %s", row.id, newest, stopped.entry, stopped.error)
    return _played(game, row, as_far(stored.entries, stopped), stopped, watch)


def first_position(row: TableRow, game: Game[Any]) -> State:
    """A table's game at its first prompt."""
    dice = Dice(row.secret, row.dice_id, row.seed, shares=row.shares)
    start: State = game.start(row.scenario, game.options_named(row.scenario, row.options), dice)
    return start


def _played(
    game: Game[Any], row: TableRow, entries: Sequence[Entry], stopped: Stopped | None, watch: Callable[[], None]
) -> Loaded:
    match = Match(first_position(row, game))
    history = History(match, row.created)
    answered: dict[tuple[str, int], set[Asked]] = {}
    editions = [Edition(0, row.edition, row.data)]
    for entry in entries:
        watch()
        before = match.log[:] if entry.undo else match.log
        length = len(before)
        began = _play(match, entry)
        edition = Edition(began, entry.edition, entry.data or row.data)
        if edition[1:] != editions[-1][1:]:
            editions.append(edition)
        editions = [one._replace(after=min(one.after, began)) for one in editions]
        if stopped is not None and entry.n == stopped.entry:
            match.halt(*stopped.events(game))
        same = kept(before, match.log) if entry.undo else length
        history.follow(match, same, entry.numbers, entry.at)
        answered.setdefault((entry.side, entry.answered), set()).add(asked_by(entry))
    match.go_on(*editions)
    return Loaded(match, history.sights(match, watched(row)), answered, len(entries), stopped)


def watched(row: TableRow) -> bool:
    """Whether computers play among themselves, to be watched: nobody is there from whom anything could be hidden."""
    return all(seat.kind == "computer" for seat in row.seats.values())


def loaded_from(match: Match, stored: StoredTable) -> Loaded:
    """The same of a game that has just been played or proven here: it does not have to be played once more."""
    row, entries = stored.row, stored.entries
    answered: dict[tuple[str, int], set[Asked]] = {}
    for entry in entries:
        answered.setdefault((entry.side, entry.answered), set()).add(asked_by(entry))
    return Loaded(match, History(match, row.created).sights(match, watched(row)), answered, len(entries))


def _play(match: Match, entry: Entry) -> int:
    """Carry an entry out, or stop at what cannot be; how many decisions are before those that it took."""
    undone = said = 0
    try:
        while undone < entry.undo:
            match.undo(entry.side)
            undone += 1
        began = match.length
        for verb, noun in entry.say:
            if not match.halted or can_end(match.state, entry.side, verb):
                match.play(verb, noun, entry.side)
            said += 1
    except KhalkhinError as error:
        text = _line(entry.side, *entry.say[said]) if undone == entry.undo else ""
        now, rule = match.game.editions.now, match.rule_against(error)
        raise _Stop(Stopped(entry.n, undone, said, entry.side, text, entry.edition, now, rule, error)) from None
    return began


def can_end(s: State, side: str, verb: str) -> bool:
    """Whether a side can say that in a game that is only to be ended."""
    return verb in STANDING and why(s, s.game.sides.index(side), verb, None) is None


def as_far(entries: Sequence[Entry], stopped: Stopped) -> list[Entry]:
    """The entries as far as they can be carried out: those up to the stop, then only what ends the game.

    What ends it is said last: who offered a draw and then played on has let the offer go.
    """
    first = next(place for place, entry in enumerate(entries) if entry.n == stopped.entry)
    rest: list[tuple[int, str, str]] = []
    for entry in entries[first + 1 :]:
        for _ in range(entry.undo):
            _take_back(rest, entry.side)
        rest += [(entry.n, entry.side, verb) for verb, _ in entry.say]
    ends: dict[int, list[Said]] = {}
    for number, _, verb in _endings(rest):
        ends.setdefault(number, []).append((verb, None))
    cut = replace(entries[first], undo=stopped.undone, say=entries[first].say[: stopped.said])
    after = (replace(entry, undo=0, say=tuple(ends.get(entry.n, ()))) for entry in entries[first + 1 :])
    return [*entries[:first], cut, *after]


def _endings(rest: Sequence[tuple[int, str, str]]) -> Sequence[tuple[int, str, str]]:
    """The talk of ending the game after the last decision of another kind, with the offer that was accepted."""
    begin = len(rest)
    while begin and rest[begin - 1][2] in STANDING:
        begin -= 1
    found = list(rest[begin:])
    if found and found[0][2] == "accept":
        offers = [said for said in rest[:begin] if said[2] == "draw" and said[1] != found[0][1]]
        found[:0] = offers[-1:]
    return found


def _take_back(said: list[Any], side: str) -> None:
    """Drop a side's last decision, where there is one: the second item of each is whose it is."""
    index = next((n for n in range(len(said) - 1, -1, -1) if said[n][1] == side), None)
    if index is not None:
        del said[index]


def asked_by(entry: Entry) -> Asked:
    """The message that an entry came from."""
    return ("order", entry.line) if entry.line is not None else ("say", entry.undo, *entry.say, *entry.left)


# -- the whole record of a table that was halted -----------------------------------------------------------------------


def whole_record(stored: StoredTable) -> str:
    """All decisions of a table as a record, though today's rules do not allow them all."""
    row = stored.row
    game = library.get(row.game)
    played = game.choose_options(row.scenario, game.options_named(row.scenario, row.options))
    options = game.options_to_name(row.scenario, played)
    dice = Dice(row.secret, row.dice_id, row.seed, shares=row.shares)
    written = {name: option_text(value) for name, value in options.items()}
    header = Header(len(FORMATS), row.game, row.scenario, written, row.data, dice, row.edition)
    return write_kept(header, _lines(row, stored.entries))


def _lines(row: TableRow, entries: Iterable[Entry]) -> Iterator[str]:
    """The decisions that were not taken back, and where they went on by a later edition."""
    said: list[tuple[str, str, tuple[int, str]]] = []
    for entry in entries:
        for _ in range(entry.undo):
            _take_back(said, entry.side)
        edition = entry.edition, entry.data or row.data
        said += [(_line(entry.side, verb, noun), entry.side, edition) for verb, noun in entry.say]
    latest = row.edition, row.data
    for line, _, edition in said:
        if edition != latest:
            yield f"edition {edition[0]} {edition[1]}"
            latest = edition
        yield line


def _line(side: str, verb: str, noun: str | int | None) -> str:
    return f"{side} {verb}" if noun is None else f"{side} {verb} {noun}"
