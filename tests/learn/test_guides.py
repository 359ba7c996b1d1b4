"""The guides: both languages tell the same, every example comes out as it is told, and every rule has its place."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from khalkhin.board.data import DataError
from khalkhin.engine import library
from khalkhin.engine.errors import KhalkhinError
from khalkhin.engine.game import Game
from khalkhin.engine.words import languages
from khalkhin.learn.guide.book import Guide, guide_of
from khalkhin.learn.guide.examples import Examples, examples_of
from khalkhin.learn.guide.html import RULES, html
from khalkhin.learn.guide.plan import place_of, plan_of, read_plan
from khalkhin.learn.guide.prose import (
    LINK,
    RULE,
    Aside,
    BadProse,
    Figure,
    Items,
    Paragraph,
    Section,
    lines_of,
    read_prose,
)

GUIDED = [code for code in library.codes() if (library.get(code).guide / "guide.toml").is_file()]


@pytest.mark.parametrize("code", GUIDED)
def test_a_guide_is_whole_and_true(code: str) -> None:
    """All of a guide in one go: what it tells is played once, and its pictures are drawn once for each language."""
    game = library.get(code)
    plan = plan_of(game)
    assert plan is not None
    assert list(examples_of(plan).untrue()) == []
    guides = [made(game, language) for language in languages()]
    for guide in guides:
        ids = [one.id for one in guide.sections[1:]]
        assert ids == [place.id for place in plan.places]
        for one in guide.sections:
            for line in lines_of(one.blocks):
                assert all(span.target in (*ids, RULES) for span in line if span.kind == LINK), one.id
        page = html(guide, "/ground.webp")
        named = set(re.findall(r' id="([^"]+)"', page))
        assert len(named) == len(re.findall(r' id="[^"]+"', page)), "an id is there twice"
        assert set(re.findall(r'href="#([^"]+)"', page)) <= named
        assert " style=" not in page, "the pages are served without styles of their own"
        assert "{" not in re.sub(r"<[^>]*>", "", page), "a gap is left"
    first, *others = [[told(one) for one in guide.sections] for guide in guides]
    for other in others:
        assert other == first
    lost = [number for number in guides[0].rulebook if not place_of(plan, number)]
    assert lost == [], "rules that lead nowhere in the guide"


def made(game: Game[Any], language: str) -> Guide:
    guide = guide_of(game, language)
    assert guide is not None
    return guide


def told(one: Section) -> tuple[str, int, list[str], list[str]]:
    """What a section has in every language: figures in their order, and the rules it names."""
    figures = [f"{block.kind}:{block.name}" for block in one.blocks if isinstance(block, Figure)]
    rules = sorted(span.text for line in lines_of(one.blocks) for span in line if span.kind == RULE)
    return one.id, one.level, figures, rules


CHANGES = [
    (
        "bkg",
        "charts.toml",
        'jp_destroyed = { rule = "10.2.1.a", to = "soviet", points = 3 }',
        'jp_destroyed = { rule = "10.2.1.a", to = "soviet", points = 4 }',
        "dead_japanese",
    ),
    (
        "bkg",
        "counters.csv",
        "SU-149-1,I/149 RI Mtz,soviet,SU,MOT,II,149 RI Mtz,36 Mtz,3,4,8,",
        "SU-149-1,I/149 RI Mtz,soviet,SU,MOT,II,149 RI Mtz,36 Mtz,3,4,9,",
        "march.points",
    ),
    (
        "bkg",
        "charts.toml",
        '[shifts.encirclement]\nrule = "5.1.3"\nprovenance = "printed"\ncolumns = 1',
        '[shifts.encirclement]\nrule = "5.1.3"\nprovenance = "printed"\ncolumns = 2',
        "ring.column",
    ),
    ("sn", "charts.toml", "city = 5\nmajor_victory = 1", "city = 6\nmajor_victory = 1", "award"),
    ("sn", "charts.toml", "maximum_supply = 2", "maximum_supply = 1", "attack.column"),
    (
        "sn",
        "counters.csv",
        "SU-12IC,12 Corps,soviet,SU,infantry_corps,XXX,non,12,7,9,4,",
        "SU-12IC,12 Corps,soviet,SU,infantry_corps,XXX,non,12,7,11,4,",
        "attack.defence",
    ),
    ("kgw", "charts.toml", "aerodrome = 1\n# The least", "aerodrome = 2\n# The least", "watched.soviet"),
    ("kgw", "charts.toml", "entrenchment = -1", "entrenchment = -2", "trench.column"),
    (
        "kgw",
        "counters.csv",
        "RA-11ARM,11 Arm,soviet,RA,armor,X,11,,mech,8,",
        "RA-11ARM,11 Arm,soviet,RA,armor,X,11,,mech,9,",
        "attack.attack",
    ),
    (
        "pbn",
        "charts.toml",
        "east = { soviet = 2, japan = 1 }",
        "east = { soviet = 3, japan = 1 }",
        "paid.soviet",
    ),
    (
        "pbn",
        "charts.toml",
        '5 = ["DM", "C", "C", "DAT", "AM", "AM", "AM", "DR", "DR", "DR"]',
        '5 = ["DM", "C", "C", "DAT", "C", "AM", "AM", "DR", "DR", "DR"]',
        "ridge.raid",
    ),
    (
        "pbn",
        "counters.csv",
        "JP-23HQ,23 HQ,japan,JP,headquarters,XX,non,23,0,1,10,1,6,",
        "JP-23HQ,23 HQ,japan,JP,headquarters,XX,non,23,0,1,10,2,6,",
        "strong.column",
    ),
]
"""Game, file, a line with a value that the guide depends on, as it is and changed, and a figure that then is untrue."""


@pytest.mark.parametrize(("code", "file", "old", "new", "figure"), CHANGES, ids=[change[-1] for change in CHANGES])
def test_a_changed_value_makes_a_guide_untrue(
    code: str, file: str, old: str, new: str, figure: str, tmp_path: Path
) -> None:
    text = (library.get(code).folder.base / file).read_text("utf-8")
    assert text.count(old) == 1
    (tmp_path / file).write_text(text.replace(old, new), "utf-8")
    plan = plan_of(library.get(code, tmp_path))
    assert plan is not None
    assert any(line.startswith(f"{figure} is ") for line in Examples(plan).untrue())


def test_every_guide_has_a_value_that_it_depends_on() -> None:
    assert {change[0] for change in CHANGES} == set(GUIDED)


# -- prose -------------------------------------------------------------------------------------------------------------


def test_prose_is_read_into_blocks() -> None:
    text = """# Title

