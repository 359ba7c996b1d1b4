"""Game records: a few lines on what is played, then one decision a line. Saving, replaying and proving use it.

    khalkhin 2
    game bkg
    edition 2
    scenario august-1939
    option open_strengths true       only options that are not at their default
    data 0123456789abcdef
    dice seed 7                      or: dice secret <64 hex digits> <game id>
    commitment <sha256>
    --
    1a2b3c soviet unit SU-601-1
    4d5e6f turn 21 0123456789abcdef
    ...
    778899 running 0123456789abcdef  or: end soviet points 150 85 0123456789abcdef

The digits before each line are a running hash over everything above it, so that the first line that was changed, lost
or added is named. Turn lines carry the hash of the position. docs/records.md has the whole format and what it promises.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from khalkhin.engine.errors import KhalkhinError, RecordError
from khalkhin.engine.game import Game
from khalkhin.engine.header import FORMATS, Header, read_edition, read_header, write_header
from khalkhin.engine.match import Decision, Edition, Match
from khalkhin.engine.state import Result, State, hash_of

__all__ = ["HashChain", "Header", "Replayed", "decision_line", "read_header", "replay", "replay_as_far", "write"]

KEPT = "kept"
"""The last line of a record that its writer could not replay: it has all decisions, but no turns."""


# -- writing -----------------------------------------------------------------------------------------------------------


def write(match: Match) -> str:
    """The record of a match. It holds the secret of the dice, so it is for whoever runs the game."""
    return _marked(write_header(header_of(match)), _body(match))


def write_kept(header: Header, lines: Iterable[str]) -> str:
    """The record of a game that cannot be replayed here, from its decisions as they were stored."""
    return _marked(write_header(header), [*lines, KEPT])


def _marked(head: list[str], body: Iterable[str]) -> str:
    chain = HashChain(head)
    return "\n".join(head + [chain.add(line) for line in body]) + "\n"


def header_of(match: Match) -> Header:
    """The head of the record of a match."""
    s, game, began = match.state, match.game, match.editions[0]
    options = game.options_to_name(s.scenario, s.options)
    written = {name: option_text(value) for name, value in options.items()}
    return Header(len(FORMATS), game.code, s.scenario, written, began.data, s.dice, began.number)


def option_text(value: Any) -> str:
    """An option as records write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _body(match: Match) -> Iterator[str]:
    turns = {after: turn_line(turn, digest) for after, turn, digest in match.turns()}
    later = {edition.after: edition for edition in match.editions[1:]}
    for number, decision in enumerate([None, *match.decisions]):
        if decision is not None:
            yield decision_line(match.game, decision)
        if number in turns:
            yield turns[number]
        if number in later:
            yield f"edition {later[number].number} {later[number].data}"
    yield ending(match.state)


def decision_line(game: Game[Any], decision: Decision) -> str:
    noun = game.write(decision.verb, decision.noun)
    said = f"{game.sides[decision.side]} {decision.verb}"
    return said if noun is None else f"{said} {noun}"


def turn_line(turn: int, digest: str) -> str:
    return f"turn {turn} {digest}"


def ending(s: State) -> str:
    return f"{_outcome(s)} {s.digest()}"


def _outcome(s: State) -> str:
    return "running" if s.result is None else f"end {_result(s.game, s.result)}"


def _result(game: Game[Any], result: Result) -> str:
    winner = "draw" if result.winner is None else game.sides[result.winner]
    return " ".join([winner, result.how, *map(str, result.points)])


class HashChain:
    """The running hash that ties every line of a record to all lines above it."""

    def __init__(self, head: Iterable[str] = ()) -> None:
        self._hash = hashlib.sha256()
        for line in head:
            self.add(line)

    def add(self, line: str) -> str:
        """Tie a line in, and give it back with its mark in front."""
        self._hash.update(line.encode() + b"\n")
        return f"{self._hash.hexdigest()[:6]} {line}"


# -- replaying ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Replayed:
    """A record played again, as far as today's rules go along with it."""

    match: Match
    header: Header
    edition: int
    """The edition that the record holds in, by its own account."""
    today: bool
    """Whether it is of today's edition and data: then every line of it is proven."""
    turns: tuple[int, int]
    """At how many turns the position is the recorded one, and of how many."""
    stopped: RecordError | None = None
    """The line that today's rules refuse."""
    rest: tuple[str, ...] = ()
    """The decisions from that line on, as they are written."""


