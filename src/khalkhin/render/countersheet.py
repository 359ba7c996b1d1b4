"""A game's counter sheet as one drawing: all its counters by nation and formation, like a printed sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from khalkhin.board.data import Row
from khalkhin.engine.words import renamed
from khalkhin.render import fonts, svg
from khalkhin.render.counter_look import CounterLook, Countersheet, faces, in_language, marker_faces
from khalkhin.render.counters import CounterFace, counter
from khalkhin.render.shapes import S, mark
from khalkhin.render.tokens import color, family, nation
from khalkhin.render.words import word

MARGIN = 64.0
WIDTH = 2 * MARGIN + 20 * 112.0 - 12.0
"""Twenty counters in a row."""
GAP = 12.0
"""Between counters."""
BETWEEN = 30.0
"""Between groups."""
CAPTION = 24.0
"""What a caption takes up above its counters."""
ROW = S + GAP + CAPTION
HEADING = 56.0
TITLE = 132.0
PAPER = "#efe8d6"


@dataclass(frozen=True)
class CounterGroup:
    """Counters that belong together, and what they are called."""

    caption: str
    faces: Sequence[CounterFace]


@dataclass(frozen=True)
class Section:
    """The groups of a nation. Markers are of no nation."""

    title: str
    nation: str
    groups: Sequence[CounterGroup]

    @property
    def count(self) -> int:
        return sum(len(group.faces) for group in self.groups)


def countersheet(sheet: Countersheet, words: Path, language: str = "en", back: bool = False, embed: bool = True) -> str:
    """The whole sheet, front or back. `words` is the folder with the game's words; `embed` puts the fonts inside."""
    found = list(sections(sheet, words, language, back))
    parts, y = [], TITLE
    for strip in _strips(found):
        x, below = MARGIN, y
        for section in strip:
            right = WIDTH - MARGIN if len(strip) == 1 else x + _line_width(section)
            drawn, bottom = _section(section, sheet.look, x, right, y, language)
            parts.append(drawn)
            x, below = right + 2 * BETWEEN, max(below, bottom)
        y = below
    height = y + MARGIN - 2 * BETWEEN
    total = sum(section.count for section in found)
    cuts = [
        (fonts.SERIF, 800, "normal"),
        (fonts.SERIF, 700, "normal"),
        (fonts.SERIF, 500, "italic"),
        (fonts.CONDENSED, 600, "normal"),
        (fonts.CONDENSED, 700, "normal"),
        (fonts.CONDENSED, 800, "normal"),
    ]
    style = svg.element("style", fonts.face_css(True, only=cuts)) if embed else ""
    ground = svg.element("rect", width=svg.number(WIDTH), height=svg.number(height), fill=PAPER)
    return svg.document(WIDTH, height, [style, ground, _title(words, language, total), *parts], lang=language)


def sections(sheet: Countersheet, words: Path, language: str = "en", back: bool = False) -> Iterator[Section]:
    """The counters by nation, then by the first column of the look's groups that says something about them."""
    look, printed = sheet.look, sheet.printed
    drawn = {face.id: in_language(face, words, language) for face in faces(printed, look, back)}
    names = renamed({row.text("id"): row.text("name") for row in printed}, words, language)
    for key in dict.fromkeys(row.text("nation") for row in printed):
        grouped: dict[tuple[str, str], list[CounterFace]] = {}
        for row in printed:
            if row.text("nation") == key:
                grouped.setdefault(_group(row, look), []).append(drawn[row.text("id")])
        groups = [CounterGroup(_caption(of, names, words, language), found) for of, found in grouped.items()]
        yield Section(word("nat", key, language, words), look.nations[key], groups)
    if sheet.markers:
        marks: dict[str, list[CounterFace]] = {}
        for row, face in zip(sheet.markers, marker_faces(sheet.markers, look, back), strict=True):
            marks.setdefault(row.text("front"), []).append(face)
        yield Section(word("sheet", "markers", language), "", [CounterGroup("", found) for found in marks.values()])


def formation(row: Row, sheet: Countersheet, words: Path, language: str = "en") -> str:
    """What a counter belongs to, as the sheet captions it; empty for one that is grouped by its type alone."""
    caption, value = _group(row, sheet.look)
    if not caption or value == row.text("type"):
        return ""
    names = renamed(
        {row.text("id"): row.text("name") for row in sheet.counters if row.text("id") == value}, words, language
    )
    return _caption((caption, value), names, words, language)


def _group(row: Row, look: CounterLook) -> tuple[str, str]:
    for column, caption in look.groups:
        if value := row.text(column):
            return caption, value
    return "", ""


