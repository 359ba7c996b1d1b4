"""What a browser that has nothing yet fetches to lay the table stays small: markup, styles and scripts, packed."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from khalkhin.server.pages import WEB, modules, with_modules, without_comments

LIMIT = 150_000
"""Bytes without map, counters, words and what is fetched when it is wanted.

`python -m benchmarks.load` weighs the same in a browser.
"""
SHEET = re.compile(r'<link rel="stylesheet" href="/web/(style/[^"]+)"')
SCRIPT = re.compile(r'<script type="module" src="/web/([^"]+)"')


def weight(path: Path) -> int:
    """Bytes as they are sent."""
    text = path.read_text("utf-8")
    sent = with_modules(text) if path.suffix == ".html" else without_comments(text, path.suffix)
    return len(gzip.compress(sent.encode(), 9))


def test_the_table_page_stays_small() -> None:
    page = WEB / "table.html"
    markup = page.read_text("utf-8")
    (main,) = SCRIPT.findall(markup)
    files = [page, *(WEB / sheet for sheet in SHEET.findall(markup)), *modules((WEB / main).resolve())]
    weights = {path.relative_to(WEB).as_posix(): weight(path) for path in files}
    assert len(weights) > 40, "the imports are no longer found"
    heaviest = sorted(weights.items(), key=lambda item: -item[1])[:8]
    assert sum(weights.values()) < LIMIT, f"{sum(weights.values())} bytes, of them {heaviest}"
