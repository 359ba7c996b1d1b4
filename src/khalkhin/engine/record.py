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
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from khalkhin.engine.dice import Dice
from khalkhin.engine.errors import KhalkhinError, RecordError
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
    options: Mapping[str, str]
    """Options as they are written; what they mean the scenario knows."""
    data: str
    dice: Dice
    lines: int
    at: Mapping[str, int]
    """The line of each entry, options by `option <name>`."""


# -- writing -----------------------------------------------------------------------------------------------------------


def write(match: Match) -> str:
    """The record of a match, its dice included: a local game owns its record."""
    head = _head(match)
    chain = Chain(head)
    return "\n".join(head + [chain.add(line) for line in _body(match)]) + "\n"


def _head(match: Match) -> list[str]:
    s, game = match.state, match.game
    dice = f"seed {s.dice.seed}" if s.dice.seed is not None else f"secret {s.dice.secret.hex()} {s.dice.game_id}"
    return [
        MAGIC,
        f"game {game.code}",
        f"scenario {s.scenario}",
        *(f"option {name} {_option(value)}" for name, value in sorted(s.options.items())),
        f"data {game.version}",
        f"dice {dice}",
        f"commitment {s.dice.commitment}",
        RULE,
    ]


def _option(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _body(match: Match) -> Iterator[str]:
    turns = {after: turn_line(turn, digest) for after, turn, digest in match.turns()}
    for number, decision in enumerate(match.decisions, start=1):
        yield decision_line(match.game, decision)
        if number in turns:
            yield turns[number]
    yield ending(match.state)


def decision_line(game: Game[Any], decision: Decision) -> str:
    noun = game.write(decision.verb, decision.noun)
    said = f"{game.sides[decision.side]} {decision.verb}"
    return said if noun is None else f"{said} {noun}"


def turn_line(turn: int, digest: str) -> str:
    return f"turn {turn} {digest}"


def ending(s: State) -> str:
    if s.result is None:
        return f"running {s.digest()}"
    return f"end {_result(s.game, s.result)} {s.digest()}"


def _result(game: Game[Any], result: Result) -> str:
    winner = "draw" if result.winner is None else game.sides[result.winner]
    return " ".join([winner, result.how, *map(str, result.points)])


class Chain:
    """The running hash that ties every line to all lines above it."""

    def __init__(self, head: Iterable[str] = ()) -> None:
        self._hash = hashlib.sha256()
        for line in head:
            self.add(line)

    def add(self, line: str) -> str:
        """Tie a line in, and give it back with its mark in front."""
        self._hash.update(line.encode() + b"\n")
        return f"{self._hash.hexdigest()[:6]} {line}"


# -- reading -----------------------------------------------------------------------------------------------------------


def read_header(text: str) -> Header:
    """The header of a record, or RecordError naming the line."""
    lines = text.splitlines()
    if not lines or lines[0] != MAGIC:
        raise RecordError(1, "record.magic", expected=MAGIC, found=lines[0][:40] if lines else "")
    values: dict[str, str] = {}
    at: dict[str, int] = {}
    for number, line in enumerate(lines[1:], start=2):
        if line == RULE:
            return _header(values, at, number)
        word, _, rest = line.partition(" ")
        if word == "option":
            name, _, rest = rest.partition(" ")
            word = f"option {name}"
        elif word not in _ENTRIES:
            raise RecordError(number, "record.header", text=line[:40])
        if word in values:
            raise RecordError(number, "record.header", text=line[:40])
        values[word], at[word] = rest, number
    raise RecordError(len(lines) + 1, "record.truncated")


_ENTRIES = ("game", "scenario", "data", "dice", "commitment")


def _header(values: Mapping[str, str], at: Mapping[str, int], lines: int) -> Header:
    for word in _ENTRIES:
        if word not in values:
            raise RecordError(lines, "record.missing", word=word)
    try:
        dice = _dice(values["dice"].split())
    except KhalkhinError as error:
        raise RecordError(at["dice"], "record.start", error=error) from None
    except (ValueError, IndexError):
        raise RecordError(at["dice"], "record.dice", text=values["dice"][:40]) from None
    if dice.commitment != values["commitment"]:
        raise RecordError(at["commitment"], "record.commitment")
    options = {word.partition(" ")[2]: text for word, text in values.items() if word.startswith("option ")}
    return Header(values["game"], values["scenario"], options, values["data"], dice, lines, at)


def _dice(words: list[str]) -> Dice:
    if words[0] == "seed":
        return Dice.practice(int(words[1]))
    if words[0] == "secret" and re.fullmatch(r"[!-~]{1,100}", words[2]):
        return Dice(bytes.fromhex(words[1]), words[2])
    raise ValueError(words[0])


def _value(text: str, default: Any) -> Any:
    """An option as it is written, read as the kind of thing its default is."""
    if isinstance(default, bool):
        return {"true": True, "false": False}.get(text, text)
    return int(text) if isinstance(default, int) and re.fullmatch(r"-?[0-9]{1,9}", text) else text


# -- replaying ---------------------------------------------------------------------------------------------------------


def replay(
    text: str, game: Game[Any], upto: int | None = None, before_line: Callable[[int], None] | None = None
) -> Match:
    """Play a record again from the start, proving every line of it, or only so many decisions of it.

    `before_line` hears the number of every line before it is played, and may stop it all by raising something.
    """
    header = read_header(text)
    lines = text.splitlines()
    match = _start(header, game)
    for number, (line, expected) in enumerate(zip(lines, _head(match), strict=False), start=1):
        if line != expected:
            raise RecordError(number, "record.header", text=line[:40])
    chain, turn, done = Chain(lines[: header.lines]), "", False
    for number, marked in enumerate(lines[header.lines :], start=header.lines + 1):
        if match.length == upto:
            return match
        if before_line is not None:
            before_line(number)
        if done:
            raise RecordError(number, "record.after-end")
        line = marked.partition(" ")[2]
        if chain.add(line) != marked:
            raise RecordError(number, "record.changed", text=marked[:60])
        if turn:
            turn = _prove_turn(number, line, turn)
        elif line.partition(" ")[0] in ("running", "end"):
            done = _prove_ending(match, number, line)
        else:
            turn = _play(match, number, line)
    if not done:
        raise RecordError(len(lines) + 1, "record.truncated")
    return match


def _start(header: Header, game: Game[Any]) -> Match:
    """The game at its first prompt."""
    if header.data != game.version:
        raise RecordError(header.at["data"], "record.data", expected=game.version, found=header.data)
    scenario = game.scenarios.get(header.scenario)
    options: dict[str, Any] = {}
    line = header.at["scenario"]
    try:
        if scenario is not None:
            for name, text in header.options.items():
                line = header.at[f"option {name}"]
                options[name] = scenario.option(name, _value(text, scenario.options.get(name)))
        return Match(game.start(header.scenario, options, header.dice))
    except KhalkhinError as error:
        raise RecordError(line, "record.start", error=error) from None


def _prove_turn(number: int, line: str, expected: str) -> str:
    if line != expected:
        raise RecordError(number, "record.turn", expected=expected, found=line)
    return ""


def _prove_ending(match: Match, number: int, line: str) -> bool:
    if line != ending(match.state):
        raise RecordError(number, "record.ending", expected=ending(match.state))
    return True


def _play(match: Match, number: int, line: str) -> str:
    """Play one decision; gives the line that has to follow it, if a turn begins."""
    side, _, said = line.partition(" ")
    verb, _, noun = said.partition(" ")
    try:
        match.play(verb, noun or None, side=side)
    except KhalkhinError as error:
        raise RecordError(number, "record.refused", text=line, error=error) from None
    spelling = decision_line(match.game, match.latest)
    if spelling != line:
        raise RecordError(number, "record.spelling", text=line, expected=spelling)
    begun = match.turn_begun()
    return "" if begun is None else turn_line(*begun)
