"""The page of the lobby names what it is made of, so that a browser fetches all of it at once."""

from __future__ import annotations

import json
import re
from pathlib import Path

import khalkhin

WEB = Path(khalkhin.__file__).parent / "web"
PAGE = (WEB / "lobby.html").read_text("utf-8")
MAIN = WEB / "js" / "lobby" / "main.js"
SERVED = ("fonts.css", "tokens.css")
"""What the server writes itself."""


def imported(module: Path) -> set[Path]:
    """A module with all that it needs."""
    found: set[Path] = set()
    todo = [module]
    while todo:
        one = todo.pop()
        if one not in found:
            found.add(one)
            names = re.findall(r'^import [^;]*?"(\.[^"]+)";', one.read_text("utf-8"), re.MULTILINE)
            todo += [(one.parent / name).resolve() for name in names]
    return found


def test_every_module_is_fetched_at_once() -> None:
    fetched = {WEB / name for name in re.findall(r'rel="modulepreload" href="/web/([^"]+)"', PAGE)}
    assert fetched == imported(MAIN) - {MAIN}


def test_everything_the_page_and_the_manifest_name_is_there() -> None:
    manifest = json.loads((WEB / "manifest.webmanifest").read_text("utf-8"))
    named = re.findall(r'(?:src|href)="/web/([^"]+)"', PAGE)
    named += [icon["src"].removeprefix("/web/") for icon in manifest["icons"]]
    assert len(named) > 10
    assert not [name for name in named if name not in SERVED and not (WEB / name).is_file()]


def test_nothing_on_the_page_breaks_the_security_policy() -> None:
    """No script, style or handler stands in the page itself."""
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", PAGE)
