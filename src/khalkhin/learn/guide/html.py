"""A guide as HTML: its contents, its sections, and the rules it names; all with anchors, nothing needs a script."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from khalkhin.learn.guide.book import Guide
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

RULES = "rules"
"""The id of the list of rules."""


def html(guide: Guide, ground: str) -> str:
    """The whole guide. `ground` is the address of the ground of its map."""
    return _Writer(guide, Pictures(guide, ground)).whole()


def anchor(rule: str) -> str:
    """The id of a rule in the list at the end."""
    return f"rule-{rule}"


class _Writer:
    def __init__(self, guide: Guide, pictures: Pictures) -> None:
        self.guide = guide
        self.pictures = pictures
        self.say = guide.words.say
        self.cited = {rule.number for rule in guide.cited}

    def whole(self) -> str:
        first, *sections = self.guide.sections
        return "\n".join(
            [
                f'<header class="guide-head"><h1>{escape(first.title)}</h1>{self._blocks(first.blocks)}</header>',
                self._contents(sections),
                *(self._section(one) for one in sections),
                self._rules(),
            ]
        )

    def _contents(self, sections: Iterable[Section]) -> str:
        title = escape(self.say("guide.contents"))
        places = [(one.level, one.id, one.title) for one in sections] + [(2, RULES, self.say("guide.rules"))]
        items = (f'<li class="level-{level}"><a href="#{id_}">{escape(said)}</a></li>' for level, id_, said in places)
        return f'<nav class="guide-contents" aria-label="{title}"><h2>{title}</h2><ol>{"".join(items)}</ol></nav>'

    def _section(self, one: Section) -> str:
        link = f'<a class="guide-anchor" href="#{one.id}" aria-label="{escape(self.say("guide.anchor"))}">#</a>'
        head = f"<h{one.level}>{escape(one.title)} {link}</h{one.level}>"
        return f'<section id="{one.id}" class="level-{one.level}">{head}{self._blocks(one.blocks)}</section>'

    def _blocks(self, blocks: Iterable[Block]) -> str:
        return "\n".join(self._block(one) for one in blocks)

    def _block(self, block: Block) -> str:
        if isinstance(block, Paragraph):
            return f"<p>{self._line(block.line)}</p>"
        if isinstance(block, Items):
            tag = "ol" if block.numbered else "ul"
            return f"<{tag}>{''.join(f'<li>{self._line(line)}</li>' for line in block.lines)}</{tag}>"
        if isinstance(block, Aside):
            return f'<aside class="guide-example">{self._blocks(block.blocks)}</aside>'
        return self._figure(block)

    def _figure(self, figure: Figure) -> str:
        caption = f"<figcaption>{self._line(figure.caption)}</figcaption>" if figure.caption else ""
        return f'<figure class="guide-{figure.kind}">{self._shown(figure)}{caption}</figure>'

    def _shown(self, figure: Figure) -> str:
        if figure.kind in DRAWN:
            return f'<div class="guide-drawing" aria-hidden="true">{self.pictures.draw(figure)}</div>'
        if figure.kind == "chart":
            return self._chart(figure.name)
        lines = self.guide.told(figure)
        return f"<ul>{''.join(f'<li>{self._line(line)}</li>' for line in lines)}</ul>"

    def _chart(self, name: str) -> str:
        chart = self.guide.chart(name)
        rule = f" {self._rule(chart.rule)}" if chart.rule in self.guide.rulebook else ""
        note = f'<p class="guide-note">{escape(chart.note)}</p>' if chart.note else ""
        wide = ' class="wide"' if chart.wide else ""
        heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in chart.heads)
        rows = "".join(f"<tr>{''.join(self._cells(row))}</tr>" for row in chart.rows)
        return (
            f'<p class="guide-title">{escape(chart.title)}{rule}</p>'
            f'<div class="guide-table" tabindex="0" role="region" aria-label="{escape(chart.title)}">'
            f"<table{wide}><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>{note}"
        )

    def _cells(self, row: Iterable[tuple[str, str]]) -> Iterator[str]:
        for count, (said, _) in enumerate(row):
            told = self._rule(said) if said in self.guide.rulebook and "." in said else escape(said)
            yield f'<th scope="row">{told}</th>' if count == 0 else f"<td>{told}</td>"

    def _line(self, line: Line) -> str:
        out = []
        for span in line:
            text = escape(span.text, quote=False)
            if span.kind == STRONG:
                text = f"<strong>{text}</strong>"
            elif span.kind == EMPHASIS:
                text = f"<em>{text}</em>"
            elif span.kind == LINK:
                text = f'<a href="#{span.target}">{text}</a>'
            elif span.kind == RULE:
                text = self._rule(span.text)
            out.append(text)
        return "".join(out)

    def _rule(self, number: str) -> str:
        """A rule's number, which leads to what it says."""
        to = anchor(number) if number in self.cited else RULES
        return f'<a class="rule" href="#{to}" data-rule="{number}">{number}</a>'

    def _rules(self) -> str:
        rows = "".join(
            f'<div id="{anchor(rule.number)}"><dt>{escape(rule.number)} {escape(rule.title)}</dt>'
            f"<dd>{escape(rule.summary)} {self._back(rule.number)}</dd></div>"
            for rule in self.guide.cited
        )
        title, lead = escape(self.say("guide.rules")), escape(self.say("guide.rules.about"))
        return f'<section id="{RULES}" class="level-2"><h2>{title}</h2><p>{lead}</p><dl>{rows}</dl></section>'

    def _back(self, number: str) -> str:
        """The way from a rule to its place in the guide."""
        place = self.guide.place(number)
        return f'<a href="#{place}">{escape(self.guide.section_title(place))}</a>' if place else ""
