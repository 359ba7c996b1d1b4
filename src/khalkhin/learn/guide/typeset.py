"""A guide as a PDF, for whoever installs the extra `pdf`.

Typst sets it: one wheel without anything below it, which takes our drawings as they are, finds pages for contents and
links, and writes the same file everywhere. It reads no WOFF2, so the letters are unpacked for it, as for PNG.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable
from pathlib import Path

from khalkhin.engine.errors import KhalkhinError
from khalkhin.learn.guide.book import Guide
from khalkhin.learn.guide.pictures import DRAWN, Pictures
from khalkhin.learn.guide.pieces import SCALE, GroundPieces
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
from khalkhin.render.ground import Ground
from khalkhin.render.map import map_ground, map_look
from khalkhin.render.png import unpacked

MISSING = "guide.no-pdf"
SHRINK = 0.5
"""Points for a pixel of a picture: on paper it is looked at from nearer."""
NARROW = "Sofia Slim"
"""What Sofia Sans Condensed is called here: Typst takes that for a width of Sofia Sans."""
TALLEST = 380.0
"""Points: a taller picture is made smaller."""
STYLE = Path(__file__).with_name("paper.typ")
"""How pages, headings, asides and tables look."""
_SIZE = re.compile(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"')


def pdf(guide: Guide) -> bytes:
    """The guide as a PDF."""
    try:
        import brotli  # noqa: F401  fontTools asks for it only when it opens the first font
        import typst
        from fontTools.ttLib import TTFont
        from PIL import Image
    except ImportError:
        raise KhalkhinError(MISSING) from None
    with tempfile.TemporaryDirectory(prefix="khalkhin-guide-") as name:
        folder = Path(name)
        for cut in fonts.cuts():
            unpacked(cut, folder, TTFont, NARROW if cut[0] == fonts.CONDENSED else None)
        main = folder / "main.typ"
        main.write_text(typeset(guide, folder, GroundPieces(_ground(guide), Image)), "utf-8")
        return bytes(typst.compile(main, font_paths=[folder], ignore_system_fonts=True))


def typeset(guide: Guide, folder: Path, ground: GroundPieces) -> str:
    """The guide in the language of Typst. Its pictures are written into the folder."""
    return _Writer(guide, folder, ground).whole()


def _ground(guide: Guide) -> Ground:
    game = guide.game
    return map_ground(game.map, map_look(game.code, guide.look), SCALE)


class _Writer:
    def __init__(self, guide: Guide, folder: Path, ground: GroundPieces) -> None:
        self.guide = guide
        self.folder = folder
        self.ground = ground
        self.pictures = Pictures(guide, "")
        self.cited = {rule.number for rule in guide.cited}
        self._count = 0

    def whole(self) -> str:
        say = self.guide.words.say
        first, *sections = self.guide.sections
        named = {
            "title": first.title,
            "lang": self.guide.language,
            "contents": say("guide.contents"),
        }
        begin = ", ".join(f"{name}: {_text(value)}" for name, value in named.items())
        return "\n".join(
            [
                STYLE.read_text("utf-8"),
                f"#show: guide.with({begin}, lead: [{self._blocks(first.blocks)}])",
                *(self._section(one) for one in sections),
                self._rules(),
                "",
            ]
        )

    def _section(self, one: Section) -> str:
        return f"{_heading(one.level - 1, one.title, one.id)}\n{self._blocks(one.blocks)}"

    def _blocks(self, blocks: Iterable[Block]) -> str:
        return "\n\n".join(self._block(one) for one in blocks)

    def _block(self, block: Block) -> str:
        if isinstance(block, Paragraph):
            return self._line(block.line)
        if isinstance(block, Items):
            kind = "enum" if block.numbered else "list"
            return f"#{kind}({', '.join(f'[{self._line(line)}]' for line in block.lines)})"
        if isinstance(block, Aside):
            return f"#aside[{self._blocks(block.blocks)}]"
        return self._figure(block)

    def _figure(self, figure: Figure) -> str:
        return f"#shown([{self._shown(figure)}], [{self._line(figure.caption)}])"

    def _shown(self, figure: Figure) -> str:
        if figure.kind in DRAWN:
            return self._picture(self.pictures.draw(figure))
        if figure.kind == "chart":
            return self._chart(figure.name)
        lines = self.guide.told(figure)
        return f"#told({', '.join(f'[{self._line(line)}]' for line in lines)})"

    def _picture(self, drawing: str) -> str:
        self._count += 1
        name = f"picture-{self._count}.svg"
        drawn = self.ground.inside(drawing.replace(fonts.CONDENSED, NARROW))
        (self.folder / name).write_text(drawn, "utf-8")
        size = _SIZE.match(drawing)
        assert size is not None, "a drawing begins with its size"
        width, height = (float(length) * SHRINK for length in size.groups())
        return f'#picture("{name}", {width * min(1, TALLEST / height):.1f}pt)'

    def _chart(self, name: str) -> str:
        chart = self.guide.chart(name)
        heads = ", ".join(f"[{_words(head)}]" for head in chart.heads)
        rows = ", ".join(f"[{self._cell(said)}]" for row in chart.rows for said, _ in row)
        rule = self._rule(chart.rule) if chart.rule in self.guide.rulebook else ""
        wide = "true" if chart.wide else "false"
        title, note = f"[{_words(chart.title)} {rule}]", f"[{_words(chart.note)}]"
        return f"#chart({title}, {note}, {len(chart.heads)}, {wide}, ({heads},), ({rows},))"

    def _cell(self, said: str) -> str:
        return self._rule(said) if said in self.guide.rulebook and "." in said else _words(said)

    def _line(self, line: Line) -> str:
        return "".join(self._span(span.kind, span.text, span.target) for span in line)

    def _span(self, kind: str, text: str, target: str) -> str:
        if kind == STRONG:
            return f"#strong({_text(text)})"
        if kind == EMPHASIS:
            return f"#emph({_text(text)})"
        if kind == LINK:
            return f"#link(label({_text(target)}), {_text(text)})"
        return self._rule(text) if kind == RULE else _words(text)

    def _rule(self, number: str) -> str:
        if number not in self.cited:
            return f"#rule({_text(number)})"
        return f"#link(label({_text(f'rule-{number}')}), rule({_text(number)}))"

    def _rules(self) -> str:
        say = self.guide.words.say
        rows = "\n".join(
            f"#rule-row({_text(one.number)}, {_text(one.title)}, {_text(one.summary)}) {_label(f'rule-{one.number}')}"
            for one in self.guide.cited
        )
        return f"{_heading(1, say('guide.rules'), 'rules')}\n{_words(say('guide.rules.about'))}\n\n{rows}"


def _heading(level: int, title: str, id_: str) -> str:
    return f"#heading(level: {level}, {_text(title)}) {_label(id_)}"


def _label(id_: str) -> str:
    """The name by which links find what stands before it."""
    return f"#label({_text(id_)})"


def _text(said: str) -> str:
    """A string of Typst."""
    return '"' + said.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _words(said: str) -> str:
    """Words as they are, whatever signs are among them."""
    return f"#{_text(said)}" if said else ""