BeforeLine = Callable[[int], None]


def replay(text: str, game: Game[Any], upto: int | None = None, before_line: BeforeLine | None = None) -> Match:
    """Play a record again from the start and check every line; with `upto` only so many decisions.

    Raises `RecordError` at the first line that does not hold. `before_line` is called with the number of every line
    before it is played; an exception that it raises ends the replay.
    """
    found = replay_as_far(text, game, upto, before_line)
    if found.stopped is not None:
        raise found.stopped
    return found.match


def replay_as_far(
    text: str, game: Game[Any], upto: int | None = None, before_line: BeforeLine | None = None
) -> Replayed:
    """Play a record again as far as today's rules allow it: `stopped` says where a record of an older edition ends."""
    return _Replay(text, game, upto, before_line or (lambda line: None)).run()


class _Stop(Exception):
    """Today's rules do not go along with a line."""

    def __init__(self, key: str, **params: Any) -> None:
        self.key, self.params = key, params


class _Replay:
    """One record being played again."""

    def __init__(self, text: str, game: Game[Any], upto: int | None, before_line: BeforeLine) -> None:
        self.header = read_header(text)
        self.game = game
        self.lines = text.splitlines()
        self.upto = upto
        self.before_line = before_line
        self.edition, self.today = _standing(self.header, self.lines, game)
        self.match = _start(self.header, game, self.edition)
        self.editions = [self.match.editions[0]]
        self.kept = bool(self.lines) and self.lines[-1].partition(" ")[2] == KEPT
        self.turn: tuple[int, str] | None = None
        """The turn that the last decision began, until its line has been read."""
        self.equal = self.turns = 0

    def run(self) -> Replayed:
        head = self.header.lines
        chain, done = HashChain(self.lines[:head]), False
        for number, marked in enumerate(self.lines[head:], start=head + 1):
            if self.match.length == self.upto:
                break
            self.before_line(number)
            if done:
                raise RecordError(number, "record.after-end")
            line = marked.partition(" ")[2]
            if chain.add(line) != marked:
                raise RecordError(number, "record.changed", text=marked[:60])
            try:
                done = self._line(line, number)
            except _Stop as stop:
                return self._stopped(stop, number, line)
        else:
            if not done:
                raise RecordError(len(self.lines) + 1, "record.truncated")
        self.match.go_on(*self.editions)
        return Replayed(self.match, self.header, self.edition, self.today, (self.equal, self.turns))

    def _line(self, line: str, number: int) -> bool:
        """Prove one line of the body; whether it was the last."""
        word = line.partition(" ")[0]
        if self.turn is not None and not self.kept:
            self._prove_turn(line, self.turn)
        elif word == "edition":
            self.editions.append(Edition(self.match.length, *read_edition(line, number)))
        elif word in ("running", "end") or line == KEPT:
            self._prove_ending(line)
            return True
        else:
            self._play(line)
        return False

    def _prove_turn(self, line: str, begun: tuple[int, str]) -> None:
        """The turn has to be the one that begins; of an older edition the position may be written differently."""
        expected, self.turn = turn_line(*begun), None
        self.turns += 1
        same = line == expected or self._in_format_1(line, f"turn {begun[0]}")
        self.equal += same
        if not same and (self.today or not line.startswith(f"turn {begun[0]} ")):
            raise _Stop("record.turn", expected=expected, found=line)

    def _prove_ending(self, line: str) -> None:
        expected, outcome = ending(self.match.state), _outcome(self.match.state)
        if line in (expected, KEPT) or self._in_format_1(line, outcome):
            return
        if self.today or line.rpartition(" ")[0] != outcome:
            raise _Stop("record.ending", expected=expected)

    def _in_format_1(self, line: str, beginning: str) -> bool:
        """Whether a line has the hash that format 1 wrote of the position: with all options, and fields at defaults."""
        if self.header.format != 1:
            return False
        data = self.match.state.to_data()
        options = {name: value for name, value in data["options"].items() if name in self.header.options}
        return line == f"{beginning} {hash_of({**data, 'options': options})}"

    def _play(self, line: str) -> None:
        side, _, said = line.partition(" ")
        verb, _, noun = said.partition(" ")
        match = self.match
        try:
            match.play(verb, noun or None, side=side)
        except KhalkhinError as error:
            raise _Stop("record.refused", text=line, error=self._explained(error)) from None
        spelling = decision_line(match.game, match.latest)
        if spelling != line:
            raise _Stop("record.spelling", text=line, expected=spelling)
        self.turn = match.turn_begun()

    def _explained(self, error: KhalkhinError) -> KhalkhinError:
        """A refusal; where no rule is behind it (nothing is asked of that side), with what is asked by which rule."""
        asked = [
            {"key": "record.asks", "side": self.game.sides[prompt.side], "rule": prompt.rule}
            for prompt in self.match.prompts()
            if prompt.rule
        ]
        if self.today or error.reason.rule or not asked:
            return error
        explained = KhalkhinError("record.asked-instead", error=error, asked=asked)
        explained.game = self.game
        return explained

    def _stopped(self, stop: _Stop, number: int, line: str) -> Replayed:
        """A record of today's edition is wrong where it stops; one of an older edition was right in its time."""
        error = RecordError(number, stop.key, **stop.params)
        if self.today:
            raise error
        edition, now = self.edition, self.game.editions.now
        key = "record.stopped" if edition < now else "record.stopped-data"
        stopped = RecordError(number, key, text=line, error=error, edition=edition, now=now)
        self.match.go_on(*self.editions)
        stopped.match = self.match
        rest = tuple(found.partition(" ")[2] for found in self.lines[number - 1 :])
        counted = (self.equal, self.turns)
        return Replayed(self.match, self.header, self.edition, False, counted, stopped, _decisions(rest, self.game))