def _caption(of: tuple[str, str], names: dict[str, str], words: Path, language: str) -> str:
    """Of a group: the words of the drawing with a name in them, or the game's own words for the value of its column."""
    key, value = of
    of_sheet, _, name = key.partition(".")
    if name:
        called = names.get(value) or renamed({value: value}, words, language)[value]
        return word(of_sheet, name, language).replace("{name}", called)
    return word(key, value, language, words) if key else ""


# -- drawing -----------------------------------------------------------------------------------------------------------


def _title(words: Path, language: str, total: int) -> str:
    name = word("game", "title", language, words)
    size = fonts.fit(name, fonts.SERIF, 800, 46, WIDTH - 2 * MARGIN - 420)
    beside = MARGIN + fonts.width(name, fonts.SERIF, 800, size) + 24
    count = word("sheet", "counters", language).replace("{count}", str(total))
    line = f"{count}. {word('sheet', 'sides', language)}."
    return svg.text(
        name, MARGIN, 92, font_family=family("serif"), font_weight=800, font_size=size, fill=color("ink")
    ) + svg.text(
        line,
        beside,
        92,
        font_family=family("serif"),
        font_weight=500,
        font_style="italic",
        font_size=fonts.fit(line, fonts.SERIF, 500, 22, WIDTH - MARGIN - beside, "italic"),
        fill=color("ink2"),
    )


def _strips(found: Sequence[Section]) -> Iterator[list[Section]]:
    """Sections that stand beside each other: small ones share a strip of the sheet."""
    strip: list[Section] = []
    for section in found:
        together = sum(_line_width(one) + 2 * BETWEEN for one in [*strip, section]) - 2 * BETWEEN
        if strip and together > WIDTH - 2 * MARGIN:
            yield strip
            strip = []
        strip.append(section)
    yield strip


def _line_width(section: Section) -> float:
    """How wide a section is in one line."""
    heading = fonts.width(section.title, fonts.SERIF, 700, 28) + 90
    groups = sum(_group_width(group) + BETWEEN for group in section.groups) - BETWEEN
    return max(heading, groups)


def _group_width(group: CounterGroup) -> float:
    row = len(group.faces) * (S + GAP) - GAP
    return max(row, _caption_width(group.caption))


def _section(
    section: Section, look: CounterLook, left: float, right: float, y: float, language: str
) -> tuple[str, float]:
    """A section drawn between two margins from y downwards, and where the next one begins."""
    parts = [_heading(section, look, left, right, y)]
    x, top = left, y + HEADING + CAPTION
    for group in section.groups:
        if x > left and x + min(_group_width(group), right - left) > right + 0.01:
            x, top = left, top + ROW
        if group.caption:
            parts.append(_caption_text(group.caption, x, top - 9))
        end = x + _caption_width(group.caption)
        for face in group.faces:
            if x + S > right + 0.01:
                x, top, end = left, top + ROW, left
            at = f"translate({svg.number(x)} {svg.number(top)})"
            parts.append(svg.group(counter(face, language=language), transform=at))
            x += S + GAP
        x = max(x - GAP, end) + BETWEEN
    return "".join(parts), top + S + 2 * BETWEEN


def _caption_width(caption: str) -> float:
    return fonts.width(caption, fonts.CONDENSED, 600, 15)


def _caption_text(caption: str, x: float, y: float) -> str:
    return svg.text(caption, x, y, font_family=family("condensed"), font_weight=600, font_size=15, fill=color("ink3"))


def _heading(section: Section, look: CounterLook, left: float, right: float, y: float) -> str:
    """A nation's name after its mark, how many counters it has, and a line under it."""
    x, parts = left, []
    if section.nation:
        mark_ = nation(look.game, section.nation).mark
        parts.append(mark(mark_, x + 10, y + 24, 10, color("ink")))
        x += 32
    title = svg.text(
        section.title, x, y + 33, font_family=family("serif"), font_weight=700, font_size=28, fill=color("ink")
    )
    x += fonts.width(section.title, fonts.SERIF, 700, 28) + 14
    count = svg.text(
        str(section.count),
        x,
        y + 33,
        font_family=family("condensed"),
        font_weight=600,
        font_size=20,
        fill=color("ink3"),
    )
    rule = svg.path(
        f"M{svg.number(left)} {svg.number(y + 44)}H{svg.number(right)}",
        stroke=color("edge"),
        stroke_opacity=0.55,
        stroke_width=1,
    )
    return "".join([*parts, title, count, rule])