A *lead* with {one.two}.

## Part {#part}

1. first
2. second,
   and on
- third

> **So.** It is [4.1.2], see [there](#part).

![A picture.](one)
![A chart.](chart:combat)
"""
    with pytest.raises(BadProse, match="three"):
        read_prose(text.replace("one.two", "three"), {"one.two": "12"})
    first, part = read_prose(text.replace("![A chart", "\n![A chart"), {"one.two": "12"})
    assert (first.title, first.level, part.id, part.level) == ("Title", 1, "part", 2)
    lead = first.blocks[0]
    assert isinstance(lead, Paragraph)
    assert [(span.kind, span.text) for span in lead.line] == [
        ("text", "A "),
        ("emphasis", "lead"),
        ("text", " with 12."),
    ]
    items, aside, picture, chart = part.blocks
    assert isinstance(items, Items)
    assert len(items.lines) == 3
    assert items.lines[1][0].text == "second, and on"
    assert isinstance(aside, Aside)
    (example,) = lines_of(aside.blocks)
    assert [span.kind for span in example] == ["strong", "text", "rule", "text", "link", "text"]
    assert isinstance(picture, Figure)
    assert (picture.kind, picture.name) == ("picture", "one")
    assert isinstance(chart, Figure)
    assert (chart.kind, chart.name) == ("chart", "combat")


def test_rules_are_told_apart_from_other_words_in_brackets() -> None:
    title, *_ = read_prose("# Title\n\n[4.1.2.a], [T2.road], [JVP.11], [R12]; [sic], [TEC.].\n", {})
    (line,) = lines_of(title.blocks)
    assert [span.text for span in line if span.kind == RULE] == ["4.1.2.a", "T2.road", "JVP.11", "R12"]


@pytest.mark.parametrize("bad", ["no title", "# Title\n\n## no id\n"])
def test_prose_that_is_written_wrongly_is_refused(bad: str) -> None:
    with pytest.raises(BadProse):
        read_prose(bad, {})


# -- structure ---------------------------------------------------------------------------------------------------------


def test_a_rule_has_the_place_that_names_most_of_its_number() -> None:
    plan = plan_of(library.get("bkg"))
    assert plan is not None
    assert place_of(plan, "4.1.2.c") == "zones"
    assert place_of(plan, "4.0.g") == "border"
    assert place_of(plan, "4.0.b") == "movement"
    assert place_of(plan, "T2.road") == "terrain"
    assert place_of(plan, "99.9") == ""


@pytest.mark.parametrize(
    "example",
    [
        '{ side = "soviet" }',
        '{ side = "soviet", after = "nobody" }',
        '{ side = "soviet", begins = "august-1939", picture = { show = ["9999"] } }',
        '{ side = "soviet", begins = "august-1939", pictures = {} }',
    ],
)
def test_a_structure_with_a_fault_is_refused(example: str, tmp_path: Path) -> None:
    text = f'sections = []\n[values]\nscenario = "august-1939"\nside = "soviet"\n[examples]\none = {example}\n'
    (tmp_path / "guide.toml").write_text(text, "utf-8")
    with pytest.raises(DataError):
        read_plan(library.get("bkg"), tmp_path / "guide.toml")


def test_what_should_be_refused_and_is_allowed_is_told() -> None:
    plan = plan_of(library.get("bkg"))
    assert plan is not None
    wrong = replace(plan.examples["march"], refused=("hex 0613", "hex 2023"))
    only = replace(plan, values={}, expect={}, examples={"march": wrong})
    assert list(Examples(only).untrue()) == ["march: hex 0613 is allowed"]


def test_what_is_not_offered_is_refused() -> None:
    plan = plan_of(library.get("bkg"))
    assert plan is not None
    wrong = replace(plan.examples["march"], say=("unit JP-71-1",))
    with pytest.raises(KhalkhinError):
        Examples(replace(plan, examples={"march": wrong}))["march"]