def _decisions(lines: Sequence[str], game: Game[Any]) -> tuple[str, ...]:
    return tuple(line for line in lines if line.partition(" ")[0] in game.sides)


def _standing(header: Header, lines: Sequence[str], game: Game[Any]) -> tuple[int, bool]:
    """The edition that a record holds in, and whether it is of today's edition and data. RecordError if unknown."""
    if header.pack:
        raise RecordError(header.at["pack"], "record.pack", pack=header.pack.partition(" ")[0][:40])
    number, data, line = header.edition, header.data, header.at["data"]
    chain = HashChain(lines[: header.lines])
    for place, marked in enumerate(lines[header.lines :], start=header.lines + 1):
        found = marked.partition(" ")[2]
        if chain.add(found) != marked:
            break  # it is told when its turn comes
        if found.startswith("edition "):
            (number, data), line = read_edition(found, place), place
    now, known = game.editions.now, game.known_data
    if number is not None and number > now:
        raise RecordError(line, "record.newer", edition=number, now=now)
    today = header.format == len(FORMATS) and data == game.version
    if not today and data not in known:
        raise RecordError(line, "record.data", expected=game.version, found=data)
    if number is None:
        number = known[data]
    return number, today and number == now


def _start(header: Header, game: Game[Any], edition: int) -> Match:
    """The game at its first prompt."""
    _check_shares(header, game)
    scenario = game.scenarios.get(header.scenario)
    options: dict[str, Any] = {}
    line = header.at["scenario"]
    try:
        if scenario is not None:
            for name, text in header.options.items():
                line = header.at[f"option {name}"]
                options[name] = scenario.option(name, _value(text, scenario.options.get(name)))
            options = game.options_named(header.scenario, options)
        match = Match(game.start(header.scenario, options, header.dice))
    except KhalkhinError as error:
        raise RecordError(line, "record.start", error=error) from None
    match.editions = (Edition(0, header.edition or edition, header.data),)
    _check_options(match, header)
    return match


def _check_shares(header: Header, game: Game[Any]) -> None:
    for share in header.dice.shares:
        if share.side not in game.sides:
            raise RecordError(header.at[f"share {share}"], "record.share", text=f"share {share}"[:40])


def _check_options(match: Match, header: Header) -> None:
    """Options have one spelling; only format 1 names those that are at their default."""
    s = match.state
    expected = {name: option_text(s.options[name]) for name in header.options}
    needed = match.game.options_to_name(s.scenario, s.options)
    for name, text in header.options.items():
        if text != expected[name] or (header.format > 1 and name not in needed):
            raise RecordError(header.at[f"option {name}"], "record.header", text=f"option {name} {text}"[:40])


def _value(text: str, default: Any) -> Any:
    """An option as it is written, read as the kind of thing its default is."""
    if isinstance(default, bool):
        return {"true": True, "false": False}.get(text, text)
    return int(text) if isinstance(default, int) and re.fullmatch(r"-?[0-9]{1,9}", text) else text
