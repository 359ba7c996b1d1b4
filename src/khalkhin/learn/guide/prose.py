"""The prose of a guide: a little Markdown, read into sections, blocks and spans.

# Title                         Then what stands before the first section.
## A section {#id}              With ### one within it. All have the ids of `guide.toml`, in their order.
A paragraph with **strong** and *emphasised* words, a rule by its number [4.1.2], a way to [a section](#id), and a
figure by its name {march.left}. Lines that follow each other are one paragraph.
- An item of a list; it goes on in the next line with two spaces before it. `1. ` makes a numbered one.
> A worked example: paragraphs and lists, set apart.
![Its caption.](march)          A picture: of an example, or
![Its caption.](counters:SU-149-1 SU-149-1/back)    of counters, each with its front or its back, or
![Its caption.](anatomy:SU-149-1)                   of one counter, its parts numbered, or
![Its caption.](chart:combat)   a chart of the game, or
![Its caption.](log:march)      what the log says of an example, or
![Its caption.](odds:march)     the shifts of the attack in hand, each with its rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

TEXT, STRONG, EMPHASIS, RULE, LINK = "text", "strong", "emphasis", "rule", "link"
PICTURE = "picture"
"""The kind of a figure that names an example and nothing else."""
_HEADING = re.compile(r"(#{2,3}) (.+?) \{#([a-z0-9-]+)\}")
_FIGURE = re.compile(r"!\[(.*)\]\((?:([a-z]+):)?([^)]+)\)")
_ITEM = re.compile(r"(-|\d+\.) (.*)")
_SPAN = re.compile(
    r"\*\*(?P<strong>.+?)\*\*|\*(?P<emphasis>.+?)\*|\[(?P<link>[^\]]+)\]\(#(?P<target>[a-z0-9-]+)\)|\[(?P<rule>(?:[A-Z]+\.)?[A-Z]*\d[\w.-]*)\]"
)
_GAP = re.compile(r"\{([\w.-]+)\}")


class BadProse(ValueError):
    """A guide that is not written as it should be."""


@dataclass(frozen=True)
class Span:
    """Some words of a line. `target` is the section a link leads to."""

    kind: str
    text: str
    target: str = ""


Line = tuple[Span, ...]


@dataclass(frozen=True)
class Paragraph:
    """Words."""

    line: Line


@dataclass(frozen=True)
class Items:
    """A list."""

    numbered: bool
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Figure:
    """Something to look at, with its caption: `kind` says what, `name` of what."""

    kind: str
    name: str
    caption: Line


@dataclass(frozen=True)
class Aside:
    """A worked example."""

    blocks: tuple[Paragraph | Items, ...]


Block = Paragraph | Items | Figure | Aside


@dataclass(frozen=True)
class Section:
    """A section, or one within it: its level is 2 or 3. The first has level 1, no id, and the title of the guide."""

    level: int
    id: str
    title: str
    blocks: tuple[Block, ...]


def read_prose(text: str, figures: Mapping[str, str]) -> list[Section]:
    """The sections of a text, its gaps filled."""

    def filled(gap: re.Match[str]) -> str:
        if gap[1] not in figures:
            raise BadProse(f"there is no figure {gap[1]!r}")
        return figures[gap[1]]

    lines = _GAP.sub(filled, text).splitlines()
    # The id of a heading is no gap: it begins with #.
    if not lines or not lines[0].startswith("# "):
        raise BadProse("a guide begins with its title")
    found: list[tuple[int, str, str, list[str]]] = [(1, "", lines[0][2:], [])]
    for line in lines[1:]:
        if line.startswith("#"):
            heading = _HEADING.fullmatch(line)
            if heading is None:
                raise BadProse(f"a heading with no id: {line}")
            found.append((len(heading[1]), heading[3], heading[2], []))
        else:
            found[-1][3].append(line)
    return [Section(level, id_, title, tuple(_blocks(body))) for level, id_, title, body in found]


def titles(text: str) -> dict[str, str]:
    """The titles of the sections of a text by their ids."""
    found = (_HEADING.fullmatch(line) for line in text.splitlines())
    return {heading[3]: heading[2] for heading in found if heading is not None}


def _blocks(lines: Sequence[str]) -> Iterator[Block]:
    for group in _groups(lines):
        if group[0].startswith("> "):
            inner = _blocks([line.removeprefix(">").removeprefix(" ") for line in group])
            yield Aside(tuple(block for block in inner if isinstance(block, Paragraph | Items)))
        elif (figure := _FIGURE.fullmatch(" ".join(group))) is not None:
            yield Figure(figure[2] or PICTURE, figure[3], spans(figure[1]))
        elif _ITEM.match(group[0]):
            yield _items(group)
        else:
            yield Paragraph(spans(" ".join(group)))


def _groups(lines: Sequence[str]) -> Iterator[list[str]]:
    """Lines that follow each other; an empty line parts them."""
    group: list[str] = []
    for line in (*lines, ""):
        if line.strip():
            group.append(line.rstrip())
        elif group:
            yield group
            group = []


def _items(group: Sequence[str]) -> Items:
    items: list[str] = []
    for line in group:
        item = _ITEM.match(line)
        if item is not None:
            items.append(item[2])
        else:
            items[-1] += f" {line.strip()}"
    return Items(not group[0].startswith("-"), tuple(spans(item) for item in items))


def spans(text: str) -> Line:
    """The spans of a line."""
    out, at = [], 0
    for found in _SPAN.finditer(text):
        if found.start() > at:
            out.append(Span(TEXT, text[at : found.start()]))
        kind = found.lastgroup if found["link"] is None else LINK
        out.append(Span(kind or TEXT, found[kind or 0], found["target"] or ""))
        at = found.end()
    if at < len(text):
        out.append(Span(TEXT, text[at:]))
    return tuple(out)


def plain(line: Line) -> str:
    """A line as bare words; rules in brackets."""
    return "".join(f"({span.text})" if span.kind == RULE else span.text for span in line)


def lines_of(blocks: Sequence[Block]) -> Iterator[Line]:
    """Every line of some blocks."""
    for block in blocks:
        if isinstance(block, Paragraph):
            yield block.line
        elif isinstance(block, Items):
            yield from block.lines
        elif isinstance(block, Figure):
            yield block.caption
        else:
            yield from lines_of(block.blocks)
