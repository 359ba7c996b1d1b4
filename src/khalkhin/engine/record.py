"""Game records: a few lines on what is played, then one decision a line. Saving, replaying and proving use it.

    khalkhin 1
    game bkg
    scenario august-1939
    option open_strengths false
    data 0123456789abcdef
    dice seed 7                      or: dice secret <64 hex digits> <game id>
    commitment <sha256>
    --
    1a2b3c soviet unit SU-601-1
    4d5e6f turn 21 0123456789abcdef
    ...
    778899 running                   or: end soviet points 150 85

The digits before each line are a running hash over everything above it, so that the first line that was changed, lost
or added is named. Turn lines carry the hash of the position.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from khalkhin.engine.dice import Dice
from khalkhin.engine.errors import Illegal, KhalkhinError, RecordError
from khalkhin.engine.game import Game
from khalkhin.engine.match import Decision, Match
from khalkhin.engine.state import Result, State

MAGIC = "khalkhin 1"
RULE = "--"


@dataclass(frozen=True)
class Header:
    """The first lines of a record."""

    game: str
    scenario: str
    options: Mapping[str, Any]
    data: str
    dice: Dice
    lines: int


def write(match: Match) -> str:
    """The record of a match, its dice included: a local game owns its record."""
    s, game = match.state, match.game
    dice = f"seed {s.dice.seed}" if s.dice.seed is not None else f"secret {s.dice.secret.hex()} {s.dice.game_id}"
    head = [
        MAGIC,
        f"game {game.code}",
        f"scenario {s.scenario}",
        *(f"option {name} {_option(value)}" for name, value in sorted(s.options.items())),
        f"data {game.version}",
        f"dice {dice}",
        f"commitment {s.dice.commitment}",
        RULE,
    ]
    chain = Chain()
    for line in head:
        chain.add(line)
    return "\n".join(head + [chain.add(line) for line in _body(match)]) + "\n"


def _body(match: Match) -> Iterator[str]:
    turns = {after: f"turn {turn} {digest}" for after, turn, digest in match.turns()}
    for number, decision in enumerate(match.decisions, start=1):
        yield decision_line(match.game, decision)
        if number in turns:
            yield turns[number]
    yield ending(match.state)


def decision_line(game: Game[Any], decision: Decision) -> str:
    noun = game.write(decision.verb, decision.noun)
    said = f"{game.sides[decision.side]} {decision.verb}"
    return said if noun is None else f"{said} {noun}"


def ending(s: State) -> str:
    if s.result is None:
        return f"running {s.digest()}"
    return f"end {_result(s.game, s.result)} {s.digest()}"


def _result(game: Game[Any], result: Result) -> str:
    winner = "draw" if result.winner is None else game.sides[result.winner]
    return " ".join([winner, result.how, *map(str, result.points)])


class Chain:
    """The running hash that ties every line to all lines above it."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def add(self, line: str) -> str:
        """Tie a line in, and give it back with its mark in front."""
        self._hash.update(line.encode() + b"\n")
        return f"{self._hash.hexdigest()[:6]} {line}"


def read_header(text: str) -> Header:
    """The header of a record, or RecordError naming the line."""
    lines = text.splitlines()
    if not lines or lines[0] != MAGIC:
        raise RecordError(1, "record.magic", expected=MAGIC, found=lines[0][:40] if lines else "")
    values: dict[str, str] = {}
    options: dict[str, Any] = {}
    for number, line in enumerate(lines[1:], start=2):
        if line == RULE:
            return _header(values, options, number)
        word, _, rest = line.partition(" ")
        if word == "option":
            name, _, value = rest.partition(" ")
            options[name] = _value(value)
        elif word in ("game", "scenario", "data", "dice", "commitment"):
            values[word] = rest
        else:
            raise RecordError(number, "record.header", text=line[:40])
    raise RecordError(len(lines) + 1, "record.truncated")


def _header(values: Mapping[str, str], options: Mapping[str, Any], lines: int) -> Header:
    for word in ("game", "scenario", "data", "dice", "commitment"):
        if word not in values:
            raise RecordError(lines, "record.missing", word=word)
    try:
        dice = _dice(values["dice"].split())
    except (ValueError, IndexError):
        raise RecordError(lines, "record.dice", text=values["dice"][:40]) from None
    if dice.commitment != values["commitment"]:
        raise RecordError(lines, "record.commitment")
    return Header(values["game"], values["scenario"], options, values["data"], dice, lines)


def _dice(words: list[str]) -> Dice:
    if words[0] == "seed":
        return Dice.practice(int(words[1]))
    if words[0] == "secret":
        return Dice(bytes.fromhex(words[1]), words[2])
    raise ValueError(words[0])


def _option(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdigit() else text


def replay(text: str, game: Game[Any], upto: int | None = None) -> Match:
    """Play a record again from the start, proving every line of it."""
    header = read_header(text)
    if header.data != game.version:
        raise RecordError(header.lines, "record.data", expected=game.version, found=header.data)
    try:
        match = Match(game.start(header.scenario, header.options, header.dice))
    except KhalkhinError as error:
        raise RecordError(header.lines, "record.start", error=error) from None
    lines = text.splitlines()
    chain = Chain()
    for line in lines[: header.lines]:
        chain.add(line)
    done = False
    for number, marked in enumerate(lines[header.lines :], start=header.lines + 1):
        if done:
            raise RecordError(number, "record.after-end")
        line = marked.partition(" ")[2]
        if chain.add(line) != marked:
            raise RecordError(number, "record.changed", text=marked[:60])
        done = _replay_line(match, number, line)
        if upto is not None and len(match.decisions) >= upto:
            return match
    if not done:
        raise RecordError(len(lines) + 1, "record.truncated")
    return match


def _replay_line(match: Match, number: int, line: str) -> bool:
    """Play one line; True if it was the last one."""
    word, _, rest = line.partition(" ")
    if word in ("running", "end"):
        if ending(match.state) != line:
            raise RecordError(number, "record.ending", expected=ending(match.state))
        return True
    if word == "turn":
        expected = f"{match.state.turn} {match.state.digest()}"
        if rest != expected:
            raise RecordError(number, "record.turn", expected=expected, found=rest)
        return False
    verb, _, noun = rest.partition(" ")
    try:
        match.play(verb, noun or None, side=word)
    except (Illegal, KhalkhinError, ValueError) as error:
        raise RecordError(number, "record.refused", text=line, error=error) from None
    return False
