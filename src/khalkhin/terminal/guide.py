"""A guide as plain text: its words, its charts and what the engine tells. Of pictures only their captions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from khalkhin.learn.guide.book import Guide
from khalkhin.learn.guide.pictures import DRAWN
from khalkhin.learn.guide.prose import Aside, Block, Figure, Items, Paragraph, plain
from khalkhin.terminal.columns import WIDTH, aligned, paragraph

INDENT = "  "
BAR = "| "
"""Before each line of a worked example."""


def guide_lines(guide: Guide, room: int = WIDTH) -> Iterator[str]:
    """The whole guide, folded to a width."""
    for one in guide.sections:
        yield one.title
        yield ("=-"[one.level > 1]) * len(one.title)
        yield ""
        yield from _blocks(guide, one.blocks, room)
        yield ""


def _blocks(guide: Guide, blocks: Iterable[Block], room: int) -> Iterator[str]:
    for block in blocks:
        yield from _block(guide, block, room)
        yield ""


def _block(guide: Guide, block: Block, room: int) -> Iterator[str]:
    if isinstance(block, Paragraph):
        yield from paragraph(plain(block.line), room=room)
    elif isinstance(block, Items):
        for count, line in enumerate(block.lines, 1):
            sign = f"{count}. " if block.numbered else "- "
            first, *more = paragraph(plain(line), room=room - len(sign))
            yield sign + first
            yield from (" " * len(sign) + text for text in more)
    elif isinstance(block, Aside):
        yield from (BAR + line for inner in block.blocks for line in _block(guide, inner, room - len(BAR)))
    else:
        yield from _figure(guide, block, room)


def _figure(guide: Guide, figure: Figure, room: int) -> Iterator[str]:
    if figure.kind == "chart":
        yield from _chart(guide, figure.name, room)
    elif figure.kind not in DRAWN:
        lines = guide.told(figure)
        for line in lines:
            yield from paragraph(plain(line), INDENT, room)
    if figure.caption:
        yield from paragraph(f"[{plain(figure.caption)}]", INDENT, room)


def _chart(guide: Guide, name: str, room: int) -> Iterator[str]:
    chart = guide.chart(name)
    yield chart.title + (f" ({chart.rule})" if chart.rule else "")
    rows = [[said for said, _ in row] for row in chart.rows]
    yield from aligned([chart.heads, *rows], INDENT, room=room)
    if chart.note:
        yield from paragraph(chart.note, INDENT, room)
