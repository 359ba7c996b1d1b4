"""The pages of the site that are guides."""

from __future__ import annotations

import re

from khalkhin.engine import library
from khalkhin.learn.guide.book import guide_of
from tools.docs import guides


def test_a_guide_is_a_page_with_all_its_sections_and_rules() -> None:
    guide = guide_of(library.get("bkg"), "pt")
    assert guide is not None
    page = guides.page(guide)
    assert page.startswith("# Como jogar Batalha de Khalkhin Gol\n")
    assert re.findall(r"^#+ .* \{ #([\w-]+) \}$", page, re.MULTILINE) == [
        *(one.id for one in guide.sections[1:]),
        guides.RULES,
    ]
    named = set(re.findall(r"(?:\{ |\{: )#([\w.-]+) \}", page))
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= named
    assert "(#rule-4.1.2.c)" in page
    assert "| 2, 12 | DVB ARB |" in page
    assert page.count("<svg ") == sum(line.startswith("<figure ") for line in page.splitlines())
    assert 'href="../images/ground/bkg.webp"' in page
    assert "images/ground/bkg.webp" in guides.files([guide])


def test_signs_of_markdown_are_only_signs() -> None:
    assert guides._plain("a_b *c* [d] <e>") == r"a\_b \*c\* \[d\] \<e\>"
