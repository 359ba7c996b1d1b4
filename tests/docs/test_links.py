"""Links between files of the repository lead to a file or folder that is there, and to a heading that it has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.docs.links import ROOT, anchors, links, replace_links, target

PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "src").rglob("*.md"))
    if "guide" not in path.relative_to(ROOT).parts  # tests/learn/test_guides.py looks at those
)


def test_the_pages_are_found() -> None:
    assert {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/index.md"} <= {*PAGES}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    missing = []
    for link in links((ROOT / page).read_text("utf-8")):
        file, anchor = target(page, link)
        path = ROOT / file
        written_out = file == "docs/api/http.md"  # its headings are made with the site, which checks them
        if not path.exists() or (anchor and not written_out and anchor not in anchors(path.read_text("utf-8"))):
            missing.append(link)
    assert missing == []


def test_what_is_a_link() -> None:
    text = "[a](b.md#c) `[no](code.md)`\n```\n[no](fence.md)\n```\n![d](e/f.webp) [g](https://h.org) [i](#j)"
    assert list(links(text)) == ["b.md#c", "e/f.webp", "#j"]
    assert replace_links("[a](b.md) `[a](b.md)`", lambda link: link.upper()) == "[a](B.MD) `[a](b.md)`"


def test_where_a_link_leads() -> None:
    assert target("docs/api/x.md", "../a.md#b") == ("docs/a.md", "b")
    assert target("README.md", "docs/a.md") == ("docs/a.md", "")
    assert target("docs/a.md", "#b") == ("docs/a.md", "b")


def test_anchors_of_headings() -> None:
    assert anchors("# A look\n\n```\n# no\n```\n## What's `new`?\n") == {"a-look", "whats-new"}


def test_pages_are_not_all_without_links() -> None:
    assert sum(1 for page in PAGES for _ in links(Path(ROOT / page).read_text("utf-8"))) > 100
