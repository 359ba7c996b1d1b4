"""The first lines of a record: what is played, by which rules, with which data and dice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from khalkhin.engine.dice import SHARE_DIGITS, Dice, Share
from khalkhin.engine.errors import KhalkhinError, RecordError

FORMATS = ("khalkhin 1", "khalkhin 2")
"""The first line of records, by their format: the last is written, all are read."""
RULE = "--"
_ENTRIES = {
    1: ("game", "scenario", "data", "dice", "commitment"),
    2: ("game", "edition", "scenario", "data", "dice", "commitment"),
}
_RESERVED = ("pack",)


@dataclass(frozen=True)
class Header:
    """The first lines of a record."""

    format: int
    game: str
    scenario: str
    options: Mapping[str, str]
    """Options as they are written; what they mean the scenario knows."""
    data: str
    dice: Dice
    edition: int | None = None
    """The edition it began with; format 1 does not say, and is known by its data."""
    pack: str = ""
    """Name and hash of a pack of changed data."""
    lines: int = 0
    at: Mapping[str, int] = field(default_factory=dict)
    """The line of each entry, options by `option <name>`."""


def write_header(header: Header) -> list[str]:
    """The lines of a header. There is one spelling only, so equal headers have equal lines."""
    dice = header.dice
    thrown = f"seed {dice.seed}" if dice.seed is not None else f"secret {dice.secret.hex()} {dice.game_id}"
    return [
        FORMATS[header.format - 1],
        f"game {header.game}",
        *([f"edition {header.edition}"] if header.edition is not None else []),
        f"scenario {header.scenario}",
        *(f"option {name} {text}" for name, text in sorted(header.options.items())),
        f"data {header.data}",
        *([f"pack {header.pack}"] if header.pack else []),
        f"dice {thrown}",
        *(f"share {share}" for share in dice.shares),
        f"commitment {dice.commitment}",
        RULE,
    ]


def read_header(text: str) -> Header:
    """Read the header of a record; `RecordError` names the line that is wrong."""
    lines = text.splitlines()
    if not lines or lines[0] not in FORMATS:
        raise RecordError(1, "record.magic", expected=FORMATS[-1], found=lines[0][:40] if lines else "")
    format_ = FORMATS.index(lines[0]) + 1
    known = (*_ENTRIES[format_], *(_RESERVED if format_ > 1 else ()))
    values: dict[str, str] = {}
    at: dict[str, int] = {}
    for number, line in enumerate(lines[1:], start=2):
        if line == RULE:
            header = _header(format_, values, at, number)
            _check_spelling(header, lines)
            return header
        word, _, rest = line.partition(" ")
        if word == "option":
            name, _, rest = rest.partition(" ")
            word = f"{word} {name}"
        elif word == "share" and format_ > 1:
            word = line
        elif word not in known:
            raise RecordError(number, "record.header", text=line[:40])
        if word in values:
            raise RecordError(number, "record.header", text=line[:40])
        values[word], at[word] = rest, number
    raise RecordError(len(lines) + 1, "record.truncated")


def _header(format_: int, values: Mapping[str, str], at: Mapping[str, int], lines: int) -> Header:
    for word in _ENTRIES[format_]:
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
    return Header(
        format_,
        values["game"],
        values["scenario"],
        options,
        values["data"],
        replace(dice, shares=_shares(values, at)),
        _edition(values["edition"], at["edition"]) if "edition" in values else None,
        values.get("pack", ""),
        lines,
        at,
    )


def _dice(words: Sequence[str]) -> Dice:
    if words[0] == "seed":
        return Dice.practice(int(words[1]))
    if words[0] == "secret" and re.fullmatch(r"[!-~]{1,100}", words[2]):
        return Dice(bytes.fromhex(words[1]), words[2])
    raise ValueError(words[0])


def _shares(values: Mapping[str, str], at: Mapping[str, int]) -> tuple[Share, ...]:
    """The shares as they stand: those that count from an earlier roll on come first."""
    found = list[Share]()
    for line, text in values.items():
        if line.startswith("share "):
            share = _share(text)
            if share is None or (found and share.since < found[-1].since):
                raise RecordError(at[line], "record.share", text=line[:40])
            found.append(share)
    return tuple(found)


def _share(text: str) -> Share | None:
    shape = re.fullmatch(rf"([!-~]+) ([0-9a-f]{{{SHARE_DIGITS}}})(?: ([1-9][0-9]{{0,8}}))?", text)
    return shape and Share(shape[1], shape[2], int(shape[3] or 1))


def _edition(text: str, line: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) > 0):
        raise RecordError(line, "record.edition", text=text[:40])
    return int(text)


def _check_spelling(header: Header, lines: Sequence[str]) -> None:
    """A header has one spelling: else two records of one game would have different marks."""
    for number, (line, expected) in enumerate(zip(lines, write_header(header), strict=False), start=1):
        if line != expected:
            raise RecordError(number, "record.header", text=line[:40])


def read_edition(line: str, number: int) -> tuple[int, str]:
    """Edition and data of a line `edition` of the body."""
    words = line.split(" ")
    if len(words) != 3:
        raise RecordError(number, "record.edition", text=line[:40])
    return _edition(words[1], number), words[2]
