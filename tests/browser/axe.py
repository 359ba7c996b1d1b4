"""What axe-core finds wrong with a page for people who do not see it, or not well, or use no mouse."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / ".venv" / "js" / "node_modules" / "axe-core" / "axe.min.js"
IMPACTS = ("serious", "critical")


@cache
def _source() -> str:
    if AXE.is_file():
        return AXE.read_text()
    missing = "axe-core is not installed: `make venv` installs it."
    if os.environ.get("KHALKHIN_REQUIRE_SERVICES"):
        pytest.fail(missing)
    pytest.skip(missing)


RESTS = """() => document.getAnimations().every(
    one => one.playState !== "running" || one.effect.getComputedTiming().endTime === Infinity)"""
"""Whether nothing is on its way from one look to another; what turns for ever does not count."""


def serious(page: Page) -> list[str]:
    """Every serious or critical finding in a line, when everything that changes its colour has done so."""
    page.wait_for_function(RESTS)
    # Evaluated, not added to the page: the page's own policy lets no foreign script in.
    page.evaluate(_source())
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['impact']} {one['id']}: {one['help']}: {node['target']} {node.get('failureSummary', '')}"
        for one in found["violations"]
        if one["impact"] in IMPACTS
        for node in one["nodes"]
    ]
