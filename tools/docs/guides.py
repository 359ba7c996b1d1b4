"""The guides as pages of the site: Markdown, with their pictures inside, made anew each time the site is built."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from khalkhin.engine import library
from khalkhin.engine.words import languages
from khalkhin.learn.guide.book import Guide, guide_of
from khalkhin.learn.guide.pictures import DRAWN, Pictures
from khalkhin.learn.guide.prose import (
    EMPHASIS,
    LINK,
    RULE,
    STRONG,
    Aside,
    Block,
    Figure,
    Items,
    Line,
    Paragraph,
    Section,
)
from khalkhin.render import fonts
from khalkhin.render.map import map_ground, map_look

RULES = "rules"
STYLE = "guide.css"
_MARKUP = re.compile(r"([\\`*_\[\]<>#|])")
_FIGURES = """
.guide-figure { margin: 1.4em 0; text-align: left; }
.guide-figure svg { max-width: 100%; height: auto; }
.guide-figure figcaption { max-width: none; margin: .4em 0 0; font-style: normal; font-size: .8em; }
.md-typeset blockquote { color: inherit; }
.md-typeset .guide-rule { font-size: .8em; white-space: nowrap; }
"""


def guides() -> list[Guide]:
    """Every guide there is, game by game in each language."""
    found = (guide_of(library.get(code), language) for code in library.codes() for language in languages())
    return [guide for guide in found if guide is not None]


def uri(guide: Guide) -> str:
    """Where the page of a guide is on the site."""
    return f"guide/{guide.game.code}-{guide.language}.md"


def source(guide: Guide) -> str:
    """The prose of a guide in the repository."""
    return f"src/khalkhin/games/{guide.game.code}/guide/{guide.language}.md"


def files(found: Iterable[Guide]) -> dict[str, bytes]:
    """What the pages need beside themselves: the grounds of the maps, letters, and how figures look."""
    out = {STYLE: (fonts.face_css(embed=False) + _FIGURES).encode()}
    out |= {f"fonts/{path.name}": path.read_bytes() for path in map(fonts.file, fonts.cuts())}
    for guide in found:
        below = map_ground(guide.game.map, map_look(guide.game.code, guide.look))
        if below.file is not None:
            out[f"images/ground/{guide.game.code}.webp"] = below.file.read_bytes()
    return out


def page(guide: Guide) -> str:
    """A guide in Markdown."""
    return _Writer(guide).whole()


class _Writer:
    def __init__(self, guide: Guide) -> None:
        self.guide = guide
        self.pictures = Pictures(guide, f"../images/ground/{guide.game.code}.webp")
        self.cited = {rule.number for rule in guide.cited}

    def whole(self) -> str:
        first, *sections = self.guide.sections
        begin = f"# {_plain(first.title)}\n\n{self._blocks(first.blocks)}"
        return "\n\n".join([begin, *(self._section(one) for one in sections), self._rules(), ""])

    def _section(self, one: Section) -> str:
        return f"{'#' * one.level} {_plain(one.title)} {{ #{one.id} }}\n\n{self._blocks(one.blocks)}"

    def _blocks(self, blocks: Iterable[Block]) -> str:
        return "\n\n".join(self._block(one) for one in blocks)

    def _block(self, block: Block) -> str:
        if isinstance(block, Paragraph):
            return self._line(block.line)
        if isinstance(block, Items):
            signs = (f"{count}. " if block.numbered else "- " for count in range(1, len(block.lines) + 1))
            return "\n".join(sign + self._line(line) for sign, line in zip(signs, block.lines, strict=True))
        if isinstance(block, Aside):
            return "\n".join(f"> {line}" for line in self._blocks(block.blocks).splitlines())
        return self._figure(block)

    def _figure(self, figure: Figure) -> str:
        if figure.kind in DRAWN:
            drawn = f"<div data-search-exclude>{self.pictures.draw(figure)}</div>"
            caption = escape("".join(span.text for span in figure.caption))
            return f'<figure class="guide-figure">{drawn}<figcaption>{caption}</figcaption></figure>'
        caption = f"{self._line(figure.caption)}\n\n" if figure.caption else ""
        if figure.kind == "chart":
            return caption + self._chart(figure.name)
        lines = self.guide.told(figure)
        return caption + "\n".join(f"- {self._line(line)}" for line in lines)

    def _chart(self, name: str) -> str:
        chart = self.guide.chart(name)
        rule = f" {self._rule(chart.rule)}" if chart.rule in self.guide.rulebook else ""
        rows = [[_plain(head) for head in chart.heads], ["---"] * len(chart.heads)]
        rows += [[self._cell(said) for said, _ in row] for row in chart.rows]
        lines = "\n".join(f"| {' | '.join(row)} |" for row in rows)
        note = f"\n\n{_plain(chart.note)}" if chart.note else ""
        return f"**{_plain(chart.title)}**{rule}\n\n{lines}{note}"

    def _cell(self, said: str) -> str:
        return self._rule(said) if said in self.guide.rulebook and "." in said else _plain(said)

    def _line(self, line: Line) -> str:
        return "".join(self._span(span.kind, span.text, span.target) for span in line)

    def _span(self, kind: str, text: str, target: str) -> str:
        if kind == RULE:
            return self._rule(text)
        said = _plain(text)
        signs = {STRONG: f"**{said}**", EMPHASIS: f"*{said}*", LINK: f"[{said}](#{target})"}
        return signs.get(kind, said)

    def _rule(self, number: str) -> str:
        return f"[{_plain(number)}](#{f'rule-{number}' if number in self.cited else RULES}){{ .guide-rule }}"

    def _rules(self) -> str:
        say, guide = self.guide.words.say, self.guide
        rows = []
        for rule in guide.cited:
            place = guide.place(rule.number)
            back = f" [{_plain(guide.section_title(place))}](#{place})" if place else ""
            head = f"**{_plain(rule.number)} {_plain(rule.title)}.**"
            rows.append(f"{head} {_plain(rule.summary)}{back}\n{{: #rule-{rule.number} }}")
        begin = f"## {_plain(say('guide.rules'))} {{ #{RULES} }}\n\n{_plain(say('guide.rules.about'))}"
        return "\n\n".join([begin, *rows])


def _plain(text: str) -> str:
    """Words that mean nothing but themselves in Markdown."""
    return _MARKUP.sub(r"\\\1", text)
