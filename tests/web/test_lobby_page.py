"""The page of the lobby names what is there, and breaks no policy."""

from __future__ import annotations

import json
import re
from pathlib import Path

import khalkhin

WEB = Path(khalkhin.__file__).parent / "web"
PAGE = (WEB / "lobby.html").read_text("utf-8")
SERVED = ("fonts.css", "tokens.css")
"""What the server writes itself."""


def test_everything_the_page_and_the_manifest_name_is_there() -> None:
    manifest = json.loads((WEB / "manifest.webmanifest").read_text("utf-8"))
    named = re.findall(r'(?:src|href)="/web/([^"]+)"', PAGE)
    named += [icon["src"].removeprefix("/web/") for icon in manifest["icons"]]
    assert len(named) > 10
    assert not [name for name in named if name not in SERVED and not (WEB / name).is_file()]


def test_nothing_on_the_page_breaks_the_security_policy() -> None:
    """No script, style or handler stands in the page itself."""
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", PAGE)
